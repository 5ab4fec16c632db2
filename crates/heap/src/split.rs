//! How a heap says that it cannot decide.
//!
//! An operation that meets an open question returns a [`Split`] and has had no effect but to name what it asked about.
//! The caller clones the heap per [`Choice`], lets each clone [`choose`](crate::Heap::choose) its own, and asks again.

use term::Term;

use crate::{Class, Loc, Sym};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    pub cause: ForkCause,
    /// At least two; each is possible under the path condition, as far as the solver can tell.
    pub choices: Vec<Choice>,
}

/// Why paths part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ForkCause {
    /// A condition of the program.
    Branch,
    /// Null or not.
    Null,
    /// Which object an input reference is.
    Alias,
    /// Which class an object has.
    Class,
    /// Inside or outside an array; a size negative or not.
    Bounds,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    Assume(Term),
    Resolve(Sym, Resolution),
}

/// What an input reference turns out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolution {
    Null,
    /// An input object met before.
    Alias(Loc),
    /// An input object not met before.
    New,
}

impl std::fmt::Display for Resolution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Alias(loc) => write!(f, "{loc}"),
            Self::New => f.write_str("a new object"),
        }
    }
}

/// Why an operation on a heap did not finish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    Split(Split),
    /// The objects of this enumerated class have yet to be [given](crate::Heap::set_constants).
    Constants(Class),
    /// The heap cannot represent the result; the reason, in words.
    Unsupported(String),
}

impl Stuck {
    /// For people: why nothing is said here.
    pub fn in_words(&self) -> String {
        match self {
            Stuck::Split(_) => "several ways to go on where only one can be followed".to_owned(),
            Stuck::Constants(_) => "an enum that has to be initialised first".to_owned(),
            Stuck::Unsupported(reason) => reason.clone(),
        }
    }
}

impl From<Split> for Stuck {
    fn from(split: Split) -> Self {
        Stuck::Split(split)
    }
}

impl Split {
    pub fn on(cause: ForkCause, condition: Term, negation: Term) -> Self {
        Self { cause, choices: vec![Choice::Assume(condition), Choice::Assume(negation)] }
    }
}
