//! Quantifiers: every value the guard leaves possible is tried; without bounds only a few, which may decide
//! against a `forall` and for an `exists` but never the other way.

use frames::core::{BinaryOp, CollectionOp, Expr, ExprKind, LocalId, Quantifier, Type};
use num_bigint::BigInt;

use crate::eval::{num_iter, unknown};
use crate::value::{Ref, Value};
use crate::world::{Outcome, Stop, Store, World};

/// Values to try, and whether there are no others that matter.
struct Candidates {
    values: Vec<Value>,
    complete: bool,
}

/// More values than this are not tried.
const MOST: i64 = 300;

impl World<'_> {
    /// The value of a quantified formula, as far as trying tells.
    pub fn quantified(&mut self, store: &mut Store, quantifier: &Quantifier) -> Outcome<Value> {
        let wanted = quantifier.existential;
        let guard = guard_of(quantifier);
        match self.search(store, quantifier, &guard, 0)? {
            Search::Found => Ok(Value::Bool(wanted)),
            Search::Absent => Ok(Value::Bool(!wanted)),
            Search::Incomplete => unknown("a quantifier without bounds"),
        }
    }

    /// Looks for values of the bound variables from `next` on that decide the quantifier.
    fn search(
        &mut self,
        store: &mut Store,
        quantifier: &Quantifier,
        guard: &[&Expr],
        next: usize,
    ) -> Outcome<Search> {
        let Some(&local) = quantifier.bound.get(next) else {
            return match self.bool(store, &quantifier.body) {
                Ok(value) if value == quantifier.existential => Ok(Search::Found),
                Ok(_) => Ok(Search::Absent),
                Err(Stop::Unknown(why)) => Err(Stop::Unknown(why)),
                Err(Stop::Undefined(_)) => Ok(Search::Incomplete),
            };
        };
        let candidates = self.candidates(store, guard, local, &quantifier.bound[next..]);
        let mut complete = candidates.complete;
        for value in candidates.values {
            store.values.insert(local, value);
            match self.search(store, quantifier, guard, next + 1)? {
                Search::Found => return Ok(Search::Found),
                Search::Absent => {}
                Search::Incomplete => complete = false,
            }
        }
        store.values.remove(&local);
        Ok(if complete { Search::Absent } else { Search::Incomplete })
    }

    fn candidates(
        &mut self,
        store: &mut Store,
        guard: &[&Expr],
        local: LocalId,
        unbound: &[LocalId],
    ) -> Candidates {
        let mut ty = None;
        for condition in guard {
            condition.for_each(&mut |expr| {
                if is_local(expr, local) {
                    ty = Some(expr.ty.clone());
                }
            });
            if let ExprKind::Collection(CollectionOp::Contains, operands) = &condition.kind
                && is_local(&operands[0], local)
                && !mentions(&operands[1], unbound)
            {
                match self.eval(store, &operands[1]) {
                    Ok(Value::Seq(values)) => return Candidates { values, complete: true },
                    Ok(Value::Set(values)) => {
                        return Candidates { values: values.into_iter().collect(), complete: true };
                    }
                    _ => {}
                }
            }
        }
        match self.bounds(store, guard, local, unbound) {
            (Some(low), Some(high)) if &high - &low <= BigInt::from(MOST) => match num_iter(low, high) {
                Ok(values) => Candidates { values: values.map(Value::Int).collect(), complete: true },
                Err(_) => self.samples(ty.as_ref()),
            },
            _ => self.samples(ty.as_ref()),
        }
    }

    /// The least value the guard allows, and the first it does not allow any more. A bound that is another variable
    /// without a value yet is as good as that variable's own bound.
    fn bounds(
        &mut self,
        store: &mut Store,
        guard: &[&Expr],
        local: LocalId,
        unbound: &[LocalId],
    ) -> (Option<BigInt>, Option<BigInt>) {
        let others: Vec<LocalId> = unbound.iter().copied().filter(|&other| other != local).collect();
        let (mut low, mut high): (Option<BigInt>, Option<BigInt>) = (None, None);
        for condition in guard {
            let ExprKind::Binary(op, lhs, rhs) = &condition.kind else { continue };
            let Some(mirrored) = mirrored(*op) else { continue };
            let (op, bound) = match (is_local(lhs, local), is_local(rhs, local)) {
                (true, false) => (*op, rhs),
                (false, true) => (mirrored, lhs),
                _ => continue,
            };
            let (least, most) = match bound.kind {
                _ if bound.ty != Type::Int => continue,
                ExprKind::Local(other) if others.contains(&other) => {
                    let (least, end) = self.bounds(store, guard, other, &others);
                    (least, end.map(|end| end - 1))
                }
                _ if mentions(bound, unbound) => continue,
                _ => match self.int(store, bound) {
                    Ok(value) => (Some(value.clone()), Some(value)),
                    Err(_) => continue,
                },
            };
            match op {
                BinaryOp::GreaterEq => low = least.or(low),
                BinaryOp::Greater => low = least.map(|least| least + 1).or(low),
                BinaryOp::LessEq => high = most.map(|most| most + 1).or(high),
                BinaryOp::Less => high = most.or(high),
                BinaryOp::Eq => {
                    (low, high) = (least.or(low), most.map(|most| most + 1).or(high));
                }
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::Div
                | BinaryOp::Mod
                | BinaryOp::JavaDiv
                | BinaryOp::JavaRem
                | BinaryOp::Fraction
                | BinaryOp::NotEq
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Implies
                | BinaryOp::Iff => {}
            }
        }
        (low, high)
    }

    /// A few values of a type.
    fn samples(&self, ty: Option<&Type>) -> Candidates {
        match ty {
            Some(Type::Bool) => {
                Candidates { values: vec![Value::Bool(false), Value::Bool(true)], complete: true }
            }
            Some(Type::Int) => Candidates { values: (-3..12).map(Value::int).collect(), complete: false },
            Some(Type::Ref) => {
                let objects = (0..self.heap.objects.len()).map(|index| Value::Ref(Ref::Object(index)));
                Candidates { values: objects.chain([Value::NULL]).collect(), complete: false }
            }
            _ => Candidates { values: Vec::new(), complete: false },
        }
    }
}

enum Search {
    Found,
    Absent,
    Incomplete,
}

/// The conditions without which a `forall` holds and an `exists` does not.
fn guard_of(quantifier: &Quantifier) -> Vec<&Expr> {
    let mut out = Vec::new();
    let mut body = &*quantifier.body;
    if quantifier.existential {
        conjuncts(body, &mut out);
        return out;
    }
    while let ExprKind::Binary(BinaryOp::Implies, premise, rest) = &body.kind {
        conjuncts(premise, &mut out);
        body = rest;
    }
    out
}

fn conjuncts<'e>(expr: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And, lhs, rhs) => {
            conjuncts(lhs, out);
            conjuncts(rhs, out);
        }
        _ => out.push(expr),
    }
}

fn is_local(expr: &Expr, local: LocalId) -> bool {
    matches!(expr.kind, ExprKind::Local(found) if found == local)
}

fn mentions(expr: &Expr, locals: &[LocalId]) -> bool {
    let mut found = false;
    expr.for_each(&mut |part| {
        found |= matches!(part.kind, ExprKind::Local(local) if locals.contains(&local));
    });
    found
}

/// What a comparison says with its sides exchanged; `None` if it is none that bounds a number.
pub(crate) fn mirrored(op: BinaryOp) -> Option<BinaryOp> {
    match op {
        BinaryOp::Eq => Some(BinaryOp::Eq),
        BinaryOp::Less => Some(BinaryOp::Greater),
        BinaryOp::LessEq => Some(BinaryOp::GreaterEq),
        BinaryOp::Greater => Some(BinaryOp::Less),
        BinaryOp::GreaterEq => Some(BinaryOp::LessEq),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Mod
        | BinaryOp::JavaDiv
        | BinaryOp::JavaRem
        | BinaryOp::Fraction
        | BinaryOp::NotEq
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Implies
        | BinaryOp::Iff => None,
    }
}
