//! What every crate shares and no crate owns: ids and the vectors and arenas they index, interned names,
//! places in source text, diagnostics, budgets, and the components of graphs. Nothing here knows Java.

pub mod arena;
pub mod budget;
pub mod components;
pub mod diagnostic;
pub mod id;
pub mod interner;
pub mod place;

pub use budget::{Budget, Exhausted, peak_bytes, resident_bytes};
pub use diagnostic::{Diagnostic, Severity};
pub use id::{Id, IdVec};
pub use interner::{Interner, Symbol};
pub use place::{Place, Source};

/// The stack of a thread that works on a program: terms, graphs, rules and parsers follow what they read by recursion,
/// as deep as it nests.
pub const STACK_BYTES: usize = 256 << 20;
