//! Which pure methods call which, outside the places where the heap has become smaller.

use base::Id;

use crate::core::{Assertion, AssertionKind, Expr, ExprKind, Function, FunctionId, Resource};

/// Functions the definition or contract of `function` applies, not counting those inside `opening` or `dropping`.
pub fn unguarded_calls(function: &Function) -> Vec<FunctionId> {
    let mut out = calls_in_contract(function);
    function.body.iter().for_each(|body| in_expr(body, &mut out));
    out
}

/// The functions that a contract calls.
pub fn calls_in_contract(function: &Function) -> Vec<FunctionId> {
    let mut out = Vec::new();
    function.requires.iter().chain(&function.ensures).for_each(|clause| in_assertion(clause, &mut out));
    out
}

/// Whether a chain of calls leads from `function` back to it.
pub fn reaches_itself(function: FunctionId, calls: &[Vec<FunctionId>]) -> bool {
    let mut reached = calls[function.index()].clone();
    let mut next = 0;
    while next < reached.len() {
        if reached[next] == function {
            return true;
        }
        for &further in &calls[reached[next].index()] {
            if !reached.contains(&further) {
                reached.push(further);
            }
        }
        next += 1;
    }
    false
}

fn in_expr(expr: &Expr, out: &mut Vec<FunctionId>) {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Null
        | ExprKind::Write
        | ExprKind::NoPerm
        | ExprKind::Wildcard
        | ExprKind::Local(_) => {}
        ExprKind::Apply(function, arguments) => {
            out.push(*function);
            arguments.iter().for_each(|argument| in_expr(argument, out));
        }
        ExprKind::Field(inner, _) | ExprKind::Unary(_, inner) | ExprKind::Old(_, inner) => {
            in_expr(inner, out)
        }
        ExprKind::Element { array: lhs, index: rhs, .. }
        | ExprKind::Binary(_, lhs, rhs)
        | ExprKind::Using { call: lhs, body: rhs }
        | ExprKind::Checked { condition: lhs, body: rhs, .. }
        | ExprKind::Let { value: lhs, body: rhs, .. } => {
            in_expr(lhs, out);
            in_expr(rhs, out);
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            [condition, then, otherwise].into_iter().for_each(|part| in_expr(part, out));
        }
        ExprKind::DomainApply { arguments, .. } | ExprKind::Collection(_, arguments) => {
            arguments.iter().for_each(|argument| in_expr(argument, out));
        }
        ExprKind::Unfolding { resource, permission, .. } => {
            in_resource(resource, out);
            in_expr(permission, out);
        }
        ExprKind::Dropping { receiver, .. } => in_expr(receiver, out),
        ExprKind::Asserting { assertion, body } => {
            in_assertion(assertion, out);
            in_expr(body, out);
        }
        ExprKind::Applying { wand, body } => {
            in_resource(wand, out);
            in_expr(body, out);
        }
        ExprKind::Quantified(quantifier) => in_expr(&quantifier.body, out),
        ExprKind::PermOf(resource) | ExprKind::Instance(resource) => in_resource(resource, out),
    }
}

fn in_assertion(assertion: &Assertion, out: &mut Vec<FunctionId>) {
    match &assertion.kind {
        AssertionKind::Pure(expr) => in_expr(expr, out),
        AssertionKind::Access(resource, amount) => {
            in_resource(resource, out);
            in_expr(amount, out);
        }
        AssertionKind::Star(parts) => parts.iter().for_each(|part| in_assertion(part, out)),
        AssertionKind::Conditional(condition, then, otherwise) => {
            in_expr(condition, out);
            in_assertion(then, out);
            otherwise.iter().for_each(|otherwise| in_assertion(otherwise, out));
        }
        AssertionKind::Let { value, body, .. } => {
            in_expr(value, out);
            in_assertion(body, out);
        }
        AssertionKind::Untouched(inner) => in_assertion(inner, out),
        AssertionKind::InhaleExhale(lhs, rhs) => {
            in_assertion(lhs, out);
            in_assertion(rhs, out);
        }
        AssertionKind::ForAll { quantifier, body } => {
            in_expr(&quantifier.body, out);
            in_assertion(body, out);
        }
        AssertionKind::Unsupported(_) => {}
    }
}

fn in_resource(resource: &Resource, out: &mut Vec<FunctionId>) {
    match resource {
        Resource::Field { receiver, .. } => in_expr(receiver, out),
        Resource::Predicate { arguments, .. } => arguments.iter().for_each(|argument| in_expr(argument, out)),
        Resource::Elements { array, lo, hi, .. } => {
            [array, lo, hi].into_iter().for_each(|part| in_expr(part, out))
        }
    }
}
