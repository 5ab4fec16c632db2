//! Size-change graphs and their closure under composition.

use std::collections::BTreeSet;

/// More graphs than this are not composed.
const MOST: usize = 4_000;

/// What a way from one location to another does to their measures.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SizeGraph {
    pub from: usize,
    pub to: usize,
    /// From a measure of the source to one of the target: not larger, or `true` for smaller. One arc for a pair at most.
    pub arcs: BTreeSet<(usize, usize, bool)>,
}

impl SizeGraph {
    pub fn new(from: usize, to: usize, arcs: impl IntoIterator<Item = (usize, usize, bool)>) -> Self {
        let mut graph = Self { from, to, arcs: BTreeSet::new() };
        arcs.into_iter().for_each(|arc| graph.add(arc));
        graph
    }

    /// Smaller says more than not larger.
    fn add(&mut self, (from, to, is_strict): (usize, usize, bool)) {
        if is_strict {
            self.arcs.remove(&(from, to, false));
        }
        if !self.arcs.contains(&(from, to, true)) {
            self.arcs.insert((from, to, is_strict));
        }
    }

    /// This way, then the other.
    fn then(&self, next: &Self) -> Self {
        let mut out = Self { from: self.from, to: next.to, arcs: BTreeSet::new() };
        for &(from, middle, first) in &self.arcs {
            for &(_, to, second) in next.arcs.range((middle, 0, false)..(middle + 1, 0, false)) {
                out.add((from, to, first || second));
            }
        }
        out
    }

    /// Going this way again and again, a measure decreases again and again.
    fn decreases(&self) -> bool {
        self.arcs.iter().any(|&(from, to, is_strict)| from == to && is_strict)
    }

    fn repeats_itself(&self) -> bool {
        self.from == self.to && self.then(self) == *self
    }
}

/// Whether every endless way through the graphs makes some measure smaller again and again [Theorem 4 of the paper]. Nothing if
/// there are too many ways to compose.
pub fn decrease_forever(graphs: &[SizeGraph]) -> Option<bool> {
    let mut closure: BTreeSet<SizeGraph> = BTreeSet::new();
    let mut new: Vec<SizeGraph> = graphs.to_vec();
    while let Some(graph) = new.pop() {
        if closure.contains(&graph) {
            continue;
        }
        if graph.repeats_itself() && !graph.decreases() {
            return Some(false);
        }
        new.extend(graphs.iter().filter(|next| graph.to == next.from).map(|next| graph.then(next)));
        closure.insert(graph);
        if closure.len() > MOST {
            return None;
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether some cycle of at most `length` graphs, gone around often, has no thread that decreases each time: found by following
    /// the graphs themselves, one after the other, without composing any.
    fn has_lasting_cycle(graphs: &[SizeGraph], measures: usize, length: usize) -> bool {
        let mut ways: Vec<Vec<&SizeGraph>> = graphs.iter().map(|graph| vec![graph]).collect();
        for _ in 0..length {
            let closed = ways.iter().filter(|way| way[0].from == way[way.len() - 1].to);
            if closed.into_iter().any(|way| !descends(way, measures)) {
                return true;
            }
            ways = ways.iter().flat_map(|way| longer(graphs, way)).collect();
        }
        false
    }

    fn longer<'g>(graphs: &'g [SizeGraph], way: &[&'g SizeGraph]) -> Vec<Vec<&'g SizeGraph>> {
        let next = graphs.iter().filter(|graph| graph.from == way[way.len() - 1].to);
        next.map(|graph| [way, &[graph]].concat()).collect()
    }

    /// Whether some thread of the endlessly repeated way comes back to its measure smaller: a walk through measures at the way's start.
    fn descends(way: &[&SizeGraph], measures: usize) -> bool {
        (0..measures).any(|start| {
            let mut seen = BTreeSet::from([(start, false)]);
            (0..=2 * measures).any(|_| {
                for graph in way {
                    seen = seen
                        .iter()
                        .flat_map(|&(at, is_smaller)| {
                            let arcs = graph.arcs.iter().filter(move |arc| arc.0 == at);
                            arcs.map(move |&(_, to, is_strict)| (to, is_smaller || is_strict))
                        })
                        .collect();
                }
                seen.contains(&(start, true))
            })
        })
    }

    /// All pairs of graphs with two measures on one location: the criterion and the walk agree.
    #[test]
    fn the_closure_finds_what_walking_finds() {
        let arcs: Vec<(usize, usize)> = vec![(0, 0), (0, 1), (1, 0), (1, 1)];
        let graph = |mut code: usize| {
            let mut out = Vec::new();
            for &(from, to) in &arcs {
                match code % 3 {
                    0 => {}
                    kind => out.push((from, to, kind == 2)),
                }
                code /= 3;
            }
            SizeGraph::new(0, 0, out)
        };
        let mut both = [0, 0];
        for pair in 0..81 * 81 {
            let graphs = [graph(pair % 81), graph(pair / 81)];
            let decrease = decrease_forever(&graphs).expect("few graphs");
            assert_eq!(decrease, !has_lasting_cycle(&graphs, 2, 6), "{graphs:?}");
            both[usize::from(decrease)] += 1;
        }
        assert!(both[0] > 100 && both[1] > 100, "{both:?}");
    }
}
