//! What tests may name: types and members as seen from the package the tests are in.
//!
//! Tests live in the package of the class they test, so everything that is not private can be named; what cannot is built and
//! looked at through the helper class. Names are those of Java source, shortened by imports where nothing else is meant by the short
//! name.

use std::cell::RefCell;
use std::collections::BTreeSet;

use library::names;
use program::class::Origin;
use program::{ClassId, FieldId, Flags, MethodId, Program, Type, TypeId};

/// The view from one package.
pub struct Access<'p> {
    pub program: &'p Program,
    /// As in `org/example`; empty for the unnamed package.
    pub package: String,
    /// Whether only what everybody may name is named.
    pub is_stranger: bool,
    /// Qualified names of the classes that were named by their short names.
    pub imports: RefCell<BTreeSet<String>>,
}

/// The class a type is; `None` for primitive types and arrays.
pub fn class_of(program: &Program, ty: TypeId) -> Option<ClassId> {
    match program.ty(ty) {
        Type::Class(_) => program.resolve_class(ty).ok(),
        _ => None,
    }
}

impl<'p> Access<'p> {
    pub fn new(program: &'p Program, class: ClassId) -> Self {
        let package = program.class(class).package().to_owned();
        Self { program, package, is_stranger: false, imports: RefCell::default() }
    }

    /// The view of somebody who is in the package of this class, but keeps to what is public.
    pub fn stranger(program: &'p Program, class: ClassId) -> Self {
        Self { is_stranger: true, ..Self::new(program, class) }
    }

    /// Whether what is neither public nor private of this class may be used.
    fn is_near(&self, class: ClassId) -> bool {
        !self.is_stranger && self.program.class(class).package() == self.package
    }

    /// The name of a class; `None` if it has none here.
    pub fn class(&self, class: ClassId) -> Option<String> {
        if !self.is_visible(class) {
            return None;
        }
        Some(match self.nesting(class) {
            Some((outer, name, _)) => format!("{}.{name}", self.class(outer)?),
            None => self.top_level(class),
        })
    }

    /// The name of a class of exceptions, or of the next one above it that has one here.
    pub fn nearest_name(&self, class: ClassId) -> String {
        let mut at = Some(class);
        while let Some(class) = at {
            if let Some(name) = self.class(class) {
                return name;
            }
            at = self.program.class(class).superclass;
        }
        "Throwable".to_owned()
    }

    /// The name of a type; `None` if it has none here.
    pub fn ty(&self, ty: TypeId) -> Option<String> {
        match self.program.ty(ty) {
            Type::Array(element) => Some(format!("{}[]", self.ty(*element)?)),
            Type::Class(_) => self.class(class_of(self.program, ty)?),
            Type::Void
            | Type::Boolean
            | Type::Byte
            | Type::Char
            | Type::Short
            | Type::Int
            | Type::Long
            | Type::Float
            | Type::Double => Some(self.program.type_name(ty)),
        }
    }

    /// The type as an expression: `Node.class`, or by its run-time name.
    pub fn class_object(&self, ty: TypeId) -> String {
        self.ty(ty).map_or_else(
            || format!("TestHeap.type(\"{}\")", self.run_time_name(ty)),
            |name| format!("{name}.class"),
        )
    }

    /// Whether a member of a class may be used by name.
    pub fn member(&self, class: ClassId, flags: Flags) -> bool {
        let near = self.is_near(class);
        self.class(class).is_some() && (flags.is(Flags::PUBLIC) || (near && !flags.is(Flags::PRIVATE)))
    }

    pub fn method(&self, method: MethodId) -> bool {
        let method = self.program.method(method);
        self.member(method.class, method.flags) && !method.flags.is(Flags::SYNTHETIC)
    }

    pub fn field(&self, field: FieldId) -> bool {
        let field = self.program.field(field);
        self.member(field.class, field.flags) && !field.flags.is(Flags::SYNTHETIC)
    }

    /// The class that has this one as an inner class, with its name in there and its flags.
    pub fn nesting(&self, class: ClassId) -> Option<(ClassId, String, Flags)> {
        let name = &self.program.class(class).name;
        let attributes = self.program.class_attributes(class);
        let entry = attributes.inner_classes.iter().find(|entry| entry.inner == *name)?;
        let outer = self.program.class_named(entry.outer.as_ref()?).ok()?;
        Some((outer, entry.name.as_ref()?.to_string(), entry.flags))
    }

    /// Whether objects of this class know an object of the class around it.
    pub fn is_inner(&self, class: ClassId) -> bool {
        self.nesting(class)
            .is_some_and(|(_, _, flags)| !flags.is(Flags::STATIC) && !flags.is(Flags::INTERFACE))
    }

    /// Whether the package has a class of this name itself.
    pub fn is_taken(&self, name: &str) -> bool {
        let internal =
            if self.package.is_empty() { name.to_owned() } else { format!("{}/{name}", self.package) };
        self.program.class_path_names().iter().any(|known| **known == internal)
    }

    fn is_visible(&self, class: ClassId) -> bool {
        let info = self.program.class(class);
        let attributes = self.program.class_attributes(class);
        if attributes.enclosing_method.is_some() || matches!(info.origin, Origin::Synthetic { .. }) {
            return false;
        }
        let listed = attributes.inner_classes.iter().any(|entry| entry.inner == info.name);
        let near = self.is_near(class);
        match self.nesting(class) {
            Some((outer, _, flags)) => {
                self.is_visible(outer) && (flags.is(Flags::PUBLIC) || (near && !flags.is(Flags::PRIVATE)))
            }
            None => !listed && (near || info.flags.is(Flags::PUBLIC)),
        }
    }

    fn top_level(&self, class: ClassId) -> String {
        let info = self.program.class(class);
        let qualified = info.name.replace('/', ".");
        let simple = qualified.rsplit('.').next().unwrap_or(&qualified).to_owned();
        if info.package() == self.package {
            return simple;
        }
        if info.origin != Origin::Jdk || self.is_taken(&simple) {
            return qualified;
        }
        if info.package() == names::ALWAYS_IMPORTED {
            return simple;
        }
        if library::packages_of(info.package()).any(|package| package.is_imported) {
            self.imports.borrow_mut().insert(qualified);
            return simple;
        }
        qualified
    }

    /// What `Class.forName` wants.
    fn run_time_name(&self, ty: TypeId) -> String {
        match self.program.ty(ty) {
            Type::Array(_) => self.program.descriptor(ty).replace('/', "."),
            _ => match class_of(self.program, ty) {
                Some(class) => self.program.class(class).java_name(),
                None => self.program.type_name(ty),
            },
        }
    }
}
