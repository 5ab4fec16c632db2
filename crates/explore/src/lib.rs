//! Exploration: every path of a method once, on a symbolic heap, with a replayed input for each failure.
//!
//! | file | what |
//! |---|---|
//! | `symbolic/…` | the symbolic domain of the machine |
//! | `boot` | the state explorations start from |
//! | `entry` | which methods are explored, and with which unknown arguments |
//! | `promises` | what annotations say of null |
//! | `options`, `frontier`, `trail` | limits, search orders, what a path remembers |
//! | `search` | the tree of a method's paths, cut into subtrees |
//! | `explorer`, `start`, `closing` | a subtree: its beginning, its forks, the ends of its paths |
//! | `turns` | how to reach a waiting state again |
//! | `path` | paths as values: condition, input, outcome |
//! | `ends` | exceptions and their stacks |
//! | `overflow` | recursion that does not end |
//! | `model`, `replay` | an input from a path condition; its run on the concrete machine |
//! | `verdict` | findings with severities; *violation*, *safe* or *unknown* |
//! | `words`, `diagram` | conditions, values and heaps for people |
//!
//! How a heap strategy works is the `heap` crate's affair, how Java works the machine's.

mod boot;
mod closing;
pub mod diagram;
mod draw;
mod ends;
mod entry;
mod explorer;
mod frontier;
mod likely;
mod model;
mod never;
pub mod notation;
mod options;
mod outside;
mod overflow;
mod path;
pub mod picture;
mod places;
mod promises;
mod rejected;
pub mod replay;
mod search;
mod start;
pub mod symbolic;
mod trail;
mod turns;
mod verdict;
mod words;

pub use base::Severity;
pub use boot::Booted;
pub use ends::foreseen;
pub use entry::{Entry, Param, all_entries, find_method, find_precondition, has_lines};
pub use explorer::{Exploration, Explorer, Figures, Progress};
pub use never::Never;
pub use options::{Bounds, Chosen, Options, Order, StaticFields};
pub use path::{Arg, Frame, Given, Input, Outcome, Path, Reason, Replayed, StaticInput, Thrown};
pub use search::{Harvest, Search, Subtree};
pub use verdict::{
    Finding, MethodResult, Verdict, at_most, is_on_purpose, judge, judge_generously, without_findings,
};
