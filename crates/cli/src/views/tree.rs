//! The exploration tree: where paths part, by which decision, and how each ends.

use std::collections::BTreeMap;

use explore::{Input, Outcome, Path, diagram};
use program::Program;
use report::{EdgeView, GraphView, Group, NodeView, Place};

/// Leaves of a drawn tree; larger ones would say nothing.
const MAX_PATHS: usize = 2000;

/// The tree of the paths' decisions; a node for each fork and each end.
pub fn tree(program: &Program, paths: &[Path]) -> GraphView {
    let paths = &paths[..paths.len().min(MAX_PATHS)];
    let mut writer = Writer {
        program,
        paths,
        view: GraphView { title: "Exploration tree".into(), ..GraphView::default() },
    };
    writer.view.groups = GROUPS.map(|(name, text)| Group { name: name.into(), text: text.into() }).to_vec();
    let all: Vec<usize> = (0..paths.len()).collect();
    if !all.is_empty() {
        writer.fork(&all, 0);
    }
    writer.view
}

/// How paths end; a leaf names its group by place.
const GROUPS: [(&str, &str); 3] = [
    ("returns", "the method ends normally"),
    ("throws", "an exception leaves it"),
    ("open", "not followed to its end"),
];

struct Writer<'a> {
    program: &'a Program,
    paths: &'a [Path],
    view: GraphView,
}

impl Writer<'_> {
    /// The node at which these paths, equal in their first `depth` decisions, part.
    fn fork(&mut self, paths: &[usize], depth: usize) -> usize {
        if let [path] = paths {
            return self.leaf(*path);
        }
        let ended = paths.iter().copied().filter(|&path| self.paths[path].condition.len() <= depth);
        let ended: Vec<usize> = ended.collect();
        let taken = &self.paths[paths[0]].condition;
        let known = taken[..depth.min(taken.len())].join("\n");
        let node = self.node(format!("{} paths", paths.len()), known, None, None);
        for path in ended {
            let leaf = self.leaf(path);
            self.edge(node, leaf, String::new());
        }
        for (_, group) in self.by_decision(paths, depth) {
            let until = self.common(&group);
            let end = if group.len() == 1 { self.paths[group[0]].condition.len() } else { until };
            let label = self.paths[group[0]].condition[depth..end].join(" && ");
            let child = self.fork(&group, until);
            self.edge(node, child, label);
        }
        node
    }

    /// The paths that go on, by their next decision, in the order they were taken.
    fn by_decision(&self, paths: &[usize], depth: usize) -> Vec<(String, Vec<usize>)> {
        let mut order: BTreeMap<&str, usize> = BTreeMap::new();
        let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
        for &path in paths {
            let Some(decision) = self.paths[path].condition.get(depth) else { continue };
            let at = *order.entry(decision).or_insert(groups.len());
            if at == groups.len() {
                groups.push((decision.clone(), Vec::new()));
            }
            groups[at].1.push(path);
        }
        groups
    }

    /// How many first decisions the paths share.
    fn common(&self, paths: &[usize]) -> usize {
        let first = &self.paths[paths[0]].condition;
        let shared = |path: &usize| {
            let other = &self.paths[*path].condition;
            first.iter().zip(other).take_while(|(a, b)| a == b).count()
        };
        paths.iter().map(shared).min().unwrap_or(0)
    }

    fn leaf(&mut self, path: usize) -> usize {
        let path = &self.paths[path];
        let (label, group) = match &path.outcome {
            Outcome::Returned => ("returns".to_owned(), 0),
            Outcome::Exited(status) => (format!("exits with {status}"), 0),
            Outcome::Discarded => ("discarded".to_owned(), 2),
            Outcome::Threw(thrown) => (thrown.kind().to_owned(), 1),
            Outcome::Incomplete(reason) => (reason.to_string(), 2),
        };
        let mut detail = path.condition.join("\n");
        if let Some(Ok(input)) = &path.input {
            detail += &format!("\n\ninput:\n{}", equations(self.program, input));
        }
        let place = match &path.outcome {
            Outcome::Threw(thrown) => thrown.own_frame().and_then(|frame| {
                Some(Place { file: frame.file.clone()?, line: frame.line?, ..Place::default() })
            }),
            Outcome::Returned | Outcome::Exited(_) | Outcome::Discarded | Outcome::Incomplete(_) => None,
        };
        let heap = path.picture.clone().map(super::drawn).filter(|heap| !heap.nodes.is_empty());
        let leaf = self.node(label, detail, Some(group), place);
        self.view.nodes[leaf].heap = heap;
        leaf
    }

    fn node(&mut self, label: String, detail: String, group: Option<usize>, place: Option<Place>) -> usize {
        self.view.nodes.push(NodeView { label, detail, group, place, heap: None });
        self.view.nodes.len() - 1
    }

    fn edge(&mut self, from: usize, to: usize, label: String) {
        self.view.edges.push(EdgeView { from, to, kind: "branch".into(), label, ..EdgeView::default() });
    }
}

/// The input, a line each.
fn equations(program: &Program, input: &Input) -> String {
    let lines =
        diagram::arguments(program, input).into_iter().map(|(name, value)| format!("{name} = {value}"));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::ClassPath;

    fn path(condition: &[&str]) -> Path {
        Path {
            outcome: Outcome::Returned,
            condition: condition.iter().map(|text| text.to_string()).collect(),
            flow: 0,
            input: None,
            replay: None,
            null_parameter: None,
            is_rejected: false,
            picture: None,
        }
    }

    #[test]
    fn paths_part_where_their_decisions_differ() {
        let program = Program::new(&ClassPath { entries: Vec::new(), jdk: None }).expect("nothing to read");
        let paths = [path(&["a", "b", "c"]), path(&["a", "b", "d"]), path(&["e"])];
        let view = tree(&program, &paths);
        let labels: Vec<&str> = view.edges.iter().map(|edge| edge.label.as_str()).collect();
        assert_eq!(labels, ["c", "d", "a && b", "e"]);
        assert_eq!((view.nodes.len(), view.nodes[0].label.as_str()), (5, "3 paths"));
    }
}
