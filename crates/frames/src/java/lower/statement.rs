//! Statements of code and of ghost comments.

use super::cx::{Cx, Mode};
use crate::core::{self, ExprKind, LocalId, StmtKind};
use crate::java::Result;
use crate::java::ast::{self, Span, Stmt};

impl Cx<'_, '_> {
    /// Translates statements in order.
    pub fn statements(&mut self, statements: &[Stmt]) -> Result<()> {
        statements.iter().try_for_each(|statement| self.statement(statement))
    }

    /// Translates a statement.
    pub fn statement(&mut self, statement: &Stmt) -> Result<()> {
        self.deeper(statement.span, |cx| cx.statement_kind(statement))
    }

    fn statement_kind(&mut self, statement: &Stmt) -> Result<()> {
        let span = statement.span;
        match &statement.kind {
            ast::StmtKind::Block(block) => self.scoped(|cx| cx.statements(block)),
            ast::StmtKind::Local { ty, name, init, is_final } => {
                let local = self.local_declaration(ty, name, init.as_ref(), span)?;
                if *is_final && init.is_some() {
                    self.constants.insert(local);
                }
                Ok(())
            }
            ast::StmtKind::Expr(expr) => self.expression_statement(expr),
            ast::StmtKind::Ghost(inner) => self.in_mode(Mode::Contract, |cx| cx.statement(inner)),
            ast::StmtKind::If { condition, then, otherwise } => {
                self.if_statement(condition, then, otherwise.as_deref(), span)
            }
            ast::StmtKind::While { condition, spec, body } => self.while_loop(condition, spec, body, span),
            ast::StmtKind::DoWhile { condition, spec, body } => self.do_loop(condition, spec, body, span),
            ast::StmtKind::For { init, condition, update, spec, body } => {
                self.for_loop(init, condition.as_ref(), update, spec, body, span)
            }
            ast::StmtKind::Switch { subject, groups } => self.switch(subject, groups, span),
            ast::StmtKind::Labeled { label, body } => self.labeled(label, body),
            ast::StmtKind::Break(label) => self.jump(label.as_ref(), false, span),
            ast::StmtKind::Continue(label) => self.jump(label.as_ref(), true, span),
            ast::StmtKind::Return(_) if self.mode == Mode::Contract && !self.is_lemma() => {
                Err(self.error(span, "impure-contract", "ghost code must not end the method"))
            }
            ast::StmtKind::Return(value) => self.return_statement(value.as_ref(), span),
            ast::StmtKind::Throw(value) => self.throw(value, span),
            ast::StmtKind::Try { body, catches, finally } => {
                self.try_statement(body, catches, finally.as_ref(), span)
            }
            ast::StmtKind::Construct { .. } => {
                Err(self.error(span, "java-syntax", "another constructor can only be called first"))
            }
            ast::StmtKind::Assert(formula) => {
                let place = self.place(span);
                let assertion = match self.mode {
                    Mode::Contract => self.assertion(formula)?,
                    Mode::Code if self.has_effects(formula) => {
                        let message = "an `assert` with effects, which run or not as the JVM was started, \
                                       cannot be verified";
                        return Err(self.error(formula.span, "unsupported-java", message));
                    }
                    Mode::Code => {
                        let condition = self.value(formula)?;
                        self.expect_boolean(&condition, formula.span)?;
                        core::Assertion::pure(condition.expr)
                    }
                };
                self.emit(StmtKind::Assert(assertion, None), &place);
                Ok(())
            }
            ast::StmtKind::Open(predicate) => self.open_close(predicate, true, span),
            ast::StmtKind::Close(predicate) => self.open_close(predicate, false, span),
            ast::StmtKind::Use(call) => {
                let place = self.place(span);
                let call = self.in_mode(Mode::Contract, |cx| cx.pure(call))?;
                if !matches!(call.expr.kind, ExprKind::Apply(..)) {
                    return Err(self.error(span, "contract-syntax", "`use` needs a call of a pure method"));
                }
                self.emit(StmtKind::Use(call.expr), &place);
                Ok(())
            }
            ast::StmtKind::Empty => Ok(()),
        }
    }

    /// Whether the method being lowered exists for proofs only.
    fn is_lemma(&self) -> bool {
        self.method.is_some_and(|method| self.build.table.methods[method].decl.is_ghost)
    }

    fn local_declaration(
        &mut self,
        ty: &ast::TypeRef,
        name: &ast::Name,
        init: Option<&ast::Expr>,
        span: Span,
    ) -> Result<LocalId> {
        let ty = self.local_type(ty, init)?;
        let is_ghost = self.mode == Mode::Contract;
        let ty = if is_ghost { ty.ghost() } else { ty };
        let value = match init {
            Some(init) => {
                let value = self.value(init)?;
                Some(self.coerce(value, &ty, init.span)?)
            }
            None => None,
        };
        let local = self.declare(name, ty, is_ghost);
        let place = self.place(span);
        match value {
            Some(value) => self.assign(local, value.expr, &place),
            None => self.emit(StmtKind::Havoc(local), &place),
        }
        Ok(local)
    }

    /// `var` takes the type of its initialiser.
    fn local_type(
        &mut self,
        ty: &ast::TypeRef,
        init: Option<&ast::Expr>,
    ) -> Result<crate::java::types::Type> {
        match (&ty.kind, init) {
            (ast::TypeRefKind::Named(name, _), Some(init)) if name == "var" => {
                let (_, value) = self.collect(|cx| cx.value(init))?;
                Ok(value.ty)
            }
            _ => self.resolve(ty),
        }
    }

    fn expression_statement(&mut self, expr: &ast::Expr) -> Result<()> {
        match &*expr.kind {
            ast::ExprKind::Assign { target, op: None, value } => {
                self.simple_assignment(target, value, expr.span)
            }
            _ => self.effect(expr),
        }
    }

    fn if_statement(
        &mut self,
        condition: &ast::Expr,
        then: &Stmt,
        otherwise: Option<&Stmt>,
        span: Span,
    ) -> Result<()> {
        let place = self.place(span);
        let test = self.value(condition)?;
        self.expect_boolean(&test, condition.span)?;
        let (then, ()) = self.collect(|cx| cx.scoped(|cx| cx.statement(then)))?;
        let (otherwise, ()) =
            self.collect(|cx| cx.scoped(|cx| otherwise.map_or(Ok(()), |otherwise| cx.statement(otherwise))))?;
        self.emit(StmtKind::If { condition: test.expr, then, otherwise }, &place);
        Ok(())
    }

    /// **open** and **close**, of a whole predicate or a fraction of it.
    fn open_close(&mut self, predicate: &ast::Expr, is_open: bool, span: Span) -> Result<()> {
        let place = self.place(span);
        let (resource, permission) = self.in_mode(Mode::Contract, |cx| cx.instance(predicate, &place))?;
        let kind = if is_open {
            StmtKind::Unfold { resource, permission }
        } else {
            StmtKind::Fold { resource, permission }
        };
        self.emit(kind, &place);
        Ok(())
    }
}
