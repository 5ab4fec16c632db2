//! Numbers: arithmetic, conversions, branches on them [Otto15, §1.6].
//!
//! Results are intervals; the equation that defines a new number goes on the edge and, as far as it is a difference,
//! into the state. Floating point is constant folding or "anything".

use program::code::{BinOp, Cond, Convert, Kind, Pc, Reg, Switch, UnOp};

use super::throw::raise;
use super::{At, Draft, Rule};
use crate::domain::interval::{INFINITY, Integers, Interval, Width};
use crate::graph::{Fact, Operand};
use crate::state::{Ref, Value};

pub fn constant(at: At<'_, '_>, dst: Reg, value: i128) -> Rule {
    let mut draft = at.draft();
    let literal = draft.state.fresh_int(Interval::literal(value));
    draft.result(dst, literal)
}

pub fn float_constant(at: At<'_, '_>, dst: Reg, value: f64) -> Rule {
    let mut draft = at.draft();
    let literal = draft.state.fresh(Value::Float(Some(value.to_bits())));
    draft.result(dst, literal)
}

pub fn binary(at: At<'_, '_>, op: BinOp, dst: Reg, lhs: Operand, rhs: Operand) -> Rule {
    match op.kinds().2 {
        Kind::Float | Kind::Double => float_binary(at, op, dst, lhs, rhs),
        Kind::Int | Kind::Long | Kind::Ref => match op.kinds().0 {
            Kind::Float | Kind::Double => float_compare(at, op, dst, lhs, rhs),
            Kind::Int | Kind::Long | Kind::Ref => integer_binary(at, op, dst, lhs, rhs),
        },
    }
}

fn integer_binary(at: At<'_, '_>, op: BinOp, dst: Reg, lhs: Operand, rhs: Operand) -> Rule {
    if op.divides() && at.holds(Cond::Eq, rhs, Operand::Const(0))? {
        return raise(at, "java/lang/ArithmeticException");
    }
    let mut draft = at.draft();
    if let (Some(same), Operand::Ref(r)) = (neutral(at, op, rhs), lhs)
        && same
    {
        return draft.result(dst, r);
    }
    let result = define(at, &mut draft, op, lhs, rhs);
    draft.result(dst, result)
}

/// The result of an operation, with what defines it.
pub(super) fn define(
    at: At<'_, '_>,
    draft: &mut Draft<'_, '_>,
    op: BinOp,
    lhs: Operand,
    rhs: Operand,
) -> Ref {
    let width = if op.kinds().2 == Kind::Long { Width::Long } else { Width::Int };
    let exact = apply(at.cx.integers, op, width, at.interval(lhs), at.interval(rhs));
    let (interval, beyond) = at.cx.integers.fit(width, exact);
    let wraps = beyond && may_overflow(op);
    let result = draft.state.fresh_int(interval);
    draft.fact(Fact::Define { result, op, lhs, rhs, wraps });
    if !wraps {
        for (a, b, c) in differences(at, op, result, lhs, rhs) {
            draft.state.differences.insert(a, b, c);
        }
    }
    result
}

/// Whether the result may be beyond the type of the operands; if not, an interval that says so is just not precise.
fn may_overflow(op: BinOp) -> bool {
    use BinOp::*;
    matches!(op, IntAdd | IntSub | IntMul | IntDiv | IntShl | LongAdd | LongSub | LongMul | LongDiv | LongShl)
}

/// Whether the right operand leaves the left one unchanged.
fn neutral(at: At<'_, '_>, op: BinOp, rhs: Operand) -> Option<bool> {
    use BinOp::*;
    let literal = at.interval(rhs).as_literal()?;
    Some(match op {
        IntAdd | IntSub | LongAdd | LongSub | IntShl | IntShr | LongShl | LongShr | IntOr | LongOr => {
            literal == 0
        }
        IntMul | IntDiv | LongMul | LongDiv => literal == 1,
        IntRem | IntUshr | IntAnd | IntXor | LongRem | LongUshr | LongAnd | LongXor | FloatAdd | FloatSub
        | FloatMul | FloatDiv | FloatRem | DoubleAdd | DoubleSub | DoubleMul | DoubleDiv | DoubleRem
        | LongCmp | FloatCmpl | FloatCmpg | DoubleCmpl | DoubleCmpg => false,
    })
}

/// The interval of the mathematical result.
fn apply(integers: Integers, op: BinOp, width: Width, a: Interval, b: Interval) -> Interval {
    use BinOp::*;
    let bits = if width == Width::Long { 64 } else { 32 };
    let distance = b.as_literal().map(|distance| (distance & (bits - 1)) as u32);
    let full = integers.full(width);
    match op {
        IntAdd | LongAdd => a.plus(b),
        IntSub | LongSub => a.minus(b),
        IntMul | LongMul => a.times(b),
        IntDiv | LongDiv => a.quotient(b),
        IntRem | LongRem => a.remainder(b),
        IntAnd | LongAnd => a.bit_and(b),
        IntOr | LongOr => a.bit_or(b),
        IntXor | LongXor => a.bit_or(b),
        IntShl | LongShl => distance.map_or(full, |distance| a.times(Interval::literal(1 << distance))),
        IntShr | LongShr => match distance {
            Some(distance) => a.shifted_right(distance),
            None if a.lo() >= 0 => Interval::new(0, a.hi()).expect("the bound is not negative"),
            None => full,
        },
        IntUshr | LongUshr => match distance {
            Some(distance) if a.lo() >= 0 => a.shifted_right(distance),
            Some(distance) if distance > 0 => {
                Interval::new(0, (1 << (bits as u32 - distance)) - 1).expect("the bound is not negative")
            }
            Some(_) | None => full,
        },
        LongCmp => match () {
            () if a.hi() < b.lo() => Interval::literal(-1),
            () if a.lo() > b.hi() => Interval::literal(1),
            () => Interval::new(-1, 1).expect("not empty"),
        },
        FloatAdd | FloatSub | FloatMul | FloatDiv | FloatRem | DoubleAdd | DoubleSub | DoubleMul
        | DoubleDiv | DoubleRem | FloatCmpl | FloatCmpg | DoubleCmpl | DoubleCmpg => full,
    }
}

/// Differences `a − b ≤ c` that the defining equation of `result` entails.
fn differences(at: At<'_, '_>, op: BinOp, result: Ref, lhs: Operand, rhs: Operand) -> Vec<(Ref, Ref, i128)> {
    use BinOp::*;
    let (a, b) = (at.interval(lhs), at.interval(rhs));
    let mut out = Vec::new();
    // `result − r` lies in `offset`.
    let mut offset = |r: Operand, offset: Interval| {
        if let Operand::Ref(r) = r {
            out.push((result, r, offset.upper().unwrap_or(INFINITY)));
            out.push((r, result, offset.lower().map_or(INFINITY, |low| -low)));
        }
    };
    match op {
        IntAdd | LongAdd => {
            offset(lhs, b);
            offset(rhs, a);
        }
        IntSub | LongSub => offset(lhs, b.negated()),
        IntDiv | LongDiv if a.lo() >= 0 && b.lo() >= 1 => at_most(&mut out, result, lhs, 0),
        IntShr | LongShr | IntUshr | LongUshr | IntAnd | LongAnd if a.lo() >= 0 => {
            at_most(&mut out, result, lhs, 0);
        }
        IntRem | LongRem if a.lo() >= 0 => {
            at_most(&mut out, result, lhs, 0);
            if b.lo() >= 1 {
                at_most(&mut out, result, rhs, -1);
            }
        }
        _ => {}
    }
    out
}

fn at_most(out: &mut Vec<(Ref, Ref, i128)>, result: Ref, bound: Operand, offset: i128) {
    if let Operand::Ref(r) = bound {
        out.push((result, r, offset));
    }
}

pub fn unary(at: At<'_, '_>, op: UnOp, dst: Reg, src: Reg) -> Rule {
    let src = at.reg(src)?;
    match op {
        UnOp::IntNeg => integer_binary(at, BinOp::IntSub, dst, Operand::Const(0), Operand::Ref(src)),
        UnOp::LongNeg => integer_binary(at, BinOp::LongSub, dst, Operand::Const(0), Operand::Ref(src)),
        UnOp::FloatNeg | UnOp::DoubleNeg => {
            let mut draft = at.draft();
            let negated = float(at, src).map(|value| (-value).to_bits());
            let result = draft.state.fresh(Value::Float(negated));
            draft.result(dst, result)
        }
    }
}

/// A float's value, if it is a literal. Floats are kept widened to double.
fn float(at: At<'_, '_>, r: Ref) -> Option<f64> {
    match at.state.value(r) {
        Value::Float(bits) => bits.map(f64::from_bits),
        Value::Null | Value::Int(_) | Value::Object(_) | Value::Array(_) => None,
    }
}

fn float_operand(at: At<'_, '_>, operand: Operand) -> Option<f64> {
    match operand {
        Operand::Ref(r) => float(at, r),
        Operand::Const(_) => None,
    }
}

fn float_binary(at: At<'_, '_>, op: BinOp, dst: Reg, lhs: Operand, rhs: Operand) -> Rule {
    let both = float_operand(at, lhs).zip(float_operand(at, rhs));
    let value = both.and_then(|(a, b)| fold_float(op, a, b));
    let mut draft = at.draft();
    let result = draft.state.fresh(Value::Float(value.map(f64::to_bits)));
    draft.result(dst, result)
}

fn fold_float(op: BinOp, a: f64, b: f64) -> Option<f64> {
    use BinOp::*;
    let (x, y) = (a as f32, b as f32);
    Some(match op {
        FloatAdd => (x + y).into(),
        FloatSub => (x - y).into(),
        FloatMul => (x * y).into(),
        FloatDiv => (x / y).into(),
        FloatRem => (x % y).into(),
        DoubleAdd => a + b,
        DoubleSub => a - b,
        DoubleMul => a * b,
        DoubleDiv => a / b,
        DoubleRem => a % b,
        _ => return None,
    })
}

fn float_compare(at: At<'_, '_>, op: BinOp, dst: Reg, lhs: Operand, rhs: Operand) -> Rule {
    let nan = if matches!(op, BinOp::FloatCmpl | BinOp::DoubleCmpl) { -1 } else { 1 };
    let both = float_operand(at, lhs).zip(float_operand(at, rhs));
    let interval = match both {
        Some((a, b)) => Interval::literal(a.partial_cmp(&b).map_or(nan, |order| order as i128)),
        None => Interval::new(-1, 1).expect("not empty"),
    };
    let mut draft = at.draft();
    let result = draft.state.fresh_int(interval);
    draft.result(dst, result)
}

pub fn convert(at: At<'_, '_>, op: Convert, dst: Reg, src: Reg) -> Rule {
    use Convert::*;
    let src = at.reg(src)?;
    let narrow = |bits: u32| Interval::new(-(1 << (bits - 1)), (1 << (bits - 1)) - 1).expect("not empty");
    match op {
        IntToLong => at.draft().result(dst, src),
        LongToInt if at.cx.integers == Integers::Unbounded => at.draft().result(dst, src),
        LongToInt => truncate(at, dst, src, narrow(32)),
        IntToByte => truncate(at, dst, src, narrow(8)),
        IntToShort => truncate(at, dst, src, narrow(16)),
        IntToChar => truncate(at, dst, src, Interval::new(0, 65535).expect("not empty")),
        IntToFloat | LongToFloat => {
            to_float(at, dst, at.state.literal(src).map(|value| f64::from(value as f32)))
        }
        IntToDouble | LongToDouble => to_float(at, dst, at.state.literal(src).map(|value| value as f64)),
        FloatToDouble => to_float(at, dst, float(at, src)),
        DoubleToFloat => to_float(at, dst, float(at, src).map(|value| f64::from(value as f32))),
        FloatToInt | DoubleToInt => {
            to_integer(at, dst, float(at, src).map(|value| i128::from(value as i32)), Interval::INT)
        }
        FloatToLong | DoubleToLong => {
            to_integer(at, dst, float(at, src).map(|value| i128::from(value as i64)), Interval::LONG)
        }
    }
}

/// Keeps the low bits: nothing changes for a number that fits.
fn truncate(at: At<'_, '_>, dst: Reg, src: Ref, range: Interval) -> Rule {
    if at.state.int(src).within(range) {
        return at.draft().result(dst, src);
    }
    let wrapped = at.state.literal(src).map(|value| {
        let size = range.hi() - range.lo() + 1;
        (value - range.lo()).rem_euclid(size) + range.lo()
    });
    to_integer(at, dst, wrapped, range)
}

fn to_integer(at: At<'_, '_>, dst: Reg, value: Option<i128>, range: Interval) -> Rule {
    let mut draft = at.draft();
    let result = draft.state.fresh_int(value.map_or(range, Interval::literal));
    draft.result(dst, result)
}

fn to_float(at: At<'_, '_>, dst: Reg, value: Option<f64>) -> Rule {
    let mut draft = at.draft();
    let result = draft.state.fresh(Value::Float(value.map(f64::to_bits)));
    draft.result(dst, result)
}

pub fn branch(at: At<'_, '_>, cond: Cond, lhs: Operand, rhs: Operand, target: Pc) -> Rule {
    let taken = at.holds(cond, lhs, rhs)?;
    at.branch(taken, target)
}

pub fn float_branch(at: At<'_, '_>, cond: Cond, unordered: bool, operands: [Reg; 2], target: Pc) -> Rule {
    let [lhs, rhs] = [float(at, at.reg(operands[0])?), float(at, at.reg(operands[1])?)];
    let taken = match (lhs.zip(rhs), at.forced()) {
        (Some((a, b)), _) if a.is_nan() || b.is_nan() => unordered,
        (Some((a, b)), _) => cond.holds(a, b),
        (None, Some(forced)) => forced,
        (None, None) => return at.split(),
    };
    at.branch(taken, target)
}

pub fn switch(at: At<'_, '_>, src: Reg, switch: &Switch) -> Rule {
    let src = at.reg(src)?;
    let interval = at.state.int(src);
    if let Some(literal) = interval.as_literal() {
        return at.go(i32::try_from(literal).map_or(switch.default, |value| switch.target(value)));
    }
    let keys: Vec<i128> =
        switch.keys.iter().map(|&key| i128::from(key)).filter(|&key| interval.contains(key)).collect();
    if keys.is_empty() {
        return at.go(switch.default);
    }
    let mut parts = Vec::new();
    let mut low = interval.lo();
    for &key in &keys {
        parts.extend(Interval::new(low, key - 1));
        parts.push(Interval::literal(key));
        low = key + 1;
    }
    parts.extend(Interval::new(low, interval.hi()));
    at.cut_int(src, parts)
}
