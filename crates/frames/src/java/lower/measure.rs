//! Termination measures: of methods, lemmas and loops.
//!
//! A method with `decreases` is proved to end: its loops have measures, what it calls ends, and what may call it back
//! does so with a smaller measure.

use base::Place;

use super::Builder;
use super::cx::{Cx, Mode};
use crate::core::{BinaryOp, Expr, LocalId};
use crate::java::Result;
use crate::java::ast::{self, Body, Span};
use crate::java::table::{ClassId, MethodId};
use crate::java::types::Type;
use crate::java::walk;

impl Cx<'_, '_> {
    /// The measures of a `decreases` clause now, each kept in a local.
    pub fn measure_values(&mut self, measures: Option<&[ast::Expr]>) -> Result<Vec<LocalId>> {
        let mut out = Vec::new();
        for measure in measures.unwrap_or_default() {
            let place = self.place(measure.span);
            let value = self.in_mode(Mode::Contract, |cx| cx.pure(measure))?;
            self.expect_number(&value, measure.span)?;
            let local = self.temporary(&Type::INTEGER, &place);
            self.assign(local, value.expr, &place);
            out.push(local);
        }
        Ok(out)
    }

    /// The measure of a loop before its body runs. Where the method promises to end, each of its loops must have one.
    pub fn loop_measure(&mut self, measures: Option<&[ast::Expr]>, place: &Place) -> Result<Vec<LocalId>> {
        if measures.is_none() && !self.measure.is_empty() {
            self.oblige(Expr::bool(false, place), "termination.measure");
        }
        self.measure_values(measures)
    }

    /// That a loop's measure became smaller.
    pub fn check_loop_measure(&mut self, measures: Option<&[ast::Expr]>, before: &[LocalId]) -> Result<()> {
        let Some(measures) = measures else { return Ok(()) };
        let mut now = Vec::new();
        for measure in measures {
            now.push(self.in_mode(Mode::Contract, |cx| cx.pure(measure))?.expr);
        }
        let place = self.place(measures[0].span);
        let condition = self.decreased(&now, before, &place);
        self.oblige(condition, "termination.measure");
        Ok(())
    }

    /// Before a call in a method with a measure: what is called ends, and if it may call back, its measure is smaller than
    /// ours was.
    pub fn check_measure(&mut self, callee: MethodId, arguments: &[Expr], span: Span) -> Result<()> {
        let table = self.build.table;
        let contract = table.methods[callee].contract;
        let recursive = self.method.is_some_and(|method| self.build.may_call_back(callee, method));
        let measures = &table.methods[contract].decl.contract.decreases;
        if !recursive {
            if !self.measure.is_empty() && !self.build.surely_ends(callee, &mut Vec::new()) {
                self.oblige(Expr::bool(false, &self.place(span)), "termination.measure");
            }
            return Ok(());
        }
        if table.methods[callee].decl.is_ghost && (self.measure.is_empty() || measures.is_none()) {
            let message = "this lemma calls itself, and nothing shows that this ends";
            let mut problem = self.error(span, "pure-recursion", message);
            problem.help.push("give it a measure with `decreases`".to_string());
            return Err(problem);
        }
        if self.measure.is_empty() {
            return Ok(());
        }
        let Some(measures) = measures else {
            self.oblige(Expr::bool(false, &self.place(span)), "termination.measure");
            return Ok(());
        };
        let place = self.place(span);
        let now = self.in_callee(contract, arguments, |cx| {
            measures.iter().map(|measure| Ok(cx.pure(measure)?.expr)).collect::<Result<Vec<_>>>()
        })?;
        let before = self.measure.clone();
        let condition = self.decreased(&now, &before, &place);
        self.oblige(condition, "termination.measure");
        Ok(())
    }

    /// Lexicographic: the first part that changes goes down and was not negative.
    pub fn decreased(&self, now: &[Expr], before: &[LocalId], place: &Place) -> Expr {
        let mut out = Expr::bool(false, place);
        for (now, &before) in now.iter().zip(before).rev() {
            let before = Expr::local(before, &self.locals, place);
            let less = Expr::binary(BinaryOp::Less, now.clone(), before.clone(), place);
            let bounded = Expr::binary(BinaryOp::LessEq, Expr::int(0, place), before.clone(), place);
            let here = Expr::binary(BinaryOp::And, bounded, less, place);
            let same = Expr::binary(BinaryOp::Eq, now.clone(), before, place);
            let later = Expr::binary(BinaryOp::And, same, out, place);
            out = Expr::binary(BinaryOp::Or, here, later, place);
        }
        out
    }
}

impl Cx<'_, '_> {
    /// Lexicographic: smaller, or the same.
    pub fn at_most(&self, now: &[LocalId], before: &[LocalId], place: &Place) -> Expr {
        let read = |&local: &LocalId| Expr::local(local, &self.locals, place);
        let now: Vec<_> = now.iter().map(read).collect();
        let same = now.iter().zip(before).fold(Expr::bool(true, place), |all, (now, before)| {
            let same = Expr::binary(BinaryOp::Eq, now.clone(), read(before), place);
            Expr::binary(BinaryOp::And, all, same, place)
        });
        Expr::binary(BinaryOp::Or, same, self.decreased(&now, before, place), place)
    }
}

impl Builder<'_> {
    /// Whether a call of `callee` can lead to a call of `method`, judging by names.
    pub fn may_call_back(&self, callee: MethodId, method: MethodId) -> bool {
        let mut reached = vec![callee];
        reached.extend(self.table.overriders(callee));
        let mut next = 0;
        while next < reached.len() {
            if reached[next] == method || self.table.methods[reached[next]].overrides.contains(&method) {
                return true;
            }
            for other in self.callees(reached[next]) {
                if !reached.contains(&other) {
                    reached.push(other);
                }
            }
            next += 1;
        }
        false
    }

    /// Whether what replaces a method that promises to end plainly ends without a measure of its own, and has no part
    /// in any recursion.
    pub fn ends_outside_recursion(&self, method: MethodId, above: MethodId) -> bool {
        let calls_back =
            |callee: MethodId| self.may_call_back(callee, method) || self.may_call_back(callee, above);
        self.surely_ends(method, &mut Vec::new()) && !self.callees(method).into_iter().any(calls_back)
    }

    /// Whether a call of a method ends: the method does, and so does what may replace it. What replaces a method that
    /// promises to end is checked where it is declared.
    fn surely_ends(&self, method: MethodId, inside: &mut Vec<MethodId>) -> bool {
        let contract = &self.table.methods[self.table.methods[method].contract].decl.contract;
        let promised = contract.decreases.is_some() || contract.is_pure;
        promised
            || self.body_ends(method, inside)
                && self.table.overriders(method).into_iter().all(|other| self.body_ends(other, inside))
    }

    /// Whether a method promises to end, or plainly does: its loops have measures and it calls only such methods, itself
    /// not among them.
    fn body_ends(&self, method: MethodId, inside: &mut Vec<MethodId>) -> bool {
        let info = &self.table.methods[method];
        let contract = &self.table.methods[info.contract].decl.contract;
        if contract.decreases.is_some() || contract.is_pure || info.decl.contract.is_trusted {
            return true;
        }
        let Body::Block(block) = &info.decl.body else { return false };
        if inside.contains(&method) || !walk::loops_have_measures(block) {
            return false;
        }
        inside.push(method);
        let ends = self.callees(method).into_iter().all(|callee| self.surely_ends(callee, inside));
        inside.pop();
        ends
    }

    /// Methods a body may call, judging by names and numbers of arguments; who makes an object runs the initial values of its
    /// fields.
    fn callees(&self, method: MethodId) -> Vec<MethodId> {
        let info = &self.table.methods[method];
        let Body::Block(block) = &info.decl.body else { return Vec::new() };
        let mut calls = walk::calls(block);
        let mut made: Vec<ClassId> = Vec::new();
        let is_made = |calls: &[walk::Call], made: &[ClassId], class: ClassId| {
            let name = &self.table.classes[class].decl.name.text;
            class == info.class && info.decl.result.is_none()
                || made.iter().any(|&other| self.table.is_subclass(other, class))
                || calls.iter().any(|call| call.name.as_ref() == Some(name))
        };
        let mut others: Vec<ClassId> = self.table.classes.ids().collect();
        while let Some(at) = others.iter().position(|&class| is_made(&calls, &made, class)) {
            made.push(others.swap_remove(at));
            let fields = &self.table.classes[made[made.len() - 1]].decl.fields;
            let values = fields.iter().filter_map(|field| field.init.as_ref());
            values.for_each(|value| walk::calls_in(value, &mut calls));
        }
        let is_called = |id: &MethodId| {
            let other = &self.table.methods[*id];
            let is_constructor = other.decl.result.is_none();
            let by_subclass =
                |&class: &ClassId| class != other.class && self.table.is_subclass(class, other.class);
            if is_constructor && made.iter().any(by_subclass) {
                return true;
            }
            calls.iter().any(|call| {
                call.arity == other.params.len()
                    && match &call.name {
                        Some(name) => *name == other.decl.name.text,
                        None => is_constructor,
                    }
            })
        };
        self.table.methods.ids().filter(is_called).collect()
    }
}
