//! Calls: resolve, select, enter.

use program::class::Origin;
use program::code::{CallKind, Pc, Reg};
use program::{Flags, MethodId, MethodRef};
use smallvec::SmallVec;

use super::fields::non_null;
use super::{Away, Next, init, types};
use crate::intrinsics::{Intrinsic, Reply, boxing};
use crate::state::Monitor;
use crate::{Cx, Domain, Link, Raise, State, Stop, Then, link_error, threads};

/// Arguments of a call, receiver first.
pub type Args<D> = SmallVec<[<D as Domain>::Value; 6]>;

/// `invokestatic`, `invokespecial`, `invokevirtual`, `invokeinterface` (JVMS 6.5).
#[inline(always)]
pub fn call<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    pc: Pc,
    kind: CallKind,
    dst: Reg,
    method: MethodRef,
    args: &[Reg],
) -> Next<D> {
    let target = match kind {
        CallKind::Static => {
            let method = cx.method_ref(method)?;
            init::ensure(cx, state, cx.program.method(method).class)?;
            method
        }
        CallKind::Special => {
            let method = cx.special_ref(method)?;
            non_null(cx, state, args[0])?;
            method
        }
        CallKind::Virtual | CallKind::Interface => {
            let method = cx.method_ref(method)?;
            let receiver = non_null(cx, state, args[0])?;
            D::select(cx, state, &receiver, method)?
        }
    };
    state.frame_mut().pc = pc;
    if D::INTERCEPTS {
        let values: Args<D> = args.iter().map(|&arg| state.get(arg).clone()).collect();
        match D::intercept(cx, state, target, &values)? {
            None | Some(Reply::Decline) => {}
            Some(reply) => return answer(state, pc, dst, reply),
        }
    }
    enter(cx, state, pc, target, args, dst)
}

/// Pushes the callee's frame, or lets its intrinsic answer.
#[inline(always)]
fn enter<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    pc: Pc,
    target: MethodId,
    args: &[Reg],
    dst: Reg,
) -> Next<D> {
    match cx.link(target)? {
        Link::Code { body, synchronized } => {
            check_depth(cx, state)?;
            if synchronized {
                let receiver = args.first().map(|&arg| state.get(arg).clone());
                threads::await_monitor(cx, state, |cx, state| lock_of(cx, state, target, receiver))?;
            }
            let caller = state.base;
            let base = state.registers.len();
            state.registers.resize(base + body.kinds.len(), D::blank());
            for (index, arg) in args.iter().enumerate() {
                state.registers[base + index] = state.registers[caller + arg.index()].clone();
            }
            state.enter_frame(target, base, dst, Then::Deliver);
            if synchronized {
                hold(cx, state, target)?;
            }
            Err(Away::Entered)
        }
        Link::Intrinsic(intrinsic) => {
            D::safepoint(cx, state);
            let values: Args<D> = args.iter().map(|&arg| state.get(arg).clone()).collect();
            let reply = run_intrinsic(cx, state, target, intrinsic, &values)?;
            if let Reply::Decline = reply {
                enter_code(cx, state, target, &values, dst, Then::Deliver)?;
                return Err(Away::Entered);
            }
            answer(state, pc, dst, reply)
        }
        Link::Missing => Err(missing(cx, target).into()),
    }
}

/// As [`enter`], with argument values and a continuation. An intrinsic's answer is returned at once; its continuation
/// is up to the caller then.
pub fn enter_with<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    target: MethodId,
    args: &[D::Value],
    dst: Reg,
    then: Then<D::Value>,
) -> Result<Option<D::Value>, Stop<D>> {
    match cx.link(target)? {
        Link::Code { .. } => enter_code(cx, state, target, args, dst, then).map(|()| None),
        Link::Intrinsic(intrinsic) => match run_intrinsic(cx, state, target, intrinsic, args)? {
            Reply::Value(value) => Ok(Some(value)),
            Reply::Void | Reply::Entered => Ok(None),
            Reply::Decline => enter_code(cx, state, target, args, dst, then).map(|()| None),
        },
        Link::Missing => Err(missing(cx, target)),
    }
}

/// Pushes a frame for the code of a method, whatever its intrinsic would do.
fn enter_code<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    target: MethodId,
    args: &[D::Value],
    dst: Reg,
    then: Then<D::Value>,
) -> Result<(), Stop<D>> {
    check_depth(cx, state)?;
    let body = cx.program.body(target).map_err(link_error)?;
    let synchronized = cx.program.method(target).flags.is(Flags::SYNCHRONIZED);
    if synchronized {
        threads::await_monitor(cx, state, |cx, state| lock_of(cx, state, target, args.first().cloned()))?;
    }
    state.push_frame(target, body.kinds.len(), args, dst, then);
    if synchronized {
        hold(cx, state, target)?;
    }
    Ok(())
}

/// What a reflective caller gets: the result as an object, null for void (`Method.invoke`).
pub fn boxed_result<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    method: MethodId,
    value: Option<D::Value>,
) -> Result<Option<D::Value>, Stop<D>> {
    let result = cx.program.method(method).result;
    Ok(Some(match value {
        Some(value) => boxing::wrap(cx, state, result, value)?,
        None => D::null(cx, state),
    }))
}

fn run_intrinsic<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    method: MethodId,
    intrinsic: Intrinsic<D>,
    args: &[D::Value],
) -> Result<Reply<D>, Stop<D>> {
    intrinsic(cx, state, args).map_err(|mut stop| {
        if let Stop::Raise(raise) = &mut stop {
            raise.native = raise.native.or(cx.program.method(method).is_native().then_some(method));
        }
        stop
    })
}

#[inline(always)]
fn answer<D: Domain>(state: &mut State<D>, pc: Pc, dst: Reg, reply: Reply<D>) -> Next<D> {
    match reply {
        Reply::Value(value) => {
            if !dst.is_none() {
                state.set(dst, value);
            }
            Ok(pc.next())
        }
        Reply::Void | Reply::Decline => Ok(pc.next()),
        Reply::Entered => {
            state.frame_mut().dst = dst;
            Err(Away::Entered)
        }
    }
}

#[inline(always)]
fn check_depth<D: Domain>(cx: &Cx<'_, D>, state: &State<D>) -> Result<(), Stop<D>> {
    if state.frames.len() < cx.limits.stack_depth {
        Ok(())
    } else {
        Err(Stop::raise("java/lang/StackOverflowError"))
    }
}

/// The current frame's method holds its monitor.
#[cold]
fn hold<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, method: MethodId) -> Result<(), Stop<D>> {
    let receiver = state.registers.get(state.base).cloned();
    let object = lock_of(cx, state, method, receiver)?;
    let depth = state.frames.len() - 1;
    state.monitors.push(Monitor { depth, object, by_call: true, released: false });
    Ok(())
}

/// A synchronized method holds the monitor of its receiver, or of its class if it is static (JVMS 2.11.10).
fn lock_of<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    method: MethodId,
    receiver: Option<D::Value>,
) -> Result<D::Value, Stop<D>> {
    let method = cx.program.method(method);
    match receiver {
        Some(receiver) if !method.is_static() => Ok(receiver),
        _ => types::mirror(cx, state, cx.program.class(method.class).ty),
    }
}

/// A native method nobody wrote an intrinsic for. One of the program's own has code in a library, if there is any.
#[cold]
fn missing<D: Domain>(cx: &Cx<'_, D>, id: MethodId) -> Stop<D> {
    let method = cx.program.method(id);
    let class = cx.program.class(method.class);
    let (origin, class) = (class.origin, class.java_name());
    if origin == Origin::ClassPath && !cx.host.may_have_libraries() {
        let params: Vec<String> = method.params.iter().map(|&ty| cx.program.type_name(ty)).collect();
        let result = cx.program.type_name(method.result);
        let message = format!("'{result} {class}.{}({})'", method.name, params.join(", "));
        return Stop::Raise(Box::new(Raise {
            class: "java/lang/UnsatisfiedLinkError".into(),
            message: Some(message.into()),
            cause: None,
            native: Some(id),
        }));
    }
    let params: Vec<String> = method.params.iter().map(|&ty| cx.program.type_name(ty)).collect();
    let name = format!("{}.{}({})", class, method.name, params.join(", "));
    Stop::unsupported(format!("the native method `{name}` is not supported"))
}
