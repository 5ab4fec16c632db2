//! Writes that nobody outside can see because the same field of the same object is written again before anybody could look.
//!
//! Follows the object forward over every way from the write. Loops, ends, calls that are abstracted, locks and effects outside the
//! program stop the search: somebody may look there. Whoever in the program reads the field in between says so himself, as what he
//! reads is needed.

use graph::{Edge, EdgeKind, Fact, Graph, NodeId, Ref};
use program::code::Inst;
use program::{FieldId, FieldRef, Flags, Program};
use rustc_hash::FxHashMap;

use crate::effect::{Effect, Modelled};

/// States looked at before giving up.
const STATES: usize = 2_000;

/// Whether the field that `edge` writes is written again on every way from there.
pub fn field(program: &Program, graph: &Graph, edge: &Edge, object: Ref, field: FieldId) -> bool {
    if program.field(field).flags.is(Flags::VOLATILE) {
        return false;
    }
    let Some(start) = forward(edge, object) else { return false };
    let step = |node: NodeId, object: Ref| {
        let writes = |fact: &Fact| matches!(*fact, Fact::Write { object: target, field: written, .. } if (target, written) == (object, field));
        let edges = graph.successors(node).filter(|edge| !edge.facts.iter().any(writes));
        edges.map(|edge| Some((edge.target, forward(edge, object)?))).collect()
    };
    every_way(program, graph, (edge.target, start), step)
}

/// Whether the static field written at `node` is written again on every way from there.
pub fn static_field(program: &Program, graph: &Graph, node: NodeId, field: FieldRef) -> bool {
    let Ok(field) = program.resolve_field(field) else { return false };
    let writes = |node: NodeId| match instruction(program, graph, node) {
        Some(Inst::PutStatic { field: written, .. }) => program.resolve_field(written) == Ok(field),
        Some(_) | None => false,
    };
    if program.field(field).flags.is(Flags::VOLATILE) {
        return false;
    }
    let step = |node: NodeId, none: ()| match writes(node) && graph.nodes[node].state.exception.is_none() {
        true => Some(Vec::new()),
        false => Some(graph.successors(node).map(|edge| (edge.target, none)).collect()),
    };
    let mut next = graph.successors(node).peekable();
    next.peek().is_some() && next.all(|edge| every_way(program, graph, (edge.target, ()), step))
}

/// Whether `step` leads nowhere in the end, without going round or passing a place where somebody may look.
fn every_way<T: Copy + Eq + std::hash::Hash>(
    program: &Program,
    graph: &Graph,
    start: (NodeId, T),
    step: impl Fn(NodeId, T) -> Option<Vec<(NodeId, T)>>,
) -> bool {
    let mut is_done = FxHashMap::default();
    let mut work = vec![(start, false)];
    while let Some((at, is_left)) = work.pop() {
        if is_left {
            is_done.insert(at, true);
            continue;
        }
        match is_done.insert(at, false) {
            None => {}
            Some(true) => {
                is_done.insert(at, true);
                continue;
            }
            Some(false) => return false,
        }
        let goes_on = is_done.len() < STATES && graph.successors(at.0).next().is_some();
        let next = step(at.0, at.1).filter(|_| goes_on);
        let Some(next) = next.filter(|next| next.is_empty() || is_private(program, graph, at.0)) else {
            return false;
        };
        work.push((at, true));
        work.extend(next.into_iter().map(|next| (next, false)));
    }
    true
}

/// Whether nobody but the program's own reads can look at the heap during the steps from a node.
fn is_private(program: &Program, graph: &Graph, node: NodeId) -> bool {
    let followed = graph
        .successors(node)
        .all(|edge| matches!(edge.kind, EdgeKind::Eval | EdgeKind::Refine | EdgeKind::Instance));
    let locks = matches!(
        instruction(program, graph, node),
        Some(Inst::MonitorEnter { .. } | Inst::MonitorExit { .. })
    );
    let acts = Modelled::at(program, graph, node).is_some_and(|call| call.effect == Effect::Outside);
    followed && !locks && !acts
}

fn instruction(program: &Program, graph: &Graph, node: NodeId) -> Option<Inst> {
    let top = graph.nodes[node].state.top()?;
    Some(*program.body(top.method).ok()?.inst(top.pc))
}

/// What a reference of the source is called in the target.
fn forward(edge: &Edge, r: Ref) -> Option<Ref> {
    edge.map.iter().find(|(_, source)| *source == r).map(|(target, _)| target)
}
