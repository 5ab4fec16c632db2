//! The rules: `produce`, `consume`, `eval`, `exec` over symbolic states [IDF12, 4.5–4.8].
//!
//! | file | what |
//! |---|---|
//! | `state`, `vocabulary` | states; sorts, snapshots |
//! | `heap` | finding, adding and taking chunks |
//! | `family`, `forall` | quantified chunks; quantified permissions |
//! | `eval`, `produce`, `consume`, `exec` | the paper's four functions |
//! | `flow` | statements as a graph of blocks, loops |
//! | `wand` | magic wands: making and applying them |
//! | `infer` | `open` and `close` the programmer left out |
//! | `member`, `function`, `domain` | what makes a member valid; axioms |
//! | `doubt` | what a proof rests on |
//! | `mode` | what holds for the rules below: trusted, quiet, only reading … |
//! | `prover` | path conditions and the solver |
//! | `report`, `names` | obligations that failed, in the program's words |
//!
//! Departures from the paper: (1) branches are returned as values, not passed to continuations; (2) an obligation that fails
//! is recorded and then assumed, so that one run reports independent failures; (3) permissions are fractions;
//! (4) pure functions are known by axioms over their snapshot, and also by `use`; (5) the errata in `docs` are applied.

mod collection;
mod consume;
mod domain;
mod doubt;
mod elements;
mod eval;
mod exec;
mod family;
mod flow;
mod forall;
mod function;
mod heap;
mod infer;
mod machine;
mod member;
mod mode;
mod names;
mod produce;
mod prover;
mod quantifier;
mod report;
mod state;
mod uses;
mod vocabulary;
mod wand;

use base::{Diagnostic, Exhausted, Place};
use rustc_hash::FxHashSet;
use term::{Term, Terms};

use self::function::FunctionTable;
use self::mode::Mode;
use self::prover::Prover;
use self::report::{Blame, Report};
use self::state::{Owner, State};
use self::vocabulary::Vocabulary;
use crate::core::{FunctionId, Locals, PredicateId, Program, Type};
use crate::verdict::{MemberResult, Options};

/// Verifies every member of a program (or those `options` name), in source order of kinds: functions, predicates,
/// methods. Fails only when there is no solver.
pub fn verify(program: &Program, options: &Options) -> Result<Vec<MemberResult>, Diagnostic> {
    let terms = Terms::new();
    member::verify_all(program, &terms, options)
}

/// Why a member's verification ended early. Failures are not reasons to stop.
#[derive(Clone, Debug)]
enum Stop {
    Unsupported(Place, String),
    Exhausted(Exhausted),
}

type Outcome<T> = Result<T, Stop>;

/// What the rules share while one program is verified.
struct Engine<'p> {
    program: &'p Program,
    options: &'p Options,
    terms: &'p Terms,
    words: Vocabulary<'p>,
    prover: Prover<'p>,
    functions: FunctionTable,
    domains: domain::Domains,
    /// Axioms of snapshots and collections.
    prelude: Vec<Term>,
    /// Whether contracts and predicate bodies are well formed: what rests on others is not proven.
    well_formed: doubt::WellFormed,
    /// Symbols for what families speak of.
    symbols: forall::Symbols,
    /// Facts that say what such symbols mean: they hold wherever the family is defined.
    definitions: FxHashSet<Term>,
    /// Facts that a snapshot's map says nothing outside its family.
    shapes: FxHashSet<Term>,
    /// Who is to blame for an obligation that fails now.
    blame: Blame,
    report: Report,
    /// Type arguments of the domain instance whose axioms are being evaluated.
    type_arguments: Vec<Type>,
    /// Applications of these functions are not unfolded: they are the ones being defined.
    defining: Vec<FunctionId>,
    /// Functions whose definition is being used: each once, however recursive it is.
    using: Vec<FunctionId>,
    /// Functions whose preconditions are being consumed for a call, outermost first.
    calling: Vec<FunctionId>,
    /// What holds for the rules below.
    mode: Mode,
    /// The heap before the consumption going on: what a failure is to be shown with.
    consuming: Option<state::Heap>,
    /// What is left of the heap while a part of an assertion being consumed is evaluated: `perm` is about it.
    holding: Option<state::Heap>,
    /// Predicates whose bodies are being produced, innermost last: what a body opens itself is opened no deeper than that.
    opening: Vec<PredicateId>,
    /// How often something was moved from a reserve to a heap.
    moved: u64,
    /// What was moved, and the number of the move.
    moves: Vec<(u64, state::Heap)>,
}

/// How much of each access a rule moves: a fraction of it, or just some of it.
#[derive(Clone, Copy)]
enum Scale {
    Exact(Term),
    Wildcard,
}

impl<'p> Engine<'p> {
    /// Assumes a fact on this path.
    fn assume(&self, state: &mut State, fact: Term) {
        if fact == self.terms.bool(false) {
            state.dead = true;
        }
        if fact != self.terms.bool(true) {
            state.path.assume(fact);
        }
    }

    /// The path where `condition` holds, unless it cannot.
    fn branch(&mut self, state: &State, condition: Term) -> Outcome<Option<State>> {
        if condition == self.terms.bool(false) || state.dead {
            return Ok(None);
        }
        let mut state = state.clone();
        if condition != self.terms.bool(true) {
            self.check_limits()?;
            if self.prover.excludes(&state.path, condition) {
                return Ok(None);
            }
            state.path.branch(condition);
        }
        Ok(Some(state))
    }

    /// Whether the path condition implies the formula, as far as the solver can tell.
    fn entails(&mut self, state: &State, formula: Term) -> Outcome<bool> {
        self.check_limits()?;
        Ok(state.dead || self.prover.prove(&state.path, formula).is_proved())
    }

    fn check_limits(&self) -> Outcome<()> {
        self.options.budget.check().map_err(Stop::Exhausted)?;
        self.report.deadline.check().map_err(Stop::Exhausted)
    }

    /// Joins branches of `base` that differ in a value: one value, guarded by the branch conditions; what was
    /// learned on each branch is learned under its conditions.
    ///
    /// While a wand is made, a branch may have moved something from a reserve. What it learned from that holds only where it stays
    /// moved, and in `base` it does not: so nothing is learned, and the value is any value.
    fn join(&self, base: &mut State, branches: Vec<(State, Term)>) -> Option<Term> {
        if !base.reserves.is_empty() && base.moved != self.moved {
            base.moved = self.moved;
            let (_, value) = branches.first()?;
            return Some(self.terms.fresh_var("v", self.terms.sort(*value)));
        }
        if branches.is_empty() {
            // Every branch is impossible: this point is not reached.
            base.dead = true;
        }
        let length = base.path.len();
        let mut joined = None;
        for (state, value) in branches.into_iter().rev() {
            let (conditions, facts) = state.path.since(length);
            let guard = self.terms.and(conditions);
            for fact in facts {
                self.assume(base, self.terms.implies(guard, fact));
            }
            if state.dead {
                self.assume(base, self.terms.not(guard));
            }
            joined = Some(match joined {
                None => value,
                Some(other) => self.terms.ite(guard, value, other),
            });
        }
        joined
    }

    /// The locals of a member.
    fn locals(&self, owner: Owner) -> &'p Locals {
        match owner {
            Owner::Method(method) => &self.program.methods[method].locals,
            Owner::Function(function) => &self.program.functions[function].locals,
            Owner::Predicate(predicate) => &self.program.predicates[predicate].locals,
            Owner::Axiom(domain, index) => &self.program.domains[domain].axioms[index].locals,
        }
    }

    /// The whole of each access.
    fn whole(&self) -> Scale {
        Scale::Exact(self.terms.fraction(1, 1))
    }

    fn unsupported<T>(&self, what: impl Into<String>, place: &Place) -> Outcome<T> {
        Err(Stop::Unsupported(place.clone(), what.into()))
    }
}
