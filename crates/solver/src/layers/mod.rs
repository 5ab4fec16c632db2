//! The layers above Z3, from cheap to dear, one file each.

mod syntactic;

pub use syntactic::Syntactic;
