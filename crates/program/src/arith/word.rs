//! Java's arithmetic on words: wrapping integers, IEEE 754 floats, saturating conversions.
//!
//! This is the only place that computes with the JVM's numbers; a test of the machine compares it with `java`, operator by operator.
//! A word's kind is known from where it stands. Ints are kept zero-extended, so that equal ints are equal words.

use crate::code::{BinOp, Cond, Convert, Kind, UnOp};

/// A number of the JVM: its bits.
pub type Word = u64;

/// An integer as a word of a kind: its low bits.
#[inline(always)]
pub fn operand(kind: Kind, value: i128) -> Word {
    match kind {
        Kind::Int => from_int(value as i32),
        Kind::Long => value as Word,
        Kind::Float | Kind::Double | Kind::Ref => panic!("a {kind} is not an integer"),
    }
}

/// The integer that a word stands for.
#[inline(always)]
pub fn integer(kind: Kind, word: Word) -> i128 {
    match kind {
        Kind::Int => i128::from(int(word)),
        Kind::Long => i128::from(long(word)),
        Kind::Float | Kind::Double | Kind::Ref => panic!("a {kind} is not an integer"),
    }
}

/// A float of either precision as a word; a `float` is given widened.
#[inline(always)]
pub fn float_operand(kind: Kind, value: f64) -> Word {
    match kind {
        Kind::Float => from_float(value as f32),
        Kind::Double => value.to_bits(),
        Kind::Int | Kind::Long | Kind::Ref => panic!("a {kind} is not a float"),
    }
}

/// The float that a word stands for, a `float` widened.
#[inline(always)]
pub fn floating(kind: Kind, word: Word) -> f64 {
    match kind {
        Kind::Float => f64::from(float(word)),
        Kind::Double => double(word),
        Kind::Int | Kind::Long | Kind::Ref => panic!("a {kind} is not a float"),
    }
}

/// An `int` as a word.
#[inline(always)]
pub fn from_int(value: i32) -> Word {
    Word::from(value as u32)
}

#[inline(always)]
fn from_float(value: f32) -> Word {
    Word::from(value.to_bits())
}

#[inline(always)]
fn int(word: Word) -> i32 {
    word as i32
}

#[inline(always)]
fn long(word: Word) -> i64 {
    word as i64
}

#[inline(always)]
fn float(word: Word) -> f32 {
    f32::from_bits(word as u32)
}

#[inline(always)]
fn double(word: Word) -> f64 {
    f64::from_bits(word)
}

/// Arithmetic and three-way comparison (JVMS 6.5); none when an integer is divided by zero.
#[inline(always)]
pub fn binary(op: BinOp, a: Word, b: Word) -> Option<Word> {
    Some(match op {
        BinOp::IntAdd => from_int(int(a).wrapping_add(int(b))),
        BinOp::IntSub => from_int(int(a).wrapping_sub(int(b))),
        BinOp::IntMul => from_int(int(a).wrapping_mul(int(b))),
        BinOp::IntDiv => from_int(int(a).wrapping_div(divisor(int(b))?)),
        BinOp::IntRem => from_int(int(a).wrapping_rem(divisor(int(b))?)),
        BinOp::IntShl => from_int(int(a).wrapping_shl(b as u32)),
        BinOp::IntShr => from_int(int(a).wrapping_shr(b as u32)),
        BinOp::IntUshr => Word::from((a as u32).wrapping_shr(b as u32)),
        BinOp::IntAnd | BinOp::LongAnd => a & b,
        BinOp::IntOr | BinOp::LongOr => a | b,
        BinOp::IntXor | BinOp::LongXor => a ^ b,
        BinOp::LongAdd => a.wrapping_add(b),
        BinOp::LongSub => a.wrapping_sub(b),
        BinOp::LongMul => a.wrapping_mul(b),
        BinOp::LongDiv => long(a).wrapping_div(divisor(long(b))?) as Word,
        BinOp::LongRem => long(a).wrapping_rem(divisor(long(b))?) as Word,
        BinOp::LongShl => a.wrapping_shl(b as u32),
        BinOp::LongShr => long(a).wrapping_shr(b as u32) as Word,
        BinOp::LongUshr => a.wrapping_shr(b as u32),
        BinOp::FloatAdd => from_float(float(a) + float(b)),
        BinOp::FloatSub => from_float(float(a) - float(b)),
        BinOp::FloatMul => from_float(float(a) * float(b)),
        BinOp::FloatDiv => from_float(float(a) / float(b)),
        BinOp::FloatRem => from_float(float(a) % float(b)),
        BinOp::DoubleAdd => (double(a) + double(b)).to_bits(),
        BinOp::DoubleSub => (double(a) - double(b)).to_bits(),
        BinOp::DoubleMul => (double(a) * double(b)).to_bits(),
        BinOp::DoubleDiv => (double(a) / double(b)).to_bits(),
        BinOp::DoubleRem => (double(a) % double(b)).to_bits(),
        BinOp::LongCmp => from_int(long(a).cmp(&long(b)) as i32),
        BinOp::FloatCmpl => from_int(compare(float(a), float(b), -1)),
        BinOp::FloatCmpg => from_int(compare(float(a), float(b), 1)),
        BinOp::DoubleCmpl => from_int(compare(double(a), double(b), -1)),
        BinOp::DoubleCmpg => from_int(compare(double(a), double(b), 1)),
    })
}

#[inline(always)]
fn divisor<T: PartialEq + Default>(value: T) -> Option<T> {
    (value != T::default()).then_some(value)
}

/// Negation (JVMS 6.5).
#[inline(always)]
pub fn unary(op: UnOp, a: Word) -> Word {
    match op {
        UnOp::IntNeg => from_int(int(a).wrapping_neg()),
        UnOp::LongNeg => a.wrapping_neg(),
        UnOp::FloatNeg => from_float(-float(a)),
        UnOp::DoubleNeg => (-double(a)).to_bits(),
    }
}

/// Conversions (JVMS 6.5); from floating point they saturate and map NaN to zero, as `as` does.
#[inline(always)]
pub fn convert(op: Convert, a: Word) -> Word {
    match op {
        Convert::IntToLong => i64::from(int(a)) as Word,
        Convert::IntToFloat => from_float(int(a) as f32),
        Convert::IntToDouble => f64::from(int(a)).to_bits(),
        Convert::LongToInt => from_int(a as i32),
        Convert::LongToFloat => from_float(long(a) as f32),
        Convert::LongToDouble => (long(a) as f64).to_bits(),
        Convert::FloatToInt => from_int(float(a) as i32),
        Convert::FloatToLong => (float(a) as i64) as Word,
        Convert::FloatToDouble => f64::from(float(a)).to_bits(),
        Convert::DoubleToInt => from_int(double(a) as i32),
        Convert::DoubleToLong => (double(a) as i64) as Word,
        Convert::DoubleToFloat => from_float(double(a) as f32),
        Convert::IntToByte => from_int(i32::from(a as i8)),
        Convert::IntToChar => Word::from(a as u16),
        Convert::IntToShort => from_int(i32::from(a as i16)),
    }
}

/// Comparison of two values of a kind; false when one is NaN, except for `Ne`.
#[inline(always)]
pub fn test(kind: Kind, cond: Cond, a: Word, b: Word) -> bool {
    match kind {
        Kind::Int => cond.holds(int(a), int(b)),
        Kind::Long => cond.holds(long(a), long(b)),
        Kind::Float => cond.holds(float(a), float(b)),
        Kind::Double => cond.holds(double(a), double(b)),
        Kind::Ref => cond.holds(a, b),
    }
}

fn compare<T: PartialOrd>(a: T, b: T, unordered: i32) -> i32 {
    a.partial_cmp(&b).map_or(unordered, |order| order as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_and_shifts_take_their_distance_modulo_the_width() {
        let min = from_int(i32::MIN);
        assert_eq!(binary(BinOp::IntDiv, min, from_int(-1)), Some(min));
        assert_eq!(binary(BinOp::IntShl, from_int(1), from_int(33)), Some(from_int(2)));
        assert_eq!(binary(BinOp::LongShr, i64::MIN as Word, from_int(127)), Some(-1i64 as Word));
    }

    #[test]
    fn conversions_saturate() {
        assert_eq!(convert(Convert::DoubleToInt, f64::NAN.to_bits()), 0);
        assert_eq!(convert(Convert::DoubleToLong, 1e300f64.to_bits()), i64::MAX as Word);
        assert_eq!(convert(Convert::IntToByte, from_int(200)), from_int(-56));
    }

    #[test]
    fn nan_is_unordered() {
        let (nan, one) = (f64::NAN.to_bits(), 1f64.to_bits());
        assert_eq!(binary(BinOp::DoubleCmpl, nan, one), Some(from_int(-1)));
        assert_eq!(binary(BinOp::DoubleCmpg, nan, one), Some(from_int(1)));
        assert!(test(Kind::Double, Cond::Ne, nan, nan) && !test(Kind::Double, Cond::Le, nan, one));
    }
}
