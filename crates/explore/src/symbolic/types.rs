//! The class table as heaps see it: types are heap classes, fields heap fields, with the same numbers.
//!
//! The classes of the class path are a closed world: an input object of a type declared there has one of the class
//! path's classes. Of a type of the JDK that is not final there may be classes nobody knows here; nothing is guessed about
//! such an object.
//!
//! A declared type with type arguments (`Box<Integer>`) is a heap class of its own, see `generics`; only inputs have such types.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use facts::Facts;
use heap::{Candidates, Class, Field, Kind, Limits, Number, Order, Related, Types};
use library::names;
use program::class::Origin;
use program::code::Inst;
use program::{ClassId, FieldId, Flags, GenericType, Program, Type, TypeId};
use rustc_hash::FxHashMap;

use super::generics::Generics;
use super::text::pseudo_field;
use crate::entry::OUTER;
use crate::promises::is_non_null;

/// Past so many candidates a type's classes are not enumerated.
const MAX_CANDIDATES: usize = 24;

pub struct JavaTypes<'p> {
    program: &'p Program,
    /// Classes of the class path objects can be made of.
    own: OnceCell<Vec<ClassId>>,
    /// Classes that are tried if the class path's code casts to or asks for.
    mentioned: OnceCell<Vec<ClassId>>,
    candidates: RefCell<FxHashMap<Class, Candidates>>,
    subtypes: RefCell<FxHashMap<(Class, Class), bool>>,
    enums: RefCell<FxHashMap<Class, bool>>,
    generics: Generics<'p>,
    facts: Option<Arc<Facts>>,
    limits: RefCell<FxHashMap<Field, Option<Rc<Limits>>>>,
    /// Fields whose facts were asked for.
    used: RefCell<BTreeSet<FieldId>>,
}

impl<'p> JavaTypes<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            own: OnceCell::new(),
            mentioned: OnceCell::new(),
            candidates: RefCell::default(),
            subtypes: RefCell::default(),
            enums: RefCell::default(),
            generics: Generics::new(program),
            facts: None,
            limits: RefCell::default(),
            used: RefCell::default(),
        }
    }

    /// Objects that come in are as these facts say.
    pub fn with_facts(self, facts: Option<Arc<Facts>>) -> Self {
        Self { facts, ..self }
    }

    /// The fields whose facts were asked for.
    pub fn used(&self) -> BTreeSet<FieldId> {
        self.used.borrow().clone()
    }

    pub fn class(ty: TypeId) -> Class {
        Class(ty.0)
    }

    pub fn ty(class: Class) -> TypeId {
        TypeId(class.0)
    }

    /// What a variable of this type holds; void holds nothing.
    pub fn kind_of(&self, ty: TypeId) -> Option<Kind> {
        Some(match self.program.ty(ty) {
            Type::Void => return None,
            Type::Boolean => Kind::Boolean,
            Type::Byte => Kind::Byte,
            Type::Char => Kind::Char,
            Type::Short => Kind::Short,
            Type::Int => Kind::Int,
            Type::Long => Kind::Long,
            Type::Float => Kind::Float,
            Type::Double => Kind::Double,
            Type::Class(_) | Type::Array(_) => Kind::Ref(Self::class(ty)),
        })
    }

    /// The same for a type of which more than the class may be declared.
    pub fn declared_kind(&self, ty: TypeId, generic: Option<&GenericType>) -> Option<Kind> {
        match generic {
            Some(generic) if ty.is_reference() => Some(Kind::Ref(self.generics.declared(ty, generic))),
            _ => self.kind_of(ty),
        }
    }

    /// What a static field holds.
    pub fn static_kind(&self, field: FieldId) -> Kind {
        let generic = self.generics.of_field(field);
        self.declared_kind(self.program.field(field).ty, generic.as_deref()).expect("no fields of type void")
    }

    /// The type of an array of class `array` that holds what the type variable `name` of `class` stands for in an object of this
    /// declared type.
    pub fn array_of_argument(&self, array: Class, declared: Class, class: ClassId, name: &str) -> Class {
        self.generics.array_of_argument(array, declared, class, name)
    }

    fn own(&self) -> &[ClassId] {
        self.own.get_or_init(|| {
            let names: Vec<Arc<str>> = self.program.class_path_names();
            let ids = names.iter().filter_map(|name| self.program.class_named(name).ok());
            ids.filter(|id| self.is_instantiable(*id)).collect()
        })
    }

    fn is_instantiable(&self, class: ClassId) -> bool {
        let class = self.program.class(class);
        !class.flags.is(Flags::ABSTRACT) && !class.is_interface()
    }

    fn is_enum(&self, class: Class) -> bool {
        *self.enums.borrow_mut().entry(class).or_insert_with(|| {
            let id = self.program.resolve_class(Self::ty(class)).ok();
            let superclass = id.and_then(|id| self.program.class(id).superclass);
            superclass.is_some_and(|superclass| *self.program.class(superclass).name == *names::ENUM)
        })
    }

    /// The object around an inner one, and what an annotation says so of.
    fn is_never_null(&self, id: FieldId) -> bool {
        let field = self.program.field(id);
        if self.program.class(field.class).origin != Origin::ClassPath {
            return false;
        }
        let made_up = field.flags.is(Flags::SYNTHETIC) && field.flags.is(Flags::FINAL);
        made_up && field.name.starts_with(OUTER)
            || self.program.field_attributes(id).annotations.iter().any(is_non_null)
    }

    fn find_limits(&self, field: FieldId) -> Option<Limits> {
        let mut limits = Limits::default();
        if let Some(facts) = &self.facts
            && let Some(of_field) = facts.of(field)
        {
            let ends = |range: facts::Interval| (range.low, range.high);
            limits.never_null = of_field.never_null;
            limits.range = of_field.range.map(ends);
            limits.length = of_field.length.map(ends);
            limits.leads_away = of_field.acyclic;
            let related = facts.relations(self.program.field(field).class).iter();
            limits.relations = related.filter(|relation| relation.is_about(field)).map(related_as).collect();
            if limits != Limits::default() {
                self.used.borrow_mut().insert(field);
            }
        }
        limits.never_null |= self.is_never_null(field);
        (limits != Limits::default()).then_some(limits)
    }

    /// The class of the program that all objects in a field are of, if it says more than the declaration.
    fn only_class(&self, field: FieldId) -> Option<Class> {
        let ty = self.facts.as_ref()?.of(field)?.class?;
        let class = self.program.resolve_class(ty).ok()?;
        let says_more = ty != self.program.field(field).ty
            && self.program.class(class).origin == Origin::ClassPath
            && self.generics.of_field(field).is_none();
        says_more.then(|| {
            self.used.borrow_mut().insert(field);
            Self::class(ty)
        })
    }

    fn find_candidates(&self, bound: TypeId) -> Candidates {
        if let Type::Array(element) = *self.program.ty(bound) {
            return self.array_candidates(bound, element);
        }
        let Ok(class) = self.program.resolve_class(bound) else { return Candidates::default() };
        let itself = self.is_instantiable(class).then_some(class);
        let info = self.program.class(class);
        if info.flags.is(Flags::FINAL) {
            let classes = itself.iter().map(|_| Self::class(bound)).collect();
            return Candidates { classes, complete: true };
        }
        let others = self.own().iter().copied().filter(|other| *other != class);
        let subclasses = others.filter(|other| self.program.is_subclass(*other, class));
        let familiar = self.familiar(class);
        let all: Vec<ClassId> = itself.into_iter().chain(familiar).chain(subclasses).collect();
        let complete = info.origin != Origin::Jdk && all.len() <= MAX_CANDIDATES;
        let classes = all.into_iter().take(MAX_CANDIDATES).map(|id| Self::class(self.program.class(id).ty));
        Candidates { classes: classes.collect(), complete }
    }

    /// Classes of the JDK an input of one of its widest types is tried with, beside the program's own.
    fn familiar(&self, bound: ClassId) -> Vec<ClassId> {
        let name = &*self.program.class(bound).name;
        let Some(known) = library::class(name) else { return Vec::new() };
        if let Some(list) = &known.taken_as {
            return self.program.class_named(list).into_iter().collect();
        }
        if !known.is_wide {
            return Vec::new();
        }
        let is_other = |class: &ClassId| *class != bound && self.program.is_subclass(*class, bound);
        // Of a `Number` there are two, so that casts can fail.
        let familiar = library::classes_that(|class| class.is_familiar).into_iter();
        let named = familiar.filter_map(|name| self.program.class_named(name).ok()).filter(is_other);
        let mut out: Vec<ClassId> = named.take(2).collect();
        for class in self.mentioned().iter().copied().filter(is_other) {
            if !out.contains(&class) {
                out.push(class);
            }
        }
        out
    }

    fn mentioned(&self) -> &[ClassId] {
        self.mentioned.get_or_init(|| mentioned(self.program))
    }

    /// Arrays of references may hold fewer objects than they are declared to.
    fn array_candidates(&self, bound: TypeId, element: TypeId) -> Candidates {
        let exact = Candidates { classes: Rc::new([Self::class(bound)]), complete: true };
        if !element.is_reference() {
            return exact;
        }
        let elements = self.candidates(Self::class(element));
        let of = |class: &Class| Self::class(self.program.array_of(Self::ty(*class)));
        let narrower = elements.classes.iter().map(of).filter(|class| *class != Self::class(bound));
        let classes: Rc<[Class]> = std::iter::once(Self::class(bound)).chain(narrower).collect();
        Candidates { complete: elements.complete, classes }
    }
}

/// Plain classes the class path's code casts objects to or asks for, by name.
fn mentioned(program: &Program) -> Vec<ClassId> {
    let mut types: Vec<TypeId> = Vec::new();
    for class in program.class_path_names().iter().filter_map(|name| program.class_named(name).ok()) {
        for body in program.class(class).methods().filter_map(|method| program.body(method).ok()) {
            types.extend(body.insts.iter().filter_map(|inst| {
                let (Inst::InstanceOf { ty, .. } | Inst::CheckCast { ty, .. }) = *inst else { return None };
                Some(ty)
            }));
        }
    }
    let mut plain = library::classes_that(|class| class.is_tried);
    plain.retain(|name| types.contains(&program.class_type(name)));
    plain.sort_unstable();
    plain.into_iter().filter_map(|name| program.class_named(name).ok()).collect()
}

fn related_as(relation: &facts::Relation) -> Related {
    let number = |term: facts::Term| match term {
        facts::Term::Field(field) => Number::Field(Field(field.0)),
        facts::Term::Length(field) => Number::Length(Field(field.0)),
    };
    let order = match relation.order {
        facts::Order::Equal => Order::Equal,
        facts::Order::AtMost => Order::AtMost,
        facts::Order::Less => Order::Less,
    };
    Related { low: number(relation.low), order, high: number(relation.high) }
}

/// Whether a class above the one that declares the field has another one of the same name.
fn hides(program: &Program, field: FieldId) -> bool {
    let info = program.field(field);
    let above = &program.class(program.field(field).class).superclass;
    let Some(above) = *above else { return false };
    let inherited = &program.class(above).instance_fields;
    inherited.iter().any(|other| program.field(*other).name == info.name)
}

impl Types for JavaTypes<'_> {
    fn is_subtype(&self, class: Class, of: Class) -> bool {
        let (class, of) = (self.erase(class), self.erase(of));
        if class == of {
            return true;
        }
        if class.0 == u32::MAX {
            return false;
        }
        *self
            .subtypes
            .borrow_mut()
            .entry((class, of))
            .or_insert_with(|| self.program.is_subtype(Self::ty(class), Self::ty(of)).unwrap_or(false))
    }

    fn candidates(&self, bound: Class) -> Candidates {
        if let Some(known) = self.candidates.borrow().get(&bound) {
            return known.clone();
        }
        let mut found = self.find_candidates(Self::ty(self.erase(bound)));
        if found.classes.iter().any(|class| !self.generics.agree(*class, bound)) {
            let agreeing = found.classes.iter().filter(|class| self.generics.agree(**class, bound));
            found.classes = agreeing.copied().collect();
        }
        self.candidates.borrow_mut().insert(bound, found.clone());
        found
    }

    fn kind(&self, field: Field) -> Kind {
        if let Some((kind, _)) = pseudo_field(self.program, field) {
            return kind;
        }
        self.kind_of(self.program.field(FieldId(field.0)).ty).expect("no fields of type void")
    }

    fn kind_in(&self, owner: Class, field: Field) -> Kind {
        match self.kind(field) {
            Kind::Ref(_) if pseudo_field(self.program, field).is_none() => {
                let id = FieldId(field.0);
                Kind::Ref(self.only_class(id).unwrap_or_else(|| self.generics.field_in(owner, id)))
            }
            plain => plain,
        }
    }

    fn arguments_agree(&self, a: Class, b: Class) -> bool {
        self.generics.agree(a, b)
    }

    fn erase(&self, declared: Class) -> Class {
        self.generics.erase(declared)
    }

    fn element(&self, class: Class) -> Option<Kind> {
        if let Some(element) = self.generics.element(class) {
            return Some(Kind::Ref(element));
        }
        match *self.program.ty(Self::ty(self.erase(class))) {
            Type::Array(element) => self.kind_of(element),
            _ => None,
        }
    }

    fn is_enumerated(&self, class: Class) -> bool {
        match self.program.ty(Self::ty(self.erase(class))) {
            Type::Class(_) => self.is_enum(self.erase(class)),
            _ => false,
        }
    }

    fn is_located(&self, class: Class) -> bool {
        match self.program.ty(Self::ty(self.erase(class))) {
            Type::Class(name) => {
                library::class(name).is_some_and(|class| class.is_whole || class.taken_as.is_some())
            }
            _ => false,
        }
    }

    fn limits(&self, field: Field) -> Option<Rc<Limits>> {
        if pseudo_field(self.program, field).is_some() {
            return None;
        }
        if let Some(known) = self.limits.borrow().get(&field) {
            return known.clone();
        }
        let found = self.find_limits(FieldId(field.0)).map(Rc::new);
        self.limits.borrow_mut().insert(field, found.clone());
        found
    }

    fn has_field(&self, class: Class, field: Field) -> bool {
        if pseudo_field(self.program, field).is_some() {
            return true;
        }
        let owner = self.program.class(self.program.field(FieldId(field.0)).class).ty;
        self.is_subtype(class, Self::class(owner))
    }

    fn hides_another(&self, field: Field) -> Option<Class> {
        if pseudo_field(self.program, field).is_some() {
            return None;
        }
        hides(self.program, FieldId(field.0)).then(|| {
            let class = self.program.field(FieldId(field.0)).class;
            Self::class(self.program.class(class).ty)
        })
    }

    fn class_name(&self, class: Class) -> String {
        self.program.type_name(Self::ty(self.erase(class)))
    }

    fn field_name(&self, field: Field) -> String {
        match pseudo_field(self.program, field) {
            Some((_, name)) => name.to_owned(),
            None => self.program.field(FieldId(field.0)).name.to_string(),
        }
    }
}
