//! Limits are kept: a large generated program is given little time or memory, and the answer is *unknown*, for that
//! reason, soon enough.

use std::time::{Duration, Instant};

use base::Budget;
use base::budget::{peak_bytes, resident_bytes};
use graph::{Inputs, Integers};
use terminate::verdict::{Options, Verdict, decide};
use testkit::{Compiled, compile_text, method};

/// The reasons why `run` of the class is not decided within the budget.
fn reasons(compiled: &Compiled, class: &str, budget: Budget) -> String {
    reasons_for(compiled, class, Integers::Java, budget)
}

fn reasons_for(compiled: &Compiled, class: &str, integers: Integers, budget: Budget) -> String {
    let options = Options { integers, inputs: Inputs::Any, facts: None, budget };
    let start = method(&compiled.program, &format!("{class}.run"));
    match decide(&compiled.program, start, &options).verdict {
        Verdict::Unknown(reasons) => reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        Verdict::Terminates(_) => "terminates".into(),
        Verdict::Diverges(_) => "diverges".into(),
    }
}

/// Loops within loops: the graph is small, the search for a proof is not.
fn nested_loops(depth: usize) -> String {
    let mut text = "class Deep { static void run(int n) { int i0 = 0;\n".to_string();
    for level in 1..=depth {
        text += &format!("for (int i{level} = i{}; i{level} < n; i{level}++) {{\n", level - 1);
    }
    text + &"}".repeat(depth + 2)
}

/// An object with many parts, all of them in every state: the graph needs much memory.
fn many_fields(fields: usize) -> String {
    let mut text = "class Wide {\n".to_string();
    for field in 0..fields {
        text += &format!("Object f{field} = new Object();\n");
    }
    text + "static void run(int n) { Wide w = new Wide(); for (int i = 0; i < n; i++) w.f0 = w.f1; } }"
}

#[test]
fn time_is_kept() {
    let compiled = compile_text("Deep", &nested_loops(16));
    let limit = Duration::from_secs(1);
    let started = Instant::now();
    let reasons = reasons(&compiled, "Deep", Budget::unlimited().within(limit));
    let spent = started.elapsed();
    assert_eq!(reasons, "time limit reached while looking for a ranking function");
    // A tenth is what we promise; the rest is for machines with much else to do.
    assert!(spent < limit * 2, "it took {spent:?} of {limit:?}");
}

/// Every round makes the expression for the number longer.
#[test]
fn time_is_kept_while_runs_are_watched() {
    let text = "class Tripled { static void run() { short s = 1; while (s != 0) s *= 3; } }";
    let compiled = compile_text("Tripled", text);
    let limit = Duration::from_secs(1);
    let started = Instant::now();
    let budget = Budget::unlimited().within(limit);
    let said = reasons_for(&compiled, "Tripled", Integers::Unbounded, budget);
    let spent = started.elapsed();
    assert!(said == "diverges" || spent < limit * 2, "it took {spent:?} of {limit:?}: {said}");
}

#[test]
fn memory_is_kept() {
    let compiled = compile_text("Wide", &many_fields(900));
    let limit = resident_bytes().expect("the system tells") + (40 << 20);
    let reasons = reasons(&compiled, "Wide", Budget::unlimited().with_memory(limit));
    assert_eq!(reasons, "memory limit reached while building the graph");
    let peak = peak_bytes().expect("the system tells");
    // Of so small a limit the states between two looks are more than a tenth.
    assert!(peak < limit + limit / 4, "{peak} bytes of {limit}");
}
