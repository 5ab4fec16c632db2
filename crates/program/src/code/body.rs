//! The code of one method.
//!
//! Invariants (checked by [`validate`](super::validate)): parameters are the first registers; every register has one
//! kind; every jump lands inside; the last instruction does not fall through; every register is written before it is
//! read on every path; tables and handlers are in range.

use std::sync::{Arc, OnceLock};

use super::inst::{Inst, Pc, RegList};
use super::liveness::Liveness;
use super::operand::{Kind, Reg};
use crate::TypeId;

/// The code of a method.
#[derive(Debug, Default)]
pub struct Body {
    pub insts: Box<[Inst]>,
    /// The kind of every register; its length is the size of a frame.
    pub kinds: Box<[Kind]>,
    /// The registers `r0 … r(params-1)` hold the arguments on entry, the receiver first.
    pub params: u16,
    /// Registers of calls and multi-array allocations, see [`Body::list`].
    pub operands: Box<[Reg]>,
    pub switches: Box<[Switch]>,
    /// The exception table, in order of precedence.
    pub handlers: Box<[Handler]>,
    /// `(first pc, line)`, ascending by pc.
    pub lines: Box<[(Pc, u16)]>,
    pub locals: Box<[LocalVar]>,
    /// Of each register, the slot of the class file's local variable it stands for; shorter if the last stand for none.
    pub slots: Box<[Option<u16>]>,
    /// Why an [`Inst::Unsupported`] is one.
    pub reasons: Box<[Box<str>]>,
    pub(crate) liveness: OnceLock<Liveness>,
}

/// An exception edge: from any throwing instruction in `start..end` to `target`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    pub start: Pc,
    pub end: Pc,
    pub target: Pc,
    /// What it catches; everything if none (`finally`).
    pub catch: Option<TypeId>,
    /// Where the exception is put.
    pub exception: Reg,
}

/// A variable of the source text: `reg` holds it in `start..end`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalVar {
    pub name: Arc<str>,
    pub ty: TypeId,
    pub reg: Reg,
    pub start: Pc,
    pub end: Pc,
}

/// Where a switch goes. Keys ascend strictly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    pub keys: Box<[i32]>,
    /// One per key.
    pub targets: Box<[Pc]>,
    pub default: Pc,
    /// Keys are consecutive, so that a target is found by subtraction.
    pub dense: bool,
}

impl Body {
    /// The instruction at a place.
    #[inline]
    pub fn inst(&self, pc: Pc) -> &Inst {
        &self.insts[pc.index()]
    }

    /// All places, in order.
    pub fn pcs(&self) -> impl Iterator<Item = Pc> + use<> {
        (0..self.insts.len() as u32).map(Pc)
    }

    /// The registers of a list.
    #[inline]
    pub fn list(&self, list: RegList) -> &[Reg] {
        &self.operands[list.range()]
    }

    /// What a register holds.
    #[inline]
    pub fn kind(&self, reg: Reg) -> Kind {
        self.kinds[reg.index()]
    }

    /// Source line of an instruction, if the class file tells.
    pub fn line(&self, pc: Pc) -> Option<u32> {
        let after = self.lines.partition_point(|&(start, _)| start <= pc);
        after.checked_sub(1).map(|index| u32::from(self.lines[index].1))
    }

    /// The source variable a register holds at `pc`.
    pub fn local_at(&self, reg: Reg, pc: Pc) -> Option<&LocalVar> {
        self.locals.iter().find(|local| local.reg == reg && local.start <= pc && pc < local.end)
    }

    /// The slot of the class file's local variable a register stands for.
    pub fn slot(&self, reg: Reg) -> Option<u16> {
        self.slots.get(reg.index()).copied().flatten()
    }

    /// The handlers that cover `pc`, in order of precedence.
    pub fn handlers_at(&self, pc: Pc) -> impl Iterator<Item = &Handler> {
        self.handlers.iter().filter(move |handler| handler.start <= pc && pc < handler.end)
    }

    /// Successors without exceptions: fall-through first, then jump targets.
    pub fn successors(&self, pc: Pc, mut visit: impl FnMut(Pc)) {
        let inst = self.inst(pc);
        if !inst.ends_flow() {
            visit(pc.next());
        }
        if let Some(target) = inst.target() {
            visit(target);
        }
        if let Inst::Switch { table, .. } = *inst {
            let switch = &self.switches[table as usize];
            switch.targets.iter().copied().for_each(&mut visit);
            visit(switch.default);
        }
    }

    /// Which registers are still needed where; computed on first use.
    pub fn liveness(&self) -> &Liveness {
        self.liveness.get_or_init(|| Liveness::of(self))
    }
}

impl Switch {
    /// A switch with these cases, sorted here.
    pub fn new(cases: Vec<(i32, Pc)>, default: Pc) -> Self {
        let dense = cases.windows(2).all(|pair| i64::from(pair[0].0) + 1 == i64::from(pair[1].0));
        let (keys, targets): (Vec<_>, Vec<_>) = cases.into_iter().unzip();
        Self { keys: keys.into(), targets: targets.into(), default, dense }
    }

    /// Where a value leads.
    #[inline]
    pub fn target(&self, value: i32) -> Pc {
        let index = if self.dense {
            let first = self.keys.first().copied().unwrap_or(0);
            usize::try_from(i64::from(value) - i64::from(first)).ok()
        } else {
            self.keys.binary_search(&value).ok()
        };
        index.and_then(|index| self.targets.get(index)).copied().unwrap_or(self.default)
    }

    /// The cases, by value.
    pub fn cases(&self) -> impl Iterator<Item = (i32, Pc)> {
        self.keys.iter().copied().zip(self.targets.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_find_their_case() {
        let dense = Switch::new(vec![(-1, Pc(1)), (0, Pc(2)), (1, Pc(3))], Pc(9));
        assert_eq!([-2, -1, 0, 1, 2].map(|value| dense.target(value).0), [9, 1, 2, 3, 9]);
        let sparse = Switch::new(vec![(i32::MIN, Pc(1)), (i32::MAX, Pc(2))], Pc(9));
        assert_eq!([i32::MIN, 0, i32::MAX].map(|value| sparse.target(value).0), [1, 9, 2]);
        assert_eq!(Switch::new(Vec::new(), Pc(4)).target(0), Pc(4));
    }
}
