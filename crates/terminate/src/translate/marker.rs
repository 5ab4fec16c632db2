//! Markers: how many objects have a field with a certain property [BMOG12, §3].
//!
//! Cyclic data has no height, and its size does not shrink while a loop walks it. But a loop that goes on only at objects it
//! has not marked yet, and marks them, ends: the objects without the mark become fewer. Their number is a natural
//! number that changes in two ways only: a write to the field of *one* object changes it by what the field held and what it holds
//! now, and an allocation adds the new object if its field has the property.
//!
//! Departs from the paper: (1) all objects of the heap count, not those below a reference, so that neither sharing nor
//! aliases matter; an object that is garbage from the start is not one of them, as nothing can ever be written to it;
//! (2) the property may compare with a number of the state, not only with a constant.
//!
//! Fields of library classes are left out, because models write to them unseen.

use std::collections::BTreeSet;

use base::Id;
use graph::components::component_numbers;
use graph::world::Layout;
use graph::{Edge, Fact, Graph, Interval, NodeId, Ref, State, Value};
use program::class::Origin;
use program::{FieldId, Program, TypeId};

use super::change::Change;
use super::measure;

/// A field and what it has to hold for its object to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Marker {
    pub field: FieldId,
    pub property: Property,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Property {
    Equals(i128),
    Differs(i128),
    /// Equal to the number whose quantity the count is.
    EqualsNumber,
    DiffersFromNumber,
    IsNull,
    NotNull,
}

/// More markers are not followed at once.
const MOST_MARKERS: usize = 4;

impl Marker {
    /// Markers with constant properties, then those that compare with numbers: what a cycle of the graph both reads and writes,
    /// and what its writes may end. Too many are none.
    pub fn candidates(program: &Program, graph: &Graph) -> [Vec<Marker>; 2] {
        let component = component_numbers(graph);
        let read = measure::fields_by_component(graph);
        let mut fixed = BTreeSet::new();
        let mut relative = BTreeSet::new();
        for edge in graph.edges.iter().filter(|edge| edge.summarizes().is_none()) {
            let own = component[edge.source.index()];
            if own != component[edge.target.index()] {
                continue;
            }
            for write in writes(edge) {
                let is_read = read.get(&own).is_some_and(|fields| fields.contains(write.field));
                if is_read && is_followed(program, write.field) {
                    let properties = write.ends(graph.state(edge.source));
                    let markers = properties.map(|property| Marker { field: write.field, property });
                    let (of_numbers, of_constants): (Vec<_>, Vec<_>) =
                        markers.partition(|marker| marker.property.compares());
                    fixed.extend(of_constants);
                    relative.extend(of_numbers);
                }
            }
        }
        [fixed, relative].map(|markers| match markers.len() {
            0..=MOST_MARKERS => markers.into_iter().collect(),
            _ => Vec::new(),
        })
    }

    /// What an edge does to the count of the source's number.
    pub(super) fn change(self, graph: &Graph, edge: &Edge, number: Ref) -> Change {
        let source = graph.state(edge.source);
        if let Some(write) = self.only_write(graph, edge) {
            let (before, value) = (source.field(write.object, self.field), Some(write.value));
            // Writes that make the count larger are not worth telling apart.
            match self.property {
                Property::EqualsNumber if write.value != number => {
                    return Change::Exchanged { lost: before, gained: value };
                }
                Property::DiffersFromNumber if write.value == number => {
                    return Change::Exchanged { lost: value, gained: before };
                }
                _ => {}
            }
        }
        let mut total = Change::None;
        for write in writes(edge).filter(|write| write.field == self.field) {
            let before =
                source.field(write.object, self.field).and_then(|old| self.holds(source, number, old));
            let after = self.holds(source, number, write.value);
            total = total.then(shift(before, after));
        }
        for new in allocated(graph, edge, self.field) {
            let holds = match new {
                Some(content) => self.property.holds_for_number(source.int(number), content),
                None => None,
            };
            total = total.then(shift(Some(false), holds));
        }
        total
    }

    /// By node: whether what may be run from there, calls included, can make the count larger.
    pub fn grows(self, graph: &Graph) -> Vec<bool> {
        let mut grows = vec![false; graph.nodes.len()];
        let mut work: Vec<NodeId> = Vec::new();
        for edge in
            graph.edges.iter().filter(|edge| edge.summarizes().is_none() && self.may_grow(graph, edge))
        {
            work.push(edge.source);
        }
        let mut into: Vec<Vec<NodeId>> = vec![Vec::new(); graph.nodes.len()];
        for edge in graph.edges.iter() {
            into[edge.target.index()].push(edge.leaves());
        }
        while let Some(node) = work.pop() {
            if !std::mem::replace(&mut grows[node.index()], true) {
                work.extend(&into[node.index()]);
            }
        }
        grows
    }

    /// The one thing an edge does to the marker's field, if it is a write.
    fn only_write(self, graph: &Graph, edge: &Edge) -> Option<Write> {
        let mut writes = writes(edge).filter(|write| write.field == self.field);
        let write = writes.next()?;
        let alone = writes.next().is_none() && allocated(graph, edge, self.field).next().is_none();
        alone.then_some(write)
    }

    fn may_grow(self, graph: &Graph, edge: &Edge) -> bool {
        if self.property.compares() {
            let written = writes(edge).any(|write| write.field == self.field);
            return written || allocated(graph, edge, self.field).next().is_some();
        }
        match self.change(graph, edge, Ref::NULL) {
            Change::None => false,
            Change::Between(_, high) => high > 0,
            Change::Grown | Change::Replaced | Change::Exchanged { .. } | Change::Shrunk | Change::Lost => {
                true
            }
        }
    }

    /// Whether a content has the property; none if the state does not know.
    fn holds(self, state: &State, number: Ref, content: Ref) -> Option<bool> {
        match self.property {
            Property::Equals(constant) => equals(state.interval(content)?, Interval::literal(constant)),
            Property::Differs(constant) => {
                equals(state.interval(content)?, Interval::literal(constant)).map(|equal| !equal)
            }
            Property::EqualsNumber => same_number(state, content, number),
            Property::DiffersFromNumber => same_number(state, content, number).map(|equal| !equal),
            Property::IsNull => is_null(state, content),
            Property::NotNull => is_null(state, content).map(|null| !null),
        }
    }
}

impl Property {
    /// Whether the property compares with a number of the state.
    pub fn compares(self) -> bool {
        matches!(self, Property::EqualsNumber | Property::DiffersFromNumber)
    }

    /// Whether the content of a new object, a constant or `null` as 0, has the property.
    fn holds_for_number(self, number: Interval, content: i128) -> Option<bool> {
        match self {
            Property::Equals(constant) => Some(content == constant),
            Property::Differs(constant) => Some(content != constant),
            Property::EqualsNumber => equals(number, Interval::literal(content)),
            Property::DiffersFromNumber => equals(number, Interval::literal(content)).map(|equal| !equal),
            Property::IsNull => Some(true),
            Property::NotNull => Some(false),
        }
    }
}

struct Write {
    object: Ref,
    field: FieldId,
    value: Ref,
}

impl Write {
    /// Properties that the written object surely lacks afterwards.
    fn ends(&self, state: &State) -> impl Iterator<Item = Property> + use<> {
        let old = state.field(self.object, self.field).and_then(|old| state.literal(old));
        let properties = match (state.value(self.value), state.literal(self.value)) {
            (Value::Int(_), Some(constant)) => vec![Property::Differs(constant)],
            (Value::Int(_), None) => {
                let mut out = vec![Property::EqualsNumber, Property::DiffersFromNumber];
                out.extend(old.map(Property::Equals));
                out
            }
            (Value::Null, _) => vec![Property::NotNull],
            (Value::Object(_) | Value::Array(_), _) => vec![Property::IsNull],
            (Value::Float(_), _) => Vec::new(),
        };
        properties.into_iter()
    }
}

fn writes(edge: &Edge) -> impl Iterator<Item = Write> + '_ {
    edge.facts.iter().filter_map(|fact| match *fact {
        Fact::Write { object, field, value } => Some(Write { object, field, value }),
        _ => None,
    })
}

/// Objects an edge allocates that may have the field: the content as a constant (0 for `null`), if it is known.
fn allocated(graph: &Graph, edge: &Edge, field: FieldId) -> impl Iterator<Item = Option<i128>> {
    let state = graph.state(edge.target);
    edge.facts.iter().filter_map(move |fact| match *fact {
        Fact::New { result } if may_have(graph, state, result, field) => {
            let content = state.field(result, field);
            Some(content.and_then(|content| match state.value(content) {
                Value::Null => Some(0),
                _ => state.literal(content),
            }))
        }
        _ => None,
    })
}

fn may_have(graph: &Graph, state: &State, r: Ref, field: FieldId) -> bool {
    graph.world.members(state.types(r)).into_iter().any(|ty| match &graph.world.info(ty).layout {
        Layout::Class(fields) => fields.contains(&field),
        Layout::Array(_) => false,
    })
}

/// What a count goes through when one object had the property or not, and has it now or not.
fn shift(before: Option<bool>, after: Option<bool>) -> Change {
    let bounds = |holds: Option<bool>| match holds {
        Some(holds) => (i64::from(holds), i64::from(holds)),
        None => (0, 1),
    };
    let (before, after) = (bounds(before), bounds(after));
    Change::Between(after.0 - before.1, after.1 - before.0)
}

fn equals(a: Interval, b: Interval) -> Option<bool> {
    match (a.as_literal(), b.as_literal()) {
        (Some(a), Some(b)) => Some(a == b),
        _ if a.hi() < b.lo() || b.hi() < a.lo() => Some(false),
        _ => None,
    }
}

fn same_number(state: &State, a: Ref, b: Ref) -> Option<bool> {
    let bound = |a, b| state.differences.bound(a, b, |r| state.int(r));
    match (bound(a, b), bound(b, a)) {
        (0, 0) => Some(true),
        (above, below) if above < 0 || below < 0 => Some(false),
        _ => None,
    }
}

fn is_null(state: &State, r: Ref) -> Option<bool> {
    match state.value(r) {
        Value::Null => Some(true),
        Value::Object(_) | Value::Array(_) if state.surely_exists(r) => Some(false),
        Value::Object(_) | Value::Array(_) | Value::Int(_) | Value::Float(_) => None,
    }
}

/// Fields of the program's own classes that hold integers or references.
fn is_followed(program: &Program, field: FieldId) -> bool {
    let info = program.field(field);
    let is_float = matches!(info.ty, TypeId::FLOAT | TypeId::DOUBLE);
    !is_float && program.class(info.class).origin != Origin::Jdk
}
