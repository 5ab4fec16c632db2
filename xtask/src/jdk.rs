//! What is known of the JDK is told in `crates/library`: the analyses name none of its classes. A class that is meant by itself has a
//! name in `library::names`; what several have in common is a word in the library's files.

use std::path::Path;

use crate::sources::SourceFile;

/// Crates that ask the library.
const ASKING: [&str; 7] = ["explore", "graph", "terminate", "relevance", "testgen", "trial", "frames"];

/// Files that may name what they like, and why.
const ALLOWED: [(&str, &str); 6] = [
    ("crates/explore/src/symbolic/text/calls.rs", "models of texts, by signature"),
    ("crates/graph/src/eval/callback.rs", "signatures of methods that models run"),
    ("crates/testgen/src/build.rs", "signatures of methods that tests call"),
    ("crates/testgen/src/expect.rs", "signatures of methods that tests call"),
    ("crates/testgen/src/java.rs", "Java that tests are written in"),
    ("crates/trial/src/host.rs", "arrays of classes that contracts name"),
];

/// A complaint for each name of a class of the JDK, and for each file that may name some and does not.
pub fn named(files: &[SourceFile]) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in files.iter().filter(|file| asks(&file.path)) {
        let found = names(&file.text);
        let allowed = ALLOWED.iter().any(|(path, _)| Path::new(path) == file.path);
        let place = file.path.display();
        match (allowed, found.is_empty()) {
            (true, true) => complaints.push(format!("{place}: names no class of the JDK any more")),
            (false, false) => complaints.extend(
                found.iter().map(|line| format!("{place}:{line}: names a class of the JDK; ask `library`")),
            ),
            (true, false) | (false, true) => {}
        }
    }
    let is_gone = |path: &&str| !files.iter().any(|file| file.path == Path::new(path));
    let gone = ALLOWED.iter().map(|(path, _)| *path).filter(is_gone);
    complaints.extend(gone.map(|path| format!("xtask/src/jdk.rs: there is no `{path}`")));
    complaints
}

fn asks(path: &Path) -> bool {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    matches!(&parts[..], [first, name, sources, ..] if first == "crates" && sources == "src" && ASKING.contains(&&**name))
}

/// The lines with strings that begin as names of the JDK do, or are descriptors with one; tests stand at the end of a file and may.
fn names(text: &str) -> Vec<usize> {
    const ROOTS: [&str; 4] = ["java", "javax", "jdk", "sun"];
    let is_name = |line: &str| {
        let begins =
            |root: &str| line.contains(&format!("\"{root}/")) || line.contains(&format!("\"{root}."));
        ROOTS.into_iter().any(begins) || line.contains("Ljava/")
    };
    let code = text.lines().enumerate().take_while(|(_, line)| !line.starts_with("#[cfg(test)]"));
    let named = code.filter(|(_, line)| !line.trim_start().starts_with("//") && is_name(line));
    named.map(|(index, _)| index + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_code() {
        let text = "// \"java/lang/A\"\nlet a = \"java/lang/A\";\nlet b = \"java.util.B\";\nlet c = \"javascript\";\n\
                    let d = \"(Ljava/lang/D;)V\";\n#[cfg(test)]\nlet e = \"java/lang/E\";\n";
        assert_eq!(names(text), [2, 3, 5]);
    }

    #[test]
    fn only_the_analyses_ask() {
        assert!(asks(Path::new("crates/graph/src/eval/call.rs")));
        assert!(
            !asks(Path::new("crates/graph/tests/oracle.rs")) && !asks(Path::new("crates/machine/src/run.rs"))
        );
    }
}
