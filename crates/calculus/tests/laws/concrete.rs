//! Weak bisimulation with collective concrete execution [VTU, Sect. 10]: of every program, each input heap up to a size is run
//! concretely, and exactly one final state stands for it, with the same control flow, results and heap.

use calculus::language::{Flow, Language, State};
use calculus::session::Session;
use heap::{Cx, Field, Heap, Loc, STRATEGIES};
use proptest::prelude::*;

use crate::cover::Cover;
use crate::imp::Imp;
use crate::inputs::{Input, Signature, Val};
use crate::javalite::Javalite;
use crate::sample::{Execution, Sample, session};
use crate::tape::{config, tapes};

proptest! {
    #![proptest_config(config(100))]

    /// Guards `calculus::javalite::machine::begin`, `calculus::javalite::machine::equals`,
    /// `calculus::javalite::machine::field_access`, `calculus::javalite::machine::field_write`,
    /// `calculus::javalite::machine::if_then_else`, `calculus::javalite::machine::leave`,
    /// `calculus::javalite::machine::method_invocation`, `calculus::javalite::machine::new`,
    /// `calculus::javalite::machine::pop`, `calculus::javalite::machine::variable_assignment`,
    /// `calculus::javalite::machine::variable_declaration`, `calculus::javalite::machine::variable_lookup`,
    /// `heap::heap::allocate`, `heap::equality::same`.
    #[test]
    fn one_final_state_stands_for_each_javalite_input(tape in tapes()) {
        every_strategy::<Javalite>(&tape);
    }

    /// Guards `calculus::imp::machine::conditional`, `calculus::imp::machine::enter_procedure`,
    /// `calculus::imp::machine::equality`, `calculus::imp::machine::field_access`,
    /// `calculus::imp::machine::field_update`, `calculus::imp::machine::leave_procedure`,
    /// `calculus::imp::machine::repetition`.
    #[test]
    fn one_final_state_stands_for_each_imp_input(tape in tapes()) {
        every_strategy::<Imp>(&tape);
    }
}

fn every_strategy<S: Sample>(tape: &[u8]) {
    let sample = S::of_tape(tape);
    if !sample.is_small() {
        return;
    }
    let signature = sample.signature();
    let runs: Vec<(Input, Execution)> = (signature.inputs().into_iter())
        .map(|input| {
            let execution = sample.execute(&input);
            (input, execution)
        })
        .filter(|(_, execution)| execution.is_short())
        .collect();
    for strategy in STRATEGIES {
        let session = session(strategy);
        let finals = finals(&sample, &session);
        for (input, execution) in &runs {
            check(session.cx(sample.language()), &signature, &finals, input, execution).unwrap_or_else(
                |problem| panic!("{}: {problem}\n{input:?}\n{}", strategy.name(), sample.text()),
            );
        }
    }
}

/// What a final state says.
pub struct Final {
    pub heap: Heap,
    pub flow: Vec<Flow>,
    pub results: Vec<heap::Value>,
}

pub fn finals<S: Sample>(sample: &S, session: &Session<'_>) -> Vec<Final> {
    let run = sample.run(session);
    let finals = run.finals.iter().map(|state: &<S::Language as Language>::State| Final {
        heap: state.heap().clone(),
        flow: state.flow().to_vec(),
        results: sample.results(state),
    });
    finals.collect()
}

/// Whether exactly one of the states stands for the input, and says what the run did.
pub fn check(
    cx: Cx<'_>,
    signature: &Signature,
    finals: &[Final],
    input: &Input,
    execution: &Execution,
) -> Result<(), String> {
    let covering: Vec<(&Final, Cover<'_>)> = (finals.iter())
        .map(|state| (state, Cover::new(cx, &state.heap, signature, input)))
        .filter(|(_, cover)| cover.holds())
        .collect();
    let [(state, cover)] = &covering[..] else {
        return Err(format!("{} final states stand for an input", covering.len()));
    };
    if state.flow != execution.flow {
        return Err(format!("the state went {:?}, the run {:?}", state.flow, execution.flow));
    }
    let results: Vec<Val> = state.results.iter().map(|value| cover.value(*value)).collect();
    if results != execution.results {
        return Err(format!("the state gives {results:?}, the run {:?}", execution.results));
    }
    same_heap(signature, state, cover, execution)
}

/// Every field the state knows holds what the run left there.
fn same_heap(
    signature: &Signature,
    state: &Final,
    cover: &Cover<'_>,
    execution: &Execution,
) -> Result<(), String> {
    for number in 1..state.heap.location_count() {
        let loc = Loc(number as u32);
        let Some(object) = cover.object(loc) else { continue };
        let Some(real) = execution.objects.get(object) else { continue };
        let fields: Vec<Field> = real.fields.keys().copied().collect();
        for field in fields {
            let known = state.heap.known_field(loc, field).map(|value| cover.value(value));
            if known.is_some_and(|known| known != real.fields[&field]) {
                let field = signature.fields.iter().position(|(_, known, _)| *known == field);
                return Err(format!("{loc} differs in field {field:?}: {known:?}, {real:?}"));
            }
        }
    }
    Ok(())
}
