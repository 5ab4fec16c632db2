//! What each instruction reads, writes and raises, and where control goes behind it: told once, here.
//!
//! Definitions, uses, jumps, liveness, data flow and relevance are derived from this table. Whoever adds an instruction says these
//! things in [`Inst::effect`]; what it computes is the machine's affair.

use super::inst::{Inst, Pc, RegList};
use super::operand::{BinOp, CallKind, Reg};
use crate::{FieldRef, MethodRef, TypeId};

/// What an instruction does, as far as it can be said without running it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// The register written when nothing is thrown.
    pub def: Option<Reg>,
    /// The registers read, left to right.
    pub uses: Uses,
    pub flow: Flow,
    /// Whether it can throw (asynchronous exceptions aside).
    pub throws: bool,
    /// Whether it throws `NullPointerException` when the first register it reads is null.
    pub dereferences: bool,
    pub touches: Touches,
}

/// Registers an instruction reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uses {
    Nothing,
    One(Reg),
    Two(Reg, Reg),
    Three(Reg, Reg, Reg),
    /// Those of the body's table.
    Listed(RegList),
}

/// Where control goes, exceptions aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Next,
    Jump(Pc),
    /// To the next instruction, or there.
    Branch(Pc),
    /// To the targets of this table of [`Body::switches`](super::Body::switches).
    Switch(u32),
    /// Out of the method, or nowhere.
    Leave,
}

/// What besides registers an instruction has to do with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touches {
    Nothing,
    ReadField(FieldRef),
    WriteField(FieldRef),
    ReadStatic(FieldRef),
    WriteStatic(FieldRef),
    ReadElement,
    WriteElement,
    /// The length of an array, which never changes.
    Length,
    /// Makes an object of a class, which is initialised first.
    Object(TypeId),
    /// Makes an array of this type, nested ones included.
    Array(TypeId),
    /// Loads a type: to have its `Class` object, or to compare it with an object's.
    Type(TypeId),
    Monitor,
    Call(CallKind, MethodRef),
    /// Nobody knows.
    Anything,
}

impl Inst {
    /// The table: a line or two for each instruction.
    pub fn effect(&self) -> Effect {
        match *self {
            Inst::ConstInt { dst, .. }
            | Inst::ConstLong { dst, .. }
            | Inst::ConstFloat { dst, .. }
            | Inst::ConstDouble { dst, .. }
            | Inst::ConstNull { dst } => computes(dst, Uses::Nothing),
            // Making the object can run out of memory.
            Inst::ConstString { dst, .. } => computes(dst, Uses::Nothing).throwing(),
            Inst::ConstClass { dst, ty } => {
                computes(dst, Uses::Nothing).throwing().touching(Touches::Type(ty))
            }
            Inst::Move { dst, src } | Inst::Unary { dst, src, .. } | Inst::Convert { dst, src, .. } => {
                computes(dst, Uses::One(src))
            }
            Inst::Binary { op, dst, lhs, rhs } => {
                Effect { throws: op.divides(), ..computes(dst, Uses::Two(lhs, rhs)) }
            }
            Inst::BinaryConst { op, dst, lhs, rhs } => {
                Effect { throws: divides_by_zero(op, rhs), ..computes(dst, Uses::One(lhs)) }
            }

            Inst::Goto { target } => goes(Uses::Nothing, Flow::Jump(target)),
            Inst::If { lhs, rhs, target, .. }
            | Inst::IfLong { lhs, rhs, target, .. }
            | Inst::IfFloat { lhs, rhs, target, .. }
            | Inst::IfDouble { lhs, rhs, target, .. }
            | Inst::IfSame { lhs, rhs, target, .. } => goes(Uses::Two(lhs, rhs), Flow::Branch(target)),
            Inst::IfConst { lhs: src, target, .. } | Inst::IfNull { src, target, .. } => {
                goes(Uses::One(src), Flow::Branch(target))
            }
            Inst::Switch { src, table } => goes(Uses::One(src), Flow::Switch(table)),
            // Returning can throw `IllegalMonitorStateException`.
            Inst::Return => goes(Uses::Nothing, Flow::Leave).throwing(),
            Inst::ReturnValue { src } => goes(Uses::One(src), Flow::Leave).throwing(),
            Inst::Throw { src } => goes(Uses::One(src), Flow::Leave).dereferencing(),
            Inst::Unsupported { .. } => goes(Uses::Nothing, Flow::Leave).touching(Touches::Anything),

            Inst::Call { kind, dst, method, args } => {
                let call = Effect {
                    def: (!dst.is_none()).then_some(dst),
                    ..acts(Uses::Listed(args), Touches::Call(kind, method)).throwing()
                };
                Effect { dereferences: kind != CallKind::Static, ..call }
            }
            Inst::GetField { dst, object, field } => {
                computes(dst, Uses::One(object)).dereferencing().touching(Touches::ReadField(field))
            }
            Inst::PutField { object, field, src } => {
                acts(Uses::Two(object, src), Touches::WriteField(field)).dereferencing()
            }
            Inst::GetStatic { dst, field } => {
                computes(dst, Uses::Nothing).throwing().touching(Touches::ReadStatic(field))
            }
            Inst::PutStatic { field, src } => acts(Uses::One(src), Touches::WriteStatic(field)).throwing(),
            Inst::New { dst, ty } => computes(dst, Uses::Nothing).throwing().touching(Touches::Object(ty)),
            Inst::NewArray { dst, len, ty } => {
                computes(dst, Uses::One(len)).throwing().touching(Touches::Array(ty))
            }
            Inst::NewMultiArray { dst, ty, lens } => {
                computes(dst, Uses::Listed(lens)).throwing().touching(Touches::Array(ty))
            }
            Inst::ArrayLength { dst, array } => {
                computes(dst, Uses::One(array)).dereferencing().touching(Touches::Length)
            }
            Inst::ArrayLoad { dst, array, index, .. } => {
                computes(dst, Uses::Two(array, index)).dereferencing().touching(Touches::ReadElement)
            }
            Inst::ArrayStore { array, index, src, .. } => {
                acts(Uses::Three(array, index, src), Touches::WriteElement).dereferencing()
            }
            Inst::CheckCast { src, ty } => acts(Uses::One(src), Touches::Type(ty)).throwing(),
            Inst::InstanceOf { dst, src, ty } => {
                computes(dst, Uses::One(src)).throwing().touching(Touches::Type(ty))
            }
            Inst::MonitorEnter { src } | Inst::MonitorExit { src } => {
                acts(Uses::One(src), Touches::Monitor).dereferencing()
            }
        }
    }
}

/// Gives a register a value and goes on.
fn computes(dst: Reg, uses: Uses) -> Effect {
    Effect { def: Some(dst), ..acts(uses, Touches::Nothing) }
}

/// Gives no register a value and goes on.
fn acts(uses: Uses, touches: Touches) -> Effect {
    Effect { def: None, uses, flow: Flow::Next, throws: false, dereferences: false, touches }
}

/// Decides where control goes.
fn goes(uses: Uses, flow: Flow) -> Effect {
    Effect { flow, ..acts(uses, Touches::Nothing) }
}

fn divides_by_zero(op: BinOp, divisor: i32) -> bool {
    op.divides() && divisor == 0
}

impl Effect {
    fn throwing(self) -> Self {
        Self { throws: true, ..self }
    }

    fn dereferencing(self) -> Self {
        Self { throws: true, dereferences: true, ..self }
    }

    fn touching(self, touches: Touches) -> Self {
        Self { touches, ..self }
    }
}

impl Uses {
    /// Calls `visit` with every register, left to right. `operands` is the body's table.
    pub fn each(self, operands: &[Reg], mut visit: impl FnMut(Reg)) {
        match self {
            Uses::Nothing => {}
            Uses::One(reg) => visit(reg),
            Uses::Two(first, second) => [first, second].into_iter().for_each(visit),
            Uses::Three(first, second, third) => [first, second, third].into_iter().for_each(visit),
            Uses::Listed(list) => operands[list.range()].iter().copied().for_each(visit),
        }
    }

    /// The leftmost register.
    pub fn first(self, operands: &[Reg]) -> Option<Reg> {
        match self {
            Uses::Nothing => None,
            Uses::One(reg) | Uses::Two(reg, _) | Uses::Three(reg, ..) => Some(reg),
            Uses::Listed(list) => operands[list.range()].first().copied(),
        }
    }
}

impl Flow {
    /// Whether the next instruction never follows by falling through.
    pub fn ends(self) -> bool {
        match self {
            Flow::Next | Flow::Branch(_) => false,
            Flow::Jump(_) | Flow::Switch(_) | Flow::Leave => true,
        }
    }

    /// Where it may jump, switches aside.
    pub fn target(self) -> Option<Pc> {
        match self {
            Flow::Jump(target) | Flow::Branch(target) => Some(target),
            Flow::Next | Flow::Switch(_) | Flow::Leave => None,
        }
    }

    /// Whether there is more than one way to go.
    pub fn forks(self) -> bool {
        match self {
            Flow::Branch(_) | Flow::Switch(_) => true,
            Flow::Next | Flow::Jump(_) | Flow::Leave => false,
        }
    }
}
