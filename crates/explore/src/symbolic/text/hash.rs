//! Hash codes.
//!
//! The hash code of a text of known length is a sum; that of an input string whose length is not known is a number of its own, about
//! which this much is known: what it is if the string is short, and what it is if the string equals one it is compared with.
//! That is enough for a `switch` over strings, and never excludes a string that exists. (What it leaves open makes an input fail its
//! replay, no more.)

use heap::Value;
use machine::Reply;
use term::{Sort, Term};

use super::{Answer, Call, HASH, Step, Text};
use crate::symbolic::with_heap;

/// Up to this length the hash code of a string of unknown length is said exactly.
const SHORT: i32 = 4;

/// `hashCode()`.
pub(super) fn hash_code<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    if !call.is_open(args[0]) {
        return Ok(None);
    }
    let Some(text) = call.text(args[0])? else { return Ok(None) };
    let hash = match &text {
        Text::Stretch { of, count: Value::Term(_), .. } => match call.part(*of, HASH) {
            Some(known) => known,
            None => call.new_hash(&text)?,
        },
        _ => {
            let units = call.units(&text)?;
            Value::of_term(call.terms(), call.sum(&units))
        }
    };
    Ok(Some(Reply::Value(hash)))
}

impl<'p> Call<'_, '_, 'p> {
    fn new_hash(&mut self, text: &Text) -> Step<'p, Value> {
        let Text::Stretch { of, count, .. } = *text else {
            panic!("only open texts have hash codes of their own")
        };
        let mut facts = Vec::new();
        let mut units = Vec::new();
        let name = self.state.heap.heap.describe(self.cx.domain.heap_cx(), super::new_ref(of).reference());
        let hash = self.terms().var(&format!("{name}.hashCode()"), Sort::INT32);
        for length in 0..=SHORT {
            let terms = self.terms();
            facts.push(terms.implies(self.is(count, length), terms.eq(hash, self.sum(&units))));
            units.push(self.unit(text, Value::Int(length))?);
        }
        let fact = self.terms().and(facts);
        self.assume(fact)?;
        self.set(of, HASH, Value::Term(hash));
        Ok(Value::Term(hash))
    }

    /// A string that equals another has its hash code.
    pub(super) fn tell_hash(&mut self, text: &Text, other: &Text, same: Term) -> Step<'p, ()> {
        if let (Text::Stretch { of, .. }, Text::Units(units)) = (text, other)
            && let Some(hash) = self.part(*of, HASH)
        {
            let terms = self.terms();
            let fact = terms.implies(same, terms.eq(hash.term(terms), self.sum(units)));
            self.assume(fact)?;
        }
        Ok(())
    }

    /// A fact about every string: it excludes nothing.
    fn assume(&mut self, fact: Term) -> Step<'p, ()> {
        with_heap(self.cx, self.state, |heap, hcx| {
            if !heap.path().contains(&fact) {
                heap.assume(hcx, fact);
            }
            Ok(())
        })
    }

    /// `s[0]·31ⁿ⁻¹ + … + s[n−1]`.
    fn sum(&self, units: &[Value]) -> Term {
        let terms = self.terms();
        units
            .iter()
            .fold(terms.i32(0), |sum, unit| terms.add(terms.mul(terms.i32(31), sum), unit.term(terms)))
    }
}
