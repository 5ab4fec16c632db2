//! Threads take turns: one runs, the others are suspended.
//!
//! A thread gives way when it has to wait, when it yields, and after a slice of instructions if others are ready; a new
//! one runs at once. Who is next depends on nothing but the order of these events, so that a program takes the same course
//! every time. Time passes for threads that sleep when no other one is ready.
//!
//! An instruction that has to wait stops with [`Stop::Wait`] before it has any effect and is executed again when the
//! wait is over; [`Threads::woken`] tells it so. What `Thread` itself says of all this is left to
//! [`intrinsics::threads`](crate::intrinsics::threads).

use program::ClassId;

use crate::intrinsics::threads as objects;
use crate::state::{Frame, Monitor};
use crate::{Cx, Domain, Init, State, Stop};

/// The part of a state that is about threads.
#[derive(Clone)]
pub struct Threads<V> {
    /// The threads that do not run, the next one first.
    pub others: Vec<Suspended<V>>,
    /// Whether the running thread's next `park` returns at once.
    pub permit: bool,
    /// What the running thread waited for, which its instruction has yet to notice, has happened.
    pub woken: bool,
    /// The first thread has ended: the program ends with the last one that is no daemon.
    pub main_is_over: bool,
    /// Nanoseconds slept that the host's clock did not notice.
    pub slept: i128,
}

/// A thread that does not run.
#[derive(Clone)]
pub struct Suspended<V> {
    /// Its `Thread` object.
    pub thread: V,
    pub wait: Wait<V>,
    pub permit: bool,
    pub woken: bool,
    stack: Stack<V>,
}

#[derive(Clone)]
struct Stack<V> {
    frames: Vec<Frame<V>>,
    registers: Vec<V>,
    monitors: Vec<Monitor<V>>,
}

/// What a thread waits for.
#[derive(Clone, Debug)]
pub enum Wait<V> {
    /// Its turn.
    Turn,
    /// The monitor of an object.
    Monitor(V),
    /// A class that another thread initialises.
    Class(ClassId),
    /// Somebody to notify this object, whose monitor it has released; not beyond a time.
    Notification(V, Option<i128>),
    /// Somebody to unpark it; not beyond a time.
    Permit(Option<i128>),
    /// A time, in nanoseconds of [`now`].
    Time(i128),
}

impl<V> Default for Threads<V> {
    fn default() -> Self {
        Self { others: Vec::new(), permit: false, woken: false, main_is_over: false, slept: 0 }
    }
}

impl<V> Threads<V> {
    /// Whether the running thread is the only one.
    #[inline(always)]
    pub fn is_alone(&self) -> bool {
        self.others.is_empty()
    }

    /// Every value of the threads that do not run, registers aside.
    pub fn roots(&mut self, mut visit: impl FnMut(&mut V)) {
        for other in &mut self.others {
            visit(&mut other.thread);
            match &mut other.wait {
                Wait::Monitor(object) | Wait::Notification(object, _) => visit(object),
                Wait::Turn | Wait::Class(_) | Wait::Permit(_) | Wait::Time(_) => {}
            }
            other.stack.monitors.iter_mut().for_each(|monitor| visit(&mut monitor.object));
            other.stack.frames.iter_mut().for_each(|frame| frame.then.roots(&mut visit));
        }
    }

    /// The stacks of the threads that do not run: their frames and registers.
    pub fn stacks(&mut self) -> impl Iterator<Item = (&[Frame<V>], &mut [V])> {
        self.others.iter_mut().map(|other| (&other.stack.frames[..], &mut other.stack.registers[..]))
    }
}

impl<V> Suspended<V> {
    /// Its frames, outermost first.
    pub fn frames(&self) -> &[Frame<V>] {
        &self.stack.frames
    }
}

impl<V> Wait<V> {
    /// When it ends whatever happens.
    fn until(&self) -> Option<i128> {
        match self {
            Wait::Notification(_, until) | Wait::Permit(until) => *until,
            Wait::Time(until) => Some(*until),
            Wait::Turn | Wait::Monitor(_) | Wait::Class(_) => None,
        }
    }
}

/// Nanoseconds since 1970 as the program sees them.
pub fn now<D: Domain>(cx: &mut Cx<'_, D>, state: &State<D>) -> i128 {
    cx.host.now() + state.threads.slept
}

/// The running thread has started another one, which runs now; the frame it begins with is yet to be pushed.
pub fn give_way_to<D: Domain>(state: &mut State<D>, started: D::Value) {
    let pc = state.frame().pc.next();
    state.frame_mut().pc = pc;
    if let Some(suspended) = suspend(state, Wait::Turn) {
        state.threads.others.insert(0, suspended);
    }
    state.thread = Some(started);
}

/// The running thread has to wait, or to give way; another one goes on, or it itself if nobody else can.
pub fn wait<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    wait: Wait<D::Value>,
) -> Result<(), Stop<D>> {
    if let Some(next) = first_ready(cx, state)? {
        let waits = objects::status_of(&wait);
        objects::set_running_status(cx, state, waits)?;
        if let Some(suspended) = suspend(state, wait) {
            state.threads.others.push(suspended);
        }
        return resume(cx, state, next);
    }
    if let Wait::Turn = wait {
        return Ok(());
    }
    let own = wait.until();
    let others = state.threads.others.iter().enumerate();
    let earliest = others.filter_map(|(index, other)| Some((other.wait.until()?, index))).min();
    match (own, earliest) {
        (Some(own), Some((until, index))) if until < own => {
            sleep_and_resume(cx, state, Some(wait), until, index)
        }
        (None, Some((until, index))) => sleep_and_resume(cx, state, Some(wait), until, index),
        (Some(own), _) => {
            sleep(cx, state, own);
            state.threads.woken = true;
            Ok(())
        }
        (None, None) => {
            Err(Stop::unsupported("every thread waits for another one: this would take for ever"))
        }
    }
}

/// The running thread has ended: another one goes on. None is left, or only daemons: the state is without a frame.
pub fn end<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>) -> Result<(), Stop<D>> {
    if let Some(thread) = state.thread.clone() {
        objects::set_status(cx, state, &thread, objects::TERMINATED)?;
        notify(cx, state, &thread, usize::MAX)?;
    }
    go_on(cx, state)
}

/// Without a running thread: lets the next one run, if there is one the program has to wait for.
pub fn go_on<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>) -> Result<(), Stop<D>> {
    if state.threads.main_is_over && !has_user_thread(cx, state)? {
        state.threads.others.clear();
        return Ok(());
    }
    if let Some(next) = first_ready(cx, state)? {
        return resume(cx, state, next);
    }
    let others = state.threads.others.iter().enumerate();
    match others.filter_map(|(index, other)| Some((other.wait.until()?, index))).min() {
        Some((until, index)) => sleep_and_resume(cx, state, None, until, index),
        None if state.threads.is_alone() => Ok(()),
        None => Err(Stop::unsupported("every thread waits for another one: this would take for ever")),
    }
}

/// Lets up to `count` threads that wait for a notification of `object` go on.
pub fn notify<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    object: &D::Value,
    count: usize,
) -> Result<(), Stop<D>> {
    let mut found = Vec::new();
    for index in 0..state.threads.others.len() {
        if let Wait::Notification(waits, _) = state.threads.others[index].wait.clone()
            && found.len() < count
            && D::same(cx, state, &waits, object)?
        {
            found.push(index);
        }
    }
    found.into_iter().for_each(|index| wake(&mut state.threads.others[index]));
    Ok(())
}

/// The place of a thread among those that do not run.
pub fn position<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    thread: &D::Value,
) -> Result<Option<usize>, Stop<D>> {
    for index in 0..state.threads.others.len() {
        let other = state.threads.others[index].thread.clone();
        if D::same(cx, state, &other, thread)? {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

/// What a thread waits for has happened. One that waited to be notified needs the monitor again.
pub fn wake<V: Clone>(other: &mut Suspended<V>) {
    other.wait = match &other.wait {
        Wait::Notification(object, _) => Wait::Monitor(object.clone()),
        Wait::Turn | Wait::Monitor(_) | Wait::Class(_) | Wait::Permit(_) | Wait::Time(_) => Wait::Turn,
    };
    other.woken = true;
}

/// Stops if another thread holds the monitor of an object.
#[inline(always)]
pub fn await_monitor<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    object: impl FnOnce(&mut Cx<'_, D>, &mut State<D>) -> Result<D::Value, Stop<D>>,
) -> Result<(), Stop<D>> {
    if state.threads.is_alone() {
        return Ok(());
    }
    let object = object(cx, state)?;
    match is_held_elsewhere(cx, state, &object, None)? {
        true => Err(Stop::Wait(Wait::Monitor(object))),
        false => Ok(()),
    }
}

/// Whether a thread that does not run, and is not the one at `except`, holds the monitor of an object.
fn is_held_elsewhere<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    object: &D::Value,
    except: Option<usize>,
) -> Result<bool, Stop<D>> {
    for index in (0..state.threads.others.len()).filter(|&index| Some(index) != except) {
        let monitors = state.threads.others[index].stack.monitors.clone();
        if is_among(cx, state, object, &monitors)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether one of these monitors is the object's, and not given up.
fn is_among<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    object: &D::Value,
    monitors: &[Monitor<D::Value>],
) -> Result<bool, Stop<D>> {
    for monitor in monitors {
        if !monitor.released && D::same(cx, state, &monitor.object, object)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The first thread that can go on while the running one waits.
fn first_ready<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>) -> Result<Option<usize>, Stop<D>> {
    let now = now(cx, state);
    let held = state.monitors.clone();
    for index in 0..state.threads.others.len() {
        let other = &state.threads.others[index];
        let ready = match other.wait.clone() {
            Wait::Turn => true,
            Wait::Class(class) => state.init_status(class) != Init::Running,
            Wait::Monitor(object) => {
                !is_held_elsewhere(cx, state, &object, Some(index))? && !is_among(cx, state, &object, &held)?
            }
            Wait::Notification(_, until) | Wait::Permit(until) => until.is_some_and(|until| until <= now),
            Wait::Time(until) => until <= now,
        };
        if ready {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

/// Takes the stack of the running thread off the state. None without one.
fn suspend<D: Domain>(state: &mut State<D>, wait: Wait<D::Value>) -> Option<Suspended<D::Value>> {
    let thread = state.thread.take()?;
    state.base = 0;
    Some(Suspended {
        thread,
        wait,
        permit: std::mem::take(&mut state.threads.permit),
        woken: std::mem::take(&mut state.threads.woken),
        stack: Stack {
            frames: std::mem::take(&mut state.frames),
            registers: std::mem::take(&mut state.registers),
            monitors: std::mem::take(&mut state.monitors),
        },
    })
}

/// Puts the stack of a thread on the state, which is without one.
fn resume<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, index: usize) -> Result<(), Stop<D>> {
    let other = state.threads.others.remove(index);
    let waited = !matches!(other.wait, Wait::Turn | Wait::Monitor(_) | Wait::Class(_));
    state.threads.permit = other.permit;
    state.threads.woken = other.woken || waited;
    state.thread = Some(other.thread);
    state.frames = other.stack.frames;
    state.registers = other.stack.registers;
    state.monitors = other.stack.monitors;
    state.base = state.frames.last().map_or(0, |frame| frame.base);
    objects::set_running_status(cx, state, objects::ALIVE_AND_RUNNABLE)
}

fn sleep_and_resume<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    wait: Option<Wait<D::Value>>,
    until: i128,
    index: usize,
) -> Result<(), Stop<D>> {
    sleep(cx, state, until);
    if let Some(wait) = wait {
        let waits = objects::status_of(&wait);
        objects::set_running_status(cx, state, waits)?;
        if let Some(suspended) = suspend(state, wait) {
            state.threads.others.push(suspended);
        }
    }
    resume(cx, state, index)
}

/// Lets time pass.
fn sleep<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, until: i128) {
    let left = until - now(cx, state);
    if left > 0 {
        cx.host.sleep(left as u64);
        state.threads.slept += (until - now(cx, state)).max(0);
    }
}

fn has_user_thread<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>) -> Result<bool, Stop<D>> {
    for index in 0..state.threads.others.len() {
        let thread = state.threads.others[index].thread.clone();
        if !objects::is_daemon(cx, state, &thread)? {
            return Ok(true);
        }
    }
    Ok(false)
}
