//! Puts the blocks in a row and turns offsets into positions: jumps, handlers, lines, variables.

use std::sync::OnceLock;

use super::flow::BlockId;
use super::{Lowering, Result};
use crate::code::{Body, Handler, Inst, LocalVar, Pc, Switch};

/// Where blocks and offsets ended up.
struct Layout {
    /// Blocks in their final order.
    order: Vec<BlockId>,
    /// First position of each block.
    starts: Vec<Pc>,
    insts: Vec<Inst>,
    /// The offset each instruction comes from.
    offsets: Vec<u32>,
}

impl Lowering<'_> {
    pub(super) fn lay_out(mut self) -> Result<Body> {
        self.skip_empty_blocks();
        let layout = self.place_blocks();
        let handlers = self.place_handlers(&layout)?;
        let lines = self.place_lines(&layout);
        let locals = self.place_variables(&layout);
        Ok(Body {
            insts: layout.insts.into(),
            slots: self.regs.slots(),
            kinds: self.regs.kinds.into(),
            params: self.regs.params,
            operands: self.operands.into(),
            switches: self.switches.into(),
            handlers: handlers.into(),
            lines: lines.into(),
            locals: locals.into(),
            reasons: self.reasons.into(),
            liveness: OnceLock::new(),
        })
    }

    /// Lets every edge to a block without code lead where that block leads.
    fn skip_empty_blocks(&mut self) {
        let forwards: Vec<BlockId> =
            (0..self.flow.blocks.len() as u32).map(|id| self.forward(BlockId(id))).collect();
        let forward = |id: BlockId| forwards[id.0 as usize];
        for block in &mut self.flow.blocks {
            block.falls_to = block.falls_to.map(forward);
            block.handlers.iter_mut().for_each(|(_, target, _)| *target = forward(*target));
        }
        let redirect = |target: &mut Pc| target.0 = forward(BlockId(target.0)).0;
        self.insts.iter_mut().filter_map(Inst::target_mut).for_each(redirect);
        for switch in &mut self.switches {
            switch.targets.iter_mut().chain([&mut switch.default]).for_each(redirect);
        }
    }

    /// The first block with code on the way from a block, or where an empty loop was noticed.
    fn forward(&self, from: BlockId) -> BlockId {
        let mut at = from;
        for _ in 0..self.flow.blocks.len() {
            let block = self.flow.block(at);
            match block.falls_to {
                Some(next) if block.insts.is_empty() => at = next,
                _ => return at,
            }
        }
        at
    }

    /// Orders blocks by context and offset, the entry first; writes gotos where the next block is not the successor.
    fn place_blocks(&mut self) -> Layout {
        let mut order = self.needed_blocks();
        order[1..].sort_by_key(|&id| self.flow.block(id).key);
        let mut layout = Layout {
            starts: vec![Pc(0); self.flow.blocks.len()],
            insts: Vec::with_capacity(self.insts.len()),
            offsets: Vec::with_capacity(self.insts.len()),
            order,
        };
        for (index, &id) in layout.order.iter().enumerate() {
            let block = self.flow.block(id);
            layout.starts[id.0 as usize] = Pc(layout.insts.len() as u32);
            let range = block.insts.start as usize..block.insts.end as usize;
            layout.insts.extend_from_slice(&self.insts[range.clone()]);
            layout.offsets.extend_from_slice(&self.offsets[range]);
            if let Some(next) = block.falls_to
                && layout.order.get(index + 1) != Some(&next)
            {
                layout.offsets.push(layout.offsets.last().copied().unwrap_or(block.key.offset));
                layout.insts.push(Inst::Goto { target: Pc(next.0) });
            }
        }
        let starts = &layout.starts;
        let place = |target: &mut Pc| *target = starts[target.index()];
        layout.insts.iter_mut().filter_map(Inst::target_mut).for_each(place);
        for switch in &mut self.switches {
            switch.targets.iter_mut().chain([&mut switch.default]).for_each(place);
        }
        layout
    }

    /// The entry block and all that are still reached from it.
    fn needed_blocks(&self) -> Vec<BlockId> {
        let mut seen = vec![false; self.flow.blocks.len()];
        let mut order = vec![BlockId(0)];
        seen[0] = true;
        let mut next = 0;
        while let Some(&id) = order.get(next) {
            next += 1;
            let block = self.flow.block(id);
            let mut reach = |to: BlockId| {
                if !std::mem::replace(&mut seen[to.0 as usize], true) {
                    order.push(to);
                }
            };
            block.falls_to.into_iter().for_each(&mut reach);
            block.handlers.iter().for_each(|&(_, target, _)| reach(target));
            for inst in &self.insts[block.insts.start as usize..block.insts.end as usize] {
                inst.target().into_iter().for_each(|target| reach(BlockId(target.0)));
                if let Inst::Switch { table, .. } = *inst {
                    let Switch { targets, default, .. } = &self.switches[table as usize];
                    targets.iter().chain([default]).for_each(|target| reach(BlockId(target.0)));
                }
            }
        }
        order
    }

    /// One handler per entry of the exception table and run of neighbouring blocks it covers.
    fn place_handlers(&self, layout: &Layout) -> Result<Vec<Handler>> {
        let mut out: Vec<Handler> = Vec::new();
        for (index, entry) in self.attribute.handlers.iter().enumerate() {
            let first = out.len();
            let catch = (entry.catch != 0).then(|| self.class_constant(entry.catch)).transpose()?;
            for (place, &id) in layout.order.iter().enumerate() {
                let covered = self.flow.block(id).handlers.iter().find(|&&(of, ..)| usize::from(of) == index);
                let Some(&(_, target, exception)) = covered else { continue };
                let start = layout.starts[id.0 as usize];
                let after = layout.order.get(place + 1);
                let end = after.map_or(Pc(layout.insts.len() as u32), |next| layout.starts[next.0 as usize]);
                let target = layout.starts[target.0 as usize];
                match out[first..].last_mut() {
                    Some(last) if last.end == start && last.target == target => last.end = end,
                    _ => out.push(Handler { start, end, target, catch, exception }),
                }
            }
        }
        Ok(out)
    }

    fn place_lines(&self, layout: &Layout) -> Vec<(Pc, u16)> {
        let table = &self.attribute.lines;
        let mut out: Vec<(Pc, u16)> = Vec::new();
        if table.is_empty() {
            return out;
        }
        for (pc, &offset) in layout.offsets.iter().enumerate() {
            let after = table.partition_point(|&(start, _)| u32::from(start) <= offset);
            let line = after.checked_sub(1).map_or(0, |index| table[index].1);
            if out.last().is_none_or(|&(_, last)| last != line) && (line != 0 || !out.is_empty()) {
                out.push((Pc(pc as u32), line));
            }
        }
        out
    }

    /// A variable is where its register is, in every run of instructions that come from its range.
    fn place_variables(&self, layout: &Layout) -> Vec<LocalVar> {
        let sorted = layout.offsets.is_sorted();
        let mut out = Vec::new();
        for variable in &self.attribute.locals {
            let text = |index| self.file().pool().text(index).ok();
            let (Some(name), Some(descriptor)) = (text(variable.name), text(variable.descriptor)) else {
                continue;
            };
            let Some(ty) = self.program.type_of_descriptor(&descriptor) else { continue };
            let kind = ty.kind().expect("variables are not void");
            let Some(reg) = self.regs.known_local(variable.slot, kind) else { continue };
            for (start, end) in runs(&layout.offsets, sorted, variable.start..variable.end) {
                out.push(LocalVar { name: self.program.types.name(&name), ty, reg, start, end });
            }
        }
        out
    }
}

/// The runs of positions whose offsets are in a range.
fn runs(offsets: &[u32], sorted: bool, range: std::ops::Range<u32>) -> Vec<(Pc, Pc)> {
    if sorted {
        let first = |bound| Pc(offsets.partition_point(|&offset| offset < bound) as u32);
        let (start, end) = (first(range.start), first(range.end));
        return if start < end { vec![(start, end)] } else { Vec::new() };
    }
    let mut out: Vec<(Pc, Pc)> = Vec::new();
    for (pc, _) in offsets.iter().enumerate().filter(|(_, offset)| range.contains(offset)) {
        let pc = Pc(pc as u32);
        match out.last_mut() {
            Some((_, end)) if *end == pc => *end = pc.next(),
            _ => out.push((pc, pc.next())),
        }
    }
    out
}
