//! One small function per kind of instruction; [`execute`] is the table of them.
//!
//! Section numbers in the docs of the handlers are those of the Java Virtual Machine Specification, SE 17.

pub mod alloc;
pub mod arith;
pub mod arrays;
pub mod calls;
pub mod control;
pub mod exceptions;
pub mod fields;
pub mod init;
pub mod monitors;
pub mod types;

use program::code::{Body, Inst, Kind, Pc};

use crate::{Cx, Domain, State, Stop, strings};

/// Where control goes after an instruction: to another one of the same frame, or away. Kept this narrow so that the
/// common case stays in processor registers.
pub type Next<D> = Result<Pc, Away<D>>;

/// Control leaves the current frame, or an instruction did not finish.
pub enum Away<D: Domain> {
    /// A frame was pushed; the program counter of its caller stays.
    Entered,
    Return(Option<D::Value>),
    Stop(Stop<D>),
}

impl<D: Domain> From<Stop<D>> for Away<D> {
    fn from(stop: Stop<D>) -> Self {
        Away::Stop(stop)
    }
}

/// Executes one instruction of the current frame.
#[inline(always)]
pub fn execute<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, body: &Body, pc: Pc) -> Next<D> {
    match *body.inst(pc) {
        Inst::Move { dst, src } => arith::copy(state, dst, src),
        Inst::ConstInt { dst, value } => arith::const_int(cx, state, dst, value),
        Inst::ConstLong { dst, value } => arith::const_long(cx, state, dst, value),
        Inst::ConstFloat { dst, value } => arith::const_float(cx, state, dst, value),
        Inst::ConstDouble { dst, value } => arith::const_double(cx, state, dst, value),
        Inst::ConstNull { dst } => arith::const_null(cx, state, dst),
        Inst::ConstString { dst, value } => strings::const_string(cx, state, dst, value)?,
        Inst::ConstClass { dst, ty } => types::const_class(cx, state, dst, ty)?,
        Inst::Binary { op, dst, lhs, rhs } => arith::binary(cx, state, op, dst, lhs, rhs)?,
        Inst::BinaryConst { op, dst, lhs, rhs } => arith::binary_const(cx, state, op, dst, lhs, rhs)?,
        Inst::Unary { op, dst, src } => arith::unary(cx, state, op, dst, src)?,
        Inst::Convert { op, dst, src } => arith::convert(cx, state, op, dst, src)?,

        Inst::Goto { target } => return Ok(target),
        Inst::If { cond, lhs, rhs, target } => {
            return jump(control::branch(cx, state, Kind::Int, cond, lhs, rhs)?, target, pc);
        }
        Inst::IfConst { cond, lhs, rhs, target } => {
            return jump(control::branch_const(cx, state, cond, lhs, rhs)?, target, pc);
        }
        Inst::IfLong { cond, lhs, rhs, target } => {
            return jump(control::branch(cx, state, Kind::Long, cond, lhs, rhs)?, target, pc);
        }
        Inst::IfFloat { cond, unordered, lhs, rhs, target } => {
            return jump(
                control::branch_float(cx, state, (Kind::Float, cond, unordered), lhs, rhs)?,
                target,
                pc,
            );
        }
        Inst::IfDouble { cond, unordered, lhs, rhs, target } => {
            return jump(
                control::branch_float(cx, state, (Kind::Double, cond, unordered), lhs, rhs)?,
                target,
                pc,
            );
        }
        Inst::IfSame { equal, lhs, rhs, target } => {
            return jump(control::branch_same(cx, state, equal, lhs, rhs)?, target, pc);
        }
        Inst::IfNull { equal, src, target } => {
            return jump(control::branch_null(cx, state, equal, src)?, target, pc);
        }
        Inst::Switch { src, table } => {
            return control::switch(cx, state, src, &body.switches[table as usize]);
        }
        Inst::Return => return monitors::leave(cx, state, None),
        Inst::ReturnValue { src } => {
            let value = state.get(src).clone();
            return monitors::leave(cx, state, Some(value));
        }
        Inst::Throw { src } => return exceptions::throw(cx, state, src),

        Inst::Call { kind, dst, method, args } => {
            return calls::call(cx, state, pc, kind, dst, method, body.list(args));
        }
        Inst::GetField { dst, object, field } => fields::get_field(cx, state, dst, object, field)?,
        Inst::PutField { object, field, src } => fields::put_field(cx, state, object, field, src)?,
        Inst::GetStatic { dst, field } => fields::get_static(cx, state, dst, field)?,
        Inst::PutStatic { field, src } => fields::put_static(cx, state, field, src)?,
        Inst::New { dst, ty } => alloc::new(cx, state, dst, ty)?,
        Inst::NewArray { dst, len, ty } => alloc::new_array(cx, state, dst, len, ty)?,
        Inst::NewMultiArray { dst, ty, lens } => alloc::new_multi_array(cx, state, dst, ty, body.list(lens))?,
        Inst::ArrayLength { dst, array } => arrays::length(cx, state, dst, array)?,
        Inst::ArrayLoad { elem, dst, array, index } => arrays::load(cx, state, elem, dst, array, index)?,
        Inst::ArrayStore { elem, array, index, src } => arrays::store(cx, state, elem, array, index, src)?,
        Inst::CheckCast { src, ty } => types::check_cast(cx, state, src, ty)?,
        Inst::InstanceOf { dst, src, ty } => types::instance_of(cx, state, dst, src, ty)?,
        Inst::MonitorEnter { src } => monitors::enter(cx, state, src)?,
        Inst::MonitorExit { src } => monitors::exit(cx, state, src)?,

        Inst::Unsupported { reason } => return Err(unsupported(body, reason)),
    }
    Ok(pc.next())
}

#[inline(always)]
fn jump<D: Domain>(taken: bool, target: Pc, pc: Pc) -> Next<D> {
    Ok(if taken { target } else { pc.next() })
}

#[cold]
fn unsupported<D: Domain>(body: &Body, reason: u32) -> Away<D> {
    Stop::unsupported(body.reasons[reason as usize].clone()).into()
}
