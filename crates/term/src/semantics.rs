//! What operators mean on values. The simplifier folds constants with these functions and the evaluator applies them,
//! so a term and its simplification cannot disagree about an operator.
//!
//! Operands of a wrong sort are a bug of the caller and panic.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::{BitOp, BitVec, Comparison, Conversion, Division, FloatOp, FloatUnary, Sort, Value};

/// The sum.
pub fn add(lhs: &Value, rhs: &Value) -> Value {
    match (lhs, rhs) {
        (Value::Int(lhs), Value::Int(rhs)) => Value::Int(lhs + rhs),
        (Value::Real(lhs), Value::Real(rhs)) => Value::real(&**lhs + &**rhs),
        (Value::BitVec(lhs), Value::BitVec(rhs)) => {
            Value::bits(lhs.width(), lhs.unsigned().wrapping_add(rhs.unsigned()))
        }
        operands => ill_sorted("+", operands),
    }
}

/// The product.
pub fn mul(lhs: &Value, rhs: &Value) -> Value {
    match (lhs, rhs) {
        (Value::Int(lhs), Value::Int(rhs)) => Value::Int(lhs * rhs),
        (Value::Real(lhs), Value::Real(rhs)) => Value::real(&**lhs * &**rhs),
        (Value::BitVec(lhs), Value::BitVec(rhs)) => {
            Value::bits(lhs.width(), lhs.unsigned().wrapping_mul(rhs.unsigned()))
        }
        operands => ill_sorted("*", operands),
    }
}

/// A quotient or remainder.
pub fn divide(op: Division, lhs: &Value, rhs: &Value) -> Value {
    match (op, lhs, rhs) {
        (Division::Div, Value::Int(lhs), Value::Int(rhs)) => Value::Int(euclid(lhs, rhs).0),
        (Division::Mod, Value::Int(lhs), Value::Int(rhs)) => Value::Int(euclid(lhs, rhs).1),
        (Division::Real, Value::Real(lhs), Value::Real(rhs)) => {
            Value::real(if rhs.is_zero() { BigRational::zero() } else { &**lhs / &**rhs })
        }
        (Division::Div | Division::Mod | Division::Real, lhs, rhs) => ill_sorted("division", (lhs, rhs)),
    }
}

/// Quotient and remainder with `0 <= remainder < |rhs|`; by zero: 0 and the dividend.
fn euclid(lhs: &BigInt, rhs: &BigInt) -> (BigInt, BigInt) {
    if rhs.is_zero() {
        return (BigInt::zero(), lhs.clone());
    }
    let remainder = lhs.mod_floor(&rhs.abs());
    ((lhs - &remainder) / rhs, remainder)
}

/// Whether a comparison holds.
pub fn compare(op: Comparison, lhs: &Value, rhs: &Value) -> bool {
    match (lhs, rhs) {
        (Value::Int(lhs), Value::Int(rhs)) => ordered(op, lhs, rhs),
        (Value::Real(lhs), Value::Real(rhs)) => ordered(op, lhs, rhs),
        (Value::BitVec(lhs), Value::BitVec(rhs)) => match op {
            Comparison::UnsignedLess => lhs.unsigned() < rhs.unsigned(),
            Comparison::UnsignedLessEq => lhs.unsigned() <= rhs.unsigned(),
            Comparison::Less | Comparison::LessEq => ordered(op, &lhs.signed(), &rhs.signed()),
            Comparison::FloatLess | Comparison::FloatLessEq | Comparison::FloatEq => not_a_float(op),
        },
        (Value::Float32(lhs), Value::Float32(rhs)) => {
            float_ordered(op, f32::from_bits(*lhs).into(), f32::from_bits(*rhs).into())
        }
        (Value::Float64(lhs), Value::Float64(rhs)) => {
            float_ordered(op, f64::from_bits(*lhs), f64::from_bits(*rhs))
        }
        operands => ill_sorted("comparison", operands),
    }
}

fn ordered<T: Ord>(op: Comparison, lhs: &T, rhs: &T) -> bool {
    match op {
        Comparison::Less => lhs < rhs,
        Comparison::LessEq => lhs <= rhs,
        Comparison::UnsignedLess | Comparison::UnsignedLessEq => panic!("{op:?} is for machine integers"),
        Comparison::FloatLess | Comparison::FloatLessEq | Comparison::FloatEq => not_a_float(op),
    }
}

fn float_ordered(op: Comparison, lhs: f64, rhs: f64) -> bool {
    match op {
        Comparison::FloatLess => lhs < rhs,
        Comparison::FloatLessEq => lhs <= rhs,
        Comparison::FloatEq => lhs == rhs,
        Comparison::Less | Comparison::LessEq | Comparison::UnsignedLess | Comparison::UnsignedLessEq => {
            panic!("{op:?} is not for floats")
        }
    }
}

/// An operator on bits.
pub fn bit_op(op: BitOp, lhs: BitVec, rhs: BitVec) -> BitVec {
    let width = lhs.width();
    let (x, y) = (lhs.unsigned(), rhs.unsigned());
    let (signed_x, signed_y) = (lhs.signed(), rhs.signed());
    let shift = y.min(u64::from(width)) as u32;
    let bits = match op {
        BitOp::SDiv if y == 0 => {
            if signed_x < 0 {
                1
            } else {
                u64::MAX
            }
        }
        BitOp::SDiv => signed_x.wrapping_div(signed_y) as u64,
        BitOp::SRem if y == 0 => x,
        BitOp::SRem => signed_x.wrapping_rem(signed_y) as u64,
        BitOp::UDiv => x.checked_div(y).unwrap_or(u64::MAX),
        BitOp::URem => x.checked_rem(y).unwrap_or(x),
        BitOp::And => x & y,
        BitOp::Or => x | y,
        BitOp::Xor => x ^ y,
        BitOp::Shl => x.checked_shl(shift).unwrap_or(0),
        BitOp::LShr => x.checked_shr(shift).unwrap_or(0),
        BitOp::AShr => (signed_x >> shift.min(63)) as u64,
    };
    BitVec::new(width, bits)
}

/// The bits of one behind those of another.
pub fn concat(high: BitVec, low: BitVec) -> BitVec {
    let shifted = high.unsigned().checked_shl(low.width().into()).unwrap_or(0);
    BitVec::new(high.width() + low.width(), shifted | low.unsigned())
}

/// An operator on floating-point numbers, rounded to nearest.
pub fn float(op: FloatOp, lhs: &Value, rhs: &Value) -> Value {
    match (lhs, rhs) {
        (Value::Float32(lhs), Value::Float32(rhs)) => {
            let (x, y) = (f32::from_bits(*lhs), f32::from_bits(*rhs));
            Value::f32(match op {
                FloatOp::Add => x + y,
                FloatOp::Sub => x - y,
                FloatOp::Mul => x * y,
                FloatOp::Div => x / y,
                FloatOp::Rem => x % y,
            })
        }
        (Value::Float64(lhs), Value::Float64(rhs)) => {
            let (x, y) = (f64::from_bits(*lhs), f64::from_bits(*rhs));
            Value::f64(match op {
                FloatOp::Add => x + y,
                FloatOp::Sub => x - y,
                FloatOp::Mul => x * y,
                FloatOp::Div => x / y,
                FloatOp::Rem => x % y,
            })
        }
        operands => ill_sorted("float operation", operands),
    }
}

/// An operator on one floating-point number.
pub fn float_unary(op: FloatUnary, value: &Value) -> Value {
    match value {
        Value::Float32(bits) => {
            let x = f32::from_bits(*bits);
            Value::f32(match op {
                FloatUnary::Neg => -x,
                FloatUnary::Abs => x.abs(),
                FloatUnary::Sqrt => x.sqrt(),
                FloatUnary::Floor => x.floor(),
                FloatUnary::Ceil => x.ceil(),
                FloatUnary::Round => x.round_ties_even(),
            })
        }
        Value::Float64(bits) => {
            let x = f64::from_bits(*bits);
            Value::f64(match op {
                FloatUnary::Neg => -x,
                FloatUnary::Abs => x.abs(),
                FloatUnary::Sqrt => x.sqrt(),
                FloatUnary::Floor => x.floor(),
                FloatUnary::Ceil => x.ceil(),
                FloatUnary::Round => x.round_ties_even(),
            })
        }
        operand => ill_sorted("float operation", (operand, operand)),
    }
}

/// Converts to a value of the target sort.
pub fn convert(op: Conversion, value: &Value, target: Sort) -> Value {
    match (op, value, target) {
        (Conversion::SignExtend, Value::BitVec(bits), Sort::BitVec(width)) => {
            Value::bits(width, bits.signed() as u64)
        }
        (Conversion::ZeroExtend, Value::BitVec(bits), Sort::BitVec(width)) => {
            Value::bits(width, bits.unsigned())
        }
        (Conversion::Extract(low), Value::BitVec(bits), Sort::BitVec(width)) => {
            Value::bits(width, bits.unsigned() >> low)
        }
        (Conversion::SignedToInt, Value::BitVec(bits), Sort::Int) => Value::Int(bits.signed().into()),
        (Conversion::UnsignedToInt, Value::BitVec(bits), Sort::Int) => Value::Int(bits.unsigned().into()),
        (Conversion::IntToBits, Value::Int(value), Sort::BitVec(width)) => {
            let modulus = BigInt::from(1u128 << width);
            Value::bits(width, value.mod_floor(&modulus).to_u64().expect("below 2^64"))
        }
        (Conversion::IntToReal, Value::Int(value), Sort::Real) => {
            Value::real(BigRational::from_integer(value.clone()))
        }
        (Conversion::RealToInt, Value::Real(value), Sort::Int) => Value::Int(value.floor().to_integer()),
        (Conversion::SignedToFloat, Value::BitVec(bits), Sort::Float32) => Value::f32(bits.signed() as f32),
        (Conversion::SignedToFloat, Value::BitVec(bits), Sort::Float64) => Value::f64(bits.signed() as f64),
        (Conversion::FloatToSigned, Value::Float32(bits), Sort::BitVec(width)) => {
            saturate(f32::from_bits(*bits).into(), width)
        }
        (Conversion::FloatToSigned, Value::Float64(bits), Sort::BitVec(width)) => {
            saturate(f64::from_bits(*bits), width)
        }
        (Conversion::FloatToFloat, Value::Float32(bits), Sort::Float64) => {
            Value::f64(f32::from_bits(*bits).into())
        }
        (Conversion::FloatToFloat, Value::Float64(bits), Sort::Float32) => {
            Value::f32(f64::from_bits(*bits) as f32)
        }
        (Conversion::BitsToFloat, Value::BitVec(bits), Sort::Float32) => {
            Value::f32(f32::from_bits(bits.unsigned() as u32))
        }
        (Conversion::BitsToFloat, Value::BitVec(bits), Sort::Float64) => {
            Value::f64(f64::from_bits(bits.unsigned()))
        }
        (Conversion::FloatToBits, Value::Float32(bits), Sort::BitVec(32)) => Value::bits(32, (*bits).into()),
        (Conversion::FloatToBits, Value::Float64(bits), Sort::BitVec(64)) => Value::bits(64, *bits),
        (op, value, target) => panic!("{op:?} does not take {value} to {target:?}"),
    }
}

/// Rust's float-to-integer cast saturates and takes NaN to 0, as Java's does.
fn saturate(value: f64, width: u8) -> Value {
    let (low, high) = (i64::MIN >> (64 - width), i64::MAX >> (64 - width));
    Value::bits(width, (value as i64).clamp(low, high) as u64)
}

fn ill_sorted(operator: &str, (lhs, rhs): (&Value, &Value)) -> ! {
    panic!("{operator} is not defined on {lhs} and {rhs}")
}

fn not_a_float(op: Comparison) -> ! {
    panic!("{op:?} is for floats")
}
