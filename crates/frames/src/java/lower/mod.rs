//! From resolved Java to the core language.
//!
//! Members are first declared, so that they can refer to each other, then given their contracts, then their bodies.
//! A member with a problem keeps its place in the program but takes no part: it is reported, and so is every
//! member that relies on it.
//!
//! How Java maps to the core:
//! - an instance field is a field, a static one is a field of its class's own object; a `final` field is a function of the
//!   object, because its value never changes once a constructor has set it;
//! - array elements of one type are a field indexed by position; `length` is a function of the array;
//! - a pure method is a function, any other a method; a constructor is a method that returns the object;
//! - an exception declared by `signals` is a second result;
//! - arithmetic in code wraps around as the machine's does, arithmetic in contracts is unbounded.

mod array;
mod assign;
mod bound;
mod call;
mod choice;
mod construct;
mod cx;
mod declare;
mod family;
mod flow;
mod formula;
mod head;
mod library;
mod measure;
mod member;
mod operator;
mod overriding;
mod prelude;
mod pure;
mod recursion;
mod statement;
mod statics;
mod value;

use std::collections::BTreeSet;
use std::sync::Arc;

use base::{Diagnostic, IdVec, Source};

use super::ast::Unit;
use super::table::{FieldId, MethodId, PredicateId, Table};
use crate::core;
use prelude::Prelude;

/// What happens when an `int` or `long` operation leaves its range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overflow {
    /// It wraps around, as Java says.
    #[default]
    Wrap,
    /// It is an error.
    Error,
}

/// Which language the tree came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Java,
    /// The definition of a pure method is known only where it is `use`d.
    Paper,
}

/// A program ready to be verified, and what is wrong with the rest.
#[derive(Debug)]
pub struct Translated {
    pub program: core::Program,
    pub problems: Vec<Diagnostic>,
    /// Members that stand for something the programmer did not write or that has a problem: no verdict is due.
    pub hidden: BTreeSet<String>,
}

/// Translates files.
pub fn program(units: &[(Arc<Source>, Unit)], language: Language, overflow: Overflow) -> Translated {
    let mut problems: Vec<_> = units.iter().flat_map(|(_, unit)| unit.problems.clone()).collect();
    let table = Table::new(units, &mut problems);
    let mut builder = Builder {
        table: &table,
        language,
        overflow,
        program: core::Program::default(),
        problems,
        hidden: BTreeSet::new(),
        slots: IdVec::new(),
        routines: IdVec::new(),
        predicates: IdVec::new(),
        broken: BTreeSet::new(),
        prelude: Prelude::default(),
    };
    builder.declare();
    builder.contracts();
    builder.bodies();
    builder.static_initialisers();
    for (source, unit) in units {
        builder.main_routine(source, unit);
    }
    builder.finish_prelude();
    Translated { program: builder.program, problems: builder.problems, hidden: builder.hidden }
}

/// Where the value of a Java field is found.
#[derive(Clone, Debug)]
enum Slot {
    Heap(core::FieldId),
    /// A final instance field: a function of the object.
    Final(core::FunctionId),
    /// A constant known to the compiler.
    Constant(core::ExprKind),
}

#[derive(Clone, Copy, Debug)]
enum Routine {
    Function(core::FunctionId),
    Method(core::MethodId),
}

/// A member whose contract could not be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Broken {
    Method(MethodId),
    Predicate(PredicateId),
}

struct Builder<'a> {
    table: &'a Table<'a>,
    language: Language,
    overflow: Overflow,
    program: core::Program,
    problems: Vec<Diagnostic>,
    hidden: BTreeSet<String>,
    slots: IdVec<FieldId, Slot>,
    routines: IdVec<MethodId, Routine>,
    /// The core predicate of each family member's family.
    predicates: IdVec<PredicateId, core::PredicateId>,
    broken: BTreeSet<Broken>,
    prelude: Prelude,
}
