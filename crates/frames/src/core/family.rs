//! Permission to a family of resources, `forall x :: A`, as a conjunction of facts `forall x :: c(x) ==> e(x)` and of
//! families in normal form, `forall x :: c(x) ==> acc(r(x), p(x))`: the only ones the engine knows.

use base::Place;

use super::{Assertion, AssertionKind, BinaryOp, Expr, ExprKind, LocalId, Quantifier, Resource};

/// `forall bound :: {triggers} body` in normal form.
pub fn for_all(
    bound: Vec<LocalId>,
    triggers: Vec<Vec<Expr>>,
    body: Assertion,
    place: &Place,
) -> AssertionKind {
    let mut parts = Vec::new();
    Prefix { bound, triggers, steps: Vec::new() }.spread(body, &mut parts);
    match parts.len() {
        1 => parts.remove(0).kind,
        _ => Assertion::new(AssertionKind::Star(parts), place).kind,
    }
}

/// What stands between the quantifier and a part of its body.
#[derive(Clone)]
struct Prefix {
    bound: Vec<LocalId>,
    triggers: Vec<Vec<Expr>>,
    steps: Vec<Step>,
}

#[derive(Clone)]
enum Step {
    Guard(Expr),
    Let(LocalId, Expr),
}

impl Prefix {
    fn spread(self, body: Assertion, out: &mut Vec<Assertion>) {
        let place = body.place;
        match body.kind {
            AssertionKind::Pure(fact) => out.push(self.fact(fact)),
            AssertionKind::Access(resource, permission) => {
                out.push(self.family(resource, permission, &place))
            }
            AssertionKind::Star(parts) => parts.into_iter().for_each(|part| self.clone().spread(part, out)),
            AssertionKind::Conditional(condition, then, otherwise) => {
                let negated = !condition.clone();
                self.clone().under(Step::Guard(condition)).spread(*then, out);
                if let Some(otherwise) = otherwise {
                    self.under(Step::Guard(negated)).spread(*otherwise, out);
                }
            }
            AssertionKind::Let { local, value, body } => {
                self.under(Step::Let(local, value)).spread(*body, out)
            }
            AssertionKind::ForAll { quantifier, body } => {
                let mut inner = self.under(Step::Guard(*quantifier.body));
                inner.bound.extend(quantifier.bound);
                inner.triggers.clear();
                inner.spread(*body, out);
            }
            AssertionKind::Untouched(_) => out.push(unsupported("`untouched` below a quantifier", &place)),
            AssertionKind::InhaleExhale(..) => out.push(unsupported("`[A, B]` below a quantifier", &place)),
            AssertionKind::Unsupported(what) => out.push(unsupported(what, &place)),
        }
    }

    fn under(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// `forall x :: c(x) ==> fact`
    fn fact(self, fact: Expr) -> Assertion {
        let place = fact.place.clone();
        let body = self.steps.iter().rev().fold(fact, |body, step| match step {
            Step::Guard(guard) => Expr::binary(BinaryOp::Implies, guard.clone(), body, &place),
            Step::Let(local, value) => let_in(*local, value, body),
        });
        let quantifier = self.quantifier(body);
        let ty = super::Type::Bool;
        Assertion::pure(Expr::new(ExprKind::Quantified(quantifier), ty, &place))
    }

    /// `forall x :: c(x) ==> acc(resource, permission)`
    fn family(self, resource: Resource, permission: Expr, place: &Place) -> Assertion {
        let condition = self.steps.iter().rev().fold(Expr::bool(true, place), |inner, step| match step {
            Step::Guard(guard) if matches!(inner.kind, ExprKind::Bool(true)) => guard.clone(),
            Step::Guard(guard) => Expr::binary(BinaryOp::And, guard.clone(), inner, place),
            Step::Let(local, value) => let_in(*local, value, inner),
        });
        let resource = self.resource(resource);
        let permission = match permission.kind {
            ExprKind::Wildcard => permission,
            _ => self.with_lets(permission),
        };
        let access = Assertion::access(resource, permission, place);
        let quantifier = self.quantifier(condition);
        Assertion::new(AssertionKind::ForAll { quantifier, body: Box::new(access) }, place)
    }

    fn quantifier(self, body: Expr) -> Quantifier {
        Quantifier { existential: false, bound: self.bound, triggers: self.triggers, body: Box::new(body) }
    }

    fn resource(&self, resource: Resource) -> Resource {
        match resource {
            Resource::Field { receiver, field } => {
                Resource::Field { receiver: self.with_lets(receiver), field }
            }
            Resource::Predicate { predicate, arguments } => {
                let arguments = arguments.into_iter().map(|argument| self.with_lets(argument)).collect();
                Resource::Predicate { predicate, arguments }
            }
            Resource::Elements { array, field, lo, hi } => {
                let [array, lo, hi] = [array, lo, hi].map(|part| self.with_lets(part));
                Resource::Elements { array, field, lo, hi }
            }
        }
    }

    fn with_lets(&self, expr: Expr) -> Expr {
        self.steps.iter().rev().fold(expr, |body, step| match step {
            Step::Guard(_) => body,
            Step::Let(local, value) => let_in(*local, value, body),
        })
    }
}

fn let_in(local: LocalId, value: &Expr, body: Expr) -> Expr {
    let (ty, place) = (body.ty.clone(), body.place.clone());
    Expr::new(ExprKind::Let { local, value: Box::new(value.clone()), body: Box::new(body) }, ty, &place)
}

fn unsupported(what: &'static str, place: &Place) -> Assertion {
    Assertion::new(AssertionKind::Unsupported(what), place)
}
