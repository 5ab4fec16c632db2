//! Integer arithmetic before results are brought into their range.
//!
//! The law that ties it to the JVM's: for operands of a width, [`integer`] wrapped to the width's range is what
//! [`super::word::binary`] computes (`tests::wrapped_it_is_the_arithmetic_of_words`). Where integers are unbounded by convention, it is the
//! result.

use super::{IntOp, Width};

/// The mathematical result; none when dividing by zero, when the result is too large for us, and when an unsigned shift
/// meets a number that has no bits of this width.
pub fn integer(width: Width, op: IntOp, lhs: i128, rhs: i128) -> Option<i128> {
    match op {
        IntOp::Add => lhs.checked_add(rhs),
        IntOp::Sub => lhs.checked_sub(rhs),
        IntOp::Mul => lhs.checked_mul(rhs),
        IntOp::Div => lhs.checked_div(rhs),
        IntOp::Rem => lhs.checked_rem(rhs),
        IntOp::Shl => lhs.checked_mul(1 << width.distance(rhs)),
        IntOp::Shr => Some(lhs >> width.distance(rhs)),
        IntOp::Ushr => {
            let range = width.range();
            let bits = lhs & (range.size() - 1);
            range.holds(lhs).then(|| range.wrap(bits >> width.distance(rhs)))
        }
        IntOp::And => Some(lhs & rhs),
        IntOp::Or => Some(lhs | rhs),
        IntOp::Xor => Some(lhs ^ rhs),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BinShape, word};
    use super::*;
    use crate::code::BinOp;

    fn agree(op: BinOp, lhs: i128, rhs: i128) {
        let BinShape::Integer(width, shape) = op.shape() else { return };
        let (left, right, result) = op.kinds();
        let (lhs, rhs) = (word::operand(left, lhs), word::operand(right, rhs));
        let words = word::binary(op, lhs, rhs).map(|value| word::integer(result, value));
        let exact = integer(width, shape, word::integer(left, lhs), word::integer(right, rhs));
        if !shape.may_overflow() {
            assert!(exact.is_none_or(|exact| width.range().holds(exact)), "{op:?} {lhs} {rhs}");
        }
        assert_eq!(words, exact.map(|exact| width.range().wrap(exact)), "{op:?} {lhs} {rhs}");
        if shape.neutral() == Some(word::integer(right, rhs)) {
            assert_eq!(words, Some(word::integer(left, lhs)), "{op:?} {rhs} is neutral");
        }
    }

    #[test]
    fn wrapped_it_is_the_arithmetic_of_words() {
        let edges = [i32::MIN.into(), i32::MAX.into(), i64::MIN.into(), i64::MAX.into(), 1 << 31, 1 << 33];
        let small = -70i128..70;
        let all: Vec<i128> = small.chain(edges.iter().flat_map(|edge| edge - 2..=edge + 2)).collect();
        for op in BinOp::ALL {
            for &lhs in &all {
                for &rhs in &all {
                    agree(op, lhs, rhs);
                }
            }
        }
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..20_000u32 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (lhs, rhs) = (bits as i64 >> (round % 64), bits.rotate_left(31) as i64 >> (round % 61));
            BinOp::ALL.into_iter().for_each(|op| agree(op, lhs.into(), rhs.into()));
        }
    }
}
