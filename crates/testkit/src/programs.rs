//! The repository's own programs: where they lie, and what their comments say.

use std::path::{Path, PathBuf};

use program::{MethodId, Program};

/// The folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates lie in `crates`").to_path_buf()
}

/// The files of a folder of the repository whose names have this ending, sorted.
pub fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).expect("the folder is in the repository");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == ending));
    files.sort();
    files
}

/// The Java files of a folder of test programs, sorted.
pub fn test_programs(feature: &str) -> Vec<PathBuf> {
    files(&format!("tests/programs/{feature}"), "java")
}

/// Values of the header lines `// key: value`.
pub fn header<'t>(text: &'t str, key: &'t str) -> impl Iterator<Item = &'t str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("// "));
    lines.filter_map(move |line| Some(line.strip_prefix(key)?.strip_prefix(':')?.trim()))
}

/// The method a test calls `Class.name`.
pub fn method(program: &Program, name: &str) -> MethodId {
    let (class, member) = name.split_once('.').expect("Class.method");
    let class = program.class_named(class).expect("the class was compiled");
    let named = |id: &MethodId| *program.method(*id).name == *member;
    program.class(class).methods().find(named).expect("the method exists")
}

#[cfg(test)]
mod tests {
    use super::header;

    #[test]
    fn headers_are_comments_with_a_key() {
        let text = "// run: explore a\n// running: b\nint x; // run: c\n// run:d\n";
        assert_eq!(header(text, "run").collect::<Vec<_>>(), ["explore a", "d"]);
    }
}
