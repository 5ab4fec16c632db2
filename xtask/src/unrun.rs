//! Tests that nobody would run. A manifest says `test = false` to spare compiling a library a second time, and `doctest = false` to
//! spare a search in vain; so no `#[test]` and no example in a doc comment may stand there.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::sources::{SourceFile, root};

/// A complaint for each test in the sources of a library whose manifest says that it has none.
pub fn tests(files: &[SourceFile]) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for (folder, manifest) in manifests()? {
        let says = |line: &str| manifest.lines().any(|other| other == line);
        for file in files.iter().filter(|file| file.path.starts_with(folder.join("src"))) {
            let place = file.path.display();
            if says("test = false") && file.text.lines().any(|line| line.trim() == "#[test]") {
                complaints.push(format!("{place}: has tests, and the manifest says `test = false`"));
            }
            if says("doctest = false") && has_example(&file.text) {
                complaints.push(format!("{place}: has an example, and the manifest says `doctest = false`"));
            }
        }
    }
    Ok(complaints)
}

fn manifests() -> Result<Vec<(PathBuf, String)>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join("crates"))? {
        let file = entry?.path().join("Cargo.toml");
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let folder = file.parent().and_then(Path::file_name).context("a manifest lies in a folder")?;
        found.push((Path::new("crates").join(folder), text));
    }
    found.sort();
    Ok(found)
}

/// Whether rustdoc would run a block of a doc comment: one that names no other language.
fn has_example(text: &str) -> bool {
    let docs = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
    });
    let fences = docs.filter_map(|line| line.trim().strip_prefix("```"));
    // Every other fence opens a block.
    fences.step_by(2).any(|language| matches!(language.split(',').next(), Some("" | "rust" | "should_panic")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_blocks_without_another_language() {
        assert!(has_example("/// ```\n/// let x = 1;\n/// ```\n"));
        assert!(!has_example("//! ```text\n//! x\n//! ```\nlet fence = \"```\";\n"));
    }
}
