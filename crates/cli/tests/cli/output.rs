//! Forms of output as a user gets them: every format of every analysis, baselines, suppressions, the configuration file, and what
//! the command says about itself.

#[path = "../../../report/tests/support/schema.rs"]
mod schema;

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

const DIVIDE: &str = "class Divide {\n    static int by(int a, int b) {\n        return a / b;\n    }\n}\n";
const FORMATS: [&str; 5] = ["text", "json", "sarif", "junit", "html"];

/// A folder with one file in it, to run commands in.
fn folder(name: &str, text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(&folder, name, text);
    folder
}

fn write(folder: &TempDir, name: &str, text: &str) {
    std::fs::write(folder.path().join(name), text).expect("a temporary folder is writable");
}

/// Compiles a file into the folder `out`.
fn javac(folder: &TempDir, file: &str) {
    let status = testkit::javac().args(["-d", "out", file]).current_dir(folder.path()).status();
    assert!(status.expect("the suite needs `javac` on the path").success());
}

fn cupper(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cupper")).args(args).current_dir(folder).output().expect("cupper runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn every_analysis_has_every_format() {
    let folder = folder(
        "Loop.java",
        "class Loop {\n    static int f(int n) {\n        int lost = n;\n        int out = 0;\n        while (n > 0) {\n            n--;\n        }\n        return out;\n    }\n    //@ requires x > 0;\n    //@ ensures result > 1;\n    static int g(int x) {\n        return x;\n    }\n    static int h(int x) {\n        return 10 / x;\n    }\n}\n",
    );
    let commands: [&[&str]; 4] = [
        &["explore", "out", "--method", "Loop.h"],
        &["terminate", "out", "--method", "Loop.f"],
        &["verify", "Loop.java", "--method", "Loop.g"],
        &["relevance", "out", "--method", "Loop.f"],
    ];
    javac(&folder, "Loop.java");
    for command in commands {
        for format in FORMATS {
            let output = cupper(folder.path(), &[command, &["--format", format]].concat());
            let (shown, said) = (stdout(&output), stderr(&output));
            let is_proof = command[0] == "terminate";
            let status = match command[0] {
                "terminate" => 0,
                _ => 1,
            };
            assert_eq!(output.status.code(), Some(status), "{command:?} {format}: {shown}{said}");
            match format {
                "json" => schema::validate(&shown, schema::REPORT)
                    .unwrap_or_else(|error| panic!("{command:?}: {error}\n{shown}")),
                "sarif" => {
                    schema::validate(&shown, schema::SARIF)
                        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
                    assert_eq!(shown.contains("\"ruleId\""), !is_proof, "{shown}");
                }
                "junit" => assert!(shown.starts_with("<?xml") && shown.contains("<testcase"), "{shown}"),
                "html" => {
                    assert!(shown.starts_with("<!DOCTYPE html>") && !shown.contains("http"), "{command:?}")
                }
                _ => assert!(!shown.is_empty()),
            }
        }
    }
}

/// What every command says as JSON follows the one schema, whether it proves, refutes or does not know.
#[test]
fn every_command_follows_the_schema_of_reports() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = folder("Divide.java", DIVIDE);
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (certificate, plot, state, divide) =
        (file("certificate.json"), file("plot.svg"), file("check.jsonl"), file("Divide.java"));
    let count = "tests/programs/terminate/CountDown.java";
    let commands: [(&str, &[&str]); 16] = [
        ("refuted", &["explore", "examples/demo/Mistakes.java", "--method", "Mistakes.isOdd"]),
        ("proven", &["explore", "tests/programs/explore/Numbers.java", "--method", "Numbers.safeDivide"]),
        ("unknown", &["explore", "tests/programs/explore/Callers.java", "--method", "Callers.format"]),
        ("proven", &["terminate", count, "--method", "CountDown.run", "--certificate", &certificate]),
        (
            "refuted",
            &["terminate", "tests/programs/terminate/WalkInput.java", "--method", "WalkInput.length"],
        ),
        (
            "unknown",
            &["terminate", "tests/programs/terminate/UnknownNative.java", "--method", "UnknownNative.run"],
        ),
        ("proven", &["check-certificate", &certificate, count]),
        ("refuted", &["check-certificate", &certificate, count, "--integers", "unbounded"]),
        ("refuted", &["relevance", "examples/demo/Mistakes.java", "--method", "Mistakes.larger"]),
        ("proven", &["verify", "examples/verify/LinkedList.java"]),
        ("unknown", &["verify", "tests/programs/verify/inferred/Chain.java", "--no-infer"]),
        ("refuted", &["check", &divide, "--time", "20", "--state", &state]),
        ("proven", &["graph", count, "--method", "CountDown.run"]),
        ("proven", &["calculus", "run", "examples/calculus/swap.javalite"]),
        ("proven", &["facts", "tests/programs/facts/Makers.java"]),
        (
            "proven",
            &[
                "compare",
                "examples/explore/Traverse.java",
                "--method",
                "Traverse.traverse",
                "--sizes",
                "1..1",
                "--plot",
                &plot,
            ],
        ),
    ];
    for (verdict, command) in commands {
        let output = cupper(&root, &[command, &["--format", "json"]].concat());
        let shown = stdout(&output);
        schema::validate(&shown, schema::REPORT)
            .unwrap_or_else(|error| panic!("{command:?}: {error}\n{shown}{}", stderr(&output)));
        let report: Value = serde_json::from_str(&shown).expect("it follows the schema");
        let verdicts: Vec<&Value> =
            report["results"].as_array().into_iter().flatten().map(|result| &result["verdict"]).collect();
        assert!(verdicts.contains(&&verdict.into()), "{command:?}: {verdicts:?} {}", stderr(&output));
    }
    let report = file("run.json");
    let output = cupper(folder.path(), &["run", "--report", &report, "Divide.java"]);
    assert_eq!(output.status.code(), Some(2), "it has no `main`: {}", stderr(&output));
    write(&folder, "Main.java", "class Main { public static void main(String[] a) { System.exit(7); } }");
    assert_eq!(cupper(folder.path(), &["run", "--report", &report, "Main.java"]).status.code(), Some(7));
    let written = std::fs::read_to_string(&report).expect("the report was written");
    schema::validate(&written, schema::REPORT).unwrap_or_else(|error| panic!("{error}"));
    assert!(written.contains("ended with status 7"), "{written}");
}

#[test]
fn the_page_of_a_proof_has_the_graph_with_its_ranking_function() {
    let folder = folder(
        "Count.java",
        "class Count {\n    static void down(int n) {\n        while (n > 0) {\n            n--;\n        }\n    }\n}\n",
    );
    let page = stdout(&cupper(
        folder.path(),
        &["terminate", "Count.java", "--method", "Count.down", "--format", "html"],
    ));
    let data =
        page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("the data");
    let data: Value = serde_json::from_str(data).expect("JSON");
    let graph = &data["results"][0]["graphs"][0];
    assert!(
        graph["groups"][0]["text"].as_str().is_some_and(|text| text.contains("decreases `n`")),
        "{}",
        graph["groups"]
    );
    assert!(graph["views"][1]["nodes"].as_array().is_some_and(|nodes| nodes.len() > 3));
}

#[test]
fn the_page_of_an_exploration_has_its_tree_and_heaps() {
    let text = "class Node {\n    Node next;\n    int value;\n    static int second(Node n) {\n        if (n == null) {\n            return 0;\n        }\n        return n.next.value;\n    }\n}\n";
    let folder = folder("Node.java", text);
    let page = stdout(&cupper(
        folder.path(),
        &["explore", "Node.java", "--method", "Node.second", "--format", "html"],
    ));
    assert!(page.contains("Exploration tree") && page.contains("n.next == null"), "{page}");
    assert!(page.contains("class=\\\"heap\\\"") && page.contains("next = null"), "{page}");
}

#[test]
fn a_baseline_leaves_only_what_is_new() {
    let folder = folder("Divide.java", DIVIDE);
    let explore = |args: &[&str]| cupper(folder.path(), &[&["explore", "Divide.java"], args].concat());
    assert_eq!(explore(&["--write-baseline", "known.json"]).status.code(), Some(1));
    let output = explore(&["--baseline", "known.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).contains("1 finding left out"), "{}", stdout(&output));
    // Lines move, a new mistake comes in: only that is reported.
    let moved = format!(
        "// a new line\n\n{}",
        DIVIDE.replace("}\n}", "}\n    static int rest(int a, int b) {\n        return a % b;\n    }\n}")
    );
    write(&folder, "Divide.java", &moved);
    let output = explore(&["--baseline", "known.json", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let findings: Vec<&Value> = report["results"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|result| result["findings"][0].is_object())
        .collect();
    assert_eq!(findings.len(), 1, "{report}");
    assert_eq!(findings[0]["method"], "Divide.rest(int, int)");
    let output = explore(&["--baseline", "nowhere.json"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("cannot-read"), "{}", stderr(&output));
}

#[test]
fn comments_and_annotations_suppress() {
    let commented = DIVIDE.replace("a / b;", "a / b; // cupper:ignore ArithmeticException callers check");
    let annotated =
        DIVIDE.replace("    static", "    @SuppressWarnings(\"cupper:ArithmeticException\")\n    static");
    let other =
        DIVIDE.replace("    static", "    @SuppressWarnings(\"cupper:NullPointerException\")\n    static");
    let generated =
        format!("@interface Generated {{}}\n{}", DIVIDE.replace("    static", "    @Generated\n    static"));
    for (text, status) in [(&commented, 0), (&annotated, 0), (&other, 1), (&generated, 0)] {
        let folder = folder("Divide.java", text);
        for format in ["text", "sarif"] {
            let args = ["explore", "Divide.java", "--format", format, "--suppress-annotation", "Generated"];
            let output = cupper(folder.path(), &args);
            assert_eq!(
                output.status.code(),
                Some(status),
                "{format}: {}{}",
                stdout(&output),
                stderr(&output)
            );
        }
    }
    let folder = folder("Divide.java", &commented);
    assert_eq!(cupper(folder.path(), &["explore", "Divide.java"]).status.code(), Some(0));
}

#[test]
fn annotations_in_class_files_suppress_without_sources() {
    let folder = folder(
        "Divide.java",
        &format!("@interface Generated {{}}\n{}", DIVIDE.replace("    static", "    @Generated\n    static")),
    );
    javac(&folder, "Divide.java");
    assert_eq!(cupper(folder.path(), &["explore", "out"]).status.code(), Some(1));
    let output = cupper(folder.path(), &["explore", "out", "--suppress-annotation", "Generated"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn the_configuration_file_speaks_and_flags_win() {
    let folder = folder("Divide.java", DIVIDE);
    write(&folder, "cupper.toml", "jdk = \"/\"\n[explore]\nformat = \"junit\"\nseverity = \"warning\"\n");
    let output = cupper(folder.path(), &["explore", "Divide.java"]);
    assert!(
        stderr(&output).contains("no-jdk") || stderr(&output).contains("no-javac"),
        "{}",
        stderr(&output)
    );
    write(
        &folder,
        "cupper.toml",
        "[explore]\nformat = \"junit\"\nmethod = [\"Divide.by\"]\nsuppress-annotation = [\"Generated\"]\n",
    );
    assert!(stdout(&cupper(folder.path(), &["explore", "Divide.java"])).starts_with("<?xml"));
    let output = cupper(folder.path(), &["explore", "Divide.java", "--format", "sarif"]);
    assert!(stdout(&output).starts_with('{'), "{}", stdout(&output));
    write(&folder, "cupper.toml", "[explore]\nfromat = \"junit\"\n");
    let output = cupper(folder.path(), &["explore", "Divide.java"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("bad-config") && stderr(&output).contains("cupper.toml:2"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn the_command_explains_itself() {
    let here = Path::new(".");
    let all = stdout(&cupper(here, &["explain"]));
    for code in ["NullPointerException", "irrelevant-code", "bad-config", "postcondition.violated"] {
        assert!(all.contains(code), "{code}");
        let output = cupper(here, &["explain", code]);
        assert!(output.status.success() && stdout(&output).len() > code.len() + 20, "{code}");
    }
    assert_eq!(cupper(here, &["explain", "no-such-code"]).status.code(), Some(2));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&cupper(here, &["completions", shell]));
        assert!(script.contains("relevance") && script.contains("suppress-annotation"), "{shell}");
    }
    let manual = stdout(&cupper(here, &["man"]));
    assert!(manual.contains(".TH") && manual.contains("write\\-baseline"), "{manual}");
}
