//! Walks over syntax trees that only collect names.

use super::ast::{Block, ContractExpr, Expr, ExprKind, Receiver, Stmt, StmtKind, TypeRefKind};

/// Calls `visit` for every expression in the block, outer ones first; loop clauses are left out.
pub fn expressions(block: &Block, visit: &mut impl FnMut(&Expr)) {
    for statement in block {
        in_statement(statement, visit);
    }
}

/// Names assigned somewhere in the block.
pub fn assigned_names(block: &Block) -> Vec<String> {
    let mut out = Vec::new();
    expressions(block, &mut |expr| {
        if let ExprKind::Assign { target, .. } | ExprKind::Step { target, .. } = &*expr.kind
            && let ExprKind::Name(name) = &*target.kind
        {
            out.push(name.clone());
        }
    });
    out
}

/// Whether a name occurs in the expression.
pub fn mentions(expr: &Expr, name: &str) -> bool {
    let mut found = false;
    in_expr(expr, &mut |expr| found |= matches!(&*expr.kind, ExprKind::Name(other) if other == name));
    found
}

/// A call as far as names tell: the method's name, or for a constructor its class's; none for `this(…)` and `super(…)`.
pub struct Call {
    pub name: Option<String>,
    pub arity: usize,
}

/// All calls in the block.
pub fn calls(block: &Block) -> Vec<Call> {
    let mut out = Vec::new();
    expressions(block, &mut |expr| out.extend(call(expr)));
    for statement in block {
        if let StmtKind::Construct { args, .. } = &statement.kind {
            out.push(Call { name: None, arity: args.len() });
        }
    }
    out
}

/// All calls in an expression.
pub fn calls_in(expr: &Expr, out: &mut Vec<Call>) {
    in_expr(expr, &mut |expr| out.extend(call(expr)));
}

fn call(expr: &Expr) -> Option<Call> {
    match &*expr.kind {
        ExprKind::Call { method, args, .. } => {
            Some(Call { name: Some(method.text.clone()), arity: args.len() })
        }
        ExprKind::New { class, args, .. } => match &class.kind {
            TypeRefKind::Named(name, _) => Some(Call { name: Some(name.clone()), arity: args.len() }),
            TypeRefKind::Array(_) => None,
        },
        _ => None,
    }
}

/// Whether every loop in the block has a measure.
pub fn loops_have_measures(block: &Block) -> bool {
    block.iter().all(has_measures)
}

fn has_measures(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::While { spec, body, .. }
        | StmtKind::DoWhile { spec, body, .. }
        | StmtKind::For { spec, body, .. } => spec.decreases.is_some() && has_measures(body),
        StmtKind::Block(block) => loops_have_measures(block),
        StmtKind::If { then, otherwise, .. } => {
            has_measures(then) && otherwise.iter().all(|otherwise| has_measures(otherwise))
        }
        StmtKind::Switch { groups, .. } => groups.iter().all(|group| loops_have_measures(&group.body)),
        StmtKind::Labeled { body, .. } => has_measures(body),
        StmtKind::Try { body, catches, finally } => {
            loops_have_measures(body)
                && catches.iter().all(|catch| loops_have_measures(&catch.body))
                && finally.iter().all(loops_have_measures)
        }
        StmtKind::Local { .. }
        | StmtKind::Ghost(_)
        | StmtKind::Expr(_)
        | StmtKind::Throw(_)
        | StmtKind::Assert(_)
        | StmtKind::Open(_)
        | StmtKind::Close(_)
        | StmtKind::Use(_)
        | StmtKind::Return(_)
        | StmtKind::Construct { .. }
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Empty => true,
    }
}

fn in_statement(statement: &Stmt, visit: &mut impl FnMut(&Expr)) {
    match &statement.kind {
        StmtKind::Block(block) => expressions(block, visit),
        StmtKind::Local { init, .. } => init.iter().for_each(|init| in_expr(init, visit)),
        StmtKind::Ghost(inner) => in_statement(inner, visit),
        StmtKind::Expr(expr)
        | StmtKind::Throw(expr)
        | StmtKind::Assert(expr)
        | StmtKind::Open(expr)
        | StmtKind::Close(expr)
        | StmtKind::Use(expr) => in_expr(expr, visit),
        StmtKind::If { condition, then, otherwise } => {
            in_expr(condition, visit);
            in_statement(then, visit);
            otherwise.iter().for_each(|otherwise| in_statement(otherwise, visit));
        }
        StmtKind::While { condition, body, .. } | StmtKind::DoWhile { condition, body, .. } => {
            in_expr(condition, visit);
            in_statement(body, visit);
        }
        StmtKind::For { init, condition, update, body, .. } => {
            expressions(init, visit);
            condition.iter().chain(update).for_each(|expr| in_expr(expr, visit));
            in_statement(body, visit);
        }
        StmtKind::Switch { subject, groups } => {
            in_expr(subject, visit);
            groups.iter().for_each(|group| expressions(&group.body, visit));
        }
        StmtKind::Labeled { body, .. } => in_statement(body, visit),
        StmtKind::Return(value) => value.iter().for_each(|value| in_expr(value, visit)),
        StmtKind::Try { body, catches, finally } => {
            expressions(body, visit);
            catches.iter().for_each(|catch| expressions(&catch.body, visit));
            finally.iter().for_each(|finally| expressions(finally, visit));
        }
        StmtKind::Construct { args, .. } => args.iter().for_each(|arg| in_expr(arg, visit)),
        StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Empty => {}
    }
}

fn in_expr(expr: &Expr, visit: &mut impl FnMut(&Expr)) {
    visit(expr);
    let mut each = |expr: &Expr| in_expr(expr, visit);
    match &*expr.kind {
        ExprKind::Null
        | ExprKind::This
        | ExprKind::Bool(_)
        | ExprKind::Int(..)
        | ExprKind::Str(_)
        | ExprKind::Name(_) => {}
        ExprKind::Field(object, _) => each(object),
        ExprKind::Index(lhs, rhs) | ExprKind::Binary(_, lhs, rhs) => {
            each(lhs);
            each(rhs);
        }
        ExprKind::Call { receiver, args, given, .. } => {
            if let Receiver::Expr(object) = receiver {
                each(object);
            }
            args.iter().chain(given.iter().map(|(_, value)| value)).for_each(each);
        }
        ExprKind::New { args, given, .. } => {
            args.iter().chain(given.iter().map(|(_, value)| value)).for_each(each);
        }
        ExprKind::NewArray { dims, init, .. } => dims.iter().chain(init.iter().flatten()).for_each(each),
        ExprKind::Unary(_, operand) | ExprKind::Cast(_, operand) | ExprKind::InstanceOf(operand, _) => {
            each(operand)
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            each(condition);
            each(then);
            each(otherwise);
        }
        ExprKind::Assign { target, value, .. } => {
            each(target);
            each(value);
        }
        ExprKind::Step { target, .. } => each(target),
        ExprKind::Contract(contract) => match contract {
            ContractExpr::Result => {}
            ContractExpr::Old(inner) | ContractExpr::Untouched(inner) | ContractExpr::Exact(inner) => {
                each(inner)
            }
            ContractExpr::Acc(location, amount) => {
                each(location);
                amount.iter().for_each(each);
            }
            ContractExpr::Range(base, low, high) => {
                each(base);
                low.iter().chain(high).for_each(each);
            }
            ContractExpr::Opening { predicate: head, body }
            | ContractExpr::Using { call: head, body }
            | ContractExpr::Dropping { field: head, body }
            | ContractExpr::Let { value: head, body, .. } => {
                each(head);
                each(body);
            }
            ContractExpr::Quantifier { body, .. } => each(body),
            ContractExpr::Collection { items, .. } => items.iter().for_each(each),
        },
    }
}
