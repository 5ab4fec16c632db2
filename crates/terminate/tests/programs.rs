//! The Java programs under `tests/programs/terminate`, each with the answers its comments expect; every proof is
//! re-checked, and no answer for one kind of integers may come from the other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use base::Budget;
use graph::{Inputs, Integers};
use program::{ClassPath, MethodId, Program};
use terminate::check::check;
use terminate::verdict::{Options, Verdict, decide};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/terminate")
}

fn sources() -> Vec<PathBuf> {
    let files = folder().read_dir().expect("the folder exists").map(|entry| entry.expect("readable").path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|e| e == "java")).collect();
    files.sort();
    files
}

/// `// key: value` lines.
fn header(path: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(path).expect("readable");
    let lines = text.lines().filter_map(|line| line.strip_prefix("// ")?.split_once(": "));
    lines.map(|(key, value)| (key.to_string(), value.to_string())).collect()
}

fn jdk() -> PathBuf {
    let settings =
        Command::new("java").args(["-XshowSettings:properties", "-version"]).output().expect("java runs");
    let text = String::from_utf8_lossy(&settings.stderr).into_owned();
    let home =
        text.lines().find_map(|line| line.trim().strip_prefix("java.home = ")).expect("java has a home");
    PathBuf::from(home)
}

fn find(program: &Program, name: &str) -> MethodId {
    let (class, method) = name.split_once('.').expect("Class.method");
    let class = program.class_named(class).expect("the class loads");
    let found = program.class(class).methods().find(|id| &*program.method(*id).name == method);
    found.expect("the method exists")
}

fn answer(program: &Program, method: &str, integers: Integers) -> &'static str {
    let inputs = if method.ends_with(".main") { Inputs::Main } else { Inputs::Any };
    let options = Options { integers, inputs, budget: Budget::seconds(20.0) };
    match decide(program, find(program, method), &options).verdict {
        Verdict::Terminates(proof) => {
            check(&proof).unwrap_or_else(|flaw| panic!("{method}: {flaw}"));
            "terminates"
        }
        Verdict::Diverges(_) => "diverges",
        Verdict::Unknown(reasons) => {
            assert!(!reasons.is_empty(), "{method}: unknown without a reason");
            "unknown"
        }
    }
}

#[test]
fn programs_get_the_expected_answers() {
    let classes = tempfile::tempdir().expect("a folder for classes");
    let status = Command::new("javac").arg("-g").arg("-d").arg(classes.path()).args(sources()).status();
    assert!(status.expect("javac runs").success());
    let path = ClassPath { entries: vec![classes.path().to_path_buf()], jdk: Some(jdk()) };
    let program = Program::new(&path).expect("the class path opens");
    let mut wrong = Vec::new();
    for source in sources() {
        let header = header(&source);
        for (mode, integers) in [("java", Integers::Java), ("unbounded", Integers::Unbounded)] {
            let expected = header[&format!("expect {mode}")].as_str();
            let got = answer(&program, &header["method"], integers);
            if got != expected {
                wrong.push(format!("{} ({mode}): {got}, expected {expected}", source.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
