//! Arrays: symbolic length, symbolic index, elements as update histories.
//!
//! Callers have checked bounds. Elements at known indices of arrays of known length are plain slots; an unknown index
//! becomes a history of writes, read back under index equality. Reference arrays work the same way: the guards of an
//! element's value set then mention indices.

use std::collections::BTreeSet;

use term::{Term, Terms};

use crate::access::{LENGTH, element_kind, element_name};
use crate::history::{Base, Key, Write};
use crate::location::{Array, Location, Unknown};
use crate::{Cx, Entry, Field, Heap, Kind, Loc, Origin, Ref, Stuck, Sym, SymbolInfo, Target, Value};

/// Unknown elements of one input array: each is compared with all others.
const MAX_UNKNOWN: usize = 2_000;
/// Reading an unknown index of an array with more different stretches of elements than this is unsupported.
const MAX_CASES: usize = 4096;
/// Tables of objects up to this size are read as one value set.
const MAX_OBJECTS: usize = 512;
/// Up to so many elements are told apart one by one.
const FEW: usize = 16;

/// Elements of arrays without a location, by the kind they hold: a pseudo-field per element type. Of arrays of bytes and of
/// truth values code does not say which of them it means.
fn elements_map(kind: Kind) -> Field {
    let kind = match kind {
        Kind::Boolean | Kind::Byte => 0,
        Kind::Char => 1,
        Kind::Short => 2,
        Kind::Int => 3,
        Kind::Long => 4,
        Kind::Float => 5,
        Kind::Double => 6,
        Kind::Ref(_) => 7,
    };
    Field(u32::MAX - 10 - kind)
}

impl Heap {
    pub fn length(&mut self, cx: Cx<'_>, array: Ref) -> Result<Value, Stuck> {
        if let Some(loc) = array.as_loc() {
            return self.length_at(loc);
        }
        let mut cases = Vec::new();
        for entry in self.accessible(cx, array)? {
            let length = match entry.target {
                Target::Loc(loc) => self.length_at(loc)?,
                Target::Sym(sym) => self.map_read(cx, sym, LENGTH, None)?,
            };
            cases.push((entry.guard, length));
        }
        let (_, last) = cases.pop().expect("a dereferenced reference has a target");
        Ok(cx.first(cases, last))
    }

    /// An element of an array that code takes to hold elements of this kind.
    pub fn load_element(&mut self, cx: Cx<'_>, array: Ref, kind: Kind, index: Value) -> Result<Value, Stuck> {
        if let Some(loc) = array.as_loc().filter(|loc| self.may_hold(cx, Target::Loc(*loc), kind)) {
            return self.element(cx, loc, index);
        }
        let mut cases = Vec::new();
        for entry in self.accessible(cx, array)? {
            let value = match entry.target {
                target if !self.may_hold(cx, target, kind) => continue,
                Target::Loc(loc) if self.ends_before(loc, index) => continue,
                Target::Loc(loc) => self.element(cx, loc, index)?,
                Target::Sym(sym) => {
                    let map = self.elements_map(cx, sym)?;
                    self.map_read(cx, sym, map, Some(index.term(cx.terms)))?
                }
            };
            cases.push((entry.guard, value));
        }
        let (_, last) = cases.pop().ok_or_else(beyond)?;
        Ok(cx.first(cases, last))
    }

    pub fn store_element(
        &mut self,
        cx: Cx<'_>,
        array: Ref,
        kind: Kind,
        index: Value,
        value: Value,
    ) -> Result<(), Stuck> {
        if let Some(loc) = array.as_loc().filter(|loc| self.may_hold(cx, Target::Loc(*loc), kind)) {
            return self.write_element(cx, loc, Terms::TRUE, index, value);
        }
        for entry in self.accessible(cx, array)? {
            match entry.target {
                target if !self.may_hold(cx, target, kind) => {}
                Target::Loc(loc) if self.ends_before(loc, index) => {}
                Target::Loc(loc) => self.write_element(cx, loc, entry.guard, index, value)?,
                Target::Sym(sym) => {
                    let map = self.elements_map(cx, sym)?;
                    let key = Key { object: Some(self.symbol(sym).var), index: Some(index.term(cx.terms)) };
                    self.map_mut(map).writes.push(Write { when: entry.guard, key, value });
                }
            }
        }
        Ok(())
    }

    /// The lengths of arrays the program made, where the input tells them.
    pub fn allocated_lengths(&self) -> impl Iterator<Item = Term> {
        let allocated = self.locations.iter().filter(|location| location.creator.is_none());
        allocated.filter_map(|location| match location.array.as_deref()?.length {
            Value::Term(length) => Some(length),
            Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Ref(_) => None,
        })
    }

    /// Whether an object (not null) is certainly an array.
    pub fn is_array(&mut self, cx: Cx<'_>, object: Ref) -> Result<bool, Stuck> {
        if let Some(loc) = object.as_loc() {
            return Ok(self.location(loc).array.is_some());
        }
        Ok(self.accessible(cx, object)?.iter().all(|entry| match entry.target {
            Target::Loc(loc) => self.location(loc).array.is_some(),
            Target::Sym(sym) => cx.types.element(self.symbol(sym).bound).is_some(),
        }))
    }

    /// A copy of an array, of whatever class it is; nothing if it is no array or may be one of several.
    pub fn clone_array(&mut self, cx: Cx<'_>, array: Ref) -> Result<Option<Ref>, Stuck> {
        let [Entry { target: Target::Loc(from), .. }] = self.accessible(cx, array)?[..] else {
            return Ok(None);
        };
        let Some(mut copy) = self.location(from).array.clone() else { return Ok(None) };
        if let Base::Input = copy.elements.base {
            copy.elements.base = Base::InputOf(from);
            copy.elements.history.reads.clear();
        }
        let mut location = Location::object(self.location(from).class, None, Terms::TRUE);
        location.array = Some(copy);
        Ok(Some(Ref::loc(self.push(location))))
    }

    /// Whether an index is known to be beyond an array of known length: the path condition excludes that array then, since
    /// the index was found to be in bounds.
    fn ends_before(&self, loc: Loc, index: Value) -> bool {
        let length = self.location(loc).array.as_deref().map(|array| array.length);
        matches!((length, index), (Some(Value::Int(length)), Value::Int(index)) if index >= length)
    }

    fn length_at(&self, loc: Loc) -> Result<Value, Stuck> {
        Ok(self.array(loc)?.length)
    }

    fn array(&self, loc: Loc) -> Result<&Array, Stuck> {
        self.location(loc)
            .array
            .as_deref()
            .ok_or_else(|| Stuck::Unsupported(format!("`{}` is used as an array", self.location_name(loc))))
    }

    fn elements_map(&self, cx: Cx<'_>, sym: Sym) -> Result<Field, Stuck> {
        let SymbolInfo { bound, name, .. } = self.symbol(sym);
        match cx.types.element(*bound) {
            Some(kind) => Ok(elements_map(kind)),
            None => Err(Stuck::Unsupported(format!("`{name}` is used as an array"))),
        }
    }

    /// Whether an array may be what code takes it for. One that is not is excluded by the path condition, which nobody has
    /// looked at yet.
    fn may_hold(&self, cx: Cx<'_>, array: Target, kind: Kind) -> bool {
        let bound = match array {
            Target::Loc(loc) => self.location(loc).class.bound(),
            Target::Sym(sym) => self.symbol(sym).bound,
        };
        cx.types.element(bound).is_none_or(|held| elements_map(held) == elements_map(kind))
    }

    fn array_mut(&mut self, loc: Loc) -> &mut Array {
        self.location_mut(loc).array.as_deref_mut().expect("checked to be an array")
    }

    /// One element of one array.
    pub fn element(&mut self, cx: Cx<'_>, loc: Loc, index: Value) -> Result<Value, Stuck> {
        let array = self.array(loc)?;
        if let (Some(dense), Value::Int(index)) = (array.elements.dense(), index) {
            return out_of_bounds(dense.get(index as usize).copied());
        }
        let key = Key::index(index.term(cx.terms));
        if array.elements.history.covers(cx, key) {
            return Ok(array.elements.history.read(cx, key, Value::NULL));
        }
        let base = match &array.elements.base {
            Base::Default(value) => *value,
            Base::Dense(values) => dense_read(cx, values, index)?,
            Base::InputOf(from) => {
                let from = *from;
                let unknown = self.input_element(cx, from, key)?;
                self.value_of_unknown(cx, unknown)?
            }
            Base::Input => {
                let unknown = self.input_element(cx, loc, key)?;
                self.value_of_unknown(cx, unknown)?
            }
        };
        Ok(self.array(loc)?.elements.history.read(cx, key, base))
    }

    /// The elements of an array all of whose elements have values of their own; `None` for others.
    pub fn dense(&self, loc: Loc) -> Option<&[Value]> {
        self.location(loc).array.as_deref()?.elements.dense()
    }

    fn write_element(
        &mut self,
        cx: Cx<'_>,
        loc: Loc,
        when: Term,
        index: Value,
        value: Value,
    ) -> Result<(), Stuck> {
        self.array(loc)?;
        let elements = &mut self.array_mut(loc).elements;
        if let (Base::Dense(values), true, Value::Int(index)) =
            (&mut elements.base, elements.history.writes.is_empty(), index)
        {
            let slot = values.get_mut(index as usize).ok_or_else(beyond)?;
            *slot = cx.first(vec![(when, value)], *slot);
            return Ok(());
        }
        let key = Key::index(index.term(cx.terms));
        elements.history.writes.push(Write { when, key, value });
        Ok(())
    }

    /// The input value at one index of an array that does not have too many of them.
    fn input_element(&mut self, cx: Cx<'_>, loc: Loc, key: Key) -> Result<Unknown, Stuck> {
        if self.array(loc)?.elements.history.reads.len() >= MAX_UNKNOWN {
            let name = self.location_name(loc);
            return Err(Stuck::Unsupported(format!("more than {MAX_UNKNOWN} elements of `{name}`")));
        }
        Ok(self.demand_element(cx, loc, key))
    }

    /// The input value at one index: one and the same whenever it is asked for.
    fn demand_element(&mut self, cx: Cx<'_>, loc: Loc, key: Key) -> Unknown {
        let history = &self.array_mut(loc).elements.history;
        if let Some(unknown) = history.unknown(key) {
            return unknown;
        }
        let known = history.reads.clone();
        let index = key.index.expect("array elements are keyed by index");
        let name = element_name(cx.terms, self.location_name(loc), index);
        let (kind, exists) = (element_kind(cx.types, self.declared(loc)), self.location(loc).exists);
        let unknown = self.new_unknown(cx, &name, kind, Origin::Inside(Target::Loc(loc)), exists);
        if self.location(loc).creator.is_some_and(|creator| self.symbol(creator).full) {
            self.assume_object(cx, unknown);
        }
        for earlier in known {
            let fact = self.congruence(cx, (key, unknown), earlier);
            self.assume(cx, fact);
        }
        self.array_mut(loc).elements.history.reads.push((key, unknown));
        unknown
    }
}

/// An element of known elements: a decision tree over stretches of equal ones, so that a table costs what it says and
/// not what it weighs.
fn dense_read(cx: Cx<'_>, values: &[Value], index: Value) -> Result<Value, Stuck> {
    if let Value::Int(index) = index {
        return out_of_bounds(values.get(index as usize).copied());
    }
    if values.len() <= FEW {
        return few(cx, values, index.term(cx.terms));
    }
    if let Some(objects) = all_objects(values) {
        return Ok(one_of(cx, &objects, index.term(cx.terms)));
    }
    let mut stretches: Vec<(i32, Value)> = Vec::new();
    for (at, value) in (0..).zip(values) {
        if stretches.last().is_none_or(|(_, last)| last != value) {
            stretches.push((at, *value));
        }
    }
    if stretches.len() > MAX_CASES {
        return Err(Stuck::Unsupported(format!("an unknown index into {} elements", values.len())));
    }
    Ok(search(cx, &stretches, index.term(cx.terms)))
}

/// The elements as known objects, each another one: a table such as the cache of `Integer.valueOf`.
fn all_objects(values: &[Value]) -> Option<Vec<Loc>> {
    if values.len() > MAX_OBJECTS {
        return None;
    }
    let loc = |value: &Value| if let Value::Ref(reference) = value { reference.as_loc() } else { None };
    let objects: Vec<Loc> = values.iter().map(loc).collect::<Option<_>>()?;
    let different: BTreeSet<Loc> = objects.iter().copied().collect();
    (different.len() == objects.len()).then_some(objects)
}

/// The object at an index. Its guards are equalities, so that [`Heap::load`] sees fields that follow the index.
fn one_of(cx: Cx<'_>, objects: &[Loc], index: Term) -> Value {
    let entry = |(at, loc): (i32, &Loc)| Entry {
        guard: cx.terms.eq(index, cx.terms.i32(at)),
        target: Target::Loc(*loc),
    };
    Value::Ref(cx.sets.reference(cx.terms, (0..).zip(objects).map(entry).collect::<Vec<_>>()))
}

/// One case per element.
fn few(cx: Cx<'_>, values: &[Value], index: Term) -> Result<Value, Stuck> {
    let mut cases: Vec<(Term, Value)> =
        (0..).zip(values).map(|(at, value)| (cx.terms.eq(index, cx.terms.i32(at)), *value)).collect();
    let (_, last) = cases.pop().ok_or_else(beyond)?;
    Ok(cx.first(cases, last))
}

/// The value of the last stretch that starts at or before `index`.
fn search(cx: Cx<'_>, stretches: &[(i32, Value)], index: Term) -> Value {
    if let [(_, only)] = stretches {
        return *only;
    }
    let (low, high) = stretches.split_at(stretches.len() / 2);
    let in_low = cx.terms.less(index, cx.terms.i32(high[0].0));
    cx.first(vec![(in_low, search(cx, low, index))], search(cx, high, index))
}

fn out_of_bounds(value: Option<Value>) -> Result<Value, Stuck> {
    value.ok_or_else(beyond)
}

/// Only reached where a value set still holds arrays the path condition excludes.
fn beyond() -> Stuck {
    Stuck::Unsupported("an index beyond an array".to_owned())
}
