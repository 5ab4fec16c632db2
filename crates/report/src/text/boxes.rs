//! A heap drawn in text: a box for each object, arrows by name.

use crate::{HeapNode, HeapView};

/// The lines of all boxes; references, which views with pictures draw as circles, are told elsewhere.
pub fn draw(heap: &HeapView) -> Vec<String> {
    let boxes = heap.nodes.iter().enumerate().filter(|(_, node)| !node.round);
    boxes.flat_map(|(index, node)| one(&node.label, &rows(heap, index, node))).collect()
}

fn rows(heap: &HeapView, index: usize, node: &HeapNode) -> Vec<String> {
    let arrows = heap.edges.iter().filter(|edge| edge.from == index);
    let arrows = arrows.map(|edge| format!("{} ─► {}", edge.label, heap.nodes[edge.to].label));
    node.fields.iter().cloned().chain(arrows).collect()
}

fn one(title: &str, rows: &[String]) -> Vec<String> {
    let length = |text: &str| text.chars().count();
    let width = rows.iter().map(|row| length(row)).fold(length(title) + 2, usize::max);
    let mut out = vec![format!("┌─ {title} {}┐", "─".repeat(width - length(title) - 1))];
    out.extend(rows.iter().map(|row| format!("│ {row}{} │", " ".repeat(width - length(row)))));
    out.push(format!("└{}┘", "─".repeat(width + 2)));
    out
}
