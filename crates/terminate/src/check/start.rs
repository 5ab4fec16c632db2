//! Sees for itself that a graph begins with every call there may be.
//!
//! The builder makes one state for all calls. Here small calls are made up one by one, with actual numbers and objects in
//! arguments and in static fields alike: the ends of the types' ranges, null, every class, objects that are shared, that lead to each
//! other or to themselves. Each must be an instance of the state that the graph begins with; a call that is not is one that the
//! proof says nothing about.

use base::{Budget, Exhausted, Id};
use graph::eval::default_value;
use graph::order::instance::instance;
use graph::state::{Array, Object, Ref, Value};
use graph::world::Layout;
use graph::{Graph, Inputs, Integers, Interval, State, WorldType};
use library::names;
use program::class::Origin;
use program::code::Kind;
use program::{FieldId, Flags, MethodId, Program, TypeId};

/// Classes tried for a place on its own, and for two places together.
const CLASSES: usize = 12;
const CLASSES_TOGETHER: usize = 2;
/// Calls tried at most.
const MOST_CALLS: usize = 4_000;

/// A call that the graph does not begin with, in words; none if there is no such call among those tried.
pub fn missing_call(
    program: &Program,
    graph: &Graph,
    method: MethodId,
    inputs: Inputs,
    budget: &Budget,
) -> Result<Option<String>, Exhausted> {
    let mut start = Start { program, graph, places: Vec::new(), tried: 0, missing: None, budget };
    start.places = places(program, graph, method, inputs);
    start.numbers()?;
    start.alone(inputs)?;
    if inputs == Inputs::Any {
        start.together()?;
    }
    Ok(start.missing)
}

/// An argument or a static field that may hold anything.
struct Place {
    name: String,
    at: At,
    ty: TypeId,
    may_be_null: bool,
}

#[derive(Clone, Copy)]
enum At {
    Register(usize),
    Static(FieldId),
}

/// What nobody knows when the method is called. A register that nobody reads holds nothing.
fn places(program: &Program, graph: &Graph, method: MethodId, inputs: Inputs) -> Vec<Place> {
    let state = graph.state(graph.start);
    let info = program.method(method);
    let receiver = (!info.is_static()).then(|| program.class(info.class).ty);
    let types = receiver.into_iter().chain(info.params.iter().copied());
    let is_used = |index: usize| state.frames.first().is_some_and(|frame| frame.regs[index].is_some());
    let argument = |(index, ty): (usize, TypeId)| Place {
        name: format!("argument {index}"),
        at: At::Register(index),
        ty,
        may_be_null: inputs != Inputs::Main && !(index == 0 && receiver.is_some()),
    };
    let mut out: Vec<Place> = types.enumerate().filter(|(index, _)| is_used(*index)).map(argument).collect();
    let is_open = |field: FieldId| {
        let info = program.field(field);
        let class = program.class(info.class);
        let is_changed = !info.flags.is(Flags::FINAL) && !info.flags.is(Flags::SYNTHETIC);
        is_changed && class.origin != Origin::Jdk && class.initializer.is_none()
    };
    if inputs != Inputs::Main {
        for &(field, _) in state.statics.iter().filter(|entry| is_open(entry.0)) {
            let info = program.field(field);
            let name = format!("`{}.{}`", program.class(info.class).java_name(), info.name);
            out.push(Place { name, at: At::Static(field), ty: info.ty, may_be_null: true });
        }
    }
    out
}

struct Start<'a> {
    program: &'a Program,
    graph: &'a Graph,
    places: Vec<Place>,
    tried: usize,
    missing: Option<String>,
    budget: &'a Budget,
}

impl Start<'_> {
    /// Zero and null everywhere; and all numbers at the ends of their ranges.
    fn numbers(&mut self) -> Result<(), Exhausted> {
        let zero = self.zero();
        self.try_call(zero.clone(), || "zero and null everywhere".into())?;
        for high in [false, true] {
            let mut call = zero.clone();
            for index in 0..self.places.len() {
                if let Some(number) = self.end_of_range(self.places[index].ty, high) {
                    let r = call.fresh(number);
                    self.put(&mut call, index, r);
                }
            }
            let end = if high { "greatest" } else { "least" };
            self.try_call(call, || format!("the {end} numbers everywhere"))?;
        }
        Ok(())
    }

    /// Objects of every class at each place, also ones that lead to themselves.
    fn alone(&mut self, inputs: Inputs) -> Result<(), Exhausted> {
        for index in 0..self.places.len() {
            for class in self.classes(index).into_iter().take(CLASSES) {
                let mut call = self.zero();
                let object = self.object(&mut call, class);
                self.put(&mut call, index, object);
                let what = |start: &Self| format!("{} is {}", start.places[index].name, start.name(class));
                let said = what(self);
                self.try_call(call.clone(), || said.clone())?;
                if inputs == Inputs::Any {
                    for way in self.ways(&call, object, class) {
                        let mut call = call.clone();
                        way.lead(&mut call, object, object);
                        self.try_call(call, || format!("{said}, which leads to itself"))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Two places with the same object, with objects one of which leads to the other, and with objects that lead to the same one.
    fn together(&mut self) -> Result<(), Exhausted> {
        for one in 0..self.places.len() {
            for other in 0..self.places.len() {
                if one == other {
                    continue;
                }
                let classes = |start: &Self, index: usize| {
                    start.classes(index).into_iter().take(CLASSES_TOGETHER).collect::<Vec<_>>()
                };
                let names = (self.places[one].name.clone(), self.places[other].name.clone());
                for class in self.classes(one) {
                    if one < other && self.classes(other).contains(&class) {
                        let mut call = self.zero();
                        let object = self.object(&mut call, class);
                        self.put(&mut call, one, object);
                        self.put(&mut call, other, object);
                        self.try_call(call, || format!("{} and {} are one object", names.0, names.1))?;
                        break;
                    }
                }
                for (first, second) in pairs(&classes(self, one), &classes(self, other)) {
                    let mut call = self.zero();
                    let (from, to) = (self.object(&mut call, first), self.object(&mut call, second));
                    self.put(&mut call, one, from);
                    self.put(&mut call, other, to);
                    for way in self.ways(&call, from, second) {
                        let mut call = call.clone();
                        way.lead(&mut call, from, to);
                        self.try_call(call, || format!("{} leads to {}", names.0, names.1))?;
                    }
                    for shared in classes(self, one) {
                        let mut call = call.clone();
                        let shared_object = self.object(&mut call, shared);
                        let ways = (self.ways(&call, from, shared), self.ways(&call, to, shared));
                        if let (Some(here), Some(there)) = (ways.0.first(), ways.1.first()) {
                            here.lead(&mut call, from, shared_object);
                            there.lead(&mut call, to, shared_object);
                            self.try_call(call, || format!("{} and {} share an object", names.0, names.1))?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn try_call(&mut self, call: State, what: impl FnOnce() -> String) -> Result<(), Exhausted> {
        self.budget.check()?;
        self.tried += 1;
        if self.missing.is_none() && self.tried <= MOST_CALLS {
            let world = &self.graph.world;
            let (call, _) = call.canonical(world);
            if instance(world, &call, self.graph.state(self.graph.start)).is_none() {
                self.missing = Some(what());
            }
        }
        Ok(())
    }

    /// The start state with zero, or null, at all places; where null must not be, an object.
    fn zero(&self) -> State {
        let mut call = self.graph.state(self.graph.start).clone();
        call.predicates = Default::default();
        call.differences = Default::default();
        call.reaches = Default::default();
        for (index, place) in self.places.iter().enumerate() {
            let class = self.classes(index).into_iter().next();
            match (place.may_be_null, class) {
                (false, Some(class)) => {
                    let object = self.object(&mut call, class);
                    self.put(&mut call, index, object);
                }
                (true, _) => {
                    let zero = default_value(&mut call, place.ty);
                    self.put(&mut call, index, zero);
                }
                // An object of a class that nobody knows stays as it is.
                (false, None) => {}
            }
        }
        call
    }

    fn put(&self, call: &mut State, index: usize, r: Ref) {
        match self.places[index].at {
            At::Register(register) => call.frames[0].regs[register] = Some(r),
            At::Static(field) => call.set_static(field, r),
        }
    }

    /// The classes of which a place may hold objects.
    fn classes(&self, index: usize) -> Vec<WorldType> {
        let world = &self.graph.world;
        let fits = |class: &WorldType| self.is(*class, self.places[index].ty);
        if self.places[index].ty.is_primitive() { Vec::new() } else { world.types().filter(fits).collect() }
    }

    fn is(&self, class: WorldType, ty: TypeId) -> bool {
        let own = self.graph.world.info(class).ty;
        own.is_some_and(|own| self.program.is_subtype(own, ty).unwrap_or(false))
    }

    fn name(&self, class: WorldType) -> String {
        format!("a `{}`", self.graph.world.info(class).name)
    }

    /// An object with zeros and nulls; of an array, with one cell unless it must not hold null.
    fn object(&self, call: &mut State, class: WorldType) -> Ref {
        let world = &self.graph.world;
        let info = world.info(class);
        let types = world.set([class]);
        let value = match &info.layout {
            Layout::Class(_) if info.name.replace('.', "/") == names::STRING => {
                let length = call.fresh_int(Interval::literal(0));
                Value::Array(Array::hidden(types, length))
            }
            Layout::Class(fields) => {
                let kept = |field: &&FieldId| !info.opaque || self.program.field(**field).ty.is_primitive();
                let mut fields: Vec<(FieldId, Ref)> = fields
                    .iter()
                    .filter(kept)
                    .map(|&field| (field, default_value(call, self.program.field(field).ty)))
                    .collect();
                fields.sort_unstable();
                Value::Object(Object { types, maybe_null: false, fields })
            }
            Layout::Array(_) => {
                let element = info.ty.and_then(|ty| self.program.element_of(ty)).unwrap_or(TypeId::INT);
                let length = call.fresh_int(Interval::literal(1));
                let cells = Some(vec![default_value(call, element)]);
                Value::Array(Array { cells, ..Array::hidden(types, length) })
            }
        };
        call.fresh(value)
    }

    /// How an object may lead to one of another class.
    fn ways(&self, call: &State, from: Ref, to: WorldType) -> Vec<Way> {
        if self.graph.world.info(to).opaque {
            return Vec::new();
        }
        match call.value(from) {
            Value::Object(object) => {
                // Of some fields it is known where they do not lead.
                let is_free = |field: &FieldId| !self.graph.given.contains(field);
                let fits = |field: &FieldId| is_free(field) && self.is(to, self.program.field(*field).ty);
                object.fields.iter().map(|entry| entry.0).filter(fits).map(Way::Field).collect()
            }
            Value::Array(array) => {
                let element =
                    self.graph.world.only(array.types).and_then(|class| self.graph.world.info(class).ty);
                let element = element.and_then(|ty| self.program.element_of(ty));
                let fits = element.is_some_and(|element| !element.is_primitive() && self.is(to, element));
                if fits && array.cells.is_some() { vec![Way::Cell] } else { Vec::new() }
            }
            Value::Null | Value::Int(_) | Value::Float(_) => Vec::new(),
        }
    }

    /// The least or greatest number of a type.
    fn end_of_range(&self, ty: TypeId, high: bool) -> Option<Value> {
        if matches!(self.program.ty(ty).kind(), Some(Kind::Float | Kind::Double)) {
            let value = if high { f64::INFINITY } else { f64::NAN };
            return Some(Value::Float(Some(value.to_bits())));
        }
        let large = 1_i128 << 100;
        let (low, most) = match (ty, self.graph.integers) {
            (TypeId::BOOLEAN, _) => (0, 1),
            (TypeId::BYTE, _) => (-128, 127),
            (TypeId::SHORT, _) => (-32_768, 32_767),
            (TypeId::CHAR, _) => (0, 65_535),
            (TypeId::INT, Integers::Java) => (i32::MIN.into(), i32::MAX.into()),
            (TypeId::LONG, Integers::Java) => (i64::MIN.into(), i64::MAX.into()),
            (TypeId::INT | TypeId::LONG, Integers::Unbounded) => (-large, large),
            _ => return None,
        };
        Some(Value::Int(Interval::literal(if high { most } else { low })))
    }
}

fn pairs(ones: &[WorldType], others: &[WorldType]) -> Vec<(WorldType, WorldType)> {
    ones.iter().flat_map(|&one| others.iter().map(move |&other| (one, other))).collect()
}

/// Where an object holds another.
enum Way {
    Field(FieldId),
    Cell,
}

impl Way {
    fn lead(&self, call: &mut State, from: Ref, to: Ref) {
        match (self, &mut call.values[from.index()]) {
            (Way::Field(field), Value::Object(object)) => {
                object.fields.iter_mut().filter(|entry| entry.0 == *field).for_each(|entry| entry.1 = to);
            }
            (Way::Cell, Value::Array(array)) => array.cells.iter_mut().flatten().for_each(|cell| *cell = to),
            (Way::Field(_) | Way::Cell, _) => {}
        }
    }
}
