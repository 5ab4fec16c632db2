//! One self-contained page: no network, opens from disk, light and dark, usable by keyboard.
//!
//! The page carries the report as JSON; pictures of heaps are drawn and graphs laid out here, once, so that the script only shows
//! them. Graphs come twice: whole, and with straight lines collapsed.

mod collapse;

use serde_json::{Value, json};

use crate::layout::layered;
use crate::picture::{escape, heap_svg};
use crate::{GraphView, HeapView, Report};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The report as a page.
pub fn render(report: &Report) -> String {
    fill(
        PAGE,
        &[
            ("{{title}}", &escape(&format!("Cupper {}", report.command))),
            ("{{style}}", STYLE),
            ("{{data}}", &embed(&data(report))),
            ("{{script}}", SCRIPT),
        ],
    )
}

/// Puts texts into a template's holes, left to right; what is put in is not searched again.
pub fn fill(template: &str, holes: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = template;
    for (hole, text) in holes {
        let (before, after) = rest.split_once(hole).expect("the template has its holes in this order");
        out.push_str(before);
        out.push_str(text);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// JSON that may stand inside a `<script>` element.
pub fn embed(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

fn data(report: &Report) -> Value {
    let mut data = serde_json::to_value(report).expect("a report is always JSON");
    for (result, value) in report.results.iter().zip(data["results"].as_array_mut().into_iter().flatten()) {
        for (finding, value) in
            result.findings.iter().zip(value["findings"].as_array_mut().into_iter().flatten())
        {
            value["sentence"] = json!(finding.sentence());
            value["frames"] = json!(finding.stack.iter().map(ToString::to_string).collect::<Vec<_>>());
            for (key, heap) in [("heap", &finding.heap), ("symbolic", &finding.symbolic)] {
                draw(&mut value[key], heap);
            }
        }
        value["why"] = json!(result.reasons.iter().map(ToString::to_string).collect::<Vec<_>>());
        if !result.graphs.is_empty() {
            value["graphs"] = result.graphs.iter().map(graph_data).collect();
        }
    }
    for (source, value) in report.sources.iter().zip(data["sources"].as_array_mut().into_iter().flatten()) {
        for (line, value) in source.lines.iter().zip(value["lines"].as_array_mut().into_iter().flatten()) {
            value["remark"] = json!(line.remark());
        }
    }
    data
}

/// Puts the picture of a heap in its place.
fn draw(value: &mut Value, heap: &Option<HeapView>) {
    if let Some(heap) = heap {
        *value = json!(heap_svg(heap));
    }
}

/// A graph with its nodes placed, whole and collapsed.
fn graph_data(graph: &GraphView) -> Value {
    let collapsed = collapse::straight_lines(graph);
    let views: Vec<Value> = [&collapsed, graph].map(placed).into_iter().collect();
    json!({ "title": graph.title, "groups": graph.groups, "views": views })
}

fn placed(graph: &GraphView) -> Value {
    let edges: Vec<(usize, usize)> = graph.edges.iter().map(|edge| (edge.from, edge.to)).collect();
    let layout = layered(graph.nodes.len(), &edges, |_| 1.0);
    let round = |number: f64| (number * 100.0).round() / 100.0;
    let places: Vec<[f64; 2]> = layout.positions.iter().map(|&(x, y)| [round(x), round(y)]).collect();
    let mut nodes = json!(graph.nodes);
    for (node, value) in graph.nodes.iter().zip(nodes.as_array_mut().into_iter().flatten()) {
        draw(&mut value["heap"], &node.heap);
    }
    json!({ "nodes": nodes, "edges": graph.edges, "places": places })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EdgeView, Finding, MethodReport, NodeView};

    #[test]
    fn hostile_text_cannot_leave_its_script_element() {
        let finding = Finding { message: "</script><script>alert(1)</script>".into(), ..Finding::default() };
        let result = MethodReport { findings: vec![finding], ..MethodReport::default() };
        let page = render(&Report { results: vec![result], ..Report::default() });
        assert!(!page.contains("</script><script>alert"));
        assert!(page.contains("\\u003c/script>\\u003cscript>alert(1)"));
    }

    #[test]
    fn the_page_needs_no_network() {
        let page = render(&Report::default());
        for outside in ["http://", "https://", "src=", "@import", "url("] {
            assert!(!page.contains(outside), "the page mentions `{outside}`");
        }
    }

    #[test]
    fn graphs_come_whole_and_collapsed() {
        let node = |label: &str| NodeView { label: label.into(), ..NodeView::default() };
        let edge = |from, to| EdgeView { from, to, kind: "eval".into(), ..EdgeView::default() };
        let graph = GraphView {
            nodes: vec![node("a"), node("b"), node("c")],
            edges: vec![edge(0, 1), edge(1, 2)],
            ..GraphView::default()
        };
        let data = graph_data(&graph);
        assert_eq!(data["views"][0]["nodes"].as_array().map(Vec::len), Some(1));
        assert_eq!(data["views"][1]["nodes"].as_array().map(Vec::len), Some(3));
    }
}
