//! Sets of integers that are known by their bounds.
//!
//! An interval is never empty: what would be is `None`. Operators are taken apart by their shape; whatever may leave its type can
//! be any number of it.

use program::arith::{IntOp, Range, Width};
use program::code::Cond;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    pub low: i64,
    pub high: i64,
}

impl Interval {
    pub const LENGTH: Self = Self { low: 0, high: i32::MAX as i64 };

    pub fn exact(value: i64) -> Self {
        Self { low: value, high: value }
    }

    pub fn of(range: Range) -> Self {
        Self { low: clamp(range.low()), high: clamp(range.high()) }
    }

    pub fn contains(self, other: Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    pub fn join(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub fn meet(self, other: Self) -> Option<Self> {
        let met = Self { low: self.low.max(other.low), high: self.high.min(other.high) };
        (met.low <= met.high).then_some(met)
    }

    /// Bounds that moved go to the next of these numbers, and past the last to the end of the type.
    pub fn widen(self, wider: Self, steps: &[i64], all: Self) -> Self {
        let below = steps.iter().copied().filter(|&step| step <= wider.low).max();
        let above = steps.iter().copied().filter(|&step| step >= wider.high).min();
        Self {
            low: if wider.low < self.low { below.unwrap_or(all.low).max(all.low) } else { self.low },
            high: if wider.high > self.high { above.unwrap_or(all.high).min(all.high) } else { self.high },
        }
    }

    /// The numbers of the first that compare so with some number of the second.
    pub fn refine(self, cond: Cond, other: Self) -> Option<Self> {
        let (low, high) = match cond {
            Cond::Eq => (other.low, other.high),
            Cond::Ne => return self.without(other),
            Cond::Lt => (i64::MIN, other.high.checked_sub(1)?),
            Cond::Le => (i64::MIN, other.high),
            Cond::Gt => (other.low.checked_add(1)?, i64::MAX),
            Cond::Ge => (other.low, i64::MAX),
        };
        self.meet(Self { low, high })
    }

    fn without(self, other: Self) -> Option<Self> {
        if other.low != other.high {
            return Some(self);
        }
        let low = if self.low == other.low { self.low.checked_add(1)? } else { self.low };
        let high = if self.high == other.low { self.high.checked_sub(1)? } else { self.high };
        (low <= high).then_some(Self { low, high })
    }

    /// Whether every number of the first compares so with every number of the second.
    pub fn always(self, cond: Cond, other: Self) -> bool {
        self.refine(cond.negate(), other).is_none()
    }

    /// What an operator makes of two sets of numbers; nothing if it always throws.
    pub fn binary(width: Width, op: IntOp, a: Self, b: Self) -> Option<Self> {
        let all = Self::of(width.range());
        let (al, ah, bl, bh) = (i128::from(a.low), i128::from(a.high), i128::from(b.low), i128::from(b.high));
        let within = |low: i128, high: i128| {
            let fits = width.range().holds(low) && width.range().holds(high);
            if fits { Self { low: clamp(low), high: clamp(high) } } else { all }
        };
        let distance = (b.low == b.high).then(|| width.distance(bl));
        Some(match op {
            IntOp::Add => within(al + bl, ah + bh),
            IntOp::Sub => within(al - bh, ah - bl),
            IntOp::Mul => {
                let ends = [al * bl, al * bh, ah * bl, ah * bh];
                within(ends.into_iter().min()?, ends.into_iter().max()?)
            }
            IntOp::Div if b == Self::exact(0) => return None,
            IntOp::Div if bl > 0 => within((al / bl).min(al / bh), (ah / bl).max(ah / bh)),
            IntOp::Div => all,
            IntOp::Rem if b == Self::exact(0) => return None,
            IntOp::Rem => {
                let most = bl.abs().max(bh.abs()) - 1;
                let low = if al >= 0 { 0 } else { (-most).max(al) };
                let high = if ah <= 0 { 0 } else { most.min(ah) };
                within(low, high)
            }
            IntOp::And if al >= 0 && bl >= 0 => within(0, ah.min(bh)),
            IntOp::And if al >= 0 => within(0, ah),
            IntOp::And if bl >= 0 => within(0, bh),
            IntOp::Or | IntOp::Xor if al >= 0 && bl >= 0 => {
                within(0, ((ah.max(bh) + 1) as u128).next_power_of_two() as i128 - 1)
            }
            IntOp::And | IntOp::Or | IntOp::Xor => all,
            IntOp::Shr => within(al.min(0), ah.max(-1)),
            IntOp::Ushr if al >= 0 => within(0, ah),
            IntOp::Ushr => match distance {
                Some(distance) if distance > 0 => within(0, (width.range().size() - 1) >> distance),
                _ => all,
            },
            IntOp::Shl => match distance {
                Some(distance) => within(al << distance, ah << distance),
                None => all,
            },
        })
    }
}

fn clamp(value: i128) -> i64 {
    value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}

#[cfg(test)]
mod tests {
    use program::arith::exact;

    use super::*;

    const OPERATORS: [IntOp; 11] = [
        IntOp::Add,
        IntOp::Sub,
        IntOp::Mul,
        IntOp::Div,
        IntOp::Rem,
        IntOp::Shl,
        IntOp::Shr,
        IntOp::Ushr,
        IntOp::And,
        IntOp::Or,
        IntOp::Xor,
    ];

    #[test]
    fn results_lie_in_the_result() {
        let ends = [i64::from(i32::MIN), i64::from(i32::MIN) + 1, -8, -1, 0, 1, 3, 40, i64::from(i32::MAX)];
        let mut tried = 0;
        for op in OPERATORS {
            for (low, high) in pairs(&ends) {
                for (from, to) in pairs(&ends) {
                    let (a, b) = (Interval { low, high }, Interval { low: from, high: to });
                    for (x, y) in [(low, from), (low, to), (high, from), (high, to)] {
                        let Some(exact) = exact::integer(Width::Int, op, x.into(), y.into()) else {
                            continue;
                        };
                        let value = clamp(Range::INT.wrap(exact));
                        let result = Interval::binary(Width::Int, op, a, b).expect("some result exists");
                        assert!(
                            result.contains(Interval::exact(value)),
                            "{op:?} {x} {y}: {value} {result:?}"
                        );
                        tried += 1;
                    }
                }
            }
        }
        assert!(tried > 50_000, "{tried}");
    }

    #[test]
    fn comparisons_leave_what_satisfies_them() {
        let ends = [-2, -1, 0, 1, 2];
        for cond in [Cond::Eq, Cond::Ne, Cond::Lt, Cond::Ge, Cond::Gt, Cond::Le] {
            for (low, high) in pairs(&ends) {
                for (from, to) in pairs(&ends) {
                    let (a, b) = (Interval { low, high }, Interval { low: from, high: to });
                    let left = a.refine(cond, b);
                    for x in low..=high {
                        let satisfies = (from..=to).any(|y| cond.holds(x, y));
                        let is_left = left.is_some_and(|left| left.contains(Interval::exact(x)));
                        assert!(!satisfies || is_left, "{x} {cond} {b:?}");
                    }
                }
            }
        }
    }

    fn pairs(ends: &[i64]) -> Vec<(i64, i64)> {
        ends.iter().flat_map(|&a| ends.iter().filter(move |&&b| a <= b).map(move |&b| (a, b))).collect()
    }
}
