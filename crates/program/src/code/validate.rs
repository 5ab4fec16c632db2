//! The invariants of register code, stated by checking them.
//!
//! Runs after every lowering in debug builds and tests. A failure is a bug of ours, never of the input.

use std::fmt;

use super::body::{Body, Switch};
use super::inst::{Inst, Pc, RegList};
use super::operand::{CallKind, Kind, Reg};
use crate::{Method, Program};

/// Which invariant is broken, and where.
#[derive(Debug, PartialEq, Eq)]
pub struct Broken {
    pub pc: Option<Pc>,
    pub message: String,
}

type Result = std::result::Result<(), Broken>;

/// Checks every invariant of a body as the code of `method`.
pub fn validate(program: &Program, method: &Method, body: &Body) -> Result {
    let check = Check { program, method, body };
    check.parameters()?;
    check.tables()?;
    for pc in body.pcs() {
        check.inst(body.inst(pc)).map_err(|broken| Broken { pc: Some(pc), ..broken })?;
    }
    check.flow()?;
    check.assigned_before_use()
}

struct Check<'c> {
    program: &'c Program,
    method: &'c Method,
    body: &'c Body,
}

impl Check<'_> {
    /// The first registers are the parameters, with their kinds.
    fn parameters(&self) -> Result {
        require(
            usize::from(self.body.params) == self.method.arity(),
            "as many parameters as the method has",
        )?;
        let receiver = (!self.method.is_static()).then_some(Some(Kind::Ref));
        let kinds = receiver.into_iter().chain(self.method.params.iter().map(|param| param.kind()));
        for (index, kind) in kinds.enumerate() {
            require(self.body.kinds.get(index).copied() == kind, "parameters have their kinds")?;
        }
        Ok(())
    }

    /// Handlers, lines, variables and switches are in range and in order.
    fn tables(&self) -> Result {
        let body = self.body;
        let len = body.insts.len() as u32;
        for handler in &body.handlers {
            require(handler.start < handler.end && handler.end.0 <= len, "handlers cover some instructions")?;
            self.target(handler.target)?;
            self.reg(handler.exception, Kind::Ref)?;
            require(handler.catch.is_none_or(|ty| ty.is_reference()), "handlers catch classes")?;
        }
        require(body.lines.is_sorted_by(|left, right| left.0 < right.0), "lines ascend")?;
        require(body.lines.iter().all(|&(pc, _)| pc.0 < len), "lines are in range")?;
        for local in &body.locals {
            require(local.start < local.end && local.end.0 <= len, "variables live somewhere")?;
            require(
                local.ty.kind() == Some(body.kind(local.reg)),
                "variables have the kind of their register",
            )?;
        }
        body.switches.iter().try_for_each(|switch| self.switch(switch))
    }

    fn switch(&self, switch: &Switch) -> Result {
        require(switch.keys.len() == switch.targets.len(), "a target per key")?;
        require(switch.keys.is_sorted_by(|left, right| left < right), "keys ascend")?;
        switch.targets.iter().chain([&switch.default]).try_for_each(|&target| self.target(target))
    }

    /// Operands exist and have the kinds the instruction needs.
    fn inst(&self, inst: &Inst) -> Result {
        use Kind::{Double, Float, Int, Long, Ref};
        let mut copy = *inst;
        require(copy.def_mut().copied() == inst.def(), "what is written can be changed")?;
        require(copy.target_mut().copied() == inst.target(), "where it jumps can be changed")?;
        if let Some(target) = inst.target() {
            self.target(target)?;
        }
        match *inst {
            Inst::ConstInt { dst, .. } => self.reg(dst, Int),
            Inst::ConstLong { dst, .. } => self.reg(dst, Long),
            Inst::ConstFloat { dst, .. } => self.reg(dst, Float),
            Inst::ConstDouble { dst, .. } => self.reg(dst, Double),
            Inst::ConstNull { dst } | Inst::ConstString { dst, .. } | Inst::ConstClass { dst, .. } => {
                self.reg(dst, Ref)
            }
            Inst::Move { dst, src } => {
                self.exists(src)?;
                self.reg(dst, self.body.kind(src))
            }
            Inst::Binary { op, dst, lhs, rhs } => {
                let (left, right, result) = op.kinds();
                self.regs([(lhs, left), (rhs, right), (dst, result)])
            }
            Inst::BinaryConst { op, dst, lhs, .. } => {
                require(op.kinds() == (Int, Int, Int), "constant operands are for int operators")?;
                self.regs([(lhs, Int), (dst, Int)])
            }
            Inst::Unary { op, dst, src } => self.regs([(dst, op.kind()), (src, op.kind())]),
            Inst::Convert { op, dst, src } => {
                let (from, to) = op.kinds();
                self.regs([(src, from), (dst, to)])
            }
            Inst::Goto { .. } => Ok(()),
            Inst::Return => require(self.method.result.kind().is_none(), "only procedures return nothing"),
            Inst::Unsupported { reason } => {
                require((reason as usize) < self.body.reasons.len(), "what is unsupported has a reason")
            }
            Inst::If { lhs, rhs, .. } => self.regs([(lhs, Int), (rhs, Int)]),
            Inst::IfConst { lhs, .. } => self.reg(lhs, Int),
            Inst::IfLong { lhs, rhs, .. } => self.regs([(lhs, Long), (rhs, Long)]),
            Inst::IfFloat { lhs, rhs, .. } => self.regs([(lhs, Float), (rhs, Float)]),
            Inst::IfDouble { lhs, rhs, .. } => self.regs([(lhs, Double), (rhs, Double)]),
            Inst::IfSame { lhs, rhs, .. } => self.regs([(lhs, Ref), (rhs, Ref)]),
            Inst::IfNull { src, .. } | Inst::Throw { src } => self.reg(src, Ref),
            Inst::Switch { src, table } => {
                require((table as usize) < self.body.switches.len(), "switch tables exist")?;
                self.reg(src, Int)
            }
            Inst::ReturnValue { src } => {
                let kind = self.method.result.kind();
                require(kind.is_some(), "only functions return values")?;
                self.reg(src, kind.unwrap_or(Int))
            }
            Inst::Call { kind, dst, method, args } => self.call(kind, dst, method, args),
            Inst::GetField { dst, object, field } => {
                self.reg(object, Ref)?;
                self.value(dst, self.program.field_name(field).ty)
            }
            Inst::PutField { object, field, src } => {
                self.reg(object, Ref)?;
                self.value(src, self.program.field_name(field).ty)
            }
            Inst::GetStatic { dst: value, field } | Inst::PutStatic { src: value, field } => {
                self.value(value, self.program.field_name(field).ty)
            }
            Inst::New { dst, ty } => {
                require(matches!(self.program.ty(ty), crate::Type::Class(_)), "`New` makes objects")?;
                self.reg(dst, Ref)
            }
            Inst::NewArray { dst, len, ty } => {
                require(self.program.element_of(ty).is_some(), "`NewArray` makes arrays")?;
                self.regs([(dst, Ref), (len, Int)])
            }
            Inst::NewMultiArray { dst, ty, lens } => {
                require(self.program.element_of(ty).is_some(), "`NewMultiArray` makes arrays")?;
                self.list(lens)?.iter().try_for_each(|&len| self.reg(len, Int))?;
                self.reg(dst, Ref)
            }
            Inst::ArrayLength { dst, array } => self.regs([(dst, Int), (array, Ref)]),
            Inst::ArrayLoad { elem, dst, array, index } => {
                self.regs([(dst, elem.kind()), (array, Ref), (index, Int)])
            }
            Inst::ArrayStore { elem, array, index, src } => {
                self.regs([(src, elem.kind()), (array, Ref), (index, Int)])
            }
            Inst::CheckCast { src, ty } => {
                require(ty.is_reference(), "casts are to reference types")?;
                self.reg(src, Ref)
            }
            Inst::InstanceOf { dst, src, ty } => {
                require(ty.is_reference(), "tests are for reference types")?;
                self.regs([(dst, Int), (src, Ref)])
            }
            Inst::MonitorEnter { src } | Inst::MonitorExit { src } => self.reg(src, Ref),
        }
    }

    fn call(&self, kind: CallKind, dst: Reg, method: crate::MethodRef, args: RegList) -> Result {
        let ty = self.program.method_type(&self.program.method_name(method).descriptor);
        let ty = ty.ok_or_else(|| broken("calls have descriptors"))?;
        let receiver = (kind != CallKind::Static).then_some(Some(Kind::Ref));
        let kinds: Vec<_> = receiver.into_iter().chain(ty.params.iter().map(|param| param.kind())).collect();
        let args = self.list(args)?;
        require(args.len() == kinds.len(), "an argument per parameter")?;
        for (&arg, kind) in args.iter().zip(kinds) {
            self.reg(arg, kind.ok_or_else(|| broken("parameters are not void"))?)?;
        }
        if dst.is_none() { Ok(()) } else { self.value(dst, ty.result) }
    }

    /// The last instruction does not fall through, and there is one.
    fn flow(&self) -> Result {
        require(self.body.insts.last().is_some_and(Inst::ends_flow), "control does not fall off the end")
    }

    /// No register but the parameters is live on entry: exactly then every other one is written before it is read.
    fn assigned_before_use(&self) -> Result {
        let live = self.body.liveness().live_in(Pc(0)).find(|reg| reg.0 >= self.body.params);
        match live {
            Some(reg) => Err(broken(&format!("{reg} is written before it is read"))),
            None => Ok(()),
        }
    }

    fn target(&self, target: Pc) -> Result {
        require(target.index() < self.body.insts.len(), "jumps land inside")
    }

    fn list(&self, list: RegList) -> std::result::Result<&[Reg], Broken> {
        self.body.operands.get(list.range()).ok_or_else(|| broken("operand lists are in range"))
    }

    fn value(&self, reg: Reg, ty: crate::TypeId) -> Result {
        self.reg(reg, ty.kind().ok_or_else(|| broken("values are not void"))?)
    }

    fn regs<const N: usize>(&self, regs: [(Reg, Kind); N]) -> Result {
        regs.into_iter().try_for_each(|(reg, kind)| self.reg(reg, kind))
    }

    fn reg(&self, reg: Reg, kind: Kind) -> Result {
        self.exists(reg)?;
        if self.body.kind(reg) == kind { Ok(()) } else { Err(broken(&format!("{reg} is of kind {kind}"))) }
    }

    fn exists(&self, reg: Reg) -> Result {
        require(reg.index() < self.body.kinds.len(), "registers exist")
    }
}

fn require(holds: bool, invariant: &str) -> Result {
    if holds { Ok(()) } else { Err(broken(invariant)) }
}

fn broken(invariant: &str) -> Broken {
    Broken { pc: None, message: invariant.to_owned() }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "broken invariant: {}", self.message)?;
        self.pc.map_or(Ok(()), |pc| write!(f, " (at {pc})"))
    }
}

impl std::error::Error for Broken {}
