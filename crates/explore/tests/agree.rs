//! All heap strategies find the same control-flow paths [EHS16, Cor. 10–11; VTU, Sect. 10], and those that summarise end
//! in one final state for each: on the methods of `tests/programs/agree` and `examples/explore`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use explore::{Booted, Bounds, Entry, Explorer, Options, Outcome, Reason, all_entries};
use heap::{STRATEGIES, Shape, ShapeKind, Strategy};
use program::Program;
use testkit::{Compiled, compile, files};

/// Methods that must agree for the test to mean something.
const ENOUGH: usize = 60;

/// Which heaps, how many iterations of loops, and what one run may take.
struct Run {
    shape: ShapeKind,
    size: u32,
    paths: u64,
    seconds: f64,
}

/// Methods that need longer are left out of the comparison.
const QUICK: Run = Run { shape: ShapeKind::Any, size: 1, paths: 2000, seconds: 2.0 };

#[test]
fn strategies_agree_on_heap_methods() {
    let Compiled { program, .. } = &compile(&both());
    let mut booted = Booted::new(program).expect("the JDK boots");
    let mut agreed = 0;
    let mut wrong = Vec::new();
    for entry in all_entries(program) {
        match agree(program, &mut booted, &entry) {
            Ok(true) => agreed += 1,
            Ok(false) => {}
            Err(difference) => wrong.push(difference),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(agreed >= ENOUGH, "only {agreed} methods were compared");
}

/// The linked-list program of [EHS16, Figs. 1–2]: one final state per control-flow path whatever the size, while the
/// enumerating strategies have more, and more for each as lists grow.
#[test]
fn linked_list_has_one_final_state_per_flow() {
    let Compiled { program, .. } = &compile(&both());
    let mut booted = Booted::new(program).expect("the JDK boots");
    let mut count = |method: &str, strategy: &str, size: u32| {
        let entry = explore::find_method(program, method).expect("the example");
        let strategy = heap::by_name(strategy).expect("a strategy");
        let run = Run { shape: ShapeKind::Acyclic, size, paths: 4000, seconds: 60.0 };
        let (flows, paths) = flows(program, &mut booted, &entry, strategy, &run).expect("time is enough");
        (flows.len(), paths)
    };
    let mut run = |strategy: &str, size: u32| count("LinkedList.run", strategy, size);
    assert_eq!([1, 2, 3].map(|size| run("summary", size)), [(69, 69), (401, 401), (1523, 1523)]);
    assert_eq!([1, 2].map(|size| run("lazy", size)), [(69, 390), (401, 3172)]);
    assert_eq!([1, 2].map(|size| run("lazier-sharp", size)), [(69, 240), (401, 1818)]);
    let mut contains = |strategy: &str, size: u32| count("LinkedList.contains", strategy, size);
    for size in [1, 4, 16] {
        let flows = 2 * size as usize + 3;
        assert_eq!(contains("summary", size), (flows, flows));
    }
    assert_eq!([1, 2, 3, 4].map(|size| contains("lazy", size).1), [23, 63, 197, 707]);
    assert_eq!([1, 2, 3, 4].map(|size| contains("lazier-sharp", size).1), [14, 28, 54, 104]);
}

/// The programs of the tests and those that are shown to users.
fn both() -> Vec<PathBuf> {
    [files("tests/programs/agree", "java"), files("examples/explore", "java")].concat()
}

type Flows = BTreeSet<(u64, String)>;

/// Whether all strategies finished and agree; what differs otherwise.
fn agree<'p>(program: &'p Program, booted: &mut Booted<'p>, entry: &Entry) -> Result<bool, String> {
    let mut expected: Option<Flows> = None;
    for strategy in STRATEGIES {
        let Some((flows, paths)) = flows(program, booted, entry, strategy, &QUICK) else {
            return Ok(false);
        };
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
    run: &Run,
) -> Option<(Flows, usize)> {
    let bounds = Bounds {
        iterations: Some(run.size),
        loops: u32::MAX,
        recursion: u32::MAX,
        paths: run.paths,
        ..Bounds::default()
    };
    let options = Options {
        strategy,
        shape: Shape { kind: run.shape, ..Shape::default() },
        bounds,
        budget: base::Budget::seconds(run.seconds),
        replay: false,
        ..Options::default()
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
