//! From graphs to transition systems: every node becomes a location, every integer and every measured object of its
//! state an argument, every edge one or more transitions.
//!
//! A location's arguments are the state's integers that are no literals and, if a [`Measure`] is given, the objects it
//! is finite for. An edge hands arguments on along its reference map; what its [`Fact`]s establish becomes guards and
//! updates; what it cannot express becomes an unknown. Guards also say what the source state knows: intervals,
//! differences, and how measures of visible structure relate.
//!
//! Calls that were abstracted: an infinite run either goes into a call for good (the call edge) or past it (the
//! *summary* edge from the call state to the state after the return); the edge from the return state is left out.
//!
//! What it guarantees: every infinite run through the graph is an infinite run of the system.

mod arith;
mod measure;
mod names;

pub use measure::Measure;

use base::Id;
use graph::{Edge, EdgeKind, Fact, Graph, NodeId, Operand, Ref, State, Value};
use program::{FieldId, Program};

use crate::its::{Builder, Its, LocationId, Transition};
use crate::linear::{Constraint, Linear, Var};
use arith::Cases;
use measure::Heap;

/// A system, and which node each location stands for.
pub struct Translation {
    pub its: Its,
    pub nodes: Vec<NodeId>,
}

pub fn translate(program: &Program, graph: &Graph, measure: Option<&Measure>) -> Translation {
    let mut translator = Translator { graph, measure, views: Vec::new(), builder: Builder::default() };
    for node in graph.nodes.ids() {
        let view = View::new(graph, node, measure);
        let names = view.refs.iter().map(|&r| names::name(program, graph.state(node), r, measure)).collect();
        translator.builder.location(graph.point(program, node), names);
        translator.views.push(view);
    }
    for edge in graph.edges.iter() {
        translator.edge(edge);
    }
    let its = translator.builder.finish(LocationId::from_index(graph.start.index()));
    Translation { its, nodes: graph.nodes.ids().collect() }
}

/// A state's arguments.
struct View<'a> {
    state: &'a State,
    /// In the order of the location's arguments.
    refs: Vec<Ref>,
    heap: Option<Heap<'a>>,
    /// What the state knows about its arguments.
    known: Vec<Constraint>,
}

impl<'a> View<'a> {
    fn new(graph: &'a Graph, node: NodeId, measure: Option<&'a Measure>) -> Self {
        let state = graph.state(node);
        let heap = measure.map(|measure| Heap::new(&graph.world, state, measure));
        let has_argument = |&r: &Ref| match state.value(r) {
            Value::Int(interval) => interval.as_literal().is_none(),
            Value::Object(_) | Value::Array(_) => heap.as_ref().is_some_and(|heap| heap.is_measured(r)),
            Value::Null | Value::Float(_) => false,
        };
        let refs = state.refs().filter(has_argument).collect();
        let mut view = Self { state, refs, heap, known: Vec::new() };
        view.known = view.knowledge();
        view
    }

    fn var(&self, r: Ref) -> Option<Linear> {
        self.refs.binary_search(&r).ok().map(|index| Linear::var(Var::from_index(index)))
    }

    /// The number a reference stands for: an argument, a literal, 0 for `null`; none if it is not measured.
    fn number(&self, r: Ref) -> Option<Linear> {
        match self.state.value(r) {
            Value::Null => self.heap.is_some().then(|| Linear::constant(0)),
            Value::Int(interval) => match interval.as_literal() {
                Some(value) => Some(Linear::constant(value)),
                None => self.var(r),
            },
            Value::Object(_) | Value::Array(_) => match &self.heap {
                Some(heap) if heap.is_opaque(r) => Some(Linear::constant(0)),
                Some(_) | None => self.var(r),
            },
            Value::Float(_) => None,
        }
    }

    fn operand(&self, operand: Operand) -> Option<Linear> {
        match operand {
            Operand::Ref(r) => self.number(r),
            Operand::Const(value) => Some(Linear::constant(value)),
        }
    }

    fn knowledge(&self) -> Vec<Constraint> {
        let mut out = Vec::new();
        for (r, interval) in self.state.ints() {
            let Some(var) = self.var(r) else { continue };
            out.extend(interval.lower().map(|low| Constraint::ge(&var, &Linear::constant(low))));
            out.extend(interval.upper().map(|high| Constraint::ge(&Linear::constant(high), &var)));
        }
        for (a, b, bound) in self.state.differences.iter() {
            if let (Some(a), Some(b)) = (self.number(a), self.number(b)) {
                out.push(Constraint::at_least_zero(b.minus(&a).plus_constant(bound)));
            }
        }
        if let Some(heap) = &self.heap {
            heap.knowledge(|r| self.number(r), &mut out);
        }
        out
    }
}

struct Translator<'a> {
    graph: &'a Graph,
    measure: Option<&'a Measure>,
    /// By node.
    views: Vec<View<'a>>,
    builder: Builder,
}

impl Translator<'_> {
    fn edge(&mut self, edge: &Edge) {
        match &edge.kind {
            EdgeKind::Eval | EdgeKind::Refine | EdgeKind::Instance | EdgeKind::Inputs | EdgeKind::Call => {
                let written = self.written(edge);
                let hand_on = |r| edge.map.origin(r).map(|origin| (origin, written.contains(&origin)));
                self.transitions(edge.source, edge.target, &edge.facts, hand_on);
            }
            EdgeKind::Return { call, call_map } => {
                let changed = self.changed_by_call(edge, *call);
                let hand_on = |r| call_map.origin(r).map(|origin| (origin, changed.contains(&origin)));
                self.transitions(*call, edge.target, &[], hand_on);
            }
            EdgeKind::End => {}
        }
    }

    /// One transition per case; `hand_on` tells which reference of the source a reference of the target was, and
    /// whether a write may have changed what it reaches.
    fn transitions(
        &mut self,
        source: NodeId,
        target: NodeId,
        facts: &[Fact],
        hand_on: impl Fn(Ref) -> Option<(Ref, bool)>,
    ) {
        let (from, to) = (&self.views[source.index()], &self.views[target.index()]);
        let mut cases = Cases::new(from.refs.len());
        let stored = self.stored(from, facts);
        let mut update = Vec::with_capacity(to.refs.len());
        for &r in &to.refs {
            let origin = hand_on(r);
            let old = origin.and_then(|(origin, _)| from.number(origin));
            update.push(match (definition(facts, r), old, origin) {
                (Some(Fact::Define { op, lhs, rhs, wraps, .. }), _, _) => {
                    let interval = |operand| match operand {
                        Operand::Ref(r) => from.state.int(r),
                        Operand::Const(value) => graph::Interval::literal(value),
                    };
                    let lhs = (from.operand(*lhs), interval(*lhs));
                    let rhs = (from.operand(*rhs), interval(*rhs));
                    cases.define(*op, lhs, rhs, *wraps)
                }
                (_, Some(old), Some((_, true))) => {
                    let fresh = cases.fresh();
                    if let Some(stored) = &stored {
                        cases.assume(Constraint::ge(&old.plus(stored), &fresh));
                    }
                    fresh
                }
                (_, Some(old), _) => old,
                (_, None, _) => cases.fresh(),
            });
        }
        for constraint in &from.known {
            cases.assume(constraint.clone());
        }
        for fact in facts {
            self.assume(&mut cases, from, fact);
        }
        let (locals, cases) = cases.finish();
        let (from, to) = (LocationId::from_index(source.index()), LocationId::from_index(target.index()));
        for guard in cases {
            self.builder.transition(Transition { from, to, locals, guard, update: update.clone() });
        }
    }

    /// Guards out of what an edge establishes about its source.
    fn assume(&self, cases: &mut Cases, from: &View<'_>, fact: &Fact) {
        match *fact {
            Fact::Compare { cond, lhs, rhs } => {
                if let (Some(lhs), Some(rhs)) = (from.operand(lhs), from.operand(rhs)) {
                    cases.compare(cond, &lhs, &rhs);
                }
            }
            Fact::IsNull(r) => {
                if let Some(number) = from.var(r) {
                    cases.assume(Constraint::zero(number));
                }
            }
            Fact::Exists(r) => {
                let counted = from.heap.as_ref().is_some_and(|heap| heap.counts_if_present(r));
                if let (true, Some(number)) = (counted, from.var(r)) {
                    cases.assume(Constraint::ge(&number, &Linear::constant(1)));
                }
            }
            Fact::Same(a, b) => {
                if let (Some(a), Some(b)) = (from.number(a), from.number(b)) {
                    cases.assume(Constraint::eq(&a, &b));
                }
            }
            Fact::Define { .. }
            | Fact::Read { .. }
            | Fact::ReadCell { .. }
            | Fact::Realize { .. }
            | Fact::Write { .. }
            | Fact::WriteCell { .. }
            | Fact::New { .. }
            | Fact::Length { .. }
            | Fact::Different(..)
            | Fact::Typed(_) => {}
        }
    }

    /// How much a write can add to what an object reaches; none if that is not known.
    fn stored(&self, from: &View<'_>, facts: &[Fact]) -> Option<Linear> {
        facts.iter().find_map(|fact| from.number(write(fact)?.value))
    }

    /// References of the source that may reach an object the edge writes a reference into.
    fn written(&self, edge: &Edge) -> Vec<Ref> {
        let view = &self.views[edge.source.index()];
        let (Some(measure), Some(heap)) = (self.measure, &view.heap) else { return Vec::new() };
        let mut out = Vec::new();
        for write in edge.facts.iter().filter_map(write) {
            let is_reference =
                matches!(view.state.value(write.value), Value::Null | Value::Object(_) | Value::Array(_));
            if is_reference && measure.follows(write.field) {
                out.extend(view.refs.iter().copied().filter(|&r| heap.may_reach(r, write.object)));
            }
        }
        out
    }

    /// References of a call state whose objects the call may have changed: all that are connected with a changed
    /// input argument, however indirectly.
    fn changed_by_call(&self, edge: &Edge, call: NodeId) -> Vec<Ref> {
        let Some(heap) = &self.views[call.index()].heap else { return Vec::new() };
        let call = self.graph.state(call);
        let returned = self.graph.state(edge.source);
        let inputs = returned.frames.first().map_or(&[][..], |frame| &frame.inputs);
        let slots: Vec<_> = inputs.iter().filter(|input| input.changed).map(|input| input.slot).collect();
        let passed = call.frames.last().map_or(&[][..], |frame| &frame.inputs);
        let roots = passed.iter().filter(|input| slots.contains(&input.slot)).map(|input| input.r);
        heap.connected(roots)
    }
}

/// The fact that says what a reference of the target is, if it is a number computed here.
fn definition(facts: &[Fact], r: Ref) -> Option<&Fact> {
    facts.iter().find(|fact| matches!(fact, Fact::Define { result, .. } if *result == r))
}

struct Write {
    object: Ref,
    /// None for an array's cell.
    field: Option<FieldId>,
    value: Ref,
}

fn write(fact: &Fact) -> Option<Write> {
    match *fact {
        Fact::Write { object, field, value } => Some(Write { object, field: Some(field), value }),
        Fact::WriteCell { array, value, .. } => Some(Write { object: array, field: None, value }),
        Fact::Define { .. }
        | Fact::Compare { .. }
        | Fact::Read { .. }
        | Fact::ReadCell { .. }
        | Fact::Realize { .. }
        | Fact::New { .. }
        | Fact::Length { .. }
        | Fact::IsNull(_)
        | Fact::Exists(_)
        | Fact::Same(..)
        | Fact::Different(..)
        | Fact::Typed(_) => None,
    }
}
