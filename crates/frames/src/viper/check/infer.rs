//! Type unknowns and their solution by unification.
//!
//! During checking, `Type::Param(n)` with `n >= FIRST` is an unknown; smaller ones are the domain's own parameters.
//! After a member is lowered its trees are *settled*: unknowns become what they were found to be, or their default.

use crate::core::{Assertion, AssertionKind, Block, Expr, ExprKind, Quantifier, Resource, StmtKind, Type};

const FIRST: u32 = 1 << 16;

#[derive(Default)]
pub(super) struct Infer {
    solutions: Vec<Option<Type>>,
    /// What an unknown becomes if nothing is found out about it.
    defaults: Vec<Type>,
}

impl Infer {
    pub(super) fn fresh(&mut self) -> Type {
        self.fresh_or(Type::Int)
    }

    pub(super) fn fresh_or(&mut self, default: Type) -> Type {
        self.defaults.push(default);
        self.solutions.push(None);
        Type::Param(FIRST + self.solutions.len() as u32 - 1)
    }

    /// The type with what is known filled in; unknowns stay.
    pub(super) fn known(&self, ty: &Type) -> Type {
        self.replace(ty, &|unknown| unknown)
    }

    /// The type without unknowns.
    pub(super) fn settle(&self, ty: &Type) -> Type {
        self.replace(ty, &|unknown| match unknown {
            Type::Param(n) if n >= FIRST => self.defaults[(n - FIRST) as usize].clone(),
            known => known,
        })
    }

    /// Makes both types equal if they can be.
    pub(super) fn unify(&mut self, left: &Type, right: &Type) -> bool {
        let (left, right) = (self.known(left), self.known(right));
        match (&left, &right) {
            _ if left == right => true,
            (Type::Param(n), other) | (other, Type::Param(n)) if *n >= FIRST => {
                self.solutions[(*n - FIRST) as usize] = Some(other.clone());
                true
            }
            (Type::Domain(one, ours), Type::Domain(other, theirs)) => {
                one == other && ours.iter().zip(theirs).all(|(our, their)| self.unify(our, their))
            }
            (Type::Seq(one), Type::Seq(other))
            | (Type::Set(one), Type::Set(other))
            | (Type::Multiset(one), Type::Multiset(other)) => self.unify(one, other),
            (Type::Map(key, value), Type::Map(key2, value2)) => {
                self.unify(key, key2) && self.unify(value, value2)
            }
            _ => false,
        }
    }

    fn replace(&self, ty: &Type, unsolved: &dyn Fn(Type) -> Type) -> Type {
        let inner = |ty: &Type| Box::new(self.replace(ty, unsolved));
        match ty {
            Type::Param(n) if *n >= FIRST => match &self.solutions[(*n - FIRST) as usize] {
                Some(solution) => self.replace(solution, unsolved),
                None => unsolved(ty.clone()),
            },
            Type::Int | Type::Bool | Type::Perm | Type::Ref | Type::Param(_) => ty.clone(),
            Type::Domain(domain, parts) => {
                Type::Domain(*domain, parts.iter().map(|part| self.replace(part, unsolved)).collect())
            }
            Type::Seq(element) => Type::Seq(inner(element)),
            Type::Set(element) => Type::Set(inner(element)),
            Type::Multiset(element) => Type::Multiset(inner(element)),
            Type::Map(key, value) => Type::Map(inner(key), inner(value)),
        }
    }

    pub(super) fn settle_block(&self, block: &mut Block) {
        for statement in block {
            self.settle_statement(&mut statement.kind);
        }
    }

    fn settle_statement(&self, statement: &mut StmtKind) {
        match statement {
            StmtKind::Assign { value, .. } => self.settle_expr(value),
            StmtKind::WriteField { receiver, value, .. } => self.settle_all([receiver, value]),
            StmtKind::WriteElement { array, index, value, .. } => self.settle_all([array, index, value]),
            StmtKind::Call { arguments, .. } => self.settle_all(arguments),
            StmtKind::Fold { resource, permission } | StmtKind::Unfold { resource, permission } => {
                self.settle_resource(resource);
                self.settle_expr(permission);
            }
            StmtKind::Use(call) => self.settle_expr(call),
            StmtKind::Inhale(assertion)
            | StmtKind::Exhale(assertion)
            | StmtKind::Assert(assertion, _)
            | StmtKind::Refute(assertion)
            | StmtKind::Assume(assertion) => self.settle_assertion(assertion),
            StmtKind::If { condition, then, otherwise } => {
                self.settle_expr(condition);
                self.settle_block(then);
                self.settle_block(otherwise);
            }
            StmtKind::While { condition, invariants, body } => {
                self.settle_expr(condition);
                invariants.iter_mut().for_each(|invariant| self.settle_assertion(invariant));
                self.settle_block(body);
            }
            StmtKind::Label(_, invariants) => {
                invariants.iter_mut().for_each(|invariant| self.settle_assertion(invariant));
            }
            StmtKind::Scope { body, .. } => self.settle_block(body),
            StmtKind::Package { wand, script } => {
                self.settle_resource(wand);
                self.settle_block(script);
            }
            StmtKind::Apply(wand) => self.settle_resource(wand),
            StmtKind::QuasiHavoc { condition, resource, .. } => {
                self.settle_expr(condition);
                self.settle_resource(resource);
            }
            StmtKind::New { .. } | StmtKind::Goto(_) | StmtKind::Havoc(_) | StmtKind::Unsupported(_) => {}
        }
    }

    /// The walk of `core::visit`, on parts that may change.
    pub(super) fn settle_assertion(&self, assertion: &mut Assertion) {
        match &mut assertion.kind {
            AssertionKind::Pure(condition) => self.settle_expr(condition),
            AssertionKind::Access(resource, permission) => {
                self.settle_resource(resource);
                self.settle_expr(permission);
            }
            AssertionKind::Star(parts) => parts.iter_mut().for_each(|part| self.settle_assertion(part)),
            AssertionKind::Conditional(condition, then, otherwise) => {
                self.settle_expr(condition);
                self.settle_assertion(then);
                if let Some(otherwise) = otherwise {
                    self.settle_assertion(otherwise);
                }
            }
            AssertionKind::Let { value, body, .. } => {
                self.settle_expr(value);
                self.settle_assertion(body);
            }
            AssertionKind::Untouched(body) => self.settle_assertion(body),
            AssertionKind::InhaleExhale(inhaled, exhaled) => {
                self.settle_assertion(inhaled);
                self.settle_assertion(exhaled);
            }
            AssertionKind::ForAll { quantifier, body } => {
                self.settle_quantifier(quantifier);
                self.settle_assertion(body);
            }
            AssertionKind::Unsupported(_) => {}
        }
    }

    fn settle_resource(&self, resource: &mut Resource) {
        match resource {
            Resource::Field { receiver, .. } => self.settle_expr(receiver),
            Resource::Predicate { arguments, .. } => self.settle_all(arguments),
            Resource::Elements { array, lo, hi, .. } => self.settle_all([array, lo, hi]),
        }
    }

    fn settle_quantifier(&self, quantifier: &mut Quantifier) {
        quantifier.triggers.iter_mut().for_each(|trigger| self.settle_all(trigger));
        self.settle_expr(&mut quantifier.body);
    }

    fn settle_all<'e>(&self, exprs: impl IntoIterator<Item = &'e mut Expr>) {
        exprs.into_iter().for_each(|expr| self.settle_expr(expr));
    }

    pub(super) fn settle_expr(&self, expr: &mut Expr) {
        expr.ty = self.settle(&expr.ty);
        match &mut expr.kind {
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Null
            | ExprKind::Write
            | ExprKind::NoPerm
            | ExprKind::Wildcard
            | ExprKind::Local(_) => {}
            ExprKind::Field(body, _) | ExprKind::Unary(_, body) | ExprKind::Old(_, body) => {
                self.settle_expr(body);
            }
            ExprKind::Element { array, index, .. } => self.settle_all([&mut **array, index]),
            ExprKind::Binary(_, lhs, rhs) => self.settle_all([&mut **lhs, rhs]),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.settle_all([&mut **condition, then, otherwise]);
            }
            ExprKind::Apply(_, arguments) | ExprKind::Collection(_, arguments) => self.settle_all(arguments),
            ExprKind::DomainApply { type_arguments, arguments, .. } => {
                type_arguments.iter_mut().for_each(|ty| *ty = self.settle(ty));
                self.settle_all(arguments);
            }
            ExprKind::Unfolding { resource, permission, body } => {
                self.settle_resource(resource);
                self.settle_all([&mut **permission, body]);
            }
            ExprKind::Using { call, body } => self.settle_all([&mut **call, body]),
            ExprKind::Dropping { receiver, body, .. } => self.settle_all([&mut **receiver, body]),
            ExprKind::Checked { condition, body, .. } => self.settle_all([&mut **condition, body]),
            ExprKind::Asserting { assertion, body } => {
                self.settle_assertion(assertion);
                self.settle_expr(body);
            }
            ExprKind::Applying { wand, body } => {
                self.settle_resource(wand);
                self.settle_expr(body);
            }
            ExprKind::Let { value, body, .. } => self.settle_all([&mut **value, body]),
            ExprKind::Quantified(quantifier) => self.settle_quantifier(quantifier),
            ExprKind::PermOf(resource) | ExprKind::Instance(resource) => self.settle_resource(resource),
        }
    }
}
