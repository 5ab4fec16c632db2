//! Constants, moves, arithmetic and conversions. Only integer division can throw.

use program::code::{BinOp, Cond, Convert, Kind, Reg, UnOp};

use crate::{Cx, Domain, State, Stop};

/// Moves between registers: the `load`, `store`, `dup` and `swap` families of JVMS 6.5.
#[inline(always)]
pub fn copy<D: Domain>(state: &mut State<D>, dst: Reg, src: Reg) {
    let value = state.get(src).clone();
    state.set(dst, value);
}

/// `iconst`, `bipush`, `sipush`, `ldc` of an int (JVMS 6.5).
#[inline(always)]
pub fn const_int<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, dst: Reg, value: i32) {
    let value = D::int(cx, state, value);
    state.set(dst, value);
}

/// `lconst`, `ldc2_w` of a long (JVMS 6.5).
#[inline(always)]
pub fn const_long<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, dst: Reg, value: i64) {
    let value = D::long(cx, state, value);
    state.set(dst, value);
}

/// `fconst`, `ldc` of a float (JVMS 6.5).
#[inline(always)]
pub fn const_float<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, dst: Reg, value: f32) {
    let value = D::float(cx, state, value);
    state.set(dst, value);
}

/// `dconst`, `ldc2_w` of a double (JVMS 6.5).
#[inline(always)]
pub fn const_double<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, dst: Reg, value: f64) {
    let value = D::double(cx, state, value);
    state.set(dst, value);
}

/// `aconst_null` (JVMS 6.5).
#[inline(always)]
pub fn const_null<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, dst: Reg) {
    let value = D::null(cx, state);
    state.set(dst, value);
}

/// Binary arithmetic and three-way comparison (JVMS 6.5): `ArithmeticException` on integer division by zero.
#[inline(always)]
pub fn binary<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    op: BinOp,
    dst: Reg,
    lhs: Reg,
    rhs: Reg,
) -> Result<(), Stop<D>> {
    let (lhs, rhs) = (state.get(lhs).clone(), state.get(rhs).clone());
    if op.divides() {
        check_divisor(cx, state, op, &rhs)?;
    }
    let value = D::binary(cx, state, op, &lhs, &rhs)?;
    state.set(dst, value);
    Ok(())
}

/// Binary arithmetic on ints with a constant right operand; `iinc` (JVMS 6.5).
#[inline(always)]
pub fn binary_const<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    op: BinOp,
    dst: Reg,
    lhs: Reg,
    rhs: i32,
) -> Result<(), Stop<D>> {
    if op.divides() && rhs == 0 {
        return Err(division_by_zero());
    }
    let (lhs, rhs) = (state.get(lhs).clone(), D::int(cx, state, rhs));
    let value = D::binary(cx, state, op, &lhs, &rhs)?;
    state.set(dst, value);
    Ok(())
}

/// `ineg`, `lneg`, `fneg`, `dneg` (JVMS 6.5).
#[inline(always)]
pub fn unary<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    op: UnOp,
    dst: Reg,
    src: Reg,
) -> Result<(), Stop<D>> {
    let value = state.get(src).clone();
    let value = D::unary(cx, state, op, &value)?;
    state.set(dst, value);
    Ok(())
}

/// `i2l` … `i2s` (JVMS 6.5).
#[inline(always)]
pub fn convert<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    op: Convert,
    dst: Reg,
    src: Reg,
) -> Result<(), Stop<D>> {
    let value = state.get(src).clone();
    let value = D::convert(cx, state, op, &value)?;
    state.set(dst, value);
    Ok(())
}

fn check_divisor<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    op: BinOp,
    divisor: &D::Value,
) -> Result<(), Stop<D>> {
    let is_zero = if op.kinds().1 == Kind::Long {
        let zero = D::long(cx, state, 0);
        D::test(cx, state, Kind::Long, Cond::Eq, divisor, &zero)?
    } else {
        D::test_const(cx, state, Cond::Eq, divisor, 0)?
    };
    if is_zero { Err(division_by_zero()) } else { Ok(()) }
}

#[cold]
fn division_by_zero<D: Domain>() -> Stop<D> {
    Stop::raise_with("java/lang/ArithmeticException", "/ by zero")
}
