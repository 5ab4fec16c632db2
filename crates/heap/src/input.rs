//! The input heap a model describes: what a path's input looks like in full.
//!
//! Whatever the path never asked about is left out and holds its default. Objects are numbered in the order they are
//! reached; two symbols with the same number in the model are the same object.

use std::collections::BTreeMap;

use base::define_id;
use term::{Evaluator, Model, Term};

use crate::access::{CLASS, LENGTH};
use crate::class::OTHER;
use crate::history::Base;
use crate::location::Unknown;
use crate::{Before, Class, ClassOf, Cx, Field, Heap, Loc, Ref, Sym, Target, Value};

define_id! {
    /// An object of an [`InputHeap`].
    pub struct ObjectId = "obj";
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct InputHeap {
    pub objects: Vec<InputObject>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct InputObject {
    pub class: Class,
    /// The access path by which it was first met.
    pub name: String,
    /// Fields the path asked about.
    pub fields: Vec<(Field, InputValue)>,
    /// Length and the elements asked about; `None` for objects that are no arrays.
    pub array: Option<(i32, BTreeMap<i32, InputValue>)>,
    /// Where it is found, if it was there before the call; it holds what it holds then.
    pub before: Option<Place>,
}

/// Where an object is found that was there before the call.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// At this location of the symbolic heap: nobody has said more.
    At(Loc),
    /// In this static field.
    Static(Field),
    /// Boxing this number gives it.
    Boxed(InputValue),
    /// The literal of this text is it.
    Literal(String),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InputValue {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Null,
    Object(ObjectId),
    /// A constant of an enumerated class, by its number.
    Constant(Class, u32),
}

/// Builds an [`InputHeap`] from a heap and a model of its path condition.
pub struct InputReader<'a> {
    cx: Cx<'a>,
    heap: &'a Heap,
    eval: Evaluator<'a>,
    ids: BTreeMap<Node, ObjectId>,
    out: InputHeap,
}

/// The identity of an input object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Loc(Loc),
    /// An object without a location, by the first symbol that stands for it.
    Sym(Sym),
}

/// An object of a class nobody knows is part of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownClass(pub String);

impl<'a> InputReader<'a> {
    pub fn new(cx: Cx<'a>, heap: &'a Heap, model: &'a Model) -> Self {
        let eval = Evaluator::new(cx.terms, model);
        Self { cx, heap, eval, ids: BTreeMap::new(), out: InputHeap::default() }
    }

    /// The value of a root, or of anything else made of input.
    pub fn value(&mut self, value: Value) -> Result<InputValue, UnknownClass> {
        match value {
            Value::Int(value) => Ok(InputValue::Int(value)),
            Value::Long(value) => Ok(InputValue::Long(value)),
            Value::Float(bits) => Ok(InputValue::Float(f32::from_bits(bits))),
            Value::Double(bits) => Ok(InputValue::Double(f64::from_bits(bits))),
            Value::Term(term) => Ok(self.number(term)),
            Value::Ref(reference) => self.reference(reference),
        }
    }

    pub fn finish(self) -> InputHeap {
        self.out
    }

    fn number(&mut self, term: Term) -> InputValue {
        match self.value_of_number(term) {
            Value::Int(value) => InputValue::Int(value),
            Value::Long(value) => InputValue::Long(value),
            Value::Float(bits) => InputValue::Float(f32::from_bits(bits)),
            Value::Double(bits) => InputValue::Double(f64::from_bits(bits)),
            Value::Term(_) | Value::Ref(_) => panic!("a model gives numbers to number terms"),
        }
    }

    fn value_of_number(&mut self, term: Term) -> Value {
        let constant = self.eval.value(term).expect("no quantifiers in path conditions");
        Value::of_term(self.cx.terms, self.cx.terms.constant(constant))
    }

    fn reference(&mut self, reference: Ref) -> Result<InputValue, UnknownClass> {
        let entries = self.cx.sets.entries(reference);
        let holding = entries.iter().find(|entry| self.eval.holds(entry.guard));
        match holding.unwrap_or(&entries[0]).target {
            Target::Loc(Loc::NULL) => Ok(InputValue::Null),
            Target::Loc(loc) => match self.heap.constant(loc) {
                Some((class, number)) => Ok(InputValue::Constant(class, number as u32)),
                None => self.node(Node::Loc(loc)),
            },
            Target::Sym(sym) => self.symbol(sym),
        }
    }

    fn symbol(&mut self, sym: Sym) -> Result<InputValue, UnknownClass> {
        let bound = self.heap.symbol(sym).bound;
        if let (true, Some(value)) = (self.cx.types.is_enumerated(bound), self.heap.symbol(sym).value) {
            return self.reference(value);
        }
        match self.symbol_node(sym) {
            None => Ok(InputValue::Null),
            Some(node) => self.node(node),
        }
    }

    fn symbol_node(&mut self, sym: Sym) -> Option<Node> {
        let info = self.heap.symbol(sym);
        if let Some(loc) = info.value.and_then(Ref::as_loc) {
            return (loc != Loc::NULL).then_some(Node::Loc(loc));
        }
        let number = self.ref_number(info.var);
        if number == 0 {
            return None;
        }
        let loc = Loc(number);
        let is_input = (number as usize) < self.heap.location_count()
            && (self.heap.location(loc).creator.is_some() || self.heap.is_earlier(loc))
            && self.heap.may_point(self.cx, info.bound, loc);
        if is_input {
            return Some(Node::Loc(loc));
        }
        self.namesakes(sym).first().map(|first| Node::Sym(*first))
    }

    /// The symbols that stand for the same object: equal numbers of types that have nothing in common mean nothing.
    fn namesakes(&mut self, sym: Sym) -> Vec<Sym> {
        let (number, bound) = (self.ref_number(self.heap.symbol(sym).var), self.heap.symbol(sym).bound);
        let mut out = Vec::new();
        for (other, info) in self.heap.symbols() {
            if self.ref_number(info.var) == number && self.cx.may_overlap(info.bound, bound) {
                out.push(other);
            }
        }
        out
    }

    fn ref_number(&mut self, var: Term) -> u32 {
        match self.eval.value(var).expect("no quantifiers in path conditions") {
            term::Value::Ref(number) => number,
            _ => panic!("a symbol's variable is a reference"),
        }
    }

    fn node(&mut self, node: Node) -> Result<InputValue, UnknownClass> {
        if let Node::Loc(loc) = node
            && let Some(twin) = self.heap.twin(self.cx, loc, |condition| self.eval.holds(condition))
        {
            return self.earlier(twin);
        }
        if let Node::Loc(loc) = node
            && self.heap.location(loc).before != Before::No
        {
            return self.earlier(loc);
        }
        if let Some(&id) = self.ids.get(&node) {
            return Ok(InputValue::Object(id));
        }
        let id = ObjectId(self.out.objects.len() as u32);
        self.ids.insert(node, id);
        let (class, name) = self.class_and_name(node);
        if class == OTHER {
            return Err(UnknownClass(name));
        }
        self.out.objects.push(InputObject { class, name, fields: Vec::new(), array: None, before: None });
        match node {
            Node::Loc(loc) => self.read_location(id, loc)?,
            Node::Sym(sym) => self.read_maps(id, sym)?,
        }
        Ok(InputValue::Object(id))
    }

    /// An object that was there before the call.
    fn earlier(&mut self, loc: Loc) -> Result<InputValue, UnknownClass> {
        if let Some((class, number)) = self.heap.constant(loc) {
            return Ok(InputValue::Constant(class, number as u32));
        }
        if let Some(&id) = self.ids.get(&Node::Loc(loc)) {
            return Ok(InputValue::Object(id));
        }
        let id = ObjectId(self.out.objects.len() as u32);
        self.ids.insert(Node::Loc(loc), id);
        let (class, name) = self.class_and_name(Node::Loc(loc));
        let before = Some(Place::At(loc));
        self.out.objects.push(InputObject { class, name, fields: Vec::new(), array: None, before });
        Ok(InputValue::Object(id))
    }

    fn object(&mut self, id: ObjectId) -> &mut InputObject {
        &mut self.out.objects[id.0 as usize]
    }

    fn class_and_name(&mut self, node: Node) -> (Class, String) {
        match node {
            Node::Loc(loc) => {
                let class = match self.heap.location(loc).class {
                    ClassOf::Exact(class) => class,
                    ClassOf::Open { bound, var } => {
                        self.class_value(var).unwrap_or_else(|| self.natural(&[bound]))
                    }
                };
                (class, self.heap.location_name(loc).to_owned())
            }
            Node::Sym(sym) => self.class_of_symbol(sym),
        }
    }

    fn class_of_symbol(&mut self, sym: Sym) -> (Class, String) {
        let bounds: Vec<Class> = self.namesakes(sym).iter().map(|sym| self.heap.symbol(*sym).bound).collect();
        let mut class = None;
        for (_, unknown) in self.reads_at(CLASS, sym) {
            if let Unknown::Number(var) = unknown {
                class = self.class_value(var);
            }
        }
        (class.unwrap_or_else(|| self.natural(&bounds)), self.heap.symbol(sym).name.to_string())
    }

    /// The class a model gives to a class variable; `None` if nothing depended on it.
    fn class_value(&mut self, var: Term) -> Option<Class> {
        match self.value_of_number(var) {
            Value::Int(0) => None,
            Value::Int(class) => Some(Class(class as u32)),
            Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Term(_) | Value::Ref(_) => None,
        }
    }

    fn natural(&self, bounds: &[Class]) -> Class {
        let Some(&first) = bounds.first() else { return OTHER };
        let fits = |class: &&Class| bounds.iter().all(|bound| self.cx.types.is_subtype(**class, *bound));
        let candidates = bounds.iter().map(|bound| self.cx.types.candidates(*bound));
        let fitting = candidates.flat_map(|all| all.classes.iter().filter(fits).copied().collect::<Vec<_>>());
        let is_array = self.cx.types.element(first).is_some();
        let unlisted = if is_array { self.cx.types.erase(first) } else { OTHER };
        fitting.into_iter().next().unwrap_or(unlisted)
    }

    /// Whether an object is of a class with the field. What reads of several possible objects looks at all of them, so that an
    /// object may have been asked for what it has not.
    fn has_field(&self, id: ObjectId, field: Field) -> bool {
        self.cx.types.has_field(self.out.objects[id.0 as usize].class, field)
    }

    fn read_location(&mut self, id: ObjectId, loc: Loc) -> Result<(), UnknownClass> {
        let location = self.heap.location(loc);
        for &(field, unknown) in &location.inputs {
            if !self.has_field(id, field) {
                continue;
            }
            let value = self.unknown(unknown)?;
            self.object(id).fields.push((field, value));
        }
        let Some(array) = &location.array else { return Ok(()) };
        let length = self.int(array.length);
        let mut elements = BTreeMap::new();
        if let Base::Input = array.elements.base {
            for &(key, unknown) in &array.elements.history.reads {
                let index = self.int_term(key.index.expect("array elements are keyed by index"));
                let value = self.unknown(unknown)?;
                elements.insert(index, value);
            }
        }
        elements.retain(|index, _| (0..length).contains(index));
        self.object(id).array = Some((length, elements));
        Ok(())
    }

    fn read_maps(&mut self, id: ObjectId, sym: Sym) -> Result<(), UnknownClass> {
        let mut length = 0;
        let mut elements = BTreeMap::new();
        let fields: Vec<Field> = self.heap.maps.keys().copied().collect();
        for field in fields {
            for (index, unknown) in self.reads_at(field, sym) {
                match (field, index) {
                    (CLASS, _) => {}
                    (LENGTH, _) => length = self.unknown_int(unknown),
                    (_, Some(index)) => {
                        let (index, value) = (self.int_term(index), self.unknown(unknown)?);
                        elements.insert(index, value);
                    }
                    (field, None) if !self.has_field(id, field) => {}
                    (field, None) => {
                        let value = self.unknown(unknown)?;
                        let known = &mut self.object(id).fields;
                        if known.iter().all(|(name, _)| *name != field) {
                            known.push((field, value));
                        }
                    }
                }
            }
        }
        if self.cx.types.element(self.out.objects[id.0 as usize].class).is_some() {
            elements.retain(|index, _| (0..length).contains(index));
            self.object(id).array = Some((length, elements));
        }
        Ok(())
    }

    /// What was read from a field map at one object: indices (of arrays) and values.
    fn reads_at(&mut self, field: Field, sym: Sym) -> Vec<(Option<Term>, Unknown)> {
        let vars: Vec<Term> = self.namesakes(sym).iter().map(|sym| self.heap.symbol(*sym).var).collect();
        let reads = self.heap.maps.get(&field).map_or(&[][..], |map| &map.reads);
        let of_object =
            reads.iter().filter(|(key, _)| key.object.is_some_and(|object| vars.contains(&object)));
        of_object.map(|(key, unknown)| (key.index, *unknown)).collect()
    }

    fn unknown(&mut self, unknown: Unknown) -> Result<InputValue, UnknownClass> {
        match unknown {
            Unknown::Number(term) => Ok(self.number(term)),
            Unknown::Reference(sym) => self.symbol(sym),
        }
    }

    fn unknown_int(&mut self, unknown: Unknown) -> i32 {
        match unknown {
            Unknown::Number(term) => self.int_term(term),
            Unknown::Reference(_) => panic!("a length is a number"),
        }
    }

    fn int(&mut self, value: Value) -> i32 {
        match value {
            Value::Int(value) => value,
            Value::Term(term) => self.int_term(term),
            Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Ref(_) => {
                panic!("a length is an int")
            }
        }
    }

    fn int_term(&mut self, term: Term) -> i32 {
        match self.value_of_number(term) {
            Value::Int(value) => value,
            Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Term(_) | Value::Ref(_) => {
                panic!("an index is an int")
            }
        }
    }
}

impl InputHeap {
    pub fn object(&self, id: ObjectId) -> &InputObject {
        &self.objects[id.0 as usize]
    }
}
