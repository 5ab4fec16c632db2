//! Library methods that are not run from their bytecode: input and output, strings, boxes, reflection, and natives. Which
//! they are says the [table](super::table); a native method without an entry cuts the graph and is named.
//! A model that would run code of the program asks [`callback`] first.
//!
//! Strings, builders, class objects and boxes are *opaque*: immutable values (or, for builders, values whose content
//! does not matter) that predicates do not talk about.

use base::Id;
use library::{Method, Model, names};
use program::code::{BinOp, Cond, Reg};
use program::{FieldId, MethodId, TypeId};

use super::array::length_of;
use super::call::{CALLBACK_DONE, enter_call, exit};
use super::callback;
use super::object::{allocate, unknown_opaque, world_type};
use super::table::skips_initializer;
use super::throw::{raise, raise_one_of};
use super::{At, Draft, Outcome, Rule, told, unknown_number};
use crate::domain::interval::Interval;
use crate::eval::realize::hide_cells;
use crate::graph::{Fact, Operand};
use crate::recursion::inputs::mark_changed;
use crate::state::focus::hide_aliased_focuses;
use crate::state::{Array, Ref, Role, Value};
use crate::world::Layout;

/// Evaluates a modelled call; the receiver, if any, exists.
pub fn apply(at: At<'_, '_>, line: &'static Method, dst: Reg, target: MethodId, args: &[Ref]) -> Rule {
    let Some(model) = line.model else { return Err(Outcome::Cut("nothing stands for a method".into())) };
    let method = at.cx.program.method(target);
    callback::no_own_receiver(at, target, args)?;
    match model {
        Model::Told => told::apply(at, line, dst, target, args),
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
        Model::Format => format(at, line, dst, args),
        Model::AppendObject => append_object(at, dst, args),
        Model::StringIsEmpty => string_is_empty(at, dst, args[0]),
        Model::Characters => characters(at, dst, method.result, args[0]),
        Model::Part => part(at, dst, args),
        Model::Box => new_box(at, dst, method.result, args[0]),
        Model::NewThrowable => new_throwable(at, target, args),
        Model::Clone => clone(at, dst, args[0]),
        Model::CopyOf => copy_of(at, dst, args[0], args[1]),
        Model::Sort => sort(at, args[0]),
        Model::ArrayCopy => array_copy(at, args),
        Model::Exit => exit(at),
        Model::Assume => assume(at, args[0]),
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
pub(super) fn unknown_result(draft: &mut Draft<'_, '_>, ty: TypeId, maybe_null: bool) -> Rule<Ref> {
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
        return raise(at, names::NULL_POINTER);
    }
    if at.state.predicates.equal.contains(exception, suppressed) {
        return at.tell_apart(exception, suppressed);
    }
    if exception == suppressed {
        return raise(at, names::ILLEGAL_ARGUMENT);
    }
    let mut draft = at.draft();
    draft.advance();
    draft.step()
}

/// What is wrong with a format, or with what is formatted: `IllegalFormatException` is what they have in common.
fn format(at: At<'_, '_>, line: &Method, dst: Reg, args: &[Ref]) -> Rule {
    callback::no_own_cells(at, args[2])?;
    if !at.exists(args[1])? {
        return raise(at, names::NULL_POINTER);
    }
    match at.forced() {
        Some(true) => at.draft().result(dst, args[0]),
        Some(false) => {
            let perhaps = line.raises.iter().flatten().filter(|raise| raise.when.is_none());
            raise_one_of(at, &perhaps.map(|raise| &*raise.class).collect::<Vec<_>>())
        }
        None => at.split(),
    }
}

/// The length of a string; it becomes visible in a refinement of its own.
pub(super) fn visible_length(at: At<'_, '_>, string: Ref) -> Rule<Ref> {
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
        return raise(at, names::STRING_INDEX);
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

fn assume(at: At<'_, '_>, condition: Ref) -> Rule {
    if at.holds(Cond::Eq, Operand::Ref(condition), Operand::Const(0))? {
        return exit(at);
    }
    let mut draft = at.draft();
    draft.advance();
    draft.step()
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
    let throwable = program.class_type(names::THROWABLE);
    let causes = if *method.params == [throwable] { &args[1..] } else { &[] };
    let first = unless_done(at, || callback::fill_in(at, args[0], causes))?;
    // The longest constructor fills in no stack trace if told so.
    if first.is_some() && method.params.len() == LONGEST {
        return Err(Outcome::Cut("a stack trace may be filled in by code of the program".into()));
    }
    after(at, first, args[0], || {
        let mut draft = at.draft();
        for (&ty, &arg) in method.params.iter().zip(&args[1..]) {
            let name = if ty == program.class_type(names::STRING) {
                "detailMessage"
            } else if ty == throwable {
                "cause"
            } else {
                continue;
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

/// Message, cause, whether others can be suppressed, whether there is a stack trace.
const LONGEST: usize = 4;

/// `Object.clone`: arrays and what is `Cloneable` can be.
fn clone(at: At<'_, '_>, dst: Reg, original: Ref) -> Rule {
    let cloneable = at.cx.program.class_type(names::CLONEABLE);
    if !super::object::is_of_type(at, original, cloneable, false)? {
        return raise(at, names::CLONE_NOT_SUPPORTED);
    }
    let mut draft = at.draft();
    let copy = shallow_copy(at, &mut draft, original)?;
    draft.result(dst, copy)
}

/// What is beyond the original's length is null, and what hidden cells hold may be.
fn copy_of(at: At<'_, '_>, dst: Reg, original: Ref, length: Ref) -> Rule {
    let is_negative = at.holds(Cond::Lt, Operand::Ref(length), Operand::Const(0))?;
    match (at.exists(original)?, is_negative) {
        (true, false) => {}
        (true, true) => return raise(at, names::NEGATIVE_SIZE),
        (false, false) => return raise(at, names::NULL_POINTER),
        // Versions of the JDK differ in what they look at first.
        (false, true) => return raise_one_of(at, &[names::NULL_POINTER, names::NEGATIVE_SIZE]),
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
        return raise(at, names::NULL_POINTER);
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
        return raise(at, names::NULL_POINTER);
    }
    if source != destination && !takes_all_elements(at, source, destination) {
        return Err(Outcome::Cut("`System.arraycopy` between arrays of different classes".into()));
    }
    match at.forced() {
        None => return at.split(),
        Some(false) => return raise(at, names::ARRAY_INDEX),
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
