//! Places in the core program for every field, predicate and method, before any of them has content.

use base::{IdVec, Place};

use super::{Builder, Routine, Slot};
use crate::core;
use crate::java::ast::{ExprKind, Literal};
use crate::java::table::{FieldId, MethodId, PredicateId};
use crate::java::types::Type;

impl Builder<'_> {
    /// Declares everything, so that bodies may name it.
    pub fn declare(&mut self) {
        for field in self.table.fields.ids() {
            let slot = self.declare_field(field);
            self.slots.push(slot);
        }
        for predicate in self.table.predicates.ids() {
            let id = self.declare_predicate(predicate);
            self.predicates.push(id);
        }
        for method in self.table.methods.ids() {
            let routine = self.declare_method(method);
            self.routines.push(routine);
        }
    }

    /// Where a method is.
    pub fn place_of(&self, method: MethodId) -> Place {
        let info = &self.table.methods[method];
        self.table.place(info.class, info.decl.name.span)
    }

    fn declare_field(&mut self, field: FieldId) -> Slot {
        let info = &self.table.fields[field];
        let class = &self.table.classes[info.class];
        let place = self.table.place(info.class, info.decl.name.span);
        let name = format!("{}.{}", class.decl.name.text, info.decl.name.text);
        let modifiers = info.decl.modifiers;
        if modifiers.is_final && modifiers.is_static {
            if let Some(constant) = self.constant(field) {
                return Slot::Constant(constant);
            }
        } else if modifiers.is_final {
            return Slot::Final(self.declare_final(name, &info.ty, place));
        }
        Slot::Heap(self.program.fields.push(core::Field {
            name,
            ty: info.ty.core(),
            place,
            bounds: info.ty.bounds(),
        }))
    }

    /// The value of a `static final` field initialised with a literal.
    fn constant(&self, field: FieldId) -> Option<core::ExprKind> {
        let info = &self.table.fields[field];
        match (&*info.decl.init.as_ref()?.kind, &info.ty) {
            (ExprKind::Int(value, Literal::Int | Literal::Long | Literal::Char), Type::Number(_)) => {
                Some(core::ExprKind::Int((*value).into()))
            }
            (ExprKind::Unary(crate::java::ast::UnOp::Neg, operand), Type::Number(_)) => {
                match &*operand.kind {
                    ExprKind::Int(value, literal) => {
                        Some(core::ExprKind::Int(negated(*value, *literal).into()))
                    }
                    _ => None,
                }
            }
            (ExprKind::Bool(value), Type::Boolean) => Some(core::ExprKind::Bool(*value)),
            _ => None,
        }
    }

    /// A final field: a function of a non-null object.
    fn declare_final(&mut self, name: String, ty: &Type, place: Place) -> core::FunctionId {
        self.hidden.insert(name.clone());
        let mut function = self.empty_function(name, ty, place.clone());
        let this = function.locals.push(core::Local {
            name: "this".into(),
            ty: core::Type::Ref,
            place: place.clone(),
        });
        function.params.push(this);
        function.requires.push(not_null(this, &function.locals, &place));
        function
            .ensures
            .extend(in_bounds(function.result, ty, &function.locals, &place).map(core::Assertion::pure));
        self.program.functions.push(function)
    }

    /// One core predicate for a whole family.
    fn declare_predicate(&mut self, predicate: PredicateId) -> core::PredicateId {
        let info = &self.table.predicates[predicate];
        if info.root != predicate {
            return self.predicates[info.root];
        }
        let class = self.table.classes[info.class].decl;
        self.program.predicates.push(core::Predicate {
            name: format!("{}.{}", class.name.text, info.decl.name.text),
            place: self.table.place(info.class, info.decl.name.span),
            locals: IdVec::new(),
            params: Vec::new(),
            body: None,
            wand: None,
        })
    }

    fn declare_method(&mut self, method: MethodId) -> Routine {
        let info = &self.table.methods[method];
        let place = self.place_of(method);
        if self.is_pure(method) {
            let head = info.overrides.last().copied().filter(|&head| self.is_pure(head));
            if let Some(Routine::Function(function)) = head.map(|head| self.routines[head]) {
                return Routine::Function(function);
            }
            let function = self.empty_function(info.name.clone(), &info.result, place);
            return Routine::Function(self.program.functions.push(function));
        }
        Routine::Method(self.program.methods.push(core::Method {
            name: info.name.clone(),
            place,
            locals: IdVec::new(),
            labels: IdVec::new(),
            params: Vec::new(),
            returns: Vec::new(),
            requires: Vec::new(),
            ensures: Vec::new(),
            body: None,
        }))
    }

    /// Whether the contract that counts for `method` says `pure`.
    pub fn is_pure(&self, method: MethodId) -> bool {
        self.table.methods[self.table.methods[method].contract].decl.contract.is_pure
    }

    /// A function without parameters and contract.
    pub fn empty_function(&self, name: String, result: &Type, place: Place) -> core::Function {
        let mut locals = core::Locals::new();
        let result_type = result.core();
        let result =
            locals.push(core::Local { name: "result".into(), ty: result_type.clone(), place: place.clone() });
        core::Function {
            name,
            place,
            locals,
            params: Vec::new(),
            result_type,
            result,
            requires: Vec::new(),
            ensures: Vec::new(),
            decreases: Vec::new(),
            body: None,
            opaque: false,
            shrinking: false,
        }
    }
}

/// `-value`, which is `value` again for the least number of its type.
fn negated(value: i128, literal: Literal) -> i128 {
    let least = match literal {
        Literal::Int | Literal::Char => i128::from(i32::MIN),
        Literal::Long => i128::from(i64::MIN),
    };
    if value == least { least } else { -value }
}

/// `local != null`
pub fn not_null(local: core::LocalId, locals: &core::Locals, place: &Place) -> core::Assertion {
    let value = core::Expr::local(local, locals, place);
    core::Assertion::pure(core::Expr::binary(core::BinaryOp::NotEq, value, core::Expr::null(place), place))
}

/// `low <= local && local <= high`, if the type has bounds.
pub fn in_bounds(
    local: core::LocalId,
    ty: &Type,
    locals: &core::Locals,
    place: &Place,
) -> Option<core::Expr> {
    let value = core::Expr::local(local, locals, place);
    ty.bounds().map(|bounds| between(&value, bounds, place))
}

/// `low <= value && value <= high`
pub fn between(value: &core::Expr, (low, high): (i128, i128), place: &Place) -> core::Expr {
    let at_least =
        core::Expr::binary(core::BinaryOp::LessEq, core::Expr::int(low, place), value.clone(), place);
    let at_most =
        core::Expr::binary(core::BinaryOp::LessEq, value.clone(), core::Expr::int(high, place), place);
    core::Expr::binary(core::BinaryOp::And, at_least, at_most, place)
}
