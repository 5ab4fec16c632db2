//! Sequences, sets, multisets and maps as mathematical values.

use term::Term;

use super::state::State;
use super::{Engine, Outcome};
use crate::core::{CollectionOp, Expr, Type};

impl Engine<'_> {
    pub(super) fn eval_collection(
        &mut self,
        _state: &mut State,
        _op: CollectionOp,
        _operands: &[Expr],
        expr: &Expr,
    ) -> Outcome<Term> {
        self.unsupported("a sequence, set or map", &expr.place)
    }

    /// Equality at a type: identity, extensional for collections.
    pub(super) fn equal(&self, left: Term, right: Term, _ty: &Type) -> Term {
        self.terms.eq(left, right)
    }
}
