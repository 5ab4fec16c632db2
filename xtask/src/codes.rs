//! Every diagnostic code the sources mention has its section in the book's chapter on codes.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::sources::{SourceFile, root};

/// A complaint for each code without a section.
pub fn unexplained(files: &[SourceFile]) -> Result<Vec<String>> {
    let chapter = std::fs::read_to_string(root().join("docs/src/codes.md"))?;
    let explained: BTreeSet<&str> = chapter.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    Ok(files
        .iter()
        .filter(|file| !file.path.starts_with("crates/base"))
        .flat_map(|file| codes(&file.text).into_iter().map(move |code| (file, code)))
        .filter(|(_, code)| !explained.contains(code))
        .map(|(file, code)| {
            format!("{}: code `{code}` has no section in docs/src/codes.md", file.path.display())
        })
        .collect())
}

/// The codes given literally to a diagnostic's constructor.
fn codes(text: &str) -> BTreeSet<&str> {
    let mut codes = BTreeSet::new();
    for constructor in [concat!("Diagnostic::", "error("), concat!("Diagnostic::", "warning(")] {
        for rest in text.split(constructor).skip(1) {
            if let Some((code, _)) = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'))
            {
                codes.insert(code);
            }
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_found_across_lines() {
        let text = format!(
            "{}\"a-b\", x); {}\n    \"c\",",
            concat!("Diagnostic::", "error("),
            concat!("Diagnostic::", "warning(")
        );
        assert_eq!(codes(&text).into_iter().collect::<Vec<_>>(), ["a-b", "c"]);
    }
}
