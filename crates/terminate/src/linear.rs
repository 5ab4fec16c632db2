//! Linear expressions and constraints over integer variables.
//!
//! Invariants: terms are sorted by variable and have no zero coefficient; a constraint's coefficients are integers
//! without common divisor, and an inequality's constant is rounded down accordingly (its variables are integers).

use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use serde::{Deserialize, Serialize};

use crate::rational::Rat;

base::define_id! {
    /// A variable of a transition: the arguments of its source location come first, then its local unknowns.
    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Var = "v";
}

/// `terms + constant`.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Linear {
    pub terms: Vec<(Var, Rat)>,
    pub constant: Rat,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// The expression is at least 0.
    AtLeast,
    /// The expression is 0.
    Zero,
}

/// `linear ≥ 0` or `linear = 0`.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Constraint {
    pub linear: Linear,
    pub relation: Relation,
}

impl Linear {
    pub fn constant(value: impl Into<Rat>) -> Self {
        Self { terms: Vec::new(), constant: value.into() }
    }

    pub fn var(var: Var) -> Self {
        Self { terms: vec![(var, Rat::ONE)], constant: Rat::ZERO }
    }

    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// The variable, if the expression is one variable and nothing else.
    pub fn as_var(&self) -> Option<Var> {
        match self.terms.as_slice() {
            [(var, coefficient)] if coefficient.is_one() && self.constant.is_zero() => Some(*var),
            _ => None,
        }
    }

    pub fn coefficient(&self, var: Var) -> Rat {
        match self.terms.binary_search_by_key(&var, |term| term.0) {
            Ok(index) => self.terms[index].1.clone(),
            Err(_) => Rat::ZERO,
        }
    }

    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.terms.iter().map(|term| term.0)
    }

    pub fn plus(&self, other: &Linear) -> Linear {
        self.plus_scaled(other, &Rat::ONE)
    }

    pub fn minus(&self, other: &Linear) -> Linear {
        self.plus_scaled(other, &Rat::from(-1))
    }

    pub fn plus_constant(&self, value: impl Into<Rat>) -> Linear {
        Linear { terms: self.terms.clone(), constant: &self.constant + &value.into() }
    }

    pub fn scaled(&self, factor: &Rat) -> Linear {
        Linear::constant(0).plus_scaled(self, factor)
    }

    pub fn negated(&self) -> Linear {
        self.scaled(&Rat::from(-1))
    }

    /// `self + factor · other`: a merge of two sorted term lists.
    pub fn plus_scaled(&self, other: &Linear, factor: &Rat) -> Linear {
        let terms = merge_scaled(&self.terms, &other.terms, factor);
        Linear { terms, constant: &self.constant + &(&other.constant * factor) }
    }

    /// Every variable replaced by what `image` gives for it.
    pub fn substitute(&self, image: impl Fn(Var) -> Linear) -> Linear {
        let mut out = Linear::constant(self.constant.clone());
        for (var, coefficient) in &self.terms {
            out = out.plus_scaled(&image(*var), coefficient);
        }
        out
    }

    /// Every variable renamed; the names given must be different for different variables.
    pub fn rename(&self, name: impl Fn(Var) -> Var) -> Linear {
        let mut terms: Vec<_> = self.terms.iter().map(|(var, c)| (name(*var), c.clone())).collect();
        terms.sort_by_key(|term| term.0);
        Linear { terms, constant: self.constant.clone() }
    }

    pub fn evaluate(&self, value: impl Fn(Var) -> Rat) -> Rat {
        self.terms.iter().fold(self.constant.clone(), |sum, (var, c)| &sum + &(c * &value(*var)))
    }

    /// The expression as people write it: `2·x - y + 3`.
    pub fn show(&self, name: impl Fn(Var) -> String) -> String {
        let mut out = String::new();
        for (var, coefficient) in &self.terms {
            let sign = match (out.is_empty(), coefficient.is_negative()) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            out += sign;
            if !coefficient.abs().is_one() {
                out += &format!("{}*", coefficient.abs());
            }
            out += &name(*var);
        }
        match (out.is_empty(), self.constant.is_zero()) {
            (true, _) => self.constant.to_string(),
            (false, true) => out,
            (false, false) if self.constant.is_negative() => out + &format!(" - {}", self.constant.abs()),
            (false, false) => out + &format!(" + {}", self.constant),
        }
    }
}

/// `lhs + factor · rhs` on sorted sparse vectors.
pub(crate) fn merge_scaled<K: Copy + Ord>(lhs: &[(K, Rat)], rhs: &[(K, Rat)], factor: &Rat) -> Vec<(K, Rat)> {
    if factor.is_zero() {
        return lhs.to_vec();
    }
    let mut out = Vec::with_capacity(lhs.len() + rhs.len());
    let (mut i, mut j) = (0, 0);
    while i < lhs.len() && j < rhs.len() {
        match lhs[i].0.cmp(&rhs[j].0) {
            std::cmp::Ordering::Less => {
                out.push(lhs[i].clone());
                i += 1;
            }
            std::cmp::Ordering::Greater => {
                out.push((rhs[j].0, &rhs[j].1 * factor));
                j += 1;
            }
            std::cmp::Ordering::Equal => {
                let sum = &lhs[i].1 + &(&rhs[j].1 * factor);
                if !sum.is_zero() {
                    out.push((lhs[i].0, sum));
                }
                i += 1;
                j += 1;
            }
        }
    }
    out.extend_from_slice(&lhs[i..]);
    out.extend(rhs[j..].iter().map(|(key, value)| (*key, value * factor)));
    out
}

impl Constraint {
    /// `linear ≥ 0`
    pub fn at_least_zero(linear: Linear) -> Self {
        Self { linear, relation: Relation::AtLeast }.normalised()
    }

    /// `linear = 0`
    pub fn zero(linear: Linear) -> Self {
        Self { linear, relation: Relation::Zero }.normalised()
    }

    /// `lhs ≥ rhs`
    pub fn ge(lhs: &Linear, rhs: &Linear) -> Self {
        Self::at_least_zero(lhs.minus(rhs))
    }

    /// `lhs > rhs`, for integers.
    pub fn gt(lhs: &Linear, rhs: &Linear) -> Self {
        Self::at_least_zero(lhs.minus(rhs).plus_constant(-1))
    }

    pub fn eq(lhs: &Linear, rhs: &Linear) -> Self {
        Self::zero(lhs.minus(rhs))
    }

    /// A constraint nothing satisfies.
    pub fn contradiction() -> Self {
        Self::at_least_zero(Linear::constant(-1))
    }

    pub fn substitute(&self, image: impl Fn(Var) -> Linear) -> Self {
        Self { linear: self.linear.substitute(image), relation: self.relation }.normalised()
    }

    pub fn rename(&self, name: impl Fn(Var) -> Var) -> Self {
        Self { linear: self.linear.rename(name), relation: self.relation }
    }

    /// Whether the constraint holds of every value, of none, or depends on the variables.
    pub fn constant_truth(&self) -> Option<bool> {
        if !self.linear.is_constant() {
            return None;
        }
        Some(self.admits(&self.linear.constant))
    }

    /// Whether the constraint holds when its expression has this value.
    pub fn admits(&self, value: &Rat) -> bool {
        match self.relation {
            Relation::AtLeast => !value.is_negative(),
            Relation::Zero => value.is_zero(),
        }
    }

    /// Integer coefficients without common divisor; the constant of an inequality rounded down.
    /// An equation no integers can satisfy becomes a contradiction.
    fn normalised(self) -> Self {
        let Self { linear, relation } = self;
        if linear.terms.is_empty() {
            return Self { linear, relation };
        }
        let mut divisor = BigInt::zero();
        let mut multiple = BigInt::one();
        for (_, coefficient) in &linear.terms {
            multiple = multiple.lcm(&coefficient.denominator());
        }
        for (_, coefficient) in &linear.terms {
            divisor = divisor.gcd(&(coefficient.numerator() * &multiple / coefficient.denominator()).abs());
        }
        let factor = Rat::from(multiple).div(&Rat::from(divisor));
        let mut linear = if factor.is_one() { linear } else { linear.scaled(&factor) };
        match relation {
            Relation::AtLeast => linear.constant = linear.constant.floor(),
            Relation::Zero if !linear.constant.is_integer() => return Self::contradiction(),
            Relation::Zero => {}
        }
        Self { linear, relation }
    }

    /// The constraint as people write it: `x - y >= 3`.
    pub fn show(&self, name: impl Fn(Var) -> String) -> String {
        let left = Linear { terms: self.linear.terms.clone(), constant: Rat::ZERO };
        let sign = match self.relation {
            Relation::AtLeast => ">=",
            Relation::Zero => "=",
        };
        format!("{} {sign} {}", left.show(name), -&self.linear.constant)
    }
}

impl fmt::Debug for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(|var| var.to_string()))
    }
}

impl fmt::Debug for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(|var| var.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Linear {
        Linear::var(Var(0))
    }

    fn y() -> Linear {
        Linear::var(Var(1))
    }

    #[test]
    fn terms_that_cancel_disappear() {
        let sum = x().plus(&y()).minus(&x()).plus_constant(3);
        assert_eq!(format!("{sum:?}"), "v1 + 3");
        assert_eq!(x().minus(&x()).as_var(), None);
        assert!(x().minus(&x()).is_constant());
    }

    #[test]
    fn inequalities_are_tightened_to_integers() {
        let twice = x().scaled(&Rat::from(2)).plus_constant(-1);
        assert_eq!(format!("{:?}", Constraint::at_least_zero(twice.clone())), "v0 >= 1");
        assert_eq!(Constraint::zero(twice), Constraint::contradiction());
    }

    #[test]
    fn substitution_composes() {
        let sum = x().plus(&y());
        let image = sum.substitute(|var| if var == Var(0) { y().plus_constant(1) } else { x() });
        assert_eq!(format!("{image:?}"), "v0 + v1 + 1");
    }
}
