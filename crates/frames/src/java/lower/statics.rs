//! The initial values of static fields, which run when their class is first used.
//!
//! Nobody sees when that is. So they may change nothing but these fields, raise no exception, and where methods promise to
//! end, end too; what they read of other classes may have any value.

use base::Place;

use super::cx::{Cx, Mode};
use super::{Builder, Slot};
use crate::core::{self, Assertion, Expr, ExprKind, Resource, StmtKind};
use crate::java::Result;
use crate::java::table::{ClassId, FieldId, is_literal};
use crate::java::types::Type;

impl Builder<'_> {
    /// A member for each class whose static fields start with more than literals.
    pub fn static_initialisers(&mut self) {
        for class in self.table.classes.ids() {
            let fields = &self.table.classes[class].fields;
            if !fields.iter().any(|&field| self.is_computed(field)) {
                continue;
            }
            match self.static_initialiser(class) {
                Ok(method) => {
                    self.program.methods.push(method);
                }
                Err(problem) => self.problems.push(*problem),
            }
        }
    }

    fn is_computed(&self, field: FieldId) -> bool {
        let decl = self.table.fields[field].decl;
        decl.modifiers.is_static && decl.init.as_ref().is_some_and(|init| !is_literal(init))
    }

    fn static_initialiser(&mut self, class: ClassId) -> Result<core::Method> {
        let table = self.table;
        let info = &table.classes[class];
        let place = table.place(class, info.decl.name.span);
        let promises = table
            .methods
            .iter()
            .any(|method| method.decl.contract.decreases.is_some() || method.decl.is_ghost);
        let mut cx = Cx::new(self, Some(class), info.source);
        cx.mode = Mode::Code;
        cx.own_static_fields(class, &place);
        if promises {
            let measure = cx.temporary(&Type::INTEGER, &place);
            cx.assign(measure, Expr::int(0, &place), &place);
            cx.measure.push(measure);
        }
        for &field in &info.fields {
            cx.static_value(field)?;
        }
        let (locals, labels) = (std::mem::take(&mut cx.locals), std::mem::take(&mut cx.labels));
        Ok(core::Method {
            name: format!("{} (static fields)", info.decl.name.text),
            body: Some(std::mem::take(&mut cx.block)),
            place,
            locals,
            labels,
            params: Vec::new(),
            returns: Vec::new(),
            requires: Vec::new(),
            ensures: Vec::new(),
        })
    }
}

impl Cx<'_, '_> {
    /// All of the class's own static fields, and something of those of others: these may be read.
    fn own_static_fields(&mut self, class: ClassId, place: &Place) {
        for (id, info) in self.build.table.fields.iter_enumerated() {
            let Slot::Heap(field) = self.build.slots[id] else { continue };
            if !info.decl.modifiers.is_static {
                continue;
            }
            let receiver = self.static_owner(id, place);
            let amount = match info.class == class {
                true => Expr::write(place),
                false => Expr::new(ExprKind::Wildcard, core::Type::Perm, place),
            };
            let owned = Assertion::access(Resource::Field { receiver, field }, amount, place);
            self.emit(StmtKind::Inhale(owned), place);
        }
    }

    fn static_value(&mut self, id: FieldId) -> Result<()> {
        let info = &self.build.table.fields[id];
        let Slot::Heap(field) = self.build.slots[id] else { return Ok(()) };
        let (Some(init), true) = (&info.decl.init, info.decl.modifiers.is_static) else { return Ok(()) };
        let mode = if info.decl.is_ghost { Mode::Contract } else { Mode::Code };
        self.in_mode(mode, |cx| {
            let value = cx.value(init)?;
            let value = cx.coerce(value, &info.ty, init.span)?.expr;
            let place = cx.place(init.span);
            let receiver = cx.static_owner(id, &place);
            cx.emit(StmtKind::WriteField { receiver, field, value }, &place);
            Ok(())
        })
    }
}
