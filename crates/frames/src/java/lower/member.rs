//! Methods and constructors: their contracts, their bodies, and whether overriding ones keep the contracts above them.

use std::sync::Arc;

use base::{Diagnostic, Place, Source};

use super::cx::{Cx, Mode, Var};
use super::declare::{in_bounds, not_null};
use super::flow::finish;
use super::prelude::assumed;
use super::{Broken, Builder, Language, Routine};
use crate::core::{self, Assertion, AssertionKind, BinaryOp, Expr, LocalId, StmtKind};
use crate::java::Result;
use crate::java::ast::{self, Block, Body, Param, Unit};
use crate::java::table::{ClassId, MethodId};
use crate::java::types::Type;
use crate::java::walk;

impl<'a> Builder<'a> {
    /// Contracts of all members, again until no further member turns out to rely on a broken one.
    pub fn contracts(&mut self) {
        loop {
            let known = self.broken.len();
            let mut problems = self.predicates_and_functions();
            for (method, problem) in self.unchecked_overrides() {
                self.broken.insert(Broken::Method(self.table.methods[method].contract));
                self.hidden.insert(self.table.methods[method].name.clone());
                problems.push(*problem);
            }
            for method in self.table.methods.ids() {
                if let Routine::Method(id) = self.routines[method] {
                    match self.method(method, None, false) {
                        Ok(lowered) => self.program.methods[id] = lowered,
                        Err(problem) => {
                            self.broken.insert(Broken::Method(self.table.methods[method].contract));
                            problems.push(*problem);
                        }
                    }
                }
            }
            if self.broken.len() == known {
                self.problems.append(&mut problems);
                return;
            }
        }
    }

    pub fn bodies(&mut self) {
        for method in self.table.methods.ids() {
            let Routine::Method(id) = self.routines[method] else { continue };
            let info = &self.table.methods[method];
            if self.broken.contains(&Broken::Method(info.contract)) {
                self.hidden.insert(info.name.clone());
                continue;
            }
            if let Err(problem) = self.method_bodies(method, id) {
                self.hidden.insert(info.name.clone());
                self.problems.push(*problem);
                continue;
            }
            self.override_checks(method);
        }
    }

    /// The body, once; where predicates differ by subclass, once for each class that runs it.
    fn method_bodies(&mut self, method: MethodId, id: core::MethodId) -> Result<()> {
        let info = &self.table.methods[method];
        if matches!(info.decl.body, Body::Absent) || info.decl.contract.is_trusted {
            return Ok(());
        }
        let is_constructor = info.decl.result.is_none();
        let runs_in = self.classes_running(method);
        if info.decl.modifiers.is_static || !self.has_families(info.class) || runs_in.is_empty() {
            self.program.methods[id] = self.method(method, None, true)?;
            return Ok(());
        }
        for class in runs_in {
            if class == info.class {
                self.program.methods[id] = self.method(method, Some(class), true)?;
            } else if !is_constructor {
                let mut again = self.method(method, Some(class), true)?;
                again.name = format!("{} in {}", info.name, self.table.classes[class].decl.name.text);
                self.program.methods.push(again);
            }
        }
        Ok(())
    }

    /// Concrete classes whose objects run this body.
    fn classes_running(&self, method: MethodId) -> Vec<ClassId> {
        let info = &self.table.methods[method];
        let overriders = self.table.overriders(method);
        let is_own = |class: &ClassId| {
            let decl = self.table.classes[*class].decl;
            let overridden = overriders
                .iter()
                .any(|&other| self.table.is_subclass(*class, self.table.methods[other].class));
            !decl.is_interface && !decl.modifiers.is_abstract && !overridden
        };
        self.table.descendants(info.class).into_iter().filter(is_own).collect()
    }

    fn method(&mut self, method: MethodId, exact: Option<ClassId>, with_body: bool) -> Result<core::Method> {
        let info = &self.table.methods[method];
        let place = self.place_of(method);
        let class = info.class;
        let mut cx = Cx::new(self, Some(class), self.table.classes[class].source);
        cx.method = Some(method);
        let head = Head::new(&mut cx, method, &place);
        let requires = head.requires(&mut cx)?;
        let ensures = head.ensures(&mut cx)?;
        let body = match (&info.decl.body, with_body) {
            (Body::Block(block), true) => Some(head.body(&mut cx, block, exact)?),
            (Body::Bad(problem), true) => return Err(Box::new(problem.clone())),
            (Body::Absent, _) | (_, false) => None,
        };
        let (locals, labels) = (std::mem::take(&mut cx.locals), std::mem::take(&mut cx.labels));
        let is_trusted = info.decl.contract.is_trusted;
        if info.decl.is_ghost && matches!(info.decl.body, Body::Absent) && !is_trusted {
            return Err(self.member_error(
                method,
                "missing-proof",
                "a lemma needs a proof; say `trusted` to assume it",
            ));
        }
        let name = if is_trusted { format!("{} (trusted)", info.name) } else { info.name.clone() };
        Ok(core::Method {
            name,
            place,
            locals,
            labels,
            params: head.params(),
            returns: head.returns(),
            requires,
            ensures,
            body,
        })
    }

    /// For each contract above: a method with that contract whose body calls this one by its own.
    fn override_checks(&mut self, method: MethodId) {
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
        if callee_contract.given.len() != above_contract.given.len()
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
        block.push(core::Stmt::new(StmtKind::Call { targets, method: callee, arguments }, &place));
        check.name = format!("{} overrides {}", info.name, self.table.methods[above].name);
        check.place = place;
        check.body = Some(block);
        Ok(check)
    }

    fn override_error(&self, method: MethodId, message: &str) -> Box<Diagnostic> {
        self.member_error(method, "bad-override", message)
    }

    fn member_error(&self, method: MethodId, code: &'static str, message: &str) -> Box<Diagnostic> {
        let info = &self.table.methods[method];
        crate::java::error(self.table.classes[info.class].source, info.decl.name.span, code, message)
    }

    /// Overriding that no check of ours covers: a pure method by one that is not, or the reverse; a method of an
    /// interface by one inherited from a class that does not know the interface.
    fn unchecked_overrides(&self) -> Vec<(MethodId, Box<Diagnostic>)> {
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

    /// Whether a call of `callee` can lead to a call of `method`, judging by names.
    pub fn may_call_back(&self, callee: MethodId, method: MethodId) -> bool {
        let mut reached = vec![callee];
        let mut next = 0;
        while next < reached.len() {
            if reached[next] == method || self.table.methods[reached[next]].overrides.contains(&method) {
                return true;
            }
            if let Body::Block(block) = &self.table.methods[reached[next]].decl.body {
                for (name, arity) in walk::calls(block) {
                    for (other, info) in self.table.methods.iter_enumerated() {
                        if info.decl.name.text == name
                            && info.params.len() == arity
                            && !reached.contains(&other)
                        {
                            reached.push(other);
                        }
                    }
                }
            }
            next += 1;
        }
        false
    }

    /// The paper's main routine, as a method without contract.
    pub fn main_routine(&mut self, source: &'a Arc<Source>, unit: &Unit) {
        let (Language::Paper, Some(block)) = (self.language, &unit.main) else { return };
        let place = source.place(block[0].span.start, block[block.len() - 1].span.end);
        let mut cx = Cx::new(self, None, source);
        cx.mode = Mode::Code;
        let body = cx.collect(|cx| cx.statements(block));
        let (locals, labels) = (std::mem::take(&mut cx.locals), std::mem::take(&mut cx.labels));
        match body {
            Ok((body, ())) => {
                self.program.methods.push(core::Method {
                    name: "main".to_string(),
                    place,
                    locals,
                    labels,
                    params: Vec::new(),
                    returns: Vec::new(),
                    requires: Vec::new(),
                    ensures: Vec::new(),
                    body: Some(body),
                });
            }
            Err(problem) => self.problems.push(*problem),
        }
    }

    /// Whether proofs need to know the classes of objects.
    pub fn uses_types(&self) -> bool {
        self.table.classes.iter().any(|class| {
            let text = &class.source.text;
            !class.supers.is_empty()
                || class.external_super.is_some()
                || ["instanceof", "signals", "catch"].iter().any(|word| text.contains(word))
        })
    }
}

/// The locals a method's contract speaks of.
struct Head<'a> {
    info: &'a crate::java::table::MethodInfo<'a>,
    /// The method whose contract counts.
    contract: &'a crate::java::table::MethodInfo<'a>,
    place: Place,
    this: Option<LocalId>,
    params: Vec<(LocalId, Type)>,
    given: Vec<(LocalId, Type)>,
    result: Option<(LocalId, Type)>,
    exception: Option<LocalId>,
}

impl<'a> Head<'a> {
    fn new(cx: &mut Cx<'_, 'a>, method: MethodId, place: &Place) -> Self {
        let table = cx.build.table;
        let info = &table.methods[method];
        let contract = &table.methods[info.contract];
        let is_instance = !info.decl.modifiers.is_static;
        let this = is_instance.then(|| cx.local("this", &Type::object(), place));
        let mut locals = |params: &[Param], types: &[Type]| -> Vec<(LocalId, Type)> {
            let pairs = params.iter().zip(types);
            pairs.map(|(param, ty)| (cx.local(&param.name.text, ty, place), ty.clone())).collect()
        };
        let params = locals(&info.decl.params, &info.params);
        let given = locals(&contract.decl.contract.given, &contract.given);
        let result = (info.result != Type::Void)
            .then(|| (cx.local("result", &info.result, place), info.result.clone()));
        let throws = !contract.decl.contract.signals.is_empty();
        let exception = throws.then(|| cx.local("exception", &Type::object(), place));
        Self { info, contract, place: place.clone(), this, params, given, result, exception }
    }

    fn is_constructor(&self) -> bool {
        self.info.decl.result.is_none()
    }

    fn params(&self) -> Vec<LocalId> {
        let this = if self.is_constructor() { None } else { self.this };
        this.into_iter().chain(self.params.iter().chain(&self.given).map(|(local, _)| *local)).collect()
    }

    fn returns(&self) -> Vec<LocalId> {
        let this = if self.is_constructor() { self.this } else { None };
        this.into_iter().chain(self.result.iter().map(|(local, _)| *local)).chain(self.exception).collect()
    }

    /// Runs `work` with the names the contract was written with.
    fn in_contract<T>(
        &self,
        cx: &mut Cx<'_, 'a>,
        work: impl FnOnce(&mut Cx<'_, 'a>) -> Result<T>,
    ) -> Result<T> {
        let decl = self.contract.decl;
        let params = decl
            .params
            .iter()
            .zip(&self.params)
            .map(|(param, local)| (param, local, self.contract.decl.is_ghost));
        let given = decl.contract.given.iter().zip(&self.given).map(|(param, local)| (param, local, true));
        let vars = params.chain(given).map(|(param, (local, ty), is_ghost)| Var {
            name: param.name.text.clone(),
            local: *local,
            ty: ty.clone(),
            is_ghost,
            original: None,
        });
        let vars = vars.collect();
        let outer_class = cx.class.replace(self.contract.class);
        let outer_source =
            std::mem::replace(&mut cx.source, cx.build.table.classes[self.contract.class].source);
        let outer = cx.with_scope(vars, work);
        (cx.class, cx.source) = (outer_class, outer_source);
        outer
    }

    fn requires(&self, cx: &mut Cx<'_, 'a>) -> Result<core::Contract> {
        let mut out = Vec::new();
        cx.this = if self.is_constructor() { None } else { self.this };
        out.extend(cx.this.map(|this| not_null(this, &cx.locals, &self.place)));
        for (local, ty) in &self.params {
            out.extend(in_bounds(*local, ty, &cx.locals, &self.place).map(assumed));
            out.extend(self.class_fact(cx, *local, ty));
        }
        let clauses = &self.contract.decl.contract.requires;
        self.in_contract(cx, |cx| {
            for clause in clauses {
                out.push(cx.assertion(clause)?);
            }
            Ok(())
        })?;
        Ok(out)
    }

    /// A parameter of a class type is null or an instance of that class.
    fn class_fact(&self, cx: &mut Cx<'_, 'a>, local: LocalId, ty: &Type) -> Option<Assertion> {
        let Type::Class(name, _) = ty else { return None };
        if !cx.build.uses_types() || cx.build.table.class_named(name).is_none() {
            return None;
        }
        let object = Expr::local(local, &cx.locals, &self.place);
        let is_null = Expr::binary(BinaryOp::Eq, object.clone(), Expr::null(&self.place), &self.place);
        let test = cx.build.type_test(object, name, &self.place);
        Some(assumed(Expr::binary(BinaryOp::Or, is_null, test, &self.place)))
    }

    fn ensures(&self, cx: &mut Cx<'_, 'a>) -> Result<core::Contract> {
        cx.this = self.this;
        cx.result = self.result.clone();
        let mut out = Vec::new();
        if self.is_constructor() {
            out.extend(self.this.map(|this| not_null(this, &cx.locals, &self.place)));
        }
        if let Some((local, ty)) = &self.result {
            out.extend(in_bounds(*local, ty, &cx.locals, &self.place).map(assumed));
            out.extend(self.class_fact(cx, *local, ty));
        }
        let contract = &self.contract.decl.contract;
        self.in_contract(cx, |cx| {
            for clause in &contract.ensures {
                let clause = cx.assertion(clause)?;
                out.push(self.if_returned(cx, clause));
            }
            if let Some(exception) = self.exception {
                out.push(self.exceptional(cx, exception)?);
            }
            Ok(())
        })?;
        Ok(out)
    }

    /// The clause, as far as the method returned normally.
    fn if_returned(&self, cx: &Cx<'_, 'a>, clause: Assertion) -> Assertion {
        let Some(exception) = self.exception else { return clause };
        let place = clause.place.clone();
        let thrown = Expr::local(exception, &cx.locals, &place);
        let normal = Expr::binary(BinaryOp::Eq, thrown, Expr::null(&place), &place);
        Assertion::new(AssertionKind::Conditional(normal, Box::new(clause), None), &place)
    }

    /// `signals` clauses: an exception is of one of the classes named, the first that fits says what holds.
    fn exceptional(&self, cx: &mut Cx<'_, 'a>, exception: LocalId) -> Result<Assertion> {
        let signals = &self.contract.decl.contract.signals;
        let place = cx.place(signals[0].exception.span);
        let mut cases = Assertion::pure(Expr::bool(false, &place));
        for signal in signals.iter().rev() {
            let place = cx.place(signal.exception.span);
            let ty = cx.resolve(&signal.exception)?;
            let Type::Class(name, _) = &ty else {
                return Err(cx.mismatch(signal.exception.span, "an exception", &ty));
            };
            let thrown = Expr::local(exception, &cx.locals, &place);
            let test = cx.build.type_test(thrown, name, &place);
            let condition = cx.scoped(|cx| {
                if let Some(binder) = &signal.binder {
                    cx.scope.push(Var {
                        name: binder.text.clone(),
                        local: exception,
                        ty: ty.clone(),
                        is_ghost: true,
                        original: None,
                    });
                }
                cx.assertion(&signal.condition)
            })?;
            let kind = AssertionKind::Conditional(test, Box::new(condition), Some(Box::new(cases)));
            cases = Assertion::new(kind, &place);
        }
        let thrown = Expr::local(exception, &cx.locals, &place);
        let threw = Expr::binary(BinaryOp::NotEq, thrown, Expr::null(&place), &place);
        Ok(Assertion::new(AssertionKind::Conditional(threw, Box::new(cases), None), &place))
    }

    fn body(&self, cx: &mut Cx<'_, 'a>, block: &'a Block, exact: Option<ClassId>) -> Result<core::Block> {
        cx.mode = if self.info.decl.is_ghost { Mode::Contract } else { Mode::Code };
        cx.flow.exception_result = self.exception;
        cx.this = self.this;
        let (emitted, ()) = cx.collect(|cx| {
            self.prologue(cx, block, exact)?;
            let rest = if self.is_constructor() { self.construction(cx, block)? } else { block };
            cx.statements(rest)
        })?;
        Ok(finish(emitted, cx.flow.end, &self.place))
    }

    /// What holds before the first statement: the class of `this`, no exception yet, parameters that change get copies,
    /// the measure's value.
    fn prologue(&self, cx: &mut Cx<'_, 'a>, block: &Block, exact: Option<ClassId>) -> Result<()> {
        let place = &self.place;
        if let (Some(this), false) = (self.this, self.is_constructor()) {
            let object = Expr::local(this, &cx.locals, place);
            if cx.build.uses_types() {
                let name = cx.build.table.classes[exact.unwrap_or(self.info.class)].decl.name.text.clone();
                let fact = cx.build.type_test(object.clone(), &name, place);
                cx.assume(fact);
            }
            if let Some(exact) = exact {
                let fact = cx.build.exact_type_test(object, exact.0 as usize, place);
                cx.assume(fact);
            }
        }
        if let Some(exception) = self.exception {
            cx.assign(exception, Expr::null(place), place);
        }
        let changed = walk::assigned_names(block);
        let is_ghost = self.info.decl.is_ghost;
        for (param, (local, ty)) in self.info.decl.params.iter().zip(&self.params) {
            let mut var = Var {
                name: param.name.text.clone(),
                local: *local,
                ty: ty.clone(),
                is_ghost,
                original: None,
            };
            if changed.contains(&param.name.text) {
                let copy = cx.local(&param.name.text, ty, place);
                let value = Expr::local(*local, &cx.locals, place);
                cx.assign(copy, value, place);
                (var.local, var.original) = (copy, Some(*local));
            }
            cx.scope.push(var);
        }
        for (param, (local, ty)) in self.contract.decl.contract.given.iter().zip(&self.given) {
            let name = param.name.text.clone();
            cx.scope.push(Var { name, local: *local, ty: ty.clone(), is_ghost: true, original: None });
        }
        let measures = self.contract.decl.contract.decreases.as_deref();
        cx.measure = self.in_contract(cx, |cx| cx.measure_values(measures))?;
        Ok(())
    }

    /// The start of a constructor: the new object, the superclass's part or another constructor's work, initial values.
    /// Returns the statements that remain.
    fn construction(&self, cx: &mut Cx<'_, 'a>, block: &'a Block) -> Result<&'a [ast::Stmt]> {
        let (this, class, place) =
            (self.this.expect("a constructor has `this`"), self.info.class, &self.place);
        let first =
            block.iter().find(|stmt| !matches!(stmt.kind, ast::StmtKind::Ghost(_) | ast::StmtKind::Empty));
        let (delegated, rest) = match first.map(|stmt| &stmt.kind) {
            Some(ast::StmtKind::Construct { is_super, args }) => {
                let index =
                    block.iter().position(|stmt| matches!(stmt.kind, ast::StmtKind::Construct { .. }));
                (Some((*is_super, args)), &block[index.expect("just found") + 1..])
            }
            _ => (None, block.as_slice()),
        };
        cx.this = None;
        let mut values = Vec::new();
        for arg in delegated.iter().flat_map(|(_, args)| args.iter()) {
            let value = cx.value(arg)?;
            values.push(cx.spill(value));
        }
        cx.this = Some(this);
        if let Some((false, _)) = delegated {
            cx.emit(StmtKind::New { local: this, fields: core::NewFields::Some(Vec::new()) }, place);
            let span = self.info.decl.name.span;
            let other = cx.delegate(class, &values, span)?;
            cx.by_contract(other, values, this, span)?;
            return Ok(rest);
        }
        cx.emit(StmtKind::New { local: this, fields: cx.zeroed(class) }, place);
        let object = Expr::local(this, &cx.locals, place);
        cx.know_class_in_constructor(&object, class, place);
        cx.super_part(class, values, this, place)?;
        cx.initial_values(class, this, place)?;
        cx.finals = cx.unset_finals(class);
        Ok(rest)
    }
}
