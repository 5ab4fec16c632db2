//! Assignments: which cell an expression names, reading and writing it, in Java's order of evaluation.

use base::Place;

use super::Slot;
use super::cx::{Cx, Mode, Typed};
use crate::core::{self, Expr, ExprKind, LocalId, StmtKind};
use crate::java::Result;
use crate::java::ast::{self, Span};
use crate::java::table::FieldId;
use crate::java::types::{Number, Type};

/// What an assignment may change.
enum Cell {
    Local(LocalId, Type),
    Field { object: Expr, field: core::FieldId, ty: Type },
    Final { object: Expr, field: FieldId, ty: Type },
    Element { array: Expr, field: core::FieldId, index: Expr, ty: Type },
}

impl Cx<'_, '_> {
    /// An assignment in any of its forms; its value is the one assigned (or the one before, for `x++`).
    pub fn assignment(&mut self, expr: &ast::Expr) -> Result<Typed> {
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
                let before = self.load(&cell, &place)?;
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
                let before = self.load(&cell, &place)?;
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

    /// Gives a value a name unless it is one.
    pub fn spill_if_complex(&mut self, value: Typed) -> Typed {
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
                let this = self.this_as_owner(target.span)?;
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
                let object = self.owner(object, Self::value)?;
                let field = self.field_of(&object.ty, name)?;
                let object = self.checked_not_null(object, target.span);
                let object = if keep { self.spill_if_complex(object) } else { object };
                self.field_cell(object, field, target.span)
            }
            ast::ExprKind::Index(array, index) => {
                self.check_ghost_write(false, target.span)?;
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

    fn load(&mut self, cell: &Cell, place: &Place) -> Result<Typed> {
        let ty = cell.ty().clone();
        let expr = match cell {
            Cell::Local(local, _) => Expr::local(*local, &self.locals, place),
            Cell::Field { object, field, .. } => object.clone().field(*field, ty.core(), place),
            Cell::Final { .. } => {
                let span = Span { start: place.start, end: place.end };
                return Err(self.error(span, "final-assigned", "a final field is set once, to a new value"));
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
        Ok(Typed { expr, ty })
    }

    fn store(&mut self, cell: Cell, value: Expr, place: &Place) -> Result<()> {
        self.check_escape(std::slice::from_ref(&value), Span { start: place.start, end: place.end })?;
        match cell {
            Cell::Local(local, _) => self.assign(local, value, place),
            Cell::Field { object: receiver, field, .. } => {
                self.emit(StmtKind::WriteField { receiver, field, value }, place);
            }
            Cell::Final { object, field, .. } => self.set_final(object, field, value, place)?,
            Cell::Element { array, field, index, ty } => {
                self.check_array_store(&array, &ty, &value, place);
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
