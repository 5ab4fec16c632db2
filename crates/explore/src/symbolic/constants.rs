//! The constants of enums: an input of an enum type is one of them, or null.

use heap::{Class, Loc, Value};
use machine::{Cx, Domain, Init, State, Stop};
use program::{FieldId, Flags, Program, TypeId};

use super::{JavaTypes, Symbolic};

/// Tells the heap which objects an enum has, once the enum is initialised.
pub(super) fn give<'p>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    class: Class,
) -> Result<(), Stop<Symbolic<'p>>> {
    let ty = JavaTypes::ty(class);
    let id = cx.class_of_type(ty)?;
    if state.init_status(id) == Init::No {
        return Err(Stop::Initialise(id));
    }
    let mut constants: Vec<Loc> = Vec::new();
    for field in constant_fields(cx.program, ty) {
        let slot = cx.slot(field);
        match Symbolic::load_static(cx, state, slot)? {
            Value::Ref(reference) => constants.extend(reference.as_loc().filter(|loc| *loc != Loc::NULL)),
            Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Term(_) => {}
        }
    }
    state.heap.heap.set_constants(class, &constants);
    Ok(())
}

/// The static fields that hold an enum's constants, in order.
pub fn constant_fields(program: &Program, ty: TypeId) -> Vec<FieldId> {
    let Ok(class) = program.resolve_class(ty) else { return Vec::new() };
    let is_constant = |field: &FieldId| program.field(*field).flags.is(Flags::ENUM);
    program.class(class).fields().filter(is_constant).collect()
}
