//! Finding, adding and taking chunks.
//!
//! A chunk is looked for by equal argument terms first and by the solver second. Where no single chunk has enough
//! permission, all chunks of the location are *summarised*: the amount held is a sum over those that may be meant,
//! so disjunctive aliasing costs no branches.

use std::rc::Rc;

use base::Place;
use term::Term;

use super::report::Reason;
use super::state::{Chunk, Heap, Location, State};
use super::{Engine, Outcome};

/// How much to take from the heap.
#[derive(Clone, Copy)]
pub(super) enum Amount {
    Exact(Term),
    /// Some of it, leaving some.
    Some,
    /// Nothing: that some is held is enough.
    Peek,
}

impl Engine<'_> {
    /// The value at a location, if some permission to it is held. Failing that: a failure, and any value.
    pub(super) fn read(
        &mut self,
        state: &mut State,
        location: Location,
        arguments: &[Term],
        place: &Place,
    ) -> Outcome<Term> {
        if let Some(value) = self.read_certain(state, location, arguments)? {
            return Ok(value);
        }
        if let Some(value) = self.read_reserves(state, location, arguments)? {
            return Ok(value);
        }
        let heap = state.heap.clone();
        let held = self.permission_held(&heap, location, arguments);
        self.require_permission(state, self.positive(held), location, arguments, place)?;
        if !heap.has(location) {
            self.give_up(state)?;
        }
        Ok(self.summarised_value(&heap, location, arguments))
    }

    /// The value at a location that is certain to be held.
    pub(super) fn read_certain(
        &mut self,
        state: &mut State,
        location: Location,
        arguments: &[Term],
    ) -> Outcome<Option<Term>> {
        if let Some(index) = self.find(state, location, arguments)? {
            let chunk = state.heap.chunks()[index].clone();
            if self.entails(state, self.positive(chunk.permission))? {
                return Ok(Some(chunk.value));
            }
        }
        let family = self.find_family(state, location, arguments)?;
        Ok(family.map(|family| self.family_value(&family, arguments)))
    }

    /// **acc** in `produce'`: adds permission to a location. The owner of a field is not null, and what more than
    /// one chunk says about one location is consistent: at most full permission to a field, one value.
    pub(super) fn add(&mut self, state: &mut State, chunk: Chunk) {
        if chunk.permission == self.terms.fraction(0, 1) {
            return;
        }
        if let Location::Elements(_) = chunk.location {
            return self.add_elements(state, chunk);
        }
        if self.is_wand(chunk.location) {
            // Two wands of one kind may have been made in different ways: they say nothing about each other.
            state.heap.push(chunk);
            return;
        }
        if let Location::Field(_) = chunk.location {
            let not_null = self.terms.not_null(chunk.arguments[0]);
            self.assume(state, self.terms.implies(self.positive(chunk.permission), not_null));
        }
        let heap = state.heap.clone();
        for (index, other) in heap.at(chunk.location) {
            if other.arguments == chunk.arguments {
                self.assume_same_value(state, other, &chunk);
                let permission = self.terms.add(other.permission, chunk.permission);
                self.assume_field_bound(state, chunk.location, permission);
                let value = self.merged_value(state, other, &chunk);
                let merged = Chunk { value, permission, ..chunk };
                for (_, family) in heap.families_at(merged.location) {
                    self.assume_family_compatible(state, family, &merged);
                }
                state.heap.replace(index, merged);
                return;
            }
        }
        for (_, other) in heap.at(chunk.location) {
            self.assume_compatible(state, other, &chunk);
        }
        for (_, family) in heap.families_at(chunk.location) {
            self.assume_family_compatible(state, family, &chunk);
        }
        self.assume_field_bound(state, chunk.location, chunk.permission);
        state.heap.push(chunk);
    }

    /// The value of two chunks of one location together: one that may be empty says nothing about the value.
    pub(super) fn merged_value(&mut self, state: &State, known: &Chunk, added: &Chunk) -> Term {
        let positive = self.positive(known.permission);
        match self.prover.prove(&state.path, positive).is_proved() {
            true => known.value,
            false => self.terms.ite(positive, known.value, added.value),
        }
    }

    /// Adds all chunks of another heap: a loop's frame comes back.
    pub(super) fn add_all(&mut self, state: &mut State, heap: &Heap) {
        for chunk in heap.chunks() {
            self.add(state, chunk.clone());
        }
        for family in heap.families() {
            self.add_family(state, family.clone());
        }
    }

    /// **acc** in `consume'`: takes an amount of a location away and returns its value and the amount.
    pub(super) fn take(
        &mut self,
        state: &mut State,
        location: Location,
        arguments: &[Term],
        amount: Amount,
        place: &Place,
    ) -> Outcome<(Term, Term)> {
        if let Some(taken) = self.take_certain(state, location, arguments, amount)? {
            return Ok(taken);
        }
        if self.take_from_reserves(state, location, arguments, amount)?
            && let Some(taken) = self.take_certain(state, location, arguments, amount)?
        {
            return Ok(taken);
        }
        if let (Amount::Peek, Some(value)) = (amount, self.read_reserves(state, location, arguments)?) {
            return Ok((value, self.terms.fraction(0, 1)));
        }
        self.take_summarised(state, location, arguments, amount, place)
    }

    /// Takes an amount of a location from one chunk or family that has it for certain.
    pub(super) fn take_certain(
        &mut self,
        state: &mut State,
        location: Location,
        arguments: &[Term],
        amount: Amount,
    ) -> Outcome<Option<(Term, Term)>> {
        if let Some(index) = self.find(state, location, arguments)? {
            let chunk = state.heap.chunks()[index].clone();
            if let Some(taken) = self.part(state, &chunk, amount)? {
                if let Amount::Peek = amount {
                } else if taken == chunk.permission {
                    state.heap.remove(index);
                } else {
                    state.heap.set_permission(index, self.terms.sub(chunk.permission, taken));
                }
                return Ok(Some((chunk.value, taken)));
            }
        }
        self.take_from_family(state, location, arguments, amount)
    }

    /// What is taken of one chunk, if the chunk has that much.
    pub(super) fn part(&mut self, state: &mut State, chunk: &Chunk, amount: Amount) -> Outcome<Option<Term>> {
        match amount {
            Amount::Exact(amount) if amount == chunk.permission => Ok(Some(amount)),
            Amount::Peek => {
                let held = self.entails(state, self.positive(chunk.permission))?;
                Ok(held.then_some(chunk.permission))
            }
            // Nobody checks how much there is; but of a chunk that may be empty there is no value.
            _ if self.mode.quiet => match self.entails(state, self.positive(chunk.permission))? {
                true => Ok(Some(self.fresh_part(state, chunk.permission))),
                false => Ok(None),
            },
            Amount::Exact(amount) => {
                let enough = self.terms.less_eq(amount, chunk.permission);
                Ok(self.entails(state, enough)?.then_some(amount))
            }
            Amount::Some if self.entails(state, self.positive(chunk.permission))? => {
                Ok(Some(self.fresh_part(state, chunk.permission)))
            }
            Amount::Some => Ok(None),
        }
    }

    /// A fresh positive amount less than `whole`. Where nobody checks that there is any, nothing is assumed about it.
    fn fresh_part(&mut self, state: &mut State, whole: Term) -> Term {
        let part = self.terms.fresh_var("part", term::Sort::Real);
        let proper = self.terms.and([self.positive(part), self.terms.less(part, whole)]);
        let known = if self.mode.quiet { self.terms.implies(self.positive(whole), proper) } else { proper };
        self.assume(state, known);
        part
    }

    /// Takes from all chunks that may be meant, each as far as it goes.
    fn take_summarised(
        &mut self,
        state: &mut State,
        location: Location,
        arguments: &[Term],
        amount: Amount,
        place: &Place,
    ) -> Outcome<(Term, Term)> {
        let heap = state.heap.clone();
        let held = self.permission_held(&heap, location, arguments);
        let enough = match amount {
            Amount::Exact(wanted) => self.terms.less_eq(wanted, held),
            Amount::Some | Amount::Peek => self.positive(held),
        };
        self.require_permission(state, enough, location, arguments, place)?;
        if self.mode.quiet && !self.entails(state, enough)? {
            self.give_up(state)?;
        }
        let wanted = match amount {
            Amount::Exact(wanted) => wanted,
            Amount::Some => self.fresh_part(state, held),
            Amount::Peek => self.terms.fraction(0, 1),
        };
        let zero = self.terms.fraction(0, 1);
        let mut missing = wanted;
        for (index, chunk) in heap.at(location) {
            let same = self.same(&chunk.arguments, arguments);
            let all = self.terms.less_eq(chunk.permission, missing);
            let taken = self.terms.ite(same, self.terms.ite(all, chunk.permission, missing), zero);
            state.heap.set_permission(index, self.terms.sub(chunk.permission, taken));
            missing = self.terms.sub(missing, taken);
        }
        self.take_from_families(state, &heap, location, arguments, missing);
        Ok((self.summarised_value(&heap, location, arguments), wanted))
    }

    /// The index of a chunk whose arguments are the given ones: equal terms, or equal by the path condition.
    pub(super) fn find(
        &mut self,
        state: &State,
        location: Location,
        arguments: &[Term],
    ) -> Outcome<Option<usize>> {
        let heap = state.heap.clone();
        if let Some((index, _)) = heap.at(location).find(|(_, chunk)| *chunk.arguments == *arguments) {
            self.prover.count_plain();
            return Ok(Some(index));
        }
        for (index, chunk) in heap.at(location) {
            let same = self.same(&chunk.arguments, arguments);
            if same != self.terms.bool(false) && self.entails(state, same)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// The whole amount held to a location.
    pub(super) fn permission_held(&self, heap: &Heap, location: Location, arguments: &[Term]) -> Term {
        let zero = self.terms.fraction(0, 1);
        let parts = heap
            .at(location)
            .map(|(_, chunk)| self.terms.ite(self.same(&chunk.arguments, arguments), chunk.permission, zero));
        let of_chunks = self.terms.sum(term::Sort::Real, parts);
        self.terms.add(of_chunks, self.families_hold(heap, location, arguments))
    }

    /// The value of the first chunk that is meant and has permission; any value if none is.
    pub(super) fn summarised_value(&self, heap: &Heap, location: Location, arguments: &[Term]) -> Term {
        let chunks: Vec<&Chunk> = heap.at(location).map(|(_, chunk)| chunk).collect();
        let (value, others) = match (self.families_say(heap, location, arguments, None), chunks.split_last())
        {
            (Some(value), _) => (value, &chunks[..]),
            (None, Some((last, others))) => (last.value, others),
            (None, None) => return self.fresh_value(location),
        };
        others.iter().rev().fold(value, |value, chunk| {
            let meant =
                self.terms.and([self.same(&chunk.arguments, arguments), self.positive(chunk.permission)]);
            self.terms.ite(meant, chunk.value, value)
        })
    }

    pub(super) fn fresh_value(&self, location: Location) -> Term {
        match location {
            Location::Field(field) => {
                let field = &self.program.fields[field];
                self.terms.fresh_var(&field.name, self.words.sort(&field.ty, self.program))
            }
            Location::Predicate(_) => self.words.fresh_snapshot(),
            Location::Elements(field) => {
                let element = self.words.sort(&self.program.fields[field].ty, self.program);
                self.terms.fresh_var("elements", self.terms.array_sort(term::Sort::Int, element))
            }
        }
    }

    pub(super) fn require_permission(
        &mut self,
        state: &mut State,
        enough: Term,
        location: Location,
        arguments: &[Term],
        place: &Place,
    ) -> Outcome<()> {
        if self.mode.assuming {
            self.assume(state, enough);
            return Ok(());
        }
        if self.mode.quiet || enough == self.terms.bool(true) || self.entails(state, enough)? {
            return Ok(());
        }
        self.report.note_missing(location, arguments);
        let wanted = self.show_location(&self.names(state), location, arguments);
        let is_held = state.heap.families_at(location).next().is_some()
            || state.heap.at(location).any(|(_, chunk)| *chunk.arguments == *arguments);
        let missing = if is_held { "only a part of the" } else { "no" };
        let message = format!("there may be {missing} permission to `{wanted}`");
        let reason =
            if self.is_wand(location) { Reason::WandNotFound } else { Reason::InsufficientPermission };
        self.fail(state, reason, place, message);
        self.assume(state, enough);
        Ok(())
    }

    pub(super) fn positive(&self, permission: Term) -> Term {
        self.terms.less(self.terms.fraction(0, 1), permission)
    }

    pub(super) fn same(&self, left: &[Term], right: &[Term]) -> Term {
        self.terms.and(left.iter().zip(right).map(|(&one, &other)| self.terms.eq(one, other)))
    }

    fn assume_field_bound(&self, state: &mut State, location: Location, permission: Term) {
        if let Location::Field(_) = location {
            self.assume(state, self.terms.less_eq(permission, self.terms.fraction(1, 1)));
        }
    }

    /// Two chunks that may be one location: if they are, permissions add up to at most 1 and values agree.
    fn assume_compatible(&self, state: &mut State, left: &Chunk, right: &Chunk) {
        let same = self.same(&left.arguments, &right.arguments);
        if same == self.terms.bool(false) {
            return;
        }
        if let Location::Field(_) = left.location {
            let both = self.terms.add(left.permission, right.permission);
            let bound = self.terms.less_eq(both, self.terms.fraction(1, 1));
            self.assume(state, self.terms.implies(same, bound));
            if bound == self.terms.bool(false) {
                return;
            }
        }
        let held = [same, self.positive(left.permission), self.positive(right.permission)];
        let agree = self.terms.eq(left.value, right.value);
        self.assume(state, self.terms.implies(self.terms.and(held), agree));
    }

    fn assume_same_value(&self, state: &mut State, left: &Chunk, right: &Chunk) {
        let held = self.terms.and([self.positive(left.permission), self.positive(right.permission)]);
        self.assume(state, self.terms.implies(held, self.terms.eq(left.value, right.value)));
    }

    pub(super) fn chunk(location: Location, arguments: &[Term], value: Term, permission: Term) -> Chunk {
        Chunk { location, arguments: Rc::from(arguments), value, permission }
    }
}
