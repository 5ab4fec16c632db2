//! The Java programs under `tests/programs/terminate`, each with the answers its comments expect, and the worked examples
//! of the thesis under `tests/programs/graph` with theirs. Every answer is written down as a certificate and checked again;
//! certificates that were tampered with, or that belong to another program, are rejected.

#[path = "../../graph/tests/common/mod.rs"]
mod common;

use std::path::Path;

use base::Budget;
use common::{Compiled, compile, header, method, test_programs};
use graph::{Inputs, Integers};
use program::Program;
use terminate::certificate::{Certificate, Claim, InputKind, IntegerKind};
use terminate::verdict::{Options, Verdict, decide};

/// `// key: value` of a program's comments.
fn expected(source: &Path, key: &str) -> String {
    let text = std::fs::read_to_string(source).expect("readable");
    header(&text, key).next().unwrap_or_else(|| panic!("{} says no `{key}`", source.display())).to_string()
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
    let method = method(program, name);
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
    let sources = test_programs("terminate");
    let Compiled { program, .. } = &compile(&sources);
    let mut wrong = Vec::new();
    for source in &sources {
        for (mode, integers) in [("java", Integers::Java), ("unbounded", Integers::Unbounded)] {
            let word = expected(source, &format!("expect {mode}"));
            let method = &expected(source, "method");
            let (got, _) = answer(program, method, &options(method, integers, false));
            if got != word {
                wrong.push(format!("{} ({mode}): {got}, expected {word}", source.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn worked_examples_get_the_expected_answers() {
    let sources = test_programs("graph");
    let Compiled { program, .. } = &compile(&sources);
    let mut wrong = Vec::new();
    for source in &sources {
        let command = expected(source, "graph");
        let command: Vec<&str> = command.split_whitespace().collect();
        let integers = if command.contains(&"unbounded") { Integers::Unbounded } else { Integers::Java };
        let options = options(command[0], integers, command.contains(&"tree"));
        let (got, _) = answer(program, command[0], &options);
        let word = expected(source, "verdict");
        if got != word {
            wrong.push(format!("{}: {got}, expected {word}", source.display()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Whether the certificate is accepted for a method.
fn is_valid(certificate: &Certificate, program: &Program, method: &str) -> bool {
    certificate.verify(program, common::method(program, method), &Budget::unlimited()).is_ok()
}

#[test]
fn foreign_and_tampered_proofs_are_rejected() {
    let Compiled { program, .. } = &compile(&test_programs("terminate"));
    let unbounded = options("CountDown.run", Integers::Unbounded, false);
    let (_, proof) = answer(program, "CountDown.run", &unbounded);
    assert!(is_valid(&proof, program, "CountDown.run"));
    assert!(!is_valid(&proof, program, "NestedLoops.run"), "a proof of another method");
    let mut tampered = proof.clone();
    tampered.inputs = InputKind::Main;
    tampered.integers = IntegerKind::Java;
    let Claim::Terminates(inner) = &mut tampered.claim else { panic!("there was a proof") };
    inner.view += 1;
    assert!(!is_valid(&tampered, program, "CountDown.run"), "a proof of another view");
    for index in 0..inner_transitions(&proof) {
        let mut tampered = proof.clone();
        let Claim::Terminates(inner) = &mut tampered.claim else { panic!("there was a proof") };
        inner.its.transitions.remove(index);
        inner.kept.remove(index);
        assert!(!is_valid(&tampered, program, "CountDown.run"), "a system without transition {index}");
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
    let Compiled { program, .. } = &compile(&test_programs("terminate"));
    let java = options("WalkInput.length", Integers::Java, false);
    let (word, run) = answer(program, "WalkInput.length", &java);
    assert_eq!(word, "diverges");
    let json = serde_json::to_string(&run).expect("certificates are plain data");
    let back: Certificate = serde_json::from_str(&json).expect("what was written can be read");
    assert!(is_valid(&back, program, "WalkInput.length"));
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
        assert!(!is_valid(&other, program, "WalkInput.length"), "{to}");
    }
}
