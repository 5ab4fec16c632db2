//! An input heap as a picture: arguments as circles, objects as boxes, arrows by field name. Strings and arrays of numbers are
//! written where they are used.

use explore::picture::{self, Picture, Shape};
use explore::{Input, diagram};
use heap::{InputValue, ObjectId};
use program::Program;
use report::{HeapEdge, HeapNode, HeapView};

/// The picture; empty if no argument is an object worth a box.
pub fn picture(program: &Program, input: &Input) -> HeapView {
    let mut drawing = Drawing { program, input, view: HeapView::default(), boxes: Vec::new() };
    for (index, _) in input.heap.objects.iter().enumerate() {
        drawing.object(ObjectId(index as u32));
    }
    for arg in &input.args {
        drawing.argument(&arg.name, arg.value);
    }
    for unknown in &input.statics {
        drawing.argument(&unknown.name, unknown.value);
    }
    drawing.fields();
    if drawing.boxes.is_empty() { HeapView::default() } else { drawing.view }
}

/// A symbolic heap as reports draw it.
pub fn drawn(picture: Picture) -> HeapView {
    let node = |node: picture::Node| HeapNode {
        label: node.label,
        fields: node.lines,
        round: node.shape == Shape::Circle,
    };
    HeapView {
        nodes: picture.nodes.into_iter().map(node).collect(),
        edges: picture.arrows.into_iter().map(|(from, to, label)| HeapEdge { from, to, label }).collect(),
    }
}

struct Drawing<'a> {
    program: &'a Program,
    input: &'a Input,
    view: HeapView,
    /// Objects with a box, and its number.
    boxes: Vec<(ObjectId, usize)>,
}

impl Drawing<'_> {
    fn object(&mut self, id: ObjectId) {
        if diagram::is_drawn(self.program, &self.input.heap, id) {
            let label = diagram::title(self.program, &self.input.heap, id);
            self.boxes.push((id, self.view.nodes.len()));
            self.view.nodes.push(HeapNode { label, fields: Vec::new(), round: false });
        }
    }

    fn argument(&mut self, name: &str, value: InputValue) {
        if let Some(to) = self.boxed(value) {
            self.view.nodes.push(HeapNode { label: name.to_owned(), fields: Vec::new(), round: true });
            let from = self.view.nodes.len() - 1;
            self.view.edges.push(HeapEdge { from, to, label: String::new() });
        }
    }

    fn fields(&mut self) {
        let input = self.input;
        for (id, from) in self.boxes.clone() {
            let object = input.heap.object(id);
            for &(field, value) in &object.fields {
                let name = diagram::field_in(self.program, object, field);
                let shown = diagram::content(self.program, &input.heap, field, value);
                self.content(from, &name, value, &shown);
            }
            for (index, &value) in object.array.iter().flat_map(|(_, elements)| elements) {
                let shown = diagram::value(self.program, &input.heap, value);
                self.content(from, &format!("[{index}]"), value, &shown);
            }
            if let Some((length, _)) = &object.array {
                self.view.nodes[from].fields.push(format!("length = {length}"));
            }
        }
    }

    /// An arrow to a box, or a line inside this one.
    fn content(&mut self, from: usize, name: &str, value: InputValue, shown: &str) {
        match self.boxed(value) {
            Some(to) => self.view.edges.push(HeapEdge { from, to, label: name.to_owned() }),
            None => self.view.nodes[from].fields.push(format!("{name} = {shown}")),
        }
    }

    fn boxed(&self, value: InputValue) -> Option<usize> {
        let InputValue::Object(id) = value else { return None };
        self.boxes.iter().find(|(known, _)| *known == id).map(|(_, node)| *node)
    }
}
