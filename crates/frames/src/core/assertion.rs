//! Assertions: pure facts and ownership of parts of the heap, joined by separating conjunction.

use base::Place;

use super::program::{FieldId, LocalId, PredicateId};
use super::{Expr, Quantifier};

/// What a contract, an invariant or a predicate says.
#[derive(Clone, Debug)]
pub struct Assertion {
    pub kind: AssertionKind,
    pub place: Place,
}

/// The forms of assertions.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "trees are built once and then only read")]
pub enum AssertionKind {
    Pure(Expr),
    /// **acc**: permission to a resource; the amount is a `Perm` expression (`Write` for all of it).
    Access(Resource, Expr),
    /// Separating conjunction `*`, left to right.
    Star(Vec<Assertion>),
    /// `condition ==> assertion`, or with an `else` part the paper's conditional assertion.
    Conditional(Expr, Box<Assertion>, Option<Box<Assertion>>),
    Let {
        local: LocalId,
        value: Expr,
        body: Box<Assertion>,
    },
    /// **untouched**: the part of the heap the assertion owns is as it was in the pre-state.
    Untouched(Box<Assertion>),
    /// `[inhaled, exhaled]`: one meaning when produced, another when consumed.
    InhaleExhale(Box<Assertion>, Box<Assertion>),
    /// Permission to a family of resources, one for each value of the bound variables.
    ForAll {
        quantifier: Quantifier,
        body: Box<Assertion>,
    },
    /// Well formed in a front end's language but without meaning to the engine; names the construct.
    Unsupported(&'static str),
}

/// A part of the heap permissions are held to.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "trees are built once and then only read")]
pub enum Resource {
    Field {
        receiver: Expr,
        field: FieldId,
    },
    Predicate {
        predicate: PredicateId,
        arguments: Vec<Expr>,
    },
    /// `array[lo..hi)`: the elements from `lo` up to but not including `hi`; `array[i]` is `[i..i+1)`.
    /// The field stands for elements of one type.
    Elements {
        array: Expr,
        field: FieldId,
        lo: Expr,
        hi: Expr,
    },
}

impl Assertion {
    /// Whether the assertion can own a part of the heap; one that does not has no snapshot.
    pub fn owns(&self) -> bool {
        match &self.kind {
            AssertionKind::Pure(_) | AssertionKind::Untouched(_) => false,
            AssertionKind::Access(..) | AssertionKind::ForAll { .. } | AssertionKind::Unsupported(_) => true,
            AssertionKind::Star(parts) => parts.iter().any(Assertion::owns),
            AssertionKind::Conditional(_, then, otherwise) => {
                then.owns() || otherwise.as_ref().is_some_and(|otherwise| otherwise.owns())
            }
            AssertionKind::Let { body, .. } => body.owns(),
            AssertionKind::InhaleExhale(inhaled, exhaled) => inhaled.owns() || exhaled.owns(),
        }
    }

    /// Whether a part of the assertion means one thing when produced and another when consumed.
    pub fn has_two_meanings(&self) -> bool {
        match &self.kind {
            AssertionKind::Pure(_) | AssertionKind::Access(..) | AssertionKind::Unsupported(_) => false,
            AssertionKind::InhaleExhale(..) => true,
            AssertionKind::Star(parts) => parts.iter().any(Assertion::has_two_meanings),
            AssertionKind::Conditional(_, then, otherwise) => {
                then.has_two_meanings()
                    || otherwise.as_ref().is_some_and(|otherwise| otherwise.has_two_meanings())
            }
            AssertionKind::Let { body, .. }
            | AssertionKind::Untouched(body)
            | AssertionKind::ForAll { body, .. } => body.has_two_meanings(),
        }
    }
}
