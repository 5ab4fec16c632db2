//! What code of other methods relies on irrelevant code for.
//!
//! A branch that always goes the same way decides nothing, and a division by what is never zero fails never: nothing that
//! matters depends on what they look at. But who changes what they look at may change that. Where such a place is in another method,
//! changed values are followed there: from registers to those who read them, into parameters, out of returned values, and from
//! fields and elements to everybody who reads them without need. Errs on the side of too much.

use std::collections::{BTreeMap, BTreeSet};

use program::code::{Inst, Pc, Reg, Touches};
use program::{FieldId, MethodId, Program};

use crate::companions::may_fail;
use crate::control::Control;
use crate::mark::Marks;
use crate::place::Op;
use crate::reason::{Judged, Said, is_branch};

/// Reads nobody needs, and who calls whom.
pub struct Idle {
    fields: BTreeMap<FieldId, BTreeSet<Op>>,
    elements: BTreeSet<Op>,
    callees: BTreeMap<MethodId, BTreeSet<MethodId>>,
}

impl Idle {
    /// What the irrelevant code of the methods is relied on for.
    pub fn of(program: &Program, control: &Control, marks: &Marks) -> Self {
        let mut idle = Self { fields: BTreeMap::new(), elements: BTreeSet::new(), callees: BTreeMap::new() };
        for &op in control.states.keys().filter(|&&op| !marks.is_valued(op)) {
            let Ok(body) = program.body(op.method) else { continue };
            match heap_access(program, body.inst(op.pc)) {
                Some(Access::Reads(Place::Field(field))) => {
                    idle.fields.entry(field).or_default().insert(op);
                }
                Some(Access::Reads(Place::Elements)) => {
                    idle.elements.insert(op);
                }
                Some(Access::Writes(_)) | None => {}
            }
        }
        for (op, callees) in &control.callees {
            idle.callees.entry(op.method).or_default().extend(callees);
        }
        idle
    }

    fn readers(&self, place: Place) -> impl Iterator<Item = Op> {
        let readers = match place {
            Place::Field(field) => self.fields.get(&field),
            Place::Elements => Some(&self.elements),
        };
        readers.into_iter().flatten().copied()
    }

    /// Everything that runs because these methods do.
    fn below(&self, methods: impl IntoIterator<Item = MethodId>) -> BTreeSet<MethodId> {
        let mut found = BTreeSet::new();
        let mut work: Vec<MethodId> = methods.into_iter().collect();
        while let Some(method) = work.pop() {
            if found.insert(method) {
                work.extend(self.callees.get(&method).into_iter().flatten());
            }
        }
        found
    }
}

#[derive(Clone, Copy)]
enum Place {
    Field(FieldId),
    Elements,
}

enum Access {
    Reads(Place),
    Writes(Place),
}

fn heap_access(program: &Program, inst: &Inst) -> Option<Access> {
    let field = |field| program.resolve_field(field).ok().map(Place::Field);
    match inst.effect().touches {
        Touches::ReadField(read) | Touches::ReadStatic(read) => field(read).map(Access::Reads),
        Touches::WriteField(written) | Touches::WriteStatic(written) => field(written).map(Access::Writes),
        Touches::ReadElement => Some(Access::Reads(Place::Elements)),
        Touches::WriteElement => Some(Access::Writes(Place::Elements)),
        Touches::Nothing
        | Touches::Length
        | Touches::Object(_)
        | Touches::Array(_)
        | Touches::Type(_)
        | Touches::Monitor
        | Touches::Call(..)
        | Touches::Anything => None,
    }
}

/// Why nothing that matters depends on irrelevant code, and what goes with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fate {
    pub why: String,
    /// Lines of the method that the reason names.
    pub named: BTreeSet<u32>,
    /// Other lines of the method that may fail or not end without the code.
    pub companions: BTreeSet<u32>,
    /// Whether code of other methods may fail or go another way without it.
    pub relied_on: bool,
}

/// Who relies on a piece of code.
#[derive(Default)]
struct Reliance {
    /// Other lines of its own method.
    lines: BTreeSet<u32>,
    /// Calls of its own method that matter, by their lines, which rely on it further down.
    calls: BTreeSet<u32>,
    /// Lines of other methods.
    elsewhere: BTreeSet<(String, Option<u32>)>,
}

impl Reliance {
    /// What may happen elsewhere without the code.
    fn warning(&self) -> Option<String> {
        let calls: Vec<String> = self.calls.iter().map(u32::to_string).collect();
        let mut who: Vec<String> = match &calls[..] {
            [] => Vec::new(),
            [line] => vec![format!("what line {line} calls")],
            [first @ .., last] => vec![format!("what lines {} and {last} call", first.join(", "))],
        };
        who.extend(self.elsewhere.iter().map(|(method, line)| match line {
            Some(line) => format!("line {line} of `{method}`"),
            None => format!("`{method}`"),
        }));
        let who = match &who[..] {
            [] => return None,
            [one] => one.clone(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        };
        Some(format!("without it, {who} may fail or go another way"))
    }
}

impl Judged<'_> {
    /// What becomes of these irrelevant instructions of a line.
    pub fn fate(&self, program: &Program, pcs: &[Pc]) -> Fate {
        let reliance = self.reliance(program, pcs);
        let mut companions = self.companions(program, pcs);
        companions.extend(&reliance.lines);
        match reliance.warning() {
            Some(why) => Fate { why, named: reliance.calls, companions, relied_on: true },
            None => {
                let Said { text: why, lines: named } = self.reason(pcs);
                Fate { why, named, companions, relied_on: false }
            }
        }
    }

    /// Who relies on these irrelevant instructions of a line.
    fn reliance(&self, program: &Program, pcs: &[Pc]) -> Reliance {
        let mut spread =
            Spread { program, judged: self, seen: BTreeSet::new(), work: Vec::new(), hits: BTreeSet::new() };
        pcs.iter().for_each(|&pc| spread.gone(self.op(pc)));
        while let Some(op) = spread.work.pop() {
            spread.differs(op);
        }
        let own: BTreeSet<Option<u32>> = pcs.iter().map(|&pc| self.body.line(pc)).collect();
        let behind: BTreeSet<Pc> =
            pcs.iter().flat_map(|&pc| self.behind(pc)).chain(pcs.iter().copied()).collect();
        let mut reliance = Reliance::default();
        for hit in spread.hits {
            if hit.method == self.method {
                reliance.lines.extend(self.body.line(hit.pc).filter(|line| !own.contains(&Some(*line))));
                continue;
            }
            let leads_there = |pc: &Pc| {
                let callees = self.control.callees.get(&self.op(*pc)).into_iter().flatten().copied();
                self.idle.below(callees).contains(&hit.method)
            };
            let calls: Vec<Pc> = self.body.pcs().filter(leads_there).collect();
            if calls.is_empty() {
                let line = program.body(hit.method).ok().and_then(|body| body.line(hit.pc));
                reliance.elsewhere.insert((name_of(program, hit.method), line));
            }
            let later = calls.into_iter().filter(|call| behind.contains(call));
            for call in later.filter(|&call| !own.contains(&self.body.line(call))) {
                let lines = if self.marks.is_relevant(self.op(call)) {
                    &mut reliance.calls
                } else {
                    &mut reliance.lines
                };
                lines.extend(self.body.line(call));
            }
        }
        reliance
    }
}

/// A method as the source calls it.
fn name_of(program: &Program, method: MethodId) -> String {
    let method = program.method(method);
    match method.is_constructor() {
        true => program.class(method.class).java_name(),
        false => method.name.to_string(),
    }
}

/// What changes if irrelevant code does.
struct Spread<'a> {
    program: &'a Program,
    judged: &'a Judged<'a>,
    seen: BTreeSet<Op>,
    /// Instructions that have another result.
    work: Vec<Op>,
    /// Instructions that may fail or go another way.
    hits: BTreeSet<Op>,
}

impl<'a> Spread<'a> {
    fn of(&self, method: MethodId) -> Option<Judged<'a>> {
        let body = self.program.body(method).ok()?;
        let &Judged { control, marks, idle, .. } = self.judged;
        Some(Judged { method, body, control, marks, idle })
    }

    fn change(&mut self, op: Op) {
        if self.seen.insert(op) {
            self.work.push(op);
        }
    }

    /// An instruction may not run, or run though it did not: so what a call changes may be as before.
    fn gone(&mut self, op: Op) {
        self.change(op);
        let callees = self.judged.control.callees.get(&op).into_iter().flatten().copied();
        for method in self.judged.idle.below(callees) {
            let Some(called) = self.of(method) else { continue };
            let writes: Vec<Place> = called
                .body
                .pcs()
                .filter(|&pc| called.runs(pc))
                .filter_map(|pc| match heap_access(self.program, called.body.inst(pc)) {
                    Some(Access::Writes(place)) => Some(place),
                    Some(Access::Reads(_)) | None => None,
                })
                .collect();
            writes.into_iter().for_each(|place| self.written(place));
        }
    }

    fn written(&mut self, place: Place) {
        let idle = self.judged.idle;
        idle.readers(place).for_each(|reader| self.change(reader));
    }

    /// An instruction has another result.
    fn differs(&mut self, op: Op) {
        let Some(judged) = self.of(op.method) else { return };
        let inst = judged.body.inst(op.pc);
        if let Some(reg) = inst.def() {
            let readers = judged.readers(op.pc, reg);
            readers.into_iter().for_each(|reader| self.used(&judged, reader, reg));
        }
        if let Some(Access::Writes(place)) = heap_access(self.program, inst) {
            self.written(place);
        }
        if is_branch(inst) && !judged.control.is_one_way(op) {
            let is_decided = |at: &Pc| judged.control.deciders(judged.op(*at)).contains(&op);
            let decided: Vec<Pc> = judged.body.pcs().filter(is_decided).collect();
            for at in decided.into_iter().map(|pc| judged.op(pc)) {
                if !judged.marks.is_relevant(at) && !self.seen.contains(&at) {
                    if may_fail(judged.body.inst(at.pc)) {
                        self.hits.insert(at);
                    }
                    self.gone(at);
                }
            }
        }
    }

    /// An instruction uses a register that holds something else.
    fn used(&mut self, judged: &Judged<'a>, pc: Pc, reg: Reg) {
        let (op, inst) = (judged.op(pc), judged.body.inst(pc));
        let is_relevant = judged.marks.is_relevant(op);
        let callees: Vec<MethodId> = judged.control.callees.get(&op).into_iter().flatten().copied().collect();
        if let (Inst::Call { args, .. }, false) = (inst, callees.is_empty()) {
            let args = judged.body.list(*args);
            for place in (0..args.len()).filter(|&place| args[place] == reg) {
                callees.iter().for_each(|&callee| self.given(callee, args.len(), place));
            }
            if !is_relevant && args.first() == Some(&reg) {
                self.hits.insert(op);
            }
            return;
        }
        if matches!(inst, Inst::ReturnValue { .. }) {
            return self.returned(judged.method);
        }
        if is_relevant && judged.marks.is_valued(op) {
            return;
        }
        let turns = judged.control.is_one_way(op) || judged.behind(pc).contains(&pc);
        if !is_relevant && (may_fail(inst) || is_branch(inst) && turns) {
            self.hits.insert(op);
        }
        self.change(op);
    }

    /// A parameter of a method is something else.
    fn given(&mut self, method: MethodId, given: usize, place: usize) {
        let Some(judged) = self.of(method).filter(|judged| usize::from(judged.body.params) == given) else {
            return;
        };
        let Ok(reg) = u16::try_from(place).map(Reg) else { return };
        if self.seen.insert(Op { method, pc: Pc(u32::MAX - u32::from(reg.0)) }) {
            let readers = judged.readers_from(vec![Pc(0)], reg);
            readers.into_iter().for_each(|reader| self.used(&judged, reader, reg));
        }
    }

    /// A method returns something else.
    fn returned(&mut self, method: MethodId) {
        let callers: Vec<Op> =
            self.judged.control.callers.get(&method).into_iter().flatten().copied().collect();
        callers.into_iter().for_each(|caller| self.change(caller));
    }
}
