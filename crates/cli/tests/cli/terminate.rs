//! `cupper terminate`, `check-certificate` and `graph` as a user sees them: words, exit status, formats, limits, mistakes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/terminate").join(name)
}

fn cupper(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cupper")).args(args).output().expect("cupper runs")
}

/// Exit status, standard output and standard error.
fn run(command: &str, name: &str, rest: &[&str]) -> (i32, String, String) {
    let path = program(name).display().to_string();
    let output = cupper(&[&[command, path.as_str()], rest].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

#[test]
fn answers_have_a_word_a_status_and_a_reason() {
    let method = |name| ["--method", name, "--explain"];
    let (status, text, _) = run("terminate", "CountDown.java", &method("CountDown.run"));
    assert_eq!(status, 0);
    assert!(
        text.starts_with("CountDown.run(int): terminates (")
            && text.contains("  figures: edges ")
            && text.contains("decreases `n`, bounded by 0"),
        "{text}"
    );
    let (status, text, _) = run("terminate", "WalkInput.java", &method("WalkInput.length"));
    assert_eq!(status, 1);
    assert!(
        text.contains("error[diverges]: runs forever at ")
            && text.contains("= #0, #0 = WalkInput { next = #0 }"),
        "{text}"
    );
    let (status, text, _) = run("terminate", "UnknownNative.java", &method("UnknownNative.run"));
    assert_eq!(status, 3);
    assert!(text.contains("native method `UnknownNative.ask` is not modelled"), "{text}");
}

#[test]
fn json_says_the_same() {
    for (name, method, word, said) in [
        ("CountDown.java", "CountDown.run", "terminates", "/proof/steps/0/message"),
        ("SwapForever.java", "SwapForever.run", "diverges", "/findings/0/flow/0/message"),
        ("UnknownNative.java", "UnknownNative.run", "unknown", "/reasons/0/what"),
    ] {
        let (_, text, _) = run("terminate", name, &["--method", method, "--format", "json"]);
        let json: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let result = &json["results"][0];
        assert_eq!(result["word"], word);
        assert!(result.pointer(said).is_some(), "{text}");
    }
}

#[test]
fn certificates_are_checked_with_and_without_the_program() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("answer.json").display().to_string();
    let certified = |name: &str, method: &str| {
        run("terminate", name, &["--method", method, "--certificate", &file]);
        let source = program(name).display().to_string();
        let alone = cupper(&["check-certificate", &file]);
        let derived = cupper(&["check-certificate", &file, &source]);
        (alone.status.code(), derived.status.code(), String::from_utf8_lossy(&derived.stdout).into_owned())
    };
    let (alone, derived, text) = certified("CountDown.java", "CountDown.run");
    assert_eq!((alone, derived), (Some(0), Some(0)), "{text}");
    let other = program("NestedLoops.java").display().to_string();
    assert_eq!(cupper(&["check-certificate", &file, &other]).status.code(), Some(2), "another program");
    let (alone, derived, text) = certified("SwapForever.java", "SwapForever.run");
    assert_eq!((alone, derived), (Some(2), Some(0)), "{text}");
    let (alone, _, _) = certified("UnknownNative.java", "UnknownNative.run");
    assert_eq!(alone, Some(3), "nothing is claimed");
    std::fs::write(&file, "{}").expect("writable");
    assert_eq!(cupper(&["check-certificate", &file]).status.code(), Some(2));
}

#[test]
fn certificates_must_assume_what_is_asked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("answer.json").display().to_string();
    let source = program("CountDown.java").display().to_string();
    let checked = |rest: &[&str]| {
        let output = cupper(&[&["check-certificate", &file], rest].concat());
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let unbounded = ["--integers", "unbounded"];
    let asked = ["--method", "CountDown.run", "--certificate", &file];
    run("terminate", "CountDown.java", &[&asked[..], &unbounded].concat());
    for target in [&[][..], &[source.as_str()]] {
        let (status, text) = checked(&[target, &unbounded].concat());
        assert_eq!(status, Some(0), "{text}");
        assert!(
            text.contains("valid: it terminates")
                && text.contains("assumed: unbounded integers, any arguments"),
            "{text}"
        );
        let (status, text) = checked(target);
        assert_eq!(status, Some(1), "{text}");
        assert!(text.contains("it speaks of unbounded integers, and java integers were asked for"), "{text}");
    }
    let honest = std::fs::read_to_string(&file).expect("it was written");
    for other in ["tree", "main"] {
        let forged = honest.replace("\"inputs\": \"any\"", &format!("\"inputs\": \"{other}\""));
        assert_ne!(forged, honest);
        std::fs::write(&file, forged).expect("writable");
        for target in [&[][..], &[source.as_str()]] {
            let (status, text) = checked(&[target, &unbounded].concat());
            assert_eq!(status, Some(1), "{other}: {text}");
            assert!(text.contains("any arguments were asked for"), "{text}");
        }
    }
}

#[test]
fn graphs_are_shown_in_every_format() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let page = folder.path().join("graph.html").display().to_string();
    for (format, sign) in
        [("dot", "digraph"), ("json", "{"), ("text", "CountDown.run@"), ("html", "graph.html")]
    {
        let args = ["--method", "CountDown.run", "--format", format, "--output", &page];
        let (status, text, errors) = run("graph", "CountDown.java", &args);
        assert_eq!(status, 0, "{errors}");
        assert!(text.contains(sign), "{format}: {text}");
    }
    assert!(std::fs::read_to_string(&page).expect("the page was written").contains("CountDown.run"));
}

#[test]
fn mistakes_get_one_message() {
    for (name, args, code) in [
        ("CountDown.java", vec!["--method", "CountDown.none"], "unknown-method"),
        ("CountDown.java", vec!["--method", "None.run"], "unknown-class"),
        ("CountDown.java", vec!["--method", "nonsense"], "unknown-method"),
        ("CountDown.java", vec![], "no-main"),
        ("NoSuchFile.java", vec![], "target-not-found"),
    ] {
        let (status, _, errors) = run("terminate", name, &args);
        assert_eq!(status, 2, "{name} {args:?}: {errors}");
        assert!(errors.contains(code), "{name} {args:?}: {errors}");
    }
}

/// Start-up comes on top of the limit.
#[test]
fn the_time_limit_is_kept() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let javac = testkit::javac().arg("-d").arg(folder.path()).arg(program("Slow.java")).status();
    assert!(javac.expect("javac runs").success());
    let classes = folder.path().display().to_string();
    let spent = |limit: &str| {
        let started = Instant::now();
        cupper(&["terminate", &classes, "--timeout", limit]);
        started.elapsed()
    };
    let start_up = spent("0.001");
    assert!(spent("1") < start_up + Duration::from_millis(2500));
}

#[test]
fn the_memory_limit_is_kept() {
    let (status, text, _) = run("terminate", "Slow.java", &["--memory", "1"]);
    assert_eq!(status, 3);
    assert!(
        text.contains(": unknown (")
            && text.contains("unknown: memory limit reached while building the graph\n"),
        "{text}"
    );
}

#[test]
fn odd_limits_are_limits() {
    let (status, text, _) = run("terminate", "Slow.java", &["--timeout=0"]);
    assert_eq!(status, 3);
    assert!(text.contains("time limit reached"), "{text}");
    for wrong in ["-1", "NaN"] {
        let (status, _, errors) = run("terminate", "Slow.java", &[&format!("--timeout={wrong}")]);
        assert_eq!(status, 2, "{wrong}");
        assert!(errors.contains("less than no time"), "{wrong}: {errors}");
    }
    assert_eq!(run("terminate", "CountDown.java", &["--method", "CountDown.run", "--timeout", "inf"]).0, 0);
}

#[test]
fn the_competition_wants_its_word_first() {
    let (_, text, _) = run("terminate", "RingLength.java", &["--termcomp"]);
    assert!(text.starts_with("NO\n"), "{text}");
    let (_, text, _) = run("terminate", "ListLength.java", &["--termcomp"]);
    assert!(text.starts_with("YES\n"), "{text}");
}
