//! Which branch decides whether an instruction runs: control dependence on what the graph saw (E-C1, E-C2).
//!
//! Per method, a pruned control-flow graph: instructions that occur in the graph without a pending exception, the transitions
//! between them that were seen, and two exits. What cannot reach an exit is dropped, as non-termination is not an outcome here; but it
//! may have effects, so for the instructions there loops without an exit get one. An instruction whose exception is always caught would
//! go on if it did not throw, through code that was never seen: that code is part of the flow, as it is written. An instruction is controlled by a branch if it is on every way from one of the branch's successors to the exit, but not on every way
//! from the branch itself. Works on instructions, not states: after a branch the graph usually has two copies of what follows.

use std::collections::{BTreeMap, BTreeSet};

use graph::state::Role;
use graph::{EdgeKind, Graph, NodeId, State};
use program::code::{Body, Inst, Pc};
use program::{MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::exhaustion::Exhaustion;
use crate::place::Op;

/// Which branches decide what runs.
pub struct Control {
    /// Nodes at an instruction that is about to be executed.
    pub states: FxHashMap<Op, Vec<NodeId>>,
    /// Nodes at an instruction with an exception in flight.
    pub pending: FxHashMap<Op, Vec<NodeId>>,
    /// Branches that control an instruction.
    deciders: FxHashMap<Op, Vec<Op>>,
    /// Branches that control how a method ends.
    exit_deciders: FxHashMap<MethodId, Vec<Op>>,
    /// Branches that were only seen to go one way.
    one_way: FxHashSet<Op>,
    /// Instructions that called a method, initialisers included.
    pub callers: BTreeMap<MethodId, BTreeSet<Op>>,
    /// Methods an instruction called.
    pub callees: BTreeMap<Op, BTreeSet<MethodId>>,
}

impl Control {
    /// With `crashes` an exception that leaves the start method is an outcome, otherwise it is like not ending, unless the method
    /// calls itself and could catch it.
    pub fn of(program: &Program, graph: &Graph, crashes: bool) -> Self {
        let mut control = Self::empty();
        let mut seen = Seen::default();
        let exhaustion = Exhaustion::of(program, graph);
        for (id, node) in graph.nodes.iter_enumerated().filter(|(_, node)| !exhaustion.is_at(&node.state)) {
            seen.node(&mut control, id, &node.state);
        }
        for edge in graph.edges.iter().filter(|edge| !exhaustion.is_at(&graph.nodes[edge.source].state)) {
            seen.edge(&mut control, graph, edge);
        }
        for (&method, flows) in &seen.methods {
            if let Ok(body) = program.body(method) {
                let is_called = control.callers.contains_key(&method);
                control.decide(method, body, flows, crashes || is_called);
                control.one_way.extend(flows.one_way(body).map(|pc| Op { method, pc }));
            }
        }
        control
    }

    /// Of all that a method's code allows.
    pub fn of_code(method: MethodId, body: &Body, throws: impl Fn(Pc) -> bool) -> Self {
        let mut control = Self::empty();
        let mut flows = Flows::default();
        let mut work = vec![Pc(0)];
        while let Some(pc) = work.pop() {
            if !flows.ops.insert(pc) {
                continue;
            }
            control.states.insert(Op { method, pc }, Vec::new());
            let mut next = Vec::new();
            body.successors(pc, |successor| next.push(successor));
            if matches!(body.inst(pc), Inst::Return | Inst::ReturnValue { .. }) {
                flows.steps.insert((pc, None));
            }
            flows.steps.extend(next.iter().map(|&next| (pc, Some(next))));
            if throws(pc) {
                flows.caught.extend(body.handlers_at(pc).map(|handler| (pc, handler.target)));
                flows.escaped.insert(pc);
            }
            next.extend(body.handlers_at(pc).map(|handler| handler.target));
            work.extend(next);
        }
        control.decide(method, body, &flows, true);
        control
    }

    fn empty() -> Self {
        Self {
            states: FxHashMap::default(),
            pending: FxHashMap::default(),
            deciders: FxHashMap::default(),
            exit_deciders: FxHashMap::default(),
            one_way: FxHashSet::default(),
            callers: BTreeMap::new(),
            callees: BTreeMap::new(),
        }
    }

    /// The branches that decide whether an instruction runs.
    pub fn deciders(&self, op: Op) -> &[Op] {
        self.deciders.get(&op).map_or(&[], Vec::as_slice)
    }

    /// The branches that decide how a method ends.
    pub fn exit_deciders(&self, method: MethodId) -> &[Op] {
        self.exit_deciders.get(&method).map_or(&[], Vec::as_slice)
    }

    /// Whether a branch always goes the same way.
    pub fn is_one_way(&self, op: Op) -> bool {
        self.one_way.contains(&op)
    }

    fn decide(&mut self, method: MethodId, body: &Body, flows: &Flows, crashes: bool) {
        let mut flow = FlowGraph::of(body, flows, crashes);
        let endless = flow.endless();
        if !endless.is_empty() {
            let mut ended = flow.clone();
            ended.end_loops();
            self.decide_in(method, &ended, |node| endless.contains(&node));
            flow.drop(&endless);
        }
        self.decide_in(method, &flow, |node| !endless.contains(&node));
    }

    /// What decides whether the instructions of the nodes asked for run.
    fn decide_in(&mut self, method: MethodId, flow: &FlowGraph, is_asked: impl Fn(usize) -> bool) {
        let post_dominators = flow.find_post_dominators();
        for (branch, successor) in flow.deciding_edges(&post_dominators) {
            let Some(branch_pc) = flow.pc(branch) else { continue };
            let branch_op = Op { method, pc: branch_pc };
            let stop = post_dominators[branch];
            let mut node = successor;
            while Some(node) != stop {
                match flow.pc(node) {
                    Some(pc) if is_asked(node) => {
                        self.deciders.entry(Op { method, pc }).or_default().push(branch_op);
                    }
                    None if is_asked(node) => self.exit_deciders.entry(method).or_default().push(branch_op),
                    Some(_) | None => {}
                }
                let Some(next) = post_dominators[node] else { break };
                node = next;
            }
        }
    }
}

/// What the graph shows of control flow, method by method.
#[derive(Default)]
struct Seen {
    methods: BTreeMap<MethodId, Flows>,
}

#[derive(Clone, Default)]
struct Flows {
    ops: BTreeSet<Pc>,
    /// Seen from one instruction to the next in one frame, or to the normal end.
    steps: BTreeSet<(Pc, Option<Pc>)>,
    /// Instructions whose exception was caught here, and the handler.
    caught: BTreeSet<(Pc, Pc)>,
    /// Instructions whose exception left the method.
    escaped: BTreeSet<Pc>,
}

impl Flows {
    /// Instructions with several successors of which one was seen.
    fn one_way<'a>(&'a self, body: &'a Body) -> impl Iterator<Item = Pc> + 'a {
        self.ops.iter().copied().filter(|&pc| {
            // Edges to one target are one way, whichever is taken.
            let mut successors = BTreeSet::new();
            body.successors(pc, |next| {
                successors.insert(next);
            });
            successors.len() > 1
                && self.steps.range((pc, None)..).take_while(|step| step.0 == pc).count() == 1
        })
    }
}

impl Flows {
    /// Lets instructions that were only seen to throw to a handler here also do what they would do otherwise. A `throw` would do
    /// whatever is written behind it, which the code does not tell: the method may as well end.
    fn go_on(&mut self, body: &Body) {
        let goes_on = |pc: Pc| self.steps.range((pc, None)..).next().is_some_and(|step| step.0 == pc);
        let stopped: BTreeSet<Pc> =
            self.caught.iter().map(|&(pc, _)| pc).filter(|&pc| !goes_on(pc)).collect();
        let mut work = Vec::new();
        for pc in stopped {
            work.extend(self.step_as_written(body, pc));
        }
        while let Some(pc) = work.pop() {
            if self.ops.insert(pc) {
                work.extend(self.step_as_written(body, pc));
            }
        }
    }

    /// Adds every step the code allows from an instruction; where they lead.
    fn step_as_written(&mut self, body: &Body, pc: Pc) -> Vec<Pc> {
        let mut next = Vec::new();
        body.successors(pc, |successor| next.push(successor));
        if next.is_empty() {
            self.steps.insert((pc, None));
        }
        self.steps.extend(next.iter().map(|&next| (pc, Some(next))));
        next
    }
}

impl Seen {
    fn node(&mut self, control: &mut Control, id: NodeId, state: &State) {
        let Some(top) = state.top() else { return };
        let op = Op { method: top.method, pc: top.pc };
        if state.exception.is_some() {
            control.pending.entry(op).or_default().push(id);
        } else {
            self.methods.entry(top.method).or_default().ops.insert(top.pc);
            control.states.entry(op).or_default().push(id);
        }
    }

    fn edge(&mut self, control: &mut Control, graph: &Graph, edge: &graph::Edge) {
        let (before, after) = (&graph.nodes[edge.source].state, &graph.nodes[edge.target].state);
        let Some(top) = before.top() else { return };
        let op = Op { method: top.method, pc: top.pc };
        match edge.kind {
            EdgeKind::Eval | EdgeKind::End if before.exception.is_none() => {}
            EdgeKind::Eval | EdgeKind::End => return self.thrown(op, before, after),
            EdgeKind::Refine
            | EdgeKind::Instance
            | EdgeKind::Inputs
            | EdgeKind::Call
            | EdgeKind::Return { .. } => return,
        }
        let (depth, new_depth) = (before.frames.len(), after.frames.len());
        if new_depth > depth {
            let callee = after.frames[new_depth - 1].method;
            control.callers.entry(callee).or_default().insert(op);
            control.callees.entry(op).or_default().insert(callee);
        } else if new_depth == depth && after.exception.is_none() {
            if let Some(next) = after.top() {
                self.methods.entry(op.method).or_default().steps.insert((op.pc, Some(next.pc)));
            }
        } else if new_depth < depth {
            self.methods.entry(op.method).or_default().steps.insert((op.pc, None));
            if let (Some(caller), Role::Call) = (after.top(), top.role) {
                let call = before.frames[depth - 2].pc;
                self.methods.entry(caller.method).or_default().steps.insert((call, Some(caller.pc)));
            }
        }
    }
}

impl Seen {
    /// What became of an exception.
    fn thrown(&mut self, op: Op, before: &State, after: &State) {
        let flows = self.methods.entry(op.method).or_default();
        match after.top() {
            Some(next) if after.frames.len() == before.frames.len() => {
                flows.caught.insert((op.pc, next.pc));
            }
            Some(_) | None => {
                flows.escaped.insert(op.pc);
            }
        }
    }
}

/// A method's pruned control flow. Nodes are dense; the last but one is the normal exit, the last the exceptional one.
#[derive(Clone)]
struct FlowGraph {
    pcs: Vec<Pc>,
    successors: Vec<Vec<usize>>,
    root: usize,
}

impl FlowGraph {
    fn of(body: &Body, flows: &Flows, crashes: bool) -> Self {
        let mut flows = flows.clone();
        flows.go_on(body);
        let flows = &flows;
        let pcs: Vec<Pc> = flows.ops.iter().copied().collect();
        let index: FxHashMap<Pc, usize> = pcs.iter().enumerate().map(|(at, pc)| (*pc, at)).collect();
        let (normal, crash, root) = (pcs.len(), pcs.len() + 1, pcs.len() + 2);
        let mut successors: Vec<Vec<usize>> = vec![Vec::new(); pcs.len() + 3];
        let mut add = |from: usize, to: usize| {
            if !successors[from].contains(&to) {
                successors[from].push(to);
            }
        };
        for &(from, to) in &flows.steps {
            let Some(&from) = index.get(&from) else { continue };
            match to {
                None => add(from, normal),
                Some(to) => {
                    if let Some(&to) = index.get(&to) {
                        add(from, to);
                    }
                }
            }
        }
        for (from, to) in &flows.caught {
            if let (Some(&from), Some(&to)) = (index.get(from), index.get(to)) {
                add(from, to);
            }
        }
        for &pc in &flows.escaped {
            let Some(&from) = index.get(&pc) else { continue };
            if crashes || matches!(body.inst(pc), Inst::Throw { .. }) {
                add(from, crash);
            }
        }
        add(normal, root);
        add(crash, root);
        Self { pcs, successors, root }
    }

    /// The instruction of a node; none for the exits.
    fn pc(&self, node: usize) -> Option<Pc> {
        self.pcs.get(node).copied()
    }

    /// Edges out of nodes with a choice whose target does not lie on every way out.
    fn deciding_edges(&self, post_dominators: &[Option<usize>]) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (node, successors) in self.successors.iter().enumerate() {
            if successors.len() >= 2 {
                found.extend(successors.iter().map(|&successor| (node, successor)));
            }
        }
        found.retain(|&(node, successor)| post_dominators[node] != Some(successor));
        found
    }

    /// Nodes that cannot reach an exit.
    fn endless(&self) -> FxHashSet<usize> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.successors.len()];
        for (node, successors) in self.successors.iter().enumerate() {
            for &successor in successors {
                before[successor].push(node);
            }
        }
        let mut endless: FxHashSet<usize> = (0..self.successors.len()).collect();
        let mut work = vec![self.root];
        while let Some(node) = work.pop() {
            if endless.remove(&node) {
                work.extend(&before[node]);
            }
        }
        endless
    }

    /// Removes edges to such nodes.
    fn drop(&mut self, endless: &FxHashSet<usize>) {
        for successors in &mut self.successors {
            successors.retain(|successor| !endless.contains(successor));
        }
    }

    /// Lets loops that never end do so, at their first instruction.
    fn end_loops(&mut self) {
        while let Some(&first) = self.endless().iter().min() {
            self.successors[first].push(self.root);
        }
    }

    /// Immediate post-dominators by the iterative algorithm over reverse post-order of the reversed graph.
    fn find_post_dominators(&self) -> Vec<Option<usize>> {
        let order = self.reverse_order();
        let mut rank = vec![usize::MAX; self.successors.len()];
        for (at, &node) in order.iter().enumerate() {
            rank[node] = at;
        }
        let mut found: Vec<Option<usize>> = vec![None; self.successors.len()];
        found[self.root] = Some(self.root);
        let mut changed = true;
        while changed {
            changed = false;
            for &node in order.iter().skip(1) {
                let known = self.successors[node].iter().copied().filter(|&next| found[next].is_some());
                let meet = known.reduce(|a, b| intersect(&found, &rank, a, b));
                if meet.is_some() && meet != found[node] {
                    found[node] = meet;
                    changed = true;
                }
            }
        }
        found[self.root] = None;
        found
    }

    /// Nodes that reach the root, the root first, each before those it leads to are all done.
    fn reverse_order(&self) -> Vec<usize> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.successors.len()];
        for (node, successors) in self.successors.iter().enumerate() {
            for &successor in successors {
                before[successor].push(node);
            }
        }
        let mut seen = vec![false; self.successors.len()];
        let mut finished = Vec::new();
        let mut stack = vec![(self.root, 0)];
        seen[self.root] = true;
        while let Some((node, next)) = stack.pop() {
            match before[node].get(next) {
                Some(&other) => {
                    stack.push((node, next + 1));
                    if !seen[other] {
                        seen[other] = true;
                        stack.push((other, 0));
                    }
                }
                None => finished.push(node),
            }
        }
        finished.reverse();
        finished
    }
}

fn intersect(found: &[Option<usize>], rank: &[usize], mut a: usize, mut b: usize) -> usize {
    let up = |node: usize| found[node].expect("only nodes with a post-dominator are met");
    while a != b {
        while rank[a] > rank[b] {
            a = up(a);
        }
        while rank[b] > rank[a] {
            b = up(b);
        }
    }
    a
}
