//! The papers' own languages, and the laws the papers prove about them.

pub mod imp;
pub mod javalite;
pub mod language;
pub mod notation;
pub mod oracle;
pub mod picture;
pub mod run;
pub mod session;
pub mod sexp;
