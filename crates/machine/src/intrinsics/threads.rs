//! `java.lang.Thread`, waiting and waking: what the program sees of the machine's [`threads`].

use program::code::{BinOp, Elem, Reg};

use super::{
    Answer, Entry, Reply, answer_null, delegate, get, new_array, new_array_of, nothing, pick_long, rust_text,
    set, throwables,
};
use crate::steps::{calls, monitors};
use crate::{Cx, Domain, State, Stop, Then, Wait, threads};

const THREAD: &str = "java/lang/Thread";
const HOLDER: &str = "java/lang/Thread$FieldHolder";
const OBJECT: &str = "java/lang/Object";
const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const INTERRUPTED: &str = "java/lang/InterruptedException";

const IDENTIFIERS: &str = "java/lang/Thread$ThreadIdentifiers";
/// Of the first thread after `main`.
const FIRST_IDENTIFIER: i64 = 3;

/// The intrinsics of threads.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        (THREAD, "currentThread", "", current_thread),
        (THREAD, "currentCarrierThread", "", current_thread),
        (IDENTIFIERS, "next", "", next_identifier),
        (THREAD, "getNextThreadIdOffset", "", |cx, state, _| Reply::long(cx, state, FIRST_IDENTIFIER)),
        (THREAD, "ensureMaterializedForStackWalk", "", nothing),
        (THREAD, "findScopedValueBindings", "", answer_null),
        (THREAD, "yield", "", give_way),
        (THREAD, "yield0", "", give_way),
        (THREAD, "onSpinWait", "", give_way),
        (THREAD, "sleep", "(J)V", |cx, state, args| sleep(cx, state, args, 1_000_000)),
        (THREAD, "sleep0", "(J)V", |cx, state, args| sleep(cx, state, args, 1)),
        (THREAD, "start0", "", start),
        (THREAD, "isAlive", "", is_alive),
        (THREAD, "getThreads", "", all_threads),
        (THREAD, "dumpThreads", "", stack_traces),
        (THREAD, "holdsLock", "", holds_lock),
        (THREAD, "setPriority0", "", nothing),
        (THREAD, "setNativeName", "", nothing),
        (THREAD, "interrupt0", "", wake),
        (OBJECT, "wait", "(J)V", wait),
        (OBJECT, "wait0", "(J)V", wait),
        (OBJECT, "notify", "", |cx, state, args| notify(cx, state, args, 1)),
        (OBJECT, "notifyAll", "", |cx, state, args| notify(cx, state, args, usize::MAX)),
        (UNSAFE, "park", "", park),
        (UNSAFE, "unpark", "", unpark),
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

/// The threads that have begun and not ended.
fn all_threads<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    let others = state.threads.others.iter().map(|other| other.thread.clone());
    let all: Vec<D::Value> = state.thread.iter().cloned().chain(others).collect();
    new_array(cx, state, THREAD, &all).map(Reply::Value)
}

/// `(threads)`: for each of them where it is, or null if it has ended.
fn stack_traces<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let mut traces = Vec::new();
    let length = D::array_length(cx, state, &args[0])?;
    for index in 0..D::pick_int(cx, state, &length)? {
        let index = D::int(cx, state, index);
        let thread = D::load_element(cx, state, Elem::Ref, &args[0], &index)?;
        let runs = match state.thread.clone() {
            Some(current) => D::same(cx, state, &current, &thread)?,
            None => false,
        };
        let other = threads::position(cx, state, &thread)?;
        traces.push(match (runs, other) {
            (false, None) => D::null(cx, state),
            (_, other) => throwables::trace(cx, state, other)?,
        });
    }
    let element = cx.program.array_of(cx.program.class_type(throwables::ELEMENT));
    new_array_of(cx, state, element, &traces).map(Reply::Value)
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
    let runs = match state.thread.clone() {
        Some(current) => D::same(cx, state, &current, &args[0])?,
        None => false,
    };
    let alive = runs || threads::position(cx, state, &args[0])?.is_some();
    Reply::bool(cx, state, alive)
}

/// The new thread runs at once.
fn start<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let run = cx.named_method(THREAD, "run", "()V")?;
    let run = D::select(cx, state, &args[0], run)?;
    if state.thread.is_none() {
        return Err(Stop::unsupported("a thread started by nobody"));
    }
    set_status(cx, state, &args[0], ALIVE_AND_RUNNABLE)?;
    threads::give_way_to(state, args[0].clone());
    calls::enter_with(cx, state, run, args, Reg::NONE, Then::EndThread)?;
    Ok(Reply::Entered)
}

fn give_way<D: Domain>(_cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    if state.threads.is_alone() || std::mem::take(&mut state.threads.woken) {
        return Ok(Reply::Void);
    }
    Err(Stop::Wait(Wait::Time(0)))
}

fn sleep<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    nanos_per_unit: i128,
) -> Answer<D> {
    if take_interrupt(cx, state)? {
        return Err(Stop::raise_with(INTERRUPTED, "sleep interrupted"));
    }
    if std::mem::take(&mut state.threads.woken) {
        return Ok(Reply::Void);
    }
    let units = D::known_long(cx, state, &args[0]).unwrap_or_default();
    if units < 0 {
        return Err(Stop::raise_with("java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    let until = threads::now(cx, state) + i128::from(units) * nanos_per_unit;
    Err(Stop::Wait(Wait::Time(until)))
}

/// `Object.wait`: the monitor is given up meanwhile.
fn wait<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    own(cx, state, &args[0])?;
    if state.threads.woken {
        threads::await_monitor(cx, state, |_, _| Ok(args[0].clone()))?;
        monitors::set_released(cx, state, &args[0], false)?;
        state.threads.woken = false;
        return match take_interrupt(cx, state)? {
            true => Err(Stop::raise(INTERRUPTED)),
            false => Ok(Reply::Void),
        };
    }
    if take_interrupt(cx, state)? {
        return Err(Stop::raise(INTERRUPTED));
    }
    let millis = pick_long(cx, state, &args[1])?;
    if millis < 0 {
        return Err(Stop::raise_with("java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    let until = (millis > 0).then(|| threads::now(cx, state) + i128::from(millis) * 1_000_000);
    monitors::set_released(cx, state, &args[0], true)?;
    Err(Stop::Wait(Wait::Notification(args[0].clone(), until)))
}

fn notify<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value], count: usize) -> Answer<D> {
    own(cx, state, &args[0])?;
    threads::notify(cx, state, &args[0], count)?;
    Ok(Reply::Void)
}

fn own<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, object: &D::Value) -> Result<(), Stop<D>> {
    if monitors::holds(cx, state, object)? {
        return Ok(());
    }
    Err(Stop::raise_with("java/lang/IllegalMonitorStateException", "current thread is not owner"))
}

/// `(unsafe, absolute, time)`: waits for a permit; an absolute time is in milliseconds, another in nanoseconds, none is
/// zero.
fn park<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let goes_on = state.threads.permit || state.threads.woken || is_interrupted(cx, state)?;
    if goes_on {
        (state.threads.permit, state.threads.woken) = (false, false);
        return Ok(Reply::Void);
    }
    let absolute = D::pick_int(cx, state, &args[1])? != 0;
    let time = i128::from(pick_long(cx, state, &args[2])?);
    let until = match (absolute, time) {
        (true, millis) => Some(millis * 1_000_000),
        (false, 0) => None,
        (false, nanos) => Some(threads::now(cx, state) + nanos),
    };
    Err(Stop::Wait(Wait::Permit(until)))
}

/// `(unsafe, thread)`: the thread's next or present `park` returns.
fn unpark<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    if D::is_null(cx, state, &args[1])? {
        return Ok(Reply::Void);
    }
    match threads::position(cx, state, &args[1])? {
        None => state.threads.permit = true,
        Some(index) => {
            let other = &mut state.threads.others[index];
            match other.wait {
                Wait::Permit(_) => threads::wake(other),
                Wait::Turn | Wait::Monitor(_) | Wait::Class(_) | Wait::Notification(..) | Wait::Time(_) => {
                    other.permit = true;
                }
            }
        }
    }
    Ok(Reply::Void)
}

/// `(thread)`: an interrupt ends every wait but that for a monitor, a class or a turn.
fn wake<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    if let Some(index) = threads::position(cx, state, &args[0])? {
        let other = &mut state.threads.others[index];
        match other.wait {
            Wait::Notification(..) | Wait::Permit(_) | Wait::Time(_) => threads::wake(other),
            Wait::Turn | Wait::Monitor(_) | Wait::Class(_) => {}
        }
    }
    Ok(Reply::Void)
}

fn is_interrupted<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>) -> Result<bool, Stop<D>> {
    let Some(thread) = state.thread.clone() else { return Ok(false) };
    let interrupted = get(cx, state, &thread, (THREAD, "interrupted"))?;
    Ok(D::known_int(cx, state, &interrupted) == Some(1))
}

/// Whether the running thread was interrupted, which it is no more after this.
fn take_interrupt<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>) -> Result<bool, Stop<D>> {
    let interrupted = is_interrupted(cx, state)?;
    if interrupted && let Some(thread) = state.thread.clone() {
        let no = D::int(cx, state, 0);
        set(cx, state, &thread, (THREAD, "interrupted"), no)?;
        state.threads.woken = false;
    }
    Ok(interrupted)
}

/// A forked task is done at once: whoever joins it finds its result.
fn fork<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    const TASK: &str = "java/util/concurrent/ForkJoinTask";
    // It says how the task ended up to JDK 21.
    let execute =
        cx.named_method(TASK, "doExec", "()I").or_else(|_| cx.named_method(TASK, "doExec", "()V"))?;
    delegate(cx, state, execute, args, Then::Give(args[0].clone()))
}

// As JVMTI numbers them; `Thread.getState` knows these numbers.
/// The status of a thread that has ended.
pub const TERMINATED: i32 = 0x2;
/// The status of a thread that runs, or could.
pub const ALIVE_AND_RUNNABLE: i32 = 0x5;
const ALIVE_AND_BLOCKED: i32 = 0x401;
const ALIVE_AND_WAITING: i32 = 0x11;
const ALIVE_AND_WAITING_FOR_SOME_TIME: i32 = 0x21;

/// The status of a thread that waits.
pub fn status_of<V>(wait: &Wait<V>) -> i32 {
    match wait {
        Wait::Turn | Wait::Class(_) => ALIVE_AND_RUNNABLE,
        Wait::Monitor(_) => ALIVE_AND_BLOCKED,
        Wait::Notification(_, None) | Wait::Permit(None) => ALIVE_AND_WAITING,
        Wait::Notification(_, Some(_)) | Wait::Permit(Some(_)) | Wait::Time(_) => {
            ALIVE_AND_WAITING_FOR_SOME_TIME
        }
    }
}

/// Sets the status of the running thread.
pub fn set_running_status<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    status: i32,
) -> Result<(), Stop<D>> {
    match state.thread.clone() {
        Some(thread) => set_status(cx, state, &thread, status),
        None => Ok(()),
    }
}

/// The name of the running thread.
pub fn running_name<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>) -> Result<String, Stop<D>> {
    let Some(thread) = state.thread.clone() else { return Ok("main".into()) };
    let name = get(cx, state, &thread, (THREAD, "name"))?;
    if D::is_null(cx, state, &name)? { Ok("main".into()) } else { rust_text(cx, state, &name) }
}

/// Whether the program may end while the thread goes on.
pub fn is_daemon<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    thread: &D::Value,
) -> Result<bool, Stop<D>> {
    let daemon = match has_holder(cx)? {
        true => {
            let holder = get(cx, state, thread, (THREAD, "holder"))?;
            get(cx, state, &holder, (HOLDER, "daemon"))?
        }
        false => get(cx, state, thread, (THREAD, "daemon"))?,
    };
    Ok(D::pick_int(cx, state, &daemon)? != 0)
}

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
    set(cx, state, &holder, (HOLDER, "threadStatus"), status)
}

/// Whether this JDK's threads keep what the virtual machine needs to know of them in an object of its own, as since JDK 19.
pub fn has_holder<D: Domain>(cx: &Cx<'_, D>) -> Result<bool, Stop<D>> {
    let thread = cx.class(THREAD)?;
    Ok(cx.program.find_field(thread, "holder").is_some())
}
