//! Which registers are live where: read on some path before they are written.
//!
//! Exception edges count: what a handler needs is live at every instruction it covers that can throw.

use super::body::Body;
use super::inst::Pc;
use super::operand::Reg;

/// A bit per register and instruction.
#[derive(Clone, Debug)]
pub struct Liveness {
    words_per_pc: usize,
    live_in: Box<[u64]>,
}

impl Liveness {
    /// The least solution of the usual backward equations.
    pub fn of(body: &Body) -> Self {
        let words_per_pc = body.kinds.len().div_ceil(64).max(1);
        let mut liveness = Self { words_per_pc, live_in: vec![0; words_per_pc * body.insts.len()].into() };
        let mut set = vec![0; words_per_pc];
        loop {
            let mut changed = false;
            for index in (0..body.insts.len()).rev() {
                liveness.transfer(body, Pc(index as u32), &mut set);
                let old = &mut liveness.live_in[index * words_per_pc..][..words_per_pc];
                changed |= old != set.as_slice();
                old.copy_from_slice(&set);
            }
            if !changed {
                return liveness;
            }
        }
    }

    /// Whether the value in `reg` just before `pc` may still be read.
    pub fn is_live(&self, pc: Pc, reg: Reg) -> bool {
        self.row(pc)[reg.index() / 64] >> (reg.index() % 64) & 1 == 1
    }

    /// The registers live just before `pc`, ascending.
    pub fn live_in(&self, pc: Pc) -> impl Iterator<Item = Reg> {
        self.row(pc).iter().enumerate().flat_map(|(word, &bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| Reg((word * 64 + bit) as u16))
        })
    }

    fn row(&self, pc: Pc) -> &[u64] {
        &self.live_in[pc.index() * self.words_per_pc..][..self.words_per_pc]
    }

    fn transfer(&self, body: &Body, pc: Pc, set: &mut [u64]) {
        set.fill(0);
        let join =
            |set: &mut [u64], row: &[u64]| set.iter_mut().zip(row).for_each(|(bits, row)| *bits |= row);
        body.successors(pc, |next| join(set, self.row(next)));
        let inst = body.inst(pc);
        if let Some(dst) = inst.def() {
            set[dst.index() / 64] &= !(1 << (dst.index() % 64));
        }
        if inst.can_throw() {
            for handler in body.handlers_at(pc) {
                let exception = handler.exception.index();
                for (word, &row) in self.row(handler.target).iter().enumerate() {
                    let defined = if exception / 64 == word { 1 << (exception % 64) } else { 0 };
                    set[word] |= row & !defined;
                }
            }
        }
        inst.uses(&body.operands, |reg| set[reg.index() / 64] |= 1 << (reg.index() % 64));
    }
}
