//! The symbolic operand stack: where each value is, and how it gets where it must be.
//!
//! Invariant: a register an entry names holds the entry's value until the entry is popped. Whoever overwrites a
//! register moves the entries that name it away first ([`Lowering::vacate`]); temporaries are chosen so that no entry
//! names them ([`Lowering::fresh`]).

use smallvec::SmallVec;

use super::registers::is_wide;
use super::{Lowering, Result};
use crate::code::{Inst, Kind, Reg};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// In a register: a local variable not copied yet, or a temporary.
    Reg(Reg, Kind),
    /// An int constant that no instruction has loaded yet.
    Int(i32),
    /// The return address of a subroutine: the offset behind its `jsr`.
    Address(u32),
}

/// What a block finds on the stack when it begins: values in their canonical registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Kind(Kind),
    Address(u32),
}

#[derive(Default)]
pub(super) struct Stack {
    values: Vec<Value>,
}

impl Value {
    fn shape(self) -> Shape {
        match self {
            Value::Reg(_, kind) => Shape::Kind(kind),
            Value::Int(_) => Shape::Kind(Kind::Int),
            Value::Address(address) => Shape::Address(address),
        }
    }

    /// Whether it takes two places, as the JVM counts.
    pub fn is_wide(self) -> bool {
        matches!(self, Value::Reg(_, kind) if is_wide(kind))
    }
}

impl Stack {
    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// The value `depth` entries below the top.
    pub fn peek(&self, depth: usize) -> Option<Value> {
        self.values.len().checked_sub(depth + 1).map(|index| self.values[index])
    }

    /// What kinds of values there are.
    pub fn shape(&self) -> SmallVec<[Shape; 4]> {
        self.values.iter().map(|value| value.shape()).collect()
    }

    /// Whether one of the values is in the register.
    pub fn names(&self, reg: Reg) -> bool {
        self.values.iter().any(|value| matches!(*value, Value::Reg(named, _) if named == reg))
    }

    fn words(&self) -> usize {
        self.values.iter().map(|value| if value.is_wide() { 2 } else { 1 }).sum()
    }
}

impl Lowering<'_> {
    /// Begins a block: all values in their canonical registers.
    pub(super) fn enter(&mut self, shape: &[Shape]) -> Result<()> {
        self.stack.values.clear();
        for (depth, &shape) in shape.iter().enumerate() {
            let value = match shape {
                Shape::Kind(kind) => Value::Reg(self.regs.stack(self.at, depth, kind)?, kind),
                Shape::Address(address) => Value::Address(address),
            };
            self.stack.values.push(value);
        }
        Ok(())
    }

    pub(super) fn push(&mut self, value: Value) -> Result<()> {
        self.stack.values.push(value);
        if self.stack.values.len() * 2 > usize::from(self.attribute.max_stack)
            && self.stack.words() > usize::from(self.attribute.max_stack)
        {
            return self.fault("operand stack overflow");
        }
        Ok(())
    }

    pub(super) fn pop(&mut self) -> Result<Value> {
        match self.stack.values.pop() {
            Some(value) => Ok(value),
            None => self.fault("operand stack underflow"),
        }
    }

    /// Pops a value that must be in a register of this kind.
    pub(super) fn pop_reg(&mut self, kind: Kind) -> Result<Reg> {
        self.force(0, kind)?;
        match self.pop()? {
            Value::Reg(reg, _) => Ok(reg),
            Value::Int(_) | Value::Address(_) => unreachable!("`force` put the value into a register"),
        }
    }

    /// Pops the operands of an instruction, given the kinds from the bottom up.
    pub(super) fn pop_regs(&mut self, kinds: &[Kind]) -> Result<SmallVec<[Reg; 8]>> {
        for (depth, &kind) in kinds.iter().rev().enumerate() {
            self.force(depth, kind)?;
        }
        let first = self.stack.values.len() - kinds.len();
        let popped = self.stack.values.drain(first..).map(|value| match value {
            Value::Reg(reg, _) => reg,
            Value::Int(_) | Value::Address(_) => unreachable!("`force` put the values into registers"),
        });
        Ok(popped.collect())
    }

    /// Puts the value `depth` entries below the top, which must be of this kind, into a register. Done while all
    /// operands are still on the stack, so that no temporary is taken twice.
    pub(super) fn force(&mut self, depth: usize, kind: Kind) -> Result<Reg> {
        let Some(value) = self.stack.peek(depth) else { return self.fault("operand stack underflow") };
        match value {
            Value::Reg(reg, found) if found == kind => Ok(reg),
            Value::Int(value) if kind == Kind::Int => {
                let index = self.stack.len() - 1 - depth;
                let dst = self.fresh(index, Kind::Int)?;
                self.emit(Inst::ConstInt { dst, value });
                self.stack.values[index] = Value::Reg(dst, Kind::Int);
                Ok(dst)
            }
            Value::Reg(_, found) => {
                self.fault(format!("expected {kind} on the operand stack, found {found}"))
            }
            Value::Int(_) => self.fault(format!("expected {kind} on the operand stack, found int")),
            Value::Address(_) => {
                self.fault(format!("expected {kind} on the operand stack, found a return address"))
            }
        }
    }

    /// Emits an instruction whose result becomes the new top of the stack.
    pub(super) fn push_new(&mut self, kind: Kind, make: impl FnOnce(Reg) -> Inst) -> Result<()> {
        let dst = self.fresh(self.stack.len(), kind)?;
        self.emit(make(dst));
        self.push(Value::Reg(dst, kind))
    }

    /// A temporary for a value at a stack position: its canonical register unless another entry names that.
    pub(super) fn fresh(&mut self, depth: usize, kind: Kind) -> Result<Reg> {
        let canonical = self.regs.stack(self.at, depth, kind)?;
        if !self.stack.names(canonical) {
            return Ok(canonical);
        }
        let stack = &self.stack;
        self.regs.spare(self.at, kind, |reg| stack.names(reg))
    }

    /// Before `reg` is overwritten: copies it for those of the lowest `entries` entries that name it.
    pub(super) fn vacate(&mut self, reg: Reg, entries: usize) -> Result<()> {
        for index in 0..entries {
            if let Value::Reg(named, kind) = self.stack.values[index]
                && named == reg
            {
                let dst = self.fresh(index, kind)?;
                self.emit(Inst::Move { dst, src: reg });
                self.stack.values[index] = Value::Reg(dst, kind);
            }
        }
        Ok(())
    }

    /// Ends a block: puts every value into its canonical register, all at once as it were. `held` are registers the
    /// branch still reads; those that would be overwritten are copied, and their entry in `held` is changed.
    pub(super) fn flush(&mut self, held: &mut [Reg]) -> Result<()> {
        let mut moves: SmallVec<[(Reg, Reg); 4]> = SmallVec::new();
        let mut constants: SmallVec<[(Reg, i32); 4]> = SmallVec::new();
        for index in 0..self.stack.len() {
            match self.stack.values[index] {
                Value::Reg(src, kind) => {
                    let dst = self.regs.stack(self.at, index, kind)?;
                    if dst != src {
                        moves.push((dst, src));
                    }
                }
                Value::Int(value) => constants.push((self.regs.stack(self.at, index, Kind::Int)?, value)),
                Value::Address(_) => {}
            }
        }
        let mut busy: SmallVec<[Reg; 8]> =
            moves.iter().map(|&(_, src)| src).chain(held.iter().copied()).collect();
        for held in held {
            if moves.iter().any(|&(dst, _)| dst == *held) || constants.iter().any(|&(dst, _)| dst == *held) {
                *held = self.copy_aside(*held, &mut busy)?;
            }
        }
        self.move_all(moves, &mut busy)?;
        for (dst, value) in constants {
            self.emit(Inst::ConstInt { dst, value });
        }
        Ok(())
    }

    /// Moves in parallel: a register is overwritten only when nobody reads it any more.
    fn move_all(
        &mut self,
        mut moves: SmallVec<[(Reg, Reg); 4]>,
        busy: &mut SmallVec<[Reg; 8]>,
    ) -> Result<()> {
        while !moves.is_empty() {
            let free = |&(dst, _): &(Reg, Reg)| !moves.iter().any(|&(_, src)| src == dst);
            match moves.iter().position(free) {
                Some(index) => {
                    let (dst, src) = moves.remove(index);
                    self.emit(Inst::Move { dst, src });
                }
                None => {
                    // Only cycles are left; breaking one frees the register everybody waits for.
                    let src = moves[0].1;
                    let aside = self.copy_aside(src, busy)?;
                    moves.iter_mut().filter(|(_, read)| *read == src).for_each(|(_, read)| *read = aside);
                }
            }
        }
        Ok(())
    }

    /// Copies a register to a temporary that is not busy, which then is.
    fn copy_aside(&mut self, src: Reg, busy: &mut SmallVec<[Reg; 8]>) -> Result<Reg> {
        let kind = self.regs.kinds[src.index()];
        let dst = self.regs.spare(self.at, kind, |reg| busy.contains(&reg))?;
        busy.push(dst);
        self.emit(Inst::Move { dst, src });
        Ok(dst)
    }

    /// `dup` and its relatives: copies the top `words` words beneath `beneath` further words.
    pub(super) fn duplicate(&mut self, words: u8, beneath: u8) -> Result<()> {
        let copied = self.entries(0, words)?;
        let skipped = self.entries(copied, beneath)?;
        let len = self.stack.len();
        let top: SmallVec<[Value; 2]> = self.stack.values[len - copied..].into();
        let at = len - copied - skipped;
        self.stack.values.splice(at..at, top);
        if self.stack.words() > usize::from(self.attribute.max_stack) {
            return self.fault("operand stack overflow");
        }
        Ok(())
    }

    pub(super) fn swap(&mut self) -> Result<()> {
        let (one, other) = (self.entries(0, 1)?, self.entries(1, 1)?);
        let len = self.stack.len();
        self.stack.values.swap(len - one, len - one - other);
        Ok(())
    }

    /// How many entries make up `words` words below the top `skip` entries; none may be cut in half.
    pub(super) fn entries(&self, skip: usize, words: u8) -> Result<usize> {
        let (mut left, mut entries) = (words, 0);
        while left > 0 {
            let Some(value) = self.stack.peek(skip + entries) else {
                return self.fault("operand stack underflow");
            };
            let Some(rest) = left.checked_sub(if value.is_wide() { 2 } else { 1 }) else {
                return self.fault("half of a long or double on the operand stack");
            };
            (left, entries) = (rest, entries + 1);
        }
        Ok(entries)
    }
}
