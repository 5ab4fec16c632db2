//! Concrete runs before the search: a whole program is tried on zeros and on a few numbers drawn by chance.
//!
//! Shallow failures show at once, and floating-point conditions that a solver thinks about for long are often met by chance. What
//! fails in such a run is confirmed like any other failure; what does not fail says nothing.

use std::collections::BTreeMap;

use heap::{Field, InputHeap, InputObject, InputValue, Kind, ObjectId, Value};
use library::names;
use program::{JavaText, Program, TypeId};

use crate::Options;
use crate::entry::Entry;
use crate::explorer::Explorer;
use crate::path::{Given, Input, Outcome, Path};
use crate::symbolic::{Answer, JavaTypes, Memory, Script};

/// Runs that are tried, the one on zeros among them.
const RUNS: u64 = 24;
/// Instructions of all runs together, and of one.
const MOST_STEPS: u64 = 400_000;
const MOST_STEPS_OF_ONE: u64 = 100_000;

/// Whether there is something to look for by trying.
pub(crate) fn is_worth_it(entry: &Entry, options: &Options) -> bool {
    entry.is_main && options.enough.is_some()
}

impl Explorer<'_, '_> {
    /// Tries the program; a failure that was looked for and that is confirmed ends the search.
    pub(crate) fn try_out(&mut self) {
        let mut left = MOST_STEPS;
        for seed in 0..RUNS {
            if self.options.budget.check().is_err() {
                return;
            }
            self.steps_of_one = Some(left.min(MOST_STEPS_OF_ONE));
            let run = self.run_script(Script::Drawn(seed), None);
            self.steps_of_one = None;
            let Some((outcome, memory, trail)) = run else { return };
            let is_alone = memory.nondet.is_empty();
            if let Outcome::Threw(_) = outcome
                && let Some(input) = drawn_input(self.cx.program, &memory)
            {
                let replay = Some(self.replay(&input));
                let path = Path {
                    outcome,
                    condition: Vec::new(),
                    flow: trail.flow,
                    input: Some(Ok(input)),
                    replay,
                    null_parameter: None,
                    is_rejected: false,
                    picture: None,
                };
                self.confirm(&path);
                if self.out.is_enough {
                    self.out.figures.paths += 1;
                    self.out.paths.push(path);
                    return;
                }
            }
            left = left.saturating_sub(trail.steps.max(1));
            if is_alone || left == 0 {
                return;
            }
        }
    }
}

/// What was drawn in a run, as an input; nothing if the run depends on more.
fn drawn_input(program: &Program, memory: &Memory) -> Option<Input> {
    let mut heap = InputHeap::default();
    let mut nondet = Vec::new();
    for (number, given) in memory.nondet.iter().enumerate() {
        let value = match given.value {
            Value::Int(value) => InputValue::Int(value),
            Value::Long(value) => InputValue::Long(value),
            Value::Float(bits) => InputValue::Float(f32::from_bits(bits)),
            Value::Double(bits) => InputValue::Double(f64::from_bits(bits)),
            Value::Ref(_) => string(program, &mut heap, number, given.text.as_ref()?)?,
            Value::Term(_) => return None,
        };
        nondet.push(Given { value, kind: given.kind, method: given.method, pc: given.pc });
    }
    memory.asked.is_empty().then(|| Input {
        args: Vec::new(),
        statics: Vec::new(),
        heap,
        nondet,
        asked: Vec::new(),
    })
}

/// A string of the input, all of whose characters take one byte.
fn string(program: &Program, heap: &mut InputHeap, number: usize, text: &JavaText) -> Option<InputValue> {
    let JavaText::Latin1(bytes) = text else { return None };
    let class = program.class_named(names::STRING).ok()?;
    let field = |name: &str| program.find_field(class, name).map(|field| Field(field.0));
    let array = ObjectId(heap.objects.len() as u32);
    let elements: BTreeMap<i32, InputValue> =
        (0..).zip(bytes.iter().map(|byte| InputValue::Int((*byte as i8).into()))).collect();
    heap.objects.push(InputObject {
        class: JavaTypes::class(program.array_of(TypeId::BYTE)),
        name: format!("nondet{number}.value"),
        fields: Vec::new(),
        array: Some((bytes.len() as i32, elements)),
        before: None,
    });
    heap.objects.push(InputObject {
        class: JavaTypes::class(program.class_type(names::STRING)),
        name: format!("nondet{number}"),
        fields: vec![(field("value")?, InputValue::Object(array)), (field("coder")?, InputValue::Int(0))],
        array: None,
        before: None,
    });
    Some(InputValue::Object(ObjectId(array.0 + 1)))
}

/// The answer number `number` of a run: zeros in the first run, in the others numbers of all sizes, small ones most often.
pub(crate) fn answer(seed: u64, number: usize, kind: Kind) -> Answer {
    let bits = if seed == 0 { 0 } else { mix(seed.wrapping_mul(1_000_003).wrapping_add(number as u64)) };
    let chosen = if seed == 0 { 0 } else { whole(bits) };
    Answer::Number(match kind {
        Kind::Boolean => Value::Int((bits & 1) as i32),
        Kind::Byte => Value::Int((chosen as i8).into()),
        Kind::Short => Value::Int((chosen as i16).into()),
        Kind::Char => Value::Int((chosen as u16).into()),
        Kind::Int => Value::Int(chosen as i32),
        Kind::Long => Value::Long(chosen),
        Kind::Float => Value::float(fraction(bits, chosen) as f32),
        Kind::Double => Value::double(fraction(bits, chosen)),
        Kind::Ref(_) => return Answer::Text(JavaText::from(word(bits).as_str())),
    })
}

fn whole(bits: u64) -> i64 {
    let rest = mix(bits) as i64;
    match bits % 8 {
        0..=3 => rest.rem_euclid(21) - 10,
        4 => rest.rem_euclid(2001) - 1000,
        5 => [i64::MAX, i64::MIN, i32::MAX.into(), i32::MIN.into()][(rest & 3) as usize],
        _ => rest,
    }
}

fn fraction(bits: u64, chosen: i64) -> f64 {
    match mix(bits ^ 1) % 4 {
        0 => chosen as f64,
        1 => chosen as f64 / 16.0,
        2 => chosen as f64 / 1e6,
        _ => f64::from_bits(if bits == 0 { 0 } else { mix(bits) }),
    }
}

fn word(bits: u64) -> String {
    if bits == 0 {
        return String::new();
    }
    let letter = |place: u64| char::from(b"abcxyzABC0129 -"[(mix(bits ^ place) % 15) as usize]);
    (0..bits % 6).map(letter).collect()
}

/// A good mixer of bits [splitmix64].
fn mix(state: u64) -> u64 {
    let first = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let second = (first ^ (first >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let third = (second ^ (second >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    third ^ (third >> 31)
}
