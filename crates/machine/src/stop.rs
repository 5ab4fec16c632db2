//! Why an instruction did not simply finish.
//!
//! Handlers return `Result<_, Stop<D>>` and read as straight-line Rust. *Decide first, then act*: an instruction
//! that stops with a [`Stop::Split`], [`Stop::Initialise`], [`Stop::Reclaim`] or [`Stop::Wait`] has had no effect and can be executed again.

use std::fmt;

use program::{ClassId, MethodId};

use crate::Domain;
use crate::threads::Wait;

/// Why an instruction did not simply go on to the next.
pub enum Stop<D: Domain> {
    /// An exception object is thrown.
    Throw(D::Value),
    /// The machine throws an exception that has yet to be created.
    Raise(Box<Raise<D::Value>>),
    /// The domain could not decide. The caller clones the state for each case, lets the domain
    /// [`assume`](Domain::assume) it, and executes the same instruction again.
    Split(Box<Vec<D::Case>>),
    /// A class has to be initialised first; the machine does that and executes the instruction again.
    Initialise(ClassId),
    /// Memory is full: the machine asks the domain to reclaim some and executes the instruction again.
    Reclaim,
    /// The thread has to wait: others run meanwhile, then the machine executes the instruction again.
    Wait(Wait<D::Value>),
    /// What the machine does not model, in words; an analysis answers *unknown*.
    Unsupported(Box<str>),
    /// The program asked to end with this status.
    Exit(i32),
}

/// An exception the machine throws on its own account.
#[derive(Clone, Debug)]
pub struct Raise<V> {
    /// Internal name, such as `java/lang/ArithmeticException`.
    pub class: Box<str>,
    pub message: Option<Box<str>>,
    pub cause: Option<V>,
    /// The native method that throws it, which has no frame of its own.
    pub native: Option<MethodId>,
}

impl<D: Domain> Stop<D> {
    /// The JVM throws an exception of a class.
    pub fn raise(class: &str) -> Self {
        Self::Raise(Box::new(Raise { class: class.into(), message: None, cause: None, native: None }))
    }

    /// The JVM throws an exception of a class, with a message.
    pub fn raise_with(class: &str, message: impl Into<Box<str>>) -> Self {
        Self::Raise(Box::new(Raise {
            class: class.into(),
            message: Some(message.into()),
            cause: None,
            native: None,
        }))
    }

    /// Nobody has taught the machine what this is.
    pub fn unsupported(reason: impl Into<Box<str>>) -> Self {
        Self::Unsupported(reason.into())
    }

    /// For people: why nothing is said here.
    pub fn in_words(&self) -> String {
        match self {
            Stop::Throw(_) => "an exception where nobody can catch it".into(),
            Stop::Raise(raise) => format!("a `{}` where nobody can catch it", raise.class.replace('/', ".")),
            Stop::Split(_) => "several ways to go on where only one can be followed".into(),
            Stop::Initialise(_) => "a class that has to be initialised first".into(),
            Stop::Reclaim => "memory is full".into(),
            Stop::Wait(_) => "a thread that waits for another one".into(),
            Stop::Unsupported(reason) => reason.to_string(),
            Stop::Exit(status) => format!("the program ends with status {status}"),
        }
    }

    /// The domain cannot decide: these are the cases.
    pub fn split(cases: Vec<D::Case>) -> Self {
        Self::Split(Box::new(cases))
    }
}

impl<D: Domain> fmt::Debug for Stop<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Throw(value) => write!(f, "throw {value:?}"),
            Stop::Raise(raise) => write!(f, "raise {}: {:?}", raise.class, raise.message),
            Stop::Split(cases) => write!(f, "split into {}", cases.len()),
            Stop::Initialise(class) => write!(f, "initialise {class}"),
            Stop::Reclaim => f.write_str("reclaim"),
            Stop::Wait(wait) => write!(f, "wait for {wait:?}"),
            Stop::Unsupported(reason) => write!(f, "unsupported: {reason}"),
            Stop::Exit(status) => write!(f, "exit {status}"),
        }
    }
}
