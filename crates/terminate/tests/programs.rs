//! The Java programs under `tests/programs/terminate`, each with the answers its comments expect, and the worked examples
//! of the thesis under `tests/programs/graph` with theirs. Every answer is written down as a certificate and checked again;
//! certificates that were tampered with, or that belong to another program, are rejected.

use std::path::Path;
use std::sync::LazyLock;

use base::{Budget, Id};
use graph::{Inputs, Integers};
use program::Program;
use terminate::certificate::{Certificate, Claim, InputKind};
use terminate::linear::Constraint;
use terminate::prove::Proof;
use terminate::summary::Summaries;
use terminate::verdict::{Options, Verdict, cuts, decide, prove_graph};
use testkit::{Compiled, compile, header, method, test_programs};

/// The programs of this suite, compiled once.
fn terminating() -> &'static Compiled {
    static COMPILED: LazyLock<Compiled> = LazyLock::new(|| compile(&test_programs("terminate")));
    &COMPILED
}

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
    Options { integers, inputs, facts: None, budget: Budget::seconds(20.0) }
}

/// The verdict's word and its certificate, which was checked.
fn answer(program: &Program, name: &str, options: &Options) -> (&'static str, Certificate) {
    let method = method(program, name);
    let answer = decide(program, method, options);
    let certificate = Certificate::new(program, method, options, &answer);
    let patient = Options { budget: Budget::unlimited(), ..options.clone() };
    if let Err(rejection) = certificate.verify(program, method, &patient) {
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
    let program = &terminating().program;
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

/// Endless runs are looked for first, which would hide a wrong proof.
#[test]
fn what_diverges_has_no_proof() {
    let sources = test_programs("terminate");
    let program = &terminating().program;
    for source in &sources {
        for (mode, integers) in [("java", Integers::Java), ("unbounded", Integers::Unbounded)] {
            if expected(source, &format!("expect {mode}")) != "diverges" {
                continue;
            }
            let name = &expected(source, "method");
            let options = Options { budget: Budget::seconds(3.0), ..options(name, integers, false) };
            let Ok(graph) = graph::build(program, method(program, name), &options.for_graph()) else {
                continue;
            };
            if cuts(program, &graph).is_empty() {
                let proof = prove_graph(program, &graph, &options.budget);
                assert!(proof.is_err(), "{name} ({mode}) diverges and was proven to terminate");
            }
        }
    }
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
fn is_valid(certificate: &Certificate, program: &Program, method: &str, options: &Options) -> bool {
    let options = &Options { budget: Budget::unlimited(), ..options.clone() };
    certificate.verify(program, testkit::method(program, method), options).is_ok()
}

#[test]
fn foreign_and_tampered_proofs_are_rejected() {
    let program = &terminating().program;
    for method in ["CountDown.run", "MarkRing.run", "ColorRing.run"] {
        let asked = &options(method, Integers::Unbounded, false);
        let (_, proof) = answer(program, method, asked);
        assert!(is_valid(&proof, program, method, asked));
        assert!(!is_valid(&proof, program, "NestedLoops.run", asked), "{method}: a proof of another method");
        let other_view = tampered(&proof, |proof| proof.view = 99);
        assert!(!is_valid(&other_view, program, method, asked), "{method}: a proof of a view there is not");
        for index in 0..inner_transitions(&proof) {
            let smaller = tampered(&proof, |proof| {
                proof.its.transitions.remove(index);
                proof.kept.remove(index);
            });
            assert!(
                !is_valid(&smaller, program, method, asked),
                "{method}: a system without transition {index}"
            );
            let changed = tampered(&proof, |proof| {
                let update = &mut proof.its.transitions[index].update;
                *update = update.iter().map(|linear| linear.plus_constant(-1)).collect();
            });
            let fits = inner_arguments(&proof, index) == 0;
            assert_eq!(
                is_valid(&changed, program, method, asked),
                fits,
                "{method}: other numbers in {index}"
            );
        }
    }
}

/// A list that ends has a proof for trees, which says nothing about rings: what it assumes is not its own choice.
#[test]
fn certificates_do_not_choose_their_question() {
    let program = &terminating().program;
    let name = "WalkInput.length";
    for integers in [Integers::Java, Integers::Unbounded] {
        let trees = options(name, integers, true);
        let (word, proof) = answer(program, name, &trees);
        assert_eq!(word, "terminates");
        assert!(is_valid(&proof, program, name, &trees));
        let any = options(name, integers, false);
        assert!(!is_valid(&proof, program, name, &any), "a proof for trees");
        let forged = Certificate { inputs: InputKind::Any, ..proof.clone() };
        assert!(!is_valid(&forged, program, name, &any), "a proof for trees, said to be for all");
        assert!(!is_valid(&forged, program, name, &trees), "another question");
        let other = if integers == Integers::Java { Integers::Unbounded } else { Integers::Java };
        assert!(!is_valid(&proof, program, name, &options(name, other, true)), "other integers");
    }
}

#[test]
fn tampered_summaries_are_rejected() {
    let program = &terminating().program;
    for (method, integers) in [("HalveCall.run", Integers::Java), ("CopyTail.run", Integers::Unbounded)] {
        let asked = &options(method, integers, false);
        let (_, proof) = answer(program, method, asked);
        let Claim::Terminates(honest) = &proof.claim else { panic!("{method} terminates") };
        let summaries = honest.summaries.as_ref().unwrap_or_else(|| panic!("{method} needs summaries"));
        let rejected = |what: &str, change: &dyn Fn(&mut Summaries)| {
            let forged = tampered(&proof, |proof| proof.summaries.iter_mut().for_each(change));
            assert!(!is_valid(&forged, program, method, asked), "{method}: {what}");
        };
        let without = tampered(&proof, |proof| proof.summaries = None);
        assert!(!is_valid(&without, program, method, asked), "{method}: no summaries");
        for index in 0..summaries.its.transitions.len() {
            rejected("a system with less", &|summaries| {
                summaries.its.transitions.remove(index);
                summaries.kept.remove(index);
            });
            rejected("other results", &|summaries| {
                let update = &mut summaries.its.transitions[index].update;
                update.iter_mut().for_each(|linear| *linear = linear.plus_constant(-1));
            });
            if !summaries.its.transitions[index].premises.is_empty() {
                rejected("other premises", &|summaries| {
                    summaries.its.transitions[index].premises.pop();
                });
            }
        }
        for (location, claimed) in summaries.invariants.iter().enumerate() {
            rejected("everything claimed", &|summaries| {
                summaries.invariants[location].push(Constraint::contradiction());
            });
            for index in 0..claimed.len() {
                rejected("more claimed", &|summaries| {
                    let claim = &mut summaries.invariants[location][index];
                    *claim = Constraint::at_least_zero(claim.linear.plus_constant(-1));
                });
                rejected("less evidence", &|summaries| {
                    let into = |index: &usize| summaries.its.transitions[*index].to.index() == location;
                    let into: Vec<usize> = (0..summaries.its.transitions.len()).filter(into).collect();
                    into.iter().for_each(|&number| drop(summaries.kept[number].remove(index)));
                });
            }
        }
    }
}

fn tampered(certificate: &Certificate, change: impl FnOnce(&mut Proof)) -> Certificate {
    let mut out = certificate.clone();
    let Claim::Terminates(proof) = &mut out.claim else { panic!("there was a proof") };
    change(proof);
    out
}

fn inner_arguments(certificate: &Certificate, transition: usize) -> usize {
    match &certificate.claim {
        Claim::Terminates(proof) => proof.its.transitions[transition].update.len(),
        Claim::Diverges(_) | Claim::Nothing => 0,
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
    let program = &terminating().program;
    let java = options("WalkInput.length", Integers::Java, false);
    let (word, run) = answer(program, "WalkInput.length", &java);
    assert_eq!(word, "diverges");
    let json = serde_json::to_string(&run).expect("certificates are plain data");
    let back: Certificate = serde_json::from_str(&json).expect("what was written can be read");
    assert!(is_valid(&back, program, "WalkInput.length", &java));
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
        assert!(!is_valid(&other, program, "WalkInput.length", &java), "{to}");
    }
}
