//! New arrays: their size, their elements, Java's initial values.

use base::Place;

use super::cx::{Cx, Typed};
use crate::core::{self, BinaryOp, Expr, ExprKind, Resource, StmtKind};
use crate::java::Result;
use crate::java::ast::{self, Span};
use crate::java::types::Type;

impl Cx<'_, '_> {
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
