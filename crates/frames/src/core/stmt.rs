//! Statements. Jumps are `Goto`; the engine builds the flow graph and finds the loops.

use base::Place;

use super::program::{FieldId, LabelId, LocalId, MethodId};
use super::{Assertion, Contract, Expr, Resource};

/// Statements in order.
pub type Block = Vec<Stmt>;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub place: Place,
}

/// What an asserted condition is for, when it is not the user's own `assert`: reported instead of `assert.failed`.
pub type Obligation = Option<&'static str>;

/// The forms of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    Assign {
        local: LocalId,
        value: Expr,
    },
    WriteField {
        receiver: Expr,
        field: FieldId,
        value: Expr,
    },
    /// `array[index] := value` of the element field.
    WriteElement {
        array: Expr,
        field: FieldId,
        index: Expr,
        value: Expr,
    },
    /// A new object with full permission to the given fields, different from every object known before.
    New {
        local: LocalId,
        fields: NewFields,
    },
    /// `targets := method(arguments)`.
    Call {
        targets: Vec<LocalId>,
        method: MethodId,
        arguments: Vec<Expr>,
    },
    /// **close**
    Fold {
        resource: Resource,
        permission: Expr,
    },
    /// **open**
    Unfold {
        resource: Resource,
        permission: Expr,
    },
    /// **use** `p(args)`: makes the definition of this function application known.
    Use(Expr),
    Inhale(Assertion),
    Exhale(Assertion),
    Assert(Assertion, Obligation),
    /// The condition must not be provable here.
    Refute(Assertion),
    Assume(Assertion),
    If {
        condition: Expr,
        then: Block,
        otherwise: Block,
    },
    While {
        condition: Expr,
        invariants: Contract,
        body: Block,
    },
    /// A label; with invariants it may be the head of a loop made by jumps.
    Label(LabelId, Contract),
    Goto(LabelId),
    /// Gives the local an arbitrary value of its type.
    Havoc(LocalId),
    /// Makes a wand: the script shows how its right side follows from its left and from what is held, which is used up.
    Package {
        wand: Resource,
        script: Block,
    },
    /// Gives a wand and its left side away for its right side.
    Apply(Resource),
    /// Where permission to the resource is held and the condition holds, its value is any value. With bound variables: for
    /// all their values; they are the resource's own arguments then.
    QuasiHavoc {
        bound: Vec<LocalId>,
        condition: Expr,
        resource: Resource,
    },
    /// Locals declared inside live only inside; the engine gives them arbitrary values at each entry.
    Scope {
        locals: Vec<LocalId>,
        body: Block,
    },
    /// Outside the supported fragment; names the construct.
    Unsupported(&'static str),
}

/// Fields a new object comes with.
#[derive(Clone, Debug)]
pub enum NewFields {
    /// Every field of the program.
    All,
    /// These fields with arbitrary values.
    Some(Vec<FieldId>),
    /// These fields with Java's initial values (0, false, null).
    Zeroed(Vec<FieldId>),
}
