//! What a method looks like from outside, and the start of its body: locals of its contract, clauses, exceptions, copies of
//! parameters, the object a constructor works on.

use base::Place;

use super::cx::{Cx, Mode, Var};
use super::declare::{in_bounds, not_null};
use super::flow::finish;
use super::prelude::assumed;
use crate::core::{self, Assertion, AssertionKind, BinaryOp, Expr, LocalId, StmtKind};
use crate::java::Result;
use crate::java::ast::{self, Block, Param};
use crate::java::table::{ClassId, MethodId};
use crate::java::types::Type;
use crate::java::walk;

/// The locals a method's contract speaks of.
pub struct Head<'a> {
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
    /// The parameters and results of a method.
    pub fn new(cx: &mut Cx<'_, 'a>, method: MethodId, place: &Place) -> Self {
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

    /// What is passed: `this`, the parameters, the ghost parameters.
    pub fn params(&self) -> Vec<LocalId> {
        let this = if self.is_constructor() { None } else { self.this };
        this.into_iter().chain(self.params.iter().chain(&self.given).map(|(local, _)| *local)).collect()
    }

    /// What comes back: the object of a constructor, the result, the exception if one is declared.
    pub fn returns(&self) -> Vec<LocalId> {
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

    /// The precondition.
    pub fn requires(&self, cx: &mut Cx<'_, 'a>) -> Result<core::Contract> {
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

    /// The postcondition.
    pub fn ensures(&self, cx: &mut Cx<'_, 'a>) -> Result<core::Contract> {
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
        self.check_order(cx)?;
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

    /// A clause whose exceptions all fit an earlier one would say nothing.
    fn check_order(&self, cx: &Cx<'_, 'a>) -> Result<()> {
        let mut earlier: Vec<String> = Vec::new();
        for signal in &self.contract.decl.contract.signals {
            let Type::Class(name, _) = cx.resolve(&signal.exception)? else { continue };
            if let Some(above) = earlier.iter().find(|above| cx.build.table.name_is_subclass(&name, above)) {
                let message = format!("this says nothing of `{name}`: the clause for `{above}` comes first");
                return Err(cx.error(signal.exception.span, "misplaced-contract", message));
            }
            earlier.push(name);
        }
        Ok(())
    }

    /// The body.
    pub fn body(&self, cx: &mut Cx<'_, 'a>, block: &'a Block, exact: Option<ClassId>) -> Result<core::Block> {
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
                let index = index.expect("just found");
                if let Some(ghost) =
                    block[..index].iter().find(|stmt| matches!(stmt.kind, ast::StmtKind::Ghost(_)))
                {
                    let message = "ghost code before another constructor is called cannot be verified yet";
                    return Err(cx.error(ghost.span, "unsupported-java", message));
                }
                (Some((*is_super, args)), &block[index + 1..])
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
        cx.finals = cx.finals_below(class);
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
        let own = cx.part_finals(class);
        cx.finals.extend(own);
        cx.super_part(class, values, this, place)?;
        cx.initial_values(class, this, place)?;
        Ok(rest)
    }
}
