//! Assertions: Viper writes them as expressions; the core keeps ownership apart from pure facts.

use super::consistency::refuse_perm;
use super::{Checked, Scope, not_supported};
use crate::core::family::for_all;
use crate::core::{Assertion, AssertionKind, Contract, Expr, Type};
use crate::viper::syntax::{Exp, ExpKind, Operator};

impl Scope<'_> {
    pub(super) fn contracts(&mut self, clauses: &[Exp]) -> Checked<Contract> {
        let mut out = Contract::new();
        for clause in clauses {
            let (names, place) = (self.names.len(), &clause.place);
            let checked = self.contract(clause);
            self.names.truncate(names);
            match self.cx.keep(checked) {
                Some(assertion) => out.push(assertion),
                None => {
                    out.push(Assertion::new(AssertionKind::Unsupported("a clause with a problem"), place))
                }
            }
        }
        Ok(out)
    }

    /// One clause, with settled types.
    pub(super) fn contract(&mut self, exp: &Exp) -> Checked<Assertion> {
        let mut assertion = self.contract_part(exp)?;
        self.infer.settle_assertion(&mut assertion);
        refuse_perm(&assertion)?;
        Ok(assertion)
    }

    pub(super) fn contract_part(&mut self, exp: &Exp) -> Checked<Assertion> {
        let place = &exp.place;
        if !self.is_impure(exp) && !matches!(exp.kind, ExpKind::Binary(Operator::And, ..)) {
            return Ok(Assertion::pure(self.check(exp, &Type::Bool)?));
        }
        let kind = match &exp.kind {
            ExpKind::Binary(Operator::And, lhs, rhs) => {
                let mut parts = Vec::new();
                self.conjuncts(lhs, &mut parts)?;
                self.conjuncts(rhs, &mut parts)?;
                AssertionKind::Star(parts)
            }
            ExpKind::Binary(Operator::Implies, condition, then) => {
                let condition = self.check(condition, &Type::Bool)?;
                AssertionKind::Conditional(condition, Box::new(self.contract_part(then)?), None)
            }
            ExpKind::Conditional(condition, then, otherwise) => {
                let condition = self.check(condition, &Type::Bool)?;
                let then = Box::new(self.contract_part(then)?);
                let otherwise = Box::new(self.contract_part(otherwise)?);
                AssertionKind::Conditional(condition, then, Some(otherwise))
            }
            ExpKind::Acc(resource, permission) => {
                let resource = self.resource(resource)?;
                let permission = match permission {
                    Some(permission) => self.check(permission, &Type::Perm)?,
                    None => Expr::write(place),
                };
                AssertionKind::Access(resource, permission)
            }
            ExpKind::Call { .. } => AssertionKind::Access(self.resource(exp)?, Expr::write(place)),
            ExpKind::Let(name, value, body) => {
                let value = self.infer(value)?;
                let local = self.bind(name, value.ty.clone())?;
                let body = Box::new(self.contract_part(body)?);
                self.unbind(1);
                AssertionKind::Let { local, value, body }
            }
            ExpKind::InhaleExhale(inhaled, exhaled) => AssertionKind::InhaleExhale(
                Box::new(self.contract_part(inhaled)?),
                Box::new(self.contract_part(exhaled)?),
            ),
            ExpKind::Quantified { existential: false, bound, triggers, body } => {
                let ids = self.bind_all(bound)?;
                let triggers = self.triggers(triggers, &ids, place)?;
                let body = self.contract_part(body)?;
                self.unbind(ids.len());
                for_all(ids, triggers, body, place)
            }
            ExpKind::Binary(Operator::Wand, ..) => {
                AssertionKind::Access(self.resource(exp)?, Expr::write(place))
            }
            _ => return Err(not_supported("permissions in this expression", place)),
        };
        Ok(Assertion::new(kind, place))
    }

    /// The parts of nested `&&`, left to right.
    fn conjuncts(&mut self, exp: &Exp, out: &mut Vec<Assertion>) -> Checked<()> {
        match &exp.kind {
            ExpKind::Binary(Operator::And, lhs, rhs) => {
                self.conjuncts(lhs, out)?;
                self.conjuncts(rhs, out)
            }
            _ => {
                out.push(self.contract_part(exp)?);
                Ok(())
            }
        }
    }

    /// Whether the expression owns something, or looks like it.
    pub(super) fn is_impure(&self, exp: &Exp) -> bool {
        match &exp.kind {
            ExpKind::Acc(..) | ExpKind::InhaleExhale(..) | ExpKind::Binary(Operator::Wand, ..) => true,
            ExpKind::Call { name, .. } => {
                self.cx.globals.predicates.contains_key(&name.text)
                    && !self.cx.globals.functions.contains_key(&name.text)
            }
            ExpKind::Binary(Operator::And | Operator::Implies, lhs, rhs) => {
                self.is_impure(lhs) || self.is_impure(rhs)
            }
            ExpKind::Conditional(_, then, otherwise) => self.is_impure(then) || self.is_impure(otherwise),
            ExpKind::Let(_, _, body) => self.is_impure(body),
            ExpKind::Quantified { body, .. } => self.is_impure(body),
            ExpKind::Asserting(..) => false,
            _ => false,
        }
    }
}
