//! In every reachable state, the guards of every value set exclude each other [EHS16, Thm. 2] and leave nothing out, and no
//! reference leaves the heap (h-closure [VTU, Prop. 5.1]).

use std::collections::BTreeSet;

use calculus::language::State;
use calculus::run::Event;
use heap::{Cx, Heap, Loc, Ref, STRATEGIES, Target, Value};
use proptest::prelude::*;
use term::Terms;

use crate::inputs::Signature;
use crate::javalite::Javalite;
use crate::sample::{LIMITS, Sample, session};
use crate::tape::{config, tapes};

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn value_sets_partition_and_heaps_are_closed(tape in tapes()) {
        let sample = Javalite::of_tape(&tape);
        if !sample.is_small() {
            return Ok(());
        }
        for strategy in STRATEGIES {
            let session = session(strategy);
            let cx = session.cx(sample.language());
            let signature = sample.signature();
            session.run(sample.language(), LIMITS, |event| {
                if let Event::Step { before, after, .. } = event {
                    let known = references(before.heap(), &signature);
                    for reference in references(after.heap(), &signature) {
                        assert_closed(cx, after.heap(), reference);
                        if !known.contains(&reference) {
                            assert_partition(cx, after.heap(), reference);
                        }
                    }
                }
            });
        }
    }
}

/// Everything fields and symbols hold. A set that partitions a path condition partitions every stronger one.
fn references(heap: &Heap, signature: &Signature) -> BTreeSet<Ref> {
    let fields = |number: usize| {
        let known = move |(_, field, _): &(_, _, _)| heap.known_field(Loc(number as u32), *field);
        signature.fields.iter().filter_map(known)
    };
    let stored = (1..heap.location_count()).flat_map(fields).filter_map(|value| match value {
        Value::Ref(reference) => Some(reference),
        _ => None,
    });
    stored.chain(heap.symbols().filter_map(|(_, info)| info.value)).collect()
}

fn assert_closed(cx: Cx<'_>, heap: &Heap, reference: Ref) {
    for entry in cx.sets.entries(reference) {
        match entry.target {
            Target::Loc(loc) => assert!((loc.0 as usize) < heap.location_count(), "{loc} is outside"),
            Target::Sym(sym) => assert!((sym.0 as usize) < heap.symbols().count(), "{sym} is outside"),
        }
    }
}

fn assert_partition(cx: Cx<'_>, heap: &Heap, reference: Ref) {
    let guards: Vec<_> = cx.sets.entries(reference).iter().map(|entry| entry.guard).collect();
    if guards == [Terms::TRUE] {
        return;
    }
    let none = cx.terms.not(cx.terms.or(guards.iter().copied()));
    assert!(!cx.oracle.is_feasible(cx.terms, heap.path(), &[none]), "the guards of {reference:?} are total");
    for (at, &one) in guards.iter().enumerate() {
        for &other in &guards[at + 1..] {
            let both = cx.oracle.is_feasible(cx.terms, heap.path(), &[one, other]);
            assert!(!both, "the guards of {reference:?} are exclusive");
        }
    }
}
