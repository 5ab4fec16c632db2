//! Values of contracts and concrete heaps: what an expression is worth when nothing is symbolic.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_rational::BigRational;

/// A value of the language of contracts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Int(BigInt),
    Bool(bool),
    Perm(BigRational),
    Ref(Ref),
    Seq(Vec<Value>),
    Set(BTreeSet<Value>),
    /// Members and how often each occurs, never 0 times.
    Multiset(BTreeMap<Value, BigInt>),
}

/// What a reference refers to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ref {
    Null,
    /// The n-th object of the heap.
    Object(usize),
    /// What holds the static fields of a class.
    Class(String),
    /// A string, by its text as a literal: programs here compare only literals.
    Text(String),
}

/// A place values are kept at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    /// The field `C.f` of an object or, if static, of the class.
    Field(Ref, String),
    Element(usize, i64),
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Field(_, field) => write!(f, "`{field}`"),
            Self::Element(_, index) => write!(f, "the element at {index}"),
        }
    }
}

/// An object or array.
#[derive(Clone, Debug)]
pub struct Object {
    /// `Node`, `int[]`
    pub class: String,
    /// Of an array.
    pub length: Option<i64>,
}

/// Objects and their contents. A location without a value has not been looked at yet, or is ghost.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    pub objects: Vec<Object>,
    pub cells: BTreeMap<Location, Value>,
}

impl Value {
    /// The null reference.
    pub const NULL: Value = Value::Ref(Ref::Null);

    /// A number.
    pub fn int(value: impl Into<BigInt>) -> Self {
        Value::Int(value.into())
    }

    /// A multiset of these.
    pub fn multiset(members: impl IntoIterator<Item = Value>) -> Self {
        let mut out: BTreeMap<Value, BigInt> = BTreeMap::new();
        for member in members {
            *out.entry(member).or_default() += 1;
        }
        Value::Multiset(out)
    }
}
