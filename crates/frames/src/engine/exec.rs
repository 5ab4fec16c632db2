//! **exec** [IDF12, 4.7]: statements to the states they may end in.

use base::Place;
use term::Term;

use super::flow::{BlockId, End, Flow};
use super::heap::Amount;
use super::mode::Mode;
use super::report::{Blame, Reason};
use super::state::{Location, OldKey, Owner, State, Store};
use super::{Engine, Outcome, Scale};
use crate::core::{
    Assertion, Expr, ExprKind, FieldId, LocalId, MethodId, NewFields, PredicateId, Resource, Stmt, StmtKind,
    Type,
};

impl<'p> Engine<'p> {
    /// Follows every path of a method's body; returns the states at its end.
    pub(super) fn exec_body(&mut self, state: State, body: &'p [Stmt], place: &Place) -> Outcome<Vec<State>> {
        let Some(flow) = Flow::new(body) else {
            return self.unsupported("a jump into the middle of a loop", place);
        };
        let mut ends = Vec::new();
        let mut work = self.enter(&flow, None, BlockId(0), state)?;
        while let Some((block, state)) = work.pop() {
            for state in self.exec_block(&flow, block, state)? {
                work.extend(self.leave(&flow, block, state, &mut ends)?);
            }
        }
        Ok(ends)
    }

    fn exec_block(&mut self, flow: &Flow<'p>, block: BlockId, state: State) -> Outcome<Vec<State>> {
        let mut states = vec![state];
        for statement in &flow.blocks[block].statements {
            let mut next = Vec::new();
            for state in states {
                if !state.dead {
                    next.extend(self.step(state, &mut |engine, state| engine.exec(state, statement))?);
                }
            }
            states = next;
        }
        Ok(states)
    }

    /// **exec if**, jumps and the end of the body: what comes after a block.
    fn leave(
        &mut self,
        flow: &Flow<'p>,
        block: BlockId,
        state: State,
        ends: &mut Vec<State>,
    ) -> Outcome<Vec<(BlockId, State)>> {
        match flow.blocks[block].end {
            End::Exit => {
                if !state.dead {
                    ends.push(state);
                }
                Ok(Vec::new())
            }
            End::Jump(target) => self.enter(flow, Some(block), target, state),
            End::Branch { condition, what, place, then, otherwise } => {
                let decided = self.step(state, &mut |engine, mut state| {
                    engine.blame = Blame { what, place: condition_place(what, condition, place) };
                    let condition = engine.eval(&mut state, condition)?;
                    Ok(vec![(state, condition)])
                })?;
                let mut out = Vec::new();
                for (state, condition) in decided {
                    for (guard, target) in [(condition, then), (self.terms.not(condition), otherwise)] {
                        if let Some(state) = self.branch(&state, guard)? {
                            out.extend(self.enter(flow, Some(block), target, state)?);
                        }
                    }
                }
                out.reverse();
                Ok(out)
            }
        }
    }

    /// Takes the edge to a block: frames of loops left come back, a loop's invariants are proved at its head.
    fn enter(
        &mut self,
        flow: &Flow<'p>,
        from: Option<BlockId>,
        to: BlockId,
        mut state: State,
    ) -> Outcome<Vec<(BlockId, State)>> {
        if state.dead {
            return Ok(Vec::new());
        }
        let (inside, target) = (from.map_or(&[][..], |from| &flow.loops[from]), &flow.loops[to]);
        for _ in inside.iter().filter(|head| !target.contains(head)) {
            let frame = state.frames.pop().expect("every loop entered has a frame");
            self.add_all(&mut state, &frame);
        }
        if !target.contains(&to) {
            return Ok(vec![(to, state)]);
        }
        let invariants = flow.blocks[to].invariants;
        if inside.contains(&to) {
            self.keep(state, invariants, "invariant.not.preserved")?;
            return Ok(Vec::new());
        }
        let mut out = Vec::new();
        let original = state.clone();
        let undefined = self.report.undefined();
        let established = self.keep(state, invariants, "invariant.not.established")?;
        if established.is_empty()
            || established.iter().any(|state| state.dead)
            || self.report.undefined() > undefined
        {
            // Trust needs a check: no iteration may follow that would say whether the invariants are well formed, or
            // the paths where they are not were given up.
            self.start_iteration(original, invariants, &flow.modified(to))?;
        }
        for state in established {
            let inside = self.start_iteration(state, invariants, &flow.modified(to))?;
            out.extend(inside.into_iter().map(|state| (to, state)));
        }
        Ok(out)
    }

    /// Consumes clauses that are known to be well formed: invariants, a postcondition.
    pub(super) fn keep(
        &mut self,
        state: State,
        clauses: &[Assertion],
        what: &'static str,
    ) -> Outcome<Vec<State>> {
        self.step(state, &mut |engine, state| {
            engine.trusting_to_consume(clauses, |engine| engine.consume_clauses(state, clauses, what))
        })
    }

    /// An arbitrary iteration: the locals the loop assigns have any value, the heap is what the invariants own.
    fn start_iteration(
        &mut self,
        mut state: State,
        invariants: &[Assertion],
        modified: &[LocalId],
    ) -> Outcome<Vec<State>> {
        let frame = std::mem::take(&mut state.heap);
        state.frames.push(frame);
        for &local in modified {
            self.havoc(&mut state, local);
        }
        self.produce_clauses(state, invariants, "not.wellformed")
    }

    /// Consumes clauses, each reported at its own place.
    pub(super) fn consume_clauses(
        &mut self,
        state: State,
        clauses: &[Assertion],
        what: &'static str,
    ) -> Outcome<Vec<State>> {
        let within = state.heap.clone();
        let mut states = vec![state];
        for clause in clauses {
            self.blame = Blame { what, place: clause.place.clone() };
            let mut next = Vec::new();
            for state in states {
                let whole = self.whole();
                let consumed =
                    self.showing(&within, |engine| engine.consume_one(state, &within, clause, whole))?;
                next.extend(consumed.into_iter().map(|(state, _)| state));
            }
            states = next;
        }
        Ok(states)
    }

    /// Produces clauses with fresh snapshots, each reported at its own place.
    pub(super) fn produce_clauses(
        &mut self,
        state: State,
        clauses: &[Assertion],
        what: &'static str,
    ) -> Outcome<Vec<State>> {
        let mut states = vec![state];
        for clause in clauses {
            self.blame = Blame { what, place: clause.place.clone() };
            let mut next = Vec::new();
            for state in states {
                let snapshot = self.words.fresh_snapshot();
                next.extend(self.produce_one(state, snapshot, clause, self.whole())?);
            }
            states = next;
        }
        Ok(states)
    }

    pub(super) fn exec(&mut self, mut state: State, statement: &'p Stmt) -> Outcome<Vec<State>> {
        let place = &statement.place;
        self.blame = Blame { what: failure_of(&statement.kind), place: place.clone() };
        match &statement.kind {
            StmtKind::Assign { local, value } => {
                let value = self.eval(&mut state, value)?;
                state.set(*local, value);
                Ok(vec![state])
            }
            StmtKind::WriteField { receiver, field, value } => {
                self.exec_write(state, receiver, *field, value, place)
            }
            StmtKind::WriteElement { array, field, index, value } => {
                self.exec_write_element(state, (array, *field, index), value, place)
            }
            StmtKind::New { local, fields } => {
                self.exec_new(&mut state, *local, fields);
                Ok(vec![state])
            }
            StmtKind::Call { targets, method, arguments } => {
                self.exec_call(state, targets, *method, arguments, place)
            }
            StmtKind::Fold { resource, permission } => self.exec_fold(state, resource, permission, place),
            StmtKind::Unfold { resource, permission } => self.unfold(state, resource, permission, place),
            StmtKind::Package { wand, script } => self.exec_package(state, wand, script, place),
            StmtKind::Apply(wand) => self.exec_apply(state, wand, place),
            StmtKind::QuasiHavoc { bound, condition, resource } => {
                self.exec_quasi_havoc(state, bound, condition, resource)
            }
            StmtKind::Use(call) => {
                self.use_definition(&mut state, call)?;
                Ok(vec![state])
            }
            StmtKind::Assume(assertion) if assertion.owns() => {
                self.assume_held(&mut state, assertion)?;
                Ok(vec![state])
            }
            StmtKind::Inhale(assertion) | StmtKind::Assume(assertion) => {
                let snapshot = self.words.fresh_snapshot();
                self.produce_one(state, snapshot, assertion, self.whole())
            }
            StmtKind::Exhale(assertion) => {
                let consumed = self.consume(state, std::slice::from_ref(assertion), self.whole())?;
                Ok(consumed.into_iter().map(|(state, _)| state).collect())
            }
            StmtKind::Assert(assertion, obligation) => {
                if let Some(what) = obligation {
                    self.blame.what = what;
                }
                self.assert(&mut state, assertion)?;
                Ok(vec![state])
            }
            StmtKind::Refute(assertion) => {
                self.exec_refute(&state, assertion, place)?;
                Ok(vec![state])
            }
            StmtKind::Label(label, _) => {
                state.remember(OldKey::Label(*label));
                Ok(vec![state])
            }
            StmtKind::Havoc(local) => {
                self.havoc(&mut state, *local);
                Ok(vec![state])
            }
            StmtKind::Scope { locals, .. } => {
                locals.iter().for_each(|&local| self.havoc(&mut state, local));
                Ok(vec![state])
            }
            StmtKind::Unsupported(what) => self.unsupported(*what, place),
            StmtKind::If { .. } | StmtKind::While { .. } | StmtKind::Goto(_) => {
                unreachable!("control flow is in the graph, not in its blocks")
            }
        }
    }

    /// **exec e1.f := e2**: needs the whole permission.
    fn exec_write(
        &mut self,
        mut state: State,
        receiver: &Expr,
        field: FieldId,
        value: &Expr,
        place: &Place,
    ) -> Outcome<Vec<State>> {
        let receiver = self.eval(&mut state, receiver)?;
        let value = self.eval(&mut state, value)?;
        let (location, write) = (Location::Field(field), self.terms.fraction(1, 1));
        self.take(&mut state, location, &[receiver], Amount::Exact(write), place)?;
        self.add(&mut state, Self::chunk(location, &[receiver], value, write));
        Ok(vec![state])
    }

    /// **exec x := new C**: not null, and different from every reference known before.
    fn exec_new(&mut self, state: &mut State, local: LocalId, fields: &NewFields) {
        let object = self.terms.fresh_var("new", term::Sort::Ref);
        self.assume(state, self.terms.not_null(object));
        for known in self.known_references(state) {
            self.assume(state, self.terms.ne(object, known));
        }
        let (ids, zeroed) = match fields {
            NewFields::All => (self.program.fields.ids().collect(), false),
            NewFields::Some(ids) => (ids.clone(), false),
            NewFields::Zeroed(ids) => (ids.clone(), true),
        };
        for field in ids {
            let location = Location::Field(field);
            let value =
                if zeroed { self.zero(&self.program.fields[field].ty) } else { self.fresh_value(location) };
            self.add(state, Self::chunk(location, &[object], value, self.terms.fraction(1, 1)));
        }
        state.set(local, object);
    }

    fn zero(&mut self, ty: &Type) -> Term {
        match ty {
            Type::Int => self.terms.int(0),
            Type::Bool => self.terms.bool(false),
            Type::Perm => self.terms.fraction(0, 1),
            Type::Ref => self.terms.null(),
            Type::Domain(..)
            | Type::Param(_)
            | Type::Seq(_)
            | Type::Set(_)
            | Type::Multiset(_)
            | Type::Map(..) => self.terms.fresh_var("v", self.sort(ty)),
        }
    }

    /// References in the store and the heaps of a state.
    fn known_references(&self, state: &State) -> Vec<Term> {
        let heaps = state.frames.iter().chain([&state.heap]).chain(state.olds.iter().map(|(_, heap)| heap));
        let chunks = heaps.flat_map(|heap| heap.chunks());
        let in_heaps = chunks.flat_map(|chunk| chunk.arguments.iter().copied().chain([chunk.value]));
        let all = state.store.values().map(|(_, value)| value).chain(in_heaps);
        let mut out: Vec<Term> = all.filter(|&term| self.terms.sort(term) == term::Sort::Ref).collect();
        out.sort();
        out.dedup();
        out
    }

    /// **exec e0.m(e1..en)**: consumes the precondition, produces the postcondition for any results.
    fn exec_call(
        &mut self,
        mut state: State,
        targets: &[LocalId],
        method: MethodId,
        arguments: &[Expr],
        place: &Place,
    ) -> Outcome<Vec<State>> {
        let callee = &self.program.methods[method];
        let arguments = self.eval_all(&mut state, arguments)?;
        let before = state.heap.clone();
        let caller = state.store.clone();
        let olds = state.olds.clone();
        state.store = Store::of_call(Owner::Method(method), &callee.params, &arguments);
        self.blame = Blame { what: "call.precondition", place: place.clone() };
        let whole = self.whole();
        let consumed = self
            .trusting_to_consume(&callee.requires, |engine| engine.consume(state, &callee.requires, whole))?;
        let mut out = Vec::new();
        for (mut state, _) in consumed {
            for &result in &callee.returns {
                self.havoc(&mut state, result);
            }
            state.olds = std::rc::Rc::new(vec![(OldKey::Pre, before.clone())]);
            let snapshot = self.words.fresh_snapshot();
            let produced = self.trusting(|engine| engine.produce(state, snapshot, &callee.ensures, whole))?;
            for mut state in produced {
                let results: Vec<Term> =
                    callee.returns.iter().filter_map(|&result| state.local(result)).collect();
                state.store = caller.clone();
                state.olds = olds.clone();
                targets.iter().zip(results).for_each(|(&target, result)| state.set(target, result));
                out.push(state);
            }
        }
        Ok(out)
    }

    /// **exec open e0.q(e1..en)**: the chunk is replaced by the predicate's body.
    pub(super) fn unfold(
        &mut self,
        mut state: State,
        resource: &Resource,
        permission: &Expr,
        place: &Place,
    ) -> Outcome<Vec<State>> {
        let (predicate, body) = self.definition(resource, place)?;
        let (_, arguments) = self.locate(&mut state, resource)?;
        let amount = match permission.kind {
            ExprKind::Wildcard => Amount::Some,
            _ => Amount::Exact(self.eval(&mut state, permission)?),
        };
        self.require_positive(&mut state, amount, permission)?;
        let amount = match amount {
            _ if self.mode.shrinking => {
                Amount::Exact(self.permission_held(&state.heap, Location::Predicate(predicate), &arguments))
            }
            _ if self.mode.reading => Amount::Some,
            amount => amount,
        };
        self.open(state, (predicate, body), &arguments, amount, place)
    }

    /// Replaces an amount of a predicate instance by that amount of its body.
    pub(super) fn open(
        &mut self,
        mut state: State,
        (predicate, body): (PredicateId, &Assertion),
        arguments: &[Term],
        amount: Amount,
        place: &Place,
    ) -> Outcome<Vec<State>> {
        let location = Location::Predicate(predicate);
        let (snapshot, taken) = self.take(&mut state, location, arguments, amount, place)?;
        self.note_opened(&mut state, predicate, snapshot, arguments);
        let params = &self.program.predicates[predicate].params;
        let store = Store::of_call(Owner::Predicate(predicate), params, arguments);
        let caller = std::mem::replace(&mut state.store, store);
        self.opening.push(predicate);
        let before = state.heap.clone();
        let mode = Mode { reading: false, trusted: true, ..self.mode };
        let opened =
            self.doing(mode, |engine| engine.produce_branch(state, snapshot, body, Scale::Exact(taken)));
        self.opening.pop();
        let mut opened = opened?;
        for state in &mut opened {
            self.note_nested(state, &before, (location, snapshot, arguments));
        }
        Ok(opened.into_iter().map(|state| State { store: caller.clone(), ..state }).collect())
    }

    /// **exec close e0.q(e1..en)**: the predicate's body is replaced by the chunk, with the body's snapshot.
    fn exec_fold(
        &mut self,
        mut state: State,
        resource: &Resource,
        permission: &Expr,
        place: &Place,
    ) -> Outcome<Vec<State>> {
        let (predicate, body) = self.definition(resource, place)?;
        let (_, arguments) = self.locate(&mut state, resource)?;
        let amount = self.eval(&mut state, permission)?;
        self.require_positive(&mut state, Amount::Exact(amount), permission)?;
        let scale = match permission.kind {
            ExprKind::Wildcard => Scale::Wildcard,
            _ => Scale::Exact(amount),
        };
        self.close(state, (predicate, body), &arguments, amount, scale)
    }

    /// Replaces the scaled body of a predicate instance by an amount of the instance.
    pub(super) fn close(
        &mut self,
        mut state: State,
        (predicate, body): (PredicateId, &Assertion),
        arguments: &[Term],
        amount: Term,
        scale: Scale,
    ) -> Outcome<Vec<State>> {
        let params = &self.program.predicates[predicate].params;
        let store = Store::of_call(Owner::Predicate(predicate), params, arguments);
        let caller = std::mem::replace(&mut state.store, store);
        let mut out = Vec::new();
        let body = std::slice::from_ref(body);
        let mode = Mode { closing: true, ..self.mode };
        let closed = self.doing(mode, |engine| {
            engine.trusting_to_consume(body, |engine| engine.consume(state, body, scale))
        })?;
        for (mut state, snapshot) in closed {
            state.store = caller.clone();
            self.note_opened(&mut state, predicate, snapshot, arguments);
            let location = Location::Predicate(predicate);
            self.add(&mut state, Self::chunk(location, arguments, snapshot, amount));
            out.push(state);
        }
        Ok(out)
    }

    fn definition(&self, resource: &Resource, place: &Place) -> Outcome<(PredicateId, &'p Assertion)> {
        let Resource::Predicate { predicate, .. } = resource else {
            return self.unsupported("opening or closing something other than a predicate", place);
        };
        match &self.program.predicates[*predicate].body {
            Some(body) => Ok((*predicate, body)),
            None => self.unsupported("opening or closing a predicate without a body", place),
        }
    }

    fn require_positive(&mut self, state: &mut State, amount: Amount, permission: &Expr) -> Outcome<()> {
        match amount {
            Amount::Exact(amount) => {
                let goal = self.positive(amount);
                self.require(state, goal, Reason::PermissionNotPositive, &permission.place)
            }
            Amount::Some | Amount::Peek => Ok(()),
        }
    }

    /// `refute`: remembered as refuted once a path reaches it on which the assertion does not hold.
    fn exec_refute(&mut self, state: &State, assertion: &Assertion, place: &Place) -> Outcome<()> {
        let mark = self.report.mark();
        self.assert(&mut state.clone(), assertion)?;
        if self.report.lapsed_since(&mark) {
            self.report.withdraw(&mark);
            self.report.refuted.push(place.clone());
        }
        Ok(())
    }

    pub(super) fn havoc(&mut self, state: &mut State, local: LocalId) {
        let declared = &self.locals(state.store.owner)[local];
        let value = self.terms.fresh_var(&declared.name, self.sort(&declared.ty));
        state.set(local, value);
    }
}

/// Viper reports a loop's condition at the condition, an `if` at the statement.
fn condition_place(what: &str, condition: &Expr, place: &Place) -> Place {
    if what == "while.failed" { condition.place.clone() } else { place.clone() }
}

/// The first half of the identifier of failures of a statement's own obligations.
fn failure_of(statement: &StmtKind) -> &'static str {
    match statement {
        StmtKind::Assign { .. } | StmtKind::WriteField { .. } | StmtKind::WriteElement { .. } => {
            "assignment.failed"
        }
        StmtKind::New { .. } => "new.failed",
        StmtKind::Call { .. } => "call.failed",
        StmtKind::Fold { .. } => "fold.failed",
        StmtKind::Unfold { .. } => "unfold.failed",
        StmtKind::Use(_) => "use.failed",
        StmtKind::Package { .. } => "package.failed",
        StmtKind::Apply(_) => "apply.failed",
        StmtKind::QuasiHavoc { bound, .. } if bound.is_empty() => "quasihavoc.failed",
        StmtKind::QuasiHavoc { .. } => "quasihavocall.failed",
        StmtKind::Inhale(_) | StmtKind::Assume(_) => "inhale.failed",
        StmtKind::Exhale(_) => "exhale.failed",
        StmtKind::Assert(..) => "assert.failed",
        StmtKind::Refute(_) => "refute.failed",
        StmtKind::If { .. } => "if.failed",
        StmtKind::While { .. } => "while.failed",
        StmtKind::Label(..) | StmtKind::Goto(_) => "label.failed",
        StmtKind::Havoc(_) | StmtKind::Scope { .. } => "declaration.failed",
        StmtKind::Unsupported(_) => "unsupported",
    }
}
