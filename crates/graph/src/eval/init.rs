//! Class initialisation [JVMS 5.5]. The thesis leaves the details out.
//!
//! Classes without an initialiser count as initialised. For the others the frame of `<clinit>` is pushed and the
//! triggering instruction repeated when it returns, superclasses first.
//! Departure from the JVM: an interface is not initialised through a class that implements it.

use program::ClassId;

use super::model;
use super::throw::raise;
use super::{At, Outcome, Rule, new_frame};
use crate::state::{InitStatus, Role};

/// Returns when the class is ready; otherwise interrupts with the step that makes progress.
pub fn initialize(at: At<'_, '_>, class: ClassId) -> Rule<()> {
    let program = at.cx.program;
    let mut pending = None;
    let mut next = Some(class);
    while let Some(class) = next {
        match at.state.init_status(class) {
            Some(InitStatus::Erroneous) => {
                return Err(raise(at, "java/lang/NoClassDefFoundError")?);
            }
            Some(InitStatus::Running | InitStatus::Done) => break,
            None => {}
        }
        let info = program.class(class);
        if info.initializer.is_some() && !model::skips_initializer(program, class) {
            pending = Some(class);
        }
        next = info.superclass.filter(|_| !info.is_interface());
    }
    let Some(class) = pending else { return Ok(()) };
    let initializer = program.class(class).initializer.expect("only such classes are pending");
    let frame = new_frame(program, initializer, &[], Role::Initializer(class))?;
    let mut draft = at.draft();
    draft.state.set_init_status(class, InitStatus::Running);
    draft.state.frames.push(frame);
    Err(Outcome::Step(Box::new(draft.finish())))
}
