//! The order in which the sides of `E = E` are evaluated makes no difference [VTU, Prop. 5.2], but for errors (erratum 14): where
//! either side may fail, the order decides which failure is met first, and so how failing inputs are grouped.

use std::collections::{BTreeMap, BTreeSet};

use calculus::language::Flow;
use heap::STRATEGIES;
use proptest::prelude::*;

use crate::concrete::finals;
use crate::cover::Cover;
use crate::imp::{Imp, Operands};
use crate::sample::{Sample, session};
use crate::tape::{config, tapes};

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn the_order_of_evaluation_makes_no_difference(tape in tapes()) {
        let written = Imp::with_operands(&tape, Operands::AsWritten);
        let swapped = Imp::with_operands(&tape, Operands::Swapped);
        if !written.is_small() || !swapped.is_small() {
            return Ok(());
        }
        for strategy in STRATEGIES {
            let (one, other) = (meaning(&written, strategy.name()), meaning(&swapped, strategy.name()));
            prop_assert_eq!(&one.regular, &other.regular, "{}\n{}", strategy.name(), written.text());
            prop_assert_eq!(&one.failing, &other.failing, "{}\n{}", strategy.name(), written.text());
        }
    }
}

#[derive(Debug, PartialEq)]
struct Meaning {
    /// Control flow and inputs of every state that did not fail.
    regular: Vec<(Vec<Flow>, BTreeSet<usize>)>,
    /// The inputs that fail, by the control flow before.
    failing: BTreeMap<Vec<Flow>, BTreeSet<usize>>,
    /// The inputs of every state that failed.
    failures: BTreeSet<BTreeSet<usize>>,
}

fn meaning(sample: &Imp, strategy: &str) -> Meaning {
    let session = session(crate::sample::strategy(strategy));
    let (cx, signature) = (session.cx(sample.language()), sample.signature());
    let inputs = signature.inputs();
    let mut out = Meaning { regular: vec![], failing: BTreeMap::new(), failures: BTreeSet::new() };
    for state in finals(sample, &session) {
        let covers = |(_, input): &(usize, &_)| Cover::new(cx, &state.heap, &signature, input).holds();
        let covered: BTreeSet<usize> = inputs.iter().enumerate().filter(covers).map(|(at, _)| at).collect();
        match state.flow.split_last() {
            Some((Flow::Null(_), before)) => {
                out.failing.entry(before.to_vec()).or_default().extend(&covered);
                out.failures.insert(covered);
            }
            _ => out.regular.push((state.flow, covered)),
        }
    }
    out.regular.sort();
    out.failing.retain(|_, inputs| !inputs.is_empty());
    out
}

/// Erratum 14: of `x.next = y.next`, the left side first groups all inputs with `x = nil`, the right side first those with
/// `y = nil`.
#[test]
fn errors_depend_on_the_order_of_evaluation() {
    let program = |test: &str| {
        format!(
            "begin record node {{ next : node; other : node; mark : bool; value : int }}
             var x : node; var y : node in if {test} then skip else skip end"
        )
    };
    let (left, right) = (Imp::of_text(program("x.next = y.next")), Imp::of_text(program("y.next = x.next")));
    for strategy in STRATEGIES {
        let (one, other) = (meaning(&left, strategy.name()), meaning(&right, strategy.name()));
        assert_eq!(one.regular, other.regular, "{}", strategy.name());
        assert_eq!(one.failing, other.failing, "{}", strategy.name());
        assert_ne!(one.failures, other.failures, "{}", strategy.name());
    }
}
