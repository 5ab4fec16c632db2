//! A method's statements as a graph of blocks, and its loops.
//!
//! `while` and backward jumps alike become loops with a head; a loop's invariants stand at its head. Jumps into the
//! middle of a loop (irreducible graphs) are not supported.

use base::{IdVec, Place, define_id};
use rustc_hash::FxHashMap;

use crate::core::{Assertion, Expr, LabelId, LocalId, Stmt, StmtKind};

define_id! {
    pub(super) struct BlockId = "b";
}

pub(super) struct Flow<'p> {
    pub(super) blocks: IdVec<BlockId, FlowBlock<'p>>,
    /// Per block: the heads of the loops around it, outermost first; a head is inside its own loop.
    pub(super) loops: IdVec<BlockId, Vec<BlockId>>,
}

pub(super) struct FlowBlock<'p> {
    pub(super) statements: Vec<&'p Stmt>,
    pub(super) invariants: &'p [Assertion],
    pub(super) end: End<'p>,
}

pub(super) enum End<'p> {
    Jump(BlockId),
    Branch { condition: &'p Expr, what: &'static str, place: &'p Place, then: BlockId, otherwise: BlockId },
    Exit,
}

impl<'p> Flow<'p> {
    /// `None` if a jump enters the middle of a loop.
    pub(super) fn new(body: &'p [Stmt]) -> Option<Self> {
        let mut builder = Builder { blocks: IdVec::new(), labels: FxHashMap::default() };
        let entry = builder.block();
        let last = builder.statements(entry, body);
        debug_assert_eq!(entry, BlockId(0));
        debug_assert!(matches!(builder.blocks[last].end, End::Exit));
        let blocks = builder.blocks;
        let loops = find_loops(&blocks)?;
        Some(Self { blocks, loops })
    }

    /// Locals assigned inside the loop with this head.
    pub(super) fn modified(&self, head: BlockId) -> Vec<LocalId> {
        let mut out = Vec::new();
        for (block, heads) in self.loops.iter_enumerated() {
            if heads.contains(&head) {
                self.blocks[block].statements.iter().for_each(|statement| assigned(statement, &mut out));
            }
        }
        out.sort();
        out.dedup();
        out
    }
}

struct Builder<'p> {
    blocks: IdVec<BlockId, FlowBlock<'p>>,
    labels: FxHashMap<LabelId, BlockId>,
}

impl<'p> Builder<'p> {
    fn block(&mut self) -> BlockId {
        self.blocks.push(FlowBlock { statements: Vec::new(), invariants: &[], end: End::Exit })
    }

    fn label(&mut self, label: LabelId) -> BlockId {
        match self.labels.get(&label) {
            Some(&block) => block,
            None => {
                let block = self.block();
                self.labels.insert(label, block);
                block
            }
        }
    }

    /// Appends statements to a block; returns the block where control goes on.
    fn statements(&mut self, mut at: BlockId, statements: &'p [Stmt]) -> BlockId {
        for statement in statements {
            at = self.statement(at, statement);
        }
        at
    }

    fn statement(&mut self, at: BlockId, statement: &'p Stmt) -> BlockId {
        match &statement.kind {
            StmtKind::If { condition, then, otherwise } => {
                let (first, second, after) = (self.block(), self.block(), self.block());
                self.blocks[at].end = End::Branch {
                    condition,
                    what: "if.failed",
                    place: &statement.place,
                    then: first,
                    otherwise: second,
                };
                let first = self.statements(first, then);
                let second = self.statements(second, otherwise);
                self.blocks[first].end = End::Jump(after);
                self.blocks[second].end = End::Jump(after);
                after
            }
            StmtKind::While { condition, invariants, body } => {
                let (head, inside, after) = (self.block(), self.block(), self.block());
                self.blocks[at].end = End::Jump(head);
                self.blocks[head].invariants = invariants;
                self.blocks[head].end = End::Branch {
                    condition,
                    what: "while.failed",
                    place: &statement.place,
                    then: inside,
                    otherwise: after,
                };
                let last = self.statements(inside, body);
                self.blocks[last].end = End::Jump(head);
                after
            }
            StmtKind::Label(label, invariants) => {
                let block = self.label(*label);
                self.blocks[at].end = End::Jump(block);
                self.blocks[block].invariants = invariants;
                self.blocks[block].statements.push(statement);
                block
            }
            StmtKind::Goto(label) => {
                let target = self.label(*label);
                self.blocks[at].end = End::Jump(target);
                self.block()
            }
            StmtKind::Scope { body, .. } => {
                self.blocks[at].statements.push(statement);
                self.statements(at, body)
            }
            StmtKind::Assign { .. }
            | StmtKind::WriteField { .. }
            | StmtKind::WriteElement { .. }
            | StmtKind::New { .. }
            | StmtKind::Call { .. }
            | StmtKind::Fold { .. }
            | StmtKind::Unfold { .. }
            | StmtKind::Use(_)
            | StmtKind::Inhale(_)
            | StmtKind::Exhale(_)
            | StmtKind::Assert(..)
            | StmtKind::Refute(_)
            | StmtKind::Assume(_)
            | StmtKind::Havoc(_)
            | StmtKind::Package { .. }
            | StmtKind::Apply(_)
            | StmtKind::QuasiHavoc { .. }
            | StmtKind::Unsupported(_) => {
                self.blocks[at].statements.push(statement);
                at
            }
        }
    }
}

fn assigned(statement: &Stmt, out: &mut Vec<LocalId>) {
    match &statement.kind {
        StmtKind::Assign { local, .. } | StmtKind::New { local, .. } | StmtKind::Havoc(local) => {
            out.push(*local)
        }
        StmtKind::Call { targets, .. } => out.extend(targets),
        StmtKind::Scope { locals, .. } => out.extend(locals),
        StmtKind::Package { script, .. } => script.iter().for_each(|statement| assigned(statement, out)),
        StmtKind::WriteField { .. }
        | StmtKind::WriteElement { .. }
        | StmtKind::Fold { .. }
        | StmtKind::Unfold { .. }
        | StmtKind::Use(_)
        | StmtKind::Inhale(_)
        | StmtKind::Exhale(_)
        | StmtKind::Assert(..)
        | StmtKind::Refute(_)
        | StmtKind::Assume(_)
        | StmtKind::If { .. }
        | StmtKind::While { .. }
        | StmtKind::Label(..)
        | StmtKind::Goto(_)
        | StmtKind::Apply(_)
        | StmtKind::QuasiHavoc { .. }
        | StmtKind::Unsupported(_) => {}
    }
}

fn successors<'f>(block: &'f FlowBlock<'_>) -> impl Iterator<Item = BlockId> + 'f {
    let (first, second) = match block.end {
        End::Jump(target) => (Some(target), None),
        End::Branch { then, otherwise, .. } => (Some(then), Some(otherwise)),
        End::Exit => (None, None),
    };
    first.into_iter().chain(second)
}

/// Natural loops by dominators.
fn find_loops(blocks: &IdVec<BlockId, FlowBlock<'_>>) -> Option<IdVec<BlockId, Vec<BlockId>>> {
    let order = reverse_postorder(blocks);
    let dominators = dominators(blocks, &order);
    let mut rank = IdVec::from(vec![usize::MAX; blocks.len()]);
    order.iter().enumerate().for_each(|(index, &block)| rank[block] = index);
    let mut members: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
    for &from in &order {
        for head in successors(&blocks[from]) {
            if rank[head] > rank[from] {
                continue;
            }
            if !dominators[from].contains(&head) {
                return None;
            }
            let body = natural_loop(blocks, &order, head, from);
            match members.iter_mut().find(|(known, _)| *known == head) {
                Some((_, known)) => known.extend(body),
                None => members.push((head, body)),
            }
        }
    }
    // An outer loop's head comes first in reverse postorder.
    members.sort_by_key(|(head, _)| rank[*head]);
    let mut loops = IdVec::from(vec![Vec::new(); blocks.len()]);
    for (head, body) in members {
        for block in body {
            if !loops[block].contains(&head) {
                loops[block].push(head);
            }
        }
    }
    Some(loops)
}

fn natural_loop(
    blocks: &IdVec<BlockId, FlowBlock<'_>>,
    order: &[BlockId],
    head: BlockId,
    last: BlockId,
) -> Vec<BlockId> {
    let mut body = vec![head];
    let mut work = vec![last];
    while let Some(block) = work.pop() {
        if !body.contains(&block) {
            body.push(block);
            let enters = |from: &&BlockId| successors(&blocks[**from]).any(|target| target == block);
            work.extend(order.iter().filter(enters));
        }
    }
    body
}

fn reverse_postorder(blocks: &IdVec<BlockId, FlowBlock<'_>>) -> Vec<BlockId> {
    let mut seen = IdVec::from(vec![false; blocks.len()]);
    let mut out = Vec::new();
    let mut work = vec![(BlockId(0), false)];
    while let Some((block, done)) = work.pop() {
        if done {
            out.push(block);
        } else if !std::mem::replace(&mut seen[block], true) {
            work.push((block, true));
            work.extend(successors(&blocks[block]).map(|target| (target, false)));
        }
    }
    out.reverse();
    out
}

/// Per block, the blocks every path from the entry to it goes through.
fn dominators(blocks: &IdVec<BlockId, FlowBlock<'_>>, order: &[BlockId]) -> IdVec<BlockId, Vec<BlockId>> {
    let mut out = IdVec::from(vec![order.to_vec(); blocks.len()]);
    out[BlockId(0)] = vec![BlockId(0)];
    let mut changed = true;
    while changed {
        changed = false;
        for &from in order {
            for to in successors(&blocks[from]) {
                let through = out[from].clone();
                let before = out[to].len();
                out[to].retain(|&block| block == to || through.contains(&block));
                changed |= out[to].len() != before;
            }
        }
    }
    out
}
