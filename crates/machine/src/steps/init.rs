//! Class initialisation, in the order of JVMS 5.5, on one thread.
//!
//! An instruction that needs a class calls [`ensure`]. If the class is not initialised the instruction stops,
//! [`begin`] pushes the frames of the initialisers to run, superclasses first, and the instruction runs again when
//! they are through.

use program::class::Constant;
use program::code::{Kind, Reg};
use program::{ClassId, Flags};

use crate::state::Initialisation;
use crate::{Cx, Domain, Init, Link, Raise, State, Stop, Then, strings};

/// Stops unless the class is initialised, or is being initialised (by this, the only thread).
#[inline(always)]
pub fn ensure<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, class: ClassId) -> Result<(), Stop<D>> {
    match D::init_status(cx, state, class)? {
        Init::Done | Init::Running => Ok(()),
        Init::No => Err(Stop::Initialise(class)),
        Init::Erroneous => Err(erroneous(cx, state, class)),
    }
}

/// Begins the initialisation of a class and of the superclasses and superinterfaces it needs (JVMS 5.5, steps 6, 7).
pub fn begin<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, class: ClassId) -> Result<(), Stop<D>> {
    let mut order = Vec::new();
    if let Err(stop) = collect(cx, state, class, &mut order) {
        mark(state, &order, Init::Erroneous);
        return Err(stop);
    }
    proceed(cx, state, order)
}

/// The initialiser of a class has returned (JVMS 5.5, step 10).
pub fn finish<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    class: ClassId,
    rest: Vec<ClassId>,
) -> Result<(), Stop<D>> {
    state.set_init_status(class, Init::Done);
    proceed(cx, state, rest)
}

/// The initialiser of a class has thrown (JVMS 5.5, step 11): it and those that waited for it are unusable.
pub fn fail<D: Domain>(state: &mut State<D>, class: ClassId, rest: &[ClassId]) {
    state.set_init_status(class, Init::Erroneous);
    mark(state, rest, Init::Erroneous);
}

/// Remembers what later uses of the classes name as the cause of their failure.
pub fn remember_failure<D: Domain>(state: &mut State<D>, class: ClassId, rest: &[ClassId], error: &D::Value) {
    state.init_failures.extend(std::iter::once(&class).chain(rest).map(|&class| (class, error.clone())));
}

/// Gives the static fields of a class their first values: zero, or the constant the class file names (JVMS 5.4.2).
pub fn prepare<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, class: ClassId) -> Result<(), Stop<D>> {
    let program = cx.program;
    for &field in &program.class(class).static_fields {
        let slot = cx.slot(field);
        let value = match program.field(field).constant {
            Some(Constant::Int(value)) => D::int(cx, state, value),
            Some(Constant::Long(value)) => D::long(cx, state, value),
            Some(Constant::Float(value)) => D::float(cx, state, value),
            Some(Constant::Double(value)) => D::double(cx, state, value),
            Some(Constant::String(text)) => strings::interned(cx, state, text)?,
            None => zero(cx, state, slot.elem.kind()),
        };
        D::store_static(cx, state, slot, value)?;
    }
    Ok(())
}

/// The value fields and elements of a kind start with.
pub fn zero<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, kind: Kind) -> D::Value {
    match kind {
        Kind::Int => D::int(cx, state, 0),
        Kind::Long => D::long(cx, state, 0),
        Kind::Float => D::float(cx, state, 0.0),
        Kind::Double => D::double(cx, state, 0.0),
        Kind::Ref => D::null(cx, state),
    }
}

/// Marks `class` as running and appends to `order` what has to be initialised for it, itself last.
fn collect<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    class: ClassId,
    order: &mut Vec<ClassId>,
) -> Result<(), Stop<D>> {
    match D::init_status(cx, state, class)? {
        Init::Done | Init::Running => return Ok(()),
        Init::Erroneous => return Err(erroneous(cx, state, class)),
        Init::No => {}
    }
    prepare(cx, state, class)?;
    state.set_init_status(class, Init::Running);
    let program = cx.program;
    if !program.class(class).is_interface() {
        if let Some(superclass) = program.class(class).superclass {
            collect(cx, state, superclass, order)?;
        }
        collect_interfaces(cx, state, class, order)?;
    }
    order.push(class);
    Ok(())
}

/// Superinterfaces are initialised only if they declare a default method (JVMS 5.5, step 7).
fn collect_interfaces<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    class: ClassId,
    order: &mut Vec<ClassId>,
) -> Result<(), Stop<D>> {
    let program = cx.program;
    for &interface in &program.class(class).interfaces {
        collect_interfaces(cx, state, interface, order)?;
        let is_default = |flags: Flags| !flags.is(Flags::ABSTRACT) && !flags.is(Flags::STATIC);
        if program.class(interface).methods().any(|method| is_default(program.method(method).flags)) {
            collect(cx, state, interface, order)?;
        }
    }
    Ok(())
}

/// Runs the first initialiser of `order`; the others follow when it returns.
fn proceed<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, order: Vec<ClassId>) -> Result<(), Stop<D>> {
    let has_code = |&class: &ClassId| cx.program.class(class).initializer.is_some();
    let ready = order.iter().position(has_code).unwrap_or(order.len());
    mark(state, &order[..ready], Init::Done);
    let Some((&class, rest)) = order[ready..].split_first() else { return Ok(()) };
    let initializer = cx.program.class(class).initializer.expect("found by its initialiser");
    let body = match cx.link(initializer) {
        Ok(Link::Code { body, .. }) => body,
        Ok(Link::Intrinsic(_)) | Ok(Link::Missing) => {
            state.set_init_status(class, Init::Done);
            return proceed(cx, state, rest.to_vec());
        }
        Err(stop) => {
            fail(state, class, rest);
            return Err(stop);
        }
    };
    let then = Then::Initialise(Box::new(Initialisation { class, rest: rest.to_vec() }));
    state.push_frame(initializer, body.kinds.len(), &[], Reg::NONE, then);
    Ok(())
}

fn mark<D: Domain>(state: &mut State<D>, classes: &[ClassId], status: Init) {
    classes.iter().for_each(|&class| state.set_init_status(class, status));
}

#[cold]
fn erroneous<D: Domain>(cx: &Cx<'_, D>, state: &State<D>, class: ClassId) -> Stop<D> {
    let name = cx.program.class(class).java_name();
    Stop::Raise(Box::new(Raise {
        class: "java/lang/NoClassDefFoundError".into(),
        message: Some(format!("Could not initialize class {name}").into()),
        cause: state.init_failure(class).cloned(),
        native: None,
    }))
}
