//! Substitution, heap expansion and path extension commute [VTU, Sect. 5.2]: in whichever order `Sub`, `HX` and `PX` are applied
//! to a state, it stands for the same inputs and has the same heap on each.

use calculus::language::State;
use calculus::run::Event;
use heap::{Choice, Cx, Heap, Loc, Resolution, Sym};
use proptest::prelude::*;

use crate::cover::Cover;
use crate::imp::Imp;
use crate::inputs::{Input, Signature, Val};
use crate::sample::{LIMITS, Sample, session, strategy};
use crate::tape::{config, tapes};

/// States looked at in one program.
const STATES: usize = 8;

proptest! {
    #![proptest_config(config(40))]

    /// Guards `heap::heap::expand`, `heap::heap::resolve_to`.
    #[test]
    fn sub_hx_and_px_commute(tape in tapes()) {
        let sample = Imp::of_tape(&tape);
        if !sample.is_small() {
            return Ok(());
        }
        let session = session(strategy("lazier"));
        let (cx, signature) = (session.cx(sample.language()), sample.signature());
        let inputs = signature.inputs();
        let mut seen = 0;
        session.run(sample.language(), LIMITS, |event| {
            if let Event::Step { after, .. } = event
                && seen < STATES
            {
                seen += 1;
                all_pairs(cx, &signature, &inputs, after.heap());
            }
        });
    }
}

fn all_pairs(cx: Cx<'_>, signature: &Signature, inputs: &[Input], heap: &Heap) {
    let morphisms = morphisms(cx, heap);
    for (at, (of, first)) in morphisms.iter().enumerate() {
        for (other, second) in &morphisms[at + 1..] {
            if of.is_some() && of == other {
                continue;
            }
            let apply = |choices: [&Choice; 2]| {
                let mut changed = heap.clone();
                choices.into_iter().for_each(|choice| changed.choose(cx, choice));
                meaning(cx, signature, inputs, &changed)
            };
            let (one, two) = (apply([first, second]), apply([second, first]));
            assert_eq!(one, two, "{first:?} and {second:?}");
        }
    }
}

/// Everything that can be done to the first two symbols nothing has been made of, each with the symbol it resolves.
fn morphisms(cx: Cx<'_>, heap: &Heap) -> Vec<(Option<Sym>, Choice)> {
    let open: Vec<Sym> =
        heap.symbols().filter(|(_, info)| info.value.is_none()).map(|(sym, _)| sym).take(2).collect();
    let mut out = Vec::new();
    for &sym in &open {
        let known = heap.input_locations().map(|(loc, _)| Resolution::Alias(loc));
        let ways = [Resolution::Null, Resolution::New].into_iter().chain(known);
        out.extend(ways.map(|way| (Some(sym), Choice::Resolve(sym, way))));
        let is_null = cx.terms.eq(heap.symbol(sym).var, cx.terms.null());
        out.push((None, Choice::Assume(is_null)));
        out.push((None, Choice::Assume(cx.terms.not(is_null))));
    }
    if let [one, other] = open[..] {
        out.push((None, Choice::Assume(cx.terms.eq(heap.symbol(one).var, heap.symbol(other).var))));
    }
    out
}

/// Of each input the state stands for: its number, and what the objects that have locations hold.
fn meaning(cx: Cx<'_>, signature: &Signature, inputs: &[Input], heap: &Heap) -> Vec<(usize, Vec<Held>)> {
    let mut out = Vec::new();
    for (number, input) in inputs.iter().enumerate() {
        let cover = Cover::new(cx, heap, signature, input);
        if cover.holds() {
            out.push((number, held(&cover, signature, heap)));
        }
    }
    out
}

/// An object, a field's place in the signature, and what it holds.
type Held = (usize, usize, Val);

fn held(cover: &Cover<'_>, signature: &Signature, heap: &Heap) -> Vec<Held> {
    let mut out = Vec::new();
    for number in 1..heap.location_count() {
        let loc = Loc(number as u32);
        let Some(object) = cover.object(loc) else { continue };
        for (at, (_, field, _)) in signature.fields.iter().enumerate() {
            if let Some(value) = heap.known_field(loc, *field) {
                out.push((object, at, cover.value(value)));
            }
        }
    }
    out.sort();
    out
}
