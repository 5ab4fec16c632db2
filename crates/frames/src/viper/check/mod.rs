//! Resolves names, infers types, lowers Viper syntax to the core.
//!
//! Members are declared first, so they may refer to each other in any order, then lowered one by one; each gets a
//! [`Scope`] with its own locals. Types are inferred by unification ([`infer`]), which polymorphic domains need.

mod assertion;
mod consistency;
mod exp;
mod infer;
mod statement;
mod termination;
mod wand;

use std::cell::RefCell;

use base::{Diagnostic, IdVec, Place};
use rustc_hash::{FxHashMap, FxHashSet};

use self::infer::Infer;
use self::termination::{Ending, Measures};
use super::syntax::{self, File, Name, TypeName, Variable};
use crate::core::{
    Axiom, Domain, DomainFunction, DomainFunctionId, DomainId, Field, FieldId, Function, FunctionId, Label,
    LabelId, Local, LocalId, Locals, Method, MethodId, Predicate, PredicateId, Program, Stmt, StmtKind, Type,
};

type Checked<T> = Result<T, Diagnostic>;

/// What follows from a problem that was told already, and is not told itself.
const FOLLOWS: &str = "follows";

/// `exact`: amounts in preconditions of functions have their usual meaning. Problems of all members and statements are
/// found; one that only follows from another is left out.
pub fn check(file: &File, exact: bool) -> Result<Program, Vec<Diagnostic>> {
    let mut program = Program::default();
    let problems = RefCell::new(Vec::new());
    let globals = declare(file, &mut program, &problems);
    // With members that cannot be declared, nearly everything else would follow from that.
    if problems.borrow().iter().any(|problem| problem.code != "duplicate-name") {
        return Err(problems.into_inner());
    }
    let (signatures, measures) = (program.clone(), Measures::new(file));
    let cx = &Cx { globals: &globals, signatures, problems, wands: RefCell::default(), measures };
    for (domain, id) in file.domains.iter().zip(program.domains.ids()) {
        program.domains[id].axioms = cx.axioms(domain);
    }
    for (predicate, id) in file.predicates.iter().zip(program.predicates.ids()) {
        if let Some(checked) = cx.keep(cx.predicate(predicate, &program.predicates[id])) {
            program.predicates[id] = checked;
        }
    }
    for (function, id) in file.functions.iter().zip(program.functions.ids()) {
        if let Some(checked) = cx.keep(cx.function(function, &program.functions[id])) {
            program.functions[id] = checked;
        }
    }
    for (method, id) in file.methods.iter().zip(program.methods.ids()) {
        if let Some(checked) = cx.keep(cx.method(method, &program.methods[id])) {
            program.methods[id] = checked;
        }
    }
    let mut found = cx.problems.borrow_mut();
    found.retain(|problem| problem.code != FOLLOWS);
    if !found.is_empty() {
        return Err(std::mem::take(&mut *found));
    }
    drop(found);
    for shape in cx.wands.borrow_mut().drain(..) {
        program.predicates.push(shape.into_predicate());
    }
    let inconsistent = consistency::check(&program, exact);
    if inconsistent.is_empty() { Ok(program) } else { Err(inconsistent) }
}

#[derive(Default)]
struct Globals {
    /// Every name of a member, field or domain function: they share one namespace.
    taken: FxHashSet<String>,
    fields: FxHashMap<String, FieldId>,
    predicates: FxHashMap<String, PredicateId>,
    /// Predicates without a body.
    without_body: FxHashSet<PredicateId>,
    functions: FxHashMap<String, FunctionId>,
    methods: FxHashMap<String, MethodId>,
    domains: FxHashMap<String, DomainId>,
    domain_functions: FxHashMap<String, DomainFunctionId>,
}

impl Globals {
    fn claim(&mut self, name: &Name) -> Checked<()> {
        if self.taken.insert(name.text.clone()) { Ok(()) } else { Err(duplicate(name)) }
    }
}

/// What all members see: global names and the signatures behind them.
struct Cx<'a> {
    globals: &'a Globals,
    signatures: Program,
    problems: RefCell<Vec<Diagnostic>>,
    /// Shapes of magic wands, each once: they follow the declared predicates.
    wands: RefCell<Vec<wand::Shape>>,
    measures: Measures<'a>,
}

/// What one member sees beside the globals: its locals, labels and type unknowns.
struct Scope<'a> {
    cx: &'a Cx<'a>,
    locals: Locals,
    /// Visible names, innermost last.
    names: Vec<(String, LocalId)>,
    /// For each block around, names that were declared inside it and are visible no more.
    inner: Vec<Vec<String>>,
    labels: IdVec<LabelId, Label>,
    label_names: FxHashMap<String, LabelId>,
    /// Stands for `result` in a function's postcondition.
    result: Option<LocalId>,
    /// The enclosing domain, inside an axiom.
    domain: Option<DomainId>,
    /// Type parameters of the enclosing domain.
    type_params: &'a [Name],
    infer: Infer,
    /// Names whose declaration is a problem itself: what is said of them follows from it.
    broken: FxHashSet<String>,
    /// How many right sides of magic wands, and scripts that make one, are around.
    in_wand_rhs: u32,
    in_script: u32,
    /// Wands may not stand in functions and predicates.
    refuses_wands: bool,
    /// Whose body is being lowered, if it says that it ends.
    ending: Option<Ending<'a>>,
    /// Its contract rather than its body.
    in_contract: bool,
}

/// Declares every member with its signature; bodies are empty.
fn declare(file: &File, program: &mut Program, problems: &RefCell<Vec<Diagnostic>>) -> Globals {
    let mut globals = Globals::default();
    let note = |result: Checked<()>| {
        if let Err(problem) = result {
            problems.borrow_mut().push(problem);
        }
    };
    for domain in &file.domains {
        if let Some(place) = &domain.interpretation {
            note(Err(not_supported("an interpreted domain", place)));
        }
        let id = program.domains.push(Domain {
            name: domain.name.text.clone(),
            place: domain.name.place.clone(),
            params: domain.params.iter().map(|param| param.text.clone()).collect(),
            axioms: Vec::new(),
        });
        note(globals.claim(&domain.name));
        globals.domains.insert(domain.name.text.clone(), id);
    }
    for field in &file.fields {
        let ty = resolve_type(&field.ty, &globals, &program.domains, &[]).unwrap_or_else(|problem| {
            note(Err(problem));
            Type::Int
        });
        let place = field.name.place.clone();
        let id = program.fields.push(Field { name: field.name.text.clone(), ty, bounds: None, place });
        note(globals.claim(&field.name));
        globals.fields.insert(field.name.text.clone(), id);
    }
    note(declare_domain_functions(file, program, &mut globals));
    for predicate in &file.predicates {
        let (locals, params) = match declare_params(&predicate.params, &globals, program) {
            Ok(declared) => declared,
            Err(problem) => {
                note(Err(problem));
                continue;
            }
        };
        let (name, place) = (predicate.name.text.clone(), predicate.name.place.clone());
        let id = program.predicates.push(Predicate { name, place, locals, params, body: None, wand: None });
        note(globals.claim(&predicate.name));
        globals.predicates.insert(predicate.name.text.clone(), id);
        if predicate.body.is_none() {
            globals.without_body.insert(id);
        }
    }
    for function in &file.functions {
        let declared = match declare_function(function, &globals, program) {
            Ok(declared) => declared,
            Err(problem) => {
                note(Err(problem));
                continue;
            }
        };
        let id = program.functions.push(declared);
        note(globals.claim(&function.name));
        globals.functions.insert(function.name.text.clone(), id);
    }
    for method in &file.methods {
        let declared = match declare_method(method, &globals, program) {
            Ok(declared) => declared,
            Err(problem) => {
                note(Err(problem));
                continue;
            }
        };
        let id = program.methods.push(declared);
        note(globals.claim(&method.name));
        globals.methods.insert(method.name.text.clone(), id);
    }
    note(refuse_hidden_parts(file, &globals));
    globals
}

/// A field and a part of an algebraic data type share no name: `x.name` would mean two things.
fn refuse_hidden_parts(file: &File, globals: &Globals) -> Checked<()> {
    let functions = file.domains.iter().flat_map(|domain| &domain.functions);
    for (name, part) in functions
        .filter_map(|function| function.name.text.split_once('.').map(|(_, part)| (&function.name, part)))
    {
        if part.starts_with("is") && globals.taken.contains(part) {
            return Err(duplicate(&Name { text: part.to_owned(), place: name.place.clone() }));
        }
        if globals.fields.contains_key(part)
            && let Some(field) = file.fields.iter().find(|field| field.name.text == part)
        {
            return Err(duplicate(&field.name));
        }
    }
    Ok(())
}

fn declare_domain_functions(file: &File, program: &mut Program, globals: &mut Globals) -> Checked<()> {
    for domain in &file.domains {
        let id = globals.domains[&domain.name.text];
        domain
            .axioms
            .iter()
            .filter_map(|(name, _)| name.as_ref())
            .try_for_each(|name| globals.claim(name))?;
        for function in &domain.functions {
            let resolve = |ty| resolve_type(ty, globals, &program.domains, &domain.params);
            let params = function.params.iter().map(resolve).collect::<Checked<_>>()?;
            let declared = DomainFunction {
                name: function.name.text.clone(),
                place: function.name.place.clone(),
                domain: id,
                params,
                result: resolve(&function.result)?,
                unique: function.unique,
            };
            let declared = program.domain_functions.push(declared);
            let name = function.name.text.clone();
            globals.claim(&function.name)?;
            globals.domain_functions.insert(name, declared);
        }
    }
    Ok(())
}

fn declare_function(function: &syntax::Function, globals: &Globals, program: &Program) -> Checked<Function> {
    let (mut locals, params) = declare_params(&function.params, globals, program)?;
    let result_type = resolve_type(&function.result, globals, &program.domains, &[])?;
    let place = function.name.place.clone();
    let result =
        locals.push(Local { name: "result".to_owned(), ty: result_type.clone(), place: place.clone() });
    Ok(Function {
        name: function.name.text.clone(),
        place,
        locals,
        params,
        result_type,
        result,
        requires: Vec::new(),
        ensures: Vec::new(),
        decreases: Vec::new(),
        body: None,
        opaque: function.opaque,
        shrinking: false,
    })
}

fn declare_method(method: &syntax::Method, globals: &Globals, program: &Program) -> Checked<Method> {
    let all: Vec<Variable> = method.params.iter().chain(&method.returns).cloned().collect();
    let (locals, mut params) = declare_params(&all, globals, program)?;
    let returns = params.split_off(method.params.len());
    Ok(Method {
        name: method.name.text.clone(),
        place: method.name.place.clone(),
        locals,
        labels: IdVec::new(),
        params,
        returns,
        requires: Vec::new(),
        ensures: Vec::new(),
        body: None,
    })
}

fn declare_params(
    params: &[Variable],
    globals: &Globals,
    program: &Program,
) -> Checked<(Locals, Vec<LocalId>)> {
    let mut locals = Locals::new();
    let mut ids = Vec::new();
    for param in params {
        if locals.iter().any(|local| local.name == param.name.text) {
            return Err(duplicate(&param.name));
        }
        let ty = resolve_type(&param.ty, globals, &program.domains, &[])?;
        let place = param.name.place.clone();
        ids.push(locals.push(Local { name: param.name.text.clone(), ty, place }));
    }
    Ok((locals, ids))
}

impl<'a> Cx<'a> {
    fn scope(&'a self, locals: &Locals, type_params: &'a [Name]) -> Scope<'a> {
        let names = locals.iter_enumerated().map(|(id, local)| (local.name.clone(), id)).collect();
        Scope {
            cx: self,
            locals: locals.clone(),
            names,
            inner: Vec::new(),
            labels: IdVec::new(),
            label_names: FxHashMap::default(),
            result: None,
            domain: None,
            type_params,
            infer: Infer::default(),
            broken: FxHashSet::default(),
            in_wand_rhs: 0,
            in_script: 0,
            refuses_wands: false,
            ending: None,
            in_contract: false,
        }
    }

    /// What was found, unless it is a problem, which is noted.
    fn keep<T>(&self, result: Checked<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(problem) => {
                self.problems.borrow_mut().push(problem);
                None
            }
        }
    }

    fn axioms(&self, domain: &syntax::Domain) -> Vec<Axiom> {
        let mut out = Vec::new();
        for (name, body) in &domain.axioms {
            let mut scope = self.scope(&Locals::new(), &domain.params);
            scope.domain = self.globals.domains.get(&domain.name.text).copied();
            let Some(mut lowered) = self.keep(scope.check(body, &Type::Bool)) else { continue };
            scope.infer.settle_expr(&mut lowered);
            out.push(Axiom {
                name: name.as_ref().map_or_else(String::new, |name| name.text.clone()),
                place: body.place.clone(),
                locals: scope.settled_locals(),
                body: lowered,
            });
        }
        out
    }

    /// Parameters share their names with no member.
    fn refuse_hiding(&self, params: &[Variable]) -> Checked<()> {
        match params.iter().find(|param| self.globals.taken.contains(&param.name.text)) {
            Some(param) => Err(duplicate(&param.name)),
            None => Ok(()),
        }
    }

    fn predicate(&self, predicate: &syntax::Predicate, declared: &Predicate) -> Checked<Predicate> {
        self.refuse_hiding(&predicate.params)?;
        let mut scope = self.scope(&declared.locals, &[]);
        scope.refuses_wands = true;
        let body = predicate.body.as_ref().map(|body| scope.contract(body)).transpose()?;
        Ok(Predicate { body, locals: scope.settled_locals(), ..declared.clone() })
    }

    fn function(&'a self, function: &'a syntax::Function, declared: &Function) -> Checked<Function> {
        self.refuse_hiding(&function.params)?;
        let mut scope = self.scope(&declared.locals, &[]);
        scope.refuses_wands = true;
        // `result` is a keyword of postconditions, not a name.
        scope.names.pop();
        (scope.ending, scope.in_contract) = (Some(Ending::Function(function)), true);
        let requires = scope.contracts(&function.requires)?;
        scope.result = Some(declared.result);
        let ensures = scope.contracts(&function.ensures)?;
        scope.result = None;
        scope.in_contract = false;
        let mut body = None;
        termination::check_clauses(&function.decreases)?;
        if let Some(exp) = &function.body {
            scope.ending = Some(Ending::Function(function));
            if let Some(mut lowered) = self.keep(scope.check(exp, &declared.result_type)) {
                scope.infer.settle_expr(&mut lowered);
                body = Some(lowered);
            }
        }
        Ok(Function { requires, ensures, body, locals: scope.settled_locals(), ..declared.clone() })
    }

    fn method(&'a self, method: &'a syntax::Method, declared: &Method) -> Checked<Method> {
        self.refuse_hiding(&method.params)?;
        self.refuse_hiding(&method.returns)?;
        let mut scope = self.scope(&declared.locals, &[]);
        let returns = scope.names.split_off(declared.params.len());
        let requires = scope.contracts(&method.requires)?;
        scope.names.extend(returns);
        let mut body = None;
        termination::check_clauses(&method.decreases)?;
        if let Some(statements) = &method.body {
            scope.declare_labels(statements)?;
        }
        let ensures = scope.contracts(&method.ensures)?;
        if let Some(statements) = &method.body {
            scope.ending = Some(Ending::Method(method));
            let mut lowered = scope.block(statements)?;
            scope.infer.settle_block(&mut lowered);
            body = Some(lowered);
        }
        if let (Some(body), Some(syntax::Measure { place, .. })) = (&mut body, method.decreases.first())
            && has_jumps(body)
        {
            body.insert(0, Stmt::new(StmtKind::Unsupported("`decreases` beside `goto`"), place));
        }
        let locals = scope.settled_locals();
        Ok(Method { requires, ensures, body, locals, labels: scope.labels, ..declared.clone() })
    }
}

impl Scope<'_> {
    fn resolve(&self, ty: &TypeName) -> Checked<Type> {
        resolve_type(ty, self.cx.globals, &self.cx.signatures.domains, self.type_params)
    }

    fn lookup(&self, name: &str) -> Option<LocalId> {
        self.names.iter().rev().find(|(known, _)| known == name).map(|(_, id)| *id)
    }

    /// Makes a name visible. Nothing visible may be hidden, and members have no namespaces of their own.
    fn bind(&mut self, name: &Name, ty: Type) -> Checked<LocalId> {
        self.refuse_known(name)?;
        if self.label_names.contains_key(&name.text) {
            return Err(duplicate(name));
        }
        let id = self.locals.push(Local { name: name.text.clone(), ty, place: name.place.clone() });
        self.names.push((name.text.clone(), id));
        Ok(id)
    }

    /// The names bound last are visible no more.
    fn unbind(&mut self, count: usize) {
        let ended = self.names.split_off(self.names.len() - count);
        self.note_ended(ended.into_iter().map(|(name, _)| name));
    }

    fn note_ended(&mut self, names: impl IntoIterator<Item = String>) {
        if let Some(inner) = self.inner.last_mut() {
            inner.extend(names);
        }
    }

    fn refuse_known(&self, name: &Name) -> Checked<()> {
        let is_known = self.lookup(&name.text).is_some() || self.cx.globals.taken.contains(&name.text);
        if is_known { Err(duplicate(name)) } else { Ok(()) }
    }

    fn settled_locals(&mut self) -> Locals {
        let infer = &self.infer;
        self.locals.iter().map(|local| Local { ty: infer.settle(&local.ty), ..local.clone() }).collect()
    }
}

fn resolve_type(
    ty: &TypeName,
    globals: &Globals,
    domains: &IdVec<DomainId, Domain>,
    params: &[Name],
) -> Checked<Type> {
    let name = ty.name.text.as_str();
    if let Some(index) = params.iter().position(|param| param.text == name) {
        return Ok(Type::Param(index as u32));
    }
    let resolve = |part| resolve_type(part, globals, domains, params);
    let arguments = ty.arguments.iter().map(resolve).collect::<Checked<Vec<_>>>()?;
    let wanted = |count: usize| {
        if arguments.len() == count {
            return Ok(());
        }
        let message = format!("`{name}` takes {count} type arguments, not {}", arguments.len());
        Err(Diagnostic::error("wrong-type-arguments", message).at(ty.name.place.clone()))
    };
    let element = || Box::new(arguments[0].clone());
    Ok(match name {
        "Int" => Type::Int,
        "Bool" => Type::Bool,
        "Ref" => Type::Ref,
        "Perm" | "Rational" => Type::Perm,
        "Seq" => wanted(1).map(|()| Type::Seq(element()))?,
        "Set" => wanted(1).map(|()| Type::Set(element()))?,
        "Multiset" => wanted(1).map(|()| Type::Multiset(element()))?,
        "Map" => wanted(2).map(|()| Type::Map(element(), Box::new(arguments[1].clone())))?,
        _ => match globals.domains.get(name) {
            Some(&domain) => {
                wanted(domains[domain].params.len())?;
                Type::Domain(domain, arguments)
            }
            None => return Err(unknown("type", &ty.name)),
        },
    })
}

/// Whether a block has loops that no `while` makes.
fn has_jumps(block: &[Stmt]) -> bool {
    let mut found = false;
    crate::core::visit::statements(block, &mut |statement| {
        found |= matches!(statement.kind, StmtKind::Goto(_))
    });
    found
}

fn unique<T>(previous: Option<T>, name: &Name) -> Checked<()> {
    if previous.is_some() { Err(duplicate(name)) } else { Ok(()) }
}

fn duplicate(name: &Name) -> Diagnostic {
    Diagnostic::error("duplicate-name", format!("`{}` is declared twice", name.text)).at(name.place.clone())
}

fn unknown(what: &str, name: &Name) -> Diagnostic {
    Diagnostic::error("unknown-name", format!("no {what} is named `{}`", name.text)).at(name.place.clone())
}

fn not_supported(what: &str, place: &Place) -> Diagnostic {
    Diagnostic::error("not-supported", format!("{what} is not supported")).at(place.clone())
}
