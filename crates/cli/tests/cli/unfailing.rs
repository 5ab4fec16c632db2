//! What graphs exclude, in `cupper explore`: `tests/programs/unfailing/Unfailing.java` says above each method whether that is true.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const LINES: &str = "tests/programs/unfailing/Lines.java";
const PROGRAM: &str = "tests/programs/unfailing/Unfailing.java";

#[test]
fn loops_are_safe_where_their_graphs_let_nothing_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join(PROGRAM)).expect("the program");
    // Exploring is cut short: what it leaves open is what graphs are for.
    let bounds = ["--loops", "1", "--recursion", "2", "--severity", "warning", "--format", "json"];
    let out = Command::new(env!("CARGO_BIN_EXE_cupper"))
        .args(["explore", PROGRAM])
        .args(bounds)
        .current_dir(root)
        .output()
        .expect("cupper runs");
    let report: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let results = report["results"].as_array().expect("a list");
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (truth, method) in claims(&text) {
        let name = format!("Unfailing.{method}(");
        let is_it =
            |result: &&serde_json::Value| result["method"].as_str().is_some_and(|it| it.starts_with(&name));
        let result = results.iter().find(is_it).expect("every method is explored");
        let (word, by) = (&result["word"], &result["proof"]["by"]);
        let is_right = if truth == "safe" { word == "safe" && by == "graph" } else { word != "safe" };
        if !is_right {
            wrong.push(format!("{method}: {word} by {by}, but {truth}"));
        }
        checked += 1;
    }
    assert!(wrong.is_empty() && checked > 35, "{checked} methods\n{}", wrong.join("\n"));
    let sum = &results.iter().find(|result| result["method"] == "Unfailing.sum(int[])").expect("it is there");
    let said = sum["proof"]["steps"][0]["message"].as_str().unwrap_or_default();
    assert!(said.starts_with("proven by a graph of "), "{sum}");
    assert_eq!(sum["assumptions"].as_array().map(Vec::len), Some(2), "{sum}");
}

/// `tests/programs/unfailing/Lines.java` says behind its lines what is excluded, and nothing else is.
#[test]
fn lines_are_told_what_does_not_happen_in_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join(LINES)).expect("the program");
    let expected: BTreeSet<String> = text
        .lines()
        .zip(1..)
        .filter_map(|(line, number)| Some((number, line.split_once("//~ ")?.1)))
        .flat_map(|(number, said)| said.split(", ").map(move |one| format!("{number} {one}")))
        .collect();
    let output = |args: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_cupper")).args(args).current_dir(&root).output();
        String::from_utf8_lossy(&out.expect("cupper runs").stdout).into_owned()
    };
    let shown =
        output(&["explore", LINES, "--method", "Lines.run", "--proofs", "--loops", "2", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
    let steps = report["results"][0]["excluded"].as_array().expect("something is excluded");
    let told = |step: &serde_json::Value| {
        format!("{} {}", step["place"]["line"], step["message"].as_str().unwrap_or_default())
    };
    assert_eq!(steps.iter().map(told).collect::<BTreeSet<String>>(), expected);
    assert_eq!(report["results"][0]["word"], "violation");
    let graph = output(&["graph", LINES, "--method", "Lines.run"]);
    let marks = graph.lines().filter(|line| line.starts_with("excluded: ")).count();
    assert_eq!(marks, expected.len(), "{graph}");
}

/// What is true of each method, and its name.
fn claims(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.lines().zip(text.lines().skip(1));
    lines.filter_map(|(line, head)| {
        let truth = line.trim().strip_prefix("//: ")?;
        Some((truth, head.split('(').next()?.rsplit(' ').next()?))
    })
}
