//! Static fields that nobody ever sees null.
//!
//! A static final field is null until its class' initialiser comes to it, and code that runs before that sees so: in a cycle of
//! initialisers, a constructor that an initialiser calls. Where nothing but harmless instructions come before the one
//! write of an object, nobody can look.

use std::cell::RefCell;

use program::class::Origin;
use program::code::{Body, Inst, Pc, Touches};
use program::{ClassId, FieldId, Flags, MethodId, Program};
use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct Statics {
    known: RefCell<FxHashMap<FieldId, bool>>,
}

/// Constructors that are looked into within each other.
const MOST_CALLS: u32 = 3;

impl Statics {
    pub fn is_never_null(&self, program: &Program, field: FieldId) -> bool {
        if let Some(known) = self.known.borrow().get(&field) {
            return *known;
        }
        let found = is_set_at_once(program, field).unwrap_or(false);
        self.known.borrow_mut().insert(field, found);
        found
    }
}

fn is_set_at_once(program: &Program, field: FieldId) -> Option<bool> {
    let info = program.field(field);
    let class = program.class(info.class);
    if !info.flags.is(Flags::FINAL) || class.origin != Origin::ClassPath || class.is_interface() {
        return None;
    }
    let above = program.class(class.superclass?);
    if above.origin == Origin::ClassPath || is_begun_by_interface(program, info.class) {
        return None;
    }
    let body = program.body(class.initializer?).ok()?;
    for pc in body.pcs() {
        let inst = body.inst(pc);
        if let Inst::PutStatic { field: written, src } = *inst
            && program.resolve_field(written).ok()? == field
        {
            let bodies = class.methods().filter_map(|method| program.body(method).ok());
            let writes = |body: &Body| body.pcs().filter(|pc| writes(program, body, *pc, field)).count();
            let is_only = bodies.map(writes).sum::<usize>() == 1;
            return Some(is_only && is_object(body, pc, src));
        }
        if !is_harmless(program, info.class, inst, MOST_CALLS) {
            return None;
        }
    }
    None
}

/// Whether initialising the class runs code of an interface first, which may look at the class.
fn is_begun_by_interface(program: &Program, class: ClassId) -> bool {
    program.class(class).interfaces.iter().any(|interface| {
        let above = program.class(*interface);
        above.initializer.is_some() && above.origin == Origin::ClassPath
            || is_begun_by_interface(program, *interface)
    })
}

fn writes(program: &Program, body: &Body, pc: Pc, field: FieldId) -> bool {
    matches!(*body.inst(pc), Inst::PutStatic { field: written, .. }
        if program.resolve_field(written).is_ok_and(|written| written == field))
}

/// Whether a register holds what was made just before, in code without jumps.
fn is_object(body: &Body, pc: Pc, mut src: program::code::Reg) -> bool {
    for earlier in (0..pc.0).rev().map(Pc) {
        let inst = body.inst(earlier);
        if inst.def() != Some(src) {
            continue;
        }
        let makes = matches!(inst.effect().touches, Touches::Object(_) | Touches::Array(_))
            || matches!(inst, Inst::ConstString { .. } | Inst::ConstClass { .. });
        let Inst::Move { src: from, .. } = *inst else { return makes };
        src = from;
    }
    false
}

/// Whether an instruction runs no code of the program that could look at static fields of this class, and does not jump.
fn is_harmless(program: &Program, class: ClassId, inst: &Inst, depth: u32) -> bool {
    if inst.target().is_some() || inst.ends_flow() {
        return false;
    }
    match inst.effect().touches {
        Touches::Nothing
        | Touches::ReadField(_)
        | Touches::WriteField(_)
        | Touches::ReadElement
        | Touches::WriteElement
        | Touches::Length
        | Touches::Array(_)
        | Touches::Type(_) => true,
        Touches::ReadStatic(field) | Touches::WriteStatic(field) => {
            program.resolve_field(field).is_ok_and(|field| program.field(field).class == class)
        }
        Touches::Object(ty) => {
            let made = program.resolve_class(ty).ok();
            made.is_some_and(|made| made == class || program.class(made).origin == Origin::Jdk)
        }
        Touches::Call(_, method) => {
            program.resolve_method(method).is_ok_and(|method| is_plain(program, class, method, depth))
        }
        Touches::Monitor | Touches::Anything => false,
    }
}

/// A constructor that runs no code of the program but what sets fields. One of the JDK's that is given nothing of the program
/// cannot, unless it makes an object of the program's.
fn is_plain(program: &Program, class: ClassId, method: MethodId, depth: u32) -> bool {
    let info = program.method(method);
    if !info.is_constructor() || depth == 0 {
        return false;
    }
    let is_jdk = program.class(info.class).origin == Origin::Jdk;
    let text = program.class_type("java/lang/String");
    if is_jdk && depth == MOST_CALLS {
        return info.params.iter().all(|ty| ty.is_primitive() || *ty == text);
    }
    let Ok(body) = program.body(method) else { return false };
    let does_no_harm = |inst: &Inst| match inst.effect().touches {
        Touches::Nothing => !matches!(inst, Inst::Throw { .. } | Inst::Unsupported { .. }),
        Touches::ReadStatic(_) => false,
        _ => is_harmless(program, class, inst, depth - 1),
    };
    (is_jdk || info.class == class) && body.insts.iter().all(does_no_harm)
}
