//! Sums and products of `Int`, `Real` and `BitVec` terms in linear normal form.
//!
//! A sum is a list of atoms with coefficients, sorted by atom, plus a constant. Equal linear combinations are therefore
//! the same term: `(x + 1) - 1` is `x`. Sums longer than [`LINEAR_LIMIT`] are taken as atoms when added to.

use smallvec::SmallVec;

use crate::semantics;
use crate::{Division, Sort, Term, TermKind, Terms, Value};

const LINEAR_LIMIT: usize = 32;

/// `constant + Σ coefficient * atom`; atoms ascend, no coefficient is zero.
pub(crate) struct Linear {
    sort: Sort,
    atoms: SmallVec<[(Term, Value); 4]>,
    constant: Value,
}

impl Terms {
    /// The sum.
    pub fn add(&self, lhs: Term, rhs: Term) -> Term {
        let sort = self.ring_sort(lhs, rhs);
        if let (Some(lhs), Some(rhs)) = (self.value(lhs), self.value(rhs)) {
            return self.constant(semantics::add(lhs, rhs));
        }
        let mut sum = self.linear(lhs);
        sum.add_scaled(&self.linear(rhs), &Value::ring(sort, 1));
        self.compose(sum)
    }

    /// The difference.
    pub fn sub(&self, lhs: Term, rhs: Term) -> Term {
        self.ring_sort(lhs, rhs);
        self.compose(self.difference(lhs, rhs))
    }

    /// The number with the other sign.
    pub fn neg(&self, term: Term) -> Term {
        self.scale(&Value::ring(self.sort(term), -1), term)
    }

    /// The sum of many, of this sort if there are none.
    pub fn sum(&self, sort: Sort, terms: impl IntoIterator<Item = Term>) -> Term {
        terms.into_iter().fold(self.constant(Value::zero(sort)), |sum, term| self.add(sum, term))
    }

    /// The product.
    pub fn mul(&self, lhs: Term, rhs: Term) -> Term {
        let sort = self.ring_sort(lhs, rhs);
        if let Some(factor) = self.value(lhs) {
            return self.scale(factor, rhs);
        }
        if let Some(factor) = self.value(rhs) {
            return self.scale(factor, lhs);
        }
        let (left_factor, lhs) = self.split_factor(lhs);
        let (right_factor, rhs) = self.split_factor(rhs);
        let product = self.intern(TermKind::Mul(lhs.min(rhs), lhs.max(rhs)), sort);
        match (left_factor, right_factor) {
            (None, None) => product,
            (Some(factor), None) | (None, Some(factor)) => self.scale(factor, product),
            (Some(left), Some(right)) => self.scale(&semantics::mul(left, right), product),
        }
    }

    /// SMT-LIB `div` on `Int`; `x div 0 = 0`.
    pub fn div(&self, lhs: Term, rhs: Term) -> Term {
        self.divide(Division::Div, lhs, rhs)
    }

    /// SMT-LIB `mod` on `Int`, never negative; `x mod 0 = x`.
    pub fn modulo(&self, lhs: Term, rhs: Term) -> Term {
        self.divide(Division::Mod, lhs, rhs)
    }

    /// Division of `Real`; `x / 0 = 0`.
    pub fn quotient(&self, lhs: Term, rhs: Term) -> Term {
        self.divide(Division::Real, lhs, rhs)
    }

    /// A quotient or remainder by its name.
    pub fn divide(&self, op: Division, lhs: Term, rhs: Term) -> Term {
        let sort = match op {
            Division::Div | Division::Mod => Sort::Int,
            Division::Real => Sort::Real,
        };
        debug_assert_eq!((self.sort(lhs), self.sort(rhs)), (sort, sort), "{op:?} is for {sort:?}");
        if let Some(divisor) = self.value(rhs) {
            if let Some(dividend) = self.value(lhs) {
                return self.constant(semantics::divide(op, dividend, divisor));
            }
            if divisor.is_zero() {
                return if op == Division::Mod { lhs } else { rhs };
            }
            match op {
                Division::Div if divisor.is_one() => return lhs,
                Division::Mod if divisor.is_one() => return self.constant(Value::zero(Sort::Int)),
                Division::Real => {
                    return self.scale(&semantics::divide(op, &Value::ring(Sort::Real, 1), divisor), lhs);
                }
                Division::Div | Division::Mod => {}
            }
        }
        self.intern(TermKind::Divide(op, lhs, rhs), sort)
    }

    fn ring_sort(&self, lhs: Term, rhs: Term) -> Sort {
        let sort = self.sort(lhs);
        debug_assert!(sort.is_ring(), "{sort:?} has no addition");
        debug_assert_eq!(
            sort,
            self.sort(rhs),
            "operands of {} and {} have one sort",
            self.infix(lhs),
            self.infix(rhs)
        );
        sort
    }

    fn scale(&self, factor: &Value, term: Term) -> Term {
        if factor.is_one() {
            return term;
        }
        let mut scaled = Linear::constant(Value::zero(self.sort(term)), self.sort(term));
        scaled.add_scaled(&self.linear(term), factor);
        self.compose(scaled)
    }

    /// A constant factor, if any, and what it is applied to.
    fn split_factor(&self, term: Term) -> (Option<&Value>, Term) {
        if let TermKind::Mul(factor, atom) = self.kind(term)
            && let Some(factor) = self.value(*factor)
        {
            return (Some(factor), *atom);
        }
        (None, term)
    }

    pub(crate) fn difference(&self, lhs: Term, rhs: Term) -> Linear {
        let mut difference = self.linear(lhs);
        difference.add_scaled(&self.linear(rhs), &Value::ring(difference.sort, -1));
        difference
    }

    fn linear(&self, term: Term) -> Linear {
        let sort = self.sort(term);
        let mut out = Linear::constant(Value::zero(sort), sort);
        let single = [term];
        let mut summands = single.as_slice();
        if let TermKind::Add(arguments) = self.kind(term)
            && arguments.len() <= LINEAR_LIMIT
        {
            summands = arguments;
        }
        for &summand in summands {
            match self.value(summand) {
                Some(value) => out.constant = value.clone(),
                None => out.atoms.push(self.monomial(summand)),
            }
        }
        out.atoms.sort_unstable_by_key(|(atom, _)| *atom);
        out
    }

    fn monomial(&self, term: Term) -> (Term, Value) {
        let (factor, atom) = self.split_factor(term);
        (atom, factor.cloned().unwrap_or_else(|| Value::ring(self.sort(term), 1)))
    }

    pub(crate) fn compose(&self, linear: Linear) -> Term {
        let Linear { sort, atoms, constant } = linear;
        let mut arguments: SmallVec<[Term; 8]> = (atoms.into_iter())
            .map(|(atom, factor)| {
                if factor.is_one() {
                    return atom;
                }
                self.intern(TermKind::Mul(self.constant(factor), atom), sort)
            })
            .collect();
        if arguments.is_empty() {
            return self.constant(constant);
        }
        if !constant.is_zero() {
            arguments.push(self.constant(constant));
        }
        match *arguments {
            [single] => single,
            _ => self.intern(TermKind::Add(arguments.as_slice().into()), sort),
        }
    }

    /// The two sides of `lhs = rhs` with common summands cancelled: positive coefficients where they stand, the constant
    /// right, the oldest atom left.
    pub(crate) fn balance_eq(&self, lhs: Term, rhs: Term) -> (Term, Term) {
        if self.is_plain(lhs) && self.is_plain(rhs) {
            return (lhs, rhs);
        }
        let mut difference = self.difference(lhs, rhs);
        if difference.atoms.first().is_some_and(|(_, factor)| is_negative(factor)) {
            difference.negate();
        }
        let (left, right) = difference.split_by_sign();
        (self.compose(left), self.compose(right))
    }

    /// The two sides of `lhs < rhs` or `lhs <= rhs` on `Int` or `Real`, likewise.
    pub(crate) fn balance_order(&self, lhs: Term, rhs: Term) -> (Term, Term) {
        if self.is_plain(lhs) && self.is_plain(rhs) {
            return (lhs, rhs);
        }
        let (left, right) = self.difference(lhs, rhs).split_by_sign();
        (self.compose(left), self.compose(right))
    }

    /// Neither a sum nor a product with a constant: nothing can cancel.
    fn is_plain(&self, term: Term) -> bool {
        !matches!(self.kind(term), TermKind::Add(_) | TermKind::Mul(..))
    }
}

impl Linear {
    fn constant(constant: Value, sort: Sort) -> Self {
        Self { sort, atoms: SmallVec::new(), constant }
    }

    fn add_scaled(&mut self, other: &Linear, factor: &Value) {
        self.constant = semantics::add(&self.constant, &semantics::mul(&other.constant, factor));
        let mut merged = SmallVec::with_capacity(self.atoms.len() + other.atoms.len());
        let mut mine = self.atoms.drain(..).peekable();
        for (atom, coefficient) in &other.atoms {
            while let Some(entry) = mine.next_if(|(own, _)| own < atom) {
                merged.push(entry);
            }
            let mut coefficient = semantics::mul(coefficient, factor);
            if let Some((_, own)) = mine.next_if(|(own, _)| own == atom) {
                coefficient = semantics::add(&own, &coefficient);
            }
            if !coefficient.is_zero() {
                merged.push((*atom, coefficient));
            }
        }
        merged.extend(mine);
        self.atoms = merged;
    }

    fn negate(&mut self) {
        let minus = Value::ring(self.sort, -1);
        self.constant = semantics::mul(&self.constant, &minus);
        for (_, factor) in &mut self.atoms {
            *factor = semantics::mul(factor, &minus);
        }
    }

    /// `self = 0` as `left = right` without minus signs; the constant is on the right if an atom is on the left.
    fn split_by_sign(self) -> (Linear, Linear) {
        let minus = Value::ring(self.sort, -1);
        let mut left = Linear::constant(Value::zero(self.sort), self.sort);
        let mut right = Linear::constant(Value::zero(self.sort), self.sort);
        for (atom, factor) in self.atoms {
            if is_negative(&factor) {
                right.atoms.push((atom, semantics::mul(&factor, &minus)));
            } else {
                left.atoms.push((atom, factor));
            }
        }
        if left.atoms.is_empty() {
            left.constant = self.constant;
        } else {
            right.constant = semantics::mul(&self.constant, &minus);
        }
        (left, right)
    }
}

fn is_negative(value: &Value) -> bool {
    match value {
        Value::Int(value) => value.sign() == num_bigint::Sign::Minus,
        Value::Real(value) => value.numer().sign() == num_bigint::Sign::Minus,
        Value::BitVec(value) => value.signed() < 0,
        Value::Bool(_)
        | Value::Float32(_)
        | Value::Float64(_)
        | Value::Ref(_)
        | Value::Element(..)
        | Value::Array(_) => {
            panic!("{value} is not a coefficient")
        }
    }
}
