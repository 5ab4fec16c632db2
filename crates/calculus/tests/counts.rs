//! The branch counts of the traversal loop [VTU, Sect. 6], from a run of the program in `examples/calculus`.

use base::Source;
use calculus::imp::parse::parse;
use calculus::iterations::{Iteration, iterations};
use calculus::session::Session;

fn traversal(strategy: &str, count: usize) -> Vec<Iteration> {
    let path = format!("{}/../../examples/calculus/traverse.imp", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the example is in the repository");
    let program = parse(&Source::new("traverse.imp", text)).expect("the example is right");
    let session = Session::new(heap::by_name(strategy).expect("a strategy")).expect("the solver is there");
    iterations(&session, &program, count)
}

#[test]
fn hyperactive_enumeration() {
    for (n, iteration) in (1..).zip(traversal("lazy", 8)) {
        assert_eq!(iteration.went_on, n * (n + 1) / 2 + 2, "iteration {n}");
    }
}

#[test]
fn lazy_variable_unit_enumeration() {
    for name in ["lazier", "lazier-sharp"] {
        for (n, iteration) in (1..).zip(traversal(name, 8)) {
            assert_eq!(iteration.left + iteration.went_on, n * (n - 1) / 2 + 2, "{name}, iteration {n}");
        }
    }
}

#[test]
fn without_enumeration() {
    for name in ["summary", "implicit", "term"] {
        for iteration in traversal(name, 8) {
            assert_eq!(iteration, Iteration { left: 1, went_on: 1 }, "{name}");
        }
    }
}
