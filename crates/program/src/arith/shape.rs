//! Operators without the types they work on: eleven on integers, five on floats, and comparisons.
//!
//! What differs between `int` and `long` is a [`Width`], what differs between `float` and `double` a [`Precision`]. Who
//! approximates arithmetic matches on shapes, so that both widths get the same rule.

use crate::code::{BinOp, Convert, Kind};

/// The types integer arithmetic works in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    Int,
    Long,
}

/// The types floating-point arithmetic works in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Precision {
    Float,
    Double,
}

/// The numbers of a Java integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub bits: u32,
    pub signed: bool,
}

/// An operator on two integers of one width; the distance of a shift is an `int`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntOp {
    Add,
    Sub,
    Mul,
    /// Rounds towards zero; throws on zero, as `Rem` does.
    Div,
    /// Has the sign of the dividend.
    Rem,
    /// Shifts take their distance modulo the width.
    Shl,
    Shr,
    Ushr,
    And,
    Or,
    Xor,
}

/// An operator on two floats of one precision (IEEE 754; `Rem` is C's `fmod`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// What a binary operator does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinShape {
    Integer(Width, IntOp),
    Float(Precision, FloatOp),
    /// −1, 0 or 1 for two longs.
    Order,
    /// −1, 0 or 1 for two floats; `unordered` if one of them is NaN.
    FloatOrder {
        precision: Precision,
        unordered: i32,
    },
}

/// What a conversion does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConvertShape {
    /// `int` to `long`: the same number.
    Widen,
    /// Keeps the low bits.
    Narrow(Range),
    /// The nearest float.
    ToFloat { from: Width, to: Precision },
    /// Rounds towards zero, to the nearest bound when it is beyond the type, NaN to zero.
    ToInteger(Width),
    /// From one precision to the other.
    Round(Precision),
}

impl Width {
    /// The range of its values.
    pub fn range(self) -> Range {
        match self {
            Width::Int => Range::INT,
            Width::Long => Range::LONG,
        }
    }

    /// The kind of register that holds such numbers.
    pub fn kind(self) -> Kind {
        match self {
            Width::Int => Kind::Int,
            Width::Long => Kind::Long,
        }
    }

    /// How far a shift by this distance goes.
    pub fn distance(self, distance: i128) -> u32 {
        (distance & i128::from(self.range().bits - 1)) as u32
    }
}

impl Precision {
    /// The kind of register that holds such numbers.
    pub fn kind(self) -> Kind {
        match self {
            Precision::Float => Kind::Float,
            Precision::Double => Kind::Double,
        }
    }
}

impl Range {
    /// Java's `byte`.
    pub const BYTE: Self = Self { bits: 8, signed: true };
    /// Java's `short`.
    pub const SHORT: Self = Self { bits: 16, signed: true };
    /// Java's `char`.
    pub const CHAR: Self = Self { bits: 16, signed: false };
    /// Java's `int`.
    pub const INT: Self = Self { bits: 32, signed: true };
    /// Java's `long`.
    pub const LONG: Self = Self { bits: 64, signed: true };

    /// The least value.
    pub fn low(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    /// The greatest value.
    pub fn high(self) -> i128 {
        self.low() + self.size() - 1
    }

    /// How many numbers there are.
    pub fn size(self) -> i128 {
        1 << self.bits
    }

    /// Whether a number is one of its values.
    pub fn holds(self, value: i128) -> bool {
        (self.low()..=self.high()).contains(&value)
    }

    /// The number of this range with the same low bits.
    pub fn wrap(self, value: i128) -> i128 {
        let low = value & (self.size() - 1);
        if low > self.high() { low - self.size() } else { low }
    }
}

impl IntOp {
    /// Whether it throws on zero.
    pub fn divides(self) -> bool {
        matches!(self, IntOp::Div | IntOp::Rem)
    }

    /// Whether the mathematical result may lie beyond the operands' type.
    pub fn may_overflow(self) -> bool {
        match self {
            IntOp::Add | IntOp::Sub | IntOp::Mul | IntOp::Div | IntOp::Shl => true,
            IntOp::Rem | IntOp::Shr | IntOp::Ushr | IntOp::And | IntOp::Or | IntOp::Xor => false,
        }
    }

    /// The right operand that leaves every left one as it is, if there is one.
    pub fn neutral(self) -> Option<i128> {
        match self {
            IntOp::Add | IntOp::Sub | IntOp::Shl | IntOp::Shr | IntOp::Or | IntOp::Xor => Some(0),
            IntOp::Mul | IntOp::Div => Some(1),
            IntOp::And => Some(-1),
            // Of a number beyond its width, an unsigned shift by nothing leaves something else.
            IntOp::Rem | IntOp::Ushr => None,
        }
    }
}

impl BinShape {
    /// Whether it is a comparison, whose result is −1, 0 or 1.
    pub fn compares(self) -> bool {
        match self {
            BinShape::Order | BinShape::FloatOrder { .. } => true,
            BinShape::Integer(..) | BinShape::Float(..) => false,
        }
    }
}

impl BinOp {
    /// Every operator once.
    pub const ALL: [Self; 37] = {
        use BinOp::*;
        [
            IntAdd, IntSub, IntMul, IntDiv, IntRem, IntShl, IntShr, IntUshr, IntAnd, IntOr, IntXor, LongAdd,
            LongSub, LongMul, LongDiv, LongRem, LongShl, LongShr, LongUshr, LongAnd, LongOr, LongXor,
            FloatAdd, FloatSub, FloatMul, FloatDiv, FloatRem, DoubleAdd, DoubleSub, DoubleMul, DoubleDiv,
            DoubleRem, LongCmp, FloatCmpl, FloatCmpg, DoubleCmpl, DoubleCmpg,
        ]
    };

    /// What the operator does, and to what.
    #[inline]
    pub fn shape(self) -> BinShape {
        use BinShape::{Float, FloatOrder, Integer, Order};
        use Precision as P;
        use Width::{Int, Long};
        match self {
            BinOp::IntAdd => Integer(Int, IntOp::Add),
            BinOp::IntSub => Integer(Int, IntOp::Sub),
            BinOp::IntMul => Integer(Int, IntOp::Mul),
            BinOp::IntDiv => Integer(Int, IntOp::Div),
            BinOp::IntRem => Integer(Int, IntOp::Rem),
            BinOp::IntShl => Integer(Int, IntOp::Shl),
            BinOp::IntShr => Integer(Int, IntOp::Shr),
            BinOp::IntUshr => Integer(Int, IntOp::Ushr),
            BinOp::IntAnd => Integer(Int, IntOp::And),
            BinOp::IntOr => Integer(Int, IntOp::Or),
            BinOp::IntXor => Integer(Int, IntOp::Xor),
            BinOp::LongAdd => Integer(Long, IntOp::Add),
            BinOp::LongSub => Integer(Long, IntOp::Sub),
            BinOp::LongMul => Integer(Long, IntOp::Mul),
            BinOp::LongDiv => Integer(Long, IntOp::Div),
            BinOp::LongRem => Integer(Long, IntOp::Rem),
            BinOp::LongShl => Integer(Long, IntOp::Shl),
            BinOp::LongShr => Integer(Long, IntOp::Shr),
            BinOp::LongUshr => Integer(Long, IntOp::Ushr),
            BinOp::LongAnd => Integer(Long, IntOp::And),
            BinOp::LongOr => Integer(Long, IntOp::Or),
            BinOp::LongXor => Integer(Long, IntOp::Xor),
            BinOp::FloatAdd => Float(P::Float, FloatOp::Add),
            BinOp::FloatSub => Float(P::Float, FloatOp::Sub),
            BinOp::FloatMul => Float(P::Float, FloatOp::Mul),
            BinOp::FloatDiv => Float(P::Float, FloatOp::Div),
            BinOp::FloatRem => Float(P::Float, FloatOp::Rem),
            BinOp::DoubleAdd => Float(P::Double, FloatOp::Add),
            BinOp::DoubleSub => Float(P::Double, FloatOp::Sub),
            BinOp::DoubleMul => Float(P::Double, FloatOp::Mul),
            BinOp::DoubleDiv => Float(P::Double, FloatOp::Div),
            BinOp::DoubleRem => Float(P::Double, FloatOp::Rem),
            BinOp::LongCmp => Order,
            BinOp::FloatCmpl => FloatOrder { precision: P::Float, unordered: -1 },
            BinOp::FloatCmpg => FloatOrder { precision: P::Float, unordered: 1 },
            BinOp::DoubleCmpl => FloatOrder { precision: P::Double, unordered: -1 },
            BinOp::DoubleCmpg => FloatOrder { precision: P::Double, unordered: 1 },
        }
    }
}

impl Convert {
    /// Every conversion once.
    pub const ALL: [Self; 15] = {
        use Convert::*;
        [
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
            IntToByte,
            IntToChar,
            IntToShort,
        ]
    };

    /// What the conversion does, and between what.
    pub fn shape(self) -> ConvertShape {
        use ConvertShape::*;
        match self {
            Convert::IntToLong => Widen,
            Convert::LongToInt => Narrow(Range::INT),
            Convert::IntToByte => Narrow(Range::BYTE),
            Convert::IntToChar => Narrow(Range::CHAR),
            Convert::IntToShort => Narrow(Range::SHORT),
            Convert::IntToFloat => ToFloat { from: Width::Int, to: Precision::Float },
            Convert::LongToFloat => ToFloat { from: Width::Long, to: Precision::Float },
            Convert::IntToDouble => ToFloat { from: Width::Int, to: Precision::Double },
            Convert::LongToDouble => ToFloat { from: Width::Long, to: Precision::Double },
            Convert::FloatToInt | Convert::DoubleToInt => ToInteger(Width::Int),
            Convert::FloatToLong | Convert::DoubleToLong => ToInteger(Width::Long),
            Convert::FloatToDouble => Round(Precision::Double),
            Convert::DoubleToFloat => Round(Precision::Float),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::word;

    #[test]
    fn ranges_keep_low_bits() {
        assert_eq!(Range::BYTE.wrap(200), i128::from(200u8 as i8));
        assert_eq!(Range::CHAR.wrap(-1), 65535);
        assert_eq!(Range::INT.wrap(1 << 31), i128::from(i32::MIN));
        assert_eq!((Range::LONG.low(), Range::LONG.high()), (i64::MIN.into(), i64::MAX.into()));
        for value in -1000..1000 {
            assert_eq!(Range::BYTE.wrap(value), i128::from(value as i8));
        }
    }

    #[test]
    fn narrowing_is_the_conversion_of_words() {
        for op in Convert::ALL {
            let (ConvertShape::Narrow(range), (from, to)) = (op.shape(), op.kinds()) else { continue };
            for value in (-70_000..70_000).chain([i32::MIN.into(), i32::MAX.into()]) {
                let converted = word::integer(to, word::convert(op, word::operand(from, value)));
                assert_eq!(range.wrap(value), converted, "{op:?} {value}");
            }
        }
    }

    #[test]
    fn shapes_have_the_kinds_of_their_operators() {
        for op in BinOp::ALL {
            let (left, _, result) = op.kinds();
            let expected = match op.shape() {
                BinShape::Integer(width, _) => (width.kind(), width.kind()),
                BinShape::Float(precision, _) => (precision.kind(), precision.kind()),
                BinShape::Order => (Kind::Long, Kind::Int),
                BinShape::FloatOrder { precision, .. } => (precision.kind(), Kind::Int),
            };
            assert_eq!((left, result), expected, "{op:?}");
        }
    }
}
