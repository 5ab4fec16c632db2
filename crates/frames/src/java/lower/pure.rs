//! Expressions without effects, in code and in contracts alike.

use base::Place;

use super::Slot;
use super::cx::{Cx, Mode, Typed};
use crate::core::{self, BinaryOp, CollectionOp, Expr, ExprKind};
use crate::java::Result;
use crate::java::ast::{self, BinOp, Literal, Name, Span, UnOp};
use crate::java::table::{ClassId, FieldId};
use crate::java::types::{Number, Type};

impl Cx<'_, '_> {
    /// An expression without effects.
    pub fn pure(&mut self, expr: &ast::Expr) -> Result<Typed> {
        self.deeper(expr.span, |cx| cx.pure_kind(expr))
    }

    fn pure_kind(&mut self, expr: &ast::Expr) -> Result<Typed> {
        let span = expr.span;
        let place = self.place(span);
        match &*expr.kind {
            ast::ExprKind::Null => Ok(Typed { expr: Expr::null(&place), ty: Type::Null }),
            ast::ExprKind::This => self.this(span),
            ast::ExprKind::Bool(value) => Ok(Typed { expr: Expr::bool(*value, &place), ty: Type::Boolean }),
            ast::ExprKind::Int(value, literal) => self.integer(*value, *literal, span),
            ast::ExprKind::Str(text) => {
                let expr = self.build.string(text, &place);
                Ok(Typed { expr, ty: Type::Class("String".to_string(), Vec::new()) })
            }
            ast::ExprKind::Name(name) => self.name(name, span),
            ast::ExprKind::Field(object, name) => match self.class_of_name(object) {
                Some(class) => self.static_field(class, name),
                None => {
                    let object = self.owner(object, Self::pure)?;
                    self.member_read(object, name, span)
                }
            },
            ast::ExprKind::Index(base, index) => {
                let (base, index) = (self.pure(base)?, self.pure(index)?);
                self.index(base, index, span)
            }
            ast::ExprKind::Call { receiver, method, args, given } => {
                self.pure_call(receiver, method, args, given, span)
            }
            ast::ExprKind::Unary(UnOp::Neg, operand) if matches!(*operand.kind, ast::ExprKind::Int(..)) => {
                self.negative_literal(operand, span)
            }
            ast::ExprKind::Unary(op, operand) => {
                let operand = self.pure(operand)?;
                self.unary(*op, operand, span)
            }
            ast::ExprKind::Binary(op, lhs, rhs) => {
                let (lhs, rhs) = (self.pure(lhs)?, self.pure(rhs)?);
                let op = if *op == BinOp::Mul && lhs.ty == Type::Boolean { BinOp::Sep } else { *op };
                self.binary(op, lhs, rhs, span)
            }
            ast::ExprKind::Conditional(condition, then_ast, otherwise_ast) => {
                let (condition, then, otherwise) =
                    (self.pure(condition)?, self.pure(then_ast)?, self.pure(otherwise_ast)?);
                let ty = self.choice_type((then_ast, &then), (otherwise_ast, &otherwise), span)?;
                self.conditional(condition, then, otherwise, ty, span)
            }
            ast::ExprKind::Cast(ty, value) => {
                let (ty, value) = (self.resolve(ty)?, self.pure(value)?);
                self.cast(value, &ty, span)
            }
            ast::ExprKind::InstanceOf(value, ty) => {
                let (ty, value) = (self.resolve_erased(ty)?, self.pure(value)?);
                self.instance_of(value, &ty, span)
            }
            ast::ExprKind::Contract(contract) => self.contract_expr(contract, span),
            ast::ExprKind::New { .. } | ast::ExprKind::NewArray { .. } => {
                Err(self.error(span, "impure-contract", "creating an object is not possible here"))
            }
            ast::ExprKind::Assign { .. } | ast::ExprKind::Step { .. } => {
                Err(self.error(span, "impure-contract", "an assignment is not possible here"))
            }
        }
    }

    fn integer(&mut self, value: i128, literal: Literal, span: Span) -> Result<Typed> {
        let number = match literal {
            Literal::Int => Number::Int,
            Literal::Long => Number::Long,
            Literal::Char => Number::Char,
        };
        let (low, high) = number.bounds().expect("literals are of bounded types");
        let number = if (low..=high).contains(&value) { number } else { Number::Integer };
        if number == Number::Integer && self.mode == Mode::Code {
            return Err(self.error(span, "bad-literal", "this number is too large for an `int`"));
        }
        Ok(Typed { expr: Expr::int(value, &self.place(span)), ty: Type::Number(number) })
    }

    fn negative_literal(&mut self, operand: &ast::Expr, span: Span) -> Result<Typed> {
        match &*operand.kind {
            // A negative one is `0x80000000` and the like: its negation is computed.
            ast::ExprKind::Int(value, literal) if *literal != Literal::Char && *value >= 0 => {
                self.integer(-value, *literal, span)
            }
            _ => {
                let operand = self.pure(operand)?;
                self.unary(UnOp::Neg, operand, span)
            }
        }
    }

    fn name(&mut self, name: &str, span: Span) -> Result<Typed> {
        let place = self.place(span);
        if let Some(var) = self.lookup(name) {
            if var.is_ghost && self.mode == Mode::Code {
                let message = format!("`{name}` is ghost: it does not exist when the program runs");
                return Err(self.error(span, "ghost-in-code", message));
            }
            let local = if self.in_old { var.original.unwrap_or(var.local) } else { var.local };
            let ty = var.ty.clone();
            return Ok(self.read(local, &ty, &place));
        }
        if name == "result"
            && self.mode == Mode::Contract
            && let Some((local, ty)) = self.result.clone()
        {
            return Ok(self.read(local, &ty, &place));
        }
        let field = self.class.and_then(|class| self.build.table.field(class, name));
        match field {
            Some(field) if self.build.table.fields[field].decl.modifiers.is_static => {
                self.read_static(field, span)
            }
            Some(field) => {
                let this = self.this_as_owner(span)?;
                self.read_field(this, field, span)
            }
            None => Err(self.unknown_name(name, span)),
        }
    }

    fn unknown_name(&self, name: &str, span: Span) -> Box<base::Diagnostic> {
        let mut problem = self.error(span, "unknown-name", format!("nothing is named `{name}` here"));
        let fields =
            self.class.into_iter().flat_map(|class| self.build.table.ancestors(class)).flat_map(|class| {
                self.build.table.classes[class]
                    .fields
                    .iter()
                    .map(|&field| &self.build.table.fields[field].decl.name.text)
            });
        let names = self.scope.iter().map(|var| &var.name).chain(fields);
        let near = names.filter(|other| distance(name, other) <= 2).min_by_key(|other| distance(name, other));
        if let Some(near) = near {
            problem.help.push(format!("did you mean `{near}`?"));
        }
        problem
    }

    /// The class an expression names, if it is a name that is nothing nearer.
    pub fn class_of_name(&self, expr: &ast::Expr) -> Option<ClassId> {
        let ast::ExprKind::Name(name) = &*expr.kind else { return None };
        let is_value = self.lookup(name).is_some()
            || self.class.is_some_and(|class| {
                self.build.table.field(class, name).is_some() || self.build.table.is_unread(class, name)
            });
        let table = self.build.table;
        if is_value || table.is_unusable(name) { None } else { table.class_named(name) }
    }

    fn static_field(&mut self, class: ClassId, name: &Name) -> Result<Typed> {
        let field = self.build.table.field(class, &name.text);
        match field.filter(|&field| self.build.table.fields[field].decl.modifiers.is_static) {
            Some(field) => self.read_static(field, name.span),
            None => {
                let class = &self.build.table.classes[class].decl.name.text;
                Err(self.error(
                    name.span,
                    "unknown-name",
                    format!("`{class}` has no static field `{}`", name.text),
                ))
            }
        }
    }

    fn read_static(&mut self, field: FieldId, span: Span) -> Result<Typed> {
        let place = self.place(span);
        let info = &self.build.table.fields[field];
        let ty = info.ty.clone();
        if let Slot::Constant(constant) = &self.build.slots[field] {
            return Ok(Typed { expr: Expr::new(constant.clone(), ty.core(), &place), ty });
        }
        let owner = self.static_owner(field, &place);
        self.read_field(Typed { expr: owner, ty: Type::object() }, field, span)
    }

    /// The object whose field a static field is.
    pub fn static_owner(&mut self, field: FieldId, place: &Place) -> Expr {
        let class = self.build.table.fields[field].class;
        let name = self.build.table.classes[class].decl.name.text.clone();
        self.build.class_object(&name, place)
    }

    /// `object.name` for an object of any type.
    pub fn member_read(&mut self, object: Typed, name: &Name, span: Span) -> Result<Typed> {
        let place = self.place(span);
        match (&object.ty, name.text.as_str()) {
            (Type::Array(_), "length") => {
                let function = self.build.length_function(&place);
                let object = self.checked_not_null(object, span);
                let expr = Expr::new(ExprKind::Apply(function, vec![object.expr]), core::Type::Int, &place);
                Ok(Typed { expr, ty: Type::INT })
            }
            (Type::Seq(_) | Type::Set(_) | Type::Multiset(_), "length" | "size") => {
                let kind = ExprKind::Collection(CollectionOp::Length, vec![object.expr]);
                Ok(Typed { expr: Expr::new(kind, core::Type::Int, &place), ty: Type::INTEGER })
            }
            (Type::Class(..), _) => {
                let field = self.field_of(&object.ty, name)?;
                self.read_field(object, field, span)
            }
            (other, _) => {
                let message = format!("a value of type `{other}` has no field `{}`", name.text);
                Err(self.error(name.span, "unknown-name", message))
            }
        }
    }

    /// The object before a `.` and the name of a field.
    pub fn owner(
        &mut self,
        object: &ast::Expr,
        value: impl FnOnce(&mut Self, &ast::Expr) -> Result<Typed>,
    ) -> Result<Typed> {
        match &*object.kind {
            ast::ExprKind::This => self.this_as_owner(object.span),
            _ => value(self, object),
        }
    }

    /// The field of a type's objects that a name means.
    pub fn field_of(&self, ty: &Type, name: &Name) -> Result<FieldId> {
        let class = match ty {
            Type::Class(class, _) => self.build.table.class_named(class),
            _ => None,
        };
        class.and_then(|class| self.build.table.field(class, &name.text)).ok_or_else(|| {
            self.error(name.span, "unknown-name", format!("`{ty}` has no field `{}`", name.text))
        })
    }

    /// Reads a field.
    pub fn read_field(&mut self, object: Typed, field: FieldId, span: Span) -> Result<Typed> {
        let place = self.place(span);
        let info = &self.build.table.fields[field];
        if info.decl.is_ghost && self.mode == Mode::Code {
            let message =
                format!("`{}` is ghost: it does not exist when the program runs", info.decl.name.text);
            return Err(self.error(span, "ghost-in-code", message));
        }
        let ty = self.member_type(&info.ty, info.class, &object.ty);
        let expr = match self.build.slots[field].clone() {
            Slot::Heap(core_field) => {
                let object =
                    if info.decl.modifiers.is_static { object } else { self.checked_not_null(object, span) };
                object.expr.field(core_field, ty.core(), &place)
            }
            Slot::Final(function) => {
                let on_this = matches!(object.expr.kind, ExprKind::Local(local) if Some(local) == self.this);
                if on_this && self.finals.contains(&field) {
                    return Err(self.error(span, "final-unset", "this final field is not set yet"));
                }
                let object = self.checked_not_null(object, span);
                Expr::new(ExprKind::Apply(function, vec![object.expr]), ty.core(), &place)
            }
            Slot::Constant(constant) => Expr::new(constant, ty.core(), &place),
        };
        Ok(Typed { expr, ty })
    }

    /// A member's declared type as seen through an object of type `owner`.
    pub fn member_type(&self, declared: &Type, class: ClassId, owner: &Type) -> Type {
        let decl = self.build.table.classes[class].decl;
        let Type::Class(name, arguments) = owner else { return declared.clone() };
        if decl.type_parameters.is_empty() || *name != decl.name.text {
            return declared.clone();
        }
        let names: Vec<_> = decl.type_parameters.iter().map(|parameter| parameter.text.clone()).collect();
        declared.instantiate(&names, arguments)
    }

    /// Reads an element.
    pub fn index(&mut self, base: Typed, index: Typed, span: Span) -> Result<Typed> {
        let place = self.place(span);
        self.expect_number(&index, span)?;
        match base.ty.clone() {
            Type::Array(element) => {
                let field = self.build.element_field(&element, &place);
                let element_type = element.core();
                let base = self.checked_not_null(base, span);
                let expr = self.let_in(base.expr, core::Type::Ref, &place, |cx, array| {
                    cx.let_in(index.expr, core::Type::Int, &place, |cx, index| {
                        let (array, index) = (array.clone(), cx.checked_index(array, index, &place));
                        let kind =
                            ExprKind::Element { array: Box::new(array), field, index: Box::new(index) };
                        Expr::new(kind, element_type, &place)
                    })
                });
                Ok(Typed { expr, ty: *element })
            }
            Type::Seq(element) => {
                let kind = ExprKind::Collection(CollectionOp::Index, vec![base.expr, index.expr]);
                Ok(Typed { expr: Expr::new(kind, element.core(), &place), ty: *element })
            }
            other => Err(self.mismatch(span, "an array or sequence", &other)),
        }
    }

    /// In code an index must lie within the array.
    pub fn checked_index(&mut self, array: Expr, index: Expr, place: &Place) -> Expr {
        if self.mode == Mode::Contract {
            return index;
        }
        let condition = Box::new(self.within(array, &index, place));
        let kind = ExprKind::Checked { condition, reason: "index.out.of.bounds", body: Box::new(index) };
        Expr::new(kind, core::Type::Int, place)
    }

    /// `0 <= index && index < array.length`
    pub fn within(&mut self, array: Expr, index: &Expr, place: &Place) -> Expr {
        let function = self.build.length_function(place);
        let length = Expr::new(ExprKind::Apply(function, vec![array]), core::Type::Int, place);
        let low = Expr::binary(BinaryOp::LessEq, Expr::int(0, place), index.clone(), place);
        let high = Expr::binary(BinaryOp::Less, index.clone(), length, place);
        Expr::binary(BinaryOp::And, low, high, place)
    }
}

/// How many letters differ, for suggestions.
fn distance(lhs: &str, rhs: &str) -> usize {
    let rhs: Vec<char> = rhs.chars().collect();
    let mut row: Vec<usize> = (0..=rhs.len()).collect();
    for (line, from) in lhs.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, &to) in rhs.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[rhs.len()]
}
