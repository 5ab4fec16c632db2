//! Calls whose callers are forgotten [Otto15, Ch. 3]: shadows of what they hold ([`inputs`]), and putting what a call
//! returns back on top of them ([`concretize`](mod@concretize)).

pub mod concretize;
pub mod inputs;
