//! Arrays: symbolic length, symbolic index, elements as update histories.
//!
//! Callers have checked bounds. Elements at known indices of arrays of known length are plain slots; an unknown index
//! becomes a history of writes, read back under index equality. Reference arrays work the same way: the guards of an
//! element's value set then mention indices.

use term::{Term, Terms};

use crate::access::{LENGTH, element_kind, element_name};
use crate::history::{Base, Key, Write};
use crate::location::{Array, Unknown};
use crate::{Cx, Field, Heap, Loc, Origin, Ref, Stuck, Target, Value};

/// Reading an unknown index of an array with more different stretches of elements than this is unsupported.
const MAX_CASES: usize = 4096;
/// Up to so many elements are told apart one by one.
const FEW: usize = 16;

/// Elements of arrays without a location, by the kind they hold: a pseudo-field per element type.
fn elements_map(cx: Cx<'_>, array: crate::Class) -> Field {
    use crate::Kind;
    let kind = match element_kind(cx.types, array) {
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

    pub fn load_element(&mut self, cx: Cx<'_>, array: Ref, index: Value) -> Result<Value, Stuck> {
        if let Some(loc) = array.as_loc() {
            return self.element(cx, loc, index);
        }
        let mut cases = Vec::new();
        for entry in self.accessible(cx, array)? {
            let value = match entry.target {
                Target::Loc(loc) => self.element(cx, loc, index)?,
                Target::Sym(sym) => {
                    let map = elements_map(cx, self.symbol(sym).bound);
                    self.map_read(cx, sym, map, Some(index.term(cx.terms)))?
                }
            };
            cases.push((entry.guard, value));
        }
        let (_, last) = cases.pop().expect("a dereferenced reference has a target");
        Ok(cx.first(cases, last))
    }

    pub fn store_element(&mut self, cx: Cx<'_>, array: Ref, index: Value, value: Value) -> Result<(), Stuck> {
        if let Some(loc) = array.as_loc() {
            return self.write_element(cx, loc, Terms::TRUE, index, value);
        }
        for entry in self.accessible(cx, array)? {
            match entry.target {
                Target::Loc(loc) => self.write_element(cx, loc, entry.guard, index, value)?,
                Target::Sym(sym) => {
                    let map = elements_map(cx, self.symbol(sym).bound);
                    let key = Key { object: Some(self.symbol(sym).var), index: Some(index.term(cx.terms)) };
                    self.map_mut(map).writes.push(Write { when: entry.guard, key, value });
                }
            }
        }
        Ok(())
    }

    fn length_at(&self, loc: Loc) -> Result<Value, Stuck> {
        Ok(self.array(loc)?.length)
    }

    fn array(&self, loc: Loc) -> Result<&Array, Stuck> {
        self.location(loc)
            .array
            .as_deref()
            .ok_or_else(|| Stuck::Unsupported(format!("{} is used as an array", self.location_name(loc))))
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
            Base::Input => {
                let unknown = self.demand_element(cx, loc, key);
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

    /// The input value at one index: one and the same whenever it is asked for.
    fn demand_element(&mut self, cx: Cx<'_>, loc: Loc, key: Key) -> Unknown {
        let history = &self.array_mut(loc).elements.history;
        if let Some(unknown) = history.unknown(key) {
            return unknown;
        }
        let known = history.reads.clone();
        let index = key.index.expect("array elements are keyed by index");
        let name = element_name(cx.terms, self.location_name(loc), index);
        let (kind, exists) =
            (element_kind(cx.types, self.location(loc).class.bound()), self.location(loc).exists);
        let unknown = self.new_unknown(cx, &name, kind, Origin::Inside(Target::Loc(loc)), exists);
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
