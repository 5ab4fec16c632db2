//! Symbolic execution graphs of Java programs [Otto15]: a finite graph of abstract states that covers every run.
//!
//! The way in is [`build`]. Reading order: [`state`] (what a node is), [`predicates`] (what is assumed about the
//! hidden heap), [`instance`] and [`merge`] (both on [`require`]), [`unify`], [`refine`], [`eval`], [`build`].
//!
//! The crate evaluates register code itself, one function per instruction, instead of running the machine over an
//! abstract domain: the thesis' rules change the *whole* state at a field write, decide by refinement, and record
//! reference maps, which a value-level domain would have to work around.

pub mod build;
pub mod canonical;
pub mod closed_world;
pub mod components;
pub mod concretize;
pub mod difference;
mod disjoint;
pub mod eval;
mod flow;
pub mod focus;
pub mod graph;
pub mod inputs;
pub mod instance;
pub mod interval;
mod landmarks;
pub mod merge;
pub mod predicates;
pub mod reach;
pub mod realize;
pub mod refine;
pub mod refset;
pub mod render;
pub mod require;
pub mod shape;
pub mod start;
pub mod state;
mod sweep;
pub mod unify;
pub mod world;
pub mod write;

pub use build::{Failure, Options, build};
pub use graph::{Edge, EdgeId, EdgeKind, Fact, Graph, Node, NodeId, NodeKind, Operand, RefMap};
pub use interval::{Integers, Interval, Width};
pub use start::Inputs;
pub use state::{Frame, Ref, State, Value};
pub use world::{TypeSet, World, WorldType};
