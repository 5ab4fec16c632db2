//! Symbolic heaps: a bipartite graph of references and locations, and six strategies for the unknown part of it.
//!
//! A reference's *value set* says which target it has under which guard ([`ValueSets`]); a location holds fields or
//! array elements ([`Location`]); the path condition says which guards can still hold ([`Heap`]). What is unknown
//! about the input is a set of [`Sym`]bols, one per input reference, each with a variable of sort `Ref`. A
//! [`Strategy`] decides what becomes of a symbol when it is first read, dereferenced or compared; everything else
//! (allocation, reads, writes, arrays, class tests) is shared.
//!
//! | file | what |
//! |---|---|
//! | `value`, `reference` | values; references as interned value sets |
//! | `types` | what a heap must know about classes and fields |
//! | `location`, `history`, `heap` | locations, update histories, the heap itself |
//! | `known` | what a path says outright |
//! | `cx`, `split` | who is asked; how a heap says that it cannot decide |
//! | `access`, `array`, `class`, `equality` | the rules all strategies share |
//! | `before`, `boxes` | objects that were there before the call; boxes that may come from a cache |
//! | `elements` | classes of arrays and of what they hold |
//! | `strategy/…` | one module per strategy |
//! | `shape` | preconditions on the input heap |
//! | `limits` | what is known of the fields of all objects that come in |
//! | `input` | the input heap a model describes |
//! | `look` | histories and sets of states, for printing |
//!
//! Keys of papers are in `docs/src/papers.md`. The papers' errors that are corrected here:
//! 1. *Equals (references-false)* [UL12, Fig. 3] answers `false`.
//! 2. *Field Write* [EHS16, Fig. 7] stores the value written, not the target.
//! 3. θ_alias [EHS16, Fig. 8] ends in "and no other input reference": guards are `v = l`, disjoint by construction.
//! 4. *Summarize* [EHS16, Fig. 8] loses writes. Here each input location's field has **one** input value, made on
//!    first demand and never changed, and writes are layered over it (`access::tests::guarded_write_survives`).
//! 5. *Equals (false)* [EHS16, Fig. 9] is `φg ∧ ((⋀…) ∨ (⋁…))`, that is the negation of *Equals (true)*.
//! 6. `VS` and `ST` take φg; here infeasible entries are dropped only when asked for.
//! 8. A feasible null is not stuck: the caller is told ([`Heap::null_test`]) and raises the exception.
//!
//! (7 concerns method calls, which a heap does not know, and 9 the example program.)
//!
//! A heap knows nothing of instructions, search or printing.

mod access;
mod array;
mod before;
mod boxes;
mod class;
mod cx;
mod elements;
mod equality;
mod heap;
mod history;
mod input;
mod known;
mod limits;
mod location;
mod look;
mod reference;
mod shape;
mod split;
mod strategy;
mod types;
mod value;

pub use before::Before;
pub use class::STORES_INTO_UNKNOWN;
pub use cx::{Cx, Oracle, Rule, Trace, Truth};
pub use heap::{Bound, Heap, Origin, SymbolInfo};
pub use input::{InputHeap, InputObject, InputReader, InputValue, ObjectId, Place, UnknownClass};
pub use limits::{Limits, Number, Order, Related};
pub use location::{ClassOf, Location};
pub use look::Update;
pub use reference::{Entries, Entry, Ref, RefKind, Target, ValueSets};
pub use shape::{Shape, ShapeKind};
pub use split::{Choice, ForkCause, Resolution, Split, Stuck};
pub use strategy::{ALL as STRATEGIES, Strategy, by_name};
pub use types::{Candidates, Class, Field, Kind, Types};
pub use value::{Loc, Sym, Value};
