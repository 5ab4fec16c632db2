//! Creating objects: `new`, constructors, the superclass's part, initial values, final fields.
//!
//! A constructor is a method that returns the new object. The part of a superclass with constructors of its own is
//! built by its contract alone, on the same object.

use std::collections::BTreeSet;

use base::Place;

use super::cx::{Cx, Mode, Typed, Var};
use super::{Routine, Slot};
use crate::core::{self, BinaryOp, Expr, ExprKind, LocalId, NewFields, StmtKind};
use crate::java::Result;
use crate::java::ast::{self, Name, Span};
use crate::java::table::{ClassId, FieldId, MethodId};
use crate::java::types::Type;

impl Cx<'_, '_> {
    /// `new C(…)`.
    pub fn new_object(
        &mut self,
        class: &ast::TypeRef,
        args: &[ast::Expr],
        given: &[(Name, ast::Expr)],
        span: Span,
    ) -> Result<Typed> {
        let place = self.place(span);
        let ty = self.resolve_erased(class)?;
        let Type::Class(name, _) = &ty else { return Err(self.mismatch(span, "a class", &ty)) };
        let Some(class) = self.build.table.class_named(name) else {
            return self.new_external(&ty, name, args, span);
        };
        let decl = self.build.table.classes[class].decl;
        if decl.is_interface || decl.modifiers.is_abstract {
            return Err(self.error(span, "abstract-class", format!("`{name}` is abstract")));
        }
        let mut values = Vec::new();
        for arg in args {
            let value = self.value(arg)?;
            values.push(self.spill(value));
        }
        let object = match self.constructor_for(class, &values, span)? {
            Some(constructor) => self.call_constructor(constructor, values, given, &ty, span)?,
            None => {
                let object = self.temporary(&ty, &place);
                self.emit(StmtKind::New { local: object, fields: self.zeroed(class) }, &place);
                let finals = self.part_finals(class);
                let outer = std::mem::replace(&mut self.finals, finals);
                let result = self.default_part(class, object, &place);
                self.finals = outer;
                result?;
                object
            }
        };
        let object = self.read(object, &ty, &place);
        self.know_class(&object.expr, class, &place);
        Ok(object)
    }

    /// An object of a JDK class nothing more is known about.
    fn new_external(&mut self, ty: &Type, name: &str, args: &[ast::Expr], span: Span) -> Result<Typed> {
        let place = self.place(span);
        if name != "Object" && !self.build.table.name_is_subclass(name, "Throwable") {
            let message = format!("creating a `{name}` of the JDK cannot be verified yet");
            return Err(self.error(span, "unsupported-java", message));
        }
        for arg in args {
            self.effect(arg)?;
        }
        let object = self.temporary(ty, &place);
        self.emit(StmtKind::New { local: object, fields: NewFields::Some(Vec::new()) }, &place);
        let object = self.read(object, ty, &place);
        if self.build.uses_types() {
            let fact = self.build.type_test(object.expr.clone(), name, &place);
            self.assume(fact);
        }
        Ok(object)
    }

    fn constructor_for(&self, class: ClassId, args: &[Typed], span: Span) -> Result<Option<MethodId>> {
        let table = self.build.table;
        let decl = table.classes[class].decl;
        if table.classes[class].has_initialiser {
            let message = format!(
                "`{}` has an initialiser that cannot be read, so nothing is known of it",
                decl.name.text
            );
            return Err(self.error(span, "unusable-contract", message));
        }
        if table.classes[class].unread.contains(&decl.name.text) {
            let message = format!("a constructor of `{}` has a problem", decl.name.text);
            return Err(self.error(span, "unusable-contract", message));
        }
        let constructors: Vec<_> = table.constructors(class).collect();
        if constructors.is_empty() && args.is_empty() {
            return Ok(None);
        }
        let fitting =
            constructors.into_iter().filter(|&method| table.methods[method].params.len() == args.len());
        let fitting: Vec<_> = fitting.collect();
        self.check_private(&fitting, span)?;
        let types: Vec<Type> = args.iter().map(|arg| arg.ty.clone()).collect();
        self.most_specific(fitting, &types, span)?.map(Some).ok_or_else(|| {
            let name = &table.classes[class].decl.name.text;
            self.error(span, "unknown-member", format!("`{name}` has no constructor for these arguments"))
        })
    }

    fn call_constructor(
        &mut self,
        constructor: MethodId,
        args: Vec<Typed>,
        given: &[(Name, ast::Expr)],
        ty: &Type,
        span: Span,
    ) -> Result<LocalId> {
        let place = self.place(span);
        self.rely_on_method(constructor, span)?;
        let Routine::Method(routine) = self.build.routines[constructor] else {
            return Err(self.error(span, "impure-contract", "a constructor cannot be pure"));
        };
        let mut arguments = self.constructor_arguments(constructor, args, ty, span)?;
        let given = self.given_arguments(constructor, given, span)?;
        arguments.extend(given.into_iter().map(|value| value.expr));
        self.check_escape(&arguments, span)?;
        self.check_measure(constructor, &arguments, span)?;
        let object = self.temporary(ty, &place);
        let mut targets = vec![object];
        let signals = &self.build.table.methods[constructor].decl.contract.signals;
        let exception = (!signals.is_empty()).then(|| self.temporary(&Type::object(), &place));
        targets.extend(exception);
        self.emit(StmtKind::Call { targets, method: routine, arguments }, &place);
        if let Some(exception) = exception {
            self.propagate(exception, &place)?;
        }
        Ok(object)
    }

    fn constructor_arguments(
        &mut self,
        constructor: MethodId,
        args: Vec<Typed>,
        owner: &Type,
        span: Span,
    ) -> Result<Vec<Expr>> {
        let info = &self.build.table.methods[constructor];
        let mut out = Vec::new();
        for (arg, param) in args.into_iter().zip(&info.params) {
            let param = self.member_type(param, info.class, owner);
            out.push(self.coerce(arg, &param, span)?.expr);
        }
        Ok(out)
    }

    /// What is known about the class of an object just made.
    pub fn know_class(&mut self, object: &Expr, class: ClassId, place: &Place) {
        if self.build.uses_types() {
            let name = self.build.table.classes[class].decl.name.text.clone();
            let is_instance = self.build.type_test(object.clone(), &name, place);
            self.assume(is_instance);
            let is_exactly = self.build.exact_type_test(object.clone(), class.0 as usize, place);
            self.assume(is_exactly);
        }
    }

    /// What a constructor knows about `this`: when a subclass's constructor runs it, the class is another.
    pub fn know_class_in_constructor(&mut self, object: &Expr, class: ClassId, place: &Place) {
        if self.build.table.descendants(class).len() == 1 {
            self.know_class(object, class, place);
        } else if self.build.uses_types() {
            let name = self.build.table.classes[class].decl.name.text.clone();
            let is_instance = self.build.type_test(object.clone(), &name, place);
            self.assume(is_instance);
        }
    }

    /// Fields a new object starts with: those of its class and of superclasses without constructors.
    pub fn zeroed(&self, class: ClassId) -> NewFields {
        let mut fields = Vec::new();
        let mut next = Some(class);
        while let Some(class) = next {
            for &field in &self.build.table.classes[class].fields {
                let is_static = self.build.table.fields[field].decl.modifiers.is_static;
                if let (Slot::Heap(field), false) = (&self.build.slots[field], is_static) {
                    fields.push(*field);
                }
            }
            next = self
                .superclass(class)
                .filter(|&parent| self.build.table.constructors(parent).next().is_none());
        }
        NewFields::Zeroed(fields)
    }

    fn superclass(&self, class: ClassId) -> Option<ClassId> {
        let table = self.build.table;
        table.classes[class].supers.iter().copied().find(|&parent| !table.classes[parent].decl.is_interface)
    }

    /// A class without a written constructor: the superclass's part, then its own initial values.
    pub fn default_part(&mut self, class: ClassId, object: LocalId, place: &Place) -> Result<()> {
        self.super_part(class, Vec::new(), object, place)?;
        self.initial_values(class, object, place)
    }

    /// `super(args)`, written or implied.
    pub fn super_part(
        &mut self,
        class: ClassId,
        args: Vec<Typed>,
        object: LocalId,
        place: &Place,
    ) -> Result<()> {
        let Some(parent) = self.superclass(class) else { return Ok(()) };
        let span = Span { start: place.start, end: place.end };
        match self.constructor_for(parent, &args, span)? {
            None => self.default_part(parent, object, place),
            Some(constructor) => self.by_contract(constructor, args, object, span),
        }
    }

    /// The constructor `this(args)` means.
    pub fn delegate(&self, class: ClassId, args: &[Typed], span: Span) -> Result<MethodId> {
        let found = self.constructor_for(class, args, span)?;
        found.ok_or_else(|| self.error(span, "unknown-member", "there is no such constructor"))
    }

    /// Another constructor's work on the object under construction, by its contract.
    pub fn by_contract(
        &mut self,
        constructor: MethodId,
        args: Vec<Typed>,
        object: LocalId,
        span: Span,
    ) -> Result<()> {
        let place = self.place(span);
        self.rely_on_method(constructor, span)?;
        let table = self.build.table;
        let contract = &table.methods[constructor].decl.contract;
        let is_other_class = Some(table.methods[constructor].class) != self.class;
        if is_other_class && self.build.has_families(table.methods[constructor].class) {
            let message = "a superclass's constructor where a predicate is overridden cannot be verified yet";
            return Err(self.error(span, "unsupported-java", message));
        }
        if !contract.signals.is_empty() || !contract.given.is_empty() {
            let message = "delegating to a constructor with `signals` or `given` cannot be verified yet";
            return Err(self.error(span, "unsupported-java", message));
        }
        let arguments = self.constructor_arguments(constructor, args, &Type::object(), span)?;
        self.check_measure(constructor, &arguments, span)?;
        let before = self.label("before", &place);
        self.emit(StmtKind::Label(before, Vec::new()), &place);
        let requires = self.in_callee(constructor, &arguments, |cx| {
            contract.requires.iter().map(|clause| cx.assertion(clause)).collect::<Result<Vec<_>>>()
        })?;
        for assertion in requires {
            self.emit(StmtKind::Exhale(assertion), &place);
        }
        let outer = self.old_label.replace(before);
        let ensures = self.in_callee(constructor, &arguments, |cx| {
            cx.this = Some(object);
            contract.ensures.iter().map(|clause| cx.assertion(clause)).collect::<Result<Vec<_>>>()
        });
        self.old_label = outer;
        for assertion in ensures? {
            self.emit(StmtKind::Inhale(assertion), &place);
        }
        Ok(())
    }

    /// Initialisers of a class's own fields, in order.
    pub fn initial_values(&mut self, class: ClassId, object: LocalId, place: &Place) -> Result<()> {
        let table = self.build.table;
        let outer = (self.class.replace(class), self.this.replace(object));
        let outer_source = std::mem::replace(&mut self.source, table.classes[class].source);
        let outer_scope = std::mem::take(&mut self.scope);
        let result = table.classes[class]
            .fields
            .iter()
            .try_for_each(|&field| self.initial_value(field, object, place));
        (self.class, self.this) = outer;
        self.source = outer_source;
        self.scope = outer_scope;
        result
    }

    fn initial_value(&mut self, field_id: FieldId, object: LocalId, place: &Place) -> Result<()> {
        let info = &self.build.table.fields[field_id];
        let (Some(init), false) = (&info.decl.init, info.decl.modifiers.is_static) else { return Ok(()) };
        let mode = if info.decl.is_ghost { Mode::Contract } else { self.mode };
        self.in_mode(mode, |cx| {
            let value = cx.value(init)?;
            let value = cx.coerce(value, &info.ty, init.span)?.expr;
            let receiver = Expr::local(object, &cx.locals, place);
            cx.check_escape(std::slice::from_ref(&value), init.span)?;
            match cx.build.slots[field_id].clone() {
                Slot::Heap(field) => cx.emit(StmtKind::WriteField { receiver, field, value }, place),
                Slot::Final(function) => {
                    cx.assume_final(receiver, function, value, place);
                    cx.finals.remove(&field_id);
                }
                Slot::Constant(_) => {}
            }
            Ok(())
        })
    }

    fn assume_final(&mut self, object: Expr, function: core::FunctionId, value: Expr, place: &Place) {
        let ty = self.build.program.functions[function].result_type.clone();
        let read = Expr::new(ExprKind::Apply(function, vec![object]), ty, place);
        self.assume(Expr::binary(BinaryOp::Eq, read, value, place));
    }

    /// Final fields that are set while a constructor of `class` runs: its own, and those of superclasses without
    /// constructors.
    pub fn part_finals(&self, class: ClassId) -> BTreeSet<FieldId> {
        let mut out: BTreeSet<FieldId> = self.own_finals(class).collect();
        let mut next = self.superclass(class);
        while let Some(class) = next.filter(|&class| self.build.table.constructors(class).next().is_none()) {
            out.extend(self.own_finals(class));
            next = self.superclass(class);
        }
        out
    }

    /// Final fields that are set only after a constructor of `class` has run, where a subclass's constructor runs it.
    pub fn finals_below(&self, class: ClassId) -> BTreeSet<FieldId> {
        let below = self.build.table.descendants(class).into_iter().filter(|&other| other != class);
        below.flat_map(|class| self.own_finals(class)).collect()
    }

    fn own_finals(&self, class: ClassId) -> impl Iterator<Item = FieldId> {
        let fields = self.build.table.classes[class].fields.iter().copied();
        fields.filter(|&field| matches!(self.build.slots[field], Slot::Final(_)))
    }

    /// Sets a final field: once, in a constructor, on `this`. From then on its value is known for ever.
    pub fn set_final(&mut self, object: Expr, field: FieldId, value: Expr, place: &Place) -> Result<()> {
        let span = Span { start: place.start, end: place.end };
        let on_this = matches!(object.kind, ExprKind::Local(local) if Some(local) == self.this);
        if !on_this || !self.finals.contains(&field) {
            return Err(self.error(span, "final-assigned", "a final field is set once, in a constructor"));
        }
        if self.nesting > 1 {
            let message = "setting a final field inside a branch or loop cannot be verified yet";
            return Err(self.error(span, "unsupported-java", message));
        }
        let Slot::Final(function) = self.build.slots[field] else {
            unreachable!("only final fields come here")
        };
        self.assume_final(object, function, value, place);
        self.finals.remove(&field);
        Ok(())
    }

    /// While a final field is not set, nobody else may see the object.
    pub fn check_escape(&self, values: &[Expr], span: Span) -> Result<()> {
        let is_this = |value: &Expr| matches!(value.kind, ExprKind::Local(local) if Some(local) == self.this);
        if self.finals.is_empty() || !values.iter().any(is_this) {
            return Ok(());
        }
        let message = "the object is used before all its final fields are set, which cannot be verified yet";
        Err(self.error(span, "unsupported-java", message))
    }

    /// Runs `work` with the names of `callee`'s contract bound to the given arguments (the object first).
    pub fn in_callee<T>(
        &mut self,
        callee: MethodId,
        arguments: &[Expr],
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let table = self.build.table;
        let info = &table.methods[callee];
        let mut locals = Vec::new();
        for argument in arguments {
            let local = match argument.kind {
                ExprKind::Local(local) => local,
                _ => {
                    let place = argument.place.clone();
                    let local = self.locals.push(core::Local {
                        name: String::new(),
                        ty: argument.ty.clone(),
                        place: place.clone(),
                    });
                    self.assign(local, argument.clone(), &place);
                    local
                }
            };
            locals.push(local);
        }
        let has_this = !info.decl.modifiers.is_static && info.decl.result.is_some();
        let this = if has_this { Some(locals.remove(0)) } else { None };
        let names = info.decl.params.iter().chain(&info.decl.contract.given);
        let types = info.params.iter().chain(&info.given);
        let vars = names.zip(types).zip(&locals).map(|((param, ty), &local)| Var {
            name: param.name.text.clone(),
            local,
            ty: ty.clone(),
            is_ghost: true,
            original: None,
        });
        let vars = vars.collect();
        let outer =
            (self.class.replace(info.class), std::mem::replace(&mut self.this, this), self.result.take());
        let outer_source = std::mem::replace(&mut self.source, table.classes[info.class].source);
        let outer_finals = std::mem::take(&mut self.finals);
        let result = self.with_scope(vars, work);
        (self.class, self.this, self.result) = outer;
        self.source = outer_source;
        self.finals = outer_finals;
        result
    }
}
