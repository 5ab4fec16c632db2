//! Obligations that failed: who is to blame, which fact was missing, what the state was.

use base::{Budget, Place};
use term::{Evaluator, Term};

use super::prover::Proof;
use super::state::{Chunk, Location, State};
use super::{Engine, Outcome, Stop};
use crate::verdict::Failure;

/// The first half of a failure's identifier and the node it is reported at.
#[derive(Clone)]
pub(super) struct Blame {
    pub(super) what: &'static str,
    pub(super) place: Place,
}

/// The second half: why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    AssertionFalse,
    InsufficientPermission,
    NegativePermission,
    PermissionNotPositive,
    DivisionByZero,
    LabelNotReached,
    RefutationTrue,
    /// A front end's own reason.
    Named(&'static str),
}

impl Reason {
    pub(super) fn id(self) -> &'static str {
        match self {
            Reason::AssertionFalse => "assertion.false",
            Reason::InsufficientPermission => "insufficient.permission",
            Reason::NegativePermission => "negative.permission",
            Reason::PermissionNotPositive => "permission.not.positive",
            Reason::DivisionByZero => "division.by.zero",
            Reason::LabelNotReached => "labelled.state.not.reached",
            Reason::RefutationTrue => "refutation.true",
            Reason::Named(id) => id,
        }
    }
}

/// What one member's verification found so far.
pub(super) struct Report {
    pub(super) failures: Vec<Failure>,
    pub(super) unknowns: Vec<(Option<Place>, String)>,
    /// `refute` statements with a path on which they are refuted.
    pub(super) refuted: Vec<Place>,
    pub(super) inferred: Vec<(Place, String)>,
    pub(super) paths: u64,
    pub(super) deadline: Budget,
}

impl Report {
    pub(super) fn new(deadline: Budget) -> Self {
        Self {
            failures: Vec::new(),
            unknowns: Vec::new(),
            refuted: Vec::new(),
            inferred: Vec::new(),
            paths: 0,
            deadline,
        }
    }
}

impl Engine<'_> {
    /// The path must imply `goal`; where it does not, a failure is recorded. Either way it is assumed afterwards.
    pub(super) fn require(
        &mut self,
        state: &mut State,
        goal: Term,
        reason: Reason,
        culprit: &Place,
    ) -> Outcome<()> {
        self.options.budget.check().map_err(Stop::Exhausted)?;
        self.report.deadline.check().map_err(Stop::Exhausted)?;
        if goal == self.terms.bool(true) || state.dead || self.quiet {
            return Ok(());
        }
        match self.prover.prove(&state.path, goal) {
            Proof::Proved => {}
            Proof::Failed => {
                let message = format!("`{}` may not hold", self.show(goal));
                let known = self.report.failures.len();
                self.fail(state, reason, culprit, message);
                if self.report.failures.len() > known {
                    self.report.failures[known].counterexample = self.counterexample(state, goal);
                }
            }
            Proof::GaveUp(why) => {
                let place = self.blame.place.clone();
                self.report.unknowns.push((Some(place), format!("the solver gave up: {why}")));
            }
        }
        self.assume(state, goal);
        Ok(())
    }

    /// Records a failure, once per identifier and place.
    pub(super) fn fail(&mut self, state: &State, reason: Reason, culprit: &Place, message: String) {
        if self.quiet {
            return;
        }
        let id = format!("{}:{}", self.blame.what, reason.id());
        let place = self.blame.place.clone();
        let known = |failure: &Failure| failure.id == id && failure.place == place;
        if self.report.failures.iter().any(known) {
            return;
        }
        let heap = state.heap.chunks().iter().map(|chunk| self.show_chunk(chunk)).collect();
        let facts = state.path.facts().iter().skip(self.prover.background());
        let path = facts.map(|&fact| self.show(fact)).collect();
        let failure =
            Failure { id, place, culprit: culprit.clone(), message, heap, path, counterexample: Vec::new() };
        self.report.failures.push(failure);
    }

    /// What locals are worth where the goal fails, by name.
    fn counterexample(&mut self, state: &State, goal: Term) -> Vec<(String, String)> {
        let Some(model) = self.prover.counterexample(&state.path, goal) else { return Vec::new() };
        let mut values = Evaluator::new(self.terms, &model);
        let locals = self.locals(state.store.owner);
        let known = state.store.values();
        known
            .filter_map(|(id, term)| Some((locals[id].name.clone(), values.value(term)?.to_string())))
            .collect()
    }

    pub(super) fn show(&self, term: Term) -> String {
        self.terms.infix(term).to_string()
    }

    fn show_chunk(&self, chunk: &Chunk) -> String {
        let arguments: Vec<String> = chunk.arguments.iter().map(|&term| self.show(term)).collect();
        let (value, permission) = (self.show(chunk.value), self.show(chunk.permission));
        match chunk.location {
            Location::Field(field) => {
                format!("{}.{} -> {value} # {permission}", arguments[0], self.program.fields[field].name)
            }
            Location::Predicate(predicate) => {
                let name = &self.program.predicates[predicate].name;
                format!("{name}({}) # {permission}", arguments.join(", "))
            }
            Location::Elements(_) => {
                format!("{}[{}..{}] # {permission}", arguments[0], arguments[1], arguments[2])
            }
        }
    }
}
