//! Two internally disjoint walks in a directed graph: a flow of two through nodes of capacity one.

use std::collections::{BTreeMap, VecDeque};

/// Whether walks `from → first` and `from → second` exist that share no inner node and do not pass a node to avoid
/// (their ends may be such nodes). For `first = second` they must arrive through different edges.
pub fn two_disjoint_walks(
    edges: impl Fn(usize) -> Vec<usize>,
    avoid: impl Fn(usize) -> bool,
    from: usize,
    first: usize,
    second: usize,
) -> bool {
    let mut network = Network::default();
    let mut work = vec![from];
    let mut seen = std::collections::BTreeSet::from([from]);
    let mut arrivals = 0;
    while let Some(node) = work.pop() {
        let out = Vertex::Out(node);
        if node != from {
            network.add(Vertex::In(node), out);
        }
        for next in edges(node) {
            if next == first && first == second {
                network.add(out, Vertex::Arrival(arrivals));
                network.add(Vertex::Arrival(arrivals), Vertex::Sink);
                arrivals += 1;
            } else if next == first {
                network.add(out, Vertex::End(0));
            } else if next == second {
                network.add(out, Vertex::End(1));
            } else if !avoid(next) {
                network.add(out, Vertex::In(next));
                if seen.insert(next) {
                    work.push(next);
                }
            }
        }
    }
    network.add(Vertex::End(0), Vertex::Sink);
    network.add(Vertex::End(1), Vertex::Sink);
    network.augment(Vertex::Out(from)) && network.augment(Vertex::Out(from))
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Vertex {
    In(usize),
    Out(usize),
    End(usize),
    Arrival(usize),
    Sink,
}

#[derive(Default)]
struct Network {
    capacity: BTreeMap<Vertex, BTreeMap<Vertex, u32>>,
}

impl Network {
    fn add(&mut self, a: Vertex, b: Vertex) {
        *self.capacity.entry(a).or_default().entry(b).or_default() += 1;
    }

    /// Pushes one unit from the source to the sink.
    fn augment(&mut self, source: Vertex) -> bool {
        let mut parents = BTreeMap::from([(source, source)]);
        let mut queue = VecDeque::from([source]);
        while let Some(vertex) = queue.pop_front() {
            for (&next, &capacity) in self.capacity.get(&vertex).into_iter().flatten() {
                if capacity > 0 && !parents.contains_key(&next) {
                    parents.insert(next, vertex);
                    queue.push_back(next);
                }
            }
        }
        if !parents.contains_key(&Vertex::Sink) {
            return false;
        }
        let mut vertex = Vertex::Sink;
        while vertex != source {
            let parent = parents[&vertex];
            *self.capacity.entry(parent).or_default().entry(vertex).or_default() -= 1;
            *self.capacity.entry(vertex).or_default().entry(parent).or_default() += 1;
            vertex = parent;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walks(edges: &[(usize, usize)], first: usize, second: usize) -> bool {
        let next = |node| edges.iter().filter(|edge| edge.0 == node).map(|edge| edge.1).collect();
        two_disjoint_walks(next, |_| false, 0, first, second)
    }

    #[test]
    fn a_diamond_has_two_walks_and_a_chain_one() {
        assert!(walks(&[(0, 1), (0, 2), (1, 3), (2, 3)], 3, 3));
        assert!(!walks(&[(0, 1), (1, 3), (1, 2), (2, 3)], 3, 3));
        assert!(walks(&[(0, 1), (0, 2)], 1, 2));
        assert!(!walks(&[(0, 1), (1, 2), (1, 3)], 2, 3));
    }
}
