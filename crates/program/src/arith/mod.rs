//! Java's arithmetic, told once.
//!
//! [`word`] says what every operator, conversion and comparison does to numbers of the JVM; nothing else in Cupper computes
//! with them. Whoever knows less of a number than its value, be it a term, an interval, a linear expression or how
//! a witness came by it, takes operators apart with [`BinOp::shape`](crate::code::BinOp::shape) and
//! [`Convert::shape`](crate::code::Convert::shape), says how it approximates each shape, and is tested against
//! [`word`]. [`exact`] is the same arithmetic before results are brought into their range: what mathematical
//! integers do, which the conventions of termination proofs ask for.

pub mod exact;
mod shape;
pub mod word;

pub use shape::{BinShape, ConvertShape, FloatOp, IntOp, Precision, Range, Width};
pub use word::Word;
