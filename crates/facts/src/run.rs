//! Runs a method over abstract values and tells the inference what it writes.
//!
//! The object under construction is tracked field by field until somebody else can see it: then, and where its constructor
//! returns, its fields count as written. Everything else that is written counts at once. Calls that get the object under
//! construction are followed where it is known which method they reach; otherwise the object is seen there.

use std::collections::BTreeSet;

use program::code::{Body, Flow, Inst, Kind, Pc, Reg, Touches};
use program::{FieldId, MethodId};

use crate::infer::{Inference, Role, Task};
use crate::interval::Interval;
use crate::names::{Context, Names, Part};
use crate::state::{Place, State};
use crate::value::{Name, Null, Object, Value, What};

/// Instructions one method may take, those of followed calls included.
const MOST_STEPS: u32 = 30_000;
/// Instructions a followed call may take.
const MOST_FOLLOWED: u32 = 4_000;
/// Calls that are followed within each other.
const MOST_CALLS: usize = 6;
/// Joins at one place before intervals hurry.
const PATIENCE: u32 = 4;
const MANY: u32 = 12;

/// Too many steps: what the method writes is anything.
pub struct TooLong;

pub struct Run<'i, 'p> {
    pub inference: &'i mut Inference<'p>,
    pub task: Task,
    pub names: Names,
    steps: u32,
    /// How far these may go.
    most: u32,
    /// The method that runs, below it those that called it.
    stack: Vec<MethodId>,
}

/// A place in a followed call.
#[derive(Clone, Copy)]
pub struct At {
    pub context: Context,
    pub method: MethodId,
    pub pc: Pc,
}

/// How a method ends.
#[derive(Default)]
pub struct Ends {
    pub returned: Option<State>,
    pub result: Option<Value>,
    pub thrown: Option<State>,
}

impl<'i, 'p> Run<'i, 'p> {
    pub fn new(inference: &'i mut Inference<'p>, task: Task) -> Self {
        Self { inference, task, names: Names::default(), steps: 0, most: MOST_STEPS, stack: Vec::new() }
    }

    /// The method of the task, from its beginning.
    pub fn run(mut self) -> Result<(), TooLong> {
        let program = self.inference.program;
        let method = self.task.method;
        let Ok(body) = program.body(method) else { return Ok(()) };
        let Some(arguments) = self.inference.arguments(self.task) else { return Ok(()) };
        let mut state = State { is_raw: self.task.role.constructs(), ..State::default() };
        let mut registers = vec![None; body.kinds.len()];
        for (index, what) in arguments.into_iter().enumerate() {
            let name = self.names.of(Context::ROOT, Pc(0), Part::Entry(index as u32));
            registers[index] = Some(Value { name, what });
        }
        if state.is_raw {
            let fields = self.inference.first_fields(self.task);
            let numbered = fields.into_iter().zip(body.params.into()..);
            let names = &self.names;
            state.fields = numbered
                .map(|((field, what), number): (_, u32)| {
                    let name = names.of(Context::ROOT, Pc(0), Part::Entry(number));
                    (field, Value { name, what })
                })
                .collect();
        }
        state.frames.push(registers);
        self.execute(body, method, Context::ROOT, state)?;
        Ok(())
    }

    fn execute(
        &mut self,
        body: &'p Body,
        method: MethodId,
        context: Context,
        start: State,
    ) -> Result<Ends, TooLong> {
        self.stack.push(method);
        let mut walk = Walk::new(body, method, context);
        walk.put(self, Pc(0), start, true);
        while let Some(pc) = walk.work.pop_first() {
            let mut state = walk.states[pc.index()].clone().expect("work has a state");
            let mut at = At { context, method, pc };
            while let Some(next) = self.step(&mut walk, &mut state, at)? {
                if walk.meets[next.index()] {
                    walk.put(self, next, state, false);
                    break;
                }
                at.pc = next;
            }
        }
        self.stack.pop();
        Ok(walk.ends)
    }

    /// One instruction: where it goes on in this state.
    fn step(&mut self, walk: &mut Walk<'p>, state: &mut State, at: At) -> Result<Option<Pc>, TooLong> {
        self.steps += 1;
        if self.steps > self.most {
            return Err(TooLong);
        }
        let inst = walk.body.inst(at.pc);
        let effect = inst.effect();
        if effect.throws {
            walk.throw(self, state, at.pc);
        }
        match effect.flow {
            Flow::Leave => {
                self.leave(walk, state, at, inst);
                Ok(None)
            }
            Flow::Jump(target) => Ok(Some(target)),
            Flow::Branch(target) => {
                if let Some(taken) = self.assume(state, inst, true) {
                    walk.put(self, target, taken, false);
                }
                let passed = self.assume(state, inst, false);
                Ok(passed.map(|passed| {
                    *state = passed;
                    at.pc.next()
                }))
            }
            Flow::Switch(table) => {
                let switch = &walk.body.switches[table as usize];
                for target in switch.targets.iter().chain([&switch.default]) {
                    walk.put(self, *target, state.clone(), false);
                }
                Ok(None)
            }
            Flow::Next => {
                let goes_on = match effect.touches {
                    Touches::Call(kind, named) => self.call(walk, state, at, kind, named)?,
                    Touches::Nothing
                    | Touches::ReadField(_)
                    | Touches::WriteField(_)
                    | Touches::ReadStatic(_)
                    | Touches::WriteStatic(_)
                    | Touches::ReadElement
                    | Touches::WriteElement
                    | Touches::Length
                    | Touches::Object(_)
                    | Touches::Array(_)
                    | Touches::Type(_)
                    | Touches::Monitor
                    | Touches::Anything => self.plain(walk.body, state, at, inst),
                };
                Ok(goes_on.map(|()| at.pc.next()))
            }
        }
    }

    fn leave(&mut self, walk: &mut Walk<'p>, state: &mut State, at: At, inst: &Inst) {
        let result = if let Inst::ReturnValue { src } = *inst { state.get(src) } else { None };
        if matches!(inst, Inst::Return | Inst::ReturnValue { .. }) {
            if state.frames.len() > 1 {
                walk.return_with(self, state.clone(), result);
            } else if state.is_raw {
                self.seen(state, at);
            }
            return;
        }
        // Of what is unsupported nobody knows what it would have done.
        let thrown = if let Inst::Throw { src } = *inst { state.get(src) } else { None };
        if state.is_raw && thrown.is_none_or(|thrown| thrown.is_new()) {
            self.leak(state, at);
        }
    }

    /// Somebody else can see the object under construction from here on.
    pub fn leak(&mut self, state: &mut State, at: At) {
        if state.is_raw {
            self.inference.leaks(self.task);
            self.seen(state, at);
        }
    }

    /// The fields of the object under construction hold what they hold, if not another constructor has seen to them.
    fn seen(&mut self, state: &mut State, at: At) {
        if !state.fields.is_empty() {
            self.inference.made(self.task, state, at);
        }
        state.publish();
    }

    /// Runs another method in place of a call. `None` if it is too long, calls itself, or has no code.
    pub fn follow(
        &mut self,
        walk: &mut Walk<'p>,
        state: &State,
        at: At,
        callee: MethodId,
        args: &[Reg],
    ) -> Result<Option<Ends>, TooLong> {
        let program = self.inference.program;
        if self.stack.len() > MOST_CALLS || self.stack.contains(&callee) {
            return Ok(None);
        }
        let Ok(body) = program.body(callee) else { return Ok(None) };
        let mut inner = state.clone();
        let mut registers = vec![None; body.kinds.len()];
        for (index, arg) in args.iter().enumerate() {
            registers[index] = state.get(*arg);
        }
        inner.frames.push(registers);
        let context = self.names.call(at.context, at.pc, callee);
        self.inference.follows(callee);
        let (depth, most) = (self.stack.len(), self.most);
        self.most = most.min(self.steps + MOST_FOLLOWED);
        let ends = self.execute(body, callee, context, inner);
        self.most = most;
        let ends = match ends {
            Ok(ends) => ends,
            Err(TooLong) if self.steps > most => return Err(TooLong),
            Err(TooLong) => {
                self.stack.truncate(depth);
                return Ok(None);
            }
        };
        if let Some(thrown) = &ends.thrown {
            let mut thrown = thrown.clone();
            thrown.frames.pop();
            walk.throw(self, &thrown, at.pc);
        }
        Ok(Some(ends))
    }

    pub fn result(&self, state: &mut State, at: At, dst: Reg, what: What) {
        let name = self.names.of(at.context, at.pc, Part::Result);
        state.forget(name);
        state.set(dst, Value { name, what });
    }

    /// The length of an array, by its name: it has one from now on.
    pub fn length_of(&self, state: &mut State, at: At, array: Reg) -> Value {
        let value = state.get(array);
        let object = value.and_then(|value| value.what.object()).unwrap_or(Object::ANY);
        let name = match object.length_name {
            Name::NONE => {
                let length = self.names.of(at.context, at.pc, Part::Length);
                state.forget(length);
                if let Some(value) = value.filter(|value| value.name != Name::NONE) {
                    state.change_object(value.name, |object| object.length_name = length);
                }
                length
            }
            known => known,
        };
        Value { name, what: What::Number(object.length) }
    }

    /// A dereference went well.
    pub fn not_null(&self, state: &mut State, reg: Reg) -> Option<()> {
        let value = state.get(reg)?;
        let object = value.what.object()?;
        if object.null == Null::Always {
            return None;
        }
        state.set(reg, Value { what: What::Object(Object { null: Null::Never, ..object }), ..value });
        if value.name != Name::NONE {
            state.change_object(value.name, |object| object.null = Null::Never);
        }
        Some(())
    }

    pub fn own_field(&self, state: &State, object: Reg, field: FieldId) -> Option<Value> {
        let is_new = state.is_raw && state.get(object).is_some_and(|value| value.is_new());
        if is_new { state.fields.get(&field).copied() } else { None }
    }
}

/// One method's states.
pub struct Walk<'p> {
    pub body: &'p Body,
    method: MethodId,
    context: Context,
    /// Where several ways lead.
    meets: Vec<bool>,
    states: Vec<Option<State>>,
    visits: Vec<u32>,
    work: BTreeSet<Pc>,
    ends: Ends,
}

impl<'p> Walk<'p> {
    fn new(body: &'p Body, method: MethodId, context: Context) -> Self {
        let len = body.insts.len();
        let mut meets = vec![false; len];
        for pc in body.pcs() {
            if let Some(target) = body.inst(pc).target() {
                meets[target.index()] = true;
            }
            if let Inst::Switch { .. } = body.inst(pc) {
                body.successors(pc, |target| meets[target.index()] = true);
            }
        }
        body.handlers.iter().for_each(|handler| meets[handler.target.index()] = true);
        meets[0] = true;
        Self {
            body,
            method,
            context,
            meets,
            states: vec![None; len],
            visits: vec![0; len],
            work: BTreeSet::new(),
            ends: Ends::default(),
        }
    }

    /// A state comes to a place where several may meet.
    fn put(&mut self, run: &mut Run<'_, 'p>, pc: Pc, mut state: State, is_first: bool) {
        if !is_first {
            let live = self.body.liveness();
            let top = state.frames.last_mut().expect("a method is running");
            for (index, slot) in top.iter_mut().enumerate() {
                if !live.is_live(pc, Reg(index as u16)) {
                    *slot = None;
                }
            }
        }
        let old = self.states[pc.index()].take();
        let visits = self.visits[pc.index()];
        let (joined, changed) = self.join(run, pc, old, state, visits);
        self.states[pc.index()] = Some(joined);
        if changed {
            self.visits[pc.index()] += 1;
            self.work.insert(pc);
        }
    }

    fn join(
        &self,
        run: &mut Run<'_, 'p>,
        pc: Pc,
        old: Option<State>,
        mut new: State,
        visits: u32,
    ) -> (State, bool) {
        let Some(mut old) = old else {
            new.forget_all(|name| run.names.is_joined_at(name, self.context, pc));
            return (new, true);
        };
        let before = old.clone();
        if old.confuses(&new) {
            let at = At { context: self.context, method: self.method, pc: self.place(pc) };
            run.leak(&mut old, at);
            run.leak(&mut new, at);
        }
        let names = &run.names;
        let steps: &[i64] = if visits > MANY { &[] } else { &STEPS };
        let mut place = Place {
            fresh: &mut |number| names.of(self.context, pc, Part::Joined(number)),
            is_own: &|name| names.is_joined_at(name, self.context, pc),
            steps: (visits > PATIENCE).then_some(steps),
        };
        let joined = old.join(&new, &mut place);
        let changed = joined != before;
        (joined, changed)
    }

    /// A place of the code: ends lie beyond it.
    fn place(&self, pc: Pc) -> Pc {
        Pc(pc.0.min(self.body.insts.len() as u32 - 1))
    }

    /// An exception may be thrown here in this state.
    pub fn throw(&mut self, run: &mut Run<'_, 'p>, state: &State, pc: Pc) {
        let body = self.body;
        for handler in body.handlers_at(pc) {
            let mut state = state.clone();
            let at = At { context: self.context, method: self.method, pc: handler.target };
            run.result(&mut state, at, handler.exception, What::Object(Object::SOME));
            self.put(run, handler.target, state, false);
        }
        if state.frames.len() > 1 {
            let old = self.ends.thrown.take();
            let mut state = state.clone();
            clear(&mut state);
            self.ends.thrown = Some(self.join(run, THROWN, old, state, MANY + 1).0);
        }
    }

    fn return_with(&mut self, run: &mut Run<'_, 'p>, mut state: State, result: Option<Value>) {
        let old = self.ends.returned.take();
        clear(&mut state);
        // The result lies where the first register was.
        state.frames.last_mut().expect("a method is running")[0] = result;
        let joined = self.join(run, RETURNED, old, state, 0).0;
        self.ends.result = joined.top()[0];
        self.ends.returned = Some(joined);
    }
}

/// Registers of a method that ends.
fn clear(state: &mut State) {
    let top = state.frames.last_mut().expect("a method is running");
    *top = vec![None; top.len().max(1)];
}

/// Beyond all code.
const RETURNED: Pc = Pc(u32::MAX);
const THROWN: Pc = Pc(u32::MAX - 1);

/// Where growing intervals stop first.
pub const STEPS: [i64; 9] =
    [i64::MIN, i32::MIN as i64, -1, 0, 1, u16::MAX as i64, i32::MAX as i64 - 1, i32::MAX as i64, i64::MAX];

/// What a register of this kind can hold.
pub fn anything(kind: Kind) -> What {
    match kind {
        Kind::Int => What::Number(Interval::of(program::arith::Range::INT)),
        Kind::Long => What::Number(Interval::of(program::arith::Range::LONG)),
        Kind::Float | Kind::Double => What::Float,
        Kind::Ref => What::Object(Object::ANY),
    }
}

impl Role {
    fn constructs(self) -> bool {
        match self {
            Role::Constructor | Role::Deserialiser => true,
            Role::Method => false,
        }
    }
}
