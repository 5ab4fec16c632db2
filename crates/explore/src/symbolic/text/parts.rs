//! What a `StringBuilder` puts together, written down and not carried out.
//!
//! Concatenation is appending to a builder (see `program`'s lowering). Once something unknown is appended, the builder keeps a
//! list of parts instead of bytes, and the string it makes has the same list; nothing forks until the text is looked at.
//! A part is two values in a row: what it is, and its value.

use heap::{Kind, Loc, Ref, Value};
use library::names;
use machine::{Domain, Reply, Stop};

use super::{Answer, CHARS, Call, PARTS, Step, TEXT, WEIGHT, compare, new_ref};
use crate::symbolic::{JavaTypes, Symbolic, before, contents, trust, with_heap};

/// The characters of a text that is put together: one that doubles and doubles has more than there is time for.
pub(super) const MOST_JOINED: usize = 1 << 16;

/// What a part is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A `String`, or null.
    String = 0,
    Char = 1,
    Boolean = 2,
    Int = 3,
    Long = 4,
    /// Text that cannot be told; the value is a string that says what it is.
    Secret = 5,
}

const ALL: [Part; 6] = [Part::String, Part::Char, Part::Boolean, Part::Int, Part::Long, Part::Secret];

/// `new StringBuilder(String)`; the capacity is nobody's business.
pub(super) fn from_string<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    let Some(builder) = args[0].reference().as_loc() else { return Ok(None) };
    if !call.is_open(args[1]) || call.is_null(args[1])? {
        return Ok(None);
    }
    let list = call.new_list(vec![Value::Int(Part::String as i32), args[1]]);
    call.set(builder, PARTS, new_ref(list));
    Ok(Some(Reply::Void))
}

/// `append(String)`.
pub(super) fn append_string<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    call.append(Part::String, args)
}

/// `append(char)`.
pub(super) fn append_char<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    call.append(Part::Char, args)
}

/// `append(boolean)`.
pub(super) fn append_boolean<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    call.append(Part::Boolean, args)
}

/// `append(int)`.
pub(super) fn append_int<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    call.append(Part::Int, args)
}

/// `append(long)`.
pub(super) fn append_long<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    call.append(Part::Long, args)
}

/// `append(float)`, `append(double)`: the digits of an unknown one are not computed.
pub(super) fn append_real<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    if !matches!(args[1], Value::Term(_)) {
        return Ok(None);
    }
    let what = call.secret("the digits of an unknown floating-point number");
    call.append(Part::String, &[args[0], what])
}

/// `capacity()`: not kept for a builder whose text was written down in parts.
pub(super) fn capacity<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    match call.builder(args[0])? {
        Some(builder) if call.part(builder, PARTS).is_some() => {
            Err(Stop::unsupported("the capacity of a builder of unknown text is used"))
        }
        _ => Ok(None),
    }
}

/// `length()` of a builder.
pub(super) fn length<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    match call.only_string(args[0])? {
        Some(string) => compare::length(call, &[string]),
        None => Ok(None),
    }
}

/// `charAt(int)` of a builder.
pub(super) fn char_at<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    match call.only_string(args[0])? {
        Some(string) => compare::char_at(call, &[string, args[1]]),
        None => Ok(None),
    }
}

/// `toString()` of a builder.
pub(super) fn to_string<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    let Some(builder) = call.builder(args[0])? else { return Ok(None) };
    let Some(parts) = call.part(builder, PARTS).filter(|parts| *parts != Value::NULL) else {
        return Ok(None);
    };
    let string = call.new_string();
    call.set(string, PARTS, parts);
    Ok(Some(Reply::Value(new_ref(string))))
}

/// `String.valueOf` and `toString` of an `int` or `char` that is not known.
pub(super) fn value_of_int<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    call.single(Part::Int, args[0])
}

pub(super) fn value_of_long<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    call.single(Part::Long, args[0])
}

pub(super) fn value_of_char<'p>(call: &mut Call<'_, '_, 'p>, args: &[Value]) -> Answer<'p> {
    call.single(Part::Char, args[0])
}

/// A message nobody can read: some text, and what it is about.
pub(super) fn bounds_message<'p>(call: &mut Call<'_, '_, 'p>, _: &[Value]) -> Answer<'p> {
    Ok(Some(Reply::Value(call.secret("what the message of an exception says"))))
}

impl<'p> Call<'_, '_, 'p> {
    /// The builder a reference (not null) is to; one of the input has its text in parts.
    fn builder(&mut self, value: Value) -> Step<'p, Option<Loc>> {
        let Some(builder) = self.sole(value)? else { return Ok(None) };
        self.open_builder(builder)?;
        if self.part(builder, PARTS).is_some() {
            contents::builder_read(self.cx, self.state, builder);
        }
        Ok(Some(builder))
    }

    /// The string that is all a builder is put together from; lengths of several might not add up to an `int`.
    fn only_string(&mut self, value: Value) -> Step<'p, Option<Value>> {
        let Some(list) = self.builder(value)?.and_then(|builder| self.link(builder, PARTS)) else {
            return Ok(None);
        };
        match self.list(list)[..] {
            [Value::Int(part), string] if part == Part::String as i32 && !self.is_null(string)? => {
                Ok(Some(string))
            }
            _ => Ok(None),
        }
    }

    /// Says what an input builder is put together from, unless that was said.
    pub(super) fn open_builder(&mut self, builder: Loc) -> Step<'p, ()> {
        before::accessed(self.cx, self.state, Ref::loc(builder), Some(TEXT), true);
        let is_input = self.state.heap.heap.location(builder).creator.is_some();
        if !is_input || self.part(builder, PARTS).is_some() {
            return Ok(());
        }
        let text = with_heap(self.cx, self.state, |heap, hcx| heap.own_part(hcx, builder, TEXT))?;
        let list = self.new_list(vec![Value::Int(Part::String as i32), new_ref(text)]);
        self.set(builder, PARTS, new_ref(list));
        Ok(())
    }

    fn append(&mut self, part: Part, args: &[Value]) -> Answer<'p> {
        let Some(builder) = self.builder(args[0])? else { return Ok(None) };
        let is_known = match args[1] {
            Value::Ref(_) => !self.is_open(args[1]),
            Value::Term(_) => false,
            Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) => true,
        };
        let mut parts = match self.link(builder, PARTS) {
            Some(list) => self.list(list),
            None if is_known => return Ok(None),
            None => match self.so_far(builder)? {
                Some(parts) => parts,
                None => return Ok(None),
            },
        };
        parts.extend([Value::Int(part as i32), args[1]]);
        self.check_weight(&parts)?;
        let list = self.new_list(parts);
        self.set(builder, PARTS, new_ref(list));
        Ok(Some(Reply::Value(args[0])))
    }

    /// Refuses what is put together from too many pieces, and takes the room for others for granted. A text that doubles and
    /// doubles has few parts, but these have parts, too.
    fn check_weight(&mut self, parts: &[Value]) -> Step<'p, ()> {
        if parts.chunks_exact(2).map(|pair| self.weight(pair)).sum::<usize>() > MOST_JOINED {
            return Err(too_long());
        }
        Ok(())
    }

    /// The pieces of a part: no fewer than there are, and no more than matter.
    fn weight(&mut self, part: &[Value]) -> usize {
        let (Value::Int(kind), Value::Ref(text)) = (part[0], part[1]) else { return 1 };
        if kind != Part::String as i32 || !self.is_open(part[1]) {
            return 1;
        }
        let Some((text, list)) = text.as_loc().and_then(|text| Some((text, self.link(text, PARTS)?))) else {
            trust::note(self.state, trust::ROOM);
            return 1;
        };
        if let Some(Value::Int(known)) = self.part(text, WEIGHT) {
            return known as usize;
        }
        let pairs = self.list(list);
        let sum: usize = pairs.chunks_exact(2).map(|pair| self.weight(pair)).sum();
        let weight = sum.min(MOST_JOINED);
        self.set(text, WEIGHT, Value::Int(weight as i32));
        weight
    }

    /// A string that is the text of one value.
    fn single(&mut self, part: Part, value: Value) -> Answer<'p> {
        if !matches!(value, Value::Term(_)) {
            return Ok(None);
        }
        let list = self.new_list(vec![Value::Int(part as i32), value]);
        let string = self.new_string();
        self.set(string, PARTS, new_ref(list));
        Ok(Some(Reply::Value(new_ref(string))))
    }

    /// A string of which nothing can be told but that it exists.
    pub(super) fn secret(&mut self, what: &'static str) -> Value {
        let at = SECRETS.iter().position(|known| *known == what).expect("listed");
        let list = self.new_list(vec![Value::Int(Part::Secret as i32), Value::Int(at as i32)]);
        let string = self.new_string();
        self.set(string, PARTS, new_ref(list));
        new_ref(string)
    }

    /// What a builder holds in bytes, as parts; `None` if its length is not known.
    fn so_far(&mut self, builder: Loc) -> Step<'p, Option<Vec<Value>>> {
        let mut field = |name| {
            let slot = self.cx.named_field(names::ABSTRACT_STRING_BUILDER, name)?;
            Symbolic::load_field(self.cx, self.state, &new_ref(builder), slot)
        };
        let (bytes, coder, count) = (field("value")?, field("coder")?, field("count")?);
        let (Some(bytes), Value::Int(coder), Value::Int(count)) = (bytes.reference().as_loc(), coder, count)
        else {
            return Ok(None);
        };
        if count == 0 {
            return Ok(Some(Vec::new()));
        }
        let Some(units) = self.decode(bytes, coder, count as usize) else { return Ok(None) };
        let string = self.new_text(units)?;
        Ok(Some(vec![Value::Int(Part::String as i32), string]))
    }

    fn list(&self, list: Loc) -> Vec<Value> {
        self.state.heap.heap.dense(list).expect("lists are written at once").to_vec()
    }

    fn new_list(&mut self, values: Vec<Value>) -> Loc {
        let element = self.cx.program.class_type(names::OBJECT);
        let class = JavaTypes::class(self.cx.program.array_of(element));
        let kind = Kind::Ref(JavaTypes::class(element));
        let heap = &mut self.state.heap.heap;
        let list = heap.allocate_array(class, kind, Value::Int(values.len() as i32));
        heap.fill_array(list, values);
        list
    }

    /// The characters of what was put together.
    pub(super) fn joined(&mut self, holder: Loc) -> Step<'p, Vec<Value>> {
        if let Some(array) = self.link(holder, CHARS) {
            return Ok(self.state.heap.heap.dense(array).expect("computed texts are dense").to_vec());
        }
        let list = self.link(holder, PARTS).expect("has parts");
        let mut out = Vec::new();
        for pair in self.list(list).chunks_exact(2) {
            let Value::Int(part) = pair[0] else { panic!("a part says what it is") };
            out.extend(self.part_units(ALL[part as usize], pair[1])?);
            if out.len() > MOST_JOINED {
                return Err(too_long());
            }
        }
        Ok(out)
    }

    fn part_units(&mut self, part: Part, value: Value) -> Step<'p, Vec<Value>> {
        match part {
            Part::String => {
                if self.is_null(value)? {
                    return Ok(letters("null"));
                }
                let units = self.units_of(value)?;
                units.ok_or_else(|| Stop::unsupported("a string nobody can read is put together"))
            }
            Part::Char => Ok(vec![value]),
            Part::Boolean => {
                let truth = self.terms().not(self.is(value, 0));
                Ok(letters(if self.decide(truth)? { "true" } else { "false" }))
            }
            Part::Int | Part::Long => self.digits(value),
            Part::Secret => {
                let Value::Int(at) = value else { panic!("a secret says what it is") };
                Err(Stop::unsupported(format!("{} is used", SECRETS[at as usize])))
            }
        }
    }

    /// The length of what was put together, if it takes no fork to tell.
    pub(super) fn joined_length(&mut self, holder: Loc) -> Option<Value> {
        let list = self.link(holder, PARTS)?;
        let mut sum = Value::Int(0);
        for pair in self.list(list).chunks_exact(2) {
            let length = match pair[0] {
                Value::Int(part) if part == Part::Char as i32 => Value::Int(1),
                Value::Int(part) if part == Part::Boolean as i32 => {
                    let terms = self.terms();
                    let length = terms.ite(self.is(pair[1], 0), terms.i32(5), terms.i32(4));
                    Value::of_term(terms, length)
                }
                _ => return None,
            };
            sum = self.plus(sum, length);
        }
        Some(sum)
    }
}

/// The answer where a text has more characters than there is time for.
pub(super) fn too_long<'p>() -> Stop<Symbolic<'p>> {
    Stop::unsupported(format!("a text of more than {MOST_JOINED} characters is put together"))
}

/// What there are secrets about.
const SECRETS: [&str; 2] =
    ["what the message of an exception says", "the digits of an unknown floating-point number"];

pub(super) fn letters(text: &str) -> Vec<Value> {
    text.chars().map(|letter| Value::Int(letter as i32)).collect()
}
