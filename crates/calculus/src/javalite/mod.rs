//! Javalite, the model language of the heap papers [UL12, Figs. 1–2; EHS16, Figs. 3–5].

pub mod machine;
pub mod parse;
pub mod syntax;
mod types;
