//! Every local variable is assigned, with the kind it is read as, on every path to its use (JVMS 4.10.2).
//!
//! Temporaries need no check: the symbolic stack never reads one that was not written.

use super::flow::BlockId;
use super::{Fault, Lowering, Result};
use crate::code::{Kind, Reg};

/// What a block does to local variables.
#[derive(Default)]
pub(super) struct Assigned {
    /// Assigned at its end.
    assigned: BitSet,
    /// Overwritten by a value of another kind somewhere in it, among the registers known by then.
    overwritten: BitSet,
    /// Every store, by slot and kind; no kind for return addresses.
    stores: Vec<(u16, Option<Kind>)>,
    /// Read before it is assigned in the block, and where.
    read: Vec<(Reg, u32)>,
}

#[derive(Clone, Default, PartialEq, Eq)]
struct BitSet {
    words: Vec<u64>,
}

impl Lowering<'_> {
    pub(super) fn note_load(&mut self, block: BlockId, reg: Reg) -> Result<()> {
        let at = self.at;
        let assigned = &mut self.flow.block_mut(block).assigned;
        if assigned.assigned.contains(reg) {
            return Ok(());
        }
        if assigned.overwritten.contains(reg) {
            return self.fault("a local variable is read as a kind it does not have");
        }
        assigned.read.push((reg, at));
        Ok(())
    }

    /// The register of the variable stored.
    pub(super) fn note_store(&mut self, block: BlockId, slot: u16, kind: Kind) -> Result<Reg> {
        let reg = self.regs.local(self.at, slot, kind)?;
        self.note_overwritten(block, slot, Some(kind));
        self.flow.block_mut(block).assigned.assigned.insert(reg);
        Ok(reg)
    }

    pub(super) fn note_overwritten(&mut self, block: BlockId, slot: u16, kind: Option<Kind>) {
        let assigned = &mut self.flow.blocks[block.0 as usize].assigned;
        assigned.stores.push((slot, kind));
        for reg in self.regs.overwritten(slot, kind) {
            assigned.assigned.remove(reg);
            assigned.overwritten.insert(reg);
        }
    }

    pub(super) fn check_assignment(&self) -> Result<()> {
        if self.reads_parameters_only() {
            return Ok(());
        }
        let entry = self.assigned_on_entry();
        for (block, entry) in self.flow.blocks.iter().zip(&entry) {
            let Some(entry) = entry else { continue };
            if let Some(&(_, at)) = block.assigned.read.iter().find(|&&(reg, _)| !entry.contains(reg)) {
                return Err(Fault::new(at, "a local variable is read that may not be assigned"));
            }
        }
        Ok(())
    }

    /// The common case, decided without looking at paths.
    fn reads_parameters_only(&self) -> bool {
        let is_param = |reg: Reg| reg.0 < self.regs.params;
        let fine = |assigned: &Assigned| {
            assigned.read.iter().all(|&(reg, _)| is_param(reg))
                && (0..self.regs.params).all(|reg| !assigned.overwritten.contains(Reg(reg)))
        };
        self.flow.blocks.iter().all(|block| fine(&block.assigned))
    }

    /// The greatest solution of the usual forward equations; none for blocks not reached.
    fn assigned_on_entry(&self) -> Vec<Option<BitSet>> {
        let blocks = &self.flow.blocks;
        let mut entry = vec![None; blocks.len()];
        entry[0] = Some((0..self.regs.params).map(Reg).collect::<BitSet>());
        let mut work = vec![BlockId(0)];
        while let Some(id) = work.pop() {
            let block = self.flow.block(id);
            let stores = block.assigned.stores.iter();
            let overwritten = stores.flat_map(|&(slot, kind)| self.regs.overwritten(slot, kind)).collect();
            let kept =
                entry[id.0 as usize].clone().expect("in the work list, so reached").without(&overwritten);
            let at_end = kept.clone().with(&block.assigned.assigned);
            let mut reach = |to: BlockId, assigned: &BitSet| {
                let known = &mut entry[to.0 as usize];
                let met =
                    known.as_ref().map_or_else(|| assigned.clone(), |known| known.clone().meet(assigned));
                if known.as_ref() != Some(&met) {
                    *known = Some(met);
                    work.push(to);
                }
            };
            block.successors.iter().for_each(|&to| reach(to, &at_end));
            block.handlers.iter().for_each(|&(_, to, _)| reach(to, &kept));
        }
        entry
    }
}

impl BitSet {
    fn contains(&self, reg: Reg) -> bool {
        self.words.get(reg.index() / 64).is_some_and(|word| word >> (reg.index() % 64) & 1 == 1)
    }

    fn insert(&mut self, reg: Reg) {
        let word = reg.index() / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (reg.index() % 64);
    }

    fn remove(&mut self, reg: Reg) {
        if let Some(word) = self.words.get_mut(reg.index() / 64) {
            *word &= !(1 << (reg.index() % 64));
        }
    }

    fn without(mut self, other: &Self) -> Self {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= !other);
        self
    }

    fn with(mut self, other: &Self) -> Self {
        self.words.resize(self.words.len().max(other.words.len()), 0);
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
        self
    }

    /// What both have. Keeps its length, so that equal sets stay equal.
    fn meet(mut self, other: &Self) -> Self {
        for (index, word) in self.words.iter_mut().enumerate() {
            *word &= other.words.get(index).copied().unwrap_or(0);
        }
        self
    }
}

impl FromIterator<Reg> for BitSet {
    fn from_iter<T: IntoIterator<Item = Reg>>(regs: T) -> Self {
        let mut out = Self::default();
        regs.into_iter().for_each(|reg| out.insert(reg));
        out
    }
}
