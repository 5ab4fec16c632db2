//! Magic wands: making one (`package`), applying one (`apply`, `applying`), and forgetting values (`quasihavoc`).
//!
//! While a wand is made, the heap is that of its left side, all else is a *reserve*: what the script or the right side
//! needs and the heap does not have is taken from there, and used up by the wand. What is learned on the way holds only
//! where the left side does, so nothing of it outlives the making; of the reserve that is left which every path leaves. An
//! amount left over that depends on the left side counts as nothing.
//!
//! A wand must make sense by itself: its left side in the empty heap, its right side in the empty heap with the left side's as
//! `old[lhs]`. This is checked wherever a wand is written down, so whoever applies one need not check it again.

use base::Place;
use rustc_hash::FxHashMap;
use term::{Sort, Term};

use super::heap::Amount;
use super::mode::Mode;
use super::report::Blame;
use super::state::{Chunk, Family, Heap, Location, OldKey, Owner, Reserve, State, Store};
use super::{Engine, Outcome};
use crate::core::{Assertion, Block, Expr, LabelId, LocalId, PredicateId, Resource, Stmt, StmtKind, Wand};

const LHS: OldKey = OldKey::Label(LabelId::LHS);

impl<'p> Engine<'p> {
    pub(super) fn is_wand(&self, location: Location) -> bool {
        match location {
            Location::Predicate(predicate) => self.program.predicates[predicate].wand.is_some(),
            Location::Field(_) | Location::Elements(_) => false,
        }
    }

    fn wand_of(&self, location: Location, place: &Place) -> Outcome<(PredicateId, &'p Wand)> {
        if let Location::Predicate(predicate) = location
            && let Some(wand) = &self.program.predicates[predicate].wand
        {
            return Ok((predicate, wand));
        }
        self.unsupported("making or applying something other than a magic wand", place)
    }

    /// `package A --* B { script }`
    pub(super) fn exec_package(
        &mut self,
        mut state: State,
        wand: &Resource,
        script: &'p Block,
        place: &Place,
    ) -> Outcome<Vec<State>> {
        let (location, arguments) = self.locate(&mut state, wand)?;
        let (predicate, sides) = self.wand_of(location, place)?;
        self.check_wand_at(&mut state, location, &arguments)?;
        let (last, first) = (self.terms.len(), self.moved);
        let mut inner = state.clone();
        inner.reserves.push(Reserve { whole: state.heap.clone(), rest: state.heap.clone() });
        inner.heap = Heap::default();
        inner.moved = self.moved;
        let (mut ends, before) = (Vec::new(), state.path.len());
        let hypothesis = self.words.fresh_snapshot();
        for mut start in self.produce_side(inner, predicate, &arguments, (&sides.lhs, hypothesis))? {
            start.remember(LHS);
            for end in self.exec_script(start, script)? {
                self.blame = Blame { what: "package.failed", place: place.clone() };
                ends.extend(self.consume_side(end, predicate, &arguments, &sides.rhs)?);
            }
        }
        ends.retain(|(end, _)| !end.dead);
        let alive: Vec<u64> = ends.iter().flat_map(|(end, _)| end.moves.iter().copied()).collect();
        let level = state.reserves.len();
        let rests =
            |level: usize| ends.iter().map(move |(end, _)| &end.reserves[level].rest).collect::<Vec<_>>();
        state.heap = self.left_over(&state.heap, &rests(level), last);
        for below in 0..level {
            let left = self.left_over(&state.reserves[below].rest, &rests(below), last);
            state.reserves[below].rest = left;
        }
        // Paths that ended early, and assertions, may owe that to what they moved: it is used up, too.
        let lost = self.moves.iter().filter(|(number, _)| *number > first && !alive.contains(number));
        for (_, lost) in lost {
            state.heap = state.heap.without(lost);
            for reserve in &mut state.reserves {
                reserve.rest = reserve.rest.without(lost);
            }
        }
        let snapshot = self.words.fresh_snapshot();
        let applied = self.applied(snapshot, hypothesis);
        for (end, given) in &ends {
            let guard = self.terms.and(end.path.since(before).0);
            let free = [guard, *given].map(|term| self.terms.free_vars(term));
            let is_known = |variable: &Term| *variable == hypothesis || (variable.0 as usize) < last;
            if free.iter().flatten().all(is_known) {
                let fact = self.terms.implies(guard, self.terms.eq(applied, *given));
                let fact = self.terms.forall(&[hypothesis], &[&[applied]], fact);
                self.assume(&mut state, fact);
            }
        }
        self.add(&mut state, Self::chunk(location, &arguments, snapshot, self.terms.fraction(1, 1)));
        Ok(vec![state])
    }

    /// The snapshot of a wand's right side as a function of its left side's: what a wand's own snapshot stands for.
    fn applied(&self, wand: Term, lhs: Term) -> Term {
        let sort = self.words.snapshot_sort();
        self.terms.apply(self.terms.function("wand.applied", &[sort, sort], sort), &[wand, lhs])
    }

    /// The statements of a script: no loops and no jumps.
    fn exec_script(&mut self, state: State, script: &'p [Stmt]) -> Outcome<Vec<State>> {
        let mut states = vec![state];
        for statement in script {
            let mut next = Vec::new();
            for mut state in states {
                if !state.dead {
                    // What other paths moved is none of this one's business.
                    state.moved = self.moved;
                    next.extend(self.exec_step(state, statement)?);
                }
            }
            states = next;
        }
        Ok(states)
    }

    fn exec_step(&mut self, mut state: State, statement: &'p Stmt) -> Outcome<Vec<State>> {
        match &statement.kind {
            StmtKind::If { condition, then, otherwise } => {
                self.blame = Blame { what: "if.failed", place: statement.place.clone() };
                let condition = self.eval(&mut state, condition)?;
                let mut out = Vec::new();
                for (guard, block) in [(condition, then), (self.terms.not(condition), otherwise)] {
                    if let Some(state) = self.branch(&state, guard)? {
                        out.extend(self.exec_script(state, block)?);
                    }
                }
                Ok(out)
            }
            StmtKind::Scope { body, .. } => {
                let states = self.exec(state, statement)?;
                let mut out = Vec::new();
                for state in states {
                    out.extend(self.exec_script(state, body)?);
                }
                Ok(out)
            }
            StmtKind::Refute(_)
            | StmtKind::Call { .. }
            | StmtKind::New { .. }
            | StmtKind::WriteField { .. }
            | StmtKind::WriteElement { .. }
            | StmtKind::QuasiHavoc { .. }
            | StmtKind::While { .. }
            | StmtKind::Goto(_) => {
                self.unsupported("this statement in the script of a magic wand", &statement.place)
            }
            StmtKind::Assign { .. }
            | StmtKind::Fold { .. }
            | StmtKind::Unfold { .. }
            | StmtKind::Use(_)
            | StmtKind::Inhale(_)
            | StmtKind::Exhale(_)
            | StmtKind::Assert(..)
            | StmtKind::Assume(_)
            | StmtKind::Label(..)
            | StmtKind::Havoc(_)
            | StmtKind::Package { .. }
            | StmtKind::Apply(_)
            | StmtKind::Unsupported(_) => self.exec(state, statement),
        }
    }

    /// `apply A --* B`
    pub(super) fn exec_apply(
        &mut self,
        mut state: State,
        wand: &Resource,
        place: &Place,
    ) -> Outcome<Vec<State>> {
        let (location, arguments) = self.locate(&mut state, wand)?;
        let (predicate, sides) = self.wand_of(location, place)?;
        self.check_wand_at(&mut state, location, &arguments)?;
        let blame = Blame { what: "apply.failed", place: place.clone() };
        let caller = std::mem::replace(&mut self.blame, blame);
        let one = Amount::Exact(self.terms.fraction(1, 1));
        let snapshot = match self.take_wand(&mut state, location, &arguments)? {
            Some(snapshot) => snapshot,
            None => {
                // It is put together of several, or missing: nothing is known of how it was made.
                self.take(&mut state, location, &arguments, one, place)?;
                self.words.fresh_snapshot()
            }
        };
        let olds = state.olds.clone();
        state.remember(LHS);
        let mut out = Vec::new();
        for (state, given) in self.consume_side(state, predicate, &arguments, &sides.lhs)? {
            let applied = self.applied(snapshot, given);
            for mut state in self.produce_side(state, predicate, &arguments, (&sides.rhs, applied))? {
                state.olds = olds.clone();
                out.push(state);
            }
        }
        self.blame = caller;
        Ok(out)
    }

    /// One whole wand, out of one chunk.
    fn take_wand(
        &mut self,
        state: &mut State,
        location: Location,
        arguments: &[Term],
    ) -> Outcome<Option<Term>> {
        let one = Amount::Exact(self.terms.fraction(1, 1));
        if let Some((snapshot, _)) = self.take_certain(state, location, arguments, one)? {
            return Ok(Some(snapshot));
        }
        if self.take_from_reserves(state, location, arguments, one)? {
            return Ok(self.take_certain(state, location, arguments, one)?.map(|(snapshot, _)| snapshot));
        }
        Ok(None)
    }

    /// `applying A --* B in e`: the value of `e` after the wand has been applied; the heap stays as it is.
    pub(super) fn eval_applying(
        &mut self,
        state: &mut State,
        wand: &Resource,
        body: &Expr,
        place: &Place,
    ) -> Outcome<Term> {
        if self.mode.quiet || self.mode.trusted {
            return self.unsupported("`applying` in a contract", place);
        }
        let mut branches = Vec::new();
        for mut applied in self.exec_apply(state.clone(), wand, place)? {
            let value = self.eval(&mut applied, body)?;
            branches.push((applied, value));
        }
        Ok(self.join(state, branches).unwrap_or_else(|| self.any_value(body)))
    }

    fn produce_side(
        &mut self,
        mut state: State,
        predicate: PredicateId,
        arguments: &[Term],
        (side, snapshot): (&Assertion, Term),
    ) -> Outcome<Vec<State>> {
        let caller = self.enter_wand(&mut state, predicate, arguments);
        let whole = self.whole();
        let produced = self.trusting(|engine| engine.produce_branch(state, snapshot, side, whole))?;
        Ok(produced.into_iter().map(|state| State { store: caller.clone(), ..state }).collect())
    }

    fn consume_side(
        &mut self,
        mut state: State,
        predicate: PredicateId,
        arguments: &[Term],
        side: &Assertion,
    ) -> Outcome<Vec<(State, Term)>> {
        let caller = self.enter_wand(&mut state, predicate, arguments);
        state.moved = self.moved;
        let (side, whole) = (std::slice::from_ref(side), self.whole());
        let consumed = self.trusting_to_consume(side, |engine| engine.consume(state, side, whole))?;
        let back = |(state, snapshot)| (State { store: caller.clone(), ..state }, snapshot);
        Ok(consumed.into_iter().map(back).collect())
    }

    /// The wand's own locals in place of the member's, which are returned.
    fn enter_wand(&self, state: &mut State, predicate: PredicateId, arguments: &[Term]) -> Store {
        let params = &self.program.predicates[predicate].params;
        let store = Store::of_call(Owner::Predicate(predicate), params, arguments);
        std::mem::replace(&mut state.store, store)
    }

    /// A wand that is written down makes sense.
    pub(super) fn check_wand_at(
        &mut self,
        state: &mut State,
        location: Location,
        arguments: &[Term],
    ) -> Outcome<()> {
        let Location::Predicate(predicate) = location else { return Ok(()) };
        let Some(wand) = &self.program.predicates[predicate].wand else { return Ok(()) };
        if self.mode.trusted || self.mode.quiet || state.dead {
            return Ok(());
        }
        let mut inner = state.clone();
        inner.heap = Heap::default();
        inner.reserves.clear();
        self.enter_wand(&mut inner, predicate, arguments);
        let whole = self.whole();
        let caller = self.blame.clone();
        if caller.what != "not.wellformed" {
            self.blame.what = "wand.not.wellformed";
        }
        let holding = self.holding.take();
        let checked = self.doing(Mode { assuming: false, ..self.mode }, |engine| {
            let snapshot = engine.words.fresh_snapshot();
            for mut state in engine.produce_one(inner, snapshot, &wand.lhs, whole)? {
                state.remember(LHS);
                state.heap = Heap::default();
                let snapshot = engine.words.fresh_snapshot();
                engine.produce_one(state, snapshot, &wand.rhs, whole)?;
            }
            Ok(())
        });
        self.holding = holding;
        self.blame = caller;
        checked
    }

    /// The value of a location in a reserve. Nothing of a reserve changes, so what is used up may still be read.
    pub(super) fn read_reserves(
        &mut self,
        state: &mut State,
        location: Location,
        arguments: &[Term],
    ) -> Outcome<Option<Term>> {
        for level in (0..state.reserves.len()).rev() {
            let whole = state.reserves[level].whole.clone();
            let own = std::mem::replace(&mut state.heap, whole);
            let found = self.read_certain(state, location, arguments);
            state.heap = own;
            if let Some(value) = found? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Moves what is missing of an amount from a reserve to the heap; whether there was a reserve that has it.
    pub(super) fn take_from_reserves(
        &mut self,
        state: &mut State,
        location: Location,
        arguments: &[Term],
        amount: Amount,
    ) -> Outcome<bool> {
        if state.reserves.is_empty() {
            return Ok(false);
        }
        let missing = match amount {
            Amount::Peek => return Ok(false),
            Amount::Some => Amount::Some,
            Amount::Exact(wanted) => match self.find(state, location, arguments)? {
                Some(index) => {
                    let held = state.heap.chunks()[index].permission;
                    let more = self.terms.less_eq(held, wanted);
                    let zero = self.terms.fraction(0, 1);
                    Amount::Exact(self.terms.ite(more, self.terms.sub(wanted, held), zero))
                }
                None => amount,
            },
        };
        for level in (0..state.reserves.len()).rev() {
            let rest = state.reserves[level].rest.clone();
            let own = std::mem::replace(&mut state.heap, rest.clone());
            let taken = self.take_certain(state, location, arguments, missing);
            state.reserves[level].rest = std::mem::replace(&mut state.heap, own);
            if let Some((value, taken)) = taken? {
                let changed = rest.changed_in(&state.reserves[level].rest);
                self.note_move(state, changed);
                self.add(state, Self::chunk(location, arguments, value, taken));
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Where the heap does not have what a family needs: moves all that reserves have of its kind.
    pub(super) fn gather_for(
        &mut self,
        state: &mut State,
        location: &Location,
        guard: Term,
        arguments: &[Term],
        amount: Amount,
    ) -> Outcome<()> {
        if state.reserves.is_empty() {
            return Ok(());
        }
        let held = self.permission_held(&state.heap, *location, arguments);
        let enough = match amount {
            Amount::Exact(wanted) => self.terms.less_eq(wanted, held),
            Amount::Some | Amount::Peek => self.positive(held),
        };
        if self.entails(state, self.terms.implies(guard, enough))? {
            return Ok(());
        }
        for level in (0..state.reserves.len()).rev() {
            let rest = state.reserves[level].rest.clone();
            for (_, chunk) in rest.at(*location) {
                self.add(state, chunk.clone());
            }
            for (_, family) in rest.families_at(*location) {
                self.add_family(state, family.clone());
            }
            state.reserves[level].rest.retain(|at, _| at != *location);
            let changed = rest.changed_in(&state.reserves[level].rest);
            self.note_move(state, changed);
        }
        Ok(())
    }

    fn note_move(&mut self, state: &mut State, what: Heap) {
        self.moved += 1;
        state.moved = self.moved;
        std::rc::Rc::make_mut(&mut state.moves).push(self.moved);
        self.moves.push((self.moved, what));
    }

    /// What every path leaves of a heap.
    fn left_over(&self, heap: &Heap, rests: &[&Heap], last: usize) -> Heap {
        let zero = self.terms.fraction(0, 1);
        let mut out = Heap::default();
        for chunk in heap.chunks() {
            let is_it = |other: &&Chunk| {
                other.location == chunk.location
                    && other.arguments == chunk.arguments
                    && other.value == chunk.value
            };
            let left = rests.iter().map(|rest| {
                let parts = rest.chunks().iter().filter(is_it).map(|other| other.permission);
                self.terms.sum(Sort::Real, parts)
            });
            let permission = self.least(chunk.permission, left.collect(), &[], last);
            if permission != zero {
                out.push(Chunk { permission, ..chunk.clone() });
            }
        }
        for family in heap.families() {
            let is_it = |other: &&Family| {
                other.location == family.location
                    && other.values == family.values
                    && other.domain == family.domain
            };
            let left = rests
                .iter()
                .map(|rest| rest.families().iter().find(is_it).map_or(zero, |other| other.permission));
            let permission = self.least(family.permission, left.collect(), &family.formals, last);
            if permission != zero {
                out.push_family(Family { permission, ..family.clone() });
            }
        }
        out
    }

    /// The least of some amounts; nothing if one depends on what was made up since.
    fn least(&self, own: Term, left: Vec<Term>, formals: &[Term], last: usize) -> Term {
        let is_new = |term: Term| {
            let free = self.terms.free_vars(term);
            free.iter().any(|variable| variable.0 as usize >= last && !formals.contains(variable))
        };
        let mut least = own;
        for amount in left {
            if amount == least {
                continue;
            }
            if is_new(amount) {
                return self.terms.fraction(0, 1);
            }
            least = self.terms.ite(self.terms.less_eq(amount, least), amount, least);
        }
        least
    }

    /// `quasihavoc c ==> r`: where `r` is held and `c` holds, its value is forgotten.
    pub(super) fn exec_quasi_havoc(
        &mut self,
        mut state: State,
        bound: &[LocalId],
        condition: &Expr,
        resource: &Resource,
    ) -> Outcome<Vec<State>> {
        let mut inner = state.clone();
        let mut variables = Vec::new();
        for &local in bound {
            self.havoc(&mut inner, local);
            variables.extend(inner.local(local));
        }
        let last = self.terms.len();
        let condition_place = &condition.place;
        let condition = self.eval(&mut inner, condition)?;
        inner.path.branch(condition);
        let (location, arguments) = self.locate(&mut inner, resource)?;
        let is_identity = arguments.len() == variables.len()
            && variables.iter().all(|variable| arguments.contains(variable));
        if !bound.is_empty() && !is_identity {
            return self.unsupported("`quasihavocall` of other than its own variables", condition_place);
        }
        let newer = |term: Term| self.mentions_newer(term, last);
        if !bound.is_empty() && (newer(condition) || arguments.iter().any(|&argument| newer(argument))) {
            return self.unsupported("this expression in a `quasihavocall`", condition_place);
        }
        if bound.is_empty() {
            // What was learned about parts of the resource holds where the condition does.
            let unit = self.words.unit();
            self.join(&mut state, vec![(inner, unit)]);
        }
        let heap = state.heap.clone();
        if let Location::Elements(_) = location {
            return self.unsupported("`quasihavoc` of elements", condition_place);
        }
        let formals = self.formals(location);
        let (meant, new) = self.forgotten(location, (&formals, &variables), condition, &arguments);
        let at = |term: Term, arguments: &[Term]| {
            let map: FxHashMap<Term, Term> = formals.iter().copied().zip(arguments.iter().copied()).collect();
            self.terms.substitute(term, &map)
        };
        for (index, chunk) in heap.at(location) {
            let (meant, new) = (at(meant, &chunk.arguments), at(new, &chunk.arguments));
            if meant != self.terms.bool(false) {
                let value = self.terms.ite(meant, new, chunk.value);
                self.assume_bounds(&mut state, location, new);
                state.heap.replace(index, Chunk { value, ..chunk.clone() });
            }
        }
        let mut changed = Vec::new();
        for family in heap.families() {
            let mut family = family.clone();
            if family.location == location {
                let old = self.family_value(&family, &formals);
                family.values = self.terms.fresh_var("values", self.terms.sort(family.values));
                let now = self.family_value(&family, &formals);
                let fact = self.terms.eq(now, self.terms.ite(meant, new, old));
                let fact = self.terms.forall(&formals, &[&[now]], fact);
                self.assume(&mut state, fact);
            }
            changed.push(family);
        }
        state.heap.set_families(changed);
        Ok(vec![state])
    }

    /// Of the formal arguments of a location: whether its value is forgotten, and the value it has then.
    fn forgotten(
        &self,
        location: Location,
        (formals, variables): (&[Term], &[Term]),
        condition: Term,
        arguments: &[Term],
    ) -> (Term, Term) {
        let sort = match location {
            Location::Predicate(_) => self.words.snapshot_sort(),
            Location::Field(field) | Location::Elements(field) => self.sort(&self.program.fields[field].ty),
        };
        if variables.is_empty() {
            let meant = self.terms.and([condition, self.same(formals, arguments)]);
            return (meant, self.terms.fresh_var("havoc", sort));
        }
        let map: FxHashMap<Term, Term> = arguments.iter().copied().zip(formals.iter().copied()).collect();
        let meant = self.terms.substitute(condition, &map);
        let sorts: Vec<Sort> = formals.iter().map(|&formal| self.terms.sort(formal)).collect();
        let name = self.terms.fresh_var("havoc", Sort::Bool);
        let name = self.terms.var_name(name).expect("a variable has a name").to_owned();
        (meant, self.terms.apply(self.terms.function(&name, &sorts, sort), formals))
    }
}
