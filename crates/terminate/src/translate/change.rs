//! What becomes of a state's quantities on an edge, or while a call is away.
//!
//! A write changes the measures of all that may reach the object written into, the contents of what may be that object, and the counts
//! of marks. A call that was abstracted may have changed whatever its changed inputs may reach.

use base::Id;
use graph::{Edge, EdgeKind, NodeId, Ref, Value};

use super::Translator;
use super::measure::{self, Kind, Measure};
use super::sight::{Argument, Quantity, Sight};
use super::write::writes;

/// What became of a quantity of the source.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Change {
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
    pub fn then(self, next: Change) -> Change {
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

/// What an edge changes by itself.
pub struct ByEdge(Vec<(Argument, Change)>);

impl ByEdge {
    pub fn of(translator: &Translator<'_>, edge: &Edge) -> Self {
        let sight = &translator.sights[edge.source.index()];
        let mut changes = Self(Vec::new());
        changes.marked(translator, edge, sight);
        changes.written(translator, edge, sight);
        changes
    }

    pub fn change(&self, argument: Argument) -> Change {
        self.0.iter().find(|(changed, _)| *changed == argument).map_or(Change::None, |entry| entry.1)
    }

    /// Counts of marked objects.
    fn marked(&mut self, translator: &Translator<'_>, edge: &Edge, sight: &Sight<'_>) {
        for &(r, quantity) in &sight.arguments {
            if let Quantity::Marked(index) = quantity {
                let change = translator.view.markers[index].change(translator.graph, edge, r);
                self.0.push(((r, quantity), change));
            }
        }
    }

    /// Measures of what may reach the object written into, contents of what may be that object.
    fn written(&mut self, translator: &Translator<'_>, edge: &Edge, sight: &Sight<'_>) {
        for write in writes(&edge.facts) {
            let is_number = matches!(sight.state.value(write.value), Value::Int(_) | Value::Float(_));
            for &(r, quantity) in &sight.arguments {
                match quantity {
                    Quantity::Measure(index) => {
                        let measure = &translator.view.measures[index];
                        let follows = !is_number && measure.follows(write.field);
                        if follows && sight.heaps[index].may_reach(r, write.object) {
                            self.0.push(((r, quantity), measure.change(r == write.object)));
                        }
                    }
                    Quantity::Content(field) => {
                        let alias =
                            r == write.object || sight.state.predicates.equal.contains(r, write.object);
                        if alias && write.field == Some(field) {
                            self.0.push(((r, quantity), Change::Lost));
                        }
                    }
                    Quantity::Value | Quantity::Length | Quantity::Marked(_) | Quantity::Steps(..) => {}
                }
            }
        }
    }
}

impl Measure {
    /// What a write does to the measure of something that may reach the object written into, or is it.
    fn change(&self, is_object: bool) -> Change {
        match self.kind {
            Kind::Height | Kind::Count => Change::Grown,
            Kind::Sum { .. } if is_object => Change::Replaced,
            // There may be many ways to the object.
            Kind::Sum { .. } => Change::Lost,
        }
    }
}

/// What a call changes that came back.
pub struct ByCall {
    /// References of the call state whose objects it may have changed.
    touched: Vec<Ref>,
    /// Markers whose count it may have made larger.
    grown: Vec<usize>,
}

impl ByCall {
    /// `edge` leads from the return state to the state after the call.
    pub fn of(translator: &Translator<'_>, edge: &Edge, call: NodeId) -> Self {
        Self { touched: touched(translator, edge.source, call), grown: grown(translator, call) }
    }

    pub fn change(&self, (r, quantity): Argument) -> Change {
        match quantity {
            Quantity::Value | Quantity::Length => Change::None,
            Quantity::Steps(..) => Change::Lost,
            Quantity::Marked(index) if self.grown.contains(&index) => Change::Lost,
            Quantity::Marked(_) => Change::Shrunk,
            Quantity::Measure(_) | Quantity::Content(_) if self.touched.contains(&r) => Change::Lost,
            Quantity::Measure(_) | Quantity::Content(_) => Change::None,
        }
    }
}

/// All that may reach something that a changed input argument may reach.
fn touched(translator: &Translator<'_>, returned: NodeId, call: NodeId) -> Vec<Ref> {
    let graph = translator.graph;
    let state = graph.state(call);
    let inputs = graph.state(returned).frames.first().map_or(&[][..], |frame| &frame.inputs);
    let slots: Vec<_> = inputs.iter().filter(|input| input.changed).map(|input| input.slot).collect();
    let passed = state.frames.last().map_or(&[][..], |frame| &frame.inputs);
    let roots = passed.iter().filter(|input| slots.contains(&input.slot)).map(|input| input.r);
    measure::sharing(&graph.world, state, roots)
}

/// Markers whose count the callee may make larger.
fn grown(translator: &Translator<'_>, call: NodeId) -> Vec<usize> {
    let grows = &translator.grows;
    let mut entered = translator.graph.successors(call).filter(|edge| edge.kind == EdgeKind::Call);
    let Some(entry) = entered.next().map(|edge| edge.target) else {
        return (0..grows.len()).collect();
    };
    (0..grows.len()).filter(|&index| grows[index][entry.index()]).collect()
}
