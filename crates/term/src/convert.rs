//! Conversions between sorts and widths.

use crate::semantics;
use crate::{Conversion, Sort, Term, TermKind, Terms};

impl Terms {
    /// Widens with copies of the sign; the same width changes nothing.
    pub fn sign_extend(&self, term: Term, width: u8) -> Term {
        self.convert(Conversion::SignExtend, term, Sort::BitVec(width))
    }

    /// Widens with zeros; the same width changes nothing.
    pub fn zero_extend(&self, term: Term, width: u8) -> Term {
        self.convert(Conversion::ZeroExtend, term, Sort::BitVec(width))
    }

    /// `width` bits from bit `low` on.
    pub fn extract(&self, term: Term, low: u8, width: u8) -> Term {
        debug_assert!(low + width <= self.sort(term).width(), "the extracted bits exist");
        self.convert(Conversion::Extract(low), term, Sort::BitVec(width))
    }

    /// Sign-extends or truncates, as Java's casts between signed integers do.
    pub fn resize_signed(&self, term: Term, width: u8) -> Term {
        if width > self.sort(term).width() {
            self.sign_extend(term, width)
        } else {
            self.extract(term, 0, width)
        }
    }

    /// Zero-extends or truncates.
    pub fn resize_unsigned(&self, term: Term, width: u8) -> Term {
        if width > self.sort(term).width() {
            self.zero_extend(term, width)
        } else {
            self.extract(term, 0, width)
        }
    }

    /// The mathematical integer a two's complement number stands for.
    pub fn signed_to_int(&self, term: Term) -> Term {
        self.convert(Conversion::SignedToInt, term, Sort::Int)
    }

    /// The integer that bits stand for if they have no sign.
    pub fn unsigned_to_int(&self, term: Term) -> Term {
        self.convert(Conversion::UnsignedToInt, term, Sort::Int)
    }

    /// Wraps around.
    pub fn int_to_bits(&self, term: Term, width: u8) -> Term {
        self.convert(Conversion::IntToBits, term, Sort::BitVec(width))
    }

    /// The same number as a real.
    pub fn int_to_real(&self, term: Term) -> Term {
        self.convert(Conversion::IntToReal, term, Sort::Real)
    }

    /// Rounds down.
    pub fn real_to_int(&self, term: Term) -> Term {
        self.convert(Conversion::RealToInt, term, Sort::Int)
    }

    /// A conversion by its name.
    pub fn convert(&self, op: Conversion, term: Term, target: Sort) -> Term {
        let source = self.sort(term);
        if let Some(value) = self.value(term) {
            return self.constant(semantics::convert(op, value, target));
        }
        match op {
            Conversion::SignExtend | Conversion::ZeroExtend | Conversion::Extract(0) if source == target => {
                term
            }
            Conversion::FloatToFloat if source == target => term,
            Conversion::SignExtend | Conversion::ZeroExtend => self.extend(op, term, target),
            Conversion::Extract(low) => self.extract_from(low, term, target),
            Conversion::SignedToInt
            | Conversion::UnsignedToInt
            | Conversion::IntToBits
            | Conversion::IntToReal
            | Conversion::RealToInt
            | Conversion::SignedToFloat
            | Conversion::FloatToSigned
            | Conversion::FloatToFloat
            | Conversion::BitsToFloat
            | Conversion::FloatToBits => {
                self.undo(op, term, target).unwrap_or_else(|| self.raw(op, term, target))
            }
        }
    }

    fn raw(&self, op: Conversion, term: Term, target: Sort) -> Term {
        self.intern(TermKind::Convert(op, term), target)
    }

    /// Two extensions are one; a sign extension of a zero extension is a zero extension.
    fn extend(&self, op: Conversion, term: Term, target: Sort) -> Term {
        if let TermKind::Convert(inner_op @ (Conversion::SignExtend | Conversion::ZeroExtend), inner) =
            self.kind(term)
            && (op == *inner_op || *inner_op == Conversion::ZeroExtend)
        {
            return self.convert(*inner_op, *inner, target);
        }
        self.raw(op, term, target)
    }

    /// An extract out of an extract, an extension or a concatenation reaches through it where it can.
    fn extract_from(&self, low: u8, term: Term, target: Sort) -> Term {
        let width = target.width();
        if let TermKind::Convert(Conversion::Extract(inner_low), inner) = self.kind(term) {
            return self.extract(*inner, low + inner_low, width);
        }
        if let TermKind::Convert(op @ (Conversion::SignExtend | Conversion::ZeroExtend), inner) =
            self.kind(term)
        {
            let inner_width = self.sort(*inner).width();
            if low + width <= inner_width {
                return self.extract(*inner, low, width);
            }
            if low == 0 {
                return self.convert(*op, *inner, target);
            }
        }
        if let TermKind::Concat(high, lower) = self.kind(term) {
            let split = self.sort(*lower).width();
            if low + width <= split {
                return self.extract(*lower, low, width);
            }
            if low >= split {
                return self.extract(*high, low - split, width);
            }
        }
        self.raw(Conversion::Extract(low), term, target)
    }

    /// There and back again, where nothing is lost on the way.
    fn undo(&self, op: Conversion, term: Term, target: Sort) -> Option<Term> {
        let TermKind::Convert(inner_op, inner) = self.kind(term) else { return None };
        let inverse = matches!(
            (op, inner_op),
            (Conversion::IntToBits, Conversion::SignedToInt | Conversion::UnsignedToInt)
                | (Conversion::RealToInt, Conversion::IntToReal)
                | (Conversion::BitsToFloat, Conversion::FloatToBits)
        );
        (inverse && self.sort(*inner) == target).then_some(*inner)
    }
}
