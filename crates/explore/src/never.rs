//! What a whole program must never do.
//!
//! A failed assertion is one even if somebody catches it, so it is noticed where it is thrown; an uncaught exception may also be
//! that of another thread, which ends without a word to `main`.

use heap::{Types, Value};
use library::names;
use machine::{Cx, State};
use program::Program;
use program::code::{Body, Inst, Pc, Reg};

use crate::path::Thrown;
use crate::symbolic::{JavaTypes, Symbolic};

/// What must never happen, if only that is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Never {
    /// An assertion fails.
    Assertion,
    /// A `RuntimeException` is caught by nobody.
    Uncaught,
}

/// What the instruction about to be executed does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Offence {
    /// This exception is what must never be.
    Is(Value),
    /// Its class is not known here.
    MayBe,
}

impl Never {
    /// The exceptions meant, with all classes below.
    fn class(self) -> &'static str {
        match self {
            Never::Assertion => names::ASSERTION,
            Never::Uncaught => names::RUNTIME_EXCEPTION,
        }
    }

    /// Whether an exception that left a thread is what must never be.
    pub fn is_broken_by(self, program: &Program, thrown: &Thrown) -> bool {
        let class = program.class_type(&thrown.class.replace('.', "/"));
        program.is_subtype(class, program.class_type(self.class())).unwrap_or(false)
    }

    /// What the next instruction does to the promise; `own` says whether it is the user's.
    pub(crate) fn offence(
        self,
        cx: &Cx<'_, Symbolic<'_>>,
        state: &State<Symbolic<'_>>,
        (body, pc): (&Body, Pc),
        own: bool,
    ) -> Option<Offence> {
        let exception = match self {
            Never::Assertion => {
                let Inst::Throw { src } = *body.inst(pc) else { return None };
                if !own {
                    return None;
                }
                *state.get(src)
            }
            Never::Uncaught if pc == Pc(0) && is_last_word(cx, state) => *state.get(Reg(1)),
            Never::Uncaught => return None,
        };
        let Value::Ref(reference) = exception else { return None };
        let Some(loc) = reference.as_loc() else { return Some(Offence::MayBe) };
        if loc == heap::Loc::NULL {
            return None;
        }
        let location = state.heap.heap.location(loc);
        let class = JavaTypes::ty(cx.domain.types.erase(location.class.bound()));
        let meant = cx.program.class_type(self.class());
        match cx.program.is_subtype(class, meant).unwrap_or(false) {
            true => Some(Offence::Is(exception)),
            false if location.creator.is_some() => Some(Offence::MayBe),
            false => None,
        }
    }
}

/// Whether a thread has just begun to say which exception it dies of.
fn is_last_word(cx: &Cx<'_, Symbolic<'_>>, state: &State<Symbolic<'_>>) -> bool {
    let method = cx.program.method(state.frame().method);
    &*method.name == "dispatchUncaughtException" && *cx.program.class(method.class).name == *names::THREAD
}
