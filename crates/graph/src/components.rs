//! Strongly connected components of a graph, as a termination proof sees it: calls are summarised, so the edge
//! from a return state is replaced by one from its call state.

use base::Id;

use crate::graph::{Graph, NodeId};

/// The components that contain a cycle, in reverse topological order.
pub fn strong_components(graph: &Graph) -> Vec<Vec<NodeId>> {
    let mut successors = vec![Vec::new(); graph.nodes.len()];
    for edge in graph.edges.iter() {
        let source = edge.summarizes().map_or(edge.source, |(call, _)| call);
        successors[source.index()].push(edge.target.index());
    }
    let cycles = cyclic_components(&successors).into_iter();
    cycles.map(|nodes| nodes.into_iter().map(NodeId::from_index).collect()).collect()
}

/// Components with a cycle of a graph given by its successors.
pub(crate) fn cyclic_components(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut tarjan = Tarjan::new(successors);
    for node in 0..successors.len() {
        if tarjan.index[node].is_none() {
            tarjan.visit(node);
        }
    }
    let is_cycle =
        |component: &Vec<usize>| component.len() > 1 || successors[component[0]].contains(&component[0]);
    tarjan.components.into_iter().filter(is_cycle).collect()
}

/// Tarjan's algorithm without recursion: graphs are deep.
struct Tarjan<'a> {
    successors: &'a [Vec<usize>],
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    next: usize,
    components: Vec<Vec<usize>>,
}

impl<'a> Tarjan<'a> {
    fn new(successors: &'a [Vec<usize>]) -> Self {
        let size = successors.len();
        Self {
            successors,
            index: vec![None; size],
            low: vec![0; size],
            on_stack: vec![false; size],
            stack: Vec::new(),
            next: 0,
            components: Vec::new(),
        }
    }

    fn visit(&mut self, root: usize) {
        let mut path = vec![(root, 0)];
        self.open(root);
        while let Some(&mut (node, ref mut at)) = path.last_mut() {
            if let Some(&next) = self.successors[node].get(*at) {
                *at += 1;
                match self.index[next] {
                    None => {
                        self.open(next);
                        path.push((next, 0));
                    }
                    Some(index) if self.on_stack[next] => self.low[node] = self.low[node].min(index),
                    Some(_) => {}
                }
            } else {
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    self.low[parent] = self.low[parent].min(self.low[node]);
                }
                if Some(self.low[node]) == self.index[node] {
                    self.close(node);
                }
            }
        }
    }

    fn open(&mut self, node: usize) {
        self.index[node] = Some(self.next);
        self.low[node] = self.next;
        self.next += 1;
        self.on_stack[node] = true;
        self.stack.push(node);
    }

    fn close(&mut self, root: usize) {
        let mut component = Vec::new();
        while let Some(node) = self.stack.pop() {
            self.on_stack[node] = false;
            component.push(node);
            if node == root {
                break;
            }
        }
        component.sort_unstable();
        self.components.push(component);
    }
}
