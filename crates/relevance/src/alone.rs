//! What a method's code tells on its own, without a graph: a backward slice of its instructions.
//!
//! Whatever acts is relevant: it returns, throws or may throw, writes to the heap, calls. So is what it uses, by the definitions that
//! reach it, and what decides whether it runs. The rest computes values nobody needs. Says less than a graph, but there always is an
//! answer, and it holds for all callers: library calls on objects of unknown classes stop a graph, not this. Builders and
//! collections that never leave the method are looked through ([`Private`]).

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;

use program::class::Origin;
use program::code::{Body, CallKind, Definitions, Inst, Pc, Reg, Source};
use program::{MethodId, Program, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::control::Control;
use crate::effect::known;
use crate::mark::{Cause, Marks};
use crate::place::Op;
use crate::private::{self, Private};
use crate::seeds::Seeds;

const RESULT: &str = "the returned value";
const EXCEPTION: &str = "whether and how an exception leaves the method";
const HEAP: &str = "what is left in the heap";
const CALL: &str = "what the call does";
const LINE: &str = "the line asked for";

/// The slice of one method, and the control flow it was made on.
pub fn slice(program: &Program, method: MethodId, seeds: &Seeds) -> Option<(Control, Marks)> {
    let body = program.body(method).ok()?;
    let code = Code { program, method, body, definitions: Definitions::of(body) };
    let private = private::find(&code);
    let acts: Vec<Option<&'static str>> = body.pcs().map(|pc| code.acts(pc, &private)).collect();
    let throws = |pc: Pc| acts[pc.index()].is_some_and(|outcome| outcome == EXCEPTION || outcome == CALL);
    let control = Control::of_code(method, body, throws);
    let mut slicer = Slicer {
        code: &code,
        control: &control,
        private: &private,
        causes: FxHashMap::default(),
        valued: FxHashSet::default(),
        needed: FxHashSet::default(),
        work: Vec::new(),
    };
    for pc in body.pcs() {
        let asked = body.line(pc).is_some_and(|line| seeds.lines.contains(&line)).then_some(LINE);
        if let Some(outcome) = acts[pc.index()].or(asked) {
            if outcome == HEAP || asked.is_some() {
                slicer.valued.insert(Op { method, pc });
            }
            slicer.relevant(pc, Cause::Seed(outcome));
        }
    }
    slicer.run();
    let marks = Marks::of_code(slicer.causes, slicer.valued);
    Some((control, marks))
}

/// A method's instructions.
pub struct Code<'a> {
    pub program: &'a Program,
    pub method: MethodId,
    pub body: &'a Body,
    definitions: Definitions<'a>,
}

impl Code<'_> {
    /// The instructions that may have given `reg` its value before `pc`; `None` stands for the caller.
    pub fn definitions(&self, pc: Pc, reg: Reg) -> BTreeSet<Option<Pc>> {
        self.definitions.reaching(pc, reg)
    }

    /// What an instruction does besides giving its register a value.
    fn acts(&self, pc: Pc, private: &Private) -> Option<&'static str> {
        match *self.body.inst(pc) {
            Inst::ConstInt { .. }
            | Inst::ConstLong { .. }
            | Inst::ConstFloat { .. }
            | Inst::ConstDouble { .. }
            | Inst::ConstNull { .. }
            | Inst::ConstString { .. }
            | Inst::ConstClass { .. }
            | Inst::Move { .. }
            | Inst::Unary { .. }
            | Inst::Convert { .. }
            | Inst::Goto { .. }
            | Inst::If { .. }
            | Inst::IfConst { .. }
            | Inst::IfLong { .. }
            | Inst::IfFloat { .. }
            | Inst::IfDouble { .. }
            | Inst::IfSame { .. }
            | Inst::IfNull { .. }
            | Inst::Switch { .. }
            | Inst::Return
            | Inst::InstanceOf { .. } => None,
            Inst::Binary { op, rhs, .. } => (op.divides() && !self.is_positive(pc, rhs)).then_some(EXCEPTION),
            Inst::BinaryConst { op, rhs, .. } => (op.divides() && rhs == 0).then_some(EXCEPTION),
            Inst::ReturnValue { .. } => Some(RESULT),
            Inst::Call { .. } => (!private.covers(pc) && !self.is_quiet_call(pc)).then_some(CALL),
            Inst::GetField { object, .. } => (!self.is_this(pc, object)).then_some(EXCEPTION),
            Inst::GetStatic { field, .. } => {
                let class =
                    self.program.resolve_field(field).ok().map(|field| self.program.field(field).class);
                let is_ready = class.is_some_and(|class| class == self.program.method(self.method).class);
                (!is_ready).then_some(CALL)
            }
            Inst::New { ty, .. } => (!self.is_quietly_made(ty)).then_some(CALL),
            Inst::NewArray { len, .. } => (!self.is_size(pc, len)).then_some(EXCEPTION),
            Inst::PutField { .. } | Inst::PutStatic { .. } => Some(HEAP),
            Inst::Throw { .. }
            | Inst::ArrayStore { .. }
            | Inst::NewMultiArray { .. }
            | Inst::ArrayLength { .. }
            | Inst::ArrayLoad { .. }
            | Inst::CheckCast { .. }
            | Inst::MonitorEnter { .. }
            | Inst::MonitorExit { .. }
            | Inst::Unsupported { .. } => Some(EXCEPTION),
        }
    }

    fn is_this(&self, pc: Pc, reg: Reg) -> bool {
        reg.index() == 0
            && !self.program.method(self.method).is_static()
            && self.definitions(pc, reg).iter().all(Option::is_none)
    }

    /// Whether a divisor is a constant above zero.
    fn is_positive(&self, pc: Pc, reg: Reg) -> bool {
        self.are_constants(pc, reg, |value| value > 0)
    }

    /// Whether a length is a constant of at least zero.
    pub fn is_size(&self, pc: Pc, reg: Reg) -> bool {
        self.are_constants(pc, reg, |value| value >= 0)
    }

    fn are_constants(&self, pc: Pc, reg: Reg, fits: impl Fn(i64) -> bool) -> bool {
        self.definitions(pc, reg).into_iter().all(|at| match at.map(|at| self.body.inst(at)) {
            Some(Inst::ConstInt { value, .. }) => fits(i64::from(*value)),
            Some(Inst::ConstLong { value, .. }) => fits(*value),
            Some(_) | None => false,
        })
    }

    /// Library classes are set up the same way whoever uses them first; the method's own class is ready.
    fn is_quietly_made(&self, ty: TypeId) -> bool {
        let Ok(class) = self.program.resolve_class(ty) else { return false };
        self.program.class(class).origin == Origin::Jdk || class == self.program.method(self.method).class
    }

    /// Static library methods that only compute, and never throw; the constructor of `Object`.
    fn is_quiet_call(&self, pc: Pc) -> bool {
        let &Inst::Call { kind, method, .. } = self.body.inst(pc) else { return false };
        let Ok(method) = self.program.resolve_method(method) else { return false };
        let info = self.program.method(method);
        let has_receiver = kind != CallKind::Static && !info.is_constructor();
        let takes_numbers = info.params.iter().all(|param| !param.is_reference());
        let is_quiet = || known(self.program, method).is_some_and(|method| method.is_quiet());
        !has_receiver && takes_numbers && is_quiet()
    }
}

struct Slicer<'a> {
    code: &'a Code<'a>,
    control: &'a Control,
    private: &'a Private,
    causes: FxHashMap<Op, Cause>,
    valued: FxHashSet<Op>,
    /// Registers whose content before an instruction matters.
    needed: FxHashSet<(Pc, Reg)>,
    work: Vec<Task>,
}

enum Task {
    /// The instruction turned out to be relevant.
    Relevant(Pc),
    /// The register's content before the first instruction matters for the second.
    Need(Pc, Reg, Pc),
}

impl Slicer<'_> {
    fn op(&self, pc: Pc) -> Op {
        Op { method: self.code.method, pc }
    }

    fn relevant(&mut self, pc: Pc, cause: Cause) {
        let op = self.op(pc);
        if let Entry::Vacant(slot) = self.causes.entry(op) {
            slot.insert(cause);
            self.work.push(Task::Relevant(pc));
        }
    }

    fn run(&mut self) {
        while let Some(task) = self.work.pop() {
            match task {
                Task::Relevant(pc) => self.spread(pc),
                Task::Need(pc, reg, cause) => self.need(pc, reg, cause),
            }
        }
    }

    /// **Rel_n → Rel_op, In** and **Rel_op → its branches** [Otto15, Def. 4.4 and 4.10].
    fn spread(&mut self, pc: Pc) {
        let body = self.code.body;
        let mut uses = Vec::new();
        body.inst(pc).uses(&body.operands, |reg| uses.push(reg));
        self.work.extend(uses.into_iter().map(|reg| Task::Need(pc, reg, pc)));
        let cause = Cause::Op(self.op(pc));
        for &branch in self.control.deciders(self.op(pc)) {
            self.relevant(branch.pc, cause);
        }
        for &together in self.private.with(pc) {
            self.relevant(together, cause);
        }
    }

    /// Whatever may have given a register its value.
    fn need(&mut self, pc: Pc, reg: Reg, cause: Pc) {
        if !self.needed.insert((pc, reg)) {
            return;
        }
        for source in self.code.definitions.step(pc, reg) {
            match source {
                Source::Given(at) => {
                    self.valued.insert(self.op(at));
                    self.relevant(at, Cause::Op(self.op(cause)));
                }
                Source::There(at) => self.work.push(Task::Need(at, reg, cause)),
            }
        }
    }
}
