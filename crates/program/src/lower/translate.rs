//! One bytecode instruction at a time, on the symbolic stack.

use super::bytecode::{self, Dup, Op};
use super::flow::BlockId;
use super::stack::Value;
use super::{Lowering, Result};
use crate::TypeId;
use crate::code::{BinOp, Cond, Inst, Kind, Pc, Reg, Switch};

/// Class files of Java 6 (JVMS 4.9.1).
const LAST_WITH_SUBROUTINES: u16 = 50;

impl Lowering<'_> {
    /// Translates an instruction of a block; the offset where the block goes on, none if it ends here.
    pub(super) fn translate(&mut self, block: BlockId, op: Op, next: u32) -> Result<Option<u32>> {
        match op {
            Op::Nop => {}
            Op::Null => self.push_new(Kind::Ref, |dst| Inst::ConstNull { dst })?,
            Op::Int(value) => self.push(Value::Int(value))?,
            Op::Long(value) => self.push_new(Kind::Long, |dst| Inst::ConstLong { dst, value })?,
            Op::Float(value) => self.push_new(Kind::Float, |dst| Inst::ConstFloat { dst, value })?,
            Op::Double(value) => self.push_new(Kind::Double, |dst| Inst::ConstDouble { dst, value })?,
            Op::Constant { index, wide } => return self.go_on(next, |this| this.constant(index, wide)),
            Op::Load(kind, slot) => self.load(block, kind, slot)?,
            Op::Store(kind, slot) => self.store(block, kind, slot)?,
            Op::ArrayLoad(elem) => {
                let [array, index] = self.operands([Kind::Ref, Kind::Int])?;
                self.push_new(elem.kind(), |dst| Inst::ArrayLoad { elem, dst, array, index })?;
            }
            Op::ArrayStore(elem) => {
                let [array, index, src] = self.operands([Kind::Ref, Kind::Int, elem.kind()])?;
                self.emit(Inst::ArrayStore { elem, array, index, src });
            }
            Op::Pop => self.drop_words(block, 1)?,
            Op::Pop2 => self.drop_words(block, 2)?,
            Op::Dup(Dup { words, beneath }) => self.duplicate(words, beneath)?,
            Op::Swap => self.swap()?,
            Op::Binary(op) => return self.binary(block, op, next),
            Op::Unary(op) => {
                let src = self.pop_reg(op.kind())?;
                self.push_new(op.kind(), |dst| Inst::Unary { op, dst, src })?;
            }
            Op::Convert(op) => {
                let (from, to) = op.kinds();
                let src = self.pop_reg(from)?;
                self.push_new(to, |dst| Inst::Convert { op, dst, src })?;
            }
            Op::Increment { slot, by } => self.increment(block, slot, by)?,
            Op::IfZero(cond, target) => {
                let lhs = self.pop_reg(Kind::Int)?;
                self.branch(block, [lhs], target, next, |[lhs], target| Inst::IfConst {
                    cond,
                    lhs,
                    rhs: 0,
                    target,
                })?;
                return Ok(None);
            }
            Op::If(cond, target) => {
                self.compare(block, cond, target, next)?;
                return Ok(None);
            }
            Op::IfSame { equal, target } => {
                let operands = self.operands([Kind::Ref, Kind::Ref])?;
                self.branch(block, operands, target, next, |[lhs, rhs], target| Inst::IfSame {
                    equal,
                    lhs,
                    rhs,
                    target,
                })?;
                return Ok(None);
            }
            Op::IfNull { equal, target } => {
                let src = self.pop_reg(Kind::Ref)?;
                self.branch(block, [src], target, next, |[src], target| Inst::IfNull { equal, src, target })?;
                return Ok(None);
            }
            Op::Goto(target) => {
                self.flush(&mut [])?;
                self.fall_to(block, target)?;
                return Ok(None);
            }
            Op::Jsr(_) | Op::Ret(_) if self.file().version > LAST_WITH_SUBROUTINES => {
                return self.fault("`jsr` or `ret` in a class file of Java 7 or later");
            }
            Op::Jsr(target) => {
                self.call_subroutine(block, target, next)?;
                return Ok(None);
            }
            Op::Ret(slot) => {
                self.return_from_subroutine(block, slot)?;
                return Ok(None);
            }
            Op::Switch => {
                self.switch(block)?;
                return Ok(None);
            }
            Op::Return(kind) => {
                self.return_(kind)?;
                return Ok(None);
            }
            Op::GetStatic(index) => self.get_static(index)?,
            Op::PutStatic(index) => self.put_static(index)?,
            Op::GetField(index) => self.get_field(index)?,
            Op::PutField(index) => self.put_field(index)?,
            Op::Invoke(kind, index) => self.invoke(kind, index)?,
            Op::InvokeDynamic(index) => return self.go_on(next, |this| this.invoke_dynamic(index)),
            Op::New(index) => {
                let ty = self.class_constant(index)?;
                if self.program.element_of(ty).is_some() {
                    return self.fault("`new` of an array type");
                }
                self.push_new(Kind::Ref, |dst| Inst::New { dst, ty })?;
            }
            Op::NewPrimitiveArray(code) => self.new_primitive_array(code)?,
            Op::NewArray(index) => {
                let ty = self.program.array_of(self.class_constant(index)?);
                let len = self.pop_reg(Kind::Int)?;
                self.push_new(Kind::Ref, |dst| Inst::NewArray { dst, len, ty })?;
            }
            Op::NewMultiArray { index, dimensions } => self.new_multi_array(index, dimensions)?,
            Op::ArrayLength => {
                let array = self.pop_reg(Kind::Ref)?;
                self.push_new(Kind::Int, |dst| Inst::ArrayLength { dst, array })?;
            }
            Op::Throw => {
                let src = self.pop_reg(Kind::Ref)?;
                self.emit(Inst::Throw { src });
                return Ok(None);
            }
            Op::CheckCast(index) => {
                let ty = self.class_constant(index)?;
                let src = self.force(0, Kind::Ref)?;
                self.emit(Inst::CheckCast { src, ty });
            }
            Op::InstanceOf(index) => {
                let ty = self.class_constant(index)?;
                let src = self.pop_reg(Kind::Ref)?;
                self.push_new(Kind::Int, |dst| Inst::InstanceOf { dst, src, ty })?;
            }
            Op::MonitorEnter => {
                let src = self.pop_reg(Kind::Ref)?;
                self.emit(Inst::MonitorEnter { src });
            }
            Op::MonitorExit => {
                let src = self.pop_reg(Kind::Ref)?;
                self.emit(Inst::MonitorExit { src });
            }
        }
        Ok(Some(next))
    }

    /// Goes on unless what `translate` emitted ends the flow because it is unsupported.
    fn go_on(
        &mut self,
        next: u32,
        translate: impl FnOnce(&mut Self) -> Result<Flowing>,
    ) -> Result<Option<u32>> {
        Ok(match translate(self)? {
            Flowing::On => Some(next),
            Flowing::Ends => None,
        })
    }

    /// Gives up on a feature, with the reason, where it is executed.
    pub(super) fn unsupported(&mut self, reason: impl Into<String>) -> Result<Flowing> {
        let index = self.reasons.len() as u32;
        self.reasons.push(reason.into().into());
        self.emit(Inst::Unsupported { reason: index });
        Ok(Flowing::Ends)
    }

    /// Pops operands, given the kinds from the bottom up.
    pub(super) fn operands<const N: usize>(&mut self, kinds: [Kind; N]) -> Result<[Reg; N]> {
        let regs = self.pop_regs(&kinds)?;
        Ok(regs.as_slice().try_into().expect("as many registers as kinds"))
    }

    fn load(&mut self, block: BlockId, kind: Kind, slot: u16) -> Result<()> {
        let reg = self.regs.local(self.at, slot, kind)?;
        self.note_load(block, reg)?;
        self.push(Value::Reg(reg, kind))
    }

    fn store(&mut self, block: BlockId, kind: Kind, slot: u16) -> Result<()> {
        if let (Kind::Ref, Some(Value::Address(address))) = (kind, self.stack.peek(0)) {
            self.pop()?;
            return self.store_address(block, address, slot);
        }
        let dst = self.regs.local(self.at, slot, kind)?;
        self.vacate(dst, self.stack.len().saturating_sub(1))?;
        match self.pop()? {
            Value::Int(value) if kind == Kind::Int => self.emit(Inst::ConstInt { dst, value }),
            Value::Reg(src, found) if found == kind => self.move_to(block, dst, src),
            _ => return self.fault(format!("a value of another kind is stored as {kind}")),
        }
        self.note_store(block, slot, kind)?;
        Ok(())
    }

    /// Copies a popped value to a variable; if it was just computed, computes it there.
    fn move_to(&mut self, block: BlockId, dst: Reg, src: Reg) {
        if src == dst {
            return;
        }
        let first = self.first_inst(block);
        let unshared = self.regs.is_temporary(src) && !self.stack.names(src);
        match self.insts[first..].last_mut().and_then(Inst::def_mut) {
            Some(def) if unshared && *def == src => *def = dst,
            _ => self.emit(Inst::Move { dst, src }),
        }
    }

    /// Where the block's instructions begin; those before belong to blocks translated earlier.
    fn first_inst(&self, block: BlockId) -> usize {
        match block.0.checked_sub(1) {
            Some(before) => self.flow.blocks[before as usize].insts.end as usize,
            None => 0,
        }
    }

    fn drop_words(&mut self, block: BlockId, words: u8) -> Result<()> {
        for _ in 0..self.entries(0, words)? {
            let Value::Reg(dropped, _) = self.pop()? else { continue };
            let unshared = self.regs.is_temporary(dropped) && !self.stack.names(dropped);
            let first = self.first_inst(block);
            if let Some(Inst::Call { dst, .. }) = self.insts[first..].last_mut()
                && unshared
                && *dst == dropped
            {
                *dst = Reg::NONE;
            }
        }
        Ok(())
    }

    fn increment(&mut self, block: BlockId, slot: u16, by: i32) -> Result<()> {
        let dst = self.regs.local(self.at, slot, Kind::Int)?;
        self.note_load(block, dst)?;
        self.vacate(dst, self.stack.len())?;
        self.emit(Inst::BinaryConst { op: BinOp::IntAdd, dst, lhs: dst, rhs: by });
        self.note_store(block, slot, Kind::Int)?;
        Ok(())
    }

    fn binary(&mut self, block: BlockId, op: BinOp, next: u32) -> Result<Option<u32>> {
        let (left, right, result) = op.kinds();
        if left == result {
            self.arithmetic(op)?;
            return Ok(Some(next));
        }
        if !self.flow.is_leader(next)
            && let (Op::IfZero(cond, target), behind) = bytecode::decode(self.attribute.code, next)?
        {
            let operands = self.operands([left, right])?;
            let fused = |[lhs, rhs]: [Reg; 2], target| match op.kinds().0 {
                Kind::Float => IfFloat { cond, unordered: unordered(op, cond), lhs, rhs, target },
                Kind::Double => IfDouble { cond, unordered: unordered(op, cond), lhs, rhs, target },
                Kind::Int | Kind::Long | Kind::Ref => IfLong { cond, lhs, rhs, target },
            };
            use Inst::{IfDouble, IfFloat, IfLong};
            self.branch(block, operands, target, behind, fused)?;
            return Ok(None);
        }
        let [lhs, rhs] = self.operands([left, right])?;
        self.push_new(result, |dst| Inst::Binary { op, dst, lhs, rhs })?;
        Ok(Some(next))
    }

    /// Arithmetic; int constants on the right are part of the instruction, as are those on the left if it commutes.
    fn arithmetic(&mut self, op: BinOp) -> Result<()> {
        let (left, right, result) = op.kinds();
        if left != Kind::Int {
            let [lhs, rhs] = self.operands([left, right])?;
            return self.push_new(result, |dst| Inst::Binary { op, dst, lhs, rhs });
        }
        if commutes(op)
            && matches!((self.stack.peek(1), self.stack.peek(0)), (Some(Value::Int(_)), Some(Value::Reg(..))))
        {
            self.swap()?;
        }
        if let Some(Value::Int(rhs)) = self.stack.peek(0) {
            self.pop()?;
            let lhs = self.pop_reg(Kind::Int)?;
            return self.push_new(Kind::Int, |dst| Inst::BinaryConst { op, dst, lhs, rhs });
        }
        let [lhs, rhs] = self.operands([Kind::Int, Kind::Int])?;
        self.push_new(Kind::Int, |dst| Inst::Binary { op, dst, lhs, rhs })
    }

    /// `if_icmp…`, with a constant on either side as part of the instruction.
    fn compare(&mut self, block: BlockId, cond: Cond, target: u32, next: u32) -> Result<()> {
        let (lhs, rhs) = (self.stack.peek(1), self.stack.peek(0));
        let (cond, rhs) = match (lhs, rhs) {
            (_, Some(Value::Int(rhs))) => (cond, rhs),
            (Some(Value::Int(lhs)), Some(Value::Reg(..))) => {
                self.swap()?;
                (cond.flip(), lhs)
            }
            _ => {
                let operands = self.operands([Kind::Int, Kind::Int])?;
                let inst = |[lhs, rhs]: [Reg; 2], target| Inst::If { cond, lhs, rhs, target };
                return self.branch(block, operands, target, next, inst);
            }
        };
        self.pop()?;
        let lhs = self.pop_reg(Kind::Int)?;
        self.branch(block, [lhs], target, next, |[lhs], target| Inst::IfConst { cond, lhs, rhs, target })
    }

    /// Ends the block with a branch on operands already popped.
    fn branch<const N: usize>(
        &mut self,
        block: BlockId,
        mut operands: [Reg; N],
        target: u32,
        next: u32,
        make: impl FnOnce([Reg; N], Pc) -> Inst,
    ) -> Result<()> {
        self.flush(&mut operands)?;
        if next as usize >= self.attribute.code.len() {
            return self.fault("control falls off the end of the code");
        }
        let target = self.edge(block, target)?;
        self.emit(make(operands, target));
        self.fall_to(block, next)
    }

    fn switch(&mut self, block: BlockId) -> Result<()> {
        let mut operand = [self.pop_reg(Kind::Int)?];
        self.flush(&mut operand)?;
        let table = bytecode::switch(self.attribute.code, self.at)?;
        let mut cases = Vec::with_capacity(table.cases.len());
        let default = self.edge(block, table.default)?;
        for (key, target) in table.cases {
            cases.push((key, self.edge(block, target)?));
        }
        let index = self.switches.len() as u32;
        self.switches.push(Switch::new(cases, default));
        self.emit(Inst::Switch { src: operand[0], table: index });
        Ok(())
    }

    fn return_(&mut self, kind: Option<Kind>) -> Result<()> {
        if kind != self.method.result.kind() {
            return self.fault("the method returns something else than it declares");
        }
        match kind {
            None => self.emit(Inst::Return),
            Some(kind) => {
                let src = self.pop_reg(kind)?;
                self.emit(Inst::ReturnValue { src });
            }
        }
        Ok(())
    }

    fn new_primitive_array(&mut self, code: u8) -> Result<()> {
        const ELEMENTS: [TypeId; 8] = [
            TypeId::BOOLEAN,
            TypeId::CHAR,
            TypeId::FLOAT,
            TypeId::DOUBLE,
            TypeId::BYTE,
            TypeId::SHORT,
            TypeId::INT,
            TypeId::LONG,
        ];
        let Some(&element) = code.checked_sub(4).and_then(|index| ELEMENTS.get(usize::from(index))) else {
            return self.fault(format!("an array of unknown type {code}"));
        };
        let ty = self.program.array_of(element);
        let len = self.pop_reg(Kind::Int)?;
        self.push_new(Kind::Ref, |dst| Inst::NewArray { dst, len, ty })
    }
}

/// Whether a block goes on behind an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flowing {
    On,
    Ends,
}

/// Whether a fused comparison jumps on NaN: `…cmpl` counts as −1 then, `…cmpg` as 1.
fn unordered(op: BinOp, cond: Cond) -> bool {
    let result = if matches!(op, BinOp::FloatCmpl | BinOp::DoubleCmpl) { -1 } else { 1 };
    cond.holds(result, 0)
}

fn commutes(op: BinOp) -> bool {
    matches!(op, BinOp::IntAdd | BinOp::IntMul | BinOp::IntAnd | BinOp::IntOr | BinOp::IntXor)
}
