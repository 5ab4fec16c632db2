//! Facts as others see them, and why others are none.

use program::code::Pc;
use program::{FieldId, MethodId, Program};

use crate::interval::Interval;
use crate::value::{Null, What};

/// What holds of a field of every object that anybody can see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldFacts {
    /// It never holds null.
    pub never_null: bool,
    /// Its numbers, if not all of its type.
    pub range: Option<Interval>,
    /// The lengths of its arrays, if not all.
    pub length: Option<Interval>,
    /// The class of its objects.
    pub class: Option<program::TypeId>,
    /// Nobody sees it change.
    pub once: bool,
    /// Following it, or other fields of which this is known, never leads to the same object again.
    pub acyclic: bool,
}

impl FieldFacts {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A number that belongs to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    Field(FieldId),
    /// The length of the array that a field holds.
    Length(FieldId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    Equal,
    AtMost,
    Less,
}

/// How two numbers of an object compare that never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relation {
    pub low: Term,
    pub order: Order,
    pub high: Term,
}

/// More numbers of one class are not compared with each other.
const MOST_TERMS: usize = 12;

impl Term {
    pub fn field(self) -> FieldId {
        match self {
            Term::Field(field) | Term::Length(field) => field,
        }
    }

    pub fn text(self, program: &Program) -> String {
        match self {
            Term::Field(field) => program.field(field).name.to_string(),
            Term::Length(field) => format!("{}.length", program.field(field).name),
        }
    }
}

impl Relation {
    /// All that could be said of some numbers.
    pub fn all(terms: impl Iterator<Item = Term>) -> impl Iterator<Item = Self> {
        let terms: Vec<Term> = terms.take(MOST_TERMS).collect();
        let mut out = Vec::new();
        for &low in &terms {
            for &high in terms.iter().filter(|high| **high != low) {
                let orders = [Order::Equal, Order::AtMost, Order::Less];
                let useful = |order: &Order| *order != Order::Equal || low < high;
                out.extend(orders.into_iter().filter(useful).map(|order| Relation { low, order, high }));
            }
        }
        out.into_iter()
    }

    /// Whether it says something of this field, or of its array's length.
    pub fn is_about(&self, field: FieldId) -> bool {
        self.low.field() == field || self.high.field() == field
    }

    pub fn text(&self, program: &Program) -> String {
        let sign = match self.order {
            Order::Equal => "==",
            Order::AtMost => "<=",
            Order::Less => "<",
        };
        format!("{} {sign} {}", self.low.text(program), self.high.text(program))
    }
}

/// Why something does not hold of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    pub lost: Lost,
    pub at: Option<(MethodId, Pc)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// It may be null, below zero, or below one, because of …
    MayBe(Least, Cause),
    /// It changes where others see it.
    Changes,
    // Causes, before it is known what they cost.
    Written,
    Left,
    Streams,
    TooLong,
    NoMaker,
}

/// What a field might have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Least {
    Object,
    Zero,
    One,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A write.
    Written,
    /// What a constructor leaves behind, or shows to others.
    Left,
    /// What a stream leaves out.
    Streams,
    /// A method too long to be followed.
    TooLong,
    /// Nobody is seen to make such objects.
    NoMaker,
}

/// What a field loses by growing.
pub fn lost(old: Option<What>, new: What, why: Lost, at: Option<(MethodId, Pc)>) -> Vec<Fall> {
    let cause = match why {
        Lost::Written | Lost::MayBe(..) | Lost::Changes => Cause::Written,
        Lost::Left => Cause::Left,
        Lost::Streams => Cause::Streams,
        Lost::TooLong => Cause::TooLong,
        Lost::NoMaker => Cause::NoMaker,
    };
    let had = |holds: fn(What) -> bool| old.is_none_or(holds) && !holds(new);
    let mut out = Vec::new();
    let mut say = |least| out.push(Fall { lost: Lost::MayBe(least, cause), at });
    if had(|what| what.object().is_none_or(|object| object.null == Null::Never)) {
        say(Least::Object);
    }
    if had(|what| what.number().is_none_or(|number| number.low >= 0)) {
        say(Least::Zero);
    }
    if had(|what| what.number().is_none_or(|number| number.low >= 1)) {
        say(Least::One);
    }
    out
}
