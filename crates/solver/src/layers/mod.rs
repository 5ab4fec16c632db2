//! The layers above Z3, from cheap to dear, one file each.

mod cache;
mod cases;
mod classes;
mod equalities;
mod intervals;
mod models;
mod ranges;
mod references;
mod slices;
mod syntactic;

pub use cache::Cache;
pub use cases::Cases;
pub use equalities::Equalities;
pub use intervals::Intervals;
pub use models::Models;
pub use references::References;
pub use slices::Slices;
pub use syntactic::Syntactic;
