//! Makes arguments on the machine: objects by their constructors, and then with what anybody may write into them.
//!
//! A run on an object that no program can make would show nothing. So every object comes out of a constructor that was
//! run, and afterwards only fields are written that others can write: neither final ones, nor private ones without a
//! method that just writes them. Classes that only their surroundings can make (private, local, without a
//! constructor for others) are refused.

use library::names;
use machine::{Cx, Domain, End, FieldSlot, Observer, State, Stop};
use program::class::Origin;
use program::code::{Body, Inst, Kind, Pc};
use program::{ClassId, FieldId, Flags, JavaText, MethodId, Program, TypeId};
use rustc_hash::FxHashSet;

use super::domain::{Traced, Value};
use super::heap::Address;
use super::objects::{Argument, Call, Made};
use super::shapes::fitting;

type Step<T> = Result<T, Stop<Traced>>;

/// Instructions that a constructor and the initialiser of its class may take together.
const PATIENCE: u64 = 20_000;

/// Makes the objects one after the other, then fills them, and the arguments of these types.
pub fn build(
    call: &Call,
    cx: &mut Cx<'_, Traced>,
    state: &mut State<Traced>,
    types: &[TypeId],
) -> Step<Vec<Value>> {
    if call.arguments.len() != types.len() {
        return Err(Stop::unsupported("another number of arguments"));
    }
    let mut objects = Vec::new();
    for made in &call.objects {
        objects.push(make(cx, state, made, &objects)?);
    }
    for (made, object) in call.objects.iter().zip(&objects) {
        fill(cx, state, made, object, &objects)?;
    }
    let arguments = call.arguments.iter().zip(types);
    arguments.map(|(argument, ty)| typed(cx, state, *argument, *ty, &objects)).collect()
}

fn make(cx: &mut Cx<'_, Traced>, state: &mut State<Traced>, made: &Made, objects: &[Value]) -> Step<Value> {
    match made {
        Made::Object { class, constructor, arguments, .. } => {
            let class = cx.class(class)?;
            let is_meant = |method: &MethodId| *cx.program.method(*method).descriptor == **constructor;
            let constructor = constructors(cx.program, class).into_iter().find(is_meant);
            let refusal = || Stop::unsupported("an argument of a class that nobody else can make");
            construct(cx, state, class, constructor.ok_or_else(refusal)?, arguments, objects)
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

fn construct(
    cx: &mut Cx<'_, Traced>,
    state: &mut State<Traced>,
    class: ClassId,
    constructor: MethodId,
    arguments: &[Argument],
    objects: &[Value],
) -> Step<Value> {
    let params = &cx.program.method(constructor).params;
    if params.len() != arguments.len() {
        return Err(Stop::unsupported("another number of arguments for a constructor"));
    }
    let mut patience = Patience { left: PATIENCE };
    machine::initialise(cx, state, class)?;
    patience.finish(cx, state)?;
    let object = Traced::new_object(cx, state, class)?;
    let mut values = vec![object.clone()];
    for (argument, &ty) in arguments.iter().zip(params.iter()) {
        values.push(typed(cx, state, *argument, ty, objects)?);
    }
    machine::call(cx, state, constructor, &values)?;
    patience.finish(cx, state)?;
    Ok(object)
}

/// Runs until there is nothing left to do, for a while.
struct Patience {
    left: u64,
}

impl Patience {
    fn finish(&mut self, cx: &mut Cx<'_, Traced>, state: &mut State<Traced>) -> Step<()> {
        match machine::run(cx, state, self)? {
            End::Returned(_) if state.is_alone() => Ok(()),
            End::Returned(_) | End::Threw(_) | End::Paused => {
                Err(Stop::unsupported("a constructor that does not just return"))
            }
        }
    }
}

impl Observer<Traced> for Patience {
    fn before(&mut self, _cx: &mut Cx<'_, Traced>, _state: &State<Traced>, _body: &Body, _pc: Pc) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0
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
        Made::Object { class, fields, .. } => {
            let class = cx.class(class)?;
            for (name, content) in fields {
                let is_meant = |slot: &&FieldSlot| {
                    *cx.program.field(slot.id).name == **name && can_be_written(cx.program, class, slot.id)
                };
                let slot = shape.fields.iter().find(is_meant).copied();
                let slot =
                    slot.ok_or_else(|| Stop::unsupported("an argument with a field nobody can write"))?;
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
fn typed(
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

/// Whether no object that the values lead to is shared or on a cycle.
pub fn is_tree(state: &State<Traced>, values: &[Value]) -> bool {
    let mut seen: FxHashSet<Address> = FxHashSet::default();
    let mut open: Vec<Value> = values.to_vec();
    while let Some(value) = open.pop() {
        if let Value::Reference(address @ 1..) = value {
            if !seen.insert(address) {
                return false;
            }
            open.extend(state.heap.object(address).cells.iter().map(|cell| cell.value.clone()));
        }
    }
    true
}

/// The constructors with which anybody can make objects of the class, those with the fewest parameters first.
pub fn constructors(program: &Program, class: ClassId) -> Vec<MethodId> {
    if !is_open(program, class) {
        return Vec::new();
    }
    let is_constructor = |method: &MethodId| {
        let info = program.method(*method);
        &*info.name == "<init>" && !info.flags.is(Flags::PRIVATE)
    };
    let mut out: Vec<MethodId> = program.class(class).methods().filter(is_constructor).collect();
    out.sort_by_key(|method| program.method(*method).params.len());
    out
}

/// Whether others than its surroundings may make objects of a class. Only the library knows what it demands of its own.
fn is_open(program: &Program, class: ClassId) -> bool {
    let info = program.class(class);
    !info.flags.is(Flags::ABSTRACT)
        && !info.is_interface()
        && (info.origin != Origin::Jdk || &*info.name == names::OBJECT)
        && is_visible(program, class)
}

/// Whether a class has a name for others than its surroundings.
fn is_visible(program: &Program, class: ClassId) -> bool {
    let attributes = program.class_attributes(class);
    let name = &program.class(class).name;
    let itself = attributes.inner_classes.iter().find(|inner| inner.inner == *name);
    attributes.enclosing_method.is_none() && itself.is_none_or(|inner| !inner.flags.is(Flags::PRIVATE))
}

/// Whether anybody who has an object of the class can write any value into the field. Methods that write private fields are
/// those of the field's class: subclasses may have others.
pub fn can_be_written(program: &Program, class: ClassId, field: FieldId) -> bool {
    let info = program.field(field);
    let is_own = program.class(info.class).origin != Origin::Jdk;
    let is_settable = || info.class == class && has_setter(program, field);
    is_own
        && !info.is_static()
        && !info.flags.is(Flags::FINAL)
        && (!info.flags.is(Flags::PRIVATE) || is_settable())
}

/// Whether a method that others may call begins with writing a parameter into the field of another, or of its receiver.
fn has_setter(program: &Program, field: FieldId) -> bool {
    let host = program.nest_host(program.field(field).class);
    let members = program.class_attributes(host).nest_members.iter();
    let members = members.filter_map(|name| program.class_named(name).ok());
    members.chain([host]).any(|class| {
        let mut methods = program.class(class).methods();
        methods.any(|method| sets(program, method, field))
    })
}

fn sets(program: &Program, method: MethodId, field: FieldId) -> bool {
    let info = program.method(method);
    let is_hidden = info.flags.is(Flags::PRIVATE) || info.flags.is(Flags::SYNTHETIC);
    if is_hidden || &*info.name == "<init>" || !is_visible(program, info.class) {
        return false;
    }
    let Ok(body) = program.body(method) else { return false };
    let receiver = usize::from(!info.is_static());
    let count = info.params.len() + receiver;
    let holds_any = |parameter: Option<usize>| {
        let ty = parameter.and_then(|parameter| info.params.get(parameter.checked_sub(receiver)?));
        ty == Some(&program.field(field).ty)
    };
    let mut holds: Vec<Option<usize>> =
        (0..body.kinds.len()).map(|reg| (reg < count).then_some(reg)).collect();
    for inst in &body.insts {
        if let Inst::Move { dst, src } = *inst {
            holds[dst.index()] = holds[src.index()];
        } else if let Inst::PutField { object, field: written, src } = *inst {
            let is_other = holds[object.index()] != holds[src.index()];
            let is_meant = program.resolve_field(written).ok() == Some(field);
            return is_meant && is_other && holds[object.index()].is_some() && holds_any(holds[src.index()]);
        } else {
            return false;
        }
    }
    false
}
