//! Pure expressions: no effect, one value in a given heap, possibly undefined (missing permission, division by
//! zero, precondition of a function), which the engine reports at the expression's place.

use base::Place;
use num_bigint::BigInt;

use super::program::{DomainFunctionId, FieldId, FunctionId, LabelId, LocalId};
use super::{Assertion, Resource, Type};

/// An expression without effects.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
    pub place: Place,
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    Int(BigInt),
    Bool(bool),
    Null,
    /// Full permission, `write`.
    Write,
    /// No permission, `none`.
    NoPerm,
    /// Some positive amount, chosen small enough at each use.
    Wildcard,
    Local(LocalId),
    /// `receiver.field`; needs some permission.
    Field(Box<Expr>, FieldId),
    /// `array[index]` of the element field; needs some permission.
    Element {
        array: Box<Expr>,
        field: FieldId,
        index: Box<Expr>,
    },
    Unary(UnaryOp, Box<Expr>),
    /// `And`, `Or`, `Implies` evaluate the right operand only where the left one leaves it open.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Apply(FunctionId, Vec<Expr>),
    /// Application of a domain's function, with the domain's type arguments.
    DomainApply {
        function: DomainFunctionId,
        type_arguments: Vec<Type>,
        arguments: Vec<Expr>,
    },
    /// Value in the pre-state, or in the state at a label.
    Old(Option<LabelId>, Box<Expr>),
    /// **opening** `predicate` **in** `body` [IDF12, Fig. 1]; the resource is a predicate instance.
    Unfolding {
        resource: Box<Resource>,
        permission: Box<Expr>,
        body: Box<Expr>,
    },
    /// **using** `call` **in** `body`: the definition of `call` (a function application) is known in `body`.
    Using {
        call: Box<Expr>,
        body: Box<Expr>,
    },
    /// **dropping** `receiver.field` **in** `body`: `body` is evaluated without that field's chunk.
    Dropping {
        receiver: Box<Expr>,
        field: FieldId,
        body: Box<Expr>,
    },
    /// `body`, provided `condition` holds, which is an obligation named `reason` (a bound, a null check, overflow).
    Checked {
        condition: Box<Expr>,
        reason: &'static str,
        body: Box<Expr>,
    },
    /// The asserted assertion must hold here, then the value is `body`.
    Asserting {
        assertion: Box<Assertion>,
        body: Box<Expr>,
    },
    /// The value of `body` where the wand has been applied.
    Applying {
        wand: Box<Resource>,
        body: Box<Expr>,
    },
    Let {
        local: LocalId,
        value: Box<Expr>,
        body: Box<Expr>,
    },
    Quantified(Quantifier),
    /// The amount of permission held to a resource.
    PermOf(Box<Resource>),
    /// A predicate instance that is held, as a value: equal for equal instances, and inside others where it is part of them.
    Instance(Box<Resource>),
    /// An operation on sequences, sets, multisets or maps.
    Collection(CollectionOp, Vec<Expr>),
}

/// A quantified formula.
#[derive(Clone, Debug)]
pub struct Quantifier {
    /// `exists` rather than `forall`.
    pub existential: bool,
    pub bound: Vec<LocalId>,
    /// Each trigger is a set of terms that must all match.
    pub triggers: Vec<Vec<Expr>>,
    pub body: Box<Expr>,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Not,
    /// Of an `Int` or a `Perm`.
    Neg,
    /// Two's complement value of the lowest `bits` bits: Java's `int` and `long` arithmetic, narrowing casts.
    WrapSigned(u32),
    /// The lowest `bits` bits as a number from 0: Java's `char`.
    WrapUnsigned(u32),
    /// An `Int` as a `Perm`.
    ToPerm,
}

/// Operators; operands of arithmetic and order are both `Int` or both `Perm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    /// `Int * Int`, `Perm * Perm`, or `Int * Perm`.
    Mul,
    /// Integer division, remainder never negative (SMT-LIB, Viper); undefined for 0.
    Div,
    /// The remainder of `Div`.
    Mod,
    /// Java's `/`: towards zero; undefined for 0.
    JavaDiv,
    /// Java's `%`: the remainder of `JavaDiv`.
    JavaRem,
    /// The rational `lhs / rhs` of two `Int`s or `Perm`s, or `Perm / Int`; undefined for 0.
    Fraction,
    Less,
    LessEq,
    Greater,
    GreaterEq,
    Eq,
    NotEq,
    And,
    Or,
    Implies,
    Iff,
}

/// Operations on mathematical collections; the operands' types tell sequences, sets and multisets apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CollectionOp {
    /// The collection of the operands; none: empty (the type is the expression's).
    Literal,
    /// `[lo..hi)`, a sequence of integers.
    Range,
    Length,
    /// `s[i]`, `m[k]`.
    Index,
    /// `s[i := v]`, `m[k := v]`.
    Update,
    Take,
    Drop,
    Append,
    /// `x in s`; of a multiset, how often.
    Contains,
    Union,
    Intersection,
    Difference,
    Subset,
    /// Keys of a map.
    Keys,
    /// Values of a map.
    Values,
}
