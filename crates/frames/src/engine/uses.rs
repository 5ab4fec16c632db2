//! What members mention: every expression of a member, the functions it may call, directly or through contracts
//! and predicate bodies. Decides which axioms a member's proof starts from.

use base::{Id, IdVec};

use super::state::Owner;
use crate::core::visit::statements;
use crate::core::{
    Assertion, Block, Expr, ExprKind, Function, FunctionId, Method, MethodId, PredicateId, Program, Resource,
    Stmt, StmtKind,
};

/// Members one member mentions, closed under mentioning.
pub(super) struct Uses {
    functions: IdVec<FunctionId, bool>,
    predicates: IdVec<PredicateId, bool>,
    methods: IdVec<MethodId, bool>,
    /// Bodies of predicates are looked into.
    deep: bool,
}

impl Uses {
    pub(super) fn of_method(program: &Program, method: &Method) -> Self {
        let mut uses = Self::none(program);
        uses.contracts(program, method);
        if let Some(body) = &method.body {
            uses.block(program, body);
        }
        uses
    }

    pub(super) fn of_function(program: &Program, function: &Function) -> Self {
        let mut uses = Self::none(program);
        uses.function_parts(program, function);
        uses
    }

    /// What a function's definition calls, predicates it opens left out.
    pub(super) fn direct(program: &Program, function: &Function) -> Self {
        let mut uses = Self { deep: false, ..Self::none(program) };
        uses.function_parts(program, function);
        uses
    }

    pub(super) fn of_assertion(program: &Program, assertion: &Assertion) -> Self {
        let mut uses = Self::none(program);
        uses.assertion(program, assertion);
        uses
    }

    pub(super) fn functions(&self) -> impl Iterator<Item = FunctionId> + '_ {
        marked(&self.functions)
    }

    /// All members mentioned.
    pub(super) fn members(&self) -> Vec<Owner> {
        let functions = self.functions().map(Owner::Function);
        let predicates = marked(&self.predicates).map(Owner::Predicate);
        functions.chain(predicates).chain(marked(&self.methods).map(Owner::Method)).collect()
    }

    /// Axioms of domains count for everyone.
    pub(super) fn with_domains(mut self, program: &Program) -> Self {
        for axiom in program.domains.iter().flat_map(|domain| &domain.axioms) {
            self.expr(program, &axiom.body);
        }
        self
    }

    fn none(program: &Program) -> Self {
        Self {
            functions: IdVec::from(vec![false; program.functions.len()]),
            predicates: IdVec::from(vec![false; program.predicates.len()]),
            methods: IdVec::from(vec![false; program.methods.len()]),
            deep: true,
        }
    }

    fn contracts(&mut self, program: &Program, method: &Method) {
        for clause in method.requires.iter().chain(&method.ensures) {
            self.assertion(program, clause);
        }
    }

    fn function_parts(&mut self, program: &Program, function: &Function) {
        for clause in function.requires.iter().chain(&function.ensures) {
            self.assertion(program, clause);
        }
        if let Some(body) = &function.body {
            self.expr(program, body);
        }
    }

    fn block(&mut self, program: &Program, block: &Block) {
        let mut all = Vec::new();
        statements(block, &mut |statement| all.push(statement));
        all.into_iter().for_each(|statement| self.statement(program, statement));
    }

    fn statement(&mut self, program: &Program, statement: &Stmt) {
        if let StmtKind::Call { method, .. } = &statement.kind
            && mark(&mut self.methods, *method)
        {
            self.contracts(program, &program.methods[*method]);
        }
        let (mut assertions, mut exprs, mut resources) = (Vec::new(), Vec::new(), Vec::new());
        statement.for_each_part(
            &mut |assertion| assertions.push(assertion),
            &mut |expr| exprs.push(expr),
            &mut |resource| resources.push(resource),
        );
        assertions.into_iter().for_each(|assertion| self.assertion(program, assertion));
        exprs.into_iter().for_each(|expr| self.expr(program, expr));
        resources.into_iter().for_each(|resource| self.resource(program, resource));
    }

    fn assertion(&mut self, program: &Program, assertion: &Assertion) {
        let mut resources = Vec::new();
        assertion.for_each_resource(&mut |resource| resources.push(resource));
        resources.into_iter().for_each(|resource| self.predicate_of(program, resource));
        let mut exprs = Vec::new();
        assertion.for_each(&mut |expr| exprs.push(expr));
        exprs.into_iter().for_each(|expr| self.node(program, expr));
    }

    fn resource(&mut self, program: &Program, resource: &Resource) {
        self.predicate_of(program, resource);
        let mut exprs = Vec::new();
        resource.for_each(&mut |expr| exprs.push(expr));
        exprs.into_iter().for_each(|expr| self.node(program, expr));
    }

    fn expr(&mut self, program: &Program, expr: &Expr) {
        let mut exprs = Vec::new();
        expr.for_each(&mut |expr| exprs.push(expr));
        exprs.into_iter().for_each(|expr| self.node(program, expr));
    }

    /// One node, without its children.
    fn node(&mut self, program: &Program, expr: &Expr) {
        match &expr.kind {
            ExprKind::Apply(function, _) if mark(&mut self.functions, *function) => {
                self.function_parts(program, &program.functions[*function]);
            }
            ExprKind::Unfolding { resource, .. } | ExprKind::Applying { wand: resource, .. } => {
                self.predicate_of(program, resource);
            }
            _ => {}
        }
    }

    fn predicate_of(&mut self, program: &Program, resource: &Resource) {
        if let Resource::Predicate { predicate, .. } = resource
            && self.deep
            && mark(&mut self.predicates, *predicate)
        {
            program.predicates[*predicate].parts().for_each(|part| self.assertion(program, part));
        }
    }
}

/// Marks an id; whether it was unmarked.
fn mark<I: Id>(marks: &mut IdVec<I, bool>, id: I) -> bool {
    !std::mem::replace(&mut marks[id], true)
}

fn marked<I: Id>(marks: &IdVec<I, bool>) -> impl Iterator<Item = I> + '_ {
    marks.iter_enumerated().filter(|(_, used)| **used).map(|(id, _)| id)
}
