//! Runs the prover on the transition systems under `tests/programs/terminate/its`, re-checks every proof, and makes
//! sure that the checker does not accept proofs that were tampered with.

use std::path::{Path, PathBuf};

use base::{Budget, Source};
use terminate::check::check;
use terminate::its::{Its, text};
use terminate::prove::{Proof, prove};
use terminate::size_change::SizeChange;

fn systems() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/terminate/its");
    let mut files: Vec<_> =
        folder.read_dir().expect("the folder exists").map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    files
}

fn read(path: &Path) -> (String, Its) {
    let content = std::fs::read_to_string(path).expect("readable");
    let source = Source::new(path.display().to_string(), content.clone());
    (content, text::parse(&source).unwrap_or_else(|wrong| panic!("{wrong}")))
}

#[test]
fn systems_get_the_expected_answer() {
    for path in systems() {
        let (content, its) = read(&path);
        let expected =
            content.lines().next().and_then(|line| line.strip_prefix("# expect: ")).expect("a first line");
        let answer = match prove(&its, &Budget::unlimited()) {
            Ok(proof) => {
                check(&proof).unwrap_or_else(|flaw| panic!("{}: {flaw}", path.display()));
                "terminates"
            }
            Err(_) => "unknown",
        };
        assert_eq!(answer, expected, "{}", path.display());
    }
}

/// Steps and evidence left out, functions reversed or made constant, guards of loops dropped, invariants invented:
/// none of these is a proof any more.
#[test]
fn tampered_proofs_are_rejected() {
    let mut rejected = 0;
    for path in systems() {
        let (_, its) = read(&path);
        let Ok(proof) = prove(&its, &Budget::unlimited()) else { continue };
        for tampered in mutations(&proof) {
            assert!(check(&tampered).is_err(), "{}: accepted {tampered:?}", path.display());
            rejected += 1;
        }
    }
    assert!(rejected > 100, "only {rejected} mutations");
}

fn mutations(proof: &Proof) -> Vec<Proof> {
    let mut out = Vec::new();
    for number in 0..proof.steps.len() {
        let mut without = proof.clone();
        without.steps.remove(number);
        out.push(without);
        let negated = |linear: &mut terminate::linear::Linear| *linear = linear.negated();
        let mut reversed = proof.clone();
        reversed.steps[number].functions.iter_mut().flatten().for_each(negated);
        out.push(reversed);
        let mut constant = proof.clone();
        for function in constant.steps[number].functions.iter_mut().flatten() {
            function.terms.clear();
        }
        out.push(constant);
        for index in 0..proof.steps[number].evidence.len() {
            let mut silent = proof.clone();
            silent.steps[number].evidence.remove(index);
            out.push(silent);
            let mut extra = proof.clone();
            if extra.steps[number].evidence[index].bounded.is_none() {
                extra.steps[number].evidence[index].bounded =
                    Some(terminate::facts::Farkas::Entailed(Vec::new()));
                out.push(extra);
            }
        }
    }
    for number in 0..proof.size_changes.len() {
        out.extend(changed_sizes(proof, number));
    }
    let all: Vec<usize> = (0..proof.its.transitions.len()).collect();
    for index in proof.its.components(&all).concat() {
        let mut unguarded = proof.clone();
        unguarded.its.transitions[index].guard.clear();
        if unguarded.its.transitions[index].guard != proof.its.transitions[index].guard {
            out.push(unguarded);
        }
    }
    let mut claimed = proof.clone();
    claimed.invariants[proof.its.start.0 as usize].push(terminate::linear::Constraint::contradiction());
    out.push(claimed);
    out
}

/// A size change left out, about fewer transitions or locations, with measures turned around or arcs made strict.
fn changed_sizes(proof: &Proof, number: usize) -> Vec<Proof> {
    let mut out = Vec::new();
    let mut tamper = |change: &dyn Fn(&mut SizeChange)| {
        let mut tampered = proof.clone();
        change(&mut tampered.size_changes[number]);
        out.push(tampered);
    };
    tamper(&|change| change.locations.clear());
    tamper(&|change| change.changes.clear());
    tamper(&|change| change.changes.iter_mut().for_each(|change| change.arcs.clear()));
    tamper(&|change| {
        change.measures.iter_mut().flatten().for_each(|measure| *measure = measure.negated());
    });
    for (index, said) in proof.size_changes[number].changes.iter().enumerate() {
        tamper(&|change| drop(change.changes.remove(index)));
        tamper(&|change| change.changes[index].arcs.retain(|arc| arc.bounded.is_none()));
        for (place, arc) in said.arcs.iter().enumerate().filter(|(_, arc)| arc.bounded.is_none()) {
            tamper(&|change| change.changes[index].arcs[place].bounded = Some(arc.decreases.clone()));
        }
    }
    let mut without = proof.clone();
    without.size_changes.remove(number);
    out.push(without);
    out
}

/// What no function ranks is left to size changes; what would have to be unfolded may be, too.
#[test]
fn size_changes_are_the_last_resort() {
    for path in systems() {
        let (_, its) = read(&path);
        let Ok(proof) = prove(&its, &Budget::unlimited()) else { continue };
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let is_left = ["size_change.its", "towards_each_other.its"].contains(&&*name);
        assert_eq!(!proof.size_changes.is_empty(), is_left, "{name}");
    }
}

#[test]
fn proofs_survive_json() {
    let (_, its) = read(&systems()[0]);
    let proof = prove(&its, &Budget::unlimited()).expect("the first system is a ranked one");
    let json = serde_json::to_string(&proof).expect("proofs are plain data");
    let back: Proof = serde_json::from_str(&json).expect("what was written can be read");
    assert_eq!(check(&back), Ok(()));
}
