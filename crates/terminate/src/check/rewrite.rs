//! Follows a simplification step by step and sees for itself that no run is lost.
//!
//! What the simplifier writes down ([`Rewrite`]) is not believed: dead ends, compositions and numberings are worked out here again, and
//! that a new transition covers an old one is shown by factors for each of its constraints. The factors are searched for with the
//! simplex method and then checked like all others, so that a mistake of the search is a rejection and never a wrong proof.

use base::{Budget, Exhausted, Id};
use num_integer::Integer;
use num_traits::{One, Zero};

use super::{Flaw, shows};
use crate::facts::Facts;
use crate::its::simplify::{Fate, Replacement, Rewrite};
use crate::its::{Its, LocationId, Premise, Transition};
use crate::linear::{Constraint, Linear, Relation, Var};

/// Why a way is not followed to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    Flaw(Flaw),
    Exhausted(Exhausted),
}

impl From<Exhausted> for Lost {
    fn from(exhausted: Exhausted) -> Self {
        Lost::Exhausted(exhausted)
    }
}

fn lost<T>(why: &'static str) -> Result<T, Lost> {
    Err(Lost::Flaw(Flaw::Rewrite(why)))
}

/// The system at the end of the way. Every endless run of `its` is one of it; if some locations are `kept`, every run of `its` to them is.
pub fn follow(its: &Its, kept: &[LocationId], way: &[Rewrite], budget: &Budget) -> Result<Its, Lost> {
    let premises = its.transitions.iter().flat_map(|transition| &transition.premises);
    if !premises.into_iter().all(|premise| kept.contains(&premise.location)) {
        return lost("a premise about a location that is not kept");
    }
    let mut its = its.clone();
    for rewrite in way {
        budget.check()?;
        match rewrite {
            Rewrite::Idle => drop_idle(&mut its, kept),
            Rewrite::Replace(replacement) => {
                let old = std::mem::take(&mut its.transitions);
                covers(&its, &old, replacement, budget)?;
                its.transitions = replacement.transitions.clone();
            }
            Rewrite::Slice(stays) => slice(&mut its, kept, stays)?,
            Rewrite::Join(location, replacement) => join(&mut its, kept, *location, replacement, budget)?,
            Rewrite::Compact => compact(&mut its, kept),
        }
    }
    Ok(its)
}

/// Leaves out what starts where no run comes, and what leads to where all runs end.
fn drop_idle(its: &mut Its, kept: &[LocationId]) {
    let mut reached = vec![false; its.locations.len()];
    reached[its.start.index()] = true;
    grow(&mut reached, &its.transitions, |transition| (transition.from, transition.to));
    let goes_on = if kept.is_empty() {
        // Take away what has no successor until everything has one.
        let mut endless = vec![true; its.locations.len()];
        loop {
            let mut has_successor = vec![false; its.locations.len()];
            for transition in its.transitions.iter().filter(|transition| endless[transition.to.index()]) {
                has_successor[transition.from.index()] = true;
            }
            let next: Vec<bool> =
                endless.iter().zip(&has_successor).map(|(one, other)| *one && *other).collect();
            if next == endless {
                break endless;
            }
            endless = next;
        }
    } else {
        let mut leads = vec![false; its.locations.len()];
        kept.iter().for_each(|location| leads[location.index()] = true);
        grow(&mut leads, &its.transitions, |transition| (transition.to, transition.from));
        leads
    };
    its.transitions.retain(|transition| reached[transition.from.index()] && goes_on[transition.to.index()]);
}

/// Marks everything that can be reached from marked locations along the transitions' `ends`.
fn grow(marks: &mut [bool], transitions: &[Transition], ends: fn(&Transition) -> (LocationId, LocationId)) {
    loop {
        let mut changed = false;
        for (from, to) in transitions.iter().map(ends) {
            if marks[from.index()] && !marks[to.index()] {
                marks[to.index()] = true;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// Whether each old transition is impossible or covered by a new one.
fn covers(its: &Its, old: &[Transition], new: &Replacement, budget: &Budget) -> Result<(), Lost> {
    if old.len() != new.fates.len() {
        return lost("a transition without a fate");
    }
    for (transition, fate) in old.iter().zip(&new.fates) {
        budget.check()?;
        if let Some((by, unknowns)) = &fate.covered
            && new.transitions.get(*by) == Some(transition)
            && unknowns.iter().enumerate().all(|(at, var)| var.index() == its.arity(transition.from) + at)
        {
            continue;
        }
        let known = Known::new(its, transition, fate)?;
        let is_covered = match &fate.covered {
            None => known.is_impossible(),
            Some((by, unknowns)) => match new.transitions.get(*by) {
                Some(other) => known.is_covered(other, unknowns),
                None => false,
            },
        };
        if !is_covered {
            return lost("a transition that nothing covers");
        }
    }
    Ok(())
}

/// What holds when an old transition is taken.
struct Known<'a> {
    transition: &'a Transition,
    arity: usize,
    width: usize,
    constraints: Vec<Constraint>,
    facts: Facts,
}

impl<'a> Known<'a> {
    /// The guard and the lemmas, each of which follows from what stands before it.
    fn new(its: &Its, transition: &'a Transition, fate: &Fate) -> Result<Self, Lost> {
        let (arity, width) = (its.arity(transition.from), its.width(transition));
        let constraints = transition.guard.clone();
        let facts = Facts::new(width, &constraints);
        let mut known = Self { transition, arity, width, constraints, facts };
        for lemma in &fate.lemmas {
            if lemma.linear.vars().any(|var| var.index() >= width) || !known.shows(lemma) {
                return lost("a lemma that does not follow");
            }
            known.constraints.push(lemma.clone());
            known.facts = Facts::new(width, &known.constraints);
        }
        Ok(known)
    }

    fn is_nonnegative(&self, goal: &Linear) -> bool {
        let trivial = goal.is_constant() && !goal.constant.is_negative();
        trivial || self.facts.entail(goal).is_some_and(|why| shows(&self.constraints, &why, goal))
    }

    fn shows(&self, constraint: &Constraint) -> bool {
        let Constraint { linear, relation } = constraint;
        self.constraints.contains(constraint)
            || self.is_nonnegative(linear)
                && (*relation == Relation::AtLeast || self.is_nonnegative(&linear.negated()))
    }

    /// Whether two expressions are equal whenever the transition is taken.
    fn same(&self, one: &Linear, other: &Linear) -> bool {
        one == other || self.shows(&Constraint { linear: one.minus(other), relation: Relation::Zero })
    }

    fn is_impossible(&self) -> bool {
        self.constraints.iter().any(has_no_integers) || self.is_nonnegative(&Linear::constant(-1))
    }

    /// Whether whatever the transition does the other does, too, its unknowns being these variables.
    fn is_covered(&self, other: &Transition, unknowns: &[Var]) -> bool {
        let old = self.transition;
        let image = |var: Var| match var.index().checked_sub(self.arity) {
            None => Linear::var(var),
            Some(unknown) => Linear::var(unknowns[unknown]),
        };
        let fits = |linear: &Linear| linear.vars().all(|var| var.index() < self.arity + unknowns.len());
        let guard = |constraint: &Constraint| {
            let linear = constraint.linear.substitute(image);
            self.shows(&Constraint { linear, relation: constraint.relation })
        };
        let same = |(ours, theirs): (&Linear, &Linear)| self.same(&theirs.substitute(image), ours);
        let premise = |(ours, theirs): (&Premise, &Premise)| {
            ours.location == theirs.location
                && ours.values.len() == theirs.values.len()
                && ours.values.iter().zip(&theirs.values).all(same)
        };
        (old.from, old.to) == (other.from, other.to)
            && other.locals == unknowns.len()
            && unknowns.iter().all(|var| var.index() < self.width)
            && other.guard.iter().map(|constraint| &constraint.linear).chain(other.outputs()).all(fits)
            && (old.update.len(), old.premises.len()) == (other.update.len(), other.premises.len())
            && other.guard.iter().all(guard)
            && old.update.iter().zip(&other.update).all(same)
            && old.premises.iter().zip(&other.premises).all(premise)
    }
}

/// Whether an equation between integers can never hold because a divisor of all coefficients does not divide the constant.
fn has_no_integers(constraint: &Constraint) -> bool {
    let linear = &constraint.linear;
    if constraint.relation != Relation::Zero || linear.terms.is_empty() {
        return false;
    }
    let numbers = || linear.terms.iter().map(|term| &term.1).chain([&linear.constant]);
    let multiple = numbers().fold(num_bigint::BigInt::one(), |lcm, number| lcm.lcm(&number.denominator()));
    let scaled = |number: &crate::rational::Rat| number.numerator() * (&multiple / number.denominator());
    let divisor = linear.terms.iter().fold(num_bigint::BigInt::zero(), |gcd, term| gcd.gcd(&scaled(&term.1)));
    !scaled(&linear.constant).is_multiple_of(&divisor)
}

/// Leaves out arguments, if nothing that stays depends on them.
fn slice(its: &mut Its, kept: &[LocationId], stays: &[Vec<bool>]) -> Result<(), Lost> {
    let fits = stays.len() == its.locations.len()
        && its.locations.iter().zip(stays).all(|(location, stays)| location.vars.len() == stays.len());
    if !fits || !kept.iter().all(|location| stays[location.index()].iter().all(|stays| *stays)) {
        return lost("arguments of other locations");
    }
    for transition in &mut its.transitions {
        let (source, target) = (&stays[transition.from.index()], &stays[transition.to.index()]);
        let count = source.iter().filter(|stays| **stays).count();
        let name = |var: Var| match source.get(var.index()) {
            Some(_) => Var::from_index(source[..var.index()].iter().filter(|stays| **stays).count()),
            None => Var::from_index(var.index() - source.len() + count),
        };
        let updates = transition.update.drain(..).zip(target);
        transition.update = updates.filter(|(_, stays)| **stays).map(|(linear, _)| linear).collect();
        let guard = transition.guard.iter().map(|constraint| &constraint.linear);
        let is_known = |var: Var| source.get(var.index()).is_none_or(|stays| *stays);
        if !guard.chain(transition.outputs()).all(|linear| linear.vars().all(is_known)) {
            return lost("an argument that something depends on");
        }
        for constraint in &mut transition.guard {
            constraint.linear = constraint.linear.rename(name);
        }
        for linear in transition.outputs_mut() {
            *linear = linear.rename(name);
        }
    }
    for (location, stays) in its.locations.iter_mut().zip(stays) {
        let vars = location.vars.drain(..).zip(stays);
        location.vars = vars.filter(|(_, stays)| **stays).map(|(name, _)| name).collect();
    }
    Ok(())
}

/// Takes a location out of the way: whoever comes there goes on.
fn join(
    its: &mut Its,
    kept: &[LocationId],
    location: LocationId,
    new: &Replacement,
    budget: &Budget,
) -> Result<(), Lost> {
    if location == its.start || kept.contains(&location) {
        return lost("a location that has to stay");
    }
    let touches = |transition: &Transition| transition.from == location || transition.to == location;
    let (around, mut others): (Vec<Transition>, Vec<Transition>) =
        its.transitions.drain(..).partition(touches);
    let (into, out): (Vec<_>, Vec<_>) = around.iter().partition(|transition| transition.to == location);
    if into.iter().any(|transition| transition.from == location) {
        return lost("a location that leads to itself");
    }
    let pairs = into.iter().flat_map(|first| out.iter().map(move |second| (first, second)));
    let both: Vec<Transition> =
        pairs.map(|(first, second)| one_after_the_other(its, first, second)).collect();
    covers(its, &both, new, budget)?;
    others.extend(new.transitions.iter().cloned());
    its.transitions = others;
    Ok(())
}

/// What `first` and then `second` do: the unknowns of the second come last.
pub fn one_after_the_other(its: &Its, first: &Transition, second: &Transition) -> Transition {
    let (arity, width) = (its.arity(second.from), its.width(first));
    let between = |var: Var| match var.index().checked_sub(arity) {
        None => first.update[var.index()].clone(),
        Some(unknown) => Linear::var(Var::from_index(width + unknown)),
    };
    let mut both = first.clone();
    both.to = second.to;
    both.locals += second.locals;
    both.guard.extend(second.guard.iter().map(|constraint| constraint.substitute(between)));
    both.update = second.update.iter().map(|linear| linear.substitute(between)).collect();
    both.premises.extend(second.premises.iter().map(|premise| Premise {
        location: premise.location,
        values: premise.values.iter().map(|linear| linear.substitute(between)).collect(),
    }));
    both
}

/// Leaves out locations without transitions.
fn compact(its: &mut Its, kept: &[LocationId]) {
    let mut names: Vec<Option<usize>> = vec![None; its.locations.len()];
    let mut stays = vec![false; its.locations.len()];
    stays[its.start.index()] = true;
    kept.iter().for_each(|location| stays[location.index()] = true);
    for transition in &its.transitions {
        stays[transition.from.index()] = true;
        stays[transition.to.index()] = true;
    }
    let old = std::mem::take(&mut its.locations);
    for (index, location) in old.into_iter().enumerate() {
        if stays[index] {
            names[index] = Some(its.locations.len());
            its.locations.push(location);
        }
    }
    let name = |location: &mut LocationId| {
        *location = LocationId::from_index(names[location.index()].unwrap_or_default());
    };
    name(&mut its.start);
    for transition in &mut its.transitions {
        name(&mut transition.from);
        name(&mut transition.to);
        transition.premises.iter_mut().for_each(|premise| name(&mut premise.location));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::its::simplify::{Simplified, simplify_keeping};
    use crate::its::text;
    use base::Source;

    const SYSTEMS: [&str; 4] = [
        "f(x, y) -> g(x + 1, y, z)\ng(a, b, c) -> h(a, c) [c >= d]\nh(a, c) -> f(a - 2, c) [a >= 0]\n",
        "f(x) -> f(x + 1) [x > 3, x < 3]\nf(x) -> end(x)\nf(x) -> f(x - 1) [x > y, y = 2*z, z > 0]\n",
        "f(x) -> f(x - 1) [2*y = x, x = 1]\nf(x) -> g(y) [3*y >= x, x >= 2*y]\ng(x) -> f(x - 1) [x >= 0]\n",
        "s(x) -> f(x, 0)\nf(x, y) -> g(x, y + 1)\nf(x, y) -> h(x, y)\ng(x, y) -> f(x - 1, y) [x > 0]\n\
         h(x, y) -> f(x - 2, y) [x > 1]\nh(x, y) -> h(x, y) [x > 0, x < 1]\n",
    ];

    fn system(text: &str) -> Its {
        text::parse(&Source::new("t.its", text)).expect("the test's system is well formed")
    }

    fn simplified(text: &str) -> (Its, Simplified) {
        let its = system(text);
        let simplified = simplify_keeping(&its, &[], &Budget::unlimited()).expect("no limit");
        (its, simplified)
    }

    fn is_followed(its: &Its, way: &[Rewrite]) -> bool {
        follow(its, &[], way, &Budget::unlimited()).is_ok()
    }

    #[test]
    fn honest_ways_are_followed_to_their_end() {
        for text in SYSTEMS {
            let (its, simplified) = simplified(text);
            let end = follow(&its, &[], &simplified.way, &Budget::unlimited());
            assert_eq!(end, Ok(simplified.its), "{text}");
        }
    }

    /// Every replacement with one thing more than is true, one after the other. What was impossible may be left out earlier.
    #[test]
    fn tampered_ways_are_not() {
        let mut tried = 0;
        for text in SYSTEMS {
            let (its, Simplified { way, its: end, .. }) = simplified(text);
            let mut refused = |forged: &[Rewrite], what: &str| {
                tried += 1;
                if let Ok(other) = follow(&its, &[], forged, &Budget::unlimited()) {
                    assert_eq!(other, end, "{text}: {what}");
                }
            };
            for step in 0..way.len() {
                let replacement = |rewrite: &mut Rewrite, change: &dyn Fn(&mut Replacement)| match rewrite {
                    Rewrite::Replace(replacement) | Rewrite::Join(_, replacement) => change(replacement),
                    Rewrite::Idle | Rewrite::Slice(_) | Rewrite::Compact => {}
                };
                let (Rewrite::Replace(new) | Rewrite::Join(_, new)) = &way[step] else { continue };
                for by in 0..new.fates.len() {
                    if new.fates[by].covered.is_none() {
                        continue;
                    }
                    let mut forged = way.clone();
                    replacement(&mut forged[step], &|new| new.fates[by].covered = None);
                    refused(&forged, &format!("step {step} leaves out {by}"));
                }
                for by in 0..new.transitions.len() {
                    let mut forged = way.clone();
                    replacement(&mut forged[step], &|new| {
                        let x = Linear::var(Var::from_index(0));
                        new.transitions[by].guard.push(Constraint::ge(&x, &Linear::constant(1000)));
                    });
                    refused(&forged, &format!("step {step} asks more of {by}"));
                    let mut forged = way.clone();
                    replacement(&mut forged[step], &|new| {
                        let update = &mut new.transitions[by].update;
                        update.iter_mut().for_each(|linear| *linear = linear.plus_constant(-1));
                    });
                    refused(&forged, &format!("step {step} counts down in {by}"));
                }
            }
        }
        assert!(tried > 40, "{tried}");
    }

    #[test]
    fn arguments_that_matter_and_the_start_stay() {
        let its = system("f(x) -> f(x - 1) [x > 0]\n");
        assert!(!is_followed(&its, &[Rewrite::Slice(vec![vec![false]])]));
        assert!(!is_followed(&its, &[Rewrite::Join(its.start, Replacement::default())]));
        assert!(is_followed(&its, &[Rewrite::Idle, Rewrite::Compact]));
    }

    #[test]
    fn equations_without_integers_are_impossible() {
        let x = Linear::var(Var::from_index(0));
        let twice = x.plus(&x).plus_constant(-1);
        assert!(has_no_integers(&Constraint { linear: twice.clone(), relation: Relation::Zero }));
        assert!(!has_no_integers(&Constraint { linear: twice, relation: Relation::AtLeast }));
        assert!(!has_no_integers(&Constraint { linear: x.plus_constant(-1), relation: Relation::Zero }));
    }
}
