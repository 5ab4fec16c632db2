//! The class table as heaps see it: types are heap classes, fields heap fields, with the same numbers.
//!
//! The classes of the class path are a closed world: an input object of a type declared there has one of the class
//! path's classes. Of a type of the JDK that is not final there may be classes nobody knows here; nothing is guessed about
//! such an object.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use heap::{Candidates, Class, Field, Kind, Types};
use program::class::Origin;
use program::{ClassId, FieldId, Flags, Program, Type, TypeId};
use rustc_hash::FxHashMap;

use super::text::pseudo_field;

/// Past so many candidates a type's classes are not enumerated.
const MAX_CANDIDATES: usize = 24;

/// Types that say nothing about what an object is compared with or holds.
const WIDE: [&str; 4] =
    ["java/lang/Object", "java/lang/Number", "java/lang/CharSequence", "java/io/Serializable"];
const FAMILIAR: [&str; 2] = ["java/lang/String", "java/lang/Integer"];

pub struct JavaTypes<'p> {
    program: &'p Program,
    /// Classes of the class path objects can be made of.
    own: OnceCell<Vec<ClassId>>,
    candidates: RefCell<FxHashMap<Class, Candidates>>,
    subtypes: RefCell<FxHashMap<(Class, Class), bool>>,
    enums: RefCell<FxHashMap<Class, bool>>,
}

impl<'p> JavaTypes<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            own: OnceCell::new(),
            candidates: RefCell::default(),
            subtypes: RefCell::default(),
            enums: RefCell::default(),
        }
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
            superclass.is_some_and(|superclass| &*self.program.class(superclass).name == "java/lang/Enum")
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
        if !WIDE.contains(&&*self.program.class(bound).name) {
            return Vec::new();
        }
        let known = FAMILIAR.iter().filter_map(|name| self.program.class_named(name).ok());
        known.filter(|class| *class != bound && self.program.is_subclass(*class, bound)).collect()
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

impl Types for JavaTypes<'_> {
    fn is_subtype(&self, class: Class, of: Class) -> bool {
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
        let found = self.find_candidates(Self::ty(bound));
        self.candidates.borrow_mut().insert(bound, found.clone());
        found
    }

    fn kind(&self, field: Field) -> Kind {
        if let Some((kind, _)) = pseudo_field(self.program, field) {
            return kind;
        }
        self.kind_of(self.program.field(FieldId(field.0)).ty).expect("no fields of type void")
    }

    fn element(&self, class: Class) -> Option<Kind> {
        match *self.program.ty(Self::ty(class)) {
            Type::Array(element) => self.kind_of(element),
            _ => None,
        }
    }

    fn is_enumerated(&self, class: Class) -> bool {
        match self.program.ty(Self::ty(class)) {
            Type::Class(_) => self.is_enum(class),
            _ => false,
        }
    }

    fn class_name(&self, class: Class) -> String {
        self.program.type_name(Self::ty(class))
    }

    fn field_name(&self, field: Field) -> String {
        match pseudo_field(self.program, field) {
            Some((_, name)) => name.to_owned(),
            None => self.program.field(FieldId(field.0)).name.to_string(),
        }
    }
}
