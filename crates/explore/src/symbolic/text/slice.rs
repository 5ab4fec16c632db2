//! Parts of strings: they share the characters of the whole.

use heap::{Loc, Value};
use library::names;
use machine::{Domain, Reply};
use term::{Term, Terms};

use super::{Answer, Call, Step, Text, new_ref};
use crate::symbolic::Symbolic;

/// `substring(int)`.
pub(super) fn substring_from<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    slice(call, args[0], args[1], None)
}

/// `substring(int, int)`, `subSequence(int, int)`.
pub(super) fn substring<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    slice(call, args[0], args[1], Some(args[2]))
}

/// `trim()`: without the characters up to the space at both ends.
pub(super) fn trim<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    strip_by(call, args[0], Ends::Both, |call, unit| {
        let terms = call.terms();
        Ok(terms.less_eq(unit.term(terms), terms.i32(i32::from(b' '))))
    })
}

/// `strip()`: without white space at both ends.
pub(super) fn strip<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    strip_by(call, args[0], Ends::Both, |call, unit| call.is_white(unit))
}

/// `stripLeading()`.
pub(super) fn strip_leading<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    strip_by(call, args[0], Ends::First, |call, unit| call.is_white(unit))
}

/// `stripTrailing()`.
pub(super) fn strip_trailing<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    strip_by(call, args[0], Ends::Last, |call, unit| call.is_white(unit))
}

/// `isBlank()`.
pub(super) fn is_blank<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    let Some(units) = call.whole(args[0])? else { return Ok(None) };
    let white = units.into_iter().map(|unit| call.is_white(unit)).collect::<Step<'p, Vec<Term>>>()?;
    let blank = call.terms().and(white);
    Ok(Some(Reply::Value(call.truth(blank))))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    First,
    Last,
    Both,
}

/// Whether the bounds are in order, and the characters between them; the string itself if that is all of it.
fn slice<'p>(call: &mut Call<'_, '_, 'p>, string: Value, from: Value, to: Option<Value>) -> Answer<'p> {
    if !call.is_open(string) {
        return Ok(None);
    }
    let Some(loc) = call.sole(string)? else { return Ok(None) };
    let Some(text) = call.text_at(loc)? else { return Ok(None) };
    let length = call.length(&text);
    let to = to.unwrap_or(length);
    let terms = call.terms();
    let (first, last, end) = (from.term(terms), to.term(terms), length.term(terms));
    let inside =
        terms.and([terms.less_eq(terms.i32(0), first), terms.less_eq(first, last), terms.less_eq(last, end)]);
    if !call.decide(inside)? {
        return call.throws(names::STRING_INDEX);
    }
    stretch(call, loc, &text, from, to).map(|value| Some(Reply::Value(value)))
}

/// The stretch between two places of a text; the string itself if that is all of it, which is decided.
fn stretch<'p>(
    call: &mut Call<'_, '_, 'p>,
    string: Loc,
    text: &Text,
    from: Value,
    to: Value,
) -> Step<'p, Value> {
    let length = call.length(text);
    let terms = call.terms();
    let all = terms.and([call.is(from, 0), terms.eq(to.term(terms), length.term(terms))]);
    if call.decide(all)? {
        return Ok(new_ref(string));
    }
    match (text, from, to) {
        (Text::Units(units), Value::Int(from), Value::Int(to)) => {
            call.new_text(units[from as usize..to as usize].to_vec())
        }
        (Text::Units(units), from, to) => {
            let array = call.new_units(units.clone());
            let count = call.minus(to, from);
            Ok(call.new_stretch(array, from, count))
        }
        (Text::Stretch { array, first, .. }, from, to) => {
            let (first, count) = (call.plus(*first, from), call.minus(to, from));
            Ok(call.new_stretch(*array, first, count))
        }
    }
}

/// The text without what is `white` at its ends: where it begins and ends are terms.
fn strip_by<'p>(
    call: &mut Call<'_, '_, 'p>,
    string: Value,
    ends: Ends,
    white: impl Fn(&mut Call<'_, '_, 'p>, Value) -> Step<'p, Term>,
) -> Answer<'p> {
    if !call.is_open(string) {
        return Ok(None);
    }
    let Some(loc) = call.sole(string)? else { return Ok(None) };
    let Some(text) = call.text_at(loc)? else { return Ok(None) };
    let units = call.units(&text)?;
    let text = Text::Units(units.clone());
    let white = units.into_iter().map(|unit| white(call, unit)).collect::<Step<'p, Vec<Term>>>()?;
    let length = white.len() as i32;
    let blank = call.terms().and(white.iter().copied());
    if call.decide(blank)? {
        let empty = if length == 0 { new_ref(loc) } else { empty_string(call)? };
        return Ok(Some(Reply::Value(empty)));
    }
    let terms = call.terms();
    let begin = if ends == Ends::Last { Value::Int(0) } else { first_dark(terms, &white) };
    let end = if ends == Ends::First { Value::Int(length) } else { last_dark(terms, &white) };
    stretch(call, loc, &text, begin, end).map(|value| Some(Reply::Value(value)))
}

fn first_dark(terms: &Terms, white: &[Term]) -> Value {
    let cases = (0..white.len() as i32).zip(white).rev();
    let chain = cases.fold(terms.i32(0), |rest, (at, white)| terms.ite(*white, rest, terms.i32(at)));
    Value::of_term(terms, chain)
}

/// The place behind the last one that is not white.
fn last_dark(terms: &Terms, white: &[Term]) -> Value {
    let cases = (1..).zip(white);
    let chain = cases.fold(terms.i32(0), |rest, (at, white)| terms.ite(*white, rest, terms.i32(at)));
    Value::of_term(terms, chain)
}

/// The constant `""`, which is what the JDK answers.
fn empty_string<'p>(call: &mut Call<'_, '_, 'p>) -> Step<'p, Value> {
    let empty = call.cx.program.intern(program::JavaText::from(""));
    machine::interned(call.cx, call.state, empty)
}

impl<'p> Call<'_, '_, 'p> {
    fn is_white(&mut self, unit: Value) -> Step<'p, Term> {
        let white = self.character("isWhitespace", "(C)Z", &[unit])?;
        Ok(self.terms().not(self.is(white, 0)))
    }
}

/// `toCharArray()`.
pub(super) fn to_char_array<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    let Some(units) = call.whole(args[0])? else { return Ok(None) };
    Ok(Some(Reply::Value(new_ref(call.new_units(units)))))
}

/// `new String(char[])`: the characters of an array of known length.
pub(super) fn from_chars<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    if call.is_null(args[1])? {
        return Ok(None);
    }
    let (Some(string), Some(array)) = (args[0].reference().as_loc(), args[1].reference().as_loc()) else {
        return Ok(None);
    };
    let length = Symbolic::array_length(call.cx, call.state, &args[1])?;
    let Value::Int(length) = length else { return Ok(None) };
    let mut units = Vec::new();
    for at in 0..length {
        let at = Value::Int(at);
        units
            .push(crate::symbolic::with_heap(call.cx, call.state, |heap, hcx| heap.element(hcx, array, at))?);
    }
    if super::units::known(&units).is_some() {
        return Ok(None);
    }
    let array = call.new_units(units);
    call.set(string, super::CHARS, new_ref(array));
    Ok(Some(Reply::Void))
}
