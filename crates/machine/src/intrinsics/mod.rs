//! Native methods, and the few JDK methods worth a shortcut: one table, in files by area of the JDK.
//!
//! An intrinsic is generic in the domain like an instruction handler, and keeps the same rule: decide first, then
//! act. It gets its arguments, receiver first, and answers with a value, with nothing, or by having pushed a frame
//! whose result is its own.

mod annotations;
pub mod boxing;
mod checksums;
mod classes;
mod compression;
mod domains;
mod files;
pub mod handles;
mod invoke;
mod io;
pub mod loading;
mod locale;
mod math;
mod memory;
pub mod modules;
mod objects;
pub mod proxies;
mod reduction;
mod reflect;
mod serialization;
mod services;
mod strict;
mod system;
mod texts;
pub mod threads;
mod throwables;
mod unsafe_access;
mod walking;

use program::{ClassId, JavaText, MethodId, TypeId};
use rustc_hash::FxHashMap;

use crate::steps::{calls, fields, types};
use crate::{Cx, Domain, State, Stop, Then, strings};

pub use throwables::{StackLine, stack_lines};

/// Stands for the code of a method.
pub type Intrinsic<D> = fn(&mut Cx<'_, D>, &mut State<D>, &[<D as Domain>::Value]) -> Answer<D>;

/// What came of it, or why it stopped.
pub type Answer<D> = Result<Reply<D>, Stop<D>>;

/// What an intrinsic answers.
pub enum Reply<D: Domain> {
    Value(D::Value),
    Void,
    /// A frame was pushed; what it returns is the answer.
    Entered,
    /// Not a case for a shortcut: the method's own code runs.
    Decline,
}

/// Class, name and descriptor of a method, and its intrinsic. An empty descriptor stands for all methods of the name.
pub type Entry<D> = (&'static str, &'static str, &'static str, Intrinsic<D>);

pub(crate) struct Intrinsics<D: Domain> {
    table: FxHashMap<(&'static str, &'static str, &'static str), Intrinsic<D>>,
}

impl<D: Domain> Intrinsics<D> {
    /// The table of all intrinsics.
    pub fn new() -> Self {
        let entries = entries().into_iter();
        Self {
            table: entries.map(|(class, name, descriptor, run)| ((class, name, descriptor), run)).collect(),
        }
    }

    /// The one for a method, if there is one.
    pub fn find(&self, class: &str, name: &str, descriptor: &str) -> Option<Intrinsic<D>> {
        if matches!(name, "registerNatives" | "initIDs") && descriptor == "()V" {
            return Some(nothing);
        }
        self.table.get(&(class, name, descriptor)).or_else(|| self.table.get(&(class, name, ""))).copied()
    }
}

/// Class, name and descriptor of every method that has an intrinsic.
pub fn intrinsic_names<D: Domain>() -> Vec<(&'static str, &'static str, &'static str)> {
    entries::<D>().into_iter().map(|(class, name, descriptor, _)| (class, name, descriptor)).collect()
}

/// The whole table.
fn entries<D: Domain>() -> Vec<Entry<D>> {
    let areas = [
        annotations::table(),
        checksums::table(),
        classes::table(),
        compression::table(),
        domains::table(),
        files::table(),
        handles::table(),
        invoke::table(),
        io::table(),
        loading::table(),
        locale::table(),
        math::table(),
        memory::table(),
        modules::table(),
        objects::table(),
        proxies::table(),
        reflect::table(),
        serialization::table(),
        services::table(),
        system::table(),
        texts::table(),
        threads::table(),
        throwables::table(),
        unsafe_access::table(),
        walking::table(),
    ];
    areas.into_iter().flatten().collect()
}

impl<D: Domain> Reply<D> {
    fn int(cx: &mut Cx<'_, D>, state: &mut State<D>, value: i32) -> Answer<D> {
        Ok(Reply::Value(D::int(cx, state, value)))
    }

    fn bool(cx: &mut Cx<'_, D>, state: &mut State<D>, value: bool) -> Answer<D> {
        Self::int(cx, state, i32::from(value))
    }

    fn long(cx: &mut Cx<'_, D>, state: &mut State<D>, value: i64) -> Answer<D> {
        Ok(Reply::Value(D::long(cx, state, value)))
    }

    fn null(cx: &mut Cx<'_, D>, state: &mut State<D>) -> Answer<D> {
        Ok(Reply::Value(D::null(cx, state)))
    }

    fn text(cx: &mut Cx<'_, D>, state: &mut State<D>, text: &str) -> Answer<D> {
        Ok(Reply::Value(D::new_string(cx, state, &JavaText::from(text))?))
    }
}

// Answers that need no thought.

fn nothing<D: Domain>(_cx: &mut Cx<'_, D>, _state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    Ok(Reply::Void)
}

fn answer_null<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    Reply::null(cx, state)
}

fn answer_false<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    Reply::int(cx, state, 0)
}

fn answer_true<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    Reply::int(cx, state, 1)
}

fn answer_zero_long<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    Reply::long(cx, state, 0)
}

// What intrinsics ask of their arguments.

fn pick_long<D: Domain>(cx: &Cx<'_, D>, state: &State<D>, value: &D::Value) -> Result<i64, Stop<D>> {
    D::known_long(cx, state, value)
        .ok_or_else(|| Stop::unsupported("an unknown `long` where its value is needed"))
}

fn require<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, value: &D::Value) -> Result<(), Stop<D>> {
    if D::is_null(cx, state, value)? { Err(fields::null_pointer()) } else { Ok(()) }
}

/// The text of a string argument, as Rust has it.
fn rust_text<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    string: &D::Value,
) -> Result<String, Stop<D>> {
    Ok(strings::text(cx, state, string)?.to_string())
}

/// The class a `Class` argument stands for; none for arrays and primitive types.
fn class_of_mirror<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    mirror: &D::Value,
) -> Result<Option<ClassId>, Stop<D>> {
    let ty = types::type_of_mirror(cx, state, mirror)?;
    match cx.program.ty(ty) {
        program::Type::Class(_) => Ok(Some(cx.class_of_type(ty)?)),
        _ => Ok(None),
    }
}

/// A new array of references with these elements.
fn new_array<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    element: &str,
    items: &[D::Value],
) -> Result<D::Value, Stop<D>> {
    let element = cx.program.class_type(element);
    new_array_of(cx, state, element, items)
}

/// As [`new_array`], of elements of a type.
fn new_array_of<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    element: TypeId,
    items: &[D::Value],
) -> Result<D::Value, Stop<D>> {
    let ty = cx.program.array_of(element);
    let length = D::int(cx, state, items.len() as i32);
    let array = D::new_array(cx, state, ty, &length)?;
    for (index, item) in items.iter().enumerate() {
        let index = D::int(cx, state, index as i32);
        D::store_element(cx, state, program::code::Elem::Ref, &array, &index, item.clone())?;
    }
    Ok(array)
}

/// An array of `Class` objects.
fn mirrors<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    types: &[TypeId],
) -> Result<D::Value, Stop<D>> {
    let mut items = Vec::with_capacity(types.len());
    for &ty in types {
        items.push(types::mirror(cx, state, ty)?);
    }
    new_array(cx, state, "java/lang/Class", &items)
}

/// Answers with the result of a Java method.
fn delegate<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    method: MethodId,
    args: &[D::Value],
    then: Then<D::Value>,
) -> Answer<D> {
    let depth = state.frames.len();
    let value = calls::enter_with(cx, state, method, args, program::code::Reg::NONE, then)?;
    if state.frames.len() > depth {
        return Ok(Reply::Entered);
    }
    Ok(value.map_or(Reply::Void, Reply::Value))
}

fn set<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    object: &D::Value,
    (class, field): (&'static str, &'static str),
    value: D::Value,
) -> Result<(), Stop<D>> {
    let slot = cx.named_field(class, field)?;
    D::store_field(cx, state, object, slot, value)
}

fn get<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    object: &D::Value,
    (class, field): (&'static str, &'static str),
) -> Result<D::Value, Stop<D>> {
    let slot = cx.named_field(class, field)?;
    D::load_field(cx, state, object, slot)
}
