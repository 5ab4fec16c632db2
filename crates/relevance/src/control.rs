//! Which branch decides whether an instruction runs: control dependence on what the graph saw (E-C1, E-C2).
//!
//! Per method, a pruned control-flow graph: instructions that occur in the graph without a pending exception, the transitions
//! between them that were seen, and two exits. Whatever cannot reach an exit is dropped, as non-termination is not an outcome here. An
//! instruction is controlled by a branch if it is on every way from one of the branch's successors to the exit, but not on every way
//! from the branch itself. Works on instructions, not states: after a branch the graph usually has two copies of what follows.

use std::collections::{BTreeMap, BTreeSet};

use graph::state::Role;
use graph::{EdgeKind, Graph, NodeId};
use program::code::{Body, Inst, Pc};
use program::{MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::place::Op;

pub struct Control {
    /// Nodes at an instruction that is about to be executed.
    pub states: FxHashMap<Op, Vec<NodeId>>,
    /// Branches that control an instruction.
    deciders: FxHashMap<Op, Vec<Op>>,
    /// Branches that control how a method ends.
    exit_deciders: FxHashMap<MethodId, Vec<Op>>,
    /// Instructions that called a method, initialisers included.
    pub callers: BTreeMap<MethodId, BTreeSet<Op>>,
    /// Methods an instruction called.
    pub callees: BTreeMap<Op, BTreeSet<MethodId>>,
}

impl Control {
    /// With `crashes` an exception that leaves the start method is an outcome, otherwise it is like not ending.
    pub fn of(program: &Program, graph: &Graph, crashes: bool) -> Self {
        let mut control = Self {
            states: FxHashMap::default(),
            deciders: FxHashMap::default(),
            exit_deciders: FxHashMap::default(),
            callers: BTreeMap::new(),
            callees: BTreeMap::new(),
        };
        let mut seen = Seen::default();
        for (id, node) in graph.nodes.iter_enumerated() {
            seen.node(&mut control, id, &node.state);
        }
        for edge in graph.edges.iter() {
            seen.edge(&mut control, graph, edge);
        }
        for (&method, flows) in &seen.methods {
            if let Ok(body) = program.body(method) {
                let is_start =
                    graph.nodes[graph.start].state.top().is_some_and(|frame| frame.method == method);
                control.decide(method, body, flows, crashes || !is_start);
            }
        }
        control
    }

    pub fn deciders(&self, op: Op) -> &[Op] {
        self.deciders.get(&op).map_or(&[], Vec::as_slice)
    }

    pub fn exit_deciders(&self, method: MethodId) -> &[Op] {
        self.exit_deciders.get(&method).map_or(&[], Vec::as_slice)
    }

    fn decide(&mut self, method: MethodId, body: &Body, flows: &Flows, crashes: bool) {
        let flow = FlowGraph::of(body, flows, crashes);
        for (branch, successor) in flow.deciding_edges() {
            let Some(branch_pc) = flow.pc(branch) else { continue };
            let branch_op = Op { method, pc: branch_pc };
            let stop = flow.post_dominator(branch);
            let mut node = successor;
            while Some(node) != stop {
                match flow.pc(node) {
                    Some(pc) => self.deciders.entry(Op { method, pc }).or_default().push(branch_op),
                    None => self.exit_deciders.entry(method).or_default().push(branch_op),
                }
                let Some(next) = flow.post_dominator(node) else { break };
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

#[derive(Default)]
struct Flows {
    ops: BTreeSet<Pc>,
    /// Seen from one instruction to the next in one frame, or to the normal end.
    steps: BTreeSet<(Pc, Option<Pc>)>,
    /// Instructions at which an exception was pending.
    threw: BTreeSet<Pc>,
}

impl Seen {
    fn node(&mut self, control: &mut Control, id: NodeId, state: &graph::State) {
        let Some(top) = state.top() else { return };
        let flows = self.methods.entry(top.method).or_default();
        if state.exception.is_some() {
            flows.threw.insert(top.pc);
        } else {
            flows.ops.insert(top.pc);
            control.states.entry(Op { method: top.method, pc: top.pc }).or_default().push(id);
        }
    }

    fn edge(&mut self, control: &mut Control, graph: &Graph, edge: &graph::Edge) {
        let (before, after) = (&graph.nodes[edge.source].state, &graph.nodes[edge.target].state);
        let Some(top) = before.top() else { return };
        let op = Op { method: top.method, pc: top.pc };
        match edge.kind {
            EdgeKind::Eval | EdgeKind::End if before.exception.is_none() => {}
            EdgeKind::Eval
            | EdgeKind::Refine
            | EdgeKind::Instance
            | EdgeKind::Inputs
            | EdgeKind::Call
            | EdgeKind::Return { .. }
            | EdgeKind::End => return,
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

/// A method's pruned control flow. Nodes are dense; the last but one is the normal exit, the last the exceptional one.
struct FlowGraph {
    pcs: Vec<Pc>,
    successors: Vec<Vec<usize>>,
    post_dominators: Vec<Option<usize>>,
    root: usize,
}

impl FlowGraph {
    fn of(body: &Body, flows: &Flows, crashes: bool) -> Self {
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
        for &pc in &flows.threw {
            let Some(&from) = index.get(&pc) else { continue };
            for handler in body.handlers_at(pc) {
                if let Some(&to) = index.get(&handler.target) {
                    add(from, to);
                }
            }
            if crashes || matches!(body.inst(pc), Inst::Throw { .. }) {
                add(from, crash);
            }
        }
        add(normal, root);
        add(crash, root);
        let mut flow = Self { pcs, successors, post_dominators: Vec::new(), root };
        flow.drop_endless();
        flow.post_dominators = flow.find_post_dominators();
        flow
    }

    /// The instruction of a node; none for the exits.
    fn pc(&self, node: usize) -> Option<Pc> {
        self.pcs.get(node).copied()
    }

    fn post_dominator(&self, node: usize) -> Option<usize> {
        self.post_dominators[node]
    }

    /// Edges out of nodes with a choice whose target does not lie on every way out.
    fn deciding_edges(&self) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (node, successors) in self.successors.iter().enumerate() {
            if successors.len() >= 2 {
                found.extend(successors.iter().map(|&successor| (node, successor)));
            }
        }
        found.retain(|&(node, successor)| self.post_dominator(node) != Some(successor));
        found
    }

    /// Removes edges to nodes that cannot reach an exit.
    fn drop_endless(&mut self) {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.successors.len()];
        for (node, successors) in self.successors.iter().enumerate() {
            for &successor in successors {
                before[successor].push(node);
            }
        }
        let mut ends: FxHashSet<usize> = FxHashSet::default();
        let mut work = vec![self.root];
        while let Some(node) = work.pop() {
            if ends.insert(node) {
                work.extend(&before[node]);
            }
        }
        for successors in &mut self.successors {
            successors.retain(|successor| ends.contains(successor));
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
