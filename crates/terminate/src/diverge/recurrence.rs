//! Closed recurrent sets: conjunctions that a point satisfies and an affine step keeps.
//!
//! Starting from the conditions of one round, what the step does to them is added until nothing new comes up
//! (that is: `C ∧ C∘U ∧ C∘U∘U …` until the next one is entailed). Variables the step does not change are fixed to
//! their values first, which is sound and makes more entailed. *Free* variables stand for results that may be any number
//! of a range; the set does not speak of them, and everything must hold whatever they are.

use base::Budget;
use program::arith::Range;

use super::number::Free;
use crate::facts::Facts;
use crate::its::simplify::essential;
use crate::linear::{Constraint, Linear, Var};
use crate::rational::Rat;

const ROUNDS: usize = 5;
/// Larger systems are not tried.
const MOST_CONSTRAINTS: usize = 120;

/// One round: its conditions, what it does to each variable, the variables' values before it, and the ranges of
/// the free ones.
pub struct Round<'a> {
    pub conditions: &'a [Constraint],
    pub images: &'a [Linear],
    pub start: &'a [i128],
    pub free: &'a [Free],
}

/// A set that contains the start, implies the conditions and is kept by the round; equations for variables that
/// never change come first. None as well if the budget is spent.
pub fn closed_set(round: &Round<'_>, budget: &Budget) -> Option<Vec<Constraint>> {
    let Round { conditions, start, free, .. } = *round;
    let fixed = fixed(round);
    let value = |var: Var| match fixed[var.0 as usize] {
        true => Linear::constant(start[var.0 as usize]),
        false => Linear::var(var),
    };
    let images: Vec<Linear> = round.images.iter().map(|image| image.substitute(value)).collect();
    let step = |var: Var| images[var.0 as usize].clone();
    let is_free = |var: Var| free.iter().any(|free| free.var == var);
    let speaks_of_free = |constraint: &Constraint| constraint.linear.vars().any(is_free);
    let ranges: Vec<Constraint> = free.iter().flat_map(|free| within(free.var, free.range)).collect();
    let all = essential(conditions.iter().map(|constraint| constraint.substitute(value)).collect())?;
    let (obligations, mut set): (Vec<_>, Vec<_>) = all.into_iter().partition(speaks_of_free);
    let mut frontier = set.clone();
    for _ in 0..ROUNDS {
        budget.check().ok()?;
        if set.len() > MOST_CONSTRAINTS || !set.iter().all(|constraint| holds(constraint, start)) {
            return None;
        }
        let facts = Facts::new(start.len(), set.iter().chain(&ranges));
        let next = essential(frontier.iter().map(|constraint| constraint.substitute(step)).collect())?;
        frontier.clear();
        for constraint in next {
            budget.check().ok()?;
            if !facts.entails(&constraint) {
                frontier.push(constraint);
            }
        }
        if frontier.iter().any(speaks_of_free) {
            return None;
        }
        if frontier.is_empty() {
            let equation = |index: usize| {
                Constraint::eq(&Linear::var(Var(index as u32)), &Linear::constant(start[index]))
            };
            let unchanged = (0..start.len()).filter(|&index| fixed[index]).map(equation);
            return obligations
                .iter()
                .all(|constraint| facts.entails(constraint))
                .then(|| unchanged.chain(set).collect());
        }
        set.extend(frontier.iter().cloned());
    }
    None
}

fn within(var: Var, range: Range) -> [Constraint; 2] {
    let var = Linear::var(var);
    [
        Constraint::ge(&var, &Linear::constant(range.low())),
        Constraint::ge(&Linear::constant(range.high()), &var),
    ]
}

/// Variables that keep their start value: mapped to themselves, or to a constant that is their value, or to
/// something made of such variables.
pub fn fixed(round: &Round<'_>) -> Vec<bool> {
    let Round { images, start, free, .. } = *round;
    let value = |var: Var| Rat::from(start[var.0 as usize]);
    let keeps = |index: usize| images[index].evaluate(value) == Rat::from(start[index]);
    let mut fixed: Vec<bool> = (0..start.len()).map(keeps).collect();
    for free in free {
        fixed[free.var.0 as usize] = false;
    }
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

    fn closed(round: &Round<'_>) -> Option<Vec<Constraint>> {
        closed_set(round, &Budget::unlimited())
    }

    #[test]
    fn growth_away_from_the_exit_is_closed() {
        let positive = [Constraint::gt(&var(0), &Linear::constant(0))];
        let round =
            |image| closed(&Round { conditions: &positive, images: &[image], start: &[5], free: &[] });
        assert!(round(var(0).plus_constant(1)).is_some());
        assert!(round(var(0).plus_constant(-1)).is_none());
    }

    #[test]
    fn any_number_of_a_range_will_do() {
        let below = |limit: i128| [Constraint::ge(&Linear::constant(limit), &var(0))];
        let free = [Free { var: Var(1), range: Range::INT, source: var(0).plus_constant(1) }];
        let images = [var(1), Linear::constant(0)];
        let round = |conditions: &[Constraint]| {
            closed(&Round { conditions, images: &images, start: &[5, 6], free: &free }).is_some()
        };
        assert!(round(&below(i128::from(i32::MAX))));
        assert!(!round(&below(1000)));
    }

    #[test]
    fn fibonacci_needs_two_rounds() {
        // while (j != n) { t = i + j; i = j; j = t; } with j past n.
        let past = Constraint::gt(&var(1), &var(2));
        let images = [var(1), var(0).plus(&var(1)), var(2)];
        let round = Round { conditions: &[past], images: &images, start: &[5, 8, 4], free: &[] };
        let set = closed(&round).expect("it is closed");
        assert!(set.iter().any(|constraint| format!("{constraint:?}") == "v2 = 4"), "{set:?}");
    }
}
