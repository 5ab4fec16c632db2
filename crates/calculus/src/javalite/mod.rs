//! Javalite, the model language of the heap papers [UL12, Figs. 1–2; EHS16, Figs. 3–5].

pub mod machine;
pub mod parse;
pub mod show;
pub mod syntax;
mod types;

use heap::{Cx, Stuck};

use crate::language::{Language, RuleName};

impl Language for syntax::Program {
    type State = machine::State;

    fn initial(&self, cx: Cx<'_>) -> Result<machine::State, Stuck> {
        machine::initial(cx, self)
    }

    fn step(&self, cx: Cx<'_>, state: &mut machine::State) -> Result<RuleName, Stuck> {
        machine::step(cx, self, state)
    }

    fn show(&self, cx: Cx<'_>, state: &machine::State) -> String {
        show::state(cx, self, state)
    }
}
