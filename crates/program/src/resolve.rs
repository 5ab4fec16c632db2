//! From names in code to members (JVMS 5.4.3), once per reference; access control (JVMS 5.4.4).

use std::sync::Arc;

use crate::program::{FieldName, MethodName};
use crate::{
    Class, ClassId, FieldId, FieldRef, Flags, LinkError, LinkErrorKind, Method, MethodId, MethodRef, Program,
    Type, TypeId,
};

impl Program {
    /// Field resolution with access check (JVMS 5.4.3.2), done once per reference.
    #[inline]
    pub fn resolve_field(&self, field: FieldRef) -> Result<FieldId, &LinkError> {
        let site = self.field_refs.get(field);
        site.resolved.get_or_init(|| self.look_up_field(&site.name)).as_ref().copied()
    }

    /// Method or interface method resolution with access check (JVMS 5.4.3.3, 5.4.3.4), done once per reference.
    #[inline]
    pub fn resolve_method(&self, method: MethodRef) -> Result<MethodId, &LinkError> {
        let site = self.method_refs.get(method);
        site.resolved.get_or_init(|| self.look_up_method(&site.name)).as_ref().copied()
    }

    /// A method declared in `class` itself.
    pub fn declared_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        self.declared(class, &self.signature(name, descriptor)?)
    }

    /// A field declared in `class` itself.
    pub fn declared_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        self.class(class).fields().find(|&field| *self.field(field).name == *name)
    }

    /// A method of `class` or its supertypes, without access check.
    pub fn find_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let signature = self.signature(name, descriptor)?;
        self.in_superclasses(class, &signature).or_else(|| self.in_superinterfaces(class, &signature))
    }

    /// A field of `class` or its supertypes, without access check.
    pub fn find_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        self.field_where(class, &|field| *self.field(field).name == *name)
    }

    /// Whether `class` may be named in the code of `from` (JVMS 5.4.4).
    pub fn is_accessible(&self, class: ClassId, from: ClassId) -> bool {
        let (class, from) = (self.class(class), self.class(from));
        class.flags.is(Flags::PUBLIC) || class.package() == from.package()
    }

    /// The nest a class belongs to: its host, itself if it has none (JVMS 5.4.4).
    pub fn nest_host(&self, class: ClassId) -> ClassId {
        let named = |name: &Arc<str>| self.class_named(name).ok();
        let Some(host) = self.class_attributes(class).nest_host.as_ref().and_then(named) else {
            return class;
        };
        let member = self.class(class);
        let agreed = self.class_attributes(host).nest_members.contains(&member.name);
        if agreed && self.class(host).package() == member.package() { host } else { class }
    }

    fn look_up_field(&self, site: &FieldName) -> Result<FieldId, LinkError> {
        let class = self.resolve_class(site.class).map_err(Clone::clone)?;
        let wanted = |id| {
            let field = self.field(id);
            field.ty == site.ty && field.name == site.name
        };
        let found = self.field_where(class, &wanted);
        let found = found.ok_or_else(|| LinkError::new(LinkErrorKind::NoSuchField, &*site.name))?;
        let field = self.field(found);
        self.check_access(site.from, field.class, field.flags, "field", || {
            format!("{}.{}", self.class(field.class).java_name(), field.name)
        })?;
        Ok(found)
    }

    /// JVMS 5.4.3.2: the class itself, then its superinterfaces, then its superclass.
    fn field_where(&self, class: ClassId, wanted: &dyn Fn(FieldId) -> bool) -> Option<FieldId> {
        let class = self.class(class);
        let in_interfaces = || {
            class.superinterfaces.iter().find_map(|&id| self.class(id).fields().find(|&field| wanted(field)))
        };
        class
            .fields()
            .find(|&field| wanted(field))
            .or_else(in_interfaces)
            .or_else(|| self.field_where(class.superclass?, wanted))
    }

    fn look_up_method(&self, site: &MethodName) -> Result<MethodId, LinkError> {
        let class = match self.ty(site.class) {
            Type::Array(_) => self.class_named("java/lang/Object"),
            Type::Class(_) => self.resolve_class(site.class),
            primitive => unreachable!("no methods in {primitive:?}"),
        };
        let class = self.class(class.map_err(Clone::clone)?);
        if class.is_interface() != site.interface {
            let must = if site.interface { "Methodref" } else { "InterfaceMethodref" };
            let message =
                format!("Method '{}' must be {must} constant", self.describe(&class.java_name(), site));
            return Err(LinkError::new(LinkErrorKind::IncompatibleClassChange, message));
        }
        let none = || {
            LinkError::new(
                LinkErrorKind::NoSuchMethod,
                format!("'{}'", self.describe(&class.java_name(), site)),
            )
        };
        let signature = Signature { name: site.name.clone(), descriptor: site.descriptor.clone() };
        let found = if class.is_interface() {
            self.interface_method(class, &signature)
        } else {
            self.class_method(class, &signature)
        };
        let found = found.ok_or_else(none)?;
        let method = self.method(found);
        let array_clone = self.element_of(site.class).is_some() && *method.name == *"clone";
        if !array_clone {
            self.check_access(site.from, method.class, method.flags, "method", || {
                self.describe_method(method)
            })?;
        }
        Ok(found)
    }

    /// JVMS 5.4.3.3, steps 2 and 3.
    fn class_method(&self, class: &Class, signature: &Signature) -> Option<MethodId> {
        self.in_superclasses(class.id, signature)
            .or_else(|| self.signature_polymorphic(class, signature))
            .or_else(|| self.in_superinterfaces(class.id, signature))
    }

    /// JVMS 5.4.3.4, steps 2 to 5.
    fn interface_method(&self, class: &Class, signature: &Signature) -> Option<MethodId> {
        let of_object = || {
            let found = self.declared(class.superclass?, signature)?;
            let flags = self.method(found).flags;
            (flags.is(Flags::PUBLIC) && !flags.is(Flags::STATIC)).then_some(found)
        };
        self.declared(class.id, signature)
            .or_else(of_object)
            .or_else(|| self.in_superinterfaces(class.id, signature))
    }

    pub(crate) fn signature(&self, name: &str, descriptor: &str) -> Option<Signature> {
        let (name, descriptor) = (self.types.known_name(name)?, self.types.known_name(descriptor)?);
        Some(Signature { name, descriptor })
    }

    pub(crate) fn declared(&self, class: ClassId, signature: &Signature) -> Option<MethodId> {
        self.class(class).methods().find(|&method| signature.is_of(self.method(method)))
    }

    fn in_superclasses(&self, class: ClassId, signature: &Signature) -> Option<MethodId> {
        self.class(class).ancestors.iter().rev().find_map(|&class| self.declared(class, signature))
    }

    /// The maximally-specific method with code if there is exactly one, otherwise any that is inherited.
    fn in_superinterfaces(&self, class: ClassId, signature: &Signature) -> Option<MethodId> {
        let candidates = self.maximally_specific(class, signature);
        let mut with_code = candidates.iter().filter(|&&method| !self.method(method).is_abstract());
        match (with_code.next(), with_code.next()) {
            (Some(&only), None) => Some(only),
            _ => candidates.first().copied(),
        }
    }

    /// **Maximally-specific superinterface methods** (JVMS 5.4.3.3): those no other candidate's interface extends.
    pub(crate) fn maximally_specific(&self, class: ClassId, signature: &Signature) -> Vec<MethodId> {
        let inherited = |method: &MethodId| {
            let flags = self.method(*method).flags;
            !flags.is(Flags::PRIVATE) && !flags.is(Flags::STATIC)
        };
        let interfaces = &self.class(class).superinterfaces;
        let all: Vec<_> =
            interfaces.iter().filter_map(|&id| self.declared(id, signature)).filter(inherited).collect();
        let owner = |method: MethodId| self.method(method).class;
        let is_shadowed = |&method: &MethodId| {
            all.iter().any(|&other| other != method && self.is_subclass(owner(other), owner(method)))
        };
        all.iter().copied().filter(|method| !is_shadowed(method)).collect()
    }

    /// JVMS 2.9.3: `invoke` and its like of method handles take whatever arguments the call has.
    fn signature_polymorphic(&self, class: &Class, signature: &Signature) -> Option<MethodId> {
        if !matches!(&*class.name, "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle") {
            return None;
        }
        let mut named =
            class.methods().filter(|&method| Arc::ptr_eq(&self.method(method).name, &signature.name));
        let (only, None) = (named.next()?, named.next()) else { return None };
        self.method(only).flags.is(Flags::VARARGS | Flags::NATIVE).then_some(only)
    }

    /// JVMS 5.4.4 for a member of `owner` named in the code of `from`.
    fn check_access(
        &self,
        from: ClassId,
        owner: ClassId,
        flags: Flags,
        what: &str,
        describe: impl FnOnce() -> String,
    ) -> Result<(), LinkError> {
        let same_package = || self.class(owner).package() == self.class(from).package();
        let allowed = if flags.is(Flags::PUBLIC) {
            true
        } else if flags.is(Flags::PRIVATE) {
            from == owner || self.nest_host(from) == self.nest_host(owner)
        } else {
            flags.is(Flags::PROTECTED) && self.is_subclass(from, owner) || same_package()
        };
        if allowed {
            return Ok(());
        }
        let access = if flags.is(Flags::PRIVATE) {
            "private "
        } else if flags.is(Flags::PROTECTED) {
            "protected "
        } else {
            ""
        };
        let message =
            format!("class {} tried to access {access}{what} '{}'", self.class(from).java_name(), describe());
        Err(LinkError::new(LinkErrorKind::IllegalAccess, message))
    }

    /// A method as the JVM's messages write it: `void Foo.bar(int)`.
    pub fn describe_method(&self, method: &Method) -> String {
        self.describe_as(&self.class(method.class).java_name(), &method.name, &method.params, method.result)
    }

    fn describe(&self, class: &str, site: &MethodName) -> String {
        let ty = self.types.of_method(&site.descriptor);
        ty.map_or_else(
            || format!("{class}.{}{}", site.name, site.descriptor),
            |ty| self.describe_as(class, &site.name, &ty.params, ty.result),
        )
    }

    fn describe_as(&self, class: &str, name: &str, params: &[TypeId], result: TypeId) -> String {
        let params: Vec<_> = params.iter().map(|&param| self.type_name(param)).collect();
        format!("{} {class}.{name}({})", self.type_name(result), params.join(", "))
    }
}

/// Name and descriptor of a method, as the shared copies, so that they compare by pointer.
pub(crate) struct Signature {
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
}

impl Signature {
    /// What is looked for when this method is called.
    pub fn of(method: &Method) -> Self {
        Self { name: method.name.clone(), descriptor: method.descriptor.clone() }
    }

    fn is_of(&self, method: &Method) -> bool {
        Arc::ptr_eq(&self.name, &method.name) && Arc::ptr_eq(&self.descriptor, &method.descriptor)
    }
}
