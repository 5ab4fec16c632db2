//! Java types by name. A type exists without its class being loaded.

use std::sync::Arc;

use crate::TypeId;
use crate::code::Kind;

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
