//! The same programs on this project's machine.

use std::collections::BTreeSet;

use base::{Diagnostic, Source};
use calculus::javalite::machine::{Control, State};
use calculus::javalite::parse::parse;
use calculus::language::Flow;
use calculus::run::{Limits, Run};
use calculus::session::Session;
use heap::STRATEGIES;

/// A method of a class `Node` with the fields `a`, `b`, `c`, `next` and `mark`.
pub fn program(body: &str) -> String {
    format!(
        "(((class Node ([Node a] [Node b] [Node c] [Node next] [bool mark])\n ((bool run [Node x]\n{body}))))\n (Node run))"
    )
}

pub fn run(text: &str, strategy: &str) -> Run<State> {
    let program = parse(&Source::new("erratum.javalite", text)).expect("the program is right");
    let session = Session::new(heap::by_name(strategy).expect("a strategy")).expect("the solver is there");
    session.run(&program, Limits { steps: 400, paths: 400, branches: 12, ..Limits::NONE }, |_| ())
}

/// The control-flow sequences of a body, the same for every strategy.
pub fn flows(body: &str) -> BTreeSet<Vec<Flow>> {
    let of = |name| run(&program(body), name).finals.into_iter().map(|state| state.flow).collect();
    let expected: BTreeSet<Vec<Flow>> = of("summary");
    for strategy in STRATEGIES {
        let found: BTreeSet<Vec<Flow>> = of(strategy.name());
        assert_eq!(found, expected, "{}", strategy.name());
    }
    expected
}

/// What a body gives on every path, as it prints.
pub fn results(body: &str) -> Vec<String> {
    let show = |state: State| match state.control {
        Control::End(outcome) => format!("{outcome:?}"),
        Control::Eval(_) | Control::Value(_) => panic!("the state is final"),
    };
    run(&program(body), "summary").finals.into_iter().map(show).collect()
}

pub fn rejection(text: &str) -> Diagnostic {
    parse(&Source::new("erratum.javalite", text)).expect_err("the program is wrong")
}
