//! The program: everything reachable from a class path, loaded as it is asked for.
//!
//! All answers are cached inside, so `&Program` is enough for everything and threads may share it. Loading and linking
//! are in `link`, resolution in `resolve`, selection and subtyping in `select`, lowering in `lower`.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock};

use base::Diagnostic;
use rustc_hash::FxHashMap;

use crate::class::{CodeSource, MemberAttributes};
use crate::classfile::attributes;
use crate::classpath::{ClassPath, Search};
use crate::code::Body;
use crate::define::ClassDef;
use crate::error::ErrorId;
use crate::lock::{lock, read, write};
use crate::modules::Module;
use crate::text::Strings;
use crate::types::{MethodType, Types};
use crate::{
    Class, ClassAttributes, ClassId, Field, FieldId, FieldRef, JavaText, LinkError, LinkErrorKind, Method,
    MethodId, MethodRef, StringId, Type, TypeId,
};
use base::arena::Arena;

/// A field as an instruction names it.
#[derive(Clone, Debug)]
pub struct FieldName {
    /// The class whose code names it; access is checked for it.
    pub from: ClassId,
    pub class: TypeId,
    pub name: Arc<str>,
    pub ty: TypeId,
}

/// A method as an instruction names it.
#[derive(Clone, Debug)]
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

/// All classes of a class path and a JDK, read and linked as they are asked for.
pub struct Program {
    pub(crate) search: Search,
    pub(crate) types: Types,
    pub(crate) strings: Strings,
    pub(crate) classes: Arena<ClassId, Class>,
    pub(crate) fields: Arena<FieldId, Field>,
    pub(crate) methods: Arena<MethodId, Method>,
    pub(crate) field_refs: Arena<FieldRef, Site<FieldName, FieldId>>,
    pub(crate) method_refs: Arena<MethodRef, Site<MethodName, MethodId>>,
    pub(crate) errors: Arena<ErrorId, LinkError>,
    pub(crate) loaded: RwLock<FxHashMap<Arc<str>, Result<ClassId, ErrorId>>>,
    /// Held while a class is loaded.
    pub(crate) loading: Mutex<()>,
    /// Classes without a file, to be loaded when they are asked for.
    pub(crate) announced: Mutex<FxHashMap<Arc<str>, Announced>>,
    pub(crate) selections: RwLock<FxHashMap<(ClassId, MethodId), Result<MethodId, LinkError>>>,
    /// The module of each package of the JDK that was asked for.
    pub(crate) packages: RwLock<FxHashMap<Box<str>, Arc<str>>>,
    pub(crate) modules: OnceLock<Vec<Module>>,
}

/// What a constant pool entry refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefKind {
    Field,
    Method,
}

/// A class that is not on the class path.
pub(crate) enum Announced {
    Def(ClassDef),
    /// A class file in memory.
    File(Box<[u8]>),
}

/// A name and, once it was asked for, what it stands for.
pub(crate) struct Site<N, I> {
    pub name: N,
    pub resolved: OnceLock<Result<I, LinkError>>,
}

impl Program {
    /// Opens a class path.
    pub fn new(class_path: &ClassPath) -> Result<Self, Diagnostic> {
        Ok(Self {
            search: Search::open(class_path)?,
            types: Types::new(),
            strings: Strings::new(),
            classes: Arena::new(),
            fields: Arena::new(),
            methods: Arena::new(),
            field_refs: Arena::new(),
            method_refs: Arena::new(),
            errors: Arena::new(),
            loaded: RwLock::default(),
            loading: Mutex::default(),
            announced: Mutex::default(),
            selections: RwLock::default(),
            packages: RwLock::default(),
            modules: OnceLock::new(),
        })
    }

    /// What is known of a class.
    #[inline]
    pub fn class(&self, id: ClassId) -> &Class {
        self.classes.get(id)
    }

    /// What is known of a method.
    #[inline]
    pub fn method(&self, id: MethodId) -> &Method {
        self.methods.get(id)
    }

    /// What is known of a field.
    #[inline]
    pub fn field(&self, id: FieldId) -> &Field {
        self.fields.get(id)
    }

    /// The internal names of all classes on the class path (not the JDK's), sorted.
    pub fn class_path_names(&self) -> Vec<Arc<str>> {
        self.search.class_names().into_iter().map(Into::into).collect()
    }

    /// The internal names of all classes of the JDK, sorted.
    pub fn jdk_names(&self) -> Vec<Arc<str>> {
        self.search.jdk_class_names().into_iter().map(Into::into).collect()
    }

    /// The internal names of classes made for lambdas and the like that nobody has asked for yet, sorted.
    pub fn announced_names(&self) -> Vec<Arc<str>> {
        let mut names: Vec<_> = lock(&self.announced).keys().cloned().collect();
        names.sort();
        names
    }

    /// A file of the class path or the JDK, such as `META-INF/services/x`.
    pub fn resource(&self, path: &str) -> Option<Box<[u8]>> {
        self.search.resource(path)?.ok()
    }

    /// The entry of the class path a class comes from, and its number.
    pub fn source(&self, class: &str) -> Option<(usize, &Path)> {
        self.search.source(class)
    }

    /// The directories, JARs and class files of the class path, those named by manifests included.
    pub fn class_path(&self) -> Vec<&Path> {
        self.search.paths()
    }

    /// Whether there is no class of this internal name anywhere.
    pub fn is_absent(&self, name: &str) -> bool {
        let found = self.class_named(name);
        found.is_err_and(|error| error.kind == LinkErrorKind::NoClassDefFound && error.message == name)
    }

    /// A class that has been loaded already.
    pub fn loaded_class(&self, name: &str) -> Option<ClassId> {
        read(&self.loaded).get(name).copied()?.ok()
    }

    /// Adds a class; its supertypes are loaded, its methods come with their code.
    pub fn define(&self, class: ClassDef) -> Result<ClassId, LinkError> {
        let name = self.types.name(&class.name);
        self.define_as(name, Announced::Def(class))
    }

    /// Adds the class of a class file that is not on the class path.
    pub fn define_class_file(&self, bytes: Box<[u8]>) -> Result<ClassId, LinkError> {
        let name = self.types.name(&crate::draft::name_in(bytes.clone())?);
        self.define_as(name, Announced::File(bytes))
    }

    fn define_as(&self, name: Arc<str>, class: Announced) -> Result<ClassId, LinkError> {
        let known = read(&self.loaded).get(&name).copied();
        match known {
            Some(Ok(_)) => {
                let message = format!("duplicate class definition: {name}");
                return Err(LinkError::new(LinkErrorKind::IncompatibleClassChange, message));
            }
            // Somebody asked before there was such a class.
            Some(Err(_)) => {
                write(&self.loaded).remove(&name);
            }
            None => {}
        }
        lock(&self.announced).entry(name.clone()).or_insert(class);
        self.class_named(&name).map_err(Clone::clone)
    }

    /// Adds a class that is loaded when it is first asked for; the first announcement of a name counts.
    pub(crate) fn announce(&self, class: ClassDef) {
        let name = self.types.name(&class.name);
        let mut announced = lock(&self.announced);
        if !read(&self.loaded).contains_key(&name) {
            announced.entry(name).or_insert(Announced::Def(class));
        }
    }
}

/// Types.
impl Program {
    /// What is known of a type.
    #[inline]
    pub fn ty(&self, id: TypeId) -> &Type {
        &self.types.entry(id).ty
    }

    /// The type of a field descriptor such as `[Ljava/lang/String;`; none if it is not one.
    pub fn type_of_descriptor(&self, descriptor: &str) -> Option<TypeId> {
        self.types.of_descriptor(descriptor)
    }

    /// Parameters and result of a method descriptor such as `(I)V`; none if it is not one.
    pub fn method_type(&self, descriptor: &str) -> Option<MethodType> {
        self.types.of_method(descriptor)
    }

    /// The class type of an internal name; loads nothing.
    pub fn class_type(&self, name: &str) -> TypeId {
        self.types.class(name)
    }

    /// The type of arrays with these elements.
    pub fn array_of(&self, element: TypeId) -> TypeId {
        self.types.array(element)
    }

    /// The element type of an array type.
    pub fn element_of(&self, array: TypeId) -> Option<TypeId> {
        match *self.ty(array) {
            Type::Array(element) => Some(element),
            _ => None,
        }
    }

    /// The type as Java source writes it: `java.lang.String[]`.
    pub fn type_name(&self, ty: TypeId) -> String {
        match self.ty(ty) {
            Type::Void => "void".into(),
            Type::Boolean => "boolean".into(),
            Type::Byte => "byte".into(),
            Type::Char => "char".into(),
            Type::Short => "short".into(),
            Type::Int => "int".into(),
            Type::Long => "long".into(),
            Type::Float => "float".into(),
            Type::Double => "double".into(),
            Type::Class(name) => name.replace('/', "."),
            &Type::Array(element) => self.type_name(element) + "[]",
        }
    }

    /// The type as class files write it: `[Ljava/lang/String;`.
    pub fn descriptor(&self, ty: TypeId) -> String {
        match self.ty(ty) {
            Type::Void => "V".into(),
            Type::Boolean => "Z".into(),
            Type::Byte => "B".into(),
            Type::Char => "C".into(),
            Type::Short => "S".into(),
            Type::Int => "I".into(),
            Type::Long => "J".into(),
            Type::Float => "F".into(),
            Type::Double => "D".into(),
            Type::Class(name) => format!("L{name};"),
            &Type::Array(element) => format!("[{}", self.descriptor(element)),
        }
    }

    /// Resolves a class type (JVMS 5.4.3.1). Panics on other types.
    #[inline]
    pub fn resolve_class(&self, ty: TypeId) -> Result<ClassId, &LinkError> {
        let entry = self.types.entry(ty);
        let load = || match &entry.ty {
            Type::Class(name) => self.load(name),
            other => panic!("{other:?} is not a class"),
        };
        entry.class.get_or_init(load).map_err(|error| self.errors.get(error))
    }
}

/// Code and constants.
impl Program {
    /// The code of a method, lowered on first use. Native and abstract methods have none (`AbstractMethodError`).
    #[inline]
    pub fn body(&self, method: MethodId) -> Result<&Body, &LinkError> {
        let method = self.method(method);
        method.code.body.get_or_init(|| self.make_body(method)).as_ref()
    }

    fn make_body(&self, method: &Method) -> Result<Body, LinkError> {
        let body = match &method.code.source {
            CodeSource::None => Err(LinkError::new(
                LinkErrorKind::AbstractMethod,
                format!("'{}'", self.describe_method(method)),
            )),
            &CodeSource::File(at) => crate::lower::lower(self, method, at),
            CodeSource::Made(make) => Ok(make(self, method.class)),
        }?;
        #[cfg(debug_assertions)]
        if let Err(broken) = crate::code::validate(self, method, &body) {
            panic!("{}: {broken}", self.describe_method(method));
        }
        Ok(body)
    }

    /// The text of a string.
    pub fn string(&self, id: StringId) -> &JavaText {
        self.strings.get(id)
    }

    /// The id of a string's text.
    pub fn intern(&self, text: JavaText) -> StringId {
        self.strings.intern(text)
    }

    /// What a reference to a field says.
    pub fn field_name(&self, field: FieldRef) -> &FieldName {
        &self.field_refs.get(field).name
    }

    /// What a reference to a method says.
    pub fn method_name(&self, method: MethodRef) -> &MethodName {
        &self.method_refs.get(method).name
    }

    /// The reference to a field in the code of `from`.
    pub fn field_ref(&self, from: ClassId, class: TypeId, name: &str, ty: TypeId) -> FieldRef {
        let name = FieldName { from, class, name: self.types.name(name), ty };
        self.field_refs.push(Site { name, resolved: OnceLock::new() })
    }

    /// The reference to a method in the code of [`MethodName::from`].
    pub fn method_ref(&self, name: MethodName) -> MethodRef {
        let shared = MethodName {
            name: self.types.name(&name.name),
            descriptor: self.types.name(&name.descriptor),
            ..name
        };
        self.method_refs.push(Site { name: shared, resolved: OnceLock::new() })
    }

    /// The reference a constant pool entry stands for, made by `make` the first time. An entry asked for as the other
    /// kind of member than before is always made anew, and `make` finds out that it is none.
    pub(crate) fn pool_ref<E>(
        &self,
        class: &Class,
        index: u16,
        kind: RefKind,
        make: impl FnOnce() -> Result<u32, E>,
    ) -> Result<u32, E> {
        let len = class.file.as_ref().map_or(0, |file| file.pool_len());
        let refs = class.refs.get_or_init(|| (0..len).map(|_| AtomicU32::new(0)).collect());
        let Some(slot) = refs.get(usize::from(index)) else { return make() };
        let known = slot.load(Ordering::Acquire);
        if known != 0 && known % 2 == kind as u32 {
            return Ok(known / 2 - 1);
        }
        let made = make()?;
        slot.store((made + 1) * 2 + kind as u32, Ordering::Release);
        Ok(made)
    }
}

/// What linking does not need.
impl Program {
    /// The attributes of a class that say more about its source.
    pub fn class_attributes(&self, class: ClassId) -> &ClassAttributes {
        let class = self.class(class);
        class.attributes.get_or_init(|| class.file.as_ref().map(attributes::of_class).unwrap_or_default())
    }

    /// The attributes of a field that say more about its source.
    pub fn field_attributes(&self, field: FieldId) -> MemberAttributes {
        let class = self.class(self.field(field).class);
        let Some(file) = &class.file else { return MemberAttributes::default() };
        attributes::of_member(file, &file.fields[(field.0 - class.fields.start) as usize])
    }

    /// The attributes of a method that say more about its source.
    pub fn method_attributes(&self, method: MethodId) -> MemberAttributes {
        let class = self.class(self.method(method).class);
        let Some(file) = &class.file else { return MemberAttributes::default() };
        attributes::of_member(file, &file.methods[(method.0 - class.methods.start) as usize])
    }
}
