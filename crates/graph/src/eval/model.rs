//! Library methods that are not run from their bytecode: input and output, strings, boxes, reflection, and natives. Which
//! they are says the [table](super::table); a native method without an entry cuts the graph and is named.
//! A model that would run code of the program asks [`callback`] first.
//!
//! Strings, builders, class objects and boxes are *opaque*: immutable values (or, for builders, values whose content
//! does not matter) that predicates do not talk about.

use base::Id;
use library::Model;
use program::code::{BinOp, Cond, Reg};
use program::{FieldId, MethodId, TypeId};

use super::array::length_of;
use super::call::{CALLBACK_DONE, enter_call, exit};
use super::callback;
use super::object::{allocate, unknown_opaque, world_type};
use super::table::skips_initializer;
use super::throw::{raise, raise_one_of};
use super::{At, Draft, Outcome, Rule, unknown_number};
use crate::domain::interval::Interval;
use crate::eval::realize::hide_cells;
use crate::graph::{Fact, Operand};
use crate::recursion::inputs::mark_changed;
use crate::state::focus::hide_aliased_focuses;
use crate::state::{Array, Ref, Role, Value};
use crate::world::Layout;

/// Evaluates a modelled call; the receiver, if any, exists.
pub fn apply(at: At<'_, '_>, model: Model, dst: Reg, target: MethodId, args: &[Ref]) -> Rule {
    let method = at.cx.program.method(target);
    callback::no_own_receiver(at, target, args)?;
    callback::no_own_texts(at, target, args)?;
    match model {
        Model::Quiet => quiet(at, dst, method.result, false),
        Model::QuietOrNull => needs_arguments(at, dst, method.result, args, true),
        Model::NeedsArguments => needs_arguments(at, dst, method.result, args, false),
        Model::NeedsKey => needs_key(at, dst, method.result, args),
        Model::NeedsPositive | Model::NeedsNatural | Model::Notify | Model::Substring | Model::Parse => {
            or_throw(at, dst, method.result, model.raises())
        }
        Model::ToString => {
            let first = unless_done(at, || callback::hash_code(at, args[0]))?;
            after(at, first, args[0], || quiet(at, dst, method.result, false))
        }
        Model::Message => {
            let first = unless_done(at, || callback::message(at, args[0]))?;
            after(at, first, args[0], || quiet(at, dst, method.result, false))
        }
        Model::StackTrace => {
            callback::no_own_traces(at)?;
            quiet(at, dst, method.result, false)
        }
        Model::Suppress => suppress(at, args),
        Model::Format => format(at, dst, args),
        Model::Receiver => at.draft().result(dst, args[0]),
        Model::AppendObject => append_object(at, dst, args),
        Model::StringLength => string_length(at, dst, args[0]),
        Model::StringIsEmpty => string_is_empty(at, dst, args[0]),
        Model::Characters => characters(at, dst, method.result, args[0]),
        Model::Part => part(at, dst, args),
        Model::Sleep => sleep(at, args),
        Model::CharAt => char_at(at, dst, args),
        Model::Box => new_box(at, dst, method.result, args[0]),
        Model::NewThrowable => new_throwable(at, target, args),
        Model::Clone => clone(at, dst, args[0]),
        Model::CopyOf => copy_of(at, dst, args[0], args[1]),
        Model::Sort => sort(at, args[0]),
        Model::ArrayCopy => array_copy(at, args),
        Model::Exit => exit(at),
    }
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

/// What a model has to run first, unless it has been run.
fn unless_done(at: At<'_, '_>, first: impl FnOnce() -> Rule<Option<MethodId>>) -> Rule<Option<MethodId>> {
    if at.state.split == Some(CALLBACK_DONE) { Ok(None) } else { first() }
}

/// Runs a method of an object, or goes on if there is none to run.
fn after(at: At<'_, '_>, first: Option<MethodId>, object: Ref, then: impl FnOnce() -> Rule) -> Rule {
    match first {
        Some(callback) => enter_call(at.draft(), callback, &[object], Role::Callback),
        None => then(),
    }
}

/// Prints or appends an object: its `toString` runs first, unless it is null or a string.
fn append_object(at: At<'_, '_>, dst: Reg, args: &[Ref]) -> Rule {
    let object = args[1];
    let first = unless_done(at, || match at.exists(object)? {
        true => callback::to_string(at, object),
        false => Ok(None),
    })?;
    after(at, first, object, || at.draft().result(dst, args[0]))
}

/// `addSuppressed`: neither null nor the exception itself.
fn suppress(at: At<'_, '_>, args: &[Ref]) -> Rule {
    let (exception, suppressed) = (args[0], args[1]);
    if !at.exists(suppressed)? {
        return raise(at, "java/lang/NullPointerException");
    }
    if at.state.predicates.equal.contains(exception, suppressed) {
        return at.tell_apart(exception, suppressed);
    }
    if exception == suppressed {
        return raise(at, "java/lang/IllegalArgumentException");
    }
    let mut draft = at.draft();
    draft.advance();
    draft.step()
}

fn format(at: At<'_, '_>, dst: Reg, args: &[Ref]) -> Rule {
    callback::no_own_cells(at, args[2])?;
    if !at.exists(args[1])? {
        return raise(at, "java/lang/NullPointerException");
    }
    match at.forced() {
        Some(true) => at.draft().result(dst, args[0]),
        Some(false) => raise_one_of(at, Model::Format.raises()),
        None => at.split(),
    }
}

fn string_length(at: At<'_, '_>, dst: Reg, string: Ref) -> Rule {
    let mut draft = at.draft();
    let length = length_of(&mut draft, string);
    draft.fact(Fact::Length { array: string, result: length });
    draft.result(dst, length)
}

/// The length of a string; it becomes visible in a refinement of its own.
fn visible_length(at: At<'_, '_>, string: Ref) -> Rule<Ref> {
    if let Some(value) = at.state.array(string) {
        return Ok(value.length);
    }
    let mut draft = at.draft();
    let length = length_of(&mut draft, string);
    draft.fact(Fact::Length { array: string, result: length });
    Err(Outcome::Cases(vec![draft.finish()]))
}

fn string_is_empty(at: At<'_, '_>, dst: Reg, string: Ref) -> Rule {
    let length = visible_length(at, string)?;
    let empty = at.holds(Cond::Eq, Operand::Ref(length), Operand::Const(0))?;
    let mut draft = at.draft();
    let result = draft.state.fresh_int(Interval::literal(empty.into()));
    draft.result(dst, result)
}

fn characters(at: At<'_, '_>, dst: Reg, ty: TypeId, string: Ref) -> Rule {
    let length = visible_length(at, string)?;
    let mut draft = at.draft();
    let types = at.cx.world.set([world_type(&draft, ty)?]);
    let result = draft.state.fresh(Value::Array(Array::hidden(types, length)));
    draft.fact(Fact::New { result });
    draft.result(dst, result)
}

/// `substring(begin)` and `substring(begin, end)`: `0 <= begin <= end <= length`, or an exception.
fn part(at: At<'_, '_>, dst: Reg, args: &[Ref]) -> Rule {
    let length = visible_length(at, args[0])?;
    let (begin, end) = (Operand::Ref(args[1]), args.get(2).copied().unwrap_or(length));
    let inside = at.holds(Cond::Ge, begin, Operand::Const(0))?
        && at.holds(Cond::Le, Operand::Ref(end), Operand::Ref(length))?
        && at.holds(Cond::Le, begin, Operand::Ref(end))?;
    if !inside {
        return raise(at, "java/lang/StringIndexOutOfBoundsException");
    }
    let mut draft = at.draft();
    let part = super::number::define(at, &mut draft, BinOp::IntSub, Operand::Ref(end), begin);
    if let Value::Int(interval) = draft.state.values[part.index()]
        && let Some(natural) = interval.meet(Interval::NON_NEGATIVE)
    {
        draft.state.values[part.index()] = Value::Int(natural);
    }
    let types = at.state.types(args[0]);
    let result = draft.state.fresh(Value::Array(Array::hidden(types, part)));
    draft.result(dst, result)
}

fn sleep(at: At<'_, '_>, args: &[Ref]) -> Rule {
    if at.holds(Cond::Lt, Operand::Ref(args[0]), Operand::Const(0))? {
        return raise(at, "java/lang/IllegalArgumentException");
    }
    or_throw(at, Reg::NONE, TypeId::VOID, Model::Sleep.raises())
}

fn char_at(at: At<'_, '_>, dst: Reg, args: &[Ref]) -> Rule {
    let index = Operand::Ref(args[1]);
    let length = Operand::Ref(visible_length(at, args[0])?);
    if !at.holds(Cond::Ge, index, Operand::Const(0))? || !at.holds(Cond::Lt, index, length)? {
        return raise(at, "java/lang/StringIndexOutOfBoundsException");
    }
    quiet(at, dst, TypeId::CHAR, false)
}

fn or_throw(at: At<'_, '_>, dst: Reg, result: TypeId, exceptions: &[&str]) -> Rule {
    match at.forced() {
        Some(true) => quiet(at, dst, result, false),
        Some(false) => raise_one_of(at, exceptions),
        None => at.split(),
    }
}

fn needs_arguments(at: At<'_, '_>, dst: Reg, result: TypeId, args: &[Ref], maybe_null: bool) -> Rule {
    for &arg in args {
        let is_reference = matches!(at.state.value(arg), Value::Null | Value::Object(_) | Value::Array(_));
        if is_reference && !at.exists(arg)? {
            return raise(at, "java/lang/NullPointerException");
        }
    }
    quiet(at, dst, result, maybe_null)
}

/// Something that is looked up: it may not be there, and what is asked for may be no key at all.
fn needs_key(at: At<'_, '_>, dst: Reg, result: TypeId, args: &[Ref]) -> Rule {
    match at.forced() {
        Some(false) => raise(at, "java/lang/IllegalArgumentException"),
        Some(true) => quiet(at, dst, result, true),
        None => match args.first() {
            Some(&key) if !at.exists(key)? => raise(at, "java/lang/NullPointerException"),
            Some(_) | None => at.split(),
        },
    }
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

/// Fills in the stack trace, then stores message and cause by parameter type; a cause given alone also makes a message.
fn new_throwable(at: At<'_, '_>, target: MethodId, args: &[Ref]) -> Rule {
    let program = at.cx.program;
    let method = program.method(target);
    let causes = if method.params.len() == 1 && &*program.type_name(method.params[0]) == THROWABLE {
        &args[1..]
    } else {
        &[]
    };
    let first = unless_done(at, || callback::fill_in(at, args[0], causes))?;
    if first.is_some() && &*method.descriptor == WITHOUT_TRACE {
        return Err(Outcome::Cut("a stack trace may be filled in by code of the program".into()));
    }
    after(at, first, args[0], || {
        let mut draft = at.draft();
        for (&ty, &arg) in method.params.iter().zip(&args[1..]) {
            let name = match &*program.type_name(ty) {
                "java.lang.String" => "detailMessage",
                THROWABLE => "cause",
                _ => continue,
            };
            if let Some(field) = program.declared_field(method.class, name) {
                crate::eval::write::put_field(at.cx.world, &mut draft.state, args[0], field, arg);
                draft.fact(Fact::Write { object: args[0], field, value: arg });
            }
        }
        draft.advance();
        draft.step()
    })
}

const THROWABLE: &str = "java.lang.Throwable";
/// The constructor that fills in no stack trace if told so.
const WITHOUT_TRACE: &str = "(Ljava/lang/String;Ljava/lang/Throwable;ZZ)V";

/// `Object.clone`: arrays and what is `Cloneable` can be.
fn clone(at: At<'_, '_>, dst: Reg, original: Ref) -> Rule {
    let cloneable = at.cx.program.class_type("java/lang/Cloneable");
    if !super::object::is_of_type(at, original, cloneable, false)? {
        return raise(at, "java/lang/CloneNotSupportedException");
    }
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
    if let Some(&alias) = crate::eval::write::conflicting_aliases(at.state, array, None).first() {
        return at.tell_apart(array, alias);
    }
    at.may_write(array)?;
    let mut draft = at.draft();
    mark_changed(at.cx.world, &mut draft.state, array);
    hide_aliased_focuses(at.cx.world, &mut draft.state, array);
    if at.state.array(array).is_some_and(|array| array.shows_cells()) {
        hide_cells(at.cx.world, &mut draft.state, array);
    }
    draft.advance();
    draft.step()
}

/// A copy that shares with the original whatever the original hides.
fn shallow_copy(at: At<'_, '_>, draft: &mut Draft<'_, '_>, original: Ref) -> Rule<Ref> {
    at.may_read(original)?;
    if at.state.array(original).is_some_and(|array| array.shows_cells()) {
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

/// Whether no element of the source can be refused (`ArrayStoreException`).
fn takes_all_elements(at: At<'_, '_>, source: Ref, destination: Ref) -> bool {
    let world = at.cx.world;
    let layouts = |array| world.members(at.state.types(array)).into_iter().map(|ty| &world.info(ty).layout);
    let class = |array| world.only(at.state.types(array));
    let takes = |from: &Layout, to: &Layout| match (from, to) {
        (Layout::Array(Some(from)), Layout::Array(Some(to))) => {
            world.is_subset(world.set(from.iter().copied()), world.set(to.iter().copied()))
        }
        (Layout::Array(_) | Layout::Class(_), _) => false,
    };
    let is_same = class(source).is_some() && class(source) == class(destination);
    is_same || layouts(source).all(|from| layouts(destination).all(|to| takes(from, to)))
}

/// `System.arraycopy`: elements may move to anywhere in the destination, or an exception is thrown.
fn array_copy(at: At<'_, '_>, args: &[Ref]) -> Rule {
    let (source, destination) = (args[0], args[2]);
    if !at.exists(source)? || !at.exists(destination)? {
        return raise(at, "java/lang/NullPointerException");
    }
    if source != destination && !takes_all_elements(at, source, destination) {
        return Err(Outcome::Cut("`System.arraycopy` between arrays of different classes".into()));
    }
    match at.forced() {
        None => return at.split(),
        Some(false) => return raise(at, "java/lang/ArrayIndexOutOfBoundsException"),
        Some(true) => {}
    }
    if source != destination
        && let Some(&alias) = crate::eval::write::conflicting_aliases(at.state, destination, None).first()
    {
        return at.tell_apart(destination, alias);
    }
    at.may_read(source)?;
    at.may_write(destination)?;
    let world = at.cx.world;
    let mut draft = at.draft();
    mark_changed(world, &mut draft.state, destination);
    hide_aliased_focuses(world, &mut draft.state, destination);
    for array in [source, destination] {
        if draft.state.array(array).is_some_and(|array| array.shows_cells()) {
            hide_cells(world, &mut draft.state, array);
        }
    }
    if source != destination && world.has_reference_cells(draft.state.types(source)) {
        // As if every element were read and stored.
        let element = crate::eval::realize::load_hidden_cell(world, &mut draft.state, source);
        if let Value::Object(object) = &mut draft.state.values[element.index()] {
            object.maybe_null = false;
        }
        crate::eval::write::put_hidden_cell(world, &mut draft.state, destination, element);
        draft.state.predicates.add_join(source, destination);
        draft.state.predicates = draft.state.predicates.renamed(|r| (r != element).then_some(r));
        // Whatever was stored measures no more than the array it came from.
        draft.fact(Fact::WriteCell { array: destination, index: args[3], value: source });
    }
    draft.advance();
    draft.step()
}
