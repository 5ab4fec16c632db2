//! What is known of the fields of all objects, whoever made them.
//!
//! A fact holds of an object as soon as its constructor is done, and stays true whatever is written. So it holds of what is read
//! from any object but one whose constructor runs. Which one that is the stack tells; where recursion has forgotten part of it,
//! no constructor may be hidden there: facts of a class are left alone if a constructor of it that may run calls anything
//! but other constructors.
//!
//! Facts are proven of Java's integers and say nothing of unbounded ones.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base::Id;
use facts::{Facts, FieldFacts};
use library::names;
use program::class::Origin;
use program::code::Touches;
use program::{ClassId, FieldId, MethodId, Program, Type};

use crate::domain::interval::{Integers, Interval};
use crate::state::predicates::FieldSet;
use crate::state::{Ref, State, Value};
use crate::world::{Layout, TypeSet, World, WorldType};

/// Constructors within constructors that are looked into.
const DEPTH: u32 = 4;

#[derive(Default)]
pub struct Given {
    facts: Option<Arc<Facts>>,
    /// Classes whose constructors may be hidden on the stack.
    hidden: BTreeSet<ClassId>,
    used: RefCell<BTreeSet<FieldId>>,
}

impl Given {
    /// What is known when `method` is called, which may call what `calls` says.
    pub fn of(
        program: &Program,
        facts: Option<&Arc<Facts>>,
        method: MethodId,
        calls: &BTreeMap<MethodId, BTreeSet<MethodId>>,
        integers: Integers,
    ) -> Self {
        let is_known = |facts: &&Arc<Facts>| integers == Integers::Java && !facts.sees_unfinished(method);
        let Some(facts) = facts.filter(is_known) else { return Self::default() };
        let reached = calls.values().flatten().copied().chain([method]);
        let constructors = reached.filter(|callee| program.method(*callee).is_constructor());
        let hidden = constructors.filter(|constructor| !is_plain(program, *constructor, DEPTH));
        let hidden = hidden.map(|constructor| program.method(constructor).class).collect();
        Self { facts: Some(facts.clone()), hidden, used: RefCell::default() }
    }

    /// The fields of whose facts use was made.
    pub fn used(self) -> BTreeSet<FieldId> {
        self.used.into_inner()
    }

    fn facts(&self, program: &Program, field: FieldId) -> Option<&FieldFacts> {
        let facts = self.facts.as_ref()?.of(field)?;
        (!self.hidden.contains(&program.field(field).class)).then_some(facts)
    }

    /// What was just found in a field of some object is as the facts say.
    pub fn limit(&self, program: &Program, world: &World, state: &mut State, field: FieldId, content: Ref) {
        let Some(facts) = self.facts(program, field) else { return };
        let class = program.field(field).class;
        let is_made = |method: MethodId| {
            program.method(method).is_constructor() && program.method(method).class == class
        };
        if state.frames.iter().any(|frame| is_made(frame.method)) {
            return;
        }
        let is_limited = match state.values[content.index()].clone() {
            Value::Int(interval) => {
                let range = facts.range.and_then(|range| Interval::new(range.low.into(), range.high.into()));
                let met = range.and_then(|range| range.meet(interval)).filter(|met| *met != interval);
                met.is_some_and(|met| {
                    state.values[content.index()] = Value::Int(met);
                    true
                })
            }
            Value::Object(mut object) if facts.never_null && object.maybe_null => {
                let is_array = |ty: WorldType| matches!(world.info(ty).layout, Layout::Array(_));
                let is_plain = matches!(program.ty(program.field(field).ty), Type::Class(_))
                    && !world.members(object.types).into_iter().any(is_array);
                if is_plain {
                    object.maybe_null = false;
                    state.values[content.index()] = Value::Object(object);
                }
                is_plain
            }
            Value::Object(_) | Value::Array(_) | Value::Null | Value::Float(_) => false,
        };
        if is_limited {
            self.used.borrow_mut().insert(field);
        }
    }

    /// The fields that every circle below an input of these types goes through; none if there is no circle.
    pub fn circles(&self, program: &Program, world: &World, types: TypeSet) -> Option<FieldSet> {
        let any = Some(FieldSet::default());
        let all = world.union(types, world.reach(types));
        if self.facts.is_none() || world.has_reference_cells(all) {
            return any;
        }
        if world.members(all).contains(&WorldType::OUTSIDE) {
            return any;
        }
        let fields = world.reference_fields(all);
        let is_acyclic = |field: &FieldId| self.facts(program, *field).is_some_and(|facts| facts.acyclic);
        let (acyclic, others): (Vec<FieldId>, Vec<FieldId>) = fields.into_iter().partition(is_acyclic);
        if acyclic.is_empty() || others.len() > 1 {
            return any;
        }
        self.used.borrow_mut().extend(acyclic);
        let mut through = FieldSet::default();
        others.iter().for_each(|other| through.insert(*other));
        (!others.is_empty()).then_some(through)
    }
}

/// Whether a constructor calls nothing but such constructors, those of exceptions and that of `Object`.
fn is_plain(program: &Program, constructor: MethodId, depth: u32) -> bool {
    let Ok(body) = program.body(constructor) else { return false };
    let own = program.method(constructor).class;
    let throwable = program.class_named(names::THROWABLE);
    let is_quiet = |class: ClassId| {
        let info = program.class(class);
        info.origin == Origin::Jdk || class == own || info.initializer.is_none()
    };
    depth > 0
        && body.reasons.is_empty()
        && body.insts.iter().all(|inst| match inst.effect().touches {
            Touches::Call(_, callee) => program.resolve_method(callee).is_ok_and(|callee| {
                let info = program.method(callee);
                let class = program.class(info.class);
                let is_exception =
                    || throwable.as_ref().is_ok_and(|top| program.is_subclass(info.class, *top));
                let is_known = match class.origin == Origin::Jdk {
                    true => class.superclass.is_none() || is_exception(),
                    false => is_plain(program, callee, depth - 1),
                };
                info.is_constructor() && is_known
            }),
            Touches::ReadStatic(field) | Touches::WriteStatic(field) => {
                program.resolve_field(field).is_ok_and(|field| is_quiet(program.field(field).class))
            }
            Touches::Object(ty) => program.resolve_class(ty).is_ok_and(is_quiet),
            Touches::Anything => false,
            Touches::Nothing
            | Touches::ReadField(_)
            | Touches::WriteField(_)
            | Touches::ReadElement
            | Touches::WriteElement
            | Touches::Length
            | Touches::Array(_)
            | Touches::Type(_)
            | Touches::Monitor => true,
        })
}
