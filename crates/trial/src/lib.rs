//! Contracts beside runs: is a precondition true of a heap, what does the method do there, does the postcondition hold after?
//!
//! | file | what |
//! |---|---|
//! | `value`, `world`, `eval`, `quantifier`, `collection` | contracts over a concrete heap |
//! | `choose`, `input` | heaps and arguments for which a precondition holds |
//! | `host`, `call` | these on the concrete machine, and what it left behind |
//! | `breach`, `words` | a run that breaks a contract, for `cupper verify` |
//! | `exec`, `object` | bodies run statement by statement as the verifier sees them, for tests |
//!
//! What cannot be decided is unknown, never a guess: a breach that is told was seen.

pub mod breach;
pub mod call;
pub mod choose;
pub mod collection;
pub mod eval;
pub mod exec;
pub mod host;
pub mod input;
pub mod object;
pub mod quantifier;
pub mod value;
mod words;
pub mod world;

pub use breach::{Breach, Seeker};
