//! The front door: a stack of assertions and the chain that decides them.

use base::Diagnostic;
use rustc_hash::FxHashSet;
use term::{Term, TermKind, Terms};

use crate::answer::{Answer, Entailment};
use crate::assumptions::Assumptions;
use crate::chain::{Chain, Layer, Query, Statistics};
use crate::layers;
use crate::options::{LayerKind, Limits, Options};
use crate::z3;

pub struct Solver {
    chain: Chain,
    limits: Limits,
    assertions: Vec<Term>,
    /// Lengths of `assertions` at each `push`.
    scopes: Vec<usize>,
    /// What the assertions say at first sight.
    assumptions: Assumptions,
    statistics: Statistics,
}

impl Solver {
    /// Fails when the options ask for Z3 and its library is not to be found.
    pub fn new(options: Options) -> Result<Self, Diagnostic> {
        let mut chain: Vec<(LayerKind, Box<dyn Layer>)> = Vec::new();
        for &kind in &options.layers {
            let layer: Box<dyn Layer> = match kind {
                LayerKind::Syntactic => Box::new(layers::Syntactic),
                LayerKind::Slices => Box::new(layers::Slices::default()),
                LayerKind::Cache => Box::new(layers::Cache::default()),
                LayerKind::Equalities => Box::new(layers::Equalities),
                LayerKind::Intervals => Box::new(layers::Intervals),
                LayerKind::Z3 => Box::new(z3::Z3::new(options.mode)?),
            };
            chain.push((kind, layer));
        }
        Ok(Self {
            chain: Chain::new(chain),
            limits: options.limits,
            assertions: Vec::new(),
            scopes: Vec::new(),
            assumptions: Assumptions::default(),
            statistics: Statistics::default(),
        })
    }

    pub fn push(&mut self) {
        self.scopes.push(self.assertions.len());
        self.assumptions.push();
    }

    pub fn pop(&mut self) {
        let length = self.scopes.pop().expect("each pop has its push");
        self.assertions.truncate(length);
        self.assumptions.pop();
    }

    /// How many scopes are open.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    pub fn assert(&mut self, terms: &Terms, formula: Term) {
        self.assertions.push(formula);
        self.assumptions.assume(terms, formula);
    }

    pub fn assertions(&self) -> &[Term] {
        &self.assertions
    }

    /// Whether the assertions and `extra` can hold together.
    pub fn check(&mut self, terms: &Terms, extra: &[Term]) -> Answer {
        let conditions: Vec<Term> = self.assertions.iter().chain(extra).copied().collect();
        self.solve(terms, &conditions)
    }

    /// Whether these conditions can hold together; the stack of assertions does not matter. Lists that share a long
    /// prefix with the question before are cheap.
    pub fn solve(&mut self, terms: &Terms, conditions: &[Term]) -> Answer {
        self.statistics.queries += 1;
        let conditions = conjuncts(terms, conditions);
        self.chain.check(&Query { terms, conditions: &conditions, limits: self.limits })
    }

    /// Whether `formula` holds wherever the assertions do.
    pub fn entails(&mut self, terms: &Terms, formula: Term) -> Entailment {
        if self.assumptions.entail(terms, formula) {
            self.statistics.queries += 1;
            self.statistics.at_first_sight += 1;
            return Entailment::Yes;
        }
        self.check(terms, &[terms.not(formula)]).into()
    }

    /// Whether the assertions entail `formula` at first sight: cheap, and never asks Z3.
    pub fn entails_cheaply(&mut self, terms: &Terms, formula: Term) -> bool {
        self.assumptions.entail(terms, formula)
    }

    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    pub fn limits(&self) -> Limits {
        self.limits
    }

    pub fn statistics(&self) -> Statistics {
        Statistics { layers: self.chain.statistics().cloned().collect(), ..self.statistics.clone() }
    }
}

/// The conjuncts of the conditions, each once, in order; just `false` if one of them is.
fn conjuncts(terms: &Terms, conditions: &[Term]) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut out = Vec::with_capacity(conditions.len());
    let mut stack: Vec<Term> = conditions.iter().rev().copied().collect();
    while let Some(condition) = stack.pop() {
        if let TermKind::And(parts) = terms.kind(condition) {
            stack.extend(parts.iter().rev());
        } else if condition == Terms::FALSE {
            return vec![Terms::FALSE];
        } else if condition != Terms::TRUE && seen.insert(condition) {
            out.push(condition);
        }
    }
    out
}
