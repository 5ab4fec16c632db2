//! `cupper explore` and `cupper compare` as a user sees them: output, JSON, exit status, messages about wrong use.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const NUMBERS: &str = "tests/programs/explore/Numbers.java";

fn cupper(args: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_cupper")).args(args).current_dir(root).output().expect("cupper runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_violation_is_shown_with_its_input() {
    let output = cupper(&["explore", NUMBERS, "--method", "Numbers.divide"]);
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(shown.contains("Numbers.divide(int, int): violation"), "{shown}");
    assert!(
        shown.contains("error: ArithmeticException: / by zero at tests/programs/explore/Numbers.java:5"),
        "{shown}"
    );
    assert!(shown.contains("b = 0") && shown.contains("when b == 0"), "{shown}");
}

#[test]
fn a_safe_method_is_status_zero() {
    let output = cupper(&["explore", NUMBERS, "--method", "Numbers.safeDivide"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("Numbers.safeDivide(int, int): safe (2 paths"), "{}", text(&output));
}

#[test]
fn json_has_the_finding_and_what_it_cost() {
    let output = cupper(&["explore", NUMBERS, "--method", "Numbers.divide", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let result = &json["results"][0];
    let finding = &result["findings"][0];
    assert_eq!((&result["verdict"], &result["word"]), (&"refuted".into(), &"violation".into()));
    assert_eq!((&finding["kind"], &finding["place"]["line"]), (&"ArithmeticException".into(), &5.into()));
    assert_eq!((&finding["place"]["file"], &finding["replayed"]), (&NUMBERS.into(), &true.into()));
    assert!(
        result["figures"]["forks.branch"].as_u64() > Some(0)
            && result["figures"]["queries"].as_u64() > Some(0)
    );
}

#[test]
fn pages_are_made_of_methods_with_arrays() {
    let output =
        cupper(&["explore", "tests/programs/explore/Nulls.java", "--method", "array", "--format", "html"]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(text(&output).starts_with("<!DOCTYPE html>"), "{errors}");
}

#[test]
fn threads_do_not_change_results() {
    let strip = |output: &Output| {
        let shown = text(output);
        shown.lines().map(|line| line.split(" (").next().unwrap_or(line).to_owned()).collect::<Vec<_>>()
    };
    let list = ["explore", "examples/explore/LinkedList.java", "--shape", "acyclic", "--loops", "3"];
    for args in [&["explore", NUMBERS][..], &list] {
        let one = cupper(args);
        let two = cupper(&[args, &["--jobs", "2"]].concat());
        assert_eq!(strip(&one)[..strip(&one).len() - 1], strip(&two)[..strip(&two).len() - 1]);
    }
}

#[test]
fn search_orders_do_not_change_what_is_found() {
    let found = |order: &str| {
        let out = cupper(&[
            "explore",
            "examples/explore/StackMachine.java",
            "--loops",
            "2",
            "--format",
            "json",
            "--search",
            order,
        ]);
        let json: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
        let results = json["results"].as_array().expect("a list").clone();
        let seen = |result: &serde_json::Value| {
            let findings = result["findings"].as_array().expect("a list").iter();
            let mut findings: Vec<String> =
                findings.map(|finding| format!("{} {}", finding["kind"], finding["place"])).collect();
            findings.sort();
            format!("{} {} {} {findings:?}", result["method"], result["word"], result["figures"]["paths"])
        };
        results.iter().map(seen).collect::<Vec<String>>()
    };
    let expected = found("dfs");
    assert!(expected.iter().any(|result| result.contains("ArithmeticException")), "{expected:?}");
    for order in ["mixed", "bfs", "coverage", "random"] {
        assert_eq!(found(order), expected, "{order}");
    }
}

/// With `--facts` what constructors make impossible is not found; the answer says so, and by which facts. Otherwise any state is asked about.
#[test]
fn facts_are_used_and_named() {
    let file = "tests/programs/explore/Facts.java";
    let given = cupper(&["explore", file, "--method", "Step.in", "--facts"]);
    let shown = text(&given);
    assert_eq!(given.status.code(), Some(0), "{shown}");
    assert!(shown.contains("Step.in(int): safe") && shown.contains("given `Step: d >= 1`"), "{shown}");
    assert!(shown.contains("assumed: objects are in states that their classes' own"), "{shown}");
    let json = cupper(&["explore", file, "--method", "Step.in", "--facts", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    let fact = &json["results"][0]["facts"][0];
    assert_eq!((&fact["class"], &fact["claim"]), (&"Step".into(), &"d >= 1".into()));
    assert!(fact["by"][0].as_str().is_some_and(|by| by.starts_with("Step.Step(int) line")), "{fact}");
    let any = cupper(&["explore", file, "--method", "Step.in"]);
    let shown = text(&any);
    assert_eq!(any.status.code(), Some(1), "{shown}");
    assert!(shown.contains("ArithmeticException") && !shown.contains("given"), "{shown}");
}

/// A terminal shows how far things are; Ctrl-C ends the search and what is known is printed.
#[test]
fn ctrl_c_prints_what_is_known() {
    let classes = tempfile::tempdir().expect("a temporary folder");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/explore/RedBlackTree.java");
    let compiled = testkit::javac().arg("-d").arg(classes.path()).arg(example).status();
    assert!(compiled.expect("javac runs").success());
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/terminal/interrupt.py");
    let out = Command::new("python3")
        .arg(driver)
        .args([" s left", env!("CARGO_BIN_EXE_cupper"), "explore"])
        .arg(classes.path())
        .args(["--method", "RedBlackTree.put", "--time", "300"])
        .output()
        .expect("python runs");
    let shown = text(&out);
    assert!(shown.contains(" paths, ") && shown.contains(" queries, "), "{shown}");
    assert!(shown.contains("RedBlackTree.put(int, int): unknown"), "{shown}");
    assert!(shown.contains("stopped by the user"), "{shown}");
    assert_eq!(out.status.code(), Some(3), "{shown}");
}

#[test]
fn wrong_use_is_one_message_and_status_two() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bare = folder.path().to_string_lossy().into_owned();
    let numbers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(NUMBERS);
    let compiled = Command::new("javac").args(["-g:none", "-d", &bare]).arg(numbers).status();
    assert!(compiled.expect("javac runs").success());
    let preconditions = "tests/programs/explore/Preconditions.java";
    let wrong: [(&[&str], &str); 8] = [
        (&["explore", &bare], "no-debug-info"),
        (&["explore", &bare, "--method", "Numbers.divide"], "no-debug-info"),
        (
            &["explore", preconditions, "--assume", "Preconditions.other", "--method", "use"],
            "bad-precondition",
        ),
        (&["explore", NUMBERS, "--method", "Numbers.nothing"], "unknown-method"),
        (&["explore", NUMBERS, "--method", "Nothing.divide"], "unknown-class"),
        (&["explore", NUMBERS, "--heap", "eager"], "unknown-strategy"),
        (&["explore", NUMBERS, "--assume", "Numbers.sign"], "bad-precondition"),
        (&["explore", "tests/programs/explore/Nowhere.java"], "target-not-found"),
    ];
    for (args, code) in wrong {
        let output = cupper(args);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(code), "{errors}");
    }
}

#[test]
fn deep_stacks_are_shown_at_their_ends() {
    let file = "tests/programs/explore/Overflows.java";
    let shown = text(&cupper(&["explore", file, "--method", "Overflows.factorial"]));
    assert!(shown.contains("StackOverflowError at tests/programs/explore/Overflows.java:7"), "{shown}");
    assert!(shown.contains("… 1000 more") && shown.lines().count() < 40, "{shown}");
}

/// A precondition says nothing about methods that do not have its arguments: they are explored without it.
#[test]
fn preconditions_hold_where_they_fit() {
    let file = "tests/programs/explore/Preconditions.java";
    let output = cupper(&["explore", file, "--assume", "Preconditions.repOk"]);
    let shown = text(&output);
    assert!(shown.contains("Preconditions.use(): safe"), "{shown}");
    assert!(shown.contains("Preconditions.half(int): violation"), "{shown}");
}

#[test]
fn strategies_are_compared_and_plotted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plot: PathBuf = folder.path().join("plot.svg");
    let file = "examples/explore/Traverse.java";
    let plot_arg = plot.to_string_lossy().into_owned();
    let output =
        cupper(&["compare", file, "--method", "Traverse.traverse", "--sizes", "1..2", "--plot", &plot_arg]);
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    for strategy in ["summary", "lazy", "lazier", "lazier-sharp", "implicit", "term"] {
        assert!(shown.contains(strategy), "{shown}");
    }
    assert!(std::fs::read_to_string(plot).expect("a plot").contains("<polyline"));
}
