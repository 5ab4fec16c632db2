//! Merging two states of one shape into the least general state above both [Otto15, §1.7 and Alg. 3–14].
//!
//! The skeleton is built by walking both heaps in lock-step, memoised on pairs of references; the predicates are what
//! each input requires of it. Two limits make ascending chains finite (erratum E3): no more than [`CAP`] references
//! (or as many as the older state had), and an old object gets a second image only at a root, never through the heap.

use base::Id;
use program::FieldId;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

use crate::domain::interval::{INFINITY, Interval};
use crate::order::require::required_predicates;
use crate::state::focus::set_focus;
use crate::state::{Array, Input, Object, Ref, State, Value};
use crate::world::World;

/// References a merged state may have before its outer parts are hidden.
const CAP: usize = 96;

/// The merged state and, for each of its references, what it was in the older and in the newer input.
pub struct Merged {
    pub state: State,
    pub older: Vec<Ref>,
    pub newer: Vec<Ref>,
}

/// How far integers are generalised.
#[derive(Clone, Copy)]
pub enum Numbers<'a> {
    /// The smallest interval around both.
    Hull,
    /// Bounds that moved go to the next threshold.
    Widen(&'a [i128]),
}

/// Merges `newer` into `older`. Both are canonical and of one shape, without split results.
pub fn merge(world: &World, older: &State, newer: &State, numbers: Numbers<'_>) -> Merged {
    let mut cx = Merge {
        world,
        older,
        newer,
        numbers,
        cap: CAP.max(older.values.len()),
        state: State { init: older.init.clone(), ..State::empty() },
        memo: FxHashMap::from_iter([((Ref::NULL, Ref::NULL), Ref::NULL)]),
        imaged: vec![false; older.values.len()],
        origins: vec![(Ref::NULL, Ref::NULL)],
        todo: VecDeque::new(),
    };
    cx.roots();
    while let Some(r) = cx.todo.pop_front() {
        cx.contents(r);
    }
    cx.finish()
}

struct Merge<'a> {
    world: &'a World,
    older: &'a State,
    newer: &'a State,
    numbers: Numbers<'a>,
    cap: usize,
    state: State,
    memo: FxHashMap<(Ref, Ref), Ref>,
    /// Old objects that already have an image.
    imaged: Vec<bool>,
    /// By merged reference: what it was in both.
    origins: Vec<(Ref, Ref)>,
    todo: VecDeque<Ref>,
}

impl Merge<'_> {
    fn roots(&mut self) {
        self.state.frames = self.older.frames.clone();
        for (at, newer) in self.newer.frames.iter().enumerate() {
            for reg in 0..self.state.frames[at].regs.len() {
                let pair = self.state.frames[at].regs[reg].zip(newer.regs.get(reg).copied().flatten());
                self.state.frames[at].regs[reg] = pair.map(|(a, b)| self.reference(a, b));
            }
            for (slot, input) in newer.inputs.iter().enumerate() {
                let old = self.state.frames[at].inputs[slot].clone();
                let r = self.reference(old.r, input.r);
                self.state.frames[at].inputs[slot] =
                    Input { r, changed: old.changed || input.changed, ..old };
            }
        }
        for &(field, a) in &self.older.statics {
            if let Some(b) = self.newer.static_field(field) {
                let r = self.reference(a, b);
                self.state.statics.push((field, r));
            }
        }
        self.state.exception =
            self.older.exception.zip(self.newer.exception).map(|(a, b)| self.reference(a, b));
    }

    /// **MergeReferences** [Otto15, Alg. 4]: one merged reference per pair.
    fn reference(&mut self, a: Ref, b: Ref) -> Ref {
        if let Some(&r) = self.memo.get(&(a, b)) {
            return r;
        }
        let value = self.value(a, b);
        let r = self.state.fresh(value);
        self.memo.insert((a, b), r);
        self.origins.push((a, b));
        self.imaged[a.index()] = true;
        self.todo.push_back(r);
        r
    }

    /// The merged value, without contents.
    fn value(&mut self, a: Ref, b: Ref) -> Value {
        match (self.older.value(a), self.newer.value(b)) {
            (Value::Int(x), Value::Int(y)) => Value::Int(self.interval(*x, *y)),
            (Value::Float(x), Value::Float(y)) => Value::Float(if x == y { *x } else { None }),
            (Value::Array(x), Value::Array(y)) => {
                let types = self.world.union(x.types, y.types);
                let length = self.reference(x.length, y.length);
                Value::Array(Array::hidden(types, length))
            }
            (Value::Null, Value::Null) => Value::Null,
            (
                Value::Null | Value::Object(_) | Value::Array(_) | Value::Int(_) | Value::Float(_),
                Value::Null | Value::Object(_) | Value::Array(_) | Value::Int(_) | Value::Float(_),
            ) => {
                let maybe_null = [(self.older, a), (self.newer, b)]
                    .iter()
                    .any(|(state, r)| *r == Ref::NULL || state.maybe_null(*r));
                let types = self.world.union(self.older.types(a), self.newer.types(b));
                Value::Object(Object { types, maybe_null, fields: Vec::new() })
            }
        }
    }

    fn interval(&self, old: Interval, new: Interval) -> Interval {
        match self.numbers {
            Numbers::Hull => old.hull(new),
            Numbers::Widen(thresholds) => old.widen(old.hull(new), thresholds),
        }
    }

    /// **MergeInstances**, **MergeArrays** [Otto15, Alg. 5–7]: fields and cells known on both sides.
    fn contents(&mut self, r: Ref) {
        let (a, b) = self.origins[r.index()];
        match (self.older.value(a), self.newer.value(b)) {
            (Value::Object(x), Value::Object(_)) if !self.state.maybe_null(r) => {
                for &(field, content) in &x.fields {
                    let Some(other) = self.newer.field(b, field) else { continue };
                    let ends = (content == Ref::NULL) != (other == Ref::NULL);
                    if self.may_follow(content, other) && !(ends && self.is_on_way(a, b, field)) {
                        let merged = self.reference(content, other);
                        self.state.set_field(r, field, merged);
                    }
                }
            }
            (Value::Array(x), Value::Array(y)) => {
                if let (Some(one), Some(other)) = (x.focus, y.focus) {
                    self.focus(r, one, other);
                }
                let (Some(xs), Some(ys)) = (&x.cells, &y.cells) else { return };
                let pairs = || xs.iter().copied().zip(ys.iter().copied());
                if xs.len() == ys.len() && pairs().all(|(x, y)| self.may_follow(x, y)) {
                    let merged = pairs().map(|(x, y)| self.reference(x, y)).collect();
                    if let Value::Array(array) = &mut self.state.values[r.index()] {
                        array.cells = Some(merged);
                    }
                }
            }
            (Value::Object(_) | Value::Array(_) | Value::Null | Value::Int(_) | Value::Float(_), _) => {}
        }
    }

    /// Whether a field of both surely leads to something known, and not in the same way: a field that is null on one side shows less than
    /// the promise that the hidden one leads there.
    fn is_on_way(&self, a: Ref, b: Ref, field: FieldId) -> bool {
        let leads = |state: &State, from: Ref, to: Ref| from == to || state.surely_reaches(from, field, to);
        self.origins.iter().any(|&(x, y)| {
            (x, y) != (a, b)
                && matches!(self.older.value(x), Value::Object(_))
                && leads(self.older, a, x)
                && leads(self.newer, b, y)
        })
    }

    /// The focused cell stays in focus if both have one: there is an index where both hold something like it.
    fn focus(&mut self, r: Ref, (index, content): (Ref, Ref), (other, inner): (Ref, Ref)) {
        if self.may_follow(content, inner) {
            let (index, content) = (self.reference(index, other), self.reference(content, inner));
            set_focus(&mut self.state, r, index, content);
        }
    }

    /// Whether a heap edge may be kept: the limits of erratum E3.
    fn may_follow(&self, a: Ref, b: Ref) -> bool {
        if self.memo.contains_key(&(a, b)) {
            return true;
        }
        let is_heap = matches!(self.older.value(a), Value::Object(_) | Value::Array(_));
        self.state.values.len() < self.cap && !(is_heap && self.imaged[a.index()])
    }

    fn finish(mut self) -> Merged {
        let older: Vec<Ref> = self.origins.iter().map(|pair| pair.0).collect();
        let newer: Vec<Ref> = self.origins.iter().map(|pair| pair.1).collect();
        self.state.split = None;
        for (special, phi) in [(self.older, &older), (self.newer, &newer)] {
            let required = required_predicates(self.world, special, &self.state, phi);
            for r in required.maybe_null.iter() {
                debug_assert!(self.state.maybe_null(r), "{r} was merged from null");
            }
            self.state.predicates.extend(&required.predicates);
        }
        self.relations(&older, &newer);
        let inputs = [(self.older, older.as_slice()), (self.newer, newer.as_slice())];
        self.state.reaches = self.state.common_reaches(self.world, inputs);
        let (state, renaming) = self.state.canonical(self.world);
        let mut merged = Merged { older: vec![Ref::NULL; state.values.len()], newer: vec![], state };
        merged.newer = merged.older.clone();
        for (old, new) in renaming.iter() {
            merged.older[new.index()] = older[old.index()];
            merged.newer[new.index()] = newer[old.index()];
        }
        merged
    }

    /// Differences that hold in both inputs. When widening, only old ones that did not get weaker.
    fn relations(&mut self, older: &[Ref], newer: &[Ref]) {
        let ints: Vec<Ref> = self.state.ints().map(|(r, _)| r).collect();
        let over = |origins: &[Ref], x: Ref| -> Vec<Ref> {
            ints.iter().copied().filter(|r| origins[r.index()] == x).collect()
        };
        let mut candidates = Vec::new();
        for (state, origins) in [(self.older, older), (self.newer, newer)] {
            for (x, y, _) in state.differences.iter() {
                for a in over(origins, x) {
                    candidates.extend(over(origins, y).into_iter().map(|b| (a, b)));
                }
            }
        }
        candidates.sort_unstable();
        candidates.dedup();
        for (a, b) in candidates {
            let old = bound(self.older, older[a.index()], older[b.index()]);
            let new = bound(self.newer, newer[a.index()], newer[b.index()]);
            let keep = match self.numbers {
                Numbers::Hull => old.max(new) != INFINITY,
                Numbers::Widen(_) => new <= old && old != INFINITY,
            };
            if keep {
                self.state.differences.insert(a, b, old.max(new));
            }
        }
    }
}

fn bound(state: &State, a: Ref, b: Ref) -> i128 {
    state.differences.bound(a, b, |r| state.int(r))
}
