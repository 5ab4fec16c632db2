//! Which expression was null: the messages of `NullPointerException` (JEP 358).

use program::MethodId;
use program::code::Pc;

use crate::{Cx, Domain};

/// The message for an exception thrown at this instruction, if one can be made.
pub fn null_message<D: Domain>(_cx: &Cx<'_, D>, _method: MethodId, _pc: Pc) -> Option<String> {
    None
}
