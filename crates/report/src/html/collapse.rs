//! Straight lines of a graph drawn as one node: a run of nodes each with one way in and one way out.

use crate::{EdgeView, GraphView, NodeView};

/// The graph with every straight line of evaluation collapsed. A node with a group of its own (a loop) starts a new line, so
/// that colours stay true.
pub fn straight_lines(graph: &GraphView) -> GraphView {
    let heads = heads(graph);
    let mut index_of_head = vec![usize::MAX; graph.nodes.len()];
    let mut nodes: Vec<NodeView> = Vec::new();
    for (node, &head) in heads.iter().enumerate() {
        if head == node {
            index_of_head[node] = nodes.len();
            nodes.push(graph.nodes[node].clone());
        }
    }
    let mut lengths = vec![1usize; nodes.len()];
    for (node, &head) in heads.iter().enumerate() {
        if head != node {
            let line = index_of_head[head];
            lengths[line] += 1;
            nodes[line].detail.push_str("\n\n↓\n\n");
            nodes[line].detail.push_str(&graph.nodes[node].detail);
        }
    }
    for (node, length) in nodes.iter_mut().zip(&lengths) {
        if *length > 1 {
            node.label = format!("{} … {length} steps", node.label);
        }
    }
    let edges = graph
        .edges
        .iter()
        .filter(|edge| heads[edge.to] == edge.to)
        .map(|edge| EdgeView {
            from: index_of_head[heads[edge.from]],
            to: index_of_head[edge.to],
            ..edge.clone()
        })
        .collect();
    GraphView { title: graph.title.clone(), nodes, edges, groups: graph.groups.clone() }
}

/// The first node of the straight line each node lies on.
fn heads(graph: &GraphView) -> Vec<usize> {
    let count = graph.nodes.len();
    let mut ins = vec![0usize; count];
    let mut outs = vec![0usize; count];
    let mut before = vec![usize::MAX; count];
    for edge in &graph.edges {
        outs[edge.from] += 1;
        ins[edge.to] += 1;
        before[edge.to] = edge.from;
    }
    let continues = |node: usize| {
        ins[node] == 1
            && before[node] != node
            && outs[before[node]] == 1
            && graph.nodes[node].group == graph.nodes[before[node]].group
    };
    let head_of = |node: usize| {
        let mut head = node;
        for _ in 0..count {
            if !continues(head) {
                return head;
            }
            head = before[head];
        }
        // A ring of nodes has no first one: it stays as it is.
        node
    };
    (0..count).map(head_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(count: usize, edges: &[(usize, usize)]) -> GraphView {
        GraphView {
            nodes: (0..count)
                .map(|node| NodeView { label: node.to_string(), ..NodeView::default() })
                .collect(),
            edges: edges
                .iter()
                .map(|&(from, to)| EdgeView { from, to, kind: "eval".into(), ..EdgeView::default() })
                .collect(),
            ..GraphView::default()
        }
    }

    #[test]
    fn a_loop_keeps_its_branch_and_join() {
        let collapsed = straight_lines(&graph(5, &[(0, 1), (1, 2), (2, 3), (3, 1), (2, 4)]));
        let labels: Vec<&str> = collapsed.nodes.iter().map(|node| node.label.as_str()).collect();
        assert_eq!(labels, ["0", "1 … 2 steps", "3", "4"]);
        let ends: Vec<(usize, usize)> = collapsed.edges.iter().map(|edge| (edge.from, edge.to)).collect();
        assert_eq!(ends, [(0, 1), (1, 2), (2, 1), (1, 3)]);
    }

    #[test]
    fn a_ring_stays_a_ring() {
        let collapsed = straight_lines(&graph(2, &[(0, 1), (1, 0)]));
        assert_eq!(collapsed.nodes.len(), 2);
    }
}
