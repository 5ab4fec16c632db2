//! Integer transition systems: what a program's loops do to numbers.
//!
//! A location has arguments of its own. A transition leads from a location with arguments `x` to another if its guard
//! holds for `x` and some integers for its local unknowns; the target's arguments are linear in both. Nondeterminism
//! and everything not linear is a local unknown, so a system may do more than the program, never less.
//!
//! Invariant: variables `0..arity` of a transition are the source's arguments, the next `locals` its unknowns;
//! `update` has one expression for each argument of the target.
//!
//! A transition may have [`Premise`]s, which say that some other run has been somewhere: a call goes on behind the call once
//! the callee was at its end. Only the systems that [summaries](crate::summary) come from have any.

pub mod simplify;
pub mod text;
pub mod unfold;

use base::components::components_of;
use base::{Id, IdVec, define_id};
use serde::{Deserialize, Serialize};

use crate::facts::Facts;
use crate::linear::{Constraint, Linear, Var};

define_id! {
    /// A location of an [`Its`].
    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct LocationId = "l";
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    pub name: String,
    /// The arguments' names, for people.
    pub vars: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transition {
    pub from: LocationId,
    pub to: LocationId,
    /// How many unknowns there are besides the source's arguments.
    pub locals: usize,
    pub guard: Vec<Constraint>,
    pub update: Vec<Linear>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<Premise>,
}

/// Some run has been at the location with these arguments, which are expressions in the transition's variables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Premise {
    pub location: LocationId,
    pub values: Vec<Linear>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Its {
    pub start: LocationId,
    pub locations: Vec<Location>,
    pub transitions: Vec<Transition>,
}

impl Its {
    pub fn arity(&self, location: LocationId) -> usize {
        self.locations[location.index()].vars.len()
    }

    /// A location's arguments.
    pub fn vars_of(&self, location: LocationId) -> impl Iterator<Item = Var> {
        (0..self.arity(location)).map(Var::from_index)
    }

    /// The number of variables a transition speaks of.
    pub fn width(&self, transition: &Transition) -> usize {
        self.arity(transition.from) + transition.locals
    }

    /// The transitions' indices by strongly connected component, for those of `alive` that lie on a cycle.
    pub fn components(&self, alive: &[usize]) -> Vec<Vec<usize>> {
        let edge = |&index: &usize| {
            let transition = &self.transitions[index];
            (transition.from.index(), transition.to.index())
        };
        let edges: Vec<_> = alive.iter().map(edge).collect();
        let component = components_of(self.locations.len(), edges.iter().copied());
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); self.locations.len()];
        for (&index, &(from, to)) in alive.iter().zip(&edges) {
            if component[from] == component[to] {
                out[component[from]].push(index);
            }
        }
        out.retain(|transitions| !transitions.is_empty());
        out
    }

    pub fn show_linear(&self, location: LocationId, linear: &Linear) -> String {
        linear.show(|var| self.var_name(location, var))
    }

    pub fn var_name(&self, location: LocationId, var: Var) -> String {
        let vars = &self.locations[location.index()].vars;
        vars.get(var.index()).cloned().unwrap_or_else(|| format!("u{}", var.index() - vars.len()))
    }
}

impl Transition {
    pub fn facts(&self, its: &Its) -> Facts {
        Facts::new(its.width(self), &self.guard)
    }

    /// A constraint on the target's arguments as one on the transition's variables.
    pub fn before(&self, after: &Linear) -> Linear {
        after.substitute(|var| self.update[var.index()].clone())
    }

    /// Everything the transition hands out: updates and the arguments of its premises.
    pub fn outputs(&self) -> impl Iterator<Item = &Linear> {
        self.update.iter().chain(self.premises.iter().flat_map(|premise| &premise.values))
    }

    pub fn outputs_mut(&mut self) -> impl Iterator<Item = &mut Linear> {
        self.update.iter_mut().chain(self.premises.iter_mut().flat_map(|premise| &mut premise.values))
    }
}

impl Premise {
    /// A constraint on the location's arguments as one on the transition's variables.
    pub fn instance(&self, constraint: &Constraint) -> Constraint {
        constraint.substitute(|var| self.values[var.index()].clone())
    }
}

/// Builds systems by name; used by the text format and by translations.
#[derive(Default)]
pub struct Builder {
    locations: IdVec<LocationId, Location>,
    transitions: Vec<Transition>,
}

impl Builder {
    pub fn location(&mut self, name: impl Into<String>, vars: Vec<String>) -> LocationId {
        self.locations.push(Location { name: name.into(), vars })
    }

    pub fn arity(&self, location: LocationId) -> usize {
        self.locations[location].vars.len()
    }

    pub fn transition(&mut self, transition: Transition) {
        debug_assert_eq!(transition.update.len(), self.arity(transition.to));
        self.transitions.push(transition);
    }

    pub fn finish(self, start: LocationId) -> Its {
        Its { start, locations: self.locations.as_slice().to_vec(), transitions: self.transitions }
    }
}
