//! Writes into objects and arrays, as the facts of an edge tell them.

use graph::{Fact, Ref};
use program::FieldId;

/// One write: where it goes, and what is written.
pub struct Write {
    pub object: Ref,
    /// None for an array's cell.
    pub field: Option<FieldId>,
    pub value: Ref,
}

/// The writes among the facts of an edge, in their order.
pub fn writes(facts: &[Fact]) -> impl Iterator<Item = Write> {
    facts.iter().filter_map(write)
}

fn write(fact: &Fact) -> Option<Write> {
    match *fact {
        Fact::Write { object, field, value } => Some(Write { object, field: Some(field), value }),
        Fact::WriteCell { array, value, .. } => Some(Write { object: array, field: None, value }),
        Fact::Define { .. }
        | Fact::Compare { .. }
        | Fact::Read { .. }
        | Fact::ReadCell { .. }
        | Fact::Realize { .. }
        | Fact::New { .. }
        | Fact::Length { .. }
        | Fact::IsNull(_)
        | Fact::Exists(_)
        | Fact::Same(..)
        | Fact::Different(..)
        | Fact::Typed(_) => None,
    }
}
