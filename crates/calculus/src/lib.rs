//! The papers' own languages, and the laws the papers prove about them.

pub mod javalite;
pub mod sexp;
