//! Comparing strings, and looking at single characters.

use heap::Value;
use library::names;
use machine::{Domain, Reply};
use term::Term;

use super::{Answer, Call, PARTS, Step, Text};
use crate::symbolic::Symbolic;

/// `length()`.
pub(super) fn length<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    if !call.is_open(args[0]) {
        return Ok(None);
    }
    let Some(string) = call.sole(args[0])? else { return Ok(None) };
    if call.link(string, PARTS).is_some()
        && let Some(length) = call.joined_length(string)
    {
        return Ok(Some(Reply::Value(length)));
    }
    let text = call.text_at(string)?;
    Ok(text.map(|text| Reply::Value(call.length(&text))))
}

/// `isEmpty()`.
pub(super) fn is_empty<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    match length(call, args)? {
        Some(Reply::Value(length)) => Ok(Some(Reply::Value(call.truth(call.is(length, 0))))),
        _ => Ok(None),
    }
}

/// `charAt(int)`.
pub(super) fn char_at<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    if !call.is_open(args[0]) {
        return Ok(None);
    }
    let Some(text) = call.text(args[0])? else { return Ok(None) };
    let length = call.length(&text);
    if !call.in_bounds(args[1], length)? {
        return call.throws(names::STRING_INDEX);
    }
    call.unit(&text, args[1]).map(|unit| Some(Reply::Value(unit)))
}

/// `equals(Object)`.
pub(super) fn equals<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    let Some((one, other)) = call.two_strings(args)? else { return Ok(None) };
    let (Some(one), Some(other)) = (one, other) else { return Ok(Some(Reply::Value(Value::Int(0)))) };
    let same = call.same_text(&one, &other)?;
    call.tell_hash(&one, &other, same)?;
    call.tell_hash(&other, &one, same)?;
    Ok(Some(Reply::Value(call.truth(same))))
}

/// `equalsIgnoreCase(String)`. Code points beyond the first plane have cases too: they are left to the JDK's code.
pub(super) fn equals_ignore_case<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    let Some((one, other)) = call.two_strings(args)? else { return Ok(None) };
    let (Some(one), Some(other)) = (one, other) else { return Ok(Some(Reply::Value(Value::Int(0)))) };
    let Some((one, other)) = call.same_length(&one, &other)? else {
        return Ok(Some(Reply::Value(Value::Int(0))));
    };
    let is_known = super::units::known(&one).is_some();
    let (first, second) = if is_known { (&one, &other) } else { (&other, &one) };
    if call.has_halves(first)? && call.has_halves(second)? {
        return Ok(None);
    }
    let mut same = Vec::new();
    for (a, b) in one.into_iter().zip(other) {
        match super::character::same_but_case(call, a, b)? {
            Some(condition) => same.push(condition),
            None => return Ok(None),
        }
    }
    let same = call.terms().and(same);
    Ok(Some(Reply::Value(call.truth(same))))
}

/// `compareTo(String)`: the difference of the first characters that differ, or of the lengths.
pub(super) fn compare_to<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    if !args.iter().any(|arg| call.is_open(*arg)) || call.is_null(args[1])? {
        return Ok(None);
    }
    let (Some(one), Some(other)) = (call.text(args[0])?, call.text(args[1])?) else { return Ok(None) };
    let (lengths, common) = match (&one, &other) {
        (Text::Stretch { .. }, Text::Units(units)) => ((call.length(&one), call.length(&other)), units.len()),
        (Text::Units(units), _) => ((call.length(&one), call.length(&other)), units.len()),
        (Text::Stretch { .. }, Text::Stretch { .. }) => {
            let units = call.units(&other)?.len();
            ((call.length(&one), Value::Int(units as i32)), units)
        }
    };
    let mut result = call.minus(lengths.0, lengths.1);
    for at in (0..common as i32).rev() {
        let (a, b) = (call.unit_or_zero(&one, at)?, call.unit_or_zero(&other, at)?);
        let ends = call.minus(lengths.0, lengths.1);
        let terms = call.terms();
        let inside = |length: Value| terms.less(terms.i32(at), length.term(terms));
        let both = terms.and([inside(lengths.0), inside(lengths.1)]);
        let differ = terms.ne(a.term(terms), b.term(terms));
        let difference = call.minus(a, b).term(terms);
        let chain = terms.ite(differ, difference, result.term(terms));
        result = Value::of_term(terms, terms.ite(both, chain, ends.term(terms)));
    }
    Ok(Some(Reply::Value(result)))
}

/// `startsWith(String)`.
pub(super) fn starts_with<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    affix(call, args, |_, _, _| Value::Int(0))
}

/// `startsWith(String, int)`.
pub(super) fn starts_with_at<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    let at = args[2];
    affix(call, &args[..2], move |_, _, _| at)
}

/// `endsWith(String)`.
pub(super) fn ends_with<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    affix(call, args, |call, whole, part| call.minus(whole, part))
}

/// Whether the second string is found in the first, at a place that depends on their lengths.
fn affix<'p>(
    call: &mut Call<'_, '_, 'p>,
    args: &[Value],
    place: impl Fn(&Call<'_, '_, 'p>, Value, Value) -> Value,
) -> Answer<'p> {
    if !args.iter().any(|arg| call.is_open(*arg)) || call.is_null(args[1])? {
        return Ok(None);
    }
    let (Some(whole), Some(part)) = (call.text(args[0])?, call.text(args[1])?) else { return Ok(None) };
    let part = call.units(&part)?;
    let (length, count) = (call.length(&whole), Value::Int(part.len() as i32));
    let at = place(call, length, count);
    let last = call.minus(length, count);
    let terms = call.terms();
    let fits = terms
        .and([terms.less_eq(terms.i32(0), at.term(terms)), terms.less_eq(at.term(terms), last.term(terms))]);
    if fits == term::Terms::FALSE {
        return Ok(Some(Reply::Value(Value::Int(0))));
    }
    let mut same = vec![fits];
    for (offset, unit) in (0..).zip(part) {
        let index = call.plus(at, Value::Int(offset));
        let found = call.unit_at(&whole, index)?;
        same.push(call.terms().eq(call.term(found), call.term(unit)));
    }
    let same = call.terms().and(same);
    Ok(Some(Reply::Value(call.truth(same))))
}

impl<'p> Call<'_, '_, 'p> {
    /// The texts of a string and of what it is compared with; `None` for what is null or no string. The outer `None`
    /// leaves the call to the JDK.
    fn two_strings(&mut self, args: &[Value]) -> Step<'p, Option<(Option<Text>, Option<Text>)>> {
        if !args.iter().any(|arg| self.is_open(*arg)) {
            return Ok(None);
        }
        let string = self.cx.program.class_type(names::STRING);
        if self.is_null(args[1])? || !Symbolic::instance_of(self.cx, self.state, &args[1], string)? {
            return Ok(Some((None, None)));
        }
        if args[0] == args[1] {
            let text = self.text(args[0])?;
            return Ok(text.map(|text| (Some(text.clone()), Some(text))));
        }
        match (self.text(args[0])?, self.text(args[1])?) {
            (Some(one), Some(other)) => Ok(Some((Some(one), Some(other)))),
            _ => Ok(None),
        }
    }

    /// That two texts have the same characters. Two texts of unknown length are told apart by length first.
    pub(super) fn same_text(&mut self, one: &Text, other: &Text) -> Step<'p, Term> {
        let (open, units) = match (one, other) {
            (
                Text::Stretch { array: a, first: f, count: c, .. },
                Text::Stretch { array, first, count, .. },
            ) if (a, f, c) == (array, first, count) => {
                return Ok(term::Terms::TRUE);
            }
            (open @ Text::Stretch { .. }, Text::Units(units)) => (open, units),
            (Text::Units(units), open) => (open, units),
            (Text::Stretch { .. }, Text::Stretch { .. }) => {
                let Some((a, b)) = self.same_length(one, other)? else { return Ok(term::Terms::FALSE) };
                let terms = self.terms();
                return Ok(terms.and(a.iter().zip(&b).map(|(a, b)| terms.eq(a.term(terms), b.term(terms)))));
            }
        };
        let length = self.is(self.length(open), units.len() as i32);
        if length == term::Terms::FALSE {
            return Ok(length);
        }
        let mut same = vec![length];
        for (at, unit) in (0..).zip(units) {
            let found = self.unit(open, Value::Int(at))?;
            same.push(self.terms().eq(self.term(found), self.term(*unit)));
        }
        Ok(self.terms().and(same))
    }

    /// The characters of two texts if they are equally many, which is decided.
    fn same_length(&mut self, one: &Text, other: &Text) -> Step<'p, Option<(Vec<Value>, Vec<Value>)>> {
        let (a, b) = (self.length(one), self.length(other));
        let same = self.terms().eq(self.term(a), self.term(b));
        if !self.decide(same)? {
            return Ok(None);
        }
        Ok(Some((self.units(one)?, self.units(other)?)))
    }

    /// Whether some characters are halves of code points.
    fn has_halves(&mut self, units: &[Value]) -> Step<'p, bool> {
        let terms = self.terms();
        let half = |unit: &Value| {
            let unit = unit.term(terms);
            terms.and([terms.less_eq(terms.i32(0xD800), unit), terms.less_eq(unit, terms.i32(0xDFFF))])
        };
        let some = terms.or(units.iter().map(half));
        self.decide(some)
    }

    /// A character that need not exist.
    fn unit_or_zero(&mut self, text: &Text, at: i32) -> Step<'p, Value> {
        match text {
            Text::Units(units) => Ok(units.get(at as usize).copied().unwrap_or(Value::Int(0))),
            Text::Stretch { .. } => self.unit(text, Value::Int(at)),
        }
    }

    /// The same at an index that may be unknown.
    pub(super) fn unit_at(&mut self, text: &Text, at: Value) -> Step<'p, Value> {
        match at {
            Value::Int(at) => self.unit_or_zero(text, at),
            at => self.unit(text, at),
        }
    }
}
