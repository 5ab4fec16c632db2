//! The symbolic domain: numbers are terms, references are value sets, objects live in a [`heap::Heap`].
//!
//! Known numbers stay numbers and known references stay locations, so that code that does not depend on the input
//! (class initialisers, string tables) runs without touching terms. What cannot be decided becomes a split; every
//! case of a split is feasible as far as the solver can tell.

mod asked;
mod before;
mod boxes;
mod breakdown;
mod collections;
mod constants;
mod contents;
mod domain;
mod generics;
mod intercept;
mod leaks;
mod numbers;
mod oracle;
mod outside;
mod pick;
mod sealed;
mod statics;
mod text;
mod trust;
mod types;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use heap::{Choice, ForkCause, Heap, Shape, Strategy, Stuck, Value, ValueSets};
use machine::{Asked, Cx, State, Stop};
use program::{FieldId, Program};
use rustc_hash::FxHashMap;
use term::{Term, Terms};

pub(crate) use asked::Hashes;
pub(crate) use before::{DOUBT, Traffic};
pub use constants::constant_fields;
pub use oracle::SolverOracle;
pub(crate) use statics::Statics;
pub use statics::{Changeable, field_name};
pub use text::{CHARACTER_METHODS, Characters, settle_input};
pub use types::JavaTypes;

/// Everything the states of one exploration share.
pub struct Symbolic<'p> {
    pub terms: Terms,
    pub sets: ValueSets,
    pub types: JavaTypes<'p>,
    pub oracle: SolverOracle,
    pub strategy: &'static (dyn Strategy + Sync),
    pub shape: Shape,
    intercepted: intercept::Table,
    /// Static fields the order of immutable sets depends on.
    orders: Vec<FieldId>,
    /// Static fields whose array nobody else can hold.
    kept: RefCell<FxHashMap<FieldId, bool>>,
    /// Fields that hold the text of strings and builders.
    watched: text::Watched,
    /// Terms that are what a method answered, and the call as a variable of that name.
    pub(crate) spoken: RefCell<FxHashMap<Term, Term>>,
    /// What `Character` says about unknown characters; nothing can be said without.
    pub characters: Option<Rc<Characters<'p>>>,
    /// Which static fields are unknown on entry; none if nothing is said.
    pub changeable: Option<Rc<Changeable<'p>>>,
    /// What the environment answers, in order; unknown values if nothing is said.
    pub script: RefCell<Option<Script>>,
    /// What the world outside answers in a run that repeats another one, likewise.
    pub prepared: RefCell<Option<Vec<(Asked, i64)>>>,
    /// What the exploration may take.
    pub budget: base::Budget,
    /// Bytes of arrays since the memory was last looked at.
    pub allocated: Cell<u64>,
}

/// The domain's part of a state.
#[derive(Clone, Default)]
pub struct Memory {
    pub heap: Heap,
    pub(crate) statics: Statics,
    /// Values `Verifier.nondet*` gave out, in order.
    pub nondet: Vec<Nondet>,
    /// Numbers of the world outside that were asked for, in order.
    pub asked: Vec<(Asked, Value)>,
    /// The identity hashes of objects that have one.
    pub(crate) hashes: Hashes,
    /// What initialisers of the program's classes made.
    pub(crate) constants: contents::Constants,
    /// Accesses to inputs, and to objects that were there before.
    pub(crate) traffic: Traffic,
    /// What one possibility of many was taken for: nothing is proven then.
    pub doubts: Vec<&'static str>,
    /// What is taken for granted, and named in a proof.
    pub trusts: Vec<&'static str>,
    /// An assumption of the program failed: the path is of no interest.
    pub discarded: bool,
}

/// A value the program asked its environment for.
#[derive(Clone, Debug)]
pub struct Nondet {
    pub kind: heap::Kind,
    pub value: Value,
    /// What the string says that a script gave.
    pub text: Option<program::JavaText>,
    pub method: program::MethodId,
    pub pc: program::code::Pc,
}

/// Known answers of the environment.
#[derive(Clone, Debug)]
pub enum Script {
    /// These, and no more.
    Given(Vec<Answer>),
    /// As many as are wanted, drawn with this seed.
    Drawn(u64),
}

/// A known answer of the environment.
#[derive(Clone, Debug)]
pub enum Answer {
    Number(Value),
    Text(program::JavaText),
}

/// One way to go on.
#[derive(Clone, Debug)]
pub struct Case {
    pub choice: Choice,
    pub cause: ForkCause,
}

impl<'p> Symbolic<'p> {
    pub fn new(
        program: &'p Program,
        oracle: SolverOracle,
        strategy: &'static (dyn Strategy + Sync),
        shape: Shape,
    ) -> Self {
        Self {
            terms: Terms::new(),
            sets: ValueSets::default(),
            types: JavaTypes::new(program),
            oracle,
            strategy,
            shape,
            intercepted: intercept::Table::default(),
            orders: outside::orders(program),
            kept: RefCell::default(),
            watched: text::Watched::new(program),
            spoken: RefCell::default(),
            characters: None,
            changeable: None,
            script: RefCell::default(),
            prepared: RefCell::default(),
            budget: base::Budget::unlimited(),
            allocated: Cell::new(0),
        }
    }

    /// What the heap asks.
    pub fn heap_cx(&self) -> heap::Cx<'_> {
        heap::Cx {
            terms: &self.terms,
            sets: &self.sets,
            types: &self.types,
            oracle: &self.oracle,
            strategy: self.strategy,
            shape: &self.shape,
            trace: None,
        }
    }
}

/// Runs a heap operation. Constants of enumerated classes are given to the heap when it asks for them.
pub(crate) fn with_heap<'p, T>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    operation: impl Fn(&mut Heap, heap::Cx<'_>) -> Result<T, Stuck>,
) -> Result<T, Stop<Symbolic<'p>>> {
    loop {
        match operation(&mut state.heap.heap, cx.domain.heap_cx()) {
            Ok(value) => return Ok(value),
            Err(Stuck::Split(split)) => {
                let cause = split.cause;
                let cases = split.choices.into_iter().map(|choice| Case { choice, cause });
                return Err(Stop::split(cases.collect()));
            }
            Err(Stuck::Unsupported(reason)) => return Err(Stop::unsupported(reason)),
            Err(Stuck::Constants(class)) => constants::give(cx, state, class)?,
        }
    }
}
