//! Finds a recipe for an input: constructors and setters where they suffice, the helper class otherwise.
//!
//! Objects are built one after the other on the concrete machine, what they refer to first. For each, constructors are tried with
//! the wanted values as arguments; the one that leaves least to be set afterwards wins. Fields the path never asked about may
//! hold anything. A reference back to an object that is still being built is set once that object is there.
//!
//! The result is a proposal. Whether a test made of it takes the path is for the caller to see.

use explore::{Input, diagram, symbolic};
use heap::{InputValue, ObjectId};
use library::names;
use machine::concrete::{Machine, Value};
use program::class::Origin;
use program::{ClassId, FieldId, Flags, JavaText, MethodId, Program, Type, TypeId};
use symbolic::{JavaTypes, constant_fields};

use crate::access::{Access, class_of};
use crate::constructors::{self, Candidate};
use crate::cook::{Cook, box_of};
use crate::literal::MAX_TEXT;
use crate::name;
use crate::recipe::{Declared, Expr, Number, Recipe, Step, Var};

/// Longest array with all its elements in one expression.
const MAX_ELEMENTS: i32 = 24;
/// Longest array at all.
const MAX_LENGTH: i32 = 1_000_000;

/// How true to the input a recipe is; later ones are tried when earlier ones do not take the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Strings are literals, numbers are boxed as usual.
    Plain,
    /// Each string and boxed number is an object of its own, as in the input.
    Identities,
    /// Besides, no constructor runs: what the path did not ask about is zero.
    Exact,
}

/// Proposes a recipe.
pub fn recipe<'p>(
    access: &Access<'p>,
    machine: &mut Machine<'p>,
    input: &Input,
    mode: Mode,
) -> Result<Recipe, String> {
    let states = input.heap.objects.iter().map(|_| Progress::Waiting).collect();
    let cook = Cook { machine, vars: Vec::new() };
    let mut builder = Builder { access, cook, input, mode, out: Recipe::default(), states, late: Vec::new() };
    for arg in &input.args {
        let value = builder.expr(arg.value)?;
        builder.out.args.push(value);
    }
    for unknown in &input.statics {
        let value = builder.expr(unknown.value)?;
        builder.apply(Step::SetStatic { field: unknown.field, value })?;
    }
    Ok(builder.out)
}

pub(crate) struct Builder<'a, 'm, 'p> {
    pub access: &'a Access<'p>,
    pub cook: Cook<'m, 'p>,
    input: &'a Input,
    mode: Mode,
    pub out: Recipe,
    states: Vec<Progress>,
    late: Vec<Late>,
}

enum Progress {
    Waiting,
    UnderWay,
    Done(Expr),
}

/// Something to be set when `target` is there.
struct Late {
    target: ObjectId,
    owner: Var,
    place: Place,
}

#[derive(Clone, Copy)]
enum Place {
    Field(FieldId),
    Element(i32),
}

/// What a field is to hold; `None` while that is still being built.
pub(crate) struct Wanted {
    pub field: FieldId,
    pub value: Option<Expr>,
    target: Option<ObjectId>,
}

/// How a field can be given its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Assign,
    Setter(MethodId),
    Reflection,
}

impl<'p> Builder<'_, '_, 'p> {
    pub fn program(&self) -> &'p Program {
        self.access.program
    }

    fn expr(&mut self, value: InputValue) -> Result<Expr, String> {
        if let Some(number) = Number::of_input(value) {
            return Ok(Expr::Number(number));
        }
        match value {
            InputValue::Object(id) => self.object(id),
            InputValue::Constant(class, number) => {
                let fields = constant_fields(self.program(), JavaTypes::ty(class));
                Ok(Expr::Constant(fields[number as usize]))
            }
            _ => Ok(Expr::Null),
        }
    }

    fn object(&mut self, id: ObjectId) -> Result<Expr, String> {
        if let Progress::Done(expr) = &self.states[id.0 as usize] {
            return Ok(expr.clone());
        }
        self.states[id.0 as usize] = Progress::UnderWay;
        let expr = match self.leaf(id)? {
            Some(leaf) if self.mode == Mode::Plain => leaf,
            Some(leaf) => {
                let var = self.declare(id);
                self.apply(Step::Fresh { var, value: leaf })?;
                Expr::Var(var)
            }
            None if self.input.heap.object(id).array.is_some() => Expr::Var(self.array(id)?),
            None => Expr::Var(self.instance(id)?),
        };
        self.states[id.0 as usize] = Progress::Done(expr.clone());
        self.settle(id, &expr)?;
        Ok(expr)
    }

    /// Strings and boxed numbers.
    fn leaf(&self, id: ObjectId) -> Result<Option<Expr>, String> {
        let program = self.program();
        let object = self.input.heap.object(id);
        if let Some(text) = diagram::java_text(program, &self.input.heap, object) {
            return Ok(Some(Expr::Text(short(text)?)));
        }
        let name = program.type_name(JavaTypes::ty(object.class)).replace('.', "/");
        let Some(ty) = boxed_type(program, &name) else { return Ok(None) };
        let given = object.fields.iter().find(|(field, _)| &*program.field(FieldId(field.0)).name == "value");
        let number = given.and_then(|(_, value)| Number::of_input(*value));
        Ok(Some(Expr::Boxed(ty, number.unwrap_or_else(|| zero(program, ty)))))
    }

    fn array(&mut self, id: ObjectId) -> Result<Var, String> {
        let object = self.input.heap.object(id);
        let ty = JavaTypes::ty(object.class);
        let (length, known) = object.array.clone().expect("only arrays come here");
        if length > MAX_LENGTH {
            return Err(format!("an array of {length} elements is too long for a test"));
        }
        let element = self.program().element_of(ty).ok_or("an array of no known type")?;
        let mut given: Vec<(i32, Expr)> = Vec::new();
        let mut waiting = Vec::new();
        for (index, value) in known {
            match self.under_way(value) {
                Some(target) => waiting.push((index, target)),
                None => given.push((index, self.expr(value)?)),
            }
        }
        let default = default(self.program(), element);
        let var = self.declare(id);
        if length <= MAX_ELEMENTS && waiting.is_empty() && !given.is_empty() {
            let mut elements = vec![default; length as usize];
            for (index, value) in given {
                elements[index as usize] = value;
            }
            self.apply(Step::Array { var, ty, elements })?;
            return Ok(var);
        }
        self.apply(Step::Zeros { var, ty, length })?;
        for (index, value) in given.into_iter().filter(|(_, value)| *value != default) {
            self.apply(Step::SetElement { array: var, index, value })?;
        }
        let late = waiting.into_iter().map(|(index, target)| Late {
            target,
            owner: var,
            place: Place::Element(index),
        });
        self.late.extend(late);
        Ok(var)
    }

    fn instance(&mut self, id: ObjectId) -> Result<Var, String> {
        let ty = JavaTypes::ty(self.input.heap.object(id).class);
        let class = class_of(self.program(), ty).ok_or("an object of a class that cannot be loaded")?;
        let above = self.program().class(class).superclass.unwrap_or(class);
        if [class, above].iter().any(|class| self.program().class(*class).flags.is(Flags::ENUM)) {
            return Err("an enum has no objects but its constants".to_owned());
        }
        if let Some(var) = self.collection(id, class)? {
            return Ok(var);
        }
        if let Some(var) = self.builder(id, class)? {
            return Ok(var);
        }
        let wanted = self.wanted(id)?;
        let candidate = match self.mode {
            Mode::Exact if !self.is_record(class) => None,
            Mode::Exact | Mode::Plain | Mode::Identities => constructors::best(self, class, &wanted),
        };
        let var = self.declare(id);
        match candidate {
            Some(Candidate { constructor, args, .. }) => {
                self.apply(Step::New { var, constructor, args })?;
            }
            None if self.program().class(class).origin == Origin::ClassPath => {
                self.apply(Step::Blank { var, ty })?;
            }
            None => {
                return Err(format!("an object of `{}` cannot be built here", self.program().type_name(ty)));
            }
        }
        for Wanted { field, value, target } in wanted {
            match (value, target) {
                (Some(value), _) => self.set(var, field, value)?,
                (None, Some(target)) => {
                    self.late.push(Late { target, owner: var, place: Place::Field(field) })
                }
                (None, None) => {}
            }
        }
        Ok(var)
    }

    /// The fields the path asked about, what they refer to built.
    fn wanted(&mut self, id: ObjectId) -> Result<Vec<Wanted>, String> {
        let mut out = Vec::new();
        for (field, value) in self.input.heap.object(id).fields.clone() {
            let field = FieldId(field.0);
            self.check_member(id, field)?;
            let target = self.under_way(value);
            let value = match target {
                Some(_) => None,
                None => Some(self.expr(value)?),
            };
            out.push(Wanted { field, value, target });
        }
        Ok(out)
    }

    fn check_member(&self, id: ObjectId, field: FieldId) -> Result<(), String> {
        let program = self.program();
        let ty = JavaTypes::ty(self.input.heap.object(id).class);
        let is_member = |class: ClassId| program.class(class).instance_fields.contains(&field);
        match class_of(program, ty).is_some_and(is_member) {
            true => Ok(()),
            false => Err(format!("`{}` has no field `{}`", program.type_name(ty), program.field(field).name)),
        }
    }

    fn under_way(&self, value: InputValue) -> Option<ObjectId> {
        match value {
            InputValue::Object(id) if matches!(self.states[id.0 as usize], Progress::UnderWay) => Some(id),
            _ => None,
        }
    }

    /// Lists of the JDK are filled by adding to them.
    fn collection(&mut self, id: ObjectId, class: ClassId) -> Result<Option<Var>, String> {
        let program = self.program();
        if *program.class(class).name != *names::ARRAY_LIST {
            return Ok(None);
        }
        let object = self.input.heap.object(id);
        let field = |name: &str| {
            let found =
                object.fields.iter().find(|(field, _)| &*program.field(FieldId(field.0)).name == name);
            found.map(|(_, value)| *value)
        };
        let size = match field("size") {
            Some(InputValue::Int(size)) => size.clamp(0, MAX_ELEMENTS),
            _ => 0,
        };
        let elements = match field("elementData") {
            Some(InputValue::Object(array)) => self.input.heap.object(array).array.clone(),
            _ => None,
        };
        let known = elements.map(|(_, known)| known).unwrap_or_default();
        let mut values = Vec::new();
        for index in 0..size {
            values.push(self.expr(known.get(&index).copied().unwrap_or(InputValue::Null))?);
        }
        let constructor =
            program.declared_method(class, "<init>", "()V").ok_or("lists have a constructor")?;
        let method = program
            .declared_method(class, "add", "(Ljava/lang/Object;)Z")
            .ok_or("lists have a method `add`")?;
        let var = self.declare(id);
        self.apply(Step::New { var, constructor, args: Vec::new() })?;
        for value in values {
            self.apply(Step::Call { object: var, method, args: vec![value] })?;
        }
        Ok(Some(var))
    }

    /// Builders are given their text when they are made.
    fn builder(&mut self, id: ObjectId, class: ClassId) -> Result<Option<Var>, String> {
        let heap = &self.input.heap;
        let Some(text) = diagram::builder_text(self.program(), heap, heap.object(id)) else {
            return Ok(None);
        };
        let (descriptor, args) = match text.is_empty() {
            true => ("()V", Vec::new()),
            false => ("(Ljava/lang/String;)V", vec![Expr::Text(short(text)?)]),
        };
        let constructor = self
            .program()
            .declared_method(class, "<init>", descriptor)
            .ok_or("builders have constructors")?;
        let var = self.declare(id);
        self.apply(Step::New { var, constructor, args })?;
        Ok(Some(var))
    }

    /// Gives a field its value unless it has it.
    fn set(&mut self, object: Var, field: FieldId, value: Expr) -> Result<(), String> {
        if self.holds(self.cook.vars[object.0], field, &value) {
            return Ok(());
        }
        let ty = self.out.vars[object.0].ty;
        match self.way(ty, field) {
            Some(Way::Setter(method))
                if self.mode != Mode::Exact && self.try_setter(object, method, field, &value) =>
            {
                self.out.steps.push(Step::Call { object, method, args: vec![value] });
                Ok(())
            }
            Some(Way::Setter(_)) if !self.can_reflect(field) => Err(self.unset(field)),
            Some(_) => self.apply(Step::SetField { object, field, value }),
            // The path may not mind; that is seen when the recipe is run.
            None if self.program().class(self.program().field(field).class).origin == Origin::Jdk => Ok(()),
            None => Err(self.unset(field)),
        }
    }

    fn unset(&self, field: FieldId) -> String {
        let field = self.program().field(field);
        format!(
            "`{}.{}` cannot be set from outside",
            self.program().class(field.class).java_name(),
            field.name
        )
    }

    fn try_setter(&mut self, object: Var, method: MethodId, field: FieldId, value: &Expr) -> bool {
        let receiver = self.cook.vars[object.0];
        let Ok(given) = self.cook.value(value) else { return false };
        self.cook.call(method, &[receiver, given]).is_ok() && self.holds(receiver, field, value)
    }

    /// The best way to set a field of an object of this class.
    pub fn way(&self, ty: TypeId, field: FieldId) -> Option<Way> {
        let info = self.program().field(field);
        if self.access.field(field) && !info.flags.is(Flags::FINAL) {
            return Some(Way::Assign);
        }
        if let Some(setter) = self.setter(ty, field) {
            return Some(Way::Setter(setter));
        }
        self.can_reflect(field).then_some(Way::Reflection)
    }

    fn can_reflect(&self, field: FieldId) -> bool {
        let class = self.program().field(field).class;
        self.program().class(class).origin == Origin::ClassPath && !self.is_record(class)
    }

    /// A method that takes the field's type and is named after it.
    fn setter(&self, ty: TypeId, field: FieldId) -> Option<MethodId> {
        let program = self.program();
        let info = program.field(field);
        let class = class_of(program, ty)?;
        let names = [format!("set{}", name::capital(&info.name)), info.name.to_string()];
        let results = [program.descriptor(TypeId::VOID), program.descriptor(program.class(class).ty)];
        let descriptors = results.map(|result| format!("({}){result}", program.descriptor(info.ty)));
        let all = names.iter().flat_map(|name| descriptors.iter().map(move |descriptor| (name, descriptor)));
        let mut found = all.filter_map(|(name, descriptor)| program.find_method(class, name, descriptor));
        found.find(|method| {
            let info = program.method(*method);
            self.access.method(*method) && !info.is_static() && !info.is_abstract()
        })
    }

    pub fn is_record(&self, class: ClassId) -> bool {
        self.program().class_attributes(class).record.is_some()
    }

    /// Whether a field holds a value by now.
    pub fn holds(&mut self, object: Value, field: FieldId, wanted: &Expr) -> bool {
        let Value::Object(object) = object else { return false };
        let actual = self.cook.machine.field(object, field);
        match (wanted, actual) {
            (Expr::Number(Number::Int(wanted)), Value::Int(actual)) => *wanted == actual,
            (Expr::Number(Number::Long(wanted)), Value::Long(actual)) => *wanted == actual,
            (Expr::Number(Number::Float(bits)), Value::Float(actual)) => *bits == actual.to_bits(),
            (Expr::Number(Number::Double(bits)), Value::Double(actual)) => *bits == actual.to_bits(),
            (Expr::Null, actual) => actual == Value::Null,
            (Expr::Var(_) | Expr::Text(_) | Expr::Constant(_), Value::Object(actual)) => {
                matches!(self.cook.value(wanted), Ok(Value::Object(wanted)) if self.cook.machine.same(wanted, actual))
            }
            (Expr::Boxed(ty, number), Value::Object(actual)) => self.is_box(actual, *ty, *number),
            _ => false,
        }
    }

    fn is_box(&mut self, object: machine::concrete::Handle, ty: TypeId, number: Number) -> bool {
        let program = self.program();
        let Some((name, _)) = box_of(program, ty) else { return false };
        let Ok(class) = program.class_named(name) else { return false };
        let Some(field) = program.declared_field(class, "value") else { return false };
        self.cook.machine.type_of(object) == program.class(class).ty
            && self.holds(Value::Object(object), field, &Expr::Number(number))
    }

    /// Sets what waited for an object.
    fn settle(&mut self, id: ObjectId, value: &Expr) -> Result<(), String> {
        let (ready, rest) = std::mem::take(&mut self.late).into_iter().partition(|late| late.target == id);
        self.late = rest;
        let ready: Vec<Late> = ready;
        for Late { owner, place, .. } in ready {
            match place {
                Place::Field(field) => self.set(owner, field, value.clone())?,
                Place::Element(index) => {
                    self.apply(Step::SetElement { array: owner, index, value: value.clone() })?;
                }
            }
        }
        Ok(())
    }

    fn apply(&mut self, step: Step) -> Result<(), String> {
        self.cook.step(&step)?;
        self.out.steps.push(step);
        Ok(())
    }

    /// A variable for an object, named as the input names it.
    fn declare(&mut self, id: ObjectId) -> Var {
        let object = self.input.heap.object(id);
        let ty = JavaTypes::ty(object.class);
        let direct = self.input.args.iter().find(|arg| arg.value == InputValue::Object(id));
        let base = match direct {
            Some(arg) if arg.name != "this" => arg.name.clone(),
            Some(_) => name::small(&explore_simple(self.program(), ty)),
            None => name::last_part(&object.name),
        };
        let taken = |name: &str| self.out.vars.iter().any(|var| var.name == name);
        let name = name::unused(&name::variable(&base), taken);
        self.out.vars.push(Declared { name, ty });
        Var(self.out.vars.len() - 1)
    }
}

/// A text that fits into a test.
fn short(text: JavaText) -> Result<JavaText, String> {
    match text.len() > MAX_TEXT {
        true => Err(format!("a text of {} characters is too long for a test", text.len())),
        false => Ok(text),
    }
}

/// The simple name of a class.
pub(crate) fn explore_simple(program: &Program, ty: TypeId) -> String {
    let name = program.type_name(ty);
    name.trim_end_matches("[]").rsplit(['.', '$']).next().unwrap_or(&name).to_owned()
}

/// The type of the number in boxes of this class.
pub(crate) fn boxed_type(program: &Program, class: &str) -> Option<TypeId> {
    let all = ["Z", "B", "C", "S", "I", "J", "F", "D"];
    let types = all.into_iter().filter_map(|descriptor| program.type_of_descriptor(descriptor));
    types.into_iter().find(|ty| box_of(program, *ty).is_some_and(|(name, _)| name == class))
}

/// Zero or null.
pub(crate) fn default(program: &Program, ty: TypeId) -> Expr {
    if ty.is_primitive() { Expr::Number(zero(program, ty)) } else { Expr::Null }
}

fn zero(program: &Program, ty: TypeId) -> Number {
    match program.ty(ty) {
        Type::Long => Number::Long(0),
        Type::Float => Number::Float(0),
        Type::Double => Number::Double(0),
        _ => Number::Int(0),
    }
}
