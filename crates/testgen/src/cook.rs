//! Recipes on the concrete machine.

use explore::Entry;
use library::Primitive;
use machine::concrete::{Machine, Outcome, Steps, Value};
use program::{Flags, MethodId, Program, TypeId};

use crate::access::class_of;
use crate::recipe::{Expr, Number, Step};

/// Instructions one step of a recipe may take.
const MAX_STEPS: u64 = 1_000_000;

/// A machine on which a recipe is under way.
pub struct Cook<'m, 'p> {
    pub machine: &'m mut Machine<'p>,
    /// What the variables hold.
    pub vars: Vec<Value>,
}

impl<'p> Cook<'_, 'p> {
    fn program(&self) -> &'p Program {
        self.machine.cx.program
    }

    /// Takes one step; the reason if it does not end well.
    pub fn step(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::New { constructor, args, .. } => {
                let object = self.construct(*constructor, args)?;
                self.vars.push(object);
            }
            Step::Blank { ty, .. } => {
                let class = class_of(self.program(), *ty).ok_or("its class cannot be loaded")?;
                let object = self.machine.new_object(class).map_err(|end| why(&end))?;
                self.vars.push(Value::Object(object));
            }
            Step::Fresh { value, .. } => {
                let value = self.fresh(value)?;
                self.vars.push(value);
            }
            Step::Zeros { ty, length, .. } => {
                let array = self.machine.new_array(*ty, *length).map_err(|end| why(&end))?;
                self.vars.push(Value::Object(array));
            }
            Step::Array { ty, elements, .. } => self.array(*ty, elements)?,
            Step::SetElement { array, index, value } => {
                let value = self.value(value)?;
                if let Value::Object(array) = self.vars[array.0] {
                    self.machine.set_element(array, *index, value);
                }
            }
            Step::SetField { object, field, value } => {
                let value = self.value(value)?;
                if let Value::Object(object) = self.vars[object.0] {
                    self.machine.set_field(object, *field, value);
                }
            }
            Step::SetStatic { field, value } => {
                let class = self.program().field(*field).class;
                self.machine.initialise(class).map_err(|end| why(&end))?;
                let value = self.value(value)?;
                self.machine.set_static(*field, value);
            }
            Step::Call { object, method, args } => {
                let mut given = vec![self.vars[object.0]];
                for arg in args {
                    given.push(self.value(arg)?);
                }
                self.call(self.selected(*method, given[0]), &given)?;
            }
            Step::Make { method, receiver, args, .. } => {
                let mut given = Vec::new();
                for arg in receiver.iter().chain(args) {
                    given.push(self.value(arg)?);
                }
                let method = if receiver.is_some() { self.selected(*method, given[0]) } else { *method };
                let made = self.call(method, &given)?.filter(|made| *made != Value::Null);
                self.vars.push(made.ok_or("it gives no object")?);
            }
        }
        Ok(())
    }

    /// The method that a call of `method` runs on this receiver.
    pub fn selected(&self, method: MethodId, receiver: Value) -> MethodId {
        let info = self.program().method(method);
        let Value::Object(receiver) = receiver else { return method };
        if info.flags.is(Flags::PRIVATE) || info.is_constructor() {
            return method;
        }
        let class = class_of(self.program(), self.machine.type_of(receiver));
        let found = class.and_then(|class| self.program().find_method(class, &info.name, &info.descriptor));
        found.unwrap_or(method)
    }

    /// A new object, its constructor run.
    pub fn construct(&mut self, constructor: MethodId, args: &[Expr]) -> Result<Value, String> {
        let class = self.program().method(constructor).class;
        let object = Value::Object(self.machine.new_object(class).map_err(|end| why(&end))?);
        let mut given = vec![object];
        for arg in args {
            given.push(self.value(arg)?);
        }
        self.call(constructor, &given)?;
        Ok(object)
    }

    pub fn call(&mut self, method: MethodId, args: &[Value]) -> Result<Option<Value>, String> {
        match self.run(method, args, MAX_STEPS) {
            Outcome::Returned(value) => Ok(value),
            other => Err(why(&other)),
        }
    }

    /// A call of at most so many instructions, however it ends.
    pub fn run(&mut self, method: MethodId, args: &[Value], steps: u64) -> Outcome {
        let end = self.machine.call(method, args, &mut Steps(steps));
        while !self.machine.state.frames.is_empty() {
            self.machine.state.pop_frame();
        }
        end
    }

    /// The call a recipe is for, made as a caller makes it: of the method its receiver selects.
    pub fn enter(&mut self, entry: &Entry, args: &[Expr], steps: u64) -> Result<Outcome, String> {
        let info = self.program().method(entry.method);
        let mut given = Vec::new();
        if entry.is_constructor {
            given.push(Value::Object(self.machine.new_object(info.class).map_err(|end| why(&end))?));
        }
        for arg in args {
            given.push(self.value(arg)?);
        }
        if !info.is_static() && given[0] == Value::Null {
            return Err("there is no receiver".to_owned());
        }
        if !info.is_static() && self.selected(entry.method, given[0]) != entry.method {
            return Err("another method is called".to_owned());
        }
        Ok(self.run(entry.method, &given, steps))
    }

    pub fn value(&mut self, expr: &Expr) -> Result<Value, String> {
        match expr {
            Expr::Number(number) => Ok(plain(*number)),
            Expr::Null => Ok(Value::Null),
            Expr::Var(var) => Ok(self.vars[var.0]),
            Expr::Text(text) => self.machine.literal(text).map(Value::Object).map_err(|end| why(&end)),
            Expr::Boxed(ty, number) => self.boxed(*ty, *number),
            Expr::Constant(field) => {
                let class = self.program().field(*field).class;
                self.machine.initialise(class).map_err(|end| why(&end))?;
                Ok(self.machine.static_field(*field))
            }
            Expr::New(constructor) => self.construct(*constructor, &[]),
        }
    }

    fn array(&mut self, ty: TypeId, elements: &[Expr]) -> Result<(), String> {
        let array = self.machine.new_array(ty, elements.len() as i32).map_err(|end| why(&end))?;
        for (index, element) in elements.iter().enumerate() {
            let value = self.value(element)?;
            self.machine.set_element(array, index as i32, value);
        }
        self.vars.push(Value::Object(array));
        Ok(())
    }

    /// `Integer.valueOf` and its like.
    fn boxed(&mut self, ty: TypeId, number: Number) -> Result<Value, String> {
        let (class, descriptor) = box_of(self.program(), ty).ok_or("no number to box")?;
        let class = self.program().class_named(class).map_err(|error| error.message.clone())?;
        let method = self
            .program()
            .declared_method(
                class,
                "valueOf",
                &format!("({descriptor})L{};", self.program().class(class).name),
            )
            .ok_or("boxes have a method `valueOf`")?;
        self.call(method, &[plain(number)])?.ok_or_else(|| "`valueOf` gave nothing".to_owned())
    }

    fn fresh(&mut self, value: &Expr) -> Result<Value, String> {
        match value {
            Expr::Text(text) => self.machine.new_string(text).map(Value::Object).map_err(|end| why(&end)),
            Expr::Boxed(ty, number) => {
                let (name, descriptor) = box_of(self.program(), *ty).ok_or("no number to box")?;
                let class = self.program().class_named(name).map_err(|error| error.message.clone())?;
                let constructor = self
                    .program()
                    .declared_method(class, "<init>", &format!("({descriptor})V"))
                    .ok_or("boxes have a constructor")?;
                self.construct(constructor, &[Expr::Number(*number)])
            }
            Expr::Number(_) | Expr::Null | Expr::Var(_) | Expr::Constant(_) | Expr::New(_) => {
                self.value(value)
            }
        }
    }
}

/// The class a number of this type is boxed in, and the type's descriptor.
pub fn box_of(program: &Program, ty: TypeId) -> Option<(&'static str, String)> {
    let descriptor = program.descriptor(ty);
    let primitive = Primitive::of_letter(descriptor.chars().next()?)?;
    Some((library::box_of(primitive), descriptor))
}

fn plain(number: Number) -> Value {
    match number {
        Number::Int(value) => Value::Int(value),
        Number::Long(value) => Value::Long(value),
        Number::Float(bits) => Value::Float(f32::from_bits(bits)),
        Number::Double(bits) => Value::Double(f64::from_bits(bits)),
    }
}

/// Why a run did not end well.
pub fn why(end: &Outcome) -> String {
    match end {
        Outcome::Threw(thrown) => {
            let message = thrown.message.as_deref().unwrap_or("no message");
            format!("it throws an exception: {message}")
        }
        Outcome::Unsupported(reason) => reason.clone(),
        Outcome::Exit(_) => "it ends the program".to_owned(),
        Outcome::Paused => "it takes too long".to_owned(),
        Outcome::Returned(_) => "it returns".to_owned(),
    }
}
