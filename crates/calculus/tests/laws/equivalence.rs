//! All strategies take the same control-flow paths [EHS16, Cor. 10]; a summary has one final state for each [EHS16, Cor. 11].

use std::collections::BTreeSet;

use calculus::language::{Flow, State};
use heap::STRATEGIES;
use proptest::prelude::*;

use crate::imp::Imp;
use crate::javalite::Javalite;
use crate::sample::{Sample, session, strategy};
use crate::tape::{config, tapes};

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn strategies_agree_on_javalite(tape in tapes()) {
        agree::<Javalite>(&tape);
    }

    #[test]
    fn strategies_agree_on_imp(tape in tapes()) {
        agree::<Imp>(&tape);
    }
}

fn agree<S: Sample>(tape: &[u8]) {
    let sample = S::of_tape(tape);
    if !sample.is_small() {
        return;
    }
    let summary = flows(&sample, "summary");
    let expected: BTreeSet<_> = summary.iter().collect();
    for strategy in STRATEGIES {
        let found = flows(&sample, strategy.name());
        assert_eq!(found.iter().collect::<BTreeSet<_>>(), expected, "{}\n{}", strategy.name(), sample.text());
        let one_per_flow = ["summary", "implicit", "term"].contains(&strategy.name());
        assert!(
            !one_per_flow || found.len() == expected.len(),
            "{}: several states on one path\n{}",
            strategy.name(),
            sample.text()
        );
    }
}

/// The control-flow sequence of every final state.
fn flows<S: Sample>(sample: &S, name: &str) -> Vec<Vec<Flow>> {
    let session = session(strategy(name));
    sample.run(&session).finals.iter().map(|state| state.flow().to_vec()).collect()
}
