//! The small imperative language of the variable-unit and term-unit paper [VTU, Sect. 3].

mod lex;
pub mod machine;
pub mod parse;
pub mod show;
pub mod syntax;

use heap::{Candidates, Class, Cx, Field, Kind, Stuck, Types};

use crate::language::{Language, RuleName, draw_heap};
use explore::picture::Picture;
use syntax::{FieldId, Program, RecordId};

impl Language for Program {
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
        let variables = state.stores.iter().rev().flat_map(|store| &store.variables);
        let roots = variables.map(|(name, value)| (&**name, *value));
        draw_heap(cx, &state.heap, roots, &|loc| show::fields(self, &state.heap, loc))
    }
}

/// Records have no subtypes.
impl Types for Program {
    fn is_subtype(&self, class: Class, of: Class) -> bool {
        class == of
    }

    fn candidates(&self, bound: Class) -> Candidates {
        Candidates { classes: [bound].into(), complete: true }
    }

    fn kind(&self, field: Field) -> Kind {
        machine::kind(self.fields[FieldId(field.0)].ty)
    }

    fn element(&self, _: Class) -> Option<Kind> {
        None
    }

    fn class_name(&self, class: Class) -> String {
        self.records[RecordId(class.0)].name.clone()
    }

    fn field_name(&self, field: Field) -> String {
        self.fields[FieldId(field.0)].name.clone()
    }
}
