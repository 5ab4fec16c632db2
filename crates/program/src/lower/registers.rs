//! Which register stands for which local variable or stack position.
//!
//! A register has one kind, so a slot that holds an int here and a reference there has two registers.

use super::{Fault, Result};
use crate::code::{Kind, Reg};

pub(super) struct Registers {
    pub kinds: Vec<Kind>,
    pub params: u16,
    /// By slot and kind; `Reg::NONE` until used.
    locals: Vec<[Reg; 5]>,
    /// By depth and kind.
    stack: Vec<[Reg; 5]>,
    /// Temporaries without a place on the stack, by kind.
    spare: [Vec<Reg>; 5],
    /// Whether a register is a temporary, not a local variable.
    temporary: Vec<bool>,
}

impl Registers {
    /// Registers for the locals and the stack of a method.
    pub fn new(max_locals: u16, max_stack: u16) -> Self {
        Self {
            kinds: Vec::new(),
            params: 0,
            locals: vec![[Reg::NONE; 5]; usize::from(max_locals)],
            stack: vec![[Reg::NONE; 5]; usize::from(max_stack) + 1],
            spare: Default::default(),
            temporary: Vec::new(),
        }
    }

    /// Gives the next parameter its register; the slot behind it.
    pub fn add_param(&mut self, slot: u16, kind: Kind) -> Result<u16> {
        self.params += 1;
        self.local(0, slot, kind)?;
        Ok(slot + if is_wide(kind) { 2 } else { 1 })
    }

    /// The register of a local variable; `at` is for the fault.
    pub fn local(&mut self, at: u32, slot: u16, kind: Kind) -> Result<Reg> {
        let words = if is_wide(kind) { 2 } else { 1 };
        if usize::from(slot) + words > self.locals.len() {
            return Err(Fault::new(at, format!("local variable {slot} is out of range")));
        }
        let reg = self.locals[usize::from(slot)][kind as usize];
        if !reg.is_none() {
            return Ok(reg);
        }
        let reg = self.add(at, kind, false)?;
        self.locals[usize::from(slot)][kind as usize] = reg;
        Ok(reg)
    }

    /// The register of a local variable, if it is used anywhere.
    pub fn known_local(&self, slot: u16, kind: Kind) -> Option<Reg> {
        let reg = *self.locals.get(usize::from(slot))?.get(kind as usize)?;
        (!reg.is_none()).then_some(reg)
    }

    /// The registers that lose their value when a variable of this kind is stored to a slot.
    pub fn overwritten(&self, slot: u16, kind: Option<Kind>) -> impl Iterator<Item = Reg> {
        let wide = kind.is_some_and(is_wide);
        let at = |slot: usize| self.locals.get(slot).into_iter().flatten().copied().enumerate();
        let own =
            at(usize::from(slot)).filter(move |&(other, _)| Some(other) != kind.map(|kind| kind as usize));
        let second = at(usize::from(slot) + 1).filter(move |_| wide);
        let wide_before = at(usize::from(slot).wrapping_sub(1))
            .filter(|&(kind, _)| kind == Kind::Long as usize || kind == Kind::Double as usize);
        own.chain(second).chain(wide_before).map(|(_, reg)| reg).filter(|reg| !reg.is_none())
    }

    /// The canonical register of a stack position.
    pub fn stack(&mut self, at: u32, depth: usize, kind: Kind) -> Result<Reg> {
        let Some(&regs) = self.stack.get(depth) else { return Err(Fault::new(at, "operand stack overflow")) };
        let reg = regs[kind as usize];
        if !reg.is_none() {
            return Ok(reg);
        }
        let reg = self.add(at, kind, true)?;
        self.stack[depth][kind as usize] = reg;
        Ok(reg)
    }

    /// A temporary that `in_use` does not hold.
    pub fn spare(&mut self, at: u32, kind: Kind, in_use: impl Fn(Reg) -> bool) -> Result<Reg> {
        if let Some(&reg) = self.spare[kind as usize].iter().find(|&&reg| !in_use(reg)) {
            return Ok(reg);
        }
        let reg = self.add(at, kind, true)?;
        self.spare[kind as usize].push(reg);
        Ok(reg)
    }

    /// Of each register, the slot it stands for.
    pub fn slots(&self) -> Box<[Option<u16>]> {
        let mut out = vec![None; self.kinds.len()];
        for (slot, regs) in (0..=u16::MAX).zip(&self.locals) {
            for reg in regs.iter().filter(|reg| !reg.is_none()) {
                out[reg.index()] = Some(slot);
            }
        }
        out.into()
    }

    /// Whether it is neither a local nor a place of the stack.
    pub fn is_temporary(&self, reg: Reg) -> bool {
        self.temporary[reg.index()]
    }

    fn add(&mut self, at: u32, kind: Kind, temporary: bool) -> Result<Reg> {
        let next = u16::try_from(self.kinds.len()).ok().map(Reg).filter(|reg| !reg.is_none());
        let reg = next.ok_or(Fault::new(at, "more registers than we can count"))?;
        self.kinds.push(kind);
        self.temporary.push(temporary);
        Ok(reg)
    }
}

pub(super) fn is_wide(kind: Kind) -> bool {
    matches!(kind, Kind::Long | Kind::Double)
}
