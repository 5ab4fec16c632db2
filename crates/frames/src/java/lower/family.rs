//! Predicates and pure methods, alone or as a family spread over subclasses.
//!
//! A predicate that a subclass overrides means, for an object whose class is known exactly, that class's
//! definition; for an object of any other class it stays closed. The same holds for pure methods. So
//! the definition of a family is a choice by the exact class of the object, with something unknown at its end.

use base::{Diagnostic, Id};

use super::cx::{Cx, Mode, Var};
use super::declare::{in_bounds, not_null};
use super::prelude::assumed;
use super::{Broken, Builder, Language, Routine, recursion};
use crate::core::{self, Assertion, AssertionKind, Expr, ExprKind, LocalId, Resource};
use crate::java::Result;
use crate::java::ast::{self, Body, Param, Span, StmtKind};
use crate::java::table::{ClassId, MethodId, PredicateId};
use crate::java::types::Type;

impl<'a> Builder<'a> {
    /// Definitions of all predicates and pure methods, and what is wrong with them.
    pub fn predicates_and_functions(&mut self) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        for predicate in self.table.predicates.ids() {
            if self.table.predicates[predicate].root == predicate
                && let Err(problem) = self.predicate(predicate)
            {
                self.broken.insert(Broken::Predicate(predicate));
                let name = &self.program.predicates[self.predicates[predicate]].name;
                self.hidden.insert(name.clone());
                problems.push(*problem);
            }
        }
        for method in self.table.methods.ids() {
            if let Routine::Function(function) = self.routines[method]
                && self.function_head(method) == method
                && let Err(problem) = self.function(method, function)
            {
                self.broken.insert(Broken::Method(method));
                self.hidden.insert(self.table.methods[method].name.clone());
                problems.push(*problem);
            }
        }
        for (method, problem) in self.unfounded_functions() {
            self.broken.insert(Broken::Method(method));
            self.hidden.insert(self.table.methods[method].name.clone());
            problems.push(*problem);
        }
        problems
    }

    /// Whether some predicate or pure method of this class or above is defined differently in a subclass.
    pub fn has_families(&self, class: ClassId) -> bool {
        let above = self.table.ancestors(class);
        let predicates = self.table.predicates.iter_enumerated();
        let mut predicate_roots = predicates.filter(|(id, info)| info.root != *id).map(|(_, info)| info.root);
        let methods = self.table.methods.iter_enumerated();
        let mut pure_heads = methods
            .filter(|(id, info)| {
                matches!(self.routines[*id], Routine::Function(_)) && !info.overrides.is_empty()
            })
            .map(|(id, _)| self.function_head(id));
        predicate_roots.any(|root| above.contains(&self.table.predicates[root].class))
            || pure_heads.any(|head| above.contains(&self.table.methods[head].class))
    }

    /// The topmost pure method this one overrides, or itself.
    fn function_head(&self, method: MethodId) -> MethodId {
        let overrides = &self.table.methods[method].overrides;
        overrides.iter().rev().copied().find(|&above| self.is_pure(above)).unwrap_or(method)
    }

    /// Concrete classes below `class`.
    fn concrete_classes(&self, class: ClassId) -> Vec<ClassId> {
        let is_concrete = |class: &ClassId| {
            let decl = self.table.classes[*class].decl;
            !decl.is_interface && !decl.modifiers.is_abstract
        };
        self.table.descendants(class).into_iter().filter(is_concrete).collect()
    }

    fn predicate(&mut self, root: PredicateId) -> Result<()> {
        let info = &self.table.predicates[root];
        let id = self.predicates[root];
        let place = self.program.predicates[id].place.clone();
        let family = self.table.family(root);
        let mut cx = Cx::new(self, Some(info.class), self.table.classes[info.class].source);
        let this = (!info.decl.is_static).then(|| cx.local("this", &Type::object(), &place));
        let params: Vec<LocalId> = info
            .decl
            .params
            .iter()
            .zip(&info.params)
            .map(|(param, ty)| cx.local(&param.name.text, ty, &place))
            .collect();
        cx.this = this;
        let body = if family.len() == 1 {
            cx.predicate_body(root, &params)?
        } else {
            let this = this.expect("only predicates of objects are overridden");
            Some(cx.predicate_by_class(root, this, &params, &place)?)
        };
        // A predicate belongs to an object that exists [IDF12, Def. 25].
        let exists = this.map(|this| not_null(this, &cx.locals, &place));
        let body = body.map(|body| Assertion::star(exists.into_iter().chain([body]).collect(), &place));
        let locals = std::mem::take(&mut cx.locals);
        let predicate = &mut self.program.predicates[id];
        (predicate.locals, predicate.body) = (locals, body);
        predicate.params = this.into_iter().chain(params).collect();
        Ok(())
    }

    fn function(&mut self, head: MethodId, id: core::FunctionId) -> Result<()> {
        let info = &self.table.methods[head];
        let place = self.place_of(head);
        let mut function = self.empty_function(info.name.clone(), &info.result, place.clone());
        function.opaque = self.language == Language::Paper;
        function.shrinking = true;
        if info.result == Type::Void {
            return Err(self.pure_error(head, "a pure method must return something"));
        }
        let is_open = matches!(info.decl.body, Body::Absent) || !self.overriding_functions(head).is_empty();
        if is_open && !info.decl.contract.is_trusted && !info.decl.contract.ensures.is_empty() {
            let message = "`ensures` of a pure method without one definition would be assumed, not checked";
            return Err(self.pure_error(head, message));
        }
        let mut cx = Cx::new(self, Some(info.class), self.table.classes[info.class].source);
        cx.locals = std::mem::take(&mut function.locals);
        cx.method = Some(head);
        let this = (!info.decl.modifiers.is_static).then(|| cx.local("this", &Type::object(), &place));
        let mut locals = |params: &[Param], types: &[Type]| -> Vec<LocalId> {
            params.iter().zip(types).map(|(param, ty)| cx.local(&param.name.text, ty, &place)).collect()
        };
        let params = locals(&info.decl.params, &info.params);
        let given = locals(&info.decl.contract.given, &info.given);
        cx.this = this;
        cx.scope = bind(&info.decl.params, &params, &info.params, info.decl.is_ghost);
        cx.scope.extend(bind(&info.decl.contract.given, &given, &info.given, true));
        function.requires.extend(this.map(|this| not_null(this, &cx.locals, &place)));
        for (local, ty) in params.iter().zip(&info.params) {
            function.requires.extend(in_bounds(*local, ty, &cx.locals, &place).map(assumed));
        }
        for clause in &info.decl.contract.requires {
            function.requires.push(cx.assertion(clause)?);
        }
        cx.result = Some((function.result, info.result.clone()));
        function
            .ensures
            .extend(in_bounds(function.result, &info.result, &cx.locals, &place).map(Assertion::pure));
        for clause in &info.decl.contract.ensures {
            function.ensures.push(cx.assertion(clause)?);
        }
        cx.result = None;
        let measures = cx.entry_measures(info.decl.contract.decreases.as_deref())?;
        let value = cx.family_value(&function, head, this, &params, &given)?;
        function.body = value.map(|value| under(&measures, value));
        function.locals = std::mem::take(&mut cx.locals);
        function.params = this.into_iter().chain(params).chain(given).collect();
        self.program.functions[id] = function;
        Ok(())
    }

    /// **Definition 26** [IDF12]. A pure method may call only earlier ones, itself only where the heap has become
    /// smaller (inside `opening` or `dropping`), or with a measure that goes down. A circle of calls with none of these is
    /// reported, once for each method on it.
    /// Departs from the paper: what matters is that no circle exists, not the order in the text.
    fn unfounded_functions(&self) -> Vec<(MethodId, Box<Diagnostic>)> {
        let calls: Vec<Vec<core::FunctionId>> =
            self.program.functions.iter().map(recursion::unguarded_calls).collect();
        let mut out = Vec::new();
        for method in self.table.methods.ids() {
            let Routine::Function(function) = self.routines[method] else { continue };
            let has_measure = self.table.methods[method].decl.contract.decreases.is_some();
            // A measure is compared in the body, not in the contract.
            let mut unmeasured = calls.clone();
            if has_measure {
                unmeasured[function.index()] =
                    recursion::calls_in_contract(&self.program.functions[function]);
            }
            if self.function_head(method) == method && recursion::reaches_itself(function, &unmeasured) {
                let message = "this pure method calls itself, and nothing shows that this ends";
                let mut problem = self.pure_error(method, message);
                problem.code = "pure-recursion";
                problem
                    .help
                    .push("call it inside `opening`, or give it a measure with `decreases`".to_string());
                out.push((method, problem));
            }
        }
        out
    }

    /// An error about a pure method.
    pub fn pure_error(&self, method: MethodId, message: &str) -> Box<Diagnostic> {
        let info = &self.table.methods[method];
        crate::java::error(self.table.classes[info.class].source, info.decl.name.span, "not-pure", message)
    }

    /// Members of a pure method's family besides its head.
    fn overriding_functions(&self, head: MethodId) -> Vec<MethodId> {
        let overriders = self.table.overriders(head).into_iter();
        overriders.filter(|&method| matches!(self.routines[method], Routine::Function(_))).collect()
    }
}

/// `let` each measure's value in the body.
fn under(measures: &[(LocalId, Expr)], body: Expr) -> Expr {
    measures.iter().rev().fold(body, |body, (local, value)| {
        let (ty, place) = (body.ty.clone(), body.place.clone());
        Expr::new(
            ExprKind::Let { local: *local, value: Box::new(value.clone()), body: Box::new(body) },
            ty,
            &place,
        )
    })
}

fn bind(params: &[Param], locals: &[LocalId], types: &[Type], is_ghost: bool) -> Vec<Var> {
    let pairs = params.iter().zip(locals).zip(types);
    pairs
        .map(|((param, &local), ty)| Var {
            name: param.name.text.clone(),
            local,
            ty: ty.clone(),
            is_ghost,
            original: None,
        })
        .collect()
}

impl<'a> Cx<'_, 'a> {
    fn predicate_body(&mut self, predicate: PredicateId, params: &[LocalId]) -> Result<Option<Assertion>> {
        let table = self.build.table;
        let info = &table.predicates[predicate];
        let Some(body) = &info.decl.body else { return Ok(None) };
        self.class = Some(info.class);
        self.source = table.classes[info.class].source;
        let vars = bind(&info.decl.params, params, &info.params, true);
        self.with_scope(vars, |cx| cx.assertion(body)).map(Some)
    }

    /// `this is a C ? body of C : … : unknown`
    fn predicate_by_class(
        &mut self,
        root: PredicateId,
        this: LocalId,
        params: &[LocalId],
        place: &base::Place,
    ) -> Result<Assertion> {
        let table = self.build.table;
        let info = &table.predicates[root];
        let mut out = self.unknown_predicate(root, this, params, place);
        for class in self.build.concrete_classes(info.class).into_iter().rev() {
            let member = table.predicate(class, &info.decl.name.text).expect("inherited at least");
            let Some(body) = self.predicate_body(member, params)? else { continue };
            let object = Expr::local(this, &self.locals, place);
            let test = self.build.exact_type_test(object, class.0 as usize, place);
            out =
                Assertion::new(AssertionKind::Conditional(test, Box::new(body), Some(Box::new(out))), place);
        }
        Ok(out)
    }

    /// The part of the family that belongs to classes not given: an abstract predicate.
    fn unknown_predicate(
        &mut self,
        root: PredicateId,
        this: LocalId,
        params: &[LocalId],
        place: &base::Place,
    ) -> Assertion {
        let id = self.build.predicates[root];
        let name = format!("{} of another class", self.build.program.predicates[id].name);
        let known =
            self.build.program.predicates.iter_enumerated().find(|(_, predicate)| predicate.name == name);
        let predicate = match known.map(|(id, _)| id) {
            Some(predicate) => predicate,
            None => {
                self.build.hidden.insert(name.clone());
                let mut locals = core::Locals::new();
                let params = std::iter::once(this).chain(params.iter().copied());
                let params = params.map(|param| locals.push(self.locals[param].clone())).collect();
                let place = place.clone();
                self.build.program.predicates.push(core::Predicate {
                    name,
                    place,
                    locals,
                    params,
                    body: None,
                    wand: None,
                })
            }
        };
        let arguments = std::iter::once(this).chain(params.iter().copied());
        let arguments = arguments.map(|param| Expr::local(param, &self.locals, place)).collect();
        Assertion::access(Resource::Predicate { predicate, arguments }, Expr::write(place), place)
    }

    /// The value of a pure method: its body, or a choice by the exact class of `this`.
    fn family_value(
        &mut self,
        function: &core::Function,
        head: MethodId,
        this: Option<LocalId>,
        params: &[LocalId],
        given: &[LocalId],
    ) -> Result<Option<Expr>> {
        let table = self.build.table;
        let overriding = self.build.overriding_functions(head);
        if overriding.is_empty() {
            return self.function_value(head, params);
        }
        let this = this.expect("only methods of objects are overridden");
        let place = self.build.place_of(head);
        let info = &table.methods[head];
        if let Some(&bad) = overriding.iter().find(|&&method| {
            table.methods[method].contract != table.methods[head].contract
                && !only_says_pure(&table.methods[method].decl.contract)
        }) {
            return Err(self
                .build
                .pure_error(bad, "an overriding pure method takes over the contract it overrides"));
        }
        let mut out = self.unknown_value(function, head, (this, params, given), &place);
        for class in self.build.concrete_classes(info.class).into_iter().rev() {
            let candidates = table.methods_named(class, &info.decl.name.text, info.params.len());
            let member = candidates.into_iter().find(|method| *method == head || overriding.contains(method));
            let Some(value) = member.map(|member| self.function_value(member, params)).transpose()?.flatten()
            else {
                continue;
            };
            let object = Expr::local(this, &self.locals, &place);
            let test = self.build.exact_type_test(object, class.0 as usize, &place);
            out = Expr::conditional(test, value, out, &place);
        }
        Ok(Some(out))
    }

    /// What the method computes for objects of classes not given: a function about which only the contract is known. It
    /// has the precondition of the whole family, for it may read whatever that gives.
    fn unknown_value(
        &mut self,
        family: &core::Function,
        head: MethodId,
        (this, params, given): (LocalId, &[LocalId], &[LocalId]),
        place: &base::Place,
    ) -> Expr {
        let info = &self.build.table.methods[head];
        let name = format!("{} of another class", info.name);
        let params: Vec<LocalId> = std::iter::once(&this).chain(params).chain(given).copied().collect();
        let known =
            self.build.program.functions.iter_enumerated().find(|(_, function)| function.name == name);
        let function = match known.map(|(id, _)| id) {
            Some(function) => function,
            None => {
                self.build.hidden.insert(name.clone());
                let mut function = self.build.empty_function(name, &info.result, place.clone());
                function.locals = self.locals.clone();
                (function.result, function.params) = (family.result, params.clone());
                function.requires = family.requires.clone();
                let bounds = in_bounds(function.result, &info.result, &function.locals, place);
                function.ensures.extend(bounds.map(Assertion::pure));
                self.build.program.functions.push(function)
            }
        };
        let arguments = params.iter().map(|&param| Expr::local(param, &self.locals, place)).collect();
        Expr::new(ExprKind::Apply(function, arguments), info.result.core(), place)
    }

    /// Values of a pure method's measure when it is called, for its recursive calls to go below.
    fn entry_measures(&mut self, measures: Option<&[ast::Expr]>) -> Result<Vec<(LocalId, Expr)>> {
        let mut out = Vec::new();
        for measure in measures.unwrap_or_default() {
            let place = self.place(measure.span);
            let value = self.pure(measure)?;
            self.expect_number(&value, measure.span)?;
            out.push((self.temporary(&Type::INTEGER, &place), value.expr));
        }
        self.measure = out.iter().map(|(local, _)| *local).collect();
        Ok(out)
    }

    /// A recursive call in the body of a pure method with a measure: allowed where the measure has gone down.
    pub fn checked_recursion(
        &mut self,
        callee: MethodId,
        arguments: Vec<Expr>,
        span: Span,
    ) -> Result<Option<Expr>> {
        let Routine::Function(function) = self.build.routines[callee] else { return Ok(None) };
        let head = self.build.function_head(callee);
        let table = self.build.table;
        let in_function =
            self.method.is_some_and(|method| matches!(self.build.routines[method], Routine::Function(_)));
        let Some(measures) = &table.methods[head].decl.contract.decreases else { return Ok(None) };
        let recursive = self.method.is_some_and(|method| self.build.may_call_back(callee, method));
        if !in_function || self.measure.is_empty() || !recursive {
            return Ok(None);
        }
        let place = self.place(span);
        let ty = table.methods[head].result.core();
        let mut bound = Vec::new();
        for argument in arguments {
            let local = core::Local { name: String::new(), ty: argument.ty.clone(), place: place.clone() };
            bound.push((self.locals.push(local), argument));
        }
        let names: Vec<Expr> =
            bound.iter().map(|(local, _)| Expr::local(*local, &self.locals, &place)).collect();
        let now = self.in_callee(head, &names, |cx| {
            measures.iter().map(|measure| Ok(cx.pure(measure)?.expr)).collect::<Result<Vec<_>>>()
        })?;
        let condition = Box::new(self.decreased(&now, &self.measure.clone(), &place));
        let body = Box::new(Expr::new(ExprKind::Apply(function, names), ty.clone(), &place));
        let checked =
            Expr::new(ExprKind::Checked { condition, reason: "termination.measure", body }, ty, &place);
        Ok(Some(under(&bound, checked)))
    }

    fn function_value(&mut self, method: MethodId, params: &[LocalId]) -> Result<Option<Expr>> {
        let table = self.build.table;
        let info = &table.methods[method];
        let block = match &info.decl.body {
            Body::Block(block) if !info.decl.contract.is_trusted => block,
            Body::Bad(problem) => return Err(Box::new(problem.clone())),
            Body::Block(_) | Body::Absent => return Ok(None),
        };
        let outer_class = self.class.replace(info.class);
        let outer_source = std::mem::replace(&mut self.source, table.classes[info.class].source);
        let given: Vec<Var> =
            self.scope.iter().filter(|var| var.is_ghost && !info.decl.is_ghost).cloned().collect();
        let mut vars = bind(&info.decl.params, params, &info.params, info.decl.is_ghost);
        vars.extend(given);
        let outer_scope = std::mem::replace(&mut self.scope, vars);
        let mode = if info.decl.is_ghost { Mode::Contract } else { Mode::Code };
        let value = self.in_mode(mode, |cx| cx.block_value(block, None, &info.result));
        self.scope = outer_scope;
        (self.class, self.source) = (outer_class, outer_source);
        match value? {
            Some(value) => Ok(Some(value)),
            None => {
                Err(self.build.pure_error(method, "not every path through a pure method returns a value"))
            }
        }
    }

    /// The value a block of declarations, `if`s and `return`s computes, going on with `after` where it ends without one;
    /// `None` if nothing follows there.
    fn block_value(&mut self, block: &[ast::Stmt], after: Option<&After>, ty: &Type) -> Result<Option<Expr>> {
        let Some((first, rest)) = block.split_first() else {
            let Some(after) = after else { return Ok(None) };
            let inner_names = self.scope.split_off(after.names);
            let value = self.block_value(after.block, after.next, ty);
            self.scope.extend(inner_names);
            return value;
        };
        let place = self.place(first.span);
        let then_rest = After { block: rest, names: self.scope.len(), next: after };
        match &first.kind {
            StmtKind::Return(Some(value)) => {
                let span = value.span;
                let value = self.pure(value)?;
                Ok(Some(self.coerce(value, ty, span)?.expr))
            }
            StmtKind::Block(inner) => self.scoped(|cx| cx.block_value(inner, Some(&then_rest), ty)),
            StmtKind::Local { ty: declared, name, init: Some(init), is_final } => {
                let declared = self.resolve(declared)?;
                let declared = if self.mode == Mode::Contract { declared.ghost() } else { declared };
                let value = self.pure(init)?;
                let value = self.coerce(value, &declared, init.span)?;
                self.scoped(|cx| {
                    let local = cx.declare(name, declared, cx.mode == Mode::Contract);
                    if *is_final {
                        cx.constants.insert(local);
                    }
                    let body = cx.block_value(rest, after, ty)?;
                    Ok(body.map(|body| {
                        let kind = ExprKind::Let { local, value: Box::new(value.expr), body: Box::new(body) };
                        Expr::new(kind, ty.core(), &place)
                    }))
                })
            }
            StmtKind::If { condition, then, otherwise } => {
                let condition = self.condition(condition)?;
                let mut branch = |branch: Option<&ast::Stmt>| {
                    let block = branch.map_or(&[][..], std::slice::from_ref);
                    self.scoped(|cx| cx.block_value(block, Some(&then_rest), ty))
                };
                let (then, otherwise) = (branch(Some(then))?, branch(otherwise.as_deref())?);
                Ok(then
                    .zip(otherwise)
                    .map(|(then, otherwise)| Expr::conditional(condition, then, otherwise, &place)))
            }
            StmtKind::Empty => self.block_value(rest, after, ty),
            _ => Err(self.error(
                first.span,
                "not-pure",
                "a pure method may only declare, choose and return values",
            )),
        }
    }
}

/// What runs after a block inside another, where the block's own names are gone.
struct After<'r> {
    block: &'r [ast::Stmt],
    names: usize,
    next: Option<&'r After<'r>>,
}

fn only_says_pure(contract: &ast::Contract) -> bool {
    ast::Contract { is_pure: false, ..contract.clone() }.is_empty()
}
