//! How an input comes into being: steps that a test takes in Java and the concrete machine takes as well.
//!
//! Whatever a test expects was seen when its own recipe was run, never concluded from the symbolic run.

use heap::InputValue;
use program::{FieldId, JavaText, MethodId, TypeId};

/// A variable of the test; an index into [`Recipe::vars`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Var(pub usize);

#[derive(Clone, Debug, Default)]
pub struct Recipe {
    pub vars: Vec<Declared>,
    pub steps: Vec<Step>,
    /// What the method is called with, receiver first; a constructor's receiver is not among them.
    pub args: Vec<Expr>,
}

#[derive(Clone, Debug)]
pub struct Declared {
    pub name: String,
    /// The class of the object it holds.
    pub ty: TypeId,
}

#[derive(Clone, Debug)]
pub enum Step {
    /// `new C(…)`.
    New {
        var: Var,
        constructor: MethodId,
        args: Vec<Expr>,
    },
    /// An object whose fields are all zero; no constructor runs.
    Blank {
        var: Var,
        ty: TypeId,
    },
    /// A string, or a boxed number, that is no other object.
    Fresh {
        var: Var,
        value: Expr,
    },
    /// An array of zeros and nulls.
    Zeros {
        var: Var,
        ty: TypeId,
        length: i32,
    },
    /// An array with these elements.
    Array {
        var: Var,
        ty: TypeId,
        elements: Vec<Expr>,
    },
    SetElement {
        array: Var,
        index: i32,
        value: Expr,
    },
    SetField {
        object: Var,
        field: FieldId,
        value: Expr,
    },
    SetStatic {
        field: FieldId,
        value: Expr,
    },
    /// A setter, or a method that adds an element.
    Call {
        object: Var,
        method: MethodId,
        args: Vec<Expr>,
    },
    /// The object that a factory gives, or a method of another object.
    Make {
        var: Var,
        method: MethodId,
        receiver: Option<Expr>,
        args: Vec<Expr>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Number(Number),
    Null,
    Var(Var),
    /// A string literal.
    Text(JavaText),
    /// `Integer.valueOf(…)`; the type is that of the number.
    Boxed(TypeId, Number),
    /// A constant of an enum.
    Constant(FieldId),
    /// `new C()`.
    New(MethodId),
}

/// A primitive value. Floating-point numbers are their bits, so that numbers can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
}

impl Number {
    /// `None` for references.
    pub fn of_input(value: InputValue) -> Option<Self> {
        match value {
            InputValue::Int(value) => Some(Number::Int(value)),
            InputValue::Long(value) => Some(Number::Long(value)),
            InputValue::Float(value) => Some(Number::Float(value.to_bits())),
            InputValue::Double(value) => Some(Number::Double(value.to_bits())),
            InputValue::Null | InputValue::Object(_) | InputValue::Constant(..) => None,
        }
    }
}
