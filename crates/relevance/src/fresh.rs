//! Objects nobody outside can see yet: allocated since the start, never stored where a caller could find them.
//!
//! A forward must-analysis: what is fresh at a node is fresh on every way there. Writes to fresh objects are no effect of the
//! method as long as they stay fresh. Predicates do not say which builders are in which objects, nor which are the same: when
//! something gets out, all builders count as seen.

use base::{Id, IdVec};
use graph::recursion::inputs::leads;
use graph::state::shape::Shape;
use graph::{Edge, EdgeKind, Fact, Graph, NodeId, Ref};
use program::Program;
use program::code::Inst;
use rustc_hash::FxHashSet;

use crate::effect::{Effect, Modelled};

/// The fresh references of every node.
pub fn fresh(program: &Program, graph: &Graph) -> IdVec<NodeId, FxHashSet<Ref>> {
    // `None` is "not reached yet": everything is fresh.
    let mut known: Vec<Option<FxHashSet<Ref>>> = vec![None; graph.nodes.len()];
    known[graph.start.index()] = Some(FxHashSet::default());
    let mut work = vec![graph.start];
    while let Some(node) = work.pop() {
        for &edge in &graph.nodes[node].out {
            let edge = &graph.edges[edge];
            let before = known[node.index()].clone().unwrap_or_default();
            let after = step(program, graph, edge, &before);
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

fn step(program: &Program, graph: &Graph, edge: &Edge, before: &FxHashSet<Ref>) -> FxHashSet<Ref> {
    // A recursive call forgets its caller and may have stored anything anywhere.
    if matches!(edge.kind, EdgeKind::Call | EdgeKind::Return { .. }) {
        return FxHashSet::default();
    }
    let state = &graph.nodes[edge.source].state;
    let published = published(program, graph, edge, before);
    let mut escaped = FxHashSet::default();
    if !published.is_empty() {
        let shape = Shape::of(state, &graph.world);
        published.iter().for_each(|&r| escaped.extend(leads(state, &shape, r).iter()));
        let is_builder = |r: &Ref| graph.world.may_be_opaque(state.types(*r));
        escaped.extend(before.iter().copied().filter(is_builder));
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

/// What a step puts where somebody outside may find it: into an object that is not fresh, or a static field.
fn published(program: &Program, graph: &Graph, edge: &Edge, before: &FxHashSet<Ref>) -> Vec<Ref> {
    let state = &graph.nodes[edge.source].state;
    let mut published: Vec<Ref> = edge
        .facts
        .iter()
        .filter_map(|fact| match *fact {
            Fact::Write { object, value, .. } if !before.contains(&object) => Some(value),
            Fact::WriteCell { array, value, .. } if !before.contains(&array) => Some(value),
            _ => None,
        })
        .collect();
    let inst = state.top().and_then(|top| Some(*program.body(top.method).ok()?.inst(top.pc)));
    if let Some((Inst::PutStatic { src, .. }, top)) = inst.zip(state.top()) {
        published.extend(top.reg(src));
    }
    let keeps = |call: &Modelled| match call.effect {
        Effect::None => false,
        Effect::Changes(_) => call.changed.is_some_and(|object| !before.contains(&object)),
        Effect::Outside => true,
    };
    let call = Modelled::at(program, graph, edge.source).filter(keeps);
    published.extend(call.into_iter().flat_map(|call| call.args));
    published
}
