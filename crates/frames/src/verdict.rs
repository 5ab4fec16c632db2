//! What verification answers: per member one verdict, with what has no proof in words a user can act on.
//!
//! A failure's `id` is Viper's identifier pair `what.failed:reason`, so a test suite can match it; Java front ends
//! add reasons of their own (`overflow`, `index.out.of.bounds`) through `Checked` and asserted obligations.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use base::{Budget, Place};

use crate::viper::import::Files;

/// How to verify.
#[derive(Clone, Debug)]
pub struct Options {
    /// Only members of this name.
    pub only: Option<String>,
    /// Which share of the methods, `(index, count)`; predicates and functions belong to the first.
    pub share: (usize, usize),
    /// Time for each member.
    pub member_time: Duration,
    /// Time for all, memory, Ctrl-C.
    pub budget: Budget,
    /// Report code and contracts that cannot be reached or hold (Viper's smoke detection).
    pub smoke: bool,
    /// Put in `open` and `close` where exactly one choice makes the next step succeed.
    pub infer: bool,
    /// Calls of functions need the very amounts their preconditions name, not just some of each.
    pub exact_function_permissions: bool,
    /// Who reads what a Viper file imports.
    pub files: Files,
    pub watch: Watch,
}

/// Somebody who is told the name of each member when its verification begins.
#[derive(Clone, Default)]
pub struct Watch(Option<Arc<Told>>);

type Told = dyn Fn(&str) + Send + Sync;

impl Watch {
    /// Tells somebody which member begins.
    pub fn new(told: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(told)))
    }

    pub(crate) fn begins(&self, member: &str) {
        self.0.iter().for_each(|told| told(member));
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "watched" } else { "not watched" })
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            only: None,
            share: (0, 1),
            member_time: Duration::from_secs(60),
            budget: Budget::unlimited(),
            smoke: false,
            infer: false,
            exact_function_permissions: false,
            files: Files::default(),
            watch: Watch::default(),
        }
    }
}

/// What can be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberKind {
    Method,
    Function,
    Predicate,
    Domain,
}

/// What is said of a member.
#[derive(Clone, Debug)]
pub struct MemberResult {
    pub kind: MemberKind,
    pub name: String,
    pub place: Place,
    pub verdict: Verdict,
    pub statistics: Statistics,
    /// Folds and unfolds the engine put in by itself, for `--explain`.
    pub inferred: Vec<(Place, String)>,
    /// What makes a proof worth less: a contract or predicate that nothing satisfies.
    pub warnings: Vec<(Place, String)>,
}

/// Whether a member keeps its contract.
#[derive(Clone, Debug)]
pub enum Verdict {
    Verified,
    /// At least one obligation has no proof, which does not say that it can be broken; never empty.
    NotProven(Vec<Failure>),
    /// No answer, with reasons (and places where known); obligations without a proof found before are kept.
    Unknown {
        reasons: Vec<(Option<Place>, String)>,
        failures: Vec<Failure>,
    },
}

/// An obligation without a proof: where it stands and what is known there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// `assignment.failed:insufficient.permission`
    pub id: String,
    /// The node the failure is about: Viper's position.
    pub place: Place,
    /// The smallest expression at fault.
    pub culprit: Place,
    /// One sentence: what is missing.
    pub message: String,
    /// Chunks of the symbolic heap, readable.
    pub heap: Vec<String>,
    /// What is assumed on this path, readable.
    pub path: Vec<String>,
    /// Values of parameters and locals in a model where the obligation fails, if the solver has one. A possible state: nobody
    /// ran it, and quantifiers may rule it out.
    pub counterexample: Vec<(String, String)>,
}

/// What a proof took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub paths: u64,
    /// Questions asked about the path condition.
    pub queries: u64,
    /// Of these, goals that simplify to `true`.
    pub trivial_queries: u64,
    /// Of these, answered by the SMT solver.
    pub smt_queries: u64,
    pub time: Duration,
}

impl Verdict {
    /// Obligations without a proof, whatever the verdict.
    pub fn failures(&self) -> &[Failure] {
        match self {
            Verdict::Verified => &[],
            Verdict::NotProven(failures) | Verdict::Unknown { failures, .. } => failures,
        }
    }

    /// The verdict of two parts together.
    pub fn and(self, other: Verdict) -> Verdict {
        let mut failures = self.failures().to_vec();
        let known = |one: &&Failure| self.failures().iter().any(|other| one.is_same(other));
        failures.extend(other.failures().iter().filter(|failure| !known(failure)).cloned());
        let mut reasons = Vec::new();
        for part in [self, other] {
            if let Verdict::Unknown { reasons: more, .. } = part {
                reasons.extend(more);
            }
        }
        match (failures.is_empty(), reasons.is_empty()) {
            (true, true) => Verdict::Verified,
            (false, true) => Verdict::NotProven(failures),
            (_, false) => Verdict::Unknown { reasons, failures },
        }
    }
}

impl Failure {
    /// The same obligation at the same place, whatever the path.
    pub fn is_same(&self, other: &Failure) -> bool {
        self.id == other.id && self.place == other.place
    }
}

impl Statistics {
    /// Both together.
    pub fn plus(self, other: Statistics) -> Statistics {
        Statistics {
            paths: self.paths + other.paths,
            queries: self.queries + other.queries,
            trivial_queries: self.trivial_queries + other.trivial_queries,
            smt_queries: self.smt_queries + other.smt_queries,
            time: self.time + other.time,
        }
    }
}
