//! Sorts: what kind of value a term stands for.

use base::Symbol;

/// The sort of a term. `Copy`; array sorts are interned in their [`Terms`](crate::Terms).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    Bool,
    /// Mathematical integers.
    Int,
    /// Rational numbers, as far as they can be written down.
    Real,
    /// Two's complement machine integers of 1 to 64 bits.
    BitVec(u8),
    /// IEEE binary32. There is one NaN.
    Float32,
    /// IEEE binary64. There is one NaN.
    Float64,
    /// References: `null` and countably many others.
    Ref,
    /// A sort known by name only.
    Uninterpreted(Symbol),
    Array(ArraySort),
}

/// Index and element sort of an array sort: see [`Terms::array_parts`](crate::Terms::array_parts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArraySort(pub(crate) u32);

impl Sort {
    /// Java's `int`.
    pub const INT32: Sort = Sort::BitVec(32);
    /// Java's `long`.
    pub const INT64: Sort = Sort::BitVec(64);

    /// The width of a machine integer.
    pub fn width(self) -> u8 {
        match self {
            Sort::BitVec(width) => width,
            Sort::Bool | Sort::Int | Sort::Real | Sort::Float32 | Sort::Float64 | Sort::Ref => {
                panic!("{self:?} has no width")
            }
            Sort::Uninterpreted(_) | Sort::Array(_) => panic!("{self:?} has no width"),
        }
    }

    /// Whether its values are floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self, Sort::Float32 | Sort::Float64)
    }

    /// Sorts with addition: integers, reals, machine integers.
    pub fn is_ring(self) -> bool {
        matches!(self, Sort::Int | Sort::Real | Sort::BitVec(_))
    }
}
