//! From graphs to transition systems: every node becomes a location, every integer and every measured object of its
//! state an argument, every edge one or more transitions.
//!
//! A location's arguments are the state's integers that are no literals, lengths of arrays and strings it does not show,
//! and, as the [`View`] asks, measures of its objects and the contents of hidden integer fields. An edge hands arguments on along its reference map; what its [`Fact`]s establish becomes guards and
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

use base::{Budget, Exhausted, Id};
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

/// What a translation looks at besides the integers that states show.
#[derive(Clone, Debug, Default)]
pub struct View {
    pub measures: Vec<Measure>,
    /// Integer fields whose content is followed in objects that do not show it.
    pub contents: Vec<FieldId>,
}

impl View {
    /// What is worth looking at, from cheap to expensive.
    pub fn all(program: &Program, graph: &Graph) -> Vec<View> {
        let height = Measure::height_along_reads(graph);
        let contents = measure::integers_read(program, graph);
        let classes = Measure::counts_by_class(graph);
        let mut out = vec![View::default(), View::of(height.clone()), View::of(Measure::count())];
        if !contents.is_empty() {
            out.push(View { measures: vec![height], contents });
        }
        let heights = Measure::heights_by_component(program, graph);
        if !heights.is_empty() {
            out.push(View { measures: heights, contents: Vec::new() });
        }
        if !classes.is_empty() {
            out.push(View { measures: classes, contents: Vec::new() });
        }
        out
    }

    fn of(measure: Measure) -> Self {
        Self { measures: vec![measure], contents: Vec::new() }
    }
}

pub fn translate(
    program: &Program,
    graph: &Graph,
    view: &View,
    budget: &Budget,
) -> Result<Translation, Exhausted> {
    let mut translator = Translator { graph, view, sights: Vec::new(), builder: Builder::default() };
    for node in graph.nodes.ids() {
        budget.check()?;
        let sight = Sight::new(graph, node, view);
        let name = |argument: &Argument| names::name(program, graph.state(node), argument, view);
        let names = sight.arguments.iter().map(name).collect();
        translator.builder.location(graph.point(program, node), names);
        translator.sights.push(sight);
    }
    for edge in graph.edges.iter() {
        budget.check()?;
        translator.edge(edge);
    }
    let its = translator.builder.finish(LocationId::from_index(graph.start.index()));
    Ok(Translation { its, nodes: graph.nodes.ids().collect() })
}

/// What is counted about a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Quantity {
    /// The integer it is.
    Value,
    /// The length of an array or string that the state does not show. It never changes.
    Length,
    /// One of the view's measures.
    Measure(usize),
    /// The content of an integer field.
    Content(FieldId),
}

type Argument = (Ref, Quantity);

/// A state as a view sees it.
struct Sight<'a> {
    state: &'a State,
    /// In the order of the location's arguments.
    arguments: Vec<Argument>,
    /// One per measure.
    heaps: Vec<Heap<'a>>,
    /// What the state knows about its arguments.
    known: Vec<Constraint>,
}

impl<'a> Sight<'a> {
    fn new(graph: &'a Graph, node: NodeId, view: &'a View) -> Self {
        let state = graph.state(node);
        let heaps: Vec<_> =
            view.measures.iter().map(|measure| Heap::new(&graph.world, state, measure)).collect();
        let mut arguments = Vec::new();
        for r in state.refs() {
            match state.value(r) {
                Value::Int(interval) if interval.as_literal().is_none() => {
                    arguments.push((r, Quantity::Value))
                }
                Value::Object(_) | Value::Array(_) => {
                    if measure::hides_length(&graph.world, state, r) {
                        arguments.push((r, Quantity::Length));
                    }
                    let measured = |index: &usize| heaps[*index].is_measured(r);
                    arguments
                        .extend((0..heaps.len()).filter(measured).map(|index| (r, Quantity::Measure(index))));
                    let hidden = |field: &&FieldId| measure::hides(&graph.world, state, r, **field);
                    arguments.extend(
                        view.contents.iter().filter(hidden).map(|field| (r, Quantity::Content(*field))),
                    );
                }
                Value::Int(_) | Value::Null | Value::Float(_) => {}
            }
        }
        let mut sight = Self { state, arguments, heaps, known: Vec::new() };
        sight.known = sight.knowledge();
        sight
    }

    fn var(&self, argument: Argument) -> Option<Linear> {
        self.arguments.binary_search(&argument).ok().map(|index| Linear::var(Var::from_index(index)))
    }

    /// A quantity of a reference: an argument, a literal, 0 for the measure of `null`; none if it is not followed.
    fn number(&self, r: Ref, quantity: Quantity) -> Option<Linear> {
        match (quantity, self.state.value(r)) {
            (Quantity::Value, Value::Int(interval)) => match interval.as_literal() {
                Some(value) => Some(Linear::constant(value)),
                None => self.var((r, quantity)),
            },
            (Quantity::Length, Value::Array(array)) => self.number(array.length, Quantity::Value),
            (Quantity::Length, Value::Object(_)) => self.var((r, quantity)),
            (Quantity::Measure(_), Value::Null) => Some(Linear::constant(0)),
            (Quantity::Measure(index), Value::Object(_) | Value::Array(_)) => {
                match self.heaps[index].is_opaque(r) {
                    true => Some(Linear::constant(0)),
                    false => self.var((r, quantity)),
                }
            }
            (Quantity::Content(field), Value::Object(_)) => match self.state.field(r, field) {
                Some(content) => self.number(content, Quantity::Value),
                None => self.var((r, quantity)),
            },
            (Quantity::Value | Quantity::Length | Quantity::Measure(_) | Quantity::Content(_), _) => None,
        }
    }

    fn value(&self, operand: Operand) -> Option<Linear> {
        match operand {
            Operand::Ref(r) => self.number(r, Quantity::Value),
            Operand::Const(value) => Some(Linear::constant(value)),
        }
    }

    fn interval(&self, operand: Operand) -> graph::Interval {
        match operand {
            Operand::Ref(r) => self.state.int(r),
            Operand::Const(value) => graph::Interval::literal(value),
        }
    }

    fn knowledge(&self) -> Vec<Constraint> {
        let mut out = Vec::new();
        for (r, interval) in self.state.ints() {
            let Some(var) = self.var((r, Quantity::Value)) else { continue };
            out.extend(interval.lower().map(|low| Constraint::ge(&var, &Linear::constant(low))));
            out.extend(interval.upper().map(|high| Constraint::ge(&Linear::constant(high), &var)));
        }
        let lengths = self.arguments.iter().filter(|argument| argument.1 == Quantity::Length);
        for length in lengths.filter_map(|argument| self.var(*argument)) {
            out.push(Constraint::ge(&length, &Linear::constant(0)));
        }
        for (a, b, bound) in self.state.differences.iter() {
            if let (Some(a), Some(b)) = (self.number(a, Quantity::Value), self.number(b, Quantity::Value)) {
                out.push(Constraint::at_least_zero(b.minus(&a).plus_constant(bound)));
            }
        }
        for (index, heap) in self.heaps.iter().enumerate() {
            heap.knowledge(|r| self.number(r, Quantity::Measure(index)), &mut out);
        }
        out
    }
}

struct Translator<'a> {
    graph: &'a Graph,
    view: &'a View,
    /// By node.
    sights: Vec<Sight<'a>>,
    builder: Builder,
}

/// What became of a quantity of the source.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    None,
    /// It may have grown by what was written.
    Grown,
    /// Nothing is known about it any more.
    Lost,
}

impl Translator<'_> {
    fn edge(&mut self, edge: &Edge) {
        match &edge.kind {
            EdgeKind::Eval | EdgeKind::Refine | EdgeKind::Instance | EdgeKind::Inputs | EdgeKind::Call => {
                let written = self.written(edge);
                let hand_on = |r, quantity| {
                    let origin = edge.map.origin(r)?;
                    let change = written.iter().find(|(argument, _)| *argument == (origin, quantity));
                    Some((origin, change.map_or(Change::None, |entry| entry.1)))
                };
                self.transitions(edge.source, edge.target, &edge.facts, hand_on);
            }
            EdgeKind::Return { call, call_map } => {
                let changed = self.changed_by_call(edge, *call);
                let hand_on = |r, quantity| {
                    let origin = call_map.origin(r)?;
                    let fixed = matches!(quantity, Quantity::Value | Quantity::Length);
                    let lost = !fixed && changed.contains(&origin);
                    Some((origin, if lost { Change::Lost } else { Change::None }))
                };
                self.transitions(*call, edge.target, &[], hand_on);
            }
            EdgeKind::End => {}
        }
    }

    /// One transition per case; `hand_on` tells which reference of the source a reference of the target was, and
    /// what happened to a quantity of it.
    fn transitions(
        &mut self,
        source: NodeId,
        target: NodeId,
        facts: &[Fact],
        hand_on: impl Fn(Ref, Quantity) -> Option<(Ref, Change)>,
    ) {
        let (from, to) = (&self.sights[source.index()], &self.sights[target.index()]);
        let mut cases = Cases::new(from.arguments.len());
        let mut update = Vec::with_capacity(to.arguments.len());
        for &(r, quantity) in &to.arguments {
            let old = hand_on(r, quantity)
                .and_then(|(origin, change)| Some((from.number(origin, quantity)?, change)));
            update.push(match (definition(facts, r, quantity), old) {
                (Some(fact), _) => define(&mut cases, from, fact),
                (None, Some((old, Change::None))) => old,
                (None, Some((old, Change::Grown))) => grown(&mut cases, from, facts, quantity, &old),
                (None, Some((_, Change::Lost)) | None) => cases.fresh(),
            });
        }
        for constraint in &from.known {
            cases.assume(constraint.clone());
        }
        for fact in facts {
            self.assume(&mut cases, from, fact);
            self.relate_part(&mut cases, (from, to), &update, fact);
        }
        let (locals, cases) = cases.finish();
        let (from, to) = (LocationId::from_index(source.index()), LocationId::from_index(target.index()));
        for guard in cases {
            self.builder.transition(Transition { from, to, locals, guard, update: update.clone() });
        }
    }

    /// Guards out of what an edge establishes about its source.
    fn assume(&self, cases: &mut Cases, from: &Sight<'_>, fact: &Fact) {
        match *fact {
            Fact::Compare { cond, lhs, rhs } => {
                if let (Some(lhs), Some(rhs)) = (from.value(lhs), from.value(rhs)) {
                    cases.compare(cond, &lhs, &rhs);
                }
            }
            Fact::IsNull(r) => {
                for index in 0..from.heaps.len() {
                    if let Some(number) = from.var((r, Quantity::Measure(index))) {
                        cases.assume(Constraint::zero(number));
                    }
                }
            }
            Fact::Exists(r) => {
                for (index, heap) in from.heaps.iter().enumerate() {
                    if let Some(number) = from.var((r, Quantity::Measure(index))) {
                        cases.assume(Constraint::ge(&number, &Linear::constant(heap.least_if_present(r))));
                    }
                }
            }
            Fact::Same(a, b) => {
                for index in 0..from.heaps.len() {
                    let number = |r| from.number(r, Quantity::Measure(index));
                    if let (Some(a), Some(b)) = (number(a), number(b)) {
                        cases.assume(Constraint::eq(&a, &b));
                    }
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

    /// What was read out of an object measures less than the object did.
    fn relate_part(
        &self,
        cases: &mut Cases,
        (from, to): (&Sight<'_>, &Sight<'_>),
        update: &[Linear],
        fact: &Fact,
    ) {
        let (object, field, result) = match *fact {
            Fact::Read { object, field, result } | Fact::Realize { object, field, result } => {
                (object, Some(field), result)
            }
            Fact::ReadCell { array, result, .. } => (array, None, result),
            Fact::Define { .. }
            | Fact::Compare { .. }
            | Fact::Write { .. }
            | Fact::WriteCell { .. }
            | Fact::New { .. }
            | Fact::Length { .. }
            | Fact::IsNull(_)
            | Fact::Exists(_)
            | Fact::Same(..)
            | Fact::Different(..)
            | Fact::Typed(_) => return,
        };
        for (index, _) in self.view.measures.iter().enumerate().filter(|(_, measure)| measure.follows(field))
        {
            let quantity = Quantity::Measure(index);
            let part = to.arguments.binary_search(&(result, quantity));
            if let (Some(whole), Ok(part)) = (from.number(object, quantity), part) {
                let own = from.heaps[index].own_part(object);
                cases.assume(Constraint::ge(&whole, &update[part].plus_constant(own)));
            }
        }
    }

    /// Quantities of the source that a write may change: measures of what may reach the object written into, contents
    /// of what may be that object.
    fn written(&self, edge: &Edge) -> Vec<(Argument, Change)> {
        let sight = &self.sights[edge.source.index()];
        let mut out = Vec::new();
        for write in edge.facts.iter().filter_map(write) {
            let is_number = matches!(sight.state.value(write.value), Value::Int(_) | Value::Float(_));
            for &(r, quantity) in &sight.arguments {
                match quantity {
                    Quantity::Measure(index) => {
                        let follows = !is_number && self.view.measures[index].follows(write.field);
                        if follows && sight.heaps[index].may_reach(r, write.object) {
                            out.push(((r, quantity), Change::Grown));
                        }
                    }
                    Quantity::Content(field) => {
                        let alias =
                            r == write.object || sight.state.predicates.equal.contains(r, write.object);
                        if alias && write.field == Some(field) {
                            out.push(((r, quantity), Change::Lost));
                        }
                    }
                    Quantity::Value | Quantity::Length => {}
                }
            }
        }
        out
    }

    /// References of a call state whose objects the call may have changed: all that may reach something that a changed
    /// input argument may reach.
    fn changed_by_call(&self, edge: &Edge, call: NodeId) -> Vec<Ref> {
        let state = self.graph.state(call);
        let returned = self.graph.state(edge.source);
        let inputs = returned.frames.first().map_or(&[][..], |frame| &frame.inputs);
        let slots: Vec<_> = inputs.iter().filter(|input| input.changed).map(|input| input.slot).collect();
        let passed = state.frames.last().map_or(&[][..], |frame| &frame.inputs);
        let roots = passed.iter().filter(|input| slots.contains(&input.slot)).map(|input| input.r);
        measure::sharing(&self.graph.world, state, roots)
    }
}

/// The number a fact defines.
fn define(cases: &mut Cases, from: &Sight<'_>, fact: &Fact) -> Linear {
    match fact {
        Fact::Define { op, lhs, rhs, wraps, .. } => {
            let side = |operand| (from.value(operand), from.interval(operand));
            cases.define(*op, side(*lhs), side(*rhs), *wraps)
        }
        Fact::Realize { object, field, .. } => {
            from.number(*object, Quantity::Content(*field)).unwrap_or_else(|| cases.fresh())
        }
        Fact::Length { array, .. } => from.number(*array, Quantity::Length).unwrap_or_else(|| cases.fresh()),
        _ => cases.fresh(),
    }
}

/// A measure after a write: at most what it was and what was written together.
fn grown(cases: &mut Cases, from: &Sight<'_>, facts: &[Fact], quantity: Quantity, old: &Linear) -> Linear {
    let fresh = cases.fresh();
    let stored = facts.iter().find_map(|fact| from.number(write(fact)?.value, quantity));
    if let Some(stored) = stored {
        cases.assume(Constraint::ge(&old.plus(&stored), &fresh));
    }
    fresh
}

/// The fact that says what an integer of the target is, if it is computed or comes into sight here.
fn definition(facts: &[Fact], r: Ref, quantity: Quantity) -> Option<&Fact> {
    let defines = |fact: &&Fact| match fact {
        Fact::Define { result, .. } | Fact::Realize { result, .. } | Fact::Length { result, .. } => {
            *result == r
        }
        _ => false,
    };
    facts.iter().find(defines).filter(|_| quantity == Quantity::Value)
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
