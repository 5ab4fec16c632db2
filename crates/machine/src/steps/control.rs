//! Branches and switches. Branches say whether they jump.

use program::code::{Cond, Kind, Reg, Switch};

use super::Next;
use crate::{Cx, Domain, State, Stop};

/// `if_icmp<cond>`, and `lcmp` with the branch behind it (JVMS 6.5).
#[inline(always)]
pub fn branch<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    kind: Kind,
    cond: Cond,
    lhs: Reg,
    rhs: Reg,
) -> Result<bool, Stop<D>> {
    let (lhs, rhs) = (state.get(lhs).clone(), state.get(rhs).clone());
    let taken = D::test(cx, state, kind, cond, &lhs, &rhs)?;
    Ok(taken)
}

/// `if<cond>` (JVMS 6.5).
#[inline(always)]
pub fn branch_const<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    cond: Cond,
    lhs: Reg,
    rhs: i32,
) -> Result<bool, Stop<D>> {
    let lhs = state.get(lhs).clone();
    let taken = D::test_const(cx, state, cond, &lhs, rhs)?;
    Ok(taken)
}

/// `fcmp<op>` or `dcmp<op>` with the branch behind it (JVMS 6.5). The condition comes with what to do about
/// NaN: `Eq` never jumps on it and `Ne` always does, since both comparisons answer it with something other than 0.
#[inline(always)]
pub fn branch_float<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    (kind, cond, unordered): (Kind, Cond, bool),
    lhs: Reg,
    rhs: Reg,
) -> Result<bool, Stop<D>> {
    let (lhs, rhs) = (state.get(lhs).clone(), state.get(rhs).clone());
    let taken = if unordered && cond != Cond::Ne {
        !D::test(cx, state, kind, cond.negate(), &lhs, &rhs)?
    } else {
        D::test(cx, state, kind, cond, &lhs, &rhs)?
    };
    Ok(taken)
}

/// `if_acmp<cond>` (JVMS 6.5).
#[inline(always)]
pub fn branch_same<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    equal: bool,
    lhs: Reg,
    rhs: Reg,
) -> Result<bool, Stop<D>> {
    let (lhs, rhs) = (state.get(lhs).clone(), state.get(rhs).clone());
    let same = D::same(cx, state, &lhs, &rhs)?;
    Ok(same == equal)
}

/// `ifnull`, `ifnonnull` (JVMS 6.5).
#[inline(always)]
pub fn branch_null<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    equal: bool,
    src: Reg,
) -> Result<bool, Stop<D>> {
    let value = state.get(src).clone();
    let null = D::is_null(cx, state, &value)?;
    Ok(null == equal)
}

/// `tableswitch`, `lookupswitch` (JVMS 6.5).
#[inline(always)]
pub fn switch<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, src: Reg, switch: &Switch) -> Next<D> {
    let value = state.get(src).clone();
    let case = D::switch(cx, state, &value, switch)?;
    Ok(case.map_or(switch.default, |index| switch.targets[index]))
}
