//! `java.lang.Thread`: the machine runs one thread at a time, each to its end before the one that started it goes on.

use super::{Answer, Entry, Reply, answer_null, delegate, get, nothing, set};
use program::code::BinOp;

use crate::steps::monitors;
use crate::{Cx, Domain, State, Stop, Then};

const THREAD: &str = "java/lang/Thread";

const IDENTIFIERS: &str = "java/lang/Thread$ThreadIdentifiers";
/// Of the first thread after `main`.
const FIRST_IDENTIFIER: i64 = 3;

pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        (THREAD, "currentThread", "", current_thread),
        (THREAD, "currentCarrierThread", "", current_thread),
        (IDENTIFIERS, "next", "", next_identifier),
        (THREAD, "getNextThreadIdOffset", "", |cx, state, _| Reply::long(cx, state, FIRST_IDENTIFIER)),
        (THREAD, "ensureMaterializedForStackWalk", "", nothing),
        (THREAD, "findScopedValueBindings", "", answer_null),
        (THREAD, "yield", "", nothing),
        (THREAD, "sleep", "(J)V", nothing),
        (THREAD, "onSpinWait", "", nothing),
        (THREAD, "start0", "", start),
        (THREAD, "isAlive", "", is_alive),
        (THREAD, "holdsLock", "", holds_lock),
        (THREAD, "setPriority0", "", nothing),
        (THREAD, "setNativeName", "", nothing),
        (THREAD, "interrupt0", "", nothing),
        (THREAD, "clearInterruptEvent", "", nothing),
        ("java/util/concurrent/ForkJoinTask", "fork", "", fork),
        ("java/util/concurrent/ForkJoinPool", "externalSubmit", "", |cx, state, args| {
            fork(cx, state, &args[1..])
        }),
    ]
}

fn current_thread<D: Domain>(_cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    match &state.thread {
        Some(thread) => Ok(Reply::Value(thread.clone())),
        None => Err(Stop::unsupported("the current thread of a program that was not started by `main`")),
    }
}

/// The virtual machine counts at an address; here the field that would hold the address is the counter.
fn next_identifier<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    let slot = cx.named_field(IDENTIFIERS, "NEXT_TID_OFFSET")?;
    let next = D::load_static(cx, state, slot)?;
    let one = D::long(cx, state, 1);
    let after = D::binary(cx, state, BinOp::LongAdd, &next, &one)?;
    D::store_static(cx, state, slot, after)?;
    Ok(Reply::Value(next))
}

fn holds_lock<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    super::require(cx, state, &args[0])?;
    let holds = monitors::holds(cx, state, &args[0])?;
    Reply::bool(cx, state, holds)
}

fn is_alive<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let alive = match state.thread.clone() {
        Some(current) => D::same(cx, state, &current, &args[0])?,
        None => false,
    };
    Reply::bool(cx, state, alive)
}

/// Runs the thread to its end at once.
fn start<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let run = cx.named_method(THREAD, "run", "()V")?;
    let run = D::select(cx, state, &args[0], run)?;
    set_status(cx, state, &args[0], ALIVE_AND_RUNNABLE)?;
    let Some(starter) = state.thread.replace(args[0].clone()) else {
        return Err(Stop::unsupported("a thread started by nobody"));
    };
    delegate(cx, state, run, args, Then::Thread(starter))
}

/// A forked task is done at once: whoever joins it finds its result.
fn fork<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    const TASK: &str = "java/util/concurrent/ForkJoinTask";
    // It says how the task ended up to JDK 21.
    let execute =
        cx.named_method(TASK, "doExec", "()I").or_else(|_| cx.named_method(TASK, "doExec", "()V"))?;
    delegate(cx, state, execute, args, Then::Give(args[0].clone()))
}

/// The current thread has ended; `starter` goes on.
pub fn ended<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, starter: D::Value) -> Result<(), Stop<D>> {
    if let Some(thread) = state.thread.replace(starter) {
        set_status(cx, state, &thread, TERMINATED)?;
    }
    Ok(())
}

// As JVMTI numbers them; `Thread.getState` knows these numbers.
const TERMINATED: i32 = 0x2;
pub const ALIVE_AND_RUNNABLE: i32 = 0x5;

/// Where `Thread` keeps it: since JDK 19 in an object of its own.
pub fn set_status<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    thread: &D::Value,
    status: i32,
) -> Result<(), Stop<D>> {
    let status = D::int(cx, state, status);
    if !has_holder(cx)? {
        return set(cx, state, thread, (THREAD, "threadStatus"), status);
    }
    let holder = get(cx, state, thread, (THREAD, "holder"))?;
    set(cx, state, &holder, ("java/lang/Thread$FieldHolder", "threadStatus"), status)
}

/// Whether this JDK's threads keep what the virtual machine needs to know of them in an object of its own, as since JDK 19.
pub fn has_holder<D: Domain>(cx: &Cx<'_, D>) -> Result<bool, Stop<D>> {
    let thread = cx.class(THREAD)?;
    Ok(cx.program.find_field(thread, "holder").is_some())
}
