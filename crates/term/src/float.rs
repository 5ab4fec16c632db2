//! IEEE floating point with Java's meaning. Only what holds for NaN, infinities and both zeros is simplified.

use crate::semantics;
use crate::{Comparison, Conversion, FloatOp, FloatUnary, Sort, Term, TermKind, Terms};

impl Terms {
    /// The sum, rounded to nearest.
    pub fn float_add(&self, lhs: Term, rhs: Term) -> Term {
        self.float_op(FloatOp::Add, lhs, rhs)
    }

    /// The difference, rounded to nearest.
    pub fn float_sub(&self, lhs: Term, rhs: Term) -> Term {
        self.float_op(FloatOp::Sub, lhs, rhs)
    }

    /// The product, rounded to nearest.
    pub fn float_mul(&self, lhs: Term, rhs: Term) -> Term {
        self.float_op(FloatOp::Mul, lhs, rhs)
    }

    /// The quotient, rounded to nearest.
    pub fn float_div(&self, lhs: Term, rhs: Term) -> Term {
        self.float_op(FloatOp::Div, lhs, rhs)
    }

    /// Java's `%`.
    pub fn float_rem(&self, lhs: Term, rhs: Term) -> Term {
        self.float_op(FloatOp::Rem, lhs, rhs)
    }

    /// The number with the other sign.
    pub fn float_neg(&self, term: Term) -> Term {
        self.float_unary(FloatUnary::Neg, term)
    }

    /// `lhs < rhs`; false if one is not a number.
    pub fn float_less(&self, lhs: Term, rhs: Term) -> Term {
        self.compare(Comparison::FloatLess, lhs, rhs)
    }

    /// `lhs <= rhs`; false if one is not a number.
    pub fn float_less_eq(&self, lhs: Term, rhs: Term) -> Term {
        self.compare(Comparison::FloatLessEq, lhs, rhs)
    }

    /// Java's `==`.
    pub fn float_eq(&self, lhs: Term, rhs: Term) -> Term {
        self.compare(Comparison::FloatEq, lhs, rhs)
    }

    /// Whether it is not a number.
    pub fn is_nan(&self, term: Term) -> Term {
        self.not(self.float_eq(term, term))
    }

    /// Java's `i2f`, `i2d`, `l2f`, `l2d`.
    pub fn signed_to_float(&self, term: Term, target: Sort) -> Term {
        self.convert(Conversion::SignedToFloat, term, target)
    }

    /// Java's `f2i`, `f2l`, `d2i`, `d2l`: saturating, NaN to 0.
    pub fn float_to_signed(&self, term: Term, width: u8) -> Term {
        self.convert(Conversion::FloatToSigned, term, Sort::BitVec(width))
    }

    /// Java's `f2d`, `d2f`.
    pub fn float_to_float(&self, term: Term, target: Sort) -> Term {
        self.convert(Conversion::FloatToFloat, term, target)
    }

    /// `Float.intBitsToFloat`, `Double.longBitsToDouble`.
    pub fn bits_to_float(&self, term: Term) -> Term {
        let target = if self.sort(term).width() == 32 { Sort::Float32 } else { Sort::Float64 };
        self.convert(Conversion::BitsToFloat, term, target)
    }

    /// `Float.floatToIntBits`, `Double.doubleToLongBits`.
    pub fn float_to_bits(&self, term: Term) -> Term {
        let width = if self.sort(term) == Sort::Float32 { 32 } else { 64 };
        self.convert(Conversion::FloatToBits, term, Sort::BitVec(width))
    }

    /// An operator by its name.
    pub fn float_op(&self, op: FloatOp, lhs: Term, rhs: Term) -> Term {
        debug_assert!(self.sort(lhs).is_float() && self.sort(lhs) == self.sort(rhs), "{op:?} is for floats");
        if let (Some(lhs), Some(rhs)) = (self.value(lhs), self.value(rhs)) {
            return self.constant(semantics::float(op, lhs, rhs));
        }
        let commutes = matches!(op, FloatOp::Add | FloatOp::Mul);
        let (lhs, rhs) = if commutes && rhs < lhs { (rhs, lhs) } else { (lhs, rhs) };
        self.intern(TermKind::Float(op, lhs, rhs), self.sort(lhs))
    }

    /// An operator with one operand by its name.
    pub fn float_unary(&self, op: FloatUnary, term: Term) -> Term {
        debug_assert!(self.sort(term).is_float(), "{op:?} is for floats");
        if let Some(value) = self.value(term) {
            return self.constant(semantics::float_unary(op, value));
        }
        if let TermKind::FloatUnary(inner_op, inner) = self.kind(term) {
            match (op, inner_op) {
                (FloatUnary::Neg, FloatUnary::Neg) => return *inner,
                (FloatUnary::Abs, FloatUnary::Neg) => return self.float_unary(op, *inner),
                (FloatUnary::Abs, FloatUnary::Abs) => return term,
                (_, _) => {}
            }
        }
        self.intern(TermKind::FloatUnary(op, term), self.sort(term))
    }
}
