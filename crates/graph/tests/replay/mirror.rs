//! States of the machine as states of the graph: everything realised, every number a literal, no predicate.
//!
//! What is not compared: the initialisation of library classes, which the machine begins at other times; fields of
//! `Throwable` other than message and cause; the insides of opaque values (strings keep their length).

use std::collections::BTreeMap;

use graph::eval::skips_initializer;
use graph::state::{Array, Frame, InitStatus, Input, Object, Ref, Role, Site, Slot, State, Value};
use graph::world::{Layout, World};
use graph::{Interval, NodeId};
use machine::concrete::{Concrete, Heap, Ref as Address, Word};
use machine::{Cx, Init, Then};
use program::class::{Constant, Origin};
use program::code::{Kind, Pc, Reg};
use program::{ClassId, FieldId, MethodId, Program};

/// A call that the graph abstracted: the frames below `depth` are forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activation {
    pub call: NodeId,
    pub depth: usize,
    pub parent: Option<usize>,
    pub inputs: Vec<Shadow>,
}

/// An input argument: an object of the machine and whether it was written to, or something it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shadow {
    pub slot: Slot,
    pub object: Address,
    pub changed: bool,
}

/// A machine state as a canonical graph state.
#[derive(Clone)]
pub struct Mirror {
    pub state: State,
    /// By reference: the object it is; null for numbers.
    pub objects: Vec<Address>,
}

/// What is mirrored.
pub struct Scene<'a> {
    pub world: &'a World,
    /// Static fields the graph keeps.
    pub statics: &'a [FieldId],
    pub machine: &'a machine::State<Concrete>,
    /// The instruction about to run.
    pub pc: Pc,
}

pub fn is_library(program: &Program, method: MethodId) -> bool {
    program.class(program.method(method).class).origin == Origin::Jdk
}

impl Scene<'_> {
    /// The frames from the activation on; `shadows` are the input arguments of the top frame, if it has any of its own.
    pub fn mirror(
        &self,
        cx: &mut Cx<'_, Concrete>,
        activation: Option<&Activation>,
        shadows: &[Shadow],
    ) -> Result<Mirror, String> {
        let mut builder = Builder {
            heap: &self.machine.heap,
            world: self.world,
            state: State::empty(),
            names: BTreeMap::new(),
            addresses: vec![Address::NULL],
            work: Vec::new(),
        };
        let lowest = activation.map_or(0, |activation| activation.depth);
        for depth in lowest..self.machine.frames.len() {
            self.frame(cx, &mut builder, depth);
        }
        if let Some(activation) = activation {
            let inputs = builder.inputs(&activation.inputs);
            let frame = &mut builder.state.frames[0];
            (frame.role, frame.inputs) = (Role::Entry(Site { method: frame.method, pc: frame.pc }), inputs);
        }
        if !shadows.is_empty() {
            let inputs = builder.inputs(shadows);
            builder.state.frames.last_mut().expect("a frame runs").inputs = inputs;
        }
        for &field in self.statics {
            let content = self.static_field(cx, &mut builder, field);
            builder.state.set_static(field, content);
        }
        builder.contents(cx)?;
        for (class, status) in self.machine.initialised_classes().filter(|entry| is_kept(cx, entry.0)) {
            builder.state.set_init_status(class, mirror_init(status));
        }
        Ok(builder.finish())
    }

    /// A constant is there before its class is initialised, to the graph.
    fn static_field(&self, cx: &mut Cx<'_, Concrete>, builder: &mut Builder<'_>, field: FieldId) -> Ref {
        let info = cx.program.field(field);
        match info.constant {
            Some(Constant::Int(value)) if self.machine.init_status(info.class) == Init::No => {
                builder.int(value.into())
            }
            Some(_) | None => {
                let slot = cx.slot(field);
                builder.value(slot.elem.kind(), self.machine.heap.load_static(slot.offset))
            }
        }
    }

    /// A frame; initialisers that wait for the one it runs get frames of their own below it.
    fn frame(&self, cx: &Cx<'_, Concrete>, builder: &mut Builder<'_>, depth: usize) {
        let frame = &self.machine.frames[depth];
        let mut role = Role::Call;
        if let Then::Initialise(work) = &frame.then {
            role = Role::Initializer(work.class);
            for &class in work.rest.iter().rev().filter(|&&class| is_kept(cx, class)) {
                let method = cx.program.class(class).initializer.expect("kept classes have one");
                let regs = vec![None; cx.body(method).kinds.len()];
                let role = Role::Initializer(class);
                builder.state.frames.push(Frame { method, pc: Pc(0), regs, role, inputs: Vec::new() });
            }
        }
        let kinds = &cx.body(frame.method).kinds;
        let words = self.machine.registers_of(depth);
        let regs = kinds.iter().zip(words).map(|(&kind, &word)| Some(builder.value(kind, word))).collect();
        let is_top = depth + 1 == self.machine.frames.len();
        let pc = if is_top { self.pc } else { frame.pc };
        builder.state.frames.push(Frame { method: frame.method, pc, regs, role, inputs: Vec::new() });
    }
}

fn is_kept(cx: &Cx<'_, Concrete>, class: ClassId) -> bool {
    let info = cx.program.class(class);
    info.origin != Origin::Jdk && info.initializer.is_some() && !skips_initializer(cx.program, class)
}

fn mirror_init(status: Init) -> InitStatus {
    match status {
        Init::Running => InitStatus::Running,
        Init::Erroneous => InitStatus::Erroneous,
        Init::Done | Init::No => InitStatus::Done,
    }
}

struct Builder<'a> {
    heap: &'a Heap,
    world: &'a World,
    state: State,
    names: BTreeMap<u32, Ref>,
    /// By reference of the draft.
    addresses: Vec<Address>,
    work: Vec<(Ref, Address)>,
}

/// Longer arrays keep their contents to themselves.
const MOST_CELLS: i32 = 64;

impl Builder<'_> {
    fn fresh(&mut self, value: Value, address: Address) -> Ref {
        self.addresses.push(address);
        self.state.fresh(value)
    }

    fn int(&mut self, value: i64) -> Ref {
        self.fresh(Value::Int(Interval::literal(value.into())), Address::NULL)
    }

    fn value(&mut self, kind: Kind, word: Word) -> Ref {
        match kind {
            Kind::Int => self.int((word as i32).into()),
            Kind::Long => self.int(word as i64),
            Kind::Float => {
                let bits = f64::from(f32::from_bits(word as u32)).to_bits();
                self.fresh(Value::Float(Some(bits)), Address::NULL)
            }
            Kind::Double => self.fresh(Value::Float(Some(word)), Address::NULL),
            Kind::Ref => self.object(Address(word as u32)),
        }
    }

    fn object(&mut self, address: Address) -> Ref {
        if address == Address::NULL {
            return Ref::NULL;
        }
        if let Some(&r) = self.names.get(&address.0) {
            return r;
        }
        let r = self.fresh(Value::Null, address);
        self.names.insert(address.0, r);
        self.work.push((r, address));
        r
    }

    fn inputs(&mut self, shadows: &[Shadow]) -> Vec<Input> {
        let input = |shadow: &Shadow| {
            let Shadow { slot, object, changed } = *shadow;
            Input { slot, r: self.object(object), changed }
        };
        shadows.iter().map(input).collect()
    }

    /// Fills in the objects met so far and those they lead to.
    fn contents(&mut self, cx: &mut Cx<'_, Concrete>) -> Result<(), String> {
        while let Some((r, address)) = self.work.pop() {
            let ty = self.heap.type_of(address);
            let name = || cx.program.type_name(ty).to_string();
            let entry = self.world.find(ty).ok_or_else(|| format!("`{}` is not in the world", name()))?;
            let (types, info) = (self.world.set([entry]), self.world.info(entry));
            let value = match &info.layout {
                Layout::Class(_) if info.name.replace('.', "/") == "java/lang/String" => {
                    let length = self.string_length(cx, address);
                    Value::Array(Array::hidden(types, length))
                }
                Layout::Class(fields) => {
                    let kept = |field: &&FieldId| !info.opaque || cx.program.field(**field).ty.is_primitive();
                    let fields: Vec<FieldId> = fields.iter().filter(kept).copied().collect();
                    let mut fields: Vec<_> =
                        fields.into_iter().map(|field| (field, self.field(cx, address, field))).collect();
                    fields.sort_unstable();
                    Value::Object(Object { types, maybe_null: false, fields })
                }
                Layout::Array(_) => {
                    let length = self.heap.length(address);
                    let cells = (length <= MOST_CELLS).then(|| self.cells(cx, address));
                    Value::Array(Array { cells, ..Array::hidden(types, self.int(length.into())) })
                }
            };
            self.state.values[r.0 as usize] = value;
        }
        Ok(())
    }

    fn field(&mut self, cx: &mut Cx<'_, Concrete>, object: Address, field: FieldId) -> Ref {
        let slot = cx.slot(field);
        let word = self.heap.load(object, slot.offset as usize, slot.elem);
        let info = cx.program.field(field);
        let class = &*cx.program.class(info.class).name;
        let throwable = class == "java/lang/Throwable" || class.ends_with("Exception");
        match &*info.name {
            "cause" if throwable && word == Word::from(object.0) => Ref::NULL,
            "cause" | "detailMessage" => self.value(slot.elem.kind(), word),
            _ if throwable && cx.program.class(info.class).origin == Origin::Jdk => {
                self.value(slot.elem.kind(), 0)
            }
            _ => self.value(slot.elem.kind(), word),
        }
    }

    fn cells(&mut self, cx: &mut Cx<'_, Concrete>, array: Address) -> Vec<Ref> {
        let element = cx.element_type(self.heap.type_of(array)).expect("it is an array");
        let elem = cx.storage(element).expect("no arrays of void");
        let load = |index| self.heap.load(array, Heap::element(elem, index), elem);
        let words: Vec<Word> = (0..self.heap.length(array)).map(load).collect();
        words.into_iter().map(|word| self.value(elem.kind(), word)).collect()
    }

    fn string_length(&mut self, cx: &mut Cx<'_, Concrete>, string: Address) -> Ref {
        let mut load = |name: &'static str| {
            let slot =
                cx.named_field("java/lang/String", name).unwrap_or_else(|_| panic!("strings have `{name}`"));
            self.heap.load(string, slot.offset as usize, slot.elem)
        };
        let (bytes, coder) = (Address(load("value") as u32), load("coder"));
        // A string has no bytes before its constructor has run.
        let length = if bytes == Address::NULL { 0 } else { self.heap.length(bytes) >> coder };
        self.int(length.into())
    }

    fn finish(self) -> Mirror {
        let (state, renaming) = self.state.canonical(self.world);
        let mut objects = vec![Address::NULL; state.values.len()];
        for (old, new) in renaming.iter() {
            objects[new.0 as usize] = self.addresses[old.0 as usize];
        }
        Mirror { state, objects }
    }
}

/// The registers of the running frame, for messages.
pub fn describe(cx: &Cx<'_, Concrete>, scene: &Scene<'_>) -> String {
    let frame = scene.machine.frame();
    let method = cx.program.method(frame.method);
    let kinds = &cx.body(frame.method).kinds;
    let regs: Vec<String> = kinds
        .iter()
        .enumerate()
        .map(|(index, kind)| {
            format!("{}:{kind:?}={:x}", Reg(index as u16), scene.machine.get(Reg(index as u16)))
        })
        .collect();
    format!("{}@{} {}", method.name, scene.pc, regs.join(" "))
}
