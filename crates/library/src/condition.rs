//! Conditions of the files, written as in Java: `y == 0`, `0 <= result && result < text.length()`.
//!
//! Numbers are mathematical integers: `x + y > Integer.MAX_VALUE` can hold. A condition speaks of the receiver, of parameters by
//! the names their pattern gives them, and of the result. What floating-point numbers do cannot be said.

use std::fmt;

/// What a call is given, or gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Argument {
    This,
    /// From zero on.
    Parameter(usize),
}

impl Argument {
    /// Its place among the arguments of a call, where the receiver comes first.
    pub fn position(self, is_static: bool) -> usize {
        match self {
            Self::This => 0,
            Self::Parameter(number) => number + usize::from(!is_static),
        }
    }
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    Literal(i128),
    Of(Argument),
    /// The length of a string or an array.
    Length(Argument),
    Result,
    Add(Box<Number>, Box<Number>),
    Subtract(Box<Number>, Box<Number>),
    Multiply(Box<Number>, Box<Number>),
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    /// Longer signs first, as they are read.
    pub(crate) const SIGNS: [(&'static str, Self); 6] = [
        ("==", Self::Equal),
        ("!=", Self::NotEqual),
        ("<=", Self::LessOrEqual),
        (">=", Self::GreaterOrEqual),
        ("<", Self::Less),
        (">", Self::Greater),
    ];

    /// As Java writes it.
    pub fn sign(self) -> &'static str {
        let found = Self::SIGNS.iter().find(|(_, comparison)| *comparison == self);
        found.expect("every comparison has a sign").0
    }

    /// Whether it holds of two numbers.
    pub fn holds(self, lhs: i128, rhs: i128) -> bool {
        match self {
            Self::Equal => lhs == rhs,
            Self::NotEqual => lhs != rhs,
            Self::Less => lhs < rhs,
            Self::LessOrEqual => lhs <= rhs,
            Self::Greater => lhs > rhs,
            Self::GreaterOrEqual => lhs >= rhs,
        }
    }

    /// What holds when this does not.
    pub fn negated(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterOrEqual,
            Self::LessOrEqual => Self::Greater,
            Self::Greater => Self::LessOrEqual,
            Self::GreaterOrEqual => Self::Less,
        }
    }

    /// The same said with the sides exchanged.
    pub fn mirrored(self) -> Self {
        match self {
            Self::Equal | Self::NotEqual => self,
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
        }
    }
}

/// Something that holds or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    Compare(Comparison, Number, Number),
    IsNull(Argument),
    Exists(Argument),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

/// What is known of one call.
pub trait Known {
    /// The number that was passed.
    fn number(&self, argument: Argument) -> Option<i128>;
    /// The length of the array or text that was passed.
    fn length(&self, argument: Argument) -> Option<i128>;
    /// The number that came back.
    fn result(&self) -> Option<i128>;
    /// Whether null was passed.
    fn is_null(&self, argument: Argument) -> Option<bool>;
}

impl Number {
    /// The number's value, where all that it is made of is known.
    pub fn value(&self, known: &dyn Known) -> Option<i128> {
        match self {
            Self::Literal(value) => Some(*value),
            Self::Of(argument) => known.number(*argument),
            Self::Length(argument) => known.length(*argument),
            Self::Result => known.result(),
            Self::Add(lhs, rhs) => lhs.value(known)?.checked_add(rhs.value(known)?),
            Self::Subtract(lhs, rhs) => lhs.value(known)?.checked_sub(rhs.value(known)?),
            Self::Multiply(lhs, rhs) => lhs.value(known)?.checked_mul(rhs.value(known)?),
        }
    }
}

impl Condition {
    /// Whether it holds, where enough is known. Parts are looked at from left to right, as Java does: the length of null is not
    /// known, and nobody asks for it behind `text != null &&`.
    pub fn holds(&self, known: &dyn Known) -> Option<bool> {
        match self {
            Self::Compare(comparison, lhs, rhs) => {
                Some(comparison.holds(lhs.value(known)?, rhs.value(known)?))
            }
            Self::IsNull(argument) => known.is_null(*argument),
            Self::Exists(argument) => known.is_null(*argument).map(|is_null| !is_null),
            Self::All(parts) => until(parts, known, false),
            Self::Any(parts) => until(parts, known, true),
        }
    }

    /// The parts that all have to hold.
    pub fn parts(&self) -> &[Condition] {
        match self {
            Self::All(parts) => parts,
            Self::Compare(..) | Self::IsNull(_) | Self::Exists(_) | Self::Any(_) => {
                std::slice::from_ref(self)
            }
        }
    }
}

/// The first part that decides; `decisive` if one does.
fn until(parts: &[Condition], known: &dyn Known, decisive: bool) -> Option<bool> {
    for part in parts {
        if part.holds(known)? == decisive {
            return Some(decisive);
        }
    }
    Some(!decisive)
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(value) => write!(f, "{value}"),
            Self::Of(argument) => write!(f, "{argument}"),
            Self::Length(argument) => write!(f, "length of {argument}"),
            Self::Result => write!(f, "result"),
            Self::Add(lhs, rhs) => write!(f, "{lhs} + {rhs}"),
            Self::Subtract(lhs, rhs) => write!(f, "{lhs} - {rhs}"),
            Self::Multiply(lhs, rhs) => write!(f, "{lhs} * {rhs}"),
        }
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::This => write!(f, "this"),
            Self::Parameter(number) => write!(f, "argument {}", number + 1),
        }
    }
}
