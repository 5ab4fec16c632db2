//! Answers in files: what was asked, in which integers, and the proof with all its evidence; and how to check them again.
//!
//! A proof of termination is checked in two parts. [`check`](crate::check::check) does the arithmetic and needs nothing but
//! the file. [`Certificate::verify`] also needs the program: it derives the transition system again, transition by
//! transition, from the edges of the program's graph, follows its simplification step by step ([`check::rewrite`]), and compares. No ranking
//! function and no invariant is searched for. A claim of divergence is checked by running its input again.

use std::collections::BTreeSet;

use base::{Budget, Exhausted};
use graph::{Inputs, Integers};
use program::{FieldId, MethodId, Program};
use serde::{Deserialize, Serialize};

use crate::check::rewrite::{Lost, follow};
use crate::check::start::missing_call;
use crate::check::unfold::keeps_runs;
use crate::check::{self, Flaw};
use crate::diverge::{self, Effort, Witness};
use crate::its::Its;
use crate::its::simplify::simplify_keeping;
use crate::its::unfold::unfold;
use crate::prove::Proof;
use crate::summary::Summaries;
use crate::translate::{Known, View, activations, translate};
use crate::verdict::{Answer, Options, Verdict, cuts};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    pub format: Format,
    /// The method, as in `List.sort(I)V`.
    pub method: String,
    /// A proof for one kind says nothing about the other.
    pub integers: IntegerKind,
    /// What the arguments may be.
    pub inputs: InputKind,
    /// What holds of all objects of the program's classes, as far as the proof rests on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
    pub claim: Claim,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    #[serde(rename = "cupper-termination-2")]
    Termination2,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum IntegerKind {
    Java,
    Unbounded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InputKind {
    /// Strings for a `main`.
    Main,
    /// Any heaps.
    Any,
    Tree,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    Terminates(Box<Proof>),
    Diverges(Box<Witness>),
    /// There was nothing to write down.
    Nothing,
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// What it assumes is not what was asked for.
    #[error("it speaks of {0}, and {1} were asked for")]
    OtherQuestion(&'static str, &'static str),
    #[error("{0}")]
    Flaw(#[from] Flaw),
    #[error("{0} while checking")]
    Exhausted(Exhausted),
    #[error("the program's graph cannot be built again: {0}")]
    NoGraph(String),
    #[error("the graph leaves something out: {0}")]
    Incomplete(String),
    #[error("the graph does not begin with a call where {0}")]
    Start(String),
    #[error("the transition system is not the one the program's graph gives")]
    OtherSystem,
    #[error("the classes of the program are not known to keep the facts it rests on")]
    OtherFacts,
    #[error("the input does not run forever the way it is claimed to")]
    OtherRun,
}

impl From<Exhausted> for Rejection {
    fn from(exhausted: Exhausted) -> Self {
        Rejection::Exhausted(exhausted)
    }
}

impl From<Lost> for Rejection {
    fn from(lost: Lost) -> Self {
        match lost {
            Lost::Flaw(flaw) => Rejection::Flaw(flaw),
            Lost::Exhausted(exhausted) => Rejection::Exhausted(exhausted),
        }
    }
}

impl IntegerKind {
    /// In words.
    pub fn describe(self) -> &'static str {
        match self {
            IntegerKind::Java => "java integers",
            IntegerKind::Unbounded => "unbounded integers",
        }
    }
}

impl From<Integers> for IntegerKind {
    fn from(integers: Integers) -> Self {
        match integers {
            Integers::Java => IntegerKind::Java,
            Integers::Unbounded => IntegerKind::Unbounded,
        }
    }
}

impl InputKind {
    /// In words.
    pub fn describe(self) -> &'static str {
        match self {
            InputKind::Main => "command lines",
            InputKind::Any => "any arguments",
            InputKind::Tree => "arguments that are trees and share nothing",
        }
    }
}

impl From<Inputs> for InputKind {
    fn from(inputs: Inputs) -> Self {
        match inputs {
            Inputs::Main => InputKind::Main,
            Inputs::Any => InputKind::Any,
            Inputs::Tree => InputKind::Tree,
        }
    }
}

impl Certificate {
    pub fn new(program: &Program, method: MethodId, options: &Options, answer: &Answer) -> Self {
        let info = program.method(method);
        let claim = match &answer.verdict {
            Verdict::Terminates(proof) => Claim::Terminates(proof.clone()),
            Verdict::Diverges(witness) => Claim::Diverges(witness.clone()),
            Verdict::Unknown(_) => Claim::Nothing,
        };
        let class = program.class(info.class).java_name();
        Self {
            format: Format::Termination2,
            method: format!("{class}.{}{}", info.name, info.descriptor),
            integers: options.integers.into(),
            inputs: options.inputs.into(),
            facts: sentences(program, options, &answer.given),
            claim,
        }
    }

    /// Whether the claim is about what was asked: a certificate does not choose what it may assume.
    pub fn answers(&self, integers: Integers, inputs: Inputs) -> Result<(), Rejection> {
        let (integers, inputs) = (IntegerKind::from(integers), InputKind::from(inputs));
        if self.integers != integers {
            return Err(Rejection::OtherQuestion(self.integers.describe(), integers.describe()));
        }
        if self.inputs != inputs {
            return Err(Rejection::OtherQuestion(self.inputs.describe(), inputs.describe()));
        }
        Ok(())
    }

    /// Checks the claim about a method of a program, with the assumptions that were asked for. A claim of nothing is always true.
    pub fn verify(&self, program: &Program, method: MethodId, options: &Options) -> Result<(), Rejection> {
        self.answers(options.integers, options.inputs)?;
        match &self.claim {
            Claim::Nothing => Ok(()),
            Claim::Terminates(proof) => {
                check::check(proof)?;
                let facts = options.facts.clone().filter(|_| !self.facts.is_empty());
                let options = &Options { facts, ..options.clone() };
                match system(program, method, proof, options, &self.facts)?.as_ref() == Some(&proof.its) {
                    true => Ok(()),
                    false => Err(Rejection::OtherSystem),
                }
            }
            Claim::Diverges(witness) => {
                let Options { integers, inputs, budget, facts: _ } = options;
                let effort = Effort::Thorough;
                let again = diverge::run(program, method, &witness.input, *integers, *inputs, effort, budget);
                if again.as_ref() == Some(&**witness) { Ok(()) } else { Err(Rejection::OtherRun) }
            }
        }
    }
}

/// The facts of these fields in words.
fn sentences(program: &Program, options: &Options, given: &BTreeSet<FieldId>) -> Vec<String> {
    options.facts.as_ref().map(|facts| facts::sentences(program, facts, given)).unwrap_or_default()
}

/// The system that the program's graph gives in the proof's view; none if it cannot be what the proof says.
fn system(
    program: &Program,
    method: MethodId,
    proof: &Proof,
    options: &Options,
    facts: &[String],
) -> Result<Option<Its>, Rejection> {
    let budget = &options.budget;
    let graph = graph::build(program, method, &options.for_graph());
    let graph = graph.map_err(|failure| Rejection::NoGraph(failure.to_string()))?;
    if sentences(program, options, &graph.given) != facts {
        return Err(Rejection::OtherFacts);
    }
    if let Some(cut) = cuts(program, &graph).into_iter().next() {
        return Err(Rejection::Incomplete(cut.to_string()));
    }
    if let Some(call) = missing_call(program, &graph, method, options.inputs, budget)? {
        return Err(Rejection::Start(call));
    }
    let views = View::all(program, &graph);
    let Some(view) = views.get(proof.view) else { return Ok(None) };
    let mut known = Known::default();
    if view.summaries {
        let activations = activations(program, &graph, view, budget)?;
        let followed = follow(&activations.raw, &activations.kept, &activations.way, budget)?;
        let is_given = |found: &&Summaries| found.its == activations.its && found.its == followed;
        let Some(summaries) = proof.summaries.as_ref().filter(is_given) else { return Ok(None) };
        known = activations.known(&summaries.invariants);
    }
    let raw = translate(program, &graph, view, &known, budget)?.its;
    let mut its = followed(&raw, budget)?;
    for component in &proof.unfolded {
        if component.iter().any(|&index| index >= its.transitions.len()) {
            return Ok(None);
        }
        let Some(unfolded) = unfold(&its, component) else { return Ok(None) };
        if !keeps_runs(&its, &unfolded, component) {
            return Ok(None);
        }
        its = followed(&unfolded, budget)?;
    }
    Ok(Some(its))
}

/// A system simplified, every step of which was checked.
fn followed(its: &Its, budget: &Budget) -> Result<Its, Rejection> {
    let simplified = simplify_keeping(its, &[], budget)?;
    Ok(follow(its, &[], &simplified.way, budget)?)
}
