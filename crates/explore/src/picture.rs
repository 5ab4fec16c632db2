//! Heaps as the papers draw them: circles for references, boxes for locations, guards and field names on the arrows.

use heap::{Cx, Field, Heap, Loc, Ref, Target, Value};
use rustc_hash::FxHashMap;
use term::Term;

use crate::notation;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    pub nodes: Vec<Node>,
    /// From, to, and what stands on the arrow.
    pub arrows: Vec<(usize, usize, String)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub label: String,
    /// Fields that hold no reference, a line each.
    pub lines: Vec<String>,
    pub shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A reference.
    Circle,
    /// A location.
    Box,
}

/// What is written into a picture.
pub struct Pen<'a> {
    /// The fields of a location that are shown.
    pub fields: &'a dyn Fn(Loc) -> Vec<Field>,
    /// A guard or a number in words.
    pub words: &'a dyn Fn(Term) -> String,
    /// What a location is called, given how many were drawn before it.
    pub location: &'a dyn Fn(Loc, usize) -> String,
}

/// Draws what the named roots reach.
pub fn draw<'a>(
    cx: Cx<'_>,
    heap: &Heap,
    roots: impl IntoIterator<Item = (&'a str, Value)>,
    pen: &Pen<'_>,
) -> Picture {
    let mut artist = Artist {
        cx,
        heap,
        pen,
        picture: Picture::default(),
        drawn: 0,
        references: FxHashMap::default(),
        locations: FxHashMap::default(),
    };
    for (name, value) in roots {
        if let Value::Ref(reference) = value {
            let root = artist.node(name.into(), Shape::Circle);
            artist.point(root, reference);
        }
    }
    artist.picture
}

struct Artist<'a> {
    cx: Cx<'a>,
    heap: &'a Heap,
    pen: &'a Pen<'a>,
    picture: Picture,
    /// Locations drawn so far.
    drawn: usize,
    references: FxHashMap<Ref, usize>,
    locations: FxHashMap<Target, usize>,
}

impl Artist<'_> {
    fn node(&mut self, label: String, shape: Shape) -> usize {
        self.picture.nodes.push(Node { label, lines: Vec::new(), shape });
        self.picture.nodes.len() - 1
    }

    /// Arrows from a circle to all it may be.
    fn point(&mut self, from: usize, reference: Ref) {
        let entries = notation::entries(self.cx, self.heap, reference);
        let is_certain = entries.len() == 1;
        for entry in entries {
            let to = self.target(entry.target);
            let guard = if is_certain { String::new() } else { (self.pen.words)(entry.guard) };
            self.picture.arrows.push((from, to, guard));
        }
    }

    fn target(&mut self, target: Target) -> usize {
        if let Some(&node) = self.locations.get(&target) {
            return node;
        }
        let loc = match target {
            Target::Loc(loc) if loc != Loc::NULL => loc,
            Target::Loc(_) => return self.leaf(target, "null".into()),
            Target::Sym(sym) => return self.symbol(target, self.heap.symbol(sym).var),
        };
        let class = self.cx.types.class_name(self.heap.location(loc).class.bound());
        let name = (self.pen.location)(loc, self.drawn);
        self.drawn += 1;
        let node = self.leaf(target, format!("{name} {class}"));
        for field in (self.pen.fields)(loc) {
            self.hold(
                node,
                self.cx.types.field_name(field),
                notation::field_of(self.cx, self.heap, loc, field),
            );
        }
        node
    }

    /// An input object without a location, with what its fields were updated to.
    fn symbol(&mut self, target: Target, var: Term) -> usize {
        let node = self.leaf(target, notation::target(self.heap, target));
        for update in self.heap.updates().into_iter().filter(|update| update.object == var) {
            self.hold(node, self.cx.types.field_name(update.field), Some(update.value));
        }
        node
    }

    fn leaf(&mut self, target: Target, label: String) -> usize {
        let node = self.node(label, Shape::Box);
        self.locations.insert(target, node);
        node
    }

    /// A field: an arrow to the reference it holds, or a line in the box.
    fn hold(&mut self, node: usize, name: String, value: Option<Value>) {
        match value {
            Some(Value::Ref(reference)) => {
                let circle = match self.references.get(&reference) {
                    Some(&circle) => circle,
                    None => {
                        let circle = self.node(format!("r{}", self.references.len()), Shape::Circle);
                        self.references.insert(reference, circle);
                        self.point(circle, reference);
                        circle
                    }
                };
                self.picture.arrows.push((node, circle, name));
            }
            Some(number) => {
                let shown = match number {
                    Value::Term(term) => (self.pen.words)(term),
                    known => notation::value(self.cx, self.heap, known),
                };
                self.picture.nodes[node].lines.push(format!("{name} = {shown}"));
            }
            None => self.picture.nodes[node].lines.push(format!("{name} = un")),
        }
    }
}
