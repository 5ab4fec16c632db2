//! Proves that a transition system has no infinite run.
//!
//! Component by component: find functions that let some transition be deleted, delete everything they let us
//! delete, and go on with the components that are left. What costs more is tried only where the cheaper failed:
//! without invariants, with invariants, with two and three phases; and last, measures of which every way around decreases one.

use std::cell::OnceCell;

use base::{Budget, Exhausted, Id};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use serde::{Deserialize, Serialize};

use crate::facts::{Facts, Farkas};
use crate::invariant::{self, Invariants, Shown};
use crate::its::simplify::simplify;
use crate::its::unfold::unfold;
use crate::its::{Its, LocationId, Transition};
use crate::linear::{Constraint, Linear};
use crate::ranking::{self, Edge};
use crate::rational::Rat;
use crate::size_change::{SizeChange, search};
use crate::summary::Summaries;

/// A system without infinite runs, and everything needed to see that (see [`crate::check`]).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// Which of the graph's views the system is a translation of.
    pub view: usize,
    /// Relations between what calls are given and what they give back, which the system relies on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summaries: Option<Summaries>,
    /// Components that were unfolded on the way to the system, each with its transitions' indices then.
    pub unfolded: Vec<Vec<usize>>,
    pub its: Its,
    pub invariants: Invariants,
    /// By transition and by invariant of its target: why the invariant is kept.
    pub kept: Vec<Vec<Farkas>>,
    pub steps: Vec<Step>,
    /// Components that are left after the steps.
    pub size_changes: Vec<SizeChange>,
}

/// Functions on the locations of one component, and the transitions they delete.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step {
    pub locations: Vec<LocationId>,
    /// By phase and location.
    pub functions: Vec<Vec<Linear>>,
    pub evidence: Vec<Evidence>,
}

/// What a step's functions do on one transition of the component.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Evidence {
    pub transition: usize,
    /// By phase: why it does not increase; of a deleted transition, why it decreases.
    pub decreases: Vec<Farkas>,
    /// Of a deleted transition: why the last phase is at least 0.
    pub bounded: Option<Farkas>,
}

/// Why there is no proof.
#[derive(Clone, Debug)]
pub enum Failure {
    Exhausted(Exhausted),
    /// No functions were found for these transitions of the system, which form a component.
    Unranked(Box<Its>, Vec<usize>),
}

impl From<Exhausted> for Failure {
    fn from(exhausted: Exhausted) -> Self {
        Failure::Exhausted(exhausted)
    }
}

impl Proof {
    /// The proof in sentences, a line each.
    pub fn explain(&self) -> Vec<String> {
        let steps = self.steps.iter().map(|step| self.explain_step(step));
        let said: Vec<String> =
            steps.chain(self.size_changes.iter().map(|change| change.explain(&self.its))).collect();
        match said.is_empty() {
            true => vec!["no loop can be entered again and again".to_string()],
            false => said,
        }
    }

    fn explain_step(&self, step: &Step) -> String {
        let deleted = step.evidence.iter().filter(|evidence| evidence.bounded.is_some());
        let mut places: Vec<LocationId> = deleted.map(|e| self.its.transitions[e.transition].from).collect();
        places.sort();
        places.dedup();
        let describe = |place: &LocationId| {
            let index = step.locations.iter().position(|other| other == place).unwrap_or(0);
            let phases = step.functions.iter().map(|phase| self.its.show_linear(*place, &phase[index]));
            let functions = phases.map(|text| format!("`{text}`")).collect::<Vec<_>>().join(", then ");
            format!("at {}: decreases {functions}, bounded by 0", self.its.locations[place.index()].name)
        };
        places.iter().map(describe).collect::<Vec<_>>().join("; ")
    }
}

const PHASES: [usize; 3] = [1, 2, 3];
/// Nested functions are not searched for in larger components.
const NESTED_TRANSITIONS: usize = 12;

/// In larger components the first functions found will do.
const LOOKED_AROUND: usize = 8;

/// Components that cannot be ranked as they are get unfolded this often.
const UNFOLDINGS: usize = 2;

pub fn prove(its: &Its, budget: &Budget) -> Result<Proof, Failure> {
    let mut its = simplify(its, budget)?;
    let mut unfolded = Vec::new();
    loop {
        match prove_simplified(its, budget) {
            Err(Failure::Unranked(failed, component)) if unfolded.len() < UNFOLDINGS => {
                match unfold(&failed, &component) {
                    Some(larger) => its = simplify(&larger, budget)?,
                    None => return Err(Failure::Unranked(failed, component)),
                }
                unfolded.push(component);
            }
            result => return result.map(|proof| Proof { unfolded, ..proof }),
        }
    }
}

fn prove_simplified(its: Its, budget: &Budget) -> Result<Proof, Failure> {
    let prover = Prover { its: &its, budget, invariants: OnceCell::new() };
    let (steps, size_changes) = prover.steps()?;
    let (invariants, kept) = prover.invariants.into_inner().unwrap_or_else(|| invariant::no_evidence(&its));
    Ok(Proof { view: 0, summaries: None, unfolded: Vec::new(), invariants, kept, steps, size_changes, its })
}

/// All that holds when a transition is taken: its guard, then its source's invariants.
pub fn assumptions<'a>(invariants: &'a Invariants, transition: &'a Transition) -> Vec<&'a Constraint> {
    transition.guard.iter().chain(&invariants[transition.from.index()]).collect()
}

fn facts(its: &Its, invariants: &Invariants, transition: &Transition) -> Facts {
    Facts::new(its.width(transition), assumptions(invariants, transition))
}

struct Prover<'a> {
    its: &'a Its,
    budget: &'a Budget,
    /// Inferred when the first component needs them; from then on used everywhere.
    invariants: OnceCell<Shown>,
}

/// A function found, before evidence is collected.
struct Found {
    locations: Vec<LocationId>,
    functions: Vec<Vec<Linear>>,
    component: Vec<usize>,
    removed: Vec<usize>,
}

impl Prover<'_> {
    fn steps(&self) -> Result<(Vec<Step>, Vec<SizeChange>), Failure> {
        let mut found = Vec::new();
        let mut size_changes = Vec::new();
        let mut alive: Vec<usize> = (0..self.its.transitions.len()).collect();
        while let Some(component) = self.its.components(&alive).into_iter().next() {
            match self.step(component)? {
                Ok(step) => {
                    alive.retain(|index| !step.removed.contains(index));
                    found.push(step);
                }
                Err(component) => {
                    size_changes.push(self.size_change(&component)?);
                    alive.retain(|index| !component.contains(index));
                }
            }
        }
        let steps = found.into_iter().map(|found| self.evident(found)).collect::<Result<_, _>>()?;
        Ok((steps, size_changes))
    }

    /// The last resort, for a component without functions.
    fn size_change(&self, component: &[usize]) -> Result<SizeChange, Failure> {
        let (known, _) = self.invariants.get().expect("they are inferred before functions are given up");
        let found = match component.len() > NESTED_TRANSITIONS {
            true => None,
            false => search::find(self.its, known, component, self.budget)?,
        };
        found.ok_or_else(|| Failure::Unranked(Box::new(self.its.clone()), component.to_vec()))
    }

    /// Functions for the component, or the component back.
    fn step(&self, component: Vec<usize>) -> Result<Result<Found, Vec<usize>>, Failure> {
        let none = invariant::none(self.its);
        let known = self.invariants.get().map_or(&none, |shown| &shown.0);
        if let Some(found) = self.rank(&component, known, 1)? {
            return Ok(Ok(found));
        }
        if self.invariants.get().is_none() {
            let inferred = invariant::infer(self.its, self.budget)?;
            let shown = invariant::with_evidence(self.its, inferred, self.budget)?;
            self.invariants.get_or_init(|| shown);
        }
        let known = &self.invariants.get().expect("inferred above").0;
        for phases in PHASES {
            if phases > 1 && component.len() > NESTED_TRANSITIONS {
                break;
            }
            if let Some(found) = self.rank(&component, known, phases)? {
                return Ok(Ok(found));
            }
        }
        Ok(Err(component))
    }

    /// Functions for some target of the component, and all transitions they delete.
    fn rank(&self, component: &[usize], known: &Invariants, phases: usize) -> Result<Option<Found>, Failure> {
        let mut locations: Vec<LocationId> =
            component.iter().map(|&index| self.its.transitions[index].from).collect();
        locations.sort();
        locations.dedup();
        let arities: Vec<usize> = locations.iter().map(|location| self.its.arity(*location)).collect();
        let place = |location| locations.binary_search(&location).expect("a component's ends are in it");
        let edge = |&index: &usize| {
            let transition = &self.its.transitions[index];
            Edge {
                from: place(transition.from),
                to: place(transition.to),
                width: self.its.width(transition),
                facts: assumptions(known, transition),
                update: &transition.update,
            }
        };
        let edges: Vec<Edge<'_>> = component.iter().map(edge).collect();
        let mut best: Option<Vec<Vec<Linear>>> = None;
        for target in 0..edges.len() {
            if let Some(functions) = ranking::rank(&arities, &edges, target, phases, self.budget)? {
                let functions = integral(functions);
                let simple = is_simple(&functions);
                if simple || best.is_none() {
                    best = Some(functions);
                }
                // Another target may have functions that are easier to read.
                if simple || edges.len() > LOOKED_AROUND {
                    break;
                }
            }
        }
        let Some(functions) = best else { return Ok(None) };
        let removed = self.removable(component, known, &locations, &functions)?;
        Ok(Some(Found { locations, functions, component: component.to_vec(), removed }))
    }

    fn removable(
        &self,
        component: &[usize],
        known: &Invariants,
        locations: &[LocationId],
        functions: &[Vec<Linear>],
    ) -> Result<Vec<usize>, Failure> {
        let mut out = Vec::new();
        for &index in component {
            self.budget.check()?;
            let transition = &self.its.transitions[index];
            let goals = goals(transition, locations, functions, true);
            let facts = facts(self.its, known, transition);
            if goals.iter().all(|goal| facts.entail(goal).is_some()) {
                out.push(index);
            }
        }
        Ok(out)
    }

    fn evident(&self, found: Found) -> Result<Step, Failure> {
        let none = invariant::none(self.its);
        let known = self.invariants.get().map_or(&none, |shown| &shown.0);
        let evidence = |&index: &usize| {
            self.budget.check()?;
            let transition = &self.its.transitions[index];
            let removed = found.removed.contains(&index);
            let facts = facts(self.its, known, transition);
            let goals = goals(transition, &found.locations, &found.functions, removed);
            let why = |goal: &Linear| facts.entail(goal).expect("the search found it entailed");
            let mut decreases: Vec<Farkas> = goals.iter().map(why).collect();
            let bounded = if removed { decreases.pop() } else { None };
            Ok(Evidence { transition: index, decreases, bounded })
        };
        let evidence = found.component.iter().map(evidence).collect::<Result<_, Failure>>()?;
        Ok(Step { locations: found.locations, functions: found.functions, evidence })
    }
}

/// Whether no variable counts more than a few times.
fn is_simple(functions: &[Vec<Linear>]) -> bool {
    let few = BigInt::from(100);
    let terms = functions.iter().flatten().flat_map(|linear| &linear.terms);
    terms.into_iter().all(|(_, coefficient)| coefficient.numerator().magnitude() <= few.magnitude())
}

/// The same functions with integer coefficients, as small as possible: a decrease by a positive number is then one
/// by at least 1. Several phases are only scaled up, because a phase is compared with the size of the one before it.
fn integral(functions: Vec<Vec<Linear>>) -> Vec<Vec<Linear>> {
    let numbers = || {
        let linears = functions.iter().flatten();
        linears.flat_map(|linear| linear.terms.iter().map(|term| &term.1).chain([&linear.constant]))
    };
    let multiple = numbers().fold(BigInt::one(), |lcm, number| lcm.lcm(&number.denominator()));
    let scaled = |number: &Rat| number.numerator() * (&multiple / number.denominator());
    let divisor = numbers().fold(BigInt::zero(), |gcd, number| gcd.gcd(&scaled(number)));
    let divisor = if functions.len() == 1 && !divisor.is_zero() { divisor } else { BigInt::one() };
    let factor = Rat::from(multiple.clone()).div(&Rat::from(divisor));
    functions.iter().map(|phase| phase.iter().map(|linear| linear.scaled(&factor)).collect()).collect()
}

/// What has to be at least 0 on a transition: by phase its decrease (less 1, plus the phase before it, if the
/// transition is to be deleted), then the last phase itself.
pub fn goals(
    transition: &Transition,
    locations: &[LocationId],
    functions: &[Vec<Linear>],
    deleted: bool,
) -> Vec<Linear> {
    let place = |location| locations.binary_search(&location).expect("a component's ends are in it");
    let (from, to) = (place(transition.from), place(transition.to));
    let mut out = Vec::new();
    for (phase, function) in functions.iter().enumerate() {
        let mut decrease = function[from].minus(&transition.before(&function[to]));
        if deleted {
            decrease = decrease.plus_constant(-1);
            if phase > 0 {
                decrease = decrease.plus(&functions[phase - 1][from]);
            }
        }
        out.push(decrease);
    }
    if deleted {
        out.extend(functions.last().map(|function| function[from].clone()));
    }
    out
}
