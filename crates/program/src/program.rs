//! The program: everything reachable from a class path, loaded as it is asked for.
//!
//! All answers are cached inside, so `&Program` is enough for everything and threads may share it.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use base::Diagnostic;

use crate::class::MemberAttributes;
use crate::code::Body;
use crate::{
    Class, ClassAttributes, ClassId, Field, FieldId, FieldRef, JavaText, LinkError, Method, MethodId,
    MethodRef, StringId, Type, TypeId,
};

/// Where classes are looked for.
#[derive(Clone, Debug, Default)]
pub struct ClassPath {
    /// Directories, JARs and single class files, in order of precedence.
    pub entries: Vec<PathBuf>,
    /// The home of a JDK (`lib/modules`, `jmods` or `rt.jar` below it); none for programs without a library.
    pub jdk: Option<PathBuf>,
}

/// A field as an instruction names it.
#[derive(Debug)]
pub struct FieldName {
    /// The class whose code names it; access is checked for it.
    pub from: ClassId,
    pub class: TypeId,
    pub name: Arc<str>,
    pub ty: TypeId,
}

/// A method as an instruction names it.
#[derive(Debug)]
pub struct MethodName {
    /// The class whose code names it; access is checked for it.
    pub from: ClassId,
    /// May be an array type: `int[].clone()`.
    pub class: TypeId,
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
    /// Named as a method of an interface.
    pub interface: bool,
}

pub struct Program {}

pub(crate) type CodeCell = OnceLock<Result<Body, LinkError>>;

#[expect(unused_variables, reason = "signatures first")]
impl Program {
    pub fn new(class_path: &ClassPath) -> Result<Self, Diagnostic> {
        unimplemented!("class path")
    }

    // Classes, fields, methods by id: a table look-up each.

    pub fn class(&self, id: ClassId) -> &Class {
        unimplemented!()
    }

    pub fn method(&self, id: MethodId) -> &Method {
        unimplemented!()
    }

    pub fn field(&self, id: FieldId) -> &Field {
        unimplemented!()
    }

    /// The class of an internal name, loaded with all its supertypes.
    pub fn class_named(&self, name: &str) -> Result<ClassId, &LinkError> {
        unimplemented!()
    }

    /// The internal names of all classes on the class path (not the JDK's), sorted.
    pub fn class_path_names(&self) -> Vec<Arc<str>> {
        unimplemented!()
    }

    // Types.

    pub fn ty(&self, id: TypeId) -> &Type {
        unimplemented!()
    }

    /// The type of a field descriptor such as `[Ljava/lang/String;`; none if it is not one.
    pub fn type_of_descriptor(&self, descriptor: &str) -> Option<TypeId> {
        unimplemented!()
    }

    /// The class type of an internal name; loads nothing.
    pub fn class_type(&self, name: &str) -> TypeId {
        unimplemented!()
    }

    pub fn array_of(&self, element: TypeId) -> TypeId {
        unimplemented!()
    }

    /// The element type of an array type.
    pub fn element_of(&self, array: TypeId) -> Option<TypeId> {
        unimplemented!()
    }

    /// The type as Java source writes it: `java.lang.String[]`.
    pub fn type_name(&self, ty: TypeId) -> String {
        unimplemented!()
    }

    /// Resolves a class type (JVMS 5.4.3.1). Panics on other types.
    pub fn resolve_class(&self, ty: TypeId) -> Result<ClassId, &LinkError> {
        unimplemented!()
    }

    /// Whether `class` may be named in the code of `from` (JVMS 5.4.4).
    pub fn is_accessible(&self, class: ClassId, from: ClassId) -> bool {
        unimplemented!()
    }

    /// Whether objects of class `sub` are objects of class or interface `sup`.
    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        unimplemented!()
    }

    /// Whether values of reference type `sub` can be assigned to type `sup` without a cast (JVMS 6.5 `checkcast`).
    pub fn is_subtype(&self, sub: TypeId, sup: TypeId) -> Result<bool, &LinkError> {
        unimplemented!()
    }

    // Members.

    pub fn field_name(&self, field: FieldRef) -> &FieldName {
        unimplemented!()
    }

    pub fn method_name(&self, method: MethodRef) -> &MethodName {
        unimplemented!()
    }

    /// The reference to a field in the code of `from`.
    pub fn field_ref(&self, from: ClassId, class: TypeId, name: &str, ty: TypeId) -> FieldRef {
        unimplemented!()
    }

    /// The reference to a method in the code of `from`; see [`MethodName`].
    pub fn method_ref(&self, name: MethodName) -> MethodRef {
        unimplemented!()
    }

    /// Field resolution with access check (JVMS 5.4.3.2), done once per reference.
    #[inline]
    pub fn resolve_field(&self, field: FieldRef) -> Result<FieldId, &LinkError> {
        unimplemented!()
    }

    /// Method or interface method resolution with access check (JVMS 5.4.3.3, 5.4.3.4), done once per reference.
    #[inline]
    pub fn resolve_method(&self, method: MethodRef) -> Result<MethodId, &LinkError> {
        unimplemented!()
    }

    /// What an `invokespecial` of `method` in the code of `from` runs (JVMS 6.5).
    pub fn select_special(&self, from: ClassId, method: MethodId) -> Result<MethodId, LinkError> {
        unimplemented!()
    }

    /// The method run for a resolved method on an object of class `class` (JVMS 5.4.6): of virtual and interface
    /// calls alike. Fails with `AbstractMethodError`, `IncompatibleClassChangeError` or `IllegalAccessError`.
    #[inline]
    pub fn select(&self, class: ClassId, method: MethodId) -> Result<MethodId, LinkError> {
        unimplemented!()
    }

    /// A method declared in `class` itself.
    pub fn declared_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        unimplemented!()
    }

    /// A field declared in `class` itself.
    pub fn declared_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        unimplemented!()
    }

    /// A method of `class` or its supertypes, without access check.
    pub fn find_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        unimplemented!()
    }

    /// A field of `class` or its supertypes, without access check.
    pub fn find_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        unimplemented!()
    }

    // Code and constants.

    /// The code of a method, lowered on first use. Native and abstract methods have none (`AbstractMethodError`).
    #[inline]
    pub fn body(&self, method: MethodId) -> Result<&Body, &LinkError> {
        unimplemented!()
    }

    pub fn string(&self, id: StringId) -> &JavaText {
        unimplemented!()
    }

    pub fn intern(&self, text: JavaText) -> StringId {
        unimplemented!()
    }

    // What linking does not need.

    pub fn class_attributes(&self, class: ClassId) -> &ClassAttributes {
        unimplemented!()
    }

    pub fn field_attributes(&self, field: FieldId) -> MemberAttributes {
        unimplemented!()
    }

    pub fn method_attributes(&self, method: MethodId) -> MemberAttributes {
        unimplemented!()
    }

    /// The nest a class belongs to: its host, itself if it has none (JVMS 5.4.4).
    pub fn nest_host(&self, class: ClassId) -> ClassId {
        unimplemented!()
    }

    /// A file of the class path or the JDK, such as `META-INF/services/x`.
    pub fn resource(&self, path: &str) -> Option<Vec<u8>> {
        unimplemented!()
    }

    // Classes without a class file.

    /// Adds a class; its supertypes are loaded, its methods come with their code.
    pub fn define(&self, class: crate::define::ClassDef) -> Result<ClassId, LinkError> {
        unimplemented!()
    }
}
