//! Graphs and heaps to look at, free of what they are graphs and heaps of.

use serde::{Deserialize, Serialize};

use crate::Place;

/// A graph to look at: a symbolic execution graph, an exploration tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphView {
    pub title: String,
    pub nodes: Vec<NodeView>,
    pub edges: Vec<EdgeView>,
    /// Loops with what is known about each; a node names its group by index.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
}

/// A state of a graph, as it is drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NodeView {
    pub label: String,
    /// The whole state, shown on demand.
    pub detail: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The symbolic heap of this state, drawn beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heap: Option<HeapView>,
}

/// An edge between nodes given by index. Kinds colour it: `eval`, `refine`, `instance`, `call`, …
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EdgeView {
    pub from: usize,
    pub to: usize,
    pub kind: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// What holds when it is taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
    /// Which reference of the source each of the target's was, by number: target first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub map: Vec<(u32, u32)>,
}

/// A box around states.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    pub name: String,
    pub text: String,
}

/// A heap to draw: objects or locations as boxes, references as circles, guards on the edges.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeapView {
    pub nodes: Vec<HeapNode>,
    pub edges: Vec<HeapEdge>,
}

/// An object of a heap, as it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeapNode {
    pub label: String,
    /// Primitive fields, a line each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
    /// Drawn as a circle (a reference) instead of a box (a location or object).
    #[serde(default)]
    pub round: bool,
}

/// A reference from one object to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeapEdge {
    pub from: usize,
    pub to: usize,
    pub label: String,
}
