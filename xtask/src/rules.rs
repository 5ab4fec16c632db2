//! The papers' rules as the code has them: a doc comment that opens with a bold name and a bracketed place,
//! `/// **Summarize** [EHS16, Fig. 8].`, names a rule; the function below implements it.
//!
//! A rule's test is the one its doc names in backquotes (`tests::guards_partition`), or a test function whose name contains
//! the rule function's name.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::sources::{SourceFile, root, rust_files};

/// A rule of a paper and where the code has it.
struct Rule {
    name: String,
    key: String,
    place: String,
    function: String,
    file: String,
    test: Option<String>,
}

pub fn run() -> Result<()> {
    let files = rust_files()?;
    let rules = all_rules(&files);
    println!("| rule | place | function | test |\n|---|---|---|---|");
    for rule in &rules {
        let test = rule.test.as_deref().unwrap_or("none named");
        println!(
            "| {} | {} {} | `{}` in {} | {test} |",
            rule.name, rule.key, rule.place, rule.function, rule.file
        );
    }
    let untested = rules.iter().filter(|rule| rule.test.is_none()).count();
    println!("\n{} rules, {untested} without a test of their own name", rules.len());
    Ok(())
}

/// A complaint for each rule whose paper is not listed.
pub fn unknown_keys(files: &[SourceFile]) -> Result<Vec<String>> {
    let papers = std::fs::read_to_string(root().join("docs/src/papers.md"))?;
    let known: BTreeSet<&str> = papers
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split_once(" |").map(|(key, _)| key))
        .collect();
    Ok(all_rules(files)
        .iter()
        .filter(|rule| !known.contains(rule.key.as_str()))
        .map(|rule| format!("{}: rule `{}` names an unlisted paper `{}`", rule.file, rule.name, rule.key))
        .collect())
}

fn all_rules(files: &[SourceFile]) -> Vec<Rule> {
    let tests = test_names(files);
    files.iter().flat_map(|file| rules_of(file, &tests)).collect()
}

fn rules_of(file: &SourceFile, tests: &[String]) -> Vec<Rule> {
    let lines: Vec<&str> = file.text.lines().map(str::trim).collect();
    let mut rules = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some((name, key, place)) = rule_head(line) else { continue };
        let doc_end = lines[index..].iter().take_while(|line| line.starts_with("///")).count() + index;
        let Some(function) = lines[doc_end..].iter().take(4).find_map(|line| item_name(line)) else {
            continue;
        };
        let named = lines[index..doc_end].iter().find_map(|line| named_test(line));
        let test = named.or_else(|| tests.iter().find(|test| test.contains(&function)).cloned());
        rules.push(Rule { name, key, place, function, file: file.path.display().to_string(), test });
    }
    rules
}

/// `/// **Name** [KEY, place]…`, or with an article before the name.
fn rule_head(line: &str) -> Option<(String, String, String)> {
    let rest = line.strip_prefix("/// **")?;
    let (name, rest) = rest.split_once("**")?;
    let brackets =
        rest.split('[').skip(1).filter_map(|bracket| bracket.split_once(']')).map(|(inside, _)| inside);
    let mut parts = brackets.map(|inside| inside.split_once([',', ' ', ';']).unwrap_or((inside, "")));
    let (key, place) = parts.find(|(key, _)| is_key(key))?;
    Some((name.to_string(), key.to_string(), place.trim().to_string()))
}

/// Keys look like `EHS16`: other brackets are notation.
fn is_key(word: &str) -> bool {
    word.len() > 1
        && word.starts_with(|first: char| first.is_ascii_uppercase())
        && word.chars().all(|c| c.is_ascii_alphanumeric())
}

fn item_name(line: &str) -> Option<String> {
    let mut words =
        line.split_whitespace().skip_while(|word| !matches!(*word, "fn" | "struct" | "enum" | "trait"));
    words.next()?;
    let name = words.next()?;
    Some(name.split(['(', '<', '{', ';']).next()?.to_string())
}

fn named_test(line: &str) -> Option<String> {
    let name = line.split_once("`tests::")?.1.split_once('`')?.0;
    Some(name.to_string())
}

/// The names of all test functions.
pub fn test_names(files: &[SourceFile]) -> Vec<String> {
    let mut names = Vec::new();
    for file in files {
        let mut lines = file.text.lines().map(str::trim);
        while let Some(line) = lines.next() {
            if line == "#[test]" {
                names.extend(lines.next().and_then(item_name));
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_found_with_its_function_and_test() {
        let text = "/// **Summarize** [EHS16, Fig. 8]. Gives a set (`tests::guards_partition`).\nfn summarize(heap: &Heap) {}\n";
        let file = SourceFile { path: "heap.rs".into(), text: text.into() };
        let rules = rules_of(&file, &[]);
        let rule = rules.first().expect("the rule is found");
        assert_eq!(
            (rule.name.as_str(), rule.key.as_str(), rule.place.as_str()),
            ("Summarize", "EHS16", "Fig. 8")
        );
        assert_eq!((rule.function.as_str(), rule.test.as_deref()), ("summarize", Some("guards_partition")));
    }
}
