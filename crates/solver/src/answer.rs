//! What a solver says: satisfiable with a model, unsatisfiable, or unknown with a reason.

use std::fmt;
use std::sync::Arc;

use term::Model;

#[derive(Clone, Debug)]
pub enum Answer {
    /// Satisfiable, by this model. Variables it does not mention may have any value.
    Sat(Arc<Model>),
    Unsat,
    Unknown(Unknown),
}

/// Whether assertions entail a formula.
#[derive(Clone, Debug)]
pub enum Entailment {
    Yes,
    /// A model of the assertions in which the formula is false.
    No(Arc<Model>),
    Unknown(Unknown),
}

#[derive(Clone, Debug)]
pub struct Unknown {
    pub reason: Reason,
    /// Where the search got stuck: may or may not be a model. For explanations only.
    pub candidate: Option<Arc<Model>>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The resource or time limit of one query.
    Limit,
    /// Quantifiers (or another fragment without a decision procedure) were left over.
    Incomplete,
    /// The model found does not satisfy the conditions: an operator was only approximated.
    ModelFailed,
    /// The chain has no layer for this.
    NoLayer,
    Other(String),
}

impl Answer {
    pub fn unknown(reason: Reason) -> Self {
        Answer::Unknown(Unknown { reason, candidate: None })
    }

    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat)
    }

    /// Not shown to be impossible: satisfiable or unknown.
    pub fn may_be_sat(&self) -> bool {
        !self.is_unsat()
    }

    pub fn model(&self) -> Option<&Arc<Model>> {
        if let Answer::Sat(model) = self { Some(model) } else { None }
    }
}

impl Entailment {
    pub fn is_proven(&self) -> bool {
        matches!(self, Entailment::Yes)
    }
}

impl From<Answer> for Entailment {
    /// The answer for the assertions together with the formula's negation.
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Sat(model) => Entailment::No(model),
            Answer::Unsat => Entailment::Yes,
            Answer::Unknown(unknown) => Entailment::Unknown(unknown),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Limit => f.write_str("the solver reached its limit"),
            Reason::Incomplete => f.write_str("the solver could not decide a quantified formula"),
            Reason::ModelFailed => {
                f.write_str("the solver's model does not satisfy an operator it approximates")
            }
            Reason::NoLayer => f.write_str("no solver layer could decide"),
            Reason::Other(text) => write!(f, "the solver gave up: {text}"),
        }
    }
}
