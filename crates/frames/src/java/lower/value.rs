//! Expressions in code, whose evaluation may have effects: these become statements, in Java's order of evaluation,
//! and a value computed before a later effect is kept in a local.

use base::Place;

use super::call::Target;
use super::cx::{Cx, Mode, Typed};
use super::operator::not;
use super::{Routine, Slot};
use crate::core::{self, BinaryOp, Expr, ExprKind, LocalId, Resource, StmtKind};
use crate::java::Result;
use crate::java::ast::{self, BinOp, Name, Receiver, Span};
use crate::java::table::{FieldId, MethodId};
use crate::java::types::{Number, Type};

/// What an assignment may change.
enum Cell {
    Local(LocalId, Type),
    Field { object: Expr, field: core::FieldId, ty: Type },
    Final { object: Expr, field: FieldId, ty: Type },
    Element { array: Expr, field: core::FieldId, index: Expr, ty: Type },
}

impl Cx<'_, '_> {
    /// The value of an expression in code; its effects are emitted.
    pub fn value(&mut self, expr: &ast::Expr) -> Result<Typed> {
        if !self.has_effects(expr) {
            return self.pure(expr);
        }
        self.deeper(expr.span, |cx| cx.effectful(expr))
    }

    /// An expression evaluated for its effects only.
    pub fn effect(&mut self, expr: &ast::Expr) -> Result<()> {
        match &*expr.kind {
            ast::ExprKind::Assign { .. } | ast::ExprKind::Step { .. } => {
                self.assignment(expr)?;
            }
            _ => {
                let value = self.value(expr)?;
                if !matches!(value.expr.kind, ExprKind::Local(_) | ExprKind::Null) {
                    self.spill(value);
                }
            }
        }
        Ok(())
    }

    fn effectful(&mut self, expr: &ast::Expr) -> Result<Typed> {
        let span = expr.span;
        match &*expr.kind {
            ast::ExprKind::Assign { .. } | ast::ExprKind::Step { .. } => self.assignment(expr),
            ast::ExprKind::Call { receiver, method, args, given } => {
                self.call(receiver, method, args, given, span)
            }
            ast::ExprKind::New { class, args, given } => self.new_object(class, args, given, span),
            ast::ExprKind::NewArray { element, dims, init } => {
                self.new_array(element, dims, init.as_deref(), span)
            }
            ast::ExprKind::Unary(op, operand) => {
                let operand = self.value(operand)?;
                self.unary(*op, operand, span)
            }
            ast::ExprKind::Binary(op @ (BinOp::And | BinOp::Or), lhs, rhs) if self.has_effects(rhs) => {
                self.short_circuit(*op, lhs, rhs, span)
            }
            ast::ExprKind::Binary(op, lhs, rhs) => {
                let [lhs, rhs] = self.in_order([lhs, rhs])?;
                self.binary(*op, lhs, rhs, span)
            }
            ast::ExprKind::Conditional(condition, then, otherwise) => {
                self.choose(condition, then, otherwise, span)
            }
            ast::ExprKind::Cast(ty, value) => {
                let (ty, value) = (self.resolve(ty)?, self.value(value)?);
                self.cast(value, &ty, span)
            }
            ast::ExprKind::InstanceOf(value, ty) => {
                let (ty, value) = (self.resolve(ty)?, self.value(value)?);
                self.instance_of(value, &ty, span)
            }
            ast::ExprKind::Field(object, name) => {
                let object = self.value(object)?;
                self.member_read(object, name, span)
            }
            ast::ExprKind::Index(base, index) => {
                let [base, index] = self.in_order([base, index])?;
                self.index(base, index, span)
            }
            ast::ExprKind::Null
            | ast::ExprKind::This
            | ast::ExprKind::Bool(_)
            | ast::ExprKind::Int(..)
            | ast::ExprKind::Str(_)
            | ast::ExprKind::Name(_)
            | ast::ExprKind::Contract(_) => self.pure(expr),
        }
    }

    /// Whether evaluating may change something. A call counts unless every method of that name is pure.
    pub fn has_effects(&self, expr: &ast::Expr) -> bool {
        match &*expr.kind {
            ast::ExprKind::Assign { .. }
            | ast::ExprKind::Step { .. }
            | ast::ExprKind::New { .. }
            | ast::ExprKind::NewArray { .. } => true,
            ast::ExprKind::Call { receiver, method, args, .. } => {
                let in_receiver = matches!(receiver, Receiver::Expr(object) if self.has_effects(object));
                in_receiver
                    || args.iter().any(|arg| self.has_effects(arg))
                    || self.may_change(method, args.len())
            }
            ast::ExprKind::Unary(_, operand)
            | ast::ExprKind::Cast(_, operand)
            | ast::ExprKind::InstanceOf(operand, _) => self.has_effects(operand),
            ast::ExprKind::Field(object, _) => self.has_effects(object),
            ast::ExprKind::Binary(_, lhs, rhs) | ast::ExprKind::Index(lhs, rhs) => {
                self.has_effects(lhs) || self.has_effects(rhs)
            }
            ast::ExprKind::Conditional(condition, then, otherwise) => {
                self.has_effects(condition) || self.has_effects(then) || self.has_effects(otherwise)
            }
            ast::ExprKind::Null
            | ast::ExprKind::This
            | ast::ExprKind::Bool(_)
            | ast::ExprKind::Int(..)
            | ast::ExprKind::Str(_)
            | ast::ExprKind::Name(_)
            | ast::ExprKind::Contract(_) => false,
        }
    }

    fn may_change(&self, name: &Name, arity: usize) -> bool {
        let methods = self.build.table.methods.iter_enumerated();
        let mut named =
            methods.filter(|(_, info)| info.decl.name.text == name.text && info.params.len() == arity);
        named.any(|(method, _)| !self.build.is_pure(method))
    }

    /// Values evaluated left to right; those before an effect are kept.
    fn in_order<const N: usize>(&mut self, exprs: [&ast::Expr; N]) -> Result<[Typed; N]> {
        let values = self.sequence(&exprs)?;
        Ok(values.try_into().unwrap_or_else(|_| unreachable!("one value for each expression")))
    }

    fn sequence(&mut self, exprs: &[&ast::Expr]) -> Result<Vec<Typed>> {
        let last_effect = exprs.iter().rposition(|expr| self.has_effects(expr));
        let mut out = Vec::new();
        for (index, expr) in exprs.iter().enumerate() {
            let value = self.value(expr)?;
            out.push(if last_effect.is_some_and(|last| index < last) { self.spill(value) } else { value });
        }
        Ok(out)
    }

    /// `&&` and `||` whose right side has effects.
    fn short_circuit(&mut self, op: BinOp, lhs: &ast::Expr, rhs: &ast::Expr, span: Span) -> Result<Typed> {
        let place = self.place(span);
        let lhs = self.value(lhs)?;
        self.expect_boolean(&lhs, span)?;
        let local = self.local("value", &Type::Boolean, &place);
        self.assign(local, lhs.expr, &place);
        let (block, ()) = self.collect(|cx| {
            let rhs_value = cx.value(rhs)?;
            cx.expect_boolean(&rhs_value, rhs.span)?;
            cx.assign(local, rhs_value.expr, &place);
            Ok(())
        })?;
        let condition = self.read(local, &Type::Boolean, &place).expr;
        let condition = if op == BinOp::And { condition } else { not(condition) };
        self.emit(StmtKind::If { condition, then: block, otherwise: Vec::new() }, &place);
        Ok(self.read(local, &Type::Boolean, &place))
    }

    fn choose(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        span: Span,
    ) -> Result<Typed> {
        let place = self.place(span);
        let test = self.value(condition)?;
        self.expect_boolean(&test, condition.span)?;
        let (mut then_block, then_value) = self.collect(|cx| cx.value(then))?;
        let (mut else_block, else_value) = self.collect(|cx| cx.value(otherwise))?;
        let ty = self.common_type(&then_value.ty, &else_value.ty, span)?;
        let local = self.local("value", &ty, &place);
        let store = |value: Expr| core::Stmt::new(StmtKind::Assign { local, value }, &place);
        then_block.push(store(then_value.expr));
        else_block.push(store(else_value.expr));
        self.emit(StmtKind::If { condition: test.expr, then: then_block, otherwise: else_block }, &place);
        Ok(self.read(local, &ty, &place))
    }

    /// An assignment in any of its forms; its value is the one assigned (or the one before, for `x++`).
    fn assignment(&mut self, expr: &ast::Expr) -> Result<Typed> {
        let place = self.place(expr.span);
        match &*expr.kind {
            ast::ExprKind::Assign { target, op: None, value } => {
                let cell = self.cell(target, self.has_effects(value))?;
                let value = self.value(value)?;
                let value = self.coerce(value, cell.ty(), expr.span)?;
                let kept = self.spill_if_complex(value);
                self.store(cell, kept.expr.clone(), &place)?;
                Ok(kept)
            }
            ast::ExprKind::Assign { target, op: Some(op), value } => {
                let cell = self.cell(target, true)?;
                let before = self.load(&cell, &place);
                let before = if self.has_effects(value) { self.spill(before) } else { before };
                let operand = self.value(value)?;
                let after = self.binary(*op, before, operand, expr.span)?;
                let after = self.cast(after, &cell.ty().clone(), expr.span)?;
                let kept = self.spill(after);
                self.store(cell, kept.expr.clone(), &place)?;
                Ok(kept)
            }
            ast::ExprKind::Step { target, op, is_prefix } => {
                let cell = self.cell(target, true)?;
                let before = self.load(&cell, &place);
                let before = self.spill(before);
                let one = Typed { expr: Expr::int(1, &place), ty: Type::Number(Number::Int) };
                let after = self.binary(*op, before.clone(), one, expr.span)?;
                let after = self.cast(after, &cell.ty().clone(), expr.span)?;
                let after = self.spill(after);
                self.store(cell, after.expr.clone(), &place)?;
                Ok(if *is_prefix { after } else { before })
            }
            _ => unreachable!("only assignments are sent here"),
        }
    }

    fn spill_if_complex(&mut self, value: Typed) -> Typed {
        if matches!(value.expr.kind, ExprKind::Local(_)) { value } else { self.spill(value) }
    }

    /// The cell an expression names; `keep` when effects follow before it is used.
    fn cell(&mut self, target: &ast::Expr, keep: bool) -> Result<Cell> {
        let place = self.place(target.span);
        match &*target.kind {
            ast::ExprKind::Name(name) if self.lookup(name).is_some() => {
                let var = self.lookup(name).expect("just found").clone();
                self.check_ghost_write(var.is_ghost, target.span)?;
                Ok(Cell::Local(var.local, var.ty))
            }
            ast::ExprKind::Name(name) => {
                let Some(field) = self.class.and_then(|class| self.build.table.field(class, name)) else {
                    self.pure(target)?;
                    return Err(self.error(
                        target.span,
                        "unknown-name",
                        format!("nothing is named `{name}` here"),
                    ));
                };
                if self.build.table.fields[field].decl.modifiers.is_static {
                    let owner = self.static_owner(field, &place);
                    return self.field_cell(Typed { expr: owner, ty: Type::object() }, field, target.span);
                }
                let this = self.this(target.span)?;
                self.field_cell(this, field, target.span)
            }
            ast::ExprKind::Field(object, name) => {
                if let Some(class) = self.class_of_name(object) {
                    let owner =
                        Type::Class(self.build.table.classes[class].decl.name.text.clone(), Vec::new());
                    let field = self.field_of(&owner, name)?;
                    let object = self.static_owner(field, &place);
                    return self.field_cell(Typed { expr: object, ty: owner }, field, target.span);
                }
                let object = self.value(object)?;
                let field = self.field_of(&object.ty, name)?;
                let object = self.checked_not_null(object, target.span);
                let object = if keep { self.spill_if_complex(object) } else { object };
                self.field_cell(object, field, target.span)
            }
            ast::ExprKind::Index(array, index) => {
                let [array, index] = self.in_order([array, index])?;
                let Type::Array(element) = array.ty.clone() else {
                    return Err(self.mismatch(target.span, "an array", &array.ty));
                };
                self.expect_number(&index, target.span)?;
                let field = self.build.element_field(&element, &place);
                let array = self.checked_not_null(array, target.span);
                let array = self.spill_if_complex(array);
                let index = self.spill_if_complex(index);
                let checked = self.checked_index(array.expr.clone(), index.expr, &place);
                let index = self.spill(Typed { expr: checked, ty: Type::INT });
                Ok(Cell::Element { array: array.expr, field, index: index.expr, ty: *element })
            }
            _ => Err(self.error(target.span, "java-syntax", "nothing can be assigned to this")),
        }
    }

    fn field_cell(&mut self, object: Typed, field: FieldId, span: Span) -> Result<Cell> {
        let info = &self.build.table.fields[field];
        self.check_ghost_write(info.decl.is_ghost, span)?;
        let ty = self.member_type(&info.ty, info.class, &object.ty);
        match self.build.slots[field].clone() {
            Slot::Heap(field) => Ok(Cell::Field { object: object.expr, field, ty }),
            Slot::Final(_) => Ok(Cell::Final { object: object.expr, field, ty }),
            Slot::Constant(_) => Err(self.error(span, "final-assigned", "a constant cannot be assigned")),
        }
    }

    /// Code changes program state, ghost code changes ghost state.
    fn check_ghost_write(&self, is_ghost: bool, span: Span) -> Result<()> {
        match (self.mode, is_ghost) {
            (Mode::Code, true) => Err(self.error(
                span,
                "ghost-in-code",
                "this is ghost: it does not exist when the program runs",
            )),
            (Mode::Contract, false) => {
                Err(self.error(span, "impure-contract", "ghost code must not change what the program sees"))
            }
            (Mode::Code, false) | (Mode::Contract, true) => Ok(()),
        }
    }

    fn load(&mut self, cell: &Cell, place: &Place) -> Typed {
        let ty = cell.ty().clone();
        let expr = match cell {
            Cell::Local(local, _) => Expr::local(*local, &self.locals, place),
            Cell::Field { object, field, .. } => object.clone().field(*field, ty.core(), place),
            Cell::Final { object, field, .. } => {
                let Slot::Final(function) = self.build.slots[*field] else { unreachable!("a final cell") };
                Expr::new(ExprKind::Apply(function, vec![object.clone()]), ty.core(), place)
            }
            Cell::Element { array, field, index, .. } => {
                let kind = ExprKind::Element {
                    array: Box::new(array.clone()),
                    field: *field,
                    index: Box::new(index.clone()),
                };
                Expr::new(kind, ty.core(), place)
            }
        };
        Typed { expr, ty }
    }

    fn store(&mut self, cell: Cell, value: Expr, place: &Place) -> Result<()> {
        self.check_escape(std::slice::from_ref(&value), Span { start: place.start, end: place.end })?;
        match cell {
            Cell::Local(local, _) => self.assign(local, value, place),
            Cell::Field { object: receiver, field, .. } => {
                self.emit(StmtKind::WriteField { receiver, field, value }, place);
            }
            Cell::Final { object, field, .. } => self.set_final(object, field, value, place)?,
            Cell::Element { array, field, index, .. } => {
                self.emit(StmtKind::WriteElement { array, field, index, value }, place);
            }
        }
        Ok(())
    }

    /// Assigns and forgets the value: the statement form of a simple assignment.
    pub fn simple_assignment(&mut self, target: &ast::Expr, value: &ast::Expr, span: Span) -> Result<()> {
        let place = self.place(span);
        let cell = self.cell(target, self.has_effects(value))?;
        let value = self.value(value)?;
        let value = self.coerce(value, cell.ty(), span)?;
        self.store(cell, value.expr, &place)
    }

    fn call(
        &mut self,
        receiver: &Receiver,
        name: &Name,
        args: &[ast::Expr],
        given: &[(Name, ast::Expr)],
        span: Span,
    ) -> Result<Typed> {
        let later_effects = args.iter().any(|arg| self.has_effects(arg));
        let target = self.target(receiver, span, Self::value)?;
        let target = match target {
            Target::Object(object) if later_effects => Target::Object(self.spill(object)),
            other => other,
        };
        let args: Vec<&ast::Expr> = args.iter().collect();
        let args = self.sequence(&args)?;
        let class = self.target_class(&target, name.span)?;
        let types: Vec<_> = args.iter().map(|arg| arg.ty.clone()).collect();
        let method = self.find_method(class, name, &types, matches!(target, Target::Class(_)))?;
        let given = self.given_arguments(method, given, span)?;
        match self.build.routines[method] {
            Routine::Function(_) => self.apply(method, target, args, given, span),
            Routine::Method(_) => self.mutator_call(method, target, args, given, span),
        }
    }

    fn mutator_call(
        &mut self,
        method: MethodId,
        target: Target,
        args: Vec<Typed>,
        given: Vec<Typed>,
        span: Span,
    ) -> Result<Typed> {
        let place = self.place(span);
        let info = &self.build.table.methods[method];
        let Routine::Method(routine) = self.build.routines[method] else {
            unreachable!("a method, not a function")
        };
        if info.decl.is_ghost && self.mode == Mode::Code {
            let message =
                format!("`{}` is ghost: it does not exist when the program runs", info.decl.name.text);
            return Err(self.error(span, "ghost-in-code", message));
        }
        if !info.decl.is_ghost && self.mode == Mode::Contract {
            let message = format!("`{}` is not pure, so it cannot be called here", info.name);
            return Err(self.error(span, "impure-contract", message));
        }
        self.rely_on_method(method, span)?;
        let mut arguments = Vec::new();
        let mut owner = Type::object();
        if !info.decl.modifiers.is_static {
            let object = match target {
                Target::Object(object) => object,
                Target::Super(object, _) => {
                    self.check_super_call(method, span)?;
                    object
                }
                Target::Class(_) => return Err(self.error(span, "no-this", "this method needs an object")),
            };
            owner = object.ty.clone();
            let object = self.checked_not_null(object, span);
            arguments.push(self.spill_if_complex(object).expr);
        }
        for (arg, param) in args.into_iter().zip(&info.params) {
            let param = self.member_type(param, info.class, &owner);
            let arg = self.coerce(arg, &param, span)?;
            arguments.push(self.spill_if_complex(arg).expr);
        }
        for value in given {
            arguments.push(self.spill_if_complex(value).expr);
        }
        self.check_escape(&arguments, span)?;
        self.check_measure(method, &arguments, span)?;
        let result_type = self.member_type(&info.result, info.class, &owner);
        let mut targets = Vec::new();
        let result = (info.result != Type::Void).then(|| self.local("result", &result_type, &place));
        targets.extend(result);
        let contract = self.build.table.methods[info.contract].decl;
        let exception =
            (!contract.contract.signals.is_empty()).then(|| self.local("exception", &Type::object(), &place));
        targets.extend(exception);
        self.emit(StmtKind::Call { targets, method: routine, arguments }, &place);
        if let Some(exception) = exception {
            self.propagate(exception, &place)?;
        }
        Ok(match result {
            Some(local) => self.read(local, &result_type, &place),
            None => Typed { expr: Expr::null(&place), ty: Type::Void },
        })
    }

    fn new_array(
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
        let array = self.local("array", &ty, &place);
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

impl Cell {
    fn ty(&self) -> &Type {
        match self {
            Cell::Local(_, ty)
            | Cell::Field { ty, .. }
            | Cell::Final { ty, .. }
            | Cell::Element { ty, .. } => ty,
        }
    }
}
