//! Contracts over a concrete heap: assertions hold or not, and own a part of the heap.
//!
//! With a [`Chooser`] the heap comes into being while it is looked at, so that evaluating a precondition makes an input
//! for it. An equation or comparison with something not yet chosen chooses it to fit.

use std::collections::BTreeMap;

use base::Id;
use frames::core::{Assertion, AssertionKind, BinaryOp, Expr, ExprKind, LabelId, LocalId, Program, Resource};
use frames::java::types::Type;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::choose::Chooser;
use crate::quantifier::mirrored;
use crate::value::{Heap, Location, Ref, Value};

/// Why there is no truth value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The expression has no value here: null, an index out of range, division by zero.
    Undefined(String),
    /// It has one, but we cannot tell which.
    Unknown(String),
}

/// What is true, or why nobody knows.
pub type Outcome<T> = Result<T, Stop>;

/// How much an assertion owns of each location.
pub type Footprint = BTreeMap<Location, BigRational>;

/// Values of one member's locals; those with a type may still be chosen.
#[derive(Clone, Debug, Default)]
pub struct Store {
    pub values: BTreeMap<LocalId, Value>,
    pub types: BTreeMap<LocalId, Type>,
}

/// What expressions are evaluated in.
pub struct World<'a> {
    pub program: &'a Program,
    pub chooser: Chooser<'a>,
    /// Whether what is not there yet may be chosen.
    pub choosing: bool,
    pub heap: Heap,
    pub old: Heap,
    /// Heaps at labels passed.
    pub marks: Vec<(LabelId, Heap)>,
    pub depth: usize,
    /// Expressions that may still be evaluated.
    pub fuel: u64,
}

/// Something an equation may give a value to.
enum Hole {
    Local(LocalId),
    Cell(Location),
}

const DEEPEST: usize = 300;

/// Expressions one world evaluates.
pub const FUEL: u64 = 2_000_000;

impl World<'_> {
    /// Whether every clause holds; adds what they own to the footprint, which must not own anything twice.
    pub fn holds_all(
        &mut self,
        store: &mut Store,
        clauses: &[Assertion],
        scale: &BigRational,
        owned: &mut Footprint,
    ) -> Outcome<bool> {
        for clause in clauses {
            if !self.holds(store, clause, scale, owned)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether an assertion holds; what it owns is added to the footprint.
    pub fn holds(
        &mut self,
        store: &mut Store,
        assertion: &Assertion,
        scale: &BigRational,
        owned: &mut Footprint,
    ) -> Outcome<bool> {
        match &assertion.kind {
            AssertionKind::Pure(condition) => self.is_true(store, condition),
            AssertionKind::Access(resource, amount) => self.owns(store, resource, amount, scale, owned),
            AssertionKind::Star(parts) => self.holds_all(store, parts, scale, owned),
            AssertionKind::Conditional(condition, then, otherwise) => {
                match (self.bool(store, condition)?, otherwise) {
                    (true, _) => self.holds(store, then, scale, owned),
                    (false, Some(otherwise)) => self.holds(store, otherwise, scale, owned),
                    (false, None) => Ok(true),
                }
            }
            AssertionKind::Let { local, value, body } => {
                let value = self.eval(store, value)?;
                store.values.insert(*local, value);
                self.holds(store, body, scale, owned)
            }
            AssertionKind::Untouched(body) => self.untouched(store, body),
            // Facts about types hold of what is chosen by type.
            AssertionKind::InhaleExhale(..) if self.choosing => Ok(true),
            AssertionKind::InhaleExhale(inhaled, _) => self.holds(store, inhaled, scale, owned),
            AssertionKind::ForAll { .. } | AssertionKind::Unsupported(_) => {
                Err(Stop::Unknown("an assertion without a concrete meaning".to_owned()))
            }
        }
    }

    fn owns(
        &mut self,
        store: &mut Store,
        resource: &Resource,
        amount: &Expr,
        scale: &BigRational,
        owned: &mut Footprint,
    ) -> Outcome<bool> {
        let amount = match amount.kind {
            ExprKind::Wildcard => BigRational::new(1.into(), 1000.into()),
            _ => self.perm(store, amount)?,
        };
        if !amount.is_positive() {
            return Ok(amount.is_zero());
        }
        let amount = amount * scale;
        let locations = match resource {
            Resource::Field { receiver, field } => {
                let name = self.program.fields[*field].name.clone();
                match self.reference(store, receiver)? {
                    Ref::Null => return Ok(false),
                    owner => vec![Location::Field(owner, name)],
                }
            }
            Resource::Elements { array, lo, hi, .. } => {
                let Ref::Object(array) = self.reference(store, array)? else { return Ok(false) };
                let (low, high) = (self.int(store, lo)?, self.int(store, hi)?);
                let length = BigInt::from(self.heap.objects[array].length.unwrap_or(0));
                if low < BigInt::zero() || low > high || high > length {
                    return Ok(false);
                }
                let (Ok(low), Ok(high)) = (i64::try_from(low), i64::try_from(high)) else { return Ok(false) };
                (low..high).map(|index| Location::Element(array, index)).collect()
            }
            Resource::Predicate { predicate, arguments } => {
                return self.predicate(store, predicate.index(), arguments, &amount, owned);
            }
        };
        for location in locations {
            let held = owned.entry(location).or_insert_with(BigRational::zero);
            *held += &amount;
            if *held > BigRational::one() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A predicate instance is its body. An argument nobody has chosen yet is whatever the body makes of it.
    fn predicate(
        &mut self,
        store: &mut Store,
        predicate: usize,
        arguments: &[Expr],
        amount: &BigRational,
        owned: &mut Footprint,
    ) -> Outcome<bool> {
        let declared = &self.program.predicates.as_slice()[predicate];
        let Some(body) = &declared.body else {
            return Err(Stop::Unknown(format!("`{}` has no definition", declared.name)));
        };
        let types = self.predicate_types(&declared.name);
        let mut inner = Store::default();
        let mut open = Vec::new();
        for (position, (&param, argument)) in declared.params.iter().zip(arguments).enumerate() {
            match argument.kind {
                ExprKind::Local(local) if self.choosing && !store.values.contains_key(&local) => {
                    open.push((param, local));
                    let ty = types.get(position).or(store.types.get(&local)).cloned();
                    inner.types.extend(ty.map(|ty| (param, ty)));
                }
                _ => {
                    let value = self.eval(store, argument)?;
                    inner.values.insert(param, value);
                }
            }
        }
        let holds = self.deeper(|world| world.holds(&mut inner, body, amount, owned))?;
        for (param, local) in open {
            if let Some(value) = inner.values.get(&param) {
                store.values.insert(local, value.clone());
            }
        }
        Ok(holds)
    }

    /// Types of a predicate's parameters, the object's first.
    fn predicate_types(&self, name: &str) -> Vec<Type> {
        let table = self.chooser.table;
        let found = table.predicates.iter().find(|info| {
            format!("{}.{}", table.classes[info.class].decl.name.text, info.decl.name.text) == name
        });
        let Some(info) = found else { return Vec::new() };
        let class = table.classes[info.class].decl.name.text.clone();
        let this = (!info.decl.is_static).then(|| Type::Class(class, Vec::new()));
        this.into_iter().chain(info.params.iter().cloned()).collect()
    }

    /// What the assertion owns has the same values as in the pre-state.
    fn untouched(&mut self, store: &mut Store, body: &Assertion) -> Outcome<bool> {
        let mut owned = Footprint::new();
        if !self.holds(store, body, &BigRational::one(), &mut owned)? {
            return Ok(false);
        }
        for location in owned.keys() {
            match (self.heap.cells.get(location), self.old.cells.get(location)) {
                (Some(now), Some(then)) if now == then => {}
                (Some(_), Some(_)) => return Ok(false),
                _ => return Err(Stop::Unknown("what a ghost field holds".to_owned())),
            }
        }
        Ok(true)
    }

    /// Whether a condition holds, where possible by choosing what makes it hold.
    fn is_true(&mut self, store: &mut Store, condition: &Expr) -> Outcome<bool> {
        match &condition.kind {
            ExprKind::Binary(BinaryOp::And, lhs, rhs) => {
                Ok(self.is_true(store, lhs)? && self.is_true(store, rhs)?)
            }
            ExprKind::Binary(BinaryOp::Implies, lhs, rhs) => {
                Ok(!self.bool(store, lhs)? || self.is_true(store, rhs)?)
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let taken = if self.bool(store, condition)? { then } else { otherwise };
                self.is_true(store, taken)
            }
            ExprKind::Unfolding { body, .. } => self.is_true(store, body),
            ExprKind::Binary(op, lhs, rhs) => self.comparison(store, *op, lhs, rhs, condition),
            _ => self.bool(store, condition),
        }
    }

    fn comparison(
        &mut self,
        store: &mut Store,
        op: BinaryOp,
        lhs: &Expr,
        rhs: &Expr,
        whole: &Expr,
    ) -> Outcome<bool> {
        let Some(mirrored) = mirrored(op) else { return self.bool(store, whole) };
        for (op, open, known) in [(op, lhs, rhs), (mirrored, rhs, lhs)] {
            let Some(hole) = self.hole(store, open)? else { continue };
            let known = self.eval(store, known)?;
            // What was evaluated may have been the hole itself.
            if self.hole(store, open)?.is_some() {
                if !self.choosing && op != BinaryOp::Eq && matches!(hole, Hole::Cell(_)) {
                    return Err(Stop::Unknown("what a ghost field holds".to_owned()));
                }
                let value = self.fitting(op, known);
                self.fill(store, hole, value);
            }
            break;
        }
        self.bool(store, whole)
    }

    fn fitting(&mut self, op: BinaryOp, known: Value) -> Value {
        match (op, &known) {
            (BinaryOp::GreaterEq, Value::Int(least)) => self.chooser.at_least(least),
            (BinaryOp::Greater, Value::Int(less)) => self.chooser.at_least(&(less + 1)),
            (BinaryOp::LessEq, Value::Int(most)) => self.chooser.at_most(most),
            (BinaryOp::Less, Value::Int(more)) => self.chooser.at_most(&(more - 1)),
            _ => known,
        }
    }

    /// What an expression names, if it has no value yet: while choosing anything, afterwards only ghost fields.
    fn hole(&mut self, store: &mut Store, expr: &Expr) -> Outcome<Option<Hole>> {
        match &expr.kind {
            ExprKind::Local(local) if !store.values.contains_key(local) => Ok(Some(Hole::Local(*local))),
            ExprKind::Field(receiver, field) => {
                let owner = self.reference(store, receiver)?;
                let location = Location::Field(owner, self.program.fields[*field].name.clone());
                Ok((!self.heap.cells.contains_key(&location)).then_some(Hole::Cell(location)))
            }
            _ => Ok(None),
        }
    }

    fn fill(&mut self, store: &mut Store, hole: Hole, value: Value) {
        match hole {
            Hole::Local(local) => drop(store.values.insert(local, value)),
            Hole::Cell(location) => drop(self.heap.cells.insert(location, value)),
        }
    }

    /// Remembers the heap for `old` at a label.
    pub fn mark(&mut self, label: LabelId) {
        self.marks.retain(|(known, _)| *known != label);
        self.marks.push((label, self.heap.clone()));
    }

    /// Every expression costs a little.
    pub fn spend(&mut self) -> Outcome<()> {
        self.fuel = self.fuel.saturating_sub(1);
        match self.fuel {
            0 => Err(Stop::Unknown("too long to evaluate".to_owned())),
            _ => Ok(()),
        }
    }

    /// Runs `work` one level deeper; past the deepest nothing is known.
    pub fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.depth > DEEPEST {
            return Err(Stop::Unknown("too deep".to_owned()));
        }
        self.depth += 1;
        let out = work(self);
        self.depth -= 1;
        out
    }
}
