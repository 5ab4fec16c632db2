//! Random programs whose right answers are found by running them, to catch Cupper answering wrongly.
//!
//! | file | what |
//! |---|---|
//! | `java` | `javac` and `java` |
//! | `tree` | methods as trees of statements, which can be shrunk |
//! | `expression` | random expressions over what is in scope |
//! | `explore` | *safe* and *violation* against all small inputs and heaps on the JVM |
//! | `terminate` | *terminates* and *diverges* against counted runs on the JVM |
//! | `verify` | contracts with a false fact |
//! | `relevance` | code that is said not to matter, removed and replaced |
//! | `facts` | facts of classes against histories on the JVM |
//! | `run` | Cupper's machine against the JVM |
//! | `metamorphic` | the same method in other words |
//! | `kept` | wrong answers as files, and what is known about their causes |
//! | `fuzz` | every reader on any file |
//!
//! Like the command line this crate runs other programs: a JVM is what says the truth.

pub mod explore;
pub mod expression;
pub mod facts;
pub mod fuzz;
pub mod java;
pub mod kept;
pub mod metamorphic;
pub mod relevance;
pub mod run;
pub mod terminate;
pub mod tree;
pub mod verify;
