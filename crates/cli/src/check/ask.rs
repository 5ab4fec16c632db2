//! How each question is put to one method.

use std::sync::Arc;
use std::time::Instant;

use base::Budget;
use explore::{Booted, Entry, Explorer, Options, Severity};
use facts::Facts;
use graph::{Inputs, Integers};
use program::{MethodId, Program};
use report::{MethodReport, SourceView};
use testgen::{Dialect, Makers};

use super::{Asked, unknown};
use crate::explore::Common;
use crate::histories;
use crate::target::Target;
use crate::{relevance, unfailing, views};

/// What one thread needs to answer.
pub struct Tools<'p> {
    pub booted: Result<Booted<'p>, String>,
    pub makers: Makers<'p>,
}

impl<'p> Tools<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self { booted: Booted::new(program), makers: Makers::new(program) }
    }
}

/// What all questions are asked about.
pub struct Asker {
    pub target: Target,
    pub sources: Vec<SourceView>,
    pub common: Common,
    /// What holds of all objects, if that may be assumed.
    pub facts: Option<Arc<Facts>>,
    pub least: Severity,
}

impl Asker {
    pub fn program(&self) -> &Program {
        &self.target.program
    }

    pub fn options(&self, budget: Budget) -> anyhow::Result<Options> {
        Ok(Options { facts: self.facts.clone(), ..self.common.options(self.program(), budget)? })
    }

    pub fn ask<'p>(
        &'p self,
        tools: &mut Tools<'p>,
        asked: Asked,
        method: MethodId,
        budget: &Budget,
    ) -> MethodReport {
        match asked {
            Asked::Explore => self.explore(tools, method, budget),
            Asked::Terminate => self.terminate(method, budget),
            Asked::Relevance => {
                let least = if self.least == Severity::Note { Severity::Note } else { Severity::Warning };
                relevance::of_method(&self.target, &self.sources, method, budget, least)
            }
        }
    }

    fn explore<'p>(&'p self, tools: &mut Tools<'p>, method: MethodId, budget: &Budget) -> MethodReport {
        let program = self.program();
        let Tools { booted, makers } = tools;
        let booted = match booted {
            Ok(booted) => booted,
            Err(reason) => return unknown(reason),
        };
        let options = match self.options(budget.clone()) {
            Ok(options) => options,
            Err(error) => return unknown(&error.to_string()),
        };
        let started = Instant::now();
        let entry = self.common.world.entry(Entry::new(program, method));
        let asked = unfailing::Asked { program, least: self.least };
        if let Some(proven) = asked.at_first(&entry, budget) {
            let seconds = started.elapsed().as_secs_f64();
            return views::proven_by_graph(MethodReport { seconds, ..MethodReport::default() }, &proven);
        }
        let exploration = match Explorer::explore(program, booted, entry.clone(), options, &mut |_| {}) {
            Ok(exploration) => exploration,
            Err(diagnostic) => return unknown(&diagnostic.message),
        };
        let mut result = explore::judge_generously(program, &exploration, self.least);
        let patience = Budget::unlimited().within(histories::PATIENCE);
        let grades = histories::grade(program, booted, makers, &entry, &mut result, self.least, &patience);
        let proven = result.is_open().then(|| asked.prove(&entry, budget)).flatten();
        let report = views::explored(program, self.facts.as_deref(), &result);
        let report = histories::show(report, program, Dialect::JUnit5, grades);
        let seconds = started.elapsed().as_secs_f64();
        match proven {
            Some(proven) => views::proven_by_graph(MethodReport { seconds, ..report }, &proven),
            None => MethodReport { seconds, ..report },
        }
    }

    fn terminate(&self, method: MethodId, budget: &Budget) -> MethodReport {
        let started = Instant::now();
        let options = terminate::verdict::Options {
            integers: Integers::Java,
            inputs: Inputs::Any,
            facts: self.facts.clone(),
            budget: budget.clone(),
        };
        let answer = terminate::verdict::decide(self.program(), method, &options);
        views::stops(self.program(), method, &options, &answer, started.elapsed().as_secs_f64())
    }
}
