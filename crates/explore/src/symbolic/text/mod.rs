//! Strings as sequences of characters: what the JDK's string code would find out byte by byte, said in terms.
//!
//! A `String` is in one of three states, told by pseudo-fields of its location:
//! 1. *plain*: it has a byte array and a coder, as in the JDK. The JDK's own code runs on it.
//! 2. *characters*: a stretch of a `char[]` ([`CHARS`], [`FIRST`], [`COUNT`]). Input strings are of this kind, their array is an
//!    input of its own, and so is what the methods modelled here compute.
//! 3. *parts* ([`PARTS`]): put together by a `StringBuilder`, and not looked at yet. Messages of exceptions mostly stay that way.
//!
//! An input `StringBuilder` is made of one part, an input string of its own ([`TEXT`]): its capacity is not told.
//!
//! Parts become characters when somebody looks at the text, and characters become bytes when code of the JDK that is not modelled
//! reads `value` or `coder`; a string never loses what it has. A string of unknown length is given one then, smallest first.
//! Methods are modelled where a term says it all, or a fork says it exactly; all others run as the JDK has them.
//! Under the `term` strategy an input of a wider type that turns out to be a string has no location, and nothing is said of it.
//!
//! | file | what |
//! |---|---|
//! | `units` | reading and making strings |
//! | `bytes` | bytes for the JDK's code; the bytes of an input |
//! | `parts` | `StringBuilder`s and what they put together |
//! | `calls` | which methods are modelled |
//! | `compare`, `search`, `slice`, `change` | methods of `String` by what they do |
//! | `hash` | hash codes of strings of unknown length |
//! | `numerals` | numbers to digits and back |
//! | `spoken` | answers as calls, for people |
//! | `character` | methods of `Character` as tables of the running JDK |

mod bytes;
mod calls;
mod change;
mod character;
mod compare;
mod hash;
mod numerals;
mod parts;
mod search;
mod slice;
mod spoken;
mod units;

use heap::{Field, ForkCause, Kind, Loc, Ref, RefKind, Target, Value};
use library::names;
use machine::{Cx, Domain, Reply, State, Stop};
use program::{MethodId, Program};
use term::{Term, Terms};

pub use bytes::settle_input;
pub(super) use bytes::{Watched, prepare};
pub(super) use calls::{Model, find};
pub use character::{Characters, PURE as CHARACTER_METHODS};
pub(super) use units::known_text;

use super::{Case, JavaTypes, Symbolic, domain, pick, with_heap};

pub(super) type Step<'p, T> = Result<T, Stop<Symbolic<'p>>>;
/// What a modelled method answers; `None` lets the JDK's code run.
pub(super) type Answer<'p> = Step<'p, Option<Reply<Symbolic<'p>>>>;

/// The `char[]` a string's characters are in.
pub(super) const CHARS: Field = Field(u32::MAX - 32);
/// Where they start; 0 if it is not said.
const FIRST: Field = Field(u32::MAX - 33);
/// How many they are; all of the array if it is not said.
const COUNT: Field = Field(u32::MAX - 34);
/// What a string or a builder is put together from, by [`parts`]; null once it has characters.
const PARTS: Field = Field(u32::MAX - 35);
/// The string an input builder holds.
pub(super) const TEXT: Field = Field(u32::MAX - 37);
/// Of how many pieces a string in parts is put together, if somebody counted.
const WEIGHT: Field = Field(u32::MAX - 38);
/// The hash code, if it is a number of its own.
const HASH: Field = Field(u32::MAX - 36);

/// What the pseudo-field an input can have holds, and its name in access paths.
pub(super) fn pseudo_field(program: &Program, field: Field) -> Option<(Kind, &'static str)> {
    let of = |ty| Kind::Ref(JavaTypes::class(ty));
    match field {
        CHARS => Some((of(program.array_of(program::TypeId::CHAR)), "chars")),
        TEXT => Some((of(program.class_type(names::STRING)), "text")),
        _ => None,
    }
}

/// A call being answered, with what answers are made from.
pub(super) struct Call<'a, 'c, 'p> {
    pub cx: &'a mut Cx<'c, Symbolic<'p>>,
    pub state: &'a mut State<Symbolic<'p>>,
    pub method: MethodId,
}

/// The characters of a string.
#[derive(Clone, Debug)]
enum Text {
    /// So many, one by one.
    Units(Vec<Value>),
    /// A stretch of an array, whose length need not be known. `of` is the string.
    Stretch { of: Loc, array: Loc, first: Value, count: Value },
}

impl<'p> Call<'_, '_, 'p> {
    fn terms(&self) -> &Terms {
        &self.cx.domain.terms
    }

    fn term(&self, value: Value) -> Term {
        value.term(self.terms())
    }

    fn is(&self, value: Value, number: i32) -> Term {
        self.terms().eq(self.term(value), self.terms().i32(number))
    }

    /// A boolean result.
    fn truth(&self, condition: Term) -> Value {
        let terms = self.terms();
        Value::of_term(terms, terms.ite(condition, terms.i32(1), terms.i32(0)))
    }

    fn decide(&mut self, condition: Term) -> Step<'p, bool> {
        domain::decide(self.cx, self.state, ForkCause::Branch, condition)
    }

    fn in_bounds(&mut self, index: Value, length: Value) -> Step<'p, bool> {
        Symbolic::in_bounds(self.cx, self.state, &index, &length)
    }

    fn pick(&mut self, value: Value) -> Step<'p, i32> {
        pick::pick_int(self.cx, self.state, value)
    }

    /// Which of these conditions, one of which holds, does: one fork over all of them.
    fn choose(&mut self, conditions: &[Term]) -> Step<'p, usize> {
        let hcx = self.cx.domain.heap_cx();
        let heap = &self.state.heap.heap;
        let open: Vec<usize> =
            (0..conditions.len()).filter(|&at| hcx.is_feasible(heap, &[conditions[at]])).collect();
        match open[..] {
            [] => Err(Stop::unsupported("conditions that contradict each other")),
            [only] => Ok(only),
            _ => {
                let case = |at: &usize| Case {
                    choice: heap::Choice::Assume(conditions[*at]),
                    cause: ForkCause::Branch,
                };
                Err(Stop::split(open.iter().map(case).collect()))
            }
        }
    }

    fn is_null(&mut self, value: Value) -> Step<'p, bool> {
        Symbolic::is_null(self.cx, self.state, &value)
    }

    fn part(&self, loc: Loc, field: Field) -> Option<Value> {
        self.state.heap.heap.known_field(loc, field)
    }

    /// A reference kept in a pseudo-field.
    fn link(&self, loc: Loc, field: Field) -> Option<Loc> {
        self.part(loc, field).and_then(|value| value.reference().as_loc()).filter(|loc| *loc != Loc::NULL)
    }

    fn set(&mut self, loc: Loc, field: Field, value: Value) {
        self.state.heap.heap.fix_field(loc, field, value);
    }

    /// Whether a reference may be to a string (or builder) that is not plain.
    fn is_open(&self, value: Value) -> bool {
        let heap = &self.state.heap.heap;
        let open = |loc: Loc| {
            let location = heap.location(loc);
            loc != Loc::NULL && (location.creator.is_some() || self.has_text(loc))
        };
        match value.reference().kind() {
            RefKind::Loc(loc) => open(loc),
            RefKind::Sym(_) => true,
            RefKind::Set(_) => {
                self.cx.domain.sets.entries(value.reference()).iter().any(|entry| match entry.target {
                    Target::Loc(loc) => open(loc),
                    Target::Sym(_) => true,
                })
            }
        }
    }

    fn has_text(&self, loc: Loc) -> bool {
        self.link(loc, CHARS).is_some() || self.link(loc, PARTS).is_some()
    }

    /// The one object a reference (not null) is to, after a fork if need be; `None` if it has no location.
    fn sole(&mut self, value: Value) -> Step<'p, Option<Loc>> {
        let reference = value.reference();
        if let Some(loc) = reference.as_loc() {
            return Ok(Some(loc));
        }
        let targets = with_heap(self.cx, self.state, |heap, hcx| heap.accessible(hcx, reference))?;
        for entry in &targets {
            if domain::decide(self.cx, self.state, ForkCause::Alias, entry.guard)? {
                return Ok(match entry.target {
                    Target::Loc(loc) => Some(loc),
                    Target::Sym(_) => None,
                });
            }
        }
        Err(Stop::unsupported("conditions that contradict each other"))
    }

    /// The exception the method throws; what its message says is not known.
    fn throws<T>(&mut self, class: &str) -> Step<'p, T> {
        let raise =
            machine::Raise { class: class.into(), message: None, cause: None, native: Some(self.method) };
        let exception = machine::steps::exceptions::create(self.cx, self.state, raise)?;
        let message = self.secret("what the message of an exception says");
        let slot = self.cx.named_field(names::THROWABLE, "detailMessage")?;
        Symbolic::store_field(self.cx, self.state, &exception, slot, message)?;
        Err(Stop::Throw(exception))
    }
}

fn new_ref(loc: Loc) -> Value {
    Value::Ref(Ref::loc(loc))
}
