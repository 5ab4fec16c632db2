//! Javalite, the model language of the heap papers [UL12, Figs. 1–2; EHS16, Figs. 3–5].

pub mod machine;
pub mod parse;
pub mod show;
pub mod syntax;
mod types;

use heap::{Cx, Stuck, Value};

use crate::language::{Language, RuleName, draw_heap};
use explore::picture::Picture;

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

    fn draw(&self, cx: Cx<'_>, state: &machine::State) -> Picture {
        let mut roots: Vec<(&str, Value)> = state.env.bindings().collect();
        match state.control {
            machine::Control::Value(value) => roots.push(("e", value)),
            machine::Control::End(machine::Outcome::Value(value)) => roots.push(("result", value)),
            machine::Control::Eval(_) | machine::Control::End(machine::Outcome::NullDereference) => {}
        }
        draw_heap(cx, &state.heap, roots, &|loc| show::fields(self, &state.heap, loc))
    }
}
