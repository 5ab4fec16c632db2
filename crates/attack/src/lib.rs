//! Random programs whose right answers are found by running them, to catch Cupper answering wrongly.
//!
//! | file | what |
//! |---|---|
//! | `random` | numbers that look random, the same everywhere |
//! | `java` | `javac` and `java` |
//! | `tree` | methods as trees of statements, which can be shrunk |
//! | `expression` | random expressions over what is in scope |
//! | `explore` | *safe* and *violation* against all small inputs and heaps on the JVM |
//! | `terminate` | *terminates* and *diverges* against counted runs on the JVM |
//! | `verify` | contracts with a false fact |
//! | `kept` | wrong answers as files, and what is known about their causes |
//! | `readers` | every reader on any bytes |
//!
//! Like the command line this crate runs other programs: a JVM is what says the truth.

pub mod explore;
pub mod expression;
pub mod java;
pub mod kept;
pub mod random;
pub mod terminate;
pub mod tree;
