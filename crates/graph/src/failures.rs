//! Failures that no edge of a graph throws, and code that catches one.
//!
//! Graphs do not follow that a recursion overflows the stack, that there is no room for an array, and that an array from
//! outside is of a more special class than it is declared and refuses an element. Such a failure ends a run earlier than the graph says,
//! which is no harm to a proof that it ends; unless a handler catches it and tries again. What the handler does is not in the graph.

use std::collections::{BTreeMap, BTreeSet};

use library::names;
use program::code::{Body, Handler, Inst, Pc};
use program::{MethodId, Program};

use crate::graph::{Graph, NodeId, NodeKind};
use crate::uncaught::may_be_refused;

/// An instruction of a method.
type Place = (MethodId, Pc);

/// Where a failure that the graph does not follow may be caught again and again.
pub fn retried(program: &Program, graph: &Graph) -> Vec<(NodeId, String)> {
    let comes_back = |body: &Body, pc: Pc, handler: &Handler, _: &str| reaches(body, handler.target, pc);
    let found = caught(program, graph, comes_back).into_iter();
    found.map(|(node, name)| (node, format!("`{name}` may be caught again and again"))).collect()
}

/// Where such a failure may be caught at all, by more than what gives a lock back. That memory runs out is looked at only where the
/// program says that it catches that.
pub fn handled(program: &Program, graph: &Graph) -> Vec<(NodeId, String)> {
    let does_something = |body: &Body, _: Pc, handler: &Handler, failure: &str| {
        let is_meant = failure != names::OUT_OF_MEMORY || handler.catch.is_some();
        is_meant && !only_unlocks(body, handler.target)
    };
    let found = caught(program, graph, does_something).into_iter();
    found
        .map(|(node, name)| (node, format!("what happens when `{name}` is caught is not followed")))
        .collect()
}

/// The places where a handler that is asked for takes such a failure, and its name.
fn caught(
    program: &Program,
    graph: &Graph,
    is_asked: impl Fn(&Body, Pc, &Handler, &str) -> bool,
) -> Vec<(NodeId, &'static str)> {
    let mut places: BTreeMap<Place, NodeId> = BTreeMap::new();
    // Where it is what runs, a place is told best.
    for callers_too in [false, true] {
        for (id, node) in graph.nodes.iter_enumerated() {
            let frames = &node.state.frames;
            let first = if callers_too { 0 } else { frames.len().saturating_sub(1) };
            for frame in &frames[first..] {
                places.entry((frame.method, frame.pc)).or_insert(id);
            }
        }
    }
    let mut out = Vec::new();
    for failure in [names::STACK_OVERFLOW, names::OUT_OF_MEMORY, names::ARRAY_STORE] {
        let is_taken = |place: &&Place| {
            let Ok(body) = program.body(place.0) else { return false };
            taker(program, body, place.1, failure)
                .is_some_and(|handler| is_asked(body, place.1, handler, failure))
        };
        let taken: Vec<Place> = places.keys().filter(is_taken).copied().collect();
        if taken.is_empty() {
            continue;
        }
        let failing = failing(program, graph, failure);
        let name = failure.rsplit('/').next().unwrap_or(failure);
        let found = taken.into_iter().filter(|place| failing.contains(place));
        out.extend(found.map(|place| (places[&place], name)));
    }
    out
}

/// The handler that takes a failure at a place.
fn taker<'b>(program: &Program, body: &'b Body, pc: Pc, failure: &str) -> Option<&'b Handler> {
    let class = program.class_type(failure);
    body.handlers_at(pc)
        .find(|handler| handler.catch.is_none_or(|catch| program.is_subtype(class, catch).unwrap_or(true)))
}

/// Whether a handler gives a lock back and throws on.
fn only_unlocks(body: &Body, from: Pc) -> bool {
    let mut pc = from;
    while let Inst::Move { .. } | Inst::MonitorExit { .. } = body.inst(pc) {
        pc = pc.next();
    }
    matches!(body.inst(pc), Inst::Throw { .. })
}

fn reaches(body: &Body, from: Pc, to: Pc) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut work = vec![from];
    while let Some(pc) = work.pop() {
        let mut go = |next: Pc| {
            if seen.insert(next) {
                work.push(next);
            }
        };
        body.successors(pc, &mut go);
        if body.inst(pc).effect().throws || matches!(body.inst(pc), Inst::Throw { .. }) {
            body.handlers_at(pc).for_each(|handler| go(handler.target));
        }
    }
    seen.contains(&to)
}

/// Where the failure may happen, in calls as well.
fn failing(program: &Program, graph: &Graph, failure: &str) -> BTreeSet<Place> {
    let mut out = BTreeSet::new();
    let mut methods = BTreeSet::new();
    let mut calls: BTreeSet<(Place, MethodId)> = BTreeSet::new();
    for (id, node) in graph.nodes.iter_enumerated() {
        let frames = &node.state.frames;
        calls.extend(frames.windows(2).map(|pair| ((pair[0].method, pair[0].pc), pair[1].method)));
        let Some(top) = node.state.top() else { continue };
        let fails = match failure {
            names::STACK_OVERFLOW => node.kind == NodeKind::Call,
            names::OUT_OF_MEMORY => program.body(top.method).is_ok_and(|body| {
                matches!(body.inst(top.pc), Inst::NewArray { .. } | Inst::NewMultiArray { .. })
            }),
            _ => may_be_refused(program, graph, id),
        };
        if fails {
            out.insert((top.method, top.pc));
            methods.insert(top.method);
        }
    }
    loop {
        let known = methods.len();
        for &(place, callee) in &calls {
            if methods.contains(&callee) {
                out.insert(place);
                methods.insert(place.0);
            }
        }
        if methods.len() == known {
            return out;
        }
    }
}
