//! Every erratum the sources mention has an entry in the book's chapter on errata, and every test named there exists.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::rules::test_names;
use crate::sources::{SourceFile, root};

/// A complaint for each number without an entry, and for each named test that is not there.
pub fn unexplained(files: &[SourceFile]) -> Result<Vec<String>> {
    let chapter = std::fs::read_to_string(root().join("docs/src/errata.md"))?;
    let tests: BTreeSet<String> = test_names(files).into_iter().collect();
    let mut complaints = missing_tests(&chapter, &tests);
    let explained = entries(&chapter);
    for file in files.iter().filter(|file| !file.path.starts_with("xtask")) {
        for number in mentions(&file.text) {
            if !explained.contains(number) {
                let path = file.path.display();
                complaints.push(format!("{path}: erratum `{number}` has no entry in docs/src/errata.md"));
            }
        }
    }
    Ok(complaints)
}

/// The first column of the chapter's tables.
fn entries(chapter: &str) -> BTreeSet<&str> {
    chapter
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split_once(" |").map(|(number, _)| number))
        .filter(|number| is_number(number))
        .collect()
}

/// Entries whose last column names no test, or one that is not there: a test function or a program.
fn missing_tests(chapter: &str, tests: &BTreeSet<String>) -> Vec<String> {
    let mut complaints = Vec::new();
    for row in chapter.lines().filter(|line| line.starts_with("| E")) {
        let column = row.trim_end_matches(" |").rsplit_once(" | ").map_or("", |(_, column)| column);
        let named: Vec<&str> = column.split('`').skip(1).step_by(2).collect();
        let number = row.trim_start_matches("| ").split(' ').next().unwrap_or_default();
        if named.is_empty() {
            complaints.push(format!("docs/src/errata.md: no test exhibits `{number}`"));
        }
        let is_there = |name: &&&str| tests.contains(**name) || root().join(name).is_file();
        let lost = named.iter().filter(|name| !is_there(name));
        complaints.extend(lost.map(|name| format!("docs/src/errata.md: there is no test `{name}`")));
    }
    complaints
}

/// Numbers of the thesis' errata (`E19`, `E-C2`) in a text.
fn mentions(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let mut before = "";
    let mut found = BTreeSet::new();
    for word in words.filter(|word| !word.is_empty()) {
        let announced = before.eq_ignore_ascii_case("erratum") || before.eq_ignore_ascii_case("errata");
        if is_number(word) && (announced || word.contains('-')) {
            found.insert(word);
        }
        before = word;
    }
    found
}

/// `E` and digits, or `E-`, a letter and digits.
fn is_number(word: &str) -> bool {
    let Some(rest) = word.strip_prefix('E') else { return false };
    let digits = match rest.strip_prefix('-') {
        Some(rest) => rest.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or(""),
        None => rest,
    };
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_announced_or_unmistakable() {
        let text = "closes a hole (erratum E19), see E-C2; the class E5 is something else";
        assert_eq!(mentions(text).into_iter().collect::<Vec<_>>(), ["E-C2", "E19"]);
    }

    #[test]
    fn a_named_test_must_exist() {
        let chapter = "| E1 | a | b | c | `there`, `gone` |\n";
        let tests = BTreeSet::from(["there".to_string()]);
        assert_eq!(missing_tests(chapter, &tests), ["docs/src/errata.md: there is no test `gone`"]);
        assert_eq!(entries(chapter).into_iter().collect::<Vec<_>>(), ["E1"]);
    }
}
