//! Which types flow into which fields and array cells of a whole program: a flow-insensitive analysis by variable.
//!
//! A register, a field, the cells of an array type and the result of a method each have one set of types; instructions pass
//! sets on, and virtual calls go where the receiver's set says. Declared types say much less: the `Object key` of a hash
//! map's entry could be a hash map, the flow says it is not, and then no entry leads back to its table.
//!
//! Invariants: every object that a run stores in a field or cell is of a type in its set. What models return is anything of
//! its declared type; handlers catch anything that can be thrown; fields of the library's exceptions hold anything of their declared type.

use library::names;
use std::collections::BTreeMap;

use base::{Budget, Exhausted};
use program::class::Origin;
use program::code::{Body, CallKind, Elem, Inst, Kind, Reg};
use program::{FieldId, MethodId, MethodRef, Program, Type, TypeId};
use rustc_hash::FxHashMap;

use crate::eval::{Model, find_line, is_modelled, skips_initializer};

/// What is known about a program before its flow is.
pub struct Known<'a> {
    pub program: &'a Program,
    /// Methods that may run.
    pub methods: Vec<MethodId>,
    /// Methods that models run, by the type they run them on.
    pub hooks: Vec<(TypeId, MethodId)>,
    /// All types there are objects of.
    pub types: &'a [TypeId],
}

/// What may be in the cells of arrays and in fields; fields that are not listed may hold anything.
#[derive(Default)]
pub struct Flow {
    pub cells: BTreeMap<TypeId, Vec<TypeId>>,
    pub fields: BTreeMap<FieldId, Vec<TypeId>>,
}

/// Follows the flow until nothing new comes up.
pub fn flow(known: &Known<'_>, budget: &Budget) -> Result<Flow, Exhausted> {
    let mut flows = Flows::new(known);
    for &(ty, method) in &known.hooks {
        flows.add_type(Place::Reg(method, Reg(0)), ty);
    }
    loop {
        flows.changed = false;
        for &method in &known.methods {
            budget.check()?;
            if let Ok(body) = known.program.body(method) {
                flows.method(method, body);
            }
        }
        if !flows.changed {
            return Ok(flows.finish());
        }
    }
}

/// Something that holds references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Reg(MethodId, Reg),
    Field(FieldId),
    /// Any cell of an array of this very type.
    Cell(TypeId),
    Result(MethodId),
}

/// A set of types by their index.
type Bits = Box<[u64]>;

struct Flows<'a> {
    known: &'a Known<'a>,
    places: FxHashMap<Place, Bits>,
    index: FxHashMap<TypeId, usize>,
    selected: FxHashMap<(TypeId, MethodId), Option<MethodId>>,
    assignable: FxHashMap<TypeId, Bits>,
    changed: bool,
}

impl<'a> Flows<'a> {
    fn new(known: &'a Known<'a>) -> Self {
        let index = known.types.iter().zip(0..).map(|(&ty, index)| (ty, index)).collect();
        let mut flows = Self {
            known,
            places: FxHashMap::default(),
            index,
            selected: FxHashMap::default(),
            assignable: FxHashMap::default(),
            changed: false,
        };
        let string = known.program.class_type(names::STRING);
        let strings = known.program.array_of(string);
        flows.add_type(Place::Cell(strings), string);
        flows
    }

    fn empty(&self) -> Bits {
        vec![0; self.known.types.len().div_ceil(64)].into()
    }

    fn get(&self, place: Place) -> Bits {
        self.places.get(&place).cloned().unwrap_or_else(|| self.empty())
    }

    fn members(&self, bits: &Bits) -> Vec<TypeId> {
        let holds = |index: &usize| bits[index / 64] >> (index % 64) & 1 == 1;
        (0..self.known.types.len()).filter(holds).map(|index| self.known.types[index]).collect()
    }

    fn add(&mut self, place: Place, bits: &Bits) {
        if bits.iter().all(|word| *word == 0) {
            return;
        }
        let empty = self.empty();
        let into = self.places.entry(place).or_insert(empty);
        for (into, word) in into.iter_mut().zip(bits) {
            self.changed |= *word & !*into != 0;
            *into |= word;
        }
    }

    fn add_type(&mut self, place: Place, ty: TypeId) {
        if let Some(&index) = self.index.get(&ty) {
            let mut bits = self.empty();
            bits[index / 64] |= 1 << (index % 64);
            self.add(place, &bits);
        }
    }

    fn pass(&mut self, from: Place, to: Place) {
        let bits = self.get(from);
        self.add(to, &bits);
    }

    /// Everything that fits a declared type.
    fn fitting(&mut self, declared: TypeId) -> Bits {
        if let Some(bits) = self.assignable.get(&declared) {
            return bits.clone();
        }
        let mut bits = self.empty();
        for (index, &ty) in self.known.types.iter().enumerate() {
            if self.known.program.is_subtype(ty, declared).unwrap_or(true) {
                bits[index / 64] |= 1 << (index % 64);
            }
        }
        self.assignable.insert(declared, bits.clone());
        bits
    }

    fn method(&mut self, method: MethodId, body: &Body) {
        if &*self.known.program.method(method).name == "main" {
            let strings = self.known.program.array_of(self.known.program.class_type(names::STRING));
            self.add_type(Place::Reg(method, Reg(0)), strings);
        }
        for handler in &body.handlers {
            let throwable = self.known.program.class_type(names::THROWABLE);
            let bits = self.fitting(throwable);
            self.add(Place::Reg(method, handler.exception), &bits);
        }
        for inst in &body.insts {
            self.instruction(method, body, inst);
        }
    }

    fn instruction(&mut self, method: MethodId, body: &Body, inst: &Inst) {
        let reg = |reg: Reg| Place::Reg(method, reg);
        let is_ref = |reg: Reg| !reg.is_none() && body.kind(reg) == Kind::Ref;
        let program = self.known.program;
        match *inst {
            Inst::ConstString { dst, .. } => self.add_type(reg(dst), program.class_type(names::STRING)),
            Inst::ConstClass { dst, .. } => self.add_type(reg(dst), program.class_type(names::CLASS)),
            Inst::Move { dst, src } if is_ref(src) => self.pass(reg(src), reg(dst)),
            Inst::ReturnValue { src } if is_ref(src) => self.pass(reg(src), Place::Result(method)),
            Inst::GetField { dst, field, .. } | Inst::GetStatic { dst, field } if is_ref(dst) => {
                if let Ok(field) = program.resolve_field(field) {
                    let bits = self.content(field);
                    self.add(reg(dst), &bits);
                }
            }
            Inst::PutField { src, field, .. } | Inst::PutStatic { field, src } if is_ref(src) => {
                if let Ok(field) = program.resolve_field(field) {
                    let fitting = self.fitting(program.field(field).ty);
                    let bits = self.get(reg(src)).iter().zip(&fitting).map(|(a, b)| a & b).collect();
                    self.add(Place::Field(field), &bits);
                }
            }
            Inst::New { dst, ty } | Inst::NewArray { dst, ty, .. } => self.add_type(reg(dst), ty),
            Inst::NewMultiArray { dst, ty, .. } => self.nested(reg(dst), ty),
            Inst::ArrayLoad { elem: Elem::Ref, dst, array, .. } => {
                for array in self.members(&self.get(reg(array))) {
                    self.pass(Place::Cell(array), reg(dst));
                }
            }
            Inst::ArrayStore { elem: Elem::Ref, array, src, .. } => {
                for array in self.members(&self.get(reg(array))) {
                    self.pass(reg(src), Place::Cell(array));
                }
            }
            Inst::Call { kind, dst, method: callee, args } => {
                let dst = is_ref(dst).then(|| reg(dst));
                self.call(method, Call { kind, dst, callee, args: body.list(args) }, is_ref);
            }
            Inst::Move { .. }
            | Inst::ReturnValue { .. }
            | Inst::GetField { .. }
            | Inst::GetStatic { .. }
            | Inst::PutField { .. }
            | Inst::PutStatic { .. }
            | Inst::ArrayLoad { .. }
            | Inst::ArrayStore { .. }
            | Inst::ConstInt { .. }
            | Inst::ConstLong { .. }
            | Inst::ConstFloat { .. }
            | Inst::ConstDouble { .. }
            | Inst::ConstNull { .. }
            | Inst::Binary { .. }
            | Inst::BinaryConst { .. }
            | Inst::Unary { .. }
            | Inst::Convert { .. }
            | Inst::Goto { .. }
            | Inst::If { .. }
            | Inst::IfLong { .. }
            | Inst::IfConst { .. }
            | Inst::IfFloat { .. }
            | Inst::IfDouble { .. }
            | Inst::IfSame { .. }
            | Inst::IfNull { .. }
            | Inst::Switch { .. }
            | Inst::Return
            | Inst::Throw { .. }
            | Inst::ArrayLength { .. }
            | Inst::CheckCast { .. }
            | Inst::InstanceOf { .. }
            | Inst::MonitorEnter { .. }
            | Inst::MonitorExit { .. }
            | Inst::Unsupported { .. } => {}
        }
    }

    /// What a field may hold: anything that fits if its writers are not all seen.
    fn content(&mut self, field: FieldId) -> Bits {
        let info = self.known.program.field(field);
        if is_seen(self.known.program, field) { self.get(Place::Field(field)) } else { self.fitting(info.ty) }
    }

    /// An array of arrays: all of them are new.
    fn nested(&mut self, place: Place, ty: TypeId) {
        self.add_type(place, ty);
        if let Some(element) = self.known.program.element_of(ty)
            && matches!(self.known.program.ty(element), Type::Array(_))
        {
            self.nested(Place::Cell(ty), element);
        }
    }

    fn call(&mut self, caller: MethodId, call: Call<'_>, is_ref: impl Fn(Reg) -> bool) {
        let program = self.known.program;
        let Ok(resolved) = program.resolve_method(call.callee) else { return };
        match call.kind {
            CallKind::Static => self.enter(caller, &call, resolved, None, &is_ref),
            CallKind::Special => {
                if let Ok(target) = program.select_special(program.method(caller).class, resolved) {
                    let receiver = self.get(Place::Reg(caller, call.args[0]));
                    self.enter(caller, &call, target, Some(&receiver), &is_ref);
                }
            }
            CallKind::Virtual | CallKind::Interface => {
                let receivers = self.get(Place::Reg(caller, call.args[0]));
                let mut targets: BTreeMap<MethodId, Bits> = BTreeMap::new();
                for ty in self.members(&receivers) {
                    if let Some(target) = self.select(ty, resolved) {
                        let index = self.index[&ty];
                        let bits = targets.entry(target).or_insert_with(|| self.empty());
                        bits[index / 64] |= 1 << (index % 64);
                    }
                }
                for (target, receiver) in targets {
                    self.enter(caller, &call, target, Some(&receiver), &is_ref);
                }
            }
        }
    }

    fn select(&mut self, ty: TypeId, resolved: MethodId) -> Option<MethodId> {
        let program = self.known.program;
        *self.selected.entry((ty, resolved)).or_insert_with(|| match program.ty(ty) {
            Type::Class(name) => {
                program.class_named(name).ok().and_then(|class| program.select(class, resolved).ok())
            }
            _ => Some(resolved),
        })
    }

    /// Arguments into parameters, the result back.
    fn enter(
        &mut self,
        caller: MethodId,
        call: &Call<'_>,
        target: MethodId,
        receiver: Option<&Bits>,
        is_ref: &impl Fn(Reg) -> bool,
    ) {
        if is_modelled(self.known.program, target) {
            return self.model(caller, call, target);
        }
        for (index, &arg) in call.args.iter().enumerate().filter(|(_, arg)| is_ref(**arg)) {
            let bits = match receiver.filter(|_| index == 0) {
                Some(receiver) => receiver.clone(),
                None => self.get(Place::Reg(caller, arg)),
            };
            self.add(Place::Reg(target, Reg(index as u16)), &bits);
        }
        if let Some(dst) = call.dst {
            self.pass(Place::Result(target), dst);
        }
    }

    /// Anything of its declared type, or one of its arguments; copied arrays pass on what is in their cells.
    fn model(&mut self, caller: MethodId, call: &Call<'_>, target: MethodId) {
        let program = self.known.program;
        let Some(line) = find_line(program, target) else { return };
        if let Some(dst) = call.dst {
            let method = program.method(target);
            let passed_on = match line.model {
                Some(Model::Clone | Model::CopyOf) => Some(0),
                Some(_) | None => line.returns.same.map(|same| same.position(method.is_static())),
            };
            let bits = match passed_on {
                Some(argument) => self.get(Place::Reg(caller, call.args[argument])),
                None => self.fitting(method.result),
            };
            self.add(dst, &bits);
        }
        if let (Some(Model::ArrayCopy), &[from, _, to, ..]) = (line.model, call.args) {
            let arrays = |flows: &Self, reg| flows.members(&flows.get(Place::Reg(caller, reg)));
            for from in arrays(self, from) {
                for to in arrays(self, to) {
                    self.pass(Place::Cell(from), Place::Cell(to));
                }
            }
        }
    }

    fn finish(self) -> Flow {
        let mut flow = Flow::default();
        for &ty in self.known.types {
            flow.cells.insert(ty, self.members(&self.get(Place::Cell(ty))));
        }
        for &ty in self.known.types {
            if !matches!(self.known.program.ty(ty), Type::Class(_)) {
                continue;
            }
            let Ok(class) = self.known.program.resolve_class(ty) else { continue };
            let fields = self.known.program.class(class).instance_fields.iter().copied();
            for field in fields.filter(|&field| is_seen(self.known.program, field)) {
                flow.fields.insert(field, self.members(&self.get(Place::Field(field))));
            }
        }
        flow
    }
}

struct Call<'a> {
    kind: CallKind,
    dst: Option<Place>,
    callee: MethodRef,
    args: &'a [Reg],
}

/// Whether every write of the field is an instruction that is looked at, not done by a model or the JVM.
fn is_seen(program: &Program, field: FieldId) -> bool {
    let info = program.field(field);
    let class = program.class(info.class);
    let throwable = program.class_type(names::THROWABLE);
    let is_special = class.origin == Origin::Jdk && program.is_subtype(class.ty, throwable).unwrap_or(true);
    info.constant.is_none() && !is_special && !skips_initializer(program, info.class)
}
