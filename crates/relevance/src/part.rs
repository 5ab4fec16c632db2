//! Parts of a line that matters which do not matter themselves: the value a variable gets, a write to a field, a call.
//!
//! Class files know lines, not columns, so a part is named by what the source calls it. What is on a line several times (the
//! parts of a copied `finally`) is a part only if none of them matters. The variable of a `for` over a collection has to be there
//! whether it is used or not; it is no part.

use std::collections::{BTreeMap, BTreeSet};

use program::class::Origin;
use program::code::{Inst, Pc};
use program::{Flags, Program};

use crate::classify::LineVerdict;
use crate::reason::Judged;
use crate::reliance::Fate;

/// A part of a line, and why nothing depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub kind: PartKind,
    /// What the source calls it.
    pub name: String,
    /// Why nothing depends on it, and what may fail or not end if it goes alone.
    pub fate: Fate,
    /// What computes the value, or what a call is given, does not matter either.
    pub is_whole: bool,
    /// A constant a variable is declared with, which `javac` may have put where it is used.
    pub is_constant: bool,
}

/// What kind of part.
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
    let named = named(program, judged, pcs);
    let is_irrelevant = |pcs: &[Pc]| {
        let all = pcs.iter().map(|&pc| verdict(pc)).fold(LineVerdict::Neutral, LineVerdict::join);
        all == LineVerdict::Irrelevant
    };
    let is_unused = |pcs: &[Pc]| {
        let mut run = pcs
            .iter()
            .map(|&pc| judged.op(pc))
            .filter(|op| judged.control.states.contains_key(op))
            .peekable();
        run.peek().is_some() && run.all(|op| !judged.marks.is_valued(op))
    };
    let irrelevant = named
        .into_iter()
        .filter(|((kind, _), pcs)| is_irrelevant(pcs) || *kind != PartKind::Call && is_unused(pcs));
    let part = |((kind, name), of_part): ((PartKind, String), Vec<Pc>)| {
        let is_whole =
            computed_by(judged, pcs, &of_part).into_iter().all(|pc| verdict(pc) != LineVerdict::Relevant);
        let is_constant = of_part.iter().all(|&pc| judged.may_be_inlined(pc));
        Part { kind, name, fate: judged.fate(program, &of_part), is_whole, is_constant }
    };
    irrelevant.map(part).collect()
}

/// What a line does several times, where one time matters and another does not, by its name in the source. Nothing tells which of
/// them is written where, nor a copy that `javac` made from what was written twice.
pub fn mixed(
    program: &Program,
    judged: &Judged<'_>,
    pcs: &[Pc],
    verdict: impl Fn(Pc) -> LineVerdict,
) -> Vec<String> {
    let is_mixed = |pcs: &[Pc]| {
        let has = |wanted| pcs.iter().any(|&pc| verdict(pc) == wanted);
        has(LineVerdict::Relevant) && has(LineVerdict::Irrelevant)
    };
    let named = named(program, judged, pcs).into_iter();
    named.filter(|(_, pcs)| is_mixed(pcs)).map(|((_, name), _)| name).collect()
}

/// The instructions of a line that are something in the source, by what it calls them.
fn named(program: &Program, judged: &Judged<'_>, pcs: &[Pc]) -> BTreeMap<(PartKind, String), Vec<Pc>> {
    let iterates = iterates(program, judged, pcs);
    let mut named: BTreeMap<(PartKind, String), Vec<Pc>> = BTreeMap::new();
    for &pc in pcs {
        if let Some(name) =
            name(program, judged, pc).filter(|(kind, _)| !iterates || *kind != PartKind::Variable)
        {
            named.entry(name).or_default().push(pc);
        }
    }
    named
}

/// The instructions of a line that give others of it what they use.
fn computed_by(judged: &Judged<'_>, line: &[Pc], of_part: &[Pc]) -> BTreeSet<Pc> {
    let mut found: BTreeSet<Pc> = of_part.iter().copied().collect();
    let mut work: Vec<Pc> = of_part.to_vec();
    while let Some(pc) = work.pop() {
        judged.body.inst(pc).uses(&judged.body.operands, |used| {
            let gives = |pc: &&Pc| judged.body.inst(**pc).def() == Some(used);
            work.extend(line.iter().filter(gives).filter(|pc| found.insert(**pc)));
        });
    }
    found
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
