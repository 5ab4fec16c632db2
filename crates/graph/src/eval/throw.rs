//! Exceptions: raising them and looking for a handler [Otto15, Def. 1.1; JVMS 2.10].
//!
//! A state with an exception in flight searches one frame per step: a matching handler takes it, otherwise the frame
//! is popped. A class initialiser left by an exception makes its class erroneous.

use library::names;
use program::code::Reg;
use program::{ClassId, TypeId};

use super::init::waits_for;
use super::object::allocate;
use super::{At, Cx, Draft, Outcome, Rule};
use crate::graph::Fact;
use crate::state::{InitStatus, Ref, Role, State, Value};
use crate::world::{Layout, TypeSet, World, WorldType};

/// Throws a new exception of a library class. Its message stays unknown.
pub fn raise(at: At<'_, '_>, class: &str) -> Rule {
    let mut draft = at.draft();
    let exception = allocate(&mut draft, at.cx.program.class_type(class))?;
    forget_message(at.cx, &mut draft.state, exception);
    draft.state.exception = Some(exception);
    draft.step()
}

/// Throws a new exception of one of these library classes, whichever: of its fields only those are known that all of them have.
pub fn raise_one_of(at: At<'_, '_>, classes: &[&str]) -> Rule {
    let (program, world) = (at.cx.program, at.cx.world);
    let types: Vec<TypeId> = classes.iter().map(|class| program.class_type(class)).collect();
    let known: Vec<WorldType> = types.iter().filter_map(|&ty| world.find(ty)).collect();
    let Some(first) = known.first().and_then(|&entry| world.info(entry).ty) else {
        return Err(Outcome::Cut(format!("`{}` was not foreseen to be instantiated", classes.join("`, `"))));
    };
    let has = |ty: WorldType, field| matches!(&world.info(ty).layout, Layout::Class(fields) if fields.contains(&field));
    let mut draft = at.draft();
    let exception = allocate(&mut draft, first)?;
    forget_message(at.cx, &mut draft.state, exception);
    if let Value::Object(object) = &mut draft.state.values[base::Id::index(exception)] {
        object.fields.retain(|entry| known.iter().all(|&ty| has(ty, entry.0)));
        object.types = world.set(known);
    }
    draft.state.exception = Some(exception);
    draft.step()
}

/// The JVM words the messages of its own exceptions.
fn forget_message(cx: &Cx<'_>, state: &mut State, exception: Ref) {
    if let Value::Object(object) = &mut state.values[base::Id::index(exception)] {
        object.fields.retain(|entry| &*cx.program.field(entry.0).name != "detailMessage");
    }
}

/// **ATHROW**.
pub fn throw(at: At<'_, '_>, src: Reg) -> Rule {
    let exception = at.reg(src)?;
    if !at.exists(exception)? {
        return raise(at, names::NULL_POINTER);
    }
    let mut draft = at.draft();
    draft.state.exception = Some(exception);
    draft.step()
}

/// One step of the search for a handler.
pub fn unwind(cx: &Cx<'_>, state: &State) -> Rule {
    let frame = state.top().expect("only states with frames are evaluated");
    let body = cx.program.body(frame.method).map_err(|error| Outcome::Cut(error.to_string()))?;
    let at = At { cx, state, frame, body };
    let exception = state.exception.expect("an exception is in flight");
    for handler in body.handlers_at(frame.pc) {
        if catches(at, exception, handler.catch)? {
            let mut draft = at.draft();
            draft.state.exception = None;
            draft.set(handler.exception, exception);
            draft.jump(handler.target);
            return draft.step();
        }
    }
    pop_frame(at, exception)
}

/// Whether a handler takes the exception: a type refinement if that is open.
fn catches(at: At<'_, '_>, exception: Ref, catch: Option<TypeId>) -> Rule<bool> {
    let Some(catch) = catch else { return Ok(true) };
    let parts = split_types(at, at.state.types(exception), catch)?;
    Ok(at.type_part(exception, &parts)? == 0)
}

fn split_types(at: At<'_, '_>, types: TypeSet, ty: TypeId) -> Rule<[TypeSet; 2]> {
    let world: &World = at.cx.world;
    let mut parts = [Vec::new(), Vec::new()];
    for member in world.members(types) {
        let Some(sub) = world.info(member).ty else {
            return Err(Outcome::Cut("an exception of unknown class is thrown".into()));
        };
        let is = at.cx.program.is_subtype(sub, ty).map_err(|error| Outcome::Cut(error.to_string()))?;
        parts[usize::from(!is)].push(member);
    }
    Ok(parts.map(|part| world.set(part)))
}

fn pop_frame(at: At<'_, '_>, exception: Ref) -> Rule {
    let mut draft = at.draft();
    match at.frame.role {
        Role::Call | Role::Callback | Role::Entry(_) => {}
        Role::Initializer(class) => {
            let error = at.cx.program.class_type(names::ERROR);
            let parts = split_types(at, at.state.types(exception), error)?;
            if at.type_part(exception, &parts)? == 1 {
                let wrapper = at.cx.program.class_type(names::INITIALIZER);
                let wrapper = allocate(&mut draft, wrapper)?;
                set_cause(at.cx, &mut draft, wrapper, exception);
                draft.state.exception = Some(wrapper);
            }
            draft.state.set_init_status(class, InitStatus::Erroneous);
        }
    }
    draft.state.frames.pop();
    if let Role::Initializer(class) = at.frame.role {
        fail_waiting(at.cx, &mut draft.state, class);
    }
    draft.step()
}

fn set_cause(cx: &Cx<'_>, draft: &mut Draft<'_, '_>, exception: Ref, cause: Ref) {
    let throwable = cx.program.class_named(names::THROWABLE).ok();
    if let Some(field) = throwable.and_then(|class| cx.program.declared_field(class, "cause")) {
        crate::eval::write::put_field(cx.world, &mut draft.state, exception, field, cause);
        draft.fact(Fact::Write { object: exception, field, value: cause });
    }
}

/// Classes that waited for a failed initialiser fail as well: their own has not begun.
fn fail_waiting(cx: &Cx<'_>, state: &mut State, failed: ClassId) {
    while let Some(Role::Initializer(class)) = state.top().map(|frame| frame.role)
        && waits_for(cx.program, class, failed)
    {
        state.set_init_status(class, InitStatus::Erroneous);
        state.frames.pop();
    }
}
