//! Which instructions may have given a register the value it has.

use std::collections::BTreeSet;

use super::body::Body;
use super::inst::Pc;
use super::operand::Reg;

/// How control comes to each instruction of a body: what definitions reach it is found by going back.
pub struct Definitions<'a> {
    body: &'a Body,
    before: Vec<Vec<Before>>,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The instruction gave it.
    Given(Pc),
    /// It was there before the instruction.
    There(Pc),
}

#[derive(Clone, Copy)]
enum Before {
    Normally(Pc),
    /// The instruction threw, so it has written nothing.
    Thrown(Pc),
}

impl<'a> Definitions<'a> {
    /// Looks at every jump and handler once.
    pub fn of(body: &'a Body) -> Self {
        let mut before = vec![Vec::new(); body.insts.len()];
        for pc in body.pcs() {
            body.successors(pc, |next| {
                if let Some(slot) = before.get_mut(next.index()) {
                    slot.push(Before::Normally(pc));
                }
            });
            for handler in body.handlers_at(pc) {
                before[handler.target.index()].push(Before::Thrown(pc));
            }
        }
        Self { body, before }
    }

    /// Where a register's value was one step before `pc`.
    pub fn step(&self, pc: Pc, reg: Reg) -> impl Iterator<Item = Source> {
        self.before[pc.index()].iter().map(move |&before| match before {
            Before::Normally(at) if self.body.inst(at).def() == Some(reg) => Source::Given(at),
            Before::Normally(at) | Before::Thrown(at) => Source::There(at),
        })
    }

    /// The instructions that may have given `reg` its value before `pc`; `None` stands for the caller.
    pub fn reaching(&self, pc: Pc, reg: Reg) -> BTreeSet<Option<Pc>> {
        let mut found = BTreeSet::new();
        let mut seen = vec![false; self.before.len()];
        let mut work = vec![pc];
        while let Some(pc) = work.pop() {
            if std::mem::replace(&mut seen[pc.index()], true) {
                continue;
            }
            if pc == Pc(0) {
                found.insert(None);
            }
            for source in self.step(pc, reg) {
                match source {
                    Source::Given(at) => drop(found.insert(Some(at))),
                    Source::There(at) => work.push(at),
                }
            }
        }
        found
    }
}
