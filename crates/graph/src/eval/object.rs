//! Objects: fields, allocation, casts, comparison of references [Otto15, §1.4, §1.6].

use base::Id;
use library::names;
use program::class::Origin;
use program::code::{Pc, Reg};
use program::{FieldId, FieldRef, Flags, StringId, Type, TypeId};

use super::init::initialize;
use super::model;
use super::throw::raise;
use super::{At, Draft, Outcome, Rule, default_value, unknown_number};
use crate::domain::interval::Interval;
use crate::eval::realize::realize_field;
use crate::eval::write;
use crate::graph::Fact;
use crate::recursion::inputs::mark_changed;
use crate::state::predicates::FieldSet;
use crate::state::{Array, Label, Object, Ref, State, Value};
use crate::world::closed_world::is_open;
use crate::world::{Layout, TypeSet, WorldType};

impl At<'_, '_> {
    pub(super) fn field(&self, field: FieldRef) -> Rule<FieldId> {
        self.cx.program.resolve_field(field).map_err(|error| Outcome::Cut(error.to_string()))
    }

    /// Members of `types` that are of type `ty`, and the others; `None` if the world does not know.
    fn partition(&self, types: TypeSet, ty: TypeId) -> Rule<Option<[TypeSet; 2]>> {
        let world = self.cx.world;
        let mut yes = Vec::new();
        let mut no = Vec::new();
        for member in world.members(types) {
            let Some(sub) = world.info(member).ty else {
                if !self.excludes_outside(ty) {
                    return Ok(None);
                }
                no.push(member);
                continue;
            };
            let is = self.cx.program.is_subtype(sub, ty).map_err(|error| Outcome::Cut(error.to_string()))?;
            if is { yes.push(member) } else { no.push(member) }
        }
        Ok(Some([world.set(yes), world.set(no)]))
    }

    /// Whether no class from outside the world is of this type.
    fn excludes_outside(&self, ty: TypeId) -> bool {
        let program = self.cx.program;
        let Type::Class(name) = program.ty(ty) else { return false };
        let users = program.class_named(name).is_ok_and(|class| program.class(class).origin != Origin::Jdk);
        !is_open(program, ty, self.cx.world.java_types()) && (users || self.cx.world.find(ty).is_some())
    }
}

/// **GETFIELD**: NullPointerException on null, otherwise the content, realised if it was hidden.
pub fn get_field(at: At<'_, '_>, dst: Reg, object: Reg, field: FieldRef) -> Rule {
    let object = at.reg(object)?;
    if !at.exists(object)? {
        return raise(at, names::NULL_POINTER);
    }
    let field = at.field(field)?;
    has_fields(at, object)?;
    keeps_field(at, object, field)?;
    if !at.cx.program.field(field).flags.is(Flags::FINAL) {
        at.may_read(object)?;
    }
    tell_end_of_way(at, object, field)?;
    let mut draft = at.draft();
    let content = match at.state.field(object, field) {
        Some(content) => content,
        None => {
            let number = unknown_number(at.cx.integers, at.cx.program.field(field).ty);
            let content = realize_field(at.cx.world, &mut draft.state, object, field, number);
            at.cx.given.limit(at.cx.program, at.cx.world, &mut draft.state, field, content);
            if at.state.has_next(object, field)
                && let Value::Object(next) = &mut draft.state.values[content.index()]
            {
                next.maybe_null = false;
            }
            draft.fact(Fact::Realize { object, field, result: content });
            realize_siblings(at, &mut draft, object, field);
            content
        }
    };
    draft.fact(Fact::Read { object, field, result: content });
    draft.result(dst, content)
}

/// Where cycles are possible, it is told first whether the end of a way is reached: if not, the field leads on to it.
fn tell_end_of_way(at: At<'_, '_>, object: Ref, field: FieldId) -> Rule<()> {
    let circles = |fields: &FieldSet| fields.iter().all(|other| other == field);
    if !at.state.predicates.cyclic(object).is_some_and(circles) {
        return Ok(());
    }
    let mut ends = at.state.reaches.targets(object, field);
    match ends.find(|&to| object != to && !at.state.differ(object, to)) {
        Some(to) => at.tell_apart(object, to),
        None => Ok(()),
    }
}

/// More fields are not looked into at once.
const MOST_SIBLINGS: usize = 3;

/// In a method that calls itself, all parts of an object come into sight together: what a call does to one of them then says
/// nothing about the others.
fn realize_siblings(at: At<'_, '_>, draft: &mut Draft<'_, '_>, object: Ref, field: FieldId) {
    let world = at.cx.world;
    if !at.cx.recursive.contains_key(&at.frame.method) {
        return;
    }
    let Some(class) = world.only(at.state.types(object)) else { return };
    let hidden = |other: &FieldId| *other != field && at.state.field(object, *other).is_none();
    let siblings: Vec<FieldId> =
        world.reference_fields(world.set([class])).into_iter().filter(hidden).collect();
    for sibling in siblings.into_iter().take(MOST_SIBLINGS) {
        let content = realize_field(world, &mut draft.state, object, sibling, None);
        draft.fact(Fact::Realize { object, field: sibling, result: content });
    }
}

/// Of strings that come from elsewhere only the length is followed ([`new_string`]): their fields are not there to be seen.
fn has_fields(at: At<'_, '_>, object: Ref) -> Rule<()> {
    match at.state.array(object) {
        None => Ok(()),
        Some(_) => Err(Outcome::Cut("the content of a string is not followed".into())),
    }
}

/// Models do not keep the fields of opaque objects: only a number that never changes may be read there.
fn keeps_field(at: At<'_, '_>, object: Ref, field: FieldId) -> Rule<()> {
    let (program, world) = (at.cx.program, at.cx.world);
    let is_number = !program.field(field).ty.is_reference();
    let is_kept = |ty: WorldType| {
        let info = world.info(ty);
        let is_immutable =
            library::class(&info.name.replace('.', "/")).is_some_and(|class| class.is_immutable);
        !info.opaque || is_number && is_immutable
    };
    let mut hidden = world.members(at.state.types(object)).into_iter().filter(|&ty| !is_kept(ty));
    match hidden.next() {
        None => Ok(()),
        Some(ty) => Err(Outcome::Cut(format!("the content of a `{}` is not followed", world.info(ty).name))),
    }
}

/// **PUTFIELD** [Otto15, §1.6.1]: possible aliases that show the field are told apart first.
pub fn put_field(at: At<'_, '_>, object: Reg, field: FieldRef, src: Reg) -> Rule {
    let (object, value) = (at.reg(object)?, at.reg(src)?);
    if !at.exists(object)? {
        return raise(at, names::NULL_POINTER);
    }
    let field = at.field(field)?;
    has_fields(at, object)?;
    let aliases = write::conflicting_aliases(at.state, object, Some(Label::Field(field)));
    if let Some(&alias) = aliases.first() {
        return at.tell_apart(object, alias);
    }
    at.may_write(object)?;
    let mut draft = at.draft();
    mark_changed(at.cx.world, &mut draft.state, object);
    write::put_field(at.cx.world, &mut draft.state, object, field, value);
    draft.fact(Fact::Write { object, field, value });
    draft.advance();
    draft.step()
}

/// **GETSTATIC**: initialises the class first.
pub fn get_static(at: At<'_, '_>, dst: Reg, field: FieldRef) -> Rule {
    let field = at.field(field)?;
    initialize(at, at.cx.program.field(field).class)?;
    let number = at.may_read_static(field)?.then(|| at.cx.program.field(field).ty);
    let number = number.and_then(|ty| unknown_number(at.cx.integers, ty));
    let mut draft = at.draft();
    let content = match (number, at.state.static_field(field)) {
        (Some(number), _) => draft.state.fresh(number),
        (None, Some(content)) => content,
        (None, None) => model::library_static(&mut draft, field)?,
    };
    draft.result(dst, content)
}

/// **PUTSTATIC**: roots are no heap edges, so no predicate changes. Fields that nobody reads are not kept.
pub fn put_static(at: At<'_, '_>, field: FieldRef, src: Reg) -> Rule {
    let field = at.field(field)?;
    initialize(at, at.cx.program.field(field).class)?;
    at.may_write_static(field)?;
    let value = at.reg(src)?;
    let mut draft = at.draft();
    if at.state.static_field(field).is_some() {
        draft.state.set_static(field, value);
    }
    draft.advance();
    draft.step()
}

/// **NEW**: an object of exactly this class with default fields.
pub fn new(at: At<'_, '_>, dst: Reg, ty: TypeId) -> Rule {
    let class = at.cx.program.resolve_class(ty).map_err(|error| Outcome::Cut(error.to_string()))?;
    initialize(at, class)?;
    let mut draft = at.draft();
    let result = allocate(&mut draft, ty)?;
    draft.fact(Fact::New { result });
    draft.result(dst, result)
}

/// A fresh object with default fields.
pub fn allocate(draft: &mut Draft<'_, '_>, ty: TypeId) -> Rule<Ref> {
    let world = draft.cx.world;
    let entry = world_type(draft, ty)?;
    let object = Object { types: world.set([entry]), maybe_null: false, fields: Vec::new() };
    let result = draft.state.fresh(Value::Object(object));
    let info = world.info(entry);
    if let (Layout::Class(fields), false) = (&info.layout, info.opaque) {
        for &field in fields {
            let content = default_value(&mut draft.state, draft.cx.program.field(field).ty);
            draft.state.set_field(result, field, content);
        }
    }
    Ok(result)
}

/// The world's entry of a type that is about to be instantiated.
pub fn world_type(draft: &Draft<'_, '_>, ty: TypeId) -> Rule<WorldType> {
    draft.cx.world.find(ty).ok_or_else(|| {
        let name = draft.cx.program.type_name(ty);
        Outcome::Cut(format!("`{name}` was not foreseen to be instantiated"))
    })
}

/// An interned string: opaque, of known length.
pub fn constant_string(at: At<'_, '_>, dst: Reg, value: StringId) -> Rule {
    let length = at.cx.program.string(value).len();
    let mut draft = at.draft();
    let length = draft.state.fresh_int(Interval::literal(length as i128));
    let result = new_string(&mut draft, length)?;
    draft.result(dst, result)
}

/// A string of the given length.
pub fn new_string(draft: &mut Draft<'_, '_>, length: Ref) -> Rule<Ref> {
    let string = draft.cx.program.class_type(names::STRING);
    let types = draft.cx.world.set([world_type(draft, string)?]);
    Ok(draft.state.fresh(Value::Array(Array::hidden(types, length))))
}

pub fn constant_class(at: At<'_, '_>, dst: Reg) -> Rule {
    let mut draft = at.draft();
    let class = at.cx.program.class_type(names::CLASS);
    let result = allocate(&mut draft, class)?;
    draft.result(dst, result)
}

/// **CHECKCAST**: null passes; otherwise a type refinement decides.
pub fn check_cast(at: At<'_, '_>, src: Reg, ty: TypeId) -> Rule {
    let r = at.reg(src)?;
    if is_of_type(at, r, ty, true)? {
        let mut draft = at.draft();
        draft.advance();
        return draft.step();
    }
    raise(at, names::CLASS_CAST)
}

/// **INSTANCEOF**: null is of no type.
pub fn instance_of(at: At<'_, '_>, dst: Reg, src: Reg, ty: TypeId) -> Rule {
    let r = at.reg(src)?;
    let is = is_of_type(at, r, ty, false)?;
    let mut draft = at.draft();
    let result = draft.state.fresh_int(Interval::literal(is.into()));
    draft.result(dst, result)
}

/// Whether `r` is of a type; `null` is the answer for null.
pub fn is_of_type(at: At<'_, '_>, r: Ref, ty: TypeId, null: bool) -> Rule<bool> {
    if r == Ref::NULL {
        return Ok(null);
    }
    let Some(parts) = at.partition(at.state.types(r), ty)? else {
        return match at.forced() {
            Some(forced) => Ok(forced),
            None => at.split(),
        };
    };
    // No need to know about null if it does not make a difference.
    let settled = if null { parts[1] } else { parts[0] };
    if settled == TypeSet::EMPTY {
        return Ok(null);
    }
    if !at.exists(r)? {
        return Ok(null);
    }
    Ok(at.type_part(r, &parts)? == 0)
}

pub fn if_null(at: At<'_, '_>, equal: bool, src: Reg, target: Pc) -> Rule {
    let exists = at.exists(at.reg(src)?)?;
    at.branch(exists != equal, target)
}

pub fn if_same(at: At<'_, '_>, equal: bool, lhs: Reg, rhs: Reg, target: Pc) -> Rule {
    let same = is_same(at, at.reg(lhs)?, at.reg(rhs)?)?;
    at.branch(same == equal, target)
}

/// **IF_ACMPxx**, with existence before equality (erratum E5).
fn is_same(at: At<'_, '_>, a: Ref, b: Ref) -> Rule<bool> {
    if a == b {
        return Ok(true);
    }
    let may_be_null = |r: Ref| r == Ref::NULL || at.state.maybe_null(r);
    if may_be_null(a) && may_be_null(b) {
        let unknown = if a == Ref::NULL { b } else { a };
        at.exists(unknown)?;
    }
    if a == Ref::NULL || b == Ref::NULL {
        return Ok(false);
    }
    if at.state.predicates.equal.contains(a, b) {
        return at.tell_apart(a, b);
    }
    // Identity of strings, class objects and boxes is not tracked.
    let world = at.cx.world;
    let common = world.intersection(at.state.types(a), at.state.types(b));
    if !world.may_be_opaque(common) {
        return Ok(false);
    }
    match at.forced() {
        Some(forced) => Ok(forced),
        None => at.split(),
    }
}

/// **MONITORENTER**, **MONITOREXIT**: a null check; there is one thread.
pub fn monitor(at: At<'_, '_>, src: Reg) -> Rule {
    if !at.exists(at.reg(src)?)? {
        return raise(at, names::NULL_POINTER);
    }
    let mut draft = at.draft();
    draft.advance();
    draft.step()
}

/// An unknown content for a static field or result of reference type, about which nothing is shared.
pub fn unknown_opaque(state: &mut State, types: TypeSet, maybe_null: bool) -> Ref {
    if types == TypeSet::EMPTY {
        return Ref::NULL;
    }
    state.fresh(Value::Object(Object { types, maybe_null, fields: Vec::new() }))
}
