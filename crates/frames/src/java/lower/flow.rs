//! Loops, jumps, `switch` and exceptions.
//!
//! An early `return`, a `break` or a `continue` is a jump; every `finally` it leaves on its way runs first. An exception is a
//! value kept in a local and a jump to the nearest handler. Loops learn that their changed machine integers stay in range.

use base::Place;

use super::cx::{Cx, Mode, Typed};
use super::declare::in_bounds;
use super::operator::not;
use super::prelude::assumed;
use crate::core::{self, Assertion, BinaryOp, Block, Expr, LabelId, LocalId, Stmt, StmtKind};
use crate::java::Result;
use crate::java::ast::{self, Catch, LoopSpec, Name, Span, SwitchGroup};
use crate::java::types::Type;

/// Where jumps go.
#[derive(Default)]
pub struct Flow {
    targets: Vec<JumpTarget>,
    handlers: Vec<Handler>,
    finallies: Vec<Finally>,
    /// Where `return` goes, made when first needed.
    pub end: Option<LabelId>,
    /// Where an exception that leaves the method is put, if the contract has `signals`.
    pub exception_result: Option<LocalId>,
    /// A label written before the next loop.
    pending_label: Option<String>,
}

struct JumpTarget {
    label: Option<String>,
    break_to: LabelId,
    continue_to: Option<LabelId>,
    /// How many `finally` blocks enclose the target.
    finallies: usize,
}

/// A `finally` block and what surrounds its `try`: the block sees nothing of what is inside.
#[derive(Clone)]
struct Finally {
    block: ast::Block,
    targets: usize,
    handlers: usize,
    names: usize,
}

#[derive(Clone, Copy)]
struct Handler {
    label: LabelId,
    exception: LocalId,
    finallies: usize,
}

impl Cx<'_, '_> {
    /// A statement with a label.
    pub fn labeled(&mut self, label: &Name, body: &ast::Stmt) -> Result<()> {
        self.flow.pending_label = Some(label.text.clone());
        let is_loop = matches!(
            body.kind,
            ast::StmtKind::While { .. } | ast::StmtKind::DoWhile { .. } | ast::StmtKind::For { .. }
        );
        if is_loop {
            return self.statement(body);
        }
        let place = self.place(label.span);
        let after = self.label("after", &place);
        self.enter(after, None);
        let result = self.statement(body);
        self.flow.targets.pop();
        self.emit(StmtKind::Label(after, Vec::new()), &place);
        result
    }

    /// `while` and `do`.
    pub fn while_loop(
        &mut self,
        condition: &ast::Expr,
        spec: &LoopSpec,
        body: &ast::Stmt,
        span: Span,
    ) -> Result<()> {
        self.looping(Some(condition), spec, span, |cx| cx.statement(body), |_| Ok(()))
    }

    /// `for`.
    pub fn for_loop(
        &mut self,
        init: &[ast::Stmt],
        condition: Option<&ast::Expr>,
        update: &[ast::Expr],
        spec: &LoopSpec,
        body: &ast::Stmt,
        span: Span,
    ) -> Result<()> {
        let label = self.flow.pending_label.take();
        self.scoped(|cx| {
            cx.statements(init)?;
            cx.flow.pending_label = label;
            cx.looping(
                condition,
                spec,
                span,
                |cx| cx.statement(body),
                |cx| update.iter().try_for_each(|step| cx.effect(step)),
            )
        })
    }

    /// The invariant holds before each run of the body, so also before the first.
    pub fn do_loop(
        &mut self,
        condition: &ast::Expr,
        spec: &LoopSpec,
        body: &ast::Stmt,
        span: Span,
    ) -> Result<()> {
        let place = self.place(span);
        self.looping(
            None,
            spec,
            span,
            |cx| cx.statement(body),
            |cx| {
                let test = cx.value(condition)?;
                cx.expect_boolean(&test, condition.span)?;
                let out = cx.flow.targets.last().expect("inside a loop").break_to;
                let leave = vec![Stmt::new(StmtKind::Goto(out), &place)];
                cx.emit(
                    StmtKind::If { condition: not(test.expr), then: leave, otherwise: Vec::new() },
                    &place,
                );
                Ok(())
            },
        )
    }

    /// A loop: condition, body, and what runs after the body also when it is `continue`d.
    fn looping(
        &mut self,
        condition: Option<&ast::Expr>,
        spec: &LoopSpec,
        span: Span,
        body: impl FnOnce(&mut Self) -> Result<()>,
        update: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let place = self.place(span);
        let mut invariants = Vec::new();
        for invariant in &spec.invariants {
            invariants.push(self.in_mode(Mode::Contract, |cx| cx.assertion(invariant))?);
        }
        let (after, next) = (self.label("after", &place), self.label("next", &place));
        let locals_before = self.locals.len();
        self.enter(after, Some(next));
        let collected = self.collect(|cx| {
            // Before the condition, whose effects are part of the round.
            let measure = cx.loop_measure(spec.decreases.as_deref(), &place)?;
            let head = match condition {
                Some(condition) => cx.loop_condition(condition, after)?,
                None => Expr::bool(true, &place),
            };
            cx.scoped(body)?;
            cx.emit(StmtKind::Label(next, Vec::new()), &place);
            update(cx)?;
            cx.check_loop_measure(spec.decreases.as_deref(), &measure)?;
            Ok(head)
        });
        self.flow.targets.pop();
        let (mut block, condition) = collected?;
        if !jumps_to(&block, next) {
            drop_label(&mut block, next);
        }
        invariants.extend(self.ranges_of_changed(&block, locals_before, &place));
        let leaves = jumps_to(&block, after);
        self.emit(StmtKind::While { condition, invariants, body: block }, &place);
        if leaves {
            self.emit(StmtKind::Label(after, Vec::new()), &place);
        }
        Ok(())
    }

    fn enter(&mut self, break_to: LabelId, continue_to: Option<LabelId>) {
        let label = self.flow.pending_label.take();
        let finallies = self.flow.finallies.len();
        self.flow.targets.push(JumpTarget { label, break_to, continue_to, finallies });
    }

    /// The condition as an expression; one with effects becomes a test at the start of the body.
    fn loop_condition(&mut self, condition: &ast::Expr, after: LabelId) -> Result<Expr> {
        let place = self.place(condition.span);
        let has_effects = self.has_effects(condition);
        let test = self.value(condition)?;
        self.expect_boolean(&test, condition.span)?;
        if !has_effects {
            return Ok(test.expr);
        }
        let leave = vec![Stmt::new(StmtKind::Goto(after), &place)];
        self.emit(StmtKind::If { condition: not(test.expr), then: leave, otherwise: Vec::new() }, &place);
        Ok(Expr::bool(true, &place))
    }

    /// Machine integers declared before the loop and changed in it stay in range.
    fn ranges_of_changed(&mut self, block: &Block, locals_before: usize, place: &Place) -> Vec<Assertion> {
        let mut changed = Vec::new();
        collect_changed(block, &mut changed);
        let mut out = Vec::new();
        for var in &self.scope {
            let is_outer = (var.local.0 as usize) < locals_before;
            if is_outer && changed.contains(&var.local) {
                out.extend(in_bounds(var.local, &var.ty, &self.locals, place).map(assumed));
            }
        }
        out
    }

    /// `break` and `continue`.
    pub fn jump(&mut self, label: Option<&Name>, is_continue: bool, span: Span) -> Result<()> {
        let place = self.place(span);
        let fits = |target: &&JumpTarget| match label {
            Some(label) => target.label.as_ref() == Some(&label.text),
            None => !is_continue || target.continue_to.is_some(),
        };
        let target = self.flow.targets.iter().rev().find(fits);
        let found = target.map(|target| {
            (if is_continue { target.continue_to } else { Some(target.break_to) }, target.finallies)
        });
        let Some((Some(to), finallies)) = found else {
            return Err(self.error(span, "java-syntax", "there is nothing to jump out of here"));
        };
        self.run_finallies(finallies)?;
        self.emit(StmtKind::Goto(to), &place);
        Ok(())
    }

    /// `return`.
    pub fn return_statement(&mut self, value: Option<&ast::Expr>, span: Span) -> Result<()> {
        let place = self.place(span);
        match (value, self.result.clone()) {
            (Some(value), Some((result, ty))) => {
                let span = value.span;
                let value = self.value(value)?;
                let value = self.coerce(value, &ty, span)?;
                self.assign(result, value.expr, &place);
            }
            (None, None) => {}
            (Some(_), None) => return Err(self.error(span, "type-mismatch", "this method returns nothing")),
            (None, Some(_)) => return Err(self.error(span, "type-mismatch", "a result is missing")),
        }
        self.run_finallies(0)?;
        self.leave(&place);
        Ok(())
    }

    /// A jump to the end of the method.
    fn leave(&mut self, place: &Place) {
        let end = match self.flow.end {
            Some(end) => end,
            None => {
                let end = self.label("end", place);
                self.flow.end = Some(end);
                end
            }
        };
        self.emit(StmtKind::Goto(end), place);
    }

    /// The `finally` blocks a jump leaves, innermost first.
    fn run_finallies(&mut self, keep: usize) -> Result<()> {
        let all = self.flow.finallies.clone();
        for (index, finally) in all.iter().enumerate().skip(keep).rev() {
            self.flow.finallies.truncate(index);
            self.run_finally(finally)?;
        }
        self.flow.finallies = all;
        Ok(())
    }

    /// One `finally` block, as it stands outside its `try`: jumps and exceptions in it leave from there.
    fn run_finally(&mut self, finally: &Finally) -> Result<()> {
        let targets = self.flow.targets.split_off(finally.targets);
        let handlers = self.flow.handlers.split_off(finally.handlers);
        let names = self.scope.split_off(finally.names);
        let result = self.scoped(|cx| cx.statements(&finally.block));
        self.flow.targets.extend(targets);
        self.flow.handlers.extend(handlers);
        self.scope.extend(names);
        result
    }

    /// `switch`.
    pub fn switch(&mut self, subject: &ast::Expr, groups: &[SwitchGroup], span: Span) -> Result<()> {
        let place = self.place(span);
        let subject_span = subject.span;
        let subject = self.value(subject)?;
        self.expect_number(&subject, subject_span)?;
        let subject = self.spill(subject);
        let after = self.label("after", &place);
        self.flow.pending_label = None;
        let starts: Vec<_> = groups.iter().map(|_| self.label("case", &place)).collect();
        for (group, &start) in groups.iter().zip(&starts) {
            for label in &group.labels {
                let value = self.pure(label)?;
                let same = self.binary(ast::BinOp::Eq, subject.clone(), value, label.span)?;
                let go = vec![Stmt::new(StmtKind::Goto(start), &place)];
                self.emit(StmtKind::If { condition: same.expr, then: go, otherwise: Vec::new() }, &place);
            }
        }
        let default = groups.iter().position(|group| group.is_default);
        self.emit(StmtKind::Goto(default.map_or(after, |index| starts[index])), &place);
        self.enter(after, None);
        let result = self.scoped(|cx| {
            for (group, &start) in groups.iter().zip(&starts) {
                cx.emit(StmtKind::Label(start, Vec::new()), &place);
                cx.statements(&group.body)?;
                if group.is_rule {
                    cx.emit(StmtKind::Goto(after), &place);
                }
            }
            Ok(())
        });
        self.flow.targets.pop();
        self.emit(StmtKind::Label(after, Vec::new()), &place);
        result
    }

    /// `throw`.
    pub fn throw(&mut self, value: &ast::Expr, span: Span) -> Result<()> {
        let place = self.place(span);
        let exception = self.thrown(value)?;
        let ty = exception.ty.clone();
        let exception = self.checked_not_null(exception, span);
        let exception = self.spill(Typed { expr: exception.expr, ty });
        let core::ExprKind::Local(local) = exception.expr.kind else { unreachable!("spilled into a local") };
        self.raise(local, &place)
    }

    /// The exception object; a new one of a JDK class is some object of that class.
    fn thrown(&mut self, value: &ast::Expr) -> Result<Typed> {
        let ast::ExprKind::New { class, args, .. } = &*value.kind else { return self.value(value) };
        let ty = self.resolve(class)?;
        let Type::Class(name, _) = &ty else { return self.value(value) };
        if self.build.table.class_named(name).is_some() {
            return self.value(value);
        }
        for arg in args {
            self.effect(arg)?;
        }
        let place = self.place(value.span);
        let local = self.temporary(&ty, &place);
        self.emit(StmtKind::New { local, fields: core::NewFields::Some(Vec::new()) }, &place);
        let object = self.read(local, &ty, &place);
        let fact = self.build.type_test(object.expr.clone(), name, &place);
        self.assume(fact);
        Ok(object)
    }

    /// After a call that may throw: goes on only if it did not.
    pub fn propagate(&mut self, exception: LocalId, place: &Place) -> Result<()> {
        let (block, ()) = self.collect(|cx| cx.raise(exception, place))?;
        let thrown = Expr::local(exception, &self.locals, place);
        let condition = Expr::binary(BinaryOp::NotEq, thrown, Expr::null(place), place);
        self.emit(StmtKind::If { condition, then: block, otherwise: Vec::new() }, place);
        Ok(())
    }

    /// Sends the exception to the nearest handler, or out of the method if its contract allows that.
    fn raise(&mut self, exception: LocalId, place: &Place) -> Result<()> {
        let thrown = Expr::local(exception, &self.locals, place);
        if let Some(handler) = self.flow.handlers.last().copied() {
            self.run_finallies(handler.finallies)?;
            self.assign(handler.exception, thrown, place);
            self.emit(StmtKind::Goto(handler.label), place);
            return Ok(());
        }
        self.run_finallies(0)?;
        match self.flow.exception_result {
            Some(result) => {
                self.assign(result, thrown, place);
                self.leave(place);
            }
            None => {
                self.oblige(Expr::bool(false, place), "exception");
                self.assume(Expr::bool(false, place));
            }
        }
        Ok(())
    }

    /// `try`.
    pub fn try_statement(
        &mut self,
        body: &[ast::Stmt],
        catches: &[Catch],
        finally: Option<&ast::Block>,
        span: Span,
    ) -> Result<()> {
        let place = self.place(span);
        let (caught, after) = (self.label("catch", &place), self.label("after", &place));
        let exception = self.temporary(&Type::object(), &place);
        if let Some(finally) = finally {
            self.flow.finallies.push(Finally {
                block: finally.clone(),
                targets: self.flow.targets.len(),
                handlers: self.flow.handlers.len(),
                names: self.scope.len(),
            });
        }
        let finallies = self.flow.finallies.len();
        self.flow.handlers.push(Handler { label: caught, exception, finallies });
        let result = self.scoped(|cx| cx.statements(body));
        self.flow.handlers.pop();
        result?;
        self.finish_try(finally, after, &place)?;
        self.emit(StmtKind::Label(caught, Vec::new()), &place);
        for catch in catches {
            self.catch(catch, exception, finally, after)?;
        }
        self.raise(exception, &place)?;
        if finally.is_some() {
            self.flow.finallies.pop();
        }
        self.emit(StmtKind::Label(after, Vec::new()), &place);
        Ok(())
    }

    /// Normal completion of a `try` or `catch` block.
    fn finish_try(&mut self, finally: Option<&ast::Block>, after: LabelId, place: &Place) -> Result<()> {
        if let Some(finally) = finally {
            let pending = self.flow.finallies.pop();
            let result = self.scoped(|cx| cx.statements(finally));
            self.flow.finallies.extend(pending);
            result?;
        }
        self.emit(StmtKind::Goto(after), place);
        Ok(())
    }

    /// The type of the exception in a `catch`: of several classes, the nearest above all of them [JLS 14.20].
    fn caught_type(&self, catch: &Catch) -> Result<Type> {
        let mut names = Vec::new();
        for ty in &catch.types {
            let Type::Class(name, _) = self.resolve(ty)? else {
                return Err(self.error(ty.span, "type-mismatch", "only objects can be caught"));
            };
            names.push(name);
        }
        let table = self.build.table;
        let mut common = names[0].clone();
        while !names.iter().all(|name| table.name_is_subclass(name, &common)) {
            common = table.superclass_name(&common);
        }
        Ok(Type::Class(common, Vec::new()))
    }

    fn catch(
        &mut self,
        catch: &Catch,
        exception: LocalId,
        finally: Option<&ast::Block>,
        after: LabelId,
    ) -> Result<()> {
        let place = self.place(catch.name.span);
        let thrown = Expr::local(exception, &self.locals, &place);
        let mut condition = Expr::bool(false, &place);
        for ty in &catch.types {
            let Type::Class(name, _) = self.resolve(ty)? else {
                return Err(self.error(ty.span, "type-mismatch", "only objects can be caught"));
            };
            let test = self.build.type_test(thrown.clone(), &name, &place);
            condition = Expr::binary(BinaryOp::Or, condition, test, &place);
        }
        let ty = self.caught_type(catch)?;
        let (block, ()) = self.collect(|cx| {
            cx.scoped(|cx| {
                let local = cx.declare(&catch.name, ty, false);
                cx.assign(local, thrown, &place);
                cx.statements(&catch.body)
            })?;
            cx.finish_try(finally, after, &place)
        })?;
        self.emit(StmtKind::If { condition, then: block, otherwise: Vec::new() }, &place);
        Ok(())
    }
}

fn for_each(block: &Block, visit: &mut impl FnMut(&Stmt)) {
    for stmt in block {
        visit(stmt);
        match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => {
                for_each(then, visit);
                for_each(otherwise, visit);
            }
            StmtKind::While { body, .. } | StmtKind::Scope { body, .. } => for_each(body, visit),
            _ => {}
        }
    }
}

fn jumps_to(block: &Block, label: LabelId) -> bool {
    let mut found = false;
    for_each(block, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Goto(to) if to == label));
    found
}

fn drop_label(block: &mut Block, label: LabelId) {
    block.retain(|stmt| !matches!(stmt.kind, StmtKind::Label(found, _) if found == label));
}

fn collect_changed(block: &Block, out: &mut Vec<LocalId>) {
    for_each(block, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { local, .. } | StmtKind::New { local, .. } | StmtKind::Havoc(local) => {
            out.push(*local)
        }
        StmtKind::Call { targets, .. } => out.extend(targets),
        _ => {}
    });
}

/// Removes jumps to `label` from where the block ends anyway.
pub fn trim_tail(block: &mut Block, label: LabelId) {
    if let Some(last) = block.last_mut() {
        match &mut last.kind {
            StmtKind::Goto(to) if *to == label => {
                block.pop();
            }
            StmtKind::If { then, otherwise, .. } => {
                trim_tail(then, label);
                trim_tail(otherwise, label);
            }
            _ => {}
        }
    }
}

/// Ends the body of a method: the end label is there only if something jumps to it.
pub fn finish(mut block: Block, end: Option<LabelId>, place: &Place) -> Block {
    if let Some(end) = end {
        trim_tail(&mut block, end);
        if jumps_to(&block, end) {
            block.push(Stmt::new(StmtKind::Label(end, Vec::new()), place));
        }
    }
    block
}
