//! Intervals of integers, with and without wrap-around.
//!
//! An interval is never empty: operations that may come out empty return an `Option`. Bounds are mathematical
//! integers or infinite; a finite bound never exceeds [`LIMIT`] in magnitude, larger ones become infinite. What a
//! machine word does to a result is the matter of [`Integers::fit`].

use std::fmt;

use program::arith::{Range, Width};

/// How the program's integers behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Integers {
    /// 32- and 64-bit two's complement, as the JVM.
    #[default]
    Java,
    /// Mathematical integers: the convention of [Otto15] and of the Termination Competition.
    Unbounded,
}

/// A non-empty set `lo..=hi`; the infinities are [`MINUS_INFINITY`] and [`INFINITY`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interval {
    lo: i128,
    hi: i128,
}

pub const MINUS_INFINITY: i128 = i128::MIN;
pub const INFINITY: i128 = i128::MAX;
/// Largest finite magnitude.
const LIMIT: i128 = 1 << 100;

impl Integers {
    /// All values of a machine type.
    pub fn full(self, width: Width) -> Interval {
        match (self, width) {
            (Integers::Unbounded, _) => Interval::ALL,
            (Integers::Java, width) => width.range().into(),
        }
    }

    /// What is left of a mathematical result in a machine word, and whether it may have wrapped around.
    pub fn fit(self, width: Width, exact: Interval) -> (Interval, bool) {
        let full = self.full(width);
        if exact.within(full) { (exact, false) } else { (full, true) }
    }
}

impl From<Range> for Interval {
    fn from(range: Range) -> Self {
        Self { lo: range.low(), hi: range.high() }
    }
}

impl Interval {
    pub const ALL: Self = Self { lo: MINUS_INFINITY, hi: INFINITY };
    pub const INT: Self = Self { lo: i32::MIN as i128, hi: i32::MAX as i128 };
    pub const LONG: Self = Self { lo: i64::MIN as i128, hi: i64::MAX as i128 };
    pub const BOOLEAN: Self = Self { lo: 0, hi: 1 };
    pub const NON_NEGATIVE: Self = Self { lo: 0, hi: INFINITY };
    /// Lengths of arrays and strings.
    pub const LENGTH: Self = Self { lo: 0, hi: i32::MAX as i128 };

    /// `None` when `lo > hi`.
    pub fn new(lo: i128, hi: i128) -> Option<Self> {
        (lo <= hi).then(|| Self::clamped(lo, hi))
    }

    pub fn literal(value: i128) -> Self {
        Self::clamped(value, value)
    }

    fn clamped(lo: i128, hi: i128) -> Self {
        let lo = if lo < -LIMIT { MINUS_INFINITY } else { lo.min(LIMIT) };
        let hi = if hi > LIMIT { INFINITY } else { hi.max(-LIMIT) };
        Self { lo, hi }
    }

    pub fn lo(self) -> i128 {
        self.lo
    }

    pub fn hi(self) -> i128 {
        self.hi
    }

    /// The lower bound, if finite.
    pub fn lower(self) -> Option<i128> {
        (self.lo != MINUS_INFINITY).then_some(self.lo)
    }

    /// The upper bound, if finite.
    pub fn upper(self) -> Option<i128> {
        (self.hi != INFINITY).then_some(self.hi)
    }

    pub fn as_literal(self) -> Option<i128> {
        (self.lo == self.hi).then_some(self.lo)
    }

    pub fn contains(self, value: i128) -> bool {
        self.lo <= value && value <= self.hi
    }

    pub fn within(self, other: Self) -> bool {
        other.lo <= self.lo && self.hi <= other.hi
    }

    pub fn meet(self, other: Self) -> Option<Self> {
        Self::new(self.lo.max(other.lo), self.hi.min(other.hi))
    }

    pub fn hull(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    pub fn at_most(self, bound: i128) -> Option<Self> {
        Self::new(self.lo, self.hi.min(bound))
    }

    pub fn at_least(self, bound: i128) -> Option<Self> {
        Self::new(self.lo.max(bound), self.hi)
    }

    /// **Widening**: a bound of `newer` beyond this one moves to the next of the ascending `thresholds`, or to infinity.
    pub fn widen(self, newer: Self, thresholds: &[i128]) -> Self {
        let lo = if newer.lo >= self.lo {
            self.lo
        } else {
            thresholds.iter().rev().copied().find(|&bound| bound <= newer.lo).unwrap_or(MINUS_INFINITY)
        };
        let hi = if newer.hi <= self.hi {
            self.hi
        } else {
            thresholds.iter().copied().find(|&bound| bound >= newer.hi).unwrap_or(INFINITY)
        };
        Self { lo, hi }
    }

    pub fn plus(self, other: Self) -> Self {
        Self::clamped(bound_add(self.lo, other.lo), bound_add(self.hi, other.hi))
    }

    pub fn negated(self) -> Self {
        Self { lo: bound_neg(self.hi), hi: bound_neg(self.lo) }
    }

    pub fn minus(self, other: Self) -> Self {
        self.plus(other.negated())
    }

    pub fn times(self, other: Self) -> Self {
        Self::corners(self, other, bound_mul)
    }

    /// Quotient rounded towards zero; `other` must not contain 0 alone, its zero is left out.
    pub fn quotient(self, other: Self) -> Self {
        let parts = [other.at_most(-1), other.at_least(1)];
        let quotients = parts.into_iter().flatten().map(|part| Self::corners(self, part, bound_div));
        quotients.reduce(Self::hull).unwrap_or(Self::ALL)
    }

    /// Remainder with the sign of the dividend.
    pub fn remainder(self, other: Self) -> Self {
        if self.lo >= 0 && other.lo > self.hi {
            return self;
        }
        let magnitude = bound_abs(other.lo).max(bound_abs(other.hi));
        let top = if magnitude == INFINITY { INFINITY } else { (magnitude - 1).max(0) };
        let lo = if self.lo >= 0 { 0 } else { bound_neg(top).max(self.lo) };
        let hi = if self.hi <= 0 { 0 } else { top.min(self.hi) };
        Self::clamped(lo, hi)
    }

    /// Bitwise and. Both signs known makes bounds; otherwise nothing is said.
    pub fn bit_and(self, other: Self) -> Self {
        match (self.lo >= 0, other.lo >= 0) {
            (true, true) => Self { lo: 0, hi: self.hi.min(other.hi) },
            (true, false) => Self { lo: 0, hi: self.hi },
            (false, true) => Self { lo: 0, hi: other.hi },
            (false, false) => Self { lo: MINUS_INFINITY, hi: self.hi.max(other.hi) },
        }
    }

    /// Bitwise or; also an upper bound of exclusive or on non-negative operands.
    pub fn bit_or(self, other: Self) -> Self {
        if self.lo >= 0 && other.lo >= 0 {
            let top = self.hi.max(other.hi);
            let hi = if top >= LIMIT { INFINITY } else { (1 << (128 - top.leading_zeros())) - 1 };
            return Self { lo: 0, hi };
        }
        Self::ALL
    }

    /// Arithmetic shift to the right by a known distance.
    pub fn shifted_right(self, distance: u32) -> Self {
        let shift = |bound: i128| match bound {
            MINUS_INFINITY | INFINITY => bound,
            finite => finite >> distance,
        };
        Self { lo: shift(self.lo), hi: shift(self.hi) }
    }

    fn corners(a: Self, b: Self, op: fn(i128, i128) -> i128) -> Self {
        let all = [op(a.lo, b.lo), op(a.lo, b.hi), op(a.hi, b.lo), op(a.hi, b.hi)];
        let lo = all.into_iter().min().expect("there are four corners");
        let hi = all.into_iter().max().expect("there are four corners");
        Self::clamped(lo, hi)
    }
}

fn is_infinite(bound: i128) -> bool {
    bound == MINUS_INFINITY || bound == INFINITY
}

/// Sum of two bounds of the same side: an infinity wins.
pub(crate) fn bound_add(a: i128, b: i128) -> i128 {
    if is_infinite(a) {
        a
    } else if is_infinite(b) {
        b
    } else {
        a + b
    }
}

pub(crate) fn bound_neg(a: i128) -> i128 {
    match a {
        MINUS_INFINITY => INFINITY,
        INFINITY => MINUS_INFINITY,
        finite => -finite,
    }
}

fn bound_abs(a: i128) -> i128 {
    if a < 0 { bound_neg(a) } else { a }
}

fn signed_infinity(negative: bool) -> i128 {
    if negative { MINUS_INFINITY } else { INFINITY }
}

fn bound_mul(a: i128, b: i128) -> i128 {
    if a == 0 || b == 0 {
        return 0;
    }
    let infinity = signed_infinity((a < 0) != (b < 0));
    if is_infinite(a) || is_infinite(b) { infinity } else { a.checked_mul(b).unwrap_or(infinity) }
}

fn bound_div(a: i128, b: i128) -> i128 {
    if is_infinite(b) {
        // The other corner, a divided by ±1, covers an infinite dividend.
        return 0;
    }
    if is_infinite(a) { signed_infinity((a < 0) != (b < 0)) } else { a / b }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.lower(), self.upper()) {
            (Some(lo), Some(hi)) if lo == hi => write!(f, "{lo}"),
            (Some(lo), Some(hi)) => write!(f, "[{lo},{hi}]"),
            (Some(lo), None) => write!(f, "[{lo},+inf)"),
            (None, Some(hi)) => write!(f, "(-inf,{hi}]"),
            (None, None) => write!(f, "(-inf,+inf)"),
        }
    }
}

impl fmt::Debug for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> impl Iterator<Item = Interval> {
        (-4..=4).flat_map(|lo| (lo..=4).filter_map(move |hi| Interval::new(lo, hi)))
    }

    fn values(interval: Interval) -> impl Iterator<Item = i128> {
        interval.lo()..=interval.hi()
    }

    /// Every result of the operation on members is a member of the result.
    #[test]
    fn operations_cover_their_members() {
        for a in small() {
            for b in small() {
                for x in values(a) {
                    for y in values(b) {
                        assert!(a.plus(b).contains(x + y));
                        assert!(a.minus(b).contains(x - y));
                        assert!(a.times(b).contains(x * y));
                        assert!(a.bit_and(b).contains(x & y), "{a} & {b}: {x} {y}");
                        assert!(a.bit_or(b).contains(x | y));
                        if y != 0 {
                            assert!(a.quotient(b).contains(x / y), "{a} / {b}");
                            assert!(a.remainder(b).contains(x % y), "{a} % {b}: {x} {y}");
                        }
                    }
                }
            }
        }
    }

    /// T5 of the design: adding 1 to [5,10] gives exactly [6,11].
    #[test]
    fn increment_is_exact() {
        let sum = Interval::new(5, 10).expect("not empty").plus(Interval::literal(1));
        assert_eq!(sum.to_string(), "[6,11]");
    }

    #[test]
    fn overflow_gives_the_full_type() {
        let big = Interval::literal(i32::MAX.into());
        let sum = big.plus(Interval::literal(1));
        assert_eq!(Integers::Java.fit(Width::Int, sum), (Interval::INT, true));
        assert_eq!(Integers::Unbounded.fit(Width::Int, sum), (sum, false));
    }

    #[test]
    fn widening_stops_at_thresholds() {
        let old = Interval::literal(1);
        let new = Interval::new(1, 2).expect("not empty");
        assert_eq!(old.widen(new, &[0, 10]).to_string(), "[1,10]");
        assert_eq!(old.widen(new, &[0]).to_string(), "[1,+inf)");
    }
}
