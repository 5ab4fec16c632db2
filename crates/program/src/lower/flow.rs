//! Basic blocks and the edges between them.
//!
//! A block begins at a jump target, behind a jump, and where the set of handlers changes. Blocks come into being when
//! an edge first reaches them; the stack must have the same shape on every edge. A block inside a subroutine exists
//! once per chain of `jsr`s that leads to it, its *context*, so that `ret` knows where to go.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::Range;

use super::assign::Assigned;
use super::attribute::CodeAttribute;
use super::bytecode::{self, Op};
use super::stack::{Shape, Value};
use super::{Fault, Lowering, Result};
use crate::code::{Kind, Pc, Reg};

/// Copies of subroutines may blow code up; this is how far.
const MAX_BLOCKS: usize = 1 << 17;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct BlockId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key {
    /// 0 outside subroutines; blocks are laid out by context, then offset.
    pub context: u32,
    pub offset: u32,
    /// Entered by an exception that the `astore` at the offset has already put into its variable.
    pub stored: bool,
}

pub(super) struct Block {
    pub key: Key,
    pub shape: SmallVec<[Shape; 4]>,
    /// Its part of [`Lowering::insts`].
    pub insts: Range<u32>,
    /// Where control goes behind the last instruction.
    pub falls_to: Option<BlockId>,
    /// All successors without exceptions.
    pub successors: SmallVec<[BlockId; 2]>,
    /// Index in the exception table and the block reached, in order of precedence; the register the exception is in.
    pub handlers: SmallVec<[(u16, BlockId, Reg); 2]>,
    pub assigned: Assigned,
}

pub(super) struct Flow {
    /// Whether an instruction begins here, by offset.
    starts: Vec<bool>,
    /// Whether a block begins here, by offset.
    leaders: Vec<bool>,
    pub blocks: Vec<Block>,
    ids: FxHashMap<Key, BlockId>,
    contexts: Vec<Context>,
}

/// An active subroutine.
struct Context {
    parent: u32,
    /// Where `ret` goes.
    returns_to: u32,
    /// The variable that holds the return address, once stored.
    slot: Option<u16>,
}

impl Flow {
    /// Finds where instructions and blocks begin; checks that all code decodes and all jumps hit instructions.
    pub fn new(attribute: &CodeAttribute<'_>) -> Result<Self> {
        let len = attribute.code.len();
        let mut flow = Self {
            starts: vec![false; len],
            leaders: vec![false; len + 1],
            blocks: Vec::new(),
            ids: FxHashMap::default(),
            contexts: vec![Context { parent: 0, returns_to: 0, slot: None }],
        };
        let mut targets = Vec::new();
        let mut at = 0;
        while (at as usize) < len {
            let (op, next) = bytecode::decode(attribute.code, at)?;
            flow.starts[at as usize] = true;
            if let Some(jumps) = jumps(attribute.code, at, op)? {
                targets.extend(jumps.into_iter().map(|target| (at, target)));
                flow.leaders[next as usize] = true;
            }
            at = next;
        }
        for handler in &attribute.handlers {
            targets.extend([(0, handler.start), (0, handler.target)]);
            if (handler.end as usize) < len {
                targets.push((0, handler.end));
            }
        }
        for (at, target) in targets {
            if !flow.starts.get(target as usize).copied().unwrap_or(false) {
                return Err(Fault::new(
                    at,
                    format!("a jump to offset {target}, where no instruction begins"),
                ));
            }
            flow.leaders[target as usize] = true;
        }
        flow.leaders[0] = true;
        Ok(flow)
    }

    /// Whether a block begins there.
    pub fn is_leader(&self, offset: u32) -> bool {
        self.leaders.get(offset as usize).copied().unwrap_or(false)
    }

    /// A block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    /// A block, to be changed.
    pub fn block_mut(&mut self, id: BlockId) -> &mut Block {
        &mut self.blocks[id.0 as usize]
    }

    /// Enters the subroutine called before `returns_to`. Calling it again from within leaves the first call.
    fn call(&mut self, context: u32, returns_to: u32) -> u32 {
        let parent = self
            .find(context, |active| active.returns_to == returns_to)
            .map_or(context, |(_, parent)| parent);
        let same = |active: &Context| active.parent == parent && active.returns_to == returns_to;
        let known = self.contexts.iter().skip(1).position(same).map(|index| index as u32 + 1);
        known.unwrap_or_else(|| {
            self.contexts.push(Context { parent, returns_to, slot: None });
            self.contexts.len() as u32 - 1
        })
    }

    /// The innermost active subroutine with a property, and the context outside it.
    fn find(&self, mut context: u32, wanted: impl Fn(&Context) -> bool) -> Option<(u32, u32)> {
        while context != 0 {
            let active = &self.contexts[context as usize];
            if wanted(active) {
                return Some((context, active.parent));
            }
            context = active.parent;
        }
        None
    }
}

/// Where an instruction may jump; none if it neither jumps nor ends a block.
fn jumps(code: &[u8], at: u32, op: Op) -> Result<Option<SmallVec<[u32; 4]>>> {
    Ok(match op {
        Op::IfZero(_, target)
        | Op::If(_, target)
        | Op::IfSame { target, .. }
        | Op::IfNull { target, .. }
        | Op::Goto(target)
        | Op::Jsr(target) => Some(SmallVec::from_slice(&[target])),
        Op::Switch => {
            let switch = bytecode::switch(code, at)?;
            Some(switch.cases.iter().map(|&(_, target)| target).chain([switch.default]).collect())
        }
        Op::Return(_) | Op::Throw | Op::Ret(_) => Some(SmallVec::new()),
        _ => None,
    })
}

impl Lowering<'_> {
    pub(super) fn translate_blocks(&mut self) -> Result<()> {
        self.block_at(Key { context: 0, offset: 0, stored: false }, SmallVec::new())?;
        let mut next = 0;
        while next < self.flow.blocks.len() {
            let id = BlockId(next as u32);
            self.translate_block(id)?;
            self.add_handlers(id)?;
            next += 1;
        }
        Ok(())
    }

    fn translate_block(&mut self, id: BlockId) -> Result<()> {
        let Block { key, ref shape, .. } = self.flow.blocks[id.0 as usize];
        let shape = shape.clone();
        self.at = key.offset;
        self.enter(&shape)?;
        let first = self.insts.len() as u32;
        let mut offset = key.offset;
        if key.stored {
            let (op, next) = bytecode::decode(self.attribute.code, offset)?;
            let Op::Store(Kind::Ref, slot) = op else { unreachable!("the key says so") };
            self.note_store(id, slot, Kind::Ref)?;
            offset = next;
            if self.flow.is_leader(offset) {
                self.fall_to(id, offset)?;
                self.flow.block_mut(id).insts = first..self.insts.len() as u32;
                return Ok(());
            }
        }
        loop {
            if offset as usize >= self.attribute.code.len() {
                return self.fault("control falls off the end of the code");
            }
            self.at = offset;
            let (op, next) = bytecode::decode(self.attribute.code, offset)?;
            let Some(next) = self.translate(id, op, next)? else { break };
            if self.flow.is_leader(next) {
                if next as usize >= self.attribute.code.len() {
                    return self.fault("control falls off the end of the code");
                }
                self.flush(&mut [])?;
                self.fall_to(id, next)?;
                break;
            }
            offset = next;
        }
        self.flow.block_mut(id).insts = first..self.insts.len() as u32;
        Ok(())
    }

    /// The edge for falling through, or for a plain jump.
    pub(super) fn fall_to(&mut self, from: BlockId, offset: u32) -> Result<()> {
        let Pc(target) = self.edge(from, offset)?;
        self.flow.block_mut(from).falls_to = Some(BlockId(target));
        Ok(())
    }

    /// An edge to an offset in the same context. The stack must have been flushed.
    pub(super) fn edge(&mut self, from: BlockId, offset: u32) -> Result<Pc> {
        let context = self.flow.block(from).key.context;
        self.edge_in(from, Key { context, offset, stored: false })
    }

    fn edge_in(&mut self, from: BlockId, key: Key) -> Result<Pc> {
        let id = self.block_at(key, self.stack.shape())?;
        let successors = &mut self.flow.block_mut(from).successors;
        if !successors.contains(&id) {
            successors.push(id);
        }
        Ok(Pc(id.0))
    }

    /// The block of a key, new or with the stack it had.
    fn block_at(&mut self, key: Key, shape: SmallVec<[Shape; 4]>) -> Result<BlockId> {
        if let Some(&id) = self.flow.ids.get(&key) {
            if self.flow.block(id).shape != shape {
                return self.fault(format!(
                    "operand stacks differ where control flow joins at offset {}",
                    key.offset
                ));
            }
            return Ok(id);
        }
        if self.flow.blocks.len() >= MAX_BLOCKS {
            return self.fault("subroutines nest too deeply");
        }
        let id = BlockId(self.flow.blocks.len() as u32);
        self.flow.blocks.push(Block {
            key,
            shape,
            insts: 0..0,
            falls_to: None,
            successors: SmallVec::new(),
            handlers: SmallVec::new(),
            assigned: Assigned::default(),
        });
        self.flow.ids.insert(key, id);
        Ok(id)
    }

    /// Exception edges, if anything in the block can throw.
    fn add_handlers(&mut self, id: BlockId) -> Result<()> {
        let Block { key, ref insts, .. } = self.flow.blocks[id.0 as usize];
        let throws = self.insts[insts.start as usize..insts.end as usize].iter().any(|inst| inst.can_throw());
        if !throws {
            return Ok(());
        }
        for index in 0..self.attribute.handlers.len() {
            let entry = self.attribute.handlers[index];
            if !(entry.start..entry.end).contains(&key.offset) {
                continue;
            }
            self.at = entry.target;
            let (first, _) = bytecode::decode(self.attribute.code, entry.target)?;
            let (stored, exception) = match first {
                Op::Store(Kind::Ref, slot) => (true, self.regs.local(entry.target, slot, Kind::Ref)?),
                _ => (false, self.regs.stack(entry.target, 0, Kind::Ref)?),
            };
            let shape =
                if stored { SmallVec::new() } else { SmallVec::from_slice(&[Shape::Kind(Kind::Ref)]) };
            let target = self.block_at(Key { context: key.context, offset: entry.target, stored }, shape)?;
            self.flow.block_mut(id).handlers.push((index as u16, target, exception));
        }
        Ok(())
    }

    /// `jsr`: goes on in the subroutine with the return address on the stack.
    pub(super) fn call_subroutine(&mut self, from: BlockId, target: u32, returns_to: u32) -> Result<()> {
        self.push(Value::Address(returns_to))?;
        self.flush(&mut [])?;
        let context = self.flow.block(from).key.context;
        let context = self.flow.call(context, returns_to);
        let Pc(id) = self.edge_in(from, Key { context, offset: target, stored: false })?;
        self.flow.block_mut(from).falls_to = Some(BlockId(id));
        Ok(())
    }

    /// `astore` of a return address.
    pub(super) fn store_address(&mut self, from: BlockId, address: u32, slot: u16) -> Result<()> {
        let context = self.flow.block(from).key.context;
        match self.flow.find(context, |active| active.returns_to == address) {
            Some((active, _)) => self.flow.contexts[active as usize].slot = Some(slot),
            None => return self.fault("a return address of no active subroutine"),
        }
        self.note_overwritten(from, slot, None);
        Ok(())
    }

    /// `ret`: goes on behind the `jsr` whose address the variable holds.
    pub(super) fn return_from_subroutine(&mut self, from: BlockId, slot: u16) -> Result<()> {
        self.flush(&mut [])?;
        let context = self.flow.block(from).key.context;
        let Some((active, parent)) = self.flow.find(context, |active| active.slot == Some(slot)) else {
            return self.fault(format!("local variable {slot} holds no return address"));
        };
        let offset = self.flow.contexts[active as usize].returns_to;
        if offset as usize >= self.attribute.code.len() {
            return self.fault("control falls off the end of the code");
        }
        let Pc(id) = self.edge_in(from, Key { context: parent, offset, stored: false })?;
        self.flow.block_mut(from).falls_to = Some(BlockId(id));
        Ok(())
    }
}
