//! Machine-integer operators beside `+` and `*` (see `linear`) and width changes (see `convert`).

use crate::semantics;
use crate::{BitOp, BitVec, Sort, Term, TermKind, Terms};

impl Terms {
    /// The quotient, rounded towards zero.
    pub fn sdiv(&self, lhs: Term, rhs: Term) -> Term {
        self.bit_op(BitOp::SDiv, lhs, rhs)
    }

    /// The remainder, with the sign of the left-hand side.
    pub fn srem(&self, lhs: Term, rhs: Term) -> Term {
        self.bit_op(BitOp::SRem, lhs, rhs)
    }

    /// Both bits.
    pub fn bit_and(&self, lhs: Term, rhs: Term) -> Term {
        self.bit_op(BitOp::And, lhs, rhs)
    }

    /// Either bit.
    pub fn bit_or(&self, lhs: Term, rhs: Term) -> Term {
        self.bit_op(BitOp::Or, lhs, rhs)
    }

    /// One bit but not both.
    pub fn bit_xor(&self, lhs: Term, rhs: Term) -> Term {
        self.bit_op(BitOp::Xor, lhs, rhs)
    }

    /// `-1 - x`.
    pub fn bit_not(&self, term: Term) -> Term {
        self.sub(self.bits(self.sort(term).width(), -1), term)
    }

    /// Shifted to the left; zeros come in.
    pub fn shl(&self, lhs: Term, rhs: Term) -> Term {
        self.bit_op(BitOp::Shl, lhs, rhs)
    }

    /// Shifted to the right; zeros come in.
    pub fn lshr(&self, lhs: Term, rhs: Term) -> Term {
        self.bit_op(BitOp::LShr, lhs, rhs)
    }

    /// Shifted to the right; copies of the sign come in.
    pub fn ashr(&self, lhs: Term, rhs: Term) -> Term {
        self.bit_op(BitOp::AShr, lhs, rhs)
    }

    /// Java's `<<`: the distance counts modulo the width, and may have another width.
    pub fn shl_masked(&self, lhs: Term, distance: Term) -> Term {
        self.shl(lhs, self.masked_distance(lhs, distance))
    }

    /// Java's `>>>`, likewise.
    pub fn lshr_masked(&self, lhs: Term, distance: Term) -> Term {
        self.lshr(lhs, self.masked_distance(lhs, distance))
    }

    /// Java's `>>`, likewise.
    pub fn ashr_masked(&self, lhs: Term, distance: Term) -> Term {
        self.ashr(lhs, self.masked_distance(lhs, distance))
    }

    fn masked_distance(&self, lhs: Term, distance: Term) -> Term {
        let width = self.sort(lhs).width();
        debug_assert!(width.is_power_of_two(), "masking needs a power of two");
        self.bit_and(self.resize_unsigned(distance, width), self.bits(width, i64::from(width) - 1))
    }

    /// High bits before low bits.
    pub fn concat(&self, high: Term, low: Term) -> Term {
        let width = self.sort(high).width() + self.sort(low).width();
        match (self.constant_bits(high), self.constant_bits(low)) {
            (Some(high), Some(low)) => self.constant(crate::Value::BitVec(semantics::concat(high, low))),
            (Some(high), None) if high.unsigned() == 0 => self.zero_extend(low, width),
            (Some(_) | None, Some(_) | None) => self.intern(TermKind::Concat(high, low), Sort::BitVec(width)),
        }
    }

    /// An operator on bits by its name.
    pub fn bit_op(&self, op: BitOp, lhs: Term, rhs: Term) -> Term {
        let sort = self.sort(lhs);
        debug_assert_eq!(sort, self.sort(rhs), "{op:?} of {} and {}", self.infix(lhs), self.infix(rhs));
        let (left, right) = (self.constant_bits(lhs), self.constant_bits(rhs));
        if let (Some(left), Some(right)) = (left, right) {
            return self.constant(crate::Value::BitVec(semantics::bit_op(op, left, right)));
        }
        match op {
            BitOp::And | BitOp::Or | BitOp::Xor => self.bitwise(op, lhs, rhs),
            BitOp::Shl | BitOp::LShr | BitOp::AShr => self.shift(op, lhs, rhs),
            BitOp::SDiv | BitOp::SRem | BitOp::UDiv | BitOp::URem => {
                let zero = || self.bits(sort.width(), 0);
                match (op, right.map(BitVec::signed)) {
                    (BitOp::SDiv | BitOp::UDiv, Some(1)) => lhs,
                    (BitOp::SDiv, Some(-1)) if sort.width() > 1 => self.neg(lhs),
                    (BitOp::SRem, Some(1 | -1)) | (BitOp::URem, Some(1)) => zero(),
                    (_, Some(_) | None) => self.intern(TermKind::Bits(op, lhs, rhs), sort),
                }
            }
        }
    }

    /// The commutative ones, constant last, with their units and zeros.
    fn bitwise(&self, op: BitOp, lhs: Term, rhs: Term) -> Term {
        let sort = self.sort(lhs);
        if lhs == rhs {
            return if op == BitOp::Xor { self.bits(sort.width(), 0) } else { lhs };
        }
        let swap = self.constant_bits(lhs).is_some() || (self.constant_bits(rhs).is_none() && rhs < lhs);
        let (lhs, rhs) = if swap { (rhs, lhs) } else { (lhs, rhs) };
        match (op, self.constant_bits(rhs).map(BitVec::signed)) {
            (BitOp::And, Some(0)) | (BitOp::Or, Some(-1)) => return rhs,
            (BitOp::And, Some(-1)) | (BitOp::Or | BitOp::Xor, Some(0)) => return lhs,
            (_, Some(_) | None) => {}
        }
        if let TermKind::Bits(inner_op, inner, constant) = self.kind(lhs)
            && *inner_op == op
            && let (Some(first), Some(second)) = (self.constant_bits(*constant), self.constant_bits(rhs))
        {
            let constant = self.constant(crate::Value::BitVec(semantics::bit_op(op, first, second)));
            return self.bitwise(op, *inner, constant);
        }
        self.intern(TermKind::Bits(op, lhs, rhs), sort)
    }

    fn shift(&self, op: BitOp, lhs: Term, rhs: Term) -> Term {
        let sort = self.sort(lhs);
        let distance = self.constant_bits(rhs).map(BitVec::unsigned);
        if distance == Some(0) {
            return lhs;
        }
        if op != BitOp::AShr && distance.is_some_and(|distance| distance >= sort.width().into()) {
            return self.bits(sort.width(), 0);
        }
        self.intern(TermKind::Bits(op, lhs, rhs), sort)
    }

    pub(crate) fn constant_bits(&self, term: Term) -> Option<BitVec> {
        self.value(term).and_then(|value| value.as_bits())
    }
}
