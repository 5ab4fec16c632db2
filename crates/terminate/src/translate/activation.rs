//! Activations: one call of a recursive method, from its entry to its return, as a transition system of its own.
//!
//! A location is a node whose lowest frame is an abstracted call. Besides the node's arguments it has *ghosts*: what was
//! passed to the call, which never changes. Runs begin at entries, with anything the entry permits; a call within the activation is one step
//! with the premise that some activation of the callee ended at the return state, its ghosts being what is passed. So whatever holds at a
//! return state in all runs relates what comes back from a call to what went in: for calls that come back, by induction on how
//! many calls they are made of.

use std::collections::{BTreeMap, BTreeSet};

use base::{Budget, Exhausted, Id};
use graph::state::{Role, Slot};
use graph::{EdgeKind, Graph, NodeId, NodeKind, Ref, State};
use program::{MethodId, Program};

use super::sight::{Quantity, Sight};
use super::step::Step;
use super::{Known, Translator, View};
use crate::invariant::Invariants;
use crate::its::simplify::{Rewrite, simplify_keeping};
use crate::its::{Builder, Its, LocationId, Premise, Transition};
use crate::linear::{Linear, Var};

/// A system with premises, and where its activations end.
pub struct Activations {
    pub its: Its,
    pub ends: Vec<End>,
    /// The system before it was simplified, its locations to be kept, and the way from there.
    pub raw: Its,
    pub kept: Vec<LocationId>,
    pub way: Vec<Rewrite>,
}

/// A return state.
pub struct End {
    pub node: NodeId,
    pub location: LocationId,
    /// Which of the location's arguments a caller learns from here.
    pub results: Vec<Var>,
    /// Which of them are what was passed, arguments first.
    pub passed: Vec<Var>,
}

impl Activations {
    /// What invariants of the system say about return states.
    pub fn known(&self, invariants: &Invariants) -> Known {
        self.ends.iter().map(|end| (end.node, invariants[end.location.index()].clone())).collect()
    }
}

/// The activations of a graph as a view sees them, simplified.
pub fn activations(
    program: &Program,
    graph: &Graph,
    view: &View,
    budget: &Budget,
) -> Result<Activations, Exhausted> {
    let translator = Translator::new(graph, view, budget)?;
    let mut builder = Builder::default();
    for node in graph.nodes.ids() {
        let mut names = translator.names(program, node);
        names.extend(translator.ghosts.of_activation(graph.state(node)).iter().map(Ghost::name));
        builder.location(graph.point(program, node), names);
    }
    let start = builder.location("call", Vec::new());
    let mut entries = BTreeSet::new();
    // By return state that some call goes on from.
    let mut results: BTreeMap<NodeId, BTreeSet<usize>> = BTreeMap::new();
    for edge in graph.edges.iter() {
        budget.check()?;
        if edge.kind == EdgeKind::Call {
            entries.insert(most_general(graph, edge.target));
            continue;
        }
        for step in translator.edge(edge) {
            if let Some(returned) = &step.returned {
                results.entry(returned.node).or_default().extend(&returned.news);
            }
            if translator.is_inside(&step) {
                builder.transition(translator.lifted(step));
            }
        }
    }
    for entry in entries {
        builder.transition(translator.begin(start, entry));
    }
    let kept: Vec<LocationId> = results.keys().map(|node| LocationId::from_index(node.index())).collect();
    let raw = builder.finish(start);
    let simplified = simplify_keeping(&raw, &kept, budget)?;
    let end = |((&node, results), location): ((&NodeId, &BTreeSet<usize>), LocationId)| End {
        node,
        location,
        results: results.iter().map(|&index| Var::from_index(index)).collect(),
        passed: translator.passed(node),
    };
    let ends = results.iter().zip(simplified.kept.iter().copied()).map(end).collect();
    Ok(Activations { its: simplified.its, ends, raw, kept, way: simplified.way })
}

/// The state that an entry was made an instance of: it permits all that the entry does.
fn most_general(graph: &Graph, entry: NodeId) -> NodeId {
    let mut node = entry;
    while let Some(edge) = graph.successors(node).find(|edge| edge.kind == EdgeKind::Instance) {
        node = edge.target;
    }
    node
}

/// The method whose activation a state belongs to.
fn activation(state: &State) -> Option<MethodId> {
    state.frames.first().filter(|frame| matches!(frame.role, Role::Entry(_))).map(|frame| frame.method)
}

impl Translator<'_> {
    /// An entry is reached with anything it permits, which its ghosts remember.
    fn begin(&self, start: LocationId, entry: NodeId) -> Transition {
        let sight = &self.sights[entry.index()];
        let mut locals = sight.arguments.len();
        let mut update: Vec<Linear> = (0..locals).map(|index| Linear::var(Var::from_index(index))).collect();
        for ghost in self.ghosts.of_activation(sight.state) {
            update.push(ghost.number(sight).unwrap_or_else(|| {
                locals += 1;
                Linear::var(Var::from_index(locals - 1))
            }));
        }
        let to = LocationId::from_index(entry.index());
        Transition { from: start, to, locals, guard: sight.known.clone(), update, premises: Vec::new() }
    }

    /// The ghosts of a node, static fields last.
    fn passed(&self, node: NodeId) -> Vec<Var> {
        let sight = &self.sights[node.index()];
        let ghosts = self.ghosts.of_activation(sight.state).iter().enumerate();
        let mut out: Vec<(bool, Var)> = ghosts
            .map(|(index, ghost)| {
                let is_static = matches!(ghost.slot, Slot::Static(_));
                (is_static, Var::from_index(sight.arguments.len() + index))
            })
            .collect();
        out.sort();
        out.into_iter().map(|entry| entry.1).collect()
    }

    fn is_inside(&self, step: &Step) -> bool {
        activation(self.sights[step.transition.from.index()].state).is_some()
    }

    /// A step that hands on the ghosts as they are.
    fn lifted(&self, step: Step) -> Transition {
        let Step { mut transition, returned } = step;
        let sight = &self.sights[transition.from.index()];
        let (arity, ghosts) = (sight.arguments.len(), self.ghosts.of_activation(sight.state).len());
        transition.premises.extend(returned.map(|returned| Premise {
            location: LocationId::from_index(returned.node.index()),
            values: returned.values,
        }));
        let shifted =
            |var: Var| if var.index() < arity { var } else { Var::from_index(var.index() + ghosts) };
        for constraint in &mut transition.guard {
            *constraint = constraint.rename(shifted);
        }
        for linear in transition.outputs_mut() {
            *linear = linear.rename(shifted);
        }
        transition.update.extend((arity..arity + ghosts).map(|index| Linear::var(Var::from_index(index))));
        transition
    }
}

/// A number that is passed to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ghost {
    slot: Slot,
    quantity: Quantity,
}

impl Ghost {
    /// The number in a call or entry state.
    pub fn number(&self, sight: &Sight<'_>) -> Option<Linear> {
        sight.number(held(sight.state, self.slot)?, self.quantity)
    }

    fn name(&self) -> String {
        let slot = match self.slot {
            Slot::Argument(index) => format!("arg{index}"),
            Slot::Caller(index) => format!("caller{index}"),
            Slot::Static(field) => format!("static{}", field.index()),
        };
        format!("passed {slot} {:?}", self.quantity)
    }
}

/// What the last frame of a call or entry state has in a slot.
fn held(state: &State, slot: Slot) -> Option<Ref> {
    let callee = state.frames.last()?;
    match slot {
        Slot::Argument(index) => *callee.regs.get(usize::from(index))?,
        Slot::Static(field) => state.statics.iter().find(|entry| entry.0 == field).map(|entry| entry.1),
        Slot::Caller(_) => callee.inputs.iter().find(|input| input.slot == slot).map(|input| input.r),
    }
}

/// The numbers passed to each method that calls are abstracted of.
#[derive(Default)]
pub struct Ghosts {
    by_method: BTreeMap<MethodId, Vec<Ghost>>,
}

impl Ghosts {
    /// All that entries of a method follow, and the integers shown one field below.
    pub fn of(graph: &Graph, sights: &[Sight<'_>]) -> Self {
        let mut all: BTreeMap<MethodId, BTreeSet<Ghost>> = BTreeMap::new();
        for (node, sight) in graph.nodes.iter().zip(sights).filter(|(node, _)| node.kind == NodeKind::Entry) {
            let Some(frame) = node.state.frames.last() else { continue };
            let arguments = (0..frame.regs.len()).map(|index| Slot::Argument(index as u16));
            let statics = node.state.statics.iter().map(|entry| Slot::Static(entry.0));
            let inputs = frame.inputs.iter().map(|input| input.slot);
            for slot in arguments.chain(statics).chain(inputs) {
                let Some(held) = held(&node.state, slot) else { continue };
                let followed = sight.arguments.iter().filter(|argument| argument.0 == held);
                // Counts are of the whole heap; ways end at references that mean something in one state only.
                let counted = followed
                    .filter(|argument| !matches!(argument.1, Quantity::Marked(_) | Quantity::Steps(..)));
                let shown = node.state.contents(held).filter_map(|(label, content)| {
                    sight.var((content, Quantity::Value))?;
                    label.field().map(Quantity::Content)
                });
                let quantities = counted.map(|argument| argument.1).chain(shown);
                let ghosts = quantities.map(|quantity| Ghost { slot, quantity });
                all.entry(frame.method).or_default().extend(ghosts);
            }
        }
        Self { by_method: all.into_iter().map(|(method, set)| (method, set.into_iter().collect())).collect() }
    }

    /// Those of the method a call state calls.
    pub fn of_callee(&self, state: &State) -> &[Ghost] {
        self.of_method(state.frames.last().map(|frame| frame.method))
    }

    /// Those of the activation a state belongs to.
    fn of_activation(&self, state: &State) -> &[Ghost] {
        self.of_method(activation(state))
    }

    fn of_method(&self, method: Option<MethodId>) -> &[Ghost] {
        method.and_then(|method| self.by_method.get(&method)).map_or(&[], Vec::as_slice)
    }
}
