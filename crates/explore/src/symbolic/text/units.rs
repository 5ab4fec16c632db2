//! Reading strings as characters, and making strings of them.

use heap::{Class, Loc, Value};
use library::names;
use machine::{Cx, Domain, Reply, State};
use program::JavaText;

use super::{Answer, CHARS, COUNT, Call, FIRST, PARTS, Step, Text, new_ref};
use crate::symbolic::{JavaTypes, Symbolic, with_heap};

/// The unknown characters a string may have when its text is needed.
const MOST_UNITS: i32 = 1000;

impl<'p> Call<'_, '_, 'p> {
    /// The text of a string that is not null; `None` if only the JDK's code can tell.
    pub(super) fn text(&mut self, string: Value) -> Step<'p, Option<Text>> {
        match self.sole(string)? {
            Some(loc) => self.text_at(loc),
            None => Ok(None),
        }
    }

    pub(super) fn text_at(&mut self, string: Loc) -> Step<'p, Option<Text>> {
        if self.link(string, PARTS).is_some() && self.link(string, CHARS).is_none() {
            let units = self.joined(string)?;
            let array = self.new_units(units);
            self.set(string, CHARS, new_ref(array));
        }
        if self.link(string, CHARS).is_none() {
            if self.state.heap.heap.location(string).creator.is_none() {
                return self.plain(string);
            }
            with_heap(self.cx, self.state, |heap, hcx| heap.own_part(hcx, string, CHARS))?;
        }
        let array = self.link(string, CHARS).expect("just made");
        if let (None, Some(units)) = (self.part(string, FIRST), self.state.heap.heap.dense(array)) {
            return Ok(Some(Text::Units(units.to_vec())));
        }
        let first = self.part(string, FIRST).unwrap_or(Value::Int(0));
        let count = match self.part(string, COUNT) {
            Some(count) => count,
            None => Symbolic::array_length(self.cx, self.state, &new_ref(array))?,
        };
        Ok(Some(Text::Stretch { of: string, array, first, count }))
    }

    /// The characters of a plain string whose length is known.
    fn plain(&mut self, string: Loc) -> Step<'p, Option<Text>> {
        let string = new_ref(string);
        let (value, coder) = super::bytes::string_slots(self.cx)?;
        let bytes = Symbolic::load_field(self.cx, self.state, &string, value)?;
        let coder = Symbolic::load_field(self.cx, self.state, &string, coder)?;
        let (Some(array), Value::Int(coder)) = (bytes.reference().as_loc(), coder) else { return Ok(None) };
        Ok(self.decode(array, coder, usize::MAX).map(Text::Units))
    }

    /// At most `count` characters out of bytes that are all told apart.
    pub(super) fn decode(&self, bytes: Loc, coder: i32, count: usize) -> Option<Vec<Value>> {
        let terms = self.terms();
        let low = |byte: &Value| terms.bit_and(byte.term(terms), terms.i32(255));
        let bytes = self.state.heap.heap.dense(bytes)?;
        let unit = |pair: &[Value]| match pair {
            [Value::Int(only)] => Value::Int(only & 255),
            [Value::Int(a), Value::Int(b)] => Value::Int((a & 255) | (b & 255) << 8),
            [only] => Value::of_term(terms, low(only)),
            pair => {
                let high = terms.mul(low(&pair[1]), terms.i32(256));
                Value::of_term(terms, terms.add(low(&pair[0]), high))
            }
        };
        Some(bytes.chunks_exact(1 << coder).take(count).map(unit).collect())
    }

    pub(super) fn length(&self, text: &Text) -> Value {
        match text {
            Text::Units(units) => Value::Int(units.len() as i32),
            Text::Stretch { count, .. } => *count,
        }
    }

    /// The character at an index that is in bounds.
    pub(super) fn unit(&mut self, text: &Text, index: Value) -> Step<'p, Value> {
        match (text, index) {
            (Text::Units(units), Value::Int(index)) => Ok(units[index as usize]),
            (Text::Units(units), index) => {
                let terms = self.terms();
                let cases = (0..units.len() as i32).zip(units).rev();
                let chain = cases.fold(terms.i32(0), |rest, (at, unit)| {
                    terms.ite(self.is(index, at), unit.term(terms), rest)
                });
                Ok(Value::of_term(terms, chain))
            }
            (Text::Stretch { array, first, .. }, index) => {
                let at = self.plus(*first, index);
                with_heap(self.cx, self.state, |heap, hcx| heap.element(hcx, *array, at))
            }
        }
    }

    /// All characters; a string of unknown length gets one. Too many unknown characters are not told apart: each would be
    /// compared with all others.
    pub(super) fn units(&mut self, text: &Text) -> Step<'p, Vec<Value>> {
        let (of, count) = match text {
            Text::Units(units) => return Ok(units.clone()),
            Text::Stretch { of, count, .. } => (*of, *count),
        };
        let known = self.pick(count)?;
        if known > MOST_UNITS {
            let message = format!("a string of {known} unknown characters");
            return Err(machine::Stop::unsupported(message));
        }
        self.set(of, COUNT, Value::Int(known));
        (0..known).map(|at| self.unit(text, Value::Int(at))).collect()
    }

    /// The characters of a string that is not null.
    pub(super) fn units_of(&mut self, string: Value) -> Step<'p, Option<Vec<Value>>> {
        match self.text(string)? {
            Some(text) => self.units(&text).map(Some),
            None => Ok(None),
        }
    }

    pub(super) fn plus(&self, lhs: Value, rhs: Value) -> Value {
        let terms = self.terms();
        Value::of_term(terms, terms.add(lhs.term(terms), rhs.term(terms)))
    }

    pub(super) fn minus(&self, lhs: Value, rhs: Value) -> Value {
        let terms = self.terms();
        Value::of_term(terms, terms.sub(lhs.term(terms), rhs.term(terms)))
    }

    /// A new string; a plain one if every character is known.
    pub(super) fn new_text(&mut self, units: Vec<Value>) -> Step<'p, Value> {
        if let Some(text) = known(&units) {
            return Symbolic::new_string(self.cx, self.state, &text);
        }
        let array = self.new_units(units);
        let string = self.new_string();
        self.set(string, CHARS, new_ref(array));
        Ok(new_ref(string))
    }

    /// A new string that shares the characters of another.
    pub(super) fn new_stretch(&mut self, array: Loc, first: Value, count: Value) -> Value {
        let string = self.new_string();
        self.set(string, CHARS, new_ref(array));
        self.set(string, FIRST, first);
        self.set(string, COUNT, count);
        new_ref(string)
    }

    pub(super) fn new_string(&mut self) -> Loc {
        let class = JavaTypes::class(self.cx.program.class_type(names::STRING));
        self.state.heap.heap.allocate(class)
    }

    pub(super) fn char_array(&self) -> Class {
        JavaTypes::class(self.cx.program.array_of(program::TypeId::CHAR))
    }

    pub(super) fn new_units(&mut self, units: Vec<Value>) -> Loc {
        let class = self.char_array();
        let heap = &mut self.state.heap.heap;
        let array = heap.allocate_array(class, heap::Kind::Char, Value::Int(units.len() as i32));
        heap.fill_array(array, units);
        array
    }

    pub(super) fn reply_text(&mut self, units: Vec<Value>) -> Answer<'p> {
        Ok(Some(Reply::Value(self.new_text(units)?)))
    }
}

/// The text, if every character is known.
pub(super) fn known(units: &[Value]) -> Option<JavaText> {
    let unit = |value: &Value| if let Value::Int(unit) = value { Some(*unit as u16) } else { None };
    let units: Option<Vec<u16>> = units.iter().map(unit).collect();
    Some(JavaText::from_units(&units?))
}

/// The text of a string if it is known without a fork (see [`Domain::known_text`]).
pub fn known_text<'p>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    string: &Value,
) -> Step<'p, Option<JavaText>> {
    let method = program::MethodId(0);
    let call = Call { cx, state, method };
    if !call.is_open(*string) {
        return machine::known_text(call.cx, call.state, string);
    }
    let array = string.reference().as_loc().and_then(|loc| match call.part(loc, FIRST) {
        None => call.link(loc, CHARS),
        Some(_) => None,
    });
    Ok(array.and_then(|array| known(call.state.heap.heap.dense(array)?)))
}
