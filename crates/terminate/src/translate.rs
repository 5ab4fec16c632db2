//! From graphs to transition systems: every node becomes a location, every integer and every measured object of its
//! state an argument, every edge one or more transitions.
//!
//! Which numbers of a state are followed is what a [`Sight`] of it says, under a [`View`]. An edge hands them on along its
//! reference map: what it writes [changes](change) them, what it establishes [guards](guard) it, and both together make its
//! [steps](step). What cannot be expressed becomes an unknown.
//!
//! Calls that were abstracted: an infinite run either goes into a call for good (the call edge) or past it (the
//! *summary* edge from the call state to the state after the return); the edge from the return state is left out. In
//! views with summaries, what comes back from a call is an unknown about which the callee's [summary](crate::summary) speaks.
//!
//! What it guarantees: every infinite run through the graph is an infinite run of the system.

mod activation;
mod arith;
mod change;
mod control;
mod guard;
mod marker;
mod measure;
mod names;
mod sight;
mod step;
mod view;
mod way;
mod write;

pub use activation::{Activations, End, activations};
pub use marker::Marker;
pub use measure::Measure;
pub use view::View;

use std::collections::BTreeMap;

use base::{Budget, Exhausted, Id};
use graph::{Edge, EdgeKind, Graph, NodeId};
use program::Program;

use crate::its::{Builder, Its, LocationId};
use crate::linear::Constraint;
use activation::Ghosts;
use change::{ByCall, ByEdge};
use control::Control;
use sight::{Argument, Sight};
use step::{Returned, Step, origin};

/// A system, and which node each location stands for.
pub struct Translation {
    pub its: Its,
    pub nodes: Vec<NodeId>,
}

/// What is known about return states, over their arguments and those of the call (see [`activations`]).
pub type Known = BTreeMap<NodeId, Vec<Constraint>>;

pub fn translate(
    program: &Program,
    graph: &Graph,
    view: &View,
    known: &Known,
    budget: &Budget,
) -> Result<Translation, Exhausted> {
    let translator = Translator::new(graph, view, budget)?;
    let mut builder = Builder::default();
    for node in graph.nodes.ids() {
        budget.check()?;
        builder.location(graph.point(program, node), translator.names(program, node));
    }
    for edge in graph.edges.iter() {
        budget.check()?;
        for Step { mut transition, returned } in translator.edge(edge) {
            if let Some(Returned { node, values, .. }) = returned {
                let instance =
                    |constraint: &Constraint| constraint.substitute(|var| values[var.index()].clone());
                transition.guard.extend(known.get(&node).into_iter().flatten().map(instance));
            }
            builder.transition(transition);
        }
    }
    let its = builder.finish(LocationId::from_index(graph.start.index()));
    Ok(Translation { its, nodes: graph.nodes.ids().collect() })
}

struct Translator<'a> {
    graph: &'a Graph,
    view: &'a View,
    /// By node.
    sights: Vec<Sight<'a>>,
    /// By marker and node: whether its count may become larger by what is run from there.
    grows: Vec<Vec<bool>>,
    ghosts: Ghosts,
}

impl<'a> Translator<'a> {
    fn new(graph: &'a Graph, view: &'a View, budget: &Budget) -> Result<Self, Exhausted> {
        let grows = view.markers.iter().map(|marker| marker.grows(graph)).collect();
        let control = Control::of(graph, view.summaries);
        let mut sights = Vec::new();
        for node in graph.nodes.ids() {
            budget.check()?;
            sights.push(Sight::new(graph, node, view, &control));
        }
        let ghosts = if view.summaries { Ghosts::of(graph, &sights) } else { Ghosts::default() };
        Ok(Self { graph, view, sights, grows, ghosts })
    }

    fn names(&self, program: &Program, node: NodeId) -> Vec<String> {
        let state = self.graph.state(node);
        let name = |argument: &Argument| names::name(program, state, argument, self.view);
        self.sights[node.index()].arguments.iter().map(name).collect()
    }

    fn edge(&self, edge: &Edge) -> Vec<Step> {
        match &edge.kind {
            EdgeKind::Eval | EdgeKind::Refine | EdgeKind::Instance | EdgeKind::Inputs | EdgeKind::Call => {
                let changes = ByEdge::of(self, edge);
                step::steps(self, edge.source, edge, |(r, quantity)| {
                    let origin = origin(&edge.map, r)?;
                    Some((origin, changes.change((origin, quantity))))
                })
            }
            EdgeKind::Return { call, call_map } => {
                let changes = ByCall::of(self, edge, *call);
                step::steps(self, *call, edge, |(r, quantity)| {
                    let origin = origin(call_map, r)?;
                    Some((origin, changes.change((origin, quantity))))
                })
            }
            EdgeKind::End => Vec::new(),
        }
    }
}
