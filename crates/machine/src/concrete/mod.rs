//! The concrete domain: values as in the JVM, objects as bytes, nothing ever undecided.

mod domain;
mod gc;
mod heap;
mod memory;
pub mod numbers;

pub use domain::{Concrete, Never};
pub use heap::{Heap, Ref, Word};
