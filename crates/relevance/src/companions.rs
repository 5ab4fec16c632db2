//! What has to go together with irrelevant code: other irrelevant code that would fail, or not end, without it.
//!
//! Nothing that matters depends on irrelevant code, but other irrelevant code may: a divisor, the object a field is written to, a guard. Who
//! takes away the one and leaves the other gets an exception where there was none. Dependence is followed between irrelevant
//! instructions, through registers, fields, elements and branches, and errs on the side of too much.

use std::collections::BTreeSet;

use program::Program;
use program::code::{Inst, Pc, Touches};

use crate::reason::{Judged, is_branch};

impl Judged<'_> {
    /// The other lines of the method that may fail or not end if these instructions of a line are taken away alone.
    pub fn companions(&self, program: &Program, pcs: &[Pc]) -> BTreeSet<u32> {
        let own: BTreeSet<Option<u32>> = pcs.iter().map(|&pc| self.body.line(pc)).collect();
        let mut seen: BTreeSet<Pc> = pcs.iter().copied().collect();
        let mut work: Vec<Pc> = pcs.to_vec();
        while let Some(pc) = work.pop() {
            work.extend(self.dependents(program, pc).into_iter().filter(|&next| seen.insert(next)));
        }
        let is_touchy = |pc: &Pc| is_branch(self.body.inst(*pc)) || may_fail(self.body.inst(*pc));
        let lines = seen.into_iter().filter(is_touchy).map(|pc| self.body.line(pc));
        lines.filter(|line| !own.contains(line)).flatten().collect()
    }

    /// The irrelevant instructions whose behaviour may depend on that of an irrelevant one.
    fn dependents(&self, program: &Program, pc: Pc) -> BTreeSet<Pc> {
        let inst = self.body.inst(pc);
        let mut found = BTreeSet::new();
        if let Some(reg) = inst.def() {
            found.extend(self.readers(pc, reg));
        }
        if is_branch(inst) && !self.control.is_one_way(self.op(pc)) {
            let is_decided = |at: &Pc| self.control.deciders(self.op(*at)).contains(&self.op(pc));
            found.extend(self.body.pcs().filter(is_decided));
        }
        let looks = |at: &Pc| looks_at(program, inst, self.body.inst(*at));
        if self.body.pcs().any(|at| looks(&at)) {
            found.extend(self.behind(pc).into_iter().filter(looks));
        }
        found.retain(|&at| self.runs(at) && !self.marks.is_relevant(self.op(at)));
        found
    }

    /// The instructions that may run after one.
    pub fn behind(&self, pc: Pc) -> BTreeSet<Pc> {
        let mut seen = BTreeSet::new();
        let mut work = self.after(pc);
        while let Some(at) = work.pop() {
            if self.runs(at) && seen.insert(at) {
                work.extend(self.after(at));
            }
        }
        seen
    }

    /// Whether an instruction runs.
    pub fn runs(&self, pc: Pc) -> bool {
        self.control.states.contains_key(&self.op(pc))
    }
}

/// Whether an instruction may look at what another leaves in the heap.
fn looks_at(program: &Program, writer: &Inst, reader: &Inst) -> bool {
    let written = match writer.effect().touches {
        Touches::WriteField(field) | Touches::WriteStatic(field) => Some(field),
        Touches::WriteElement | Touches::Call(..) | Touches::Anything => None,
        Touches::Nothing
        | Touches::ReadField(_)
        | Touches::ReadStatic(_)
        | Touches::ReadElement
        | Touches::Length
        | Touches::Object(_)
        | Touches::Array(_)
        | Touches::Type(_)
        | Touches::Monitor => return false,
    };
    let is_store = matches!(writer, Inst::ArrayStore { .. });
    match reader.effect().touches {
        Touches::ReadField(field) | Touches::ReadStatic(field) => {
            let is_same = |written| program.resolve_field(written) == program.resolve_field(field);
            written.map_or(!is_store, is_same)
        }
        Touches::ReadElement => written.is_none(),
        Touches::Call(_, method) => !program.resolve_method(method).is_ok_and(|method| {
            let method = program.method(method);
            method.is_constructor() && method.descriptor.starts_with("()")
        }),
        Touches::Anything => true,
        Touches::Nothing
        | Touches::WriteField(_)
        | Touches::WriteStatic(_)
        | Touches::WriteElement
        | Touches::Length
        | Touches::Object(_)
        | Touches::Array(_)
        | Touches::Type(_)
        | Touches::Monitor => false,
    }
}

/// Whether it depends on its operands, or on the heap, that an instruction throws nothing.
pub fn may_fail(inst: &Inst) -> bool {
    let always_can = matches!(
        inst,
        Inst::Return
            | Inst::ReturnValue { .. }
            | Inst::ConstString { .. }
            | Inst::ConstClass { .. }
            | Inst::GetStatic { .. }
            | Inst::PutStatic { .. }
            | Inst::New { .. }
            | Inst::InstanceOf { .. }
    );
    inst.can_throw() && !always_can
}
