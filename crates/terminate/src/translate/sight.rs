//! States as a view sees them: which numbers are followed at a node, and what the state knows about them.

use base::Id;
use graph::{Graph, NodeId, Operand, Ref, State, Value};
use program::FieldId;

use super::control::Control;
use super::measure::{self, Heap};
use super::{Marker, View};
use crate::linear::{Constraint, Linear, Var};

/// What is counted about a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// The integer it is.
    Value,
    /// The length of an array or string that the state does not show. It never changes.
    Length,
    /// One of the view's measures.
    Measure(usize),
    /// The content of an integer field.
    Content(FieldId),
    /// The number of objects with one of the view's markers: of `null` if its property is constant, otherwise of the
    /// number it compares with.
    Marked(usize),
    /// The steps along a field to what it surely leads to.
    Steps(FieldId, Ref),
}

pub type Argument = (Ref, Quantity);

/// A state as a view sees it.
pub struct Sight<'a> {
    pub state: &'a State,
    /// In the order of the location's arguments.
    pub arguments: Vec<Argument>,
    /// One per measure.
    pub heaps: Vec<Heap<'a>>,
    /// What the state knows about its arguments.
    pub known: Vec<Constraint>,
}

impl<'a> Sight<'a> {
    /// What `control` leaves out is not followed, unless fields or marks are.
    pub fn new(graph: &'a Graph, node: NodeId, view: &'a View, control: &Control) -> Self {
        let state = graph.state(node);
        let heaps: Vec<_> =
            view.measures.iter().map(|measure| Heap::new(&graph.world, state, measure)).collect();
        let mut arguments = Vec::new();
        let counts = |compares: bool, r: Ref| {
            let counted = move |entry: &(usize, &Marker)| entry.1.property.compares() == compares;
            view.markers
                .iter()
                .enumerate()
                .filter(counted)
                .map(move |(index, _)| (r, Quantity::Marked(index)))
        };
        let all = !view.contents.is_empty() || !view.markers.is_empty();
        for r in state.refs() {
            match state.value(r) {
                Value::Int(interval) if interval.as_literal().is_none() => {
                    if !all && !control.decides(node, r) {
                        continue;
                    }
                    arguments.push((r, Quantity::Value));
                    arguments.extend(counts(true, r));
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
                    let ways = state.reaches.iter().filter(|way| view.ways && way.0 == r);
                    arguments.extend(ways.map(|(_, field, end)| (r, Quantity::Steps(field, end))));
                }
                Value::Null => arguments.extend(counts(false, r)),
                Value::Int(_) | Value::Float(_) => {}
            }
        }
        let mut sight = Self { state, arguments, heaps, known: Vec::new() };
        sight.known = sight.knowledge();
        sight
    }

    pub fn var(&self, argument: Argument) -> Option<Linear> {
        self.arguments.binary_search(&argument).ok().map(|index| Linear::var(Var::from_index(index)))
    }

    /// A quantity of a reference: an argument, a literal, 0 for the measure of `null`; none if it is not followed.
    pub fn number(&self, r: Ref, quantity: Quantity) -> Option<Linear> {
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
            (Quantity::Marked(_) | Quantity::Steps(..), _) => self.var((r, quantity)),
            (Quantity::Value | Quantity::Length | Quantity::Measure(_) | Quantity::Content(_), _) => None,
        }
    }

    pub fn value(&self, operand: Operand) -> Option<Linear> {
        match operand {
            Operand::Ref(r) => self.number(r, Quantity::Value),
            Operand::Const(value) => Some(Linear::constant(value)),
        }
    }

    pub fn interval(&self, operand: Operand) -> graph::Interval {
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
        let is_natural = |quantity| matches!(quantity, Quantity::Length | Quantity::Marked(_));
        let naturals = self.arguments.iter().filter(|argument| is_natural(argument.1));
        for natural in naturals.filter_map(|argument| self.var(*argument)) {
            out.push(Constraint::ge(&natural, &Linear::constant(0)));
        }
        for (start, field, end) in self.state.reaches.iter() {
            let least = i64::from(start == end || self.state.differ(start, end));
            let steps = self.var((start, Quantity::Steps(field, end)));
            out.extend(steps.map(|steps| Constraint::ge(&steps, &Linear::constant(least))));
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
