//! What the two model languages have in common: states that step over a symbolic heap.

use heap::{Choice, Cx, Field, Heap, Loc, Stuck, Types, Value};

use explore::notation;
use explore::picture::{self, Picture};

/// The name of a paper's rule.
pub type RuleName = &'static str;

/// A decision on a path: what tells its control-flow sequence [EHS16, Def. 14] from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flow {
    Then,
    Else,
    /// Two references were compared, and were the same.
    Same,
    Different,
    /// A field of null was asked for: the path ends in error, at its n-th dereference.
    Null(u32),
    /// The program said `stuck`.
    Stuck,
}

impl Flow {
    /// How many decisions a control-flow sequence has; an error at its end is none.
    pub fn decisions(sequence: &[Flow]) -> usize {
        let ends_in_error = matches!(sequence.last(), Some(Flow::Null(_) | Flow::Stuck));
        sequence.len() - usize::from(ends_in_error)
    }
}

/// A program of a model language.
pub trait Language: Types {
    type State: State;

    /// The papers' initial state for this program.
    fn initial(&self, cx: Cx<'_>) -> Result<Self::State, Stuck>;

    /// One rule. On `Err` the state is as before, but that the heap may have named what it asks about.
    fn step(&self, cx: Cx<'_>, state: &mut Self::State) -> Result<RuleName, Stuck>;

    /// The state in the papers' notation.
    fn show(&self, cx: Cx<'_>, state: &Self::State) -> String;

    /// The heap as the papers draw it, from the variables in scope.
    fn draw(&self, cx: Cx<'_>, state: &Self::State) -> Picture;
}

/// A state of a model language's machine.
pub trait State: Clone {
    /// The symbolic heap.
    fn heap(&self) -> &Heap;
    /// The symbolic heap, to be changed.
    fn heap_mut(&mut self) -> &mut Heap;
    /// The control-flow sequence so far.
    fn flow(&self) -> &[Flow];
    /// Whether there is no next step.
    fn has_ended(&self) -> bool;

    /// The state in which one of the cases of a split is chosen.
    fn choosing(&self, cx: Cx<'_>, choice: &Choice) -> Self {
        let mut chosen = self.clone();
        chosen.heap_mut().choose(cx, choice);
        chosen
    }
}

/// What the roots reach, locations called as the papers call them.
pub fn draw_heap<'a>(
    cx: Cx<'_>,
    heap: &Heap,
    roots: impl IntoIterator<Item = (&'a str, Value)>,
    fields: &dyn Fn(Loc) -> Vec<Field>,
) -> Picture {
    let words = |term| notation::formula(cx, term);
    let location = |loc: Loc, _| format!("l{}", loc.0);
    picture::draw(cx, heap, roots, &picture::Pen { fields, words: &words, location: &location })
}
