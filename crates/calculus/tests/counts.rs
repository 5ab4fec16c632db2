//! The branch counts of the traversal loop [VTU, Sect. 6], from a run of the program in `examples/calculus`.

use base::Source;
use calculus::imp::parse::parse;
use calculus::iterations::{Iteration, iterations};
use calculus::run::Limit;
use calculus::session::Session;

fn counts(program: &str, strategy: &str, count: usize) -> Result<Vec<Iteration>, base::Diagnostic> {
    let program = parse(&Source::new("test.imp", program)).expect("the program is right");
    let session = Session::new(heap::by_name(strategy).expect("a strategy")).expect("the solver is there");
    let counts = iterations(&session, &program, count, None)?;
    assert!(counts.is_whole());
    Ok(counts.iterations)
}

fn traversal(strategy: &str, count: usize) -> Vec<Iteration> {
    let path = format!("{}/../../examples/calculus/traverse.imp", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the example is in the repository");
    counts(&text, strategy, count).expect("it has one loop")
}

/// Guards `heap::strategy::lazy::introduce`.
#[test]
fn hyperactive_enumeration() {
    for (n, iteration) in (1..).zip(traversal("lazy", 8)) {
        assert_eq!(iteration.went_on, n * (n + 1) / 2 + 2, "iteration {n}");
    }
}

/// Guards `heap::strategy::lazier::introduce`, `heap::strategy::lazier::resolve`,
/// `heap::strategy::lazier::null_test`.
#[test]
fn lazy_variable_unit_enumeration() {
    for name in ["lazier", "lazier-sharp"] {
        for (n, iteration) in (1..).zip(traversal(name, 8)) {
            assert_eq!(iteration.left + iteration.went_on, n * (n - 1) / 2 + 2, "{name}, iteration {n}");
        }
    }
}

/// Guards `heap::strategy::term::introduce`, `heap::strategy::implicit::is_feasible`.
#[test]
fn without_enumeration() {
    for name in ["summary", "implicit", "term"] {
        for iteration in traversal(name, 8) {
            assert_eq!(iteration, Iteration { left: 1, went_on: 1 }, "{name}");
        }
    }
}

const NODES: &str = "begin record node { next : node } var x : node; var y : node; var b : bool in";

#[test]
fn branches_beside_the_loop_are_no_iterations() {
    let before = format!(
        "{NODES} if b then skip else skip; if x = y then skip else skip; while x != nil do x := x.next end"
    );
    for iteration in counts(&before, "summary", 6).expect("it has one loop") {
        assert_eq!(iteration, Iteration { left: 4, went_on: 4 });
    }
    let inside = format!("{NODES} while x != nil do {{ if b then skip else skip; x := x.next }} end");
    let inside = counts(&inside, "summary", 6).expect("it has one loop");
    assert_eq!(inside[0], Iteration { left: 1, went_on: 2 });
    for iteration in &inside[1..] {
        assert_eq!(*iteration, Iteration { left: 2, went_on: 2 }, "`b` is decided once");
    }
}

#[test]
fn only_one_loop_can_be_counted() {
    let walk = "while x != nil do x := x.next";
    for (body, code) in [
        ("skip".to_owned(), "no-loop"),
        (format!("{walk}; {walk}"), "several-loops"),
        (format!("while y != nil do {{ {walk} }}"), "several-loops"),
    ] {
        let refused = counts(&format!("{NODES} {body} end"), "lazy", 3).expect_err("it is refused");
        assert_eq!(refused.code, code, "{body}");
    }
}

#[test]
fn a_loop_below_recursion_is_several() {
    let text = "begin record node { next : node } \
        proc walk(n : node; r : node) { while n != nil do n := n.next } \
        proc again(n : node; r : node) { call walk(n; r); if n != nil then call again(n; r) else skip } \
        var x : node; var y : node in call again(x; y) end";
    assert_eq!(counts(text, "lazy", 3).expect_err("it is refused").code, "several-loops");
}

#[test]
fn what_does_not_end_hits_a_limit() {
    let text = "begin record node { next : node } proc p(n : node; r : node) { call p(n; r) } var x : node; var y : node in \
        call p(x; y); while x != nil do x := x.next end";
    let program = parse(&Source::new("test.imp", text)).expect("the program is right");
    let session = Session::new(heap::by_name("lazy").expect("a strategy")).expect("the solver is there");
    let counts = iterations(&session, &program, 3, None).expect("it has one loop");
    assert_eq!(counts.hit.into_iter().collect::<Vec<_>>(), [Limit::Steps]);
}
