//! Class initialisation, in the order of JVMS 5.5.
//!
//! An instruction that needs a class calls [`ensure`]. If the class is not initialised the instruction stops,
//! [`begin`] pushes the frames of the initialisers to run, superclasses first, and the instruction runs again when
//! they are through.

use program::class::Constant;
use program::code::{Body, Kind, Reg};
use program::{ClassId, Flags, MethodId};

use super::exceptions;
use crate::intrinsics::Reply;
use crate::state::Initialisation;
use crate::{Cx, Domain, Init, Link, Raise, State, Stop, Then, Wait, link_error, strings};

/// Stops unless the class is initialised, or is being initialised by this thread.
#[inline(always)]
pub fn ensure<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, class: ClassId) -> Result<(), Stop<D>> {
    match D::init_status(cx, state, class)? {
        Init::Done => Ok(()),
        Init::Running => await_other(state, class),
        Init::No => Err(Stop::Initialise(class)),
        Init::Erroneous => Err(erroneous(cx, state, class)),
    }
}

/// Begins the initialisation of a class and of the superclasses and superinterfaces it needs (JVMS 5.5, steps 6, 7).
pub fn begin<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, class: ClassId) -> Result<(), Stop<D>> {
    let mut plan = Plan::default();
    let Err(stop) = collect(cx, state, class, &mut plan) else { return proceed(cx, state, plan.order) };
    mark(state, &plan.open, Init::No);
    match stop {
        // What comes before the one that failed is initialised; then the instruction asks again.
        _ if !plan.order.is_empty() => proceed(cx, state, plan.order),
        Stop::Raise(raise) => Err(exceptions::fail_below(cx, state, *raise, &plan.open)?),
        stop => Err(stop),
    }
}

/// What an initialisation has to do.
#[derive(Default)]
struct Plan {
    /// Classes to initialise, superclasses first.
    order: Vec<ClassId>,
    /// Classes whose superclasses are being looked at.
    open: Vec<ClassId>,
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

/// The classes are unusable (JVMS 5.5, steps 7 and 11); `error` is what later uses of them name as the cause.
pub fn fail<D: Domain>(state: &mut State<D>, classes: &[ClassId], error: &D::Value) {
    mark(state, classes, Init::Erroneous);
    state.init_failures.extend(classes.iter().map(|&class| (class, error.clone())));
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

/// Marks `class` as running and appends to the order what has to be initialised for it, itself last.
fn collect<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    class: ClassId,
    plan: &mut Plan,
) -> Result<(), Stop<D>> {
    match D::init_status(cx, state, class)? {
        Init::Done => return Ok(()),
        Init::Running if plan.open.contains(&class) || plan.order.contains(&class) => return Ok(()),
        Init::Running => return await_other(state, class),
        Init::Erroneous => return Err(erroneous(cx, state, class)),
        Init::No => {}
    }
    prepare(cx, state, class)?;
    state.set_init_status(class, Init::Running);
    plan.open.push(class);
    let program = cx.program;
    if !program.class(class).is_interface() {
        if let Some(superclass) = program.class(class).superclass {
            collect(cx, state, superclass, plan)?;
        }
        collect_interfaces(cx, state, class, plan)?;
    }
    plan.open.pop();
    plan.order.push(class);
    Ok(())
}

/// Superinterfaces are initialised only if they declare a default method (JVMS 5.5, step 7).
fn collect_interfaces<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    class: ClassId,
    plan: &mut Plan,
) -> Result<(), Stop<D>> {
    let program = cx.program;
    for &interface in &program.class(class).interfaces {
        collect_interfaces(cx, state, interface, plan)?;
        let is_default = |flags: Flags| !flags.is(Flags::ABSTRACT) && !flags.is(Flags::STATIC);
        if program.class(interface).methods().any(|method| is_default(program.method(method).flags)) {
            collect(cx, state, interface, plan)?;
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
    let body = match code_of(cx, state, initializer) {
        Ok(Some(body)) => body,
        Ok(None) => {
            state.set_init_status(class, Init::Done);
            return proceed(cx, state, rest.to_vec());
        }
        Err(stop) => {
            mark(state, &order[ready..], Init::Erroneous);
            return Err(stop);
        }
    };
    let then = Then::Initialise(Box::new(Initialisation { class, rest: rest.to_vec() }));
    state.push_frame(initializer, body.kinds.len(), &[], Reg::NONE, then);
    Ok(())
}

/// The code of an initialiser, unless an intrinsic has done its work.
fn code_of<'p, D: Domain>(
    cx: &mut Cx<'p, D>,
    state: &mut State<D>,
    initializer: MethodId,
) -> Result<Option<&'p Body>, Stop<D>> {
    match cx.link(initializer)? {
        Link::Code { body, .. } => Ok(Some(body)),
        Link::Missing => Ok(None),
        Link::Intrinsic(intrinsic) => match intrinsic(cx, state, &[])? {
            Reply::Decline => cx.program.body(initializer).map(Some).map_err(link_error),
            Reply::Value(_) | Reply::Void | Reply::Entered => Ok(None),
        },
    }
}

/// Stops if another thread is initialising the class (JVMS 5.5, steps 2 and 3).
#[cold]
fn await_other<D: Domain>(state: &State<D>, class: ClassId) -> Result<(), Stop<D>> {
    let is_mine = |then: &Then<D::Value>| match then {
        Then::Initialise(work) => work.class == class || work.rest.contains(&class),
        _ => false,
    };
    if state.threads.is_alone() || state.frames.iter().any(|frame| is_mine(&frame.then)) {
        return Ok(());
    }
    Err(Stop::Wait(Wait::Class(class)))
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
