//! The loop: fetch, dispatch, go on; and what becomes of exceptions.
//!
//! While instructions of one frame follow each other the program counter lives in a local variable; it is written
//! back to the frame before anything can look at it.

use program::code::{Body, Pc, Reg};
use program::{ClassId, MethodId};

use crate::intrinsics::{handles, proxies};
use crate::steps::{self, Away, exceptions, init};
use crate::{Cx, Domain, State, Stop, Then, Wait, threads};

/// How a run ended.
#[derive(Clone, Debug)]
pub enum End<V> {
    /// The outermost frame returned.
    Returned(Option<V>),
    /// The outermost frame threw.
    Threw(V),
    /// The observer called a halt; the state can go on.
    Paused,
}

/// Listens to steps from outside: traces, coverage, limits.
pub trait Observer<D: Domain> {
    /// Called before an instruction is executed; false calls a halt.
    fn before(&mut self, cx: &mut Cx<'_, D>, state: &State<D>, body: &Body, pc: Pc) -> bool;
}

/// Nobody listens.
impl<D: Domain> Observer<D> for () {
    #[inline(always)]
    fn before(&mut self, _cx: &mut Cx<'_, D>, _state: &State<D>, _body: &Body, _pc: Pc) -> bool {
        true
    }
}

/// Lets one instruction pass.
struct Once(bool);

impl<D: Domain> Observer<D> for Once {
    fn before(&mut self, _cx: &mut Cx<'_, D>, _state: &State<D>, _body: &Body, _pc: Pc) -> bool {
        std::mem::take(&mut self.0)
    }
}

/// Puts the initialisation of a class on top of the state, if it needs any: [`run`] executes it.
pub fn initialise<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    class: ClassId,
) -> Result<(), Stop<D>> {
    match init::ensure(cx, state, class) {
        Err(Stop::Initialise(class)) => init::begin(cx, state, class),
        settled => settled,
    }
}

/// Puts a call on top of the state: [`run`] executes it. Answers at once if the method is an intrinsic. The class of
/// a static method has to be [initialised](initialise) before.
pub fn call<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    method: MethodId,
    args: &[D::Value],
) -> Result<Option<End<D::Value>>, Stop<D>> {
    let depth = state.frames.len();
    let value = steps::calls::enter_with(cx, state, method, args, Reg::NONE, Then::Deliver)?;
    Ok((state.frames.len() == depth).then_some(End::Returned(value)))
}

/// Executes one instruction (class initialisers it needs count as instructions of their own).
pub fn step<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>) -> Result<End<D::Value>, Stop<D>> {
    run(cx, state, &mut Once(true))
}

/// Executes instructions until the outermost frame is left, the observer calls a halt, or the machine stops. After
/// a stop the state stands at the instruction that stopped.
pub fn run<D: Domain, O: Observer<D>>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    observer: &mut O,
) -> Result<End<D::Value>, Stop<D>> {
    let mut slice = Slice::default();
    loop {
        let end = match state.thrown {
            Some(_) => exceptions::unwind(cx, state),
            None if state.frames.is_empty() => Ok(Some(End::Returned(None))),
            None if state.threads.is_alone() => run_frame(cx, state, observer),
            None => run_slice(cx, state, observer, &mut slice),
        };
        match end {
            Ok(Some(end)) => return Ok(end),
            Ok(None) => {}
            Err(stop) => settle(cx, state, stop)?,
        }
    }
}

/// Deals with a stop as far as the machine can by itself: throws, initialises, reclaims. Gives back what it cannot
/// settle.
pub fn settle<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, stop: Stop<D>) -> Result<(), Stop<D>> {
    let settled = match stop {
        Stop::Throw(exception) => {
            state.thrown = Some(exception);
            Ok(())
        }
        Stop::Raise(raise) if exceptions::is_missing_class(cx, state, &raise) => {
            exceptions::ask_loader(cx, state, &raise)
        }
        Stop::Raise(raise) => {
            exceptions::create(cx, state, *raise).map(|exception| state.thrown = Some(exception))
        }

        Stop::Initialise(class) => init::begin(cx, state, class),
        Stop::Reclaim if D::reclaim(cx, state) => Ok(()),
        Stop::Reclaim => Err(Stop::raise_with("java/lang/OutOfMemoryError", "Java heap space")),
        Stop::Wait(wait) => threads::wait(cx, state, wait),
        Stop::Split(_) | Stop::Unsupported(_) | Stop::Exit(_) => return Err(stop),
    };
    settled.or_else(|stop| settle(cx, state, stop))
}

/// Executes instructions of the current frame until frames change or something stops it.
fn run_frame<D: Domain, O: Observer<D>>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    observer: &mut O,
) -> Result<Option<End<D::Value>>, Stop<D>> {
    let frame = state.frame();
    let body = cx.body(frame.method);
    let mut pc = frame.pc;
    loop {
        if !observer.before(cx, state, body, pc) {
            state.frame_mut().pc = pc;
            return Ok(Some(End::Paused));
        }
        match steps::execute(cx, state, body, pc) {
            Ok(next) => pc = next,
            Err(away) => return go_away(cx, state, pc, away),
        }
    }
}

/// Instructions a thread executes before others that are ready get their turn.
const SLICE: u32 = 50_000;

/// How much is left of a thread's turn.
struct Slice {
    left: u32,
}

impl Default for Slice {
    fn default() -> Self {
        Self { left: SLICE }
    }
}

/// Lets an observer see a slice of instructions.
struct Sliced<'a, O> {
    observer: &'a mut O,
    slice: &'a mut Slice,
}

impl<D: Domain, O: Observer<D>> Observer<D> for Sliced<'_, O> {
    fn before(&mut self, cx: &mut Cx<'_, D>, state: &State<D>, body: &Body, pc: Pc) -> bool {
        if self.slice.left == 0 {
            return false;
        }
        self.slice.left -= 1;
        self.observer.before(cx, state, body, pc)
    }
}

/// As [`run_frame`], where threads take turns.
fn run_slice<D: Domain, O: Observer<D>>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    observer: &mut O,
    slice: &mut Slice,
) -> Result<Option<End<D::Value>>, Stop<D>> {
    match run_frame(cx, state, &mut Sliced { observer, slice })? {
        Some(End::Paused) if slice.left == 0 => {
            slice.left = SLICE;
            threads::wait(cx, state, Wait::Turn)?;
            Ok(None)
        }
        end => Ok(end),
    }
}

/// Control leaves the frame it was in, or an instruction did not finish.
fn go_away<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    pc: Pc,
    away: Away<D>,
) -> Result<Option<End<D::Value>>, Stop<D>> {
    match away {
        Away::Entered => Ok(None),
        Away::Return(value) => leave(cx, state, value),
        Away::Stop(stop) => {
            state.frame_mut().pc = pc;
            Err(stop)
        }
    }
}

/// The current frame returns (JVMS 2.6.4).
fn leave<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    value: Option<D::Value>,
) -> Result<Option<End<D::Value>>, Stop<D>> {
    let method = state.frame().method;
    let frame = state.pop_frame();
    let value = match frame.then {
        Then::Deliver => value,
        Then::Give(value) | Then::Construct(value) => Some(value),
        Then::DefineProxy(interfaces) => {
            let bytes = value.expect("the generator returns an array");
            Some(proxies::define(cx, state, interfaces, &bytes)?)
        }
        Then::EndThread => {
            threads::end(cx, state)?;
            return Ok(None);
        }
        Then::Again | Then::FindClass(_) => return Ok(None),
        Then::MethodType(descriptor) => {
            let ty = value.expect("the JDK makes a type");
            state.jdk.method_types.insert(descriptor, ty);
            return Ok(None);
        }
        Then::Box => Some(handles::boxed_result(cx, state, method, value)?),
        Then::Unbox(ty) => match value {
            Some(value) if ty != program::TypeId::VOID => Some(handles::basic_unbox(cx, state, ty, &value)?),
            _ => None,
        },
        Then::Reflect => steps::calls::boxed_result(cx, state, method, value)?,
        Then::Initialise(work) => {
            init::finish(cx, state, work.class, work.rest)?;
            return Ok(None);
        }
    };
    let Some(caller) = state.frames.last_mut() else { return Ok(Some(End::Returned(value))) };
    caller.pc = caller.pc.next();
    if let Some(value) = value
        && !frame.dst.is_none()
    {
        state.set(frame.dst, value);
    }
    Ok(None)
}
