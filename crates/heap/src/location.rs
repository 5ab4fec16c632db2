//! Locations: objects and arrays, allocated by the program or part of its input.
//!
//! An allocated object's field holds its default until written. An input object's field has one *input value*,
//! made on first demand and never changed; what the program writes lies over it (erratum 4 of the crate's list).

use smallvec::SmallVec;
use term::Term;

use crate::before::{Before, Excluded};
use crate::history::Elements;
use crate::{Class, Field, Sym, Value};

#[derive(Clone, Debug)]
pub struct Location {
    pub class: ClassOf,
    /// The symbol that brought this input object into being; `None` for objects the program allocated.
    pub creator: Option<Sym>,
    /// When the object exists; `TRUE` unless its creator may turn out to be another object.
    pub exists: Term,
    /// Whether it was there before the call.
    pub before: Before,
    /// Which of those objects an input object is not.
    pub(crate) excluded: Excluded,
    /// Part of another input object and referenced by nothing else.
    pub private: bool,
    /// What a box holds that may come from a cache (see `boxes`).
    pub(crate) boxed: Option<Term>,
    /// What was read or written so far.
    pub(crate) cells: SmallVec<[(Field, Value); 4]>,
    /// The input values of fields, as far as they were demanded.
    pub(crate) inputs: SmallVec<[(Field, Unknown); 2]>,
    pub(crate) array: Option<Box<Array>>,
}

/// The class of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassOf {
    Exact(Class),
    /// Some candidate of this declared type; `var` tells which (see `class`).
    Open {
        bound: Class,
        var: Term,
    },
}

/// The part of a location only arrays have.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub length: Value,
    pub elements: Elements,
}

/// An input value that was demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    Number(Term),
    Reference(Sym),
}

impl Location {
    pub(crate) fn object(class: ClassOf, creator: Option<Sym>, exists: Term) -> Self {
        Self {
            class,
            creator,
            exists,
            before: Before::No,
            excluded: Excluded::default(),
            private: false,
            boxed: None,
            cells: SmallVec::new(),
            inputs: SmallVec::new(),
            array: None,
        }
    }

    #[inline]
    pub(crate) fn cell(&self, field: Field) -> Option<Value> {
        self.cells.iter().find(|(name, _)| *name == field).map(|(_, value)| *value)
    }

    #[inline]
    pub(crate) fn set_cell(&mut self, field: Field, value: Value) {
        match self.cells.iter_mut().find(|(name, _)| *name == field) {
            Some((_, cell)) => *cell = value,
            None => self.cells.push((field, value)),
        }
    }

    pub(crate) fn input(&self, field: Field) -> Option<Unknown> {
        self.inputs.iter().find(|(name, _)| *name == field).map(|(_, unknown)| *unknown)
    }
}

impl ClassOf {
    /// The declared type of an input object, the class of an allocated one.
    pub fn bound(self) -> Class {
        match self {
            ClassOf::Exact(class) => class,
            ClassOf::Open { bound, .. } => bound,
        }
    }
}
