//! Java types by name. A type exists without its class being loaded, and equal types have equal ids.

use std::sync::{Arc, OnceLock, RwLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::Kind;
use crate::error::ErrorId;
use crate::lock::{read, write};
use crate::{ClassId, TypeId};
use base::arena::Arena;

/// A type of values, or of none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Void,
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    /// A class or interface by its internal name.
    Class(Arc<str>),
    /// An array with this element type.
    Array(TypeId),
}

/// The parameters and the result of a method descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodType {
    pub params: Arc<[TypeId]>,
    pub result: TypeId,
}

/// All types in use, and the names they and their members have.
pub(crate) struct Types {
    entries: Arena<TypeId, TypeEntry>,
    classes: RwLock<FxHashMap<Arc<str>, TypeId>>,
    methods: RwLock<FxHashMap<Arc<str>, MethodType>>,
    names: RwLock<FxHashSet<Arc<str>>>,
}

pub(crate) struct TypeEntry {
    pub ty: Type,
    array: OnceLock<TypeId>,
    /// Class types: the class, once asked for.
    pub class: OnceLock<Result<ClassId, ErrorId>>,
}

/// The JVM's limit on the nesting of arrays.
const MAX_DIMENSIONS: usize = 255;

impl Type {
    /// The kind of register that holds a value of this type; none for void.
    pub fn kind(&self) -> Option<Kind> {
        match self {
            Type::Void => None,
            Type::Boolean | Type::Byte | Type::Char | Type::Short | Type::Int => Some(Kind::Int),
            Type::Long => Some(Kind::Long),
            Type::Float => Some(Kind::Float),
            Type::Double => Some(Kind::Double),
            Type::Class(_) | Type::Array(_) => Some(Kind::Ref),
        }
    }
}

impl TypeId {
    /// The kind of register that holds a value of this type; none for void.
    pub fn kind(self) -> Option<Kind> {
        match self {
            TypeId::VOID => None,
            TypeId::LONG => Some(Kind::Long),
            TypeId::FLOAT => Some(Kind::Float),
            TypeId::DOUBLE => Some(Kind::Double),
            primitive if primitive.is_primitive() => Some(Kind::Int),
            _ => Some(Kind::Ref),
        }
    }
}

impl Types {
    /// The primitive types and no others.
    pub fn new() -> Self {
        let entries = Arena::new();
        for ty in [
            Type::Void,
            Type::Boolean,
            Type::Byte,
            Type::Char,
            Type::Short,
            Type::Int,
            Type::Long,
            Type::Float,
            Type::Double,
        ] {
            entries.push(TypeEntry::new(ty));
        }
        Self { entries, classes: RwLock::default(), methods: RwLock::default(), names: RwLock::default() }
    }

    /// What is known of a type.
    #[inline]
    pub fn entry(&self, id: TypeId) -> &TypeEntry {
        self.entries.get(id)
    }

    /// The one shared copy of a name: equal names are the same pointer.
    pub fn name(&self, text: &str) -> Arc<str> {
        if let Some(name) = self.known_name(text) {
            return name;
        }
        let mut names = write(&self.names);
        names.get(text).cloned().unwrap_or_else(|| {
            let name: Arc<str> = text.into();
            names.insert(name.clone());
            name
        })
    }

    /// The shared copy of a name, if anything has that name.
    pub fn known_name(&self, text: &str) -> Option<Arc<str>> {
        read(&self.names).get(text).cloned()
    }

    /// The type of a class's objects.
    pub fn class(&self, name: &str) -> TypeId {
        if let Some(&id) = read(&self.classes).get(name) {
            return id;
        }
        let name = self.name(name);
        let mut classes = write(&self.classes);
        *classes.entry(name.clone()).or_insert_with(|| self.entries.push(TypeEntry::new(Type::Class(name))))
    }

    /// The type of arrays with these elements.
    pub fn array(&self, element: TypeId) -> TypeId {
        *self.entry(element).array.get_or_init(|| self.entries.push(TypeEntry::new(Type::Array(element))))
    }

    /// The type of a class constant: an internal name, or the descriptor of an array type.
    pub fn of_constant(&self, name: &str) -> Option<TypeId> {
        if name.starts_with('[') {
            self.of_descriptor(name)
        } else {
            is_class_name(name).then(|| self.class(name))
        }
    }

    /// The type a descriptor writes.
    pub fn of_descriptor(&self, descriptor: &str) -> Option<TypeId> {
        let (ty, rest) = self.first(descriptor)?;
        rest.is_empty().then_some(ty)
    }

    /// The types a method's descriptor writes.
    pub fn of_method(&self, descriptor: &str) -> Option<MethodType> {
        if let Some(ty) = read(&self.methods).get(descriptor) {
            return Some(ty.clone());
        }
        let ty = self.parse_method(descriptor)?;
        write(&self.methods).insert(self.name(descriptor), ty.clone());
        Some(ty)
    }

    fn parse_method(&self, descriptor: &str) -> Option<MethodType> {
        let mut rest = descriptor.strip_prefix('(')?;
        let mut params = Vec::new();
        while !rest.starts_with(')') {
            let (param, after) = self.first(rest)?;
            params.push(param);
            rest = after;
        }
        let result = match &rest[1..] {
            "V" => TypeId::VOID,
            result => self.of_descriptor(result)?,
        };
        let words = params.iter().map(|&param| if is_wide(param) { 2 } else { 1 }).sum::<usize>();
        (words <= 255).then(|| MethodType { params: params.into(), result })
    }

    /// The first type of a descriptor, and what follows it.
    fn first<'d>(&self, descriptor: &'d str) -> Option<(TypeId, &'d str)> {
        let element = descriptor.trim_start_matches('[');
        let dimensions = descriptor.len() - element.len();
        if dimensions > MAX_DIMENSIONS {
            return None;
        }
        let (ty, rest) = match element.as_bytes().first()? {
            b'Z' => (TypeId::BOOLEAN, &element[1..]),
            b'B' => (TypeId::BYTE, &element[1..]),
            b'C' => (TypeId::CHAR, &element[1..]),
            b'S' => (TypeId::SHORT, &element[1..]),
            b'I' => (TypeId::INT, &element[1..]),
            b'J' => (TypeId::LONG, &element[1..]),
            b'F' => (TypeId::FLOAT, &element[1..]),
            b'D' => (TypeId::DOUBLE, &element[1..]),
            b'L' => {
                let (name, rest) = element[1..].split_once(';')?;
                (is_class_name(name).then(|| self.class(name))?, rest)
            }
            _ => return None,
        };
        Some(((0..dimensions).fold(ty, |element, _| self.array(element)), rest))
    }
}

impl TypeEntry {
    fn new(ty: Type) -> Self {
        Self { ty, array: OnceLock::new(), class: OnceLock::new() }
    }
}

/// Longs and doubles, which take two words of the JVM's frames.
pub(crate) fn is_wide(ty: TypeId) -> bool {
    ty == TypeId::LONG || ty == TypeId::DOUBLE
}

/// Internal names (JVMS 4.2.1): unqualified names separated by slashes.
pub(crate) fn is_class_name(name: &str) -> bool {
    name.split('/').all(is_unqualified_name)
}

/// JVMS 4.2.2.
pub(crate) fn is_unqualified_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(['.', ';', '[', '/'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_types() {
        let types = Types::new();
        let strings = types.of_descriptor("[Ljava/lang/String;").expect("is a descriptor");
        assert_eq!(types.entry(strings).ty, Type::Array(types.class("java/lang/String")));
        let method = types.of_method("(IJ[Ljava/lang/String;)V").expect("is a descriptor");
        assert_eq!(*method.params, [TypeId::INT, TypeId::LONG, strings]);
        assert_eq!(method.result, TypeId::VOID);
    }

    #[test]
    fn what_is_no_descriptor_is_refused() {
        let types = Types::new();
        for text in ["", "V", "II", "L;", "La.b;", "Ljava/lang/String", "[", "La//b;"] {
            assert_eq!(types.of_descriptor(text), None, "{text}");
        }
        let long = format!("({})V", "J".repeat(128));
        for text in ["", "()", "(V)V", "(I", "I)V", "()VV", long.as_str()] {
            assert_eq!(types.of_method(text), None, "{text}");
        }
    }
}
