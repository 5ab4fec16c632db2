//! From graphs to transition systems: every node becomes a location, every integer and every measured object of its
//! state an argument, every edge one or more transitions.
//!
//! A location's arguments are the state's integers that are no literals and decide something ([`control`]), lengths of arrays and strings it does not show,
//! and, as the [`View`] asks, measures of its objects and the contents of hidden integer fields. An edge hands arguments on along its reference map; what its [`Fact`]s establish becomes guards and
//! updates; what it cannot express becomes an unknown. Guards also say what the source state knows: intervals,
//! differences, and how measures of visible structure relate.
//!
//! Calls that were abstracted: an infinite run either goes into a call for good (the call edge) or past it (the
//! *summary* edge from the call state to the state after the return); the edge from the return state is left out. In
//! views with summaries, what comes back from a call is an unknown about which the callee's [summary](crate::summary) speaks.
//!
//! What it guarantees: every infinite run through the graph is an infinite run of the system.

mod activation;
mod arith;
mod control;
mod marker;
mod measure;
mod names;
mod sight;
mod view;
mod way;

pub use activation::{Activations, End, activations};
pub use marker::Marker;
pub use measure::Measure;
pub use view::View;

use std::collections::{BTreeMap, BTreeSet};

use base::{Budget, Exhausted, Id};
use graph::{Edge, EdgeKind, Fact, Graph, NodeId, Operand, Ref, RefMap, Value};
use program::code::Cond;
use program::{FieldId, Program};

use crate::its::{Builder, Its, LocationId, Transition};
use crate::linear::{Constraint, Linear};
use crate::rational::Rat;
use activation::Ghosts;
use arith::Cases;
use control::Control;
use sight::{Argument, Quantity, Sight};

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

/// One case of an edge.
struct Step {
    transition: Transition,
    returned: Option<Returned>,
}

/// The call came back by a return state whose numbers, and then those of the call, are these.
#[derive(Clone)]
struct Returned {
    node: NodeId,
    values: Vec<Linear>,
    /// Which of the return state's numbers only that state knows.
    news: BTreeSet<usize>,
}

/// What became of a quantity of the source.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    None,
    /// It may have grown by what was written.
    Grown,
    /// What was in a field no longer counts, what was written does instead.
    Replaced,
    /// It changed by something between two bounds.
    Between(i64, i64),
    /// One object less counts if `lost` is the number counted for, and one more if `gained` is; they may not be known.
    Exchanged {
        lost: Option<Ref>,
        gained: Option<Ref>,
    },
    /// It did not grow.
    Shrunk,
    /// Nothing is known about it any more.
    Lost,
}

impl Change {
    /// Two changes of one count, one after the other.
    fn then(self, next: Change) -> Change {
        match (self, next) {
            (Change::None, change) | (change, Change::None) => change,
            (Change::Between(low, high), Change::Between(lower, higher)) => {
                Change::Between(low + lower, high + higher)
            }
            (
                Change::Grown
                | Change::Replaced
                | Change::Between(..)
                | Change::Exchanged { .. }
                | Change::Shrunk
                | Change::Lost,
                _,
            ) => Change::Lost,
        }
    }
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
                let written = self.written(edge);
                let hand_on = |r, quantity| {
                    let origin = origin(&edge.map, r)?;
                    let change = written.iter().find(|(argument, _)| *argument == (origin, quantity));
                    Some((origin, change.map_or(Change::None, |entry| entry.1)))
                };
                self.steps(edge.source, edge, hand_on)
            }
            EdgeKind::Return { call, call_map } => {
                let changed = self.changed_by_call(edge, *call);
                let grown = self.grown_by_call(*call);
                let hand_on = |r, quantity| {
                    let origin = origin(call_map, r)?;
                    let change = match quantity {
                        Quantity::Value | Quantity::Length => Change::None,
                        Quantity::Steps(..) => Change::Lost,
                        Quantity::Marked(index) if grown.contains(&index) => Change::Lost,
                        Quantity::Marked(_) => Change::Shrunk,
                        Quantity::Measure(_) | Quantity::Content(_) if changed.contains(&origin) => {
                            Change::Lost
                        }
                        Quantity::Measure(_) | Quantity::Content(_) => Change::None,
                    };
                    Some((origin, change))
                };
                self.steps(*call, edge, hand_on)
            }
            EdgeKind::End => Vec::new(),
        }
    }

    /// One step per case from the edge's source, or the call it returns to; `hand_on` tells which reference of the source a
    /// reference of the target was, and what happened to a quantity of it.
    fn steps(
        &self,
        source: NodeId,
        edge: &Edge,
        hand_on: impl Fn(Ref, Quantity) -> Option<(Ref, Change)>,
    ) -> Vec<Step> {
        let (target, facts) = (edge.target, &edge.facts[..]);
        let (from, to) = (&self.sights[source.index()], &self.sights[target.index()]);
        let mut cases = Cases::new(from.arguments.len());
        let mut returned = self.returned(&mut cases, edge);
        let mut update = Vec::with_capacity(to.arguments.len());
        for &(r, quantity) in &to.arguments {
            if let Quantity::Steps(field, end) = quantity {
                let origin = |r| hand_on(r, Quantity::Value).map(|old| old.0);
                update.push(way::steps(&mut cases, from, facts, origin, (r, field, end)));
                continue;
            }
            let old = hand_on(r, quantity)
                .and_then(|(origin, change)| Some((origin, from.number(origin, quantity)?, change)));
            if let Some((back, number)) = returned
                .as_mut()
                .and_then(|back| self.result(edge, back, r, quantity).map(|number| (back, number)))
            {
                let result = number.substitute(|var| back.values[var.index()].clone());
                update.push(match old {
                    Some((_, old, Change::None)) => {
                        cases.assume(Constraint::eq(&old, &result));
                        old
                    }
                    Some(_) | None => {
                        back.news.extend(number.vars().map(Id::index));
                        result
                    }
                });
                continue;
            }
            update.push(match (definition(facts, r, quantity), old) {
                (Some(fact), _) => define(&mut cases, from, fact),
                (None, Some((_, old, Change::None))) => old,
                (None, Some((_, old, Change::Grown))) => grown(&mut cases, from, facts, quantity, &old),
                (None, Some((_, old, Change::Replaced))) => {
                    self.replaced(&mut cases, from, facts, quantity, &old)
                }
                (None, Some((_, old, Change::Between(low, high)))) => cases.between(&old, low, high),
                (None, Some((number, old, Change::Exchanged { lost, gained }))) => {
                    let lost = equality(&mut cases, from, lost, number);
                    old.minus(&lost).plus(&equality(&mut cases, from, gained, number))
                }
                (None, Some((_, old, Change::Shrunk))) => cases.at_most(&old),
                (None, Some((_, _, Change::Lost)) | None) => cases.fresh(),
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
        let step = |guard| Step {
            transition: Transition { from, to, locals, guard, update: update.clone(), premises: Vec::new() },
            returned: returned.clone(),
        };
        cases.into_iter().map(step).collect()
    }

    /// Unknowns for the numbers of the state an edge returns from, and what was passed to the call.
    fn returned(&self, cases: &mut Cases, edge: &Edge) -> Option<Returned> {
        let (call, _) = edge.summarizes().filter(|_| self.view.summaries)?;
        let seen = &self.sights[edge.source.index()];
        let mut values: Vec<Linear> = seen.arguments.iter().map(|_| cases.fresh()).collect();
        for constraint in &seen.known {
            cases.assume(constraint.substitute(|var| values[var.index()].clone()));
        }
        let passed = &self.sights[call.index()];
        for ghost in self.ghosts.of_callee(passed.state) {
            values.push(ghost.number(passed).unwrap_or_else(|| cases.fresh()));
        }
        Some(Returned { node: edge.source, values, news: BTreeSet::new() })
    }

    /// A quantity as the return state has it, over that state's arguments. Marks are counted by rules of their own.
    fn result(&self, edge: &Edge, back: &Returned, r: Ref, quantity: Quantity) -> Option<Linear> {
        if let Quantity::Marked(_) = quantity {
            return None;
        }
        self.sights[back.node.index()].number(origin(&edge.map, r)?, quantity)
    }

    /// A sum after a write into the object itself.
    fn replaced(
        &self,
        cases: &mut Cases,
        from: &Sight<'_>,
        facts: &[Fact],
        quantity: Quantity,
        old: &Linear,
    ) -> Linear {
        let fresh = cases.fresh();
        let writes: Vec<Write> = facts.iter().filter_map(write).collect();
        let ([write], Quantity::Measure(index)) = (writes.as_slice(), quantity) else { return fresh };
        let weight = Rat::from(self.view.measures[index].weight(write.field));
        let Some(stored) = from.number(write.value, quantity) else { return fresh };
        let with_both = old.plus(&stored.scaled(&weight));
        cases.assume(Constraint::ge(&with_both, &fresh));
        let before = write.field.and_then(|field| from.state.field(write.object, field));
        if let Some(before) = before.and_then(|before| from.number(before, quantity)) {
            cases.assume(Constraint::eq(&with_both.minus(&before.scaled(&weight)), &fresh));
        }
        fresh
    }

    /// Guards out of what an edge establishes about its source.
    fn assume(&self, cases: &mut Cases, from: &Sight<'_>, fact: &Fact) {
        match *fact {
            Fact::Compare { cond, lhs, rhs } => {
                if let (Some(lhs), Some(rhs)) = (from.value(lhs), from.value(rhs)) {
                    cases.compare(cond, &lhs, &rhs);
                }
                if let (Cond::Eq, Operand::Ref(a), Operand::Ref(b)) = (cond, lhs, rhs) {
                    self.assume_equal_counts(cases, from, a, b);
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

    /// As many objects hold a number as hold one equal to it.
    fn assume_equal_counts(&self, cases: &mut Cases, from: &Sight<'_>, a: Ref, b: Ref) {
        for index in 0..self.view.markers.len() {
            let count = |r| from.var((r, Quantity::Marked(index)));
            if let (Some(a), Some(b)) = (count(a), count(b)) {
                cases.assume(Constraint::eq(&a, &b));
            }
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
                let weight = Rat::from(self.view.measures[index].weight(field));
                let part = update[part].scaled(&weight);
                let rest = from.heaps[index].rest(object, field, |r| from.number(r, quantity));
                cases.assume(Constraint::ge(&whole, &part.plus(&rest)));
            }
        }
    }

    /// Quantities of the source that a write may change: measures of what may reach the object written into, contents
    /// of what may be that object.
    fn written(&self, edge: &Edge) -> Vec<(Argument, Change)> {
        let sight = &self.sights[edge.source.index()];
        let mut out = self.marked(edge);
        for write in edge.facts.iter().filter_map(write) {
            let is_number = matches!(sight.state.value(write.value), Value::Int(_) | Value::Float(_));
            for &(r, quantity) in &sight.arguments {
                match quantity {
                    Quantity::Measure(index) => {
                        let measure = &self.view.measures[index];
                        let follows = !is_number && measure.follows(write.field);
                        if follows && sight.heaps[index].may_reach(r, write.object) {
                            out.push(((r, quantity), measure.change(r == write.object)));
                        }
                    }
                    Quantity::Content(field) => {
                        let alias =
                            r == write.object || sight.state.predicates.equal.contains(r, write.object);
                        if alias && write.field == Some(field) {
                            out.push(((r, quantity), Change::Lost));
                        }
                    }
                    Quantity::Value | Quantity::Length | Quantity::Marked(_) | Quantity::Steps(..) => {}
                }
            }
        }
        out
    }

    /// How an edge changes the source's counts of marked objects.
    fn marked(&self, edge: &Edge) -> Vec<(Argument, Change)> {
        let change = |&(r, quantity): &Argument| match quantity {
            Quantity::Marked(index) => {
                Some(((r, quantity), self.view.markers[index].change(self.graph, edge, r)))
            }
            Quantity::Value
            | Quantity::Length
            | Quantity::Measure(_)
            | Quantity::Content(_)
            | Quantity::Steps(..) => None,
        };
        self.sights[edge.source.index()].arguments.iter().filter_map(change).collect()
    }

    /// Markers whose count the callee may make larger.
    fn grown_by_call(&self, call: NodeId) -> Vec<usize> {
        let mut entered = self.graph.successors(call).filter(|edge| edge.kind == EdgeKind::Call);
        let Some(entry) = entered.next().map(|edge| edge.target) else {
            return (0..self.grows.len()).collect();
        };
        (0..self.grows.len()).filter(|&index| self.grows[index][entry.index()]).collect()
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

impl Measure {
    /// What a write does to the measure of something that may reach the object written into, or is it.
    fn change(&self, is_object: bool) -> Change {
        match self.kind {
            measure::Kind::Height | measure::Kind::Count => Change::Grown,
            measure::Kind::Sum { .. } if is_object => Change::Replaced,
            // There may be many ways to the object.
            measure::Kind::Sum { .. } => Change::Lost,
        }
    }
}

/// The reference of the source that a reference of the target was; `null` is always itself.
fn origin(map: &RefMap, r: Ref) -> Option<Ref> {
    if r == Ref::NULL { Some(r) } else { map.origin(r) }
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

/// 1 if a content equals a number, otherwise 0.
fn equality(cases: &mut Cases, from: &Sight<'_>, content: Option<Ref>, number: Ref) -> Linear {
    let value = |r| from.number(r, Quantity::Value);
    match content.and_then(value).zip(value(number)) {
        Some((content, number)) => cases.equality(&content, &number),
        None => cases.bit(),
    }
}

/// A measure after a write: at most what it was and what was written together.
fn grown(cases: &mut Cases, from: &Sight<'_>, facts: &[Fact], quantity: Quantity, old: &Linear) -> Linear {
    let fresh = cases.fresh();
    let mut stored = facts.iter().filter_map(write).map(|write| from.number(write.value, quantity));
    let most = stored.try_fold(old.clone(), |sum, stored| Some(sum.plus(&stored?)));
    if let Some(most) = most {
        cases.assume(Constraint::ge(&most, &fresh));
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
