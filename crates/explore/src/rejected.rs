//! Objects their own class refuses to make: a fraction whose denominator is zero, when every constructor or factory that takes a
//! denominator throws. A failure on such an object matters less. Like all of [`likely`](crate::likely) this grades
//! findings and never decides a verdict.
//!
//! It is tried out: whoever makes objects of the class out of the very values the input has is run on the concrete machine. Only
//! if there is somebody, and nobody accepts them, the object is rejected. In doubt it is not.

use heap::{InputObject, InputValue};
use program::class::Origin;
use program::code::{Inst, Reg};
use program::{ClassId, FieldId, Flags, MethodId, Program, Type};

use crate::boot::Booted;
use crate::entry::Entry;
use crate::path::{Arg, Input, Outcome};
use crate::replay;
use crate::symbolic::JavaTypes;

/// Whether some object of the input is one its class refuses to make.
pub fn has_rejected(program: &Program, booted: &mut Booted<'_>, input: &Input) -> bool {
    input.heap.objects.iter().any(|object| is_rejected(program, booted, input, object))
}

fn is_rejected(program: &Program, booted: &mut Booted<'_>, input: &Input, object: &InputObject) -> bool {
    let ty = JavaTypes::ty(object.class);
    if !matches!(program.ty(ty), Type::Class(_)) {
        return false;
    }
    let Ok(class) = program.resolve_class(ty) else { return false };
    if program.class(class).origin != Origin::ClassPath {
        return false;
    }
    let Some(makers) = makers(program, class, object) else { return false };
    !makers.is_empty() && makers.into_iter().all(|maker| throws(program, booted, input, maker))
}

/// A constructor or factory and what it is to be called with.
struct Maker {
    method: MethodId,
    values: Vec<InputValue>,
}

/// Everybody who could make the object; nothing if that is not known.
fn makers(program: &Program, class: ClassId, object: &InputObject) -> Option<Vec<Maker>> {
    let fields: Vec<FieldId> = object.fields.iter().map(|(field, _)| FieldId(field.0)).collect();
    if fields.is_empty() || fields.iter().any(|field| !is_kept(program, class, *field)) {
        return None;
    }
    let is_constructor = |method: &MethodId| program.method(*method).is_constructor();
    let mut out = Vec::new();
    for constructor in program.class(class).methods().filter(is_constructor) {
        let values = arguments(program, constructor, object)?;
        let maker = |method: MethodId| Maker { method, values: values.clone() };
        if !program.method(constructor).flags.is(Flags::PRIVATE) {
            out.push(maker(constructor));
            continue;
        }
        let factories = program.class(class).methods().filter(|method| {
            let (method, made) = (program.method(*method), program.method(constructor));
            let is_open = method.is_static() && !method.flags.is(Flags::PRIVATE);
            is_open && method.params == made.params && method.result == program.class(class).ty
        });
        let before = out.len();
        out.extend(factories.map(maker));
        if out.len() == before {
            return None;
        }
    }
    Some(out)
}

/// Whether a field is the class's own business and only its constructors write it.
fn is_kept(program: &Program, class: ClassId, field: FieldId) -> bool {
    let declared = program.field(field);
    declared.class == class && declared.flags.is(Flags::PRIVATE) && declared.flags.is(Flags::FINAL)
}

/// What a constructor would have to be called with: each parameter goes into a field of the object as it is.
fn arguments(program: &Program, constructor: MethodId, object: &InputObject) -> Option<Vec<InputValue>> {
    let body = program.body(constructor).ok()?;
    let argument = |number: usize| {
        let stored = body.insts.iter().find_map(|inst| {
            let &Inst::PutField { object: Reg(0), field, src } = inst else { return None };
            (usize::from(src.0) == number + 1).then(|| program.resolve_field(field).ok()).flatten()
        })?;
        object.fields.iter().find(|(field, _)| field.0 == stored.0).map(|(_, value)| *value)
    };
    (0..program.method(constructor).params.len()).map(argument).collect()
}

fn throws(program: &Program, booted: &mut Booted<'_>, input: &Input, maker: Maker) -> bool {
    let entry = Entry::new(program, maker.method);
    let given = entry.params.iter().zip(maker.values);
    let args = given.map(|(param, value)| Arg { name: param.name.clone(), ty: param.ty, value }).collect();
    let (heap, nondet, asked) = (input.heap.clone(), Vec::new(), Vec::new());
    let input = Input { args, statics: Vec::new(), heap, nondet, asked };
    matches!(replay::replay(booted, &entry, &input).outcome, Outcome::Threw(_))
}
