//! The papers' own languages, and the laws the papers prove about them.

pub mod compile;
pub mod imp;
pub mod iterations;
pub mod javalite;
pub mod language;
pub mod rules;
pub mod run;
pub mod session;
pub mod sexp;
