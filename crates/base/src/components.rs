//! Strongly connected components of dense graphs: Tarjan's algorithm, without recursion, for graphs are deep.

/// The component number of every node of a graph given by its successors: nodes of one component, and only they, have the same number.
/// What a component leads to has a smaller number.
pub fn components(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut search = Search::new(successors);
    for node in 0..successors.len() {
        if search.order[node].is_none() {
            search.visit(node);
        }
    }
    search.component
}

/// The same of a graph given by its edges.
pub fn components_of(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Vec<usize> {
    let mut successors = vec![Vec::new(); nodes];
    for (from, to) in edges {
        successors[from].push(to);
    }
    components(&successors)
}

/// The components with a cycle, each with its nodes in order; what a component leads to comes before it.
pub fn cycles(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let component = components(successors);
    let mut found = vec![Vec::new(); component.iter().max().map_or(0, |last| last + 1)];
    for (node, &number) in component.iter().enumerate() {
        found[number].push(node);
    }
    found.retain(|nodes| nodes.len() > 1 || successors[nodes[0]].contains(&nodes[0]));
    found
}

struct Search<'a> {
    successors: &'a [Vec<usize>],
    order: Vec<Option<usize>>,
    low: Vec<usize>,
    open: Vec<usize>,
    is_open: Vec<bool>,
    component: Vec<usize>,
    visited: usize,
    found: usize,
}

impl<'a> Search<'a> {
    fn new(successors: &'a [Vec<usize>]) -> Self {
        let nodes = successors.len();
        Self {
            successors,
            order: vec![None; nodes],
            low: vec![0; nodes],
            open: Vec::new(),
            is_open: vec![false; nodes],
            component: vec![0; nodes],
            visited: 0,
            found: 0,
        }
    }

    fn visit(&mut self, root: usize) {
        let mut stack = vec![(root, 0)];
        self.enter(root);
        while let Some(&mut (node, ref mut next)) = stack.last_mut() {
            if let Some(&successor) = self.successors[node].get(*next) {
                *next += 1;
                match self.order[successor] {
                    None => {
                        self.enter(successor);
                        stack.push((successor, 0));
                    }
                    Some(order) if self.is_open[successor] => self.low[node] = self.low[node].min(order),
                    Some(_) => {}
                }
                continue;
            }
            stack.pop();
            if let Some(&(parent, _)) = stack.last() {
                self.low[parent] = self.low[parent].min(self.low[node]);
            }
            if Some(self.low[node]) == self.order[node] {
                self.close(node);
            }
        }
    }

    fn enter(&mut self, node: usize) {
        self.order[node] = Some(self.visited);
        self.low[node] = self.visited;
        self.visited += 1;
        self.open.push(node);
        self.is_open[node] = true;
    }

    fn close(&mut self, root: usize) {
        while let Some(node) = self.open.pop() {
            self.is_open[node] = false;
            self.component[node] = self.found;
            if node == root {
                break;
            }
        }
        self.found += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_share_a_component() {
        let of = components_of(5, [(0, 1), (1, 2), (2, 1), (2, 3), (3, 3), (0, 4)]);
        assert_eq!(of[1], of[2]);
        let mut distinct = vec![of[0], of[1], of[3], of[4]];
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), 4);
    }

    #[test]
    fn what_a_cycle_leads_to_comes_first() {
        let successors = [vec![1], vec![2, 4], vec![1, 3], vec![3], vec![]];
        assert_eq!(cycles(&successors), [vec![3], vec![1, 2]]);
        assert!(components(&successors)[4] < components(&successors)[1]);
    }
}
