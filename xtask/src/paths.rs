//! What documents point at is there: links to files, and paths of the workspace in backquotes.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::sources::root;

/// What a path of the workspace begins with when a document names it.
const FOLDERS: [&str; 8] =
    ["bench/", "crates/", "docs/", "examples/", "scripts/", "tests/", "xtask/", ".ci/"];

/// A complaint for each path in a document that leads nowhere.
pub fn dangling() -> Result<Vec<String>> {
    let root = root();
    let mut documents = Vec::new();
    for folder in ["", "docs", "bench", "tests", "examples", "crates"] {
        collect(&root.join(folder), folder.is_empty(), &mut documents)?;
    }
    documents.sort();
    let mut complaints = Vec::new();
    for document in documents {
        let text = std::fs::read_to_string(&document)?;
        let folder = document.parent().unwrap_or(&root);
        let shown = document.strip_prefix(&root)?.display();
        for (index, line) in text.lines().enumerate() {
            let lost = pointers(line).into_iter().filter(|pointer| !pointer.leads_somewhere(&root, folder));
            complaints.extend(
                lost.map(|pointer| format!("{shown}:{}: `{}` is not there", index + 1, pointer.text)),
            );
        }
    }
    Ok(complaints)
}

/// A path that a line names.
struct Pointer<'a> {
    text: &'a str,
    /// A link is relative to its document, a path in backquotes to the workspace.
    is_link: bool,
}

impl Pointer<'_> {
    fn leads_somewhere(&self, root: &Path, folder: &Path) -> bool {
        let start = if self.is_link { folder } else { root };
        start.join(self.text).exists()
    }
}

/// The paths that a line names. Patterns, commands and addresses are none.
fn pointers(line: &str) -> Vec<Pointer<'_>> {
    let is_plain = |text: &str| {
        !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || "*<>{}$…:=|".contains(c))
    };
    let quoted = line.split('`').skip(1).step_by(2);
    let paths = quoted
        .filter(|text| is_plain(text) && FOLDERS.iter().any(|folder| text.starts_with(folder)))
        .map(|text| Pointer { text, is_link: false });
    let is_code = |place: usize| line[..place].matches('`').count() % 2 == 1;
    let starts = line.match_indices("](").filter(|(place, _)| !is_code(*place));
    let targets = starts.filter_map(|(place, _)| line[place + 2..].split_once(')'));
    let links = targets
        .map(|(target, _)| target.split('#').next().unwrap_or_default())
        .filter(|target| is_plain(target))
        .map(|text| Pointer { text, is_link: true });
    paths.chain(links).collect()
}

/// The Markdown files of a folder, and of those below unless only the folder itself is asked for.
fn collect(folder: &Path, is_flat: bool, found: &mut Vec<PathBuf>) -> Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if !is_flat {
                collect(&path, false, found)?;
            }
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_quoted_paths_are_pointers() {
        let line = "See [this](papers.md#x), `crates/heap/src/lib.rs`, `tests/*.rs`, `cargo test`, `[a](b)`, [that](https://a.b).";
        let found: Vec<&str> = pointers(line).iter().map(|pointer| pointer.text).collect();
        assert_eq!(found, ["crates/heap/src/lib.rs", "papers.md"]);
    }

    #[test]
    fn pointers_are_followed_from_where_they_stand() {
        let root = root();
        assert!(Pointer { text: "crates/heap", is_link: false }.leads_somewhere(&root, &root));
        assert!(Pointer { text: "papers.md", is_link: true }.leads_somewhere(&root, &root.join("docs/src")));
        assert!(!Pointer { text: "papers.md", is_link: true }.leads_somewhere(&root, &root));
    }
}
