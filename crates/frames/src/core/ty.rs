//! Types of the core language. All are mathematical: `Int` is unbounded, `Perm` is a rational.

use std::fmt;

use super::program::{DomainId, Program};

/// A type of the core.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    Int,
    Bool,
    /// Rationals; permission amounts are values of this type.
    Perm,
    /// Object identities and `null`; classes are not core types.
    Ref,
    /// An uninterpreted sort given by a domain, with one argument per type parameter.
    Domain(DomainId, Vec<Type>),
    /// The n-th type parameter of the enclosing domain; only inside domain members.
    Param(u32),
    Seq(Box<Type>),
    Set(Box<Type>),
    Multiset(Box<Type>),
    Map(Box<Type>, Box<Type>),
}

impl Type {
    /// This type with the domain's parameters replaced by `arguments`.
    pub fn instantiate(&self, arguments: &[Type]) -> Type {
        let inner = |ty: &Type| Box::new(ty.instantiate(arguments));
        match self {
            Type::Int | Type::Bool | Type::Perm | Type::Ref => self.clone(),
            Type::Domain(domain, parts) => {
                Type::Domain(*domain, parts.iter().map(|part| part.instantiate(arguments)).collect())
            }
            Type::Param(index) => arguments.get(*index as usize).cloned().unwrap_or(Type::Param(*index)),
            Type::Seq(element) => Type::Seq(inner(element)),
            Type::Set(element) => Type::Set(inner(element)),
            Type::Multiset(element) => Type::Multiset(inner(element)),
            Type::Map(key, value) => Type::Map(inner(key), inner(value)),
        }
    }

    /// The type as a user writes it.
    pub fn show<'a>(&'a self, program: &'a Program) -> impl fmt::Display + 'a {
        Shown { ty: self, program }
    }
}

struct Shown<'a> {
    ty: &'a Type,
    program: &'a Program,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |ty| Shown { ty, program: self.program };
        match self.ty {
            Type::Int => f.write_str("Int"),
            Type::Bool => f.write_str("Bool"),
            Type::Perm => f.write_str("Perm"),
            Type::Ref => f.write_str("Ref"),
            Type::Param(index) => write!(f, "T{index}"),
            Type::Seq(element) => write!(f, "Seq[{}]", part(element)),
            Type::Set(element) => write!(f, "Set[{}]", part(element)),
            Type::Multiset(element) => write!(f, "Multiset[{}]", part(element)),
            Type::Map(key, value) => write!(f, "Map[{}, {}]", part(key), part(value)),
            Type::Domain(domain, arguments) => {
                f.write_str(&self.program.domains[*domain].name)?;
                for (index, argument) in arguments.iter().enumerate() {
                    write!(f, "{}{}", if index == 0 { "[" } else { ", " }, part(argument))?;
                }
                if arguments.is_empty() { Ok(()) } else { f.write_str("]") }
            }
        }
    }
}
