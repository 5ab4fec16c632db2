//! Java with contracts in its comments: parsed, resolved, typed, and lowered to the core language.
//!
//! The contract language is described in the book's chapter on `verify`. A problem in one method is one
//! [`Diagnostic`]; the other members are still verified.

pub mod ast;
pub mod lower;
pub mod parse;
pub mod table;
pub mod types;
mod walk;

use std::sync::Arc;

use base::{Diagnostic, Source};

use ast::Span;
use lower::Language;
pub use lower::{Overflow, Translated};

/// What a front end's step gives, or the one thing that is wrong with the input.
pub type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Translates Java files that belong together.
pub fn translate(sources: &[Arc<Source>], overflow: Overflow) -> Translated {
    let units: Vec<_> = sources.iter().map(|source| (source.clone(), parse::unit(source))).collect();
    lower::program(&units, Language::Java, overflow)
}

/// A problem with the bytes `span` of `source`.
pub fn error(
    source: &Arc<Source>,
    span: Span,
    code: &'static str,
    message: impl Into<String>,
) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, message).at(source.place(span.start, span.end)))
}
