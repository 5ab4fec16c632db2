//! How states compare: which is more general ([`instance`]), the least one above two ([`merge`]), both on the predicates a
//! general state needs ([`require`]), and the greatest one below an equation ([`unify`]).

mod disjoint;
pub mod instance;
pub mod merge;
pub mod require;
pub mod unify;
