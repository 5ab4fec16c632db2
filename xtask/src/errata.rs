//! Every erratum the sources mention has an entry in the book's chapter on errata, and every test named there exists.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::rules::test_names;
use crate::sources::{SourceFile, root};

/// A complaint for each number without an entry, and for each named test that is not there.
pub fn unexplained(files: &[SourceFile]) -> Result<Vec<String>> {
    let chapter = std::fs::read_to_string(root().join("docs/src/errata.md"))?;
    let list = std::fs::read_to_string(root().join("docs/src/strategies.md"))?;
    let tests: BTreeSet<String> = test_names(files).into_iter().collect();
    let mut complaints = missing_tests(&chapter, &tests);
    complaints.extend(calculi(&list, files, &tests));
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

/// The same for the errata of the calculi, which are a numbered list: `3. Text. (`test`)`, mentioned as `erratum 3`.
fn calculi(chapter: &str, files: &[SourceFile], tests: &BTreeSet<String>) -> Vec<String> {
    let section =
        chapter.split("## What we changed, and why").nth(1).and_then(|rest| rest.split("\n## ").next());
    let mut entries: Vec<(usize, String)> = Vec::new();
    for line in section.unwrap_or_default().lines() {
        match line.split_once(". ").and_then(|(number, text)| Some((number.parse().ok()?, text))) {
            Some((number, text)) => entries.push((number, text.to_owned())),
            None => entries.last_mut().into_iter().for_each(|(_, text)| text.push_str(line)),
        }
    }
    let shown = |text: &str| {
        let test = text.rsplit_once("(`").and_then(|(_, rest)| rest.split_once("`)"));
        test.is_some_and(|(test, _)| tests.contains(test))
    };
    let complain = |number: &usize| format!("docs/src/strategies.md: no test exhibits erratum {number}");
    let mut complaints: Vec<String> =
        entries.iter().filter(|(_, text)| !shown(text)).map(|(number, _)| complain(number)).collect();
    for file in files.iter().filter(|file| !file.path.starts_with("xtask")) {
        let after = file.text.split("erratum ").skip(1);
        let numbers = after.filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok());
        let open = numbers.filter(|number: &usize| entries.iter().all(|(known, _)| known != number));
        complaints.extend(open.map(|number| {
            format!("{}: erratum {number} has no entry in docs/src/strategies.md", file.path.display())
        }));
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
    fn the_list_of_the_calculi_names_tests() {
        let list = "x\n## What we changed, and why\n\n1. A rule\n   errs. (`shown`)\n2. Another. (`gone`)\n\n## More\n3. No.\n";
        let file = SourceFile { path: "a.rs".into(), text: "// erratum 1, erratum 3\n".into() };
        let complaints = calculi(list, &[file], &BTreeSet::from(["shown".to_owned()]));
        let open = [
            "docs/src/strategies.md: no test exhibits erratum 2",
            "a.rs: erratum 3 has no entry in docs/src/strategies.md",
        ];
        assert_eq!(complaints, open);
    }

    #[test]
    fn a_named_test_must_exist() {
        let chapter = "| E1 | a | b | c | `there`, `gone` |\n";
        let tests = BTreeSet::from(["there".to_string()]);
        assert_eq!(missing_tests(chapter, &tests), ["docs/src/errata.md: there is no test `gone`"]);
        assert_eq!(entries(chapter).into_iter().collect::<Vec<_>>(), ["E1"]);
    }
}
