//! The small imperative language [VTU, Sect. 3], with the names resolved.
//!
//! The paper leaves declarations out; ours are records with typed fields, variables, and procedures with a result parameter.

use std::sync::Arc;

use base::{IdVec, Place, define_id};

define_id! {
    pub struct RecordId = "record";
}
define_id! {
    pub struct FieldId = "field";
}
define_id! {
    pub struct ProcId = "proc";
}

/// A type of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Int,
    Bool,
    Record(RecordId),
    /// The type of `nil`, which is of every record type.
    Nil,
}

/// `P ::= begin D in C end`
#[derive(Debug)]
pub struct Program {
    pub records: IdVec<RecordId, Record>,
    pub fields: IdVec<FieldId, Field>,
    pub procs: IdVec<ProcId, Proc>,
    /// Global variables: the program's input, all unknown at the start.
    pub variables: Vec<(String, Type)>,
    pub body: Cmd,
}

/// A type of objects.
#[derive(Debug)]
pub struct Record {
    pub name: String,
    pub fields: Vec<FieldId>,
}

/// A field of a record.
#[derive(Debug)]
pub struct Field {
    pub name: String,
    pub record: RecordId,
    pub ty: Type,
}

/// `proc p(x …; r) C`: parameters by value, one result parameter by name.
#[derive(Debug)]
pub struct Proc {
    pub name: String,
    pub parameters: Vec<(String, Type)>,
    pub result: (String, Type),
    pub locals: Vec<(String, Type)>,
    pub body: Cmd,
}

/// An expression; parts are shared.
pub type Expr = Arc<ExprNode>;
/// A command; parts are shared.
pub type Cmd = Arc<CmdNode>;

/// An expression and where it stands.
#[derive(Debug)]
pub struct ExprNode {
    pub kind: ExprKind,
    pub place: Place,
}

/// `E ::= z | true | false | nil | x | E.f | E = E | E ≠ E`
#[derive(Debug)]
pub enum ExprKind {
    Int(i32),
    Bool(bool),
    Nil,
    Var(String),
    Field(Expr, FieldId),
    Equal(Expr, Expr),
    NotEqual(Expr, Expr),
}

/// A command and where it stands.
#[derive(Debug)]
pub struct CmdNode {
    pub kind: CmdKind,
    pub place: Place,
}

/// `C ::= x := E | E.f := E | new(x) | skip | stuck | C;C | if E then C else C | while E do C | call p(E …; x)`
#[derive(Debug)]
pub enum CmdKind {
    Assign(String, Expr),
    Write(Expr, FieldId, Expr),
    New(String, RecordId),
    Skip,
    Stuck,
    Seq(Cmd, Cmd),
    If(Expr, Cmd, Cmd),
    While(Expr, Cmd),
    Call(ProcId, Vec<Expr>, String),
}

impl Program {
    /// The name of a type.
    pub fn type_name(&self, ty: Type) -> &str {
        match ty {
            Type::Int => "int",
            Type::Bool => "bool",
            Type::Record(record) => &self.records[record].name,
            Type::Nil => "nil",
        }
    }

    /// A field of a record by its name.
    pub fn field_of(&self, record: RecordId, name: &str) -> Option<FieldId> {
        self.records[record].fields.iter().copied().find(|field| self.fields[*field].name == name)
    }
}
