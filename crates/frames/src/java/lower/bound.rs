//! The variables of quantifiers.
//!
//! Numbers have all their values always. Objects do not: what holds for all objects there are says nothing about those made
//! later. So a quantifier over objects names a collection they are in.

use super::cx::Cx;
use crate::core::LocalId;
use crate::java::Result;
use crate::java::ast::{BinOp, Expr, ExprKind, Param};
use crate::java::types::Type;
use crate::java::walk;

impl Cx<'_, '_> {
    /// Declares the variables of a quantifier over `body`.
    pub fn bind(&mut self, vars: &[Param], is_forall: bool, body: &Expr) -> Result<Vec<LocalId>> {
        let mut bound = Vec::new();
        for var in vars {
            let ty = self.resolve(&var.ty)?.ghost();
            let is_bounded = ty.is_reference() && is_member(var, vars, is_forall, body);
            if ranges_over_objects(&ty) && !is_bounded {
                let message =
                    "objects made later are not meant, so a quantifier over objects needs a collection";
                let mut problem = self.error(var.name.span, "unbounded-quantifier", message);
                let name = &var.name.text;
                problem.help.push(match is_forall {
                    true => format!("begin with `{name} in s ==>`"),
                    false => format!("begin with `{name} in s &&`"),
                });
                return Err(problem);
            }
            bound.push(self.declare(&var.name, ty, true));
        }
        Ok(bound)
    }
}

fn ranges_over_objects(ty: &Type) -> bool {
    match ty {
        Type::Seq(element) | Type::Set(element) | Type::Multiset(element) => ranges_over_objects(element),
        _ => ty.is_reference(),
    }
}

/// Whether the body speaks of `var` only as a member of some collection that was there before.
fn is_member(var: &Param, vars: &[Param], is_forall: bool, body: &Expr) -> bool {
    match (&*body.kind, is_forall) {
        (ExprKind::Binary(BinOp::Implies, guard, _), true) => has_membership(var, vars, guard),
        (_, false) => has_membership(var, vars, body),
        _ => false,
    }
}

fn has_membership(var: &Param, vars: &[Param], guard: &Expr) -> bool {
    match &*guard.kind {
        ExprKind::Binary(BinOp::And | BinOp::Sep, lhs, rhs) => {
            has_membership(var, vars, lhs) || has_membership(var, vars, rhs)
        }
        ExprKind::Binary(BinOp::In, member, collection) => {
            matches!(&*member.kind, ExprKind::Name(name) if *name == var.name.text)
                && !vars.iter().any(|other| walk::mentions(collection, &other.name.text))
        }
        _ => false,
    }
}
