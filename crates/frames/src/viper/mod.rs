//! The Viper front end: `.vpr` text to a [`core::Program`](crate::core::Program).
//!
//! [`lexer`] makes tokens, [`parser`] a syntax tree as written ([`syntax`]), [`import`] adds the files a file imports,
//! [`expand`] replaces macros and [`adt`] algebraic data types, [`check`] resolves names, infers types and lowers to the
//! core. [`expected`] reads the annotations of Viper's test suite. Constructs we know but do not support parse and are
//! refused or become `Unsupported` nodes, so that the rest is verified.

pub mod adt;
pub mod check;
pub mod expand;
pub mod expected;
pub mod import;
pub mod lexer;
pub mod parser;
pub mod syntax;

use std::sync::Arc;

use base::{Diagnostic, Source};

use crate::core::Program;
use crate::{Options, smoke};

/// Reads, resolves and type checks a Viper text. Of several problems the first is told.
pub fn load(source: &Arc<Source>, options: &Options) -> Result<Program, Diagnostic> {
    load_all(source, options).map_err(|mut problems| problems.swap_remove(0))
}

/// The same; all problems, never none, in the order of the members they are in.
pub fn load_all(source: &Arc<Source>, options: &Options) -> Result<Program, Vec<Diagnostic>> {
    let mut file = import::read(source, &options.files).map_err(|problem| vec![problem])?;
    expand::expand(&mut file).map_err(|problem| vec![problem])?;
    adt::encode(&mut file).map_err(|problem| vec![problem])?;
    let mut program = check::check(&file, options.exact_function_permissions)?;
    if options.smoke {
        smoke::instrument(&mut program);
    }
    Ok(program)
}

/// What Viper calls a problem with this code.
pub fn identifier(code: &str) -> &'static str {
    match code {
        "syntax-error"
        | "unexpected-character"
        | "unclosed-comment"
        | "unclosed-text"
        | "nested-too-deep"
        | "cannot-import"
        | "circular-macro"
        | "wrong-macro-arguments"
        | "macro-too-large"
        | "misplaced-macro"
        | "duplicate-macro" => "parser.error",
        "misplaced-old"
        | "misplaced-wildcard"
        | "bad-trigger"
        | "circular-precondition"
        | "unknown-label"
        | "empty-adt"
        | "reserved-name"
        | "misplaced-measure"
        | "misplaced-statement" => "consistency.error",
        "not-supported" => "not.supported",
        _ => "typechecker.error",
    }
}
