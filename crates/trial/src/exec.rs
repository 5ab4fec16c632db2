//! The core's statements, run: what the verifier reasons about happens on a concrete heap, ghost code included.
//!
//! Wherever the program says what holds, it must hold: invariants at each arrival at a loop's head, assertions, what is opened
//! and closed, contracts of what is called. What is owned is kept track of, so that writing, calling, closing and going round a
//! loop need their permissions. What the front end lets the verifier assume must be true as well.

use frames::core::{Assertion, Block, Expr, LabelId, LocalId, Method, MethodId, Stmt, StmtKind};
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::value::{Location, Ref, Value};
use crate::world::{Footprint, Stop, Store, World};

/// Why a run did not come to its end.
#[derive(Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The program says something that is not so.
    Wrong(String),
    /// We cannot tell.
    Unknown(String),
}

/// A run of one method and all it calls.
pub struct Run<'w, 'a> {
    pub world: &'w mut World<'a>,
    /// How often the invariants of a loop were evaluated.
    pub arrivals: usize,
    steps: usize,
}

/// One method's locals, and what it owns now.
pub struct Frame<'a> {
    pub method: &'a Method,
    pub store: Store,
    pub held: Footprint,
}

enum Flow {
    Next,
    Jump(LabelId),
}

/// What comes of a statement, or what is wrong.
pub type Ran<T> = Result<T, Trouble>;

const MOST_STEPS: usize = 50_000;

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Undefined(why) => Trouble::Wrong(why),
            Stop::Unknown(why) => Trouble::Unknown(why),
        }
    }
}

impl<'w, 'a> Run<'w, 'a> {
    /// Runs statements in a world.
    pub fn new(world: &'w mut World<'a>) -> Self {
        Self { world, arrivals: 0, steps: 0 }
    }

    /// Calls a method whose precondition is owned by `held`; what the postcondition owns is given back.
    pub fn call(&mut self, callee: MethodId, arguments: Vec<Value>, held: &mut Footprint) -> Ran<Vec<Value>> {
        let method = self.version_of(callee, arguments.first());
        let Some(body) = &method.body else {
            return Err(Trouble::Unknown(format!("`{}` has no body", method.name)));
        };
        let values = method.params.iter().copied().zip(arguments).collect();
        let mut frame = Frame { method, store: Store { values, ..Store::default() }, held: Footprint::new() };
        frame.held = self.demand(&mut frame, &method.requires, "the precondition")?;
        take(held, &frame.held)?;
        let old = std::mem::replace(&mut self.world.old, self.world.heap.clone());
        let marks = std::mem::take(&mut self.world.marks);
        self.deeper(|run| run.block(&mut frame, body))?;
        let kept = self.demand(&mut frame, &method.ensures, "the postcondition")?;
        take(&mut frame.held, &kept)?;
        give(held, kept);
        (self.world.old, self.world.marks) = (old, marks);
        let returned = method.returns.iter().map(|local| frame.store.values.get(local).cloned());
        Ok(returned.map(|value| value.unwrap_or(Value::NULL)).collect())
    }

    fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Ran<T>) -> Ran<T> {
        if self.world.depth > 60 {
            return Err(Trouble::Unknown("too deep".to_owned()));
        }
        self.world.depth += 1;
        let out = work(self);
        self.world.depth -= 1;
        out
    }

    /// Runs statements; a jump to a label among them goes on there.
    fn block(&mut self, frame: &mut Frame<'a>, block: &'a Block) -> Ran<Flow> {
        let mut next = 0;
        while let Some(stmt) = block.get(next) {
            next += 1;
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(Trouble::Unknown("too many steps".to_owned()));
            }
            if let Flow::Jump(label) = self.statement(frame, stmt)? {
                let is_here = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Label(found, _) if found == label);
                match block.iter().position(is_here) {
                    Some(here) => next = here,
                    None => return Ok(Flow::Jump(label)),
                }
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, frame: &mut Frame<'a>, stmt: &'a Stmt) -> Ran<Flow> {
        match &stmt.kind {
            StmtKind::Assign { local, value } => {
                let value = self.world.eval(&mut frame.store, value)?;
                frame.store.values.insert(*local, value);
            }
            StmtKind::WriteField { receiver, field, value } => {
                let owner = self.world.reference(&mut frame.store, receiver)?;
                let value = self.world.eval(&mut frame.store, value)?;
                let field = self.world.program.fields[*field].name.clone();
                self.write(frame, Location::Field(owner, field), value)?;
            }
            StmtKind::WriteElement { array, index, value, .. } => {
                let array = self.world.reference(&mut frame.store, array)?;
                let index = self.world.int(&mut frame.store, index)?;
                let value = self.world.eval(&mut frame.store, value)?;
                let (Ref::Object(array), Ok(index)) = (array, i64::try_from(index)) else {
                    return Err(Trouble::Wrong("an element of no array is written".to_owned()));
                };
                self.write(frame, Location::Element(array, index), value)?;
            }
            StmtKind::New { local, fields } => self.new_object(frame, *local, fields)?,
            StmtKind::Call { targets, method, arguments } => {
                self.call_statement(frame, targets, *method, arguments)?
            }
            StmtKind::Fold { resource, .. } | StmtKind::Unfold { resource, .. } => {
                let place = &stmt.place;
                let instance = Assertion::access(resource.clone(), Expr::write(place), place);
                self.demand(frame, &[instance], "what is opened or closed")?;
            }
            StmtKind::Use(_) => {}
            StmtKind::Assert(assertion, _) => {
                let owned = self.demand(frame, std::slice::from_ref(assertion), "an assertion")?;
                take(&mut frame.held.clone(), &owned)?;
            }
            StmtKind::Exhale(assertion) => {
                let owned = self.demand(frame, std::slice::from_ref(assertion), "what is asked for")?;
                take(&mut frame.held, &owned)?;
            }
            StmtKind::Inhale(assertion) => {
                self.fill_elements(frame, assertion)?;
                let owned = self.demand(frame, std::slice::from_ref(assertion), "what is promised")?;
                give(&mut frame.held, owned);
            }
            StmtKind::Assume(assertion) => {
                self.settle(frame, assertion)?;
                self.demand(frame, std::slice::from_ref(assertion), "what is assumed")?;
            }
            StmtKind::If { condition, then, otherwise } => {
                let taken = if self.world.bool(&mut frame.store, condition)? { then } else { otherwise };
                return self.block(frame, taken);
            }
            StmtKind::While { condition, invariants, body } => {
                return self.repeat(frame, condition, invariants, body);
            }
            StmtKind::Label(label, invariants) => {
                self.demand(frame, invariants, "the invariant")?;
                self.world.mark(*label);
            }
            StmtKind::Goto(label) => return Ok(Flow::Jump(*label)),
            StmtKind::Havoc(local) => {
                frame.store.values.remove(local);
            }
            StmtKind::Scope { body, .. } => return self.block(frame, body),
            StmtKind::Refute(_)
            | StmtKind::Package { .. }
            | StmtKind::Apply(_)
            | StmtKind::QuasiHavoc { .. }
            | StmtKind::Unsupported(_) => {
                return Err(Trouble::Unknown("a statement without a concrete meaning".to_owned()));
            }
        }
        Ok(Flow::Next)
    }

    /// A loop: its invariants hold and are owned whenever its condition is asked.
    fn repeat(
        &mut self,
        frame: &mut Frame<'a>,
        condition: &'a Expr,
        invariants: &'a [Assertion],
        body: &'a Block,
    ) -> Ran<Flow> {
        loop {
            self.arrivals += usize::from(!invariants.is_empty());
            let owned = self.demand(frame, invariants, "the invariant")?;
            take(&mut frame.held.clone(), &owned)?;
            if !self.world.bool(&mut frame.store, condition)? {
                return Ok(Flow::Next);
            }
            if let Flow::Jump(label) = self.block(frame, body)? {
                return Ok(Flow::Jump(label));
            }
        }
    }

    /// The assertions hold; returns what they own.
    fn demand(&mut self, frame: &mut Frame<'a>, assertions: &[Assertion], what: &str) -> Ran<Footprint> {
        let mut owned = Footprint::new();
        for assertion in assertions {
            if !self.world.holds(&mut frame.store, assertion, &BigRational::one(), &mut owned)? {
                let (method, line) = (&frame.method.name, assertion.place.line);
                return Err(Trouble::Wrong(format!("{what} of line {line} is false in `{method}`")));
            }
        }
        Ok(owned)
    }

    fn write(&mut self, frame: &Frame<'_>, location: Location, value: Value) -> Ran<()> {
        if frame.held.get(&location).is_none_or(|amount| *amount < BigRational::one()) {
            return Err(Trouble::Wrong(format!("{location} is written without permission")));
        }
        self.world.heap.cells.insert(location, value);
        Ok(())
    }

    fn call_statement(
        &mut self,
        frame: &mut Frame<'a>,
        targets: &[LocalId],
        method: MethodId,
        arguments: &[Expr],
    ) -> Ran<()> {
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.world.eval(&mut frame.store, argument)?);
        }
        let callee = self.dispatch(frame, method, values.first());
        let returned = self.call(callee, values, &mut frame.held)?;
        frame.store.values.extend(targets.iter().copied().zip(returned));
        Ok(())
    }
}

/// Takes what is needed from what is held.
fn take(held: &mut Footprint, needed: &Footprint) -> Ran<()> {
    for (location, amount) in needed {
        let rest = held.get(location).cloned().unwrap_or_else(BigRational::zero) - amount;
        if rest < BigRational::zero() {
            return Err(Trouble::Wrong(format!("{location} is needed and not held")));
        }
        held.insert(location.clone(), rest);
    }
    Ok(())
}

fn give(held: &mut Footprint, more: Footprint) {
    for (location, amount) in more {
        *held.entry(location).or_insert_with(BigRational::zero) += amount;
    }
}
