//! `java.lang.Thread`: the machine runs one thread at a time, each to its end before the one that started it goes on.

use super::{Answer, Entry, Reply, delegate, nothing, set};
use crate::steps::monitors;
use crate::{Cx, Domain, State, Stop, Then};

pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        ("java/lang/Thread", "currentThread", "", current_thread),
        ("java/lang/Thread", "yield", "", nothing),
        ("java/lang/Thread", "sleep", "(J)V", nothing),
        ("java/lang/Thread", "onSpinWait", "", nothing),
        ("java/lang/Thread", "start0", "", start),
        ("java/lang/Thread", "isAlive", "", is_alive),
        ("java/lang/Thread", "holdsLock", "", holds_lock),
        ("java/lang/Thread", "setPriority0", "", nothing),
        ("java/lang/Thread", "setNativeName", "", nothing),
        ("java/lang/Thread", "interrupt0", "", nothing),
        ("java/lang/Thread", "clearInterruptEvent", "", nothing),
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
    let run = cx.named_method("java/lang/Thread", "run", "()V")?;
    let run = D::select(cx, state, &args[0], run)?;
    set_status(cx, state, &args[0], ALIVE_AND_RUNNABLE)?;
    let Some(starter) = state.thread.replace(args[0].clone()) else {
        return Err(Stop::unsupported("a thread started by nobody"));
    };
    delegate(cx, state, run, args, Then::Thread(starter))
}

/// A forked task is done at once: whoever joins it finds its result.
fn fork<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let execute = cx.named_method("java/util/concurrent/ForkJoinTask", "doExec", "()I")?;
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
const ALIVE_AND_RUNNABLE: i32 = 0x5;

fn set_status<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    thread: &D::Value,
    status: i32,
) -> Result<(), Stop<D>> {
    let status = D::int(cx, state, status);
    set(cx, state, thread, ("java/lang/Thread", "threadStatus"), status)
}
