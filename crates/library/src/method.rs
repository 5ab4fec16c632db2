//! What is known of a method.

use crate::condition::{Argument, Condition};
use crate::{Model, Pattern, Source};

/// Facts about the methods a pattern fits. What is not said is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    pub pattern: Pattern,
    /// `model …`: what stands for its code in graphs.
    pub model: Option<Model>,
    /// `changes …`.
    pub effect: Effect,
    /// `raises …`: what it may throw, the errors of the JVM aside (no memory, no stack); the first that holds is thrown. `None` where
    /// nobody said: anything.
    pub raises: Option<Vec<Raise>>,
    /// `returns …`.
    pub returns: Returns,
    /// `ensures …`: what holds when it returns.
    pub ensures: Vec<Condition>,
    /// `asks …`: its answer comes from outside.
    pub asks: Option<Asks>,
    /// `tells hash order`: what it does depends on the order of a hash table. `tells hash`: it gives a hash code that an object keeps.
    pub tells: Option<Tells>,
    /// `runs …`: methods of its arguments that it calls.
    pub runs: Vec<Run>,
    /// `since …`: the version of the JDK that first had it, if that is not the oldest that is supported.
    pub since: Option<u32>,
}

/// What a call changes that the program, or somebody else, can see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effect {
    /// `changes nothing`: it only computes its result, or throws.
    None,
    /// `changes this`: what can be reached from this argument.
    Changes(Argument),
    /// Nobody said: it may print, exit, wake others up.
    #[default]
    Outside,
}

/// An exception, and when it is thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raise {
    /// The class's name in class files. It may be one of its subclasses, unless the line stands for the code.
    pub class: String,
    /// It is thrown if this holds, unless an earlier one of the line is, and only then. `None`: perhaps.
    pub when: Option<Condition>,
}

/// A reference that is returned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Returns {
    /// `returns fresh`, `returns not null`, `returns this`.
    pub never_null: bool,
    /// `returns fresh`: an object nobody else holds.
    pub fresh: bool,
    /// `returns this`, `returns x`: the very argument.
    pub same: Option<Argument>,
}

/// Whom a method asks, and when; without a condition, whenever it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asks {
    pub source: Source,
    pub when: Option<Condition>,
}

/// What comes to light of the numbers that objects have for being themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tells {
    HashOrder,
    Hash,
}

/// A method of an argument, such as `text.toString()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub on: Argument,
    pub method: String,
}

impl Method {
    /// A method of which nothing is known.
    pub(crate) fn unknown(pattern: Pattern) -> Self {
        Self {
            pattern,
            model: None,
            effect: Effect::Outside,
            raises: None,
            returns: Returns::default(),
            ensures: Vec::new(),
            asks: None,
            tells: None,
            runs: Vec::new(),
            since: None,
        }
    }

    /// It only computes its result, always the same, and never throws.
    pub fn is_quiet(&self) -> bool {
        self.is_repeatable() && self.raises.as_ref().is_some_and(Vec::is_empty) && self.runs.is_empty()
    }

    /// The same arguments give the same result, and nothing is changed.
    pub fn is_repeatable(&self) -> bool {
        self.effect == Effect::None && self.asks.is_none()
    }
}
