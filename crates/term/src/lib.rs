//! Hash-consed sorted terms that simplify when built.
//!
//! [`Terms`] owns everything; a [`Term`] is a `Copy` handle into it and two equal terms are `==`. All constructors take
//! `&Terms`, so they nest: `terms.and([terms.eq(a, b), terms.less(c, d)])`. A `Terms` belongs to one thread (it may be
//! sent to another); [`Terms::import`] carries a term from one arena to another.
//!
//! Every operator is total, with one meaning shared by the simplifier, the evaluator and the solver: SMT-LIB's for
//! machine integers (`x / 0` included), Java's for floating point and its conversions, and zero for `Int`/`Real`
//! division by zero (the remainder is then the dividend).
//!
//! | file | what |
//! |---|---|
//! | `kind`, `sort`, `value`, `model` | the vocabulary |
//! | `terms`, `arena` | hash consing |
//! | `boolean`, `pins`, `linear`, `compare`, `bitvec`, `float`, `convert`, `array`, `quantify` | constructors, by theory |
//! | `semantics`, `eval` | what operators mean on values; terms under a model |
//! | `traverse` | children, free variables, substitution, import |
//! | `infix`, `smtlib` | printing: for people, for other tools |
//!
//! Terms know neither Java nor solvers.

mod arena;
mod array;
mod bitvec;
mod boolean;
mod compare;
mod convert;
pub mod eval;
mod float;
mod infix;
mod kind;
mod linear;
mod model;
mod pins;
mod quantify;
pub mod semantics;
mod smtlib;
mod sort;
mod terms;
mod traverse;
mod value;

pub use eval::{Evaluation, Evaluator};
pub use infix::Infix;
pub use kind::{
    BitOp, Comparison, Conversion, Division, FloatOp, FloatUnary, Function, Quantified, Quantifier,
    Signature, Term, TermKind, Trigger,
};
pub use model::{FunctionValue, Model};
pub use num_bigint::BigInt;
pub use num_rational::BigRational;
pub use sort::{ArraySort, Sort};
pub use terms::Terms;
pub use value::{ArrayValue, BitVec, Value};
