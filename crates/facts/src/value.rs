//! Abstract values of variables and fields.
//!
//! Every value may have a *name*: within one state, values of one name are one value. Names make a test of one variable tell
//! something of its copies, and relate the fields of an object without arithmetic.

use program::arith::Range;
use program::{Type, TypeId};

use crate::interval::Interval;

/// Which value it is; [`Name::NONE`] is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(pub u32);

impl Name {
    pub const NONE: Self = Self(0);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    pub name: Name,
    pub what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// `int`, `long` and what is narrower.
    Number(Interval),
    /// `float` and `double`: nothing is known of them.
    Float,
    Object(Object),
}

/// What is known of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Object {
    pub null: Null,
    /// It is the object under construction, which nobody else has seen.
    pub is_new: bool,
    /// The class of the object, if it is not null.
    pub class: Option<TypeId>,
    /// The length of the array, if it is one.
    pub length: Interval,
    pub length_name: Name,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Null {
    Always,
    Never,
    Maybe,
}

impl Null {
    fn join(self, other: Self) -> Self {
        if self == other { self } else { Null::Maybe }
    }
}

impl Object {
    pub const ANY: Self = Self {
        null: Null::Maybe,
        is_new: false,
        class: None,
        length: Interval::LENGTH,
        length_name: Name::NONE,
    };
    pub const SOME: Self = Self { null: Null::Never, ..Self::ANY };
    pub const NULL: Self = Self { null: Null::Always, ..Self::ANY };

    fn join(self, other: Self) -> Self {
        match (self.null, other.null) {
            (Null::Always, Null::Always) => self,
            (Null::Always, _) => Self { null: Null::Maybe, ..other },
            (_, Null::Always) => Self { null: Null::Maybe, ..self },
            _ => Self {
                null: self.null.join(other.null),
                is_new: self.is_new && other.is_new,
                class: self.class.filter(|class| other.class == Some(*class)),
                length: self.length.join(other.length),
                length_name: if self.length_name == other.length_name {
                    self.length_name
                } else {
                    Name::NONE
                },
            },
        }
    }
}

impl What {
    /// Anything a variable of this type can hold.
    pub fn any(program: &program::Program, ty: TypeId) -> Self {
        match program.ty(ty) {
            Type::Boolean => What::Number(Interval { low: 0, high: 1 }),
            Type::Byte => What::Number(Interval::of(Range::BYTE)),
            Type::Char => What::Number(Interval::of(Range::CHAR)),
            Type::Short => What::Number(Interval::of(Range::SHORT)),
            Type::Int => What::Number(Interval::of(Range::INT)),
            Type::Long => What::Number(Interval::of(Range::LONG)),
            Type::Float | Type::Double => What::Float,
            Type::Class(_) | Type::Array(_) | Type::Void => What::Object(Object::ANY),
        }
    }

    /// Zero, false or null.
    pub fn default(program: &program::Program, ty: TypeId) -> Self {
        match Self::any(program, ty) {
            What::Number(_) => What::Number(Interval::exact(0)),
            What::Float => What::Float,
            What::Object(_) => What::Object(Object::NULL),
        }
    }

    pub fn join(self, other: Self) -> Self {
        match (self, other) {
            (What::Number(a), What::Number(b)) => What::Number(a.join(b)),
            (What::Object(a), What::Object(b)) => What::Object(a.join(b)),
            _ => What::Float,
        }
    }

    pub fn number(self) -> Option<Interval> {
        match self {
            What::Number(interval) => Some(interval),
            What::Float | What::Object(_) => None,
        }
    }

    pub fn object(self) -> Option<Object> {
        match self {
            What::Object(object) => Some(object),
            What::Float | What::Number(_) => None,
        }
    }

    /// The same without what only holds inside one method.
    pub fn public(self) -> Self {
        match self {
            What::Object(object) => What::Object(Object { is_new: false, length_name: Name::NONE, ..object }),
            What::Number(_) | What::Float => self,
        }
    }
}

impl Value {
    pub fn is_new(&self) -> bool {
        self.what.object().is_some_and(|object| object.is_new)
    }
}
