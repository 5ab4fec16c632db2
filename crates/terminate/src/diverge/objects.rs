//! Arguments that are objects: small heaps, built by hand on the machine before the call.
//!
//! A parameter may be any heap of its type, so the ones worth trying first are those that programs forget: a single
//! object, one that points to itself, two that point to each other, a chain.

use std::fmt;

use machine::{Cx, Domain, State, Stop};
use program::code::Kind;
use program::{ClassId, Flags, MethodId, Program, Type, TypeId};
use serde::{Deserialize, Serialize};

use super::domain::{Traced, Value};

/// Objects and the arguments that refer to them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    pub objects: Vec<Made>,
    /// The receiver first, if there is one.
    pub arguments: Vec<Argument>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Made {
    Object {
        /// Internal name of the class.
        class: String,
        /// Fields by name; the others are zero.
        fields: Vec<(String, Argument)>,
    },
    Array {
        /// The descriptor of its type.
        ty: String,
        elements: Vec<Argument>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Argument {
    Null,
    Number(i64),
    /// An index into the objects.
    Object(usize),
}

type Step<T> = Result<T, Stop<Traced>>;

impl Call {
    /// Whether every object is referred to at most once.
    pub fn is_tree(&self) -> bool {
        let contents = self.objects.iter().flat_map(|made| match made {
            Made::Object { fields, .. } => fields.iter().map(|field| field.1).collect(),
            Made::Array { elements, .. } => elements.clone(),
        });
        let all: Vec<Argument> = self.arguments.iter().copied().chain(contents).collect();
        let uses = |index| all.iter().filter(|argument| **argument == Argument::Object(index)).count();
        (0..self.objects.len()).all(|index| uses(index) <= 1)
    }

    /// Makes the objects, then fills them. Classes with an initialiser are refused: it would have to run first.
    pub fn build(&self, cx: &mut Cx<'_, Traced>, state: &mut State<Traced>) -> Step<Vec<Value>> {
        let mut objects = Vec::new();
        for made in &self.objects {
            objects.push(allocate(cx, state, made)?);
        }
        for (made, object) in self.objects.iter().zip(&objects) {
            fill(cx, state, made, object, &objects)?;
        }
        self.arguments.iter().map(|argument| value(cx, state, *argument, &objects)).collect()
    }
}

fn allocate(cx: &mut Cx<'_, Traced>, state: &mut State<Traced>, made: &Made) -> Step<Value> {
    match made {
        Made::Object { class, .. } => {
            let class = cx.class(class)?;
            if needs_initializer(cx.program, class) || !is_instantiable(cx.program, class) {
                return Err(Stop::unsupported("an argument of a class that cannot just be allocated"));
            }
            Traced::new_object(cx, state, class)
        }
        Made::Array { ty, elements } => {
            let ty = cx.program.type_of_descriptor(ty);
            let ty = ty.ok_or_else(|| Stop::unsupported("an argument of no type"))?;
            let length = Traced::int(cx, state, elements.len() as i32);
            Traced::new_array(cx, state, ty, &length)
        }
    }
}

fn fill(
    cx: &mut Cx<'_, Traced>,
    state: &mut State<Traced>,
    made: &Made,
    object: &Value,
    objects: &[Value],
) -> Step<()> {
    let ty = Traced::dynamic_type(cx, state, object)?;
    let shape = cx.shape(ty)?;
    match made {
        Made::Object { fields, .. } => {
            for (name, content) in fields {
                let is_named = |slot: &&machine::FieldSlot| *cx.program.field(slot.id).name == **name;
                let slot = shape.fields.iter().find(is_named).copied();
                let slot = slot.ok_or_else(|| Stop::unsupported("an argument with an unknown field"))?;
                let declared = cx.program.field(slot.id).ty;
                let content = typed(cx, state, *content, declared, objects)?;
                Traced::store_field(cx, state, object, slot, content)?;
            }
        }
        Made::Array { elements, .. } => {
            let (elem, declared) = shape.element.ok_or_else(|| Stop::unsupported("an array of no type"))?;
            for (index, element) in elements.iter().enumerate() {
                let element = typed(cx, state, *element, declared, objects)?;
                let index = Traced::int(cx, state, index as i32);
                Traced::store_element(cx, state, elem, object, &index, element)?;
            }
        }
    }
    Ok(())
}

/// A content of a declared type; certificates may ask for what does not fit.
fn typed(
    cx: &mut Cx<'_, Traced>,
    state: &mut State<Traced>,
    argument: Argument,
    declared: TypeId,
    objects: &[Value],
) -> Step<Value> {
    let kind = cx.program.ty(declared).kind();
    let fits = match argument {
        Argument::Null => kind == Some(Kind::Ref),
        Argument::Number(_) => matches!(kind, Some(Kind::Int | Kind::Long)),
        Argument::Object(index) => {
            let object = objects.get(index).ok_or_else(|| Stop::unsupported("an unknown object"))?;
            let own = Traced::dynamic_type(cx, state, object)?;
            cx.is_subtype(own, declared)?
        }
    };
    if !fits {
        return Err(Stop::unsupported("an argument that does not fit its type"));
    }
    value(cx, state, argument, objects)
}

fn value(
    cx: &mut Cx<'_, Traced>,
    state: &mut State<Traced>,
    argument: Argument,
    objects: &[Value],
) -> Step<Value> {
    match argument {
        Argument::Null => Ok(Value::null()),
        Argument::Number(number) => Ok(Traced::long(cx, state, number)),
        Argument::Object(index) => {
            objects.get(index).cloned().ok_or_else(|| Stop::unsupported("an unknown object"))
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |argument: &Argument| match argument {
            Argument::Null => "null".to_string(),
            Argument::Number(number) => number.to_string(),
            Argument::Object(index) => format!("#{index}"),
        };
        let list = |arguments: &[Argument]| arguments.iter().map(name).collect::<Vec<_>>().join(", ");
        f.write_str(&list(&self.arguments))?;
        for (index, made) in self.objects.iter().enumerate() {
            match made {
                Made::Object { class, fields } => {
                    let fields = fields.iter().map(|(field, content)| format!("{field} = {}", name(content)));
                    let fields = fields.collect::<Vec<_>>().join(", ");
                    write!(f, "; #{index} is a {} {{ {fields} }}", class.replace('/', "."))?;
                }
                Made::Array { elements, .. } => write!(f, "; #{index} is an array {{ {} }}", list(elements))?,
            }
        }
        Ok(())
    }
}

/// How the objects of a heap point to each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// One, pointing to nothing.
    Alone,
    /// One, pointing to itself.
    Loop,
    /// Two, pointing to each other.
    Ring,
    /// Three in a row.
    Chain,
}

const SHAPES: [Shape; 4] = [Shape::Loop, Shape::Alone, Shape::Ring, Shape::Chain];
const NUMBERS: [i64; 4] = [0, 1, -1, 7];

impl Shape {
    fn size(self) -> usize {
        match self {
            Shape::Alone | Shape::Loop => 1,
            Shape::Ring => 2,
            Shape::Chain => 3,
        }
    }

    /// What an object points to.
    fn next(self, index: usize) -> Option<usize> {
        match self {
            Shape::Alone => None,
            Shape::Loop => Some(0),
            Shape::Ring => Some(1 - index),
            Shape::Chain => Some(index + 1).filter(|&next| next < 3),
        }
    }
}

/// Calls to try: every shape with every number; all reference parameters get the first object, or the first two get
/// different ones.
pub fn calls(program: &Program, method: MethodId) -> Vec<Call> {
    let info = program.method(method);
    let receiver = (!info.is_static()).then(|| program.class(info.class).ty);
    let types: Vec<TypeId> = receiver.into_iter().chain(info.params.iter().copied()).collect();
    let mut out = Vec::new();
    for number in NUMBERS {
        for shape in SHAPES {
            for apart in [false, true] {
                out.extend(call(program, &types, shape, number, apart));
            }
        }
    }
    out.dedup();
    out
}

fn call(program: &Program, types: &[TypeId], shape: Shape, number: i64, apart: bool) -> Option<Call> {
    let mut call = Call::default();
    let mut heaps: Vec<(TypeId, usize)> = Vec::new();
    for &ty in types {
        let argument = match program.ty(ty) {
            Type::Class(_) => {
                let known = heaps.iter().find(|heap| heap.0 == ty);
                match known {
                    Some(&(_, first)) => Argument::Object(first + usize::from(apart && shape.size() > 1)),
                    None => {
                        let first = call.objects.len();
                        heaps.push((ty, first));
                        heap(program, ty, shape, number, &mut call)?;
                        Argument::Object(first)
                    }
                }
            }
            Type::Array(element) => {
                let element = match program.ty(*element).kind() {
                    Some(Kind::Ref) => Argument::Null,
                    Some(Kind::Int | Kind::Long) => Argument::Number(number),
                    Some(Kind::Float | Kind::Double) | None => return None,
                };
                let elements = vec![element; shape.size()];
                call.objects.push(Made::Array { ty: program.descriptor(ty), elements });
                Argument::Object(call.objects.len() - 1)
            }
            _ => match program.ty(ty).kind() {
                Some(Kind::Int | Kind::Long) => Argument::Number(number),
                Some(Kind::Float | Kind::Double | Kind::Ref) | None => return None,
            },
        };
        call.arguments.push(argument);
    }
    Some(call)
}

/// Objects of a class that fits the type; none if there is no such class of the user's.
fn heap(program: &Program, ty: TypeId, shape: Shape, number: i64, call: &mut Call) -> Option<()> {
    let fits = |class: &ClassId| {
        program.is_subtype(program.class(*class).ty, ty).unwrap_or(false)
            && is_instantiable(program, *class)
            && !needs_initializer(program, *class)
    };
    let own = program.resolve_class(ty).ok().filter(fits);
    let named = || program.class_path_names().into_iter().filter_map(|name| program.class_named(&name).ok());
    let class = own.or_else(|| named().find(fits))?;
    let first = call.objects.len();
    for index in 0..shape.size() {
        let fields = fields(program, class, number, shape.next(index).map(|next| first + next));
        let class = program.class(class).name.to_string();
        call.objects.push(Made::Object { class, fields });
    }
    Some(())
}

/// Every field that can point to an object of the class does; numbers are as given.
fn fields(program: &Program, class: ClassId, number: i64, next: Option<usize>) -> Vec<(String, Argument)> {
    let own = program.class(class).ty;
    let mut out = Vec::new();
    let mut at = Some(class);
    while let Some(class) = at {
        let info = program.class(class);
        for field in info.fields().map(|field| program.field(field)).filter(|field| !field.is_static()) {
            let content = match program.ty(field.ty).kind() {
                Some(Kind::Int | Kind::Long) => Some(Argument::Number(number)),
                Some(Kind::Ref) if program.is_subtype(own, field.ty).unwrap_or(false) => {
                    next.map(Argument::Object)
                }
                Some(Kind::Ref | Kind::Float | Kind::Double) | None => None,
            };
            // A field that another hides keeps its zero.
            if let Some(content) = content.filter(|_| out.iter().all(|(name, _)| *name != *field.name)) {
                out.push((field.name.to_string(), content));
            }
        }
        at = info.superclass;
    }
    out
}

fn is_instantiable(program: &Program, class: ClassId) -> bool {
    let info = program.class(class);
    !info.flags.is(Flags::ABSTRACT) && !info.is_interface()
}

fn needs_initializer(program: &Program, class: ClassId) -> bool {
    !graph::eval::initialization_order(program, class, |_| false).is_empty()
}
