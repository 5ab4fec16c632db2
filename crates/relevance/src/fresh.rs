//! Objects nobody outside can see yet: allocated since the start, never stored where a caller could find them.
//!
//! A forward must-analysis: what is fresh at a node is fresh on every way there. Writes to fresh objects are no effect of the
//! method as long as they stay fresh.

use base::{Id, IdVec};
use graph::shape::Shape;
use graph::{EdgeKind, Fact, Graph, NodeId, Ref};
use rustc_hash::FxHashSet;

/// The fresh references of every node.
pub fn fresh(graph: &Graph) -> IdVec<NodeId, FxHashSet<Ref>> {
    // `None` is "not reached yet": everything is fresh.
    let mut known: Vec<Option<FxHashSet<Ref>>> = vec![None; graph.nodes.len()];
    known[graph.start.index()] = Some(FxHashSet::default());
    let mut work = vec![graph.start];
    while let Some(node) = work.pop() {
        for &edge in &graph.nodes[node].out {
            let edge = &graph.edges[edge];
            let before = known[node.index()].clone().unwrap_or_default();
            let after = step(graph, edge, &before);
            let slot = &mut known[edge.target.index()];
            let merged = match slot {
                None => after,
                Some(old) => old.intersection(&after).copied().collect(),
            };
            if slot.as_ref() != Some(&merged) {
                *slot = Some(merged);
                work.push(edge.target);
            }
        }
    }
    known.into_iter().map(Option::unwrap_or_default).collect()
}

fn step(graph: &Graph, edge: &graph::Edge, before: &FxHashSet<Ref>) -> FxHashSet<Ref> {
    // A recursive call forgets its caller and may have stored anything anywhere.
    if matches!(edge.kind, EdgeKind::Call | EdgeKind::Return { .. }) {
        return FxHashSet::default();
    }
    let state = &graph.nodes[edge.source].state;
    let shape = Shape::of(state, &graph.world);
    let mut escaped = FxHashSet::default();
    for fact in &edge.facts {
        match *fact {
            Fact::Write { object, value, .. } if !before.contains(&object) => {
                escaped.extend(shape.reach(value).iter())
            }
            Fact::WriteCell { array, value, .. } if !before.contains(&array) => {
                escaped.extend(shape.reach(value).iter());
            }
            _ => {}
        }
    }
    // What a static field holds is seen by everyone.
    for (_, content) in &graph.nodes[edge.target].state.statics {
        if let Some(origin) = edge.map.origin(*content) {
            escaped.extend(shape.reach(origin).iter());
        }
    }
    let survives = |r: &Ref| before.contains(r) && !escaped.contains(r);
    let mut after: FxHashSet<Ref> =
        edge.map.iter().filter(|(_, source)| survives(source)).map(|(target, _)| target).collect();
    after.extend(edge.facts.iter().filter_map(|fact| match *fact {
        Fact::New { result } => Some(result),
        _ => None,
    }));
    after
}
