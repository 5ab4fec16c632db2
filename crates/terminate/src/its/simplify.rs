//! Makes a transition system smaller without losing an infinite run: unsatisfiable transitions, locations that no run
//! reaches or that lead to no cycle, local unknowns that can be solved for, locations that can be passed through in one
//! step, and arguments nothing depends on all go. Every step is written down ([`Rewrite`]), so that whoever does not trust it can
//! follow it ([`crate::check::rewrite`]).

use std::collections::{BTreeMap, BTreeSet};

use base::{Budget, Exhausted, Id};

use super::{Its, LocationId, Premise, Transition};
use crate::linear::{Constraint, Linear, Relation, Var};
use crate::rational::Rat;

/// Fourier–Motzkin elimination may replace this many pairs of constraints.
const ELIMINATION_PAIRS: usize = 16;
/// Passing through a location is tried with up to this many pairs of transitions.
const TRIED_PAIRS: usize = 12;

/// One step of the simplification.
#[derive(Clone, Debug)]
pub enum Rewrite {
    /// Transitions that no run takes, or after which runs end, are left out.
    Idle,
    /// Transitions are replaced by others, or left out because they are impossible.
    Replace(Replacement),
    /// By location and argument: whether it stays.
    Slice(Vec<Vec<bool>>),
    /// The transitions into and out of a location are joined: every one into it with every one out of it.
    Join(LocationId, Replacement),
    /// Locations without transitions are left out.
    Compact,
}

/// New transitions, and what became of each of the old ones.
#[derive(Clone, Debug, Default)]
pub struct Replacement {
    pub transitions: Vec<Transition>,
    pub fates: Vec<Fate>,
}

#[derive(Clone, Debug)]
pub struct Fate {
    /// Constraints that follow from the old guard because its numbers are integers, each from those before it.
    pub lemmas: Vec<Constraint>,
    /// The new transition that covers it, whose local unknowns are these variables of the old one; none if it is impossible.
    pub covered: Option<(usize, Vec<Var>)>,
}

/// A simplified system, what the locations to be kept are called in it, and the way to it.
#[derive(Clone, Debug)]
pub struct Simplified {
    pub its: Its,
    pub kept: Vec<LocationId>,
    pub way: Vec<Rewrite>,
}

pub fn simplify(its: &Its, budget: &Budget) -> Result<Its, Exhausted> {
    Ok(simplify_keeping(its, &[], budget)?.its)
}

/// The same for what runs bring to the `kept` locations instead of for infinite runs. They keep all their arguments.
/// Without any, infinite runs are what is kept.
pub fn simplify_keeping(its: &Its, kept: &[LocationId], budget: &Budget) -> Result<Simplified, Exhausted> {
    let mut its = its.clone();
    let mut way = vec![Rewrite::Idle];
    drop_idle(&mut its, kept);
    way.push(replace(&mut its, budget, tidied)?);
    way.push(slice(&mut its, kept));
    chain(&mut its, kept, &mut way, budget)?;
    way.push(replace(&mut its, budget, feasible)?);
    way.push(Rewrite::Idle);
    drop_idle(&mut its, kept);
    way.push(slice(&mut its, kept));
    way.push(replace(&mut its, budget, tidied)?);
    way.push(Rewrite::Compact);
    let (its, kept) = compact(its, kept);
    Ok(Simplified { its, kept, way })
}

/// Replaces the transitions by what `change` makes of them.
fn replace(
    its: &mut Its,
    budget: &Budget,
    change: fn(&Its, &[Transition], &Budget) -> Result<Replacement, Exhausted>,
) -> Result<Rewrite, Exhausted> {
    let replacement = change(its, &its.transitions, budget)?;
    its.transitions = replacement.transitions.clone();
    Ok(Rewrite::Replace(replacement))
}

impl Replacement {
    /// Leaves out some of the new transitions, which are impossible.
    fn retain(&mut self, is_kept: impl Fn(&Transition) -> bool) {
        let flags: Vec<bool> = self.transitions.iter().map(is_kept).collect();
        let mut flag = flags.iter();
        self.transitions.retain(|_| *flag.next().expect("one flag per transition"));
        for fate in &mut self.fates {
            fate.covered = fate
                .covered
                .take()
                .filter(|(by, _)| flags[*by])
                .map(|(by, unknowns)| (flags[..by].iter().filter(|flag| **flag).count(), unknowns));
        }
    }
}

/// The transitions whose guards have a rational solution.
fn feasible(its: &Its, transitions: &[Transition], budget: &Budget) -> Result<Replacement, Exhausted> {
    let mut out = Replacement::default();
    for transition in transitions {
        budget.check()?;
        let covered = transition.facts(its).is_feasible().then(|| {
            let arity = its.arity(transition.from);
            out.transitions.push(transition.clone());
            let unknowns = (arity..arity + transition.locals).map(Var::from_index).collect();
            (out.transitions.len() - 1, unknowns)
        });
        out.fates.push(Fate { lemmas: Vec::new(), covered });
    }
    Ok(out)
}

/// The transitions not plainly unsatisfiable, each with as few local unknowns and constraints as possible.
fn tidied(its: &Its, transitions: &[Transition], budget: &Budget) -> Result<Replacement, Exhausted> {
    let mut out = Replacement::default();
    for transition in transitions {
        budget.check()?;
        let mut lemmas = Vec::new();
        let tidy = tidy(transition.clone(), its.arity(transition.from), &mut lemmas);
        let covered = tidy.map(|(tidy, unknowns)| {
            let known = out.transitions.iter().position(|other| *other == tidy);
            let by = known.unwrap_or_else(|| {
                out.transitions.push(tidy);
                out.transitions.len() - 1
            });
            (by, unknowns)
        });
        out.fates.push(Fate { lemmas, covered });
    }
    Ok(out)
}

/// Solves for local unknowns and drops what is redundant; also which unknowns are left. `None` if the guard is plainly unsatisfiable.
fn tidy(
    mut transition: Transition,
    arity: usize,
    lemmas: &mut Vec<Constraint>,
) -> Option<(Transition, Vec<Var>)> {
    solve_locals(&mut transition, arity, lemmas);
    eliminate_locals(&mut transition, arity, lemmas);
    transition.guard = essential(transition.guard)?;
    let unknowns = renumber_locals(&mut transition, arity);
    Some((transition, unknowns))
}

/// The constraint in its normal form, with a lemma if that says more.
fn normal(linear: Linear, relation: Relation, lemmas: &mut Vec<Constraint>) -> Constraint {
    let normal = match relation {
        Relation::AtLeast => Constraint::at_least_zero(linear.clone()),
        Relation::Zero => Constraint::zero(linear.clone()),
    };
    match (linear.terms.first(), normal.linear.terms.first()) {
        (Some((_, old)), Some((_, new))) => {
            if &linear.constant * new != &normal.linear.constant * old {
                lemmas.push(normal.clone());
            }
        }
        (Some(_), None) => lemmas.push(Constraint { linear, relation }),
        (None, _) => {}
    }
    normal
}

/// Replaces local unknowns that an equation defines.
fn solve_locals(transition: &mut Transition, arity: usize, lemmas: &mut Vec<Constraint>) {
    let definition = |constraint: &Constraint| {
        if constraint.relation != Relation::Zero {
            return None;
        }
        let unit = |term: &&(Var, Rat)| term.0.index() >= arity && term.1.abs().is_one();
        let (var, coefficient) = constraint.linear.terms.iter().rev().find(unit)?;
        let rest = constraint.linear.plus_scaled(&Linear::var(*var), &-coefficient);
        Some((*var, rest.scaled(&-coefficient)))
    };
    while let Some((var, value)) = transition.guard.iter().find_map(definition) {
        let image = |other| if other == var { value.clone() } else { Linear::var(other) };
        let mentions = |linear: &Linear| linear.vars().any(|other| other == var);
        for constraint in transition.guard.iter_mut().filter(|constraint| mentions(&constraint.linear)) {
            *constraint = normal(constraint.linear.substitute(image), constraint.relation, lemmas);
        }
        for linear in transition.outputs_mut().filter(|linear| mentions(linear)) {
            *linear = linear.substitute(image);
        }
    }
}

/// Projects away local unknowns that no update and no premise mentions (Fourier–Motzkin), where that is cheap.
fn eliminate_locals(transition: &mut Transition, arity: usize, lemmas: &mut Vec<Constraint>) {
    for index in arity..arity + transition.locals {
        let var = Var::from_index(index);
        if transition.outputs().any(|linear| linear.vars().any(|other| other == var)) {
            continue;
        }
        let sign = |constraint: &Constraint| constraint.linear.coefficient(var);
        let concerned: Vec<_> = transition.guard.iter().filter(|c| !sign(c).is_zero()).cloned().collect();
        if concerned.iter().any(|constraint| constraint.relation == Relation::Zero) {
            continue;
        }
        let (low, high): (Vec<_>, Vec<_>) = concerned.iter().partition(|c| sign(c).is_positive());
        if low.len() * high.len() > ELIMINATION_PAIRS {
            continue;
        }
        transition.guard.retain(|constraint| sign(constraint).is_zero());
        for lower in &low {
            for upper in &high {
                let scaled = lower.linear.scaled(&-&sign(upper));
                let sum = scaled.plus_scaled(&upper.linear, &sign(lower));
                transition.guard.push(normal(sum, Relation::AtLeast, lemmas));
            }
        }
    }
}

/// Each direction once with its strongest constant; `None` if some constraint is plainly false.
pub(crate) fn essential(guard: Vec<Constraint>) -> Option<Vec<Constraint>> {
    let mut strongest: BTreeMap<Vec<(Var, Rat)>, Rat> = BTreeMap::new();
    let mut equations: Vec<Constraint> = Vec::new();
    for constraint in guard {
        match constraint.constant_truth() {
            Some(true) => continue,
            Some(false) => return None,
            None => {}
        }
        match constraint.relation {
            Relation::Zero if !equations.contains(&constraint) => equations.push(constraint),
            Relation::Zero => {}
            Relation::AtLeast => {
                let Linear { terms, constant } = constraint.linear;
                let slot = strongest.entry(terms).or_insert_with(|| constant.clone());
                if constant < *slot {
                    *slot = constant;
                }
            }
        }
    }
    let inequality = |(terms, constant)| Constraint::at_least_zero(Linear { terms, constant });
    equations.extend(strongest.into_iter().map(inequality));
    Some(equations)
}

/// Numbers the unknowns that are left without gaps; what they were.
fn renumber_locals(transition: &mut Transition, arity: usize) -> Vec<Var> {
    let mut used: Vec<Var> = Vec::new();
    let guard = transition.guard.iter().map(|constraint| &constraint.linear);
    for linear in guard.chain(transition.outputs()) {
        used.extend(linear.vars().filter(|var| var.index() >= arity));
    }
    used.sort();
    used.dedup();
    let name = |var: Var| match used.binary_search(&var) {
        Ok(index) => Var::from_index(arity + index),
        Err(_) => var,
    };
    for constraint in &mut transition.guard {
        *constraint = constraint.rename(name);
    }
    for linear in transition.outputs_mut() {
        *linear = linear.rename(name);
    }
    transition.locals = used.len();
    used
}

/// Keeps transitions that a run from the start can take on its way to, or on, a cycle; or to a location to be kept.
fn drop_idle(its: &mut Its, kept: &[LocationId]) {
    let all: Vec<usize> = (0..its.transitions.len()).collect();
    let mut leads: Vec<bool> = vec![false; its.locations.len()];
    if kept.is_empty() {
        for &index in its.components(&all).iter().flatten() {
            leads[its.transitions[index].from.index()] = true;
        }
    }
    for location in kept {
        leads[location.index()] = true;
    }
    let mut reached: Vec<bool> = vec![false; its.locations.len()];
    reached[its.start.index()] = true;
    loop {
        let before = (leads.clone(), reached.clone());
        for transition in &its.transitions {
            let (from, to) = (transition.from.index(), transition.to.index());
            leads[from] |= leads[to];
            reached[to] |= reached[from];
        }
        if before == (leads.clone(), reached.clone()) {
            break;
        }
    }
    its.transitions.retain(|transition| reached[transition.from.index()] && leads[transition.to.index()]);
}

/// Removes locations one passes through, cheapest first, by joining the transitions around them; as long as there do
/// not get more of them.
fn chain(
    its: &mut Its,
    kept: &[LocationId],
    way: &mut Vec<Rewrite>,
    budget: &Budget,
) -> Result<(), Exhausted> {
    let mut links = Links::new(its, kept);
    let mut queue: BTreeSet<(usize, usize)> =
        (0..its.locations.len()).filter_map(|location| Some((links.cost(location)?, location))).collect();
    while let Some((cost, location)) = queue.pop_first() {
        if links.cost(location) != Some(cost) {
            continue;
        }
        let joined = links.joined(its, location, budget)?;
        if joined.transitions.len() <= links.around(location) {
            for touched in links.replace(location, joined.transitions.clone()) {
                queue.extend(links.cost(touched).map(|cost| (cost, touched)));
            }
            way.push(Rewrite::Join(LocationId::from_index(location), joined));
        }
    }
    its.transitions = links.transitions.into_iter().flatten().collect();
    Ok(())
}

/// Transitions by the locations they touch; a removed one leaves a hole.
struct Links {
    /// Whether the location has to stay: the start and what is kept.
    fixed: Vec<bool>,
    transitions: Vec<Option<Transition>>,
    into: Vec<BTreeSet<usize>>,
    out: Vec<BTreeSet<usize>>,
}

impl Links {
    fn new(its: &Its, kept: &[LocationId]) -> Self {
        let none = vec![BTreeSet::new(); its.locations.len()];
        let mut fixed = vec![false; its.locations.len()];
        for location in kept.iter().chain([&its.start]) {
            fixed[location.index()] = true;
        }
        let mut links = Self { fixed, transitions: Vec::new(), into: none.clone(), out: none };
        for transition in &its.transitions {
            links.add(transition.clone());
        }
        links
    }

    fn add(&mut self, transition: Transition) {
        let index = self.transitions.len();
        self.into[transition.to.index()].insert(index);
        self.out[transition.from.index()].insert(index);
        self.transitions.push(Some(transition));
    }

    fn take(&mut self, index: usize) -> Option<Transition> {
        let transition = self.transitions[index].take()?;
        self.into[transition.to.index()].remove(&index);
        self.out[transition.from.index()].remove(&index);
        Some(transition)
    }

    fn around(&self, location: usize) -> usize {
        self.into[location].len() + self.out[location].len()
    }

    /// How many pairs of transitions lead through a location, if it is worth trying to join them.
    fn cost(&self, location: usize) -> Option<usize> {
        let (into, out) = (&self.into[location], &self.out[location]);
        let pairs = into.len() * out.len();
        let fits = !self.fixed[location] && pairs > 0 && pairs <= self.around(location).max(TRIED_PAIRS);
        (fits && into.is_disjoint(out)).then_some(pairs)
    }

    /// What one can do through a location. Where that may be more than before, what is impossible is left out.
    fn joined(&self, its: &Its, location: usize, budget: &Budget) -> Result<Replacement, Exhausted> {
        let all = |indices: &BTreeSet<usize>| -> Vec<&Transition> {
            indices.iter().filter_map(|&index| self.transitions[index].as_ref()).collect()
        };
        let (into, out) = (all(&self.into[location]), all(&self.out[location]));
        let pairs = into.iter().flat_map(|first| out.iter().map(move |second| (first, second)));
        let joined: Vec<_> = pairs.map(|(first, second)| compose(its, first, second)).collect();
        let mut joined = tidied(its, &joined, budget)?;
        if joined.transitions.len() > self.around(location) {
            joined.retain(|transition| transition.facts(its).is_feasible());
        }
        Ok(joined)
    }

    /// Replaces the transitions around a location; the locations whose transitions changed.
    fn replace(&mut self, location: usize, joined: Vec<Transition>) -> Vec<usize> {
        let around: Vec<usize> = self.into[location].union(&self.out[location]).copied().collect();
        let old: Vec<_> = around.into_iter().filter_map(|index| self.take(index)).collect();
        for transition in joined {
            self.add(transition);
        }
        let ends = old.iter().flat_map(|transition| [transition.from.index(), transition.to.index()]);
        ends.filter(|&end| end != location).collect()
    }
}

/// One transition that does `first` and then `second`.
pub fn compose(its: &Its, first: &Transition, second: &Transition) -> Transition {
    let (arity, width) = (its.arity(second.from), its.width(first));
    let image = |var: Var| match first.update.get(var.index()) {
        Some(linear) => linear.clone(),
        None => Linear::var(Var::from_index(var.index() - arity + width)),
    };
    let guard = second.guard.iter().map(|constraint| constraint.substitute(image));
    let premise = |premise: &Premise| Premise {
        location: premise.location,
        values: premise.values.iter().map(|linear| linear.substitute(image)).collect(),
    };
    Transition {
        from: first.from,
        to: second.to,
        locals: first.locals + second.locals,
        guard: first.guard.iter().cloned().chain(guard).collect(),
        update: second.update.iter().map(|linear| linear.substitute(image)).collect(),
        premises: first.premises.iter().cloned().chain(second.premises.iter().map(premise)).collect(),
    }
}

/// Drops arguments that no guard depends on, directly or through updates, except of what is kept.
fn slice(its: &mut Its, kept: &[LocationId]) -> Rewrite {
    let mut needed: Vec<Vec<bool>> =
        its.locations.iter().map(|location| vec![false; location.vars.len()]).collect();
    for location in kept {
        needed[location.index()].fill(true);
    }
    loop {
        let mut changed = false;
        for transition in &its.transitions {
            let arity = its.arity(transition.from);
            let flows = transition.update.iter().zip(&needed[transition.to.index()]);
            let guard = transition.guard.iter().map(|constraint| &constraint.linear);
            let premises = transition.premises.iter().flat_map(|premise| &premise.values);
            let sources: Vec<&Linear> =
                guard.chain(premises).chain(flows.filter(|(_, needed)| **needed).map(|(l, _)| l)).collect();
            for var in sources.iter().flat_map(|linear| linear.vars()).filter(|var| var.index() < arity) {
                changed |= !std::mem::replace(&mut needed[transition.from.index()][var.index()], true);
            }
        }
        if !changed {
            break;
        }
    }
    for transition in &mut its.transitions {
        keep_needed(transition, &needed);
    }
    for (location, needed) in its.locations.iter_mut().zip(&needed) {
        let mut flags = needed.iter();
        location.vars.retain(|_| *flags.next().expect("one flag per argument"));
    }
    Rewrite::Slice(needed)
}

fn keep_needed(transition: &mut Transition, needed: &[Vec<bool>]) {
    let source = &needed[transition.from.index()];
    let kept = source.iter().filter(|needed| **needed).count();
    let name = |var: Var| match source.get(var.index()) {
        Some(_) => Var::from_index(source[..var.index()].iter().filter(|needed| **needed).count()),
        None => Var::from_index(var.index() - source.len() + kept),
    };
    let mut flags = needed[transition.to.index()].iter();
    transition.update.retain(|_| *flags.next().expect("one flag per argument"));
    for premise in &mut transition.premises {
        let mut flags = needed[premise.location.index()].iter();
        premise.values.retain(|_| *flags.next().expect("one flag per argument"));
    }
    for linear in transition.outputs_mut() {
        *linear = linear.rename(name);
    }
    for constraint in &mut transition.guard {
        *constraint = constraint.rename(name);
    }
}

/// Renumbers the locations that are left.
fn compact(mut its: Its, kept: &[LocationId]) -> (Its, Vec<LocationId>) {
    let mut used = vec![false; its.locations.len()];
    let ends = its.transitions.iter().flat_map(|transition| {
        let premises = transition.premises.iter().map(|premise| premise.location);
        premises.chain([transition.from, transition.to])
    });
    for location in ends.chain(kept.iter().copied()).chain([its.start]) {
        used[location.index()] = true;
    }
    let name =
        |old: LocationId| LocationId::from_index(used[..old.index()].iter().filter(|used| **used).count());
    for transition in &mut its.transitions {
        transition.from = name(transition.from);
        transition.to = name(transition.to);
        for premise in &mut transition.premises {
            premise.location = name(premise.location);
        }
    }
    let start = name(its.start);
    let kept = kept.iter().map(|&location| name(location)).collect();
    let mut flags = used.iter();
    its.locations.retain(|_| *flags.next().expect("one flag per location"));
    (Its { start, ..its }, kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::its::text;
    use base::Source;

    fn simplified(text: &str) -> String {
        let its = text::parse(&Source::new("t.its", text)).expect("the test's system is well formed");
        text::show(&simplify(&its, &Budget::unlimited()).expect("no limit"))
    }

    #[test]
    fn straight_lines_become_one_step() {
        let out = simplified(
            "f(x, y) -> g(x + 1, y, z)\ng(a, b, c) -> h(a, c) [c >= d]\nh(a, c) -> f(a - 2, c) [a >= 0]\n",
        );
        assert_eq!(out, "f(x) -> f(x - 1) [x >= -1]\n");
    }

    #[test]
    fn what_cannot_happen_or_matter_goes() {
        let out = simplified(
            "f(x) -> f(x + 1) [x > 3, x < 3]\nf(x) -> end(x)\nf(x) -> f(x - 1) [x > y, y = 2*z, z > 0]\n",
        );
        assert_eq!(out, "f(x) -> f(x - 1) [x >= 3]\n");
    }
}
