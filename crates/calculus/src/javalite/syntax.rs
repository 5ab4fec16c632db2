//! Javalite's surface syntax [EHS16, Fig. 3], with the names resolved.
//!
//! Classes, fields, methods and variables are numbers; the texts are kept for printing. Departures from the figure:
//! 1. A conditional is `(if e e else e)`, as the rules use it; the figure lost its first branch.
//! 2. References are machine values, not program text, so `r` is no expression.

use std::sync::Arc;

use base::{IdVec, Place, define_id};

define_id! {
    pub struct ClassId = "class";
}
define_id! {
    pub struct FieldId = "field";
}
define_id! {
    pub struct MethodId = "method";
}

/// `T ::= bool | C`, and the type of `null`, which is of every class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Bool,
    Class(ClassId),
    Null,
}

/// `P ::= (μ (C m))`
#[derive(Debug)]
pub struct Program {
    pub classes: IdVec<ClassId, Class>,
    pub fields: IdVec<FieldId, Field>,
    pub methods: IdVec<MethodId, Method>,
    /// The method execution starts in.
    pub entry: MethodId,
}

/// `CL ::= (class C ([T f] …) (M …))`
#[derive(Debug)]
pub struct Class {
    pub name: String,
    pub place: Place,
    pub fields: Vec<FieldId>,
    pub methods: Vec<MethodId>,
}

/// A field of a class.
#[derive(Debug)]
pub struct Field {
    pub name: String,
    pub class: ClassId,
    pub ty: Type,
}

/// `M ::= (T m [T x] e)`
#[derive(Debug)]
pub struct Method {
    pub name: String,
    pub class: ClassId,
    pub result: Type,
    pub parameter: (String, Type),
    pub body: Expr,
}

/// An expression: shared, so that machine states can hold it cheaply.
pub type Expr = Arc<Node>;

/// An expression and where it stands.
#[derive(Debug)]
pub struct Node {
    pub kind: ExprKind,
    pub place: Place,
}

/// `e` of the figure, alternative by alternative.
#[derive(Debug)]
pub enum ExprKind {
    /// `x`, `this` among them
    Var(String),
    /// `(new C)`
    New(ClassId),
    /// `(e $f)`
    Read(Expr, FieldId),
    /// `(x $f := e)`
    Write(String, FieldId, Expr),
    /// `(e = e)`
    Equals(Expr, Expr),
    /// `(if e e else e)`
    If(Expr, Expr, Expr),
    /// `(var T x := e in e)`
    Let(Type, String, Expr, Expr),
    /// `(e @ m e)`
    Call(Expr, MethodId, Expr),
    /// `(x := e)`
    Assign(String, Expr),
    /// `(begin e …)`
    Begin(Vec<Expr>),
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
}

impl Program {
    /// The name of a type.
    pub fn type_name(&self, ty: Type) -> &str {
        match ty {
            Type::Bool => "bool",
            Type::Class(class) => &self.classes[class].name,
            Type::Null => "null",
        }
    }

    /// A class by its name.
    pub fn class(&self, name: &str) -> Option<ClassId> {
        self.classes.iter_enumerated().find(|(_, class)| class.name == name).map(|(id, _)| id)
    }

    /// A field of a class, or of one above it, by its name.
    pub fn field_of(&self, class: ClassId, name: &str) -> Option<FieldId> {
        self.classes[class].fields.iter().copied().find(|field| self.fields[*field].name == name)
    }

    /// A method of a class, or of one above it, by its name.
    pub fn method_of(&self, class: ClassId, name: &str) -> Option<MethodId> {
        self.classes[class].methods.iter().copied().find(|method| self.methods[*method].name == name)
    }
}
