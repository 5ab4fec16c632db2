//! Deleting what merging made unreachable, and packing the finished graph.

use std::collections::BTreeSet;

use base::{Id, IdVec};

use crate::build::Draft;
use crate::domain::interval::Integers;
use crate::graph::{Edge, EdgeId, EdgeKind, Graph, Node, NodeId};
use crate::world::World;

/// Marks the nodes reachable from the start as alive and the others as dead. An edge between call and return counts
/// only if *both* its ends are alive. Returns live nodes that lost all their edges and must be processed again.
pub(crate) fn mark(nodes: &mut IdVec<NodeId, Draft>, edges: &mut IdVec<EdgeId, Edge>) -> Vec<NodeId> {
    let reachable = reachable(nodes, edges);
    let mut orphans = Vec::new();
    for id in nodes.ids() {
        nodes[id].alive = reachable[id.index()];
        if !nodes[id].alive {
            continue;
        }
        let before = nodes[id].out.len();
        let keeps = |edge: &EdgeId| {
            let edge = &edges[*edge];
            reachable[edge.target.index()]
                && edge.summarizes().is_none_or(|(call, _)| reachable[call.index()])
        };
        let out = std::mem::take(&mut nodes[id].out);
        nodes[id].out = out.into_iter().filter(keeps).collect();
        if before > 0 && nodes[id].out.is_empty() {
            orphans.push(id);
        }
    }
    orphans
}

fn reachable(nodes: &IdVec<NodeId, Draft>, edges: &IdVec<EdgeId, Edge>) -> Vec<bool> {
    let mut seen = vec![false; nodes.len()];
    let mut waiting: Vec<&Edge> = Vec::new();
    let mut work = vec![NodeId::from_index(0)];
    loop {
        while let Some(id) = work.pop() {
            if std::mem::replace(&mut seen[id.index()], true) {
                continue;
            }
            for &edge in &nodes[id].out {
                let edge = &edges[edge];
                match edge.kind {
                    EdgeKind::Return { call, .. } if !seen[call.index()] => waiting.push(edge),
                    EdgeKind::Return { .. }
                    | EdgeKind::Eval
                    | EdgeKind::Refine
                    | EdgeKind::Instance
                    | EdgeKind::Inputs
                    | EdgeKind::Call
                    | EdgeKind::End => work.push(edge.target),
                }
            }
        }
        let ready = |edge: &&Edge| edge.summarizes().is_some_and(|(call, _)| seen[call.index()]);
        let before = waiting.len();
        work.extend(waiting.iter().filter(|edge| ready(edge)).map(|edge| edge.target));
        waiting.retain(|edge| !ready(edge));
        if waiting.len() == before {
            return seen;
        }
    }
}

/// The live part of the construction, renumbered.
pub(crate) fn compact(
    nodes: IdVec<NodeId, Draft>,
    edges: IdVec<EdgeId, Edge>,
    world: World,
    integers: Integers,
) -> Graph {
    let mut names = vec![None; nodes.len()];
    let mut graph = Graph {
        nodes: IdVec::new(),
        edges: IdVec::new(),
        start: NodeId::from_index(0),
        world,
        integers,
        given: BTreeSet::new(),
    };
    for (id, node) in nodes.iter_enumerated().filter(|(_, node)| node.alive) {
        let state = (*node.state).clone();
        let packed = Node { state, kind: node.kind.clone(), out: Vec::new(), into: Vec::new() };
        names[id.index()] = Some(graph.nodes.push(packed));
    }
    let name = |id: NodeId| names[id.index()].expect("edges of live nodes lead to live nodes");
    for node in nodes.iter().filter(|node| node.alive) {
        for &old in &node.out {
            let old = &edges[old];
            let kind = match &old.kind {
                EdgeKind::Return { call, call_map } => {
                    EdgeKind::Return { call: name(*call), call_map: call_map.clone() }
                }
                kind => kind.clone(),
            };
            let (source, target) = (name(old.source), name(old.target));
            let edge = graph.edges.push(Edge {
                kind,
                source,
                target,
                map: old.map.clone(),
                facts: old.facts.clone(),
            });
            graph.nodes[source].out.push(edge);
            graph.nodes[target].into.push(edge);
        }
    }
    graph
}
