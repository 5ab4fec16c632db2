//! Closed recurrent sets: conjunctions that a point satisfies and an affine step keeps.
//!
//! Starting from the conditions of one round, what the step does to them is added until nothing new comes up
//! (that is: `C ∧ C∘U ∧ C∘U∘U …` until the next one is entailed). Variables the step does not change are fixed to
//! their values first, which is sound and makes more entailed.

use crate::facts::Facts;
use crate::its::simplify::essential;
use crate::linear::{Constraint, Linear, Var};
use crate::rational::Rat;

const ROUNDS: usize = 5;
/// Larger systems are not tried.
const MOST_CONSTRAINTS: usize = 120;

/// A set that contains `start`, implies `conditions` and is kept by the step `images`; equations for variables that
/// never change come first.
pub fn closed_set(conditions: &[Constraint], images: &[Linear], start: &[i128]) -> Option<Vec<Constraint>> {
    let fixed = fixed(images, start);
    let value = |var: Var| match fixed[var.0 as usize] {
        true => Linear::constant(start[var.0 as usize]),
        false => Linear::var(var),
    };
    let images: Vec<Linear> = images.iter().map(|image| image.substitute(value)).collect();
    let step = |var: Var| images[var.0 as usize].clone();
    let mut set = essential(conditions.iter().map(|constraint| constraint.substitute(value)).collect())?;
    let mut frontier = set.clone();
    for _ in 0..ROUNDS {
        if set.len() > MOST_CONSTRAINTS || !set.iter().all(|constraint| holds(constraint, start)) {
            return None;
        }
        let facts = Facts::new(start.len(), &set);
        let next = essential(frontier.iter().map(|constraint| constraint.substitute(step)).collect())?;
        frontier = next.into_iter().filter(|constraint| !facts.entails(constraint)).collect();
        if frontier.is_empty() {
            let equation = |&index: &usize| {
                Constraint::eq(&Linear::var(Var(index as u32)), &Linear::constant(start[index]))
            };
            let used = |&index: &usize| fixed[index];
            return Some((0..start.len()).filter(used).map(|index| equation(&index)).chain(set).collect());
        }
        set.extend(frontier.iter().cloned());
    }
    None
}

/// Variables that keep their start value: mapped to themselves, or to a constant that is their value, or to
/// something made of such variables.
fn fixed(images: &[Linear], start: &[i128]) -> Vec<bool> {
    let value = |var: Var| Rat::from(start[var.0 as usize]);
    let keeps = |index: usize| images[index].evaluate(value) == Rat::from(start[index]);
    let mut fixed: Vec<bool> = (0..start.len()).map(keeps).collect();
    loop {
        let unstable = |index: &usize| {
            fixed[*index]
                && images[*index].as_var() != Some(Var(*index as u32))
                && !images[*index].vars().all(|var| fixed[var.0 as usize])
        };
        match (0..start.len()).find(unstable) {
            Some(index) => fixed[index] = false,
            None => return fixed,
        }
    }
}

fn holds(constraint: &Constraint, point: &[i128]) -> bool {
    constraint.admits(&constraint.linear.evaluate(|var| Rat::from(point[var.0 as usize])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(index: u32) -> Linear {
        Linear::var(Var(index))
    }

    #[test]
    fn growth_away_from_the_exit_is_closed() {
        let positive = Constraint::gt(&var(0), &Linear::constant(0));
        assert!(closed_set(std::slice::from_ref(&positive), &[var(0).plus_constant(1)], &[5]).is_some());
        assert!(closed_set(&[positive], &[var(0).plus_constant(-1)], &[5]).is_none());
    }

    #[test]
    fn fibonacci_needs_two_rounds() {
        // while (j != n) { t = i + j; i = j; j = t; } with j past n.
        let past = Constraint::gt(&var(1), &var(2));
        let images = [var(1), var(0).plus(&var(1)), var(2)];
        let set = closed_set(&[past], &images, &[5, 8, 4]).expect("it is closed");
        assert!(set.iter().any(|constraint| format!("{constraint:?}") == "v2 = 4"), "{set:?}");
    }
}
