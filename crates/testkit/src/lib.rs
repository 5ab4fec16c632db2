//! What the tests of all crates share: the JDKs of this machine, Java that is compiled and run, the repository's programs with their
//! headers, texts that are compared with files, random numbers, and random cases that once failed.
//!
//! Only tests depend on it. Whatever goes wrong here is a test that cannot be run, so everything panics with what is missing.

mod compile;
mod expect;
mod jdk;
mod kept;
mod programs;
mod random;

pub use compile::{Compiled, compile, compile_each, compile_text, java, java_command, javac, open};
pub use expect::expect;
pub use jdk::{jdk, jdks, version};
pub use kept::{Kept, setting};
pub use programs::{files, header, method, root, test_programs};
pub use random::Random;
