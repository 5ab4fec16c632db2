//! The concrete domain: values as in the JVM, objects as bytes, nothing ever undecided; and a machine to run it on.
//!
//! [`Machine`] is the way in: build a heap, call a method, look at what came out.

mod boot;
mod domain;
mod gc;
mod heap;
mod machine;
mod memory;
mod snapshot;

pub use domain::{Concrete, Never};
pub use heap::{Heap, Ref, Word};
pub use machine::{Handle, Machine, Outcome, Steps, Thrown, Value};
pub use snapshot::Snapshot;
