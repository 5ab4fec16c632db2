//! Exceptions: created, thrown, caught.
//!
//! What the machine throws on its own account is created without running a constructor: the fields of `Throwable`
//! are set as its constructors would set them. Where an exception was created is kept as an array of longs in its
//! field `backtrace`, one per frame; `StackTraceElement`s are made from it when somebody asks.

use program::class::Origin;
use program::code::{Elem, Inst, Pc, Reg};
use program::{ClassId, JavaText, MethodId, TypeId};

use super::fields::null_pointer;
use super::{Next, calls, init, types};
use crate::intrinsics::{handles, loading, threads};
use crate::state::Frame;
use crate::{Cx, Domain, End, Init, Raise, State, Stop, Then};

/// As many frames as `java` remembers by default.
const MAX_TRACE: usize = 1024;
/// The place of a native method, which has no instructions.
const NATIVE: u32 = u32::MAX;

const THROWABLE: &str = "java/lang/Throwable";
const NO_CLASS: &str = "java/lang/NoClassDefFoundError";
const NULL_POINTER: &str = "java/lang/NullPointerException";

/// `athrow` (JVMS 6.5): `NullPointerException` on null.
pub fn throw<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, src: Reg) -> Next<D> {
    let exception = state.get(src).clone();
    Err(if D::is_null(cx, state, &exception)? { null_pointer() } else { Stop::Throw(exception) }.into())
}

/// Looks for a handler of the exception in flight in the current frame, and leaves the frame if there is none
/// (JVMS 2.10).
pub fn unwind<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>) -> Result<Option<End<D::Value>>, Stop<D>> {
    let exception = state.thrown.clone().expect("unwinding has an exception in flight");
    if state.frames.is_empty() {
        state.thrown = None;
        return Ok(Some(End::Threw(exception)));
    }
    let frame = state.frame();
    let (body, pc) = (cx.body(frame.method), frame.pc);
    for handler in body.handlers_at(pc) {
        let catches = match handler.catch {
            None => true,
            Some(ty) => D::instance_of(cx, state, &exception, ty).map_err(unloadable)?,
        };
        if catches {
            state.thrown = None;
            state.frame_mut().pc = handler.target;
            state.set(handler.exception, exception);
            return Ok(None);
        }
    }
    match state.frame().then.clone() {
        Then::Initialise(work) => fail_initialisation(cx, state, exception, work.class, &work.rest)?,
        Then::Reflect | Then::Construct(_) => wrap_reflective(cx, state, exception)?,
        Then::EndThread => end_thread(cx, state, exception)?,
        Then::FindClass(name) => return Err(not_found(state, exception, name)),
        Then::Deliver
        | Then::Give(_)
        | Then::DefineProxy(_)
        | Then::Again
        | Then::MethodType(_)
        | Then::Box
        | Then::Unbox(_) => {
            state.pop_frame();
        }
    }
    Ok(None)
}

/// The class a handler catches cannot be loaded. A JVM's verifier does not get as far: it refuses the class that has the handler. Thrown
/// here, the error would ask the same handler again, for ever.
fn unloadable<D: Domain>(stop: Stop<D>) -> Stop<D> {
    match stop {
        Stop::Raise(raise) => {
            let class = raise.message.unwrap_or_default().replace('/', ".");
            Stop::unsupported(format!("a handler that catches `{class}`, which cannot be loaded"))
        }
        other => other,
    }
}

/// Creates an exception of the machine's own.
pub fn create<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    raise: Raise<D::Value>,
) -> Result<D::Value, Stop<D>> {
    let class = find_class(cx, &raise)?;
    let throwable = cx.class(THROWABLE)?;
    if state.init_status(throwable) == Init::Erroneous {
        return Err(Stop::unsupported("an exception where `Throwable` itself failed to initialise"));
    }
    init::ensure(cx, state, throwable)?;
    let exception = D::new_object(cx, state, class)?;
    if let Some(message) = &raise.message {
        let message = D::new_string(cx, state, &JavaText::from(&**message))?;
        store(cx, state, &exception, "detailMessage", message)?;
    }
    store(cx, state, &exception, "cause", raise.cause.unwrap_or_else(|| exception.clone()))?;
    for (field, initial) in
        [("stackTrace", "UNASSIGNED_STACK"), ("suppressedExceptions", "SUPPRESSED_SENTINEL")]
    {
        let slot = cx.named_field(THROWABLE, initial)?;
        let value = D::load_static(cx, state, slot)?;
        store(cx, state, &exception, field, value)?;
    }
    if &*raise.class == NULL_POINTER
        && raise.native.is_none()
        && !state.frames.last().is_some_and(|frame| is_hidden(cx, frame.method))
        && let Ok(slot) = cx.named_field(NULL_POINTER, "extendedMessageState")
    {
        // `getMessage` explains what was null only if the trace was filled in exactly once.
        let once = D::int(cx, state, 1);
        D::store_field(cx, state, &exception, slot, once)?;
    }
    fill_backtrace(cx, state, &exception, raise.native, 0)?;
    Ok(exception)
}

/// Whether the machine is about to say that a class the user's code names does not exist.
pub fn is_missing_class<D: Domain>(cx: &Cx<'_, D>, state: &State<D>, raise: &Raise<D::Value>) -> bool {
    let names = |frame: &crate::Frame<D::Value>| {
        let class = cx.program.method(frame.method).class;
        cx.program.class(class).origin == Origin::ClassPath
    };
    D::BACKTRACES
        && &*raise.class == NO_CLASS
        && raise.cause.is_none()
        && raise.message.as_ref().is_some_and(|name| cx.program.is_absent(name))
        && state.frames.last().is_some_and(names)
}

/// Lets the application's loader look for the class, as a JVM does, so that its exception says where it looked.
pub fn ask_loader<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    raise: &Raise<D::Value>,
) -> Result<(), Stop<D>> {
    let name = raise.message.clone().unwrap_or_default();
    let loader = loading::builtin(cx, state, program::modules::Loader::App)?;
    let text = D::new_string(cx, state, &JavaText::from(name.replace('/', ".").as_str()))?;
    let load =
        cx.named_method("java/lang/ClassLoader", "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;")?;
    calls::enter_with(cx, state, load, &[loader, text], Reg::NONE, Then::FindClass(name))?;
    Ok(())
}

/// A loader has not found a class.
fn not_found<D: Domain>(state: &mut State<D>, exception: D::Value, name: Box<str>) -> Stop<D> {
    state.pop_frame();
    state.thrown = None;
    Stop::Raise(Box::new(Raise {
        class: NO_CLASS.into(),
        message: Some(name),
        cause: Some(exception),
        native: None,
    }))
}

/// Remembers in `exception` where the state stands, leaving out the `skip` innermost frames.
pub fn fill_backtrace<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    exception: &D::Value,
    native: Option<MethodId>,
    skip: usize,
) -> Result<(), Stop<D>> {
    if !D::BACKTRACES {
        return Ok(());
    }
    let places = places(cx, &state.frames, native, skip);
    let length = D::int(cx, state, places.len() as i32);
    let ty = cx.program.array_of(TypeId::LONG);
    let array = D::new_array(cx, state, ty, &length)?;
    for (index, &place) in places.iter().enumerate() {
        let (index, place) = (D::int(cx, state, index as i32), D::long(cx, state, place));
        D::store_element(cx, state, Elem::Long, &array, &index, place)?;
    }
    store(cx, state, exception, "backtrace", array)?;
    store(cx, state, exception, "depth", length)
}

/// The places a backtrace consists of, innermost first, as longs: method and program counter.
fn places<D: Domain>(
    cx: &mut Cx<'_, D>,
    frames: &[Frame<D::Value>],
    native: Option<MethodId>,
    skip: usize,
) -> Vec<i64> {
    let mut out = Vec::new();
    let mut push = |cx: &Cx<'_, D>, method: MethodId, pc: Pc| {
        if !is_hidden(cx, method) {
            out.push(i64::from(method.0) << 32 | i64::from(pc.0));
        }
        out.len() < MAX_TRACE
    };
    if let Some(method) = native {
        push(cx, method, Pc(NATIVE));
    }
    let end = frames.len().saturating_sub(skip);
    for depth in (0..end).rev() {
        let frame = &frames[depth];
        if depth + 1 < frames.len()
            && let Some(method) = native_between(cx, frames, depth)
        {
            push(cx, method, Pc(NATIVE));
        }
        if !push(cx, frame.method, frame.pc) {
            break;
        }
    }
    out
}

/// The native method through which a frame called the next one, if it did.
fn native_between<D: Domain>(
    cx: &mut Cx<'_, D>,
    frames: &[Frame<D::Value>],
    depth: usize,
) -> Option<MethodId> {
    let (caller, callee) = (&frames[depth], &frames[depth + 1]);
    match callee.then {
        Then::Reflect | Then::Construct(_) | Then::Deliver | Then::Give(_) | Then::Unbox(_) => {}
        Then::Initialise(_)
        | Then::DefineProxy(_)
        | Then::EndThread
        | Then::FindClass(_)
        | Then::Again
        | Then::MethodType(_)
        | Then::Box => return None,
    }
    native_called(cx, caller)
}

/// The native method a frame is in the middle of calling, if it is.
fn native_called<D: Domain>(cx: &mut Cx<'_, D>, frame: &Frame<D::Value>) -> Option<MethodId> {
    let Inst::Call { method, .. } = *cx.body(frame.method).inst(frame.pc) else { return None };
    let method = cx.method_ref(method).ok()?;
    cx.program.method(method).is_native().then_some(method)
}

/// Where a thread is, innermost frame first: the running one, or the one at a position among the others.
pub fn places_of<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &State<D>,
    other: Option<usize>,
) -> Vec<(MethodId, Option<Pc>)> {
    let frames = match other {
        Some(index) => state.threads.others[index].frames(),
        None => &state.frames,
    };
    let native = frames.last().and_then(|frame| native_called(cx, frame));
    places(cx, frames, native, 0).into_iter().map(place).collect()
}

/// A place out of a backtrace's long.
fn place(long: i64) -> (MethodId, Option<Pc>) {
    let pc = long as u32;
    (MethodId((long >> 32) as u32), (pc != NATIVE).then_some(Pc(pc)))
}

/// Where an exception was created, innermost frame first; native methods have no program counter.
pub fn backtrace<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    exception: &D::Value,
) -> Result<Vec<(MethodId, Option<Pc>)>, Stop<D>> {
    let slot = cx.named_field(THROWABLE, "backtrace")?;
    let array = D::load_field(cx, state, exception, slot)?;
    if D::is_null(cx, state, &array)? {
        return Ok(Vec::new());
    }
    places_in(cx, state, &array)
}

/// What the field `backtrace` of an exception holds.
pub fn places_in<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    array: &D::Value,
) -> Result<Vec<(MethodId, Option<Pc>)>, Stop<D>> {
    let length = D::array_length(cx, state, array)?;
    let length = D::pick_int(cx, state, &length)?;
    let mut out = Vec::new();
    for index in 0..length {
        let index = D::int(cx, state, index);
        let long = D::load_element(cx, state, Elem::Long, array, &index)?;
        let Some(long) = D::known_long(cx, state, &long) else { break };
        out.push(place(long));
    }
    Ok(out)
}

/// The class initialiser in the current frame threw (JVMS 5.5, steps 10 and 11).
fn fail_initialisation<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    exception: D::Value,
    class: ClassId,
    rest: &[ClassId],
) -> Result<(), Stop<D>> {
    let error = cx.program.class_type("java/lang/Error");
    let is_error = D::instance_of(cx, state, &exception, error)?;
    let record = failure_record(cx, state, &exception)?;
    init::fail(state, &[class], &record);
    init::fail(state, rest, &record);
    state.pop_frame();
    if is_error {
        return Ok(());
    }
    state.thrown = None;
    Err(Stop::Raise(Box::new(Raise {
        class: "java/lang/ExceptionInInitializerError".into(),
        message: None,
        cause: Some(exception),
        native: None,
    })))
}

/// A superclass has failed before, and says so (JVMS 5.5, step 7): the classes below it fail for that reason.
pub fn fail_below<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    raise: Raise<D::Value>,
    classes: &[ClassId],
) -> Result<Stop<D>, Stop<D>> {
    let exception = create(cx, state, raise)?;
    let record = failure_record(cx, state, &exception)?;
    init::fail(state, classes, &record);
    Ok(Stop::Throw(exception))
}

/// What a class that failed to initialise remembers: an error that quotes the exception and stands where it stood.
fn failure_record<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    exception: &D::Value,
) -> Result<D::Value, Stop<D>> {
    let class = match D::type_in_words(cx, state, exception)? {
        Some(ty) => types::binary_name(cx, ty),
        None => "java.lang.Throwable".into(),
    };
    let slot = cx.named_field(THROWABLE, "detailMessage")?;
    let message = D::load_field(cx, state, exception, slot)?;
    let message = if D::is_null(cx, state, &message)? { None } else { D::known_text(cx, state, &message)? };
    let message = message.map(|message| format!(": {message}")).unwrap_or_default();
    let thread = threads::running_name(cx, state)?;
    let null = D::null(cx, state);
    let record = create(
        cx,
        state,
        Raise {
            class: "java/lang/ExceptionInInitializerError".into(),
            message: Some(format!("Exception {class}{message} [in thread \"{thread}\"]").into()),
            cause: Some(null),
            native: None,
        },
    )?;
    for field in ["backtrace", "depth"] {
        let slot = cx.named_field(THROWABLE, field)?;
        let value = D::load_field(cx, state, exception, slot)?;
        D::store_field(cx, state, &record, slot, value)?;
    }
    Ok(record)
}

/// A method called by reflection threw: its caller sees an `InvocationTargetException`.
fn wrap_reflective<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    exception: D::Value,
) -> Result<(), Stop<D>> {
    const WRAPPER: &str = "java/lang/reflect/InvocationTargetException";
    let cause = D::null(cx, state);
    let raise = Raise { class: WRAPPER.into(), message: None, cause: Some(cause), native: None };
    let wrapper = create(cx, state, raise)?;
    fill_backtrace(cx, state, &wrapper, None, 1)?;
    let slot = cx.named_field(WRAPPER, "target")?;
    D::store_field(cx, state, &wrapper, slot, exception)?;
    state.pop_frame();
    state.thrown = Some(wrapper);
    Ok(())
}

/// A thread other than the first ends by an exception, which is told.
fn end_thread<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    exception: D::Value,
) -> Result<(), Stop<D>> {
    let tell =
        cx.named_method("java/lang/Thread", "dispatchUncaughtException", "(Ljava/lang/Throwable;)V")?;
    let thread = state.thread.clone().expect("a started thread runs");
    state.pop_frame();
    state.thrown = None;
    calls::enter_with(cx, state, tell, &[thread, exception], Reg::NONE, Then::EndThread)?;
    Ok(())
}

/// Frames of lambdas' own classes are not shown, nor is the one below `Thread.run` that newer JDKs annotate `@Hidden`.
pub fn is_hidden<D: Domain>(cx: &Cx<'_, D>, method: MethodId) -> bool {
    let method = cx.program.method(method);
    let class = cx.program.class(method.class);
    class.origin == Origin::Synthetic { hidden: true }
        || (class.name.starts_with("java/lang/invoke/")
            && (handles::is_native_call(&class.name, &method.name) || is_annotated_hidden(cx, method.id)))
        || (&*method.name == "runWith" && &*class.name == "java/lang/Thread")
}

/// Whether the JDK wants no stack trace to show a method.
fn is_annotated_hidden<D: Domain>(cx: &Cx<'_, D>, method: MethodId) -> bool {
    let annotations = cx.program.method_attributes(method).annotations;
    annotations.iter().any(|annotation| &*annotation.ty == "Ljdk/internal/vm/annotation/Hidden;")
}

fn find_class<D: Domain>(cx: &Cx<'_, D>, raise: &Raise<D::Value>) -> Result<ClassId, Stop<D>> {
    cx.program.class_named(&raise.class).map_err(|_| {
        let message = raise.message.as_deref().unwrap_or_default();
        Stop::unsupported(format!(
            "`{}` is thrown but cannot be loaded ({message})",
            raise.class.replace('/', ".")
        ))
    })
}

fn store<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    exception: &D::Value,
    field: &'static str,
    value: D::Value,
) -> Result<(), Stop<D>> {
    let slot = cx.named_field(THROWABLE, field)?;
    D::store_field(cx, state, exception, slot, value)
}
