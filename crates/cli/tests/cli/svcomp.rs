//! `cupper explore --svcomp` on small programs of our own: `tests/programs/svcomp/*/Main.java`.
//!
//! The header says what the last line is for a property, and for `FALSE` the place and perhaps a line of the witness:
//! `// assert: FALSE, Main.java:11, value = 7`.

use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn programs_have_their_verdicts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/svcomp");
    let mut programs: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the programs").flatten().map(|entry| entry.path()).collect();
    programs.sort();
    let mut checked = 0;
    for program in programs {
        let source = std::fs::read_to_string(program.join("Main.java")).expect("a program");
        for (property, expected) in source.lines().filter_map(header) {
            check(&program, property, expected);
            checked += 1;
        }
    }
    assert!(checked >= 8, "only {checked} verdicts were checked");
}

#[test]
fn a_folder_without_main_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("Other.java"), "class Other {}").expect("a file");
    let out = Command::new(env!("CARGO_BIN_EXE_cupper"))
        .args(["explore", "--svcomp", "assert"])
        .arg(folder.path())
        .output()
        .expect("cupper runs");
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&out.stderr).contains("missing-main"));
}

/// The property and what is expected of it.
fn header(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("// ")?
        .split_once(": ")
        .filter(|(property, _)| ["assert", "exceptions"].contains(property))
}

fn check(program: &Path, property: &str, expected: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let witness = folder.path().join("witness.graphml");
    let out = Command::new(env!("CARGO_BIN_EXE_cupper"))
        .args(["explore", "--svcomp", property, "--loops", "4", "--time", "60", "--witness"])
        .arg(&witness)
        .arg(program)
        .output()
        .expect("cupper runs");
    let shown = String::from_utf8_lossy(&out.stdout).into_owned();
    let context = format!("{} {property}:\n{shown}", program.display());
    let mut parts = expected.split(", ");
    let verdict = parts.next().expect("a verdict");
    assert_eq!(shown.lines().last(), Some(verdict), "{context}");
    let status = match verdict {
        "TRUE" => 0,
        "FALSE" => 1,
        _ => 3,
    };
    assert_eq!(out.status.code(), Some(status), "{context}");
    assert_eq!(witness.exists(), verdict == "FALSE", "{context}");
    if let Some(place) = parts.next() {
        assert!(shown.contains(place), "{context}");
        assert!(shown.contains(&format!("witness: {}", witness.display())), "{context}");
        let written = std::fs::read_to_string(&witness).expect("a witness");
        let line = place.rsplit(':').next().expect("a line");
        assert!(written.contains(&format!("<data key=\"startline\">{line}</data>")), "{written}");
        assert!(parts.next().is_none_or(|value| written.contains(value)), "{written}");
    }
}
