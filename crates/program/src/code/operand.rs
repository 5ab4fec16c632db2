//! What instructions are made of: registers and their kinds, operators, conditions.
//!
//! Operators name the kind they work on, so an operator alone says which kinds its operands and its result have.

use std::fmt;

/// A register of a method's frame. Registers `r0 … r(n-1)` are the method's parameters, the receiver first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg(pub u16);

/// What a register holds, the same for the whole method. `boolean`, `byte`, `char` and `short` are `Int`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Int,
    Long,
    Float,
    Double,
    Ref,
}

/// `dst = lhs op rhs`. Integer arithmetic wraps; shifts take their distance modulo the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BinOp {
    IntAdd,
    IntSub,
    IntMul,
    /// Throws `ArithmeticException` on zero, as `IntRem`, `LongDiv` and `LongRem` do.
    IntDiv,
    IntRem,
    IntShl,
    IntShr,
    IntUshr,
    IntAnd,
    IntOr,
    IntXor,
    LongAdd,
    LongSub,
    LongMul,
    LongDiv,
    LongRem,
    /// The distance of long shifts is an `Int`.
    LongShl,
    LongShr,
    LongUshr,
    LongAnd,
    LongOr,
    LongXor,
    FloatAdd,
    FloatSub,
    FloatMul,
    FloatDiv,
    FloatRem,
    DoubleAdd,
    DoubleSub,
    DoubleMul,
    DoubleDiv,
    DoubleRem,
    /// −1, 0 or 1 as an `Int`. Comparisons right before a branch are fused into it; these are the others.
    LongCmp,
    /// As `LongCmp`; −1 if either is NaN.
    FloatCmpl,
    /// As `LongCmp`; 1 if either is NaN.
    FloatCmpg,
    DoubleCmpl,
    DoubleCmpg,
}

/// `dst = op src` within one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnOp {
    IntNeg,
    LongNeg,
    FloatNeg,
    DoubleNeg,
}

/// `dst = (type) src` between primitive types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Convert {
    IntToLong,
    IntToFloat,
    IntToDouble,
    LongToInt,
    LongToFloat,
    LongToDouble,
    FloatToInt,
    FloatToLong,
    FloatToDouble,
    DoubleToInt,
    DoubleToLong,
    DoubleToFloat,
    /// Keeps the low eight bits, sign-extended.
    IntToByte,
    /// Keeps the low sixteen bits, zero-extended.
    IntToChar,
    /// Keeps the low sixteen bits, sign-extended.
    IntToShort,
}

/// When a branch is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cond {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

/// What an array instruction takes its array to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Elem {
    /// `byte[]` or `boolean[]`: which one, only the array knows.
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Ref,
}

/// How a call finds its method (JVMS 6.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CallKind {
    /// No receiver; initialises the method's class.
    Static,
    /// Constructors, private methods, `super` calls: the method named, not an overriding one.
    Special,
    /// Selected by the receiver's class.
    Virtual,
    /// Selected by the receiver's class, which must implement the interface named.
    Interface,
}

impl Reg {
    /// Stands for "no register": the destination of a call whose result nobody wants.
    pub const NONE: Self = Self(u16::MAX);

    /// The register as an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether it stands for no register.
    #[inline]
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }
}

impl BinOp {
    /// Kinds of the left operand, the right operand and the result.
    #[inline]
    pub fn kinds(self) -> (Kind, Kind, Kind) {
        use BinOp::*;
        match self {
            IntAdd | IntSub | IntMul | IntDiv | IntRem | IntShl | IntShr | IntUshr | IntAnd | IntOr
            | IntXor => (Kind::Int, Kind::Int, Kind::Int),
            LongAdd | LongSub | LongMul | LongDiv | LongRem | LongAnd | LongOr | LongXor => {
                (Kind::Long, Kind::Long, Kind::Long)
            }
            LongShl | LongShr | LongUshr => (Kind::Long, Kind::Int, Kind::Long),
            FloatAdd | FloatSub | FloatMul | FloatDiv | FloatRem => (Kind::Float, Kind::Float, Kind::Float),
            DoubleAdd | DoubleSub | DoubleMul | DoubleDiv | DoubleRem => {
                (Kind::Double, Kind::Double, Kind::Double)
            }
            LongCmp => (Kind::Long, Kind::Long, Kind::Int),
            FloatCmpl | FloatCmpg => (Kind::Float, Kind::Float, Kind::Int),
            DoubleCmpl | DoubleCmpg => (Kind::Double, Kind::Double, Kind::Int),
        }
    }

    /// Integer division and remainder, which throw on zero.
    #[inline]
    pub fn divides(self) -> bool {
        matches!(self, BinOp::IntDiv | BinOp::IntRem | BinOp::LongDiv | BinOp::LongRem)
    }
}

impl UnOp {
    /// What it works on.
    #[inline]
    pub fn kind(self) -> Kind {
        match self {
            UnOp::IntNeg => Kind::Int,
            UnOp::LongNeg => Kind::Long,
            UnOp::FloatNeg => Kind::Float,
            UnOp::DoubleNeg => Kind::Double,
        }
    }
}

impl Convert {
    /// Kinds of the source and the result.
    #[inline]
    pub fn kinds(self) -> (Kind, Kind) {
        match self {
            Convert::IntToLong => (Kind::Int, Kind::Long),
            Convert::IntToFloat => (Kind::Int, Kind::Float),
            Convert::IntToDouble => (Kind::Int, Kind::Double),
            Convert::LongToInt => (Kind::Long, Kind::Int),
            Convert::LongToFloat => (Kind::Long, Kind::Float),
            Convert::LongToDouble => (Kind::Long, Kind::Double),
            Convert::FloatToInt => (Kind::Float, Kind::Int),
            Convert::FloatToLong => (Kind::Float, Kind::Long),
            Convert::FloatToDouble => (Kind::Float, Kind::Double),
            Convert::DoubleToInt => (Kind::Double, Kind::Int),
            Convert::DoubleToLong => (Kind::Double, Kind::Long),
            Convert::DoubleToFloat => (Kind::Double, Kind::Float),
            Convert::IntToByte | Convert::IntToChar | Convert::IntToShort => (Kind::Int, Kind::Int),
        }
    }
}

impl Cond {
    /// The condition that holds exactly when this one does not (on ordered operands).
    #[inline]
    pub fn negate(self) -> Self {
        match self {
            Cond::Eq => Cond::Ne,
            Cond::Ne => Cond::Eq,
            Cond::Lt => Cond::Ge,
            Cond::Ge => Cond::Lt,
            Cond::Gt => Cond::Le,
            Cond::Le => Cond::Gt,
        }
    }

    /// The condition with its operands exchanged.
    #[inline]
    pub fn flip(self) -> Self {
        match self {
            Cond::Eq => Cond::Eq,
            Cond::Ne => Cond::Ne,
            Cond::Lt => Cond::Gt,
            Cond::Ge => Cond::Le,
            Cond::Gt => Cond::Lt,
            Cond::Le => Cond::Ge,
        }
    }

    /// Whether it holds of two numbers.
    pub fn holds<T: PartialOrd>(self, lhs: T, rhs: T) -> bool {
        match self {
            Cond::Eq => lhs == rhs,
            Cond::Ne => lhs != rhs,
            Cond::Lt => lhs < rhs,
            Cond::Ge => lhs >= rhs,
            Cond::Gt => lhs > rhs,
            Cond::Le => lhs <= rhs,
        }
    }
}

impl Elem {
    /// The kind of register an element goes into.
    #[inline]
    pub fn kind(self) -> Kind {
        match self {
            Elem::Byte | Elem::Char | Elem::Short | Elem::Int => Kind::Int,
            Elem::Long => Kind::Long,
            Elem::Float => Kind::Float,
            Elem::Double => Kind::Double,
            Elem::Ref => Kind::Ref,
        }
    }
}

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0)
    }
}

impl fmt::Debug for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Int => "int",
            Kind::Long => "long",
            Kind::Float => "float",
            Kind::Double => "double",
            Kind::Ref => "ref",
        })
    }
}

impl fmt::Display for Cond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cond::Eq => "==",
            Cond::Ne => "!=",
            Cond::Lt => "<",
            Cond::Ge => ">=",
            Cond::Gt => ">",
            Cond::Le => "<=",
        })
    }
}
