//! Finding characters and strings in strings: one term per length.

use heap::Value;
use machine::Reply;
use term::{Term, Terms};

use super::{Answer, Call, Step};

/// `indexOf(int)`.
pub(super) fn index_of<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    index_of_from(call, &[args[0], args[1], Value::Int(0)])
}

/// `indexOf(int, int)`.
pub(super) fn index_of_from<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    let Some(units) = call.whole(args[0])? else { return Ok(None) };
    if !call.is_unit(args[1])? {
        return Ok(None);
    }
    let terms = call.terms();
    let from = args[2].term(terms);
    let hit = |at: i32, unit: &Value| {
        let late = terms.less_eq(from, terms.i32(at));
        terms.and([late, terms.eq(unit.term(terms), args[1].term(terms))])
    };
    let hits: Vec<Term> = (0..).zip(&units).map(|(at, unit)| hit(at, unit)).collect();
    Ok(Some(Reply::Value(first(terms, &hits))))
}

/// `lastIndexOf(int)`.
pub(super) fn last_index_of<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    let Some(units) = call.whole(args[0])? else { return Ok(None) };
    if !call.is_unit(args[1])? {
        return Ok(None);
    }
    let terms = call.terms();
    let hits: Vec<Term> = units.iter().map(|unit| terms.eq(unit.term(terms), args[1].term(terms))).collect();
    Ok(Some(Reply::Value(last(terms, &hits))))
}

/// `indexOf(String)`, and with it `contains`.
pub(super) fn index_of_string<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    index_of_string_from(call, &[args[0], args[1], Value::Int(0)])
}

/// `indexOf(String, int)`. An empty string is found where the search begins, but not behind the end.
pub(super) fn index_of_string_from<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    let Some(hits) = call.hits(args[0], args[1])? else { return Ok(None) };
    let Value::Int(from) = args[2] else { return Ok(None) };
    if hits.is_empty() {
        return Ok(Some(Reply::Value(Value::Int(-1))));
    }
    let terms = call.terms();
    let hits: Vec<Term> =
        (0..).zip(&hits).map(|(at, hit)| if at < from { Terms::FALSE } else { *hit }).collect();
    if from >= hits.len() as i32 {
        return Ok(None);
    }
    Ok(Some(Reply::Value(first(terms, &hits))))
}

/// `lastIndexOf(String)`.
pub(super) fn last_index_of_string<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    let Some(hits) = call.hits(args[0], args[1])? else { return Ok(None) };
    Ok(Some(Reply::Value(last(call.terms(), &hits))))
}

fn first(terms: &Terms, hits: &[Term]) -> Value {
    let cases = (0..hits.len() as i32).zip(hits).rev();
    let chain = cases.fold(terms.i32(-1), |rest, (at, hit)| terms.ite(*hit, terms.i32(at), rest));
    Value::of_term(terms, chain)
}

fn last(terms: &Terms, hits: &[Term]) -> Value {
    let cases = (0..).zip(hits);
    let chain = cases.fold(terms.i32(-1), |rest, (at, hit)| terms.ite(*hit, terms.i32(at), rest));
    Value::of_term(terms, chain)
}

impl<'p> Call<'_, '_, 'p> {
    /// The characters of a string that is not plain.
    pub(super) fn whole(&mut self, string: Value) -> Step<'p, Option<Vec<Value>>> {
        if !self.is_open(string) {
            return Ok(None);
        }
        self.units_of(string)
    }

    /// Whether an int is a character, not a code point beyond.
    fn is_unit(&mut self, value: Value) -> Step<'p, bool> {
        let terms = self.terms();
        let unit = value.term(terms);
        let inside = terms.and([terms.less_eq(terms.i32(0), unit), terms.less_eq(unit, terms.i32(0xFFFF))]);
        self.decide(inside)
    }

    /// Where the second string is found in the first, place by place.
    fn hits(&mut self, whole: Value, part: Value) -> Step<'p, Option<Vec<Term>>> {
        if !(self.is_open(whole) || self.is_open(part)) || self.is_null(part)? {
            return Ok(None);
        }
        let (Some(whole), Some(part)) = (self.units_of(whole)?, self.units_of(part)?) else {
            return Ok(None);
        };
        let terms = self.terms();
        let places = (whole.len() + 1).saturating_sub(part.len());
        let hit = |at: usize| {
            let pairs = whole[at..].iter().zip(&part);
            terms.and(pairs.map(|(a, b)| terms.eq(a.term(terms), b.term(terms))))
        };
        Ok(Some((0..places).map(hit).collect()))
    }
}
