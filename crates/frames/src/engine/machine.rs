//! Machine integers: wrap-around, and fields whose values have bounds.

use term::Term;

use super::state::{Location, State};
use super::{Engine, Outcome};

impl Engine<'_> {
    /// The value of `operand` in `bits` bits, signed or not. Where the path shows that it fits, it is the operand itself.
    pub(super) fn wrap(&mut self, state: &State, operand: Term, bits: u32, signed: bool) -> Outcome<Term> {
        let terms = self.terms;
        let range = terms.int(num_bigint::BigInt::from(1) << bits);
        let below = if signed { terms.int(num_bigint::BigInt::from(1) << (bits - 1)) } else { terms.int(0) };
        let low = terms.neg(below);
        let fits = terms.and([terms.less_eq(low, operand), terms.less(operand, terms.sub(range, below))]);
        if fits == terms.bool(true) || (fits != terms.bool(false) && self.entails(state, fits)?) {
            return Ok(operand);
        }
        Ok(terms.sub(terms.modulo(terms.add(operand, below), range), below))
    }

    /// What is known about values just read from a snapshot: those of a bounded field lie within its bounds.
    pub(super) fn assume_bounds(&self, state: &mut State, location: Location, value: Term) {
        let terms = self.terms;
        match location {
            Location::Predicate(_) => {}
            Location::Field(field) => {
                if let Some(bounds) = self.program.fields[field].bounds {
                    self.assume(state, self.within(value, bounds));
                }
            }
            Location::Elements(field) => {
                if let Some(bounds) = self.program.fields[field].bounds {
                    let index = terms.var("i!", term::Sort::Int);
                    let element = terms.select(value, index);
                    self.assume(state, terms.forall(&[index], &[&[element]], self.within(element, bounds)));
                }
            }
        }
    }

    fn within(&self, value: Term, (low, high): (i128, i128)) -> Term {
        let terms = self.terms;
        terms.and([terms.less_eq(terms.int(low), value), terms.less_eq(value, terms.int(high))])
    }
}
