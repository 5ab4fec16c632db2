//! Java's integer operators on intervals.
//!
//! The law of all three functions: what the operator does to members of the intervals, as [`program::arith`] says it, is among what is said
//! here. The tests try it on all small intervals, and on random ones of both widths.

use program::arith::{BinShape, IntOp, Width, exact};

use crate::domain::interval::{Integers, Interval};

/// What is known of a result, and whether it may have left the type and come back at the other end.
pub struct Approximation {
    pub interval: Interval,
    pub wraps: bool,
}

/// The result of an operator on members of two intervals; divisors are not zero.
pub fn result(integers: Integers, shape: BinShape, a: Interval, b: Interval) -> Approximation {
    let BinShape::Integer(width, op) = shape else {
        return Approximation { interval: order(shape, a, b), wraps: false };
    };
    let known = a.as_literal().zip(b.as_literal()).and_then(|(a, b)| exact::integer(width, op, a, b));
    if let Some(value) = known {
        let (_, wraps) = integers.fit(width, Interval::literal(value));
        let value = if wraps { width.range().wrap(value) } else { value };
        return Approximation { interval: Interval::literal(value), wraps };
    }
    let (interval, beyond) = integers.fit(width, unwrapped(integers, width, op, a, b));
    Approximation { interval, wraps: beyond && op.may_overflow() }
}

/// Where the result lies when seen from the left and from the right operand, provided that nothing wrapped around.
pub fn offsets(shape: BinShape, a: Interval, b: Interval) -> [Interval; 2] {
    let BinShape::Integer(_, op) = shape else { return [Interval::ALL; 2] };
    let at_most = |bound: i128| Interval::ALL.at_most(bound).expect("not empty");
    match op {
        IntOp::Add => [b, a],
        IntOp::Sub => [b.negated(), Interval::ALL],
        IntOp::Div if a.lo() >= 0 && b.lo() >= 1 => [at_most(0), Interval::ALL],
        IntOp::Shr | IntOp::Ushr | IntOp::And if a.lo() >= 0 => [at_most(0), Interval::ALL],
        IntOp::Rem if a.lo() >= 0 => [at_most(0), if b.lo() >= 1 { at_most(-1) } else { Interval::ALL }],
        IntOp::Mul
        | IntOp::Div
        | IntOp::Rem
        | IntOp::Shl
        | IntOp::Shr
        | IntOp::Ushr
        | IntOp::And
        | IntOp::Or
        | IntOp::Xor => [Interval::ALL; 2],
    }
}

/// The interval of a comparison's result; of floats nothing is known here.
fn order(shape: BinShape, a: Interval, b: Interval) -> Interval {
    match shape {
        BinShape::Order if a.hi() < b.lo() => Interval::literal(-1),
        BinShape::Order if a.lo() > b.hi() => Interval::literal(1),
        BinShape::Order if a.as_literal().is_some() && a == b => Interval::literal(0),
        BinShape::Order | BinShape::FloatOrder { .. } => Interval::new(-1, 1).expect("not empty"),
        BinShape::Integer(..) | BinShape::Float(..) => Interval::ALL,
    }
}

/// The interval of the mathematical result, or of what is left of it.
fn unwrapped(integers: Integers, width: Width, op: IntOp, a: Interval, b: Interval) -> Interval {
    let distance = b.as_literal().map(|distance| width.distance(distance));
    let full = integers.full(width);
    match op {
        IntOp::Add => a.plus(b),
        IntOp::Sub => a.minus(b),
        IntOp::Mul => a.times(b),
        IntOp::Div => a.quotient(b),
        IntOp::Rem => a.remainder(b),
        IntOp::And => a.bit_and(b),
        IntOp::Or | IntOp::Xor => a.bit_or(b),
        IntOp::Shl => distance.map_or(Interval::ALL, |distance| a.times(Interval::literal(1 << distance))),
        IntOp::Shr => match distance {
            Some(distance) => a.shifted_right(distance),
            None if a.lo() >= 0 => Interval::new(0, a.hi()).expect("the bound is not negative"),
            None => full,
        },
        IntOp::Ushr => match distance {
            Some(distance) if a.lo() >= 0 => a.shifted_right(distance),
            Some(distance) if distance > 0 => Interval::new(0, (1 << (width.range().bits - distance)) - 1)
                .expect("the bound is not negative"),
            Some(_) | None => full,
        },
    }
}

#[cfg(test)]
mod tests {
    use program::arith::word;
    use program::code::{BinOp, Kind};

    use super::*;

    /// The operators on integers, comparison included.
    fn operators() -> impl Iterator<Item = BinOp> {
        BinOp::ALL.into_iter().filter(|op| matches!(op.kinds().0, Kind::Int | Kind::Long))
    }

    /// What is said about a pair of intervals must hold for a pair of members.
    fn holds(op: BinOp, [a, b]: [Interval; 2], lhs: i128, rhs: i128) {
        let (left, right, kind) = op.kinds();
        let words = word::binary(op, word::operand(left, lhs), word::operand(right, rhs));
        let Some(words) = words.map(|value| word::integer(kind, value)) else { return };
        let says = result(Integers::Java, op.shape(), a, b);
        let case = || format!("{op:?} {a} {b} at {lhs} {rhs}: {words} is not in {}", says.interval);
        assert!(says.interval.contains(words), "{}", case());
        let BinShape::Integer(width, shape) = op.shape() else { return };
        let exact = exact::integer(width, shape, lhs, rhs).expect("words have a result");
        let unbounded = result(Integers::Unbounded, op.shape(), a, b);
        assert!(unbounded.interval.contains(exact) && !unbounded.wraps, "{} unbounded", case());
        if says.wraps {
            return;
        }
        assert_eq!(words, exact, "{} without a wrap", case());
        for (offset, operand) in offsets(op.shape(), a, b).into_iter().zip([lhs, rhs]) {
            assert!(offset.contains(words - operand), "{} {offset}", case());
        }
    }

    #[test]
    fn small_intervals_hold_all_results() {
        let all: Vec<Interval> =
            (-5..=5).flat_map(|lo| (lo..=5).filter_map(move |hi| Interval::new(lo, hi))).collect();
        for op in operators() {
            for &a in &all {
                for &b in &all {
                    for lhs in a.lo()..=a.hi() {
                        (b.lo()..=b.hi()).for_each(|rhs| holds(op, [a, b], lhs, rhs));
                    }
                }
            }
        }
    }

    #[test]
    fn random_intervals_hold_their_results() {
        let mut bits = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = || {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            bits.rotate_left(23)
        };
        for _ in 0..20_000 {
            let mut number = |kind: Kind| {
                let value = i128::from(next() as i64 >> (next() % 64));
                let edge = [i64::MIN.into(), i64::MAX.into(), i32::MIN.into(), i32::MAX.into(), 0, value];
                let value = edge[(next() % 9).min(5) as usize] + i128::from(next() % 3) - 1;
                word::integer(kind, word::operand(kind, value))
            };
            for op in operators() {
                let mut side = |kind: Kind| {
                    let mut picked = [number(kind), number(kind), number(kind)];
                    picked.sort_unstable();
                    let [lo, member, hi] = picked;
                    let interval = Interval::new(lo, hi).expect("sorted");
                    if number(kind) % 3 == 0 {
                        (Interval::literal(member), member)
                    } else {
                        (interval, member)
                    }
                };
                let (left, right, _) = op.kinds();
                let ((a, lhs), (b, rhs)) = (side(left), side(right));
                holds(op, [a, b], lhs, rhs);
            }
        }
    }

    #[test]
    fn known_numbers_have_known_results() {
        let top = Interval::literal(i32::MAX.into());
        let sum = result(Integers::Java, BinOp::IntAdd.shape(), top, Interval::literal(1));
        assert!(sum.wraps);
        assert_eq!(sum.interval.as_literal(), Some(i32::MIN.into()));
        let same = result(Integers::Java, BinOp::LongCmp.shape(), top, top);
        assert_eq!(same.interval.as_literal(), Some(0));
    }
}
