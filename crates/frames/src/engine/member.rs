//! When a member is valid [IDF12, Def. 24–26]: contracts are well formed first, then bodies keep them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use base::{Diagnostic, Place};
use rustc_hash::FxHashSet;
use term::Terms;

use super::domain::Domains;
use super::doubt::{UNDEFINED, WellFormed, may_rest_on_others};
use super::forall::Symbols;
use super::function::FunctionTable;
use super::mode::Mode;
use super::prover::Prover;
use super::report::{Blame, Reason, Report};
use super::state::{OldKey, Owner, State, Store};
use super::uses::Uses;
use super::vocabulary::Vocabulary;
use super::{Engine, Outcome, Stop};
use crate::core::visit::statements;
use crate::core::{FunctionId, MethodId, PredicateId, Program, StmtKind};
use crate::verdict::{MemberKind, MemberResult, Options, Statistics, Verdict};

pub(super) fn verify_all(
    program: &Program,
    terms: &Terms,
    options: &Options,
) -> Result<Vec<MemberResult>, Diagnostic> {
    let (functions, components) = FunctionTable::new(program);
    let mut engine = Engine {
        program,
        options,
        terms,
        words: Vocabulary::new(terms),
        prover: Prover::new(terms)?,
        functions,
        domains: Domains::default(),
        prelude: Vec::new(),
        well_formed: WellFormed::default(),
        symbols: Symbols::default(),
        definitions: FxHashSet::default(),
        shapes: FxHashSet::default(),
        blame: Blame { what: "domain.failed", place: nowhere() },
        report: Report::new(options.budget.clone()),
        type_arguments: Vec::new(),
        defining: Vec::new(),
        using: Vec::new(),
        calling: Vec::new(),
        mode: Mode::default(),
        consuming: None,
        holding: None,
        opening: Vec::new(),
        moved: 0,
        moves: Vec::new(),
    };
    let mut results = Vec::new();
    engine.prepare(&mut results);
    for component in components {
        engine.verify_functions(&component, &mut results);
    }
    let (index, count) = options.share;
    if index > 0 {
        results.clear();
    }
    for (id, predicate) in program.predicates.iter_enumerated() {
        let member = Member { kind: MemberKind::Predicate, name: &predicate.name, place: &predicate.place };
        if index == 0 && predicate.wand.is_none() {
            engine.member(member, &mut results, |engine| engine.check_predicate(id));
        }
    }
    for (id, method) in program.methods.iter_enumerated() {
        let member = Member { kind: MemberKind::Method, name: &method.name, place: &method.place };
        if id.0 as usize % count.max(1) == index {
            engine.member(member, &mut results, |engine| engine.check_method(id));
        }
    }
    engine.doubt(&mut results);
    Ok(results)
}

#[derive(Clone, Copy)]
struct Member<'p> {
    kind: MemberKind,
    name: &'p str,
    place: &'p Place,
}

impl<'p> Engine<'p> {
    /// Background axioms. What keeps them from being stated is reported like a member's failure.
    fn prepare(&mut self, results: &mut Vec<MemberResult>) {
        let mut sorts: Vec<_> = self.program.fields.iter().map(|field| self.sort(&field.ty)).collect();
        sorts.sort();
        sorts.dedup();
        let elements = self.program.fields.iter().filter(|field| field.name.ends_with("[]"));
        let maps: Vec<_> =
            elements.map(|field| self.terms.array_sort(term::Sort::Int, self.sort(&field.ty))).collect();
        let mut restrictions: Vec<_> =
            maps.iter().flat_map(|&map| self.words.restriction_axioms(map)).collect();
        restrictions.sort();
        restrictions.dedup();
        sorts.extend(maps);
        if self.program.has_families() {
            sorts.extend(self.family_sorts());
        }
        sorts.sort();
        sorts.dedup();
        self.prelude = self.words.axioms(&sorts);
        self.prelude.extend(restrictions);
        if self.program.has_families() {
            self.prelude.extend(self.family_axioms());
        }
        self.prelude.extend(self.collection_axioms());
        let (verdict, statistics) = self.run(|engine| engine.assume_domains());
        if !matches!(verdict, Verdict::Verified)
            && let Some(domain) = self.program.domains.iter().next()
        {
            let member = Member { kind: MemberKind::Domain, name: &domain.name, place: &domain.place };
            results.push(member.result(verdict, statistics, Vec::new()));
        }
    }

    /// Contracts of functions that call each other first, then their bodies.
    fn verify_functions(&mut self, component: &[FunctionId], results: &mut Vec<MemberResult>) {
        let mut contracts = Vec::new();
        for &function in component {
            self.options.watch.begins(&self.program.functions[function].name);
            let (contract, cost) = self.run(|engine| {
                engine.doing(engine.reading(), |engine| engine.check_function_contract(function))
            });
            self.well_formed.insert(Owner::Function(function), matches!(contract, Verdict::Verified));
            contracts.push((contract, cost, std::mem::take(&mut self.report.warnings)));
        }
        let mut bodies = Vec::new();
        for &function in component {
            bodies.push(
                self.run(|engine| {
                    engine.doing(engine.reading(), |engine| engine.check_function_body(function))
                }),
            );
        }
        let checked = component.iter().zip(contracts).zip(bodies);
        for ((&function, (contract, cost, warnings)), (body, more)) in checked {
            if matches!(contract, Verdict::Verified) {
                self.publish_postcondition(function);
            }
            // What is said about a contract that is not well formed is said already.
            let is_silent = !matches!(contract, Verdict::Verified) && may_rest_on_others(&body);
            let body = if is_silent { Verdict::Verified } else { body };
            let declared = &self.program.functions[function];
            if self.is_wanted(&declared.name) {
                let member =
                    Member { kind: MemberKind::Function, name: &declared.name, place: &declared.place };
                let result = member.result(contract.and(body), cost.plus(more), Vec::new());
                results.push(MemberResult { warnings, ..result });
            }
        }
    }

    fn member(
        &mut self,
        member: Member<'p>,
        results: &mut Vec<MemberResult>,
        check: impl FnOnce(&mut Self) -> Outcome<()>,
    ) {
        if self.is_wanted(member.name) {
            self.options.watch.begins(member.name);
            let (verdict, statistics) = self.run(check);
            let mut inferred = std::mem::take(&mut self.report.inferred);
            inferred.dedup();
            let warnings = std::mem::take(&mut self.report.warnings);
            results.push(MemberResult { warnings, ..member.result(verdict, statistics, inferred) });
        }
    }

    /// Whether the options name this member: `C.m(int)`, `C.m` or `m`.
    fn is_wanted(&self, name: &str) -> bool {
        let Some(only) = self.options.only.as_deref() else { return true };
        let plain = name.split(['(', ' ']).next().unwrap_or(name);
        let last = plain.rsplit('.').next().unwrap_or(plain);
        [name, plain, last].contains(&only)
    }

    /// Runs one check with a report of its own.
    pub(super) fn run(&mut self, check: impl FnOnce(&mut Self) -> Outcome<()>) -> (Verdict, Statistics) {
        let start = Instant::now();
        let before = self.prover.counts();
        self.report = Report::new(self.options.budget.within(self.options.member_time));
        self.prover.keep_within(&self.report.deadline);
        match catch_unwind(AssertUnwindSafe(|| check(self))) {
            Ok(Ok(())) => {}
            Ok(Err(Stop::Unsupported(place, what))) => {
                self.report.unknowns.push((Some(place), format!("{what} is not supported")));
            }
            Ok(Err(Stop::Exhausted(why))) => self.report.unknowns.push((None, why.to_string())),
            Err(_) => self.recover(),
        }
        self.defining.clear();
        self.using.clear();
        self.calling.clear();
        self.opening.clear();
        self.moves.clear();
        self.consuming = None;
        self.holding = None;
        // A bug of ours may have left the mode of the rule it was in.
        self.mode = Mode::default();
        self.type_arguments.clear();
        let after = self.prover.counts();
        let statistics = Statistics {
            paths: self.report.paths,
            queries: after.asked.saturating_sub(before.asked),
            trivial_queries: after.trivial.saturating_sub(before.trivial),
            smt_queries: after.smt.saturating_sub(before.smt),
            time: start.elapsed(),
        };
        if self.report.is_clean() && self.report.undefined() > 0 {
            self.report.unknowns.push((None, UNDEFINED.to_owned()));
        }
        let failures = std::mem::take(&mut self.report.failures);
        let reasons = std::mem::take(&mut self.report.unknowns);
        let verdict = match (failures.is_empty(), reasons.is_empty()) {
            (true, true) => Verdict::Verified,
            (false, true) => Verdict::NotProven(failures),
            (_, false) => Verdict::Unknown { reasons, failures },
        };
        (verdict, statistics)
    }

    /// After a bug of ours: no verdict for this member, and a new solver for the next ones.
    fn recover(&mut self) {
        self.report.unknowns.push((None, "internal error".to_owned()));
        if let Ok(prover) = Prover::new(self.terms) {
            self.prover = prover;
        }
    }

    /// A predicate is valid if its body is well defined [IDF12, Def. 25].
    pub(super) fn check_predicate(&mut self, predicate: PredicateId) -> Outcome<()> {
        let declared = &self.program.predicates[predicate];
        let Some(body) = &declared.body else { return Ok(()) };
        let path = self.background_path(Uses::of_assertion(self.program, body));
        let mut state = State::new(Store::new(Owner::Predicate(predicate)), path);
        declared.params.iter().for_each(|&param| self.havoc(&mut state, param));
        self.blame = Blame { what: "predicate.not.wellformed", place: declared.place.clone() };
        let snapshot = self.words.fresh_snapshot();
        self.well_formed.insert(Owner::Predicate(predicate), false);
        let states = self.produce_one(state, snapshot, body, self.whole())?;
        self.well_formed.insert(Owner::Predicate(predicate), self.report.is_clean());
        self.report.paths += states.len() as u64;
        let what = format!("nothing satisfies the predicate `{}`: holding it proves anything", declared.name);
        self.warn_if_impossible(&states, &declared.place, what);
        Ok(())
    }

    /// A method is valid if its contract is well formed and its body keeps it [IDF12, Def. 24].
    fn check_method(&mut self, method: MethodId) -> Outcome<()> {
        let declared = &self.program.methods[method];
        let states = self.check_method_contract(method)?;
        if !declared.requires.is_empty() {
            self.warn_of_precondition(&states, &declared.name, &declared.place);
        }
        if declared.body.is_none() && !declared.ensures.is_empty() {
            self.warn_of_postcondition(&states, method)?;
        }
        for state in states {
            let Some(body) = &declared.body else { continue };
            for state in self.exec_body(state, body, &declared.place)? {
                self.report.paths += 1;
                self.keep(state, &declared.ensures, "postcondition.violated")?;
            }
        }
        self.report_refutations(method);
        Ok(())
    }

    /// A precondition that nothing satisfies makes every proof of the body worthless.
    pub(super) fn warn_of_precondition(&mut self, states: &[State], name: &str, place: &Place) {
        let what = format!("nothing satisfies the precondition of `{name}`: its proof says nothing");
        self.warn_if_impossible(states, place, what);
    }

    /// A postcondition that nothing satisfies, of a method without a body, makes every proof behind its calls worthless.
    fn warn_of_postcondition(&mut self, states: &[State], method: MethodId) -> Outcome<()> {
        let declared = &self.program.methods[method];
        let mut after = Vec::new();
        for state in states {
            let mut state = state.clone();
            state.heap = super::state::Heap::default();
            after.extend(self.produce_clauses(state, &declared.ensures, "not.wellformed")?);
        }
        let what =
            format!("nothing satisfies the postcondition of `{}`: its calls prove anything", declared.name);
        self.warn_if_impossible(&after, &declared.place, what);
        Ok(())
    }

    /// Warns once if there is no state at all.
    fn warn_if_impossible(&mut self, states: &[State], place: &Place, what: String) {
        let never = self.terms.bool(false);
        if self.report.is_clean()
            && self.report.warnings.is_empty()
            && states.iter().all(|state| state.dead || self.prover.prove(&state.path, never).is_proved())
        {
            self.report.warnings.push((place.clone(), what));
        }
    }

    /// The contract alone; returns the states its precondition allows.
    pub(super) fn check_method_contract(&mut self, method: MethodId) -> Outcome<Vec<State>> {
        let declared = &self.program.methods[method];
        self.well_formed.insert(Owner::Method(method), false);
        let path = self.background_path(Uses::of_method(self.program, declared));
        let mut state = State::new(Store::new(Owner::Method(method)), path);
        for &local in declared.params.iter().chain(&declared.returns) {
            self.havoc(&mut state, local);
        }
        let mut states = self.produce_clauses(state, &declared.requires, "not.wellformed")?;
        for state in &mut states {
            state.remember(OldKey::Pre);
            self.check_postcondition(state.clone(), method)?;
        }
        self.well_formed.insert(Owner::Method(method), self.report.is_clean());
        Ok(states)
    }

    /// The postcondition must be well formed by itself, for any heap it owns and any results.
    fn check_postcondition(&mut self, mut state: State, method: MethodId) -> Outcome<()> {
        let declared = &self.program.methods[method];
        state.heap = super::state::Heap::default();
        self.produce_clauses(state, &declared.ensures, "not.wellformed")?;
        Ok(())
    }

    /// A `refute` no path refutes has failed.
    fn report_refutations(&mut self, method: MethodId) {
        let Some(body) = &self.program.methods[method].body else { return };
        let mut places = Vec::new();
        statements(body, &mut |statement| {
            if let StmtKind::Refute(_) = statement.kind {
                places.push(statement.place.clone());
            }
        });
        for place in places {
            if !self.report.refuted.contains(&place) {
                self.blame = Blame { what: "refute.failed", place: place.clone() };
                let state = State::new(Store::new(Owner::Method(method)), super::state::Path::default());
                let message = "this holds on every path, or is never reached".to_owned();
                self.fail(&state, Reason::RefutationTrue, &place, message);
            }
        }
    }
}

impl Member<'_> {
    fn result(
        self,
        verdict: Verdict,
        statistics: Statistics,
        inferred: Vec<(Place, String)>,
    ) -> MemberResult {
        let Member { kind, name, place } = self;
        let (name, place) = (name.to_owned(), place.clone());
        MemberResult { kind, name, place, verdict, statistics, inferred, warnings: Vec::new() }
    }
}

/// The place of things that have none.
fn nowhere() -> Place {
    Place::of_line(&base::Source::new("", ""), 1)
}
