//! Class initialisation [JVMS 5.5]. The thesis leaves the details out.
//!
//! Classes without an initialiser count as initialised. The others are marked as running all at once, a class together
//! with the superclasses and superinterfaces that come before it; their `<clinit>` frames are pushed so that the first to
//! run is on top, and the triggering instruction is repeated when all have returned.

use program::{ClassId, Flags, Program};

use super::model;
use super::throw::raise;
use super::{At, Outcome, Rule, new_frame};
use crate::state::{InitStatus, Role, State};

/// Returns when the class is ready; otherwise interrupts with the step that makes progress.
pub fn initialize(at: At<'_, '_>, class: ClassId) -> Rule<()> {
    match at.state.init_status(class) {
        Some(InitStatus::Running | InitStatus::Done) => return Ok(()),
        Some(InitStatus::Erroneous) | None => {}
    }
    let order = order(at.cx.program, class, |class| has_begun(at.state, class));
    if order.iter().any(|&class| at.state.init_status(class) == Some(InitStatus::Erroneous)) {
        return Err(raise(at, "java/lang/NoClassDefFoundError")?);
    }
    if order.is_empty() {
        return Ok(());
    }
    let mut draft = at.draft();
    push_initializers(at.cx.program, &mut draft.state, &order)?;
    Err(Outcome::Step(Box::new(draft.finish())))
}

/// Puts what a class needs to be initialised on top of a state.
pub fn begin(program: &Program, state: &mut State, class: ClassId) -> Rule<()> {
    let order = order(program, class, |class| has_begun(state, class));
    push_initializers(program, state, &order)
}

/// Classes whose initialisers have to run before `class` can be used, in this order, itself last (JVMS 5.5, step 7).
pub fn order(program: &Program, class: ClassId, has_begun: impl Fn(ClassId) -> bool) -> Vec<ClassId> {
    let mut out = Vec::new();
    collect(program, class, &has_begun, &mut out);
    out
}

/// Whether `class` waits for the initialiser of `other`.
pub fn waits_for(program: &Program, class: ClassId, other: ClassId) -> bool {
    class != other && order(program, class, |_| false).contains(&other)
}

fn has_begun(state: &State, class: ClassId) -> bool {
    matches!(state.init_status(class), Some(InitStatus::Running | InitStatus::Done))
}

fn collect(program: &Program, class: ClassId, has_begun: &impl Fn(ClassId) -> bool, out: &mut Vec<ClassId>) {
    if has_begun(class) || out.contains(&class) {
        return;
    }
    let info = program.class(class);
    if !info.is_interface() {
        if let Some(superclass) = info.superclass {
            collect(program, superclass, has_begun, out);
        }
        collect_interfaces(program, class, has_begun, out);
    }
    if info.initializer.is_some() && !model::skips_initializer(program, class) {
        out.push(class);
    }
}

/// Superinterfaces are initialised only if they declare a default method.
fn collect_interfaces(
    program: &Program,
    class: ClassId,
    has_begun: &impl Fn(ClassId) -> bool,
    out: &mut Vec<ClassId>,
) {
    let is_default = |flags: Flags| !flags.is(Flags::ABSTRACT) && !flags.is(Flags::STATIC);
    for &interface in &program.class(class).interfaces {
        collect_interfaces(program, interface, has_begun, out);
        if program.class(interface).methods().any(|method| is_default(program.method(method).flags)) {
            collect(program, interface, has_begun, out);
        }
    }
}

fn push_initializers(program: &Program, state: &mut State, order: &[ClassId]) -> Rule<()> {
    for &class in order.iter().rev() {
        let initializer = program.class(class).initializer.expect("only classes with code are in the order");
        let frame = new_frame(program, initializer, &[], Role::Initializer(class))?;
        state.set_init_status(class, InitStatus::Running);
        state.frames.push(frame);
    }
    Ok(())
}
