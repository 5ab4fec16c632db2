//! The instructions of register code.
//!
//! An instruction is at most sixteen bytes; what does not fit (call arguments, switch tables) lies in tables of the
//! [`Body`](super::Body) it belongs to. All operands are read before the destination is written. Instructions that can
//! throw leave their destination unchanged when they do.

use super::operand::{BinOp, CallKind, Cond, Convert, Elem, Reg, UnOp};
use crate::{FieldRef, MethodRef, StringId, TypeId};

/// A position in a body's instructions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pc(pub u32);

/// A list of registers in [`Body::operands`](super::Body::operands).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegList {
    pub start: u32,
    pub len: u8,
}

/// An instruction of register code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Inst {
    ConstInt {
        dst: Reg,
        value: i32,
    },
    ConstLong {
        dst: Reg,
        value: i64,
    },
    ConstFloat {
        dst: Reg,
        value: f32,
    },
    ConstDouble {
        dst: Reg,
        value: f64,
    },
    ConstNull {
        dst: Reg,
    },
    /// The interned string.
    ConstString {
        dst: Reg,
        value: StringId,
    },
    /// The `Class` object of a type. Throws if the class cannot be loaded.
    ConstClass {
        dst: Reg,
        ty: TypeId,
    },
    Move {
        dst: Reg,
        src: Reg,
    },
    Binary {
        op: BinOp,
        dst: Reg,
        lhs: Reg,
        rhs: Reg,
    },
    /// `op` works on ints.
    BinaryConst {
        op: BinOp,
        dst: Reg,
        lhs: Reg,
        rhs: i32,
    },
    Unary {
        op: UnOp,
        dst: Reg,
        src: Reg,
    },
    Convert {
        op: Convert,
        dst: Reg,
        src: Reg,
    },

    Goto {
        target: Pc,
    },
    /// Jumps when the comparison of two ints holds; otherwise the next instruction follows, as for all `If…`.
    If {
        cond: Cond,
        lhs: Reg,
        rhs: Reg,
        target: Pc,
    },
    IfConst {
        cond: Cond,
        lhs: Reg,
        rhs: i32,
        target: Pc,
    },
    IfLong {
        cond: Cond,
        lhs: Reg,
        rhs: Reg,
        target: Pc,
    },
    /// `unordered` says whether it jumps when either operand is NaN.
    IfFloat {
        cond: Cond,
        unordered: bool,
        lhs: Reg,
        rhs: Reg,
        target: Pc,
    },
    IfDouble {
        cond: Cond,
        unordered: bool,
        lhs: Reg,
        rhs: Reg,
        target: Pc,
    },
    /// Compares references: jumps when `(lhs == rhs) == equal`.
    IfSame {
        equal: bool,
        lhs: Reg,
        rhs: Reg,
        target: Pc,
    },
    /// Jumps when `(src == null) == equal`.
    IfNull {
        equal: bool,
        src: Reg,
        target: Pc,
    },
    /// `table` indexes [`Body::switches`](super::Body::switches).
    Switch {
        src: Reg,
        table: u32,
    },
    Return,
    ReturnValue {
        src: Reg,
    },
    /// Throws `src`, or `NullPointerException` when it is null.
    Throw {
        src: Reg,
    },

    /// Arguments include the receiver, first. `dst` is [`Reg::NONE`] if there is no result or nobody wants it.
    Call {
        kind: CallKind,
        dst: Reg,
        method: MethodRef,
        args: RegList,
    },
    GetField {
        dst: Reg,
        object: Reg,
        field: FieldRef,
    },
    PutField {
        object: Reg,
        field: FieldRef,
        src: Reg,
    },
    GetStatic {
        dst: Reg,
        field: FieldRef,
    },
    PutStatic {
        field: FieldRef,
        src: Reg,
    },
    /// `ty` is a class type. Initialises the class; the constructor is a call of its own.
    New {
        dst: Reg,
        ty: TypeId,
    },
    /// `ty` is the type of the array, not of its elements.
    NewArray {
        dst: Reg,
        len: Reg,
        ty: TypeId,
    },
    /// Nested arrays, outermost length first; `ty` is the type of the outermost array.
    NewMultiArray {
        dst: Reg,
        ty: TypeId,
        lens: RegList,
    },
    ArrayLength {
        dst: Reg,
        array: Reg,
    },
    ArrayLoad {
        elem: Elem,
        dst: Reg,
        array: Reg,
        index: Reg,
    },
    ArrayStore {
        elem: Elem,
        array: Reg,
        index: Reg,
        src: Reg,
    },
    /// Throws `ClassCastException` unless `src` is null or of the type.
    CheckCast {
        src: Reg,
        ty: TypeId,
    },
    /// 1 if `src` is not null and of the type, otherwise 0.
    InstanceOf {
        dst: Reg,
        src: Reg,
        ty: TypeId,
    },
    MonitorEnter {
        src: Reg,
    },
    MonitorExit {
        src: Reg,
    },

    /// A feature nobody lowered, reached only if executed; `reason` indexes
    /// [`Body::reasons`](super::Body::reasons). Control does not go on behind it.
    Unsupported {
        reason: u32,
    },
}

const _: () = assert!(size_of::<Inst>() <= 16);

impl Pc {
    /// The place as an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The place behind it.
    #[inline]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl RegList {
    /// No registers.
    pub const EMPTY: Self = Self { start: 0, len: 0 };

    /// Where in the body's registers the list lies.
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        let start = self.start as usize;
        start..start + usize::from(self.len)
    }
}

impl Inst {
    /// The register written, if any.
    pub fn def(&self) -> Option<Reg> {
        self.effect().def
    }

    /// Calls `visit` with every register read, left to right. `operands` is the body's table.
    pub fn uses(&self, operands: &[Reg], visit: impl FnMut(Reg)) {
        self.effect().uses.each(operands, visit);
    }

    /// Where it may jump, switches aside.
    pub fn target(&self) -> Option<Pc> {
        self.effect().flow.target()
    }

    /// Whether the next instruction never follows by falling through.
    pub fn ends_flow(&self) -> bool {
        self.effect().flow.ends()
    }

    /// Whether executing it can raise an exception (asynchronous ones aside).
    pub fn can_throw(&self) -> bool {
        self.effect().throws
    }

    /// The register it writes, to be changed. `validate` compares this with the table.
    pub(crate) fn def_mut(&mut self) -> Option<&mut Reg> {
        let (Inst::ConstInt { dst, .. }
        | Inst::ConstLong { dst, .. }
        | Inst::ConstFloat { dst, .. }
        | Inst::ConstDouble { dst, .. }
        | Inst::ConstNull { dst }
        | Inst::ConstString { dst, .. }
        | Inst::ConstClass { dst, .. }
        | Inst::Move { dst, .. }
        | Inst::Binary { dst, .. }
        | Inst::BinaryConst { dst, .. }
        | Inst::Unary { dst, .. }
        | Inst::Convert { dst, .. }
        | Inst::GetField { dst, .. }
        | Inst::GetStatic { dst, .. }
        | Inst::New { dst, .. }
        | Inst::NewArray { dst, .. }
        | Inst::NewMultiArray { dst, .. }
        | Inst::ArrayLength { dst, .. }
        | Inst::ArrayLoad { dst, .. }
        | Inst::InstanceOf { dst, .. }
        | Inst::Call { dst, .. }) = self
        else {
            return None;
        };
        (!dst.is_none()).then_some(dst)
    }

    /// Where it jumps, to be changed; likewise.
    pub(crate) fn target_mut(&mut self) -> Option<&mut Pc> {
        let (Inst::Goto { target }
        | Inst::If { target, .. }
        | Inst::IfConst { target, .. }
        | Inst::IfLong { target, .. }
        | Inst::IfFloat { target, .. }
        | Inst::IfDouble { target, .. }
        | Inst::IfSame { target, .. }
        | Inst::IfNull { target, .. }) = self
        else {
            return None;
        };
        Some(target)
    }
}

impl std::fmt::Display for Pc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::fmt::Debug for Pc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "@{}", self.0)
    }
}
