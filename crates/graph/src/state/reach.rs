//! Definite reachability [BMOG12, §4]: following one field again and again *surely* leads from one object to another.
//!
//! A fact `(a, f, b)` says that `b` is among `a`, `a.f`, `a.f.f`, …; for `a = b` that the way back takes at least one step: a
//! ring. Facts hold where `a.f` is hidden; where it is visible they are read off the heap. They are what tells a walk around a
//! ring (`for (x = head.next; x != head; x = x.next)`) from an endless one: the number of steps to `b` goes down.
//!
//! Unlike predicates these are promises: forgetting one is always sound, and a general state has only those that all its instances keep.
//! Departs from the paper: one field a fact, so that the way is unique and no fact about its length is needed.

use base::Id;
use program::FieldId;

use crate::state::refset::RefSet;
use crate::state::{Ref, State, Value};
use crate::world::World;

/// Facts of one state. Sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reaches(Vec<(Ref, FieldId, Ref)>);

/// More are not kept.
const MOST_FACTS: usize = 24;

impl Reaches {
    pub fn iter(&self) -> impl Iterator<Item = (Ref, FieldId, Ref)> + '_ {
        self.0.iter().copied()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn contains(&self, from: Ref, field: FieldId, to: Ref) -> bool {
        self.0.binary_search(&(from, field, to)).is_ok()
    }

    pub fn insert(&mut self, from: Ref, field: FieldId, to: Ref) {
        if let Err(at) = self.0.binary_search(&(from, field, to))
            && self.0.len() < MOST_FACTS
        {
            self.0.insert(at, (from, field, to));
        }
    }

    pub fn retain(&mut self, mut keep: impl FnMut(Ref, FieldId, Ref) -> bool) {
        self.0.retain(|&(from, field, to)| keep(from, field, to));
    }

    /// What a field of an object leads to.
    pub fn targets(&self, from: Ref, field: FieldId) -> impl Iterator<Item = Ref> + '_ {
        self.iter().filter(move |fact| (fact.0, fact.1) == (from, field)).map(|fact| fact.2)
    }

    /// Renames references. Facts about ones without a name are lost, and so are those whose two ends become one: that says
    /// nothing, while a ring would say something.
    pub fn renamed(&self, name: impl Fn(Ref) -> Option<Ref>) -> Self {
        let mut out = Self::default();
        for (from, field, to) in self.iter() {
            if let (Some(a), Some(b)) = (name(from), name(to))
                && (a == b) == (from == to)
            {
                out.insert(a, field, b);
            }
        }
        out
    }
}

impl State {
    /// Whether two references surely are different objects.
    pub fn differ(&self, a: Ref, b: Ref) -> bool {
        a != b && !self.predicates.equal.contains(a, b)
    }

    /// Whether `from` surely leads to `to` along a field: in no step or more if they are two references, otherwise in one or more.
    pub fn surely_reaches(&self, from: Ref, field: FieldId, to: Ref) -> bool {
        self.may_be_on_way(from) && self.may_be_on_way(to) && self.leads_on(from, field, to, None)
    }

    /// Whether this is an object, or an array at the end of a way.
    fn may_be_on_way(&self, r: Ref) -> bool {
        matches!(self.value(r), Value::Object(_) | Value::Array(_))
    }

    /// As [`State::surely_reaches`], without a step out of `avoided`.
    fn leads_on(&self, from: Ref, field: FieldId, to: Ref, avoided: Option<Ref>) -> bool {
        let mut seen = [RefSet::default(), RefSet::default()];
        let mut work = vec![(from, false)];
        while let Some((x, moved)) = work.pop() {
            if avoided.is_some_and(|avoided| !self.differ(x, avoided)) || !seen[usize::from(moved)].insert(x)
            {
                continue;
            }
            for (next, moves) in self.next_on_way(x, field) {
                let hidden = self.field(x, field).is_none();
                if hidden && avoided.is_some_and(|r| !self.is_off(r, x, field, next)) {
                    continue;
                }
                if next == to && (from != to || moved || moves) {
                    return true;
                }
                work.push((next, moved || moves));
            }
        }
        false
    }

    /// Objects that surely come next along a field, or later, and whether they come after at least one step.
    fn next_on_way(&self, x: Ref, field: FieldId) -> Vec<(Ref, bool)> {
        match self.field(x, field) {
            Some(next) if self.may_be_on_way(next) => vec![(next, true)],
            Some(_) => Vec::new(),
            None => {
                let targets = self.reaches.targets(x, field);
                targets.map(|target| (target, x == target || self.differ(x, target))).collect()
            }
        }
    }

    /// Whether no step of the hidden way of a fact is out of `r`.
    fn is_off(&self, r: Ref, from: Ref, field: FieldId, to: Ref) -> bool {
        let ends_there = r == to && from != to;
        let apart = self.differ(r, from) && !self.predicates.joins.contains(r, from);
        ends_there || apart || (from != to && self.is_just_before(r, from, field, to))
    }

    /// Whether `r` visibly leads to the start of the way without meeting its end. Then it is not on the way: one could go round for ever
    /// from there and never come to the end.
    fn is_just_before(&self, r: Ref, from: Ref, field: FieldId, to: Ref) -> bool {
        let mut x = r;
        for _ in 0..self.values.len() {
            match self.field(x, field) {
                Some(next) if next == from => return true,
                Some(next) if self.differ(next, to) && next != Ref::NULL => x = next,
                Some(_) | None => return false,
            }
        }
        false
    }

    /// Whether the way of a fact stays as it is when a field of `target` is written.
    pub fn keeps_way(&self, target: Ref, from: Ref, field: FieldId, to: Ref) -> bool {
        self.is_off(target, from, field, to)
    }

    /// Before `target.field := value`: keeps what is still so afterwards. A way through the target goes on behind the value.
    pub(crate) fn write_reaches(&mut self, target: Ref, field: FieldId, value: Ref) {
        let rejoins = |to: Ref| {
            self.may_be_on_way(value) && (value == to || self.leads_on(value, field, to, Some(target)))
        };
        let kept =
            |from: Ref, to: Ref| from != target && (self.is_off(target, from, field, to) || rejoins(to));
        let mut reaches = self.reaches.clone();
        reaches.retain(|from, other, to| other != field || kept(from, to));
        self.reaches = reaches;
    }

    /// Facts after everything outside `alive` is forgotten: a way to something that is forgotten leads on to what comes next, and one
    /// whose first steps are visible begins behind them.
    pub(crate) fn reaches_among(&self, alive: impl Fn(Ref) -> bool) -> Reaches {
        let mut out = Reaches::default();
        for (from, field, to) in self.reaches.iter() {
            let Rest::Hidden(from) = self.rest_of_way(from, field, to) else { continue };
            if !alive(from) {
                continue;
            }
            let mut seen = [RefSet::default(), RefSet::default()];
            let mut work = vec![(to, from == to || self.differ(from, to))];
            while let Some((x, moved)) = work.pop() {
                if alive(x) {
                    if from != x || moved {
                        out.insert(from, field, x);
                    }
                } else if seen[usize::from(moved)].insert(x) {
                    let next = self.next_on_way(x, field).into_iter();
                    work.extend(next.map(|(next, moves)| (next, moved || moves)));
                }
            }
        }
        out
    }

    /// Follows the visible part of a way.
    fn rest_of_way(&self, start: Ref, field: FieldId, to: Ref) -> Rest {
        let mut at = start;
        for _ in 0..=self.values.len() {
            let is_ring = at == to && at == start;
            match self.field(at, field) {
                None => return Rest::Hidden(at),
                Some(_) if !is_ring && !self.differ(at, to) => return Rest::Open,
                Some(next) if next == to => return Rest::Open,
                Some(Ref::NULL) => return Rest::Impossible,
                Some(next) => at = next,
            }
        }
        Rest::Impossible
    }

    /// Whether a promise cannot be kept: a visible way ends or goes round without coming to its end.
    pub(crate) fn breaks_promise(&self) -> bool {
        self.reaches.iter().any(|(from, field, to)| self.rest_of_way(from, field, to) == Rest::Impossible)
    }

    /// Whether a field of an object is surely not null because it leads somewhere.
    pub fn has_next(&self, object: Ref, field: FieldId) -> bool {
        self.reaches.targets(object, field).any(|to| object == to || self.differ(object, to))
    }

    /// What holds in both states, of the references of a state merged from them, where it does not show the field.
    pub(crate) fn common_reaches(&self, world: &World, inputs: [(&State, &[Ref]); 2]) -> Reaches {
        let mut out = Reaches::default();
        let objects: Vec<Ref> =
            self.objects().filter(|&r| self.surely_exists(r) && self.is_object(world, r)).collect();
        for &a in &objects {
            let fields = world.reference_fields(self.types(a));
            for field in
                fields.into_iter().filter(|&field| world.is_watched(field) && self.field(a, field).is_none())
            {
                for &b in objects.iter().filter(|&&b| self.predicates.joins.contains(a, b)) {
                    let holds = inputs.iter().all(|(state, origins)| {
                        let (x, y) = (origins[a.index()], origins[b.index()]);
                        (x == y && a != b) || state.surely_reaches(x, field, y)
                    });
                    let says_something =
                        inputs.iter().any(|(_, origins)| origins[a.index()] != origins[b.index()]);
                    if holds && (a == b || says_something) {
                        out.insert(a, field, b);
                    }
                }
            }
        }
        out
    }
}

/// What is left of a way behind its visible part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// It begins here, and the field is hidden.
    Hidden(Ref),
    /// Its end is visible, or may be.
    Open,
    /// It never comes to its end.
    Impossible,
}
