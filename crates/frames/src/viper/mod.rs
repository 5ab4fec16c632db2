//! The Viper front end: `.vpr` text to a [`core::Program`](crate::core::Program).
//!
//! [`lexer`] makes tokens, [`parser`] a syntax tree as written ([`syntax`]), [`check`] resolves names, infers types
//! and lowers to the core. [`expected`] reads the annotations of Viper's test suite. Constructs we know but do
//! not support (magic wands, `forperm`, …) parse and become `Unsupported` nodes, so that the rest is verified.

pub mod check;
pub mod expected;
pub mod lexer;
pub mod parser;
pub mod syntax;

use std::sync::Arc;

use base::{Diagnostic, Source};

use crate::core::Program;
use crate::{Options, smoke};

/// Reads, resolves and type checks a Viper text.
pub fn load(source: &Arc<Source>, options: &Options) -> Result<Program, Diagnostic> {
    let file = parser::parse(source)?;
    let mut program = check::check(&file, options.exact_function_permissions)?;
    if options.smoke {
        smoke::instrument(&mut program);
    }
    Ok(program)
}
