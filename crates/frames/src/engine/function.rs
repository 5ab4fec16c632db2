//! Pure functions as functions of their precondition's snapshot and their arguments [IDF12, 4.6].
//!
//! A function `f` has a symbol; a recursive one also a *limited* symbol, which stands for `f` in the bodies of the
//! functions it is recursive with and has no definition of its own. So a definition is unfolded once for each application
//! the program mentions, never without end. Axioms, per function:
//! - definition: `pre => f(s, x) = body`, with `f(s, x)` as trigger;
//! - postcondition: `pre => post`, with the limited symbol as trigger;
//! - both symbols agree, with `f(s, x)` as trigger.

use base::IdVec;
use term::{Sort, Term, TermKind};

use super::mode::Mode;
use super::report::Blame;
use super::state::{Heap, Location, OldKey, Owner, Path, State, Store};
use super::uses::Uses;
use super::{Engine, Outcome};
use crate::core::{FunctionId, LabelId, PredicateId, Program};

#[derive(Default)]
pub(super) struct FunctionTable {
    pub(super) known: IdVec<FunctionId, Knowledge>,
}

/// What the solver may be told about a function.
#[derive(Clone, Default)]
pub(super) struct Knowledge {
    /// Functions that call each other in a circle, this one included; empty if it does not call itself.
    pub(super) recursive_with: Vec<FunctionId>,
    pub(super) takes_snapshot: bool,
    pub(super) postcondition: Vec<Term>,
    /// The postcondition while bodies are being checked against it: believing it then would be circular.
    unproven: Vec<Term>,
    pub(super) definition: Vec<Term>,
}

impl FunctionTable {
    /// The table without axioms, and the functions callees first.
    pub(super) fn new(program: &Program) -> (Self, Vec<Vec<FunctionId>>) {
        let reached: IdVec<FunctionId, Vec<FunctionId>> = program
            .functions
            .iter()
            .map(|function| Uses::direct(program, function).functions().collect())
            .collect();
        let mut components: Vec<Vec<FunctionId>> = Vec::new();
        let mut known = IdVec::new();
        for (id, function) in program.functions.iter_enumerated() {
            let circle: Vec<FunctionId> =
                reached[id].iter().copied().filter(|&other| reached[other].contains(&id)).collect();
            let takes_snapshot = function.requires.iter().any(|clause| clause.owns());
            match circle.first() {
                Some(&first) if first != id => {}
                Some(_) => components.push(circle.clone()),
                None => components.push(vec![id]),
            }
            known.push(Knowledge { recursive_with: circle, takes_snapshot, ..Knowledge::default() });
        }
        components.sort_by_key(|component| reached[component[0]].len());
        (Self { known }, components)
    }
}

impl<'p> Engine<'p> {
    /// The application of a function to its snapshot and arguments.
    pub(super) fn apply_function(&self, function: FunctionId, snapshot: Term, arguments: &[Term]) -> Term {
        self.apply_symbol(function, self.defining.contains(&function), snapshot, arguments)
    }

    fn apply_symbol(&self, function: FunctionId, limited: bool, snapshot: Term, arguments: &[Term]) -> Term {
        let declared = &self.program.functions[function];
        let knowledge = &self.functions.known[function];
        let mut sorts: Vec<Sort> =
            declared.params.iter().map(|&param| self.sort(&declared.locals[param].ty)).collect();
        let mut arguments = arguments.to_vec();
        if knowledge.takes_snapshot {
            sorts.insert(0, self.words.snapshot_sort());
            arguments.insert(0, snapshot);
        }
        let limited = limited && !knowledge.recursive_with.is_empty();
        let name = if limited { format!("{}'", declared.name) } else { declared.name.clone() };
        self.terms.apply(self.terms.function(&name, &sorts, self.sort(&declared.result_type)), &arguments)
    }

    /// Checks a function's contract and learns its postcondition [IDF12, Def. 26].
    pub(super) fn check_function_contract(&mut self, function: FunctionId) -> Outcome<()> {
        let declared = &self.program.functions[function];
        self.defining = self.functions.known[function].recursive_with.clone();
        let general = self.general_call(function);
        let mut axioms = Vec::new();
        let states = self.produce_precondition(function, &general)?;
        if !declared.requires.is_empty() {
            self.warn_of_precondition(&states, &declared.name, &declared.place);
        }
        for mut state in states {
            let premise = self.premise(&state, &general);
            let definitions = self.definitions_in(&state, &general);
            let before = state.path.len();
            let result = self.apply_symbol(function, true, general.snapshot, &general.arguments);
            state.set(declared.result, result);
            for state in self.produce_clauses(state, &declared.ensures, "not.wellformed")? {
                let (conditions, facts) = state.path.since(before);
                let premise = self.terms.and(conditions.into_iter().chain([premise]));
                let facts = facts.into_iter().filter(|&fact| self.is_about(fact, &general));
                let facts = facts.chain(definitions.iter().copied());
                let fact = self.terms.implies(premise, self.terms.and(facts));
                if self.is_about(fact, &general) {
                    axioms.push(self.for_all_calls(&general, &[vec![result]], fact));
                }
            }
        }
        let knowledge = &mut self.functions.known[function];
        knowledge.unproven = axioms;
        if !knowledge.recursive_with.is_empty() {
            let full = self.apply_symbol(function, false, general.snapshot, &general.arguments);
            let limited = self.apply_symbol(function, true, general.snapshot, &general.arguments);
            let same = self.for_all_calls(&general, &[vec![full]], self.terms.eq(full, limited));
            self.functions.known[function].postcondition.push(same);
        }
        self.defining = Vec::new();
        Ok(())
    }

    /// Makes a postcondition known to everyone: the bodies of all functions it may depend on have been checked.
    pub(super) fn publish_postcondition(&mut self, function: FunctionId) {
        let knowledge = &mut self.functions.known[function];
        let proven = std::mem::take(&mut knowledge.unproven);
        knowledge.postcondition.extend(proven);
    }

    /// The induction hypothesis: the postcondition holds for a call in the body of a function it is recursive with. What
    /// the postcondition calls itself is not such a call.
    pub(super) fn assume_hypothesis(
        &mut self,
        state: &mut State,
        function: FunctionId,
        arguments: &[Term],
        result: Term,
    ) -> Outcome<()> {
        if !self.mode.inducing || !self.defining.contains(&function) {
            return Ok(());
        }
        let declared = &self.program.functions[function];
        let mut callee = state.clone();
        callee.store = Store::of_call(Owner::Function(function), &declared.params, arguments);
        callee.set(declared.result, result);
        let unit = self.words.unit();
        let whole = self.whole();
        let mode = Mode { inducing: false, trusted: true, ..self.mode };
        let produced = self.doing(mode, |engine| engine.produce(callee, unit, &declared.ensures, whole))?;
        self.join(state, produced.into_iter().map(|state| (state, unit)).collect());
        Ok(())
    }

    /// Checks a function's body against its postcondition and learns its definition [IDF12, Def. 26].
    pub(super) fn check_function_body(&mut self, function: FunctionId) -> Outcome<()> {
        let declared = &self.program.functions[function];
        let Some(body) = &declared.body else { return Ok(()) };
        self.defining = self.functions.known[function].recursive_with.clone();
        let general = self.general_call(function);
        let mut axioms = Vec::new();
        for mut state in self.produce_precondition(function, &general)? {
            let premise = self.premise(&state, &general);
            let definitions = self.definitions_in(&state, &general);
            let (before, owned) = (state.path.len(), state.heap.clone());
            let place = declared.place.clone();
            self.blame = Blame { what: "function.not.wellformed", place };
            state.remember(OldKey::Label(LabelId::START));
            let shrinking = declared.shrinking && !self.defining.is_empty();
            let mode = Mode { shrinking, inducing: true, ..self.mode };
            let value = self.doing(mode, |engine| engine.eval(&mut state, body))?;
            let applied = self.apply_symbol(function, false, general.snapshot, &general.arguments);
            let (_, facts) = state.path.since(before);
            let facts =
                facts.into_iter().filter(|&fact| self.is_about(fact, &general) && !self.is_mark(fact));
            let facts = facts.chain(definitions);
            let known = self.terms.and(facts.chain([self.terms.eq(applied, value)]));
            let fact = self.terms.implies(premise, known);
            if self.is_about(fact, &general) {
                let triggers = self.definition_triggers(function, &general, &owned, applied);
                axioms.push(self.for_all_calls(&general, &triggers, fact));
            }
            state.set(declared.result, value);
            self.trusting_to_consume(&declared.ensures, |engine| {
                engine.consume_clauses(state, &declared.ensures, "postcondition.violated")
            })?;
        }
        if !declared.opaque && self.report.is_clean() {
            self.functions.known[function].definition = axioms;
        }
        self.defining = Vec::new();
        Ok(())
    }

    /// What is known about the functions given: axioms a path may start with.
    pub(super) fn function_axioms(&self, uses: &Uses) -> Vec<Term> {
        let mut out = Vec::new();
        for function in uses.functions() {
            let knowledge = &self.functions.known[function];
            out.extend(knowledge.postcondition.iter().chain(&knowledge.definition));
        }
        out
    }

    /// A call with arbitrary arguments.
    fn general_call(&self, function: FunctionId) -> GeneralCall {
        let declared = &self.program.functions[function];
        let argument = |&param: &crate::core::LocalId| {
            let local = &declared.locals[param];
            self.terms.fresh_var(&local.name, self.sort(&local.ty))
        };
        GeneralCall {
            snapshot: self.words.fresh_snapshot(),
            arguments: declared.params.iter().map(argument).collect(),
            takes_snapshot: self.functions.known[function].takes_snapshot,
        }
    }

    fn produce_precondition(&mut self, function: FunctionId, general: &GeneralCall) -> Outcome<Vec<State>> {
        let declared = &self.program.functions[function];
        let store = Store::of_call(Owner::Function(function), &declared.params, &general.arguments);
        let path = self.background_path(Uses::of_function(self.program, declared));
        let mut states = vec![State::new(store, path)];
        for (clause, snapshot) in
            declared.requires.iter().zip(self.split(general.snapshot, &declared.requires))
        {
            self.blame = Blame { what: "not.wellformed", place: clause.place.clone() };
            let mut next = Vec::new();
            for state in states {
                next.extend(self.produce_one(state, snapshot, clause, self.whole())?);
            }
            states = next;
        }
        Ok(states)
    }

    /// What is assumed of the arguments and the snapshot on this path; facts about other symbols left out.
    fn premise(&self, state: &State, general: &GeneralCall) -> Term {
        let (conditions, facts) = state.path.since(self.prover.background());
        let is_premise = |fact: &Term| {
            self.is_about(*fact, general) && !self.definitions.contains(fact) && !self.shapes.contains(fact)
        };
        let facts = facts.into_iter().filter(is_premise);
        self.terms.and(conditions.into_iter().chain(facts))
    }

    /// What symbols of the precondition's families mean: nobody who calls the function has to show that.
    fn definitions_in(&self, state: &State, general: &GeneralCall) -> Vec<Term> {
        let (_, facts) = state.path.since(self.prover.background());
        let is_definition = |fact: &Term| self.definitions.contains(fact) && self.is_about(*fact, general);
        facts.into_iter().filter(is_definition).collect()
    }

    /// Whether a formula speaks of the call's snapshot and arguments only.
    fn is_about(&self, formula: Term, general: &GeneralCall) -> bool {
        let known = |variable: &Term| general.variables().contains(variable);
        self.terms.free_vars(formula).iter().all(known)
    }

    fn for_all_calls(&self, general: &GeneralCall, triggers: &[Vec<Term>], fact: Term) -> Term {
        let variables = general.variables();
        let triggers: Vec<&[Term]> = triggers.iter().map(Vec::as_slice).collect();
        if variables.is_empty() { fact } else { self.terms.forall(&variables, &triggers, fact) }
    }

    /// When a definition is unfolded: where the function is applied, and where its limited form is applied and a
    /// predicate of its precondition has been opened or closed.
    fn definition_triggers(
        &self,
        function: FunctionId,
        general: &GeneralCall,
        owned: &Heap,
        applied: Term,
    ) -> Vec<Vec<Term>> {
        let mut out = vec![vec![applied]];
        if self.functions.known[function].recursive_with.is_empty() {
            return out;
        }
        let limited = self.apply_symbol(function, true, general.snapshot, &general.arguments);
        for chunk in owned.chunks() {
            if let Location::Predicate(predicate) = chunk.location {
                let opened = self.opened(predicate, chunk.value, &chunk.arguments);
                if self.is_about(opened, general) {
                    out.push(vec![limited, opened]);
                }
            }
        }
        out
    }

    /// Makes definitions over a predicate instance that was opened or closed known.
    pub(super) fn note_opened(
        &mut self,
        state: &mut State,
        predicate: PredicateId,
        snapshot: Term,
        arguments: &[Term],
    ) {
        let opened = self.opened(predicate, snapshot, arguments);
        self.assume(state, opened);
    }

    /// A predicate instance as a value.
    pub(super) fn instance(
        &self,
        location: Location,
        snapshot: Term,
        arguments: &[Term],
        sort: Sort,
    ) -> Term {
        let name = match location {
            Location::Predicate(predicate) => self.program.predicates[predicate].name.as_str(),
            Location::Field(_) | Location::Elements(_) => "",
        };
        let all: Vec<Term> = std::iter::once(snapshot).chain(arguments.iter().copied()).collect();
        let sorts: Vec<Sort> = all.iter().map(|&term| self.terms.sort(term)).collect();
        self.terms.apply(self.terms.function(&format!("instance[{name}]"), &sorts, sort), &all)
    }

    /// Where a program's measures are instances: what came out of an instance just opened is nested inside it.
    pub(super) fn note_nested(
        &mut self,
        state: &mut State,
        before: &Heap,
        (outer, snapshot, arguments): (Location, Term, &[Term]),
    ) {
        let nested = self.program.domain_functions.iter_enumerated();
        let Some((nested, declared)) = nested.into_iter().find(|(_, one)| one.name == "nestedPredicates")
        else {
            return;
        };
        let [inner, _] = declared.params.as_slice() else { return };
        let sort = self.sort(inner);
        let whole = self.instance(outer, snapshot, arguments, sort);
        let heap = state.heap.clone();
        for chunk in heap.chunks() {
            if let Location::Predicate(_) = chunk.location
                && !before.chunks().contains(chunk)
            {
                let part = self.instance(chunk.location, chunk.value, &chunk.arguments, sort);
                let fact = self.apply_domain_function(nested, &[], &[part, whole]);
                let held = self.positive(chunk.permission);
                self.assume(state, self.terms.implies(held, fact));
            }
        }
    }

    /// Whether a fact is only the mark of an instance that was opened or closed.
    pub(super) fn is_mark(&self, fact: Term) -> bool {
        let TermKind::Apply(function, _) = self.terms.kind(fact) else { return false };
        self.terms.name(self.terms.signature(*function).name).starts_with("opened[")
    }

    /// The mark of an instance that was opened or closed; it says nothing, but definitions wait for it.
    fn opened(&self, predicate: PredicateId, snapshot: Term, arguments: &[Term]) -> Term {
        let declared = &self.program.predicates[predicate];
        let params = declared.params.iter().map(|&param| self.sort(&declared.locals[param].ty));
        let sorts: Vec<Sort> = std::iter::once(self.words.snapshot_sort()).chain(params).collect();
        let mark = self.terms.function(&format!("opened[{}]", declared.name), &sorts, Sort::Bool);
        let arguments: Vec<Term> = std::iter::once(snapshot).chain(arguments.iter().copied()).collect();
        self.terms.apply(mark, &arguments)
    }

    /// Where a path starts: snapshots, domains, and the functions a member uses.
    pub(super) fn background_path(&mut self, uses: Uses) -> Path {
        let uses = &uses.with_domains(self.program);
        let mut path = Path::default();
        for fact in self.prelude.iter().chain(&self.domains.axioms).copied().chain(self.function_axioms(uses))
        {
            path.assume(fact);
        }
        self.prover.set_background(path.len());
        path
    }
}

struct GeneralCall {
    snapshot: Term,
    arguments: Vec<Term>,
    takes_snapshot: bool,
}

impl GeneralCall {
    fn variables(&self) -> Vec<Term> {
        let snapshot = self.takes_snapshot.then_some(self.snapshot);
        snapshot.into_iter().chain(self.arguments.iter().copied()).collect()
    }
}
