//! Exploring against trying everything: each method of `tests/programs/brute` takes one byte, is run with all 256 on the concrete
//! machine, and what failed there must be what exploring finds; nothing more, nothing less, and `safe` where nothing fails.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use explore::{
    Arg, Booted, Bounds, Entry, Explorer, Input, Options, Order, Outcome, Severity, Thrown, Verdict,
    all_entries, judge, replay,
};
use heap::{InputHeap, InputValue, Shape, by_name};
use program::{ClassPath, Program};

/// Exceptions by line and class.
type Failures = BTreeSet<(u32, String)>;

#[test]
fn exploring_finds_what_trying_finds() {
    let classes = compile();
    let program =
        Program::new(&ClassPath { entries: vec![classes.path().to_owned()], jdk: Some(jdk_home()) })
            .expect("the compiled classes");
    let mut booted = Booted::new(&program).expect("the JDK boots");
    let mut failing = 0;
    for entry in all_entries(&program).into_iter().filter(|entry| !entry.is_constructor) {
        let tried = try_all(&mut booted, &entry);
        let (verdict, found) = explored(&program, &mut booted, &entry);
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
        let input = Input { args: vec![arg], heap: InputHeap::default(), nondet: Vec::new() };
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
        strategy: by_name("summary").expect("the default"),
        order: Order::DepthFirst,
        shape: Shape::default(),
        bounds: Bounds { loops: 300, ..Bounds::default() },
        budget: base::Budget::seconds(30.0),
        precondition: None,
        replay: true,
        keep_paths: false,
        pictures: false,
        solver_steps: 4_000_000,
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

fn compile() -> tempfile::TempDir {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/brute/Small.java");
    let out = tempfile::tempdir().expect("a temporary folder");
    let status =
        Command::new("javac").arg("-g").arg("-d").arg(out.path()).arg(file).status().expect("javac runs");
    assert!(status.success(), "javac refused the program");
    out
}

fn jdk_home() -> PathBuf {
    let path = std::env::var_os("PATH").expect("a PATH");
    let java = std::env::split_paths(&path).map(|folder| folder.join("java")).find(|java| java.is_file());
    let java = java.expect("java is on the PATH").canonicalize().expect("java is a file");
    java.ancestors().nth(2).expect("java is in bin").to_owned()
}
