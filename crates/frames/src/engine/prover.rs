//! Path conditions and the solver.
//!
//! The solver's stack follows the path asked about last: a new question pops to the common prefix and pushes the
//! rest, so exploring branch after branch asserts every fact about once.

use std::sync::Arc;

use base::{Budget, Diagnostic};
use rustc_hash::FxHashSet;
use solver::{Entailment, Limits, Options, Solver};
use term::{Model, Term, Terms};

use super::state::Path;

pub(super) struct Prover<'p> {
    terms: &'p Terms,
    solver: Solver,
    /// Facts on the solver's stack.
    asserted: Vec<Term>,
    scopes: Vec<Scope>,
    /// How many facts at the start of a path are axioms.
    background: usize,
    counts: Counts,
}

/// One of the solver's scopes. Its facts are asserted when it is opened, and then no more.
struct Scope {
    /// How many facts are asserted below it.
    below: usize,
    /// What was asked on top of it and has no proof.
    unproved: FxHashSet<Term>,
}

/// Questions about path conditions, by who answered them.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    /// All of them.
    pub(super) asked: u64,
    /// Goals that simplify to `true`.
    pub(super) trivial: u64,
    /// Those that reached the SMT solver.
    pub(super) smt: u64,
}

pub(super) enum Proof {
    Proved,
    /// Refuted by a model, or not proved although the solver finished: quantifiers are only instantiated by triggers.
    Failed,
    /// The solver ran into a limit.
    GaveUp(String),
}

impl Proof {
    pub(super) fn is_proved(&self) -> bool {
        matches!(self, Proof::Proved)
    }
}

impl<'p> Prover<'p> {
    pub(super) fn new(terms: &'p Terms) -> Result<Self, Diagnostic> {
        Ok(Self {
            terms,
            solver: Solver::new(Options::proofs())?,
            asserted: Vec::new(),
            scopes: Vec::new(),
            background: 0,
            counts: Counts::default(),
        })
    }

    /// Beyond the budget nothing is proven any more, and a question under way ends.
    pub(super) fn keep_within(&mut self, budget: &Budget) {
        let (until, memory) = (budget.deadline(), budget.memory());
        self.solver.set_limits(Limits { until, memory, ..self.solver.limits() });
    }

    pub(super) fn prove(&mut self, path: &Path, formula: Term) -> Proof {
        if formula == self.terms.bool(true) {
            self.counts.asked += 1;
            self.counts.trivial += 1;
            return Proof::Proved;
        }
        self.follow(path);
        if self.scopes.last().is_some_and(|scope| scope.unproved.contains(&formula)) {
            self.count_plain();
            return Proof::Failed;
        }
        match self.solver.proves(self.terms, formula) {
            solver::Proof::Proven => Proof::Proved,
            solver::Proof::NotProven => {
                self.scopes.last_mut().map(|scope| scope.unproved.insert(formula));
                Proof::Failed
            }
            solver::Proof::GaveUp(reason) => Proof::GaveUp(reason.to_string()),
        }
    }

    /// Whether a condition cannot hold on this path, as far as it is worth asking: where it could hold earlier on the path, it
    /// is taken to hold still. A path that is followed in vain costs time, nothing else.
    pub(super) fn excludes(&mut self, path: &Path, condition: Term) -> bool {
        let negation = self.terms.not(condition);
        self.follow(path);
        let contradicts = self.solver.entails_cheaply(self.terms, negation);
        let is_possible = self.solver.entails_cheaply(self.terms, condition)
            || self.scopes.iter().any(|scope| scope.unproved.contains(&negation));
        if contradicts || is_possible {
            self.count_plain();
            return contradicts;
        }
        self.prove(path, negation).is_proved()
    }

    /// A model of the path in which the formula is false, as far as the solver has one. For explanations only.
    pub(super) fn counterexample(&mut self, path: &Path, formula: Term) -> Option<Arc<Model>> {
        self.follow(path);
        match self.solver.entails(self.terms, formula) {
            Entailment::Yes => None,
            Entailment::No(model) => Some(model),
            Entailment::Unknown(unknown) => unknown.candidate,
        }
    }

    /// Whether the path says so at first sight.
    pub(super) fn proves_cheaply(&mut self, path: &Path, formula: Term) -> bool {
        self.follow(path);
        self.solver.entails_cheaply(self.terms, formula)
    }

    pub(super) fn background(&self) -> usize {
        self.background
    }

    pub(super) fn set_background(&mut self, facts: usize) {
        self.background = facts;
    }

    pub(super) fn counts(&self) -> Counts {
        let statistics = self.solver.statistics();
        let smt = statistics.layers.iter().filter(|layer| layer.kind == solver::LayerKind::Z3);
        let smt = smt.map(|layer| layer.asked).sum();
        Counts { asked: self.counts.asked + statistics.queries, smt, ..self.counts }
    }

    /// Counts a question the solver did not have to be asked: a chunk found by equal terms, an answer given before.
    pub(super) fn count_plain(&mut self) {
        self.counts.asked += 1;
    }

    /// Makes the solver's stack say what the path says.
    fn follow(&mut self, path: &Path) {
        let facts = path.facts();
        let common = self.asserted.iter().zip(facts).take_while(|(one, other)| one == other).count();
        while self.asserted.len() > common {
            let scope = self.scopes.pop().expect("facts are asserted inside scopes");
            self.asserted.truncate(scope.below);
            self.solver.pop();
        }
        if self.asserted.len() < facts.len() {
            self.scopes.push(Scope { below: self.asserted.len(), unproved: FxHashSet::default() });
            self.solver.push();
            for &fact in &facts[self.asserted.len()..] {
                self.solver.assert(self.terms, fact);
                self.asserted.push(fact);
            }
        }
    }
}
