//! Runs that never end: concrete inputs, executed until they are seen to go round in circles.
//!
//! A program is run on the machine over [`domain::Traced`], which computes with actual numbers and also remembers how
//! they came about. A run that does not end soon is watched at the places it comes back to ([`lasso`]): if everything
//! the round trip looked at is as it was before, up to renaming of objects and up to integers for which a closed
//! *recurrent set* is found ([`recurrence`]), then the trip repeats forever. Every answer is thus a replayed run together
//! with a proof that it goes on.
//!
//! What this guarantees: the program diverges on the input given. Not finding anything says nothing.

mod construct;
pub mod domain;
mod heap;
mod inputs;
mod lasso;
mod number;
mod objects;
mod recurrence;
mod residue;
mod shapes;

use base::Budget;
use machine::{Cx, End, Limits, Silent, State};
use program::{MethodId, Program};

pub use inputs::Input;
pub use objects::{Argument, Call, Made};

use domain::Traced;
use graph::{Inputs, Integers};
use lasso::Lasso;

/// An input on which a program runs forever, and where it goes round.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
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

impl Witness {
    /// The run in sentences, a line each.
    pub fn explain(&self) -> Vec<String> {
        std::iter::once(format!("input: {}", self.input)).chain(self.round()).collect()
    }

    /// How it goes round, a sentence each.
    pub fn round(&self) -> [String; 2] {
        let line = self.line.map_or(String::new(), |line| format!(" (line {line})"));
        let back = if self.recursive { "calls itself" } else { "comes back" };
        let place = format!(
            "after {} instructions it {back} at {}{line} every {} instructions",
            self.before, self.place, self.period
        );
        let after = match self.invariant.is_empty() {
            true => "and then everything it looks at is as before".to_string(),
            false => format!("and then it always holds that {}", self.invariant.join(", ")),
        };
        [place, after]
    }
}

/// How hard to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A few inputs, a few thousand instructions each.
    Quick,
    Thorough,
}

impl Effort {
    fn inputs(self) -> usize {
        match self {
            Effort::Quick => 26,
            Effort::Thorough => usize::MAX,
        }
    }

    /// Instructions executed on one input before giving up on it.
    fn steps(self) -> u64 {
        match self {
            Effort::Quick => 40_000,
            Effort::Thorough => 400_000,
        }
    }
}

/// Looks for an input of a method on which it runs forever.
pub fn search(
    program: &Program,
    method: MethodId,
    integers: Integers,
    assumed: Inputs,
    effort: Effort,
    budget: &Budget,
) -> Option<Witness> {
    for input in inputs::candidates(program, method, budget).take(effort.inputs()) {
        if budget.check().is_err() {
            return None;
        }
        if let Some(witness) = run(program, method, &input, integers, assumed, effort, budget) {
            return Some(witness);
        }
    }
    None
}

/// Runs one input, if it is one of those assumed, and watches it.
pub fn run(
    program: &Program,
    method: MethodId,
    input: &Input,
    integers: Integers,
    assumed: Inputs,
    effort: Effort,
    budget: &Budget,
) -> Option<Witness> {
    let limits = Limits { stack_depth: usize::MAX, ..Limits::default() };
    let mut cx = Cx::new(program, Traced::new(integers, budget), Box::new(Silent), limits);
    let mut state = State::new(heap::Heap::default());
    let arguments = input.build(&mut cx, &mut state, method).ok()?;
    let is_assumed = match assumed {
        Inputs::Main => matches!(input, Input::Arguments(_)),
        Inputs::Any => true,
        Inputs::Tree => construct::is_tree(&state, &arguments),
    };
    if !is_assumed {
        return None;
    }
    match machine::call(&mut cx, &mut state, method, &arguments) {
        Ok(None) => {}
        Ok(Some(End::Returned(_) | End::Threw(_) | End::Paused)) | Err(_) => return None,
    }
    // The class's initialiser comes first: its frames lie on top of the method's.
    machine::initialise(&mut cx, &mut state, program.method(method).class).ok()?;
    let found = Lasso::new(&mut cx, &mut state, effort.steps(), budget).find()?;
    Some(found.witness(program, input.clone()))
}
