//! Ranges of numbers: what a condition says of the result when its arguments are known only roughly.

use crate::condition::{Argument, Comparison, Condition, Number};

/// All numbers from `lo` to `hi`; without an end, there is none on that side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    pub lo: Option<i128>,
    pub hi: Option<i128>,
}

/// What is known of a call: ranges of its numbers.
pub trait Roughly {
    /// The range of the number that is passed.
    fn number(&self, argument: Argument) -> Range;
    /// Never negative.
    fn length(&self, argument: Argument) -> Range;
}

impl Range {
    /// Any number.
    pub const ALL: Self = Self { lo: None, hi: None };

    /// One number.
    pub fn only(value: i128) -> Self {
        Self { lo: Some(value), hi: Some(value) }
    }

    fn is_empty(self) -> bool {
        matches!((self.lo, self.hi), (Some(lo), Some(hi)) if lo > hi)
    }

    /// The numbers of both.
    pub fn meet(self, other: Self) -> Self {
        let lo = self.lo.max(other.lo);
        let hi = [self.hi, other.hi].into_iter().flatten().min();
        Self { lo, hi }
    }

    fn hull(self, other: Self) -> Self {
        let lo = self.lo.zip(other.lo).map(|(a, b)| a.min(b));
        let hi = self.hi.zip(other.hi).map(|(a, b)| a.max(b));
        Self { lo, hi }
    }

    fn plus(self, other: Self) -> Self {
        let add = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Self { lo: add(self.lo, other.lo), hi: add(self.hi, other.hi) }
    }

    fn negated(self) -> Self {
        let negate = |a: Option<i128>| a.and_then(i128::checked_neg);
        Self { lo: negate(self.hi), hi: negate(self.lo) }
    }

    fn times(self, other: Self) -> Self {
        let ends = |range: Self| range.lo.zip(range.hi);
        let (Some((a, b)), Some((c, d))) = (ends(self), ends(other)) else { return Self::ALL };
        let products: Option<Vec<i128>> =
            [(a, c), (a, d), (b, c), (b, d)].into_iter().map(|(x, y)| x.checked_mul(y)).collect();
        let Some(products) = products else { return Self::ALL };
        Self { lo: products.iter().min().copied(), hi: products.iter().max().copied() }
    }

    /// Numbers for which the comparison with some number of `other` holds.
    fn compared(comparison: Comparison, other: Self) -> Self {
        let next = |end: Option<i128>, step: i128| end.and_then(|end| end.checked_add(step));
        match comparison {
            Comparison::Equal => other,
            Comparison::NotEqual => Self::ALL,
            Comparison::Less => Self { lo: None, hi: next(other.hi, -1) },
            Comparison::LessOrEqual => Self { lo: None, hi: other.hi },
            Comparison::Greater => Self { lo: next(other.lo, 1), hi: None },
            Comparison::GreaterOrEqual => Self { lo: other.lo, hi: None },
        }
    }
}

impl Number {
    /// All values it may have; anything, if the result is a part of it.
    pub fn range(&self, known: &dyn Roughly) -> Range {
        match self {
            Self::Literal(value) => Range::only(*value),
            Self::Of(argument) => known.number(*argument),
            Self::Length(argument) => known.length(*argument),
            Self::Result => Range::ALL,
            Self::Add(lhs, rhs) => lhs.range(known).plus(rhs.range(known)),
            Self::Subtract(lhs, rhs) => lhs.range(known).plus(rhs.range(known).negated()),
            Self::Multiply(lhs, rhs) => lhs.range(known).times(rhs.range(known)),
        }
    }
}

impl Condition {
    /// All results for which it can hold; `None` if it cannot.
    pub fn results(&self, known: &dyn Roughly) -> Option<Range> {
        match self {
            Self::Compare(comparison, Number::Result, rhs) => {
                Some(Range::compared(*comparison, rhs.range(known)))
            }
            Self::Compare(comparison, lhs, Number::Result) => {
                Some(Range::compared(comparison.mirrored(), lhs.range(known)))
            }
            Self::Compare(comparison, lhs, rhs) => {
                let (lhs, rhs) = (lhs.range(known), rhs.range(known));
                let fitting = Range::compared(*comparison, rhs).meet(lhs);
                let differs =
                    *comparison != Comparison::NotEqual || lhs.lo != lhs.hi || lhs.lo.is_none() || lhs != rhs;
                (!fitting.is_empty() && differs).then_some(Range::ALL)
            }
            Self::IsNull(_) | Self::Exists(_) => Some(Range::ALL),
            Self::All(parts) => {
                let ranges: Option<Vec<Range>> = parts.iter().map(|part| part.results(known)).collect();
                let met = ranges?.into_iter().fold(Range::ALL, Range::meet);
                (!met.is_empty()).then_some(met)
            }
            Self::Any(parts) => parts.iter().filter_map(|part| part.results(known)).reduce(Range::hull),
        }
    }
}
