//! Array elements: chunks `a[lo..hi) ↦ m # p`, where `m` maps indices to values.
//!
//! Only the values inside a chunk's range mean anything; outside it the map says nothing, and no rule looks there. A chunk
//! is split where a part of it is taken, and parts are put together again where a range spans several chunks. A write
//! changes the map of the chunk that has the element.

use std::rc::Rc;

use base::Place;
use term::{Sort, Term};

use super::heap::Amount;
use super::state::{Chunk, Heap, Location, State};
use super::{Engine, Outcome};
use crate::core::{Expr, FieldId};

/// `array[low..high)`
#[derive(Clone, Copy)]
struct Range {
    array: Term,
    low: Term,
    high: Term,
}

impl Range {
    fn of(chunk: &Chunk) -> Self {
        Self { array: chunk.arguments[0], low: chunk.arguments[1], high: chunk.arguments[2] }
    }
}

impl Engine<'_> {
    /// **eval a[i]**: the value of the chunk that has the element.
    pub(super) fn eval_element(
        &mut self,
        state: &mut State,
        array: &Expr,
        field: FieldId,
        index: &Expr,
        place: &Place,
    ) -> Outcome<Term> {
        let (array, index) = (self.eval(state, array)?, self.eval(state, index)?);
        let element = self.element(array, index);
        let location = Location::Elements(field);
        let heap = state.heap.clone();
        for (_, chunk) in heap.at(location) {
            let enough = self.terms.and([self.covers(chunk, element), self.positive(chunk.permission)]);
            if enough != self.terms.bool(false) && self.entails(state, enough)? {
                return Ok(self.terms.select(chunk.value, index));
            }
        }
        let held = self.elements_held(&heap, location, element);
        let arguments = [element.array, element.low, element.high];
        self.require_permission(state, self.positive(held), location, &arguments, place)?;
        Ok(self.element_value(&heap, location, element))
    }

    /// **exec a[i] := e**: needs the whole permission to the element.
    pub(super) fn exec_write_element(
        &mut self,
        mut state: State,
        (array, field, index): (&Expr, FieldId, &Expr),
        value: &Expr,
        place: &Place,
    ) -> Outcome<Vec<State>> {
        let (array, index) = (self.eval(&mut state, array)?, self.eval(&mut state, index)?);
        let value = self.eval(&mut state, value)?;
        let element = self.element(array, index);
        let (location, whole) = (Location::Elements(field), self.terms.fraction(1, 1));
        let heap = state.heap.clone();
        for (position, chunk) in heap.at(location) {
            let enough =
                self.terms.and([self.covers(chunk, element), self.terms.less_eq(whole, chunk.permission)]);
            if enough != self.terms.bool(false) && self.entails(&state, enough)? {
                let changed = self.terms.store(chunk.value, index, value);
                state.heap.remove(position);
                state.heap.push(Chunk { value: changed, ..chunk.clone() });
                return Ok(vec![state]);
            }
        }
        let arguments = [element.array, element.low, element.high];
        self.take_elements(&mut state, location, &arguments, Amount::Exact(whole), place)?;
        let fresh = self.fresh_elements(&mut state, location);
        let map = self.terms.store(fresh, index, value);
        self.add_elements(&mut state, Self::chunk(location, &arguments, map, whole));
        Ok(vec![state])
    }

    /// **produce' acc(a[lo..hi])**: ranges of one array that overlap have at most the whole permission together, and
    /// agree on the values.
    pub(super) fn add_elements(&mut self, state: &mut State, chunk: Chunk) {
        let terms = self.terms;
        let range = Range::of(&chunk);
        let some = terms.less(range.low, range.high);
        let whole = terms.fraction(1, 1);
        let exists = terms.and([terms.not_null(range.array), terms.less_eq(chunk.permission, whole)]);
        let held = terms.and([some, self.positive(chunk.permission)]);
        self.assume(state, terms.implies(held, exists));
        let heap = state.heap.clone();
        for (position, other) in heap.at(chunk.location) {
            if other.arguments == chunk.arguments {
                self.assume_agreement(state, other, &chunk, terms.bool(true));
                let permission = terms.add(other.permission, chunk.permission);
                self.assume(state, terms.implies(some, terms.less_eq(permission, whole)));
                let value = self.merged_value(state, other, &chunk);
                state.heap.replace(position, Chunk { value, permission, ..chunk });
                return;
            }
        }
        for (_, other) in heap.at(chunk.location) {
            let overlap = self.overlap(range, Range::of(other));
            if overlap == terms.bool(false) {
                continue;
            }
            let together = terms.less_eq(terms.add(other.permission, chunk.permission), whole);
            self.assume(state, terms.implies(overlap, together));
            if together != terms.bool(false) {
                self.assume_agreement(state, other, &chunk, overlap);
            }
        }
        state.heap.push(chunk);
    }

    /// **consume' acc(a[lo..hi])**: from one chunk, or put together from several; nothing is needed for an empty range.
    pub(super) fn take_elements(
        &mut self,
        state: &mut State,
        location: Location,
        arguments: &[Term],
        amount: Amount,
        place: &Place,
    ) -> Outcome<(Term, Term)> {
        if let Some(taken) = self.take_same_range(state, location, arguments, amount)? {
            return Ok(taken);
        }
        let wanted = Range { array: arguments[0], low: arguments[1], high: arguments[2] };
        let none = self.terms.less_eq(wanted.high, wanted.low);
        let mut pieces: Vec<(Range, Term)> = Vec::new();
        let mut taken = self.terms.fraction(0, 1);
        let mut rest = wanted;
        for _ in 0..=state.heap.chunks().len() {
            let done = self.terms.less_eq(rest.high, rest.low);
            if done == self.terms.bool(true)
                || (done != self.terms.bool(false) && self.entails(state, done)?)
            {
                return Ok((self.assemble(state, location, &pieces), taken));
            }
            let Some((piece, value, part)) = self.take_piece(state, location, rest, amount)? else { break };
            if piece.low == wanted.low && piece.high == wanted.high {
                return Ok((value, part));
            }
            (taken, rest) = (part, Range { low: piece.high, ..rest });
            pieces.push((piece, value));
        }
        self.require_permission(state, none, location, arguments, place)?;
        self.give_up(state)?;
        Ok((self.fresh_value(location), taken))
    }

    /// Takes from the chunk of the very range: the most frequent case, and the cheapest.
    fn take_same_range(
        &mut self,
        state: &mut State,
        location: Location,
        arguments: &[Term],
        amount: Amount,
    ) -> Outcome<Option<(Term, Term)>> {
        let heap = state.heap.clone();
        let mut chunks = heap.at(location);
        let Some((position, chunk)) = chunks.find(|(_, chunk)| *chunk.arguments == *arguments) else {
            return Ok(None);
        };
        let Some(part) = self.part(state, chunk, amount)? else { return Ok(None) };
        self.prover.count_plain();
        if !matches!(amount, Amount::Peek) {
            let rest = self.terms.sub(chunk.permission, part);
            state.heap.remove(position);
            self.put_back(state, chunk, arguments[1], arguments[2], rest);
        }
        Ok(Some((chunk.value, part)))
    }

    /// Takes the start of a range from one chunk, as far as that chunk goes.
    fn take_piece(
        &mut self,
        state: &mut State,
        location: Location,
        rest: Range,
        amount: Amount,
    ) -> Outcome<Option<(Range, Term, Term)>> {
        let terms = self.terms;
        let heap = state.heap.clone();
        let first = self.element(rest.array, rest.low);
        for (position, chunk) in heap.at(location) {
            let range = Range::of(chunk);
            let starts = self.covers(chunk, first);
            if starts == terms.bool(false) || !self.entails(state, starts)? {
                // A range that may be empty has no first element to look for.
                let inside = terms.and([
                    terms.eq(range.array, rest.array),
                    terms.less_eq(range.low, rest.low),
                    terms.less_eq(rest.high, range.high),
                ]);
                if inside == terms.bool(false) || !self.entails(state, inside)? {
                    continue;
                }
            }
            let all = terms.less_eq(rest.high, range.high);
            let high =
                if rest.high == range.high || self.entails(state, all)? { rest.high } else { range.high };
            // What stays on both sides must not overlap.
            if !self.entails(state, terms.less_eq(rest.low, high))? {
                continue;
            }
            let Some(part) = self.part(state, chunk, amount)? else { continue };
            let piece = Range { high, ..rest };
            if !matches!(amount, Amount::Peek) {
                state.heap.remove(position);
                self.put_back(state, chunk, range.low, rest.low, chunk.permission);
                self.put_back(state, chunk, rest.low, high, terms.sub(chunk.permission, part));
                self.put_back(state, chunk, high, range.high, chunk.permission);
            }
            return Ok(Some((piece, chunk.value, part)));
        }
        Ok(None)
    }

    /// The part of a chunk that stays, unless there is none.
    fn put_back(&self, state: &mut State, chunk: &Chunk, low: Term, high: Term, permission: Term) {
        let nothing = low == high || permission == self.terms.fraction(0, 1);
        if !nothing {
            let arguments = Rc::from([chunk.arguments[0], low, high]);
            state.heap.push(Chunk { arguments, permission, ..chunk.clone() });
        }
    }

    /// One map that has each piece's values in its range.
    fn assemble(&mut self, state: &mut State, location: Location, pieces: &[(Range, Term)]) -> Term {
        let terms = self.terms;
        if let [(_, value)] = pieces {
            return *value;
        }
        let map = self.fresh_elements(state, location);
        let index = terms.var("i!", Sort::Int);
        for (range, value) in pieces {
            let inside = terms.and([terms.less_eq(range.low, index), terms.less(index, range.high)]);
            let element = terms.select(map, index);
            let same = terms.eq(element, terms.select(*value, index));
            self.assume(state, terms.forall(&[index], &[&[element]], terms.implies(inside, same)));
        }
        map
    }

    /// A map as the snapshot of a predicate has it: a snapshot says something only about what is held.
    pub(super) fn restricted(&self, state: &State, map: Term, low: Term, high: Term) -> Term {
        let restricted = self.words.restrict(map, low, high);
        let known = self.terms.eq(restricted, map);
        if state.path.facts().contains(&known) { map } else { restricted }
    }

    /// A map that comes from a snapshot of the range was restricted to it.
    pub(super) fn assume_restricted(&self, state: &mut State, map: Term, range: &[Term]) {
        let restricted = self.words.restrict(map, range[1], range[2]);
        self.assume(state, self.terms.eq(restricted, map));
    }

    /// A map nothing is known of but that its values are some of the elements' type.
    fn fresh_elements(&self, state: &mut State, location: Location) -> Term {
        let map = self.fresh_value(location);
        self.assume_bounds(state, location, map);
        map
    }

    /// Inside both ranges, where both have permission, the values are the same.
    fn assume_agreement(&self, state: &mut State, left: &Chunk, right: &Chunk, condition: Term) {
        let terms = self.terms;
        if left.value == right.value {
            return;
        }
        let index = terms.var("i!", Sort::Int);
        let (left_element, right_element) =
            (terms.select(left.value, index), terms.select(right.value, index));
        let inside = [Range::of(left), Range::of(right)]
            .map(|range| terms.and([terms.less_eq(range.low, index), terms.less(index, range.high)]));
        let held = [self.positive(left.permission), self.positive(right.permission), condition];
        let premise = terms.and(inside.into_iter().chain(held));
        let body = terms.implies(premise, terms.eq(left_element, right_element));
        self.assume(state, terms.forall(&[index], &[&[left_element], &[right_element]], body));
    }

    fn element(&self, array: Term, index: Term) -> Range {
        Range { array, low: index, high: self.terms.add(index, self.terms.int(1)) }
    }

    /// Whether the chunk is of the range's array and the range's first element is in it.
    fn covers(&self, chunk: &Chunk, range: Range) -> Term {
        let own = Range::of(chunk);
        let terms = self.terms;
        terms.and([
            terms.eq(own.array, range.array),
            terms.less_eq(own.low, range.low),
            terms.less(range.low, own.high),
        ])
    }

    fn overlap(&self, left: Range, right: Range) -> Term {
        let terms = self.terms;
        terms.and([
            terms.eq(left.array, right.array),
            terms.less(left.low, right.high),
            terms.less(right.low, left.high),
            terms.less(left.low, left.high),
            terms.less(right.low, right.high),
        ])
    }

    /// The amount held to one element.
    fn elements_held(&self, heap: &Heap, location: Location, element: Range) -> Term {
        let zero = self.terms.fraction(0, 1);
        let parts = heap
            .at(location)
            .map(|(_, chunk)| self.terms.ite(self.covers(chunk, element), chunk.permission, zero));
        self.terms.sum(Sort::Real, parts)
    }

    /// The value of the first chunk that has the element and permission.
    fn element_value(&self, heap: &Heap, location: Location, element: Range) -> Term {
        let Location::Elements(field) = location else {
            unreachable!("elements have a location of their own")
        };
        let sort = self.words.sort(&self.program.fields[field].ty, self.program);
        let any = self.terms.fresh_var("element", sort);
        let chunks: Vec<&Chunk> = heap.at(location).map(|(_, chunk)| chunk).collect();
        chunks.iter().rev().fold(any, |value, chunk| {
            let meant = self.terms.and([self.covers(chunk, element), self.positive(chunk.permission)]);
            self.terms.ite(meant, self.terms.select(chunk.value, element.low), value)
        })
    }
}
