//! The worlds a method may be called in: which states of objects are asked about.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::Budget;
use explore::Entry;
use facts::{ASSUMED, Facts};
use program::{FieldId, Program};
use report::{ClassFact, Report};

/// The part of the time that finding facts may take.
const PART: f64 = 0.25;

#[derive(clap::Args, Clone, Default)]
pub struct WorldArgs {
    /// Ask only about objects in states that their classes can make, as far as `cupper facts` proves it, not in any state of their types
    #[arg(long)]
    pub facts: bool,
    /// Ask about calls without null, but for parameters that are annotated to allow it
    #[arg(long)]
    pub assume_nonnull: bool,
}

impl WorldArgs {
    /// What holds of all objects that come in; nothing if anything may, or if it takes too long to find out.
    pub fn facts(&self, program: &Program, budget: &Budget) -> Option<Arc<Facts>> {
        if !self.facts {
            return None;
        }
        let part = budget.remaining().map(|left| left.mul_f64(PART));
        let budget = part.map_or_else(|| budget.clone(), |part| budget.within(part));
        Facts::find(program, &budget).map(Arc::new)
    }

    /// A method with the arguments it is asked about.
    pub fn entry(&self, entry: Entry) -> Entry {
        if self.assume_nonnull { entry.with_objects() } else { entry }
    }

    /// Says which world was assumed, where that matters to some answer.
    pub fn tell(&self, report: &mut Report) {
        if self.assume_nonnull {
            report.assumptions.insert(0, "no argument is null unless an annotation allows it".to_owned());
        }
        let told = if report.results.iter().any(|result| !result.facts.is_empty()) {
            ASSUMED
        } else {
            return;
        };
        report.assumptions.insert(0, told.to_owned());
    }
}

/// The facts of some fields.
pub fn used(program: &Program, facts: Option<&Facts>, fields: &BTreeSet<FieldId>) -> Vec<ClassFact> {
    let mut out = BTreeSet::new();
    for &field in fields {
        let Some((facts, known)) = facts.and_then(|facts| Some((facts, facts.known(field)?))) else {
            continue;
        };
        let class = program.field(field).class;
        let by: BTreeSet<String> =
            known.writers.iter().map(|(method, pc)| facts::place(program, *method, *pc)).collect();
        let name = program.class(class).java_name().replace('$', ".");
        let claims = facts::used(program, field, known, facts.relations(class)).into_iter();
        out.extend(claims.map(|claim| ClassFact {
            class: name.clone(),
            claim,
            by: by.iter().cloned().collect(),
        }));
    }
    out.into_iter().collect()
}
