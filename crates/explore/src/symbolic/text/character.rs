//! Methods of `Character` on unknown characters: tables of what the running JDK answers.
//!
//! Such a method is a pure function of a character (and perhaps a radix). It is called for all 65536 characters, once, on the concrete
//! machine, and what it answers becomes a decision tree over stretches of characters: so the answer is always the JDK's own, whatever
//! its version of Unicode. Code points beyond the first plane are left to the JDK's code.

use std::cell::RefCell;
use std::rc::Rc;

use heap::Value;
use library::names;
use machine::concrete::{Machine, Outcome, Value as Known};
use machine::{Limits, Reply, Silent};
use program::{MethodId, Program};
use rustc_hash::FxHashMap;
use term::{Term, Terms};

use super::{Answer, Call, Step};

/// Methods of `Character` that depend on nothing but their arguments, whatever their descriptor.
pub const PURE: [&str; 23] = [
    "digit",
    "getNumericValue",
    "getType",
    "isAlphabetic",
    "isDefined",
    "isDigit",
    "isISOControl",
    "isIdentifierIgnorable",
    "isIdeographic",
    "isJavaIdentifierPart",
    "isJavaIdentifierStart",
    "isLetter",
    "isLetterOrDigit",
    "isLowerCase",
    "isMirrored",
    "isSpaceChar",
    "isTitleCase",
    "isUpperCase",
    "isWhitespace",
    "toLowerCase",
    "toTitleCase",
    "toUpperCase",
    "isUnicodeIdentifierPart",
];

/// Tables made so far, and the machine that makes them.
pub struct Characters<'p> {
    program: &'p Program,
    machine: RefCell<Option<Machine<'p>>>,
    tables: RefCell<FxHashMap<Key, Option<Rc<Table>>>>,
    fold: RefCell<Option<Rc<Table>>>,
}

/// The method, and the radix if it has one.
type Key = (MethodId, Option<i32>);

/// A function of characters, by stretches; the first starts at 0.
pub struct Table(Vec<(u16, Piece)>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    /// The same everywhere.
    Constant(i32),
    /// The character and so much more, for even and for odd characters.
    Shift { even: i32, odd: i32 },
}

/// A call of one of [`PURE`].
pub(super) fn model<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    let method = call.method;
    Ok(apply(call, method, args)?.map(Reply::Value))
}

/// The value of a pure method of which only the first argument is unknown; `None` if there is no table.
pub(super) fn apply<'p>(
    call: &mut Call<'_, '_, 'p>,
    method: MethodId,
    args: &[Value],
) -> Step<'p, Option<Value>> {
    let radix = match args.get(1) {
        None => None,
        Some(Value::Int(radix)) => Some(*radix),
        Some(_) => return Ok(None),
    };
    let Some(characters) = call.cx.domain.characters.clone() else { return Ok(None) };
    let unit = match args[0] {
        Value::Term(unit) => unit,
        Value::Int(unit @ 0..=0xFFFF) => {
            let table = characters.table(method, radix);
            return Ok(table.map(|table| Value::Int(table.at(unit as u16))));
        }
        _ => return Ok(None),
    };
    let terms = call.terms();
    let is_char = terms.and([terms.less_eq(terms.i32(0), unit), terms.less_eq(unit, terms.i32(0xFFFF))]);
    if !call.decide(is_char)? {
        return Ok(None);
    }
    let table = characters.table(method, radix);
    Ok(table.map(|table| Value::of_term(call.terms(), table.term(call.terms(), unit))))
}

/// That two characters are the same but for their case; `None` if there is no table.
pub(super) fn same_but_case<'p>(call: &mut Call<'_, '_, 'p>, a: Value, b: Value) -> Step<'p, Option<Term>> {
    let upper = call.cx.named_method(names::CHARACTER, "toUpperCase", "(C)C")?;
    let lower = call.cx.named_method(names::CHARACTER, "toLowerCase", "(C)C")?;
    let Some(characters) = call.cx.domain.characters.clone() else { return Ok(None) };
    let Some(fold) = characters.fold(upper, lower) else { return Ok(None) };
    let terms = call.terms();
    Ok(Some(match (a, b) {
        (Value::Int(known), unit) | (unit, Value::Int(known)) => {
            let narrow = terms.extract(unit.term(terms), 0, 16);
            fold.is(terms, narrow, fold.at(known as u16))
        }
        (a, b) => terms.eq(fold.term(terms, a.term(terms)), fold.term(terms, b.term(terms))),
    }))
}

impl<'p> Characters<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self { program, machine: RefCell::default(), tables: RefCell::default(), fold: RefCell::default() }
    }

    /// The table of a static method from a character (and a radix) to an int or a boolean.
    pub fn table(&self, method: MethodId, radix: Option<i32>) -> Option<Rc<Table>> {
        if let Some(known) = self.tables.borrow().get(&(method, radix)) {
            return known.clone();
        }
        let made = self.make(method, radix).map(Rc::new);
        self.tables.borrow_mut().insert((method, radix), made.clone());
        made
    }

    /// What characters are compared by if case does not matter: the lower case of the upper case.
    pub fn fold(&self, upper: MethodId, lower: MethodId) -> Option<Rc<Table>> {
        if let Some(known) = &*self.fold.borrow() {
            return Some(known.clone());
        }
        let (upper, lower) = (self.table(upper, None)?, self.table(lower, None)?);
        let values: Vec<i32> = (0..=0xFFFF).map(|unit| lower.at(upper.at(unit) as u16)).collect();
        let made = Rc::new(Table::new(&values));
        *self.fold.borrow_mut() = Some(made.clone());
        Some(made)
    }

    fn make(&self, method: MethodId, radix: Option<i32>) -> Option<Table> {
        let mut machine = self.machine.borrow_mut();
        if machine.is_none() {
            let mut fresh = Machine::new(self.program, Box::new(Silent), Limits::default());
            fresh.boot().ok()?;
            *machine = Some(fresh);
        }
        let machine = machine.as_mut().expect("just made");
        let values = (0..=0xFFFF).map(|unit| answer(machine, method, unit, radix));
        Some(Table::new(&values.collect::<Option<Vec<i32>>>()?))
    }
}

fn answer(machine: &mut Machine<'_>, method: MethodId, unit: i32, radix: Option<i32>) -> Option<i32> {
    let args: Vec<Known> = [Some(unit), radix].into_iter().flatten().map(Known::Int).collect();
    match machine.call(method, &args, &mut ()) {
        Outcome::Returned(Some(Known::Int(value))) => Some(value),
        _ => None,
    }
}

impl Table {
    /// The fewest pieces that say the same, greedily.
    fn new(values: &[i32]) -> Self {
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < values.len() {
            let (piece, length) = Piece::longest(values, at);
            pieces.push((at as u16, piece));
            at += length;
        }
        Self(pieces)
    }

    pub fn at(&self, unit: u16) -> i32 {
        let next = self.0.partition_point(|(first, _)| *first <= unit);
        self.0[next - 1].1.at(unit.into())
    }

    /// The value of a character that is the low half of a 32-bit term.
    pub fn term(&self, terms: &Terms, unit: Term) -> Term {
        let narrow = terms.extract(unit, 0, 16);
        if self.0.iter().all(|(_, piece)| matches!(piece, Piece::Constant(0 | 1))) {
            return terms.ite(self.is(terms, narrow, 1), terms.i32(1), terms.i32(0));
        }
        search(terms, &self.0, (unit, narrow))
    }

    /// That a character has this value, by stretches.
    fn is(&self, terms: &Terms, narrow: Term, value: i32) -> Term {
        let number = |unit: u16| terms.bits(16, unit.into());
        let mut out = Vec::new();
        let mut unit = 0u32;
        while unit <= 0xFFFF {
            let has = |unit: u32| unit <= 0xFFFF && self.at(unit as u16) == value;
            let first = unit;
            while has(unit) {
                unit += 1;
            }
            if unit > first {
                let (first, last) = (first as u16, (unit - 1) as u16);
                let inside = [
                    terms.unsigned_less_eq(number(first), narrow),
                    terms.unsigned_less_eq(narrow, number(last)),
                ];
                out.push(if first == last { terms.eq(narrow, number(first)) } else { terms.and(inside) });
            }
            unit += 1;
        }
        terms.or(out)
    }
}

/// The value of the last piece that starts at or before the character, which is given in 32 and in 16 bits.
fn search(terms: &Terms, pieces: &[(u16, Piece)], unit: (Term, Term)) -> Term {
    if let [(_, only)] = pieces {
        return only.term(terms, unit.0);
    }
    let (low, high) = pieces.split_at(pieces.len() / 2);
    let is_low = terms.unsigned_less(unit.1, terms.bits(16, high[0].0.into()));
    terms.ite(is_low, search(terms, low, unit), search(terms, high, unit))
}

impl Piece {
    /// The piece that reaches furthest from `at`, and how far.
    fn longest(values: &[i32], at: usize) -> (Self, usize) {
        let constant = Piece::Constant(values[at]);
        let shift = |unit: usize| values.get(unit).map_or(0, |value| value - unit as i32);
        let (even, odd) = if at.is_multiple_of(2) { (at, at + 1) } else { (at + 1, at) };
        let shift = Piece::Shift { even: shift(even), odd: shift(odd) };
        let reach = |piece: Piece| {
            (at..values.len()).take_while(|&unit| piece.at(unit as i32) == values[unit]).count()
        };
        let (short, long) = (reach(constant), reach(shift));
        if long > short { (shift, long) } else { (constant, short) }
    }

    fn at(self, unit: i32) -> i32 {
        match self {
            Piece::Constant(value) => value,
            Piece::Shift { even, .. } if unit % 2 == 0 => unit + even,
            Piece::Shift { odd, .. } => unit + odd,
        }
    }

    fn term(self, terms: &Terms, unit: Term) -> Term {
        let plus = |shift: i32| terms.add(unit, terms.i32(shift));
        match self {
            Piece::Constant(value) => terms.i32(value),
            Piece::Shift { even, odd } if even == odd => plus(even),
            Piece::Shift { even, odd } => {
                let is_even = terms.eq(terms.bit_and(unit, terms.i32(1)), terms.i32(0));
                terms.ite(is_even, plus(even), plus(odd))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_what_they_were_made_from() {
        let lower = |unit: i32| match unit {
            65..=90 => unit + 32,
            256..=300 => unit | 1,
            500..=520 => 7,
            unit => unit,
        };
        let values: Vec<i32> = (0..=0xFFFF).map(lower).collect();
        let table = Table::new(&values);
        assert!(table.0.len() < 10, "{} pieces", table.0.len());
        let terms = Terms::new();
        for unit in 0..=0xFFFF {
            assert_eq!(table.at(unit), values[usize::from(unit)]);
        }
        for unit in [0, 64, 65, 90, 91, 256, 257, 300, 500, 521, 0xFFFF] {
            let term = table.term(&terms, terms.i32(unit));
            assert_eq!(term, terms.i32(values[unit as usize]));
        }
    }
}
