//! Linear invariants by abstract interpretation over templates [Sankaranarayanan, Sipma, Manna, VMCAI 2005].
//!
//! Each location gets directions: its arguments, the expressions its guards compare, and what these were one step
//! before. Where a transition has premises, what is known at their locations holds for their arguments. The analysis finds a lower bound for each direction, with widening to a few thresholds and two rounds of
//! narrowing. The result is inductive by construction, and a proof carries the evidence anyway.

use base::{Budget, Exhausted, Id};

use crate::facts::{Facts, Farkas, Least};
use crate::its::{Its, Transition};
use crate::linear::{Constraint, Linear, Relation, Var};
use crate::rational::Rat;

/// More directions than these per location are not followed.
const DIRECTIONS: usize = 28;
/// A bound that fell this often is widened.
const PATIENCE: usize = 3;
const NARROWING: usize = 2;

/// Constraints per location that hold whenever a run is there.
pub type Invariants = Vec<Vec<Constraint>>;

/// No knowledge about any location.
pub fn none(its: &Its) -> Invariants {
    vec![Vec::new(); its.locations.len()]
}

/// Invariants that can be shown to be kept, and why: by transition, by invariant of its target.
pub type Shown = (Invariants, Vec<Vec<Farkas>>);

pub fn no_evidence(its: &Its) -> Shown {
    (none(its), vec![Vec::new(); its.transitions.len()])
}

/// These invariants, if all can be shown to be kept, otherwise none: one may need another that only integers entail.
pub fn with_evidence(its: &Its, invariants: Invariants, budget: &Budget) -> Result<Shown, Exhausted> {
    Ok(match evidence(its, &invariants, budget)? {
        Some(kept) => (invariants, kept),
        None => no_evidence(its),
    })
}

/// By transition and by invariant of its target, why the invariant is kept; none if that cannot be shown for one, which
/// may be because it needs another that only integers entail.
fn evidence(
    its: &Its,
    invariants: &Invariants,
    budget: &Budget,
) -> Result<Option<Vec<Vec<Farkas>>>, Exhausted> {
    let mut out = Vec::new();
    for transition in &its.transitions {
        budget.check()?;
        let assumed = assumptions(invariants, transition);
        let facts = Facts::new(its.width(transition), &assumed);
        let why = |invariant: &Constraint| facts.entail(&transition.before(&invariant.linear));
        let Some(kept) = invariants[transition.to.index()].iter().map(why).collect() else { return Ok(None) };
        out.push(kept);
    }
    Ok(Some(out))
}

/// All that holds when a transition is taken: its guard, its source's invariants, those of its premises.
fn assumptions(invariants: &Invariants, transition: &Transition) -> Vec<Constraint> {
    let mut out: Vec<Constraint> =
        transition.guard.iter().chain(&invariants[transition.from.index()]).cloned().collect();
    for premise in &transition.premises {
        let there = &invariants[premise.location.index()];
        out.extend(there.iter().map(|constraint| premise.instance(constraint)));
    }
    out
}

pub fn infer(its: &Its, budget: &Budget) -> Result<Invariants, Exhausted> {
    infer_along(its, directions(its, vec![Vec::new(); its.locations.len()], DIRECTIONS), budget)
}

/// The bounds of given directions, by location.
pub fn infer_along(
    its: &Its,
    directions: Vec<Vec<Linear>>,
    budget: &Budget,
) -> Result<Invariants, Exhausted> {
    let mut analysis = Analysis::new(its, directions);
    analysis.ascend(budget)?;
    for _ in 0..NARROWING {
        analysis.descend(budget)?;
    }
    analysis.result(budget)
}

/// Lower bounds by direction; `None` is no bound.
type Bounds = Vec<Option<Rat>>;

struct Analysis<'a> {
    its: &'a Its,
    directions: Vec<Vec<Linear>>,
    thresholds: Vec<Rat>,
    /// By location; `None` while no run is known to reach it.
    bounds: Vec<Option<Bounds>>,
}

impl<'a> Analysis<'a> {
    fn new(its: &'a Its, directions: Vec<Vec<Linear>>) -> Self {
        let mut bounds: Vec<Option<Bounds>> = vec![None; its.locations.len()];
        bounds[its.start.index()] = Some(vec![None; directions[its.start.index()].len()]);
        Self { its, directions, thresholds: thresholds(its), bounds }
    }

    fn ascend(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        let mut falls: Vec<Vec<usize>> = self.directions.iter().map(|d| vec![0; d.len()]).collect();
        let mut dirty = vec![true; self.its.locations.len()];
        while dirty.contains(&true) {
            let due = std::mem::replace(&mut dirty, vec![false; self.its.locations.len()]);
            for transition in &self.its.transitions {
                let (from, to) = (transition.from.index(), transition.to.index());
                let premises = transition.premises.iter().map(|premise| premise.location.index());
                if !premises.chain([from]).any(|source| due[source] || dirty[source]) {
                    continue;
                }
                if let Some(after) = self.after(transition, budget)? {
                    dirty[to] |= self.join(to, after, &mut falls[to]);
                }
            }
        }
        Ok(())
    }

    /// Lowers the bounds of a location to include `after`; true if one fell.
    fn join(&mut self, location: usize, after: Bounds, falls: &mut [usize]) -> bool {
        let Some(bounds) = &mut self.bounds[location] else {
            self.bounds[location] = Some(after);
            return true;
        };
        let mut fell = false;
        for ((bound, after), falls) in bounds.iter_mut().zip(after).zip(falls) {
            let Some(old) = bound else { continue };
            if after.as_ref().is_some_and(|after| after >= old) {
                continue;
            }
            fell = true;
            *falls += 1;
            *bound = match after {
                Some(after) if *falls < PATIENCE => Some(after),
                Some(after) if *falls < 2 * PATIENCE => {
                    self.thresholds.iter().rev().find(|threshold| **threshold <= after).cloned()
                }
                Some(_) | None => None,
            };
        }
        fell
    }

    fn descend(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        let mut next: Vec<Option<Bounds>> = vec![None; self.its.locations.len()];
        next[self.its.start.index()] = self.bounds[self.its.start.index()].clone();
        for transition in &self.its.transitions {
            let Some(after) = self.after(transition, budget)? else { continue };
            let slot = &mut next[transition.to.index()];
            *slot = Some(match slot.take() {
                None => after,
                Some(bounds) => bounds.into_iter().zip(after).map(|(a, b)| Some(a?.min(b?))).collect(),
            });
        }
        self.bounds = next;
        Ok(())
    }

    /// The bounds at the target after one transition, if it can be taken.
    fn after(&self, transition: &Transition, budget: &Budget) -> Result<Option<Bounds>, Exhausted> {
        let from = transition.from.index();
        let Some(bounds) = &self.bounds[from] else { return Ok(None) };
        let mut known = constraints(&self.directions[from], bounds);
        for premise in &transition.premises {
            let location = premise.location.index();
            let Some(bounds) = &self.bounds[location] else { return Ok(None) };
            let there = constraints(&self.directions[location], bounds);
            known.extend(there.iter().map(|constraint| premise.instance(constraint)));
        }
        let facts = Facts::new(self.its.width(transition), transition.guard.iter().chain(&known));
        if !facts.is_feasible() {
            return Ok(None);
        }
        let bound = |direction: &Linear| {
            budget.check()?;
            Ok(match facts.least(&transition.before(direction)) {
                Least::Infeasible | Least::Unbounded => None,
                Least::At(value) => Some(-&(-&value).floor()),
            })
        };
        self.directions[transition.to.index()].iter().map(bound).collect::<Result<_, _>>().map(Some)
    }

    fn result(self, budget: &Budget) -> Result<Invariants, Exhausted> {
        let location = |(directions, bounds): (&Vec<Linear>, &Option<Bounds>)| {
            budget.check()?;
            Ok(match bounds {
                Some(bounds) => irredundant(constraints(directions, bounds)),
                None => vec![Constraint::contradiction()],
            })
        };
        self.directions.iter().zip(&self.bounds).map(location).collect()
    }
}

fn constraints(directions: &[Linear], bounds: &Bounds) -> Vec<Constraint> {
    let bounded =
        directions.iter().zip(bounds).filter_map(|(direction, bound)| Some((direction, bound.as_ref()?)));
    bounded.map(|(direction, bound)| Constraint::at_least_zero(direction.plus_constant(-bound))).collect()
}

/// Drops constraints that the others entail.
fn irredundant(mut all: Vec<Constraint>) -> Vec<Constraint> {
    let mut index = all.len();
    while index > 0 {
        index -= 1;
        let candidate = all.remove(index);
        let facts = Facts::new(crate::facts::arity(all.iter().chain([&candidate])), &all);
        if !(facts.is_feasible() && facts.entails(&candidate)) {
            all.insert(index, candidate);
        }
    }
    all
}

/// What is given, arguments both ways, guards' expressions, and these pulled back over transitions; up to `most` by location.
pub fn directions(its: &Its, given: Vec<Vec<Linear>>, most: usize) -> Vec<Vec<Linear>> {
    let mut out = given;
    let offer = |directions: &mut Vec<Linear>, linear: Linear, arity: usize| {
        offer(directions, linear, arity, most);
    };
    for (location, directions) in its.locations.iter().zip(&mut out) {
        let vars = (0..location.vars.len()).map(|index| Linear::var(Var::from_index(index)));
        directions.extend(vars.flat_map(|var| [var.clone(), var.negated()]));
    }
    for transition in &its.transitions {
        for constraint in &transition.guard {
            let both = [constraint.linear.clone(), constraint.linear.negated()];
            let count = if constraint.relation == Relation::Zero || constraint.linear.terms.len() == 2 {
                2
            } else {
                1
            };
            for linear in both.into_iter().take(count) {
                offer(&mut out[transition.from.index()], linear, its.arity(transition.from));
            }
        }
    }
    for _ in 0..2 {
        for transition in &its.transitions {
            let (from, to) = (transition.from.index(), transition.to.index());
            for direction in out[to].clone() {
                offer(&mut out[from], transition.before(&direction), its.arity(transition.from));
            }
            for direction in out[from].clone() {
                if let Some(image) = pushed(transition, &direction) {
                    offer(&mut out[to], image, its.arity(transition.to));
                }
            }
        }
    }
    out
}

/// A direction of the source as one of the target, if its variables are simply handed on.
fn pushed(transition: &Transition, direction: &Linear) -> Option<Linear> {
    let mut out = Linear::constant(0);
    for (var, coefficient) in &direction.terms {
        let handed = |linear: &Linear| linear.terms.len() == 1 && linear.coefficient(*var).is_one();
        let index = transition.update.iter().position(handed)?;
        out = out.plus_scaled(&Linear::var(Var::from_index(index)), coefficient);
    }
    Some(out)
}

fn offer(directions: &mut Vec<Linear>, linear: Linear, arity: usize, most: usize) {
    let usable = !linear.is_constant() && linear.vars().all(|var| var.index() < arity);
    if directions.len() >= most || !usable {
        return;
    }
    let mut direction = Constraint::at_least_zero(Linear { constant: Rat::ZERO, ..linear }).linear;
    direction.constant = Rat::ZERO;
    if !directions.contains(&direction) {
        directions.push(direction);
    }
}

/// Bounds worth trying before giving up on one: what guards compare with, and their neighbours.
fn thresholds(its: &Its) -> Vec<Rat> {
    let mut out = vec![Rat::from(-1), Rat::ZERO, Rat::ONE];
    for constraint in its.transitions.iter().flat_map(|transition| &transition.guard) {
        let constant = &constraint.linear.constant;
        out.extend([constant.clone(), -constant, -&(constant + &Rat::ONE), &Rat::ONE - constant]);
    }
    out.sort();
    out.dedup();
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::its::text;
    use base::Source;

    fn invariants(text: &str) -> (Its, Invariants) {
        let its = text::parse(&Source::new("t.its", text)).expect("the test's system is well formed");
        let invariants = infer(&its, &Budget::unlimited()).expect("no limit");
        (its, invariants)
    }

    #[test]
    fn a_counter_stays_within_its_limit() {
        let (_, invariants) =
            invariants("main(n) -> loop(0, n) [n >= 0]\nloop(i, n) -> loop(i + 1, n) [i < n]\n");
        let facts = Facts::new(2, &invariants[1]);
        let (i, n) = (Linear::var(Var(0)), Linear::var(Var(1)));
        assert!(facts.entails(&Constraint::ge(&i, &Linear::constant(0))));
        assert!(facts.entails(&Constraint::ge(&n, &i)));
        assert!(!facts.entails(&Constraint::ge(&i, &Linear::constant(1))));
    }

    #[test]
    fn steps_that_do_not_change_a_sign_keep_it() {
        let (_, invariants) = invariants("main() -> loop(9, 2)\nloop(x, d) -> loop(x - d, d) [x > 0]\n");
        assert!(
            Facts::new(2, &invariants[1])
                .entails(&Constraint::ge(&Linear::var(Var(1)), &Linear::constant(2)))
        );
    }
}
