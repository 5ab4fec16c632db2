//! Library methods that are not run from their bytecode, in one table: input and output, strings, boxes, reflection,
//! and natives. Everything else of the library is analysed like the user's code; a native method without an entry
//! cuts the graph and is named.
//!
//! Strings, builders, class objects and boxes are *opaque*: immutable values (or, for builders, values whose content
//! does not matter) that predicates do not talk about.

use base::Id;
use program::class::Origin;
use program::code::{Cond, Reg};
use program::{ClassId, FieldId, MethodId, Program, TypeId};

use super::array::length_of;
use super::call::{CALLBACK_DONE, enter_call, exit};
use super::object::{allocate, unknown_opaque, world_type};
use super::throw::raise;
use super::{At, Draft, Outcome, Rule, unknown_number};
use crate::graph::{Fact, Operand};
use crate::inputs::mark_changed;
use crate::realize::hide_cells;
use crate::state::{Ref, Role, Value};
use crate::world::Layout;

/// What a library method does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Nothing that matters; the result, if any, is unknown but never a null reference.
    Quiet,
    /// As `Quiet`, but a reference result may be null.
    QuietOrNull,
    /// As `Quiet`, or a `NullPointerException` if an argument is null.
    NeedsArguments,
    /// As `Quiet`, or an `IllegalArgumentException`.
    NeedsPositive,
    /// Returns its receiver.
    Receiver,
    /// Returns its receiver after calling `toString` on its argument.
    AppendObject,
    StringLength,
    /// Checks its index against the string's length.
    CharAt,
    /// Unknown result, or a `StringIndexOutOfBoundsException`.
    Substring,
    /// Unknown result, or a `NumberFormatException`.
    Parse,
    /// A box around its argument.
    Box,
    /// `Throwable` constructors: message and cause are kept, the stack trace is not.
    NewThrowable,
    Clone,
    /// `Arrays.copyOf`: an array of the same class and another length.
    CopyOf,
    /// Puts the numbers of an array into another order.
    Sort,
    ArrayCopy,
    Exit,
}

const OPAQUE: &[&str] = &[
    "java/lang/String",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/lang/Class",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Boolean",
    "java/lang/Float",
    "java/lang/Double",
    "java/io/PrintStream",
    "java/util/Random",
];

/// Classes whose initialiser is not run: all that is used of them is modelled or independent of it.
const UNINITIALIZED: &[&str] = &[
    "java/lang/System",
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/lang/Object",
    "java/lang/Throwable",
    "jdk/internal/util/ArraysSupport",
];

pub fn is_opaque(name: &str) -> bool {
    OPAQUE.contains(&name)
}

pub fn skips_initializer(program: &Program, class: ClassId) -> bool {
    let name = &*program.class(class).name;
    is_opaque(name) || UNINITIALIZED.contains(&name)
}

pub fn is_modelled(program: &Program, method: MethodId) -> bool {
    find(program, method).is_some()
}

/// The table.
pub fn find(program: &Program, method: MethodId) -> Option<Model> {
    let method = program.method(method);
    let class = program.class(method.class);
    if class.origin != Origin::Jdk {
        return None;
    }
    let (name, descriptor) = (&*method.name, &*method.descriptor);
    Some(match (&*class.name, name) {
        ("java/lang/Object", "<init>" | "notify" | "notifyAll" | "registerNatives") => Model::Quiet,
        ("java/lang/Object", "hashCode" | "getClass" | "toString") => Model::Quiet,
        ("java/lang/Object", "clone") => Model::Clone,
        ("java/lang/Throwable", "<init>") => Model::NewThrowable,
        ("java/lang/Throwable", "fillInStackTrace") => Model::Receiver,
        ("java/lang/Throwable", "printStackTrace" | "addSuppressed" | "setStackTrace" | "toString") => {
            Model::Quiet
        }
        ("java/lang/System", "arraycopy") => Model::ArrayCopy,
        ("java/util/Arrays", "sort") if descriptor.len() == "([I)V".len() => Model::Sort,
        ("java/util/Arrays", "copyOf") if !descriptor.contains("Class;") => Model::CopyOf,
        ("java/lang/System", "exit") => Model::Exit,
        (
            "java/lang/System",
            "currentTimeMillis" | "nanoTime" | "identityHashCode" | "gc" | "lineSeparator",
        ) => Model::Quiet,
        ("java/lang/System", "getProperty" | "getenv") => Model::QuietOrNull,
        ("java/lang/Class", "getComponentType" | "getSuperclass" | "getPackage") => Model::QuietOrNull,
        ("java/lang/Class", _) if method.result.is_primitive() || descriptor.ends_with("String;") => {
            Model::Quiet
        }
        ("java/io/PrintStream", _) => match descriptor {
            "(Ljava/lang/Object;)V" => Model::AppendObject,
            _ if descriptor.ends_with("PrintStream;") => Model::Receiver,
            _ => Model::Quiet,
        },
        ("java/lang/String", "length") => Model::StringLength,
        ("java/lang/String", "charAt") => Model::CharAt,
        ("java/lang/String", "substring" | "subSequence" | "codePointAt") => Model::Substring,
        ("java/lang/String", "valueOf" | "format") if descriptor.contains("Object") => return None,
        ("java/lang/String", "valueOf") if descriptor.starts_with("([C") => Model::NeedsArguments,
        ("java/lang/String", "equals" | "hashCode" | "isEmpty" | "toString" | "trim" | "valueOf") => {
            Model::Quiet
        }
        ("java/lang/String", "toLowerCase" | "toUpperCase" | "intern" | "toCharArray") => Model::Quiet,
        ("java/lang/String", "equalsIgnoreCase") => Model::Quiet,
        ("java/lang/String", "getBytes") if descriptor.starts_with("()") => Model::Quiet,
        ("java/lang/String", "<init>") if descriptor == "()V" || one_reference(descriptor) => {
            Model::NeedsArguments
        }
        ("java/lang/String", "indexOf" | "lastIndexOf" | "compareTo" | "concat") => Model::NeedsArguments,
        ("java/lang/String", "startsWith" | "endsWith" | "contains" | "replace") => Model::NeedsArguments,
        ("java/lang/StringBuilder" | "java/lang/StringBuffer", "append") => match descriptor {
            _ if descriptor.starts_with("(Ljava/lang/Object;)") => Model::AppendObject,
            _ if descriptor.starts_with("([C") => return None,
            _ => Model::Receiver,
        },
        (
            "java/lang/StringBuilder" | "java/lang/StringBuffer",
            "charAt" | "substring" | "deleteCharAt" | "setCharAt" | "insert" | "delete" | "setLength",
        ) if !descriptor.contains("Object;)") => Model::Substring,
        ("java/lang/StringBuilder" | "java/lang/StringBuffer", "reverse") => Model::Receiver,
        ("java/lang/StringBuilder" | "java/lang/StringBuffer", "length" | "capacity" | "toString") => {
            Model::Quiet
        }
        ("java/lang/StringBuilder" | "java/lang/StringBuffer", "indexOf") => Model::NeedsArguments,
        ("java/lang/StringBuilder" | "java/lang/StringBuffer", "<init>") if descriptor == "(I)V" => {
            Model::Substring
        }
        ("java/lang/StringBuilder" | "java/lang/StringBuffer", "<init>") => Model::NeedsArguments,
        (
            "java/lang/Integer"
            | "java/lang/Long"
            | "java/lang/Short"
            | "java/lang/Byte"
            | "java/lang/Character"
            | "java/lang/Boolean"
            | "java/lang/Float"
            | "java/lang/Double",
            "valueOf",
        ) if !descriptor.contains("String;)") => Model::Box,
        ("java/lang/Integer" | "java/lang/Long", "parseInt" | "parseLong") => Model::Parse,
        ("java/lang/Integer" | "java/lang/Long" | "java/lang/Float" | "java/lang/Double", "toString") => {
            Model::Quiet
        }
        (
            "java/lang/Float" | "java/lang/Double",
            "floatToRawIntBits" | "intBitsToFloat" | "doubleToRawLongBits" | "longBitsToDouble",
        ) => Model::Quiet,
        ("java/lang/Math" | "java/lang/StrictMath", _) if descriptor.contains('D') => Model::Quiet,
        ("java/util/Random", "nextInt") if descriptor != "()I" => Model::NeedsPositive,
        (
            "java/util/Random",
            "<init>" | "nextInt" | "nextLong" | "nextBoolean" | "nextDouble" | "nextFloat",
        ) => Model::Quiet,
        ("java/util/Random", "nextGaussian" | "setSeed") => Model::Quiet,
        _ => return None,
    })
}

/// Evaluates a modelled call; the receiver, if any, exists.
pub fn apply(at: At<'_, '_>, model: Model, dst: Reg, target: MethodId, args: &[Ref]) -> Rule {
    let method = at.cx.program.method(target);
    match model {
        Model::Quiet => quiet(at, dst, method.result, false),
        Model::QuietOrNull => quiet(at, dst, method.result, true),
        Model::NeedsArguments => needs_arguments(at, dst, method.result, args),
        Model::NeedsPositive => or_throw(at, dst, method.result, "java/lang/IllegalArgumentException"),
        Model::Receiver => at.draft().result(dst, args[0]),
        Model::AppendObject => append_object(at, dst, args),
        Model::StringLength => string_length(at, dst, args[0]),
        Model::CharAt => char_at(at, dst, args),
        Model::Substring => or_throw(at, dst, method.result, "java/lang/StringIndexOutOfBoundsException"),
        Model::Parse => or_throw(at, dst, method.result, "java/lang/NumberFormatException"),
        Model::Box => new_box(at, dst, method.result, args[0]),
        Model::NewThrowable => new_throwable(at, target, args),
        Model::Clone => clone(at, dst, args[0]),
        Model::CopyOf => copy_of(at, dst, args[0], args[1]),
        Model::Sort => sort(at, args[0]),
        Model::ArrayCopy => array_copy(at, args),
        Model::Exit => exit(at),
    }
}

/// Whether a descriptor has one parameter, a reference.
fn one_reference(descriptor: &str) -> bool {
    descriptor.starts_with("(L")
        && descriptor.find(';').is_some_and(|end| descriptor[end + 1..].starts_with(')'))
}

/// Content of a static field of a library class whose initialiser is not run.
pub fn library_static(draft: &mut Draft<'_, '_>, field: FieldId) -> Rule<Ref> {
    let info = draft.cx.program.field(field);
    let class = &draft.cx.program.class(info.class).name;
    if !skips_initializer(draft.cx.program, info.class) {
        return Err(Outcome::Cut(format!(
            "static field `{class}.{}` was not foreseen to be read",
            info.name
        )));
    }
    unknown_result(draft, info.ty, false)
}

fn quiet(at: At<'_, '_>, dst: Reg, result: TypeId, maybe_null: bool) -> Rule {
    let mut draft = at.draft();
    let result = if dst.is_none() || result == TypeId::VOID {
        Ref::NULL
    } else {
        unknown_result(&mut draft, result, maybe_null)?
    };
    draft.result(dst, result)
}

/// Anything of an opaque or primitive type.
fn unknown_result(draft: &mut Draft<'_, '_>, ty: TypeId, maybe_null: bool) -> Rule<Ref> {
    if let Some(number) = unknown_number(draft.cx.integers, ty) {
        return Ok(draft.state.fresh(number));
    }
    if let Some(element) = draft.cx.program.element_of(ty).filter(|element| element.is_primitive()) {
        let array = draft.cx.program.array_of(element);
        let types = draft.cx.world.set([world_type(draft, array)?]);
        return Ok(unknown_opaque(&mut draft.state, types, maybe_null));
    }
    let types = draft.cx.world.set([world_type(draft, ty)?]);
    if !draft.cx.world.is_opaque(types) {
        let name = draft.cx.program.type_name(ty);
        return Err(Outcome::Cut(format!("a library method returns an unknown `{name}`")));
    }
    Ok(unknown_opaque(&mut draft.state, types, maybe_null))
}

/// Prints or appends an object: its `toString` runs first, unless it is null or a string.
fn append_object(at: At<'_, '_>, dst: Reg, args: &[Ref]) -> Rule {
    let object = args[1];
    let done = at.state.split == Some(CALLBACK_DONE);
    if done || !at.exists(object)? || at.cx.world.is_opaque(at.state.types(object)) {
        return at.draft().result(dst, args[0]);
    }
    let program = at.cx.program;
    let root = program.class_named("java/lang/Object").map_err(|error| Outcome::Cut(error.to_string()))?;
    let to_string = program.declared_method(root, "toString", "()Ljava/lang/String;");
    let to_string = to_string.ok_or_else(|| Outcome::Cut("`Object.toString` is missing".into()))?;
    let target = super::call::select(at, object, to_string)?;
    if is_modelled(program, target) {
        return at.draft().result(dst, args[0]);
    }
    enter_call(at.draft(), target, &[object], Role::Callback)
}

fn string_length(at: At<'_, '_>, dst: Reg, string: Ref) -> Rule {
    let mut draft = at.draft();
    let length = length_of(&mut draft, string);
    draft.fact(Fact::Length { array: string, result: length });
    draft.result(dst, length)
}

fn char_at(at: At<'_, '_>, dst: Reg, args: &[Ref]) -> Rule {
    let (string, index) = (args[0], Operand::Ref(args[1]));
    let Some(value) = at.state.array(string) else {
        let mut draft = at.draft();
        let length = length_of(&mut draft, string);
        draft.fact(Fact::Length { array: string, result: length });
        return Err(Outcome::Cases(vec![draft.finish()]));
    };
    let length = Operand::Ref(value.length);
    if !at.holds(Cond::Ge, index, Operand::Const(0))? || !at.holds(Cond::Lt, index, length)? {
        return raise(at, "java/lang/StringIndexOutOfBoundsException");
    }
    quiet(at, dst, TypeId::CHAR, false)
}

fn or_throw(at: At<'_, '_>, dst: Reg, result: TypeId, exception: &str) -> Rule {
    match at.forced() {
        Some(true) => quiet(at, dst, result, false),
        Some(false) => raise(at, exception),
        None => at.split(),
    }
}

fn needs_arguments(at: At<'_, '_>, dst: Reg, result: TypeId, args: &[Ref]) -> Rule {
    for &arg in args {
        let is_reference = matches!(at.state.value(arg), Value::Null | Value::Object(_) | Value::Array(_));
        if is_reference && !at.exists(arg)? {
            return raise(at, "java/lang/NullPointerException");
        }
    }
    quiet(at, dst, result, false)
}

fn new_box(at: At<'_, '_>, dst: Reg, ty: TypeId, value: Ref) -> Rule {
    let mut draft = at.draft();
    let result = allocate(&mut draft, ty)?;
    let class = at.cx.program.resolve_class(ty).map_err(|error| Outcome::Cut(error.to_string()))?;
    if let Some(field) = at.cx.program.declared_field(class, "value") {
        draft.state.set_field(result, field, value);
    }
    draft.fact(Fact::New { result });
    draft.result(dst, result)
}

/// Stores message and cause by parameter type; a cause given alone also makes a message.
fn new_throwable(at: At<'_, '_>, target: MethodId, args: &[Ref]) -> Rule {
    let program = at.cx.program;
    let method = program.method(target);
    let mut draft = at.draft();
    for (&ty, &arg) in method.params.iter().zip(&args[1..]) {
        let name = match &*program.type_name(ty) {
            "java.lang.String" => "detailMessage",
            "java.lang.Throwable" => "cause",
            _ => continue,
        };
        if let Some(field) = program.declared_field(method.class, name) {
            crate::write::put_field(at.cx.world, &mut draft.state, args[0], field, arg);
        }
    }
    draft.advance();
    draft.step()
}

fn clone(at: At<'_, '_>, dst: Reg, original: Ref) -> Rule {
    let mut draft = at.draft();
    let copy = shallow_copy(at, &mut draft, original)?;
    draft.result(dst, copy)
}

/// What is beyond the original's length is null, and what hidden cells hold may be.
fn copy_of(at: At<'_, '_>, dst: Reg, original: Ref, length: Ref) -> Rule {
    if !at.exists(original)? {
        return raise(at, "java/lang/NullPointerException");
    }
    if at.holds(Cond::Lt, Operand::Ref(length), Operand::Const(0))? {
        return raise(at, "java/lang/NegativeArraySizeException");
    }
    let mut draft = at.draft();
    let copy = shallow_copy(at, &mut draft, original)?;
    if let Value::Array(array) = &mut draft.state.values[copy.index()] {
        array.length = length;
    }
    draft.result(dst, copy)
}

/// Afterwards nothing is known about the cells.
fn sort(at: At<'_, '_>, array: Ref) -> Rule {
    if !at.exists(array)? {
        return raise(at, "java/lang/NullPointerException");
    }
    if let Some(&alias) = crate::write::conflicting_aliases(at.state, array, None).first() {
        return at.tell_apart(array, alias);
    }
    let mut draft = at.draft();
    mark_changed(at.cx.world, &mut draft.state, array);
    if at.state.array(array).is_some_and(|array| array.cells.is_some()) {
        hide_cells(at.cx.world, &mut draft.state, array);
    }
    draft.advance();
    draft.step()
}

/// A copy that shares with the original whatever the original hides.
fn shallow_copy(at: At<'_, '_>, draft: &mut Draft<'_, '_>, original: Ref) -> Rule<Ref> {
    if at.state.array(original).is_some_and(|array| array.cells.is_some()) {
        hide_cells(at.cx.world, &mut draft.state, original);
    }
    if at.cx.world.is_array(at.state.types(original)) {
        length_of(draft, original);
    } else if has_hidden_numbers(at, original) {
        return Err(Outcome::Cut("`Object.clone` of a partly known object".into()));
    }
    let value = draft.state.value(original).clone();
    let copy = draft.state.fresh(value);
    if at.state.is_object(at.cx.world, original) {
        let meets: Vec<Ref> = draft.state.predicates.joins.partners(original).collect();
        for x in meets {
            draft.state.predicates.add_join(copy, if x == original { copy } else { x });
        }
        draft.state.predicates.add_join(copy, original);
        if let Some(fields) = draft.state.predicates.cyclic(original).cloned() {
            draft.state.predicates.add_cyclic(copy, fields);
        }
    }
    draft.fact(Fact::New { result: copy });
    Ok(copy)
}

/// A hidden field would have to stay equal in both copies, which nothing records.
fn has_hidden_numbers(at: At<'_, '_>, original: Ref) -> bool {
    let world = at.cx.world;
    world.members(at.state.types(original)).into_iter().any(|ty| match &world.info(ty).layout {
        Layout::Class(fields) => fields.iter().any(|&field| at.state.field(original, field).is_none()),
        Layout::Array(_) => false,
    })
}

/// `System.arraycopy`: elements may move to anywhere in the destination, or an exception is thrown.
fn array_copy(at: At<'_, '_>, args: &[Ref]) -> Rule {
    let (source, destination) = (args[0], args[2]);
    if !at.exists(source)? || !at.exists(destination)? {
        return raise(at, "java/lang/NullPointerException");
    }
    // Arrays of one and the same class never refuse each other's elements; of others an `ArrayStoreException` is possible.
    let class = |array| at.cx.world.only(at.state.types(array));
    if class(source).is_none() || class(source) != class(destination) {
        return Err(Outcome::Cut("`System.arraycopy` between arrays of different classes".into()));
    }
    match at.forced() {
        None => return at.split(),
        Some(false) => return raise(at, "java/lang/ArrayIndexOutOfBoundsException"),
        Some(true) => {}
    }
    if source != destination
        && let Some(&alias) = crate::write::conflicting_aliases(at.state, destination, None).first()
    {
        return at.tell_apart(destination, alias);
    }
    let world = at.cx.world;
    let mut draft = at.draft();
    mark_changed(world, &mut draft.state, destination);
    for array in [source, destination] {
        if draft.state.array(array).is_some_and(|array| array.cells.is_some()) {
            hide_cells(world, &mut draft.state, array);
        }
    }
    if source != destination && world.has_reference_cells(draft.state.types(source)) {
        // As if every element were read and stored.
        let element = crate::realize::load_hidden_cell(world, &mut draft.state, source);
        if let Value::Object(object) = &mut draft.state.values[element.index()] {
            object.maybe_null = false;
        }
        crate::write::put_hidden_cell(world, &mut draft.state, destination, element);
        draft.state.predicates.add_join(source, destination);
        draft.state.predicates = draft.state.predicates.renamed(|r| (r != element).then_some(r));
    }
    draft.advance();
    draft.step()
}
