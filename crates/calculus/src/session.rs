//! One run of a program under one strategy: owns everything a heap asks.

use std::cell::RefCell;

use base::Diagnostic;
use heap::{Cx, Shape, Strategy, Trace, ValueSets};
use solver::Solver;
use term::Terms;

use crate::language::Language;
use crate::run::{Event, Limits, Run, run};

/// What the runs of one session share: terms, a solver, a strategy.
pub struct Session<'a> {
    terms: Terms,
    sets: ValueSets,
    oracle: RefCell<Solver>,
    strategy: &'a dyn Strategy,
    shape: Shape,
    trace: Trace,
}

impl<'a> Session<'a> {
    /// A session with a strategy of its own.
    pub fn new(strategy: &'a dyn Strategy) -> Result<Self, Diagnostic> {
        Ok(Self {
            terms: Terms::new(),
            sets: ValueSets::default(),
            oracle: RefCell::new(Solver::new(solver::Options::paths())?),
            strategy,
            shape: Shape::default(),
            trace: Trace::default(),
        })
    }

    /// Who heaps of this session ask.
    pub fn cx<'s, L: Language>(&'s self, language: &'s L) -> Cx<'s> {
        Cx {
            terms: &self.terms,
            sets: &self.sets,
            types: language,
            oracle: &self.oracle,
            strategy: self.strategy,
            shape: &self.shape,
            trace: Some(&self.trace),
        }
    }

    /// Takes every path of a program.
    pub fn run<L: Language>(
        &self,
        language: &L,
        limits: Limits,
        observe: impl FnMut(Event<'_, L::State>),
    ) -> Run<L::State> {
        run(self.cx(language), language, limits, observe)
    }
}
