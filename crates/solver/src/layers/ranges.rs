//! Ranges of integer terms: computed upwards from children, narrowed downwards from conditions.

use rustc_hash::FxHashMap;
use term::{BigInt, BitOp, Conversion, Division, Sort, Term, TermKind, Terms, Value};

/// All integers from `low` to `high`; [`Range::ALL`]'s ends mean no bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub low: i128,
    pub high: i128,
}

/// No value is left: the conditions contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Empty;

/// A range for each number of a query.
#[derive(Default)]
pub struct Ranges {
    known: FxHashMap<Term, Range>,
    /// How often a range became smaller.
    pub changes: usize,
}

impl Range {
    /// Far from overflow, so that ends can be added and doubled.
    pub const ALL: Range = Range { low: -(1 << 120), high: 1 << 120 };

    /// One value.
    pub fn exactly(value: i128) -> Self {
        Range { low: value, high: value }
    }

    /// All values of a sort.
    fn full(sort: Sort) -> Self {
        match sort {
            Sort::BitVec(width) => Range { low: -(1 << (width - 1)), high: (1 << (width - 1)) - 1 },
            Sort::Int | Sort::Bool | Sort::Real | Sort::Float32 | Sort::Float64 => Self::ALL,
            Sort::Ref | Sort::Uninterpreted(_) | Sort::Array(_) => Self::ALL,
        }
    }

    /// The values of both.
    pub fn intersect(self, other: Range) -> Result<Range, Empty> {
        let out = Range { low: self.low.max(other.low), high: self.high.min(other.high) };
        if out.low <= out.high { Ok(out) } else { Err(Empty) }
    }

    fn hull(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn contains(self, other: Range) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// A value of the range as a value of the sort.
    pub fn value(self, choose: impl Fn(Range) -> i128, sort: Sort) -> Value {
        let number = choose(self);
        match sort {
            Sort::BitVec(width) => Value::bits(width, number as u64),
            Sort::Int => Value::Int(BigInt::from(number)),
            Sort::Bool | Sort::Real | Sort::Float32 | Sort::Float64 | Sort::Ref => {
                unreachable!("ranges are of integers")
            }
            Sort::Uninterpreted(_) | Sort::Array(_) => unreachable!("ranges are of integers"),
        }
    }

    /// Both ends moved; an end without bound stays one.
    fn add(self, other: Range) -> Range {
        let low = if other.low == Self::ALL.low { other.low } else { shift(self.low, other.low) };
        let high = if other.high == Self::ALL.high { other.high } else { shift(self.high, other.high) };
        Range { low, high }.widened()
    }

    fn mul(self, other: Range) -> Range {
        let corner = |x: i128, y: i128| x.checked_mul(y);
        let corners = [
            corner(self.low, other.low),
            corner(self.low, other.high),
            corner(self.high, other.low),
            corner(self.high, other.high),
        ];
        let Some(corners) = corners.into_iter().collect::<Option<Vec<i128>>>() else { return Self::ALL };
        let bound = |pick: fn(i128, i128) -> i128| {
            corners.iter().copied().reduce(pick).expect("there are four corners")
        };
        Range { low: bound(i128::min), high: bound(i128::max) }.widened()
    }

    fn widened(self) -> Range {
        Range { low: self.low.max(Self::ALL.low), high: self.high.min(Self::ALL.high) }
    }
}

/// An end of a range moved by a distance; no bound stays no bound.
pub fn shift(end: i128, distance: i128) -> i128 {
    if end == Range::ALL.low || end == Range::ALL.high { end } else { end + distance }
}

impl Ranges {
    /// The range of a term.
    pub fn of(&self, terms: &Terms, term: Term) -> Range {
        self.known.get(&term).copied().unwrap_or_else(|| Range::full(terms.sort(term)))
    }

    /// Computes ranges bottom-up; `reachable` has children first.
    pub fn compute(&mut self, terms: &Terms, reachable: &[Term]) -> Result<(), Empty> {
        for &term in reachable {
            if matches!(terms.sort(term), Sort::Int | Sort::BitVec(_)) {
                let range = self.forward(terms, term).intersect(self.of(terms, term))?;
                self.known.insert(term, range);
            }
        }
        Ok(())
    }

    /// Narrows a term's range and, where that says something, its children's.
    pub fn narrow(&mut self, terms: &Terms, term: Term, range: Range) -> Result<(), Empty> {
        let old = self.of(terms, term);
        let new = old.intersect(range)?;
        if new == old {
            return Ok(());
        }
        self.changes += 1;
        self.known.insert(term, new);
        if let TermKind::Add(summands) = terms.kind(term) {
            return self.narrow_sum(terms, term, summands, new);
        }
        let TermKind::Convert(conversion, inner) = terms.kind(term) else { return Ok(()) };
        let fits = || Range::full(terms.sort(*inner)).high >= new.high;
        match conversion {
            Conversion::SignExtend | Conversion::SignedToInt => self.narrow(terms, *inner, new),
            Conversion::ZeroExtend | Conversion::UnsignedToInt if fits() => {
                self.narrow(terms, *inner, Range { low: new.low.max(0), high: new.high })
            }
            // Those have no inverse, or one that says nothing of ranges.
            Conversion::ZeroExtend
            | Conversion::UnsignedToInt
            | Conversion::Extract(_)
            | Conversion::IntToBits
            | Conversion::IntToReal
            | Conversion::RealToInt
            | Conversion::SignedToFloat
            | Conversion::FloatToSigned
            | Conversion::FloatToFloat
            | Conversion::BitsToFloat
            | Conversion::FloatToBits => Ok(()),
        }
    }

    /// Each summand is what the others leave, if the sum cannot wrap around.
    fn narrow_sum(&mut self, terms: &Terms, sum: Term, summands: &[Term], range: Range) -> Result<(), Empty> {
        let total = self.sum(terms, summands);
        let is_bounded = total.low > Range::ALL.low && total.high < Range::ALL.high;
        if !is_bounded || !Range::full(terms.sort(sum)).contains(total) {
            return Ok(());
        }
        for &summand in summands {
            let own = self.of(terms, summand);
            let others = Range { low: total.low - own.low, high: total.high - own.high };
            let rest = Range { low: shift(range.low, -others.high), high: shift(range.high, -others.low) };
            self.narrow(terms, summand, rest)?;
        }
        Ok(())
    }

    fn sum(&self, terms: &Terms, summands: &[Term]) -> Range {
        summands.iter().fold(Range::exactly(0), |sum, &summand| sum.add(self.of(terms, summand)))
    }

    /// The range a term's children allow.
    fn forward(&self, terms: &Terms, term: Term) -> Range {
        let sort = terms.sort(term);
        let full = Range::full(sort);
        let get = |term: &Term| self.of(terms, *term);
        let exact = match terms.kind(term) {
            TermKind::Const(value) => constant(value),
            TermKind::Add(summands) => self.sum(terms, summands),
            TermKind::Mul(lhs, rhs) => get(lhs).mul(get(rhs)),
            TermKind::Ite(_, then, otherwise) => get(then).hull(get(otherwise)),
            TermKind::Bits(op, lhs, rhs) => bits(*op, get(lhs), get(rhs), full),
            TermKind::Divide(Division::Mod, _, rhs) => modulus(get(rhs)),
            TermKind::Convert(op, inner) => convert(*op, get(inner), terms.sort(*inner), full),
            TermKind::Divide(..)
            | TermKind::Var(_)
            | TermKind::Concat(..)
            | TermKind::Select(..)
            | TermKind::Apply(..) => full,
            TermKind::Not(_)
            | TermKind::And(_)
            | TermKind::Or(_)
            | TermKind::Eq(..)
            | TermKind::Compare(..) => full,
            TermKind::Float(..)
            | TermKind::FloatUnary(..)
            | TermKind::Store(..)
            | TermKind::ConstArray(_) => full,
            TermKind::Quantified(_) => full,
        };
        // What leaves a machine integer's range wraps around, to anywhere.
        if full.contains(exact) { exact } else { full }
    }
}

/// Remainders by a known number.
fn modulus(divisor: Range) -> Range {
    if divisor.low == divisor.high && divisor.low != 0 {
        return Range { low: 0, high: divisor.low.abs() - 1 };
    }
    Range::ALL
}

fn constant(value: &Value) -> Range {
    match value {
        Value::BitVec(bits) => Range::exactly(bits.signed().into()),
        Value::Int(number) => match i128::try_from(number) {
            Ok(number) if number.abs() < Range::ALL.high / 2 => Range::exactly(number),
            Ok(_) | Err(_) => Range::ALL,
        },
        Value::Bool(_) | Value::Real(_) | Value::Float32(_) | Value::Float64(_) => Range::ALL,
        Value::Ref(_) | Value::Element(..) | Value::Array(_) => Range::ALL,
    }
}

fn convert(op: Conversion, inner: Range, source: Sort, full: Range) -> Range {
    match op {
        Conversion::SignExtend | Conversion::SignedToInt => inner,
        Conversion::ZeroExtend | Conversion::UnsignedToInt if inner.low >= 0 => inner,
        Conversion::ZeroExtend | Conversion::UnsignedToInt => {
            Range { low: 0, high: (1 << source.width()) - 1 }
        }
        Conversion::Extract(0) | Conversion::IntToBits => inner,
        Conversion::Extract(_)
        | Conversion::RealToInt
        | Conversion::FloatToSigned
        | Conversion::FloatToBits => full,
        Conversion::IntToReal
        | Conversion::SignedToFloat
        | Conversion::FloatToFloat
        | Conversion::BitsToFloat => full,
    }
}

fn bits(op: BitOp, lhs: Range, rhs: Range, full: Range) -> Range {
    let divisor = (rhs.low == rhs.high && rhs.low > 0).then_some(rhs.low);
    let nonnegative = lhs.low >= 0 && rhs.low >= 0;
    match op {
        BitOp::And if lhs.low >= 0 && rhs.low >= 0 => Range { low: 0, high: lhs.high.min(rhs.high) },
        BitOp::And if lhs.low >= 0 => Range { low: 0, high: lhs.high },
        BitOp::And if rhs.low >= 0 => Range { low: 0, high: rhs.high },
        BitOp::Or | BitOp::Xor if nonnegative => {
            let length = i128::BITS - lhs.high.max(rhs.high).leading_zeros();
            Range { low: 0, high: (1 << length) - 1 }
        }
        BitOp::SDiv | BitOp::SRem => match divisor {
            Some(divisor) if op == BitOp::SDiv => Range { low: lhs.low / divisor, high: lhs.high / divisor },
            Some(divisor) => Range {
                low: if lhs.low >= 0 { 0 } else { (1 - divisor).max(lhs.low) },
                high: if lhs.high <= 0 { 0 } else { (divisor - 1).min(lhs.high) },
            },
            None => full,
        },
        BitOp::AShr if (0..64).contains(&rhs.low) && rhs.low == rhs.high => {
            Range { low: lhs.low >> rhs.low, high: lhs.high >> rhs.low }
        }
        BitOp::LShr if lhs.low >= 0 => Range { low: 0, high: lhs.high },
        BitOp::And | BitOp::Or | BitOp::Xor | BitOp::Shl | BitOp::LShr | BitOp::AShr => full,
        BitOp::UDiv | BitOp::URem => full,
    }
}
