//! What differs from machine to machine, or from call to call, and is taken to be as at one of them: properties, the locale, threads and
//! who calls them, locks, the order of immutable sets. A path on which the program asks for it proves nothing.

use library::{Signature, Source, names};
use machine::{Cx, State};
use program::class::Origin;
use program::{FieldId, MethodId, Program};

use super::{Symbolic, statics, trust};

const PROPERTIES: &str = "system properties may be others";
const PLACE: &str = "locale, time zone and character set may be others";
const THREAD: &str = "the method may be called by another thread, or by one in another state";
const CHANCE: &str = "random numbers may be others";
const ORDER: &str = "the order of immutable sets and maps may be another one";
const CALLERS: &str = "the method may be called from elsewhere";
const LOCKED: &str = "a lock may be held already";
const COLLECTED: &str = "what is only weakly referenced may be gone";

/// An answer that differs from machine to machine, or from call to call.
#[derive(Clone, Copy)]
pub(super) struct Guess {
    doubt: &'static str,
    /// It counts when code of the JDK asks for it, too, not only when the program does.
    counts_always: bool,
}

/// What it means that a method is called. What the machine asks for is not guessed.
pub(super) fn find(program: &Program, method: MethodId) -> Option<Guess> {
    let method = program.method(method);
    let class = program.class(method.class);
    let (name, descriptor) = (&*method.name, &*method.descriptor);
    let signature = Signature { name, descriptor, is_native: method.is_native() };
    let known = library::method(&class.name, signature).filter(|_| class.origin == Origin::Jdk)?;
    let (doubt, counts_always) = match known.asks.as_ref()?.source {
        Source::Properties => (PROPERTIES, false),
        Source::Place => (PLACE, true),
        Source::Thread => (THREAD, false),
        Source::Interrupt => (THREAD, true),
        Source::Chance => (CHANCE, false),
        Source::Trace => (CALLERS, false),
        Source::Lock => (LOCKED, false),
        Source::Collector => (COLLECTED, false),
        Source::Weak => (COLLECTED, true),
        Source::Clock
        | Source::Memory
        | Source::Identity
        | Source::Order
        | Source::Environment
        | Source::Input => return None,
    };
    Some(Guess { doubt, counts_always })
}

/// The fields that say in which order immutable sets and maps go through what they hold.
pub(super) fn orders(program: &Program) -> Vec<FieldId> {
    let Ok(class) = program.class_named(names::IMMUTABLE_COLLECTIONS) else { return Vec::new() };
    ["SALT32L", "REVERSE"].iter().filter_map(|name| program.find_field(class, name)).collect()
}

/// Something of the kind is asked for.
pub(super) fn guessed<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>, guess: Guess) {
    let caller = state.frames.last().map(|frame| cx.program.method(frame.method));
    let Some(caller) = caller else { return };
    let class = cx.program.class(caller.class);
    if guess.doubt == PLACE && &*class.name == names::STRING && changes_case(&caller.name) {
        trust::note(state, trust::LETTERS);
        return;
    }
    let is_late = guess.counts_always && !statics::is_initialising(cx, state);
    if is_late || class.origin == Origin::ClassPath {
        note(state, guess.doubt);
    }
}

fn changes_case(method: &str) -> bool {
    matches!(method, "toLowerCase" | "toUpperCase")
}

/// A static field is read.
pub(super) fn read<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>, field: FieldId) {
    if cx.domain.orders.contains(&field) && !statics::is_initialising(cx, state) {
        note(state, ORDER);
    }
}

fn note(state: &mut State<Symbolic<'_>>, doubt: &'static str) {
    if !state.heap.doubts.contains(&doubt) {
        state.heap.doubts.push(doubt);
    }
}
