//! Integers that remember how they were computed from the integers a round trip started with.
//!
//! A number is a value and, while a trip is watched, an expression over the trip's variables that has this value. Where
//! an operation leaves linear arithmetic the path pays: it fixes an operand to its value, or records that
//! variables matter modulo something ([`super::residue`]). The law: for any values of the variables that satisfy the path's
//! constraints and agree with the trip's modulo [`Path::moduli`], the same operations give the expression's value.

use std::rc::Rc;

use program::arith::{BinShape, IntOp, Range, Width, exact};
use program::code::{BinOp, Cond};

use crate::linear::{Constraint, Linear, Var};
use crate::rational::Rat;

#[derive(Clone, Debug)]
pub struct Number {
    pub value: i128,
    /// None for a constant.
    pub expression: Option<Rc<Linear>>,
}

/// What a round trip assumed about its variables.
#[derive(Clone, Debug, Default)]
pub struct Path {
    pub constraints: Vec<Constraint>,
    /// The variables' values at the start.
    pub start: Vec<i128>,
    /// By variable: the trip is the same for values that differ by multiples of this.
    pub moduli: Vec<i128>,
    /// Something happened that the path cannot speak about.
    pub lost: bool,
    pub care: Care,
    pub free: Vec<Free>,
}

/// How numbers that may wrap around are followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Care {
    /// They stay on the side of the range where they are.
    #[default]
    Exact,
    /// They become free variables: any number of their range.
    Loose,
    /// So they do, and to be below the greatest number, or above the least, is to be in another residue class.
    Classes,
}

/// A variable that stands for a result which may have wrapped around.
#[derive(Clone, Debug)]
pub struct Free {
    pub var: Var,
    pub range: Range,
    /// What it equals up to multiples of the range's size.
    pub source: Linear,
}

/// Longer paths are given up.
const LONGEST_PATH: usize = 4_000;
/// Coefficients with more bits are given up: a number multiplied in every round has ever longer ones.
const LONGEST_COEFFICIENT: u64 = 256;
/// Numbers are told apart by their residues modulo powers of two up to this.
const LARGEST_CLASS: i128 = 256;

impl Number {
    pub fn constant(value: i128) -> Self {
        Self { value, expression: None }
    }

    pub fn linear(&self) -> Linear {
        match &self.expression {
            Some(expression) => (**expression).clone(),
            None => Linear::constant(self.value),
        }
    }

    fn with(value: i128, linear: Linear) -> Self {
        let expression = (!linear.is_constant()).then(|| Rc::new(linear));
        Self { value, expression }
    }
}

impl Path {
    /// A new variable with this value at the start.
    pub fn variable(&mut self, value: i128) -> Number {
        self.start.push(value);
        self.moduli.push(1);
        Number { value, expression: Some(Rc::new(Linear::var(Var(self.start.len() as u32 - 1)))) }
    }

    /// Whether a comparison of numbers of this range holds.
    pub fn test_within(&mut self, range: Range, cond: Cond, lhs: &Number, rhs: &Number) -> bool {
        let holds = cond.holds(lhs.value, rhs.value);
        let (limit, number) = match if holds { cond } else { cond.negate() } {
            Cond::Lt if rhs.value == range.high() => (rhs, lhs),
            Cond::Gt if lhs.value == range.high() => (lhs, rhs),
            Cond::Gt if rhs.value == range.low() => (rhs, lhs),
            Cond::Lt if lhs.value == range.low() => (lhs, rhs),
            Cond::Lt | Cond::Gt | Cond::Eq | Cond::Ne | Cond::Le | Cond::Ge => {
                return self.test(cond, lhs, rhs);
            }
        };
        if self.care == Care::Classes && number.expression.is_some() {
            self.fix(limit);
            self.test(Cond::Ne, number, &Number::constant(limit.value));
            return holds;
        }
        self.test(cond, lhs, rhs)
    }

    /// Whether the comparison holds; the path remembers that it does or does not.
    pub fn test(&mut self, cond: Cond, lhs: &Number, rhs: &Number) -> bool {
        let holds = cond.holds(lhs.value, rhs.value);
        if self.lost {
            return holds;
        }
        if lhs.expression.is_some() || rhs.expression.is_some() {
            let (left, right) = (lhs.linear(), rhs.linear());
            let actual = if holds { cond } else { cond.negate() };
            if actual == Cond::Ne && self.differ_in_class(&left.minus(&right), lhs.value - rhs.value) {
                return holds;
            }
            self.assume(match actual {
                Cond::Eq => Constraint::eq(&left, &right),
                Cond::Ne if lhs.value > rhs.value => Constraint::gt(&left, &right),
                Cond::Ne | Cond::Lt => Constraint::gt(&right, &left),
                Cond::Gt => Constraint::gt(&left, &right),
                Cond::Ge => Constraint::ge(&left, &right),
                Cond::Le => Constraint::ge(&right, &left),
            });
        }
        holds
    }

    /// Whether a trip that gives each variable the value and expression of its image repeats because of the variables that are the `same`
    /// afterwards: all that it asked for depends on them alone, and so do they. What else changes, such as a
    /// counter, is never looked at.
    pub fn depends_only_on(&self, images: &[(i128, Linear)], mut same: Vec<bool>) -> bool {
        let source = |index: usize| {
            let free = self.free.iter().find(|free| free.var.0 as usize == index);
            free.map_or(&images[index].1, |free| &free.source)
        };
        let known = |linear: &Linear, same: &[bool]| linear.vars().all(|var| same[var.0 as usize]);
        while let Some(index) = (0..same.len()).find(|&index| same[index] && !known(source(index), &same)) {
            same[index] = false;
        }
        let constraints = self.constraints.iter().all(|constraint| known(&constraint.linear, &same));
        constraints && self.moduli.iter().zip(&same).all(|(modulus, same)| *same || *modulus == 1)
    }

    /// In a loose trip numbers wrap around and cannot be ordered, but they are unequal if their residues are.
    fn differ_in_class(&mut self, difference: &Linear, value: i128) -> bool {
        let modulus = 2 * (value & value.wrapping_neg());
        let differ = self.care != Care::Exact && modulus <= LARGEST_CLASS;
        if differ {
            self.distinguish(difference, modulus);
        }
        differ
    }

    /// The value of a number that matters exactly: an index, a length, an operand of something not linear.
    pub fn fix(&mut self, number: &Number) -> i128 {
        if number.expression.is_some() && !self.lost {
            self.assume(Constraint::eq(&number.linear(), &Linear::constant(number.value)));
        }
        number.value
    }

    /// An operation in mathematical integers; none if the result is too large for us. Once the path is lost only values matter.
    pub fn binary(&mut self, op: BinOp, lhs: &Number, rhs: &Number) -> Option<Number> {
        if self.lost {
            return self.exactly(op, &Number::constant(lhs.value), &Number::constant(rhs.value));
        }
        let result = self.exactly(op, lhs, rhs)?;
        let is_long = |linear: &Rc<Linear>| {
            linear.terms.iter().any(|(_, coefficient)| {
                coefficient.numerator().bits().max(coefficient.denominator().bits()) > LONGEST_COEFFICIENT
            })
        };
        self.lost |= result.expression.as_ref().is_some_and(is_long);
        Some(if self.lost { Number::constant(result.value) } else { result })
    }

    fn exactly(&mut self, op: BinOp, lhs: &Number, rhs: &Number) -> Option<Number> {
        let (width, op) = match op.shape() {
            BinShape::Integer(width, op) => (width, op),
            BinShape::Order => return Some(Number::constant(self.three_way(lhs, rhs))),
            BinShape::Float(..) | BinShape::FloatOrder { .. } => return None,
        };
        let value = exact::integer(width, op, lhs.value, rhs.value)?;
        if lhs.expression.is_none() && rhs.expression.is_none() {
            return Some(Number::constant(value));
        }
        Some(match op {
            IntOp::Add => Number::with(value, lhs.linear().plus(&rhs.linear())),
            IntOp::Sub => Number::with(value, lhs.linear().minus(&rhs.linear())),
            IntOp::Mul => self.product(lhs, rhs)?,
            IntOp::Div => self.quotient(lhs, rhs),
            IntOp::Rem => self.remainder(lhs, rhs),
            IntOp::Shl => {
                let factor = Number::constant(1 << self.distance(width, rhs));
                self.product(lhs, &factor)?
            }
            IntOp::Shr => {
                let divisor = 1 << self.distance(width, rhs);
                self.floor_quotient(lhs, divisor)
            }
            IntOp::And => self.masked(lhs, rhs),
            IntOp::Ushr | IntOp::Or | IntOp::Xor => {
                self.fix(lhs);
                self.fix(rhs);
                Number::constant(value)
            }
        })
    }

    /// Brings a result into a type's range, remembering on which side it left it.
    pub fn wrap(&mut self, number: Number, range: Range) -> Number {
        let wrapped = range.wrap(number.value);
        if number.expression.is_none() || self.lost {
            return Number::constant(wrapped);
        }
        if self.care != Care::Exact {
            let result = self.variable(wrapped);
            let var = Var(self.start.len() as u32 - 1);
            self.free.push(Free { var, range, source: number.linear() });
            return result;
        }
        let shift = wrapped - number.value;
        let linear = number.linear().plus_constant(shift);
        self.assume(Constraint::ge(&linear, &Linear::constant(range.low())));
        self.assume(Constraint::ge(&Linear::constant(range.high()), &linear));
        Number::with(wrapped, linear)
    }

    fn assume(&mut self, constraint: Constraint) {
        if self.constraints.len() >= LONGEST_PATH {
            self.lost = true;
        } else if constraint.constant_truth() != Some(true) {
            self.constraints.push(constraint);
        }
    }

    fn distance(&mut self, width: Width, rhs: &Number) -> u32 {
        width.distance(self.fix(rhs))
    }

    fn product(&mut self, lhs: &Number, rhs: &Number) -> Option<Number> {
        let value = lhs.value.checked_mul(rhs.value)?;
        Some(match (&lhs.expression, &rhs.expression) {
            (None, None) => Number::constant(value),
            (Some(linear), None) => Number::with(value, linear.scaled(&Rat::from(rhs.value))),
            (None, Some(linear)) => Number::with(value, linear.scaled(&Rat::from(lhs.value))),
            (Some(linear), Some(_)) => {
                let factor = self.fix(rhs);
                Number::with(value, linear.scaled(&Rat::from(factor)))
            }
        })
    }

    /// Rounds towards zero: for a dividend of known sign the remainder is one of its residue class.
    fn quotient(&mut self, lhs: &Number, rhs: &Number) -> Number {
        let divisor = self.fix(rhs);
        let value = lhs.value / divisor;
        if lhs.expression.is_none() {
            return Number::constant(value);
        }
        let remainder = self.remainder(lhs, &Number::constant(divisor));
        let linear = lhs.linear().plus_constant(-remainder.value).scaled(&Rat::from(divisor).recip());
        Number::with(value, linear)
    }

    fn remainder(&mut self, lhs: &Number, rhs: &Number) -> Number {
        let divisor = self.fix(rhs);
        if lhs.expression.is_some() {
            self.distinguish(&lhs.linear(), divisor.abs());
            let zero = Number::constant(0);
            self.test(Cond::Ge, lhs, &zero);
        }
        Number::constant(lhs.value % divisor)
    }

    fn floor_quotient(&mut self, lhs: &Number, divisor: i128) -> Number {
        let value = lhs.value.div_euclid(divisor);
        if lhs.expression.is_none() {
            return Number::constant(value);
        }
        self.distinguish(&lhs.linear(), divisor);
        let rest = lhs.value.rem_euclid(divisor);
        Number::with(value, lhs.linear().plus_constant(-rest).scaled(&Rat::from(divisor).recip()))
    }

    /// A mask of low bits looks at a residue class only.
    fn masked(&mut self, lhs: &Number, rhs: &Number) -> Number {
        let (number, mask) = if rhs.expression.is_none() { (lhs, rhs) } else { (rhs, lhs) };
        let low_bits = mask.expression.is_none() && mask.value >= 0 && (mask.value + 1) & mask.value == 0;
        if low_bits && number.expression.is_some() {
            self.distinguish(&number.linear(), mask.value + 1);
        } else {
            self.fix(lhs);
            self.fix(rhs);
        }
        Number::constant(lhs.value & rhs.value)
    }

    fn three_way(&mut self, lhs: &Number, rhs: &Number) -> i128 {
        if self.test_within(Range::LONG, Cond::Lt, lhs, rhs) {
            return -1;
        }
        i128::from(self.test(Cond::Gt, lhs, rhs))
    }
}

#[cfg(test)]
mod tests {
    use program::arith::word;
    use program::code::Kind;

    use super::*;

    #[test]
    fn long_coefficients_are_given_up() {
        let mut path = Path::default();
        let mut x = path.variable(0);
        for _ in 0..300 {
            x = path.binary(BinOp::IntMul, &x, &Number::constant(3)).expect("it is zero");
        }
        assert!(path.lost);
        assert!(x.expression.is_none());
        assert!(path.test(Cond::Eq, &x, &Number::constant(0)));
    }

    #[test]
    fn expressions_follow_the_arithmetic() {
        let mut path = Path::default();
        let x = path.variable(7);
        let twice = path.binary(BinOp::IntMul, &x, &Number::constant(2)).expect("small");
        let sum = path.binary(BinOp::IntAdd, &twice, &x).expect("small");
        assert_eq!((sum.value, format!("{:?}", sum.linear())), (21, "3*v0".to_string()));
        let half = path.binary(BinOp::IntDiv, &x, &Number::constant(2)).expect("small");
        assert_eq!((half.value, format!("{:?}", half.linear())), (3, "1/2*v0 - 1/2".to_string()));
        assert_eq!(path.moduli, [2]);
        assert!(path.test(Cond::Ne, &x, &Number::constant(3)));
        assert_eq!(format!("{:?}", path.constraints), "[v0 >= 0, v0 >= 4]");
    }

    /// The law of paths on one start, and of what it says on another.
    fn follows(op: BinOp, start: [i128; 2], other: [i128; 2]) {
        let mut path = Path::default();
        let [lhs, rhs] = start.map(|value| path.variable(value));
        let (left, right, kind) = op.kinds();
        let java = |[lhs, rhs]: [i128; 2]| {
            let words = word::binary(op, word::operand(left, lhs), word::operand(right, rhs));
            words.map(|value| word::integer(kind, value))
        };
        let Some(expected) = java(start) else { return };
        let result = path.binary(op, &lhs, &rhs).expect("words are small");
        let result = path.wrap(result, if kind == Kind::Long { Range::LONG } else { Range::INT });
        assert_eq!(result.value, expected, "{op:?} {start:?}");
        for values in [start, other] {
            let at = |linear: &Linear| {
                let value = |index: usize| Rat::from(values[index]);
                let times = linear.terms.iter().map(|(var, factor)| factor * &value(var.0 as usize));
                times.fold(linear.constant.clone(), |sum, term| &sum + &term)
            };
            let same_class = (0..2).all(|index| (values[index] - start[index]) % path.moduli[index] == 0);
            let holds = path.constraints.iter().all(|constraint| constraint.admits(&at(&constraint.linear)));
            assert!(values != start || holds, "{op:?} {start:?} keeps to its own path");
            if same_class && holds && !path.lost {
                let expected = java(values).map(Rat::from);
                assert_eq!(Some(at(&result.linear())), expected, "{op:?} {start:?} at {values:?}");
            }
        }
    }

    #[test]
    fn numbers_follow_the_arithmetic_of_words() {
        let operators = || BinOp::ALL.into_iter().filter(|op| matches!(op.kinds().0, Kind::Int | Kind::Long));
        let small: Vec<[i128; 2]> = (-5..=5).flat_map(|a| (-5..=5).map(move |b| [a, b])).collect();
        for op in operators() {
            for &start in &small {
                small.iter().for_each(|&other| follows(op, start, other));
            }
        }
        let mut bits = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = || {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (bits.rotate_left(23) as i64) >> (bits >> 58)
        };
        for _ in 0..500 {
            let (a, b, shift) = (next(), next(), next() % 1000);
            for op in operators() {
                let fit = |kind: Kind, value: i64| word::integer(kind, word::operand(kind, value.into()));
                let pair = |a: i64, b: i64| [fit(op.kinds().0, a), fit(op.kinds().1, b)];
                follows(op, pair(a, b), pair(a.wrapping_add(shift), b));
            }
        }
    }

    #[test]
    fn wrapping_remembers_its_side() {
        let mut path = Path::default();
        let x = path.variable(i128::from(i32::MAX));
        let next = path.binary(BinOp::IntAdd, &x, &Number::constant(1)).expect("small");
        let next = path.wrap(next, Range::INT);
        assert_eq!(next.value, i128::from(i32::MIN));
        assert_eq!(format!("{:?}", next.linear()), "v0 - 4294967295");
    }
}
