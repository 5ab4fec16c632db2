//! Parts of a line that matters which do not matter themselves: the value a variable gets, a write to a field, a call.
//!
//! Class files know lines, not columns, so a part is named by what the source calls it. What is on a line several times (the
//! parts of a copied `finally`) is a part only if none of them matters. The variable of a `for` over a collection has to be there
//! whether it is used or not; it is no part.

use std::collections::BTreeMap;

use program::class::Origin;
use program::code::{Inst, Pc};
use program::{Flags, Program};

use crate::classify::LineVerdict;
use crate::reason::Judged;

/// A part of a line, and why nothing depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub kind: PartKind,
    /// What the source calls it.
    pub name: String,
    pub why: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartKind {
    /// The value a variable gets.
    Variable,
    /// The value a field gets.
    Field,
    /// A call of one of the program's methods.
    Call,
}

/// The irrelevant parts of a line; `verdict` says what is known of each of its instructions.
pub fn parts(
    program: &Program,
    judged: &Judged<'_>,
    pcs: &[Pc],
    verdict: impl Fn(Pc) -> LineVerdict,
) -> Vec<Part> {
    let iterates = iterates(program, judged, pcs);
    let mut named: BTreeMap<(PartKind, String), Vec<Pc>> = BTreeMap::new();
    for &pc in pcs {
        if let Some(name) =
            name(program, judged, pc).filter(|(kind, _)| !iterates || *kind != PartKind::Variable)
        {
            named.entry(name).or_default().push(pc);
        }
    }
    let is_irrelevant = |pcs: &[Pc]| {
        let all = pcs.iter().map(|&pc| verdict(pc)).fold(LineVerdict::Neutral, LineVerdict::join);
        all == LineVerdict::Irrelevant
    };
    let irrelevant = named.into_iter().filter(|(_, pcs)| is_irrelevant(pcs));
    irrelevant.map(|((kind, name), pcs)| Part { kind, name, why: judged.reason(&pcs) }).collect()
}

/// What an instruction is in the source, if it is something there.
fn name(program: &Program, judged: &Judged<'_>, pc: Pc) -> Option<(PartKind, String)> {
    if let Some((_, name)) = judged.variable(pc) {
        return Some((PartKind::Variable, name));
    }
    let inst = judged.body.inst(pc);
    if let Inst::PutField { field, .. } | Inst::PutStatic { field, .. } = *inst {
        let field = program.field(program.resolve_field(field).ok()?);
        return (!field.flags.is(Flags::SYNTHETIC)).then(|| (PartKind::Field, field.name.to_string()));
    }
    let &Inst::Call { method, .. } = inst else { return None };
    let method = program.method(program.resolve_method(method).ok()?);
    let is_written = program.class(method.class).origin == Origin::ClassPath
        && !method.is_constructor()
        && !method.flags.is(Flags::SYNTHETIC);
    is_written.then(|| (PartKind::Call, method.name.to_string()))
}

/// Whether the line is the head of a `for` over a collection or an array.
fn iterates(program: &Program, judged: &Judged<'_>, pcs: &[Pc]) -> bool {
    let body = judged.body;
    let is_next = |inst: &Inst| {
        let &Inst::Call { method, .. } = inst else { return false };
        program.resolve_method(method).is_ok_and(|method| &*program.method(method).name == "next")
    };
    let is_nameless = |pc: Pc| matches!(*body.inst(pc), Inst::ArrayLoad { index, .. } if body.local_at(index, pc).is_none());
    let measures = pcs.iter().any(|&pc| matches!(body.inst(pc), Inst::ArrayLength { .. }));
    pcs.iter().any(|&pc| is_next(body.inst(pc)) || measures && is_nameless(pc))
}
