//! Answers in files: what was asked, in which integers, and the proof with all its evidence; and how to check them again.
//!
//! A proof of termination is checked in two parts. [`check`](crate::check::check) does the arithmetic and needs nothing but
//! the file. [`Certificate::verify`] also needs the program: it derives the transition system again, transition by
//! transition, from the edges of the program's graph, and compares. No ranking function, invariant or factor is searched
//! for. A claim of divergence is checked by running its input again.

use base::{Budget, Exhausted};
use graph::{Inputs, Integers};
use program::{MethodId, Program};
use serde::{Deserialize, Serialize};

use crate::check::{self, Flaw};
use crate::diverge::{self, Effort, Witness};
use crate::its::Its;
use crate::its::simplify::simplify;
use crate::its::unfold::unfold;
use crate::prove::Proof;
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
    #[error("{0}")]
    Flaw(#[from] Flaw),
    #[error("{0} while checking")]
    Exhausted(Exhausted),
    #[error("the program's graph cannot be built again: {0}")]
    NoGraph(String),
    #[error("the graph leaves something out: {0}")]
    Incomplete(String),
    #[error("the transition system is not the one the program's graph gives")]
    OtherSystem,
    #[error("the input does not run forever the way it is claimed to")]
    OtherRun,
}

impl From<Exhausted> for Rejection {
    fn from(exhausted: Exhausted) -> Self {
        Rejection::Exhausted(exhausted)
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
            integers: match options.integers {
                Integers::Java => IntegerKind::Java,
                Integers::Unbounded => IntegerKind::Unbounded,
            },
            inputs: match options.inputs {
                Inputs::Main => InputKind::Main,
                Inputs::Any => InputKind::Any,
                Inputs::Tree => InputKind::Tree,
            },
            claim,
        }
    }

    /// Checks the claim about a method of a program. A claim of nothing is always true.
    pub fn verify(&self, program: &Program, method: MethodId, budget: &Budget) -> Result<(), Rejection> {
        match &self.claim {
            Claim::Nothing => Ok(()),
            Claim::Terminates(proof) => {
                check::check(proof)?;
                let system = self.system(program, method, proof, budget)?;
                if system.as_ref() == Some(&proof.its) { Ok(()) } else { Err(Rejection::OtherSystem) }
            }
            Claim::Diverges(witness) => {
                let Options { integers, inputs, .. } = self.options(budget);
                let effort = Effort::Thorough;
                let again = diverge::run(program, method, &witness.input, integers, inputs, effort, budget);
                if again.as_ref() == Some(&**witness) { Ok(()) } else { Err(Rejection::OtherRun) }
            }
        }
    }

    fn options(&self, budget: &Budget) -> Options {
        Options {
            integers: match self.integers {
                IntegerKind::Java => Integers::Java,
                IntegerKind::Unbounded => Integers::Unbounded,
            },
            inputs: match self.inputs {
                InputKind::Main => Inputs::Main,
                InputKind::Any => Inputs::Any,
                InputKind::Tree => Inputs::Tree,
            },
            budget: budget.clone(),
        }
    }

    /// The system that the program's graph gives in the proof's view; none if it cannot be what the proof says.
    fn system(
        &self,
        program: &Program,
        method: MethodId,
        proof: &Proof,
        budget: &Budget,
    ) -> Result<Option<Its>, Rejection> {
        let graph = graph::build(program, method, &self.options(budget).for_graph());
        let graph = graph.map_err(|failure| Rejection::NoGraph(failure.to_string()))?;
        if let Some(cut) = cuts(program, &graph).into_iter().next() {
            return Err(Rejection::Incomplete(cut));
        }
        let views = View::all(program, &graph);
        let Some(view) = views.get(proof.view) else { return Ok(None) };
        let mut known = Known::default();
        if view.summaries {
            let activations = activations(program, &graph, view, budget)?;
            let Some(summaries) = proof.summaries.as_ref().filter(|found| found.its == activations.its)
            else {
                return Ok(None);
            };
            known = activations.known(&summaries.invariants);
        }
        let mut its = simplify(&translate(program, &graph, view, &known, budget)?.its, budget)?;
        for component in &proof.unfolded {
            if component.iter().any(|&index| index >= its.transitions.len()) {
                return Ok(None);
            }
            let Some(unfolded) = unfold(&its, component) else { return Ok(None) };
            its = simplify(&unfolded, budget)?;
        }
        Ok(Some(its))
    }
}
