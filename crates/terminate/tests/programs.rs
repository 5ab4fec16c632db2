//! The Java programs under `tests/programs/terminate`, each with the answers its comments expect, and the worked examples
//! of the thesis under `tests/programs/graph` with theirs. Every answer is written down as a certificate and checked again;
//! certificates that were tampered with, or that belong to another program, are rejected.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use base::Budget;
use graph::{Inputs, Integers};
use program::{ClassPath, MethodId, Program};
use terminate::certificate::{Certificate, Claim, InputKind, IntegerKind};
use terminate::verdict::{Options, Verdict, decide};

fn sources(feature: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(feature);
    let files = folder.read_dir().expect("the folder exists").map(|entry| entry.expect("readable").path());
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

/// A compiled folder of programs.
fn compile(feature: &str) -> (Program, tempfile::TempDir) {
    let classes = tempfile::tempdir().expect("a folder for classes");
    let javac = Command::new("javac").arg("-g").arg("-d").arg(classes.path()).args(sources(feature)).status();
    assert!(javac.expect("javac runs").success());
    let path = ClassPath { entries: vec![classes.path().to_path_buf()], jdk: Some(jdk()) };
    (Program::new(&path).expect("the class path opens"), classes)
}

fn find(program: &Program, name: &str) -> MethodId {
    let (class, method) = name.split_once('.').expect("Class.method");
    let class = program.class_named(class).expect("the class loads");
    let found = program.class(class).methods().find(|id| &*program.method(*id).name == method);
    found.expect("the method exists")
}

fn options(method: &str, integers: Integers, tree: bool) -> Options {
    let inputs = match () {
        () if method.ends_with(".main") => Inputs::Main,
        () if tree => Inputs::Tree,
        () => Inputs::Any,
    };
    Options { integers, inputs, budget: Budget::seconds(20.0) }
}

/// The verdict's word and its certificate, which was checked.
fn answer(program: &Program, name: &str, options: &Options) -> (&'static str, Certificate) {
    let method = find(program, name);
    let answer = decide(program, method, options);
    let certificate = Certificate::new(program, method, options, &answer);
    if let Err(rejection) = certificate.verify(program, method, &Budget::unlimited()) {
        panic!("{name}: {rejection}");
    }
    let word = match &answer.verdict {
        Verdict::Terminates(_) => "terminates",
        Verdict::Diverges(_) => "diverges",
        Verdict::Unknown(reasons) => {
            assert!(!reasons.is_empty(), "{name}: unknown without a reason");
            "unknown"
        }
    };
    (word, certificate)
}

#[test]
fn programs_get_the_expected_answers() {
    let (program, _classes) = compile("terminate");
    let mut wrong = Vec::new();
    for source in sources("terminate") {
        let header = header(&source);
        for (mode, integers) in [("java", Integers::Java), ("unbounded", Integers::Unbounded)] {
            let expected = header[&format!("expect {mode}")].as_str();
            let method = &header["method"];
            let (got, _) = answer(&program, method, &options(method, integers, false));
            if got != expected {
                wrong.push(format!("{} ({mode}): {got}, expected {expected}", source.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn worked_examples_get_the_expected_answers() {
    let (program, _classes) = compile("graph");
    let mut wrong = Vec::new();
    for source in sources("graph") {
        let header = header(&source);
        let command: Vec<&str> = header["graph"].split_whitespace().collect();
        let integers = if command.contains(&"unbounded") { Integers::Unbounded } else { Integers::Java };
        let options = options(command[0], integers, command.contains(&"tree"));
        let (got, _) = answer(&program, command[0], &options);
        if got != header["verdict"] {
            wrong.push(format!("{}: {got}, expected {}", source.display(), header["verdict"]));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Whether the certificate is accepted for a method.
fn is_valid(certificate: &Certificate, program: &Program, method: &str) -> bool {
    certificate.verify(program, find(program, method), &Budget::unlimited()).is_ok()
}

#[test]
fn foreign_and_tampered_proofs_are_rejected() {
    let (program, _classes) = compile("terminate");
    let unbounded = options("CountDown.run", Integers::Unbounded, false);
    let (_, proof) = answer(&program, "CountDown.run", &unbounded);
    assert!(is_valid(&proof, &program, "CountDown.run"));
    assert!(!is_valid(&proof, &program, "NestedLoops.run"), "a proof of another method");
    let mut tampered = proof.clone();
    tampered.inputs = InputKind::Main;
    tampered.integers = IntegerKind::Java;
    let Claim::Terminates(inner) = &mut tampered.claim else { panic!("there was a proof") };
    inner.view += 1;
    assert!(!is_valid(&tampered, &program, "CountDown.run"), "a proof of another view");
    for index in 0..inner_transitions(&proof) {
        let mut tampered = proof.clone();
        let Claim::Terminates(inner) = &mut tampered.claim else { panic!("there was a proof") };
        inner.its.transitions.remove(index);
        inner.kept.remove(index);
        assert!(!is_valid(&tampered, &program, "CountDown.run"), "a system without transition {index}");
    }
}

fn inner_transitions(certificate: &Certificate) -> usize {
    match &certificate.claim {
        Claim::Terminates(proof) => proof.its.transitions.len(),
        Claim::Diverges(_) | Claim::Nothing => 0,
    }
}

#[test]
fn tampered_runs_are_rejected() {
    let (program, _classes) = compile("terminate");
    let java = options("WalkInput.length", Integers::Java, false);
    let (word, run) = answer(&program, "WalkInput.length", &java);
    assert_eq!(word, "diverges");
    let json = serde_json::to_string(&run).expect("certificates are plain data");
    let back: Certificate = serde_json::from_str(&json).expect("what was written can be read");
    assert!(is_valid(&back, &program, "WalkInput.length"));
    let tampered = [
        (r#""object":0"#, r#""object":7"#),
        (r#"{"object":0}"#, r#""null""#),
        (r#""period":"#, r#""period":1"#),
        (r#""line":"#, r#""line":1"#),
        (r#""class":"WalkInput""#, r#""class":"CountDown""#),
    ];
    for (from, to) in tampered {
        assert!(json.contains(from), "{from} is not in {json}");
        let other: Certificate = serde_json::from_str(&json.replace(from, to)).expect("still well-formed");
        assert!(!is_valid(&other, &program, "WalkInput.length"), "{to}");
    }
}

#[test]
fn time_is_kept() {
    let (program, _classes) = compile("terminate");
    let limit = std::time::Duration::from_millis(400);
    let unlimited = options("Slow.main", Integers::Java, false);
    let options = Options { budget: Budget::unlimited().within(limit), ..unlimited };
    let started = std::time::Instant::now();
    decide(&program, find(&program, "Slow.main"), &options);
    let spent = started.elapsed();
    assert!(spent < limit * 2, "it took {spent:?} of {limit:?}");
}
