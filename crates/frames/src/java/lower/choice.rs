//! The type of a choice, `b ? x : y`, and of a `switch` with a value, which becomes a chain of these [JLS 15.25, 15.28.1].
//!
//! The type decides which of several overloaded methods takes the value. Where Java's rules need more than is known here,
//! the choice is refused.

use super::cx::{Cx, Typed};
use super::operator::is_constant_within;
use crate::core::ExprKind;
use crate::java::Result;
use crate::java::ast::{self, Span};
use crate::java::types::{Number, Type};

impl Cx<'_, '_> {
    /// The type of a conditional expression.
    pub fn choice_type(
        &self,
        (lhs, lhs_value): (&ast::Expr, &Typed),
        (rhs, rhs_value): (&ast::Expr, &Typed),
        span: Span,
    ) -> Result<Type> {
        match (&lhs_value.ty, &rhs_value.ty) {
            (Type::Number(small), Type::Number(Number::Int)) if is_small(*small) => {
                self.with_constant(*small, rhs, rhs_value)
            }
            (Type::Number(Number::Int), Type::Number(small)) if is_small(*small) => {
                self.with_constant(*small, lhs, lhs_value)
            }
            (Type::Number(lhs), Type::Number(rhs)) => Ok(Type::Number(match (lhs, rhs) {
                (Number::Byte, Number::Short) | (Number::Short, Number::Byte) => Number::Short,
                _ if lhs == rhs => *lhs,
                _ => lhs.promoted_with(*rhs),
            })),
            (lhs, rhs) => self.common_reference(lhs, rhs, span),
        }
    }

    /// A `byte`, `short` or `char` beside an `int`: an `int`, unless that is a constant which fits.
    fn with_constant(&self, small: Number, other: &ast::Expr, value: &Typed) -> Result<Type> {
        if !self.may_be_constant(other) {
            return Ok(Type::INT);
        }
        match value.expr.kind {
            ExprKind::Int(_) if is_constant_within(&value.expr, small) => Ok(Type::Number(small)),
            ExprKind::Int(_) => Ok(Type::INT),
            _ => {
                let message = "the type of this choice depends on a constant, which cannot be verified yet";
                Err(self.error(other.span, "unsupported-java", message))
            }
        }
    }

    /// Whether an expression may be a constant of the language [JLS 15.29], or a choice one of whose sides is.
    fn may_be_constant(&self, expr: &ast::Expr) -> bool {
        match &*expr.kind {
            ast::ExprKind::Int(..) | ast::ExprKind::Bool(_) | ast::ExprKind::Str(_) => true,
            ast::ExprKind::Name(name) => match self.lookup(name) {
                Some(var) => self.constants.contains(&var.local),
                None => {
                    self.class.and_then(|class| self.build.table.field(class, name)).is_some_and(|field| {
                        let decl = self.build.table.fields[field].decl;
                        decl.modifiers.is_final && decl.init.is_some()
                    })
                }
            },
            ast::ExprKind::Field(object, _) => self.class_of_name(object).is_some(),
            ast::ExprKind::Unary(_, operand) | ast::ExprKind::Cast(_, operand) => {
                self.may_be_constant(operand)
            }
            ast::ExprKind::Binary(_, lhs, rhs) => self.may_be_constant(lhs) && self.may_be_constant(rhs),
            ast::ExprKind::Conditional(_, lhs, rhs) => self.may_be_constant(lhs) || self.may_be_constant(rhs),
            ast::ExprKind::Null
            | ast::ExprKind::This
            | ast::ExprKind::Index(..)
            | ast::ExprKind::Call { .. }
            | ast::ExprKind::New { .. }
            | ast::ExprKind::NewArray { .. }
            | ast::ExprKind::InstanceOf(..)
            | ast::ExprKind::Assign { .. }
            | ast::ExprKind::Step { .. }
            | ast::ExprKind::Contract(_) => false,
        }
    }

    /// The type of which both values are.
    fn common_reference(&self, lhs: &Type, rhs: &Type, span: Span) -> Result<Type> {
        self.expect_comparable(lhs, rhs, span)?;
        let table = self.build.table;
        if table.assignable(lhs, rhs) {
            return Ok(rhs.clone());
        }
        if table.assignable(rhs, lhs) {
            return Ok(lhs.clone());
        }
        if self.is_bounded(lhs) || self.is_bounded(rhs) || self.share_supertypes(lhs, rhs) {
            let message = format!("what `{lhs}` and `{rhs}` have in common cannot be told yet");
            return Err(self.error(span, "unsupported-java", message));
        }
        Ok(Type::object())
    }

    /// Whether a value can be of both types, so that `==` makes sense.
    pub fn expect_comparable(&self, lhs: &Type, rhs: &Type, span: Span) -> Result<()> {
        let table = self.build.table;
        let are_numbers = matches!((lhs, rhs), (Type::Number(_), Type::Number(_)));
        let are_related = table.assignable(lhs, rhs) || table.assignable(rhs, lhs);
        let may_meet = lhs.is_reference() && rhs.is_reference() && self.may_share_instances(lhs, rhs);
        if are_numbers || are_related || may_meet {
            return Ok(());
        }
        Err(self.error(span, "type-mismatch", format!("`{lhs}` and `{rhs}` have no value in common")))
    }

    fn share_supertypes(&self, lhs: &Type, rhs: &Type) -> bool {
        let (Type::Class(lhs, _), Type::Class(rhs, _)) = (lhs, rhs) else { return false };
        let above = self.build.table.supertypes(rhs);
        self.build.table.supertypes(lhs).iter().any(|name| above.contains(name))
    }

    /// Interfaces and type parameters may have instances of any class.
    fn may_share_instances(&self, lhs: &Type, rhs: &Type) -> bool {
        let is_open = |ty: &Type| match ty {
            Type::Class(name, _) => self
                .build
                .table
                .class_named(name)
                .is_none_or(|class| self.build.table.classes[class].decl.is_interface),
            _ => false,
        };
        is_open(lhs) || is_open(rhs)
    }
}

fn is_small(number: Number) -> bool {
    matches!(number, Number::Byte | Number::Short | Number::Char)
}
