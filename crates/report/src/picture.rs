//! Heaps as inline SVG, drawn as the papers draw them: circles for references, boxes for locations and objects, guards and
//! field names on the edges. Colours come from the page (`currentColor`), so light and dark both work.

use std::fmt::Write;

use crate::layout::layered;
use crate::{HeapNode, HeapView};

const CHAR: f64 = 7.4;
const LINE: f64 = 16.0;
const GAP: f64 = 28.0;
const LABEL: f64 = 13.0;
/// Characters of a label that are shown.
const LONGEST: usize = 36;

/// The heap as an `<svg>` element.
pub fn heap_svg(heap: &HeapView) -> String {
    let sizes: Vec<(f64, f64)> = heap.nodes.iter().map(size).collect();
    let edges: Vec<(usize, usize)> = heap.edges.iter().map(|edge| (edge.from, edge.to)).collect();
    let layout = layered(heap.nodes.len(), &edges, |node| sizes[node].0.max(label_width(heap, node)) + GAP);
    let row_height =
        sizes.iter().map(|size| size.1).fold(0.0, f64::max) + 2.2 * GAP + label_rows(heap) * LABEL;
    let centre = |node: usize| (layout.positions[node].0 + GAP / 2.0, layout.positions[node].1 * row_height);
    let width = layout.width + 3.0 * GAP;
    // An arrow from a node to itself rises above it.
    let margin = if heap.edges.iter().any(|edge| edge.from == edge.to) { GAP } else { GAP / 4.0 };
    let above = |node: usize| centre(node).1 - sizes[node].1 / 2.0;
    let below = |node: usize| centre(node).1 + sizes[node].1 / 2.0;
    let top = (0..sizes.len()).map(above).fold(layout.height * row_height, f64::min) - margin;
    let height = (0..sizes.len()).map(below).fold(top, f64::max) + margin - top;
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg class=\"heap\" viewBox=\"0 {top:.0} {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-label=\"heap diagram\">"
    );
    out.push_str(
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"currentColor\"/></marker></defs>",
    );
    for (index, edge) in heap.edges.iter().enumerate() {
        let earlier = &heap.edges[..index];
        let nth = earlier.iter().filter(|other| (other.from, other.to) == (edge.from, edge.to)).count();
        let row = earlier.iter().filter(|other| other.to == edge.to && !other.label.is_empty()).count();
        let ends = Ends::new(centre(edge.from), sizes[edge.from], centre(edge.to), sizes[edge.to]);
        let rows = layout.positions[edge.to].1 - layout.positions[edge.from].1;
        draw_edge(&mut out, &ends, nth, rows > 1.5);
        draw_label(&mut out, &ends, row, &edge.label);
    }
    for (index, node) in heap.nodes.iter().enumerate() {
        draw_node(&mut out, node, centre(index), sizes[index]);
    }
    out.push_str("</svg>");
    out
}

/// The same as a file of its own, with the colours and letters a page would have given it.
pub fn svg_file(heap: &HeapView) -> String {
    const STYLE: &str = "<style>svg{color:#234;font:13px sans-serif}rect.node{fill:#fff;stroke:#234}\
                         text.edge{font:11px sans-serif;fill:#567}text{fill:#234}</style>";
    let svg = heap_svg(heap).replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1);
    svg.replacen("<defs>", &format!("{STYLE}<defs>"), 1) + "\n<!-- written by cupper -->\n"
}

fn size(node: &HeapNode) -> (f64, f64) {
    let longest = node.fields.iter().chain([&node.label]).map(|text| text.chars().count()).max().unwrap_or(0);
    let width = (longest as f64 * CHAR + 16.0).max(34.0);
    if node.round { (width.max(34.0), 34.0) } else { (width, LINE * (node.fields.len() as f64 + 1.0) + 12.0) }
}

/// An edge's two nodes: centres and sizes.
struct Ends {
    from: (f64, f64),
    to: (f64, f64),
    start: (f64, f64),
    end: (f64, f64),
}

impl Ends {
    fn new(from: (f64, f64), from_size: (f64, f64), to: (f64, f64), to_size: (f64, f64)) -> Self {
        let downwards = to.1 > from.1;
        let side = if downwards { 0.5 } else { -0.5 };
        let start = (from.0, from.1 + side * from_size.1);
        let end =
            if to.1 == from.1 { (to.0, to.1 - 0.5 * to_size.1) } else { (to.0, to.1 - side * to_size.1) };
        Self { from, to, start, end }
    }
}

/// Arrows that go up, or past a row, bend to the side, so as not to seem to pass through what lies between.
fn draw_edge(out: &mut String, ends: &Ends, nth: usize, passes_a_row: bool) {
    let Ends { from, to, start, end } = ends;
    let bend = 22.0 * nth as f64 + if to.1 > from.1 && !passes_a_row { 0.0 } else { 60.0 };
    let middle =
        ((start.0 + end.0) / 2.0 + bend, (start.1 + end.1) / 2.0 + if from == to { -40.0 } else { 0.0 });
    let _ = write!(
        out,
        "<path d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"currentColor\" marker-end=\"url(#tip)\"/>",
        start.0, start.1, middle.0, middle.1, end.0, end.1
    );
}

/// What stands on an arrow is written above its head, the labels of several arrows one above the other; on an arrow that goes
/// up, beside its bend.
fn draw_label(out: &mut String, ends: &Ends, row: usize, label: &str) {
    if label.is_empty() {
        return;
    }
    let (x, y) = if ends.to.1 > ends.from.1 {
        (ends.end.0 + 6.0, ends.end.1 - 8.0 - LABEL * row as f64)
    } else {
        ((ends.start.0 + ends.end.0) / 2.0 + 36.0, (ends.start.1 + ends.end.1) / 2.0)
    };
    let (shown, whole) = (escape(&shortened(label)), escape(label));
    let _ =
        write!(out, "<text class=\"edge\" x=\"{x:.1}\" y=\"{y:.1}\">{shown}<title>{whole}</title></text>");
}

/// A label as far as it is shown; pointing at it shows the rest.
fn shortened(label: &str) -> String {
    match label.char_indices().nth(LONGEST) {
        Some((at, _)) => label[..at].to_owned() + "…",
        None => label.to_owned(),
    }
}

fn label_width(heap: &HeapView, node: usize) -> f64 {
    let incoming = heap.edges.iter().filter(|edge| edge.to == node);
    let length = incoming.map(|edge| edge.label.chars().count().min(LONGEST)).max().unwrap_or(0);
    length as f64 * 1.4 * 6.8
}

fn label_rows(heap: &HeapView) -> f64 {
    let labels =
        |node: usize| heap.edges.iter().filter(|edge| edge.to == node && !edge.label.is_empty()).count();
    (0..heap.nodes.len()).map(labels).max().unwrap_or(0) as f64
}

fn draw_node(out: &mut String, node: &HeapNode, (x, y): (f64, f64), (width, height): (f64, f64)) {
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    let radius = if node.round { 17 } else { 3 };
    let _ = write!(
        out,
        "<rect class=\"node\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{radius}\"/>"
    );
    let first = if node.round { y + 5.0 } else { top + LINE };
    let _ = write!(
        out,
        "<text x=\"{x:.1}\" y=\"{first:.1}\" text-anchor=\"middle\" font-weight=\"bold\">{}</text>",
        escape(&node.label)
    );
    for (index, field) in node.fields.iter().enumerate() {
        let line = first + LINE * (index as f64 + 1.0);
        let _ = write!(out, "<text x=\"{:.1}\" y=\"{line:.1}\">{}</text>", left + 8.0, escape(field));
    }
}

/// Text inside HTML or SVG.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HeapEdge;

    #[test]
    fn nodes_edges_and_guards_are_drawn() {
        let node = |label: &str, round| HeapNode { label: label.into(), fields: vec![], round };
        let heap = HeapView {
            nodes: vec![node("r0", true), node("Node", false)],
            edges: vec![
                HeapEdge { from: 0, to: 1, label: "r0 != null && a<b".into() },
                HeapEdge { from: 1, to: 1, label: "next".into() },
            ],
        };
        let svg = heap_svg(&heap);
        assert_eq!(svg.matches("<rect").count(), 2);
        assert_eq!(svg.matches("marker-end").count(), 2);
        assert!(svg.contains("r0 != null &amp;&amp; a&lt;b"), "{svg}");
        assert!(!svg.contains("NaN"), "{svg}");
    }

    #[test]
    fn an_empty_heap_is_an_empty_picture() {
        assert!(heap_svg(&HeapView::default()).starts_with("<svg"));
    }
}
