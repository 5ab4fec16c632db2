//! Machine integers: wrap-around, and fields whose values have bounds.

use num_bigint::BigInt;
use term::{Term, TermKind, Value};

use super::state::{Location, State};
use super::{Engine, Outcome};

impl Engine<'_> {
    /// The value of `operand` in `bits` bits, signed or not. Where the path shows that it fits, it is the operand itself.
    pub(super) fn wrap(&mut self, state: &State, operand: Term, bits: u32, signed: bool) -> Outcome<Term> {
        let terms = self.terms;
        let range = terms.int(BigInt::from(1) << bits);
        let below = if signed { terms.int(BigInt::from(1) << (bits - 1)) } else { terms.int(0) };
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

    /// That a value at a location is one of its type, where the type has bounds.
    pub(super) fn value_bounds(&self, location: Location, value: Term) -> Option<Term> {
        let Location::Field(field) = location else { return None };
        self.program.fields[field].bounds.map(|bounds| self.within(value, bounds))
    }

    /// Whether a fact says no more than that a number is one of its type.
    pub(super) fn is_type_range(&self, fact: Term) -> bool {
        let TermKind::And(parts) = self.terms.kind(fact) else { return false };
        let is_bound = |&part: &Term| {
            let TermKind::Compare(_, low, high) = self.terms.kind(part) else { return false };
            let bound = self.terms.value(*low).or(self.terms.value(*high));
            matches!(bound, Some(Value::Int(bound)) if is_edge(bound))
        };
        parts.len() == 2 && parts.iter().all(is_bound)
    }

    fn within(&self, value: Term, (low, high): (i128, i128)) -> Term {
        let terms = self.terms;
        terms.and([terms.less_eq(terms.int(low), value), terms.less_eq(value, terms.int(high))])
    }
}

/// Whether a number is the least or the largest of a machine integer's.
fn is_edge(number: &BigInt) -> bool {
    let below_power: BigInt = number + 1u8;
    let widths = [8, 16, 32, 64].into_iter();
    let mut powers = widths.flat_map(|bits| [BigInt::from(1) << bits, BigInt::from(1) << (bits - 1)]);
    powers.any(|power| below_power == power || *number == -&power) || *number == BigInt::default()
}
