//! Array elements: chunks `a[lo..hi) ↦ m # p`, where `m` maps indices to values.

use base::Place;
use term::Term;

use super::heap::Amount;
use super::state::{Chunk, Location, State};
use super::{Engine, Outcome};
use crate::core::{Expr, FieldId};

impl Engine<'_> {
    pub(super) fn eval_element(
        &mut self,
        _state: &mut State,
        _array: &Expr,
        _field: FieldId,
        _index: &Expr,
        place: &Place,
    ) -> Outcome<Term> {
        self.unsupported("an array element", place)
    }

    pub(super) fn add_elements(&mut self, _state: &mut State, _chunk: Chunk) -> Outcome<()> {
        self.unsupported("an array element", &self.blame.place.clone())
    }

    pub(super) fn take_elements(
        &mut self,
        _state: &mut State,
        _location: Location,
        _arguments: &[Term],
        _amount: Amount,
        place: &Place,
    ) -> Outcome<(Term, Term)> {
        self.unsupported("an array element", place)
    }

    pub(super) fn exec_write_element(
        &mut self,
        _state: State,
        _target: (&Expr, FieldId, &Expr),
        _value: &Expr,
        place: &Place,
    ) -> Outcome<Vec<State>> {
        self.unsupported("an array element", place)
    }
}
