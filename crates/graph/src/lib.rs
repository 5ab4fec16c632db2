//! Symbolic execution graphs of Java programs [Otto15]: a finite graph of abstract states that covers every run.
//!
//! The way in is [`build`]. Reading order: [`state`] (what a node is, and what is assumed about the hidden heap),
//! [`domain`] (numbers), [`world`] (types), [`order`] (more general states), [`eval`] (refinement and evaluation),
//! [`recursion`], [`build`].
//!
//! The crate evaluates register code itself, one function per instruction, instead of running the machine over an
//! abstract domain: the thesis' rules change the *whole* state at a field write, decide by refinement, and record
//! reference maps, which a value-level domain would have to work around.

pub mod build;
pub mod components;
pub mod domain;
pub mod eval;
pub mod excluded;
pub mod failures;
pub mod graph;
pub mod order;
pub mod recursion;
pub mod render;
pub mod safe;
pub mod state;
pub mod uncaught;
pub mod world;

pub use build::start::Inputs;
pub use build::{Failure, Options, build};
pub use domain::interval::{Integers, Interval};
pub use graph::{Edge, EdgeId, EdgeKind, Fact, Graph, Node, NodeId, NodeKind, Operand, RefMap};
pub use state::{Frame, Ref, State, Value};
pub use world::{TypeSet, World, WorldType};
