//! Static types: Java's, and the mathematical ones of contracts.
//!
//! Generic classes are kept with their arguments so that members have useful types; to a proof every reference is
//! the same. In ghost declarations every number type is the unbounded
//! [`Number::Integer`].

use std::fmt;

use crate::core;

/// A type of Java, or of contracts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Void,
    Boolean,
    Number(Number),
    /// The type of `null`.
    Null,
    Class(String, Vec<Type>),
    Array(Box<Type>),
    Seq(Box<Type>),
    Set(Box<Type>),
    Multiset(Box<Type>),
    /// A permission amount.
    Fraction,
}

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Number {
    Byte,
    Short,
    Char,
    Int,
    Long,
    /// Unbounded; contracts and ghost code only.
    Integer,
}

impl Number {
    /// Smallest and largest value, where there are such.
    pub fn bounds(self) -> Option<(i128, i128)> {
        match self {
            Number::Byte => Some((-0x80, 0x7f)),
            Number::Short => Some((-0x8000, 0x7fff)),
            Number::Char => Some((0, 0xffff)),
            Number::Int => Some((-0x8000_0000, 0x7fff_ffff)),
            Number::Long => Some((i64::MIN.into(), i64::MAX.into())),
            Number::Integer => None,
        }
    }

    /// The operation that brings any integer into the type, as a narrowing cast does.
    pub fn wrap(self) -> Option<core::UnaryOp> {
        match self {
            Number::Byte => Some(core::UnaryOp::WrapSigned(8)),
            Number::Short => Some(core::UnaryOp::WrapSigned(16)),
            Number::Char => Some(core::UnaryOp::WrapUnsigned(16)),
            Number::Int => Some(core::UnaryOp::WrapSigned(32)),
            Number::Long => Some(core::UnaryOp::WrapSigned(64)),
            Number::Integer => None,
        }
    }

    /// Binary numeric promotion [JLS 5.6.2].
    pub fn promoted_with(self, other: Number) -> Number {
        self.max(other).max(Number::Int)
    }

    /// Whether every value of `other` is one of this type.
    pub fn includes(self, other: Number) -> bool {
        match (self.bounds(), other.bounds()) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some((low, high)), Some((other_low, other_high))) => low <= other_low && other_high <= high,
        }
    }
}

impl Type {
    /// Java's `int`.
    pub const INT: Type = Type::Number(Number::Int);
    /// Numbers without bounds.
    pub const INTEGER: Type = Type::Number(Number::Integer);

    /// `Object`.
    pub fn object() -> Type {
        Type::Class("Object".to_string(), Vec::new())
    }

    /// Whether its values are references.
    pub fn is_reference(&self) -> bool {
        matches!(self, Type::Null | Type::Class(..) | Type::Array(_))
    }

    /// The type of numbers, if it is one.
    pub fn number(&self) -> Option<Number> {
        match self {
            Type::Number(number) => Some(*number),
            Type::Void
            | Type::Boolean
            | Type::Null
            | Type::Class(..)
            | Type::Array(_)
            | Type::Seq(_)
            | Type::Set(_)
            | Type::Multiset(_)
            | Type::Fraction => None,
        }
    }

    /// The least and the greatest number, if there are such.
    pub fn bounds(&self) -> Option<(i128, i128)> {
        self.number().and_then(Number::bounds)
    }

    /// The type in ghost code: numbers are unbounded there.
    pub fn ghost(self) -> Type {
        match self {
            Type::Number(_) => Type::INTEGER,
            other => other,
        }
    }

    /// The type of the core that stands for it.
    pub fn core(&self) -> core::Type {
        match self {
            Type::Boolean => core::Type::Bool,
            Type::Number(_) => core::Type::Int,
            Type::Void | Type::Null | Type::Class(..) | Type::Array(_) => core::Type::Ref,
            Type::Seq(element) => core::Type::Seq(Box::new(element.core())),
            Type::Set(element) => core::Type::Set(Box::new(element.core())),
            Type::Multiset(element) => core::Type::Multiset(Box::new(element.core())),
            Type::Fraction => core::Type::Perm,
        }
    }

    /// The type with type parameters replaced.
    pub fn instantiate(&self, names: &[String], arguments: &[Type]) -> Type {
        let inner = |ty: &Type| Box::new(ty.instantiate(names, arguments));
        match self {
            Type::Class(name, parts) => match names.iter().position(|parameter| parameter == name) {
                Some(index) => arguments.get(index).cloned().unwrap_or_else(Type::object),
                None => Type::Class(
                    name.clone(),
                    parts.iter().map(|part| part.instantiate(names, arguments)).collect(),
                ),
            },
            Type::Array(element) => Type::Array(inner(element)),
            Type::Seq(element) => Type::Seq(inner(element)),
            Type::Set(element) => Type::Set(inner(element)),
            Type::Multiset(element) => Type::Multiset(inner(element)),
            Type::Void | Type::Boolean | Type::Number(_) | Type::Null | Type::Fraction => self.clone(),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Number::Byte => "byte",
            Number::Short => "short",
            Number::Char => "char",
            Number::Int => "int",
            Number::Long => "long",
            Number::Integer => "integer",
        })
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Void => f.write_str("void"),
            Type::Boolean => f.write_str("boolean"),
            Type::Number(number) => number.fmt(f),
            Type::Null => f.write_str("null"),
            Type::Class(name, arguments) if arguments.is_empty() => f.write_str(name),
            Type::Class(name, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(Type::to_string).collect();
                write!(f, "{name}<{}>", arguments.join(", "))
            }
            Type::Array(element) => write!(f, "{element}[]"),
            Type::Seq(element) => write!(f, "seq<{element}>"),
            Type::Set(element) => write!(f, "set<{element}>"),
            Type::Multiset(element) => write!(f, "multiset<{element}>"),
            Type::Fraction => f.write_str("fraction"),
        }
    }
}
