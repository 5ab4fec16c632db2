//! The papers' rules as the code has them: a doc comment that opens with a bold name and a bracketed place,
//! `/// **Summarize** [EHS16, Fig. 8].`, names a rule; the function below implements it.
//!
//! A rule is guarded where a test says so: in the test's doc comment, `/// Guards …` and the paths of rules in backquotes, up to a full
//! stop; or in a program of `tests/programs`, a line `// guards: …` with their paths. A path is crate, modules and function.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::sources::{SourceFile, root, rust_files};

/// A rule of a paper and where the code has it.
struct Rule {
    name: String,
    key: String,
    place: String,
    /// `heap::strategy::summary::summarize`
    path: String,
}

/// A test that says what it guards.
struct Guard {
    /// The test function, or the program.
    test: String,
    file: PathBuf,
    rules: Vec<String>,
}

pub fn run() -> Result<()> {
    let files = rust_files()?;
    let guards = all_guards(&files)?;
    println!("| rule | place | function | guarded by |\n|---|---|---|---|");
    let rules = all_rules(&files);
    for rule in &rules {
        let meant = guards.iter().filter(|guard| guard.rules.contains(&rule.path));
        let tests: Vec<String> = meant.map(|guard| format!("`{}`", guard.test)).collect();
        println!("| {} | {} {} | `{}` | {} |", rule.name, rule.key, rule.place, rule.path, tests.join(", "));
    }
    println!("\n{} rules", rules.len());
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
        .map(|rule| format!("`{}`: the rule names an unlisted paper `{}`", rule.path, rule.key))
        .collect())
}

/// A complaint for each rule that no test guards, and for each mark that guards nothing.
pub fn unguarded(files: &[SourceFile]) -> Result<Vec<String>> {
    Ok(compare(&all_rules(files), &all_guards(files)?))
}

fn compare(rules: &[Rule], guards: &[Guard]) -> Vec<String> {
    let guarded: BTreeSet<&str> = guards.iter().flat_map(|guard| &guard.rules).map(String::as_str).collect();
    let open = rules.iter().filter(|rule| !guarded.contains(rule.path.as_str()));
    let mut complaints: Vec<String> =
        open.map(|rule| format!("`{}`: no test guards the rule {}", rule.path, rule.name)).collect();
    let known: BTreeSet<&str> = rules.iter().map(|rule| rule.path.as_str()).collect();
    for guard in guards {
        let lost = guard.rules.iter().filter(|path| !known.contains(path.as_str()));
        complaints.extend(
            lost.map(|path| format!("{}: `{}` guards no rule `{path}`", guard.file.display(), guard.test)),
        );
    }
    complaints
}

fn all_rules(files: &[SourceFile]) -> Vec<Rule> {
    files.iter().flat_map(rules_of).collect()
}

fn rules_of(file: &SourceFile) -> Vec<Rule> {
    let Some(module) = module(&file.path) else { return Vec::new() };
    let lines: Vec<&str> = file.text.lines().map(str::trim).collect();
    let mut rules = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some((name, key, place)) = rule_head(line) else { continue };
        let doc_end = lines[index..].iter().take_while(|line| line.starts_with("///")).count() + index;
        let Some(function) = lines[doc_end..].iter().take(4).find_map(|line| item_name(line)) else {
            continue;
        };
        rules.push(Rule { name, key, place, path: format!("{module}::{function}") });
    }
    rules
}

/// `crates/heap/src/strategy/lazy.rs` is `heap::strategy::lazy`.
fn module(path: &Path) -> Option<String> {
    let parts: Vec<String> =
        path.with_extension("").iter().map(|part| part.to_string_lossy().into()).collect();
    match &parts[..] {
        [crates, name, src, modules @ ..] if crates == "crates" && src == "src" => {
            let modules = modules.iter().filter(|part| !matches!(part.as_str(), "mod" | "lib" | "main"));
            Some([name].into_iter().chain(modules).cloned().collect::<Vec<_>>().join("::"))
        }
        _ => None,
    }
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

fn all_guards(files: &[SourceFile]) -> Result<Vec<Guard>> {
    let mut guards: Vec<Guard> = files.iter().flat_map(guards_of).collect();
    guards.extend(programs(&root().join("tests/programs"))?);
    Ok(guards)
}

/// The marks at the test functions of a file. A mark above anything else guards nothing and is no mark.
fn guards_of(file: &SourceFile) -> Vec<Guard> {
    let lines: Vec<&str> = file.text.lines().map(str::trim).collect();
    let mut guards = Vec::new();
    for (index, _) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("/// Guards ")) {
        let doc: Vec<&str> = lines[index..].iter().map_while(|line| line.strip_prefix("///")).collect();
        let after = &lines[index + doc.len()..];
        if after.first() != Some(&"#[test]") {
            continue;
        }
        let Some(test) = after.iter().take(4).find_map(|line| item_name(line)) else { continue };
        let text = doc.join(" ");
        let mark = text.split_once('.').map_or(text.as_str(), |(mark, _)| mark);
        let rules = mark.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        guards.push(Guard { test, file: file.path.clone(), rules });
    }
    guards
}

/// The marks of Java programs.
fn programs(folder: &Path) -> Result<Vec<Guard>> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(programs(&path)?);
            continue;
        }
        if path.extension().is_none_or(|ending| ending != "java") {
            continue;
        }
        let text = std::fs::read_to_string(&path)?;
        let marks = text.lines().filter_map(|line| line.strip_prefix("// guards: "));
        let rules: Vec<String> = marks.flat_map(str::split_whitespace).map(str::to_owned).collect();
        if !rules.is_empty() {
            let name = |part: Option<&std::ffi::OsStr>| {
                part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default()
            };
            let test =
                format!("{}/{}", name(path.parent().and_then(Path::file_name)), name(path.file_name()));
            found.push(Guard { test, file: path, rules });
        }
    }
    Ok(found)
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

    const RULE: &str = "/// **Summarize** [EHS16, Fig. 8]. Gives a set.\nfn summarize(heap: &Heap) {}\n";

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile { path: path.into(), text: text.into() }
    }

    #[test]
    fn a_rule_is_found_with_its_path() {
        let rules = rules_of(&file("crates/heap/src/strategy/mod.rs", RULE));
        let rule = rules.first().expect("the rule is found");
        assert_eq!((&*rule.name, &*rule.key, &*rule.place), ("Summarize", "EHS16", "Fig. 8"));
        assert_eq!(rule.path, "heap::strategy::summarize");
    }

    #[test]
    fn marks_must_name_rules_and_rules_need_marks() {
        let rules = rules_of(&file("crates/heap/src/lib.rs", RULE));
        assert_eq!(compare(&rules, &[]), ["`heap::summarize`: no test guards the rule Summarize"]);
        let test =
            "/// Guards\n/// Guards `heap::summarize`,\n/// `heap::other`. More.\n#[test]\nfn sums() {}\n";
        let guards = guards_of(&file("crates/heap/tests/sums.rs", test));
        let complaint = "crates/heap/tests/sums.rs: `sums` guards no rule `heap::other`";
        assert_eq!(compare(&rules, &guards), [complaint]);
    }

    #[test]
    fn a_mark_that_stands_at_no_test_is_none() {
        assert!(guards_of(&file("a.rs", "/// Guards `heap::summarize`.\nfn sums() {}\n")).is_empty());
    }
}
