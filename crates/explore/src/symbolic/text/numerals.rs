//! Numbers to digits and back.

use heap::Value;
use library::names;
use machine::Reply;
use program::code::Kind;
use term::{Sort, Term};

use super::parts::letters;
use super::{Answer, Call, Step};

/// Numerals with more digits than this may overflow a `long`, and are left to the JDK's code.
const MAX_DIGITS: usize = 11;

/// `Integer.parseInt(String)`.
pub(super) fn parse_int<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    parse(call, args[0], 10, Kind::Int)
}

/// `Integer.parseInt(String, int)`.
pub(super) fn parse_int_radix<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    let Value::Int(radix @ 2..=36) = args[1] else { return Ok(None) };
    parse(call, args[0], radix, Kind::Int)
}

/// `Long.parseLong(String)`.
pub(super) fn parse_long<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    parse(call, args[0], 10, Kind::Long)
}

/// A sign and digits of the radix, Unicode's included; anything else, and what does not fit, is no number.
fn parse<'p>(call: &mut Call<'_, '_, 'p>, string: Value, radix: i32, kind: Kind) -> Answer<'p> {
    if !call.is_open(string) || call.is_null(string)? {
        return Ok(None);
    }
    let Some(units) = call.units_of(string)? else { return Ok(None) };
    let Some((first, _)) = units.split_first() else { return call.throws(names::NUMBER_FORMAT) };
    if units.len() > MAX_DIGITS + 1 {
        return Ok(None);
    }
    let digits = units.iter().map(|unit| call.digit(*unit, radix)).collect::<Step<'p, Vec<Term>>>()?;
    let terms = call.terms();
    let is_digit = |digit: &Term| terms.less_eq(terms.i32(0), *digit);
    let (minus, plus) = (call.is(*first, i32::from(b'-')), call.is(*first, i32::from(b'+')));
    let signed = terms.and([terms.or([minus, plus]), terms.bool(units.len() > 1)]);
    let rest_digits = terms.and(digits[1..].iter().map(is_digit));
    let wellformed = terms.and([rest_digits, terms.or([is_digit(&digits[0]), signed])]);
    let value = magnitude(call, &digits, signed, radix);
    let value = terms.ite(minus, terms.neg(value), value);
    let fits = match kind {
        Kind::Int => {
            let (least, most) = (terms.i64(i32::MIN.into()), terms.i64(i32::MAX.into()));
            terms.and([terms.less_eq(least, value), terms.less_eq(value, most)])
        }
        _ => terms.bool(true),
    };
    let valid = terms.and([wellformed, fits]);
    if let Some(name) = call.in_words(&[string]) {
        call.say(valid, &format!("{name} is a number"));
    }
    if !call.decide(valid)? {
        return call.throws(names::NUMBER_FORMAT);
    }
    let terms = call.terms();
    let value = if kind == Kind::Int { terms.extract(value, 0, 32) } else { value };
    Ok(Some(Reply::Value(Value::of_term(terms, value))))
}

/// The digits' value in 64 bits; a sign counts nothing.
fn magnitude(call: &Call<'_, '_, '_>, digits: &[Term], signed: Term, radix: i32) -> Term {
    let terms = call.terms();
    let mut sum = terms.ite(signed, terms.i32(0), digits[0]);
    sum = terms.sign_extend(sum, 64);
    for digit in &digits[1..] {
        let shifted = terms.mul(terms.i64(radix.into()), sum);
        sum = terms.add(shifted, terms.sign_extend(*digit, 64));
    }
    sum
}

impl<'p> Call<'_, '_, 'p> {
    /// The decimal digits of an `int` or `long`, with its sign. Forks over their number.
    pub(super) fn digits(&mut self, value: Value) -> Step<'p, Vec<Value>> {
        let (term, wide) = match value {
            Value::Int(value) => return Ok(letters(&value.to_string())),
            Value::Long(value) => return Ok(letters(&value.to_string())),
            Value::Term(term) => (term, self.terms().sort(term) == Sort::INT64),
            Value::Float(_) | Value::Double(_) | Value::Ref(_) => panic!("only integers have digits"),
        };
        let number = |value: i64| if wide { self.terms().i64(value) } else { self.terms().i32(value as i32) };
        let least = if wide { i64::MIN } else { i32::MIN.into() };
        let most = if wide { 19 } else { 10 };
        let terms = self.terms();
        let is_least = terms.eq(term, number(least));
        let mut cases = vec![is_least];
        for negative in [false, true] {
            let size = if negative { terms.neg(term) } else { term };
            let sign = terms.less(term, number(0));
            let sign = if negative { terms.and([sign, terms.not(is_least)]) } else { terms.not(sign) };
            for count in 1..=most {
                let from = if count == 1 { 0 } else { 10i64.pow(count - 1) };
                let below =
                    if count == most { terms.bool(true) } else { terms.less(size, number(10i64.pow(count))) };
                cases.push(terms.and([sign, terms.less_eq(number(from), size), below]));
            }
        }
        let case = self.choose(&cases)?;
        if case == 0 {
            return Ok(letters(&least.to_string()));
        }
        let (negative, count) = ((case - 1) as u32 >= most, (case - 1) as u32 % most + 1);
        Ok(self.digits_of(term, wide, negative, count))
    }

    fn digits_of(&self, term: Term, wide: bool, negative: bool, count: u32) -> Vec<Value> {
        let terms = self.terms();
        let number = |value: i64| if wide { terms.i64(value) } else { terms.i32(value as i32) };
        let size = if negative { terms.neg(term) } else { term };
        let digit = |place: u32| {
            let shifted = terms.sdiv(size, number(10i64.pow(place)));
            // The leading digit is all there is.
            let digit = if place == count - 1 { shifted } else { terms.srem(shifted, number(10)) };
            let digit = if wide { terms.extract(digit, 0, 32) } else { digit };
            Value::of_term(terms, terms.add(digit, terms.i32(i32::from(b'0'))))
        };
        let mut out = if negative { letters("-") } else { Vec::new() };
        out.extend((0..count).rev().map(digit));
        out
    }

    /// The value of a character as a digit of a radix; −1 if it is none.
    fn digit(&mut self, unit: Value, radix: i32) -> Step<'p, Term> {
        let ty = "(CI)I";
        let value = self.character("digit", ty, &[unit, Value::Int(radix)])?;
        Ok(value.term(self.terms()))
    }

    /// A pure method of `Character`, of which one argument may be unknown.
    pub(super) fn character(&mut self, name: &str, descriptor: &str, args: &[Value]) -> Step<'p, Value> {
        let method = self.cx.named_method(names::CHARACTER, name, descriptor)?;
        super::character::apply(self, method, args)?
            .ok_or_else(|| machine::Stop::unsupported(format!("Character.{name} of an unknown character")))
    }
}
