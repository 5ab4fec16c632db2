//! Calls and returns [Otto15, §1.6; JVMS 6.5]: null check, selection by the receiver's types, library models, frames.

use library::names;
use std::collections::BTreeMap;

use program::code::{CallKind, Reg};
use program::{Flags, MethodId, MethodRef, Type};

use super::init::initialize;
use super::table::find;
use super::throw::raise;
use super::{At, Cx, Draft, Outcome, Rule, drop_dead_after_call, model, new_frame};
use crate::build::start::forget_statics;
use crate::state::{Frame, InitStatus, Ref, Role, Split, State};
use crate::world::WorldType;

/// Marks the state in which a modelled method goes on after its callback.
pub const CALLBACK_DONE: Split = Split(2);

pub fn call(at: At<'_, '_>, kind: CallKind, dst: Reg, method: MethodRef, args: &[Reg]) -> Rule {
    let program = at.cx.program;
    let resolved = program.resolve_method(method).map_err(|error| Outcome::Cut(error.to_string()))?;
    let args: Vec<Ref> = args.iter().map(|&arg| at.reg(arg)).collect::<Rule<_>>()?;
    let target = match kind {
        CallKind::Static => {
            initialize(at, program.method(resolved).class)?;
            resolved
        }
        CallKind::Special | CallKind::Virtual | CallKind::Interface => {
            if !at.exists(args[0])? {
                return raise(at, names::NULL_POINTER);
            }
            if kind == CallKind::Special {
                let from = program.method(at.frame.method).class;
                program.select_special(from, resolved).map_err(|error| Outcome::Cut(error.to_string()))?
            } else {
                select(at, args[0], resolved)?
            }
        }
    };
    if let Some(line) = find(program, target) {
        return model::apply(at, line, dst, target, &args);
    }
    let callee = program.method(target);
    if callee.is_native() || callee.is_abstract() {
        let class = program.class(callee.class).java_name();
        return Err(Outcome::Cut(format!("native method `{class}.{}` is not modelled", callee.name)));
    }
    if &*callee.name == "initCause" && &*program.class(callee.class).name == names::THROWABLE {
        return Err(Outcome::Cut("whether an exception got a cause already is not followed".into()));
    }
    enter_call(at.draft(), target, &args, Role::Call)
}

/// **Type refinement** by selected method: one case per target, not per class.
pub(super) fn select(at: At<'_, '_>, receiver: Ref, resolved: MethodId) -> Rule<MethodId> {
    let program = at.cx.program;
    let world = at.cx.world;
    let mut targets: BTreeMap<MethodId, Vec<WorldType>> = BTreeMap::new();
    for member in world.members(at.state.types(receiver)) {
        let target = match world.info(member).ty.map(|ty| program.ty(ty)) {
            Some(Type::Class(name)) => {
                let class = program.class_named(name).map_err(|error| Outcome::Cut(error.to_string()))?;
                program.select(class, resolved).map_err(|error| Outcome::Cut(error.to_string()))?
            }
            Some(_) => resolved,
            None => select_outside(at, resolved)?,
        };
        targets.entry(target).or_default().push(member);
    }
    let methods: Vec<MethodId> = targets.keys().copied().collect();
    let parts: Vec<_> = targets.into_values().map(|members| world.set(members)).collect();
    Ok(methods[at.type_part(receiver, &parts)?])
}

/// A call on an object of a class outside the world: only what cannot be overridden is known.
fn select_outside(at: At<'_, '_>, resolved: MethodId) -> Rule<MethodId> {
    let program = at.cx.program;
    let method = program.method(resolved);
    if method.flags.is(Flags::FINAL) && find(program, resolved).is_some() {
        return Ok(resolved);
    }
    let class = program.class(method.class).java_name();
    Err(Outcome::Cut(format!("`{class}.{}` is called on an object of unknown class", method.name)))
}

/// Pushes the callee's frame.
pub fn enter_call(mut draft: Draft<'_, '_>, target: MethodId, args: &[Ref], role: Role) -> Rule {
    let program = draft.cx.program;
    let frame = new_frame(program, target, args, role)?;
    let caller = draft.frame();
    if role == Role::Call
        && let Ok(body) = program.body(caller.method)
    {
        drop_dead_after_call(body, caller);
    }
    draft.state.frames.push(frame);
    Ok(Outcome::Call(Box::new(draft.finish())))
}

/// **xRETURN**: pops the frame and hands the result to the caller.
pub fn return_from(at: At<'_, '_>, src: Option<Reg>) -> Rule {
    let result = src.map(|src| at.reg(src)).transpose()?;
    let mut draft = at.draft();
    let frame = draft.state.frames.pop().expect("a returning state has a frame");
    match frame.role {
        Role::Initializer(class) => {
            draft.state.set_init_status(class, InitStatus::Done);
            forget_statics(at.cx, &mut draft.state, class);
        }
        Role::Callback => draft.state.split = Some(CALLBACK_DONE),
        Role::Call | Role::Entry(_) => give_result(at.cx, &mut draft, result),
    }
    draft.step()
}

fn give_result(cx: &Cx<'_>, draft: &mut Draft<'_, '_>, result: Option<Ref>) {
    let Some(caller) = draft.state.frames.last() else { return };
    let Ok(body) = cx.program.body(caller.method) else { return };
    let dst = body.inst(caller.pc).def();
    if let (Some(dst), Some(result)) = (dst, result) {
        draft.set(dst, result);
    }
    draft.advance();
}

/// The frame of the method an analysis starts with.
pub fn start_frame(cx: &Cx<'_>, method: MethodId, args: &[Ref]) -> Rule<Frame> {
    new_frame(cx.program, method, args, Role::Call)
}

/// Ends the program at once (`System.exit`).
pub fn exit(at: At<'_, '_>) -> Rule {
    let mut draft = at.draft();
    draft.state = State { frames: Vec::new(), exception: None, ..draft.state };
    Ok(Outcome::Exit(Box::new(draft.finish())))
}
