//! Integers that decide something: those that are compared, lengths of arrays, and those such integers are computed from.
//!
//! All others (a counter that is only returned) would be in a system's way: where they may wrap around there is a case more
//! on every path. A run goes the same way whatever they are, so leaving them out leaves every run in.

use base::Id;
use graph::{Edge, EdgeKind, Fact, Graph, NodeId, Operand, Ref, Value};

/// By node and reference: whether the integer decides something from there on.
pub struct Control {
    nodes: Vec<Vec<bool>>,
    /// Whether results of calls are followed into the callee.
    results: bool,
}

impl Control {
    pub fn of(graph: &Graph, results: bool) -> Self {
        let blank = |node: NodeId| vec![false; graph.state(node).values.len()];
        let mut control = Self { nodes: graph.nodes.ids().map(blank).collect(), results };
        let mut work: Vec<NodeId> = Vec::new();
        for node in graph.nodes.ids() {
            control.lengths(graph, node, &mut work);
        }
        for edge in graph.edges.iter() {
            for fact in &edge.facts {
                if let Fact::Compare { lhs, rhs, .. } = fact {
                    control.mark_operand(edge.source, *lhs, &mut work);
                    control.mark_operand(edge.source, *rhs, &mut work);
                }
            }
        }
        while let Some(node) = work.pop() {
            for &edge in &graph.nodes[node].into {
                control.back(&graph.edges[edge], &mut work);
            }
        }
        control
    }

    pub fn decides(&self, node: NodeId, r: Ref) -> bool {
        self.nodes[node.index()][r.index()]
    }

    fn lengths(&mut self, graph: &Graph, node: NodeId, work: &mut Vec<NodeId>) {
        for value in &graph.state(node).values {
            if let Value::Array(array) = value {
                self.mark(node, array.length, work);
            }
        }
    }

    fn mark(&mut self, node: NodeId, r: Ref, work: &mut Vec<NodeId>) {
        if !std::mem::replace(&mut self.nodes[node.index()][r.index()], true) {
            work.push(node);
        }
    }

    fn mark_operand(&mut self, node: NodeId, operand: Operand, work: &mut Vec<NodeId>) {
        if let Operand::Ref(r) = operand {
            self.mark(node, r, work);
        }
    }

    /// What decides something at an edge's target came from its source, or from the call state that the edge returns to.
    fn back(&mut self, edge: &Edge, work: &mut Vec<NodeId>) {
        let (source, map) = match &edge.kind {
            EdgeKind::Return { call, call_map } => (*call, call_map),
            EdgeKind::Eval
            | EdgeKind::Refine
            | EdgeKind::Instance
            | EdgeKind::Inputs
            | EdgeKind::Call
            | EdgeKind::End => (edge.source, &edge.map),
        };
        let deciding: Vec<Ref> = (0..self.nodes[edge.target.index()].len())
            .map(Ref::from_index)
            .filter(|&r| self.decides(edge.target, r))
            .collect();
        for &r in &deciding {
            if let Some(origin) = map.origin(r) {
                self.mark(source, origin, work);
            }
            if let Some(result) = edge.map.origin(r).filter(|_| self.results && source != edge.source) {
                self.mark(edge.source, result, work);
            }
        }
        for fact in &edge.facts {
            if let Fact::Define { result, lhs, rhs, .. } = fact
                && deciding.contains(result)
            {
                self.mark_operand(source, *lhs, work);
                self.mark_operand(source, *rhs, work);
            }
        }
    }
}
