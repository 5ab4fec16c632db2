//! Strongly connected components of a graph, as a termination proof sees it: calls are summarised, so the edge
//! from a return state is replaced by one from its call state.

use base::{Id, components};

use crate::graph::{Graph, NodeId};

/// The components that contain a cycle, in reverse topological order.
pub fn strong_components(graph: &Graph) -> Vec<Vec<NodeId>> {
    let mut successors = vec![Vec::new(); graph.nodes.len()];
    for (source, target) in summarised(graph) {
        successors[source].push(target);
    }
    let cycles = components::cycles(&successors).into_iter();
    cycles.map(|nodes| nodes.into_iter().map(NodeId::from_index).collect()).collect()
}

/// The component number of every node.
pub fn component_numbers(graph: &Graph) -> Vec<usize> {
    components::components_of(graph.nodes.len(), summarised(graph))
}

/// The ends of all edges, in their order.
pub fn summarised(graph: &Graph) -> impl Iterator<Item = (usize, usize)> {
    graph.edges.iter().map(|edge| (edge.leaves().index(), edge.target.index()))
}
