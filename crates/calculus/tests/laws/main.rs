//! The papers' laws, on generated programs.
//!
//! A tape of numbers becomes a well-typed program ([`tape`]), so that every failure shrinks to a short program. Each program comes
//! with a concrete semantics written here, independent of the machines, and with all its input heaps up to a size
//! ([`inputs`]); [`cover`] says which of them a symbolic state stands for. `CUPPER_LAW_CASES` sets how many programs each law
//! is tried on.

mod compiled;
mod concrete;
mod cover;
mod equivalence;
mod imp;
mod inputs;
mod javalite;
mod morphisms;
mod order;
mod represent;
mod sample;
mod summaries;
mod tape;
mod value_sets;
