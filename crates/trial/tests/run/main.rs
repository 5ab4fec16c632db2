//! Soundness by running: what is verified is also run, on inputs made to satisfy the precondition, and the contract is
//! evaluated on what came out. A disagreement is a bug in the verifier or in the machine.
//!
//! - every method without expected failures of `examples/verify` and `tests/programs/verify` is run;
//! - each of these is run on the machine, and then statement by statement as the verifier sees it ([`trial::exec`]), where loop
//!   invariants and ghost code take part; both must end alike;
//! - programs in the paper's language are run statement by statement;
//! - every method of `tests/run/Wrong.java` has a wrong contract, and running it must show that;
//! - a method no input is found for is named in [`WITHOUT_INPUT`], one whose contract cannot be evaluated in
//!   [`UNDECIDED`]; anything else that is not run is a failure of the test.

mod paper;
mod programs;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::Source;
use testkit::{Compiled, compile, files};

use programs::{Report, Trial};

/// Files with mistakes on purpose, which javac refuses.
const REFUSED: &[&str] = &["Problems.java", "Tricks.java"];

/// Preconditions that hold for no input, or for none our generator finds.
const WITHOUT_INPUT: &[&str] = &[];

/// Contracts about something no run shows.
const UNDECIDED: &[&str] = &["Ghosts.java Ghosts.record: a ghost field"];

/// Bodies that cannot be run statement by statement.
const NOT_STEPPED: &[&str] = &[
    "Constructs.trusts: `Constructs.trusted (trusted)` has no body",
    // The superclass's part is there by its contract alone.
    "Derived.Derived: a ghost field",
];

/// Methods of `Wrong.java` that a run breaks; the others lack permissions, invariants or measures.
const BROKEN: &[&str] = &[
    "Wrong.forgetsOverflow",
    "Wrong.cutsTheList",
    "Wrong.offByOne",
    "Wrong.absolute",
    "Wrong.throwsUndeclared",
    "Wrong.pureButWrong",
    "Wrong.Wrong",
    "Wrong.touches",
    "Wrong.outsideTheRange",
];

#[test]
fn verified_methods_do_what_their_contracts_say() {
    let mut all = files("examples/verify", "java");
    all.extend(files("tests/programs/verify", "java"));
    let report = run(&all);
    println!(
        "{} methods run on {} inputs, {} arrivals at loops",
        report.methods, report.inputs, report.arrivals
    );
    assert!(report.disagreements.is_empty(), "\n{}", report.disagreements.join("\n"));
    assert!(report.breaches.is_empty(), "\n{}", report.breaches.join("\n"));
    let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(report.without_input, named(WITHOUT_INPUT), "methods without input");
    assert_eq!(report.undecided, named(UNDECIDED), "methods whose contract is undecided");
    assert_eq!(report.not_stepped, named(NOT_STEPPED), "methods not run step by step");
    assert!(report.methods > 60 && report.inputs > 500, "too little is run");
}

#[test]
fn the_papers_programs_do_what_their_contracts_say() {
    let mut report = Report::default();
    for file in files("examples/verify/idf", "idf") {
        paper::run(&read(&file), &mut report);
    }
    println!("{} members run on {} inputs", report.methods, report.inputs);
    assert!(report.disagreements.is_empty(), "\n{}", report.disagreements.join("\n"));
    assert!(report.without_input.is_empty(), "{:?}", report.without_input);
    assert!(report.undecided.is_empty(), "{:?}", report.undecided);
    assert!(report.methods > 10 && report.inputs > 200, "too little is run");
}

#[test]
fn a_wrong_program_of_the_paper_is_noticed() {
    let mut report = Report::default();
    paper::run(&read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run/Wrong.idf")), &mut report);
    assert_eq!(report.disagreements.len(), report.methods, "{:#?}", report.disagreements);
    assert!(report.methods >= 4, "the wrong contracts are there");
}

#[test]
fn wrong_contracts_are_noticed() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run/Wrong.java");
    let report = run(&[file]);
    let noticed: BTreeSet<&str> =
        report.disagreements.iter().filter_map(|text| text.split(':').next()).collect();
    assert_eq!(noticed.len(), report.methods, "noticed only {noticed:#?}");
    assert!(report.methods >= 8, "the wrong contracts are there");
    let broken: Vec<&str> = report.breaches.iter().filter_map(|text| text.split(':').next()).collect();
    assert_eq!(broken, BROKEN, "what a run breaks, and what only a proof shows to be wrong");
}

/// Compiles files, as many together as have no class of the same name, and runs what is in them.
fn run(files: &[PathBuf]) -> Report {
    let mut report = Report::default();
    for group in groups(files) {
        let Compiled { program, .. } = &compile(&group);
        for file in group {
            Trial::of(&read(&file), program, &mut report);
        }
    }
    report
}

/// Files in groups that declare each class once.
fn groups(files: &[PathBuf]) -> Vec<Vec<PathBuf>> {
    let mut out: Vec<(BTreeSet<String>, Vec<PathBuf>)> = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("the file is there");
        if REFUSED.iter().any(|name| file.ends_with(name)) {
            continue;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_head = |word: &str| matches!(word, "class" | "interface");
        let classes: BTreeSet<String> =
            words.windows(2).filter(|pair| is_head(pair[0])).map(|pair| pair[1].to_owned()).collect();
        match out.iter_mut().find(|(known, _)| known.is_disjoint(&classes)) {
            Some((known, group)) => {
                known.extend(classes);
                group.push(file.clone());
            }
            None => out.push((classes, vec![file.clone()])),
        }
    }
    out.into_iter().map(|(_, group)| group).collect()
}

fn read(file: &Path) -> Arc<Source> {
    let text = std::fs::read_to_string(file).expect("the file is there");
    let name = file.file_name().expect("a file").to_string_lossy().into_owned();
    Source::new(name, text)
}
