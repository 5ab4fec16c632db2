//! The visible heap of a state as a graph of objects: reachability, fields that all paths share, forks and cycles.
//!
//! Only objects that predicates talk about are nodes. [`Shape::without`] hides one edge: field writes look at the heap
//! as if the overwritten edge were gone.

use std::collections::BTreeMap;

use base::Id;

use crate::state::predicates::FieldSet;
use crate::state::refset::RefSet;
use crate::state::{Label, Ref, State};
use crate::world::World;

pub struct Shape {
    objects: Vec<bool>,
    edges: Vec<Vec<(Label, Ref)>>,
}

impl Shape {
    pub fn of(state: &State, world: &World) -> Self {
        let objects: Vec<bool> = state.refs().map(|r| state.is_object(world, r)).collect();
        let visible = |r: Ref| {
            let contents = state.contents(r).filter(|&(_, content)| objects[content.index()]);
            if objects[r.index()] { contents.collect() } else { Vec::new() }
        };
        let edges = state.refs().map(visible).collect();
        Self { objects, edges }
    }

    /// The same heap where `r` has no content at `label`.
    pub fn without(mut self, r: Ref, label: Label) -> Self {
        self.edges[r.index()].retain(|edge| edge.0 != label);
        self
    }

    pub fn is_object(&self, r: Ref) -> bool {
        self.objects[r.index()]
    }

    pub fn objects(&self) -> impl Iterator<Item = Ref> + '_ {
        (0..self.objects.len()).map(Ref::from_index).filter(|&r| self.is_object(r))
    }

    pub fn edges(&self, r: Ref) -> &[(Label, Ref)] {
        &self.edges[r.index()]
    }

    /// Objects reachable from `r`, itself included; nothing if `r` is no object.
    pub fn reach(&self, r: Ref) -> RefSet {
        let mut seen = RefSet::with_capacity(self.objects.len());
        if self.is_object(r) {
            self.reach_into(r, &mut seen);
        }
        seen
    }

    pub fn reach_into(&self, r: Ref, seen: &mut RefSet) {
        let mut work = vec![r];
        while let Some(x) = work.pop() {
            if seen.insert(x) {
                work.extend(self.edges(x).iter().map(|edge| edge.1));
            }
        }
    }

    /// For every reachable object, the fields common to *all* paths from `r` to it. Empty for `r` itself.
    pub fn must_fields(&self, r: Ref) -> BTreeMap<Ref, FieldSet> {
        let mut must = BTreeMap::from([(r, FieldSet::default())]);
        self.close(&mut must, vec![r]);
        must
    }

    /// The fields common to all cycles through `r`, if there is one.
    pub fn must_cycle(&self, r: Ref) -> Option<FieldSet> {
        let mut must = BTreeMap::new();
        let mut work = Vec::new();
        for &(label, next) in self.edges(r) {
            if lower(&mut must, next, FieldSet::default().with(label.field())) {
                work.push(next);
            }
        }
        self.close(&mut must, work);
        must.remove(&r)
    }

    fn close(&self, must: &mut BTreeMap<Ref, FieldSet>, mut work: Vec<Ref>) {
        while let Some(x) = work.pop() {
            let base = must[&x].clone();
            for &(label, next) in self.edges(x) {
                if lower(must, next, base.with(label.field())) {
                    work.push(next);
                }
            }
        }
    }

    /// Some object is reachable from `r` by two different paths.
    pub fn is_shared_below(&self, r: Ref) -> bool {
        let reach = self.reach(r);
        let mut met = RefSet::default();
        met.insert(r);
        reach.iter().any(|x| self.edges(x).iter().any(|&(_, next)| !met.insert(next)))
    }

    /// Whether paths from `a` to `x` and to `y` can do without a common intermediate object (over-approximated).
    pub fn forks(&self, a: Ref, x: Ref, y: Ref) -> bool {
        if a == x || a == y {
            return true;
        }
        let edges = self.edges(a);
        let reaches: Vec<RefSet> = edges.iter().map(|&(_, next)| self.reach(next)).collect();
        let pairs = (0..edges.len()).flat_map(|i| (0..edges.len()).map(move |j| (i, j)));
        pairs
            .filter(|&(i, j)| reaches[i].contains(x) && reaches[j].contains(y))
            .any(|(i, j)| i != j || edges[j].1 == y)
    }
}

/// Intersects the set at `r`; tells whether it changed.
fn lower(must: &mut BTreeMap<Ref, FieldSet>, r: Ref, fields: FieldSet) -> bool {
    match must.get_mut(&r) {
        None => {
            must.insert(r, fields);
            true
        }
        Some(known) => {
            let common = known.intersection(&fields);
            let changed = common != *known;
            *known = common;
            changed
        }
    }
}
