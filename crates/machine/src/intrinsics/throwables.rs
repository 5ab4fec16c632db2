//! `Throwable` and stack traces.

use program::class::Origin;
use program::code::{Elem, Pc};
use program::modules::Loader;
use program::{JavaText, MethodId};

use super::{Answer, Entry, Reply, new_array, nothing, proxies, set};
use crate::steps::exceptions;
use crate::steps::types;
use crate::{Cx, Domain, State, Stop, helpful};

/// A line of a stack trace.
pub const ELEMENT: &str = "java/lang/StackTraceElement";
const OF_EXCEPTION: &str = "([Ljava/lang/StackTraceElement;Ljava/lang/Throwable;)V";
const FROM_BACKTRACE: &str = "([Ljava/lang/StackTraceElement;Ljava/lang/Object;I)V";

/// The intrinsics of exceptions.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        ("java/lang/Throwable", "fillInStackTrace", "(I)Ljava/lang/Throwable;", fill_in_stack_trace),
        (ELEMENT, "initStackTraceElements", OF_EXCEPTION, init_elements_of),
        (ELEMENT, "initStackTraceElements", FROM_BACKTRACE, init_elements_from),
        (ELEMENT, "computeFormat", "", nothing),
        ("java/lang/NullPointerException", "getExtendedNPEMessage", "", extended_message),
    ]
}

/// A line of a stack trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackLine {
    pub method: MethodId,
    /// As Java names it: `java.util.ArrayList`.
    pub class: String,
    pub name: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    /// Part of the JDK.
    pub is_jdk: bool,
    /// The module of a class of the JDK.
    pub module: Option<std::sync::Arc<str>>,
    /// Has no code of its own.
    pub is_native: bool,
}

/// Where an exception was created, innermost line first.
pub fn stack_lines<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    exception: &D::Value,
) -> Result<Vec<StackLine>, Stop<D>> {
    let places = exceptions::backtrace(cx, state, exception)?;
    Ok(places.into_iter().map(|(method, pc)| stack_line(cx, method, pc)).collect())
}

fn stack_line<D: Domain>(cx: &Cx<'_, D>, id: MethodId, pc: Option<Pc>) -> StackLine {
    let method = cx.program.method(id);
    let class = cx.program.class(method.class);
    StackLine {
        method: id,
        class: class.java_name(),
        name: method.name.to_string(),
        file: cx.program.class_attributes(class.id).source_file.clone(),
        line: pc.and_then(|pc| cx.program.body(id).ok()?.line(pc)),
        is_jdk: class.origin == Origin::Jdk,
        module: cx.program.module_of(class.id).or_else(|| proxies::module_of(&class.name)),
        is_native: pc.is_none(),
    }
}

/// Leaves out the constructors of the exception itself.
fn fill_in_stack_trace<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    if D::BACKTRACES {
        let ty = D::dynamic_type(cx, state, &args[0])?;
        let class = cx.class_of_type(ty)?;
        let skip = creation_frames(cx, state, class);
        exceptions::fill_backtrace(cx, state, &args[0], None, skip)?;
    }
    Ok(Reply::Value(args[0].clone()))
}

/// How many innermost frames belong to the creation of an exception of this class: `fillInStackTrace` and constructors
/// of the class and its superclasses.
fn creation_frames<D: Domain>(cx: &Cx<'_, D>, state: &State<D>, class: program::ClassId) -> usize {
    let frames = || state.frames.iter().rev().map(|frame| cx.program.method(frame.method));
    let filling = frames().take_while(|method| &*method.name == "fillInStackTrace").count();
    let building = frames()
        .skip(filling)
        .take_while(|method| method.is_constructor() && cx.program.is_subclass(class, method.class))
        .count();
    filling + building
}

/// From an exception, as up to JDK 17.
fn init_elements_of<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let places = exceptions::backtrace(cx, state, &args[1])?;
    fill_elements(cx, state, &args[0], places)
}

/// From what an exception holds as its backtrace, as since JDK 21.
fn init_elements_from<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let places = exceptions::places_in(cx, state, &args[1])?;
    fill_elements(cx, state, &args[0], places)
}

fn fill_elements<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    elements: &D::Value,
    places: Vec<(MethodId, Option<Pc>)>,
) -> Answer<D> {
    for (index, (method, pc)) in places.into_iter().enumerate() {
        let index = D::int(cx, state, index as i32);
        let element = D::load_element(cx, state, Elem::Ref, elements, &index)?;
        let line = stack_line(cx, method, pc);
        fill_element(cx, state, &element, &line)?;
    }
    Ok(Reply::Void)
}

/// The elements that say where a thread is: the running one, or the one at a position among the others.
pub fn trace<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    other: Option<usize>,
) -> Result<D::Value, Stop<D>> {
    let places = exceptions::places_of(cx, state, other);
    let class = cx.class(ELEMENT)?;
    let mut elements = Vec::with_capacity(places.len());
    for (method, pc) in places {
        let element = D::new_object(cx, state, class)?;
        let line = stack_line(cx, method, pc);
        fill_element(cx, state, &element, &line)?;
        elements.push(element);
    }
    new_array(cx, state, ELEMENT, &elements)
}

/// Makes an element of a stack trace describe a place.
pub fn describe<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    element: &D::Value,
    method: MethodId,
    pc: Pc,
) -> Result<(), Stop<D>> {
    let line = stack_line(cx, method, Some(pc));
    fill_element(cx, state, element, &line)
}

fn fill_element<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    element: &D::Value,
    line: &StackLine,
) -> Result<(), Stop<D>> {
    const BUILTIN_LOADER: i32 = 1;
    const JDK_MODULE: i32 = 2;
    const NATIVE: i32 = -2;
    let class = cx.program.class(cx.program.method(line.method).class);
    let mirror = types::mirror(cx, state, class.ty)?;
    set(cx, state, element, (ELEMENT, "declaringClassObject"), mirror)?;
    let mut texts = vec![("declaringClass", line.class.as_str()), ("methodName", line.name.as_str())];
    texts.extend(line.file.as_deref().map(|file| ("fileName", file)));
    match line.module.as_deref() {
        Some(module) => {
            texts.push(("moduleName", module));
            let loader = Loader::of(module);
            texts.extend((loader != Loader::Boot).then(|| ("classLoaderName", loader.name())));
        }
        None => texts.push(("classLoaderName", "app")),
    }
    for (field, text) in texts {
        let id = cx.program.intern(JavaText::from(text));
        let text = crate::interned(cx, state, id)?;
        set(cx, state, element, (ELEMENT, field), text)?;
    }
    let number = if line.is_native { NATIVE } else { line.line.map_or(-1, |line| line as i32) };
    let number = D::int(cx, state, number);
    set(cx, state, element, (ELEMENT, "lineNumber"), number)?;
    let format = D::int(cx, state, BUILTIN_LOADER | JDK_MODULE);
    set(cx, state, element, (ELEMENT, "format"), format)
}

/// The text after "NullPointerException": which expression was null.
fn extended_message<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let place = exceptions::backtrace(cx, state, &args[0])?.first().copied();
    let message = match place {
        Some((method, Some(pc))) => helpful::null_message(cx, method, pc),
        _ => None,
    };
    match message {
        Some(message) => Reply::text(cx, state, &message),
        None => Reply::null(cx, state),
    }
}
