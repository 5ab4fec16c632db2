//! `cupper relevance` on small programs: `//~ irrelevant`, `//~ unreached` and `//~ part …` mark exactly what it must find, and
//! `… because …` also the reason it must give, and `… with 4, 7` the lines it has to go with; lines `// args: …` give options and `// unknown: …` the methods that must be unknown.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};
use testkit::test_programs;

fn main() {
    let trials = test_programs("relevance").into_iter().map(|file| {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Trial::test(name, move || check(&file))
    });
    let bare = Trial::test("classes without line numbers are unknown", without_lines);
    libtest_mimic::run(&Arguments::from_args(), trials.chain([bare]).collect()).exit();
}

/// Nothing can be said about the lines of code that does not tell them, least of all that they matter.
fn without_lines() -> Result<(), Failed> {
    let source = testkit::root().join("tests/programs/relevance/DeadCounter.java");
    let folder = tempfile::tempdir()?;
    let compiled = Command::new("javac").arg("-g:none").arg("-d").arg(folder.path()).arg(source).status()?;
    assert!(compiled.success());
    let output = Command::new(env!("CARGO_BIN_EXE_cupper"))
        .arg("relevance")
        .arg(folder.path())
        .args(["--format", "json"])
        .output()?;
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let results = report["results"].as_array().ok_or("there are results")?;
    let is_unknown = |result: &serde_json::Value| {
        result["verdict"] == "unknown" && result["reasons"].to_string().contains("without line numbers")
    };
    match !results.is_empty() && results.iter().all(is_unknown) {
        true => Ok(()),
        false => Err(report["results"].to_string().into()),
    }
}

fn check(file: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    let expected: BTreeSet<(u32, String)> = text
        .lines()
        .enumerate()
        .filter_map(|(index, line)| Some((index as u32 + 1, line.split_once("//~ ")?.1.trim().to_owned())))
        .collect();
    let header = |word: &'static str| text.lines().filter_map(move |line| line.strip_prefix(word));
    let options = header("// args: ").flat_map(str::split_whitespace);
    let mut unknown: BTreeSet<&str> = header("// unknown: ").collect();
    let output = Command::new(env!("CARGO_BIN_EXE_cupper"))
        .arg("relevance")
        .arg(file)
        .args(options)
        .args(["--format", "json"])
        .output()?;
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}\n{}", String::from_utf8_lossy(&output.stderr)))?;
    for result in report["results"].as_array().into_iter().flatten() {
        let target = result["method"].as_str().unwrap_or_default();
        if result["verdict"] == "unknown" && !unknown.remove(target) {
            return Err(format!("{target} is unknown: {}", result["reasons"]).into());
        }
    }
    if !unknown.is_empty() {
        return Err(format!("{unknown:?} should be unknown").into());
    }
    let mut found = BTreeSet::new();
    for line in report["sources"][0]["lines"].as_array().into_iter().flatten() {
        let word = match line["mark"].as_str() {
            Some("dim") => "irrelevant".to_owned(),
            Some("part") => part(&text, line),
            other => other.unwrap_or_default().to_owned(),
        };
        let number = line["line"].as_u64().unwrap_or(0) as u32;
        let why = format!("{word} because {}", line["why"].as_str().unwrap_or_default());
        let said = [format!("{why}{}", with(line)), why, word];
        let said =
            said.iter().find(|said| expected.contains(&(number, said.to_string()))).unwrap_or(&said[2]);
        found.insert((number, said.clone()));
    }
    if found == expected {
        return Ok(());
    }
    Err(format!("expected {expected:?}\n   found {found:?}").into())
}

/// `part` and the text of the part.
fn part(text: &str, line: &serde_json::Value) -> String {
    let number = line["line"].as_u64().unwrap_or(1) as usize;
    let column = |at: usize| line["columns"][at].as_u64().unwrap_or(0) as usize;
    let code = text.lines().nth(number - 1).unwrap_or_default();
    let part: String = code.chars().skip(column(0)).take(column(1) - column(0)).collect();
    format!("part {part}")
}

/// The other lines that one has to go with, as in ` with 4, 7`.
fn with(line: &serde_json::Value) -> String {
    let lines: Vec<String> =
        line["together"].as_array().into_iter().flatten().map(ToString::to_string).collect();
    if lines.is_empty() { String::new() } else { format!(" with {}", lines.join(", ")) }
}
