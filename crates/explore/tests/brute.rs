//! Exploring against trying everything: each method of `tests/programs/brute` takes one byte, is run with all 256 on the concrete
//! machine, and what failed there must be what exploring finds; nothing more, nothing less, and `safe` where nothing fails.

use std::collections::BTreeSet;

use explore::{
    Arg, Booted, Bounds, Entry, Explorer, Input, Options, Outcome, Severity, Thrown, Verdict, all_entries,
    judge, replay,
};
use heap::{InputHeap, InputValue};
use program::Program;
use testkit::{Compiled, compile, files};

/// Exceptions by line and class.
type Failures = BTreeSet<(u32, String)>;

#[test]
fn exploring_finds_what_trying_finds() {
    let Compiled { program, .. } = &compile(&files("tests/programs/brute", "java"));
    let mut booted = Booted::new(program).expect("the JDK boots");
    let mut failing = 0;
    for entry in all_entries(program).into_iter().filter(|entry| !entry.is_constructor) {
        let tried = try_all(&mut booted, &entry);
        let (verdict, found) = explored(program, &mut booted, &entry);
        assert_eq!(found, tried, "{}", entry.name);
        let expected = if tried.is_empty() { Verdict::Safe } else { Verdict::Violation };
        assert_eq!(verdict, expected, "{}", entry.name);
        failing += usize::from(!tried.is_empty());
    }
    assert!(failing >= 10, "only {failing} methods fail");
}

fn try_all(booted: &mut Booted<'_>, entry: &Entry) -> Failures {
    let mut out = Failures::new();
    for value in i8::MIN..=i8::MAX {
        let param = &entry.params[0];
        let arg = Arg { name: param.name.clone(), ty: param.ty, value: InputValue::Int(value.into()) };
        let input = Input {
            args: vec![arg],
            statics: Vec::new(),
            heap: InputHeap::default(),
            nondet: Vec::new(),
            asked: Vec::new(),
        };
        match replay::replay(booted, entry, &input).outcome {
            Outcome::Threw(thrown) => {
                out.insert(failure(&thrown));
            }
            Outcome::Returned => {}
            other => panic!("{} on {value} ended in {other:?}", entry.name),
        }
    }
    out
}

fn explored<'p>(program: &'p Program, booted: &mut Booted<'p>, entry: &Entry) -> (Verdict, Failures) {
    let options = Options {
        bounds: Bounds { loops: 300, ..Bounds::default() },
        budget: base::Budget::seconds(30.0),
        ..Options::default()
    };
    let exploration =
        Explorer::explore(program, booted, entry.clone(), options, &mut |_| {}).expect("a solver");
    let result = judge(program, &exploration, Severity::Note);
    let found = result.findings.iter().map(|finding| failure(&finding.thrown)).collect();
    (result.verdict, found)
}

fn failure(thrown: &Thrown) -> (u32, String) {
    let line = thrown.own_frame().and_then(|frame| frame.line);
    (line.expect("compiled with lines"), thrown.kind().to_owned())
}
