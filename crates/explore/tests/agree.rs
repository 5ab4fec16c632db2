//! All heap strategies find the same control-flow paths [EHS16, Cor. 10–11; VTU, Sect. 10], and those that summarise end
//! in one final state for each: on the methods of `tests/programs/agree` and `examples/explore`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use explore::{Booted, Bounds, Entry, Explorer, Options, Order, Outcome, Reason, all_entries};
use heap::{STRATEGIES, Shape, Strategy};
use program::{ClassPath, Program};

/// Methods that must agree for the test to mean something.
const ENOUGH: usize = 60;

#[test]
fn strategies_agree_on_heap_methods() {
    let classes = compile();
    let program =
        Program::new(&ClassPath { entries: vec![classes.path().to_owned()], jdk: Some(jdk_home()) })
            .expect("the compiled classes");
    let mut booted = Booted::new(&program).expect("the JDK boots");
    let mut agreed = 0;
    let mut wrong = Vec::new();
    for entry in all_entries(&program) {
        match agree(&program, &mut booted, &entry) {
            Ok(true) => agreed += 1,
            Ok(false) => {}
            Err(difference) => wrong.push(difference),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(agreed >= ENOUGH, "only {agreed} methods were compared");
}

type Flows = BTreeSet<(u64, String)>;

/// Whether all strategies finished and agree; what differs otherwise.
fn agree<'p>(program: &'p Program, booted: &mut Booted<'p>, entry: &Entry) -> Result<bool, String> {
    let mut expected: Option<Flows> = None;
    for strategy in STRATEGIES {
        let Some((flows, paths)) = flows(program, booted, entry, strategy) else { return Ok(false) };
        if strategy.name() == "summary" && flows.len() != paths {
            return Err(format!("{}: {paths} final states for {} flows", entry.name, flows.len()));
        }
        match &expected {
            None => expected = Some(flows),
            Some(expected) if *expected == flows => {}
            Some(expected) => {
                let (one, other) = (expected.len(), flows.len());
                return Err(format!(
                    "{}: summary has {one} flows, {} has {other}",
                    entry.name,
                    strategy.name()
                ));
            }
        }
    }
    Ok(true)
}

/// The control-flow paths and the number of final states; `None` if not all of them were found.
fn flows<'p>(
    program: &'p Program,
    booted: &mut Booted<'p>,
    entry: &Entry,
    strategy: &'static (dyn Strategy + Sync),
) -> Option<(Flows, usize)> {
    let bounds = Bounds {
        iterations: Some(1),
        loops: u32::MAX,
        recursion: u32::MAX,
        paths: 2000,
        ..Bounds::default()
    };
    let options = Options {
        strategy,
        order: Order::DepthFirst,
        shape: Shape::default(),
        bounds,
        budget: base::Budget::seconds(2.0),
        precondition: None,
        replay: false,
        keep_paths: false,
        solver_steps: 4_000_000,
    };
    let exploration =
        Explorer::explore(program, booted, entry.clone(), options, &mut |_| {}).expect("a solver");
    let whole = exploration.reasons.iter().all(|reason| *reason == Reason::Bound("loop iterations"));
    let end = |outcome: &Outcome| match outcome {
        Outcome::Threw(thrown) => thrown.class.clone(),
        other => format!("{other:?}"),
    };
    let flows = exploration.paths.iter().map(|path| (path.flow, end(&path.outcome))).collect();
    whole.then_some((flows, exploration.paths.len()))
}

fn compile() -> tempfile::TempDir {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["tests/programs/agree", "examples/explore"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder of programs");
        files.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "java"));
    files.sort();
    let out = tempfile::tempdir().expect("a temporary folder");
    let status =
        Command::new("javac").arg("-g").arg("-d").arg(out.path()).args(&files).status().expect("javac runs");
    assert!(status.success(), "javac refused the programs");
    out
}

fn jdk_home() -> PathBuf {
    let path = std::env::var_os("PATH").expect("a PATH");
    let java = std::env::split_paths(&path).map(|folder| folder.join("java")).find(|java| java.is_file());
    let java = java.expect("java is on the PATH").canonicalize().expect("java is a file");
    java.ancestors().nth(2).expect("java is in bin").to_owned()
}
