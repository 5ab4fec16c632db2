//! `cupper code` as a user calls it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn cupper(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cupper")).arg("code").args(args).output().expect("cupper runs")
}

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/code").join(name)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn sources_are_compiled_and_shown() {
    let path = program("Loops.java");
    let output = cupper(&[&path.display().to_string(), "--method", "choose"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(shown.contains("static int Loops.choose(int r0:x)"), "{shown}");
    assert!(shown.contains("if r0:x <= 0 goto 3"), "{shown}");
    assert!(!shown.contains("gcd"), "{shown}");
}

#[test]
fn classes_of_the_jdk_are_shown_by_name() {
    let output = cupper(&["java.lang.Boolean", "--method", "booleanValue()Z"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("boolean java.lang.Boolean.booleanValue(java.lang.Boolean r0"));
}

#[test]
fn wrong_input_is_one_error_and_status_2() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let write = |name: &str, contents: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, contents).expect("is writable");
        path.display().to_string()
    };
    let broken = write("Broken.java", "class Broken { int f() { return; } }");
    let truncated = write("Truncated.class", "\u{ca}");
    let no_zip = write("no.jar", "no zip");
    let loops = program("Loops.java").display().to_string();
    for (code, args) in [
        ("target-not-found", vec!["no.such.Class"]),
        ("javac-failed", vec![broken.as_str()]),
        ("malformed-class-file", vec![truncated.as_str()]),
        ("malformed-jar", vec![no_zip.as_str()]),
        ("no-jdk", vec!["--jdk", "/", "java.lang.Object"]),
        ("unknown-method", vec![loops.as_str(), "--method", "absent"]),
    ] {
        let output = cupper(&args);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(&format!("error[{code}]")), "{args:?}: {said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}
