//! Rules of the papers as they are printed.

use std::collections::BTreeMap;

use crate::logic::Formula::{self, All, Any, Same};
use crate::logic::{NULL, Reference, differ, not};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    Null,
    Uninitialised,
    Object(usize),
}

pub type ValueSet = Vec<(Formula, Location)>;

/// `L`, `R` and `φg`; fields have no names here, every object has one.
#[derive(Clone, Default)]
pub struct Store {
    pub values: BTreeMap<Reference, ValueSet>,
    pub fields: BTreeMap<Location, Reference>,
}

impl Store {
    /// `ST(L, r, φ)` [EHS16, Sect. 5], in its three-argument form: no φg (erratum 6).
    pub fn strengthen(&self, reference: Reference, by: &Formula) -> ValueSet {
        let entries = self.values[&reference].iter();
        entries.map(|(guard, location)| (All(vec![by.clone(), guard.clone()]), *location)).collect()
    }

    /// **Field Write** [EHS16, Fig. 9]: the summary's rule, which is right.
    pub fn guarded_write(&mut self, target: Reference, value: Reference) {
        for (guard, location) in self.values[&target].clone() {
            let old = self.fields[&location];
            let mut written = self.strengthen(value, &guard);
            written.extend(self.strengthen(old, &not(guard)));
            let fresh = self.fresh();
            self.values.insert(fresh, written);
            self.fields.insert(location, fresh);
        }
    }

    /// **Field Write** [EHS16, Fig. 7]: `θ = L(r_x)` is what the new reference is given (erratum 2).
    pub fn lazy_write(&mut self, target: Reference, _value: Reference) {
        let theta = self.values[&target].clone();
        let (_, location) = theta[0];
        let fresh = self.fresh();
        self.values.insert(fresh, theta);
        self.fields.insert(location, fresh);
    }

    /// `UN(L, R, r)` [EHS16, Sect. 4]: the guards under which `r` reaches an uninitialised field.
    pub fn uninitialised(&self, reference: Reference) -> Vec<(Formula, Location)> {
        let reaches = |(guard, location): &&(Formula, Location)| {
            let held = &self.values[&self.fields[location]];
            held.iter().any(|(inner, to)| {
                let both = All(vec![guard.clone(), inner.clone()]);
                *to == Location::Uninitialised && both.is_satisfiable(self.fresh())
            })
        };
        self.values[&reference].iter().filter(reaches).cloned().collect()
    }

    /// **Summarize** [EHS16, Fig. 8], without aliases: φx is all of `UN`'s guard, and what was there is kept only under its
    /// negation (erratum 4).
    pub fn summarize(&mut self, reference: Reference, new: Location) {
        let Some((guard, location)) = self.uninitialised(reference).into_iter().next() else { return };
        let input = self.fresh();
        let mut theta = vec![
            (All(vec![guard.clone(), Same(input, NULL)]), Location::Null),
            (All(vec![guard.clone(), differ(input, NULL)]), new),
        ];
        let original = self.values[&self.fields[&location]].clone();
        theta.extend(original.into_iter().map(|(was, to)| (All(vec![not(guard.clone()), was]), to)));
        self.values.insert(input, theta);
        self.fields.insert(location, input);
    }

    pub fn fresh(&self) -> Reference {
        self.values.keys().max().map_or(1, |last| last + 1)
    }
}

/// θ_alias [EHS16, Fig. 8]: the last conjunct has lost its body, so its range `r'_a ≠ r_a` is what is left to read (erratum 3).
pub fn theta_alias(input: Reference, aliases: &[Reference], is_printed: bool) -> Vec<(Formula, Reference)> {
    let guard = |alias: Reference| {
        let others = aliases.iter().copied().filter(|other| *other != alias);
        let last = others.map(|other| if is_printed { differ(other, alias) } else { differ(input, other) });
        All(vec![differ(input, NULL), Same(input, alias), All(last.collect())])
    };
    aliases.iter().map(|alias| (guard(*alias), *alias)).collect()
}

/// The three sets of formulas of **Equals** [EHS16, Fig. 9; UL12, Fig. 3]: θα (for *false*), θ0 and θ1.
pub fn differences(left: &ValueSet, right: &ValueSet) -> (Formula, Formula) {
    let common =
        |a: &(Formula, Location)| right.iter().find(|b| b.1 == a.1).map(|b| (a.0.clone(), b.0.clone()));
    let implications = left.iter().filter_map(common).map(|(a, b)| Any(vec![not(a), not(b)]));
    let alone = |of: &ValueSet, other: &ValueSet| {
        let only = of.iter().filter(|entry| other.iter().all(|known| known.1 != entry.1));
        only.map(|entry| entry.0.clone()).collect::<Vec<_>>()
    };
    let mut distinct = alone(left, right);
    distinct.extend(alone(right, left));
    (All(implications.collect()), Any(distinct))
}
