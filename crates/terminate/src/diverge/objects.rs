//! Arguments that are objects: small heaps, built by hand on the machine before the call.
//!
//! A parameter may be any heap of its type, so the ones worth trying first are those that programs forget: a single
//! object, one that points to itself, two that point to each other, a chain. That goes for the program's own classes: objects of the
//! library keep promises that nobody here knows, so of them there are only strings.

use std::fmt;

use machine::{Cx, Domain, State, Stop};
use program::class::Origin;
use program::code::Kind;
use program::{ClassId, FieldId, Flags, JavaText, MethodId, Program, Type, TypeId};
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
    Text(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Argument {
    Null,
    Number(i64),
    /// A floating-point number that is none of the line.
    Special(Special),
    /// An index into the objects.
    Object(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Special {
    Infinity,
    Nan,
}

impl Special {
    fn value(self) -> f64 {
        match self {
            Special::Infinity => f64::INFINITY,
            Special::Nan => f64::NAN,
        }
    }
}

type Step<T> = Result<T, Stop<Traced>>;

impl Call {
    /// Whether every object is referred to at most once.
    pub fn is_tree(&self) -> bool {
        let contents = self.objects.iter().flat_map(|made| match made {
            Made::Object { fields, .. } => fields.iter().map(|field| field.1).collect(),
            Made::Array { elements, .. } => elements.clone(),
            Made::Text(_) => Vec::new(),
        });
        let all: Vec<Argument> = self.arguments.iter().copied().chain(contents).collect();
        let uses = |index| all.iter().filter(|argument| **argument == Argument::Object(index)).count();
        (0..self.objects.len()).all(|index| uses(index) <= 1)
    }

    /// Makes the objects, then fills them, and the arguments of these types.
    pub fn build(
        &self,
        cx: &mut Cx<'_, Traced>,
        state: &mut State<Traced>,
        types: &[TypeId],
    ) -> Step<Vec<Value>> {
        if self.arguments.len() != types.len() {
            return Err(Stop::unsupported("another number of arguments"));
        }
        let mut objects = Vec::new();
        for made in &self.objects {
            objects.push(allocate(cx, state, made)?);
        }
        for (made, object) in self.objects.iter().zip(&objects) {
            fill(cx, state, made, object, &objects)?;
        }
        let arguments = self.arguments.iter().zip(types);
        arguments.map(|(argument, ty)| typed(cx, state, *argument, *ty, &objects)).collect()
    }
}

fn allocate(cx: &mut Cx<'_, Traced>, state: &mut State<Traced>, made: &Made) -> Step<Value> {
    match made {
        Made::Object { class, .. } => {
            let class = cx.class(class)?;
            if !can_be_made_up(cx.program, class) {
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
        Made::Text(text) => Traced::new_string(cx, state, &JavaText::from(text.as_str())),
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
        Made::Text(_) => {}
    }
    Ok(())
}

/// A content of a declared type; certificates may ask for what does not fit.
pub fn typed(
    cx: &mut Cx<'_, Traced>,
    state: &mut State<Traced>,
    argument: Argument,
    declared: TypeId,
    objects: &[Value],
) -> Step<Value> {
    let misfit = || Stop::unsupported("an argument that does not fit its type");
    match (argument, cx.program.ty(declared).kind()) {
        (Argument::Null, Some(Kind::Ref)) => Ok(Value::null()),
        (Argument::Number(number), Some(Kind::Float)) => Ok(Traced::float(cx, state, number as f32)),
        (Argument::Number(number), Some(Kind::Double)) => Ok(Traced::double(cx, state, number as f64)),
        (Argument::Number(number), Some(Kind::Int | Kind::Long)) if fitting(declared, number) == number => {
            Ok(Traced::long(cx, state, number))
        }
        (Argument::Special(special), Some(Kind::Float)) => {
            Ok(Traced::float(cx, state, special.value() as f32))
        }
        (Argument::Special(special), Some(Kind::Double)) => Ok(Traced::double(cx, state, special.value())),
        (Argument::Object(index), Some(Kind::Ref)) => {
            let object = objects.get(index).ok_or_else(misfit)?;
            let own = Traced::dynamic_type(cx, state, object)?;
            if cx.is_subtype(own, declared)? { Ok(object.clone()) } else { Err(misfit()) }
        }
        (Argument::Null | Argument::Number(_) | Argument::Special(_) | Argument::Object(_), _) => {
            Err(misfit())
        }
    }
}

/// The number of the type that is nearest.
pub fn fitting(ty: TypeId, number: i64) -> i64 {
    match ty {
        TypeId::BOOLEAN => number.clamp(0, 1),
        TypeId::BYTE => number.clamp(i8::MIN.into(), i8::MAX.into()),
        TypeId::CHAR => number.clamp(0, u16::MAX.into()),
        TypeId::SHORT => number.clamp(i16::MIN.into(), i16::MAX.into()),
        TypeId::INT => number.clamp(i32::MIN.into(), i32::MAX.into()),
        _ => number,
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |argument: &Argument| match argument {
            Argument::Null => "null".to_string(),
            Argument::Number(number) => number.to_string(),
            Argument::Special(Special::Infinity) => "Infinity".to_string(),
            Argument::Special(Special::Nan) => "NaN".to_string(),
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
                Made::Text(text) => write!(f, "; #{index} is {text:?}")?,
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
const NUMBERS: [i64; 6] = [0, 1, -1, 7, i64::MAX, i64::MIN];

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

/// The types of a call's arguments, the receiver's first.
pub fn argument_types(program: &Program, method: MethodId) -> Vec<TypeId> {
    let info = program.method(method);
    let receiver = (!info.is_static()).then(|| program.class(info.class).ty);
    receiver.into_iter().chain(info.params.iter().copied()).collect()
}

/// Classes to choose from for a parameter, at most.
const CHOICES: usize = 4;

/// Calls to try: every shape with every number, then with parameters that are not the number in the objects; all
/// reference parameters get the first object, or the first two get different ones. Then the same with objects of other classes.
pub fn calls(program: &Program, method: MethodId) -> Vec<Call> {
    let types = argument_types(program, method);
    let mut out: Vec<Call> = Vec::new();
    for choice in 0..CHOICES {
        for offset in [0, 1] {
            for number in NUMBERS {
                let numbers = Numbers { inside: number, passed: number.saturating_add(offset) };
                for shape in SHAPES {
                    for apart in [false, true] {
                        let wish = Wish { shape, numbers, apart, choice };
                        out.extend(call(program, &types, wish).filter(|call| !out.contains(call)));
                    }
                }
            }
        }
    }
    out
}

/// What a call should be like.
#[derive(Clone, Copy)]
struct Wish {
    shape: Shape,
    numbers: Numbers,
    /// Whether parameters of one type are different objects.
    apart: bool,
    /// Which of the classes that fit.
    choice: usize,
}

/// The number in all fields and cells, and the one for all parameters.
#[derive(Clone, Copy)]
struct Numbers {
    inside: i64,
    passed: i64,
}

fn call(program: &Program, types: &[TypeId], wish: Wish) -> Option<Call> {
    let Wish { shape, numbers, apart, choice } = wish;
    let mut call = Call::default();
    let mut heaps: Vec<(TypeId, usize)> = Vec::new();
    let mut texts = 0;
    for &ty in types {
        let argument = match program.ty(ty) {
            Type::Class(name) if is_text(name) => {
                texts += 1;
                let number = if apart && texts > 1 { numbers.passed.wrapping_add(1) } else { numbers.inside };
                call.objects.push(Made::Text(text(number)));
                Argument::Object(call.objects.len() - 1)
            }
            Type::Class(_) => {
                let known = heaps.iter().find(|heap| heap.0 == ty);
                match known {
                    Some(&(_, first)) => Argument::Object(first + usize::from(apart && shape.size() > 1)),
                    None => {
                        let first = call.objects.len();
                        heaps.push((ty, first));
                        let class = classes_for(program, ty).nth(choice)?;
                        heap(program, class, shape, numbers.inside, &mut call);
                        Argument::Object(first)
                    }
                }
            }
            Type::Array(element) => {
                let element = match program.ty(*element) {
                    Type::Class(name) if is_text(name) => {
                        call.objects.push(Made::Text(text(numbers.inside)));
                        Argument::Object(call.objects.len() - 1)
                    }
                    Type::Class(_) | Type::Array(_) => Argument::Null,
                    _ => number(*element, numbers.inside),
                };
                let elements = vec![element; shape.size()];
                call.objects.push(Made::Array { ty: program.descriptor(ty), elements });
                Argument::Object(call.objects.len() - 1)
            }
            _ => number(ty, numbers.passed),
        };
        call.arguments.push(argument);
    }
    Some(call)
}

/// Strings are of this class and these interfaces.
fn is_text(class: &str) -> bool {
    matches!(class, "java/lang/String" | "java/lang/CharSequence" | "java/lang/Comparable")
}

/// A string for a number: that long if it is small, and a few others.
fn text(number: i64) -> String {
    match number {
        0..=9 => "a".repeat(number as usize),
        i64::MAX => "ab".to_string(),
        i64::MIN => " ".to_string(),
        _ => "1".to_string(),
    }
}

/// The number as a value of a primitive type; the ends of the line are infinity and what is no number.
fn number(ty: TypeId, number: i64) -> Argument {
    match (ty, number) {
        (TypeId::FLOAT | TypeId::DOUBLE, i64::MAX) => Argument::Special(Special::Infinity),
        (TypeId::FLOAT | TypeId::DOUBLE, i64::MIN) => Argument::Special(Special::Nan),
        _ => Argument::Number(fitting(ty, number)),
    }
}

/// The user's classes that fit the type, its own first.
fn classes_for(program: &Program, ty: TypeId) -> impl Iterator<Item = ClassId> {
    let fits = move |class: &ClassId| {
        program.is_subtype(program.class(*class).ty, ty).unwrap_or(false) && can_be_made_up(program, *class)
    };
    let own = program.resolve_class(ty).ok();
    let named = program.class_path_names().into_iter().filter_map(|name| program.class_named(&name).ok());
    own.into_iter().chain(named.filter(move |class| Some(*class) != own)).filter(fits)
}

/// Objects of a class.
fn heap(program: &Program, class: ClassId, shape: Shape, inside: i64, call: &mut Call) {
    let first = call.objects.len();
    for index in 0..shape.size() {
        let fields = fields(program, class, inside, shape.next(index).map(|next| first + next));
        let class = program.class(class).name.to_string();
        call.objects.push(Made::Object { class, fields });
    }
    for index in first..call.objects.len() {
        for (name, ty, element) in number_arrays(program, class) {
            let array = Argument::Object(call.objects.len());
            let elements = vec![number(element, inside)];
            call.objects.push(Made::Array { ty: program.descriptor(ty), elements });
            if let Made::Object { fields, .. } = &mut call.objects[index] {
                fields.push((name, array));
            }
        }
    }
}

/// The class's fields for arrays of numbers: their names, types and the types of their elements.
fn number_arrays(program: &Program, class: ClassId) -> Vec<(String, TypeId, TypeId)> {
    let array = |field: FieldId| {
        let info = program.field(field);
        let element = program.element_of(info.ty).filter(|element| element.is_primitive())?;
        Some((info.name.to_string(), info.ty, element))
    };
    program
        .class(class)
        .fields()
        .filter(|field| !program.field(*field).is_static())
        .filter_map(array)
        .collect()
}

/// Every field that can point to an object of the class does; numbers are as given.
fn fields(program: &Program, class: ClassId, inside: i64, next: Option<usize>) -> Vec<(String, Argument)> {
    let own = program.class(class).ty;
    let mut out = Vec::new();
    for class in ancestry(program, class) {
        let info = program.class(class);
        for field in info.fields().map(|field| program.field(field)).filter(|field| !field.is_static()) {
            let content = match program.ty(field.ty).kind() {
                Some(Kind::Int | Kind::Long | Kind::Float | Kind::Double) => Some(number(field.ty, inside)),
                Some(Kind::Ref) if program.is_subtype(own, field.ty).unwrap_or(false) => {
                    next.map(Argument::Object)
                }
                Some(Kind::Ref) | None => None,
            };
            // A field that another hides keeps its zero.
            if let Some(content) = content.filter(|_| out.iter().all(|(name, _)| *name != *field.name)) {
                out.push((field.name.to_string(), content));
            }
        }
    }
    out
}

/// A class and those above it.
fn ancestry(program: &Program, class: ClassId) -> impl Iterator<Item = ClassId> {
    std::iter::successors(Some(class), |class| program.class(*class).superclass)
}

/// Whether any contents of the fields make an object of the class: only classes of the library know what they demand of theirs,
/// and objects of `Class` are the machine's. A class with an initialiser is refused, too: it would have to run first.
fn can_be_made_up(program: &Program, class: ClassId) -> bool {
    let info = program.class(class);
    let has_fields = |class: ClassId| program.class(class).fields().any(|f| !program.field(f).is_static());
    let is_free = |class: ClassId| program.class(class).origin != Origin::Jdk || !has_fields(class);
    !info.flags.is(Flags::ABSTRACT)
        && !info.is_interface()
        && (info.origin != Origin::Jdk || &*info.name == "java/lang/Object")
        && ancestry(program, class).all(is_free)
        && !needs_initializer(program, class)
}

fn needs_initializer(program: &Program, class: ClassId) -> bool {
    !graph::eval::initialization_order(program, class, |_| false).is_empty()
}
