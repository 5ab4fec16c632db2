//! Calls to try: small heaps of the shapes that programs forget.
//!
//! A parameter may be any heap of its type; the ones worth trying first are a single object, one that points to itself, two
//! that point to each other, a chain. That goes for the program's own classes: objects of the library keep promises
//! that nobody here knows, so of them there are only strings.

use base::Budget;
use library::names;
use program::code::Kind;
use program::{ClassId, FieldId, MethodId, Program, Type, TypeId};
use rustc_hash::FxHashMap;

use super::construct::{can_be_written, constructors};
use super::objects::{Argument, Call, Made, Special};

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

/// How the objects of a heap point to each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// One, pointing to nothing.
    Alone,
    /// One, pointing to itself.
    Loop,
    /// Two, pointing to each other.
    Ring,
    /// Three in a row, the last one first, so that constructors can be given what comes next.
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
            Shape::Chain => index.checked_sub(1),
        }
    }

    /// The object that stands for the heap, and another one.
    fn ends(self) -> (usize, usize) {
        match self {
            Shape::Alone | Shape::Loop => (0, 0),
            Shape::Ring => (0, 1),
            Shape::Chain => (2, 1),
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
/// Constructors to choose from for a class, at most.
const WAYS: usize = 2;
/// What constructors are given may be made by constructors, this often.
const DEPTH: usize = 2;

/// Calls to try: every shape with every number, then with parameters that are not the number in the objects; all
/// reference parameters get the first object, or the first two get different ones. Then the same with other constructors, and with
/// objects of other classes.
pub fn calls<'p>(
    program: &'p Program,
    method: MethodId,
    budget: &Budget,
) -> impl Iterator<Item = Call> + use<'p> {
    let types = argument_types(program, method);
    let mut choices = Choices { program, known: FxHashMap::default(), budget: budget.clone() };
    let mut seen: Vec<Call> = Vec::new();
    wishes().filter_map(move |wish| {
        let call = choices.call(&types, wish).filter(|call| !seen.contains(call))?;
        seen.push(call.clone());
        Some(call)
    })
}

fn wishes() -> impl Iterator<Item = Wish> {
    let ways = (0..CHOICES).flat_map(|choice| (0..WAYS).map(move |way| (choice, way)));
    let numbers = || {
        let passed = |offset: i64| {
            NUMBERS.map(|number| Numbers { inside: number, passed: number.saturating_add(offset) })
        };
        passed(0).into_iter().chain(passed(1))
    };
    let shapes = || SHAPES.into_iter().flat_map(|shape| [false, true].map(move |apart| (shape, apart)));
    ways.flat_map(move |(choice, way)| {
        numbers().flat_map(move |numbers| {
            shapes().map(move |(shape, apart)| Wish { shape, numbers, apart, choice, way })
        })
    })
}

/// The classes of the program, which are not looked through twice for one type.
struct Choices<'p> {
    program: &'p Program,
    known: FxHashMap<TypeId, Vec<ClassId>>,
    budget: Budget,
}

impl Choices<'_> {
    /// The user's classes that fit the type, its own first; as many as are tried.
    fn classes(&mut self, ty: TypeId) -> &[ClassId] {
        let (program, budget) = (self.program, &self.budget);
        self.known.entry(ty).or_insert_with(|| {
            let fits = |class: &ClassId| {
                program.is_subtype(program.class(*class).ty, ty).unwrap_or(false)
                    && !constructors(program, *class).is_empty()
            };
            let own = program.resolve_class(ty).ok();
            let names = program.class_path_names().into_iter().take_while(|_| budget.check().is_ok());
            let named = names.filter_map(|name| program.class_named(&name).ok());
            let all = own.into_iter().chain(named.filter(|class| Some(*class) != own));
            all.filter(fits).take(CHOICES).collect()
        })
    }
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
    /// Which of the constructors.
    way: usize,
}

/// The number in all fields and cells, and the one for all parameters.
#[derive(Clone, Copy)]
struct Numbers {
    inside: i64,
    passed: i64,
}

impl Choices<'_> {
    fn call(&mut self, types: &[TypeId], wish: Wish) -> Option<Call> {
        let program = self.program;
        let Wish { shape, numbers, apart, choice, .. } = wish;
        let mut call = Call::default();
        let mut heaps: Vec<(TypeId, (usize, usize))> = Vec::new();
        let mut texts = 0;
        for &ty in types {
            let argument = match program.ty(ty) {
                Type::Class(name) if is_text(name) => {
                    texts += 1;
                    let number =
                        if apart && texts > 1 { numbers.passed.wrapping_add(1) } else { numbers.inside };
                    call.made(Made::Text(text(number)))
                }
                Type::Class(_) => {
                    let known = heaps.iter().find(|heap| heap.0 == ty);
                    match known {
                        Some(&(_, (one, other))) => Argument::Object(if apart { other } else { one }),
                        None => {
                            let class = *self.classes(ty).get(choice)?;
                            let ends = self.heap(class, wish, DEPTH, &mut call)?;
                            heaps.push((ty, ends));
                            Argument::Object(ends.0)
                        }
                    }
                }
                Type::Array(element) => array(program, ty, *element, numbers.inside, shape.size(), &mut call),
                _ => number(ty, numbers.passed),
            };
            call.arguments.push(argument);
        }
        Some(call)
    }

    /// Objects of a class: the indices of the one that stands for them and of another one.
    fn heap(&mut self, class: ClassId, wish: Wish, depth: usize, call: &mut Call) -> Option<(usize, usize)> {
        let program = self.program;
        let Wish { shape, numbers: Numbers { inside, .. }, .. } = wish;
        let constructor = constructor(program, class, wish.way)?;
        let mut nodes: Vec<usize> = Vec::new();
        for index in 0..shape.size() {
            let next = shape.next(index).and_then(|next| nodes.get(next).copied());
            let mut arguments = Vec::new();
            for &ty in program.method(constructor).params.iter() {
                arguments.push(self.passed(class, ty, next, wish, depth, call));
            }
            let descriptor = program.method(constructor).descriptor.to_string();
            let class = program.class(class).name.to_string();
            nodes.push(call.objects.len());
            call.objects.push(Made::Object { class, constructor: descriptor, arguments, fields: Vec::new() });
        }
        for (index, &node) in nodes.iter().enumerate() {
            let next = shape.next(index).and_then(|next| nodes.get(next).copied());
            let mut written = fields(program, class, inside, next);
            for (name, ty, element) in number_arrays(program, class) {
                written.push((name, array(program, ty, element, inside, 1, call)));
            }
            if let Made::Object { fields, .. } = &mut call.objects[node] {
                *fields = written;
            }
        }
        let (one, other) = shape.ends();
        Some((*nodes.get(one)?, *nodes.get(other)?))
    }

    /// What a constructor is given for a parameter: the next object if it fits, and may be null.
    fn passed(
        &mut self,
        class: ClassId,
        ty: TypeId,
        next: Option<usize>,
        wish: Wish,
        depth: usize,
        call: &mut Call,
    ) -> Argument {
        let program = self.program;
        let inside = wish.numbers.inside;
        match program.ty(ty) {
            Type::Class(name) if is_text(name) => call.made(Made::Text(text(inside))),
            Type::Class(_) if program.is_subtype(program.class(class).ty, ty).unwrap_or(false) => {
                next.map_or(Argument::Null, Argument::Object)
            }
            Type::Class(_) => {
                let wish = Wish { shape: Shape::Alone, ..wish };
                let class = depth.checked_sub(1).and_then(|_| self.classes(ty).first().copied());
                let made = class.and_then(|class| self.heap(class, wish, depth - 1, call));
                made.map_or(Argument::Null, |(one, _)| Argument::Object(one))
            }
            Type::Array(element) => array(program, ty, *element, inside, 1, call),
            _ => number(ty, inside),
        }
    }
}

/// An array with the same everywhere.
fn array(
    program: &Program,
    ty: TypeId,
    element: TypeId,
    inside: i64,
    length: usize,
    call: &mut Call,
) -> Argument {
    let element = match program.ty(element) {
        Type::Class(name) if is_text(name) => call.made(Made::Text(text(inside))),
        Type::Class(_) | Type::Array(_) => Argument::Null,
        _ => number(element, inside),
    };
    call.made(Made::Array { ty: program.descriptor(ty), elements: vec![element; length] })
}

impl Call {
    /// Adds an object.
    fn made(&mut self, made: Made) -> Argument {
        self.objects.push(made);
        Argument::Object(self.objects.len() - 1)
    }
}

/// Whether strings are of this class or interface.
fn is_text(class: &str) -> bool {
    matches!(class, names::STRING | names::CHAR_SEQUENCE | names::COMPARABLE)
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

/// Which constructor to use. If others can write all fields, the shortest makes the fewest demands; otherwise the longest gets the
/// most into the object.
fn constructor(program: &Program, class: ClassId, way: usize) -> Option<MethodId> {
    let mut all = constructors(program, class);
    let is_closed =
        |field: FieldId| !program.field(field).is_static() && !can_be_written(program, class, field);
    if ancestry(program, class).any(|class| program.class(class).fields().any(is_closed)) {
        all.reverse();
    }
    let last = all.len().checked_sub(1)?;
    all.get(way.min(last)).copied()
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
        .filter(|field| can_be_written(program, class, *field))
        .filter_map(array)
        .collect()
}

/// Every field that others can write and that can point to an object of the class does; numbers are as given.
fn fields(program: &Program, class: ClassId, inside: i64, next: Option<usize>) -> Vec<(String, Argument)> {
    let own = program.class(class).ty;
    let mut out: Vec<(String, Argument)> = Vec::new();
    for ancestor in ancestry(program, class) {
        let written = program.class(ancestor).fields().filter(|field| can_be_written(program, class, *field));
        for field in written.map(|field| program.field(field)) {
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
