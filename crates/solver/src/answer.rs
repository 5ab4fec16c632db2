//! What a solver says: satisfiable with a model, unsatisfiable, or unknown with a reason.

use std::fmt;
use std::sync::Arc;

use term::Model;

/// Whether a formula can be true.
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

/// The answer to a proof obligation when nobody wants to see a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    Proven,
    /// Refuted, or nothing left to try: quantifiers are instantiated by their triggers only.
    NotProven,
    /// A limit was reached.
    GaveUp(Reason),
}

/// Why there is no answer, and what is known all the same.
#[derive(Clone, Debug)]
pub struct Unknown {
    pub reason: Reason,
    /// Where the search got stuck: may or may not be a model. For explanations only.
    pub candidate: Option<Arc<Model>>,
}

/// Why a question stays open.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The resource or time limit of one query.
    Limit,
    /// Everything was told to stop.
    Stopped,
    /// Quantifiers (or another fragment without a decision procedure) were left over.
    Incomplete,
    /// The model found does not satisfy the conditions: an operator was only approximated.
    ModelFailed,
    /// Satisfiable says Z3, but the question was asked without a wish for a model.
    ModelUnwanted,
    /// The chain has no layer for this.
    NoLayer,
    Other(String),
}

impl Answer {
    /// Nothing but a reason.
    pub fn unknown(reason: Reason) -> Self {
        Answer::Unknown(Unknown { reason, candidate: None })
    }

    /// Whether a model was found.
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    /// Whether there is no model.
    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat)
    }

    /// Not shown to be impossible: satisfiable or unknown.
    pub fn may_be_sat(&self) -> bool {
        !self.is_unsat()
    }

    /// The model, if there is one.
    pub fn model(&self) -> Option<&Arc<Model>> {
        if let Answer::Sat(model) = self { Some(model) } else { None }
    }
}

impl Entailment {
    /// Whether the answer is the one that was to be shown.
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

impl Proof {
    /// Whether the formula holds in all models.
    pub fn is_proven(&self) -> bool {
        matches!(self, Proof::Proven)
    }
}

impl From<Answer> for Proof {
    /// The answer for the assertions together with the formula's negation.
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Unsat => Proof::Proven,
            Answer::Sat(_) => Proof::NotProven,
            Answer::Unknown(unknown) => match unknown.reason {
                Reason::Incomplete | Reason::ModelFailed | Reason::ModelUnwanted => Proof::NotProven,
                reason @ (Reason::Limit | Reason::Stopped | Reason::NoLayer | Reason::Other(_)) => {
                    Proof::GaveUp(reason)
                }
            },
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Limit => f.write_str("the solver reached its limit"),
            Reason::Stopped => f.write_str("the solver was told to stop"),
            Reason::Incomplete => f.write_str("the solver could not decide a quantified formula"),
            Reason::ModelFailed => {
                f.write_str("the solver's model does not satisfy an operator it approximates")
            }
            Reason::ModelUnwanted => f.write_str("the solver was not asked for a model"),
            Reason::NoLayer => f.write_str("no solver layer could decide"),
            Reason::Other(text) => write!(f, "the solver gave up: {text}"),
        }
    }
}
