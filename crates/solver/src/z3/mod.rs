//! The last layer: Z3 in-process, incremental along the path.
//!
//! The layer keeps the conditions of its last question asserted, one scope each. The next question pops what is not in
//! the common prefix and asserts what is new, so a path that grows costs one assertion per question.

mod busy;
mod library;
mod model;
mod translate;

use std::ffi::CStr;
use std::sync::Arc;

use base::Diagnostic;
use rustc_hash::FxHashSet;
use term::{Model, Term, Terms, Value};

pub use busy::stop_all;
pub use library::z3_found;

use self::library::{Api, Context, SolverHandle};
use self::model::Reader;
use self::translate::Translator;
use crate::answer::{Answer, Reason, Unknown};
use crate::chain::{Layer, Query, Rest};
use crate::options::{Limits, Mode};
use crate::vocabulary::{Vocabularies, Vocabulary};

/// The layer. A context costs Z3 more than most questions cost us, so there is none before the first question.
pub struct Z3 {
    api: &'static Api,
    mode: Mode,
    session: Option<Session>,
}

impl Z3 {
    /// Fails if the library is not to be found.
    pub fn new(mode: Mode) -> Result<Self, Diagnostic> {
        Ok(Self { api: library::api()?, mode, session: None })
    }
}

impl Layer for Z3 {
    fn check(&mut self, query: &Query, _: &mut Rest) -> Answer {
        if query.limits.is_over() {
            return Answer::unknown(Reason::Limit);
        }
        let answer = self.session.get_or_insert_with(|| Session::new(self.api, self.mode)).check(query);
        if query.limits.is_over() || was_cut_short(&answer) && query.limits.is_full() {
            // A context that was interrupted may stay so, and what it holds is given back with it.
            self.session = None;
        }
        answer
    }
}

fn was_cut_short(answer: &Answer) -> bool {
    matches!(answer, Answer::Unknown(unknown) if unknown.reason == Reason::Limit)
}

/// A context and what is asserted in it.
struct Session {
    mode: Mode,
    solver: SolverHandle,
    translator: Translator,
    vocabularies: Vocabularies,
    /// What is asserted, bottom first.
    asserted: Vec<Scope>,
    limits: Option<Limits>,
    /// Dropped last: everything above points into it.
    cx: Context,
}

struct Scope {
    condition: Term,
    /// Constants of `Ref` and uninterpreted sorts first met here.
    individuals: Vec<Term>,
}

impl Session {
    fn new(api: &'static Api, mode: Mode) -> Self {
        let cx = Context::new(api);
        let solver = match mode {
            Mode::Paths => cx.mk_solver(),
            Mode::Proofs => cx.mk_simple_solver(),
        };
        cx.solver_inc_ref(solver);
        Self {
            mode,
            solver,
            translator: Translator::default(),
            vocabularies: Vocabularies::default(),
            asserted: Vec::new(),
            limits: None,
            cx,
        }
    }

    fn check(&mut self, query: &Query) -> Answer {
        self.set_limits(query.limits);
        self.follow(query.terms, query.conditions);
        if let Some(error) = self.cx.error() {
            return Answer::unknown(Reason::Other(error));
        }
        match busy::ask(&self.cx, query.limits, || self.cx.solver_check(self.solver)) {
            None if query.limits.is_over() || query.limits.is_full() => Answer::unknown(Reason::Limit),
            None => Answer::unknown(Reason::Stopped),
            Some(1) => self.sat(query),
            Some(-1) => Answer::Unsat,
            Some(_undefined) => self.unknown(query),
        }
    }

    fn follow(&mut self, terms: &Terms, conditions: &[Term]) {
        let common = self
            .asserted
            .iter()
            .zip(conditions)
            .take_while(|(scope, condition)| scope.condition == **condition);
        let common = common.count();
        if common < self.asserted.len() {
            self.cx.solver_pop(self.solver, (self.asserted.len() - common) as u32);
            self.asserted.truncate(common);
        }
        for &condition in &conditions[common..] {
            self.assert(terms, condition);
        }
    }

    fn assert(&mut self, terms: &Terms, condition: Term) {
        self.cx.solver_push(self.solver);
        let individuals = self.declare_individuals(terms, condition);
        let ast = self.translator.term(&self.cx, terms, condition);
        self.cx.solver_assert(self.solver, ast);
        self.asserted.push(Scope { condition, individuals });
    }

    /// Asserts that constants of `Ref` and uninterpreted sorts new to the stack differ from all others of their sort.
    fn declare_individuals(&mut self, terms: &Terms, condition: Term) -> Vec<Term> {
        let vocabulary = self.vocabularies.of(terms, condition);
        if vocabulary.individuals.is_empty() {
            return Vec::new();
        }
        let mut known: FxHashSet<Term> =
            self.asserted.iter().flat_map(|scope| scope.individuals.clone()).collect();
        let mut new = Vec::new();
        for &individual in &vocabulary.individuals {
            if !known.contains(&individual) {
                let ast = self.translator.term(&self.cx, terms, individual);
                let mut others: Vec<Term> = known
                    .iter()
                    .copied()
                    .filter(|&other| terms.sort(other) == terms.sort(individual))
                    .collect();
                others.sort_unstable();
                for other in others {
                    let other = self.translator.term(&self.cx, terms, other);
                    let equal = self.cx.mk_eq(ast, other);
                    self.cx.inc_ref(equal);
                    self.cx.solver_assert(self.solver, self.cx.mk_not(equal));
                    self.cx.dec_ref(equal);
                }
                known.insert(individual);
                new.push(individual);
            }
        }
        new
    }

    /// Sets Z3's parameters, if they changed.
    fn set_limits(&mut self, limits: Limits) {
        let limits = Limits { until: None, memory: None, ..limits };
        if self.limits == Some(limits) {
            return;
        }
        let cx = &self.cx;
        let params = cx.mk_params();
        cx.params_inc_ref(params);
        let set =
            |name: &CStr, value: u32| cx.params_set_uint(params, cx.mk_string_symbol(name.as_ptr()), value);
        set(c"rlimit", limits.steps);
        let wall =
            limits.wall.map_or(u32::MAX, |wall| wall.as_millis().clamp(1, u32::MAX as u128 - 1) as u32);
        set(c"timeout", wall);
        let unset = |name: &CStr| cx.params_set_bool(params, cx.mk_string_symbol(name.as_ptr()), false);
        // Ctrl-C is for the whole program: while a question is under way, Z3 would keep it to itself.
        unset(c"ctrl_c");
        if self.mode == Mode::Proofs {
            // Quantifiers are instantiated by their triggers only: what fails, fails fast.
            unset(c"auto_config");
            unset(c"mbqi");
            // Splits follow the goal: 1.8 times faster on our contract programs than Z3's choice.
            set(c"case_split", 3);
            // Triggers of several terms match in every order they come in; without it recursive functions stop three deep.
            set(c"qi.max_multi_patterns", 1000);
        }
        cx.solver_set_params(self.solver, params);
        cx.params_dec_ref(params);
        self.limits = Some(limits);
    }

    fn sat(&mut self, query: &Query) -> Answer {
        if !query.wants_model {
            return Answer::unknown(Reason::ModelUnwanted);
        }
        let vocabulary = self.vocabularies.union(query.terms, query.conditions);
        let Some(model) = self.model(query.terms, &vocabulary) else {
            return Answer::unknown(Reason::ModelFailed);
        };
        let mut evaluator = term::Evaluator::new(query.terms, &model);
        let refuted = query.conditions.iter().any(|&condition| match evaluator.value(condition) {
            Some(value) => value != Value::Bool(true),
            None => false,
        });
        let model = Arc::new(model);
        if refuted {
            return Answer::Unknown(Unknown { reason: Reason::ModelFailed, candidate: Some(model) });
        }
        Answer::Sat(model)
    }

    fn unknown(&mut self, query: &Query) -> Answer {
        let text = self.cx.text(self.cx.solver_get_reason_unknown(self.solver));
        let reason = if ["resource", "timeout", "cancel", "memory"].iter().any(|word| text.contains(word)) {
            Reason::Limit
        } else if text.contains("incomplete") || text.contains("quantifier") {
            Reason::Incomplete
        } else {
            Reason::Other(text)
        };
        let candidate = match self.mode {
            Mode::Proofs if query.wants_model && reason == Reason::Incomplete => {
                let vocabulary = self.vocabularies.union(query.terms, query.conditions);
                self.model(query.terms, &vocabulary).map(Arc::new)
            }
            Mode::Proofs | Mode::Paths => None,
        };
        Answer::Unknown(Unknown { reason, candidate })
    }

    /// The last check's model, if Z3 has one and we can read it.
    fn model(&mut self, terms: &Terms, vocabulary: &Vocabulary) -> Option<Model> {
        let handle = self.cx.solver_get_model(self.solver);
        if handle.0.is_null() || self.cx.error().is_some() {
            return None;
        }
        self.cx.model_inc_ref(handle);
        let model = Reader::new(&self.cx, terms, &mut self.translator, handle).read(vocabulary);
        self.cx.model_dec_ref(handle);
        model
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.cx.solver_dec_ref(self.solver);
    }
}

/// Whether an SMT-LIB script's assertions can hold together; `None` if Z3 does not know. For looking into a question with
/// Z3's own reader instead of our translation.
pub fn check_script(script: &str) -> Result<Option<bool>, Diagnostic> {
    let mut z3 = Session::new(library::api()?, Mode::Paths);
    z3.set_limits(Limits::default());
    let text = std::ffi::CString::new(script).map_err(|error| script_error(error.to_string()))?;
    z3.cx.solver_from_string(z3.solver, text.as_ptr());
    if let Some(error) = z3.cx.error() {
        return Err(script_error(error));
    }
    Ok(match z3.cx.solver_check(z3.solver) {
        1 => Some(true),
        -1 => Some(false),
        _undefined => None,
    })
}

fn script_error(error: String) -> Diagnostic {
    Diagnostic::error("smt-script", format!("Z3 does not understand the script: {error}"))
}
