//! What an exploration is asked to do and where it must stop.

use std::sync::Arc;

use base::Budget;
use facts::Facts;
use heap::{Shape, Strategy};
use program::MethodId;

use crate::never::Never;
use crate::path::Reason;

#[derive(Clone)]
pub struct Options {
    pub strategy: &'static (dyn Strategy + Sync),
    pub order: Order,
    pub shape: Shape,
    pub bounds: Bounds,
    pub budget: Budget,
    pub statics: StaticFields,
    /// What holds of all objects that come in; of nothing if there are none.
    pub facts: Option<Arc<Facts>>,
    /// A method that must return true for the input to count.
    pub precondition: Option<MethodId>,
    /// Whether failing paths get an input that is run concretely.
    pub replay: bool,
    /// Whether every path gets an input (for tests), not only failing ones.
    pub keep_paths: bool,
    /// Whether the symbolic heap is drawn at the end of failing and of the first paths.
    pub pictures: bool,
    /// Steps of Z3 per question.
    pub solver_steps: u32,
    /// What a whole program must never do: nothing is explored after one confirmed failure of this kind.
    pub enough: Option<Never>,
}

impl Default for Options {
    /// The strategy users get, without bounds on time, and failing inputs run.
    fn default() -> Self {
        Self {
            strategy: heap::by_name("summary").expect("it is in the table"),
            order: Order::default(),
            shape: Shape::default(),
            bounds: Bounds::default(),
            budget: Budget::unlimited(),
            statics: StaticFields::default(),
            precondition: None,
            replay: true,
            keep_paths: false,
            pictures: false,
            solver_steps: 4_000_000,
            enough: None,
            facts: None,
        }
    }
}

/// What static fields hold when a method is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StaticFields {
    /// Anything, where the program changes them; otherwise what class initialisation gave them.
    #[default]
    Symbolic,
    /// What class initialisation gave them: nothing has happened before the call.
    Initial,
}

/// In which order waiting states are taken up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Depth-first, but every fourth state is the one that has waited longest: neither what lies deep nor what lies at hand is put off.
    #[default]
    Mixed,
    DepthFirst,
    BreadthFirst,
    /// Where the code has been executed least.
    Coverage,
    /// Any, by a generator with this seed.
    Random(u64),
}

/// Limits of one path and of one method; reaching one is reported, and the verdict is then not *safe*.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Forks at one instruction in one activation of its method.
    pub loops: u32,
    /// Activations of one method on the stack at a fork.
    pub recursion: u32,
    /// Iterations of every loop, and activations of every method, of the user's code; unlike `loops` the same for every
    /// heap strategy.
    pub iterations: Option<u32>,
    /// Whether the user gave `loops` and `recursion`, so that what lies beyond them is not asked for.
    pub chosen: Chosen,
    /// Instructions of one path.
    pub steps: u64,
    /// Paths of one method.
    pub paths: u64,
    /// States waiting at once.
    pub states: usize,
}

/// Which bounds are the user's own choice rather than a guard against exploring for ever.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chosen {
    pub loops: bool,
    pub recursion: bool,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            loops: 10,
            recursion: 10,
            iterations: None,
            chosen: Chosen::default(),
            steps: 5_000_000,
            paths: 10_000,
            states: 20_000,
        }
    }
}

impl Options {
    /// The facts that hold whenever a method is called: none where constructors call it on what they have not finished.
    pub(crate) fn facts_of(&self, method: MethodId) -> Option<&Arc<Facts>> {
        self.facts.as_ref().filter(|facts| !facts.sees_unfinished(method))
    }
}

impl Bounds {
    pub(crate) fn loops_reached(&self) -> Reason {
        reached(self.chosen.loops, "loop iterations")
    }

    pub(crate) fn recursion_reached(&self) -> Reason {
        reached(self.chosen.recursion, "recursion depth")
    }
}

fn reached(is_chosen: bool, bound: &'static str) -> Reason {
    if is_chosen { Reason::Chosen(bound) } else { Reason::Bound(bound) }
}
