//! Whether overriding methods keep the contracts above them.

use base::{Diagnostic, Place};

use super::cx::Cx;
use super::{Builder, Routine};
use crate::core::{self, Assertion, Expr, StmtKind};
use crate::java::Result;
use crate::java::ast::Body;
use crate::java::table::{ClassId, MethodId, same_sorts};

impl Builder<'_> {
    /// For each contract above: a method with that contract whose body calls this one by its own.
    pub fn override_checks(&mut self, method: MethodId) {
        let info = &self.table.methods[method];
        for &above in &info.overrides {
            let contract_above = self.table.methods[above].contract;
            if contract_above == info.contract || self.is_pure(above) {
                continue;
            }
            match self.override_check(method, above) {
                Ok(check) => {
                    self.program.methods.push(check);
                }
                Err(problem) => self.problems.push(*problem),
            }
        }
    }

    fn override_check(&mut self, method: MethodId, above: MethodId) -> Result<core::Method> {
        let info = &self.table.methods[method];
        let place = self.place_of(method);
        let mut check = self.method(above, None, false)?;
        let Routine::Method(callee) = self.routines[method] else {
            unreachable!("pure methods are not checked here")
        };
        let callee_contract = &self.table.methods[info.contract].decl.contract;
        let above_contract = &self.table.methods[self.table.methods[above].contract].decl.contract;
        let given = &self.table.methods[info.contract].given;
        let given_above = &self.table.methods[self.table.methods[above].contract].given;
        if !same_sorts(given, given_above)
            || callee_contract.signals.is_empty() != above_contract.signals.is_empty()
        {
            return Err(self
                .override_error(method, "its contract must have the same `given` parameters and `signals`"));
        }
        let mut block = Vec::new();
        if let Some(this) = check.params.first().copied() {
            let object = Expr::local(this, &check.locals, &place);
            if self.uses_types() {
                let name = self.table.classes[info.class].decl.name.text.clone();
                let fact = self.type_test(object, &name, &place);
                block.push(core::Stmt::new(StmtKind::Assume(Assertion::pure(fact)), &place));
            }
        }
        let arguments = check.params.iter().map(|&param| Expr::local(param, &check.locals, &place)).collect();
        let targets = check.returns.clone();
        block.extend(self.termination_check(method, above, &mut check, &place)?);
        block.push(core::Stmt::new(StmtKind::Call { targets, method: callee, arguments }, &place));
        check.name = format!("{} overrides {}", info.name, self.table.methods[above].name);
        check.place = place;
        check.body = Some(block);
        Ok(check)
    }

    /// Where the contract above promises to end: the measure here is at most the one above, or the method plainly ends.
    fn termination_check(
        &mut self,
        method: MethodId,
        above: MethodId,
        check: &mut core::Method,
        place: &Place,
    ) -> Result<core::Block> {
        let (contract, contract_above) =
            (self.table.methods[method].contract, self.table.methods[above].contract);
        let class = self.table.methods[method].class;
        let measures = |method: MethodId| self.table.methods[method].decl.contract.decreases.as_deref();
        let (own, Some(promised)) = (measures(contract), measures(contract_above)) else {
            return Ok(Vec::new());
        };
        if own.is_none() && self.ends_outside_recursion(method, above) {
            return Ok(Vec::new());
        }
        let arguments: Vec<_> =
            check.params.iter().map(|&param| Expr::local(param, &check.locals, place)).collect();
        let mut cx = Cx::new(self, Some(class), self.table.classes[class].source);
        cx.locals = std::mem::take(&mut check.locals);
        let condition = match own {
            Some(own) if own.len() == promised.len() => {
                let before =
                    cx.in_callee(contract_above, &arguments, |cx| cx.measure_values(Some(promised)))?;
                let now = cx.in_callee(contract, &arguments, |cx| cx.measure_values(Some(own)))?;
                cx.at_most(&now, &before, place)
            }
            Some(_) | None => Expr::bool(false, place),
        };
        cx.oblige(condition, "termination.measure");
        check.locals = std::mem::take(&mut cx.locals);
        Ok(std::mem::take(&mut cx.block))
    }

    fn override_error(&self, method: MethodId, message: &str) -> Box<Diagnostic> {
        self.member_error(method, "bad-override", message)
    }

    /// An error about a member.
    pub fn member_error(&self, method: MethodId, code: &'static str, message: &str) -> Box<Diagnostic> {
        let info = &self.table.methods[method];
        crate::java::error(self.table.classes[info.class].source, info.decl.name.span, code, message)
    }

    /// Overriding that no check of ours covers: a pure method by one that is not, or the reverse; a method of an
    /// interface by one inherited from a class that does not know the interface.
    pub fn unchecked_overrides(&self) -> Vec<(MethodId, Box<Diagnostic>)> {
        let mut out = Vec::new();
        for (method, info) in self.table.methods.iter_enumerated() {
            if info.overrides.iter().any(|&above| self.is_pure(above) != self.is_pure(method)) {
                let message = "a pure method is overridden by pure methods only, any other by others";
                out.push((method, self.override_error(method, message)));
            }
        }
        for class in self.table.classes.ids() {
            if !self.table.classes[class].decl.is_interface {
                out.extend(self.foreign_implementations(class));
            }
        }
        out
    }

    /// Methods of `class` that implement what another line of its ancestors declares.
    fn foreign_implementations(&self, class: ClassId) -> Vec<(MethodId, Box<Diagnostic>)> {
        let mut out = Vec::new();
        for (above, info) in self.table.methods.iter_enumerated() {
            let is_above = info.class != class && self.table.is_subclass(class, info.class);
            if !is_above || info.decl.modifiers.is_static || info.decl.result.is_none() {
                continue;
            }
            let is_foreign = |&method: &MethodId| {
                let other = &self.table.methods[method];
                method != above
                    && !matches!(other.decl.body, Body::Absent)
                    && other.class != class
                    && !self.table.is_subclass(other.class, info.class)
                    && !self.table.is_subclass(info.class, other.class)
            };
            let found = self.table.methods_named(class, &info.decl.name.text, info.params.len());
            if let Some(foreign) = found.into_iter().find(is_foreign) {
                let name = &self.table.classes[class].decl.name.text;
                let message = format!(
                    "`{name}` implements `{}` by this method, which cannot be verified yet",
                    info.name
                );
                out.push((foreign, self.member_error(foreign, "unsupported-java", &message)));
            }
        }
        out
    }
}
