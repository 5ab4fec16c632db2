//! Follows a run of the machine through a graph [Otto15, Thm. 1.56 and 3.29].
//!
//! Before every instruction of the user's code the nodes the run may be at are those that represent the machine's
//! state; there must always be one. An abstracted call is remembered as an [`Activation`], so that its return goes on where
//! the call came from. Nodes that search an exception's handler or run library code have no counterpart among the
//! observed states and are passed through.

use std::collections::{BTreeMap, BTreeSet};

use graph::order::instance::instance;
use graph::state::{Frame, Role, Slot};
use graph::{Edge, EdgeKind, Graph, NodeId, NodeKind};
use machine::concrete::{Concrete, Ref as Address, Word};
use machine::{Cx, Observer};
use program::code::{Body, Pc};
use program::{FieldId, Program};

use crate::mirror::{Activation, Mirror, Scene, Shadow, describe, is_library};

/// A node and the innermost abstracted call it is in.
type Place = (NodeId, Option<usize>);

pub struct Follower<'a> {
    program: &'a Program,
    graph: &'a Graph,
    statics: Vec<FieldId>,
    places: BTreeSet<Place>,
    activations: Vec<Activation>,
    /// The whole stack's state before the last step.
    last: Option<Mirror>,
    /// Depth, instruction and registers at the last observation.
    moment: Option<(usize, Pc, Vec<Word>)>,
    /// States that may still be looked at.
    left: usize,
    pub observed: usize,
    /// Every place the run may have been at.
    pub visited: BTreeSet<NodeId>,
    /// The instructions whose effect was followed, by name.
    pub instructions: BTreeSet<String>,
    /// The instruction whose effect is seen next.
    pending: Option<String>,
    pub lost: Option<String>,
    /// The run came to a node that is not analysed further.
    pub cut: bool,
}

impl<'a> Follower<'a> {
    pub fn new(program: &'a Program, graph: &'a Graph, steps: usize) -> Self {
        Self {
            program,
            graph,
            statics: graph.state(graph.start).statics.iter().map(|entry| entry.0).collect(),
            places: BTreeSet::new(),
            activations: Vec::new(),
            last: None,
            moment: None,
            left: steps,
            observed: 0,
            visited: BTreeSet::new(),
            instructions: BTreeSet::new(),
            pending: None,
            lost: None,
            cut: false,
        }
    }

    /// The run is over, by an exception or not: so must the graph's be.
    pub fn ended(&mut self, by_exception: bool) {
        let ends = |follower: &Self, &(node, _): &Place| {
            let node = &follower.graph.nodes[node];
            node.kind == NodeKind::End && node.state.exception.is_some() == by_exception
        };
        let after = self.silently(self.stepped());
        if self.lost.is_none() && !self.cut && !after.iter().any(|place| ends(self, place)) {
            self.lost = Some(format!("the run ends, exception: {by_exception}, the graph does not"));
        }
        if self.lost.is_none() && !self.cut {
            self.instructions.extend(self.pending.take());
        }
    }

    /// Places behind one evaluation, or the start.
    fn stepped(&self) -> BTreeSet<Place> {
        if self.observed == 0 {
            return BTreeSet::from([(self.graph.start, None)]);
        }
        let successors = |&(node, activation): &Place| {
            let steps = self.graph.successors(node).filter(|edge| edge.kind == EdgeKind::Eval);
            steps.map(move |edge| (edge.target, activation)).collect::<Vec<_>>()
        };
        self.places.iter().flat_map(successors).collect()
    }

    /// All places that can be reached without an observed state in between, those to start with included.
    fn silently(&self, from: BTreeSet<Place>) -> BTreeSet<Place> {
        let mut out = BTreeSet::new();
        let mut work: Vec<Place> = from.into_iter().collect();
        while let Some(place) = work.pop() {
            if out.insert(place) && self.is_silent(place.0) {
                work.extend(self.graph.successors(place.0).filter_map(|edge| self.along(edge, place.1)));
            }
        }
        out
    }

    fn is_silent(&self, node: NodeId) -> bool {
        let state = self.graph.state(node);
        state.exception.is_some()
            || state.frames.iter().any(|f| f.role == Role::Callback || is_library(self.program, f.method))
    }

    /// Where an edge leads, unless it returns to another call or enters one.
    fn along(&self, edge: &Edge, activation: Option<usize>) -> Option<Place> {
        match &edge.kind {
            EdgeKind::Eval | EdgeKind::Refine | EdgeKind::Instance | EdgeKind::End => {
                Some((edge.target, activation))
            }
            EdgeKind::Return { call, .. } => {
                let activation = &self.activations[activation?];
                (activation.call == *call).then_some((edge.target, activation.parent))
            }
            EdgeKind::Inputs | EdgeKind::Call => None,
        }
    }

    fn observe(&mut self, cx: &mut Cx<'_, Concrete>, scene: &Scene<'_>) -> Result<(), String> {
        let moment = (scene.machine.frames.len(), scene.pc, scene.machine.registers.clone());
        if self.moment.as_ref() == Some(&moment) {
            // The instruction is tried again because a library class had to be initialised first.
            return Ok(());
        }
        self.moment = Some(moment);
        let whole = scene.mirror(cx, None, &[])?;
        self.notice_writes(&whole);
        self.last = Some(whole);
        let mut mirrors = BTreeMap::new();
        let mut places = BTreeSet::new();
        let mut tried = BTreeSet::new();
        let mut work: Vec<Place> = self.silently(self.stepped()).into_iter().collect();
        while let Some(place) = work.pop() {
            if !tried.insert(place) || self.is_silent(place.0) || self.graph.state(place.0).frames.is_empty()
            {
                continue;
            }
            let (node, activation) = place;
            let mirror = match mirrors.get(&activation) {
                Some(mirror) => mirror,
                None => {
                    let mirror = scene.mirror(cx, activation.map(|index| &self.activations[index]), &[])?;
                    mirrors.entry(activation).or_insert(mirror)
                }
            };
            let Some(phi) = self.instance(mirror, node) else { continue };
            let object = |r: graph::Ref| mirror.objects[phi[r.0 as usize].0 as usize];
            places.insert(place);
            let graph = self.graph;
            for edge in graph.successors(node) {
                match edge.kind {
                    EdgeKind::Eval => {}
                    EdgeKind::Inputs => {
                        let shadows = self.shadows(edge.target, object);
                        work.extend(self.enter(cx, scene, edge.target, activation, shadows)?);
                    }
                    EdgeKind::Refine
                    | EdgeKind::Instance
                    | EdgeKind::Call
                    | EdgeKind::Return { .. }
                    | EdgeKind::End => work.extend(self.along(edge, activation)),
                }
            }
        }
        self.observed += 1;
        self.cut = places.iter().any(|place| matches!(self.graph.nodes[place.0].kind, NodeKind::Cut(_)));
        self.visited.extend(places.iter().map(|place| place.0));
        self.places = places;
        match self.places.is_empty() {
            true => {
                let values = self.last.as_ref().map(|mirror| &mirror.state.values);
                Err(format!("no node represents {} {values:?}", describe(cx, scene)))
            }
            false => Ok(()),
        }
    }

    /// φ; library classes count as initialised whenever the node says so.
    fn instance(&self, mirror: &Mirror, node: NodeId) -> Option<Vec<graph::Ref>> {
        let general = self.graph.state(node);
        let library = |class| self.program.class(class).origin == program::class::Origin::Jdk;
        let foreign: Vec<_> = general.init.iter().filter(|entry| library(entry.0)).copied().collect();
        let mut special = mirror.state.clone();
        // Where its recursion was entered is not part of a concrete state.
        if let (Some(frame), Some(Frame { role: Role::Entry(site), .. })) =
            (special.frames.first_mut(), general.frames.first())
            && matches!(frame.role, Role::Entry(_))
        {
            frame.role = Role::Entry(*site);
        }
        foreign.into_iter().for_each(|(class, status)| special.set_init_status(class, status));
        instance(&self.graph.world, &special, general)
    }

    /// The objects that the input arguments of a call state are.
    fn shadows(&self, call: NodeId, object: impl Fn(graph::Ref) -> Address) -> Vec<Shadow> {
        let inputs = &self.graph.state(call).top().expect("a call state has frames").inputs;
        let shadow = |(slot, r): (Slot, graph::Ref)| Shadow { slot, object: object(r), changed: false };
        inputs.iter().map(|input| shadow((input.slot, input.r))).collect()
    }

    /// The entry of an abstracted call, if the call state represents the machine's.
    fn enter(
        &mut self,
        cx: &mut Cx<'_, Concrete>,
        scene: &Scene<'_>,
        call: NodeId,
        parent: Option<usize>,
        shadows: Vec<Shadow>,
    ) -> Result<Option<Place>, String> {
        let mirror = scene.mirror(cx, parent.map(|index| &self.activations[index]), &shadows)?;
        if self.instance(&mirror, call).is_none() {
            return Err(format!("a call state does not represent {}", describe(cx, scene)));
        }
        let depth = scene.machine.frames.len() - 1;
        let activation = Activation { call, depth, parent, inputs: shadows };
        let index = self.activations.iter().position(|known| *known == activation).unwrap_or_else(|| {
            self.activations.push(activation);
            self.activations.len() - 1
        });
        let entry = self.graph.successors(call).find(|edge| edge.kind == EdgeKind::Call);
        Ok(entry.map(|edge| (edge.target, Some(index))))
    }

    /// Flags the shadows that lead to an object written since the last observation.
    fn notice_writes(&mut self, now: &Mirror) {
        let Some(last) = &self.last else { return };
        let contents = |mirror: &Mirror| -> BTreeMap<u32, Vec<(u32, Option<i128>)>> {
            let state = &mirror.state;
            let content = |r: graph::Ref| (mirror.objects[r.0 as usize].0, state.literal(r));
            let objects = state.objects().map(|r| {
                (mirror.objects[r.0 as usize].0, state.contents(r).map(|entry| content(entry.1)).collect())
            });
            objects.collect()
        };
        let (before, after) = (contents(last), contents(now));
        let written = |object: &u32| after.get(object).is_some_and(|now| Some(now) != before.get(object));
        for shadow in self.activations.iter_mut().flat_map(|activation| &mut activation.inputs) {
            let mut seen = BTreeSet::new();
            let mut work = vec![shadow.object.0];
            while let Some(object) = work.pop() {
                if object != 0 && before.contains_key(&object) && seen.insert(object) {
                    shadow.changed |= written(&object);
                    work.extend(before[&object].iter().map(|entry| entry.0));
                }
            }
        }
    }
}

impl Observer<Concrete> for Follower<'_> {
    fn before(
        &mut self,
        cx: &mut Cx<'_, Concrete>,
        state: &machine::State<Concrete>,
        body: &Body,
        pc: Pc,
    ) -> bool {
        if state.frames.iter().any(|frame| is_library(self.program, frame.method)) {
            return true;
        }
        if self.left == 0 || self.cut {
            return false;
        }
        self.left -= 1;
        let statics = self.statics.clone();
        let scene = Scene { world: &self.graph.world, statics: &statics, machine: state, pc };
        self.lost = self.observe(cx, &scene).err();
        if self.lost.is_none() {
            self.instructions.extend(self.pending.take());
            self.pending = (!self.cut).then(|| crate::every::name(&body.insts[pc.index()]));
        }
        self.lost.is_none()
    }
}
