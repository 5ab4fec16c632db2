//! Javalite, the model language of the heap papers [UL14, Figs. 1–2; EHS16, Figs. 3–5].

pub mod parse;
pub mod syntax;
