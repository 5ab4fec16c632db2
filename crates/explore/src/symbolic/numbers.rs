//! Java's arithmetic on terms; on known numbers, the concrete domain's.

use heap::Value;
use program::arith::{BinShape, ConvertShape, FloatOp, IntOp, Precision, Range, Width, Word, word};
use program::code::{BinOp, Cond, Convert, Kind, UnOp};
use term::{BitOp, Sort, Term, Terms};

/// Arithmetic and three-way comparison (JVMS 6.5). Integer divisors are not zero.
pub fn binary(terms: &Terms, op: BinOp, lhs: Value, rhs: Value) -> Value {
    if let (Some(a), Some(b)) = (known(lhs), known(rhs)) {
        let result = word::binary(op, a, b).expect("steps throw before they divide by zero");
        return from_word(op.kinds().2, result);
    }
    Value::of_term(terms, binary_term(terms, op, lhs.term(terms), rhs.term(terms)))
}

pub fn unary(terms: &Terms, op: UnOp, value: Value) -> Value {
    if let Some(a) = known(value) {
        return from_word(op.kind(), word::unary(op, a));
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
    if let Some(a) = known(value) {
        return from_word(op.kinds().1, word::convert(op, a));
    }
    let a = value.term(terms);
    Value::of_term(
        terms,
        match op.shape() {
            ConvertShape::Widen => terms.sign_extend(a, 64),
            ConvertShape::Narrow(range) => narrow(terms, a, range),
            ConvertShape::ToFloat { to, .. } => terms.signed_to_float(a, sort(to)),
            ConvertShape::ToInteger(width) => terms.float_to_signed(a, bits(width)),
            ConvertShape::Round(precision) => terms.float_to_float(a, sort(precision)),
        },
    )
}

/// The condition that a comparison holds; false when one side is NaN, except for `Ne`.
pub fn test(terms: &Terms, kind: Kind, cond: Cond, lhs: Value, rhs: Value) -> Term {
    if let (Some(a), Some(b)) = (known(lhs), known(rhs)) {
        return terms.bool(word::test(kind, cond, a, b));
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
    match op.shape() {
        BinShape::Integer(width, op) => integer_term(terms, width, op, a, b),
        BinShape::Float(_, op) => float_term(terms, op, a, b),
        BinShape::Order => three_way(terms, terms.less(a, b), terms.eq(a, b)),
        BinShape::FloatOrder { unordered, .. } if unordered > 0 => {
            three_way(terms, terms.float_less(a, b), terms.float_eq(a, b))
        }
        BinShape::FloatOrder { .. } => {
            let greater = terms.float_less(b, a);
            let rest = terms.ite(terms.float_eq(a, b), terms.i32(0), terms.i32(-1));
            terms.ite(greater, terms.i32(1), rest)
        }
    }
}

fn integer_term(terms: &Terms, width: Width, op: IntOp, a: Term, b: Term) -> Term {
    let distance = || match width {
        Width::Int => b,
        Width::Long => terms.zero_extend(b, 64),
    };
    match op {
        IntOp::Add => terms.add(a, b),
        IntOp::Sub => terms.sub(a, b),
        IntOp::Mul => terms.mul(a, b),
        IntOp::Div => terms.sdiv(a, b),
        IntOp::Rem => terms.srem(a, b),
        IntOp::Shl => terms.shl_masked(a, distance()),
        IntOp::Shr => terms.ashr_masked(a, distance()),
        IntOp::Ushr => terms.lshr_masked(a, distance()),
        IntOp::And => terms.bit_op(BitOp::And, a, b),
        IntOp::Or => terms.bit_op(BitOp::Or, a, b),
        IntOp::Xor => terms.bit_op(BitOp::Xor, a, b),
    }
}

fn float_term(terms: &Terms, op: FloatOp, a: Term, b: Term) -> Term {
    match op {
        FloatOp::Add => terms.float_add(a, b),
        FloatOp::Sub => terms.float_sub(a, b),
        FloatOp::Mul => terms.float_mul(a, b),
        FloatOp::Div => terms.float_div(a, b),
        FloatOp::Rem => terms.float_rem(a, b),
    }
}

/// The low bits, as an `int`.
fn narrow(terms: &Terms, value: Term, range: Range) -> Term {
    let low = terms.extract(value, 0, range.bits as u8);
    match range.signed {
        true => terms.sign_extend(low, 32),
        false => terms.zero_extend(low, 32),
    }
}

fn sort(precision: Precision) -> Sort {
    match precision {
        Precision::Float => Sort::Float32,
        Precision::Double => Sort::Float64,
    }
}

fn bits(width: Width) -> u8 {
    width.range().bits as u8
}

/// −1 if less, 0 if equal, otherwise 1.
fn three_way(terms: &Terms, less: Term, equal: Term) -> Term {
    terms.ite(less, terms.i32(-1), terms.ite(equal, terms.i32(0), terms.i32(1)))
}

/// A known number as the concrete domain keeps it.
#[inline(always)]
fn known(value: Value) -> Option<Word> {
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

#[cfg(test)]
mod tests {
    use term::{Model, Value as Constant};

    use super::*;

    const KINDS: [Kind; 4] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double];

    /// Words of a kind: edges, small numbers, and numbers of all sizes.
    fn words(kind: Kind) -> Vec<Word> {
        let integers = [0, 1, -1, 2, 7, -7, 31, 33, 63, 65, 200, 65536, 1 << 40, -(1 << 40)];
        let edges = [i32::MIN.into(), i32::MAX.into(), i64::MIN, i64::MAX];
        let floats =
            [0.0, -0.0, 0.5, -1.5, 7.25, 3e9, -1e19, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        match kind {
            Kind::Int | Kind::Long => {
                let all = integers.into_iter().chain(edges);
                all.map(|value| word::operand(kind, value.into())).collect()
            }
            Kind::Float | Kind::Double => {
                floats.into_iter().map(|value| word::float_operand(kind, value)).collect()
            }
            Kind::Ref => Vec::new(),
        }
    }

    fn constant(kind: Kind, word: Word) -> Constant {
        match kind {
            Kind::Int => Constant::bits(32, word),
            Kind::Long => Constant::bits(64, word),
            Kind::Float => Constant::f32(f32::from_bits(word as u32)),
            Kind::Double => Constant::f64(f64::from_bits(word)),
            Kind::Ref => panic!("a reference is not a number"),
        }
    }

    /// A variable of a kind and a model in which it is this word.
    fn unknown(terms: &Terms, name: &str, kind: Kind, word: Word, model: Model) -> (Value, Model) {
        let sort = match kind {
            Kind::Int => Sort::BitVec(32),
            Kind::Long => Sort::BitVec(64),
            Kind::Float => Sort::Float32,
            Kind::Double => Sort::Float64,
            Kind::Ref => panic!("a reference is not a number"),
        };
        let variable = terms.var(name, sort);
        (Value::Term(variable), model.with(variable, constant(kind, word)))
    }

    fn agree(terms: &Terms, result: Value, model: &Model, kind: Kind, expected: Word, case: &str) {
        let actual = terms.evaluate(result.term(terms), model).expect("all variables have values");
        assert_eq!(actual, constant(kind, expected), "{case}");
    }

    #[test]
    fn terms_compute_what_words_compute() {
        let terms = Terms::new();
        for op in BinOp::ALL {
            let (left, right, kind) = op.kinds();
            for a in words(left) {
                for b in words(right) {
                    let Some(expected) = word::binary(op, a, b) else { continue };
                    let case = format!("{op:?} {a:x} {b:x}");
                    let (lhs, model) = unknown(&terms, &left.to_string(), left, a, Model::default());
                    let known = from_word(right, b);
                    agree(&terms, binary(&terms, op, lhs, known), &model, kind, expected, &case);
                    let (rhs, model) = unknown(&terms, &format!("{right}2"), right, b, model);
                    agree(&terms, binary(&terms, op, lhs, rhs), &model, kind, expected, &case);
                    agree(&terms, binary(&terms, op, from_word(left, a), rhs), &model, kind, expected, &case);
                }
            }
        }
    }

    #[test]
    fn conversions_and_tests_of_terms_are_those_of_words() {
        let terms = Terms::new();
        for op in Convert::ALL {
            let (from, to) = op.kinds();
            for a in words(from) {
                let (value, model) = unknown(&terms, &from.to_string(), from, a, Model::default());
                let case = format!("{op:?} {a:x}");
                agree(&terms, convert(&terms, op, value), &model, to, word::convert(op, a), &case);
            }
        }
        for kind in KINDS {
            for (a, b) in words(kind).into_iter().flat_map(|a| words(kind).into_iter().map(move |b| (a, b))) {
                let (lhs, model) = unknown(&terms, &kind.to_string(), kind, a, Model::default());
                for cond in [Cond::Eq, Cond::Ne, Cond::Lt, Cond::Ge, Cond::Gt, Cond::Le] {
                    let holds = terms.holds(test(&terms, kind, cond, lhs, from_word(kind, b)), &model);
                    assert_eq!(holds, word::test(kind, cond, a, b), "{kind} {a:x} {cond} {b:x}");
                }
            }
        }
    }
}
