//! Path conditions and the solver.
//!
//! The solver's stack follows the path asked about last: a new question pops to the common prefix and pushes the
//! rest, so exploring branch after branch asserts every fact about once.

use std::sync::Arc;

use base::Diagnostic;
use solver::{Entailment, Options, Solver};
use term::{Model, Term, Terms};

use super::state::Path;

pub(super) struct Prover<'p> {
    terms: &'p Terms,
    solver: Solver,
    /// Facts on the solver's stack.
    asserted: Vec<Term>,
    /// Lengths of `asserted` at each of the solver's scopes.
    scopes: Vec<usize>,
    /// How many facts at the start of a path are axioms.
    background: usize,
    /// Questions that answered themselves: a goal that simplifies to `true`, a chunk found by equal terms.
    plain: u64,
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
            plain: 0,
        })
    }

    pub(super) fn prove(&mut self, path: &Path, formula: Term) -> Proof {
        if formula == self.terms.bool(true) {
            self.count_plain();
            return Proof::Proved;
        }
        self.follow(path);
        match self.solver.proves(self.terms, formula) {
            solver::Proof::Proven => Proof::Proved,
            solver::Proof::NotProven => Proof::Failed,
            solver::Proof::GaveUp(reason) => Proof::GaveUp(reason.to_string()),
        }
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

    /// Questions asked, and those that reached the SMT solver.
    pub(super) fn queries(&self) -> (u64, u64) {
        let statistics = self.solver.statistics();
        let smt = statistics.layers.iter().filter(|layer| layer.kind == solver::LayerKind::Z3);
        (statistics.queries + self.plain, smt.map(|layer| layer.asked).sum())
    }

    /// Counts a question nobody had to be asked.
    pub(super) fn count_plain(&mut self) {
        self.plain += 1;
    }

    /// Makes the solver's stack say what the path says.
    fn follow(&mut self, path: &Path) {
        let facts = path.facts();
        let common = self.asserted.iter().zip(facts).take_while(|(one, other)| one == other).count();
        while self.asserted.len() > common {
            let length = self.scopes.pop().expect("facts are asserted inside scopes");
            self.asserted.truncate(length);
            self.solver.pop();
        }
        if self.asserted.len() < facts.len() {
            self.scopes.push(self.asserted.len());
            self.solver.push();
            for &fact in &facts[self.asserted.len()..] {
                self.solver.assert(self.terms, fact);
                self.asserted.push(fact);
            }
        }
    }
}
