//! Loaded classes, their fields and methods.
//!
//! A loaded class is linked at once: its superclasses and superinterfaces are loaded, its fields have slots and its
//! virtual methods have places in the table of methods. What is rarely asked for (annotations, signatures, source
//! file) is read when asked for: [`ClassAttributes`].

use std::fmt;
use std::ops::Range;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, OnceLock};

use crate::classfile::ClassFile;
use crate::code::Body;
use crate::define::MakeBody;
use crate::{ClassId, FieldId, LinkError, MethodId, StringId, TypeId};

/// A class or interface.
#[derive(Debug)]
pub struct Class {
    pub id: ClassId,
    /// Internal name, as in `java/util/Map$Entry`.
    pub name: Arc<str>,
    /// The type this class is.
    pub ty: TypeId,
    pub flags: Flags,
    pub origin: Origin,
    /// None for `java/lang/Object` only; `java/lang/Object` for interfaces.
    pub superclass: Option<ClassId>,
    /// Direct superinterfaces, in declaration order.
    pub interfaces: Box<[ClassId]>,
    /// Static initialiser `<clinit>`.
    pub initializer: Option<MethodId>,
    /// All instance fields by slot, inherited ones first.
    pub instance_fields: Box<[FieldId]>,
    /// Static fields by slot, this class' own only.
    pub static_fields: Box<[FieldId]>,
    pub(crate) fields: Range<u32>,
    pub(crate) methods: Range<u32>,
    /// By [`Method::vtable_index`]: the method selected for objects of exactly this class.
    pub(crate) vtable: Box<[MethodId]>,
    /// The chain of superclasses from `java/lang/Object` down to this class.
    pub(crate) ancestors: Box<[ClassId]>,
    /// Every superinterface, direct or not, ascending.
    pub(crate) superinterfaces: Box<[ClassId]>,
    pub(crate) file: Option<ClassFile>,
    pub(crate) attributes: OnceLock<ClassAttributes>,
    /// By constant pool index: the reference to the member and which kind it is; zero until one is made.
    pub(crate) refs: OnceLock<Box<[AtomicU32]>>,
}

/// Where a class comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The class path: the user's code.
    ClassPath,
    Jdk,
    /// Made by us for a lambda, a method reference or a program that has no class file. Its frames are hidden in
    /// stack traces when it stands for a lambda.
    Synthetic {
        hidden: bool,
    },
}

/// A field, as its class declares it.
#[derive(Debug)]
pub struct Field {
    pub id: FieldId,
    pub class: ClassId,
    pub name: Arc<str>,
    pub ty: TypeId,
    pub flags: Flags,
    /// Index into [`Class::static_fields`] of its class or [`Class::instance_fields`] of every subclass.
    pub slot: u32,
    /// What a static field holds before its class is initialised (`ConstantValue`).
    pub constant: Option<Constant>,
}

/// A method, as its class declares it.
#[derive(Debug)]
pub struct Method {
    pub id: MethodId,
    pub class: ClassId,
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
    /// Without the receiver.
    pub params: Arc<[TypeId]>,
    /// [`TypeId::VOID`] for procedures.
    pub result: TypeId,
    pub flags: Flags,
    /// Place in the table of virtual methods; none if it is never selected by table (static, private, constructors,
    /// interface methods).
    pub vtable_index: Option<u32>,
    pub(crate) code: Code,
}

/// Where a method's code comes from, and the code itself once it was asked for.
pub(crate) struct Code {
    pub source: CodeSource,
    pub body: OnceLock<Result<Body, LinkError>>,
}

pub(crate) enum CodeSource {
    /// Abstract or native.
    None,
    /// The class file, at this offset.
    File(u32),
    Made(MakeBody),
}

/// A compile-time constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    String(StringId),
}

/// Access flags of classes, fields and methods (JVMS 4.1, 4.5, 4.6).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Flags(pub u16);

/// What a class file says beyond what linking needs.
#[derive(Debug, Default)]
pub struct ClassAttributes {
    pub source_file: Option<String>,
    /// Generic signature (JVMS 4.7.9.1).
    pub signature: Option<String>,
    /// Present on local and anonymous classes.
    pub enclosing_method: Option<EnclosingMethod>,
    pub nest_host: Option<Arc<str>>,
    pub nest_members: Box<[Arc<str>]>,
    /// Present on sealed classes.
    pub permitted_subclasses: Option<Box<[Arc<str>]>>,
    pub inner_classes: Box<[InnerClass]>,
    /// Present on records.
    pub record: Option<Box<[RecordComponent]>>,
    pub annotations: Box<[Annotation]>,
}

/// What a class file says about a field or method beyond what linking needs.
#[derive(Debug, Default)]
pub struct MemberAttributes {
    pub signature: Option<String>,
    pub annotations: Box<[Annotation]>,
    /// Methods: the checked exceptions declared, by internal name.
    pub exceptions: Box<[Arc<str>]>,
    /// Methods: annotations of each parameter.
    pub parameter_annotations: Box<[Box<[Annotation]>]>,
    /// Methods: names and flags of the parameters, if the class was compiled with `-parameters`.
    pub parameters: Box<[(Option<Arc<str>>, Flags)]>,
    /// Annotation elements: the default.
    pub annotation_default: Option<ElementValue>,
}

/// The method a local class was written in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnclosingMethod {
    pub class: Arc<str>,
    /// Name and descriptor; none if the class is in an initialiser.
    pub method: Option<(Arc<str>, Arc<str>)>,
}

/// A class inside another, as `InnerClasses` tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InnerClass {
    pub inner: Arc<str>,
    /// None for local and anonymous classes.
    pub outer: Option<Arc<str>>,
    /// None for anonymous classes.
    pub name: Option<Arc<str>>,
    pub flags: Flags,
}

/// A component of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordComponent {
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
    pub signature: Option<String>,
    /// The contents of `RuntimeVisibleAnnotations`, as they stand in the file.
    pub annotations: Option<Box<[u8]>>,
}

/// An annotation and its elements.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// Field descriptor of the annotation's type, as in `Ljava/lang/Deprecated;`.
    pub ty: Arc<str>,
    pub elements: Box<[(Arc<str>, ElementValue)]>,
    /// Kept at run time (`RuntimeVisibleAnnotations`).
    pub visible: bool,
}

/// The value of an element of an annotation.
#[derive(Clone, Debug, PartialEq)]
pub enum ElementValue {
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    String(String),
    /// Descriptor of the enum and name of the constant.
    Enum(Arc<str>, Arc<str>),
    /// A return descriptor.
    Class(Arc<str>),
    Annotation(Box<Annotation>),
    Array(Box<[ElementValue]>),
}

impl Class {
    /// The fields declared here, in declaration order.
    pub fn fields(&self) -> impl DoubleEndedIterator<Item = FieldId> + ExactSizeIterator + use<> {
        self.fields.clone().map(FieldId)
    }

    /// The methods declared here, in declaration order.
    pub fn methods(&self) -> impl DoubleEndedIterator<Item = MethodId> + ExactSizeIterator + use<> {
        self.methods.clone().map(MethodId)
    }

    /// Whether it is an interface.
    pub fn is_interface(&self) -> bool {
        self.flags.is(Flags::INTERFACE)
    }

    /// The package, as in `java/util`; empty for the unnamed one.
    pub fn package(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(package, _)| package)
    }

    /// The name as Java prints it: `java.util.Map$Entry`.
    pub fn java_name(&self) -> String {
        self.name.replace('/', ".")
    }

    /// The method selected by table for objects of exactly this class.
    #[inline]
    pub fn selected(&self, vtable_index: u32) -> MethodId {
        self.vtable[vtable_index as usize]
    }
}

impl Field {
    /// Whether it belongs to the class and not to its objects.
    pub fn is_static(&self) -> bool {
        self.flags.is(Flags::STATIC)
    }
}

impl Method {
    /// Whether it belongs to the class and not to its objects.
    pub fn is_static(&self) -> bool {
        self.flags.is(Flags::STATIC)
    }

    /// Whether its code is not in the class file.
    pub fn is_native(&self) -> bool {
        self.flags.is(Flags::NATIVE)
    }

    /// Whether it has no code.
    pub fn is_abstract(&self) -> bool {
        self.flags.is(Flags::ABSTRACT)
    }

    /// `<init>`.
    pub fn is_constructor(&self) -> bool {
        &*self.name == "<init>"
    }

    /// Number of argument registers, receiver included.
    pub fn arity(&self) -> usize {
        self.params.len() + usize::from(!self.is_static())
    }
}

impl Flags {
    /// `public`
    pub const PUBLIC: Self = Self(0x0001);
    /// `private`
    pub const PRIVATE: Self = Self(0x0002);
    /// `protected`
    pub const PROTECTED: Self = Self(0x0004);
    /// `static`
    pub const STATIC: Self = Self(0x0008);
    /// `final`
    pub const FINAL: Self = Self(0x0010);
    /// `synchronized`, of methods.
    pub const SYNCHRONIZED: Self = Self(0x0020);
    /// `volatile`, of fields.
    pub const VOLATILE: Self = Self(0x0040);
    /// Made by the compiler so that an overriding method is found by its old descriptor.
    pub const BRIDGE: Self = Self(0x0040);
    /// `transient`, of fields.
    pub const TRANSIENT: Self = Self(0x0080);
    /// With `...` behind the last parameter's type, of methods.
    pub const VARARGS: Self = Self(0x0080);
    /// `native`
    pub const NATIVE: Self = Self(0x0100);
    /// An interface.
    pub const INTERFACE: Self = Self(0x0200);
    /// `abstract`
    pub const ABSTRACT: Self = Self(0x0400);
    /// `strictfp`
    pub const STRICT: Self = Self(0x0800);
    /// Not in the source.
    pub const SYNTHETIC: Self = Self(0x1000);
    /// The interface of an annotation.
    pub const ANNOTATION: Self = Self(0x2000);
    /// An `enum`, or one of its constants.
    pub const ENUM: Self = Self(0x4000);
    /// A module.
    pub const MODULE: Self = Self(0x8000);

    /// Whether all bits of `flag` are set.
    pub fn is(self, flag: Self) -> bool {
        self.0 & flag.0 == flag.0
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.body.get().is_some() { "lowered" } else { "not lowered yet" })
    }
}

impl std::ops::BitOr for Flags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Flags({:#06x})", self.0)
    }
}
