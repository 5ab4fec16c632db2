//! Tries calls until one fails as it should.
//!
//! First with objects that come as near as possible to what the failing input holds; then one object after the other is led through
//! calls of its own methods, and the failing call is tried after each.

use std::collections::{BTreeSet, VecDeque};

use base::Budget;
use explore::{Booted, Entry, Input};
use heap::InputValue;
use machine::concrete::Value;
use program::{FieldId, MethodId, Program, Type, TypeId};
use rustc_hash::FxHashMap;

use super::Failure;
use super::demand::{self, Values};
use super::makers::Makers;
use super::thing::{Made, Scribe, Thing};
use crate::access::{Access, class_of};
use crate::cook::Cook;

/// Objects made and calls tried in one search.
const MAX_TRIALS: u32 = 3000;
/// Trials after which the world begins anew.
const FRESH_EVERY: u32 = 150;
/// Instructions one trial of the failing call may take.
const MAX_STEPS: u64 = 100_000;
/// Argument lists tried before objects are led any further.
const MAX_FIRST: usize = 250;
/// States of one object that are led further after so many calls.
const MAX_STATES: usize = 8;
/// Calls an object is led through at most.
const MAX_CALLS: u32 = 8;
/// Argument lists of one such call, and of the failing call after it.
const MAX_ARGUMENTS: usize = 3;
/// How deep arguments of arguments go.
const DEPTH: u32 = 3;
/// How much of an object is looked at to tell its states apart.
const PRINT_DEPTH: u32 = 3;
const PRINT_ELEMENTS: i32 = 8;

pub(super) struct Search<'a, 'b, 'p> {
    pub booted: &'b mut Booted<'p>,
    pub access: &'a Access<'p>,
    pub makers: &'a Makers<'p>,
    pub entry: &'a Entry,
    pub input: &'a Input,
    pub values: Values,
    pub may_give_null: bool,
    /// Things known for a type, as near as they come to an object of the input, by how deep they may go.
    pub known: FxHashMap<(TypeId, Option<u32>, u32), Vec<Thing>>,
    budget: &'a Budget,
    trials: u32,
}

/// An object that was made to be looked at.
pub(super) struct Look {
    pub likeness: u32,
    pub ty: Option<TypeId>,
    /// What can be seen of it.
    pub print: Vec<u64>,
}

type Found<'f, 'p> = &'f mut dyn FnMut(&mut Booted<'p>, &[Thing]) -> bool;

impl<'a, 'b, 'p> Search<'a, 'b, 'p> {
    pub fn new(
        booted: &'b mut Booted<'p>,
        access: &'a Access<'p>,
        makers: &'a Makers<'p>,
        entry: &'a Entry,
        input: &'a Input,
        budget: &'a Budget,
        may_give_null: bool,
    ) -> Self {
        let values = Values::of(access.program, input);
        booted.machine.state = booted.concrete.clone();
        let known = FxHashMap::default();
        Self { booted, access, makers, entry, input, values, may_give_null, known, budget, trials: 0 }
    }

    pub fn program(&self) -> &'p Program {
        self.access.program
    }

    /// Tries calls; `found` hears of those that fail as they should, and says whether that is enough.
    pub fn run(&mut self, failure: &Failure, found: Found<'_, 'p>) {
        let mut options = Vec::new();
        for (param, arg) in self.entry.params.iter().zip(&self.input.args) {
            options.push(self.wanted(&param.name, param.ty, arg.value, DEPTH));
        }
        for list in product(&options, MAX_FIRST) {
            if self.fails(&list, failure, found) {
                return;
            }
        }
        for index in 0..options.len() {
            if self.is_object(index) && self.lead(index, &options, failure, found) {
                return;
            }
        }
    }

    /// Whether an argument is an object of the program's own.
    fn is_object(&self, index: usize) -> bool {
        let class = class_of(self.program(), self.entry.params[index].ty);
        let is_own = |class| self.program().class(class).origin == program::class::Origin::ClassPath;
        class.is_some_and(is_own) && matches!(self.input.args[index].value, InputValue::Object(_))
    }

    /// Leads an argument through calls of its methods, and tries the failing call after each.
    fn lead(
        &mut self,
        index: usize,
        options: &[Vec<Thing>],
        failure: &Failure,
        found: Found<'_, 'p>,
    ) -> bool {
        let wanted = Some(self.input.args[index].value);
        let mut seen: BTreeSet<Vec<u64>> = BTreeSet::new();
        let mut states: Vec<Thing> = Vec::new();
        for thing in &options[index] {
            if let Some(look) = self.look(thing, wanted)
                && seen.insert(look.print)
            {
                states.push(thing.clone());
            }
        }
        for _ in 0..MAX_CALLS {
            states.truncate(MAX_STATES);
            let mut next: Vec<(u32, Thing)> = Vec::new();
            for thing in states {
                for further in self.further(&thing) {
                    let Some(look) = self.look(&further, wanted) else { continue };
                    if !seen.insert(look.print) {
                        continue;
                    }
                    let mut lists = options.to_vec();
                    lists[index] = vec![further.clone()];
                    for list in product(&lists, MAX_ARGUMENTS) {
                        if self.fails(&list, failure, found) {
                            return true;
                        }
                    }
                    next.push((look.likeness, further));
                }
                if self.is_over() {
                    return false;
                }
            }
            next.sort_by_key(|(likeness, _)| std::cmp::Reverse(*likeness));
            states = next.into_iter().map(|(_, thing)| thing).collect();
        }
        false
    }

    /// A thing after one more call of one of its methods.
    fn further(&mut self, thing: &Thing) -> Vec<Thing> {
        let ty = self.look(thing, None).and_then(|look| look.ty);
        let Some(class) = ty.and_then(|ty| class_of(self.program(), ty)) else { return Vec::new() };
        let mut out = Vec::new();
        for method in self.makers.methods(self.access, class) {
            for args in self.arguments(method, &[], 1, MAX_ARGUMENTS) {
                out.push(Made::After { object: thing.clone(), method, args }.into());
            }
        }
        out
    }

    pub fn is_over(&self) -> bool {
        self.trials >= MAX_TRIALS || self.budget.check().is_err()
    }

    /// A world to try something in; `None` if there was enough.
    fn scribe(&mut self) -> Option<Scribe<'_, '_, 'p>> {
        if self.is_over() {
            return None;
        }
        self.trials += 1;
        if self.trials.is_multiple_of(FRESH_EVERY) {
            self.booted.machine.state = self.booted.concrete.clone();
        }
        let cook = Cook { machine: &mut self.booted.machine, vars: Vec::new() };
        Some(Scribe::new(self.access, cook))
    }

    /// Makes a thing and looks at it; `None` if it cannot be made.
    pub fn look(&mut self, thing: &Thing, wanted: Option<InputValue>) -> Option<Look> {
        let input = self.input;
        let mut scribe = self.scribe()?;
        let value = scribe.value(thing).ok()?;
        let machine = &mut *scribe.cook.machine;
        let likeness = wanted.map_or(0, |wanted| demand::likeness(machine, input, value, wanted));
        let ty = match value {
            Value::Object(object) => Some(machine.type_of(object)),
            Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Null => None,
        };
        let mut print = Vec::new();
        Print { machine, out: &mut print }.value(value, PRINT_DEPTH);
        Some(Look { likeness, ty, print })
    }

    /// Whether the call fails as it should with these arguments, and that is enough.
    fn fails(&mut self, things: &[Thing], failure: &Failure, found: Found<'_, 'p>) -> bool {
        let (program, entry) = (self.program(), self.entry);
        let Some(mut scribe) = self.scribe() else { return false };
        let Ok(args) = things.iter().map(|thing| scribe.expr(thing)).collect::<Result<Vec<_>, _>>() else {
            return false;
        };
        let end = scribe.cook.enter(entry, &args, MAX_STEPS);
        if !end.is_ok_and(|end| failure.is(program, &end)) {
            return false;
        }
        let is_enough = found(self.booted, things);
        self.booted.machine.state = self.booted.concrete.clone();
        is_enough
    }

    /// Lists of arguments for a method, its receiver not among them, the likeliest first.
    pub fn arguments(
        &mut self,
        method: MethodId,
        namesakes: &[(String, InputValue)],
        depth: u32,
        limit: usize,
    ) -> Vec<Vec<Thing>> {
        let entry = Entry::new(self.program(), method);
        let is_on_object = !self.program().method(method).is_static() && !entry.is_constructor;
        let mut options = Vec::new();
        for param in entry.params.iter().skip(usize::from(is_on_object)) {
            let found = self.offered(&param.name, param.ty, namesakes, depth);
            if found.is_empty() {
                return Vec::new();
            }
            options.push(found);
        }
        product(&options, limit)
    }
}

/// Lists of one option each, those with early options first.
pub fn product(options: &[Vec<Thing>], limit: usize) -> Vec<Vec<Thing>> {
    if options.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut seen: BTreeSet<Vec<usize>> = BTreeSet::new();
    let mut waiting = VecDeque::from([vec![0; options.len()]]);
    while let Some(indices) = waiting.pop_front() {
        if out.len() == limit {
            break;
        }
        out.push(indices.iter().zip(options).map(|(index, options)| options[*index].clone()).collect());
        for place in 0..indices.len() {
            let mut next = indices.clone();
            next[place] += 1;
            if next[place] < options[place].len() && seen.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
    }
    out
}

/// What can be seen of an object, as numbers; the same for objects that are alike.
struct Print<'a, 'p> {
    machine: &'a mut machine::concrete::Machine<'p>,
    out: &'a mut Vec<u64>,
}

impl Print<'_, '_> {
    fn value(&mut self, value: Value, depth: u32) {
        match value {
            Value::Int(value) => self.out.push(value as u64),
            Value::Long(value) => self.out.push(value as u64),
            Value::Float(value) => self.out.push(value.to_bits().into()),
            Value::Double(value) => self.out.push(value.to_bits()),
            Value::Null => self.out.push(u64::MAX),
            Value::Object(object) => self.object(object, depth),
        }
    }

    fn object(&mut self, object: machine::concrete::Handle, depth: u32) {
        let program = self.machine.cx.program;
        let ty = self.machine.type_of(object);
        self.out.push(ty.0.into());
        if depth == 0 {
            return;
        }
        if let Type::Array(_) = program.ty(ty) {
            let length = self.machine.length(object);
            self.out.push(length as u64);
            for index in 0..length.min(PRINT_ELEMENTS) {
                let value = self.machine.element_at(object, index);
                self.value(value, depth - 1);
            }
            return;
        }
        let Some(class) = class_of(program, ty) else { return };
        let fields: Vec<FieldId> = program.class(class).instance_fields.to_vec();
        for field in fields {
            let value = self.machine.field(object, field);
            self.value(value, depth - 1);
        }
    }
}
