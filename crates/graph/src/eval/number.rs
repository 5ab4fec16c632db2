//! Numbers: arithmetic, conversions, branches on them [Otto15, §1.6].
//!
//! Results are intervals; the equation that defines a new number goes on the edge and, as far as it is a difference,
//! into the state. Floating point is constant folding or "anything". What operators do to intervals says [`super::approximate`],
//! what they do to known numbers [`program::arith`].

use library::names;
use program::arith::{BinShape, ConvertShape, Range, Word, word};
use program::code::{BinOp, Cond, Convert, Kind, Pc, Reg, Switch, UnOp};

use super::approximate::{Approximation, offsets, result};
use super::throw::raise;
use super::{At, Draft, Rule};
use crate::domain::interval::{Integers, Interval};
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
    match op.shape() {
        BinShape::Integer(..) | BinShape::Order => integer_binary(at, op, dst, lhs, rhs),
        BinShape::Float(..) => {
            let value = fold_floats(at, op, lhs, rhs).map(|value| word::floating(op.kinds().2, value));
            to_float(at, dst, value)
        }
        BinShape::FloatOrder { .. } => {
            let order = fold_floats(at, op, lhs, rhs).map(|order| word::integer(Kind::Int, order));
            to_integer(at, dst, order, Interval::new(-1, 1).expect("not empty"))
        }
    }
}

fn integer_binary(at: At<'_, '_>, op: BinOp, dst: Reg, lhs: Operand, rhs: Operand) -> Rule {
    if op.divides() && at.holds(Cond::Eq, rhs, Operand::Const(0))? {
        return raise(at, names::ARITHMETIC);
    }
    let mut draft = at.draft();
    if let Operand::Ref(r) = lhs
        && is_neutral(at, op, rhs)
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
    let (a, b) = (at.interval(lhs), at.interval(rhs));
    let Approximation { interval, wraps } = result(at.cx.integers, op.shape(), a, b);
    let result = draft.state.fresh_int(interval);
    draft.fact(Fact::Define { result, op, lhs, rhs, wraps });
    if wraps {
        return result;
    }
    for (operand, offset) in [lhs, rhs].into_iter().zip(offsets(op.shape(), a, b)) {
        let Operand::Ref(r) = operand else { continue };
        if let Some(high) = offset.upper() {
            draft.state.differences.insert(result, r, high);
        }
        if let Some(low) = offset.lower() {
            draft.state.differences.insert(r, result, -low);
        }
    }
    result
}

/// Whether the right operand leaves the left one unchanged.
fn is_neutral(at: At<'_, '_>, op: BinOp, rhs: Operand) -> bool {
    match op.shape() {
        BinShape::Integer(_, op) => {
            op.neutral().is_some_and(|neutral| at.interval(rhs).as_literal() == Some(neutral))
        }
        BinShape::Float(..) | BinShape::Order | BinShape::FloatOrder { .. } => false,
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

/// The result of an operator on two floats that are both known.
fn fold_floats(at: At<'_, '_>, op: BinOp, lhs: Operand, rhs: Operand) -> Option<Word> {
    let (left, right, _) = op.kinds();
    let a = word::float_operand(left, float_operand(at, lhs)?);
    let b = word::float_operand(right, float_operand(at, rhs)?);
    word::binary(op, a, b)
}

pub fn convert(at: At<'_, '_>, op: Convert, dst: Reg, src: Reg) -> Rule {
    let src = at.reg(src)?;
    let (from, to) = op.kinds();
    let float_word = || float(at, src).map(|value| word::convert(op, word::float_operand(from, value)));
    match op.shape() {
        ConvertShape::Widen => at.draft().result(dst, src),
        ConvertShape::Narrow(Range::INT) if at.cx.integers == Integers::Unbounded => {
            at.draft().result(dst, src)
        }
        ConvertShape::Narrow(range) => truncate(at, dst, src, range),
        ConvertShape::ToFloat { from: width, .. } => {
            // Unbounded integers may be beyond what the JVM converts.
            let literal = at.state.literal(src).filter(|&value| width.range().holds(value));
            let value = literal.map(|value| word::convert(op, word::operand(from, value)));
            to_float(at, dst, value.map(|value| word::floating(to, value)))
        }
        ConvertShape::Round(_) => to_float(at, dst, float_word().map(|value| word::floating(to, value))),
        ConvertShape::ToInteger(width) => {
            let value = float_word().map(|value| word::integer(to, value));
            to_integer(at, dst, value, Interval::from(width.range()))
        }
    }
}

/// Keeps the low bits: nothing changes for a number that fits.
fn truncate(at: At<'_, '_>, dst: Reg, src: Ref, range: Range) -> Rule {
    if at.state.int(src).within(range.into()) {
        return at.draft().result(dst, src);
    }
    let wrapped = at.state.literal(src).map(|value| range.wrap(value));
    to_integer(at, dst, wrapped, range.into())
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
