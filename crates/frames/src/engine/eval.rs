//! **eval** [IDF12, 4.6]: expressions to terms.
//!
//! Evaluation has one value and never changes the heap. Parts that are evaluated under a condition assume it; what
//! is learned there is learned under the condition. An undefined expression (no permission, division by zero) is a
//! failure, and afterwards has any value.

use base::Place;
use term::Term;

use super::mode::Mode;
use super::report::{Blame, Reason};
use super::state::{Heap, Location, OldKey, Owner, State, Store};
use super::{Engine, Outcome};
use crate::core::{BinaryOp, Expr, ExprKind, FieldId, FunctionId, LabelId, LocalId, Resource, Type, UnaryOp};

impl Engine<'_> {
    pub(super) fn eval(&mut self, state: &mut State, expr: &Expr) -> Outcome<Term> {
        let place = &expr.place;
        match &expr.kind {
            ExprKind::Int(value) => Ok(self.terms.int(value.clone())),
            ExprKind::Bool(value) => Ok(self.terms.bool(*value)),
            ExprKind::Null => Ok(self.terms.null()),
            ExprKind::Write => Ok(self.terms.fraction(1, 1)),
            ExprKind::NoPerm => Ok(self.terms.fraction(0, 1)),
            ExprKind::Wildcard => Ok(self.eval_wildcard(state)),
            ExprKind::Local(local) => Ok(self.eval_local(state, *local, &expr.ty)),
            ExprKind::Field(receiver, field) => self.eval_field(state, receiver, *field, place),
            ExprKind::Element { array, field, index } => {
                self.eval_element(state, array, *field, index, place)
            }
            ExprKind::Unary(op, operand) => {
                let operand = self.eval(state, operand)?;
                self.apply_unary(state, *op, operand)
            }
            ExprKind::Binary(op, lhs, rhs) => self.eval_binary(state, *op, lhs, rhs, place),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.eval_conditional(state, condition, then, otherwise)
            }
            ExprKind::Apply(function, arguments) => self.eval_apply(state, *function, arguments, place),
            ExprKind::DomainApply { function, type_arguments, arguments } => {
                let arguments = self.eval_all(state, arguments)?;
                Ok(self.apply_domain_function(*function, type_arguments, &arguments))
            }
            ExprKind::Old(label, body) => self.eval_old(state, *label, body, place),
            ExprKind::Unfolding { resource, permission, body } => {
                self.eval_unfolding(state, resource, permission, body, place)
            }
            ExprKind::Using { call, body } => self.eval_using(state, call, body),
            ExprKind::Dropping { receiver, field, body } => {
                self.eval_dropping(state, receiver, *field, body, place)
            }
            ExprKind::Checked { condition, reason, body } => {
                let condition = self.eval(state, condition)?;
                self.require(state, condition, Reason::Named(reason), place)?;
                self.eval(state, body)
            }
            ExprKind::Asserting { assertion, body } => {
                self.assert(state, assertion)?;
                self.eval(state, body)
            }
            ExprKind::Applying { wand, body } => self.eval_applying(state, wand, body, place),
            ExprKind::Let { local, value, body } => {
                let value = self.eval(state, value)?;
                state.set(*local, value);
                self.eval(state, body)
            }
            ExprKind::Quantified(quantifier) => self.eval_quantified(state, quantifier, place),
            ExprKind::Instance(resource) => {
                let (location, arguments) = self.locate(state, resource)?;
                let snapshot = self.read(state, location, &arguments, place)?;
                let sort = self.sort(&expr.ty);
                Ok(self.instance(location, snapshot, &arguments, sort))
            }
            ExprKind::PermOf(_) if !state.reserves.is_empty() => {
                self.unsupported("`perm` while a magic wand is made", place)
            }
            ExprKind::PermOf(resource) => {
                let (location, arguments) = self.locate(state, resource)?;
                let heap = self.holding.as_ref().unwrap_or(&state.heap);
                Ok(self.permission_held(heap, location, &arguments))
            }
            ExprKind::Collection(op, operands) => self.eval_collection(state, *op, operands, expr),
        }
    }

    pub(super) fn eval_all(&mut self, state: &mut State, exprs: &[Expr]) -> Outcome<Vec<Term>> {
        exprs.iter().map(|expr| self.eval(state, expr)).collect()
    }

    /// Evaluates an expression of an assertion with another heap in place of the state's.
    pub(super) fn eval_within(&mut self, state: &mut State, within: &Heap, expr: &Expr) -> Outcome<Term> {
        self.in_heap(state, within, |engine, state| engine.eval_part(state, expr))
    }

    /// `wildcard`, where an amount is wanted: some positive amount.
    pub(super) fn eval_wildcard(&mut self, state: &mut State) -> Term {
        let amount = self.terms.fresh_var("wildcard", term::Sort::Real);
        self.assume(state, self.positive(amount));
        amount
    }

    /// **eval x**: the store's value; a local nobody assigned has any value.
    fn eval_local(&mut self, state: &mut State, local: LocalId, ty: &Type) -> Term {
        state.local(local).unwrap_or_else(|| {
            let ty = ty.instantiate(&self.type_arguments);
            let value = self.terms.fresh_var("v", self.sort(&ty));
            state.set(local, value);
            value
        })
    }

    /// **eval e.f**: the value of the chunk the prover shows to be meant.
    fn eval_field(
        &mut self,
        state: &mut State,
        receiver: &Expr,
        field: FieldId,
        place: &Place,
    ) -> Outcome<Term> {
        let receiver = self.eval(state, receiver)?;
        self.read(state, Location::Field(field), &[receiver], place)
    }

    /// **eval e1 = e2 ? e3 : e4**: only the part the path leaves possible; where it leaves both, an if-then-else.
    fn eval_conditional(
        &mut self,
        state: &mut State,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
    ) -> Outcome<Term> {
        let condition = self.eval(state, condition)?;
        let value_of = then;
        let then = self.eval_under(state, condition, then)?;
        let otherwise = self.eval_under(state, self.terms.not(condition), otherwise)?;
        Ok(match (then, otherwise) {
            (Some(then), Some(otherwise)) => self.terms.ite(condition, then, otherwise),
            (Some(value), None) | (None, Some(value)) => value,
            (None, None) => {
                state.dead = true;
                self.any_value(value_of)
            }
        })
    }

    /// The value of `expr` where `condition` holds; nothing if it is known not to hold.
    pub(super) fn eval_under(
        &mut self,
        state: &mut State,
        condition: Term,
        expr: &Expr,
    ) -> Outcome<Option<Term>> {
        if condition == self.terms.bool(true) {
            return self.eval(state, expr).map(Some);
        }
        let impossible = self.terms.not(condition);
        if impossible == self.terms.bool(true) || self.prover.proves_cheaply(&state.path, impossible) {
            return Ok(None);
        }
        let mut inner = state.clone();
        inner.path.branch(condition);
        let value = self.eval(&mut inner, expr)?;
        Ok(self.join(state, vec![(inner, value)]))
    }

    fn eval_binary(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        lhs: &Expr,
        rhs: &Expr,
        place: &Place,
    ) -> Outcome<Term> {
        let left = self.eval(state, lhs)?;
        match op {
            BinaryOp::And => {
                let right = self.eval_under(state, left, rhs)?;
                Ok(right.map_or(self.terms.bool(false), |right| self.terms.and([left, right])))
            }
            BinaryOp::Or => {
                let right = self.eval_under(state, self.terms.not(left), rhs)?;
                Ok(right.map_or(self.terms.bool(true), |right| self.terms.or([left, right])))
            }
            BinaryOp::Implies => {
                let right = self.eval_under(state, left, rhs)?;
                Ok(right.map_or(self.terms.bool(true), |right| self.terms.implies(left, right)))
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::JavaDiv
            | BinaryOp::JavaRem
            | BinaryOp::Fraction
            | BinaryOp::Less
            | BinaryOp::LessEq
            | BinaryOp::Greater
            | BinaryOp::GreaterEq
            | BinaryOp::Eq
            | BinaryOp::NotEq
            | BinaryOp::Iff => {
                let right = self.eval(state, rhs)?;
                self.apply_binary(state, op, (left, &lhs.ty), (right, &rhs.ty), place)
            }
        }
    }

    fn apply_unary(&mut self, state: &State, op: UnaryOp, operand: Term) -> Outcome<Term> {
        match op {
            UnaryOp::Not => Ok(self.terms.not(operand)),
            UnaryOp::Neg => Ok(self.terms.neg(operand)),
            UnaryOp::ToPerm => Ok(self.terms.int_to_real(operand)),
            UnaryOp::WrapUnsigned(bits) => self.wrap(state, operand, bits, false),
            UnaryOp::WrapSigned(bits) => self.wrap(state, operand, bits, true),
        }
    }

    fn apply_binary(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        (left, left_type): (Term, &Type),
        (right, right_type): (Term, &Type),
        place: &Place,
    ) -> Outcome<Term> {
        let terms = self.terms;
        let real = |value, ty: &Type| if *ty == Type::Int { terms.int_to_real(value) } else { value };
        Ok(match op {
            BinaryOp::Add => terms.add(left, right),
            BinaryOp::Sub => terms.sub(left, right),
            BinaryOp::Mul if left_type == right_type => terms.mul(left, right),
            BinaryOp::Mul => terms.mul(real(left, left_type), real(right, right_type)),
            BinaryOp::Div => {
                self.require_nonzero(state, right, terms.int(0), place)?;
                terms.div(left, right)
            }
            BinaryOp::Mod => {
                self.require_nonzero(state, right, terms.int(0), place)?;
                terms.modulo(left, right)
            }
            BinaryOp::JavaDiv => {
                self.require_nonzero(state, right, terms.int(0), place)?;
                self.towards_zero(left, |magnitude| terms.div(magnitude, right))
            }
            BinaryOp::JavaRem => {
                self.require_nonzero(state, right, terms.int(0), place)?;
                self.towards_zero(left, |magnitude| terms.modulo(magnitude, right))
            }
            BinaryOp::Fraction => {
                let right = real(right, right_type);
                self.require_nonzero(state, right, terms.fraction(0, 1), place)?;
                terms.quotient(real(left, left_type), right)
            }
            BinaryOp::Less => terms.less(left, right),
            BinaryOp::LessEq => terms.less_eq(left, right),
            BinaryOp::Greater => terms.greater(left, right),
            BinaryOp::GreaterEq => terms.greater_eq(left, right),
            BinaryOp::Eq | BinaryOp::Iff => self.equal(left, right, left_type),
            BinaryOp::NotEq => terms.not(self.equal(left, right, left_type)),
            BinaryOp::And => terms.and([left, right]),
            BinaryOp::Or => terms.or([left, right]),
            BinaryOp::Implies => terms.implies(left, right),
        })
    }

    fn require_nonzero(
        &mut self,
        state: &mut State,
        divisor: Term,
        zero: Term,
        place: &Place,
    ) -> Outcome<()> {
        let nonzero = self.terms.ne(divisor, zero);
        self.require(state, nonzero, Reason::DivisionByZero, place)
    }

    /// Java's quotient and remainder are SMT-LIB's for the dividend's absolute value, with its sign put back.
    fn towards_zero(&self, dividend: Term, divide: impl FnOnce(Term) -> Term) -> Term {
        let terms = self.terms;
        let negative = terms.less(dividend, terms.int(0));
        let value = divide(terms.ite(negative, terms.neg(dividend), dividend));
        terms.ite(negative, terms.neg(value), value)
    }

    /// **eval e0.p(e1..en)**: an uninterpreted function of the precondition's snapshot and the arguments.
    fn eval_apply(
        &mut self,
        state: &mut State,
        function: FunctionId,
        arguments: &[Expr],
        place: &Place,
    ) -> Outcome<Term> {
        let arguments = self.eval_all(state, arguments)?;
        let snapshot = self.precondition_snapshot(state, function, &arguments, place)?;
        let applied = self.apply_function(function, snapshot, &arguments);
        self.assume_hypothesis(state, function, &arguments, applied)?;
        Ok(applied)
    }

    /// Consumes a function's precondition (the heap stays as it is) and returns its snapshot.
    pub(super) fn precondition_snapshot(
        &mut self,
        state: &mut State,
        function: FunctionId,
        arguments: &[Term],
        place: &Place,
    ) -> Outcome<Term> {
        let definition = &self.program.functions[function];
        if definition.requires.is_empty() {
            return Ok(self.words.unit());
        }
        if self.calling.iter().filter(|calling| **calling == function).count() > 1 {
            return self.unsupported("a precondition that calls its own function", place);
        }
        self.calling.push(function);
        let mut callee = state.clone();
        callee.store = Store::of_call(Owner::Function(function), &definition.params, arguments);
        let blame = Blame { what: "application.precondition", place: place.clone() };
        let caller = std::mem::replace(&mut self.blame, blame);
        let whole = self.whole();
        let requires = &definition.requires;
        let mode = Mode { inducing: false, closing: false, ..self.reading() };
        let consumed = self.doing(mode, |engine| {
            engine.trusting_to_consume(requires, |engine| engine.consume(callee, requires, whole))
        });
        self.calling.pop();
        self.blame = caller;
        let joined = self.join(state, consumed?);
        Ok(joined.unwrap_or_else(|| self.words.unit()))
    }

    /// **eval old(e)**: in the heap the method started with, or the one at a label.
    fn eval_old(
        &mut self,
        state: &mut State,
        label: Option<LabelId>,
        body: &Expr,
        place: &Place,
    ) -> Outcome<Term> {
        let key = label.map_or(OldKey::Pre, OldKey::Label);
        let heap = match state.old(key) {
            Some(heap) => heap.clone(),
            None => {
                let message = "this state was not reached before".to_owned();
                self.fail(state, Reason::LabelNotReached, place, message);
                self.give_up(state)?;
                state.dead = true;
                Heap::default()
            }
        };
        let own = std::mem::replace(&mut state.heap, heap);
        let reserves = std::mem::take(&mut state.reserves);
        let holding = self.holding.take();
        let value = self.eval(state, body);
        self.holding = holding;
        (state.heap, state.reserves) = (own, reserves);
        value
    }

    /// **eval opening e0.q(e1..en) in e**: the instance is replaced by its body while `e` is evaluated.
    fn eval_unfolding(
        &mut self,
        state: &mut State,
        resource: &Resource,
        permission: &Expr,
        body: &Expr,
        place: &Place,
    ) -> Outcome<Term> {
        if let Resource::Predicate { predicate, .. } = resource
            && self.opening.iter().filter(|opening| *opening == predicate).count() > 1
        {
            return Ok(self.any_value(body));
        }
        let inner = state.clone();
        let mut branches = Vec::new();
        for mut opened in self.unfold(inner, resource, permission, place)? {
            let value = self.eval(&mut opened, body)?;
            branches.push((opened, value));
        }
        Ok(self.join(state, branches).unwrap_or_else(|| self.any_value(body)))
    }

    /// A value nothing is known about.
    pub(super) fn any_value(&self, expr: &Expr) -> Term {
        self.terms.fresh_var("v", self.sort(&expr.ty))
    }

    /// **eval using e0.p(e1..en) in e**: the application equals the function's body.
    fn eval_using(&mut self, state: &mut State, call: &Expr, body: &Expr) -> Outcome<Term> {
        self.use_definition(state, call)?;
        self.eval(state, body)
    }

    /// **use**: assumes that a function application equals the function's body at these arguments.
    pub(super) fn use_definition(&mut self, state: &mut State, call: &Expr) -> Outcome<()> {
        let ExprKind::Apply(function, arguments) = &call.kind else {
            return self.unsupported("`use` of something other than a function application", &call.place);
        };
        let arguments = self.eval_all(state, arguments)?;
        let snapshot = self.precondition_snapshot(state, *function, &arguments, &call.place)?;
        let applied = self.apply_function(*function, snapshot, &arguments);
        let definition = &self.program.functions[*function];
        let Some(body) = &definition.body else { return Ok(()) };
        if self.using.contains(function) {
            return Ok(());
        }
        let mut callee = state.clone();
        callee.store = Store::of_call(Owner::Function(*function), &definition.params, &arguments);
        callee.remember(OldKey::Label(LabelId::START));
        self.using.push(*function);
        let value = self.eval(&mut callee, body);
        self.using.pop();
        let value = value?;
        if let Some(value) = self.join(state, vec![(callee, value)]) {
            self.assume(state, self.terms.eq(applied, value));
        }
        Ok(())
    }

    /// **eval dropping e.f in e**: evaluates without any permission to the field.
    fn eval_dropping(
        &mut self,
        state: &mut State,
        receiver: &Expr,
        field: FieldId,
        body: &Expr,
        place: &Place,
    ) -> Outcome<Term> {
        let receiver = self.eval(state, receiver)?;
        let heap = state.heap.clone();
        let location = Location::Field(field);
        let held = self.permission_held(&heap, location, &[receiver]);
        self.require_permission(state, self.positive(held), location, &[receiver], place)?;
        self.take(state, location, &[receiver], super::heap::Amount::Exact(held), place)?;
        let value = self.eval(state, body);
        state.heap = heap;
        value
    }

    /// The location a resource names.
    pub(super) fn locate(
        &mut self,
        state: &mut State,
        resource: &Resource,
    ) -> Outcome<(Location, Vec<Term>)> {
        Ok(match resource {
            Resource::Field { receiver, field } => {
                (Location::Field(*field), vec![self.eval(state, receiver)?])
            }
            Resource::Predicate { predicate, arguments } => {
                (Location::Predicate(*predicate), self.eval_all(state, arguments)?)
            }
            Resource::Elements { array, field, lo, hi } => {
                let arguments = vec![self.eval(state, array)?, self.eval(state, lo)?, self.eval(state, hi)?];
                (Location::Elements(*field), arguments)
            }
        })
    }
}
