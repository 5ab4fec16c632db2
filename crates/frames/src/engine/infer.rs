//! `open` and `close` where the programmer left them out.
//!
//! When a step lacks a permission, predicate instances that may own it are opened, or the instance that is missing is
//! closed, and the step is run again. A choice counts only if it is the only one with which the step succeeds;
//! otherwise the failure stands as it was. Nothing is assumed here: an inferred `open` or `close` is the very rule a written
//! one is, so what is verified this way would be verified with the statement written down.

use term::Term;

use super::heap::Amount;
use super::report::Missing;
use super::state::{Location, State};
use super::{Engine, Outcome, Scale};
use crate::core::{Assertion, PredicateId, Resource};

/// Something that can be run again from a copy of its state.
type Rule<'r, 'p, R> = &'r mut dyn FnMut(&mut Engine<'p>, State) -> Outcome<Vec<R>>;

/// A statement that may be missing.
enum Choice {
    Open(PredicateId, Vec<Term>, Term),
    Close(PredicateId, Vec<Term>),
}

/// How many statements are put in before one step.
const MOST_STATEMENTS: usize = 3;

impl<'p> Engine<'p> {
    /// Runs a rule; if it lacks a permission, runs it again after what one choice of `open` and `close` makes of the state.
    pub(super) fn step<R>(&mut self, state: State, rule: Rule<'_, 'p, R>) -> Outcome<Vec<R>> {
        if !self.options.infer {
            return rule(self, state);
        }
        let mark = self.report.mark();
        let start = state.clone();
        let out = rule(self, state)?;
        let (true, Some(missing)) = (self.report.lapsed_since(&mark), self.report.missing()) else {
            return Ok(out);
        };
        let withdrawn = self.report.withdraw(&mark);
        for statements in 1..=MOST_STATEMENTS {
            match self.only_choice(&start, &missing, rule, statements) {
                Ok(Found::None) => {}
                Ok(Found::One(out)) => return Ok(out),
                Ok(Found::Several) => break,
                Err(stop) => {
                    self.report.restore(withdrawn);
                    return Err(stop);
                }
            }
        }
        self.report.restore(withdrawn);
        Ok(out)
    }

    /// The rule's results after the only choice of this many statements that makes it succeed.
    fn only_choice<R>(
        &mut self,
        state: &State,
        missing: &Missing,
        rule: Rule<'_, 'p, R>,
        statements: usize,
    ) -> Outcome<Found<Vec<R>>> {
        let mut found = None;
        for choice in self.choices(state, missing) {
            let mark = self.report.mark();
            let out = self.after_choice(state, &choice, rule, statements - 1)?;
            let notes = self.report.inferred_since(&mark);
            self.report.withdraw(&mark);
            match (out, &found) {
                (None, _) => {}
                (Some(_), Some(_)) => return Ok(Found::Several),
                (Some(out), None) => found = Some((out, notes)),
            }
        }
        Ok(match found {
            None => Found::None,
            Some((out, notes)) => {
                self.report.inferred.extend(notes);
                Found::One(out)
            }
        })
    }

    /// The rule's results after one choice, unless it fails then; `further` more statements may be put in.
    fn after_choice<R>(
        &mut self,
        state: &State,
        choice: &Choice,
        rule: Rule<'_, 'p, R>,
        further: usize,
    ) -> Outcome<Option<Vec<R>>> {
        let changed =
            self.attempt(state.clone(), &mut |engine, state| engine.choose(state, choice), further)?;
        let Some(changed) = changed else { return Ok(None) };
        let note = (self.blame.place.clone(), self.describe(state, choice));
        self.report.inferred.push(note);
        let mut out = Vec::new();
        for state in changed.into_iter().filter(|state| !state.dead) {
            match self.attempt(state, rule, further)? {
                Some(more) => out.extend(more),
                None => return Ok(None),
            }
        }
        Ok(Some(out))
    }

    fn attempt<R>(
        &mut self,
        state: State,
        rule: Rule<'_, 'p, R>,
        statements: usize,
    ) -> Outcome<Option<Vec<R>>> {
        let mark = self.report.mark();
        let start = state.clone();
        let out = rule(self, state)?;
        if !self.report.lapsed_since(&mark) {
            return Ok(Some(out));
        }
        let missing = self.report.missing();
        self.report.withdraw(&mark);
        let (Some(missing), 1..) = (missing, statements) else { return Ok(None) };
        match self.only_choice(&start, &missing, rule, statements)? {
            Found::One(out) => Ok(Some(out)),
            Found::None | Found::Several => Ok(None),
        }
    }

    /// **exec open**, **exec close**: the ordinary rules.
    fn choose(&mut self, state: State, choice: &Choice) -> Outcome<Vec<State>> {
        let place = self.blame.place.clone();
        match choice {
            Choice::Open(predicate, arguments, held) => {
                let Some(body) = &self.program.predicates[*predicate].body else { return Ok(Vec::new()) };
                self.open(state, (*predicate, body), arguments, Amount::Exact(*held), &place)
            }
            Choice::Close(predicate, arguments) => {
                let Some(body) = &self.program.predicates[*predicate].body else { return Ok(Vec::new()) };
                let all = self.terms.fraction(1, 1);
                self.close(state, (*predicate, body), arguments, all, Scale::Exact(all))
            }
        }
    }

    /// Statements that may give what is missing: opening an instance that leads to it, closing it.
    fn choices(&self, state: &State, missing: &Missing) -> Vec<Choice> {
        let mut out = Vec::new();
        if let Location::Predicate(predicate) = missing.location
            && self.program.predicates[predicate].body.is_some()
        {
            out.push(Choice::Close(predicate, missing.arguments.clone()));
        }
        for chunk in state.heap.chunks() {
            if let Location::Predicate(predicate) = chunk.location
                && self.leads_to(predicate, missing.location, &mut Vec::new())
            {
                out.push(Choice::Open(predicate, chunk.arguments.to_vec(), chunk.permission));
            }
        }
        out
    }

    /// Whether the body of a predicate, or of one it mentions, owns such locations.
    fn leads_to(&self, predicate: PredicateId, wanted: Location, seen: &mut Vec<PredicateId>) -> bool {
        let Some(body) = &self.program.predicates[predicate].body else { return false };
        if seen.contains(&predicate) {
            return false;
        }
        seen.push(predicate);
        let found = locations(body);
        found.contains(&wanted)
            || found.iter().any(|location| match location {
                Location::Predicate(inner) => self.leads_to(*inner, wanted, seen),
                Location::Field(_) | Location::Elements(_) => false,
            })
    }

    fn describe(&self, state: &State, choice: &Choice) -> String {
        let (word, predicate, arguments) = match choice {
            Choice::Open(predicate, arguments, _) => ("open", predicate, arguments),
            Choice::Close(predicate, arguments) => ("close", predicate, arguments),
        };
        let instance = self.show_location(&self.names(state), Location::Predicate(*predicate), arguments);
        format!("{word} {instance}")
    }
}

enum Found<T> {
    None,
    One(T),
    Several,
}

/// Locations an assertion owns, whatever its conditions.
fn locations(assertion: &Assertion) -> Vec<Location> {
    let mut out = Vec::new();
    assertion.for_each_resource(&mut |resource| {
        out.push(match resource {
            Resource::Field { field, .. } => Location::Field(*field),
            Resource::Predicate { predicate, .. } => Location::Predicate(*predicate),
            Resource::Elements { field, .. } => Location::Elements(*field),
        });
    });
    out
}
