//! Proofs in files: what was asked, in which integers, and the proof with all its evidence.

use graph::Integers;
use program::{MethodId, Program};
use serde::{Deserialize, Serialize};

use crate::prove::Proof;
use crate::verdict::{Answer, Verdict};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    pub format: Format,
    /// The method, as in `List.sort`.
    pub method: String,
    /// `java` or `unbounded`: a proof for one says nothing about the other.
    pub integers: String,
    pub claim: Claim,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    #[serde(rename = "cupper-termination-1")]
    Termination1,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    Terminates(Box<Proof>),
    /// There was no proof to write down. Divergence is shown by running its input, not by a certificate.
    Nothing,
}

impl Certificate {
    pub fn new(program: &Program, method: MethodId, integers: Integers, answer: &Answer) -> Self {
        let method = program.method(method);
        let integers = match integers {
            Integers::Java => "java",
            Integers::Unbounded => "unbounded",
        };
        let claim = match &answer.verdict {
            Verdict::Terminates(proof) => Claim::Terminates(proof.clone()),
            Verdict::Diverges(_) | Verdict::Unknown(_) => Claim::Nothing,
        };
        Self {
            format: Format::Termination1,
            method: format!("{}.{}", program.class(method.class).java_name(), method.name),
            integers: integers.to_string(),
            claim,
        }
    }
}
