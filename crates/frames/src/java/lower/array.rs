//! New arrays: their size, their elements, Java's initial values, and what they take.
//!
//! An array may be of a narrower type than a variable says, and then refuses what it is given [JLS 10.5]. An array is
//! exact, as one just made is, if it is of the very type; `exact` says so in contracts.

use base::Place;

use super::cx::{Cx, Typed};
use crate::core::{self, BinaryOp, Expr, ExprKind, Resource, StmtKind};
use crate::java::Result;
use crate::java::ast::{self, Span};
use crate::java::types::Type;

impl Cx<'_, '_> {
    /// `new T[n]`.
    pub fn new_array(
        &mut self,
        element: &ast::TypeRef,
        dims: &[ast::Expr],
        init: Option<&[ast::Expr]>,
        span: Span,
    ) -> Result<Typed> {
        let place = self.place(span);
        let element = self.resolve(element)?;
        let field = self.build.element_field(&element, &place);
        let items = match init {
            Some(items) => self.sequence(&items.iter().collect::<Vec<_>>())?,
            None => Vec::new(),
        };
        let size = match dims.first() {
            Some(size) => {
                let size = self.value(size)?;
                self.expect_number(&size, span)?;
                self.spill_if_complex(size).expr
            }
            None => Expr::int(items.len(), &place),
        };
        let enough = Expr::binary(BinaryOp::LessEq, Expr::int(0, &place), size.clone(), &place);
        self.oblige(enough, "negative.array.size");
        let ty = Type::Array(Box::new(element.clone()));
        let array = self.temporary(&ty, &place);
        self.emit(StmtKind::New { local: array, fields: core::NewFields::Some(Vec::new()) }, &place);
        let array_value = self.read(array, &ty, &place);
        if self.may_be_narrower(&element) {
            let fact = self.is_exact(array_value.expr.clone(), &element, &place);
            self.assume(fact);
        }
        self.inhale_elements(array_value.expr.clone(), field, &element, size, &place);
        for (index, item) in items.into_iter().enumerate() {
            let value = self.coerce(item, &element, span)?.expr;
            let index = Expr::int(index, &place);
            self.emit(
                StmtKind::WriteElement { array: array_value.expr.clone(), field, index, value },
                &place,
            );
        }
        Ok(array_value)
    }

    /// Storing null always works, anything else where the array is exact.
    pub fn check_array_store(&mut self, array: &Expr, element: &Type, value: &Expr, place: &Place) {
        if !self.may_be_narrower(element) || matches!(value.kind, ExprKind::Null) {
            return;
        }
        let is_null = Expr::binary(BinaryOp::Eq, value.clone(), Expr::null(place), place);
        let is_exact = self.is_exact(array.clone(), element, place);
        self.oblige(Expr::binary(BinaryOp::Or, is_null, is_exact, place), "array.store");
    }

    /// That an array has elements of just this type.
    pub fn is_exact(&mut self, array: Expr, element: &Type, place: &Place) -> Expr {
        if !self.may_be_narrower(element) {
            return Expr::bool(true, place);
        }
        self.build.exact_array_test(array, &element.to_string(), place)
    }

    /// Whether an array whose elements are declared so may be one of a subclass.
    fn may_be_narrower(&self, element: &Type) -> bool {
        let table = self.build.table;
        match element {
            Type::Array(inner) => self.may_be_narrower(inner),
            Type::Class(name, _) => match table.class_named(name) {
                Some(class) => table.classes[class].decl.is_interface || table.descendants(class).len() > 1,
                None => !["String", "Integer", "Long", "Boolean", "Character"].contains(&name.as_str()),
            },
            _ => false,
        }
    }

    /// A fresh array comes with its length, permission to all its elements, and Java's initial values in them.
    fn inhale_elements(
        &mut self,
        array: Expr,
        field: core::FieldId,
        element: &Type,
        size: Expr,
        place: &Place,
    ) {
        let function = self.build.length_function(place);
        let length = Expr::new(ExprKind::Apply(function, vec![array.clone()]), core::Type::Int, place);
        self.assume(Expr::binary(BinaryOp::Eq, length, size.clone(), place));
        let resource =
            Resource::Elements { array: array.clone(), field, lo: Expr::int(0, place), hi: size.clone() };
        let owned = core::Assertion::access(resource, Expr::write(place), place);
        self.emit(StmtKind::Inhale(owned), place);
        let zero = match element {
            Type::Boolean => Expr::bool(false, place),
            Type::Number(_) => Expr::int(0, place),
            _ => Expr::null(place),
        };
        let index = self.local("i", &Type::INTEGER, place);
        let at = Expr::local(index, &self.locals, place);
        let stored = Expr::new(
            ExprKind::Element { array: Box::new(array), field, index: Box::new(at.clone()) },
            element.core(),
            place,
        );
        let inside = Expr::binary(
            BinaryOp::And,
            Expr::binary(BinaryOp::LessEq, Expr::int(0, place), at.clone(), place),
            Expr::binary(BinaryOp::Less, at, size, place),
            place,
        );
        let body =
            Expr::binary(BinaryOp::Implies, inside, Expr::binary(BinaryOp::Eq, stored, zero, place), place);
        let quantifier = core::Quantifier {
            existential: false,
            bound: vec![index],
            triggers: Vec::new(),
            body: Box::new(body),
        };
        self.assume(Expr::new(ExprKind::Quantified(quantifier), core::Type::Bool, place));
    }
}
