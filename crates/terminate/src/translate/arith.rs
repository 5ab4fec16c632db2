//! Java's integer operators in linear arithmetic, by cases where one conjunction does not do.

use graph::Interval;
use program::arith::{BinShape, IntOp, Range, Width};
use program::code::{BinOp, Cond};

use crate::linear::{Constraint, Linear, Var};
use crate::rational::Rat;

/// More cases than these are not told apart: what would split them further is left out.
const MOST_CASES: usize = 8;

/// A disjunction of guards over shared unknowns.
pub struct Cases {
    arity: usize,
    locals: usize,
    cases: Vec<Vec<Constraint>>,
    /// Comparisons made.
    equalities: Vec<Equality>,
}

/// Two numbers, and 1 if they are equal, otherwise 0.
type Equality = (Linear, Linear, Linear);

/// An operand: its expression, if there is one, and its interval.
type Side = (Option<Linear>, Interval);

impl Cases {
    /// One case without constraints, over `arity` arguments.
    pub fn new(arity: usize) -> Self {
        Self { arity, locals: 0, cases: vec![Vec::new()], equalities: Vec::new() }
    }

    /// The number of unknowns and the guards.
    pub fn finish(self) -> (usize, Vec<Vec<Constraint>>) {
        (self.locals, self.cases)
    }

    /// A new unknown.
    pub fn fresh(&mut self) -> Linear {
        self.locals += 1;
        Linear::var(Var((self.arity + self.locals - 1) as u32))
    }

    /// An unknown that differs from `old` by something between `low` and `high`.
    pub fn between(&mut self, old: &Linear, low: i64, high: i64) -> Linear {
        if low == high {
            return old.plus_constant(low);
        }
        let result = self.fresh();
        self.assume(Constraint::ge(&result, &old.plus_constant(low)));
        self.assume(Constraint::ge(&old.plus_constant(high), &result));
        result
    }

    /// 0 or 1, unknown which.
    pub fn bit(&mut self) -> Linear {
        let result = self.fresh();
        self.assume(Constraint::ge(&result, &Linear::constant(0)));
        self.assume(Constraint::ge(&Linear::constant(1), &result));
        result
    }

    /// 1 if both are equal, otherwise 0.
    pub fn equality(&mut self, a: &Linear, b: &Linear) -> Linear {
        let known = |entry: &&Equality| (&entry.0, &entry.1) == (a, b) || (&entry.0, &entry.1) == (b, a);
        if let Some((_, _, result)) = self.equalities.iter().find(known) {
            return result.clone();
        }
        let difference = a.minus(b);
        if difference.is_constant() {
            return Linear::constant(i64::from(difference.constant.is_zero()));
        }
        let result = self.bit();
        let (zero, one) = (Linear::constant(0), Linear::constant(1));
        self.one_of(vec![
            vec![Constraint::eq(a, b), Constraint::eq(&result, &one)],
            vec![Constraint::gt(a, b), Constraint::eq(&result, &zero)],
            vec![Constraint::gt(b, a), Constraint::eq(&result, &zero)],
        ]);
        self.equalities.push((a.clone(), b.clone(), result.clone()));
        result
    }

    /// An unknown that is `old` or less.
    pub fn at_most(&mut self, old: &Linear) -> Linear {
        let result = self.fresh();
        self.assume(Constraint::ge(old, &result));
        result
    }

    pub fn assume(&mut self, constraint: Constraint) {
        for case in &mut self.cases {
            case.push(constraint.clone());
        }
    }

    /// One of the alternatives holds.
    pub fn one_of(&mut self, alternatives: Vec<Vec<Constraint>>) {
        let possible: Vec<_> = alternatives
            .into_iter()
            .filter(|case| case.iter().all(|c| c.constant_truth() != Some(false)))
            .collect();
        if self.cases.len() * possible.len() > MOST_CASES {
            return;
        }
        let both = |case: &Vec<Constraint>| {
            let with = |more: &Vec<Constraint>| case.iter().chain(more).cloned().collect::<Vec<_>>();
            possible.iter().map(with).collect::<Vec<_>>()
        };
        self.cases = self.cases.iter().flat_map(both).collect();
    }

    pub fn compare(&mut self, cond: Cond, lhs: &Linear, rhs: &Linear) {
        match cond {
            Cond::Eq => self.assume(Constraint::eq(lhs, rhs)),
            Cond::Ne => self.one_of(vec![vec![Constraint::gt(lhs, rhs)], vec![Constraint::gt(rhs, lhs)]]),
            Cond::Lt => self.assume(Constraint::gt(rhs, lhs)),
            Cond::Ge => self.assume(Constraint::ge(lhs, rhs)),
            Cond::Gt => self.assume(Constraint::gt(lhs, rhs)),
            Cond::Le => self.assume(Constraint::ge(rhs, lhs)),
        }
    }

    /// The result of an operator, an expression or an unknown about which something is assumed.
    pub fn define(&mut self, op: BinOp, lhs: Side, rhs: Side, wraps: bool) -> Linear {
        let BinShape::Integer(width, op) = op.shape() else { return self.fresh() };
        let (Some(left), Some(right)) = (lhs.0.clone(), rhs.0.clone()) else {
            return self.unrelated(op, &lhs, &rhs);
        };
        let exact = match op {
            IntOp::Add => Some(left.plus(&right)),
            IntOp::Sub => Some(left.minus(&right)),
            IntOp::Mul if left.is_constant() => Some(right.scaled(&left.constant)),
            IntOp::Mul if right.is_constant() => Some(left.scaled(&right.constant)),
            IntOp::Shl => power(width, &rhs.1).map(|power| left.scaled(&Rat::from(power))),
            IntOp::Mul
            | IntOp::Div
            | IntOp::Rem
            | IntOp::Shr
            | IntOp::Ushr
            | IntOp::And
            | IntOp::Or
            | IntOp::Xor => None,
        };
        match exact {
            Some(exact) if !wraps => exact,
            Some(exact) if matches!(op, IntOp::Add | IntOp::Sub) => self.wrapped(&exact, width.range()),
            Some(_) => self.fresh(),
            None if wraps => self.fresh(),
            None => self.inexact(width, op, (left, lhs.1), (right, rhs.1)),
        }
    }

    /// An operand is not a number we follow; remainders and masks still bound the result.
    fn unrelated(&mut self, op: IntOp, lhs: &Side, rhs: &Side) -> Linear {
        let result = self.fresh();
        if let (IntOp::Rem, Some(divisor)) = (op, &rhs.0) {
            self.below(&result, divisor, rhs.1);
            if lhs.1.lo() >= 0 {
                self.assume(Constraint::ge(&result, &Linear::constant(0)));
            }
        }
        result
    }

    /// A sum that is `exact` up to one wrap around the range.
    fn wrapped(&mut self, exact: &Linear, range: Range) -> Linear {
        let result = self.fresh();
        let modulus = Rat::from(range.size());
        let (low, high) = (Linear::constant(range.low()), Linear::constant(range.high()));
        let inside =
            vec![Constraint::eq(&result, exact), Constraint::ge(exact, &low), Constraint::ge(&high, exact)];
        let over =
            vec![Constraint::eq(&result, &exact.plus_constant(-&modulus)), Constraint::gt(exact, &high)];
        let under = vec![Constraint::eq(&result, &exact.plus_constant(modulus)), Constraint::gt(&low, exact)];
        self.one_of(vec![inside, over, under]);
        result
    }

    /// Operators that are not linear: bounds on the result.
    fn inexact(
        &mut self,
        width: Width,
        op: IntOp,
        lhs: (Linear, Interval),
        rhs: (Linear, Interval),
    ) -> Linear {
        match op {
            IntOp::Div => self.quotient(lhs, rhs),
            IntOp::Rem => self.remainder(lhs, rhs),
            IntOp::Shr => match power(width, &rhs.1) {
                Some(power) => self.floor_quotient(&lhs.0, power),
                None => self.fresh(),
            },
            IntOp::Ushr => self.unsigned_shift(lhs, &rhs.1, width),
            IntOp::Mul => self.product(lhs, rhs),
            IntOp::And => self.masked(lhs, rhs),
            IntOp::Or if lhs.1.lo() >= 0 && rhs.1.lo() >= 0 => {
                let result = self.fresh();
                self.assume(Constraint::ge(&result, &lhs.0));
                self.assume(Constraint::ge(&result, &rhs.0));
                self.assume(Constraint::ge(&lhs.0.plus(&rhs.0), &result));
                result
            }
            IntOp::Or | IntOp::Xor | IntOp::Add | IntOp::Sub | IntOp::Shl => self.fresh(),
        }
    }

    /// `q` with `power·q ≤ lhs < power·q + power`.
    fn floor_quotient(&mut self, lhs: &Linear, power: i128) -> Linear {
        let result = self.fresh();
        for constraint in divided(lhs, &result, power) {
            self.assume(constraint);
        }
        result
    }

    /// `>>>` reads a negative number as one beyond the word's half, unless it does not move it at all.
    fn unsigned_shift(&mut self, lhs: (Linear, Interval), distance: &Interval, width: Width) -> Linear {
        let range = width.range();
        let Some(power) = power(width, distance) else { return self.fresh() };
        if lhs.1.lo() >= 0 {
            return self.floor_quotient(&lhs.0, power);
        }
        let (result, zero) = (self.fresh(), Linear::constant(0));
        if power == 1 || !lhs.1.within(range.into()) {
            return result;
        }
        let mut natural = divided(&lhs.0, &result, power);
        natural.push(Constraint::ge(&lhs.0, &zero));
        let mut negative = divided(&lhs.0.plus_constant(range.size()), &result, power);
        negative.push(Constraint::gt(&zero, &lhs.0));
        self.one_of(by_sign(lhs.1, natural, negative));
        result
    }

    /// Division rounds towards zero.
    fn quotient(&mut self, lhs: (Linear, Interval), rhs: (Linear, Interval)) -> Linear {
        let zero = Linear::constant(0);
        if let Some(divisor) = rhs.1.as_literal().filter(|&divisor| divisor > 0) {
            let result = self.fresh();
            let multiple = result.scaled(&Rat::from(divisor));
            let natural = vec![
                Constraint::ge(&lhs.0, &zero),
                Constraint::ge(&lhs.0, &multiple),
                Constraint::gt(&multiple.plus_constant(divisor), &lhs.0),
                Constraint::ge(&result, &zero),
            ];
            let negative = vec![
                Constraint::gt(&zero, &lhs.0),
                Constraint::ge(&multiple, &lhs.0),
                Constraint::gt(&lhs.0, &multiple.plus_constant(-divisor)),
                Constraint::ge(&zero, &result),
            ];
            self.one_of(by_sign(lhs.1, natural, negative));
            return result;
        }
        let result = self.fresh();
        if lhs.1.lo() >= 0 && rhs.1.lo() >= 1 {
            self.assume(Constraint::ge(&result, &zero));
            self.assume(Constraint::ge(&lhs.0, &result.scaled(&Rat::from(rhs.1.lo()))));
        }
        result
    }

    /// The remainder has the sign of the dividend and is smaller than the divisor.
    fn remainder(&mut self, lhs: (Linear, Interval), rhs: (Linear, Interval)) -> Linear {
        let result = self.fresh();
        let zero = Linear::constant(0);
        if let Some(divisor) = rhs.1.as_literal().filter(|&divisor| divisor != 0) {
            let times = self.fresh();
            let product = times.scaled(&Rat::from(divisor));
            self.assume(Constraint::eq(&lhs.0, &product.plus(&result)));
        }
        let natural = vec![
            Constraint::ge(&lhs.0, &zero),
            Constraint::ge(&result, &zero),
            Constraint::ge(&lhs.0, &result),
        ];
        let negative = vec![
            Constraint::gt(&zero, &lhs.0),
            Constraint::ge(&zero, &result),
            Constraint::ge(&result, &lhs.0),
        ];
        self.one_of(by_sign(lhs.1, natural, negative));
        self.below(&result, &rhs.0, rhs.1);
        result
    }

    /// `|result| < |divisor|`
    fn below(&mut self, result: &Linear, divisor: &Linear, interval: Interval) {
        let zero = Linear::constant(0);
        let positive = vec![
            Constraint::gt(divisor, &zero),
            Constraint::gt(divisor, result),
            Constraint::gt(result, &divisor.negated()),
        ];
        let negative = vec![
            Constraint::gt(&zero, divisor),
            Constraint::gt(result, divisor),
            Constraint::gt(&divisor.negated(), result),
        ];
        self.one_of(by_sign(interval, positive, negative));
    }

    /// McCormick's bounds: from `(x - a)(y - b) ≥ 0` for bounds `a`, `b` on the same side.
    fn product(&mut self, lhs: (Linear, Interval), rhs: (Linear, Interval)) -> Linear {
        let result = self.fresh();
        let sides =
            |interval: Interval| [interval.lower().map(|b| (b, 1)), interval.upper().map(|b| (b, -1))];
        for (a, left_side) in sides(lhs.1).into_iter().flatten() {
            for (b, right_side) in sides(rhs.1).into_iter().flatten() {
                let Some(both) = a.checked_mul(b) else { continue };
                let bound =
                    rhs.0.scaled(&Rat::from(a)).plus(&lhs.0.scaled(&Rat::from(b))).plus_constant(-both);
                self.assume(match left_side == right_side {
                    true => Constraint::ge(&result, &bound),
                    false => Constraint::ge(&bound, &result),
                });
            }
        }
        result
    }

    /// A mask keeps a natural number from growing, two negative ones make a smaller one; a mask of low bits is a
    /// remainder.
    fn masked(&mut self, lhs: (Linear, Interval), rhs: (Linear, Interval)) -> Linear {
        let result = self.fresh();
        let natural = |side: &(Linear, Interval)| side.1.lo() >= 0;
        let zero = Linear::constant(0);
        if natural(&lhs) || natural(&rhs) {
            self.assume(Constraint::ge(&result, &zero));
        } else {
            let below = |side: &Linear| Constraint::ge(side, &result);
            let kept = |side: &Linear| {
                vec![Constraint::ge(side, &zero), Constraint::ge(&result, &zero), below(side)]
            };
            let negative = vec![
                Constraint::gt(&zero, &lhs.0),
                Constraint::gt(&zero, &rhs.0),
                below(&lhs.0),
                below(&rhs.0),
            ];
            self.one_of(vec![kept(&lhs.0), kept(&rhs.0), negative]);
        }
        for side in [&lhs, &rhs] {
            if natural(side) {
                self.assume(Constraint::ge(&side.0, &result));
            }
        }
        if let Some(mask) = rhs.1.as_literal().filter(|mask| *mask > 0 && (mask + 1) & mask == 0) {
            let times = self.fresh();
            self.assume(Constraint::eq(&lhs.0, &times.scaled(&Rat::from(mask + 1)).plus(&result)));
        }
        result
    }
}

/// `power·quotient ≤ number < power·quotient + power`
fn divided(number: &Linear, quotient: &Linear, power: i128) -> Vec<Constraint> {
    let multiple = quotient.scaled(&Rat::from(power));
    vec![Constraint::ge(number, &multiple), Constraint::gt(&multiple.plus_constant(power), number)]
}

/// The cases that an interval's sign leaves.
fn by_sign(interval: Interval, natural: Vec<Constraint>, negative: Vec<Constraint>) -> Vec<Vec<Constraint>> {
    match (interval.lo() >= 0, interval.hi() < 0) {
        (true, _) => vec![natural],
        (_, true) => vec![negative],
        (false, false) => vec![natural, negative],
    }
}

/// What a shift by a literal distance multiplies or divides by.
fn power(width: Width, distance: &Interval) -> Option<i128> {
    distance.as_literal().map(|distance| 1i128 << width.distance(distance))
}

#[cfg(test)]
mod tests {
    use program::arith::{exact, word};

    use super::*;
    use crate::facts::{Facts, Least};

    /// The integers in -3..=9 that all cases leave for the result of an operator on literals-in-disguise.
    fn results(op: BinOp, lhs: i128, rhs: i128) -> Vec<i128> {
        let mut cases = Cases::new(2);
        let side = |index: u32| (Some(Linear::var(Var(index))), Interval::new(-20, 20).expect("not empty"));
        let divisor = (Some(Linear::constant(rhs)), Interval::literal(rhs));
        let result = cases.define(op, side(0), divisor, false);
        let (locals, guards) = cases.finish();
        let fixed = Constraint::eq(&Linear::var(Var(0)), &Linear::constant(lhs));
        let possible = |value: &i128| {
            let chosen = Constraint::eq(&result, &Linear::constant(*value));
            guards.iter().any(|guard| {
                let facts = Facts::new(2 + locals, guard.iter().chain([&fixed, &chosen]));
                facts.least(&Linear::constant(0)) != Least::Infeasible
            })
        };
        (-9..=9).filter(possible).collect()
    }

    #[test]
    fn division_and_remainder_follow_java() {
        for (lhs, rhs) in [(7, 2), (-7, 2), (6, 3), (-6, 3), (0, 5), (1, 2), (-1, 2)] {
            assert_eq!(results(BinOp::IntDiv, lhs, rhs), [lhs / rhs], "{lhs} / {rhs}");
            assert!(results(BinOp::IntRem, lhs, rhs).contains(&(lhs % rhs)), "{lhs} % {rhs}");
        }
        assert_eq!(results(BinOp::IntShr, -7, 1), [-4]);
        for (lhs, rhs) in [(7, 3), (-7, -3), (-7, 3), (7, -3), (-1, -1)] {
            assert!(results(BinOp::IntAnd, lhs, rhs).contains(&(lhs & rhs)), "{lhs} & {rhs}");
        }
        assert!(!results(BinOp::IntAnd, -7, -3).contains(&-2), "two negative numbers make a smaller one");
        assert_eq!(results(BinOp::IntUshr, 7, 1), [3]);
        assert_eq!(results(BinOp::IntUshr, -7, 30), [3]);
    }

    /// Whether a case leaves what the JVM computes; sides are variables, the right one a literal or not.
    fn leaves_result(op: BinOp, lhs: i128, rhs: i128, literal: bool) -> bool {
        let BinShape::Integer(width, shape) = op.shape() else { return true };
        let (left, right, kind) = op.kinds();
        let words = word::binary(op, word::operand(left, lhs), word::operand(right, rhs));
        let Some(words) = words.map(|value| word::integer(kind, value)) else { return true };
        let wraps = exact::integer(width, shape, lhs, rhs) != Some(words);
        let around =
            |value: i128| Interval::new(value - 4, value + 4).and_then(|i| i.meet(width.range().into()));
        let side = |index: u32, value: i128| {
            (Some(Linear::var(Var(index))), around(value).expect("the value is in both"))
        };
        let divisor =
            if literal { (Some(Linear::constant(rhs)), Interval::literal(rhs)) } else { side(1, rhs) };
        let mut cases = Cases::new(2);
        let result = cases.define(op, side(0, lhs), divisor, wraps);
        let (locals, guards) = cases.finish();
        let fixed = [(Linear::var(Var(0)), lhs), (Linear::var(Var(1)), rhs), (result, words)]
            .map(|(linear, value)| Constraint::eq(&linear, &Linear::constant(value)));
        guards.iter().any(|guard| {
            let facts = Facts::new(2 + locals, guard.iter().chain(&fixed));
            facts.least(&Linear::constant(0)) != Least::Infeasible
        })
    }

    #[test]
    fn cases_leave_what_words_compute() {
        let operands =
            [-9, -8, -7, -3, -2, -1, 0, 1, 2, 3, 5, 7, 8, 31, 32, 33, 63, 64, 65, -33, 1000, -1000];
        let edges = [i32::MIN, i32::MIN + 1, i32::MAX].map(i128::from);
        for op in BinOp::ALL {
            for lhs in operands.into_iter().chain(edges) {
                for rhs in operands.into_iter().chain(edges) {
                    for literal in [true, false] {
                        assert!(leaves_result(op, lhs, rhs, literal), "{op:?} {lhs} {rhs} {literal}");
                    }
                }
            }
        }
    }

    #[test]
    fn sums_wrap_where_told() {
        let mut cases = Cases::new(1);
        let top = i128::from(i32::MAX);
        let x = (Some(Linear::var(Var(0))), Interval::INT);
        cases.define(BinOp::IntAdd, x, (Some(Linear::constant(1)), Interval::literal(1)), true);
        let (locals, guards) = cases.finish();
        let fixed = Constraint::eq(&Linear::var(Var(0)), &Linear::constant(top));
        let results: Vec<_> = guards
            .iter()
            .map(|guard| Facts::new(1 + locals, guard.iter().chain([&fixed])).least(&Linear::var(Var(1))))
            .filter(|least| *least != Least::Infeasible)
            .collect();
        assert_eq!(results, [Least::At(Rat::from(i128::from(i32::MIN)))]);
    }
}
