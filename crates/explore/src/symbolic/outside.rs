//! What differs from machine to machine and is taken to be as on one of them: properties, the locale, names of threads, the order
//! of immutable sets. A path on which the program asks for it proves nothing.

use machine::{Cx, State};
use program::class::Origin;
use program::{FieldId, Program};

use super::{Symbolic, statics};

const PROPERTIES: &str = "system properties may be others";
const PLACE: &str = "locale, time zone and character set may be others";
const THREAD: &str = "the method may be called by another thread";
const CHANCE: &str = "random numbers may be others";
const ORDER: &str = "the order of immutable sets and maps may be another one";

/// What is asked for, by class and method.
const GUESSES: [(&str, &[&str], &str); 12] = [
    ("java/lang/System", &["getProperty", "getProperties", "lineSeparator"], PROPERTIES),
    ("java/lang/Integer", &["getInteger"], PROPERTIES),
    ("java/lang/Long", &["getLong"], PROPERTIES),
    ("java/lang/Boolean", &["getBoolean"], PROPERTIES),
    ("java/lang/Runtime", &["version"], PROPERTIES),
    ("java/util/Locale", &["getDefault"], PLACE),
    ("java/util/TimeZone", &["getDefault"], PLACE),
    ("java/time/ZoneId", &["systemDefault"], PLACE),
    ("java/nio/charset/Charset", &["defaultCharset"], PLACE),
    ("java/lang/Thread", &["getName", "getId", "threadId", "getPriority", "getThreadGroup"], THREAD),
    ("java/lang/Thread", &["interrupted", "isInterrupted", "activeCount", "isDaemon"], THREAD),
    ("java/util/concurrent/ThreadLocalRandom", &["current"], CHANCE),
];

/// What it means that a method is called.
pub(super) fn find(class: &str, method: &str) -> Option<&'static str> {
    let known = GUESSES.iter().find(|(owner, names, _)| *owner == class && names.contains(&method))?;
    Some(known.2)
}

/// The fields that say in which order immutable sets and maps go through what they hold.
pub(super) fn orders(program: &Program) -> Vec<FieldId> {
    let Ok(class) = program.class_named("java/util/ImmutableCollections") else { return Vec::new() };
    ["SALT32L", "REVERSE"].iter().filter_map(|name| program.find_field(class, name)).collect()
}

/// The program itself asks for something of the kind.
pub(super) fn guessed<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>, doubt: &'static str) {
    let caller = state.frames.last().map(|frame| cx.program.method(frame.method).class);
    let is_own = caller.is_some_and(|class| cx.program.class(class).origin == Origin::ClassPath);
    if is_own {
        note(state, doubt);
    }
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
