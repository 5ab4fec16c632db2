//! Values: what closed terms evaluate to. Each value has one form, so `==` is equality of values.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use base::Symbol;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::Sort;

/// What a term can evaluate to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    Bool(bool),
    Int(BigInt),
    Real(Box<BigRational>),
    BitVec(BitVec),
    /// The bit pattern; NaN is canonical.
    Float32(u32),
    /// The bit pattern; NaN is canonical.
    Float64(u64),
    /// 0 is null.
    Ref(u32),
    /// A member of an uninterpreted sort.
    Element(Symbol, u32),
    Array(Arc<ArrayValue>),
}

/// A machine integer of 1 to 64 bits; bits past the width are 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitVec {
    width: u8,
    bits: u64,
}

/// An array that is `default` except at finitely many indices. No entry repeats the default.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrayValue {
    pub sort: Sort,
    pub default: Value,
    pub entries: BTreeMap<Value, Value>,
}

impl Value {
    /// The null reference.
    pub const NULL: Value = Value::Ref(0);

    /// An integer of so many bits.
    pub fn bits(width: u8, bits: u64) -> Value {
        Value::BitVec(BitVec::new(width, bits))
    }

    /// A floating-point number of 32 bits.
    pub fn f32(value: f32) -> Value {
        Value::Float32(if value.is_nan() { f32::NAN.to_bits() } else { value.to_bits() })
    }

    /// A floating-point number of 64 bits.
    pub fn f64(value: f64) -> Value {
        Value::Float64(if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() })
    }

    /// A real number.
    pub fn real(value: BigRational) -> Value {
        Value::Real(Box::new(value))
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(value) = self { Some(*value) } else { None }
    }

    /// The bits, if it has some.
    pub fn as_bits(&self) -> Option<BitVec> {
        if let Value::BitVec(value) = self { Some(*value) } else { None }
    }

    /// The zero of a sort with addition.
    pub fn zero(sort: Sort) -> Value {
        Self::ring(sort, 0)
    }

    /// The image of a small number in a sort with addition.
    pub(crate) fn ring(sort: Sort, number: i64) -> Value {
        match sort {
            Sort::Int => Value::Int(number.into()),
            Sort::Real => Value::real(BigRational::from_integer(number.into())),
            Sort::BitVec(width) => Value::bits(width, number as u64),
            Sort::Bool
            | Sort::Float32
            | Sort::Float64
            | Sort::Ref
            | Sort::Uninterpreted(_)
            | Sort::Array(_) => {
                panic!("{sort:?} has no addition")
            }
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        match self {
            Value::Int(value) => value.is_zero(),
            Value::Real(value) => value.is_zero(),
            Value::BitVec(value) => value.bits == 0,
            Value::Bool(_)
            | Value::Float32(_)
            | Value::Float64(_)
            | Value::Ref(_)
            | Value::Element(..)
            | Value::Array(_) => false,
        }
    }

    pub(crate) fn is_one(&self) -> bool {
        match self {
            Value::Int(value) => value.is_one(),
            Value::Real(value) => value.is_one(),
            Value::BitVec(value) => value.bits == 1,
            Value::Bool(_)
            | Value::Float32(_)
            | Value::Float64(_)
            | Value::Ref(_)
            | Value::Element(..)
            | Value::Array(_) => false,
        }
    }
}

impl BitVec {
    /// The lowest `width` bits of a number.
    pub fn new(width: u8, bits: u64) -> Self {
        assert!((1..=64).contains(&width), "machine integers have 1 to 64 bits");
        Self { width, bits: bits & (u64::MAX >> (64 - width)) }
    }

    /// How many bits there are.
    pub fn width(self) -> u8 {
        self.width
    }

    /// The number, if there is no sign.
    pub fn unsigned(self) -> u64 {
        self.bits
    }

    /// The number, if the highest bit is the sign.
    pub fn signed(self) -> i64 {
        let unused = 64 - u32::from(self.width);
        ((self.bits << unused) as i64) >> unused
    }
}

impl ArrayValue {
    /// The element at an index.
    pub fn select(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// The array with another element at an index.
    pub fn store(&self, index: Value, value: Value) -> Self {
        let mut out = self.clone();
        if value == out.default {
            out.entries.remove(&index);
        } else {
            out.entries.insert(index, value);
        }
        out
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Real(value) => write!(f, "{value}"),
            Value::BitVec(value) => write!(f, "{}", value.signed()),
            Value::Float32(bits) => write!(f, "{:?}f", f32::from_bits(*bits)),
            Value::Float64(bits) => write!(f, "{:?}", f64::from_bits(*bits)),
            Value::Ref(0) => write!(f, "null"),
            Value::Ref(number) => write!(f, "@{number}"),
            Value::Element(_, number) => write!(f, "#{number}"),
            Value::Array(array) => {
                write!(f, "[")?;
                for (index, value) in &array.entries {
                    write!(f, "{index}: {value}, ")?;
                }
                write!(f, "else {}]", array.default)
            }
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:i{}", self.signed(), self.width)
    }
}
