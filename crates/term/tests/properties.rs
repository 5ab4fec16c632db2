//! The simplifier preserves values: terms evaluate to what plain Rust computes, whatever was folded on the way.

mod random;

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use random::{Fragment, Machine};
use rustc_hash::FxHashMap;
use term::{Evaluator, Model, Term, Terms};

/// So many cases, and those that failed once.
fn config(cases: u32) -> ProptestConfig {
    let failure_persistence = Some(Box::new(FileFailurePersistence::Direct("tests/kept/properties")) as _);
    ProptestConfig { cases, failure_persistence, ..ProptestConfig::default() }
}

fn tapes() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(any::<u32>(), 20..400)
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn terms_evaluate_to_what_rust_computes(tape in tapes()) {
        let machine = Machine::run(tape, Fragment::Everything);
        let mut evaluator = Evaluator::new(&machine.terms, &machine.model);
        for (term, value) in machine.values() {
            prop_assert_eq!(evaluator.value(term), Some(value), "{}", machine.terms.infix(term));
        }
    }

    #[test]
    fn substituting_values_folds_to_the_value(tape in tapes()) {
        let machine = Machine::run(tape, Fragment::Everything);
        let t = &machine.terms;
        let map: FxHashMap<Term, Term> =
            machine.model.variables.iter().map(|(&variable, value)| (variable, t.constant(value.clone()))).collect();
        for (term, value) in machine.values() {
            let folded = t.substitute(term, &map);
            // The array variable has no value in the model, and stays.
            if t.free_vars(folded).is_empty() {
                prop_assert_eq!(t.evaluate(folded, &Default::default()), Some(value), "{}", t.infix(term));
            }
        }
    }

    #[test]
    fn negation_is_an_involution(tape in tapes()) {
        let machine = Machine::run(tape, Fragment::Everything);
        let t = &machine.terms;
        for &(formula, _) in &machine.bools {
            prop_assert_eq!(t.not(t.not(formula)), formula, "{}", t.infix(formula));
        }
    }

    #[test]
    fn imported_terms_keep_their_values(tape in tapes()) {
        let machine = Machine::run(tape, Fragment::Everything);
        let other = Terms::new();
        let mut done = FxHashMap::default();
        let mut import = |term| other.import_into(term, &machine.terms, &mut done);
        let variables = machine.model.variables.iter();
        let model = Model { variables: variables.map(|(&from, value)| (import(from), value.clone())).collect(), ..Model::default() };
        for (term, value) in machine.values() {
            prop_assert_eq!(other.evaluate(import(term), &model), Some(value));
        }
    }
}
