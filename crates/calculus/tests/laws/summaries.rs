//! Lazy initialization and summaries are bisimilar [EHS16, Thm. 9]: every lazy final heap is represented by exactly one summary, and
//! every heap a summary represents is some lazy heap.

use heap::Value;
use proptest::prelude::*;

use crate::concrete::{Final, finals};
use crate::cover::Cover;
use crate::imp::Imp;
use crate::javalite::Javalite;
use crate::represent::represents;
use crate::sample::{Sample, session, strategy};
use crate::tape::{config, tapes};

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn one_summary_represents_each_lazy_javalite_heap(tape in tapes()) {
        exactly_one_summary::<Javalite>(&tape);
    }

    #[test]
    fn one_summary_represents_each_lazy_imp_heap(tape in tapes()) {
        exactly_one_summary::<Imp>(&tape);
    }

    #[test]
    fn what_a_javalite_summary_represents_is_lazy(tape in tapes()) {
        exactly_one_lazy_heap::<Javalite>(&tape);
    }

    #[test]
    fn what_an_imp_summary_represents_is_lazy(tape in tapes()) {
        exactly_one_lazy_heap::<Imp>(&tape);
    }
}

fn exactly_one_summary<S: Sample>(tape: &[u8]) {
    let sample = S::of_tape(tape);
    if !sample.is_small() {
        return;
    }
    let signature = sample.signature();
    let (lazy_session, session) = (session(strategy("lazy")), session(strategy("summary")));
    let (lazy, summaries) = (finals(&sample, &lazy_session), finals(&sample, &session));
    let cx = session.cx(sample.language());
    for state in &lazy {
        let represent = |summary: &&Final| {
            let same_control = summary.flow == state.flow && summary.results.len() == state.results.len();
            same_control && represents((cx, &summary.heap), &state.heap, &common(state, summary), &signature)
        };
        let count = summaries.iter().filter(represent).count();
        assert_eq!(count, 1, "summaries of a lazy heap that went {:?}\n{}", state.flow, sample.text());
    }
}

/// The values both states have in common: the results, and the input's roots.
fn common(lazy: &Final, summary: &Final) -> Vec<(Value, Value)> {
    let results = lazy.results.iter().copied().zip(summary.results.iter().copied());
    let is_root = |origin| origin == heap::Origin::Root;
    let lazy_roots = lazy.heap.symbols().filter(|(_, info)| is_root(info.origin));
    let summary_roots = summary.heap.symbols().filter(|(_, info)| is_root(info.origin));
    let roots = lazy_roots.zip(summary_roots).map(|((lazy_sym, _), (sym, info))| {
        let value = info.value.unwrap_or(heap::Ref::sym(sym));
        (Value::Ref(heap::Ref::sym(lazy_sym)), Value::Ref(value))
    });
    roots.chain(results).collect()
}

fn exactly_one_lazy_heap<S: Sample>(tape: &[u8]) {
    let sample = S::of_tape(tape);
    if !sample.is_small() {
        return;
    }
    let signature = sample.signature();
    let (lazy_session, session) = (session(strategy("lazy")), session(strategy("summary")));
    let (lazy, summaries) = (finals(&sample, &lazy_session), finals(&sample, &session));
    for input in signature.inputs() {
        let covers = |cx, state: &&Final| Cover::new(cx, &state.heap, &signature, &input).holds();
        let represented = summaries.iter().filter(|state| covers(session.cx(sample.language()), state));
        for summary in represented {
            let count = lazy
                .iter()
                .filter(|state| {
                    state.flow == summary.flow && covers(lazy_session.cx(sample.language()), state)
                })
                .count();
            assert_eq!(count, 1, "lazy heaps for an input of a summary\n{input:?}\n{}", sample.text());
        }
    }
}
