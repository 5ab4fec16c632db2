//! Magic wands `A --* B` as predicates without a body.
//!
//! What has its value when a wand is made is a parameter: locals, `old(..)`, and what is computed from these alone by operations
//! that are always defined. What is left is the wand's *shape*. Wands of one shape are instances of one predicate, so who
//! holds one, and which one is meant, is asked as of any other predicate. A shape may not depend on the member it stands in.

use base::{Diagnostic, Place, Source};

use super::{Checked, Scope, not_supported};
use crate::core::{
    Assertion, AssertionKind, BinaryOp, CollectionOp, Expr, ExprKind, LabelId, Local, LocalId, Locals,
    Predicate, PredicateId, Quantifier, Resource, Wand,
};
use crate::viper::syntax::{Exp, ExpKind, Operator};

/// A shape and the predicate that stands for it.
pub(super) struct Shape {
    /// Equal for equal shapes.
    key: String,
    predicate: Predicate,
}

impl Shape {
    pub(super) fn into_predicate(self) -> Predicate {
        self.predicate
    }
}

impl Scope<'_> {
    /// What `package` and `apply` are about.
    pub(super) fn wand_resource(&mut self, exp: &Exp) -> Checked<Resource> {
        match &exp.kind {
            ExpKind::Binary(Operator::Wand, lhs, rhs) => self.wand(lhs, rhs, &exp.place),
            _ => {
                let message = "expected a magic wand";
                Err(Diagnostic::error("not-a-wand", message).at(exp.place.clone()))
            }
        }
    }

    /// The instance of a shape that a wand is.
    pub(super) fn wand(&mut self, lhs: &Exp, rhs: &Exp, place: &Place) -> Checked<Resource> {
        if self.refuses_wands {
            let message = "a magic wand may not stand in a function or predicate";
            return Err(Diagnostic::error("misplaced-wand", message).at(place.clone()));
        }
        let outside = (self.in_wand_rhs, self.in_script);
        (self.in_wand_rhs, self.in_script) = (0, 0);
        let first = self.contract_part(lhs);
        self.in_wand_rhs = 1;
        let second = first.and_then(|first| Ok((first, self.contract_part(rhs)?)));
        (self.in_wand_rhs, self.in_script) = outside;
        let (mut lhs, mut rhs) = second?;
        self.infer.settle_assertion(&mut lhs);
        self.infer.settle_assertion(&mut rhs);
        let mut bound = Vec::new();
        binders(&lhs, &mut bound);
        binders(&rhs, &mut bound);
        let locals = self.settled_locals();
        let mut shaping = Shaping {
            outer: &locals,
            bound,
            locals: Locals::new(),
            params: Vec::new(),
            arguments: Vec::new(),
            renamed: Vec::new(),
            everywhere: None,
            refused: None,
        };
        let kept = (lhs.clone(), rhs.clone());
        let wand = Wand { lhs: shaping.assertion(lhs), rhs: shaping.assertion(rhs) };
        if let Some((what, place)) = shaping.refused.take() {
            return Err(not_supported(what, &place));
        }
        let arguments = std::mem::take(&mut shaping.arguments);
        let (shape_locals, params) =
            (std::mem::take(&mut shaping.locals), std::mem::take(&mut shaping.params));
        // The same again with all places forgotten, and names too: what is left tells shapes apart.
        let nowhere = Source::new("wand", "").place(0, 0);
        let mut plain = Shaping { everywhere: Some(nowhere), renamed: Vec::new(), ..shaping };
        let (lhs, rhs) = (plain.assertion(kept.0), plain.assertion(kept.1));
        let types: Vec<_> = plain.locals.iter().map(|local| &local.ty).collect();
        let key = format!("{types:?} {:?} {lhs:?} {rhs:?}", plain.params);
        let mut wands = self.cx.wands.borrow_mut();
        let index = wands.iter().position(|shape| shape.key == key).unwrap_or_else(|| {
            let predicate = Predicate {
                name: place.text().split_whitespace().collect::<Vec<_>>().join(" "),
                place: place.clone(),
                locals: shape_locals,
                params,
                body: None,
                wand: Some(wand),
            };
            wands.push(Shape { key, predicate });
            wands.len() - 1
        });
        let predicate = PredicateId((self.cx.signatures.predicates.len() + index) as u32);
        Ok(Resource::Predicate { predicate, arguments })
    }
}

/// Takes the parameters out of a wand.
struct Shaping<'a> {
    outer: &'a Locals,
    /// Variables the wand itself binds.
    bound: Vec<LocalId>,
    /// Locals of the shape: parameters and bound variables, in the order they are met.
    locals: Locals,
    params: Vec<LocalId>,
    arguments: Vec<Expr>,
    renamed: Vec<(LocalId, LocalId)>,
    /// The place every part gets; nothing: its own.
    everywhere: Option<Place>,
    /// The first part that would mean something else elsewhere.
    refused: Option<(&'static str, Place)>,
}

impl Shaping<'_> {
    fn place(&self, own: Place) -> Place {
        self.everywhere.clone().unwrap_or(own)
    }

    fn local(&mut self, local: LocalId) -> LocalId {
        if let Some((_, known)) = self.renamed.iter().find(|(from, _)| *from == local) {
            return *known;
        }
        let declared = self.outer[local].clone();
        let place = self.place(declared.place.clone());
        let name = if self.everywhere.is_some() { String::new() } else { declared.name };
        let new = self.locals.push(Local { name, ty: declared.ty, place });
        self.renamed.push((local, new));
        new
    }

    /// Whether an expression has one value, always, once the wand is made.
    fn is_fixed(&self, expr: &Expr) -> bool {
        let all = |parts: &[&Expr]| parts.iter().all(|part| self.is_fixed(part));
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Null | ExprKind::Write | ExprKind::NoPerm => {
                true
            }
            ExprKind::Local(local) => !self.bound.contains(local),
            ExprKind::Old(label, body) => *label != Some(LabelId::LHS) && self.is_closed(body),
            ExprKind::Unary(_, operand) => self.is_fixed(operand),
            ExprKind::Binary(op, lhs, rhs) => {
                let is_partial = matches!(
                    op,
                    BinaryOp::Div
                        | BinaryOp::Mod
                        | BinaryOp::JavaDiv
                        | BinaryOp::JavaRem
                        | BinaryOp::Fraction
                );
                !is_partial && all(&[&**lhs, &**rhs])
            }
            ExprKind::Conditional(condition, then, otherwise) => all(&[&**condition, &**then, &**otherwise]),
            ExprKind::DomainApply { arguments, .. } => arguments.iter().all(|part| self.is_fixed(part)),
            ExprKind::Collection(op, operands) => {
                !matches!(op, CollectionOp::Index | CollectionOp::Update)
                    && operands.iter().all(|part| self.is_fixed(part))
            }
            ExprKind::Wildcard
            | ExprKind::Field(..)
            | ExprKind::Element { .. }
            | ExprKind::Apply(..)
            | ExprKind::Unfolding { .. }
            | ExprKind::Using { .. }
            | ExprKind::Dropping { .. }
            | ExprKind::Checked { .. }
            | ExprKind::Asserting { .. }
            | ExprKind::Applying { .. }
            | ExprKind::Let { .. }
            | ExprKind::Quantified(_)
            | ExprKind::PermOf(_)
            | ExprKind::Instance(_) => false,
        }
    }

    /// Whether nothing in it is bound by the wand or about the wand's left side.
    fn is_closed(&self, expr: &Expr) -> bool {
        let mut closed = true;
        expr.for_each(&mut |part| {
            closed &= match &part.kind {
                ExprKind::Local(local) => !self.bound.contains(local),
                ExprKind::Old(Some(LabelId::LHS), _) | ExprKind::PermOf(_) => false,
                _ => true,
            };
        });
        closed
    }

    fn mentions_a_value(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.for_each(&mut |part| found |= matches!(part.kind, ExprKind::Local(_) | ExprKind::Old(..)));
        found
    }

    fn refuse(&mut self, what: &'static str, place: &Place) {
        self.refused.get_or_insert_with(|| (what, place.clone()));
    }

    fn exprs(&mut self, exprs: Vec<Expr>) -> Vec<Expr> {
        exprs.into_iter().map(|expr| self.expr(expr)).collect()
    }

    #[expect(clippy::boxed_local, reason = "what comes boxed goes boxed")]
    fn boxed(&mut self, expr: Box<Expr>) -> Box<Expr> {
        Box::new(self.expr(*expr))
    }

    fn expr(&mut self, expr: Expr) -> Expr {
        if self.is_fixed(&expr) && self.mentions_a_value(&expr) {
            return self.parameter(expr);
        }
        let Expr { kind, ty, place } = expr;
        let kind = match kind {
            kind @ (ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Null
            | ExprKind::Write
            | ExprKind::NoPerm
            | ExprKind::Wildcard) => kind,
            ExprKind::Local(local) => ExprKind::Local(self.local(local)),
            ExprKind::Field(receiver, field) => ExprKind::Field(self.boxed(receiver), field),
            ExprKind::Element { array, field, index } => {
                ExprKind::Element { array: self.boxed(array), field, index: self.boxed(index) }
            }
            ExprKind::Unary(op, operand) => ExprKind::Unary(op, self.boxed(operand)),
            ExprKind::Binary(op, lhs, rhs) => ExprKind::Binary(op, self.boxed(lhs), self.boxed(rhs)),
            ExprKind::Conditional(condition, then, otherwise) => {
                ExprKind::Conditional(self.boxed(condition), self.boxed(then), self.boxed(otherwise))
            }
            ExprKind::Apply(function, arguments) => ExprKind::Apply(function, self.exprs(arguments)),
            ExprKind::DomainApply { function, type_arguments, arguments } => {
                ExprKind::DomainApply { function, type_arguments, arguments: self.exprs(arguments) }
            }
            ExprKind::Old(label, body) => {
                if label != Some(LabelId::LHS) {
                    self.refuse("`old` of what a magic wand binds itself", &place);
                }
                ExprKind::Old(label, self.boxed(body))
            }
            ExprKind::Unfolding { resource, permission, body } => ExprKind::Unfolding {
                resource: Box::new(self.resource(*resource)),
                permission: self.boxed(permission),
                body: self.boxed(body),
            },
            ExprKind::Using { call, body } => {
                ExprKind::Using { call: self.boxed(call), body: self.boxed(body) }
            }
            ExprKind::Dropping { receiver, field, body } => {
                ExprKind::Dropping { receiver: self.boxed(receiver), field, body: self.boxed(body) }
            }
            ExprKind::Checked { condition, reason, body } => {
                ExprKind::Checked { condition: self.boxed(condition), reason, body: self.boxed(body) }
            }
            ExprKind::Asserting { assertion, body } => {
                let assertion = Box::new(self.assertion(*assertion));
                ExprKind::Asserting { assertion, body: self.boxed(body) }
            }
            ExprKind::Applying { wand, body } => {
                self.refuse("`applying` inside a magic wand", &place);
                ExprKind::Applying { wand, body }
            }
            ExprKind::Let { local, value, body } => {
                let value = self.boxed(value);
                ExprKind::Let { local: self.local(local), value, body: self.boxed(body) }
            }
            ExprKind::Quantified(quantifier) => ExprKind::Quantified(self.quantifier(quantifier)),
            ExprKind::Instance(resource) => ExprKind::Instance(Box::new(self.resource(*resource))),
            ExprKind::PermOf(resource) => {
                self.refuse("`perm` inside a magic wand", &place);
                ExprKind::PermOf(resource)
            }
            ExprKind::Collection(op, operands) => ExprKind::Collection(op, self.exprs(operands)),
        };
        Expr { kind, ty, place: self.place(place) }
    }

    fn parameter(&mut self, argument: Expr) -> Expr {
        let (ty, place) = (argument.ty.clone(), self.place(argument.place.clone()));
        let name = match (&argument.kind, &self.everywhere) {
            (ExprKind::Local(local), None) => self.outer[*local].name.clone(),
            _ => String::new(),
        };
        let param = self.locals.push(Local { name, ty: ty.clone(), place: place.clone() });
        self.params.push(param);
        self.arguments.push(argument);
        Expr { kind: ExprKind::Local(param), ty, place }
    }

    fn quantifier(&mut self, quantifier: Quantifier) -> Quantifier {
        let Quantifier { existential, bound, triggers, body } = quantifier;
        let bound = bound.into_iter().map(|local| self.local(local)).collect();
        let triggers = triggers.into_iter().map(|trigger| self.exprs(trigger)).collect();
        Quantifier { existential, bound, triggers, body: self.boxed(body) }
    }

    fn resource(&mut self, resource: Resource) -> Resource {
        match resource {
            Resource::Field { receiver, field } => Resource::Field { receiver: self.expr(receiver), field },
            Resource::Predicate { predicate, arguments } => {
                Resource::Predicate { predicate, arguments: self.exprs(arguments) }
            }
            Resource::Elements { array, field, lo, hi } => {
                let (array, lo, hi) = (self.expr(array), self.expr(lo), self.expr(hi));
                Resource::Elements { array, field, lo, hi }
            }
        }
    }

    fn assertion(&mut self, assertion: Assertion) -> Assertion {
        let Assertion { kind, place } = assertion;
        let kind = match kind {
            AssertionKind::Pure(fact) => AssertionKind::Pure(self.expr(fact)),
            AssertionKind::Access(resource, permission) => {
                let resource = self.resource(resource);
                AssertionKind::Access(resource, self.expr(permission))
            }
            AssertionKind::Star(parts) => {
                AssertionKind::Star(parts.into_iter().map(|part| self.assertion(part)).collect())
            }
            AssertionKind::Conditional(condition, then, otherwise) => {
                let condition = self.expr(condition);
                let then = Box::new(self.assertion(*then));
                let otherwise = otherwise.map(|otherwise| Box::new(self.assertion(*otherwise)));
                AssertionKind::Conditional(condition, then, otherwise)
            }
            AssertionKind::Let { local, value, body } => {
                let value = self.expr(value);
                let local = self.local(local);
                AssertionKind::Let { local, value, body: Box::new(self.assertion(*body)) }
            }
            AssertionKind::Untouched(body) => {
                self.refuse("`untouched` inside a magic wand", &place);
                AssertionKind::Untouched(body)
            }
            AssertionKind::InhaleExhale(inhaled, exhaled) => {
                self.refuse("`[A, B]` inside a magic wand", &place);
                AssertionKind::InhaleExhale(inhaled, exhaled)
            }
            AssertionKind::ForAll { quantifier, body } => {
                let quantifier = self.quantifier(quantifier);
                AssertionKind::ForAll { quantifier, body: Box::new(self.assertion(*body)) }
            }
            AssertionKind::Unsupported(what) => AssertionKind::Unsupported(what),
        };
        Assertion { kind, place: self.place(place) }
    }
}

/// Locals an assertion binds: by quantifiers and `let`.
fn binders(assertion: &Assertion, out: &mut Vec<LocalId>) {
    match &assertion.kind {
        AssertionKind::Star(parts) => parts.iter().for_each(|part| binders(part, out)),
        AssertionKind::Conditional(_, then, otherwise) => {
            binders(then, out);
            otherwise.iter().for_each(|otherwise| binders(otherwise, out));
        }
        AssertionKind::Let { local, body, .. } => {
            out.push(*local);
            binders(body, out);
        }
        AssertionKind::ForAll { quantifier, body } => {
            out.extend(&quantifier.bound);
            binders(body, out);
        }
        AssertionKind::Untouched(body) => binders(body, out),
        AssertionKind::InhaleExhale(one, other) => {
            binders(one, out);
            binders(other, out);
        }
        AssertionKind::Pure(_) | AssertionKind::Access(..) | AssertionKind::Unsupported(_) => {}
    }
    assertion.for_each(&mut |expr| match &expr.kind {
        ExprKind::Let { local, .. } => out.push(*local),
        ExprKind::Quantified(quantifier) => out.extend(&quantifier.bound),
        ExprKind::Asserting { assertion, .. } => binders(assertion, out),
        _ => {}
    });
}
