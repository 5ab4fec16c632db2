//! Inputs run on the concrete machine: a failure counts only if it happens there too.

use heap::{InputHeap, InputObject, InputValue, ObjectId};
use machine::concrete::{Concrete, Handle, Machine, Outcome as End, Value};
use machine::{Cx, Observer, State};
use program::class::Origin;
use program::code::{Body, Pc};
use program::{FieldId, MethodId, Program, Type};

use crate::boot::Booted;
use crate::ends;
use crate::entry::Entry;
use crate::path::{Input, Outcome, Reason, Replayed};
use crate::places;
use crate::symbolic::{Answer, JavaTypes, constant_fields};

/// Instructions a replay may take.
const MAX_STEPS: u64 = 20_000_000;

/// An input in the memory of a machine, ready to be called with.
pub struct Built {
    pub args: Vec<Value>,
    /// In the order of the input heap.
    pub objects: Vec<Handle>,
}

/// Calls the method with the input, on a machine on which nothing has happened but its boot.
pub fn replay(booted: &mut Booted<'_>, entry: &Entry, input: &Input) -> Replayed {
    let (end, branches, _) = call(booted, entry, input);
    let outcome = outcome(&mut booted.machine, end);
    Replayed { outcome, branches }
}

/// The call itself; the machine is left as the call left it, with the input's objects in reach.
pub fn call(
    booted: &mut Booted<'_>,
    entry: &Entry,
    input: &Input,
) -> (End, Vec<(MethodId, u32, u32)>, Option<Built>) {
    booted.machine.state = booted.concrete.clone();
    booted.prepared.set(&input.asked);
    let machine = &mut booted.machine;
    let built = match build(machine, entry, input) {
        Ok(built) => built,
        Err(end) => {
            booted.prepared.set(&[]);
            return (end, Vec::new(), None);
        }
    };
    let mut watch = Watch::default();
    let end = machine.call(entry.method, &built.args, &mut watch);
    booted.prepared.set(&[]);
    (end, watch.branches, Some(built))
}

fn outcome(machine: &mut Machine<'_>, end: End) -> Outcome {
    match end {
        End::Returned(_) => Outcome::Returned,
        End::Threw(thrown) => Outcome::Threw(ends::concrete(machine, &thrown)),
        End::Paused => Outcome::Incomplete(Reason::Bound("instructions of a replay")),
        End::Exit(status) => Outcome::Exited(status),
        End::Unsupported(reason) => Outcome::Incomplete(Reason::Unsupported(reason)),
    }
}

/// Puts the objects of an input into memory: first all of them, then what they hold.
fn build(machine: &mut Machine<'_>, entry: &Entry, input: &Input) -> Result<Built, End> {
    let class = machine.cx.program.method(entry.method).class;
    machine.initialise(class)?;
    let objects = allocate(machine, &input.heap)?;
    for (object, handle) in input.heap.objects.iter().zip(&objects) {
        for (field, content) in &object.fields {
            check_member(machine.cx.program, object, FieldId(field.0))?;
            let content = value(machine, *content, &objects)?;
            machine.set_field(*handle, FieldId(field.0), content);
        }
        for (index, content) in object.array.iter().flat_map(|(_, elements)| elements) {
            let content = value(machine, *content, &objects)?;
            machine.set_element(*handle, *index, content);
        }
    }
    for unknown in &input.statics {
        machine.initialise(machine.cx.program.field(unknown.field).class)?;
        let content = value(machine, unknown.value, &objects)?;
        machine.set_static(unknown.field, content);
    }
    let mut args = Vec::new();
    if entry.is_constructor {
        args.push(Value::Object(machine.new_object(class)?));
    }
    for arg in &input.args {
        args.push(value(machine, arg.value, &objects)?);
    }
    Ok(Built { args, objects })
}

/// Nothing is written where the object's class has no such field: it would get into another field.
fn check_member(program: &Program, object: &InputObject, field: FieldId) -> Result<(), End> {
    let ty = JavaTypes::ty(object.class);
    let class = program.resolve_class(ty);
    if class.is_ok_and(|class| program.class(class).instance_fields.contains(&field)) {
        return Ok(());
    }
    let (class, field) = (program.type_name(ty), &program.field(field).name);
    Err(End::Unsupported(format!("an input of class `{class}`, which has no field `{field}`")))
}

fn allocate(machine: &mut Machine<'_>, heap: &InputHeap) -> Result<Vec<Handle>, End> {
    let mut objects = Vec::new();
    for object in &heap.objects {
        let ty = JavaTypes::ty(object.class);
        if let Some(place) = &object.before {
            objects.push(places::fetch(machine, object.class, place)?);
            continue;
        }
        objects.push(match (&object.array, machine.cx.program.ty(ty)) {
            (Some((length, _)), Type::Array(_)) => machine.new_array(ty, *length)?,
            _ => {
                let class = machine.cx.program.resolve_class(ty);
                machine
                    .new_object(*class.as_ref().map_err(|error| End::Unsupported(error.message.clone()))?)?
            }
        });
    }
    Ok(objects)
}

fn value(machine: &mut Machine<'_>, value: InputValue, objects: &[Handle]) -> Result<Value, End> {
    Ok(match value {
        InputValue::Int(value) => Value::Int(value),
        InputValue::Long(value) => Value::Long(value),
        InputValue::Float(value) => Value::Float(value),
        InputValue::Double(value) => Value::Double(value),
        InputValue::Null => Value::Null,
        InputValue::Object(ObjectId(id)) => Value::Object(objects[id as usize]),
        InputValue::Constant(class, number) => {
            let ty = JavaTypes::ty(class);
            let class = machine.cx.program.resolve_class(ty);
            machine.initialise(*class.as_ref().map_err(|error| End::Unsupported(error.message.clone()))?)?;
            let fields = constant_fields(machine.cx.program, ty);
            machine.static_field(fields[number as usize])
        }
    })
}

/// What the environment answers in the run of an input; `None` if it is an object other than a string.
pub(crate) fn answer(program: &Program, input: &Input, value: InputValue) -> Option<Answer> {
    Some(match value {
        InputValue::Int(value) => Answer::Number(heap::Value::Int(value)),
        InputValue::Long(value) => Answer::Number(heap::Value::Long(value)),
        InputValue::Float(value) => Answer::Number(heap::Value::float(value)),
        InputValue::Double(value) => Answer::Number(heap::Value::double(value)),
        InputValue::Object(id) => {
            let text = crate::diagram::text(program, &input.heap, input.heap.object(id))?;
            Answer::Text(program::JavaText::from(text.as_str()))
        }
        InputValue::Null | InputValue::Constant(..) => return None,
    })
}

/// Counts instructions and notes the branches taken in the user's code.
#[derive(Default)]
pub struct Watch {
    steps: u64,
    branch: Option<(MethodId, Pc)>,
    /// Method, instruction, target.
    pub branches: Vec<(MethodId, u32, u32)>,
}

impl Observer<Concrete> for Watch {
    fn before(&mut self, cx: &mut Cx<'_, Concrete>, state: &State<Concrete>, body: &Body, pc: Pc) -> bool {
        self.steps += 1;
        let method = state.frame().method;
        if let Some((from, at)) = self.branch.take()
            && from == method
        {
            let taken = (method, at.0, pc.0);
            if !self.branches.contains(&taken) {
                self.branches.push(taken);
            }
        }
        let inst = body.inst(pc);
        let forks = inst.effect().flow.forks();
        if forks && cx.program.class(cx.program.method(method).class).origin == Origin::ClassPath {
            self.branch = Some((method, pc));
        }
        self.steps < MAX_STEPS
    }
}
