//! Heap predicates: licences for sharing that the state does not show [Otto15, Def. 1.3].
//!
//! The *absence* of a predicate is a strong negative fact, so forgetting one is unsound and adding one is only
//! imprecise. Predicates relate objects and arrays; integers, floats, `null` and opaque values (strings, class
//! objects, boxes) never occur in them. Nullness (`r?`) is kept with the object itself.

use program::FieldId;
use smallvec::SmallVec;

use crate::state::Ref;
use crate::state::refset::PairSet;

/// Fields that *every* hidden cycle uses; empty permits any cycle. Sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldSet(SmallVec<[FieldId; 4]>);

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Predicates {
    /// `a =? b`: two references may be one object.
    pub equal: PairSet,
    /// `a ⋎ b`: hidden parts may meet; `a ⋎ a`: `a` may be the fork of a non-tree.
    pub joins: PairSet,
    /// `a ⟲F`: hidden cycles may exist below `a`. Sorted by reference.
    cyclic: Vec<(Ref, FieldSet)>,
}

impl FieldSet {
    pub fn insert(&mut self, field: FieldId) {
        if let Err(at) = self.0.binary_search(&field) {
            self.0.insert(at, field);
        }
    }

    pub fn with(&self, field: Option<FieldId>) -> Self {
        let mut out = self.clone();
        if let Some(field) = field {
            out.insert(field);
        }
        out
    }

    pub fn union(&self, other: &Self) -> Self {
        let mut out = self.clone();
        for &field in &other.0 {
            out.insert(field);
        }
        out
    }

    pub fn intersection(&self, other: &Self) -> Self {
        Self(self.0.iter().copied().filter(|field| other.contains(*field)).collect())
    }

    pub fn contains(&self, field: FieldId) -> bool {
        self.0.binary_search(&field).is_ok()
    }

    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().all(|&field| other.contains(field))
    }

    pub fn iter(&self) -> impl Iterator<Item = FieldId> + '_ {
        self.0.iter().copied()
    }
}

impl FromIterator<FieldId> for FieldSet {
    fn from_iter<It: IntoIterator<Item = FieldId>>(fields: It) -> Self {
        let mut out = Self::default();
        for field in fields {
            out.insert(field);
        }
        out
    }
}

impl Predicates {
    pub fn is_empty(&self) -> bool {
        self.equal.is_empty() && self.joins.is_empty() && self.cyclic.is_empty()
    }

    /// `a =? b`; nothing for `a = b`.
    pub fn add_equal(&mut self, a: Ref, b: Ref) {
        if a != b {
            self.equal.insert(a, b);
        }
    }

    pub fn add_join(&mut self, a: Ref, b: Ref) {
        self.joins.insert(a, b);
    }

    /// `a ⟲F`: a second set for the same reference is intersected with the first.
    pub fn add_cyclic(&mut self, a: Ref, fields: FieldSet) {
        match self.cyclic.binary_search_by_key(&a, |entry| entry.0) {
            Ok(at) => self.cyclic[at].1 = self.cyclic[at].1.intersection(&fields),
            Err(at) => self.cyclic.insert(at, (a, fields)),
        }
    }

    pub fn cyclic(&self, a: Ref) -> Option<&FieldSet> {
        let at = self.cyclic.binary_search_by_key(&a, |entry| entry.0).ok()?;
        Some(&self.cyclic[at].1)
    }

    pub fn all_cyclic(&self) -> impl Iterator<Item = (Ref, &FieldSet)> {
        self.cyclic.iter().map(|(a, fields)| (*a, fields))
    }

    pub fn retain_cyclic(&mut self, mut keep: impl FnMut(Ref) -> bool) {
        self.cyclic.retain(|entry| keep(entry.0));
    }

    /// Adds all of another state's licences.
    pub fn extend(&mut self, other: &Self) {
        for (a, b) in other.equal.iter() {
            self.add_equal(a, b);
        }
        for (a, b) in other.joins.iter() {
            self.add_join(a, b);
        }
        for (a, fields) in other.all_cyclic() {
            self.add_cyclic(a, fields.clone());
        }
    }

    /// `a ~ b` [Otto15, Def. 1.41]: equal or joining, if only possibly.
    pub fn related(&self, a: Ref, b: Ref) -> bool {
        self.equal.contains(a, b) || self.joins.contains(a, b)
    }

    /// `a` is `b` or `a ~ b`.
    pub fn connected(&self, a: Ref, b: Ref) -> bool {
        a == b || self.related(a, b)
    }

    /// Renames every reference; predicates about a reference without a new name are dropped.
    pub fn renamed(&self, name: impl Fn(Ref) -> Option<Ref>) -> Self {
        let pair = |(a, b): (Ref, Ref)| Some((name(a)?, name(b)?));
        let mut out = Self {
            equal: self.equal.iter().filter_map(pair).filter(|(a, b)| a != b).collect(),
            joins: self.joins.iter().filter_map(pair).collect(),
            cyclic: Vec::new(),
        };
        for (a, fields) in self.all_cyclic() {
            if let Some(a) = name(a) {
                out.add_cyclic(a, fields.clone());
            }
        }
        out
    }
}
