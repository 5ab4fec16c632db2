//! What may be handed to a call: values of the failing input, values like them, and small and ordinary ones.

use explore::diagram;
use explore::symbolic::{JavaTypes, constant_fields};
use heap::{InputValue, ObjectId};
use library::names;
use program::{Type, TypeId};

use super::demand;
use super::makers::Maker;
use super::search::Search;
use super::thing::{Made, Thing};
use crate::access::class_of;
use crate::build::boxed_type;
use crate::literal::MAX_TEXT;
use crate::recipe::{Expr, Number};

/// Things kept for one parameter.
const MAX_OPTIONS: usize = 8;
/// Argument lists tried for one maker.
const MAX_LISTS: usize = 16;
/// Longest array that is written out.
const MAX_ELEMENTS: i32 = 24;
/// Things that are led nearer to what is wanted, and how often.
const LED: usize = 3;
const ROUNDS: usize = 3;

impl Search<'_, '_, '_> {
    /// Things for a parameter of the failing call, that of the input first.
    pub fn wanted(&mut self, name: &str, ty: TypeId, value: InputValue, depth: u32) -> Vec<Thing> {
        if value == InputValue::Null {
            return vec![Made::plain(Expr::Null)];
        }
        let mut out = self.as_wanted(ty, value, depth);
        // What a text says decides more than what an object is.
        for thing in self.offered(name, ty, &[], depth - 1) {
            add(&mut out, thing);
        }
        if name == "this" {
            out.retain(|thing| !matches!(**thing, Made::Plain(Expr::Null)));
        }
        out
    }

    /// Things for a parameter of any other call: what the field of its name is to hold, what others of its type hold, ordinary ones.
    pub fn offered(
        &mut self,
        name: &str,
        ty: TypeId,
        namesakes: &[(String, InputValue)],
        depth: u32,
    ) -> Vec<Thing> {
        let mut out = Vec::new();
        let (same, others): (Vec<_>, Vec<_>) =
            namesakes.iter().partition(|(field, _)| field.eq_ignore_ascii_case(name));
        for (_, value) in same.into_iter().chain(others) {
            if out.len() < MAX_OPTIONS / 2 {
                for thing in self.as_wanted(ty, *value, depth) {
                    add(&mut out, thing);
                }
            }
        }
        for thing in self.ordinary(ty, depth) {
            add(&mut out, thing);
        }
        out.truncate(MAX_OPTIONS);
        out
    }

    /// Things that are, or come near to, a value of the input; none if it is of another type.
    fn as_wanted(&mut self, ty: TypeId, value: InputValue, depth: u32) -> Vec<Thing> {
        let program = self.program();
        if let Some(number) = Number::of_input(value) {
            return fits(program.ty(ty), number)
                .then(|| Made::plain(Expr::Number(number)))
                .into_iter()
                .collect();
        }
        if ty.is_primitive() {
            return Vec::new();
        }
        match value {
            InputValue::Null if self.may_give_null => vec![Made::plain(Expr::Null)],
            InputValue::Constant(class, number) => {
                let of = JavaTypes::ty(class);
                let fields = constant_fields(program, of);
                let is_one = program.is_subtype(of, ty).unwrap_or(false);
                let field = fields.get(number as usize).filter(|field| is_one && self.access.field(**field));
                field.map(|field| Made::plain(Expr::Constant(*field))).into_iter().collect()
            }
            InputValue::Object(id) => self.like(ty, id, depth),
            _ => Vec::new(),
        }
    }

    /// Things like an object of the input.
    fn like(&mut self, ty: TypeId, id: ObjectId, depth: u32) -> Vec<Thing> {
        let program = self.program();
        let input = self.input;
        let object = input.heap.object(id);
        let own = JavaTypes::ty(object.class);
        if !program.is_subtype(own, ty).unwrap_or(false) {
            return Vec::new();
        }
        if let Some(text) = diagram::java_text(program, &input.heap, object) {
            let is_short = text.len() <= MAX_TEXT;
            return is_short.then(|| Made::plain(Expr::Text(text))).into_iter().collect();
        }
        let name = program.type_name(own).replace('.', "/");
        if let Some(boxed) = boxed_type(program, &name) {
            let content = object.fields.first().and_then(|(_, value)| Number::of_input(*value));
            let number = content.filter(|number| fits(program.ty(boxed), *number));
            return number.map(|number| Made::plain(Expr::Boxed(boxed, number))).into_iter().collect();
        }
        if depth == 0 {
            return Vec::new();
        }
        if let Some((length, elements)) = &object.array {
            return self.array(own, *length, elements, depth).into_iter().collect();
        }
        if name == names::ARRAY_LIST {
            return self.list(id, depth).into_iter().collect();
        }
        self.objects(own, Some(id), depth)
    }

    fn array(
        &mut self,
        ty: TypeId,
        length: i32,
        known: &std::collections::BTreeMap<i32, InputValue>,
        depth: u32,
    ) -> Option<Thing> {
        let element = self.program().element_of(ty)?;
        if !(0..=MAX_ELEMENTS).contains(&length) {
            return None;
        }
        let mut elements = Vec::new();
        for index in 0..length {
            let value = known.get(&index).and_then(|value| self.element(element, *value, depth - 1));
            let ordinary = |search: &mut Self| search.ordinary(element, depth - 1).into_iter().next();
            let null = || Made::plain(Expr::Null);
            elements.push(value.or_else(|| ordinary(self)).unwrap_or_else(null));
        }
        Some(Made::Array { ty, elements }.into())
    }

    /// An element as the input has it, null too.
    fn element(&mut self, ty: TypeId, value: InputValue, depth: u32) -> Option<Thing> {
        match value {
            InputValue::Null => Some(Made::plain(Expr::Null)),
            _ => self.as_wanted(ty, value, depth).into_iter().next(),
        }
    }

    /// Lists of the JDK are filled by adding to them.
    fn list(&mut self, id: ObjectId, depth: u32) -> Option<Thing> {
        let program = self.program();
        let object = self.input.heap.object(id);
        let named = demand::namesakes(program, self.input, id);
        let field = |name: &str| named.iter().find(|(field, _)| field == name).map(|(_, value)| *value);
        let class = class_of(program, JavaTypes::ty(object.class))?;
        let size = match field("size") {
            Some(InputValue::Int(size)) => size,
            _ => 0,
        };
        let known = match field("elementData") {
            Some(InputValue::Object(array)) => self.input.heap.object(array).array.clone(),
            _ => None,
        };
        let known = known.map(|(_, elements)| elements).unwrap_or_default();
        if size > MAX_ELEMENTS {
            return None;
        }
        let method = program.declared_method(class, "<init>", "()V")?;
        let mut out: Thing = Made::Call { method, args: Vec::new() }.into();
        let method = program.declared_method(class, "add", &format!("(L{};)Z", names::OBJECT))?;
        let any = program.class_type(names::OBJECT);
        for index in 0..size {
            let value = known.get(&index).copied().unwrap_or(InputValue::Null);
            let element = self.element(any, value, depth - 1)?;
            out = Made::After { object: out, method, args: vec![element] }.into();
        }
        Some(out)
    }

    /// Small and ordinary values of a type, with those of the input among them.
    fn ordinary(&mut self, ty: TypeId, depth: u32) -> Vec<Thing> {
        let program = self.program();
        let plain = |number: Number| Made::plain(Expr::Number(number));
        let small = [0, 1, -1, 2];
        match program.ty(ty) {
            Type::Void => Vec::new(),
            Type::Boolean => [0, 1].map(|bit| plain(Number::Int(bit))).into(),
            Type::Char => {
                let own = self
                    .values
                    .ints
                    .iter()
                    .copied()
                    .filter(|value| fits(program.ty(ty), Number::Int(*value)));
                own.chain([i32::from(b'a'), 0]).map(|value| plain(Number::Int(value))).take(6).collect()
            }
            Type::Byte | Type::Short | Type::Int => {
                let own = self
                    .values
                    .ints
                    .iter()
                    .copied()
                    .filter(|value| fits(program.ty(ty), Number::Int(*value)));
                own.chain(small).map(|value| plain(Number::Int(value))).take(7).collect()
            }
            Type::Long => {
                let own = self.values.longs.iter().copied();
                own.chain(small.map(i64::from)).map(|value| plain(Number::Long(value))).take(7).collect()
            }
            Type::Float => {
                let own = self.values.floats.iter().copied();
                own.chain([0.0, 1.0, -1.0].map(f32::to_bits)).map(|bits| plain(Number::Float(bits))).collect()
            }
            Type::Double => {
                let own = self.values.doubles.iter().copied();
                own.chain([0.0, 1.0, -1.0].map(f64::to_bits))
                    .map(|bits| plain(Number::Double(bits)))
                    .collect()
            }
            Type::Array(element) => {
                let element = *element;
                let empty: Thing = Made::Array { ty, elements: Vec::new() }.into();
                let one = if depth == 0 { Vec::new() } else { self.ordinary(element, depth - 1) };
                let one = one.into_iter().take(1).map(|one| Made::Array { ty, elements: vec![one] }.into());
                one.chain([empty]).collect()
            }
            Type::Class(_) => self.ordinary_objects(ty, depth),
        }
    }

    fn ordinary_objects(&mut self, ty: TypeId, depth: u32) -> Vec<Thing> {
        let program = self.program();
        let text = program.class_type(names::STRING);
        if program.is_subtype(text, ty).unwrap_or(false) {
            let own = self.values.texts.iter().filter(|text| text.len() <= MAX_TEXT).cloned();
            let all = own.chain(["".into(), "a".into()]);
            return all.map(|text| Made::plain(Expr::Text(text))).take(6).collect();
        }
        let name = program.type_name(ty).replace('.', "/");
        if let Some(boxed) = boxed_type(program, &name) {
            let inside = self.ordinary(boxed, 0);
            let boxed = inside.iter().filter_map(|thing| match **thing {
                Made::Plain(Expr::Number(number)) => Some(Made::plain(Expr::Boxed(boxed, number))),
                _ => None,
            });
            return boxed.take(3).collect();
        }
        if depth == 0 { Vec::new() } else { self.objects(ty, None, depth) }
    }

    /// Objects of a type by those who make them, those that come nearest to an object of the input first.
    fn objects(&mut self, ty: TypeId, wanted: Option<ObjectId>, depth: u32) -> Vec<Thing> {
        let key = (ty, wanted.map(|id| id.0), depth);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        // Whoever needs such an object to make one gets none.
        self.known.insert(key, Vec::new());
        let made = self.made(ty, wanted, depth);
        self.known.insert(key, made.clone());
        made
    }

    fn made(&mut self, ty: TypeId, wanted: Option<ObjectId>, depth: u32) -> Vec<Thing> {
        let namesakes =
            wanted.map(|id| demand::namesakes(self.program(), self.input, id)).unwrap_or_default();
        let wanted = wanted.map(InputValue::Object);
        let mut out: Vec<(u32, usize, Thing)> = Vec::new();
        for maker in self.makers.of(self.access, ty).iter() {
            let things = match *maker {
                Maker::Constant(field) => vec![Made::plain(Expr::Constant(field))],
                Maker::Call(method) => self.calls(method, &namesakes, depth),
            };
            for thing in things {
                if let Some(look) = self.look(&thing, wanted) {
                    out.push((look.likeness, thing.size(), thing));
                }
            }
        }
        sort(&mut out);
        for _ in 0..ROUNDS {
            if namesakes.is_empty() || !self.nearer(&mut out, wanted, &namesakes, depth) {
                break;
            }
        }
        out.truncate(MAX_OPTIONS);
        out.into_iter().map(|(_, _, thing)| thing).collect()
    }

    /// What a maker makes, of some arguments.
    fn calls(
        &mut self,
        method: program::MethodId,
        namesakes: &[(String, InputValue)],
        depth: u32,
    ) -> Vec<Thing> {
        let info = self.program().method(method);
        let is_on_object = !info.is_static() && !info.is_constructor();
        let owner = self.program().class(info.class).ty;
        let receivers = match (is_on_object, depth) {
            (true, 0 | 1) => return Vec::new(),
            (true, _) => self.prepared(owner, namesakes, depth - 1).into_iter().map(Some).collect(),
            (false, _) => vec![None],
        };
        let lists = self.arguments(method, namesakes, depth - 1, MAX_LISTS);
        let is_inner = info.is_constructor() && self.access.is_inner(info.class);
        let mut out: Vec<Thing> = Vec::new();
        for receiver in receivers {
            for args in &lists {
                if is_inner && matches!(args.first().map(|arg| &**arg), Some(Made::Plain(Expr::Null))) {
                    continue;
                }
                let args = receiver.iter().chain(args).cloned().collect();
                out.push(Made::Call { method, args }.into());
            }
        }
        out
    }

    /// Objects that make others, as they are and after one call that hands them something of what is wanted.
    fn prepared(&mut self, ty: TypeId, namesakes: &[(String, InputValue)], depth: u32) -> Vec<Thing> {
        let mut out: Vec<Thing> = self.objects(ty, None, depth).into_iter().take(2).collect();
        let Some(first) = out.first().cloned().filter(|_| !namesakes.is_empty()) else { return out };
        let class = self.look(&first, None).and_then(|look| class_of(self.program(), look.ty?));
        for method in class.map(|class| self.makers.methods(self.access, class)).unwrap_or_default() {
            if out.len() < MAX_LISTS && !self.program().method(method).params.is_empty() {
                for args in self.arguments(method, namesakes, depth, 2) {
                    out.push(Made::After { object: first.clone(), method, args }.into());
                }
            }
        }
        out
    }

    /// Leads the best things nearer to what is wanted by calls of their methods; whether that helped.
    fn nearer(
        &mut self,
        things: &mut Vec<(u32, usize, Thing)>,
        wanted: Option<InputValue>,
        namesakes: &[(String, InputValue)],
        depth: u32,
    ) -> bool {
        let mut better = Vec::new();
        for (likeness, _, thing) in things.iter().take(LED).cloned().collect::<Vec<_>>() {
            let Some(class) = self.look(&thing, None).and_then(|look| class_of(self.program(), look.ty?))
            else {
                continue;
            };
            for method in self.makers.methods(self.access, class) {
                for args in self.arguments(method, namesakes, depth - 1, 4) {
                    let next: Thing = Made::After { object: thing.clone(), method, args }.into();
                    if let Some(look) = self.look(&next, wanted)
                        && look.likeness > likeness
                    {
                        better.push((look.likeness, next.size(), next));
                    }
                }
            }
        }
        let helped = !better.is_empty();
        things.extend(better);
        sort(things);
        helped
    }
}

fn sort(things: &mut [(u32, usize, Thing)]) {
    things.sort_by_key(|(likeness, size, _)| (std::cmp::Reverse(*likeness), *size));
}

fn add(things: &mut Vec<Thing>, thing: Thing) {
    let is_same = |known: &Thing| match (&**known, &*thing) {
        (Made::Plain(known), Made::Plain(one)) => known == one,
        _ => std::rc::Rc::ptr_eq(known, &thing),
    };
    if !things.iter().any(is_same) {
        things.push(thing);
    }
}

/// Whether a number is one of a type.
fn fits(ty: &Type, number: Number) -> bool {
    match (ty, number) {
        (Type::Boolean, Number::Int(value)) => (0..=1).contains(&value),
        (Type::Byte, Number::Int(value)) => i8::try_from(value).is_ok(),
        (Type::Short, Number::Int(value)) => i16::try_from(value).is_ok(),
        (Type::Char, Number::Int(value)) => u16::try_from(value).is_ok(),
        (Type::Int, Number::Int(_))
        | (Type::Long, Number::Long(_))
        | (Type::Float, Number::Float(_))
        | (Type::Double, Number::Double(_)) => true,
        _ => false,
    }
}
