//! Update histories: `[:= d] [k1 := v1] [k2 := v2] …` [VTU, Sect. 8].
//!
//! A history maps keys to values through the writes made to it, newest first, over a base. Array elements are a
//! history keyed by index; the `term` strategy's field maps are histories keyed by object. Reads of an unknown base are
//! written down once per key, with the facts that equal keys hold equal values, so no array theory is needed.

use term::{Term, Terms};

use crate::location::Unknown;
use crate::{Cx, Loc, Value};

/// An object, an index, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub object: Option<Term>,
    pub index: Option<Term>,
}

#[derive(Clone, Debug)]
pub(crate) struct Write {
    pub when: Term,
    pub key: Key,
    pub value: Value,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// The base's values, as far as they were demanded.
    pub reads: Vec<(Key, Unknown)>,
    /// Oldest first.
    pub writes: Vec<Write>,
}

/// The elements of an array.
#[derive(Clone, Debug)]
pub(crate) struct Elements {
    pub base: Base,
    pub history: History,
}

#[derive(Clone, Debug)]
pub(crate) enum Base {
    /// This value everywhere.
    Default(Value),
    /// One value per index.
    Dense(Vec<Value>),
    /// The input's.
    Input,
    /// What this input array held on entry.
    InputOf(Loc),
}

impl Key {
    pub fn index(index: Term) -> Self {
        Self { object: None, index: Some(index) }
    }

    pub fn same(self, terms: &Terms, other: Key) -> Term {
        let part = |a: Option<Term>, b: Option<Term>| match (a, b) {
            (Some(a), Some(b)) => terms.eq(a, b),
            (None, None) => Terms::TRUE,
            (Some(_), None) | (None, Some(_)) => panic!("keys of one history have the same parts"),
        };
        terms.and([part(self.object, other.object), part(self.index, other.index)])
    }
}

impl History {
    /// The value at `key` where writes do not reach is `base`.
    pub fn read(&self, cx: Cx<'_>, key: Key, base: Value) -> Value {
        let mut cases = Vec::new();
        for write in self.writes.iter().rev() {
            let hit = cx.terms.and([write.when, write.key.same(cx.terms, key)]);
            if hit == Terms::TRUE {
                return cx.first(cases, write.value);
            }
            if hit != Terms::FALSE {
                cases.push((hit, write.value));
            }
        }
        cx.first(cases, base)
    }

    /// Whether some write certainly covers `key`, so that the base does not matter.
    pub fn covers(&self, cx: Cx<'_>, key: Key) -> bool {
        let certain =
            |write: &Write| write.when == Terms::TRUE && write.key.same(cx.terms, key) == Terms::TRUE;
        self.writes.iter().any(certain)
    }

    pub fn unknown(&self, key: Key) -> Option<Unknown> {
        self.reads.iter().find(|(known, _)| *known == key).map(|(_, unknown)| *unknown)
    }
}

impl Elements {
    /// The plain elements, if nothing was written at an unknown index.
    #[inline]
    pub fn dense(&self) -> Option<&[Value]> {
        match &self.base {
            Base::Dense(values) if self.history.writes.is_empty() => Some(values),
            Base::Dense(_) | Base::Default(_) | Base::Input | Base::InputOf(_) => None,
        }
    }
}

impl Cx<'_> {
    /// The value of the first case that holds, or `otherwise`.
    pub(crate) fn first(&self, cases: Vec<(Term, Value)>, otherwise: Value) -> Value {
        if cases.is_empty() {
            return otherwise;
        }
        match otherwise {
            Value::Ref(_) => self.first_reference(cases, otherwise),
            Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Term(_) => {
                let last = otherwise.term(self.terms);
                let term = cases
                    .into_iter()
                    .rev()
                    .fold(last, |rest, (guard, value)| self.terms.ite(guard, value.term(self.terms), rest));
                Value::of_term(self.terms, term)
            }
        }
    }

    fn first_reference(&self, cases: Vec<(Term, Value)>, otherwise: Value) -> Value {
        let mut entries = Vec::new();
        let mut unclaimed = Terms::TRUE;
        for (guard, value) in cases.into_iter().chain([(Terms::TRUE, otherwise)]) {
            let guard_here = self.terms.and([unclaimed, guard]);
            for mut entry in self.sets.entries(value.reference()) {
                entry.guard = self.terms.and([guard_here, entry.guard]);
                entries.push(entry);
            }
            unclaimed = self.terms.and([unclaimed, self.terms.not(guard)]);
        }
        Value::Ref(self.sets.reference(self.terms, entries))
    }
}
