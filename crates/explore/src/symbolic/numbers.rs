//! Java's arithmetic on terms; on known numbers, the concrete domain's.

use heap::Value;
use machine::concrete::{Word, numbers};
use program::code::{BinOp, Cond, Convert, Kind, UnOp};
use term::{BitOp, Sort, Term, Terms};

/// Arithmetic and three-way comparison (JVMS 6.5). Integer divisors are not zero.
pub fn binary(terms: &Terms, op: BinOp, lhs: Value, rhs: Value) -> Value {
    if let (Some(a), Some(b)) = (word(lhs), word(rhs)) {
        return from_word(op.kinds().2, numbers::binary(op, a, b));
    }
    Value::of_term(terms, binary_term(terms, op, lhs.term(terms), rhs.term(terms)))
}

pub fn unary(terms: &Terms, op: UnOp, value: Value) -> Value {
    if let Some(a) = word(value) {
        return from_word(op.kind(), numbers::unary(op, a));
    }
    let a = value.term(terms);
    Value::of_term(
        terms,
        match op {
            UnOp::IntNeg | UnOp::LongNeg => terms.neg(a),
            UnOp::FloatNeg | UnOp::DoubleNeg => terms.float_neg(a),
        },
    )
}

pub fn convert(terms: &Terms, op: Convert, value: Value) -> Value {
    if let Some(a) = word(value) {
        return from_word(op.kinds().1, numbers::convert(op, a));
    }
    let a = value.term(terms);
    Value::of_term(
        terms,
        match op {
            Convert::IntToLong => terms.sign_extend(a, 64),
            Convert::LongToInt => terms.extract(a, 0, 32),
            Convert::IntToByte => terms.sign_extend(terms.extract(a, 0, 8), 32),
            Convert::IntToShort => terms.sign_extend(terms.extract(a, 0, 16), 32),
            Convert::IntToChar => terms.zero_extend(terms.extract(a, 0, 16), 32),
            Convert::IntToFloat | Convert::LongToFloat => terms.signed_to_float(a, Sort::Float32),
            Convert::IntToDouble | Convert::LongToDouble => terms.signed_to_float(a, Sort::Float64),
            Convert::FloatToInt | Convert::DoubleToInt => terms.float_to_signed(a, 32),
            Convert::FloatToLong | Convert::DoubleToLong => terms.float_to_signed(a, 64),
            Convert::FloatToDouble => terms.float_to_float(a, Sort::Float64),
            Convert::DoubleToFloat => terms.float_to_float(a, Sort::Float32),
        },
    )
}

/// The condition that a comparison holds; false when one side is NaN, except for `Ne`.
pub fn test(terms: &Terms, kind: Kind, cond: Cond, lhs: Value, rhs: Value) -> Term {
    if let (Some(a), Some(b)) = (word(lhs), word(rhs)) {
        return terms.bool(numbers::test(kind, cond, a, b));
    }
    let (a, b) = (lhs.term(terms), rhs.term(terms));
    match kind {
        Kind::Int | Kind::Long => integer_test(terms, cond, a, b),
        Kind::Float | Kind::Double => float_test(terms, cond, a, b),
        Kind::Ref => panic!("references are compared by the heap"),
    }
}

fn integer_test(terms: &Terms, cond: Cond, a: Term, b: Term) -> Term {
    match cond {
        Cond::Eq => terms.eq(a, b),
        Cond::Ne => terms.ne(a, b),
        Cond::Lt => terms.less(a, b),
        Cond::Ge => terms.less_eq(b, a),
        Cond::Gt => terms.less(b, a),
        Cond::Le => terms.less_eq(a, b),
    }
}

fn float_test(terms: &Terms, cond: Cond, a: Term, b: Term) -> Term {
    match cond {
        Cond::Eq => terms.float_eq(a, b),
        Cond::Ne => terms.not(terms.float_eq(a, b)),
        Cond::Lt => terms.float_less(a, b),
        Cond::Ge => terms.float_less_eq(b, a),
        Cond::Gt => terms.float_less(b, a),
        Cond::Le => terms.float_less_eq(a, b),
    }
}

fn binary_term(terms: &Terms, op: BinOp, a: Term, b: Term) -> Term {
    match op {
        BinOp::IntAdd | BinOp::LongAdd => terms.add(a, b),
        BinOp::IntSub | BinOp::LongSub => terms.sub(a, b),
        BinOp::IntMul | BinOp::LongMul => terms.mul(a, b),
        BinOp::IntDiv | BinOp::LongDiv => terms.sdiv(a, b),
        BinOp::IntRem | BinOp::LongRem => terms.srem(a, b),
        BinOp::IntShl => terms.shl_masked(a, b),
        BinOp::IntShr => terms.ashr_masked(a, b),
        BinOp::IntUshr => terms.lshr_masked(a, b),
        BinOp::LongShl => terms.shl_masked(a, terms.zero_extend(b, 64)),
        BinOp::LongShr => terms.ashr_masked(a, terms.zero_extend(b, 64)),
        BinOp::LongUshr => terms.lshr_masked(a, terms.zero_extend(b, 64)),
        BinOp::IntAnd | BinOp::LongAnd => terms.bit_op(BitOp::And, a, b),
        BinOp::IntOr | BinOp::LongOr => terms.bit_op(BitOp::Or, a, b),
        BinOp::IntXor | BinOp::LongXor => terms.bit_op(BitOp::Xor, a, b),
        BinOp::FloatAdd | BinOp::DoubleAdd => terms.float_add(a, b),
        BinOp::FloatSub | BinOp::DoubleSub => terms.float_sub(a, b),
        BinOp::FloatMul | BinOp::DoubleMul => terms.float_mul(a, b),
        BinOp::FloatDiv | BinOp::DoubleDiv => terms.float_div(a, b),
        BinOp::FloatRem | BinOp::DoubleRem => terms.float_rem(a, b),
        BinOp::LongCmp => three_way(terms, terms.less(a, b), terms.eq(a, b)),
        BinOp::FloatCmpg | BinOp::DoubleCmpg => {
            three_way(terms, terms.float_less(a, b), terms.float_eq(a, b))
        }
        BinOp::FloatCmpl | BinOp::DoubleCmpl => {
            let greater = terms.float_less(b, a);
            let rest = terms.ite(terms.float_eq(a, b), terms.i32(0), terms.i32(-1));
            terms.ite(greater, terms.i32(1), rest)
        }
    }
}

/// −1 if less, 0 if equal, otherwise 1.
fn three_way(terms: &Terms, less: Term, equal: Term) -> Term {
    terms.ite(less, terms.i32(-1), terms.ite(equal, terms.i32(0), terms.i32(1)))
}

/// A known number as the concrete domain keeps it.
#[inline(always)]
fn word(value: Value) -> Option<Word> {
    match value {
        Value::Int(value) => Some(Word::from(value as u32)),
        Value::Long(value) => Some(value as Word),
        Value::Float(bits) => Some(Word::from(bits)),
        Value::Double(bits) => Some(bits),
        Value::Term(_) | Value::Ref(_) => None,
    }
}

#[inline(always)]
fn from_word(kind: Kind, word: Word) -> Value {
    match kind {
        Kind::Int => Value::Int(word as i32),
        Kind::Long => Value::Long(word as i64),
        Kind::Float => Value::Float(word as u32),
        Kind::Double => Value::Double(word),
        Kind::Ref => panic!("a reference is not a number"),
    }
}
