//! Quantified chunks: looking up, taking from and adding to families of locations.
//!
//! A family says for its formal arguments how much is held and which value is there. A single location is looked up by
//! filling in its arguments; what is taken of it is subtracted at these arguments. Values never change in a family: what is
//! written gets a chunk of its own.

use rustc_hash::FxHashMap;
use term::{Sort, Term};

use super::heap::Amount;
use super::state::{Chunk, Family, Heap, Location, State};
use super::{Engine, Outcome};

impl Engine<'_> {
    /// The formal arguments of a kind of location: always the same variables, so that equal families are equal terms.
    pub(super) fn formals(&self, location: Location) -> Vec<Term> {
        let sorts: Vec<Sort> = match location {
            Location::Field(_) => vec![Sort::Ref],
            Location::Predicate(predicate) => {
                let declared = &self.program.predicates[predicate];
                declared.params.iter().map(|&param| self.sort(&declared.locals[param].ty)).collect()
            }
            Location::Elements(_) => unreachable!("families are of fields and predicates"),
        };
        let named = |(index, sort)| self.terms.var(&format!("r!{index}"), sort);
        sorts.into_iter().enumerate().map(named).collect()
    }

    /// A term over the formal arguments of a location at arguments.
    pub(super) fn at(&self, location: Location, term: Term, arguments: &[Term]) -> Term {
        let formals = self.formals(location).into_iter();
        let map: FxHashMap<Term, Term> = formals.zip(arguments.iter().copied()).collect();
        self.terms.substitute(term, &map)
    }

    pub(super) fn family_permission(&self, family: &Family, arguments: &[Term]) -> Term {
        self.at(family.location, family.permission, arguments)
    }

    pub(super) fn family_value(&self, family: &Family, arguments: &[Term]) -> Term {
        self.look_up(family.values, arguments)
    }

    /// What a map of values has for arguments.
    pub(super) fn look_up(&self, values: Term, arguments: &[Term]) -> Term {
        arguments.iter().fold(values, |map, &argument| self.terms.select(map, argument))
    }

    /// The sort of the maps of values of a kind of location.
    pub(super) fn values_sort(&self, location: Location) -> Sort {
        let value = match location {
            Location::Field(field) => self.sort(&self.program.fields[field].ty),
            Location::Predicate(_) => self.words.snapshot_sort(),
            Location::Elements(_) => unreachable!("families are of fields and predicates"),
        };
        let formals = self.formals(location);
        formals.iter().rev().fold(value, |map, &formal| self.terms.array_sort(self.terms.sort(formal), map))
    }

    /// Sorts of all maps of values.
    pub(super) fn family_sorts(&self) -> Vec<Sort> {
        let fields = self.program.fields.ids().map(Location::Field);
        let predicates = self.program.predicates.ids().map(Location::Predicate);
        let takes_arguments = |location: &Location| !self.formals(*location).is_empty();
        fields.chain(predicates).filter(takes_arguments).map(|location| self.values_sort(location)).collect()
    }

    /// Two maps that are somewhere different differ at an argument that has a name: so equal ones are found to be equal.
    pub(super) fn family_axioms(&self) -> Vec<Term> {
        let mut sorts = self.family_sorts();
        sorts.sort();
        sorts.dedup();
        sorts.into_iter().map(|sort| self.extensionality(sort)).collect()
    }

    fn extensionality(&self, sort: Sort) -> Term {
        let terms = self.terms;
        let (left, right) = (terms.var("l!", sort), terms.var("r!", sort));
        let (mut one, mut other, mut depth) = (left, right, 0);
        while let Sort::Array(parts) = terms.sort(one) {
            let (index, _) = terms.array_parts(parts);
            let name = format!("difference{depth}[{}]", terms.sort_name(sort));
            let at = terms.apply(terms.function(&name, &[sort, sort], index), &[left, right]);
            (one, other, depth) = (terms.select(one, at), terms.select(other, at), depth + 1);
        }
        let marks = [left, right].map(|map| self.words.family_mark(map));
        let body = terms.or([terms.eq(left, right), terms.ne(one, other)]);
        terms.forall(&[left, right], &[&marks], body)
    }

    /// The first family that has some permission to a location for certain.
    pub(super) fn find_family(
        &mut self,
        state: &mut State,
        location: Location,
        arguments: &[Term],
    ) -> Outcome<Option<Family>> {
        if state.heap.families_at(location).next().is_none() {
            return Ok(None);
        }
        self.assume_owner(state, location, arguments);
        let heap = state.heap.clone();
        for (_, family) in heap.families_at(location) {
            let held = self.positive(self.family_permission(family, arguments));
            if held != self.terms.bool(false) && self.entails(state, held)? {
                return Ok(Some(family.clone()));
            }
        }
        Ok(None)
    }

    /// Where something is held to a field, there is an object.
    fn assume_owner(&mut self, state: &mut State, location: Location, arguments: &[Term]) {
        if let Location::Field(_) = location {
            let held = self.positive(self.permission_held(&state.heap, location, arguments));
            let owner = self.terms.implies(held, self.terms.not_null(arguments[0]));
            self.shapes.insert(owner);
            self.assume_once(state, owner);
        }
    }

    pub(super) fn assume_once(&self, state: &mut State, fact: Term) {
        if !state.path.facts().contains(&fact) {
            self.assume(state, fact);
        }
    }

    /// Takes an amount of one location from the first family that has that much for certain.
    pub(super) fn take_from_family(
        &mut self,
        state: &mut State,
        location: Location,
        arguments: &[Term],
        amount: Amount,
    ) -> Outcome<Option<(Term, Term)>> {
        if state.heap.families_at(location).next().is_none() {
            return Ok(None);
        }
        self.assume_owner(state, location, arguments);
        let heap = state.heap.clone();
        for (index, family) in heap.families_at(location) {
            let value = self.family_value(family, arguments);
            let permission = self.family_permission(family, arguments);
            if self.positive(permission) == self.terms.bool(false) {
                continue;
            }
            let part = Self::chunk(location, arguments, value, permission);
            let checked = match amount {
                // A family may have nothing there even where nobody checks: only what is certain is taken from it.
                _ if self.mode.quiet && !self.has_enough(state, permission, amount)? => None,
                Amount::Exact(wanted) if self.mode.quiet => Some(wanted),
                _ => self.part(state, &part, amount)?,
            };
            let Some(taken) = checked else { continue };
            if !matches!(amount, Amount::Peek) {
                let left = self.without(family, arguments, taken);
                state.heap.set_family_permission(index, left);
            }
            return Ok(Some((value, taken)));
        }
        Ok(None)
    }

    fn has_enough(&mut self, state: &State, permission: Term, amount: Amount) -> Outcome<bool> {
        let enough = match amount {
            Amount::Exact(wanted) => self.terms.less_eq(wanted, permission),
            Amount::Some | Amount::Peek => self.positive(permission),
        };
        self.entails(state, enough)
    }

    /// What is left of a family's permission without an amount at arguments.
    pub(super) fn without(&self, family: &Family, arguments: &[Term], taken: Term) -> Term {
        let meant = self.same(&family.formals, arguments);
        let taken = self.terms.ite(meant, taken, self.terms.fraction(0, 1));
        self.terms.sub(family.permission, taken)
    }

    /// Adds a family: what it and others say about one location is consistent.
    pub(super) fn add_family(&mut self, state: &mut State, family: Family) {
        if self.is_wand(family.location) {
            state.heap.push_family(family);
            return;
        }
        let heap = state.heap.clone();
        for (_, chunk) in heap.at(family.location) {
            self.assume_family_compatible(state, &family, chunk);
        }
        for (_, other) in heap.families_at(family.location) {
            self.assume_families_agree(state, &family, other);
        }
        state.heap.push_family(family);
    }

    /// At a chunk's arguments permissions add up to at most 1, and values agree.
    pub(super) fn assume_family_compatible(&self, state: &mut State, family: &Family, chunk: &Chunk) {
        let permission = self.family_permission(family, &chunk.arguments);
        if permission == self.terms.fraction(0, 1) {
            return;
        }
        if let Location::Field(_) = family.location {
            let both = self.terms.add(permission, chunk.permission);
            self.assume(state, self.terms.less_eq(both, self.terms.fraction(1, 1)));
        }
        let held = self.terms.and([self.positive(permission), self.positive(chunk.permission)]);
        let agree = self.terms.eq(self.family_value(family, &chunk.arguments), chunk.value);
        self.assume(state, self.terms.implies(held, agree));
    }

    fn assume_families_agree(&self, state: &mut State, left: &Family, right: &Family) {
        let terms = self.terms;
        let values = [left, right].map(|family| self.family_value(family, &family.formals));
        let held = terms.and([self.positive(left.permission), self.positive(right.permission)]);
        let mut says = vec![terms.implies(held, terms.eq(values[0], values[1]))];
        if let Location::Field(_) = left.location {
            let both = terms.add(left.permission, right.permission);
            says.push(terms.less_eq(both, terms.fraction(1, 1)));
        }
        let fact = terms.forall(&left.formals, &[&[values[0]], &[values[1]]], terms.and(says));
        self.assume_once(state, fact);
    }

    /// Takes from families what chunks do not have, each as far as it goes; returns what is missing still.
    pub(super) fn take_from_families(
        &self,
        state: &mut State,
        heap: &Heap,
        location: Location,
        arguments: &[Term],
        mut missing: Term,
    ) -> Term {
        for (index, family) in heap.families_at(location) {
            let permission = self.family_permission(family, arguments);
            let all = self.terms.less_eq(permission, missing);
            let taken = self.terms.ite(all, permission, missing);
            state.heap.set_family_permission(index, self.without(family, arguments, taken));
            missing = self.terms.sub(missing, taken);
        }
        missing
    }

    /// The amount families hold at arguments.
    pub(super) fn families_hold(&self, heap: &Heap, location: Location, arguments: &[Term]) -> Term {
        let held = heap.families_at(location).map(|(_, family)| self.family_permission(family, arguments));
        self.terms.sum(Sort::Real, held)
    }

    /// The value at arguments of the first family that has permission there, `otherwise` if none has.
    pub(super) fn families_say(
        &self,
        heap: &Heap,
        location: Location,
        arguments: &[Term],
        otherwise: Option<Term>,
    ) -> Option<Term> {
        let families: Vec<&Family> = heap.families_at(location).map(|(_, family)| family).collect();
        families.into_iter().rev().fold(otherwise, |otherwise, family| {
            let value = self.family_value(family, arguments);
            Some(match otherwise {
                None => value,
                Some(otherwise) => {
                    let held = self.positive(self.family_permission(family, arguments));
                    self.terms.ite(held, value, otherwise)
                }
            })
        })
    }

    /// Forgets what there is no permission to: it would only be in the way.
    pub(super) fn drop_empty(&mut self, state: &mut State, location: Location) -> Outcome<()> {
        let zero = self.terms.fraction(0, 1);
        let mut empty = vec![zero];
        let heap = state.heap.clone();
        let permissions = heap.at(location).map(|(_, chunk)| chunk.permission);
        let all = permissions.chain(heap.families_at(location).map(|(_, family)| family.permission));
        for permission in all {
            let nothing = self.terms.less_eq(permission, zero);
            if permission != zero && nothing != self.terms.bool(false) && self.entails(state, nothing)? {
                empty.push(permission);
            }
        }
        state.heap.retain(|at, permission| at != location || !empty.contains(&permission));
        Ok(())
    }
}
