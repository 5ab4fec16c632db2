//! What Viper forbids although names and types are right: parts that have no meaning where they stand, or another one than
//! a reader expects. Accepting them would answer a question nobody asked.

use base::{Diagnostic, IdVec, Place};

use super::Checked;
use crate::core::visit::statements;
use crate::core::{
    Assertion, AssertionKind, Expr, ExprKind, Function, FunctionId, LabelId, Local, LocalId, Method, Program,
    Resource, Stmt, StmtKind,
};

/// Checks every member. `exact`: amounts in preconditions of functions have their usual meaning.
pub(super) fn check(program: &Program, exact: bool) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let mut note = |result: Checked<()>| out.extend(result.err());
    for axiom in program.domains.iter().flat_map(|domain| &domain.axioms) {
        note(check_axiom(program, &axiom.body));
    }
    for body in program.predicates.iter().filter_map(|predicate| predicate.body.as_ref()) {
        note(refuse(|visit| body.for_each(visit), old));
        note(check_wildcards(body));
    }
    for function in program.functions.iter() {
        note(check_function(function, exact));
    }
    check_precondition_calls(program, &mut note);
    program.methods.iter().for_each(|method| check_method(method, &mut note));
    out
}

/// The first expression of a walk that is forbidden, as an error.
fn refuse<'e>(
    walk: impl FnOnce(&mut dyn FnMut(&'e Expr)),
    forbidden: impl Fn(&Expr) -> Option<Diagnostic>,
) -> Checked<()> {
    let mut found = None;
    walk(&mut |expr| {
        if found.is_none() {
            found = forbidden(expr);
        }
    });
    found.map_or(Ok(()), Err)
}

fn misplaced(code: &'static str, message: impl Into<String>, place: &Place) -> Diagnostic {
    Diagnostic::error(code, message.into()).at(place.clone())
}

fn old(expr: &Expr) -> Option<Diagnostic> {
    // What a measure was worth at the start of a function is nothing a user wrote.
    let ExprKind::Old(label, _) = &expr.kind else { return None };
    if *label == Some(LabelId::START) {
        return None;
    }
    let message = "`old` may not stand in preconditions, predicates, functions and axioms";
    Some(misplaced("misplaced-old", message, &expr.place))
}

fn labelled_old(expr: &Expr) -> Option<Diagnostic> {
    let ExprKind::Old(Some(_), _) = expr.kind else { return None };
    let message = "`old` with a label may not stand in a method's contract";
    Some(misplaced("misplaced-old", message, &expr.place))
}

fn wildcard(expr: &Expr) -> Option<Diagnostic> {
    let ExprKind::Wildcard = expr.kind else { return None };
    let message = "`wildcard` may stand only as the whole amount of an `acc`";
    Some(misplaced("misplaced-wildcard", message, &expr.place))
}

fn perm(expr: &Expr) -> Option<Diagnostic> {
    let ExprKind::PermOf(_) = expr.kind else { return None };
    let message = "`perm` may not stand in contracts, invariants, predicates, functions and axioms";
    Some(misplaced("misplaced-perm", message, &expr.place))
}

/// Axioms say something about values, so they depend on no heap, and on no condition under which they would make sense.
fn check_axiom(program: &Program, body: &Expr) -> Checked<()> {
    refuse(|visit| body.for_each(visit), |expr| old(expr).or_else(|| perm(expr)).or_else(|| wildcard(expr)))?;
    refuse(
        |visit| body.for_each(visit),
        |expr| match &expr.kind {
            ExprKind::Field(..) | ExprKind::Element { .. } | ExprKind::Unfolding { .. } => {
                Some(misplaced("impure-axiom", "an axiom may not depend on the heap", &expr.place))
            }
            ExprKind::Apply(function, _) if !program.functions[*function].requires.is_empty() => {
                let message = "an axiom may not call a function that has a precondition";
                Some(misplaced("impure-axiom", message, &expr.place))
            }
            _ => None,
        },
    )
}

fn check_function(function: &Function, exact: bool) -> Checked<()> {
    let Function { requires, ensures, body, .. } = function;
    let clauses = || requires.iter().chain(ensures);
    clauses().try_for_each(|clause| refuse(|visit| clause.for_each(visit), old))?;
    if let Some(body) = body {
        refuse(|visit| body.for_each(visit), |expr| old(expr).or_else(|| perm(expr)))?;
        check_wildcards_in(body)?;
    }
    for clause in ensures {
        if clause.owns() {
            let message = "a function's postcondition may not own anything";
            return Err(misplaced("impure-expression", message, &clause.place));
        }
    }
    match exact {
        true => clauses().try_for_each(check_wildcards),
        // Any amount stands for some amount there.
        false => ensures.iter().try_for_each(check_wildcards),
    }
}

fn check_method(method: &Method, note: &mut dyn FnMut(Checked<()>)) {
    let Method { requires, ensures, .. } = method;
    requires.iter().for_each(|clause| note(refuse(|visit| clause.for_each(visit), old)));
    ensures.iter().for_each(|clause| note(refuse(|visit| clause.for_each(visit), labelled_old)));
    requires.iter().chain(ensures).for_each(|clause| note(check_wildcards(clause)));
    if let Some(body) = &method.body {
        statements(body, &mut |statement| note(check_statement(method, statement)));
    }
}

fn check_statement(method: &Method, statement: &Stmt) -> Checked<()> {
    let targets: &[LocalId] = match &statement.kind {
        StmtKind::Assign { local, .. } | StmtKind::New { local, .. } => std::slice::from_ref(local),
        StmtKind::Call { targets, .. } => targets,
        StmtKind::WriteField { .. }
        | StmtKind::WriteElement { .. }
        | StmtKind::Fold { .. }
        | StmtKind::Unfold { .. }
        | StmtKind::Use(_)
        | StmtKind::Inhale(_)
        | StmtKind::Exhale(_)
        | StmtKind::Assert(..)
        | StmtKind::Refute(_)
        | StmtKind::Assume(_)
        | StmtKind::If { .. }
        | StmtKind::While { .. }
        | StmtKind::Label(..)
        | StmtKind::Goto(_)
        | StmtKind::Havoc(_)
        | StmtKind::Scope { .. }
        | StmtKind::Package { .. }
        | StmtKind::Apply(_)
        | StmtKind::QuasiHavoc { .. }
        | StmtKind::Unsupported(_) => &[],
    };
    for (index, target) in targets.iter().enumerate() {
        let Local { name, .. } = &method.locals[*target];
        if method.params.contains(target) {
            let message = format!("parameter `{name}` may not be assigned");
            return Err(misplaced("not-assignable", message, &statement.place));
        }
        if targets[..index].contains(target) {
            let message = format!("`{name}` is assigned twice by one call");
            return Err(misplaced("not-assignable", message, &statement.place));
        }
    }
    if let StmtKind::Package { script, .. } = &statement.kind {
        check_script(script)?;
    }
    let (mut assertions, mut exprs, mut resources) = (Vec::new(), Vec::new(), Vec::new());
    statement.for_each_part(
        &mut |assertion| assertions.push(assertion),
        &mut |expr| exprs.push(expr),
        &mut |resource| resources.push(resource),
    );
    assertions.into_iter().try_for_each(check_wildcards)?;
    resources.into_iter().try_for_each(check_wildcards_of)?;
    let amount = matches!(statement.kind, StmtKind::Fold { .. } | StmtKind::Unfold { .. });
    exprs.into_iter().try_for_each(|expr| match amount {
        true => check_amount(expr),
        false => check_wildcards_in(expr),
    })
}

/// A script shows what would be: it changes nothing, neither the heap nor variables declared outside of it.
fn check_script(script: &[Stmt]) -> Checked<()> {
    let mut own = Vec::new();
    let mut found = Ok(());
    statements(script, &mut |statement| {
        let refused = match &statement.kind {
            StmtKind::Havoc(local) => {
                own.push(*local);
                None
            }
            StmtKind::Assign { local, .. } if !own.contains(local) => {
                Some("a variable declared outside of it")
            }
            StmtKind::WriteField { .. } | StmtKind::WriteElement { .. } => Some("a field"),
            StmtKind::New { .. } => Some("the heap"),
            StmtKind::Call { .. } => Some("what a method may change"),
            StmtKind::QuasiHavoc { .. } => Some("the heap"),
            StmtKind::While { .. } | StmtKind::Goto(_) => Some("where control goes on"),
            StmtKind::Assign { .. }
            | StmtKind::Fold { .. }
            | StmtKind::Unfold { .. }
            | StmtKind::Use(_)
            | StmtKind::Inhale(_)
            | StmtKind::Exhale(_)
            | StmtKind::Assert(..)
            | StmtKind::Refute(_)
            | StmtKind::Assume(_)
            | StmtKind::If { .. }
            | StmtKind::Label(..)
            | StmtKind::Scope { .. }
            | StmtKind::Package { .. }
            | StmtKind::Apply(_)
            | StmtKind::Unsupported(_) => None,
        };
        if let (Some(what), true) = (refused, found.is_ok()) {
            let message = format!("the script of a `package` may not change {what}");
            found = Err(misplaced("misplaced-statement", message, &statement.place));
        }
    });
    found
}

/// `wildcard` is no number: each use is another one. So it may not be calculated with.
fn check_wildcards(assertion: &Assertion) -> Checked<()> {
    match &assertion.kind {
        AssertionKind::Pure(condition) => check_wildcards_in(condition),
        AssertionKind::Access(resource, amount) => {
            check_wildcards_of(resource)?;
            check_amount(amount)
        }
        AssertionKind::Star(parts) => parts.iter().try_for_each(check_wildcards),
        AssertionKind::Conditional(condition, then, otherwise) => {
            check_wildcards_in(condition)?;
            check_wildcards(then)?;
            otherwise.as_deref().map_or(Ok(()), check_wildcards)
        }
        AssertionKind::Let { value, body, .. } => {
            check_wildcards_in(value)?;
            check_wildcards(body)
        }
        AssertionKind::Untouched(body) => check_wildcards(body),
        AssertionKind::ForAll { quantifier, body } => {
            check_wildcards_in(&quantifier.body)?;
            check_wildcards(body)
        }
        AssertionKind::InhaleExhale(inhaled, exhaled) => {
            check_wildcards(inhaled)?;
            check_wildcards(exhaled)
        }
        AssertionKind::Unsupported(_) => Ok(()),
    }
}

fn check_amount(amount: &Expr) -> Checked<()> {
    if let ExprKind::Wildcard = amount.kind { Ok(()) } else { check_wildcards_in(amount) }
}

fn check_wildcards_of(resource: &Resource) -> Checked<()> {
    refuse(|visit| resource.for_each(visit), wildcard)
}

/// `unfolding acc(p(), wildcard) in e` has one where it may stand, so these are counted.
fn check_wildcards_in(expr: &Expr) -> Checked<()> {
    let (mut all, mut amounts) = (Vec::new(), Vec::new());
    expr.for_each(&mut |part| match &part.kind {
        ExprKind::Wildcard => all.push(part),
        ExprKind::Unfolding { permission, .. } => amounts.push(&**permission),
        _ => {}
    });
    let misused = all.into_iter().find(|&found| !amounts.iter().any(|&amount| std::ptr::eq(amount, found)));
    misused.and_then(wildcard).map_or(Ok(()), Err)
}

/// `perm` asks how much is held where the assertion is read: a contract would say one thing to who produces it and another
/// to who consumes it. Only `[A, B]` says which of the two is meant.
pub(super) fn refuse_perm(assertion: &Assertion) -> Checked<()> {
    match &assertion.kind {
        AssertionKind::InhaleExhale(..) => Ok(()),
        AssertionKind::Star(parts) => parts.iter().try_for_each(refuse_perm),
        AssertionKind::Conditional(condition, then, otherwise) => {
            refuse(|visit| condition.for_each(visit), perm)?;
            refuse_perm(then)?;
            otherwise.as_deref().map_or(Ok(()), refuse_perm)
        }
        AssertionKind::Let { value, body, .. } => {
            refuse(|visit| value.for_each(visit), perm)?;
            refuse_perm(body)
        }
        AssertionKind::Untouched(body) => refuse_perm(body),
        AssertionKind::ForAll { quantifier, body } => {
            refuse(|visit| quantifier.body.for_each(visit), perm)?;
            refuse_perm(body)
        }
        AssertionKind::Pure(_) | AssertionKind::Access(..) | AssertionKind::Unsupported(_) => {
            refuse(|visit| assertion.for_each(visit), perm)
        }
    }
}

/// A trigger is a pattern of the solver: applications that mention the variables, no arithmetic and no logic.
pub(super) fn check_trigger(set: &[Expr], bound: &[LocalId], place: &Place) -> Checked<()> {
    let mentions = |expr: &Expr, wanted: &dyn Fn(LocalId) -> bool| {
        let mut found = false;
        expr.for_each(&mut |part| found |= matches!(part.kind, ExprKind::Local(local) if wanted(local)));
        found
    };
    let all = bound.iter().all(|&local| set.iter().any(|expr| mentions(expr, &|other| other == local)));
    let each = set.iter().all(|expr| mentions(expr, &|other| bound.contains(&other)));
    if !all || !each {
        let message = "a trigger must mention every variable of its quantifier, and each of its parts some";
        return Err(misplaced("bad-trigger", message, place));
    }
    match set.iter().find(|expr| !is_pattern(expr)) {
        Some(bad) => {
            let message = "a trigger is an application of functions without arithmetic and logic";
            Err(misplaced("bad-trigger", message, &bad.place))
        }
        None => Ok(()),
    }
}

fn is_pattern(expr: &Expr) -> bool {
    let applies = match &expr.kind {
        ExprKind::Old(_, body) => return is_pattern(body),
        ExprKind::Apply(..)
        | ExprKind::DomainApply { .. }
        | ExprKind::Field(..)
        | ExprKind::Collection(..)
        | ExprKind::Using { .. } => true,
        _ => false,
    };
    let mut allowed = applies;
    expr.for_each(&mut |part| {
        allowed &=
            !matches!(part.kind, ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Conditional(..));
    });
    allowed
}

/// Whether a call makes sense must not depend on the function itself: no circle starts in a precondition.
fn check_precondition_calls(program: &Program, note: &mut dyn FnMut(Checked<()>)) {
    let called: IdVec<FunctionId, Vec<FunctionId>> = program.functions.iter().map(calls).collect();
    for (id, function) in program.functions.iter_enumerated() {
        let mut reached: IdVec<FunctionId, bool> = IdVec::from(vec![false; program.functions.len()]);
        let mut work = Vec::new();
        function.requires.iter().for_each(|clause| clause.for_each(&mut |expr| note_call(expr, &mut work)));
        while let Some(next) = work.pop() {
            if !std::mem::replace(&mut reached[next], true) {
                work.extend(&called[next]);
            }
        }
        if reached[id] {
            let message = format!("the precondition of `{}` calls the function itself", function.name);
            note(Err(misplaced("circular-precondition", message, &function.place)));
        }
    }
}

fn calls(function: &Function) -> Vec<FunctionId> {
    let mut out = Vec::new();
    let clauses = function.requires.iter().chain(&function.ensures);
    clauses.for_each(|clause| clause.for_each(&mut |expr| note_call(expr, &mut out)));
    function.body.iter().for_each(|body| body.for_each(&mut |expr| note_call(expr, &mut out)));
    out
}

fn note_call(expr: &Expr, out: &mut Vec<FunctionId>) {
    if let ExprKind::Apply(function, _) = expr.kind {
        out.push(function);
    }
}
