//! The layers above Z3, from cheap to dear, one file each.

mod cache;
mod equalities;
mod intervals;
mod ranges;
mod slices;
mod syntactic;

pub use cache::Cache;
pub use equalities::Equalities;
pub use intervals::Intervals;
pub use slices::Slices;
pub use syntactic::Syntactic;
