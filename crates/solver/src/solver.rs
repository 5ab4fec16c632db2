//! The front door: a stack of assertions and the chain that decides them.

use base::Diagnostic;
use rustc_hash::FxHashSet;
use term::{Term, TermKind, Terms};

use crate::answer::{Answer, Entailment, Proof};
use crate::assumptions::Assumptions;
use crate::chain::{Chain, Layer, Query, Statistics};
use crate::layers;
use crate::options::{LayerKind, Limits, Options};
use crate::z3;

/// Answers whether formulas can be true, in scopes of what is asserted.
pub struct Solver {
    chain: Chain,
    limits: Limits,
    /// The conjuncts of what was asserted.
    assertions: Conjuncts,
    /// Lengths of `assertions` at each `push`.
    scopes: Vec<usize>,
    /// What the assertions say at first sight.
    assumptions: Assumptions,
    /// The list [`Solver::solve`] was asked about last.
    last: Listed,
    statistics: Statistics,
}

impl Solver {
    /// Fails when the options ask for Z3 and its library is not to be found.
    pub fn new(options: Options) -> Result<Self, Diagnostic> {
        let mut chain: Vec<(LayerKind, Box<dyn Layer>)> = Vec::new();
        for &kind in &options.layers {
            let layer: Box<dyn Layer> = match kind {
                LayerKind::Syntactic => Box::new(layers::Syntactic::default()),
                LayerKind::References => Box::new(layers::References::default()),
                LayerKind::Models => Box::new(layers::Models::default()),
                LayerKind::Slices => Box::new(layers::Slices::default()),
                LayerKind::Cache => Box::new(layers::Cache::default()),
                LayerKind::Equalities => Box::new(layers::Equalities::default()),
                LayerKind::Intervals => Box::new(layers::Intervals),
                LayerKind::Cases => Box::new(layers::Cases),
                LayerKind::Z3 => Box::new(z3::Z3::new(options.mode)?),
            };
            chain.push((kind, layer));
        }
        Ok(Self {
            chain: Chain::new(chain),
            limits: options.limits,
            assertions: Conjuncts::default(),
            scopes: Vec::new(),
            assumptions: Assumptions::default(),
            last: Listed::default(),
            statistics: Statistics::default(),
        })
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.scopes.push(self.assertions.len());
        self.assumptions.push();
    }

    /// Forgets what was asserted since the last scope was opened.
    pub fn pop(&mut self) {
        let length = self.scopes.pop().expect("each pop has its push");
        self.assertions.truncate(length);
        self.assumptions.pop();
    }

    /// How many scopes are open.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// Asserts a formula in this scope.
    pub fn assert(&mut self, terms: &Terms, formula: Term) {
        self.assertions.add(terms, formula);
        self.assumptions.assume(terms, formula);
    }

    /// The conjuncts of what is asserted, each once.
    pub fn assertions(&self) -> &[Term] {
        self.assertions.as_slice()
    }

    /// Whether the assertions and `extra` can hold together.
    pub fn check(&mut self, terms: &Terms, extra: &[Term]) -> Answer {
        self.check_with(terms, extra, true)
    }

    fn check_with(&mut self, terms: &Terms, extra: &[Term], wants_model: bool) -> Answer {
        let length = self.assertions.len();
        extra.iter().for_each(|&formula| self.assertions.add(terms, formula));
        self.statistics.queries += 1;
        let conditions = self.assertions.as_slice();
        let answer = self.chain.check(&Query { terms, conditions, limits: self.limits, wants_model });
        self.assertions.truncate(length);
        answer
    }

    /// Whether these conditions can hold together; the stack of assertions does not matter. Lists that share a long
    /// prefix with the question before are cheap.
    pub fn solve(&mut self, terms: &Terms, conditions: &[Term]) -> Answer {
        self.statistics.queries += 1;
        let conditions = self.last.follow(terms, conditions);
        self.chain.check(&Query { terms, conditions, limits: self.limits, wants_model: true })
    }

    /// Whether `formula` holds wherever the assertions do; if not, where it fails.
    pub fn entails(&mut self, terms: &Terms, formula: Term) -> Entailment {
        if self.is_obvious(terms, formula) {
            return Entailment::Yes;
        }
        self.check(terms, &[terms.not(formula)]).into()
    }

    /// Whether `formula` can be shown to hold wherever the assertions do. Cheaper than [`Solver::entails`] where it fails.
    pub fn proves(&mut self, terms: &Terms, formula: Term) -> Proof {
        if self.is_obvious(terms, formula) {
            return Proof::Proven;
        }
        self.check_with(terms, &[terms.not(formula)], false).into()
    }

    fn is_obvious(&mut self, terms: &Terms, formula: Term) -> bool {
        let obvious = self.assumptions.entail(terms, formula);
        self.statistics.queries += u64::from(obvious);
        self.statistics.at_first_sight += u64::from(obvious);
        obvious
    }

    /// Whether the assertions entail `formula` at first sight: cheap, and never asks Z3.
    pub fn entails_cheaply(&mut self, terms: &Terms, formula: Term) -> bool {
        self.assumptions.entail(terms, formula)
    }

    /// How many questions were asked.
    pub fn queries(&self) -> u64 {
        self.statistics.queries
    }

    /// Sets the limits of the questions to come.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The limits of a question.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// What was asked so far.
    pub fn statistics(&self) -> Statistics {
        Statistics { layers: self.chain.statistics().cloned().collect(), ..self.statistics.clone() }
    }
}

/// Conjuncts in order, each once; `true` is left out.
#[derive(Default)]
struct Conjuncts {
    list: Vec<Term>,
    set: FxHashSet<Term>,
}

impl Conjuncts {
    fn add(&mut self, terms: &Terms, formula: Term) {
        if let TermKind::And(parts) = terms.kind(formula) {
            parts.iter().for_each(|&part| self.add(terms, part));
        } else if formula != Terms::TRUE && self.set.insert(formula) {
            self.list.push(formula);
        }
    }

    fn truncate(&mut self, length: usize) {
        for formula in self.list.drain(length..) {
            self.set.remove(&formula);
        }
    }

    fn len(&self) -> usize {
        self.list.len()
    }

    fn as_slice(&self) -> &[Term] {
        &self.list
    }
}

/// A list of conditions with its conjuncts; the next list takes over what they have in common.
#[derive(Default)]
struct Listed {
    /// Each condition, and how many conjuncts there were before it.
    conditions: Vec<(Term, usize)>,
    conjuncts: Conjuncts,
}

impl Listed {
    /// The conjuncts of a new list.
    fn follow(&mut self, terms: &Terms, conditions: &[Term]) -> &[Term] {
        let common = self.conditions.iter().zip(conditions).take_while(|((old, _), new)| old == *new).count();
        if let Some((_, before)) = self.conditions.get(common) {
            self.conjuncts.truncate(*before);
            self.conditions.truncate(common);
        }
        for &condition in &conditions[common..] {
            self.conditions.push((condition, self.conjuncts.len()));
            self.conjuncts.add(terms, condition);
        }
        self.conjuncts.as_slice()
    }
}
