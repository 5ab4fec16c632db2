//! From text to the syntax tree: contracts with a parser of our own, the Java around them with tree-sitter.
//!
//! - [`lexer`], [`stream`]: tokens and the cursor over them;
//! - [`foreign`]: what to write in place of words of JML and VerCors;
//! - [`formula`]: expressions and assertions;
//! - [`ghost`]: statements in contract comments, and those of the paper's language;
//! - [`declare`]: contract clauses, predicates, ghost members, and the paper's members;
//! - [`text`]: what strings and unicode escapes mean;
//! - [`class`], [`statement`], [`expression`]: Java itself, out of tree-sitter's tree.

pub mod class;
pub mod declare;
pub mod expression;
pub mod foreign;
pub mod formula;
pub mod ghost;
pub mod lexer;
pub mod statement;
pub mod stream;
pub mod text;

pub use class::unit;
pub use stream::{Dialect, Stream};
