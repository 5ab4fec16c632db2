//! The core language every front end lowers to: typed, resolved, with a place on every node.
//!
//! Names are resolved to ids: program-wide ids for fields, predicates, functions, methods and domains, and one
//! table of locals and of labels per member (bound variables of quantifiers and `let` are locals too, each binder
//! with a local of its own). Every expression carries its type. A front end guarantees that trees are well typed
//! and ids are in range; it guarantees nothing about permissions or termination, which is the engine's work.
//!
//! - [`program`][]: members;
//! - [`ty`][]: types;
//! - [`expr`][]: pure expressions, which have a value in a heap;
//! - [`family`][]: quantified permissions in normal form;
//! - [`assertion`][]: what may stand in a contract, which also owns a part of the heap;
//! - [`stmt`][]: statements.

pub mod assertion;
pub mod build;
pub mod expr;
pub mod family;
pub mod program;
pub mod stmt;
pub mod ty;
pub mod visit;

pub use assertion::{Assertion, AssertionKind, Resource};
pub use expr::{BinaryOp, CollectionOp, Expr, ExprKind, Quantifier, UnaryOp};
pub use program::{
    Axiom, Contract, Domain, DomainFunction, DomainFunctionId, DomainId, Field, FieldId, Function,
    FunctionId, Label, LabelId, Local, LocalId, Locals, Method, MethodId, Predicate, PredicateId, Program,
    Wand,
};
pub use stmt::{Block, NewFields, Obligation, Stmt, StmtKind};
pub use ty::Type;
