//! Runs that never end: concrete inputs, executed until they are seen to go round in circles.
//!
//! A program is run on the machine over [`domain::Traced`], which computes with actual numbers and also remembers how
//! they came about. A run that does not end soon is watched at the places it comes back to ([`lasso`]): if everything
//! the round trip looked at is as it was before, up to renaming of objects and up to integers for which a closed
//! *recurrent set* is found ([`recurrence`]), then the trip repeats forever. Every answer is thus a replayed run together
//! with a proof that it goes on.
//!
//! What this guarantees: the program diverges on the input given. Not finding anything says nothing.

pub mod domain;
mod heap;
mod inputs;
mod lasso;
mod number;
mod recurrence;

use base::Budget;
use machine::{Cx, End, Limits, Silent, State};
use program::{MethodId, Program};

pub use inputs::Input;

use domain::{Traced, Value};
use graph::Integers;
use lasso::Lasso;

/// An input on which a program runs forever, and where it goes round.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Witness {
    pub input: Input,
    /// The method and line the run comes back to.
    pub place: String,
    pub line: Option<u32>,
    /// Instructions executed before and during one round.
    pub before: u64,
    pub period: u64,
    /// What stays true from round to round.
    pub invariant: Vec<String>,
    /// Whether the round is a call within itself.
    pub recursive: bool,
}

/// Instructions executed on one input before giving up on it.
const STEPS: u64 = 400_000;

/// Looks for an input of `main` on which it runs forever.
pub fn search_main(
    program: &Program,
    main: MethodId,
    integers: Integers,
    budget: &Budget,
) -> Option<Witness> {
    for input in inputs::arguments() {
        if budget.check().is_err() {
            return None;
        }
        if let Some(witness) = run(program, main, &input, integers, budget) {
            return Some(witness);
        }
    }
    None
}

/// Runs one input and watches it.
pub fn run(
    program: &Program,
    method: MethodId,
    input: &Input,
    integers: Integers,
    budget: &Budget,
) -> Option<Witness> {
    let limits = Limits { stack_depth: usize::MAX, ..Limits::default() };
    let mut cx = Cx::new(program, Traced::new(integers), Box::new(Silent), limits);
    let mut state = State::new(heap::Heap::default());
    let arguments = input.build(&mut cx, &mut state).ok()?;
    match machine::call(&mut cx, &mut state, method, &arguments) {
        Ok(None) => {}
        Ok(Some(End::Returned(_) | End::Threw(_) | End::Paused)) | Err(_) => return None,
    }
    let found = Lasso::new(&mut cx, &mut state, STEPS, budget).find()?;
    Some(found.witness(program, input.clone()))
}

/// A register's content, for callers that build inputs.
pub type Argument = Value;
