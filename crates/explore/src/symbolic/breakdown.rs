//! Failures of the JDK itself: its own classes do not initialise or link, or lack a resource. A JVM comes with all they ask for; the
//! machine that explores does without files, native libraries and much of what a JVM sets up. So what follows from such a failure is
//! not known, whether somebody catches it or not.

use library::names;
use machine::{Cx, State, Stop};
use program::class::Origin;
use program::{ClassId, Program};

use super::Symbolic;

/// An exception is about to be made: nothing is said if the JDK's code makes it because the JDK is broken.
pub(super) fn check<'p>(
    cx: &Cx<'_, Symbolic<'p>>,
    state: &State<Symbolic<'p>>,
    class: ClassId,
) -> Result<(), Stop<Symbolic<'p>>> {
    let Some(frame) = state.frames.last() else { return Ok(()) };
    let maker = cx.program.class(cx.program.method(frame.method).class);
    if maker.origin == Origin::ClassPath || !is_breakdown(cx.program, class) {
        return Ok(());
    }
    let (what, where_from) = (cx.program.class(class).java_name(), maker.java_name());
    Err(Stop::unsupported(format!("`{where_from}` fails with `{what}`, which a JVM may not do")))
}

fn is_breakdown(program: &Program, class: ClassId) -> bool {
    let info = program.class(class);
    if info.origin != Origin::Jdk {
        return false;
    }
    let is_below = |name: &str| program.is_subtype(info.ty, program.class_type(name)).unwrap_or(false);
    let error = program.class_type(names::THROWABLE);
    program.is_subtype(info.ty, error).unwrap_or(false)
        && library::classes_that(|class| class.is_breakdown).into_iter().any(is_below)
}
