//! Symbolic evaluation: one instruction on one abstract state [Otto15, §1.6].
//!
//! A rule first decides what it must know; a question the state cannot answer becomes a refinement, returned early
//! through `?` as the *other* outcome, and the rule runs again on each case. Only then it acts, on a [`Draft`], which
//! keeps the old references valid and turns into a canonical [`Successor`] with its reference map.

mod approximate;
mod array;
mod call;
mod callback;
mod init;
mod model;
mod number;
mod object;
pub mod realize;
pub mod refine;
mod table;
mod throw;
mod told;
pub mod write;

use std::collections::BTreeMap;

use base::Id;
use program::code::{Body, Inst, Pc, Reg};
use program::{MethodId, Program};

use crate::build::start::Inputs;
use crate::domain::interval::Integers;
use crate::graph::{Fact, RefMap};
use crate::state::{Frame, Ref, Role, Split, State, Value};
use crate::world::World;
use crate::world::given::Given;

pub use call::{enter_call, start_frame};
pub use callback::hooks;
pub use init::{begin as begin_initialization, order as initialization_order};
pub use library::Model;
pub use table::{find as find_line, is_modelled, is_opaque, skips_initializer};

/// What evaluation needs to know besides the state.
pub struct Cx<'p> {
    pub program: &'p Program,
    pub world: &'p World,
    pub integers: Integers,
    pub inputs: Inputs,
    /// What is known of all objects.
    pub given: &'p Given,
    /// Methods that may call themselves.
    pub recursive: BTreeMap<MethodId, usize>,
}

/// What becomes of a state.
#[derive(Debug)]
pub enum Outcome {
    /// The one next state.
    Step(Box<Successor>),
    /// A call: the next state, with the callee's frame on top.
    Call(Box<Successor>),
    /// The program ends here (`System.exit`).
    Exit(Box<Successor>),
    /// Cases that cover the state; it is evaluated again in each.
    Cases(Vec<Successor>),
    /// The instruction cannot be evaluated; why.
    Cut(String),
}

#[derive(Debug)]
pub struct Successor {
    pub state: State,
    pub map: RefMap,
    pub facts: Vec<Fact>,
}

/// `Err` is an outcome as well: the one that interrupted a rule.
pub type Rule<T = Outcome> = Result<T, Outcome>;

/// A state being changed. References of the source stay valid; new ones are appended.
pub struct Draft<'a, 'p> {
    pub cx: &'a Cx<'p>,
    pub state: State,
    sources: usize,
    facts: Vec<Fact>,
}

impl<'a, 'p> Draft<'a, 'p> {
    pub fn new(cx: &'a Cx<'p>, state: &State) -> Self {
        Self {
            cx,
            state: State { split: None, ..state.clone() },
            sources: state.values.len(),
            facts: Vec::new(),
        }
    }

    /// A reference in `result` position is the draft's and renamed at the end.
    pub fn fact(&mut self, fact: Fact) {
        self.facts.push(fact);
    }

    pub fn frame(&mut self) -> &mut Frame {
        self.state.frames.last_mut().expect("an evaluated state has a frame")
    }

    pub fn set(&mut self, reg: Reg, content: Ref) {
        if !reg.is_none() {
            self.frame().regs[reg.index()] = Some(content);
        }
    }

    pub fn jump(&mut self, target: Pc) {
        self.frame().pc = target;
    }

    pub fn advance(&mut self) {
        let next = self.frame().pc.next();
        self.jump(next);
    }

    /// Canonical form, with dead registers forgotten.
    pub fn finish(mut self) -> Successor {
        drop_dead_registers(self.cx.program, &mut self.state);
        let (state, renaming) = self.state.canonical(self.cx.world);
        let mut origins = vec![None; state.values.len()];
        for (old, new) in renaming.iter().filter(|(old, _)| old.index() < self.sources) {
            origins[new.index()].get_or_insert(old);
        }
        let facts =
            self.facts.into_iter().filter_map(|fact| rename_result(fact, |r| renaming.get(r))).collect();
        Successor { state, map: RefMap::new(origins), facts }
    }

    pub fn step(self) -> Rule {
        Ok(Outcome::Step(Box::new(self.finish())))
    }

    /// Writes a result and goes on with the next instruction.
    pub fn result(mut self, dst: Reg, content: Ref) -> Rule {
        self.set(dst, content);
        self.advance();
        self.step()
    }
}

/// A fact whose result died is only kept if it says something about the source.
fn rename_result(fact: Fact, name: impl Fn(Ref) -> Option<Ref>) -> Option<Fact> {
    Some(match fact {
        Fact::Define { result, op, lhs, rhs, wraps } => {
            Fact::Define { result: name(result)?, op, lhs, rhs, wraps }
        }
        Fact::Read { object, field, result } => Fact::Read { object, field, result: name(result)? },
        Fact::ReadCell { array, index, result } => Fact::ReadCell { array, index, result: name(result)? },
        Fact::Realize { object, field, result } => Fact::Realize { object, field, result: name(result)? },
        Fact::New { result } => Fact::New { result: name(result)? },
        Fact::Length { array, result } => Fact::Length { array, result: name(result)? },
        Fact::Compare { .. }
        | Fact::Write { .. }
        | Fact::WriteCell { .. }
        | Fact::IsNull(_)
        | Fact::Exists(_)
        | Fact::Same(..)
        | Fact::Different(..)
        | Fact::Typed(_) => fact,
    })
}

/// Forgets registers of the running frame that are not read any more.
fn drop_dead_registers(program: &Program, state: &mut State) {
    let pending = state.exception.is_some();
    let Some(frame) = state.frames.last_mut() else { return };
    let Ok(body) = program.body(frame.method) else { return };
    let pc = frame.pc;
    retain_live(frame, |reg| {
        if pending { live_in_handlers(body, pc, reg) } else { body.liveness().is_live(pc, reg) }
    });
}

/// Forgets registers of a waiting frame that are read neither behind its call nor by a handler.
pub(crate) fn drop_dead_after_call(body: &Body, frame: &mut Frame) {
    let pc = frame.pc;
    let dst = body.inst(pc).def();
    retain_live(frame, |reg| {
        let behind =
            Some(reg) != dst && pc.index() + 1 < body.insts.len() && body.liveness().is_live(pc.next(), reg);
        behind || live_in_handlers(body, pc, reg)
    });
}

fn live_in_handlers(body: &Body, pc: Pc, reg: Reg) -> bool {
    body.handlers_at(pc)
        .any(|handler| handler.exception != reg && body.liveness().is_live(handler.target, reg))
}

fn retain_live(frame: &mut Frame, is_live: impl Fn(Reg) -> bool) {
    for (index, reg) in frame.regs.iter_mut().enumerate() {
        if reg.is_some() && !is_live(Reg(index as u16)) {
            *reg = None;
        }
    }
}

impl Cx<'_> {
    /// Evaluates the next step of a state with frames.
    pub fn evaluate(&self, state: &State) -> Outcome {
        let rule =
            if state.exception.is_some() { throw::unwind(self, state) } else { self.instruction(state) };
        rule.unwrap_or_else(|interrupted| interrupted)
    }

    fn instruction(&self, state: &State) -> Rule {
        let frame = state.top().expect("only states with frames are evaluated");
        let body = match self.program.body(frame.method) {
            Ok(body) => body,
            Err(error) => return Err(Outcome::Cut(error.to_string())),
        };
        let at = At { cx: self, state, frame, body };
        match *body.inst(frame.pc) {
            Inst::ConstInt { dst, value } => number::constant(at, dst, value.into()),
            Inst::ConstLong { dst, value } => number::constant(at, dst, value.into()),
            Inst::ConstFloat { dst, value } => number::float_constant(at, dst, value.into()),
            Inst::ConstDouble { dst, value } => number::float_constant(at, dst, value),
            Inst::ConstNull { dst } => Draft::new(self, state).result(dst, Ref::NULL),
            Inst::ConstString { dst, value } => object::constant_string(at, dst, value),
            Inst::ConstClass { dst, .. } => object::constant_class(at, dst),
            Inst::Move { dst, src } => Draft::new(self, state).result(dst, at.reg(src)?),
            Inst::Binary { op, dst, lhs, rhs } => {
                number::binary(at, op, dst, at.operand(lhs)?, at.operand(rhs)?)
            }
            Inst::BinaryConst { op, dst, lhs, rhs } => {
                number::binary(at, op, dst, at.operand(lhs)?, crate::Operand::Const(rhs.into()))
            }
            Inst::Unary { op, dst, src } => number::unary(at, op, dst, src),
            Inst::Convert { op, dst, src } => number::convert(at, op, dst, src),
            Inst::Goto { target } => at.go(target),
            Inst::If { cond, lhs, rhs, target } | Inst::IfLong { cond, lhs, rhs, target } => {
                number::branch(at, cond, at.operand(lhs)?, at.operand(rhs)?, target)
            }
            Inst::IfConst { cond, lhs, rhs, target } => {
                number::branch(at, cond, at.operand(lhs)?, crate::Operand::Const(rhs.into()), target)
            }
            Inst::IfFloat { cond, unordered, lhs, rhs, target }
            | Inst::IfDouble { cond, unordered, lhs, rhs, target } => {
                number::float_branch(at, cond, unordered, [lhs, rhs], target)
            }
            Inst::IfSame { equal, lhs, rhs, target } => object::if_same(at, equal, lhs, rhs, target),
            Inst::IfNull { equal, src, target } => object::if_null(at, equal, src, target),
            Inst::Switch { src, table } => number::switch(at, src, &body.switches[table as usize]),
            Inst::Return => call::return_from(at, None),
            Inst::ReturnValue { src } => call::return_from(at, Some(src)),
            Inst::Throw { src } => throw::throw(at, src),
            Inst::Call { kind, dst, method, args } => call::call(at, kind, dst, method, body.list(args)),
            Inst::GetField { dst, object, field } => object::get_field(at, dst, object, field),
            Inst::PutField { object, field, src } => object::put_field(at, object, field, src),
            Inst::GetStatic { dst, field } => object::get_static(at, dst, field),
            Inst::PutStatic { field, src } => object::put_static(at, field, src),
            Inst::New { dst, ty } => object::new(at, dst, ty),
            Inst::NewArray { dst, len, ty } => array::new_array(at, dst, len, ty),
            Inst::NewMultiArray { dst, ty, lens } => array::new_multi_array(at, dst, ty, body.list(lens)),
            Inst::ArrayLength { dst, array } => array::array_length(at, dst, array),
            Inst::ArrayLoad { elem, dst, array, index } => array::load(at, elem, dst, array, index),
            Inst::ArrayStore { elem, array, index, src } => array::store(at, elem, array, index, src),
            Inst::CheckCast { src, ty } => object::check_cast(at, src, ty),
            Inst::InstanceOf { dst, src, ty } => object::instance_of(at, dst, src, ty),
            Inst::MonitorEnter { src } | Inst::MonitorExit { src } => object::monitor(at, src),
            Inst::Unsupported { reason } => Err(Outcome::Cut(body.reasons[reason as usize].to_string())),
        }
    }
}

/// An instruction's view of its state.
#[derive(Clone, Copy)]
pub struct At<'a, 'p> {
    pub cx: &'a Cx<'p>,
    pub state: &'a State,
    pub frame: &'a Frame,
    pub body: &'a Body,
}

impl<'a, 'p> At<'a, 'p> {
    pub fn reg(&self, reg: Reg) -> Rule<Ref> {
        self.frame
            .reg(reg)
            .ok_or_else(|| Outcome::Cut(format!("register {reg} is read before it is written")))
    }

    fn operand(&self, reg: Reg) -> Rule<crate::Operand> {
        self.reg(reg).map(crate::Operand::Ref)
    }

    pub fn draft(&self) -> Draft<'a, 'p> {
        Draft::new(self.cx, self.state)
    }

    fn go(&self, target: Pc) -> Rule {
        let mut draft = self.draft();
        draft.jump(target);
        draft.step()
    }

    /// To `target` if `taken`, otherwise to the next instruction.
    fn branch(&self, taken: bool, target: Pc) -> Rule {
        self.go(if taken { target } else { self.frame.pc.next() })
    }

    /// The outcome a split has forced, if this state is the result of one.
    pub fn forced(&self) -> Option<bool> {
        self.state.split.map(|Split(outcome)| outcome != 0)
    }

    /// Splits into both outcomes of an undecided question [Otto15, Def. 1.18].
    fn split<T>(&self) -> Rule<T> {
        let case = |outcome| {
            let mut case = self.draft().finish();
            case.state.split = Some(Split(outcome));
            case
        };
        Err(Outcome::Cases(vec![case(1), case(0)]))
    }
}

/// An unknown value of a primitive type, as a field of that type may hold.
pub fn unknown_number(integers: Integers, ty: program::TypeId) -> Option<Value> {
    use program::TypeId;
    use program::arith::{Range, Width};

    use crate::domain::interval::Interval;
    match ty {
        TypeId::BOOLEAN => Some(Value::Int(Interval::BOOLEAN)),
        TypeId::BYTE => Some(Value::Int(Range::BYTE.into())),
        TypeId::SHORT => Some(Value::Int(Range::SHORT.into())),
        TypeId::CHAR => Some(Value::Int(Range::CHAR.into())),
        TypeId::INT => Some(Value::Int(integers.full(Width::Int))),
        TypeId::LONG => Some(Value::Int(integers.full(Width::Long))),
        TypeId::FLOAT | TypeId::DOUBLE => Some(Value::Float(None)),
        _ => None,
    }
}

/// The default value of a field or cell: zero, or null for references.
pub fn default_value(state: &mut State, ty: program::TypeId) -> Ref {
    use program::TypeId;
    match ty {
        TypeId::FLOAT | TypeId::DOUBLE => state.fresh(Value::Float(Some(0f64.to_bits()))),
        ty if ty.is_primitive() => state.fresh_int(crate::Interval::literal(0)),
        _ => Ref::NULL,
    }
}

/// A frame about to run a method, with its arguments in the first registers.
pub fn new_frame(program: &Program, method: program::MethodId, args: &[Ref], role: Role) -> Rule<Frame> {
    let body = program.body(method).map_err(|error| Outcome::Cut(error.to_string()))?;
    let mut regs = vec![None; body.kinds.len()];
    for (reg, &arg) in regs.iter_mut().zip(args) {
        *reg = Some(arg);
    }
    Ok(Frame { method, pc: Pc(0), regs, role, inputs: Vec::new() })
}
