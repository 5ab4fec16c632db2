//! Graph construction [Otto15, Alg. 1]: evaluate, refine, connect to more general states, and merge where a run repeats.
//!
//! Leaves are processed in an [order] in which a loop is stable before what lies behind it is begun. At landmarks a new state is connected to
//! any state it is an instance of. At a loop head that an ancestor already passed, the two are merged, unless the loop
//! ran without a case distinction so far (then it may be executed concretely, up to a budget). Merging deletes what
//! followed from the older state; unreachable nodes are swept. Each merge at a point is strictly more general, and
//! integers are widened with every generation, so this ends.
//!
//! Recursion [Otto15, Alg. 16]: the call of a method on a cycle of the call graph gets input arguments, forgets its
//! callers and goes on as an entry state; entry states of one shape share one cluster. When the lone frame returns, it is
//! concretized with every call state that may have started it, also those found later. Recursions entered by different calls
//! are told apart, up to [`MAX_SITES`].
//!
//! Departures: (1) repetition is tested at landmarks only; (2) states are also connected to non-ancestors; (3) where
//! more than [`MAX_VARIANTS`] states of one shape meet at a join, they are merged although none is an ancestor.

mod landmarks;
mod order;
pub mod start;
mod sweep;

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use base::{Budget, Exhausted, Id, IdVec};
use facts::Facts;
use program::code::Inst;
use program::{MethodId, Program};
use rustc_hash::{FxHashMap, FxHasher};

use crate::build::landmarks::Landmarks;
use crate::build::order::{Pending, Positions};
use crate::build::start::{Inputs, start_state};
use crate::domain::interval::Integers;
use crate::eval::{Cx, Outcome, Successor};
use crate::graph::{Edge, EdgeId, EdgeKind, Graph, NodeId, NodeKind, RefMap};
use crate::order::instance::instance;
use crate::order::merge::{Numbers, merge};
use crate::recursion::concretize::concretize;
use crate::recursion::inputs::with_inputs;
use crate::state::{Frame, Role, Site, State};
use crate::world::closed_world::{ClosedWorld, closed_world};
use crate::world::given::Given;

/// Calls into one recursion that are told apart.
const MAX_SITES: usize = 4;
/// Entries of one shape, none reached from another, before they are merged.
const MAX_ENTRIES: usize = 3;
/// States of one shape at a join before they are merged.
const MAX_VARIANTS: usize = 6;
/// Generations of merges that take the hull of integers before widening begins, and before thresholds are ignored.
const HULLS: u32 = 1;
const THRESHOLDS: u32 = 6;

#[derive(Clone, Debug)]
pub struct Options {
    pub integers: Integers,
    pub inputs: Inputs,
    /// Iterations of a loop without case distinction that are executed before merging.
    pub unroll: usize,
    /// Nodes ever made before construction gives up.
    pub max_nodes: usize,
    /// What holds of all objects; of nothing if there are none.
    pub facts: Option<Arc<Facts>>,
    pub budget: Budget,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            integers: Integers::Java,
            inputs: Inputs::Any,
            unroll: 60,
            max_nodes: 60_000,
            facts: None,
            budget: Budget::unlimited(),
        }
    }
}

/// Why there is no graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Exhausted(Exhausted),
    TooManyNodes(usize),
    /// The method cannot be started.
    Start(String),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Exhausted(limit) => write!(f, "{limit} while building the graph"),
            Failure::TooManyNodes(nodes) => write!(f, "the graph grew beyond {nodes} nodes"),
            Failure::Start(reason) => f.write_str(reason),
        }
    }
}

/// Builds the graph of everything `method` may do.
pub fn build(program: &Program, method: MethodId, options: &Options) -> Result<Graph, Failure> {
    let inputs = options.inputs != Inputs::Main;
    let ClosedWorld { world, statics, calls } =
        closed_world(program, method, inputs, &options.budget).map_err(Failure::Exhausted)?;
    let given = Given::of(program, options.facts.as_ref(), method, &calls, options.integers);
    let (nodes, edges) = {
        let (integers, inputs) = (options.integers, options.inputs);
        let recursive = recursive_methods(&calls);
        let cx = Cx { program, world: &world, integers, inputs, given: &given, recursive };
        let start = start_state(&cx, method, &statics, options.inputs).map_err(Failure::Start)?;
        let mut builder = Builder::new(&cx, options);
        builder.add_node(start, Entered::Eval, 0, None);
        builder.run()?;
        (builder.nodes, builder.edges)
    };
    Ok(Graph { given: given.used(), ..sweep::compact(nodes, edges, world, options.integers) })
}

/// A node under construction.
pub(crate) struct Draft {
    pub state: Rc<State>,
    pub kind: NodeKind,
    pub out: Vec<EdgeId>,
    pub alive: bool,
    entered: Entered,
    /// How often this point was merged on the way here.
    generation: u32,
    /// The node this one was made from: chains of parents are the paths of the search.
    parent: Option<NodeId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Entered {
    Eval,
    Refine,
    Instance,
}

struct Builder<'a, 'p> {
    cx: &'a Cx<'p>,
    options: &'a Options,
    nodes: IdVec<NodeId, Draft>,
    edges: IdVec<EdgeId, Edge>,
    work: BinaryHeap<Pending>,
    /// States that waited so far.
    age: usize,
    positions: FxHashMap<MethodId, Rc<Positions>>,
    /// Nodes at landmarks, by shape.
    shapes: FxHashMap<u64, Vec<NodeId>>,
    landmarks: FxHashMap<MethodId, Rc<Landmarks>>,
    thresholds: FxHashMap<MethodId, Rc<Vec<i128>>>,
    /// Call and return states, by method and where its recursion was entered.
    calls: FxHashMap<(MethodId, Site), Vec<NodeId>>,
    returns: FxHashMap<(MethodId, Site), Vec<NodeId>>,
    /// Where recursions through a method were entered.
    sites: FxHashMap<MethodId, Vec<Site>>,
}

impl<'a, 'p> Builder<'a, 'p> {
    fn new(cx: &'a Cx<'p>, options: &'a Options) -> Self {
        Self {
            cx,
            options,
            nodes: IdVec::new(),
            edges: IdVec::new(),
            work: BinaryHeap::new(),
            age: 0,
            positions: FxHashMap::default(),
            shapes: FxHashMap::default(),
            landmarks: FxHashMap::default(),
            thresholds: FxHashMap::default(),
            calls: FxHashMap::default(),
            returns: FxHashMap::default(),
            sites: FxHashMap::default(),
        }
    }

    fn run(&mut self) -> Result<(), Failure> {
        while let Some(Pending { node: leaf, .. }) = self.work.pop() {
            if !self.nodes[leaf].alive || !self.nodes[leaf].out.is_empty() {
                continue;
            }
            if self.nodes.len() > self.options.max_nodes {
                return Err(Failure::TooManyNodes(self.options.max_nodes));
            }
            self.options.budget.check().map_err(Failure::Exhausted)?;
            self.process(leaf);
        }
        Ok(())
    }

    fn add_node(
        &mut self,
        state: State,
        entered: Entered,
        generation: u32,
        parent: Option<NodeId>,
    ) -> NodeId {
        let kind = if state.frames.is_empty() { NodeKind::End } else { NodeKind::Inner };
        let state = Rc::new(state);
        let id =
            self.nodes.push(Draft { state, kind, out: Vec::new(), alive: true, entered, generation, parent });
        self.wait(id);
        id
    }

    /// Puts a node among those to be looked at.
    fn wait(&mut self, node: NodeId) {
        let state = self.nodes[node].state.clone();
        let place = state.frames.iter().map(|frame| self.position(frame)).collect();
        let is_abstracted = matches!(state.frames.first(), Some(Frame { role: Role::Entry(_), .. }));
        self.age += 1;
        self.work.push(Pending { is_abstracted, place, age: self.age, node });
    }

    fn position(&mut self, frame: &Frame) -> u32 {
        if let Some(known) = self.positions.get(&frame.method) {
            return known.at(frame.pc);
        }
        let Ok(body) = self.cx.program.body(frame.method) else { return 0 };
        let positions = Rc::new(Positions::of(body));
        self.positions.insert(frame.method, positions.clone());
        positions.at(frame.pc)
    }

    fn add_edge(&mut self, kind: EdgeKind, source: NodeId, target: NodeId, step: (RefMap, Vec<crate::Fact>)) {
        let (map, facts) = step;
        let edge = self.edges.push(Edge { kind, source, target, map, facts });
        self.nodes[source].out.push(edge);
    }

    fn follow(&mut self, kind: EdgeKind, source: NodeId, successor: Successor) -> NodeId {
        let entered = if kind == EdgeKind::Refine { Entered::Refine } else { Entered::Eval };
        let generation = self.nodes[source].generation;
        let target = self.add_node(successor.state, entered, generation, Some(source));
        self.add_edge(kind, source, target, (successor.map, successor.facts));
        target
    }

    fn process(&mut self, leaf: NodeId) {
        if self.nodes[leaf].kind == NodeKind::End {
            return;
        }
        let state = self.nodes[leaf].state.clone();
        if self.connects(leaf, &state) {
            return;
        }
        match self.cx.evaluate(&state) {
            Outcome::Step(successor) if is_return(&state, &successor.state) => {
                self.register_return(leaf, &state)
            }
            Outcome::Step(successor) | Outcome::Exit(successor) => {
                self.follow(EdgeKind::Eval, leaf, *successor);
            }
            Outcome::Call(successor) => {
                let invoking = self.follow(EdgeKind::Eval, leaf, *successor);
                self.abstract_call(invoking);
            }
            Outcome::Cases(cases) => {
                // The first case is processed first.
                for case in cases.into_iter().rev() {
                    self.follow(EdgeKind::Refine, leaf, case);
                }
            }
            Outcome::Cut(reason) => self.nodes[leaf].kind = NodeKind::Cut(reason),
        }
    }

    /// **Call stack abstraction** [Otto15, Def. 3.11] of a call that may be recursive.
    fn abstract_call(&mut self, invoking: NodeId) {
        let state = self.nodes[invoking].state.clone();
        let Some((callee, callers)) = state.frames.split_last() else { return };
        let on_stack = callers.iter().any(|frame| frame.method == callee.method);
        if callee.role != Role::Call || !(on_stack || self.cx.recursive.contains_key(&callee.method)) {
            return;
        }
        let Some(site) = self.site(callee.method, callers) else { return };
        let generation = self.nodes[invoking].generation;
        let call_state = with_inputs(self.cx.world, &state);
        let identity = || RefMap::identity(state.values.len());
        let call = self.add_node(call_state.clone(), Entered::Instance, generation, Some(invoking));
        self.nodes[call].kind = NodeKind::Call;
        self.add_edge(EdgeKind::Inputs, invoking, call, (identity(), Vec::new()));
        let mut entry = call_state.clone();
        entry.frames.drain(..entry.frames.len() - 1);
        if let Some(frame) = entry.frames.last_mut() {
            frame.role = Role::Entry(site);
        }
        let (entry, renaming) = entry.canonical(self.cx.world);
        let mut origins = vec![None; entry.values.len()];
        for (old, new) in renaming.iter() {
            origins[new.index()].get_or_insert(old);
        }
        let entry = self.add_node(entry, Entered::Instance, generation, Some(call));
        self.nodes[entry].kind = NodeKind::Entry;
        self.add_edge(EdgeKind::Call, call, entry, (RefMap::new(origins), Vec::new()));
        let started = (callee.method, site);
        let returns = self.returns.get(&started).cloned().unwrap_or_default();
        for returned in returns {
            self.concretize(returned, call);
        }
        self.calls.entry(started).or_default().push(call);
    }

    /// Where the recursion that a call belongs to was entered: here, unless the call is made within it.
    fn site(&mut self, callee: MethodId, callers: &[Frame]) -> Option<Site> {
        let (lowest, caller) = (callers.first()?, callers.last()?);
        let component = |method: MethodId| self.cx.recursive.get(&method);
        if let Role::Entry(site) = lowest.role
            && component(lowest.method) == component(callee)
        {
            return Some(site);
        }
        let site = Site { method: caller.method, pc: caller.pc };
        let known = self.sites.entry(callee).or_default();
        if !known.contains(&site) && known.len() < MAX_SITES {
            known.push(site);
        }
        if known.contains(&site) { Some(site) } else { known.last().copied() }
    }

    /// A return state joins those of its shape; then every call that may have led here goes on.
    fn register_return(&mut self, leaf: NodeId, state: &State) {
        self.nodes[leaf].kind = NodeKind::Return;
        let Some(Frame { method, role: Role::Entry(site), .. }) = state.top() else { return };
        let started = (*method, *site);
        let known = self.returns.entry(started).or_default();
        if !known.contains(&leaf) {
            known.push(leaf);
        }
        let others: Vec<NodeId> = known.iter().copied().filter(|&other| other != leaf).collect();
        let others: Vec<NodeId> = others
            .into_iter()
            .filter(|&other| self.is_open(other) && self.nodes[other].state.same_shape(state))
            .collect();
        for &other in &others {
            if let Some(phi) = instance(self.cx.world, state, &self.nodes[other].state) {
                self.add_edge(EdgeKind::Instance, leaf, other, (origins(&phi), Vec::new()));
                return;
            }
        }
        if let Some(&other) = others.first() {
            self.merge(other, leaf);
            return;
        }
        for call in self.calls.get(&started).cloned().unwrap_or_default() {
            self.concretize(leaf, call);
        }
    }

    /// **Context concretization** edge of a live pair.
    fn concretize(&mut self, returned: NodeId, call: NodeId) {
        if !self.is_open(returned) || !self.nodes[call].alive {
            return;
        }
        let pair = (self.nodes[returned].state.clone(), self.nodes[call].state.clone());
        let Some(result) = concretize(self.cx.world, &pair.0, &pair.1) else { return };
        let generation = self.nodes[call].generation;
        let target = self.add_node(result.state, Entered::Eval, generation, Some(call));
        let kind = EdgeKind::Return { call, call_map: result.from_call };
        self.add_edge(kind, returned, target, (result.from_return, Vec::new()));
    }

    /// Connects a state at a landmark to an earlier one. Refinement results and splits are never tested.
    fn connects(&mut self, leaf: NodeId, state: &State) -> bool {
        let Some(place) = self.place(leaf, state) else { return false };
        if self.nodes[leaf].entered == Entered::Refine || state.split.is_some() {
            return false;
        }
        let key = shape_key(state);
        let candidates: Vec<NodeId> = self
            .shapes
            .get(&key)
            .map_or(Vec::new(), |ids| ids.iter().copied().filter(|&id| self.is_open(id)).collect());
        for &candidate in &candidates {
            if candidate == leaf {
                continue;
            }
            if let Some(phi) = instance(self.cx.world, state, &self.nodes[candidate].state) {
                self.add_edge(EdgeKind::Instance, leaf, candidate, (origins(&phi), Vec::new()));
                return true;
            }
        }
        if let Some(older) = self.repeated(leaf, place, &candidates) {
            self.merge(older, leaf);
            return true;
        }
        self.shapes.entry(key).or_default().push(leaf);
        false
    }

    fn is_open(&self, id: NodeId) -> bool {
        let node = &self.nodes[id];
        let forwarded = node.out.first().is_some_and(|&edge| self.edges[edge].kind == EdgeKind::Instance);
        node.alive && !forwarded
    }

    /// The landmark a state is at.
    fn place(&mut self, leaf: NodeId, state: &State) -> Option<Place> {
        let frame = state.top()?;
        if self.nodes[leaf].kind == NodeKind::Entry {
            return Some(Place::Entry);
        }
        if state.exception.is_some() {
            return None;
        }
        let landmarks = self.landmarks(frame.method)?;
        match (landmarks.is_loop_head(frame.pc), landmarks.is_join(frame.pc)) {
            (true, _) => Some(Place::LoopHead),
            (false, true) => Some(Place::Join),
            (false, false) => None,
        }
    }

    fn landmarks(&mut self, method: MethodId) -> Option<Rc<Landmarks>> {
        if let Some(known) = self.landmarks.get(&method) {
            return Some(known.clone());
        }
        let landmarks = Rc::new(Landmarks::of(self.cx.program.body(method).ok()?));
        self.landmarks.insert(method, landmarks.clone());
        Some(landmarks)
    }

    /// The earlier state to merge with, if it is time for that.
    fn repeated(&self, leaf: NodeId, place: Place, candidates: &[NodeId]) -> Option<NodeId> {
        if place == Place::Entry {
            let others = || candidates.iter().copied().filter(|&candidate| candidate != leaf);
            let last = || others().next_back().filter(|_| candidates.len() >= MAX_ENTRIES);
            return others().rfind(|&candidate| self.is_ancestor(candidate, leaf)).or_else(last);
        }
        if place == Place::Join {
            return (candidates.len() >= MAX_VARIANTS).then(|| candidates[candidates.len() - 1]);
        }
        let mut nearest = None;
        let mut repetitions = 0;
        let mut refined = false;
        let mut id = leaf;
        while let Some(parent) = self.nodes[id].parent {
            // A node entered by refinement was one case of several, if there were several.
            refined |= nearest.is_none() && self.nodes[parent].out.len() > 1;
            id = parent;
            if candidates.contains(&id) {
                nearest.get_or_insert(id);
                repetitions += 1;
            }
        }
        let many = candidates.len() >= MAX_VARIANTS + self.options.unroll;
        match nearest {
            Some(_) if !refined && repetitions < self.options.unroll => None,
            Some(older) => Some(older),
            None if many => candidates.last().copied(),
            None => None,
        }
    }

    fn is_ancestor(&self, older: NodeId, leaf: NodeId) -> bool {
        std::iter::successors(self.nodes[leaf].parent, |&id| self.nodes[id].parent).any(|id| id == older)
    }

    /// **Forced abstraction** [Otto15, §1.7].
    fn merge(&mut self, older: NodeId, newer: NodeId) {
        let (old, new) = (self.nodes[older].state.clone(), self.nodes[newer].state.clone());
        let generation = self.nodes[older].generation.max(self.nodes[newer].generation) + 1;
        let thresholds = self.thresholds(&old, generation);
        let numbers = if generation <= HULLS { Numbers::Hull } else { Numbers::Widen(thresholds.as_slice()) };
        let merged = merge(self.cx.world, &old, &new, numbers);
        self.nodes[older].out.clear();
        let parent = Some(older);
        let target = self.add_node(merged.state, Entered::Instance, generation, parent);
        if self.nodes[older].kind == NodeKind::Entry {
            self.nodes[target].kind = NodeKind::Entry;
        }
        self.add_edge(EdgeKind::Instance, older, target, (origins(&merged.older), Vec::new()));
        self.add_edge(EdgeKind::Instance, newer, target, (origins(&merged.newer), Vec::new()));
        let orphans = sweep::mark(&mut self.nodes, &mut self.edges);
        orphans.into_iter().for_each(|orphan| self.wait(orphan));
        // The merged state goes first.
        self.wait(target);
    }

    /// Where widening stops: the constants of the running method and the ends of the machine types.
    fn thresholds(&mut self, state: &State, generation: u32) -> Rc<Vec<i128>> {
        let limits = [i64::MIN.into(), i32::MIN.into(), i32::MAX.into(), i64::MAX.into()];
        let method = state.top().map(|frame| frame.method).filter(|_| generation <= THRESHOLDS);
        let Some(method) = method else {
            return Rc::new(if self.options.integers == Integers::Java {
                limits.to_vec()
            } else {
                Vec::new()
            });
        };
        if let Some(known) = self.thresholds.get(&method) {
            return known.clone();
        }
        let mut all: Vec<i128> = vec![-1, 0, 1];
        if let Ok(body) = self.cx.program.body(method) {
            all.extend(body.insts.iter().filter_map(constant_of));
        }
        if self.options.integers == Integers::Java {
            all.extend(limits);
        }
        all.sort_unstable();
        all.dedup();
        let all = Rc::new(all);
        self.thresholds.insert(method, all.clone());
        all
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    LoopHead,
    Join,
    /// The entry of an abstracted activation.
    Entry,
}

/// Whether a step left the last frame of an abstracted activation, by returning or throwing.
fn is_return(before: &State, after: &State) -> bool {
    let [frame] = before.frames.as_slice() else { return false };
    matches!(frame.role, Role::Entry(_)) && after.frames.is_empty()
}

/// Methods on cycles of the call graph, each with the number of its component.
fn recursive_methods(calls: &BTreeMap<MethodId, BTreeSet<MethodId>>) -> BTreeMap<MethodId, usize> {
    let mut names: Vec<MethodId> = calls.keys().copied().collect();
    names.extend(calls.values().flatten());
    names.sort_unstable();
    names.dedup();
    let number = |method: &MethodId| names.binary_search(method).expect("all methods were named");
    let successors: Vec<Vec<usize>> =
        names.iter().map(|method| calls.get(method).into_iter().flatten().map(number).collect()).collect();
    let cycles = base::components::cycles(&successors).into_iter().enumerate();
    cycles
        .flat_map(|(number, members)| members.into_iter().map(move |index| (index, number)))
        .map(|(index, number)| (names[index], number))
        .collect()
}

fn constant_of(inst: &Inst) -> Option<i128> {
    let (Inst::ConstInt { value, .. } | Inst::IfConst { rhs: value, .. }) = *inst else { return None };
    Some(value.into())
}

/// φ as a reference map: general references come from special ones.
fn origins(phi: &[crate::Ref]) -> RefMap {
    RefMap::new(phi.iter().copied().map(Some).collect())
}

/// Equal for states of equal shape.
fn shape_key(state: &State) -> u64 {
    let mut hasher = FxHasher::default();
    for frame in &state.frames {
        (frame.method, frame.pc, frame.role).hash(&mut hasher);
        frame.inputs.iter().for_each(|input| input.slot.hash(&mut hasher));
    }
    state.exception.is_some().hash(&mut hasher);
    state.init.hash(&mut hasher);
    hasher.finish()
}
