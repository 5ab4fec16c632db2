//! Abstract states [Otto15, Def. 1.1]: call stack, heap, predicates, static fields, pending exception, initialised
//! classes.
//!
//! Everything a register, field or cell holds is a [`Ref`]; integers and floats are reached through references too,
//! so one reference at two places means *equal* in every represented concrete state. Invariants of a canonical state
//! (established by [`State::canonical`]):
//! - reference 0 is `null`; the others are numbered in the order a walk from the roots meets them, so equal states are
//!   equal byte for byte, and nothing unreachable is kept (W1);
//! - an integer literal and a float literal occur once (erratum E6);
//! - a maybe-null object has no realised field (W2); cells are all known or all hidden (W3); types are non-empty (W4);
//!   no `a =? a` (W5).
//!
//! What is not realised is a *tree* disjoint from everything else unless [`Predicates`] permit otherwise.
//!
//! Departures: (1) a static field without an entry still has its default value; (2) strings are kept like arrays of
//! hidden characters once their length was looked at; (3) dead registers hold nothing.

pub mod canonical;
pub mod focus;
pub mod predicates;
pub mod reach;
pub mod refset;
pub mod shape;

use std::sync::Arc;

use base::{Id, define_id};
use program::code::{Pc, Reg};
use program::{ClassId, FieldId, MethodId};

use crate::domain::difference::Differences;
use crate::domain::interval::Interval;
use crate::state::predicates::Predicates;
use crate::state::reach::Reaches;
use crate::world::{TypeSet, World};

define_id! {
    /// A reference of one state.
    pub struct Ref = "o";
}

impl Ref {
    pub const NULL: Self = Self(0);
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Callers first: the last frame is running.
    pub frames: Vec<Frame>,
    /// Sorted by field; a field without an entry has its default value.
    pub statics: Vec<(FieldId, Ref)>,
    /// The exception in flight.
    pub exception: Option<Ref>,
    /// Classes with an initialiser that has begun. Sorted.
    pub init: Arc<Vec<(ClassId, InitStatus)>>,
    /// Indexed by reference.
    pub values: Vec<Value>,
    pub predicates: Predicates,
    pub differences: Differences,
    /// What surely leads where.
    pub reaches: Reaches,
    /// Outcome of a comparison forced by a split, until the next evaluation.
    pub split: Option<Split>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    pub method: MethodId,
    pub pc: Pc,
    pub regs: Vec<Option<Ref>>,
    pub role: Role,
    /// Input arguments of an abstracted activation [Otto15, Def. 3.2], sorted by slot.
    pub inputs: Vec<Input>,
}

/// Why a frame runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// The frame below waits at its call and goes on behind it.
    Call,
    /// Called by a modelled library method, which goes on in the frame below; the result is dropped.
    Callback,
    /// A class initialiser: the frame below repeats its instruction.
    Initializer(ClassId),
    /// A call whose callers were forgotten: the lowest frame of an abstracted activation.
    Entry(Site),
}

/// The call by which a recursion was entered from outside. What different calls start is told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    pub method: MethodId,
    pub pc: Pc,
}

/// A shadow of something the forgotten caller holds: where it is now, and whether it may have been written to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Input {
    pub slot: Slot,
    pub r: Ref,
    pub changed: bool,
}

/// The role of an input argument, so that different call sites line up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    Argument(u16),
    Static(FieldId),
    /// The k-th further reference of the immediate caller.
    Caller(u16),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InitStatus {
    Running,
    Done,
    /// The initialiser threw: every later use throws `NoClassDefFoundError`.
    Erroneous,
}

/// A decided comparison: which of the instruction's outcomes is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Split(pub u32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Only at [`Ref::NULL`].
    Null,
    Int(Interval),
    /// A literal by its bits (floats widened to double), or anything.
    Float(Option<u64>),
    Object(Object),
    Array(Array),
}

/// An object of which some fields are known; without any, it may also stand for an array or string not looked into.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Object {
    pub types: TypeSet,
    pub maybe_null: bool,
    /// Realised fields, sorted.
    pub fields: Vec<(FieldId, Ref)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Array {
    pub types: TypeSet,
    pub length: Ref,
    /// All cells, only when the length is a literal.
    pub cells: Option<Vec<Ref>>,
    /// The one cell that is known while the others are hidden: its index, and what it holds ([`crate::state::focus`]).
    pub focus: Option<(Ref, Ref)>,
}

impl Array {
    /// An array of which no cell is known.
    pub fn hidden(types: TypeSet, length: Ref) -> Self {
        Self { types, length, cells: None, focus: None }
    }

    pub fn shows_cells(&self) -> bool {
        self.cells.is_some() || self.focus.is_some()
    }
}

/// An edge of the visible heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    Field(FieldId),
    Cell(u32),
    /// The focused cell, by the reference of its index.
    At(Ref),
}

impl Label {
    /// Array indices never enter the field sets of cycles.
    pub fn field(self) -> Option<FieldId> {
        match self {
            Label::Field(field) => Some(field),
            Label::Cell(_) | Label::At(_) => None,
        }
    }
}

impl Frame {
    pub fn reg(&self, reg: Reg) -> Option<Ref> {
        self.regs.get(reg.index()).copied().flatten()
    }
}

impl State {
    /// A state without frames and heap.
    pub fn empty() -> Self {
        Self {
            frames: Vec::new(),
            statics: Vec::new(),
            exception: None,
            init: Arc::default(),
            values: vec![Value::Null],
            predicates: Predicates::default(),
            differences: Differences::default(),
            reaches: Reaches::default(),
            split: None,
        }
    }

    pub fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    pub fn value(&self, r: Ref) -> &Value {
        &self.values[r.index()]
    }

    pub fn refs(&self) -> impl DoubleEndedIterator<Item = Ref> + use<> {
        (0..self.values.len()).map(Ref::from_index)
    }

    /// References to integers, literals included.
    pub fn ints(&self) -> impl Iterator<Item = (Ref, Interval)> + '_ {
        self.refs().filter_map(|r| Some((r, self.interval(r)?)))
    }

    /// References to objects and arrays, maybe-null and opaque ones included.
    pub fn objects(&self) -> impl Iterator<Item = Ref> + '_ {
        self.refs().filter(|&r| matches!(self.value(r), Value::Object(_) | Value::Array(_)))
    }

    pub fn interval(&self, r: Ref) -> Option<Interval> {
        match self.value(r) {
            Value::Int(interval) => Some(*interval),
            Value::Null | Value::Float(_) | Value::Object(_) | Value::Array(_) => None,
        }
    }

    /// The interval of something that must be an integer; everything if it is not.
    pub fn int(&self, r: Ref) -> Interval {
        self.interval(r).unwrap_or(Interval::ALL)
    }

    pub fn literal(&self, r: Ref) -> Option<i128> {
        self.interval(r)?.as_literal()
    }

    pub fn types(&self, r: Ref) -> TypeSet {
        match self.value(r) {
            Value::Object(object) => object.types,
            Value::Array(array) => array.types,
            Value::Null | Value::Int(_) | Value::Float(_) => TypeSet::EMPTY,
        }
    }

    pub fn maybe_null(&self, r: Ref) -> bool {
        matches!(self.value(r), Value::Object(object) if object.maybe_null)
    }

    /// Neither null nor maybe null.
    pub fn surely_exists(&self, r: Ref) -> bool {
        matches!(self.value(r), Value::Array(_) | Value::Object(Object { maybe_null: false, .. }))
    }

    /// An object or array that predicates talk about.
    pub fn is_object(&self, world: &World, r: Ref) -> bool {
        match self.value(r) {
            Value::Object(object) => !world.is_opaque(object.types),
            Value::Array(array) => !world.is_opaque(array.types),
            Value::Null | Value::Int(_) | Value::Float(_) => false,
        }
    }

    pub fn array(&self, r: Ref) -> Option<&Array> {
        match self.value(r) {
            Value::Array(array) => Some(array),
            Value::Null | Value::Int(_) | Value::Float(_) | Value::Object(_) => None,
        }
    }

    /// Content of a realised field.
    pub fn field(&self, r: Ref, field: FieldId) -> Option<Ref> {
        match self.value(r) {
            Value::Object(object) => {
                let at = object.fields.binary_search_by_key(&field, |entry| entry.0).ok()?;
                Some(object.fields[at].1)
            }
            Value::Null | Value::Int(_) | Value::Float(_) | Value::Array(_) => None,
        }
    }

    pub fn set_field(&mut self, r: Ref, field: FieldId, content: Ref) {
        let Value::Object(object) = &mut self.values[r.index()] else {
            panic!("only objects have fields: {r}")
        };
        match object.fields.binary_search_by_key(&field, |entry| entry.0) {
            Ok(at) => object.fields[at].1 = content,
            Err(at) => object.fields.insert(at, (field, content)),
        }
    }

    /// Realised fields and cells, in order; contents of every kind.
    pub fn contents(&self, r: Ref) -> impl Iterator<Item = (Label, Ref)> + '_ {
        let (fields, cells, focus): (&[_], &[_], Option<(Ref, Ref)>) = match self.value(r) {
            Value::Object(object) => (&object.fields, &[], None),
            Value::Array(array) => (&[], array.cells.as_deref().unwrap_or(&[]), array.focus),
            Value::Null | Value::Int(_) | Value::Float(_) => (&[], &[], None),
        };
        let fields = fields.iter().map(|&(field, content)| (Label::Field(field), content));
        let cells = cells.iter().enumerate().map(|(index, &content)| (Label::Cell(index as u32), content));
        let focus = focus.map(|(index, content)| (Label::At(index), content));
        fields.chain(cells).chain(focus)
    }

    pub fn content(&self, r: Ref, label: Label) -> Option<Ref> {
        match label {
            Label::Field(field) => self.field(r, field),
            Label::Cell(index) => self.array(r)?.cells.as_ref()?.get(index as usize).copied(),
            Label::At(index) => {
                let (at, content) = self.array(r)?.focus?;
                (at == index).then_some(content)
            }
        }
    }

    /// Realised edges to objects that predicates talk about.
    pub fn edges<'a>(&'a self, world: &'a World, r: Ref) -> impl Iterator<Item = (Label, Ref)> + 'a {
        self.contents(r).filter(|&(_, content)| self.is_object(world, content))
    }

    /// Whether the object has a reference field or cell that is not realised.
    pub fn has_hidden_references(&self, world: &World, r: Ref) -> bool {
        match self.value(r) {
            Value::Object(object) => {
                (object.fields.is_empty() && world.has_reference_cells(object.types))
                    || (world.reference_fields(object.types).iter())
                        .any(|&field| self.field(r, field).is_none())
            }
            Value::Array(array) => array.cells.is_none() && world.has_reference_cells(array.types),
            Value::Null | Value::Int(_) | Value::Float(_) => false,
        }
    }

    pub fn fresh(&mut self, value: Value) -> Ref {
        self.values.push(value);
        Ref::from_index(self.values.len() - 1)
    }

    /// A reference to an integer; [`State::canonical`] makes equal literals one.
    pub fn fresh_int(&mut self, interval: Interval) -> Ref {
        self.fresh(Value::Int(interval))
    }

    pub fn static_field(&self, field: FieldId) -> Option<Ref> {
        let at = self.statics.binary_search_by_key(&field, |entry| entry.0).ok()?;
        Some(self.statics[at].1)
    }

    pub fn set_static(&mut self, field: FieldId, content: Ref) {
        match self.statics.binary_search_by_key(&field, |entry| entry.0) {
            Ok(at) => self.statics[at].1 = content,
            Err(at) => self.statics.insert(at, (field, content)),
        }
    }

    pub fn init_status(&self, class: ClassId) -> Option<InitStatus> {
        let at = self.init.binary_search_by_key(&class, |entry| entry.0).ok()?;
        Some(self.init[at].1)
    }

    pub fn set_init_status(&mut self, class: ClassId, status: InitStatus) {
        let init = Arc::make_mut(&mut self.init);
        match init.binary_search_by_key(&class, |entry| entry.0) {
            Ok(at) => init[at].1 = status,
            Err(at) => init.insert(at, (class, status)),
        }
    }

    /// Every root position's content, in a fixed order: input arguments and registers frame by frame from the top,
    /// static fields, the exception. The only place that knows what roots are.
    pub fn roots(&self) -> impl Iterator<Item = Ref> + '_ {
        let frames = self.frames.iter().rev().flat_map(|frame| {
            let regs = frame.regs.iter().flatten().copied();
            regs.chain(frame.inputs.iter().map(|input| input.r))
        });
        frames.chain(self.statics.iter().map(|entry| entry.1)).chain(self.exception)
    }

    /// Rewrites every root and every content.
    pub fn map_refs(&mut self, mut name: impl FnMut(Ref) -> Ref) {
        for frame in &mut self.frames {
            frame.regs.iter_mut().flatten().for_each(|r| *r = name(*r));
            frame.inputs.iter_mut().for_each(|input| input.r = name(input.r));
        }
        self.statics.iter_mut().for_each(|entry| entry.1 = name(entry.1));
        self.exception.iter_mut().for_each(|r| *r = name(*r));
        for value in &mut self.values {
            match value {
                Value::Object(object) => object.fields.iter_mut().for_each(|entry| entry.1 = name(entry.1)),
                Value::Array(array) => {
                    array.length = name(array.length);
                    array.cells.iter_mut().flatten().for_each(|r| *r = name(*r));
                    array.focus = array.focus.map(|(index, content)| (name(index), name(content)));
                }
                Value::Null | Value::Int(_) | Value::Float(_) => {}
            }
        }
    }

    /// **Reference substitution** `s[r/other]` [Otto15, Def. 1.15]: predicates about `r` are dropped.
    pub fn substitute(&mut self, r: Ref, other: Ref) {
        self.map_refs(|x| if x == r { other } else { x });
        self.predicates = self.predicates.renamed(|x| (x != r).then_some(x));
        self.reaches = self.reaches.renamed(|x| (x != r).then_some(x));
        // Numbers that are one reference now share their difference atoms.
        self.differences = self.differences.renamed(|x| Some(if x == r { other } else { x }));
    }

    /// Equal shapes are comparable by instance and merge: points, roles, slots, exception, initialised classes.
    pub fn same_shape(&self, other: &Self) -> bool {
        self.frames.len() == other.frames.len()
            && self.exception.is_some() == other.exception.is_some()
            && self.init == other.init
            && self.frames.iter().zip(&other.frames).all(|(a, b)| {
                (a.method, a.pc, a.role) == (b.method, b.pc, b.role)
                    && a.inputs.len() == b.inputs.len()
                    && a.inputs.iter().zip(&b.inputs).all(|(x, y)| x.slot == y.slot)
            })
    }
}
