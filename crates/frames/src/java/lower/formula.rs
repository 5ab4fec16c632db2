//! Assertions, and expressions only a contract may contain.

use base::Place;

use super::Slot;
use super::cx::{Cx, Mode, Typed, Var};
use crate::core::family::for_all;
use crate::core::{
    self, Assertion, AssertionKind, BinaryOp, CollectionOp, Expr, ExprKind, Quantifier, Resource,
};
use crate::java::Result;
use crate::java::ast::{self, BinOp, Collection, ContractExpr, Name, Param, Span};
use crate::java::types::Type;

impl Cx<'_, '_> {
    /// A contract's formula as an assertion.
    pub fn assertion(&mut self, formula: &ast::Expr) -> Result<Assertion> {
        self.deeper(formula.span, |cx| cx.assertion_kind(formula))
    }

    fn assertion_kind(&mut self, formula: &ast::Expr) -> Result<Assertion> {
        let place = self.place(formula.span);
        if !self.is_assertion(formula) {
            let value = self.pure(formula)?;
            self.expect_boolean(&value, formula.span)?;
            return Ok(Assertion::pure(value.expr));
        }
        match &*formula.kind {
            ast::ExprKind::Binary(BinOp::And | BinOp::Sep | BinOp::Mul, lhs, rhs) => {
                let mut parts = Vec::new();
                for side in [lhs, rhs] {
                    match self.assertion(side)? {
                        Assertion { kind: AssertionKind::Star(inner), .. } => parts.extend(inner),
                        other => parts.push(other),
                    }
                }
                Ok(Assertion::star(parts, &place))
            }
            ast::ExprKind::Binary(BinOp::Implies, condition, consequence) => {
                let condition = self.condition(condition)?;
                let consequence = Box::new(self.assertion(consequence)?);
                Ok(Assertion::new(AssertionKind::Conditional(condition, consequence, None), &place))
            }
            ast::ExprKind::Conditional(condition, then, otherwise) => {
                let condition = self.condition(condition)?;
                let then = Box::new(self.assertion(then)?);
                let otherwise = Some(Box::new(self.assertion(otherwise)?));
                Ok(Assertion::new(AssertionKind::Conditional(condition, then, otherwise), &place))
            }
            ast::ExprKind::Contract(ContractExpr::Acc(location, amount)) => {
                let amount = match amount {
                    Some(amount) => self.amount(amount)?,
                    None => Expr::write(&place),
                };
                self.access(location, amount, &place)
            }
            ast::ExprKind::Contract(ContractExpr::Untouched(inner)) => {
                let inner = Box::new(self.assertion(inner)?);
                Ok(Assertion::new(AssertionKind::Untouched(inner), &place))
            }
            ast::ExprKind::Contract(ContractExpr::Let { name, value, body }) => {
                let value = self.pure(value)?;
                self.scoped(|cx| {
                    let local = cx.declare(name, value.ty, true);
                    let body = Box::new(cx.assertion(body)?);
                    Ok(Assertion::new(AssertionKind::Let { local, value: value.expr, body }, &place))
                })
            }
            ast::ExprKind::Contract(ContractExpr::Quantifier { is_forall: true, vars, triggers, body }) => {
                self.owned_for_all(vars, triggers, body, &place)
            }
            ast::ExprKind::Call { .. } => {
                let resource = self.predicate_resource(formula)?;
                Ok(self.owned_instance(resource, Expr::write(&place), &place))
            }
            _ => Err(self.error(
                formula.span,
                "misplaced-permission",
                "permissions and predicates can only be joined by `&&`, `==>` and `? :`",
            )),
        }
    }

    /// Whether a formula speaks of permissions, so that it is more than a truth value.
    fn is_assertion(&self, formula: &ast::Expr) -> bool {
        match &*formula.kind {
            ast::ExprKind::Binary(_, lhs, rhs) => self.is_assertion(lhs) || self.is_assertion(rhs),
            ast::ExprKind::Unary(_, operand) => self.is_assertion(operand),
            ast::ExprKind::Conditional(_, then, otherwise) => {
                self.is_assertion(then) || self.is_assertion(otherwise)
            }
            ast::ExprKind::Call { method, .. } => self.names_predicate_only(method),
            ast::ExprKind::Contract(contract) => match contract {
                ContractExpr::Acc(..) | ContractExpr::Untouched(_) => true,
                ContractExpr::Let { body, .. } | ContractExpr::Quantifier { body, .. } => {
                    self.is_assertion(body)
                }
                ContractExpr::Result
                | ContractExpr::Old(_)
                | ContractExpr::Exact(_)
                | ContractExpr::Range(..)
                | ContractExpr::Opening { .. }
                | ContractExpr::Using { .. }
                | ContractExpr::Dropping { .. }
                | ContractExpr::Collection { .. } => false,
            },
            _ => false,
        }
    }

    /// A name no method has, or that is a predicate here.
    fn names_predicate_only(&self, name: &Name) -> bool {
        let table = self.build.table;
        let is_method = table.methods.iter().any(|method| method.decl.name.text == name.text);
        let is_predicate = table.predicates.iter().any(|predicate| predicate.decl.name.text == name.text);
        is_predicate
            || (!is_method
                && ![
                    "length",
                    "size",
                    "contains",
                    "update",
                    "take",
                    "drop",
                    "union",
                    "intersection",
                    "minus",
                    "subset",
                    "count",
                ]
                .contains(&name.text.as_str()))
    }

    /// A formula that owns nothing.
    pub fn condition(&mut self, formula: &ast::Expr) -> Result<Expr> {
        let value = self.pure(formula)?;
        self.expect_boolean(&value, formula.span)?;
        Ok(value.expr)
    }

    /// A permission amount: `1/2`, `_` for any positive one, or a fraction.
    fn amount(&mut self, amount: &ast::Expr) -> Result<Expr> {
        let place = self.place(amount.span);
        match &*amount.kind {
            ast::ExprKind::Name(name) if name == "_" => {
                Ok(Expr::new(ExprKind::Wildcard, core::Type::Perm, &place))
            }
            ast::ExprKind::Int(1, _) => Ok(Expr::write(&place)),
            ast::ExprKind::Binary(BinOp::Div, lhs, rhs) => {
                let (lhs, rhs) = (self.pure(lhs)?, self.pure(rhs)?);
                Ok(Expr::binary(BinaryOp::Fraction, lhs.expr, rhs.expr, &place))
            }
            _ => {
                let value = self.pure(amount)?;
                Ok(self.coerce(value, &Type::Fraction, amount.span)?.expr)
            }
        }
    }

    /// **acc** of a field, an element, a range of elements or a predicate.
    fn access(&mut self, location: &ast::Expr, amount: Expr, place: &Place) -> Result<Assertion> {
        match &*location.kind {
            ast::ExprKind::Field(..) | ast::ExprKind::Name(_) => self.field_access(location, amount, place),
            ast::ExprKind::Index(array, index) => {
                let (array, index) = (self.pure(array)?, self.pure(index)?);
                let next = Expr::binary(BinaryOp::Add, index.expr.clone(), Expr::int(1, place), place);
                self.elements_access(array, index.expr, next, amount, location.span)
            }
            ast::ExprKind::Contract(ContractExpr::Range(array, low, high)) => {
                let array = self.pure(array)?;
                let (low, high) = self.range_bounds(&array, low.as_ref(), high.as_ref(), place)?;
                self.elements_access(array, low, high, amount, location.span)
            }
            ast::ExprKind::Call { .. } => {
                let resource = self.predicate_resource(location)?;
                Ok(self.owned_instance(resource, amount, place))
            }
            _ => Err(self.error(
                location.span,
                "contract-syntax",
                "expected a field, an element or a predicate",
            )),
        }
    }

    /// A predicate instance; the object it belongs to exists [IDF12, produce].
    fn owned_instance(&self, resource: Resource, amount: Expr, place: &Place) -> Assertion {
        let object = match &resource {
            Resource::Predicate { predicate, arguments } if self.belongs_to_object(*predicate) => {
                arguments.first()
            }
            _ => None,
        };
        let exists = object
            .filter(|object| !matches!(object.kind, ExprKind::Local(local) if Some(local) == self.this))
            .map(|object| Expr::binary(BinaryOp::NotEq, object.clone(), Expr::null(place), place));
        let access = Assertion::access(resource, amount, place);
        Assertion::star(exists.map(Assertion::pure).into_iter().chain([access]).collect(), place)
    }

    fn belongs_to_object(&self, predicate: core::PredicateId) -> bool {
        let mut members = self.build.predicates.iter_enumerated().filter(|(_, core)| **core == predicate);
        members.any(|(id, _)| !self.build.table.predicates[id].decl.is_static)
    }

    fn field_access(&mut self, location: &ast::Expr, amount: Expr, place: &Place) -> Result<Assertion> {
        let location_place = self.place(location.span);
        let read = self.pure(location)?;
        match read.expr.kind {
            ExprKind::Field(receiver, field) => {
                Ok(Assertion::access(Resource::Field { receiver: *receiver, field }, amount, place))
            }
            // A final field never changes: knowing the object is all there is to own.
            ExprKind::Apply(function, mut arguments) if arguments.len() == 1 && self.is_final(function) => {
                let object = arguments.remove(0);
                let exists =
                    Expr::binary(BinaryOp::NotEq, object, Expr::null(&location_place), &location_place);
                Ok(Assertion::pure(exists))
            }
            _ => Err(self.error(
                location.span,
                "contract-syntax",
                "permission can be held to a field, not to this",
            )),
        }
    }

    fn is_final(&self, function: core::FunctionId) -> bool {
        self.build.slots.iter().any(|slot| matches!(slot, Slot::Final(other) if *other == function))
    }

    /// `array != null && 0 <= lo && lo <= hi && hi <= array.length` and the elements.
    fn elements_access(
        &mut self,
        array: Typed,
        low: Expr,
        high: Expr,
        amount: Expr,
        span: Span,
    ) -> Result<Assertion> {
        let place = self.place(span);
        let Type::Array(element) = array.ty.clone() else {
            return Err(self.mismatch(span, "an array", &array.ty));
        };
        let field = self.build.element_field(&element, &place);
        let function = self.build.length_function(&place);
        let array = array.expr;
        let length = Expr::new(ExprKind::Apply(function, vec![array.clone()]), core::Type::Int, &place);
        let at_most =
            |lhs: Expr, rhs: Expr| Assertion::pure(Expr::binary(BinaryOp::LessEq, lhs, rhs, &place));
        let exists = Expr::binary(BinaryOp::NotEq, array.clone(), Expr::null(&place), &place);
        let parts = vec![
            Assertion::pure(exists),
            at_most(Expr::int(0, &place), low.clone()),
            at_most(low.clone(), high.clone()),
            at_most(high.clone(), length),
            Assertion::access(Resource::Elements { array, field, lo: low, hi: high }, amount, &place),
        ];
        Ok(Assertion::star(parts, &place))
    }

    /// Bounds of `base[lo..hi]`; from the start or to the end where left out.
    fn range_bounds(
        &mut self,
        base: &Typed,
        low: Option<&ast::Expr>,
        high: Option<&ast::Expr>,
        place: &Place,
    ) -> Result<(Expr, Expr)> {
        let low = match low {
            Some(low) => self.pure(low)?.expr,
            None => Expr::int(0, place),
        };
        let high = match high {
            Some(high) => self.pure(high)?.expr,
            None if matches!(base.ty, Type::Array(_)) => {
                let function = self.build.length_function(place);
                Expr::new(ExprKind::Apply(function, vec![base.expr.clone()]), core::Type::Int, place)
            }
            None => Expr::new(
                ExprKind::Collection(CollectionOp::Length, vec![base.expr.clone()]),
                core::Type::Int,
                place,
            ),
        };
        Ok((low, high))
    }

    fn owned_for_all(
        &mut self,
        vars: &[Param],
        triggers: &[Vec<ast::Expr>],
        body: &ast::Expr,
        place: &Place,
    ) -> Result<Assertion> {
        self.scoped(|cx| {
            let bound = cx.bind(vars, true, body)?;
            let triggers = cx.triggers(triggers)?;
            let body = cx.assertion(body)?;
            Ok(Assertion::new(for_all(bound, triggers, body, place), place))
        })
    }

    fn triggers(&mut self, triggers: &[Vec<ast::Expr>]) -> Result<Vec<Vec<Expr>>> {
        let mut out = Vec::new();
        for trigger in triggers {
            let terms = trigger.iter().map(|term| Ok(self.pure(term)?.expr)).collect::<Result<Vec<_>>>()?;
            out.push(terms);
        }
        Ok(out)
    }

    /// Expressions only a contract may contain.
    pub fn contract_expr(&mut self, contract: &ContractExpr, span: Span) -> Result<Typed> {
        let place = self.place(span);
        match contract {
            ContractExpr::Result => match self.result.clone() {
                Some((local, ty)) => Ok(self.read(local, &ty, &place)),
                None => Err(self.error(span, "misplaced-result", "there is no result here")),
            },
            ContractExpr::Old(inner) => {
                let outer = std::mem::replace(&mut self.in_old, true);
                let value = self.pure(inner);
                self.in_old = outer;
                let Typed { expr, ty } = value?;
                let kind = ExprKind::Old(self.old_label, Box::new(expr));
                Ok(Typed { expr: Expr::new(kind, ty.core(), &place), ty })
            }
            ContractExpr::Exact(array) => {
                let array = self.pure(array)?;
                let Type::Array(element) = &array.ty else {
                    return Err(self.mismatch(span, "an array", &array.ty));
                };
                let element = element.clone();
                Ok(Typed { expr: self.is_exact(array.expr, &element, &place), ty: Type::Boolean })
            }
            ContractExpr::Range(base, low, high) => {
                let base = self.pure(base)?;
                let (low, high) = self.range_bounds(&base, low.as_ref(), high.as_ref(), &place)?;
                self.slice(base, low, high, span)
            }
            ContractExpr::Opening { predicate, body } => self.opening(predicate, body, &place),
            ContractExpr::Using { call, body } => {
                let call = self.pure(call)?;
                let Typed { expr: body, ty } = self.pure(body)?;
                let kind = ExprKind::Using { call: Box::new(call.expr), body: Box::new(body) };
                Ok(Typed { expr: Expr::new(kind, ty.core(), &place), ty })
            }
            ContractExpr::Dropping { field, body } => {
                let ExprKind::Field(receiver, field_id) = self.pure(field)?.expr.kind else {
                    return Err(self.error(field.span, "contract-syntax", "only a field can be dropped"));
                };
                let Typed { expr: body, ty } = self.pure(body)?;
                let kind = ExprKind::Dropping { receiver, field: field_id, body: Box::new(body) };
                Ok(Typed { expr: Expr::new(kind, ty.core(), &place), ty })
            }
            ContractExpr::Let { name, value, body } => {
                let value = self.pure(value)?;
                self.scoped(|cx| {
                    let local = cx.declare(name, value.ty, true);
                    let Typed { expr: body, ty } = cx.pure(body)?;
                    let kind = ExprKind::Let { local, value: Box::new(value.expr), body: Box::new(body) };
                    Ok(Typed { expr: Expr::new(kind, ty.core(), &place), ty })
                })
            }
            ContractExpr::Quantifier { is_forall, vars, triggers, body } => self.scoped(|cx| {
                let bound = cx.bind(vars, *is_forall, body)?;
                let triggers = cx.triggers(triggers)?;
                let body = Box::new(cx.condition(body)?);
                let kind =
                    ExprKind::Quantified(Quantifier { existential: !is_forall, bound, triggers, body });
                Ok(Typed { expr: Expr::new(kind, core::Type::Bool, &place), ty: Type::Boolean })
            }),
            ContractExpr::Collection { kind, element, items } => {
                self.collection(*kind, element.as_ref(), items, span)
            }
            ContractExpr::Acc(..) | ContractExpr::Untouched(_) => {
                Err(self.error(span, "misplaced-permission", "a permission has no value"))
            }
        }
    }

    /// A predicate instance to open or close, whole (`p()`) or in part (`acc(p(), 1/2)`).
    pub fn instance(&mut self, predicate: &ast::Expr, place: &Place) -> Result<(Resource, Expr)> {
        match &*predicate.kind {
            ast::ExprKind::Contract(ContractExpr::Acc(call, Some(amount))) => {
                let amount = self.amount(amount)?;
                Ok((self.predicate_resource(call)?, amount))
            }
            ast::ExprKind::Contract(ContractExpr::Acc(call, None)) => {
                Ok((self.predicate_resource(call)?, Expr::write(place)))
            }
            _ => Ok((self.predicate_resource(predicate)?, Expr::write(place))),
        }
    }

    fn opening(&mut self, predicate: &ast::Expr, body: &ast::Expr, place: &Place) -> Result<Typed> {
        let (resource, amount) = self.instance(predicate, place)?;
        let resource = Box::new(resource);
        let Typed { expr: body, ty } = self.pure(body)?;
        let kind = ExprKind::Unfolding { resource, permission: Box::new(amount), body: Box::new(body) };
        Ok(Typed { expr: Expr::new(kind, ty.core(), place), ty })
    }

    /// `base[low..high]`: of an array the sequence of its elements, of a sequence a part of it.
    fn slice(&mut self, base: Typed, low: Expr, high: Expr, span: Span) -> Result<Typed> {
        let place = self.place(span);
        match base.ty.clone() {
            Type::Array(element) => {
                let function = self.build.contents_function(&element, &place);
                let ty = Type::Seq(element);
                let kind = ExprKind::Apply(function, vec![base.expr, low, high]);
                Ok(Typed { expr: Expr::new(kind, ty.core(), &place), ty })
            }
            Type::Seq(_) => {
                let ty = base.ty.core();
                let head = Expr::new(
                    ExprKind::Collection(CollectionOp::Take, vec![base.expr, high]),
                    ty.clone(),
                    &place,
                );
                let is_whole = matches!(&low.kind, ExprKind::Int(value) if *value == 0.into());
                let expr = if is_whole {
                    head
                } else {
                    Expr::new(ExprKind::Collection(CollectionOp::Drop, vec![head, low]), ty, &place)
                };
                Ok(Typed { expr, ty: base.ty })
            }
            other => Err(self.mismatch(span, "an array or sequence", &other)),
        }
    }

    fn collection(
        &mut self,
        kind: Collection,
        element: Option<&ast::TypeRef>,
        items: &[ast::Expr],
        span: Span,
    ) -> Result<Typed> {
        let place = self.place(span);
        let items = items.iter().map(|item| self.pure(item)).collect::<Result<Vec<_>>>()?;
        let declared = match element {
            Some(element) => Some(self.resolve(element)?.ghost()),
            None => None,
        };
        let element =
            declared.or_else(|| items.first().map(|item| item.ty.clone().ghost())).ok_or_else(|| {
                self.error(span, "unknown-type", "say what this is empty of, as in `seq<int>()`")
            })?;
        let mut operands = Vec::new();
        for item in items {
            operands.push(self.coerce(item, &element, span)?.expr);
        }
        let element = Box::new(element);
        let ty = match kind {
            Collection::Seq => Type::Seq(element),
            Collection::Set => Type::Set(element),
            Collection::Multiset => Type::Multiset(element),
        };
        let expr = Expr::new(ExprKind::Collection(CollectionOp::Literal, operands), ty.core(), &place);
        Ok(Typed { expr, ty })
    }

    /// Lowers with contract rules and the names of `vars` only.
    pub fn with_scope<T>(&mut self, vars: Vec<Var>, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outer = std::mem::replace(&mut self.scope, vars);
        let result = self.in_mode(Mode::Contract, work);
        self.scope = outer;
        result
    }
}
