//! Finding the closed world of a program: which classes it may instantiate, which arrays it may allocate, which
//! static fields it may read. A rapid type analysis from the start method.
//!
//! The thesis takes the world as given (all class files). Starting from what is reachable keeps it small even though
//! the whole library is at hand. Method calls that a model answers are not followed; what the model may
//! instantiate is added instead.

use std::collections::{BTreeMap, BTreeSet};

use base::{Budget, Exhausted};
use program::class::Origin;
use program::code::{CallKind, Inst};
use program::{ClassId, FieldId, Flags, MethodId, Program, Type, TypeId};

use crate::eval::{initialization_order, is_modelled, is_opaque, skips_initializer};
use crate::world::{Layout, TypeInfo, World, WorldType};

/// Methods looked at before giving up; what is reached beyond them cuts the graph.
const MAX_METHODS: usize = 6000;

/// Exceptions and values that instructions and models make.
const ALWAYS: &[&str] = &[
    "java/lang/String",
    "java/lang/Class",
    "java/lang/NullPointerException",
    "java/lang/ArithmeticException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/NegativeArraySizeException",
    "java/lang/ClassCastException",
    "java/lang/ArrayStoreException",
    "java/lang/StringIndexOutOfBoundsException",
    "java/lang/NumberFormatException",
    "java/lang/ExceptionInInitializerError",
    "java/lang/NoClassDefFoundError",
];

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
    for name in ALWAYS {
        scan.instantiate_named(name);
    }
    scan.array(program.array_of(program.class_type("java/lang/String")));
    if inputs {
        for name in program.class_path_names() {
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
    Ok(scan.finish(inputs))
}

struct Scan<'p> {
    program: &'p Program,
    methods: BTreeSet<MethodId>,
    work: Vec<MethodId>,
    classes: BTreeSet<ClassId>,
    arrays: BTreeSet<TypeId>,
    initialized: BTreeSet<ClassId>,
    statics: BTreeSet<FieldId>,
    /// Virtual calls: caller and resolved method.
    virtual_calls: BTreeSet<(MethodId, MethodId)>,
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
            virtual_calls: BTreeSet::new(),
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
            for (caller, resolved) in self.virtual_calls.clone() {
                budget.check()?;
                let declaring = self.program.method(resolved).class;
                for &class in classes.iter().filter(|&&class| self.program.is_subclass(class, declaring)) {
                    if let Ok(target) = self.program.select(class, resolved) {
                        self.reach(caller, target);
                    }
                }
            }
            if self.methods.len() == before && self.work.is_empty() {
                return Ok(());
            }
        }
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

    /// A model may return opaque objects and may call `toString`.
    fn model(&mut self, caller: MethodId, method: MethodId) {
        let info = self.program.method(method);
        self.instantiate_opaque(info.result);
        if info.descriptor.contains("(Ljava/lang/Object;)")
            && let Ok(root) = self.program.class_named("java/lang/Object")
            && let Some(to_string) = self.program.declared_method(root, "toString", "()Ljava/lang/String;")
        {
            self.virtual_calls.insert((caller, to_string));
        }
    }

    fn scan(&mut self, method: MethodId) {
        let Ok(body) = self.program.body(method) else { return };
        for inst in &body.insts {
            match *inst {
                Inst::New { ty, .. } => {
                    if let Ok(class) = self.program.resolve_class(ty) {
                        self.instantiate(class);
                        self.initialize(class);
                    }
                }
                Inst::NewArray { ty, .. } | Inst::NewMultiArray { ty, .. } => self.array(ty),
                Inst::GetStatic { field, .. } => {
                    if let Ok(field) = self.program.resolve_field(field) {
                        self.statics.insert(field);
                        let info = self.program.field(field);
                        self.initialize(info.class);
                        if skips_initializer(self.program, info.class) {
                            self.instantiate_opaque(info.ty);
                        }
                    }
                }
                Inst::PutStatic { field, .. } => {
                    if let Ok(field) = self.program.resolve_field(field) {
                        self.initialize(self.program.field(field).class);
                    }
                }
                Inst::Call { kind, method: callee, .. } => self.call(method, kind, callee),
                _ => {}
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
                self.virtual_calls.insert((caller, resolved));
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

    /// Fields of the program's objects hold inputs.
    fn fields_come_in(&mut self, name: &str) {
        let Ok(class) = self.program.class_named(name) else { return };
        for field in self.program.class(class).fields() {
            self.comes_in(self.program.field(field).ty);
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
            Type::Class(name) if !is_open(self.program, ty) => {
                let Ok(class) = self.program.class_named(name) else { return };
                if self.program.class(class).origin == Origin::Jdk && self.instantiate(class) {
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

    fn finish(self, inputs: bool) -> ClosedWorld {
        let program = self.program;
        let types: Vec<TypeId> = self
            .classes
            .iter()
            .map(|&class| program.class(class).ty)
            .chain(self.arrays.iter().copied())
            .collect();
        let mut assignable = Assignable { program, types: &types, inputs, memo: BTreeMap::new() };
        let mut infos = Vec::new();
        let mut contents = BTreeMap::new();
        for &ty in &types {
            let layout = match program.ty(ty) {
                Type::Array(element) if element.is_primitive() => Layout::Array(None),
                Type::Array(element) => Layout::Array(Some(assignable.to(*element))),
                _ => Layout::Class(fields_of(program, ty)),
            };
            let name = program.type_name(ty);
            let opaque = is_opaque(&name.replace('.', "/"));
            if let Layout::Class(fields) = &layout {
                for &field in fields.iter().filter(|&&field| program.field(field).ty.is_reference()) {
                    contents.entry(field).or_insert_with(|| assignable.to(program.field(field).ty));
                }
            }
            infos.push(TypeInfo { name, ty: Some(ty), layout, opaque });
        }
        let kept = |field: &FieldId| !skips_initializer(program, program.field(*field).class);
        ClosedWorld {
            world: World::new(infos, contents.into_iter().collect()),
            statics: self.statics.iter().copied().filter(kept).collect(),
            calls: self.calls,
        }
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
        if self.inputs && is_open(self.program, declared) {
            types.insert(0, WorldType::OUTSIDE);
        }
        self.memo.insert(declared, types.clone());
        types
    }
}

/// A library type that classes outside the world may implement or extend.
pub fn is_open(program: &Program, declared: TypeId) -> bool {
    match program.ty(declared) {
        Type::Class(name) => {
            let class = program.class_named(name).map(|class| program.class(class));
            class.is_ok_and(|class| {
                class.origin == Origin::Jdk && !class.flags.is(Flags::FINAL) && !is_opaque(name)
            })
        }
        _ => false,
    }
}
