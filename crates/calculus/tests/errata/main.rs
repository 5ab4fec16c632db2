//! The errors in the papers, each with the printed rule and a program on which it goes wrong.
//!
//! [`logic`] and [`printed`] are the papers' own definitions, letter by letter, on formulas small enough to try all assignments. Each
//! test applies the printed rule, shows what is wrong with the result, and runs the same program here. Numbers are those of
//! `docs/src/strategies.md`.

mod calls;
mod equals;
mod logic;
mod ours;
mod printed;
mod relations;
mod summaries;
mod writes;
