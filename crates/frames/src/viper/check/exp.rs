//! Expressions: names, types, coercions between `Int` and `Perm`.

use base::{Diagnostic, Place};

use super::consistency::check_trigger;
use super::{Checked, FOLLOWS, Scope, not_supported, unknown};
use crate::core::{
    AssertionKind, BinaryOp, CollectionOp, Expr, ExprKind, LocalId, Quantifier, Resource, Type, UnaryOp,
};
use crate::viper::adt;
use crate::viper::syntax::{Exp, ExpKind, Name, Operator, TypeName, Variable};

impl Scope<'_> {
    /// Lowers an expression that must have the given type.
    pub(super) fn check(&mut self, exp: &Exp, ty: &Type) -> Checked<Expr> {
        if let (ExpKind::Binary(operator, lhs, rhs), Type::Int) = (&exp.kind, self.infer.known(ty))
            && let Some(op) = integer_operator(*operator)
        {
            let (lhs, rhs) = (self.check(lhs, ty)?, self.check(rhs, ty)?);
            return Ok(Expr::binary(op, lhs, rhs, &exp.place));
        }
        if let (ExpKind::Binary(operator @ (Operator::Add | Operator::Sub), lhs, rhs), Type::Perm) =
            (&exp.kind, self.infer.known(ty))
        {
            let op = if *operator == Operator::Add { BinaryOp::Add } else { BinaryOp::Sub };
            let (lhs, rhs) = (self.check(lhs, ty)?, self.check(rhs, ty)?);
            return Ok(Expr::binary(op, lhs, rhs, &exp.place));
        }
        let expr = self.infer(exp)?;
        if let (ExprKind::Binary(BinaryOp::Mod | BinaryOp::Div, ..), Type::Perm) =
            (&expr.kind, self.infer.known(ty))
        {
            return Err(self.mismatch(&Type::Int, &Type::Perm, &exp.place));
        }
        self.coerce(expr, ty)
    }

    /// Lowers an expression of any type.
    pub(super) fn infer(&mut self, exp: &Exp) -> Checked<Expr> {
        let place = &exp.place;
        Ok(match &exp.kind {
            ExpKind::Int(value) => Expr::int(value.clone(), place),
            ExpKind::True => Expr::bool(true, place),
            ExpKind::False => Expr::bool(false, place),
            ExpKind::Null => Expr::null(place),
            ExpKind::Write => Expr::write(place),
            ExpKind::NoPerm => Expr::new(ExprKind::NoPerm, Type::Perm, place),
            ExpKind::Wildcard => Expr::new(ExprKind::Wildcard, Type::Perm, place),
            ExpKind::Result => self.result(place)?,
            ExpKind::Name(name) => self.variable(name, place)?,
            ExpKind::Field(receiver, name) => self.field_access(receiver, name, place)?,
            ExpKind::Call { name, arguments, ty, reveal } => {
                self.call(name, arguments, ty.as_ref(), *reveal, place)?
            }
            ExpKind::Not(body) => Expr::unary(UnaryOp::Not, self.check(body, &Type::Bool)?, place),
            ExpKind::Neg(body) => {
                let body = self.infer(body)?;
                self.number(&body)?;
                Expr::unary(UnaryOp::Neg, body, place)
            }
            ExpKind::Binary(operator, lhs, rhs) => self.binary(*operator, lhs, rhs, place)?,
            ExpKind::Conditional(condition, then, otherwise) => {
                let condition = self.check(condition, &Type::Bool)?;
                let (then, otherwise) = (self.infer(then)?, self.infer(otherwise)?);
                let (then, otherwise) = self.same_type(then, otherwise)?;
                Expr::conditional(condition, then, otherwise, place)
            }
            ExpKind::Old(label, body) => {
                let label = label.as_ref().map(|label| self.label(label)).transpose()?;
                let body = self.infer(body)?;
                let ty = body.ty.clone();
                Expr::new(ExprKind::Old(label, Box::new(body)), ty, place)
            }
            ExpKind::Unfolding(access, body) => self.unfolding(access, body, place)?,
            ExpKind::Let(name, value, body) => self.let_in(name, value, body, place)?,
            ExpKind::Quantified { existential, bound, triggers, body } => {
                self.quantified(*existential, bound, triggers, body, place)?
            }
            ExpKind::Perm(resource) => {
                let resource = Box::new(self.resource(resource)?);
                Expr::new(ExprKind::PermOf(resource), Type::Perm, place)
            }
            ExpKind::Literal { .. }
            | ExpKind::Range(..)
            | ExpKind::Length(_)
            | ExpKind::Index(..)
            | ExpKind::Update(..)
            | ExpKind::Slice(..) => self.collection(exp)?,
            ExpKind::Acc(..) | ExpKind::InhaleExhale(..) => {
                let message = "permission assertions may stand only under `&&`, `==>` and `?:` of a contract";
                return Err(Diagnostic::error("impure-expression", message).at(place.clone()));
            }
            ExpKind::Map { types, entries } => self.map(types.as_ref(), entries, place)?,
            ExpKind::Keys(map) | ExpKind::Values(map) => {
                let map = self.infer(map)?;
                let (key, value) = self.map_types(&map)?;
                let (op, element) = match exp.kind {
                    ExpKind::Keys(_) => (CollectionOp::Keys, key),
                    _ => (CollectionOp::Values, value),
                };
                Expr::new(ExprKind::Collection(op, vec![map]), Type::Set(Box::new(element)), place)
            }
            ExpKind::ForPerm { bound, resource, body } => self.for_perm(bound, resource, body, place)?,
            ExpKind::Asserting(assertion, body) => {
                let assertion = Box::new(self.contract_part(assertion)?);
                let body = Box::new(self.infer(body)?);
                let ty = body.ty.clone();
                Expr::new(ExprKind::Asserting { assertion, body }, ty, place)
            }
            ExpKind::Applying(wand, body) => {
                let wand = Box::new(self.wand_resource(wand)?);
                let body = Box::new(self.infer(body)?);
                let ty = body.ty.clone();
                Expr::new(ExprKind::Applying { wand, body }, ty, place)
            }
            ExpKind::Unsupported(what) => return Err(not_supported(what, place)),
        })
    }

    fn result(&mut self, place: &Place) -> Checked<Expr> {
        match self.result {
            Some(local) => Ok(Expr::local(local, &self.locals, place)),
            None => {
                let message = "`result` may stand only in a function's postcondition";
                Err(Diagnostic::error("misplaced-result", message).at(place.clone()))
            }
        }
    }

    fn variable(&mut self, name: &str, place: &Place) -> Checked<Expr> {
        match self.lookup(name) {
            Some(local) => Ok(Expr::local(local, &self.locals, place)),
            None => {
                let problem = unknown("variable", &Name { text: name.to_owned(), place: place.clone() });
                Err(if self.broken.contains(name) {
                    Diagnostic { code: FOLLOWS, ..problem }
                } else {
                    problem
                })
            }
        }
    }

    fn field_access(&mut self, receiver: &Exp, name: &Name, place: &Place) -> Checked<Expr> {
        let receiver = self.infer(receiver)?;
        if let Type::Domain(domain, type_arguments) = self.infer.known(&receiver.ty) {
            let text = adt::member(&self.cx.signatures.domains[domain].name, &name.text);
            if let Some(&function) = self.cx.globals.domain_functions.get(&text) {
                let result =
                    self.cx.signatures.domain_functions[function].result.instantiate(&type_arguments);
                let kind = ExprKind::DomainApply { function, type_arguments, arguments: vec![receiver] };
                return Ok(Expr::new(kind, result, place));
            }
        }
        let receiver = self.coerce(receiver, &Type::Ref)?;
        let Some(&field) = self.cx.globals.fields.get(&name.text) else { return Err(unknown("field", name)) };
        Ok(receiver.field(field, self.cx.signatures.fields[field].ty.clone(), place))
    }

    fn call(
        &mut self,
        name: &Name,
        arguments: &[Exp],
        ty: Option<&TypeName>,
        reveal: bool,
        place: &Place,
    ) -> Checked<Expr> {
        if let Some(&function) = self.cx.globals.functions.get(&name.text) {
            let signature = &self.cx.signatures.functions[function];
            let types: Vec<Type> =
                signature.params.iter().map(|&param| signature.locals[param].ty.clone()).collect();
            let result = signature.result_type.clone();
            let arguments = self.arguments(name, arguments, &types)?;
            if !reveal {
                return self.ending_call(name, function, arguments, &result, place);
            }
            let call = Expr::new(ExprKind::Apply(function, arguments.clone()), result.clone(), place);
            let body = Box::new(self.ending_call(name, function, arguments, &result, place)?);
            let kind = ExprKind::Using { call: Box::new(call), body };
            return Ok(Expr::new(kind, result, place));
        }
        if let Some(&function) = self.cx.globals.domain_functions.get(&name.text) {
            let signature = &self.cx.signatures.domain_functions[function];
            let count = self.cx.signatures.domains[signature.domain].params.len();
            // Inside its own domain, a function is meant for the domain's own parameters.
            let own = self.domain == Some(signature.domain);
            let default = |index| if own { Type::Param(index) } else { Type::Int };
            let type_arguments: Vec<Type> =
                (0..count as u32).map(|index| self.infer.fresh_or(default(index))).collect();
            let types: Vec<Type> =
                signature.params.iter().map(|param| param.instantiate(&type_arguments)).collect();
            let result = signature.result.instantiate(&type_arguments);
            let arguments = self.arguments(name, arguments, &types)?;
            if let Some(ty) = ty {
                let wanted = self.resolve(ty)?;
                self.unify(&result, &wanted, place)?;
            }
            let kind = ExprKind::DomainApply { function, type_arguments, arguments };
            return Ok(Expr::new(kind, result, place));
        }
        if self.cx.globals.predicates.contains_key(&name.text) {
            let message = format!("predicate `{}` may not stand inside an expression", name.text);
            return Err(Diagnostic::error("impure-expression", message).at(place.clone()));
        }
        Err(unknown("function", name))
    }

    pub(super) fn arguments(&mut self, name: &Name, given: &[Exp], types: &[Type]) -> Checked<Vec<Expr>> {
        if given.len() != types.len() {
            let message = format!("`{}` takes {} arguments, not {}", name.text, types.len(), given.len());
            return Err(Diagnostic::error("wrong-arguments", message).at(name.place.clone()));
        }
        given.iter().zip(types).map(|(argument, ty)| self.check(argument, ty)).collect()
    }

    fn binary(&mut self, operator: Operator, lhs: &Exp, rhs: &Exp, place: &Place) -> Checked<Expr> {
        use Operator as O;
        let op = match operator {
            O::And | O::Or | O::Implies | O::Iff => {
                let (lhs, rhs) = (self.check(lhs, &Type::Bool)?, self.check(rhs, &Type::Bool)?);
                return Ok(Expr::binary(logical(operator), lhs, rhs, place));
            }
            O::Append | O::In | O::Union | O::Intersection | O::Difference | O::Subset => {
                return self.collection_operator(operator, lhs, rhs, place);
            }
            O::Wand => return Err(not_supported("a magic wand", place)),
            O::Div | O::Mod => {
                let (lhs, rhs) = (self.check(lhs, &Type::Int)?, self.check(rhs, &Type::Int)?);
                let op = if operator == O::Div { BinaryOp::Div } else { BinaryOp::Mod };
                return Ok(Expr::binary(op, lhs, rhs, place));
            }
            O::Slash => BinaryOp::Fraction,
            O::Mul => BinaryOp::Mul,
            O::Add => BinaryOp::Add,
            O::Sub => BinaryOp::Sub,
            O::Less => BinaryOp::Less,
            O::LessEq => BinaryOp::LessEq,
            O::Greater => BinaryOp::Greater,
            O::GreaterEq => BinaryOp::GreaterEq,
            O::Eq => BinaryOp::Eq,
            O::NotEq => BinaryOp::NotEq,
        };
        let (lhs, rhs) = (self.infer(lhs)?, self.infer(rhs)?);
        if matches!(op, BinaryOp::Fraction | BinaryOp::Mul) {
            self.number(&lhs)?;
            self.number(&rhs)?;
            if let (BinaryOp::Fraction, Type::Int, Type::Perm) =
                (op, self.infer.known(&lhs.ty), self.infer.known(&rhs.ty))
                && !is_integral(&rhs)
            {
                return Err(self.mismatch(&Type::Perm, &Type::Int, &rhs.place));
            }
            return Ok(Expr::binary(op, lhs, rhs, place));
        }
        if !matches!(op, BinaryOp::Eq | BinaryOp::NotEq) {
            self.number(&lhs)?;
            self.number(&rhs)?;
        }
        let (lhs, rhs) = self.same_type(lhs, rhs)?;
        Ok(Expr::binary(op, lhs, rhs, place))
    }

    fn unfolding(&mut self, access: &Exp, body: &Exp, place: &Place) -> Checked<Expr> {
        let (resource, permission) = self.predicate_access(access)?;
        let body = self.infer(body)?;
        let ty = body.ty.clone();
        let kind = ExprKind::Unfolding {
            resource: Box::new(resource),
            permission: Box::new(permission),
            body: Box::new(body),
        };
        Ok(Expr::new(kind, ty, place))
    }

    fn let_in(&mut self, name: &Name, value: &Exp, body: &Exp, place: &Place) -> Checked<Expr> {
        let value = self.infer(value)?;
        let local = self.bind(name, value.ty.clone())?;
        let body = self.infer(body)?;
        self.unbind(1);
        let ty = body.ty.clone();
        let kind = ExprKind::Let { local, value: Box::new(value), body: Box::new(body) };
        Ok(Expr::new(kind, ty, place))
    }

    fn quantified(
        &mut self,
        existential: bool,
        bound: &[Variable],
        triggers: &[Vec<Exp>],
        body: &Exp,
        place: &Place,
    ) -> Checked<Expr> {
        let ids = self.bind_all(bound)?;
        let triggers = self.triggers(triggers, &ids, place)?;
        let body = Box::new(self.check(body, &Type::Bool)?);
        self.unbind(ids.len());
        let quantifier = Quantifier { existential, bound: ids, triggers, body };
        Ok(Expr::new(ExprKind::Quantified(quantifier), Type::Bool, place))
    }

    /// `forperm x.. [r(x..)] :: e`: `e` for all to which some permission to `r` is held.
    fn for_perm(&mut self, bound: &[Variable], resource: &Exp, body: &Exp, place: &Place) -> Checked<Expr> {
        let ids = self.bind_all(bound)?;
        let resource = match &resource.kind {
            ExpKind::Acc(inner, None) => self.resource(inner)?,
            _ => self.resource(resource)?,
        };
        let body = self.check(body, &Type::Bool)?;
        self.unbind(ids.len());
        let held = Expr::new(ExprKind::PermOf(Box::new(resource)), Type::Perm, place);
        let none = Expr::new(ExprKind::NoPerm, Type::Perm, place);
        let some = Expr::binary(BinaryOp::Less, none, held, place);
        let body = Box::new(Expr::binary(BinaryOp::Implies, some, body, place));
        let quantifier = Quantifier { existential: false, bound: ids, triggers: Vec::new(), body };
        Ok(Expr::new(ExprKind::Quantified(quantifier), Type::Bool, place))
    }

    fn map(
        &mut self,
        types: Option<&(TypeName, TypeName)>,
        entries: &[(Exp, Exp)],
        place: &Place,
    ) -> Checked<Expr> {
        let (key, value) = match types {
            Some((key, value)) => (self.resolve(key)?, self.resolve(value)?),
            None => (self.infer.fresh(), self.infer.fresh()),
        };
        let ty = Type::Map(Box::new(key.clone()), Box::new(value.clone()));
        let mut out = Expr::new(ExprKind::Collection(CollectionOp::Literal, Vec::new()), ty.clone(), place);
        for (at, new) in entries {
            let (at, new) = (self.check(at, &key)?, self.check(new, &value)?);
            out =
                Expr::new(ExprKind::Collection(CollectionOp::Update, vec![out, at, new]), ty.clone(), place);
        }
        Ok(out)
    }

    fn map_types(&mut self, map: &Expr) -> Checked<(Type, Type)> {
        match self.infer.known(&map.ty) {
            Type::Map(key, value) => Ok((*key, *value)),
            _ => {
                let message = "expected a map";
                Err(Diagnostic::error("type-mismatch", message).at(map.place.clone()))
            }
        }
    }

    pub(super) fn bind_all(&mut self, bound: &[Variable]) -> Checked<Vec<LocalId>> {
        bound
            .iter()
            .map(|variable| {
                let ty = self.resolve(&variable.ty)?;
                self.bind(&variable.name, ty)
            })
            .collect()
    }

    /// Triggers; one with a predicate instance in it has no term to match and is left out.
    pub(super) fn triggers(
        &mut self,
        triggers: &[Vec<Exp>],
        bound: &[LocalId],
        place: &Place,
    ) -> Checked<Vec<Vec<Expr>>> {
        let mut out = Vec::new();
        for set in triggers {
            if set.iter().any(|exp| self.is_impure(exp)) {
                continue;
            }
            let set = set.iter().map(|exp| self.infer(exp)).collect::<Checked<Vec<_>>>()?;
            check_trigger(&set, bound, place)?;
            out.push(set);
        }
        Ok(out)
    }

    /// A field access or predicate instance, as a part of the heap.
    pub(super) fn resource(&mut self, exp: &Exp) -> Checked<Resource> {
        match &exp.kind {
            ExpKind::Field(receiver, name) => {
                let receiver = self.check(receiver, &Type::Ref)?;
                match self.cx.globals.fields.get(&name.text) {
                    Some(&field) => Ok(Resource::Field { receiver, field }),
                    None => Err(unknown("field", name)),
                }
            }
            ExpKind::Call { name, arguments, .. } => {
                let Some(&predicate) = self.cx.globals.predicates.get(&name.text) else {
                    return Err(unknown("predicate", name));
                };
                let signature = &self.cx.signatures.predicates[predicate];
                let types: Vec<Type> =
                    signature.params.iter().map(|&param| signature.locals[param].ty.clone()).collect();
                let arguments = self.arguments(name, arguments, &types)?;
                Ok(Resource::Predicate { predicate, arguments })
            }
            ExpKind::Binary(Operator::Wand, lhs, rhs) => self.wand(lhs, rhs, &exp.place),
            _ => {
                let message = "expected a field access or a predicate instance";
                Err(Diagnostic::error("not-a-resource", message).at(exp.place.clone()))
            }
        }
    }

    /// `acc(P(..), p)` or `P(..)` of fold, unfold and unfolding.
    pub(super) fn predicate_access(&mut self, exp: &Exp) -> Checked<(Resource, Expr)> {
        match self.contract_part(exp)?.kind {
            AssertionKind::Access(Resource::Predicate { predicate, .. }, _)
                if self.cx.globals.without_body.contains(&predicate) =>
            {
                let message = "a predicate without a body cannot be opened or closed";
                Err(Diagnostic::error("abstract-predicate", message).at(exp.place.clone()))
            }
            AssertionKind::Access(resource @ Resource::Predicate { .. }, permission) => {
                Ok((resource, permission))
            }
            _ => {
                let message = "expected a predicate instance";
                Err(Diagnostic::error("not-a-predicate", message).at(exp.place.clone()))
            }
        }
    }

    fn collection_operator(
        &mut self,
        operator: Operator,
        lhs: &Exp,
        rhs: &Exp,
        place: &Place,
    ) -> Checked<Expr> {
        let (lhs, rhs) = (self.infer(lhs)?, self.infer(rhs)?);
        let (op, ty) = match operator {
            Operator::In => {
                let element = match self.infer.known(&rhs.ty) {
                    Type::Map(key, _) => *key,
                    _ => self.element_type(&rhs)?,
                };
                let lhs = self.coerce(lhs, &element)?;
                let many = matches!(self.infer.known(&rhs.ty), Type::Multiset(_));
                let ty = if many { Type::Int } else { Type::Bool };
                return Ok(Expr::new(
                    ExprKind::Collection(CollectionOp::Contains, vec![lhs, rhs]),
                    ty,
                    place,
                ));
            }
            Operator::Append => (CollectionOp::Append, lhs.ty.clone()),
            Operator::Union => (CollectionOp::Union, lhs.ty.clone()),
            Operator::Intersection => (CollectionOp::Intersection, lhs.ty.clone()),
            Operator::Difference => (CollectionOp::Difference, lhs.ty.clone()),
            _ => (CollectionOp::Subset, Type::Bool),
        };
        self.unify(&lhs.ty, &rhs.ty, place)?;
        Ok(Expr::new(ExprKind::Collection(op, vec![lhs, rhs]), ty, place))
    }

    fn collection(&mut self, exp: &Exp) -> Checked<Expr> {
        let place = &exp.place;
        let make = |op, operands, ty| Ok(Expr::new(ExprKind::Collection(op, operands), ty, place));
        match &exp.kind {
            ExpKind::Literal { collection, element, elements } => {
                let element = match element {
                    Some(ty) => self.resolve(ty)?,
                    None => self.infer.fresh(),
                };
                let elements =
                    elements.iter().map(|exp| self.check(exp, &element)).collect::<Checked<Vec<_>>>()?;
                let element = Box::new(element);
                let ty = match collection.text.as_str() {
                    "Seq" => Type::Seq(element),
                    "Set" => Type::Set(element),
                    _ => Type::Multiset(element),
                };
                make(CollectionOp::Literal, elements, ty)
            }
            ExpKind::Range(lo, hi) => {
                let bounds = vec![self.check(lo, &Type::Int)?, self.check(hi, &Type::Int)?];
                make(CollectionOp::Range, bounds, Type::Seq(Box::new(Type::Int)))
            }
            ExpKind::Length(body) => {
                let body = self.infer(body)?;
                make(CollectionOp::Length, vec![body], Type::Int)
            }
            ExpKind::Index(sequence, index) => {
                let sequence = self.infer(sequence)?;
                let (place, element) = self.indexed(&sequence)?;
                let index = self.check(index, &place)?;
                make(CollectionOp::Index, vec![sequence, index], element)
            }
            ExpKind::Update(sequence, index, value) => {
                let sequence = self.infer(sequence)?;
                let (place, element) = self.indexed(&sequence)?;
                let (index, value) = (self.check(index, &place)?, self.check(value, &element)?);
                let ty = sequence.ty.clone();
                make(CollectionOp::Update, vec![sequence, index, value], ty)
            }
            ExpKind::Slice(sequence, lo, hi) => {
                let mut out = self.infer(sequence)?;
                let ty = out.ty.clone();
                for (bound, op) in [(hi, CollectionOp::Take), (lo, CollectionOp::Drop)] {
                    if let Some(bound) = bound {
                        let bound = self.check(bound, &Type::Int)?;
                        out = Expr::new(ExprKind::Collection(op, vec![out, bound]), ty.clone(), place);
                    }
                }
                Ok(out)
            }
            _ => Err(not_supported("this expression", place)),
        }
    }

    /// What a sequence or map is indexed with, and what it has there.
    fn indexed(&mut self, collection: &Expr) -> Checked<(Type, Type)> {
        match self.infer.known(&collection.ty) {
            Type::Map(key, value) => Ok((*key, *value)),
            Type::Seq(element) => Ok((Type::Int, *element)),
            _ => {
                let message = "expected a sequence or a map";
                Err(Diagnostic::error("type-mismatch", message).at(collection.place.clone()))
            }
        }
    }

    fn element_type(&mut self, collection: &Expr) -> Checked<Type> {
        match self.infer.known(&collection.ty) {
            Type::Seq(element) | Type::Set(element) | Type::Multiset(element) => Ok(*element),
            _ => {
                let message = "expected a sequence, set or multiset";
                Err(Diagnostic::error("type-mismatch", message).at(collection.place.clone()))
            }
        }
    }

    /// Brings two operands to one type: beside an integer, a quotient of integers is one too.
    fn same_type(&mut self, lhs: Expr, rhs: Expr) -> Checked<(Expr, Expr)> {
        let (left, right) = (self.infer.known(&lhs.ty), self.infer.known(&rhs.ty));
        match (&left, &right) {
            (Type::Perm, Type::Int) if is_integral(&lhs) => Ok((integral(lhs), rhs)),
            (Type::Int, Type::Perm) if is_integral(&rhs) => Ok((lhs, integral(rhs))),
            (Type::Perm, Type::Int) => {
                let rhs = self.coerce(rhs, &left)?;
                Ok((lhs, rhs))
            }
            _ => {
                let lhs = self.coerce(lhs, &right)?;
                Ok((lhs, rhs))
            }
        }
    }

    /// The expression as one of the type: integers may stand for permission amounts.
    pub(super) fn coerce(&mut self, expr: Expr, ty: &Type) -> Checked<Expr> {
        let place = expr.place.clone();
        match (self.infer.known(&expr.ty), self.infer.known(ty)) {
            (Type::Int, Type::Perm) => Ok(Expr::unary(UnaryOp::ToPerm, expr, &place)),
            (found, wanted) => {
                self.unify(&found, &wanted, &place)?;
                Ok(expr)
            }
        }
    }

    fn number(&mut self, expr: &Expr) -> Checked<()> {
        match self.infer.known(&expr.ty) {
            Type::Int | Type::Perm => Ok(()),
            other => self.unify(&other, &Type::Int, &expr.place),
        }
    }

    fn unify(&mut self, found: &Type, wanted: &Type, place: &Place) -> Checked<()> {
        if self.infer.unify(found, wanted) { Ok(()) } else { Err(self.mismatch(found, wanted, place)) }
    }

    fn mismatch(&self, found: &Type, wanted: &Type, place: &Place) -> Diagnostic {
        let (found, wanted) = (self.infer.settle(found), self.infer.settle(wanted));
        let signatures = &self.cx.signatures;
        let message = format!("expected `{}`, found `{}`", wanted.show(signatures), found.show(signatures));
        Diagnostic::error("type-mismatch", message).at(place.clone())
    }
}

/// Arithmetic on integers; `/` is integer division where an integer is wanted.
fn integer_operator(operator: Operator) -> Option<BinaryOp> {
    match operator {
        Operator::Add => Some(BinaryOp::Add),
        Operator::Sub => Some(BinaryOp::Sub),
        Operator::Mul => Some(BinaryOp::Mul),
        Operator::Slash | Operator::Div => Some(BinaryOp::Div),
        Operator::Mod => Some(BinaryOp::Mod),
        _ => None,
    }
}

/// Whether arithmetic that was taken for rational could be on integers.
fn is_integral(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Fraction | BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, lhs, rhs) => {
            is_integral(lhs) && is_integral(rhs)
        }
        ExprKind::Unary(UnaryOp::ToPerm, _) => true,
        ExprKind::Unary(UnaryOp::Neg, body) => is_integral(body),
        _ => expr.ty == Type::Int,
    }
}

/// The integer reading of an integral expression.
fn integral(expr: Expr) -> Expr {
    let place = expr.place.clone();
    match expr.kind {
        ExprKind::Binary(op, lhs, rhs) => {
            let op = if op == BinaryOp::Fraction { BinaryOp::Div } else { op };
            Expr::binary(op, integral(*lhs), integral(*rhs), &place)
        }
        ExprKind::Unary(UnaryOp::ToPerm, body) => *body,
        ExprKind::Unary(UnaryOp::Neg, body) => Expr::unary(UnaryOp::Neg, integral(*body), &place),
        kind => Expr { kind, ..expr },
    }
}

fn logical(operator: Operator) -> BinaryOp {
    match operator {
        Operator::And => BinaryOp::And,
        Operator::Or => BinaryOp::Or,
        Operator::Implies => BinaryOp::Implies,
        _ => BinaryOp::Iff,
    }
}
