//! **produce** and **consume** for families of locations, `forall x :: c(x) ==> acc(r(x).f, p(x))`.
//!
//! `r` must be injective where `c` holds and `p` is positive; then it has an inverse there, and the permission a location `o`
//! gets is `c(x) ∧ r(x) = o ? p(x) : 0` for `x` the inverse of `o`. The snapshot is a map from locations to values that is
//! the same everywhere outside the family, so that two snapshots are equal as soon as the values inside are.
//!
//! Inverses and maps are function symbols applied to all that the assertion speaks of: below a quantifier, and in the
//! definition of a function, there is one for each value of the variables.

use base::Place;
use rustc_hash::FxHashMap;
use term::{Function, Sort, Term, TermKind, Trigger};

use super::heap::Amount;
use super::report::Reason;
use super::state::{Family, Heap, Location, State};
use super::{Engine, Outcome, Scale};
use crate::core::{Assertion, AssertionKind, ExprKind, Quantifier, Resource};

/// Function symbols for what families speak of, by what defines it: the same family has the same symbols.
#[derive(Default)]
pub(super) struct Symbols(FxHashMap<Vec<Term>, Vec<Function>>);

/// A family with its condition, arguments and amounts evaluated for arbitrary values of the bound variables.
struct Selection {
    location: Location,
    bound: Vec<Term>,
    /// The condition, and that the amount is positive.
    guard: Term,
    condition: Term,
    arguments: Vec<Term>,
    amount: Quantity,
    triggers: Vec<Trigger>,
}

#[derive(Clone, Copy)]
enum Quantity {
    Exact(Term),
    Wildcard,
}

/// A selection as seen from the locations.
struct Image {
    formals: Vec<Term>,
    /// Whether the formal arguments are selected.
    domain: Term,
    /// The values of the bound variables that select the formal arguments.
    inverses: Vec<Term>,
}

impl Engine<'_> {
    /// **produce' ∀x. c ⇒ acc(r.f, p)**
    pub(super) fn produce_for_all(
        &mut self,
        mut state: State,
        snapshot: Term,
        (quantifier, body): (&Quantifier, &Assertion),
        scale: Scale,
    ) -> Outcome<Vec<State>> {
        let selection = self.quietly(|engine| engine.select_all(&mut state, quantifier, body))?;
        if !self.mode.trusted {
            self.check_selection(&mut state, &selection, body)?;
        }
        let image = self.image(&mut state, &selection);
        let amount = self.produced_amount(&mut state, &selection, scale)?;
        let values = self.words.value(snapshot, self.values_sort(selection.location));
        let family = self.family_of(&selection, &image, values, amount);
        self.assume_family(&mut state, &selection, &family, amount);
        self.add_family(&mut state, family);
        Ok(vec![state])
    }

    /// **consume' ∀x. c ⇒ acc(r.f, p)**
    pub(super) fn consume_for_all(
        &mut self,
        mut state: State,
        within: &Heap,
        (quantifier, body): (&Quantifier, &Assertion),
        scale: Scale,
        place: &Place,
    ) -> Outcome<Vec<(State, Term)>> {
        let selection = self.select_within(&mut state, within, quantifier, body)?;
        if !self.mode.trusted {
            self.check_selection(&mut state, &selection, body)?;
        }
        let image = self.image(&mut state, &selection);
        let amount = self.consumed_amount(&selection, scale);
        self.gather_for(&mut state, &selection.location, selection.guard, &selection.arguments, amount)?;
        self.require_family(&mut state, &selection, amount, place)?;
        let values = self.take_family(&mut state, &selection, &image, amount)?;
        let mark = self.words.family_mark(values);
        for fact in [Some(mark), self.words.wrapped_again(values)].into_iter().flatten() {
            self.shapes.insert(fact);
            self.assume_once(&mut state, fact);
        }
        Ok(vec![(state, self.words.snap(values))])
    }

    /// Evaluates condition, arguments and amount once for all values of the bound variables.
    fn select_all(
        &mut self,
        state: &mut State,
        quantifier: &Quantifier,
        body: &Assertion,
    ) -> Outcome<Selection> {
        let AssertionKind::Access(resource, permission) = &body.kind else {
            return self.unsupported("this quantified permission", &body.place);
        };
        if let Resource::Elements { .. } = resource {
            return self.unsupported("permission to elements of many arrays", &body.place);
        }
        if let Resource::Predicate { arguments, .. } = resource
            && arguments.is_empty()
        {
            return self.unsupported("many instances of a predicate without arguments", &body.place);
        }
        let mark = self.report.mark();
        let (mut inner, bound) = self.bind(state, quantifier);
        let last = self.terms.len();
        let triggers = self.eval_triggers(&inner, &quantifier.triggers)?;
        let condition = self.eval(&mut inner, &quantifier.body)?;
        let mut selected = inner.clone();
        selected.path.branch(condition);
        let (location, arguments) = self.locate(&mut selected, resource)?;
        let amount = match permission.kind {
            ExprKind::Wildcard => Quantity::Wildcard,
            _ => Quantity::Exact(self.eval(&mut selected, permission)?),
        };
        self.join(&mut inner, vec![(selected, self.words.unit())]);
        let positive = match amount {
            Quantity::Exact(amount) => self.positive(amount),
            Quantity::Wildcard => self.terms.bool(true),
        };
        let guard = self.terms.and([condition, positive]);
        if [guard].iter().chain(&arguments).any(|&part| self.mentions_newer(part, last)) {
            if !self.report.lapsed_since(&mark) {
                return self.unsupported("this expression in a quantified permission", &body.place);
            }
            // What is undefined selects nothing: the failure is known.
            let nothing = self.terms.bool(false);
            let arguments = self.formals(location);
            return Ok(Selection {
                location,
                bound,
                guard: nothing,
                condition: nothing,
                arguments,
                amount: Quantity::Wildcard,
                triggers: Vec::new(),
            });
        }
        self.learn_for_all(state, &inner, &bound, last);
        let mut triggers = self.usable(triggers, &bound, last);
        let patterns = arguments.iter().copied().filter(|&argument| !bound.contains(&argument)).collect();
        triggers.extend(self.usable(vec![patterns], &bound, last));
        Ok(Selection { location, bound, guard, condition, arguments, amount, triggers })
    }

    /// The selection of what is consumed: evaluated in the heap consumption started with.
    fn select_within(
        &mut self,
        state: &mut State,
        within: &Heap,
        quantifier: &Quantifier,
        body: &Assertion,
    ) -> Outcome<Selection> {
        self.in_heap(state, within, |engine, state| {
            engine.quietly(|engine| engine.select_all(state, quantifier, body))
        })
    }

    /// Amounts are not negative, and no location is selected twice.
    fn check_selection(&mut self, state: &mut State, selection: &Selection, body: &Assertion) -> Outcome<()> {
        let AssertionKind::Access(_, permission) = &body.kind else {
            unreachable!("what is selected is access")
        };
        if let Quantity::Exact(amount) = selection.amount {
            let not_negative = self.terms.less_eq(self.terms.fraction(0, 1), amount);
            let goal = self.terms.implies(selection.condition, not_negative);
            self.require(state, goal, Reason::NegativePermission, &permission.place)?;
        }
        if selection.is_identity() {
            return Ok(());
        }
        let others: Vec<Term> = selection
            .bound
            .iter()
            .map(|&bound| self.terms.fresh_var("other", self.terms.sort(bound)))
            .collect();
        let map: FxHashMap<Term, Term> =
            selection.bound.iter().copied().zip(others.iter().copied()).collect();
        let other = |term: Term| self.terms.substitute(term, &map);
        let arguments: Vec<Term> = selection.arguments.iter().map(|&argument| other(argument)).collect();
        let both = self.terms.and([
            selection.guard,
            other(selection.guard),
            self.same(&selection.arguments, &arguments),
        ]);
        let goal = self.terms.implies(both, self.same(&selection.bound, &others));
        self.require(state, goal, Reason::NotInjective, &body.place)
    }

    /// The inverse of a selection: a bound variable that is an argument itself is that formal argument, another is a
    /// function of the formal arguments, which is known where the selection's arguments are mentioned.
    fn image(&mut self, state: &mut State, selection: &Selection) -> Image {
        let formals = self.formals(selection.location);
        let inverses: Vec<Term> = if selection.is_identity() {
            let position = |bound| selection.arguments.iter().position(|argument| argument == bound);
            selection.bound.iter().map(|bound| formals[position(bound).expect("the identity")]).collect()
        } else {
            let captured = self.captured(selection);
            let symbols = self.inverse_symbols(selection, &formals, &captured);
            let inverse = |arguments: &[Term]| -> Vec<Term> {
                let all = [arguments, &captured].concat();
                symbols.iter().map(|&symbol| self.terms.apply(symbol, &all)).collect()
            };
            let back = self.same(&inverse(&selection.arguments), &selection.bound);
            let fact = self.for_all_selected(selection, self.terms.implies(selection.guard, back));
            self.definitions.insert(fact);
            self.assume_once(state, fact);
            inverse(&formals)
        };
        let map: FxHashMap<Term, Term> =
            selection.bound.iter().copied().zip(inverses.iter().copied()).collect();
        let at_inverse = |term: Term| self.terms.substitute(term, &map);
        let arguments: Vec<Term> = selection.arguments.iter().map(|&argument| at_inverse(argument)).collect();
        let domain = self.terms.and([at_inverse(selection.guard), self.same(&arguments, &formals)]);
        Image { formals, domain, inverses }
    }

    /// What a selection speaks of besides its bound variables.
    fn captured(&self, selection: &Selection) -> Vec<Term> {
        let mut out = self.terms.free_vars(selection.guard);
        selection.arguments.iter().for_each(|&argument| out.extend(self.terms.free_vars(argument)));
        out.into_iter().filter(|variable| !selection.bound.contains(variable)).collect()
    }

    fn inverse_symbols(
        &mut self,
        selection: &Selection,
        formals: &[Term],
        captured: &[Term],
    ) -> Vec<Function> {
        let named = |(index, &bound): (usize, &Term)| {
            (bound, self.terms.var(&format!("x!{index}"), self.terms.sort(bound)))
        };
        let map: FxHashMap<Term, Term> = selection.bound.iter().enumerate().map(named).collect();
        let mut key = vec![self.terms.substitute(selection.guard, &map)];
        key.extend(selection.arguments.iter().map(|&argument| self.terms.substitute(argument, &map)));
        key.extend(selection.bound.iter().map(|bound| map[bound]));
        let parameters: Vec<Sort> =
            formals.iter().chain(captured).map(|&parameter| self.terms.sort(parameter)).collect();
        let results: Vec<Sort> = selection.bound.iter().map(|&bound| self.terms.sort(bound)).collect();
        self.symbols("inverse", key, &parameters, &results)
    }

    fn symbols(
        &mut self,
        name: &str,
        key: Vec<Term>,
        parameters: &[Sort],
        results: &[Sort],
    ) -> Vec<Function> {
        let number = self.symbols.0.len();
        let terms = self.terms;
        let make = |(index, &result)| terms.function(&format!("{name}!{number}.{index}"), parameters, result);
        self.symbols.0.entry(key).or_insert_with(|| results.iter().enumerate().map(make).collect()).clone()
    }

    fn for_all_selected(&self, selection: &Selection, fact: Term) -> Term {
        let triggers: Vec<&[Term]> = selection.triggers.iter().map(|trigger| &**trigger).collect();
        self.terms.forall(&selection.bound, &triggers, fact)
    }

    /// How much each selected location gets. Functions only read: any positive amount does, and the smaller it is, the less
    /// follows from it.
    fn produced_amount(&mut self, state: &mut State, selection: &Selection, scale: Scale) -> Outcome<Term> {
        let factor = match scale {
            Scale::Exact(factor) => factor,
            Scale::Wildcard => unreachable!("only consumption takes just some of each part"),
        };
        Ok(match selection.amount {
            _ if self.mode.reading => self.terms.fraction(1, 1 << 40),
            Quantity::Exact(amount) => self.terms.mul(factor, amount),
            Quantity::Wildcard => {
                let captured: Vec<Term> =
                    selection.bound.iter().chain(&self.captured(selection)).copied().collect();
                let sorts: Vec<Sort> = captured.iter().map(|&variable| self.terms.sort(variable)).collect();
                let name = self.terms.fresh_var("wildcard", Sort::Real);
                let name = self.terms.var_name(name).expect("a variable").to_owned();
                let some = self.terms.apply(self.terms.function(&name, &sorts, Sort::Real), &captured);
                let fact = self.terms.forall(&selection.bound, &[&[some]], self.positive(some));
                self.assume(state, fact);
                self.terms.mul(factor, some)
            }
        })
    }

    fn family_of(&self, selection: &Selection, image: &Image, values: Term, amount: Term) -> Family {
        let map: FxHashMap<Term, Term> =
            selection.bound.iter().copied().zip(image.inverses.iter().copied()).collect();
        let amount = self.terms.substitute(amount, &map);
        Family {
            location: selection.location,
            formals: image.formals.as_slice().into(),
            domain: image.domain,
            values,
            permission: self.terms.ite(image.domain, amount, self.terms.fraction(0, 1)),
        }
    }

    /// What is known of a family that is produced: owners of fields are not null, there is at most the whole permission, values
    /// are of the field's type, and outside the family the map of values says the same everywhere.
    fn assume_family(&mut self, state: &mut State, selection: &Selection, family: &Family, amount: Term) {
        let terms = self.terms;
        if let Location::Field(_) = family.location {
            let mut says = vec![terms.not_null(selection.arguments[0])];
            says.push(terms.less_eq(amount, terms.fraction(1, 1)));
            let fact = terms.implies(terms.and([selection.guard, self.positive(amount)]), terms.and(says));
            let fact = self.for_all_selected(selection, fact);
            self.assume_once(state, fact);
        }
        let value = self.family_value(family, &family.formals);
        let outside = terms.or([family.domain, terms.eq(value, self.words.nothing(terms.sort(value)))]);
        let fact = terms.forall(&family.formals, &[&[value]], outside);
        self.shapes.insert(fact);
        self.assume_once(state, fact);
        if let Some(bounds) = self.value_bounds(family.location, value) {
            let fact = terms.forall(&family.formals, &[&[value]], bounds);
            self.assume_once(state, fact);
        }
    }

    fn consumed_amount(&self, selection: &Selection, scale: Scale) -> Amount {
        match (selection.amount, scale) {
            _ if self.mode.reading => Amount::Peek,
            (Quantity::Exact(amount), Scale::Exact(factor)) => Amount::Exact(self.terms.mul(factor, amount)),
            (Quantity::Wildcard, _) | (_, Scale::Wildcard) => Amount::Some,
        }
    }

    /// Each selected location must have enough permission.
    fn require_family(
        &mut self,
        state: &mut State,
        selection: &Selection,
        amount: Amount,
        place: &Place,
    ) -> Outcome<()> {
        let (location, arguments) = (selection.location, &selection.arguments);
        let held = self.permission_held(&state.heap, location, arguments);
        let enough = match amount {
            Amount::Exact(wanted) => self.terms.less_eq(wanted, held),
            Amount::Some | Amount::Peek => self.positive(held),
        };
        let goal = self.terms.implies(selection.guard, enough);
        if self.mode.assuming {
            let fact = self.for_all_selected(selection, goal);
            self.assume(state, fact);
            return Ok(());
        }
        if self.mode.quiet && !self.entails(state, goal)? {
            return self.give_up(state);
        }
        self.require_permission(state, goal, location, arguments, place)
    }

    /// Takes the selected amounts out of the heap (or nothing, for a peek) and returns the map of values there.
    fn take_family(
        &mut self,
        state: &mut State,
        selection: &Selection,
        image: &Image,
        amount: Amount,
    ) -> Outcome<Term> {
        let location = selection.location;
        if let Some((index, family)) = self.covering_family(state, selection, amount)? {
            let values = match family.domain == image.domain {
                true => family.values,
                false => {
                    let value = self.family_value(&family, &image.formals);
                    self.snapshot_map(state, location, image, value)
                }
            };
            if !matches!(amount, Amount::Peek) {
                let wanted = self.wanted(state, selection, image, amount, family.permission);
                state.heap.set_family_permission(index, self.terms.sub(family.permission, wanted));
                self.drop_empty(state, location)?;
            }
            return Ok(values);
        }
        let heap = state.heap.clone();
        let value = self.summarised_value(&heap, location, &image.formals);
        let values = self.snapshot_map(state, location, image, value);
        if matches!(amount, Amount::Peek) {
            return Ok(values);
        }
        let held = self.permission_held(&heap, location, &image.formals);
        let mut missing = self.wanted(state, selection, image, amount, held);
        let zero = self.terms.fraction(0, 1);
        for (index, chunk) in heap.at(location) {
            let wanted = self.at(location, missing, &chunk.arguments);
            let all = self.terms.less_eq(chunk.permission, wanted);
            let taken = self.terms.ite(all, chunk.permission, wanted);
            state.heap.set_permission(index, self.terms.sub(chunk.permission, taken));
            let meant = self.same(&image.formals, &chunk.arguments);
            missing = self.terms.sub(missing, self.terms.ite(meant, taken, zero));
        }
        self.take_from_families(state, &heap, location, &image.formals, missing);
        self.drop_empty(state, location)?;
        Ok(values)
    }

    /// A family that has all that is selected.
    fn covering_family(
        &mut self,
        state: &State,
        selection: &Selection,
        amount: Amount,
    ) -> Outcome<Option<(usize, Family)>> {
        let heap = state.heap.clone();
        for (index, family) in heap.families_at(selection.location) {
            let held = self.family_permission(family, &selection.arguments);
            let enough = match amount {
                Amount::Exact(wanted) => self.terms.less_eq(wanted, held),
                Amount::Some | Amount::Peek => self.positive(held),
            };
            let goal = self.terms.implies(selection.guard, enough);
            if self.entails(state, goal)? {
                return Ok(Some((index, family.clone())));
            }
        }
        Ok(None)
    }

    /// What is wanted at the formal arguments; of a wildcard a part of what is held.
    fn wanted(
        &mut self,
        state: &mut State,
        selection: &Selection,
        image: &Image,
        amount: Amount,
        held: Term,
    ) -> Term {
        let terms = self.terms;
        let zero = terms.fraction(0, 1);
        match amount {
            Amount::Exact(amount) => {
                let map: FxHashMap<Term, Term> =
                    selection.bound.iter().copied().zip(image.inverses.iter().copied()).collect();
                terms.ite(image.domain, terms.substitute(amount, &map), zero)
            }
            Amount::Peek => zero,
            Amount::Some => {
                let part = self.fresh_at_formals("part", image, held, Sort::Real);
                let proper = terms.and([self.positive(part), terms.less(part, held)]);
                let fact = terms.implies(self.positive(held), proper);
                let fact = terms.forall(&image.formals, &[&[part]], fact);
                self.assume(state, fact);
                terms.ite(terms.and([image.domain, self.positive(held)]), part, zero)
            }
        }
    }

    /// A fresh function of the formal arguments and of all that two terms speak of.
    fn fresh_at_formals(&mut self, name: &str, image: &Image, other: Term, sort: Sort) -> Term {
        let mut captured = self.terms.free_vars(image.domain);
        captured.extend(self.terms.free_vars(other));
        captured.extend(image.formals.iter().copied());
        let arguments: Vec<Term> = captured.into_iter().collect();
        let sorts: Vec<Sort> = arguments.iter().map(|&argument| self.terms.sort(argument)).collect();
        let name = self.terms.fresh_var(name, Sort::Bool);
        let name = self.terms.var_name(name).expect("a variable").to_owned();
        self.terms.apply(self.terms.function(&name, &sorts, sort), &arguments)
    }

    /// A map that has `value` inside the domain, and outside nothing.
    fn snapshot_map(&mut self, state: &mut State, location: Location, image: &Image, value: Term) -> Term {
        let terms = self.terms;
        let inside = terms.ite(image.domain, value, self.words.nothing(terms.sort(value)));
        let mut captured = terms.free_vars(inside);
        image.formals.iter().for_each(|formal| {
            captured.remove(formal);
        });
        let captured: Vec<Term> = captured.into_iter().collect();
        let sorts: Vec<Sort> = captured.iter().map(|&variable| terms.sort(variable)).collect();
        let symbol = self.symbols("values", vec![inside], &sorts, &[self.values_sort(location)])[0];
        let map = terms.apply(symbol, &captured);
        let element = self.look_up(map, &image.formals);
        let mut triggers = vec![vec![element]];
        if let TermKind::Select(..) = terms.kind(value) {
            triggers.push(vec![value]);
        }
        let triggers: Vec<&[Term]> = triggers.iter().map(Vec::as_slice).collect();
        let fact = terms.forall(&image.formals, &triggers, terms.eq(element, inside));
        self.definitions.insert(fact);
        self.assume_once(state, fact);
        map
    }
}

impl Selection {
    /// Whether the arguments are the bound variables themselves, in some order.
    fn is_identity(&self) -> bool {
        self.bound.len() == self.arguments.len()
            && self.bound.iter().all(|bound| self.arguments.contains(bound))
    }
}
