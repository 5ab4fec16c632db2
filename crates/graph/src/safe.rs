//! What a finished graph proves of the exceptions that may leave its method.
//!
//! The claim is that nothing but what is listed leaves, in any run, of any length. It is made only of graphs that have every run: numbers are
//! Java's, nothing is cut off, and what graphs do not follow ([`Cause::Unfollowed`]) is caught nowhere, since what happens after
//! that is not in the graph. [`ASSUMPTIONS`] is what it takes for granted.

use program::{Program, TypeId};

use crate::domain::interval::Integers;
use crate::graph::{Graph, NodeId};
use crate::uncaught::{Cause, Uncaught, is_handled, uncaught};

/// What every claim about a graph takes for granted.
pub const ASSUMPTIONS: [&str; 2] = [
    "the JVM has room for everything the method makes and calls",
    "classes outside the class path neither extend nor implement those on it",
];

/// Why a graph proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// It is a graph of mathematical integers.
    Unbounded,
    /// Not all runs are followed to their end.
    Cut(NodeId, String),
    /// Somebody may catch an exception that no edge throws.
    Handled(Option<TypeId>),
}

/// All exceptions that may leave the method, or why that cannot be told.
pub fn leaving(program: &Program, graph: &Graph) -> Result<Vec<Uncaught>, Gap> {
    if graph.integers != Integers::Java {
        return Err(Gap::Unbounded);
    }
    if let Some((node, reason)) = graph.cuts().next() {
        return Err(Gap::Cut(node, reason.to_owned()));
    }
    let leaving = uncaught(program, graph);
    let mut unfollowed = leaving.iter().filter(|one| one.cause == Cause::Unfollowed);
    let is_caught = |one: &&Uncaught| one.class.is_none_or(|class| is_handled(program, graph, class));
    match unfollowed.find(is_caught) {
        Some(one) => Err(Gap::Handled(one.class)),
        None => Ok(leaving),
    }
}
