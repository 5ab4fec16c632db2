//! Which inputs no caller should be expected to give. A guess for grading findings, never for verdicts.

use heap::{InputObject, InputValue};
use program::class::Origin;
use program::code::{Inst, Reg};
use program::{ClassId, FieldId, FieldRef, MethodId, MethodRef, Program, Type};

use crate::path::Input;
use crate::symbolic::JavaTypes;

/// Whether an object of the program's own lacks what every constructor gives it.
pub fn is_half_constructed(program: &Program, input: &Input) -> bool {
    let lacks = |object: &InputObject| {
        let nulls = object.fields.iter().filter(|(_, value)| *value == InputValue::Null);
        nulls.map(|(field, _)| FieldId(field.0)).any(|field| is_set_by_constructors(program, field))
    };
    input.heap.objects.iter().any(lacks)
}

/// Whether an object of a library class was put together field by field, which only the library may do.
pub fn is_made_up(program: &Program, input: &Input) -> bool {
    let made_up = |object: &InputObject| match program.ty(JavaTypes::ty(object.class)) {
        Type::Class(name) => {
            let is_plain = library::class(name).is_some_and(|class| class.is_plain || class.is_whole);
            let class = program.class_named(name).map(|class| program.class(class).origin);
            !object.fields.is_empty() && !is_plain && class.is_ok_and(|origin| origin == Origin::Jdk)
        }
        _ => false,
    };
    input.heap.objects.iter().any(made_up)
}

/// Whether every constructor of its class writes the field, or leaves that to another one.
fn is_set_by_constructors(program: &Program, field: FieldId) -> bool {
    let class = program.field(field).class;
    let mut constructors =
        program.class(class).methods().filter(|&method| &*program.method(method).name == "<init>").peekable();
    constructors.peek().is_some() && constructors.all(|method| sets(program, class, method, field))
}

fn sets(program: &Program, class: ClassId, constructor: MethodId, field: FieldId) -> bool {
    let Ok(body) = program.body(constructor) else { return false };
    let is_it = |written: FieldRef| program.resolve_field(written).is_ok_and(|written| written == field);
    let is_constructor = |callee: MethodRef| {
        let callee = program.resolve_method(callee).map(|callee| program.method(callee));
        callee.is_ok_and(|callee| callee.class == class && &*callee.name == "<init>")
    };
    body.insts.iter().any(|inst| {
        matches!(*inst, Inst::PutField { object: Reg(0), field, .. } if is_it(field))
            || matches!(*inst, Inst::Call { method, .. } if is_constructor(method))
    })
}
