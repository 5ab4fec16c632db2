//! Walking core trees: every expression inside an expression, assertion or block, outermost first.

use super::{Assertion, AssertionKind, Block, Expr, ExprKind, Program, Quantifier, Resource, Stmt, StmtKind};

impl Program {
    /// Calls `visit` for every expression of every member.
    pub fn for_each_expr<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        for method in self.methods.iter() {
            let clauses = method.requires.iter().chain(&method.ensures);
            clauses.for_each(|clause| clause.for_each(visit));
            method.body.iter().for_each(|body| in_block(body, visit));
        }
        for function in self.functions.iter() {
            let clauses = function.requires.iter().chain(&function.ensures);
            clauses.for_each(|clause| clause.for_each(visit));
            function.body.iter().for_each(|body| body.for_each(visit));
        }
        let predicates = self.predicates.iter().flat_map(|predicate| predicate.parts());
        predicates.for_each(|body| body.for_each(visit));
        let axioms = self.domains.iter().flat_map(|domain| &domain.axioms);
        axioms.for_each(|axiom| axiom.body.for_each(visit));
    }

    /// Whether any member speaks of permission to a family of resources.
    pub fn has_families(&self) -> bool {
        let mut found = false;
        let mut look = |assertion: &Assertion| found |= assertion.has_families();
        for method in self.methods.iter() {
            method.requires.iter().chain(&method.ensures).for_each(&mut look);
            if let Some(body) = &method.body {
                statements(body, &mut |statement| {
                    statement.for_each_part(&mut |assertion| look(assertion), &mut |_| {}, &mut |_| {});
                });
            }
        }
        let functions = self.functions.iter();
        functions.for_each(|function| function.requires.iter().for_each(&mut look));
        self.predicates.iter().flat_map(|predicate| predicate.parts()).for_each(&mut look);
        self.for_each_expr(&mut |expr| {
            if let ExprKind::Asserting { assertion, .. } = &expr.kind {
                look(assertion);
            }
        });
        found
    }
}

impl Assertion {
    /// Whether a part of the assertion is permission to a family of resources.
    fn has_families(&self) -> bool {
        match &self.kind {
            AssertionKind::Pure(_) | AssertionKind::Access(..) | AssertionKind::Unsupported(_) => false,
            AssertionKind::ForAll { .. } => true,
            AssertionKind::Star(parts) => parts.iter().any(Assertion::has_families),
            AssertionKind::Conditional(_, then, otherwise) => {
                then.has_families() || otherwise.as_ref().is_some_and(|otherwise| otherwise.has_families())
            }
            AssertionKind::Let { body, .. } | AssertionKind::Untouched(body) => body.has_families(),
            AssertionKind::InhaleExhale(inhaled, exhaled) => inhaled.has_families() || exhaled.has_families(),
        }
    }
}

fn in_block<'e>(block: &'e Block, visit: &mut dyn FnMut(&'e Expr)) {
    let (mut assertions, mut exprs, mut resources) = (Vec::new(), Vec::new(), Vec::new());
    statements(block, &mut |statement| {
        statement.for_each_part(
            &mut |assertion| assertions.push(assertion),
            &mut |expr| exprs.push(expr),
            &mut |resource| resources.push(resource),
        );
    });
    assertions.into_iter().for_each(|assertion| assertion.for_each(visit));
    exprs.into_iter().for_each(|expr| expr.for_each(visit));
    resources.into_iter().for_each(|resource| resource.for_each(visit));
}

impl Expr {
    /// Calls `visit` for every expression inside, itself included.
    pub fn for_each<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        visit(self);
        match &self.kind {
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Null
            | ExprKind::Write
            | ExprKind::NoPerm
            | ExprKind::Wildcard
            | ExprKind::Local(_) => {}
            ExprKind::Field(body, _) | ExprKind::Unary(_, body) | ExprKind::Old(_, body) => {
                body.for_each(visit)
            }
            ExprKind::Element { array, index, .. } => {
                array.for_each(visit);
                index.for_each(visit);
            }
            ExprKind::Binary(_, first, second)
            | ExprKind::Using { call: first, body: second }
            | ExprKind::Dropping { receiver: first, body: second, .. }
            | ExprKind::Checked { condition: first, body: second, .. }
            | ExprKind::Let { value: first, body: second, .. } => {
                first.for_each(visit);
                second.for_each(visit);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                condition.for_each(visit);
                then.for_each(visit);
                otherwise.for_each(visit);
            }
            ExprKind::Apply(_, arguments)
            | ExprKind::Collection(_, arguments)
            | ExprKind::DomainApply { arguments, .. } => {
                arguments.iter().for_each(|argument| argument.for_each(visit));
            }
            ExprKind::Unfolding { resource, permission, body } => {
                resource.for_each(visit);
                permission.for_each(visit);
                body.for_each(visit);
            }
            ExprKind::Asserting { assertion, body } => {
                assertion.for_each(visit);
                body.for_each(visit);
            }
            ExprKind::Applying { wand, body } => {
                wand.for_each(visit);
                body.for_each(visit);
            }
            ExprKind::Quantified(quantifier) => quantifier.for_each(visit),
            ExprKind::PermOf(resource) | ExprKind::Instance(resource) => resource.for_each(visit),
        }
    }
}

impl Quantifier {
    fn for_each<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        self.triggers.iter().flatten().for_each(|expr| expr.for_each(visit));
        self.body.for_each(visit);
    }
}

impl Resource {
    /// Calls `visit` for every expression inside.
    pub fn for_each<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        match self {
            Resource::Field { receiver, .. } => receiver.for_each(visit),
            Resource::Predicate { arguments, .. } => {
                arguments.iter().for_each(|argument| argument.for_each(visit));
            }
            Resource::Elements { array, lo, hi, .. } => {
                array.for_each(visit);
                lo.for_each(visit);
                hi.for_each(visit);
            }
        }
    }
}

impl Assertion {
    /// Calls `visit` for every expression inside.
    pub fn for_each<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        match &self.kind {
            AssertionKind::Pure(condition) => condition.for_each(visit),
            AssertionKind::Access(resource, permission) => {
                resource.for_each(visit);
                permission.for_each(visit);
            }
            AssertionKind::Star(parts) => parts.iter().for_each(|part| part.for_each(visit)),
            AssertionKind::Conditional(condition, then, otherwise) => {
                condition.for_each(visit);
                then.for_each(visit);
                if let Some(otherwise) = otherwise {
                    otherwise.for_each(visit);
                }
            }
            AssertionKind::Let { value, body, .. } => {
                value.for_each(visit);
                body.for_each(visit);
            }
            AssertionKind::Untouched(body) => body.for_each(visit),
            AssertionKind::InhaleExhale(inhaled, exhaled) => {
                inhaled.for_each(visit);
                exhaled.for_each(visit);
            }
            AssertionKind::ForAll { quantifier, body } => {
                quantifier.for_each(visit);
                body.for_each(visit);
            }
            AssertionKind::Unsupported(_) => {}
        }
    }

    /// Calls `visit` for every resource the assertion gives access to.
    pub fn for_each_resource<'e>(&'e self, visit: &mut dyn FnMut(&'e Resource)) {
        match &self.kind {
            AssertionKind::Pure(_) | AssertionKind::Unsupported(_) => {}
            AssertionKind::Access(resource, _) => visit(resource),
            AssertionKind::Star(parts) => parts.iter().for_each(|part| part.for_each_resource(visit)),
            AssertionKind::Conditional(_, then, otherwise) => {
                then.for_each_resource(visit);
                if let Some(otherwise) = otherwise {
                    otherwise.for_each_resource(visit);
                }
            }
            AssertionKind::Let { body, .. }
            | AssertionKind::Untouched(body)
            | AssertionKind::ForAll { body, .. } => body.for_each_resource(visit),
            AssertionKind::InhaleExhale(inhaled, exhaled) => {
                inhaled.for_each_resource(visit);
                exhaled.for_each_resource(visit);
            }
        }
    }
}

/// Calls `visit` for every statement of a block, outermost first.
pub fn statements<'e>(block: &'e [Stmt], visit: &mut dyn FnMut(&'e Stmt)) {
    for statement in block {
        visit(statement);
        match &statement.kind {
            StmtKind::If { then, otherwise, .. } => {
                statements(then, visit);
                statements(otherwise, visit);
            }
            StmtKind::While { body, .. }
            | StmtKind::Scope { body, .. }
            | StmtKind::Package { script: body, .. } => statements(body, visit),
            _ => {}
        }
    }
}

impl Stmt {
    /// Calls `visit` for every assertion and every expression the statement itself holds, blocks inside left out.
    pub fn for_each_part<'e>(
        &'e self,
        assertion: &mut dyn FnMut(&'e Assertion),
        expr: &mut dyn FnMut(&'e Expr),
        resource: &mut dyn FnMut(&'e Resource),
    ) {
        match &self.kind {
            StmtKind::Assign { value, .. } | StmtKind::Use(value) => expr(value),
            StmtKind::WriteField { receiver, value, .. } => [receiver, value].into_iter().for_each(expr),
            StmtKind::WriteElement { array, index, value, .. } => {
                [array, index, value].into_iter().for_each(expr);
            }
            StmtKind::Call { arguments, .. } => arguments.iter().for_each(expr),
            StmtKind::Fold { resource: opened, permission }
            | StmtKind::Unfold { resource: opened, permission } => {
                resource(opened);
                expr(permission);
            }
            StmtKind::Inhale(part)
            | StmtKind::Exhale(part)
            | StmtKind::Assert(part, _)
            | StmtKind::Refute(part)
            | StmtKind::Assume(part) => assertion(part),
            StmtKind::Package { wand, .. } | StmtKind::Apply(wand) => resource(wand),
            StmtKind::QuasiHavoc { condition, resource: changed, .. } => {
                expr(condition);
                resource(changed);
            }
            StmtKind::If { condition, .. } => expr(condition),
            StmtKind::While { condition, invariants, .. } => {
                expr(condition);
                invariants.iter().for_each(assertion);
            }
            StmtKind::Label(_, invariants) => invariants.iter().for_each(assertion),
            StmtKind::New { .. }
            | StmtKind::Goto(_)
            | StmtKind::Havoc(_)
            | StmtKind::Scope { .. }
            | StmtKind::Unsupported(_) => {}
        }
    }
}
