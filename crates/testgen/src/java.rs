//! Expressions and statements in Java: by name where names are visible, through the helper class otherwise.

use library::names;
use program::{ClassId, FieldId, Flags, MethodId, Program, TypeId};

use crate::access::{Access, class_of};
use crate::cook::box_of;
use crate::literal;
use crate::recipe::{Expr, Recipe, Step};

/// Name of the helper class.
pub const HELPER: &str = "TestHeap";

pub struct Java<'a, 'p> {
    pub access: &'a Access<'p>,
    pub recipe: &'a Recipe,
}

impl<'p> Java<'_, 'p> {
    fn program(&self) -> &'p Program {
        self.access.program
    }

    /// One step as one line.
    pub fn step(&self, step: &Step) -> String {
        let name = |var: &crate::recipe::Var| self.recipe.vars[var.0].name.as_str();
        let declaration = |var: usize| {
            let var = &self.recipe.vars[var];
            format!("{} {} = ", self.declared(var.ty), var.name)
        };
        match step {
            Step::New { var, constructor, args } => {
                let ty = self.recipe.vars[var.0].ty;
                let made = self.construct(*constructor, args);
                let needs_cast = made.starts_with(HELPER) && self.access.ty(ty).is_some();
                let cast = if needs_cast { format!("({}) ", self.declared(ty)) } else { String::new() };
                format!("{}{cast}{made};", declaration(var.0))
            }
            Step::Blank { var, ty } => {
                let cast = self.access.ty(*ty).map(|name| format!("({name}) ")).unwrap_or_default();
                format!("{}{cast}{HELPER}.blank({});", declaration(var.0), self.access.class_object(*ty))
            }
            Step::Fresh { var, value } => format!("{}{};", declaration(var.0), self.fresh(value)),
            Step::Zeros { var, ty, length } => {
                format!("{}{};", declaration(var.0), self.new_array(*ty, *length))
            }
            Step::Array { var, ty, elements } => self.array(&declaration(var.0), *ty, elements),
            Step::SetElement { array, index, value } => {
                let array_ty = self.recipe.vars[array.0].ty;
                let element = self.program().element_of(array_ty).unwrap_or(TypeId::INT);
                let value = self.expr(value, element);
                match self.access.ty(array_ty) {
                    Some(_) => format!("{}[{index}] = {value};", name(array)),
                    None => format!("java.lang.reflect.Array.set({}, {index}, {value});", name(array)),
                }
            }
            Step::SetField { object, field, value } => {
                let info = self.program().field(*field);
                let can_assign = self.access.field(*field)
                    && !info.flags.is(Flags::FINAL)
                    && (self.is_sayable(value) || self.is_object(info.ty));
                let value = self.expr(value, info.ty);
                let place = self.field_of(name(object), self.recipe.vars[object.0].ty, *field);
                match place.filter(|_| can_assign) {
                    Some(place) => format!("{place} = {value};"),
                    None => {
                        let place = self.reflected(name(object), self.recipe.vars[object.0].ty, *field);
                        format!("{HELPER}.set({place}, {value});")
                    }
                }
            }
            Step::SetStatic { field, value } => {
                let info = self.program().field(*field);
                let can_assign =
                    self.access.field(*field) && (self.is_sayable(value) || self.is_object(info.ty));
                let value = self.expr(value, info.ty);
                match self.access.class(info.class).filter(|_| can_assign) {
                    Some(class) => format!("{class}.{} = {value};", info.name),
                    None => {
                        let class = self.access.class_object(self.program().class(info.class).ty);
                        format!("{HELPER}.setStatic({class}, \"{}\", {value});", info.name)
                    }
                }
            }
            Step::Call { object, method, args } => {
                format!("{};", self.call(*method, Some(&Expr::Var(*object)), args))
            }
            Step::Make { var, method, receiver, args } => {
                let ty = self.recipe.vars[var.0].ty;
                let is_told = self.program().is_subtype(self.program().method(*method).result, ty);
                let cast = match is_told {
                    Ok(true) => String::new(),
                    Ok(false) | Err(_) => format!("({}) ", self.declared(ty)),
                };
                let made = self.call(*method, receiver.as_ref(), args);
                format!("{}{cast}{made};", declaration(var.0))
            }
        }
    }

    /// The type variables for objects of this class are declared with.
    pub fn declared(&self, ty: TypeId) -> String {
        self.access.ty(ty).unwrap_or_else(|| "Object".to_owned())
    }

    /// `name.field`, if that means this field.
    pub fn field_of(&self, name: &str, ty: TypeId, field: FieldId) -> Option<String> {
        let program = self.program();
        let info = program.field(field);
        let class = class_of(program, ty)?;
        let above = self.access.class(info.class)?;
        let is_plain = class == info.class || program.class_attributes(info.class).signature.is_none();
        let by_name =
            self.access.class(class).is_some() && program.find_field(class, &info.name) == Some(field);
        Some(if is_plain && by_name {
            format!("{name}.{}", info.name)
        } else {
            format!("(({above}) {name}).{}", info.name)
        })
    }

    /// A field for the helper class: the object and the name, after the class where the name alone would mean another field.
    pub fn reflected(&self, name: &str, ty: TypeId, field: FieldId) -> String {
        let program = self.program();
        let info = program.field(field);
        let found = class_of(program, ty).and_then(|class| program.find_field(class, &info.name));
        if found == Some(field) {
            return format!("{name}, \"{}\"", info.name);
        }
        let class = self.access.class_object(program.class(info.class).ty);
        format!("{class}, {name}, \"{}\"", info.name)
    }

    /// A call of a method, its receiver given apart; a constructor makes a new object.
    pub fn call(&self, method: MethodId, receiver: Option<&Expr>, args: &[Expr]) -> String {
        let info = self.program().method(method);
        if info.is_constructor() {
            return self.construct(method, args);
        }
        if !self.is_direct(method, args) || receiver.is_some_and(|receiver| !self.is_sayable(receiver)) {
            let on = receiver.map_or_else(|| "null".to_owned(), |receiver| self.expr(receiver, TypeId::VOID));
            let list = self.reflective(method, args);
            let class = self.access.class_object(self.program().class(info.class).ty);
            return format!("{HELPER}.call({class}, {on}, \"{}\"{list})", info.name);
        }
        let on = match receiver {
            Some(receiver) => self.receiver(receiver, info.class),
            None => self.access.class(info.class).unwrap_or_default(),
        };
        format!("{on}.{}({})", info.name, self.arguments(method, args).join(", "))
    }

    pub fn expr(&self, expr: &Expr, ty: TypeId) -> String {
        match expr {
            Expr::Number(number) => literal::number(self.program(), ty, *number),
            Expr::Null => "null".to_owned(),
            Expr::Var(var) => self.recipe.vars[var.0].name.clone(),
            Expr::Text(text) => literal::text(text),
            Expr::Boxed(ty, number) => {
                format!("{}.valueOf({})", self.box_name(*ty), literal::number(self.program(), *ty, *number))
            }
            Expr::Constant(field) => self.static_field(*field),
            Expr::New(constructor) => self.construct(*constructor, &[]),
        }
    }

    /// What a static field holds: a constant of an enum, say.
    pub fn static_field(&self, field: FieldId) -> String {
        let info = self.program().field(field);
        match self.access.class(info.class) {
            Some(class) if self.access.field(field) => format!("{class}.{}", info.name),
            Some(_) | None => {
                let class = self.access.class_object(self.program().class(info.class).ty);
                format!("{HELPER}.getStatic({class}, \"{}\")", info.name)
            }
        }
    }

    fn construct(&self, constructor: MethodId, args: &[Expr]) -> String {
        let class = self.program().method(constructor).class;
        let name = self.access.class(class);
        let (Some(name), true) = (name, self.is_direct(constructor, args)) else {
            let ty = self.program().class(class).ty;
            return format!(
                "{HELPER}.make({}{})",
                self.access.class_object(ty),
                self.reflective(constructor, args)
            );
        };
        let mut given = self.arguments(constructor, args);
        if self.access.is_inner(class) && !given.is_empty() {
            let outer = given.remove(0);
            let simple = name.rsplit('.').next().unwrap_or(&name).to_owned();
            return format!("{outer}.new {simple}({})", given.join(", "));
        }
        format!("new {name}({})", given.join(", "))
    }

    fn fresh(&self, value: &Expr) -> String {
        match value {
            Expr::Text(text) => format!("new String({})", literal::text(text)),
            Expr::Boxed(ty, number) => {
                format!("new {}({})", self.box_name(*ty), literal::number(self.program(), *ty, *number))
            }
            Expr::Number(_) | Expr::Null | Expr::Var(_) | Expr::Constant(_) | Expr::New(_) => {
                self.expr(value, TypeId::VOID)
            }
        }
    }

    pub fn box_name(&self, ty: TypeId) -> String {
        let class = box_of(self.program(), ty).and_then(|(class, _)| self.program().class_named(class).ok());
        class.and_then(|class| self.access.class(class)).unwrap_or_default()
    }

    fn new_array(&self, ty: TypeId, length: i32) -> String {
        let element = self.program().element_of(ty).unwrap_or(TypeId::INT);
        match self.access.ty(element) {
            Some(name) => match name.split_once('[') {
                Some((base, rest)) => format!("new {base}[{length}][{rest}"),
                None => format!("new {name}[{length}]"),
            },
            None => format!(
                "java.lang.reflect.Array.newInstance({}, {length})",
                self.access.class_object(element)
            ),
        }
    }

    fn array(&self, declaration: &str, ty: TypeId, elements: &[Expr]) -> String {
        let element = self.program().element_of(ty).unwrap_or(TypeId::INT);
        let shown: Vec<String> = elements.iter().map(|value| self.expr(value, element)).collect();
        match self.access.ty(ty) {
            Some(name) => format!("{declaration}new {name} {{{}}};", shown.join(", ")),
            None => format!(
                "{declaration}{HELPER}.array({}, new Object[] {{{}}});",
                self.access.class_object(element),
                shown.join(", ")
            ),
        }
    }

    /// The receiver, seen as the class that declares the method.
    fn receiver(&self, receiver: &Expr, class: ClassId) -> String {
        let shown = self.expr(receiver, TypeId::VOID);
        let ty = match receiver {
            Expr::Var(var) => self.recipe.vars[var.0].ty,
            Expr::Constant(field) => self.program().field(*field).ty,
            Expr::Number(_) | Expr::Null | Expr::Text(_) | Expr::Boxed(..) | Expr::New(_) => return shown,
        };
        if self.program().class(class).ty == ty {
            return shown;
        }
        self.access.class(class).map_or(shown.clone(), |name| format!("(({name}) {shown})"))
    }

    /// Arguments as written in a call; cast where another method of the same name could be meant.
    fn arguments(&self, method: MethodId, args: &[Expr]) -> Vec<String> {
        let info = self.program().method(method);
        let others = self.program().class(info.class).methods().filter(|other| {
            let other = self.program().method(*other);
            other.name == info.name && other.id != method && !other.flags.is(Flags::SYNTHETIC)
        });
        let casts = others.count() > 0 || info.flags.is(Flags::VARARGS);
        let show = |(arg, ty): (&Expr, &TypeId)| {
            let shown = self.expr(arg, *ty);
            match (casts && ty.is_reference() && !shown.starts_with("new "), self.access.ty(*ty)) {
                (true, Some(name)) => format!("({name}) {shown}"),
                _ => shown,
            }
        };
        args.iter().zip(info.params.iter()).map(show).collect()
    }

    /// Whether a call can be written down as a call.
    fn is_direct(&self, method: MethodId, args: &[Expr]) -> bool {
        let info = self.program().method(method);
        let fits = |(arg, ty): (&Expr, &TypeId)| self.is_sayable(arg) || self.is_object(*ty);
        // `null.new Inner()` is no Java.
        let lacks_outer =
            info.is_constructor() && self.access.is_inner(info.class) && args.first() == Some(&Expr::Null);
        self.access.method(method) && !lacks_outer && args.iter().zip(info.params.iter()).all(fits)
    }

    fn is_object(&self, ty: TypeId) -> bool {
        ty == self.program().class_type(names::OBJECT)
    }

    /// Whether the type of an expression is visible.
    fn is_sayable(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Var(var) => self.access.ty(self.recipe.vars[var.0].ty).is_some(),
            Expr::Constant(field) => self.access.field(*field),
            Expr::Number(_) | Expr::Null | Expr::Text(_) | Expr::Boxed(..) | Expr::New(_) => true,
        }
    }

    /// Parameter types and arguments, for the helper.
    fn reflective(&self, method: MethodId, args: &[Expr]) -> String {
        let params = &self.program().method(method).params;
        if params.is_empty() {
            return String::new();
        }
        let types: Vec<String> = params.iter().map(|ty| self.access.class_object(*ty)).collect();
        let values: Vec<String> =
            args.iter().zip(params.iter()).map(|(arg, ty)| self.expr(arg, *ty)).collect();
        format!(", new Class<?>[] {{{}}}, new Object[] {{{}}}", types.join(", "), values.join(", "))
    }
}
