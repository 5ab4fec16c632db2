//! What the laws need of a generated program, whichever language it is in.

use calculus::language::{Flow, Language};
use calculus::run::{Limits, Run};
use calculus::session::Session;
use heap::{Strategy, Value};

use crate::inputs::{Input, Object, Signature, Val};

/// No path of a generated program is longer, but for loops.
pub const LIMITS: Limits = Limits { steps: 2_000, paths: 48, branches: 6, ..Limits::NONE };

pub trait Sample: Sized {
    type Language: Language;

    /// The program a tape stands for.
    fn of_tape(tape: &[u8]) -> Self;
    fn text(&self) -> &str;
    fn language(&self) -> &Self::Language;
    fn signature(&self) -> Signature;
    /// Runs the program on one input by its concrete semantics.
    fn execute(&self, input: &Input) -> Execution;
    /// What a final state holds where [`Execution::results`] has concrete values.
    fn results(&self, state: &<Self::Language as Language>::State) -> Vec<Value>;

    /// Whether every strategy takes few enough paths: none forks more often than `lazy`.
    fn is_small(&self) -> bool {
        let run = self.run(&session(strategy("lazy")));
        run.finals.len() + run.cut < LIMITS.paths
    }

    fn run(&self, session: &Session<'_>) -> Run<<Self::Language as Language>::State> {
        let run = session.run(self.language(), LIMITS, |_| ());
        assert_eq!(run.unsupported, Vec::<String>::new(), "{}", self.text());
        run
    }
}

/// A concrete run.
#[derive(Clone, Debug)]
pub struct Execution {
    pub flow: Vec<Flow>,
    /// Empty if the run ended in error.
    pub results: Vec<Val>,
    /// The heap afterwards: the input's objects first, then those allocated, in order.
    pub objects: Vec<Object>,
}

impl Execution {
    /// Whether symbolic runs follow it to its end.
    pub fn is_short(&self) -> bool {
        !LIMITS.exceeded(&self.flow)
    }
}

pub fn session(strategy: &dyn Strategy) -> Session<'_> {
    Session::new(strategy).expect("the solver is there")
}

pub fn strategy(name: &str) -> &'static (dyn Strategy + Sync) {
    heap::by_name(name).expect("the strategy exists")
}
