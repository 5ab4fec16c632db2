//! Expressions in code, whose evaluation may have effects: these become statements, in Java's order of evaluation,
//! and a value computed before a later effect is kept in a local.

use super::Routine;
use super::call::Target;
use super::cx::{Cx, Mode, Typed};
use super::operator::not;
use crate::core::{self, Expr, ExprKind, StmtKind};
use crate::java::Result;
use crate::java::ast::{self, BinOp, Name, Receiver, Span};
use crate::java::table::MethodId;
use crate::java::types::Type;

impl Cx<'_, '_> {
    /// The value of an expression in code; its effects are emitted.
    pub fn value(&mut self, expr: &ast::Expr) -> Result<Typed> {
        if !self.has_effects(expr) {
            return self.pure(expr);
        }
        self.deeper(expr.span, |cx| cx.effectful(expr))
    }

    /// An expression evaluated for its effects only.
    pub fn effect(&mut self, expr: &ast::Expr) -> Result<()> {
        match &*expr.kind {
            ast::ExprKind::Assign { .. } | ast::ExprKind::Step { .. } => {
                self.assignment(expr)?;
            }
            _ => {
                let value = self.value(expr)?;
                if !matches!(value.expr.kind, ExprKind::Local(_) | ExprKind::Null) {
                    self.spill(value);
                }
            }
        }
        Ok(())
    }

    fn effectful(&mut self, expr: &ast::Expr) -> Result<Typed> {
        let span = expr.span;
        match &*expr.kind {
            ast::ExprKind::Assign { .. } | ast::ExprKind::Step { .. } => self.assignment(expr),
            ast::ExprKind::Call { receiver, method, args, given } => {
                self.call(receiver, method, args, given, span)
            }
            ast::ExprKind::New { class, args, given } => self.new_object(class, args, given, span),
            ast::ExprKind::NewArray { element, dims, init } => {
                self.new_array(element, dims, init.as_deref(), span)
            }
            ast::ExprKind::Unary(op, operand) => {
                let operand = self.value(operand)?;
                self.unary(*op, operand, span)
            }
            ast::ExprKind::Binary(op @ (BinOp::And | BinOp::Or), lhs, rhs) if self.has_effects(rhs) => {
                self.short_circuit(*op, lhs, rhs, span)
            }
            ast::ExprKind::Binary(op, lhs, rhs) => {
                let [lhs, rhs] = self.in_order([lhs, rhs])?;
                self.binary(*op, lhs, rhs, span)
            }
            ast::ExprKind::Conditional(condition, then, otherwise) => {
                self.choose(condition, then, otherwise, span)
            }
            ast::ExprKind::Cast(ty, value) => {
                let (ty, value) = (self.resolve(ty)?, self.value(value)?);
                self.cast(value, &ty, span)
            }
            ast::ExprKind::InstanceOf(value, ty) => {
                let (ty, value) = (self.resolve_erased(ty)?, self.value(value)?);
                self.instance_of(value, &ty, span)
            }
            ast::ExprKind::Field(object, name) => {
                let object = self.owner(object, Self::value)?;
                self.member_read(object, name, span)
            }
            ast::ExprKind::Index(base, index) => {
                let [base, index] = self.in_order([base, index])?;
                self.index(base, index, span)
            }
            ast::ExprKind::Null
            | ast::ExprKind::This
            | ast::ExprKind::Bool(_)
            | ast::ExprKind::Int(..)
            | ast::ExprKind::Str(_)
            | ast::ExprKind::Name(_)
            | ast::ExprKind::Contract(_) => self.pure(expr),
        }
    }

    /// Whether evaluating may change something. A call counts unless every method of that name is pure;
    /// one of a method of the JDK becomes statements.
    pub fn has_effects(&self, expr: &ast::Expr) -> bool {
        match &*expr.kind {
            ast::ExprKind::Assign { .. }
            | ast::ExprKind::Step { .. }
            | ast::ExprKind::New { .. }
            | ast::ExprKind::NewArray { .. } => true,
            ast::ExprKind::Call { receiver, method, args, .. } => {
                let in_receiver = matches!(receiver, Receiver::Expr(object) if self.has_effects(object));
                in_receiver
                    || args.iter().any(|arg| self.has_effects(arg))
                    || self.may_change(method, args.len())
                    || self.library_class(receiver).is_some()
            }
            ast::ExprKind::Unary(_, operand)
            | ast::ExprKind::Cast(_, operand)
            | ast::ExprKind::InstanceOf(operand, _) => self.has_effects(operand),
            ast::ExprKind::Field(object, _) => self.has_effects(object),
            ast::ExprKind::Binary(_, lhs, rhs) | ast::ExprKind::Index(lhs, rhs) => {
                self.has_effects(lhs) || self.has_effects(rhs)
            }
            ast::ExprKind::Conditional(condition, then, otherwise) => {
                self.has_effects(condition) || self.has_effects(then) || self.has_effects(otherwise)
            }
            ast::ExprKind::Null
            | ast::ExprKind::This
            | ast::ExprKind::Bool(_)
            | ast::ExprKind::Int(..)
            | ast::ExprKind::Str(_)
            | ast::ExprKind::Name(_)
            | ast::ExprKind::Contract(_) => false,
        }
    }

    fn may_change(&self, name: &Name, arity: usize) -> bool {
        let methods = self.build.table.methods.iter_enumerated();
        let mut named =
            methods.filter(|(_, info)| info.decl.name.text == name.text && info.params.len() == arity);
        named.any(|(method, _)| !self.build.is_pure(method))
    }

    /// Values evaluated left to right; those before an effect are kept.
    pub fn in_order<const N: usize>(&mut self, exprs: [&ast::Expr; N]) -> Result<[Typed; N]> {
        let values = self.sequence(&exprs)?;
        Ok(values.try_into().unwrap_or_else(|_| unreachable!("one value for each expression")))
    }

    /// Translates expressions from left to right.
    pub fn sequence(&mut self, exprs: &[&ast::Expr]) -> Result<Vec<Typed>> {
        let last_effect = exprs.iter().rposition(|expr| self.has_effects(expr));
        let mut out = Vec::new();
        for (index, expr) in exprs.iter().enumerate() {
            let value = self.value(expr)?;
            out.push(if last_effect.is_some_and(|last| index < last) { self.spill(value) } else { value });
        }
        Ok(out)
    }

    /// `&&` and `||` whose right side has effects.
    fn short_circuit(&mut self, op: BinOp, lhs: &ast::Expr, rhs: &ast::Expr, span: Span) -> Result<Typed> {
        let place = self.place(span);
        let lhs = self.value(lhs)?;
        self.expect_boolean(&lhs, span)?;
        let local = self.temporary(&Type::Boolean, &place);
        self.assign(local, lhs.expr, &place);
        let (block, ()) = self.collect(|cx| {
            let rhs_value = cx.value(rhs)?;
            cx.expect_boolean(&rhs_value, rhs.span)?;
            cx.assign(local, rhs_value.expr, &place);
            Ok(())
        })?;
        let condition = self.read(local, &Type::Boolean, &place).expr;
        let condition = if op == BinOp::And { condition } else { not(condition) };
        self.emit(StmtKind::If { condition, then: block, otherwise: Vec::new() }, &place);
        Ok(self.read(local, &Type::Boolean, &place))
    }

    fn choose(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        span: Span,
    ) -> Result<Typed> {
        let place = self.place(span);
        let test = self.value(condition)?;
        self.expect_boolean(&test, condition.span)?;
        let (mut then_block, then_value) = self.collect(|cx| cx.value(then))?;
        let (mut else_block, else_value) = self.collect(|cx| cx.value(otherwise))?;
        let ty = self.choice_type((then, &then_value), (otherwise, &else_value), span)?;
        let local = self.temporary(&ty, &place);
        let store = |value: Expr| core::Stmt::new(StmtKind::Assign { local, value }, &place);
        then_block.push(store(then_value.expr));
        else_block.push(store(else_value.expr));
        self.emit(StmtKind::If { condition: test.expr, then: then_block, otherwise: else_block }, &place);
        Ok(self.read(local, &ty, &place))
    }

    fn call(
        &mut self,
        receiver: &Receiver,
        name: &Name,
        args: &[ast::Expr],
        given: &[(Name, ast::Expr)],
        span: Span,
    ) -> Result<Typed> {
        if let Some(class) = self.library_class(receiver) {
            let args: Vec<&ast::Expr> = args.iter().collect();
            if let Some(result) = self.library_call(class, name, &args, span)? {
                return Ok(result);
            }
        }
        let later_effects = args.iter().any(|arg| self.has_effects(arg));
        let target = self.target(receiver, span, Self::value)?;
        let target = match target {
            Target::Object(object) if later_effects => Target::Object(self.spill(object)),
            other => other,
        };
        let args: Vec<&ast::Expr> = args.iter().collect();
        let args = self.sequence(&args)?;
        let class = self.target_class(&target, name.span)?;
        let types: Vec<_> = args.iter().map(|arg| arg.ty.clone()).collect();
        let method = self.find_method(class, name, &types, matches!(target, Target::Class(_)))?;
        let given = self.given_arguments(method, given, span)?;
        match self.build.routines[method] {
            Routine::Function(_) => self.apply(method, target, args, given, span),
            Routine::Method(_) => self.mutator_call(method, target, args, given, span),
        }
    }

    fn mutator_call(
        &mut self,
        method: MethodId,
        target: Target,
        args: Vec<Typed>,
        given: Vec<Typed>,
        span: Span,
    ) -> Result<Typed> {
        let place = self.place(span);
        let info = &self.build.table.methods[method];
        let Routine::Method(routine) = self.build.routines[method] else {
            unreachable!("a method, not a function")
        };
        self.refuse_ghost(method, span)?;
        if !info.decl.is_ghost && self.mode == Mode::Contract {
            let message = format!("`{}` is not pure, so it cannot be called here", info.name);
            return Err(self.error(span, "impure-contract", message));
        }
        self.rely_on_method(method, span)?;
        let mut arguments = Vec::new();
        let mut owner = Type::object();
        if let Some(object) = self.receiver(method, target, span)? {
            owner = object.ty.clone();
            let object = self.checked_not_null(object, span);
            arguments.push(self.spill_if_complex(object).expr);
        }
        for (arg, param) in args.into_iter().zip(&info.params) {
            let param = self.member_type(param, info.class, &owner);
            let arg = self.coerce(arg, &param, span)?;
            arguments.push(self.spill_if_complex(arg).expr);
        }
        for value in given {
            arguments.push(self.spill_if_complex(value).expr);
        }
        self.check_escape(&arguments, span)?;
        self.check_measure(method, &arguments, span)?;
        let result_type = self.member_type(&info.result, info.class, &owner);
        let mut targets = Vec::new();
        let result = (info.result != Type::Void).then(|| self.temporary(&result_type, &place));
        targets.extend(result);
        let contract = self.build.table.methods[info.contract].decl;
        let exception =
            (!contract.contract.signals.is_empty()).then(|| self.temporary(&Type::object(), &place));
        targets.extend(exception);
        self.emit(StmtKind::Call { targets, method: routine, arguments }, &place);
        if let Some(exception) = exception {
            self.propagate(exception, &place)?;
        }
        Ok(match result {
            Some(local) => self.read(local, &result_type, &place),
            None => Typed { expr: Expr::null(&place), ty: Type::Void },
        })
    }
}
