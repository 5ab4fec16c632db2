//! Contracts with implicit dynamic frames: three specification languages, one core, one set of rules.
//!
//! A front end turns text into a [`core::Program`]; [`verify`] runs the paper's `produce` / `consume` / `eval` /
//! `exec` [IDF12] over it and answers per member. Front ends know syntax and types, the engine knows heaps and
//! permissions, and neither prints.

#![allow(clippy::result_large_err, reason = "errors are diagnostics, made once and then shown")]

pub mod core;
mod engine;
pub mod idf;
pub mod java;
pub mod smoke;
pub mod verdict;
pub mod viper;

pub use engine::verify;
pub use verdict::{Failure, MemberKind, MemberResult, Options, Statistics, Verdict, Watch};
