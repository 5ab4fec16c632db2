//! Residue classes: what a round trip has to know about its variables modulo something.
//!
//! A trip that looked at a remainder goes the same way for all numbers of the same class. It may be repeated if every
//! round leaves each variable in the class where it found it, whatever the other numbers of the classes are.

use num_traits::ToPrimitive;

use super::number::Path;
use crate::linear::{Linear, Var};
use crate::rational::Rat;

/// Larger moduli are given up.
const LARGEST: i128 = 1 << 60;

impl Path {
    /// From here on the trip depends on the expression modulo `divisor`, so on each of its variables modulo a multiple.
    pub fn distinguish(&mut self, linear: &Linear, divisor: i128) {
        for (var, coefficient) in &linear.terms {
            let denominator = coefficient.denominator().to_i128().unwrap_or(LARGEST);
            let modulus = &mut self.moduli[var.0 as usize];
            match denominator.checked_mul(divisor).map(|step| num_integer::lcm(*modulus, step)) {
                Some(common) if common < LARGEST => *modulus = common,
                Some(_) | None => {
                    self.lost = true;
                    return;
                }
            }
            let modulus = *modulus;
            if let Some(source) = self.source(*var).cloned() {
                self.distinguish(&source, modulus);
            }
        }
    }

    /// Whether a round that gives each variable the value and expression of its image keeps all classes. Variables that
    /// are `fixed` never change.
    pub fn keeps_classes(&self, images: &[(i128, Linear)], fixed: &[bool]) -> bool {
        let keeps = |(index, (now, image)): (usize, &(i128, Linear))| {
            let modulus = self.moduli[index];
            match self.free.iter().find(|free| free.var.0 as usize == index) {
                Some(free) => {
                    free.range.size() % modulus == 0 && self.determines(&free.source, modulus, fixed)
                }
                None => (now - self.start[index]) % modulus == 0 && self.determines(image, modulus, fixed),
            }
        };
        images.iter().enumerate().filter(|(index, _)| !fixed[*index]).all(keeps)
    }

    /// Whether the expression has the same residue for all numbers of the variables' classes; of its own it is an integer.
    fn determines(&self, linear: &Linear, modulus: i128, fixed: &[bool]) -> bool {
        let mut changing = linear.terms.iter().filter(|(var, _)| !fixed[var.0 as usize]);
        changing.all(|(var, coefficient)| {
            let divides = |step: i128| (coefficient * &Rat::from(step)).div(&Rat::from(modulus)).is_integer();
            let through_source = || {
                let free = self.free.iter().find(|free| free.var == *var);
                free.is_some_and(|free| {
                    divides(free.range.size())
                        && self.determines(&free.source.scaled(coefficient), modulus, fixed)
                })
            };
            divides(self.moduli[var.0 as usize]) || through_source()
        })
    }

    /// What a free variable is congruent to.
    fn source(&self, var: Var) -> Option<&Linear> {
        self.free.iter().find(|free| free.var == var).map(|free| &free.source)
    }
}

#[cfg(test)]
mod tests {
    use program::arith::Range;
    use program::code::{BinOp, Cond};

    use super::super::number::{Care, Number};
    use super::*;

    /// Whether `x` in a type of `bits` bits may be increased by `step` forever while its remainder by `divisor` is looked at.
    fn repeats(bits: u32, step: i128, divisor: i128) -> bool {
        let mut path = Path { care: Care::Loose, ..Path::default() };
        let x = path.variable(0);
        path.binary(BinOp::IntRem, &x, &Number::constant(divisor)).expect("small");
        let next = path.binary(BinOp::IntAdd, &x, &Number::constant(step)).expect("small");
        let next = path.wrap(next, Range { bits, signed: false });
        let images = [(next.value, next.linear()), (next.value, Linear::constant(0))];
        path.keeps_classes(&images, &[false, false])
    }

    #[test]
    fn wrapping_keeps_only_classes_that_divide_the_range() {
        assert!(repeats(16, 2, 2));
        assert!(repeats(16, 4, 2));
        assert!(!repeats(16, 1, 2));
        assert!(!repeats(16, 3, 3), "65535 + 3 is 2 again");
    }

    #[test]
    fn different_classes_are_never_equal() {
        let mut path = Path { care: Care::Loose, ..Path::default() };
        let (even, odd) = (path.variable(4), path.variable(1));
        assert!(path.test(Cond::Ne, &even, &odd));
        assert!(path.constraints.is_empty());
        assert_eq!(path.moduli, [2, 2]);
    }
}
