//! Abstract states of a method: registers, the fields of the object under construction, and which numbers are less than others.
//!
//! Frames of followed calls lie above each other, so that what a callee finds out about an argument is known of the caller's
//! variables too.

use std::collections::{BTreeMap, BTreeSet};

use program::FieldId;
use program::code::{Cond, Reg};
use rustc_hash::FxHashMap;

use crate::interval::Interval;
use crate::value::{Name, Null, Object, Value, What};

#[derive(Clone, Debug, PartialEq, Default)]
pub struct State {
    pub frames: Vec<Vec<Option<Value>>>,
    /// Of the object under construction, those its class declares.
    pub fields: BTreeMap<FieldId, Value>,
    /// Whether there is such an object, and nobody else has seen it.
    pub is_raw: bool,
    /// The first is at most the second; less, if so marked.
    pub less: BTreeSet<(Name, Name, bool)>,
}

/// So many relations of numbers are kept.
const MOST_RELATIONS: usize = 24;

impl State {
    pub fn top(&self) -> &[Option<Value>] {
        self.frames.last().expect("a method is running")
    }

    pub fn get(&self, reg: Reg) -> Option<Value> {
        self.top()[reg.index()]
    }

    pub fn set(&mut self, reg: Reg, value: Value) {
        if !reg.is_none() {
            self.frames.last_mut().expect("a method is running")[reg.index()] = Some(value);
        }
    }

    fn each(&mut self, mut visit: impl FnMut(&mut Value)) {
        self.frames.iter_mut().flatten().flatten().for_each(&mut visit);
        self.fields.values_mut().for_each(visit);
    }

    /// The name is about to be given to a new value: what had it before goes without.
    pub fn forget(&mut self, name: Name) {
        self.forget_all(|other| other == name);
    }

    /// The same for many names.
    pub fn forget_all(&mut self, is_old: impl Fn(Name) -> bool) {
        self.less.retain(|(a, b, _)| !is_old(*a) && !is_old(*b));
        self.each(|value| {
            if is_old(value.name) {
                value.name = Name::NONE;
            }
            if let What::Object(object) = &mut value.what
                && is_old(object.length_name)
            {
                object.length_name = Name::NONE;
            }
        });
    }

    /// A number is in this interval: all of its copies are, and all lengths it is.
    pub fn narrow_number(&mut self, name: Name, to: Interval) {
        self.each(|value| match &mut value.what {
            What::Number(interval) if value.name == name => *interval = to,
            What::Object(object) if object.length_name == name => {
                object.length = object.length.meet(to).unwrap_or(object.length);
            }
            What::Number(_) | What::Object(_) | What::Float => {}
        });
    }

    pub fn change_object(&mut self, name: Name, mut change: impl FnMut(&mut Object)) {
        self.each(|value| {
            if value.name == name
                && let What::Object(object) = &mut value.what
            {
                change(object);
            }
        });
    }

    /// The object under construction is one like any other.
    pub fn publish(&mut self) {
        self.is_raw = false;
        self.fields.clear();
        self.each(|value| {
            if let What::Object(object) = &mut value.what {
                object.is_new = false;
            }
        });
    }

    /// Remembers how two numbers compare.
    pub fn relate(&mut self, cond: Cond, a: Name, b: Name) {
        if a == Name::NONE || b == Name::NONE || self.less.len() >= MOST_RELATIONS {
            return;
        }
        match cond {
            Cond::Eq => self.less.extend([(a, b, false), (b, a, false)]),
            Cond::Ne => {}
            Cond::Lt => self.less.extend([(a, b, true)]),
            Cond::Le => self.less.extend([(a, b, false)]),
            Cond::Gt => self.less.extend([(b, a, true)]),
            Cond::Ge => self.less.extend([(b, a, false)]),
        }
    }

    /// Whether one number is at most another, or even less.
    pub fn is_less(&self, a: (Name, Interval), b: (Name, Interval), strictly: bool) -> bool {
        let by_name = a.0 != Name::NONE && b.0 != Name::NONE;
        let same = by_name && a.0 == b.0 && !strictly;
        let known = by_name
            && (self.less.contains(&(a.0, b.0, true)) || !strictly && self.less.contains(&(a.0, b.0, false)));
        let cond = if strictly { Cond::Lt } else { Cond::Le };
        same || known || a.1.always(cond, b.1)
    }

    /// Whether joining these would confuse the object under construction with another one.
    pub fn confuses(&self, other: &Self) -> bool {
        let differ = |a: &Value, b: &Value| {
            a.is_new() != b.is_new()
                && [a, b].iter().all(|value| {
                    value.is_new() || value.what.object().is_some_and(|object| object.null != Null::Always)
                })
        };
        let registers = self.frames.iter().flatten().zip(other.frames.iter().flatten());
        let registers = registers.filter_map(|(a, b)| Some((a.as_ref()?, b.as_ref()?)));
        let fields = self.fields.iter().filter_map(|(field, a)| Some((a, other.fields.get(field)?)));
        self.is_raw != other.is_raw || registers.chain(fields).any(|(a, b)| differ(a, b))
    }

    /// What both mean. `fresh` names the values that are new here; neither state may have such a name that is not of this place.
    pub fn join(&self, other: &Self, place: &mut Place<'_>) -> Self {
        let mut names = Renaming { place, known: FxHashMap::default(), slots: Vec::new() };
        let frames =
            self.frames.iter().zip(&other.frames).map(|(a, b)| {
                a.iter().zip(b).map(|(a, b)| Some(names.join((*a)?, (*b)?))).collect::<Vec<_>>()
            });
        let frames = frames.collect();
        let mut fields = BTreeMap::new();
        for (field, a) in &self.fields {
            if let Some(b) = other.fields.get(field) {
                fields.insert(*field, names.join(*a, *b));
            }
        }
        let less = names.relations(self, other);
        Self { frames, fields, is_raw: self.is_raw && other.is_raw, less }
    }
}

/// Where states meet.
pub struct Place<'a> {
    /// The name of the number of a place here.
    pub fresh: &'a mut dyn FnMut(u32) -> Name,
    /// Whether a name belongs to this place.
    pub is_own: &'a dyn Fn(Name) -> bool,
    /// Where growing intervals stop; nothing if they need not hurry.
    pub steps: Option<&'a [i64]>,
}

/// Values that were one in both states are one in the joined state.
struct Renaming<'a, 'p> {
    place: &'a mut Place<'p>,
    known: FxHashMap<(Name, Name), Name>,
    /// Both old names, the new one, and both intervals of every number.
    slots: Vec<(Name, Name, Name, Interval, Interval)>,
}

impl Renaming<'_, '_> {
    fn name(&mut self, a: Name, b: Name, number: u32) -> Name {
        if a == b && a != Name::NONE && !(self.place.is_own)(a) {
            return a;
        }
        if a == Name::NONE || b == Name::NONE {
            return (self.place.fresh)(number);
        }
        *self.known.entry((a, b)).or_insert_with(|| (self.place.fresh)(number))
    }

    fn join(&mut self, a: Value, b: Value) -> Value {
        let number = 2 * self.slots.len() as u32;
        let name = self.name(a.name, b.name, number);
        let mut what = a.what.join(b.what);
        match (&mut what, a.what, b.what) {
            (What::Number(joined), What::Number(old), What::Number(new)) => {
                if let Some(steps) = self.place.steps {
                    *joined = old.widen(*joined, steps, Interval { low: i64::MIN, high: i64::MAX });
                }
                self.slots.push((a.name, b.name, name, old, new));
            }
            (What::Object(joined), What::Object(old), What::Object(new)) => {
                if let Some(steps) = self.place.steps {
                    joined.length = old.length.widen(joined.length, steps, Interval::LENGTH);
                }
                let are_arrays = old.null == Null::Never && new.null == Null::Never;
                joined.length_name = if are_arrays {
                    self.name(old.length_name, new.length_name, number + 1)
                } else {
                    Name::NONE
                };
                self.slots.push((
                    old.length_name,
                    new.length_name,
                    joined.length_name,
                    old.length,
                    new.length,
                ));
            }
            _ => self.slots.push((a.name, b.name, name, Interval::exact(0), Interval::exact(0))),
        }
        Value { name, what }
    }

    fn relations(&self, a: &State, b: &State) -> BTreeSet<(Name, Name, bool)> {
        let mut out = BTreeSet::new();
        for (state, is_first) in [(a, true), (b, false)] {
            let with = |name: Name| {
                self.slots.iter().filter(move |slot| name == if is_first { slot.0 } else { slot.1 })
            };
            for &(low, high, strictly) in &state.less {
                for x in with(low) {
                    for y in with(high) {
                        let holds = a.is_less((x.0, x.3), (y.0, y.3), strictly)
                            && b.is_less((x.1, x.4), (y.1, y.4), strictly);
                        let is_named = x.2 != Name::NONE && y.2 != Name::NONE;
                        if holds && is_named && out.len() < MOST_RELATIONS {
                            out.insert((x.2, y.2, strictly));
                        }
                    }
                }
            }
        }
        out
    }
}
