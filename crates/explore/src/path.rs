//! What is known about one path: its condition, an input that takes it, how it ends. Values for reports and test
//! generators; nothing in here refers to terms or states.

use base::Exhausted;
use heap::{InputHeap, InputValue, Kind};
use machine::Asked;
use program::code::Pc;
use program::{FieldId, MethodId, TypeId};

use crate::picture::Picture;

/// A path that was taken to its end.
#[derive(Clone, Debug)]
pub struct Path {
    pub outcome: Outcome,
    /// The decisions on the way, in words; empty if nobody asked for inputs.
    pub condition: Vec<String>,
    /// A hash of the sequence of instructions executed in the user's code.
    pub flow: u64,
    /// An input that takes it; why there is none otherwise. `None` if nobody asked.
    pub input: Option<Result<Input, String>>,
    /// How the input's run on the concrete machine ended.
    pub replay: Option<Replayed>,
    /// The parameter whose being null was the last decision.
    pub null_parameter: Option<String>,
    /// The input has an object that its own class refuses to make.
    pub is_rejected: bool,
    /// The symbolic heap at the end, if pictures are wanted.
    pub picture: Option<Picture>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Returned,
    Threw(Thrown),
    /// The program ended itself.
    Exited(i32),
    /// An assumption did not hold: not a path of interest.
    Discarded,
    /// The path goes on, but we do not: a limit, or something unsupported.
    Incomplete(Reason),
}

/// Why a path, and with it the method's verdict, is incomplete.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// A bound that keeps the exploration from going on for ever.
    Bound(&'static str),
    /// A bound the user gave: what lies beyond is not asked for.
    Chosen(&'static str),
    Unsupported(String),
    /// A class of this name is needed, and is not on the class path.
    Missing(String),
    Solver,
    Budget(String),
    /// A finding whose input did not fail when it was run concretely.
    NotReplayed(String),
    /// A finding that is left out because nobody knows how it could come about.
    NoHistory(String),
}

/// Why a path with arrays larger than what the analysis may take goes no further.
pub(crate) const NO_ROOM: &str = "arrays larger than the memory allowed";

impl Reason {
    /// Whether there was no room for what the method makes: it may be none is there when it is run.
    pub(crate) fn is_about_room(&self) -> bool {
        match self {
            Reason::Budget(what) => *what == Exhausted::Memory.to_string(),
            Reason::Unsupported(what) => what == NO_ROOM,
            Reason::Bound(_)
            | Reason::Chosen(_)
            | Reason::Solver
            | Reason::Missing(_)
            | Reason::NotReplayed(_)
            | Reason::NoHistory(_) => false,
        }
    }
}

/// An uncaught exception.
#[derive(Clone, Debug, PartialEq)]
pub struct Thrown {
    /// Binary name, as in `java.lang.ArithmeticException`.
    pub class: String,
    pub message: Option<String>,
    /// Innermost first.
    pub stack: Vec<Frame>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub method: MethodId,
    /// The instruction; native methods have none.
    pub pc: Option<u32>,
    /// `Class.method` in Java's notation.
    pub name: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    /// Whether it is the user's code.
    pub own: bool,
}

/// An input: arguments and the heap they point into.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Receiver first, if there is one.
    pub args: Vec<Arg>,
    /// Static fields that hold something else than class initialisation gave them.
    pub statics: Vec<StaticInput>,
    pub heap: InputHeap,
    /// Values the environment gives, in the order they are asked for.
    pub nondet: Vec<Given>,
    /// What the world outside answers (clocks, standard input, identity hashes), in the order it is asked.
    pub asked: Vec<(Asked, i64)>,
}

/// A value the environment gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    pub value: InputValue,
    pub kind: Kind,
    /// Where it is asked for.
    pub method: MethodId,
    pub pc: Pc,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Arg {
    pub name: String,
    pub ty: TypeId,
    pub value: InputValue,
}

/// What a static field holds when the method is called.
#[derive(Clone, Debug, PartialEq)]
pub struct StaticInput {
    pub field: FieldId,
    /// `Class.field`.
    pub name: String,
    pub value: InputValue,
}

/// How a run on the concrete machine ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    pub outcome: Outcome,
    /// Branches of the user's code that were taken: method, instruction, target.
    pub branches: Vec<(MethodId, u32, u32)>,
}

impl Thrown {
    /// The exception's name without its package.
    pub fn kind(&self) -> &str {
        self.class.rsplit(['.', '$']).next().unwrap_or(&self.class)
    }

    /// The innermost frame in the user's code.
    pub fn own_frame(&self) -> Option<&Frame> {
        self.stack.iter().find(|frame| frame.own)
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Bound(bound) | Reason::Chosen(bound) => write!(f, "bound reached: {bound}"),
            Reason::Unsupported(what) if what.ends_with("not supported") => f.write_str(what),
            Reason::Unsupported(what) => write!(f, "not supported: {what}"),
            Reason::Missing(class) => write!(f, "`{class}` is not on the class path"),
            Reason::Solver => f.write_str("the solver gave up on a question"),
            Reason::Budget(what) => f.write_str(what),
            Reason::NoHistory(what) => write!(f, "no caller is known to bring about {what}"),
            Reason::NotReplayed(what) => write!(f, "could not be confirmed by a concrete run: {what}"),
        }
    }
}
