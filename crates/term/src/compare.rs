//! Order comparisons of numbers. `a > b` is written `less(b, a)`.

use crate::semantics;
use crate::{Comparison, Sort, Term, TermKind, Terms, Value};

impl Terms {
    /// `<` on `Int` and `Real`, signed `<` on `BitVec`.
    pub fn less(&self, lhs: Term, rhs: Term) -> Term {
        self.compare(Comparison::Less, lhs, rhs)
    }

    /// `<=` on `Int` and `Real`, signed `<=` on `BitVec`.
    pub fn less_eq(&self, lhs: Term, rhs: Term) -> Term {
        self.compare(Comparison::LessEq, lhs, rhs)
    }

    /// `lhs > rhs`, signed.
    pub fn greater(&self, lhs: Term, rhs: Term) -> Term {
        self.less(rhs, lhs)
    }

    /// `lhs >= rhs`, signed.
    pub fn greater_eq(&self, lhs: Term, rhs: Term) -> Term {
        self.less_eq(rhs, lhs)
    }

    /// `lhs < rhs`, taken as unsigned.
    pub fn unsigned_less(&self, lhs: Term, rhs: Term) -> Term {
        self.compare(Comparison::UnsignedLess, lhs, rhs)
    }

    /// `lhs <= rhs`, taken as unsigned.
    pub fn unsigned_less_eq(&self, lhs: Term, rhs: Term) -> Term {
        self.compare(Comparison::UnsignedLessEq, lhs, rhs)
    }

    /// A comparison by its name.
    pub fn compare(&self, op: Comparison, lhs: Term, rhs: Term) -> Term {
        debug_assert_eq!(
            self.sort(lhs),
            self.sort(rhs),
            "{op:?} of {} and {}",
            self.infix(lhs),
            self.infix(rhs)
        );
        if let (Some(lhs), Some(rhs)) = (self.value(lhs), self.value(rhs)) {
            return self.bool(semantics::compare(op, lhs, rhs));
        }
        if lhs == rhs && !self.sort(lhs).is_float() {
            return self.bool(matches!(op, Comparison::LessEq | Comparison::UnsignedLessEq));
        }
        if let Some(formula) = self.lift_ite(lhs, rhs, &|lhs, rhs| self.compare(op, lhs, rhs)) {
            return formula;
        }
        match self.sort(lhs) {
            Sort::Int | Sort::Real => self.compare_balanced(op, lhs, rhs),
            Sort::BitVec(width) => {
                self.compare_extreme(op, lhs, rhs, width).unwrap_or_else(|| self.compare_raw(op, lhs, rhs))
            }
            Sort::Float32 | Sort::Float64 => self.compare_float(op, lhs, rhs),
            sort @ (Sort::Bool | Sort::Ref | Sort::Uninterpreted(_) | Sort::Array(_)) => {
                panic!("{sort:?} has no order")
            }
        }
    }

    fn compare_balanced(&self, op: Comparison, lhs: Term, rhs: Term) -> Term {
        let (lhs, rhs) = self.balance_order(lhs, rhs);
        match (self.value(lhs), self.value(rhs)) {
            (Some(lhs), Some(rhs)) => self.bool(semantics::compare(op, lhs, rhs)),
            // Cancelling may have brought a choice face to face with a constant.
            (Some(_) | None, Some(_) | None) => self
                .lift_ite(lhs, rhs, &|lhs, rhs| self.compare(op, lhs, rhs))
                .unwrap_or_else(|| self.compare_raw(op, lhs, rhs)),
        }
    }

    /// Comparisons of machine integers with the least or greatest value.
    fn compare_extreme(&self, op: Comparison, lhs: Term, rhs: Term, width: u8) -> Option<Term> {
        let (least, greatest) = match op {
            Comparison::Less | Comparison::LessEq => (i64::MIN >> (64 - width), i64::MAX >> (64 - width)),
            Comparison::UnsignedLess | Comparison::UnsignedLessEq => (0, -1),
            Comparison::FloatLess | Comparison::FloatLessEq | Comparison::FloatEq => return None,
        };
        let is = |term: Term, bound: i64| self.value(term) == Some(&Value::bits(width, bound as u64));
        let strict = matches!(op, Comparison::Less | Comparison::UnsignedLess);
        if strict && (is(rhs, least) || is(lhs, greatest)) {
            return Some(Self::FALSE);
        }
        if strict && (is(lhs, least) || is(rhs, greatest)) {
            return Some(self.ne(lhs, rhs));
        }
        if !strict && (is(lhs, least) || is(rhs, greatest)) {
            return Some(Self::TRUE);
        }
        if !strict && (is(rhs, least) || is(lhs, greatest)) {
            return Some(self.eq(lhs, rhs));
        }
        None
    }

    /// NaN on either side makes every comparison false, and so does `x < x`.
    fn compare_float(&self, op: Comparison, lhs: Term, rhs: Term) -> Term {
        let is_nan = |term: Term| match self.value(term) {
            Some(Value::Float32(bits)) => f32::from_bits(*bits).is_nan(),
            Some(Value::Float64(bits)) => f64::from_bits(*bits).is_nan(),
            Some(_) | None => false,
        };
        if is_nan(lhs) || is_nan(rhs) || (lhs == rhs && op == Comparison::FloatLess) {
            return Self::FALSE;
        }
        if lhs == rhs {
            return self.compare_raw(Comparison::FloatEq, lhs, rhs);
        }
        if op == Comparison::FloatEq && rhs < lhs {
            return self.compare_raw(op, rhs, lhs);
        }
        self.compare_raw(op, lhs, rhs)
    }

    fn compare_raw(&self, op: Comparison, lhs: Term, rhs: Term) -> Term {
        self.intern(TermKind::Compare(op, lhs, rhs), Sort::Bool)
    }
}
