//! Short ways to write core trees, for front ends. Types are filled in where they follow from the operands.

use base::Place;
use num_bigint::BigInt;

use super::program::{FieldId, LocalId, Locals};
use super::{Assertion, AssertionKind, BinaryOp, Expr, ExprKind, Resource, Stmt, StmtKind, Type, UnaryOp};

impl Expr {
    /// An expression of a type.
    pub fn new(kind: ExprKind, ty: Type, place: &Place) -> Self {
        Self { kind, ty, place: place.clone() }
    }

    /// A number.
    pub fn int(value: impl Into<BigInt>, place: &Place) -> Self {
        Self::new(ExprKind::Int(value.into()), Type::Int, place)
    }

    /// A truth value.
    pub fn bool(value: bool, place: &Place) -> Self {
        Self::new(ExprKind::Bool(value), Type::Bool, place)
    }

    /// The null reference.
    pub fn null(place: &Place) -> Self {
        Self::new(ExprKind::Null, Type::Ref, place)
    }

    /// The whole permission.
    pub fn write(place: &Place) -> Self {
        Self::new(ExprKind::Write, Type::Perm, place)
    }

    /// The value of a local.
    pub fn local(local: LocalId, locals: &Locals, place: &Place) -> Self {
        Self::new(ExprKind::Local(local), locals[local].ty.clone(), place)
    }

    /// The field of what this expression refers to.
    pub fn field(self, field: FieldId, ty: Type, place: &Place) -> Self {
        Self::new(ExprKind::Field(Box::new(self), field), ty, place)
    }

    /// An operator on one value.
    pub fn unary(op: UnaryOp, operand: Expr, place: &Place) -> Self {
        let ty = match op {
            UnaryOp::Not => Type::Bool,
            UnaryOp::Neg => operand.ty.clone(),
            UnaryOp::WrapSigned(_) | UnaryOp::WrapUnsigned(_) => Type::Int,
            UnaryOp::ToPerm => Type::Perm,
        };
        Self::new(ExprKind::Unary(op, Box::new(operand)), ty, place)
    }

    /// An operator on two values.
    pub fn binary(op: BinaryOp, lhs: Expr, rhs: Expr, place: &Place) -> Self {
        let ty = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                if lhs.ty == Type::Int {
                    rhs.ty.clone()
                } else {
                    lhs.ty.clone()
                }
            }
            BinaryOp::Div | BinaryOp::Mod | BinaryOp::JavaDiv | BinaryOp::JavaRem => Type::Int,
            BinaryOp::Fraction => Type::Perm,
            BinaryOp::Less
            | BinaryOp::LessEq
            | BinaryOp::Greater
            | BinaryOp::GreaterEq
            | BinaryOp::Eq
            | BinaryOp::NotEq
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Implies
            | BinaryOp::Iff => Type::Bool,
        };
        Self::new(ExprKind::Binary(op, Box::new(lhs), Box::new(rhs)), ty, place)
    }

    /// One of two values, by a condition.
    pub fn conditional(condition: Expr, then: Expr, otherwise: Expr, place: &Place) -> Self {
        let ty = then.ty.clone();
        Self::new(ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise)), ty, place)
    }
}

impl std::ops::Not for Expr {
    type Output = Expr;

    fn not(self) -> Expr {
        let place = self.place.clone();
        Self::new(ExprKind::Unary(UnaryOp::Not, Box::new(self)), Type::Bool, &place)
    }
}

impl Assertion {
    /// An assertion.
    pub fn new(kind: AssertionKind, place: &Place) -> Self {
        Self { kind, place: place.clone() }
    }

    /// A condition that owns nothing.
    pub fn pure(condition: Expr) -> Self {
        let place = condition.place.clone();
        Self::new(AssertionKind::Pure(condition), &place)
    }

    /// Permission to something.
    pub fn access(resource: Resource, permission: Expr, place: &Place) -> Self {
        Self::new(AssertionKind::Access(resource, permission), place)
    }

    /// `parts` joined by `*`; one part stands for itself.
    pub fn star(mut parts: Vec<Assertion>, place: &Place) -> Self {
        match parts.len() {
            1 => parts.remove(0),
            _ => Self::new(AssertionKind::Star(parts), place),
        }
    }
}

impl Stmt {
    /// A statement.
    pub fn new(kind: StmtKind, place: &Place) -> Self {
        Self { kind, place: place.clone() }
    }
}
