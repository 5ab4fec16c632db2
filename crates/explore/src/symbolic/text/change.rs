//! Strings made of strings, character by character.

use heap::Value;
use machine::{Reply, Stop};
use term::Term;

use super::parts::{MOST_JOINED, too_long};
use super::{Answer, Call, Step};
use crate::symbolic::trust;

/// `toLowerCase()` in a language whose letters are not special.
pub(super) fn to_lower_case<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    change_case(call, args[0], |call, unit| call.lower(unit))
}

/// `toUpperCase()`.
pub(super) fn to_upper_case<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    change_case(call, args[0], |call, unit| call.upper(unit))
}

/// `replace(char, char)`.
pub(super) fn replace<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    let Some(units) = call.whole(args[0])? else { return Ok(None) };
    let terms = call.terms();
    let (old, new) = (args[1].term(terms), args[2].term(terms));
    let change = |unit: &Value| {
        let unit = unit.term(terms);
        Value::of_term(terms, terms.ite(terms.eq(unit, old), new, unit))
    };
    let changed = units.iter().map(change).collect();
    unless_same(call, args[0], &units, changed)
}

/// `concat(String)`.
pub(super) fn concat<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    if !args.iter().any(|arg| call.is_open(*arg)) || call.is_null(args[1])? {
        return Ok(None);
    }
    let (Some(mut units), Some(more)) = (call.units_of(args[0])?, call.units_of(args[1])?) else {
        return Ok(None);
    };
    if more.is_empty() {
        return Ok(Some(Reply::Value(args[0])));
    }
    if units.len() + more.len() > MOST_JOINED {
        return Err(too_long());
    }
    units.extend(more);
    call.reply_text(units)
}

/// Characters beyond these are changed by rules of their own (`ß` becomes `SS`): such strings are not supported.
const SIMPLE: i32 = 0x80;

fn change_case<'p>(
    call: &mut Call<'_, '_, 'p>,
    string: Value,
    change: impl Fn(&mut Call<'_, '_, 'p>, Value) -> Step<'p, Value>,
) -> Answer<'p> {
    let Some(units) = call.whole(string)? else { return Ok(None) };
    trust::note(call.state, trust::LETTERS);
    let terms = call.terms();
    let simple = terms.and(units.iter().map(|unit| terms.less(unit.term(terms), terms.i32(SIMPLE))));
    if !call.decide(simple)? {
        return Err(Stop::unsupported("changing the case of characters beyond ASCII"));
    }
    let changed = units.iter().map(|unit| change(call, *unit)).collect::<Step<'p, Vec<Value>>>()?;
    unless_same(call, string, &units, changed)
}

/// A new string, or the old one if nothing changed, which is decided.
fn unless_same<'p>(
    call: &mut Call<'_, '_, 'p>,
    string: Value,
    units: &[Value],
    changed: Vec<Value>,
) -> Answer<'p> {
    let terms = call.terms();
    let same: Vec<Term> =
        units.iter().zip(&changed).map(|(a, b)| terms.eq(a.term(terms), b.term(terms))).collect();
    let same = terms.and(same);
    if call.decide(same)? {
        return Ok(Some(Reply::Value(string)));
    }
    call.reply_text(changed)
}

impl<'p> Call<'_, '_, 'p> {
    pub(super) fn lower(&mut self, unit: Value) -> Step<'p, Value> {
        self.character("toLowerCase", "(C)C", &[unit])
    }

    pub(super) fn upper(&mut self, unit: Value) -> Step<'p, Value> {
        self.character("toUpperCase", "(C)C", &[unit])
    }
}
