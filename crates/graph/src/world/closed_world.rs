//! Finding the closed world of a program: which classes it may instantiate, which arrays it may allocate, which
//! static fields it may read. A rapid type analysis from the start method.
//!
//! The thesis takes the world as given (all class files). Starting from what is reachable keeps it small even though
//! the whole library is at hand. Method calls that a model answers are not followed; what the model may
//! instantiate is added instead.

use std::collections::{BTreeMap, BTreeSet};

use base::{Budget, Exhausted};
use library::names;
use program::class::Origin;
use program::code::{CallKind, Touches};
use program::{Class, ClassId, FieldId, Flags, MethodId, Program, Type, TypeId};

use crate::eval::{find_line, hooks, initialization_order, is_modelled, is_opaque, skips_initializer};
use crate::world::flow::{self, Flow, Known};
use crate::world::{Layout, TypeInfo, World, WorldType};

/// Methods looked at before giving up; what is reached beyond them cuts the graph.
const MAX_METHODS: usize = 6000;

/// Exceptions that models throw without their lines saying so.
const THROWN_BY_MODELS: [&str; 1] = [names::STRING_INDEX];

/// The world and what else the scan found.
pub struct ClosedWorld {
    pub world: World,
    /// Static fields that are read, ascending.
    pub statics: Vec<FieldId>,
    /// Callees of each method, models left out.
    pub calls: BTreeMap<MethodId, BTreeSet<MethodId>>,
}

/// Scans from `start`. With `inputs`, objects from outside may come in: all classes of the class path are part of
/// the world, and library types may be of unknown classes.
pub fn closed_world(
    program: &Program,
    start: MethodId,
    inputs: bool,
    budget: &Budget,
) -> Result<ClosedWorld, Exhausted> {
    let mut scan = Scan::new(program);
    for name in names::MADE_BY_THE_JVM.iter().chain(&THROWN_BY_MODELS) {
        scan.instantiate_named(name);
    }
    scan.array(program.array_of(program.class_type(names::STRING)));
    if inputs {
        for name in program.class_path_names() {
            budget.check()?;
            scan.instantiate_named(&name);
            scan.fields_come_in(&name);
        }
        for &ty in program.method(start).params.iter() {
            scan.comes_in(ty);
        }
    }
    scan.initialize(program.method(start).class);
    scan.reach_from_outside(start);
    scan.run(budget)?;
    scan.finish(inputs, budget)
}

/// Which methods a virtual call is followed to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Targets {
    All,
    /// Those the program wrote itself.
    Own,
}

struct Scan<'p> {
    program: &'p Program,
    methods: BTreeSet<MethodId>,
    work: Vec<MethodId>,
    classes: BTreeSet<ClassId>,
    arrays: BTreeSet<TypeId>,
    initialized: BTreeSet<ClassId>,
    statics: BTreeSet<FieldId>,
    /// Fields of objects that are read or written.
    fields: BTreeSet<FieldId>,
    /// Virtual calls: caller, resolved method and what it may select.
    virtual_calls: BTreeSet<(MethodId, MethodId, Targets)>,
    /// Methods that models run.
    hooks: BTreeSet<MethodId>,
    calls: BTreeMap<MethodId, BTreeSet<MethodId>>,
}

impl<'p> Scan<'p> {
    fn new(program: &'p Program) -> Self {
        Self {
            program,
            methods: BTreeSet::new(),
            work: Vec::new(),
            classes: BTreeSet::new(),
            arrays: BTreeSet::new(),
            initialized: BTreeSet::new(),
            statics: BTreeSet::new(),
            fields: BTreeSet::new(),
            virtual_calls: BTreeSet::new(),
            hooks: BTreeSet::new(),
            calls: BTreeMap::new(),
        }
    }

    fn run(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        loop {
            while let Some(method) = self.work.pop() {
                budget.check()?;
                self.scan(method);
            }
            let before = self.methods.len();
            let classes: Vec<ClassId> = self.classes.iter().copied().collect();
            for (caller, resolved, targets) in self.virtual_calls.clone() {
                budget.check()?;
                let declaring = self.program.method(resolved).class;
                for &class in classes.iter().filter(|&&class| self.program.is_subclass(class, declaring)) {
                    if let Ok(target) = self.program.select(class, resolved)
                        && (targets == Targets::All || self.is_own(target))
                    {
                        self.reach(caller, target);
                    }
                }
            }
            if self.methods.len() == before && self.work.is_empty() {
                return Ok(());
            }
        }
    }

    fn is_own(&self, method: MethodId) -> bool {
        self.program.class(self.program.method(method).class).origin != Origin::Jdk
    }

    fn reach(&mut self, caller: MethodId, method: MethodId) {
        if is_modelled(self.program, method) {
            self.model(caller, method);
            return;
        }
        self.calls.entry(caller).or_default().insert(method);
        self.reach_from_outside(method);
    }

    /// A method that is run, but not by a call.
    fn reach_from_outside(&mut self, method: MethodId) {
        if self.methods.len() < MAX_METHODS && self.methods.insert(method) {
            self.work.push(method);
        }
    }

    /// A model may return opaque objects, throw exceptions and run code of the program.
    fn model(&mut self, caller: MethodId, method: MethodId) {
        let Some(line) = find_line(self.program, method) else { return };
        self.instantiate_opaque(self.program.method(method).result);
        line.raises.iter().flatten().for_each(|raise| self.instantiate_named(&raise.class));
        let [any, own] = line.model.map(|model| hooks(self.program, model)).unwrap_or_default();
        self.hooks.extend(any.iter().chain(&own).copied());
        self.virtual_calls.extend(any.into_iter().map(|hook| (caller, hook, Targets::All)));
        self.virtual_calls.extend(own.into_iter().map(|hook| (caller, hook, Targets::Own)));
    }

    fn scan(&mut self, method: MethodId) {
        let Ok(body) = self.program.body(method) else { return };
        for inst in &body.insts {
            match inst.effect().touches {
                Touches::Object(ty) => {
                    if let Ok(class) = self.program.resolve_class(ty) {
                        self.instantiate(class);
                        self.initialize(class);
                    }
                }
                Touches::Array(ty) => self.array(ty),
                Touches::ReadStatic(field) => {
                    if let Ok(field) = self.program.resolve_field(field) {
                        self.statics.insert(field);
                        let info = self.program.field(field);
                        self.initialize(info.class);
                        if skips_initializer(self.program, info.class) {
                            self.instantiate_opaque(info.ty);
                        }
                    }
                }
                Touches::WriteStatic(field) => {
                    if let Ok(field) = self.program.resolve_field(field) {
                        self.initialize(self.program.field(field).class);
                    }
                }
                Touches::ReadField(field) | Touches::WriteField(field) => {
                    self.fields.extend(self.program.resolve_field(field));
                }
                Touches::Call(kind, callee) => self.call(method, kind, callee),
                // Inputs may be arrays of a type that is only asked for.
                Touches::Type(ty) if matches!(self.program.ty(ty), Type::Array(_)) => self.array(ty),
                Touches::Nothing
                | Touches::ReadElement
                | Touches::WriteElement
                | Touches::Length
                | Touches::Type(_)
                | Touches::Monitor
                | Touches::Anything => {}
            }
        }
    }

    fn call(&mut self, caller: MethodId, kind: CallKind, callee: program::MethodRef) {
        let Ok(resolved) = self.program.resolve_method(callee) else { return };
        match kind {
            CallKind::Static => {
                self.initialize(self.program.method(resolved).class);
                self.reach(caller, resolved);
            }
            CallKind::Special => {
                let from = self.program.method(caller).class;
                if let Ok(target) = self.program.select_special(from, resolved) {
                    self.reach(caller, target);
                }
            }
            CallKind::Virtual | CallKind::Interface => {
                if is_modelled(self.program, resolved) {
                    self.model(caller, resolved);
                }
                self.virtual_calls.insert((caller, resolved, Targets::All));
            }
        }
    }

    fn instantiate_named(&mut self, name: &str) {
        if let Ok(class) = self.program.class_named(name) {
            self.instantiate(class);
        }
    }

    /// False if the class has no objects of its own, or was known to have some.
    fn instantiate(&mut self, class: ClassId) -> bool {
        let flags = self.program.class(class).flags;
        !flags.is(Flags::ABSTRACT) && !flags.is(Flags::INTERFACE) && self.classes.insert(class)
    }

    /// Models return opaque objects and arrays of numbers.
    fn instantiate_opaque(&mut self, ty: TypeId) {
        match self.program.ty(ty) {
            Type::Class(name) if is_opaque(name) => self.instantiate_named(name),
            Type::Array(_) => self.array(ty),
            _ => {}
        }
    }

    /// An array type and, for nested arrays, those of its elements.
    fn array(&mut self, ty: TypeId) {
        let mut next = Some(ty);
        while let Some(ty) = next {
            next = self.program.element_of(ty);
            if next.is_some() {
                self.arrays.insert(ty);
            }
        }
    }

    /// Fields of the program's objects hold inputs, inherited ones as well.
    fn fields_come_in(&mut self, name: &str) {
        let mut next = self.program.class_named(name).ok();
        while let Some(class) = next {
            for field in self.program.class(class).fields() {
                self.comes_in(self.program.field(field).ty);
            }
            next = self.program.class(class).superclass;
        }
    }

    /// Something of this type may come from outside. Types that others may extend are of unknown classes anyway.
    fn comes_in(&mut self, ty: TypeId) {
        match self.program.ty(ty) {
            Type::Array(element) => {
                let element = *element;
                self.array(ty);
                self.comes_in(element);
            }
            Type::Class(name) => {
                let Ok(class) = self.program.class_named(name) else { return };
                let info = self.program.class(class);
                if info.origin == Origin::Jdk && !is_extensible(info) && self.instantiate(class) {
                    self.fields_come_in(name);
                }
            }
            _ => {}
        }
    }

    fn initialize(&mut self, class: ClassId) {
        if !self.initialized.insert(class) {
            return;
        }
        for class in initialization_order(self.program, class, |_| false) {
            self.initialized.insert(class);
            let initializer =
                self.program.class(class).initializer.expect("only classes with code are in the order");
            self.reach_from_outside(initializer);
        }
    }

    fn finish(self, inputs: bool, budget: &Budget) -> Result<ClosedWorld, Exhausted> {
        let program = self.program;
        let types: Vec<TypeId> = self
            .classes
            .iter()
            .map(|&class| program.class(class).ty)
            .chain(self.arrays.iter().copied())
            .collect();
        let mut assignable = Assignable { program, types: &types, inputs, memo: BTreeMap::new() };
        let flow = if inputs { Flow::default() } else { self.flow(&types, budget)? };
        let number =
            |ty: &TypeId| types.iter().zip(1..).find(|(own, _)| *own == ty).map(|(_, n)| WorldType(n));
        let narrowed = |all: Vec<WorldType>, flow: Option<&Vec<TypeId>>| match flow {
            Some(flow) => {
                let flow: BTreeSet<WorldType> = flow.iter().filter_map(number).collect();
                all.into_iter().filter(|ty| flow.contains(ty)).collect()
            }
            None => all,
        };
        let mut infos = Vec::new();
        let mut contents = BTreeMap::new();
        for &ty in &types {
            let layout = match program.ty(ty) {
                Type::Array(element) if element.is_primitive() => Layout::Array(None),
                Type::Array(element) => {
                    Layout::Array(Some(narrowed(assignable.to(*element), flow.cells.get(&ty))))
                }
                _ => Layout::Class(fields_of(program, ty)),
            };
            let name = program.type_name(ty);
            let opaque = is_opaque(&name.replace('.', "/"));
            if let Layout::Class(fields) = &layout {
                for &field in fields.iter().filter(|&&field| program.field(field).ty.is_reference()) {
                    contents.entry(field).or_insert_with(|| {
                        narrowed(assignable.to(program.field(field).ty), flow.fields.get(&field))
                    });
                }
            }
            infos.push(TypeInfo { name, ty: Some(ty), layout, opaque });
        }
        // Objects of classes outside the world have the fields of those they extend.
        for &field in self.fields.iter().filter(|&&field| inputs && program.field(field).ty.is_reference()) {
            contents.entry(field).or_insert_with(|| assignable.to(program.field(field).ty));
        }
        let kept = |field: &FieldId| !skips_initializer(program, program.field(*field).class);
        let of_library = |field: &FieldId| program.class(program.field(*field).class).origin == Origin::Jdk;
        let library: Vec<FieldId> = contents.keys().copied().filter(of_library).collect();
        Ok(ClosedWorld {
            world: World::new(infos, contents.into_iter().collect()).without_promises_about(library),
            statics: self.statics.iter().copied().filter(kept).collect(),
            calls: self.calls,
        })
    }

    /// What flows where in a whole program, unless not all of it was looked at.
    fn flow(&self, types: &[TypeId], budget: &Budget) -> Result<Flow, Exhausted> {
        if self.methods.len() >= MAX_METHODS {
            return Ok(Flow::default());
        }
        let selected = |ty: TypeId, hook: MethodId| {
            let Type::Class(name) = self.program.ty(ty) else { return None };
            let class = self.program.class_named(name).ok()?;
            Some((ty, self.program.select(class, hook).ok()?))
        };
        let hooks =
            types.iter().flat_map(|&ty| self.hooks.iter().filter_map(move |&hook| selected(ty, hook)));
        let methods = self.methods.iter().copied().collect();
        flow::flow(&Known { program: self.program, methods, hooks: hooks.collect(), types }, budget)
    }
}

fn fields_of(program: &Program, ty: TypeId) -> Vec<FieldId> {
    let class = program.resolve_class(ty).map(|class| program.class(class));
    class.map_or(Vec::new(), |class| class.instance_fields.to_vec())
}

/// World types assignable to a declared type, computed once each.
pub struct Assignable<'a> {
    program: &'a Program,
    types: &'a [TypeId],
    inputs: bool,
    memo: BTreeMap<TypeId, Vec<WorldType>>,
}

impl Assignable<'_> {
    fn to(&mut self, declared: TypeId) -> Vec<WorldType> {
        if let Some(types) = self.memo.get(&declared) {
            return types.clone();
        }
        let numbered = self
            .types
            .iter()
            .zip(1..)
            .filter(|(ty, _)| self.program.is_subtype(**ty, declared).unwrap_or(false));
        let mut types: Vec<WorldType> = numbered.map(|(_, number)| WorldType(number)).collect();
        if self.inputs && is_open(self.program, declared, self.types.iter().copied()) {
            types.insert(0, WorldType::OUTSIDE);
        }
        self.memo.insert(declared, types.clone());
        types
    }
}

/// Whether objects of classes outside the world may be of this type: it is the library's, and others may extend it, or it is the
/// program's, and nothing in the world implements it, so that only callers can.
pub fn is_open(program: &Program, declared: TypeId, mut world: impl Iterator<Item = TypeId>) -> bool {
    let Type::Class(name) = program.ty(declared) else { return false };
    let Ok(class) = program.class_named(name).map(|class| program.class(class)) else { return false };
    if class.origin == Origin::Jdk {
        return is_extensible(class);
    }
    let is_abstract = class.flags.is(Flags::ABSTRACT) || class.is_interface();
    is_abstract && !world.any(|ty| program.is_subtype(ty, declared).unwrap_or(false))
}

/// Whether programs may extend or implement a class of the library.
fn is_extensible(class: &Class) -> bool {
    !class.flags.is(Flags::FINAL)
}
