//! Views: what of a graph's states becomes numbers. Cheap ones are tried first, and most loops need no more.

use graph::Graph;
use program::{FieldId, Program};

use super::Marker;
use super::measure::{self, Measure};

/// What a translation looks at besides the integers that states show.
#[derive(Clone, Debug, Default)]
pub struct View {
    pub measures: Vec<Measure>,
    /// Integer fields whose content is followed in objects that do not show it.
    pub contents: Vec<FieldId>,
    /// Properties of fields whose objects are counted.
    pub markers: Vec<Marker>,
    /// Whether what calls return is related to what they were given.
    pub summaries: bool,
    /// Whether the steps of ways that states promise are counted.
    pub ways: bool,
}

impl View {
    /// What is worth looking at, from cheap to expensive.
    pub fn all(program: &Program, graph: &Graph) -> Vec<View> {
        let height = Measure::height_along_reads(graph);
        let contents = measure::integers_read(program, graph);
        let classes = Measure::counts_by_class(graph);
        let mut out = vec![View::default(), View::of(height.clone()), View::of(Measure::count())];
        if !contents.is_empty() {
            out.push(View { contents, ..View::of(height.clone()) });
        }
        for markers in Marker::candidates(program, graph).into_iter().filter(|markers| !markers.is_empty()) {
            out.push(View { markers, ..View::of(height.clone()) });
        }
        if graph.nodes.iter().any(|node| !node.state.reaches.is_empty()) {
            out.push(View { ways: true, ..View::of(height.clone()) });
        }
        let heights = Measure::heights_by_component(program, graph);
        if !heights.is_empty() {
            out.push(View { measures: heights, ..View::default() });
        }
        if !classes.is_empty() {
            out.push(View { measures: classes, ..View::default() });
        }
        out.extend(Measure::sums(program, graph).into_iter().map(View::of));
        if graph.edges.iter().any(|edge| edge.summarizes().is_some()) {
            let with_summaries = |view: &View| View { summaries: true, ..view.clone() };
            let again: Vec<View> = out.iter().map(with_summaries).collect();
            out.extend(again);
        }
        out
    }

    fn of(measure: Measure) -> Self {
        Self { measures: vec![measure], ..Self::default() }
    }
}
