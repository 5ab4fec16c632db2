//! The six strategies on the papers' example: the same control flow, and for `summary` one state per path.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::Source;
use calculus::javalite::parse::parse;
use calculus::language::{Flow, State};
use calculus::run::{Event, Limits};
use calculus::session::Session;

fn example(name: &str) -> Arc<Source> {
    let path = format!("{}/../../examples/calculus/{name}", env!("CARGO_MANIFEST_DIR"));
    Source::new(name, std::fs::read_to_string(path).expect("the example is in the repository"))
}

/// The control-flow sequences a strategy ends in, with repetitions, and how many paths were cut.
fn flows(source: &Arc<Source>, strategy: &str, steps: usize) -> (Vec<Vec<Flow>>, usize) {
    let program = parse(source).expect("the example is right");
    let strategy = heap::by_name(strategy).expect("the strategy exists");
    let session = Session::new(strategy).expect("the solver is there");
    let run = session.run(&program, Limits { steps, paths: 10_000, ..Limits::default() }, |_| ());
    assert_eq!(run.unsupported, Vec::<String>::new());
    (run.finals.iter().map(|state| state.flow().to_vec()).collect(), run.cut)
}

#[test]
fn all_strategies_take_the_same_paths() {
    let source = example("contains.javalite");
    let (reference, _) = flows(&source, "summary", 80);
    let expected: BTreeSet<Vec<Flow>> = reference.iter().cloned().collect();
    assert!(expected.len() > 5, "{expected:?}");
    assert_eq!(expected.len(), reference.len(), "summary has one final state per path");
    for strategy in heap::STRATEGIES {
        let (found, _) = flows(&source, strategy.name(), 80);
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{}", strategy.name());
    }
}

/// The page shows every rule with what it says.
#[test]
fn every_rule_of_the_examples_is_explained() {
    let strategy = heap::by_name("summary").expect("the strategy exists");
    let limits = Limits { branches: 9, ..Limits::default() };
    for name in ["contains.javalite", "swap.javalite"] {
        let program = parse(&example(name)).expect("the example is right");
        Session::new(strategy).expect("the solver is there").run(&program, limits, |event| explained(&event));
    }
    let program = calculus::imp::parse::parse(&example("traverse.imp")).expect("the example is right");
    Session::new(strategy).expect("the solver is there").run(&program, limits, |event| explained(&event));
}

fn explained<S>(event: &Event<'_, S>) {
    if let Event::Step { rule, .. } = event {
        assert!(calculus::rules::statement(rule).is_some(), "`{rule}` has no statement");
    }
}
