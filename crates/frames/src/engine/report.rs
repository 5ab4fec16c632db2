//! Obligations that failed: who is to blame, which fact was missing, what the state was.

use base::{Budget, Place};
use term::{Evaluator, Term, TermKind};

use super::prover::Proof;
use super::state::{Location, State};
use super::{Engine, Outcome};
use crate::verdict::Failure;

/// The first half of a failure's identifier and the node it is reported at.
#[derive(Clone)]
pub(super) struct Blame {
    pub(super) what: &'static str,
    pub(super) place: Place,
}

/// The second half: why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    AssertionFalse,
    InsufficientPermission,
    WandNotFound,
    NegativePermission,
    PermissionNotPositive,
    DivisionByZero,
    LabelNotReached,
    NotInjective,
    RefutationTrue,
    /// A front end's own reason.
    Named(&'static str),
}

impl Reason {
    pub(super) fn id(self) -> &'static str {
        match self {
            Reason::AssertionFalse => "assertion.false",
            Reason::InsufficientPermission => "insufficient.permission",
            Reason::WandNotFound => "wand.not.found",
            Reason::NegativePermission => "negative.permission",
            Reason::PermissionNotPositive => "permission.not.positive",
            Reason::DivisionByZero => "division.by.zero",
            Reason::LabelNotReached => "labelled.state.not.reached",
            Reason::NotInjective => "qp.not.injective",
            Reason::RefutationTrue => "refutation.true",
            Reason::Named(id) => id,
        }
    }
}

/// What one member's verification found so far.
pub(super) struct Report {
    pub(super) failures: Vec<Failure>,
    pub(super) unknowns: Vec<(Option<Place>, String)>,
    /// `refute` statements with a path on which they are refuted.
    pub(super) refuted: Vec<Place>,
    pub(super) inferred: Vec<(Place, String)>,
    /// What is no obligation and yet makes a proof worth less.
    pub(super) warnings: Vec<(Place, String)>,
    pub(super) paths: u64,
    pub(super) deadline: Budget,
    /// Obligations without a proof, those already reported at their place included.
    lapses: u64,
    /// What permission was missing first since the last [`Mark`].
    missing: Option<Missing>,
    /// How often a trusted expression turned out to be undefined where it is reached: the path was given up without a word.
    undefined: u64,
}

/// A part of the heap a rule needed and did not find.
#[derive(Clone)]
pub(super) struct Missing {
    pub(super) location: Location,
    pub(super) arguments: Vec<Term>,
}

/// A moment in a report, to which it can be taken back.
pub(super) struct Mark {
    failures: usize,
    unknowns: usize,
    inferred: usize,
    lapses: u64,
    undefined: u64,
}

/// What a report said after a mark.
pub(super) struct Withdrawn {
    failures: Vec<Failure>,
    unknowns: Vec<(Option<Place>, String)>,
}

impl Report {
    pub(super) fn new(deadline: Budget) -> Self {
        Self {
            failures: Vec::new(),
            unknowns: Vec::new(),
            refuted: Vec::new(),
            inferred: Vec::new(),
            warnings: Vec::new(),
            paths: 0,
            deadline,
            lapses: 0,
            missing: None,
            undefined: 0,
        }
    }

    pub(super) fn mark(&mut self) -> Mark {
        self.missing = None;
        Mark {
            failures: self.failures.len(),
            unknowns: self.unknowns.len(),
            inferred: self.inferred.len(),
            lapses: self.lapses,
            undefined: self.undefined,
        }
    }

    /// Whether nothing failed and nothing stayed open so far.
    pub(super) fn is_clean(&self) -> bool {
        self.failures.is_empty() && self.unknowns.is_empty()
    }

    /// How many trusted expressions were undefined so far.
    pub(super) fn undefined(&self) -> u64 {
        self.undefined
    }

    /// Whether an obligation had no proof since the mark.
    pub(super) fn lapsed_since(&self, mark: &Mark) -> bool {
        self.lapses > mark.lapses
    }

    /// The permission that was missing first since the last mark was set.
    pub(super) fn missing(&self) -> Option<Missing> {
        self.missing.clone()
    }

    pub(super) fn note_missing(&mut self, location: Location, arguments: &[Term]) {
        self.missing.get_or_insert_with(|| Missing { location, arguments: arguments.to_vec() });
    }

    /// Statements put in since the mark.
    pub(super) fn inferred_since(&self, mark: &Mark) -> Vec<(Place, String)> {
        self.inferred[mark.inferred..].to_vec()
    }

    /// Forgets what was said since the mark.
    pub(super) fn withdraw(&mut self, mark: &Mark) -> Withdrawn {
        self.inferred.truncate(mark.inferred);
        (self.lapses, self.undefined) = (mark.lapses, mark.undefined);
        Withdrawn {
            failures: self.failures.split_off(mark.failures),
            unknowns: self.unknowns.split_off(mark.unknowns),
        }
    }

    /// Says again what was withdrawn.
    pub(super) fn restore(&mut self, withdrawn: Withdrawn) {
        self.lapses += 1;
        self.failures.extend(withdrawn.failures);
        self.unknowns.extend(withdrawn.unknowns);
    }
}

impl Engine<'_> {
    /// The path must imply `goal`; where it does not, a failure is recorded. Either way it is assumed afterwards.
    pub(super) fn require(
        &mut self,
        state: &mut State,
        goal: Term,
        reason: Reason,
        culprit: &Place,
    ) -> Outcome<()> {
        self.check_limits()?;
        if state.dead || self.mode.quiet {
            return Ok(());
        }
        match self.prover.prove(&state.path, goal) {
            Proof::Proved => {}
            Proof::Failed => {
                let message = match self.readable(&self.names(state), goal) {
                    Some(shown) => format!("`{shown}` may not hold"),
                    None => "this may not hold".to_owned(),
                };
                let known = self.report.failures.len();
                self.fail(state, reason, culprit, message);
                if self.report.failures.len() > known {
                    self.report.failures[known].counterexample = self.counterexample(state, goal);
                }
            }
            Proof::GaveUp(why) => {
                let place = self.blame.place.clone();
                self.report.lapses += 1;
                self.report.unknowns.push((Some(place), format!("the solver gave up: {why}")));
            }
        }
        self.assume(state, goal);
        Ok(())
    }

    /// Gives up a path on which a trusted expression is undefined. It is reported where it was written, so whoever trusts
    /// must see to it that it is checked there under no stronger assumptions.
    pub(super) fn give_up(&mut self, state: &mut State) -> Outcome<()> {
        if self.mode.quiet && !state.dead {
            let never = self.terms.bool(false);
            if !self.entails(state, never)? {
                self.report.undefined += 1;
            }
            state.dead = true;
        }
        Ok(())
    }

    /// Records a failure, once per identifier and place.
    pub(super) fn fail(&mut self, state: &State, reason: Reason, culprit: &Place, message: String) {
        if self.mode.quiet {
            return;
        }
        self.report.lapses += 1;
        // Some obligations have a name of their own, whatever statement they are met in.
        let (id, place) = match (reason, self.blame.what) {
            (Reason::Named(whole), _) if whole.contains(':') => (whole.to_owned(), culprit.clone()),
            (_, whole) if whole.contains(':') => (whole.to_owned(), self.blame.place.clone()),
            (_, what) => (format!("{what}:{}", reason.id()), self.blame.place.clone()),
        };
        let known = |failure: &Failure| failure.id == id && failure.place == place;
        if self.report.failures.iter().any(known) {
            return;
        }
        let (names, locals) = (self.names(state), self.local_names(state));
        let chunks = self.shown_heap(state).chunks();
        let heap = chunks.iter().map(|chunk| self.show_chunk(&names, &locals, chunk)).collect();
        let facts = state.path.facts().iter().skip(self.prover.background()).copied();
        let mut path: Vec<String> = Vec::new();
        for fact in facts.filter(|&fact| !self.is_mark(fact) && !self.is_type_range(fact)) {
            let fact = self.show(&names, fact);
            if !path.contains(&fact) {
                path.push(fact);
            }
        }
        let failure =
            Failure { id, place, culprit: culprit.clone(), message, heap, path, counterexample: Vec::new() };
        self.report.failures.push(failure);
    }

    /// What locals the path speaks of, and fields, are worth in a state in which the goal is false, by name.
    fn counterexample(&mut self, state: &State, goal: Term) -> Vec<(String, String)> {
        let Some(model) = self.prover.counterexample(&state.path, goal) else { return Vec::new() };
        let mut values = Evaluator::new(self.terms, &model);
        let facts = &state.path.facts()[self.prover.background()..];
        let concerned = self.terms.reachable(&[facts, &[goal]].concat());
        let is_shown = |(name, term): &(String, Term)| {
            let is_free = matches!(self.terms.kind(*term), TermKind::Var(_));
            name != "this" && (!is_free || concerned.binary_search(term).is_ok())
        };
        let locals = self.named_locals(state).into_iter().filter(is_shown);
        locals
            .chain(self.field_values(state))
            .filter_map(|(name, term)| Some((name, values.value(term)?.to_string())))
            .collect()
    }
}
