//! Instructions and lines, as a programmer wants to see them [Otto15, Sect. 4.4].
//!
//! A line is irrelevant if something on it runs, nothing on it is relevant, and something is irrelevant that is not *neutral*:
//! jumps, plain returns, locks, allocations nobody uses and their constructors say nothing about the programmer's intention.
//! What `javac` invented (bridges, synthetic methods) is left out; copies of a `finally` block share their line, so the line is
//! irrelevant only if every copy is.

use std::collections::{BTreeMap, BTreeSet};

use graph::Graph;
use library::names;
use program::class::Flags;
use program::code::{Body, Inst, Pc};
use program::{MethodId, Program};

use crate::control::Control;
use crate::mark::Marks;
use crate::part::{self, Part};
use crate::place::Op;
use crate::reason::Judged;
use crate::reliance::{Fate, Idle};

/// What matters in the methods a graph ran through.
pub struct Relevance {
    pub lines: Vec<LineReport>,
    /// For each relevant line, why it is.
    pub chains: BTreeMap<(String, u32), Chain>,
    /// Methods whose code does not say which line it comes from: nothing can be said about theirs.
    pub unlined: BTreeSet<MethodId>,
}

/// What is said of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineReport {
    /// The source file's name, as the class file has it, below its package.
    pub file: String,
    pub class: String,
    pub method: String,
    pub method_id: MethodId,
    pub line: u32,
    pub verdict: LineVerdict,
    /// Of an irrelevant line: why nothing depends on it, and what may fail or not end if it goes alone.
    pub fate: Fate,
    /// Of an irrelevant line: all it does is to give a variable a value to begin with, which another replaces.
    pub is_default: bool,
    /// Of an irrelevant line: all it does is to declare constants, which `javac` may have put where they are used.
    pub is_constant: bool,
    /// What on the line does not matter; of an irrelevant line, all that has a name.
    pub parts: Vec<Part>,
    /// Of a line that matters: what it does several times, of which some do not.
    pub mixed: Vec<String>,
}

/// Whether a line matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineVerdict {
    Relevant,
    /// It runs, and nothing depends on it.
    Irrelevant,
    /// It never runs.
    Unreached,
    /// Nothing to say.
    Neutral,
}

impl LineVerdict {
    /// Relevant outweighs irrelevant outweighs unreached outweighs neutral.
    pub fn join(self, other: Self) -> Self {
        let weight = |verdict| match verdict {
            LineVerdict::Relevant => 3,
            LineVerdict::Irrelevant => 2,
            LineVerdict::Unreached => 1,
            LineVerdict::Neutral => 0,
        };
        if weight(self) >= weight(other) { self } else { other }
    }
}

/// The lines from a relevant one to the outcome it matters for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    pub steps: Vec<Step>,
    pub outcome: &'static str,
}

/// A step of a dependence chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub file: String,
    pub line: u32,
    pub method: String,
}

pub(crate) fn classify(
    program: &Program,
    graph: Option<&Graph>,
    control: &Control,
    marks: &Marks,
) -> Relevance {
    let mut relevance = Relevance { lines: Vec::new(), chains: BTreeMap::new(), unlined: BTreeSet::new() };
    let idle = Idle::of(program, control, marks);
    let methods: BTreeSet<MethodId> = control.states.keys().map(|op| op.method).collect();
    for method in methods {
        if is_invented(program, method) {
            continue;
        }
        let Ok(body) = program.body(method) else { continue };
        let judged = Judged { method, body, control, marks, idle: &idle };
        let written = written(body);
        let by_line = by_line(body);
        if by_line.is_empty() {
            relevance.unlined.insert(method);
        }
        for (line, pcs) in by_line {
            relevance.lines.push(line_report(program, &judged, &written, line, &pcs));
            if let Some(&pc) = pcs.iter().find(|&&pc| marks.is_relevant(Op { method, pc })) {
                let key = (file(program, method), line);
                let chain = || {
                    let (ops, outcome) = marks.chain(graph, Op { method, pc });
                    Chain { steps: steps(program, &ops), outcome }
                };
                relevance.chains.entry(key).or_insert_with(chain);
            }
        }
    }
    relevance.lines.sort_by(|a, b| (&a.file, a.line, &a.method).cmp(&(&b.file, b.line, &b.method)));
    relevance
}

/// Methods the compiler wrote: bridges and everything synthetic but the bodies of lambdas, and what enums come with.
pub fn is_invented(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    let is_lambda = info.name.starts_with("lambda$");
    let of_enum = program.class(info.class).flags.is(Flags::ENUM)
        && info.flags.is(Flags::STATIC)
        && (&*info.name == "values" && info.descriptor.starts_with("()")
            || &*info.name == "valueOf" && *info.params == [program.class_type(names::STRING)]);
    info.flags.is(Flags::BRIDGE)
        || (info.flags.is(Flags::SYNTHETIC) && !is_lambda)
        || of_enum
        || is_plain_accessor(program, method)
}

/// A method of a record that only reads the component it is named after.
fn is_plain_accessor(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    let is_record = program
        .class(info.class)
        .superclass
        .is_some_and(|parent| *program.class(parent).name == *names::RECORD);
    let Some(body) = program.body(method).ok().filter(|_| is_record) else { return false };
    match body.insts[..] {
        [Inst::GetField { field, .. }, Inst::ReturnValue { .. }] => {
            program.resolve_field(field).is_ok_and(|field| program.field(field).name == info.name)
        }
        _ => false,
    }
}

fn by_line(body: &Body) -> BTreeMap<u32, Vec<Pc>> {
    let mut lines: BTreeMap<u32, Vec<Pc>> = BTreeMap::new();
    for pc in body.pcs() {
        if let Some(line) = body.line(pc) {
            lines.entry(line).or_default().push(pc);
        }
    }
    lines
}

/// The instructions that are there without handlers for everything: those are copies of `finally` and the ends of locks.
fn written(body: &Body) -> BTreeSet<Pc> {
    let mut seen = BTreeSet::new();
    let mut work = vec![Pc(0)];
    work.extend(body.handlers.iter().filter(|handler| handler.catch.is_some()).map(|handler| handler.target));
    while let Some(pc) = work.pop() {
        if seen.insert(pc) {
            body.successors(pc, |next| work.push(next));
        }
    }
    seen
}

fn line_report(
    program: &Program,
    judged: &Judged<'_>,
    written: &BTreeSet<Pc>,
    line: u32,
    pcs: &[Pc],
) -> LineReport {
    let &Judged { method, body, control, marks, .. } = judged;
    // A line whose first instruction throws runs, whatever does not run behind it.
    let runs = pcs.iter().any(|&pc| control.states.contains_key(&Op { method, pc }) && acts(body.inst(pc)));
    let of = |pc: Pc| match verdict(program, body, control, marks, Op { method, pc }) {
        LineVerdict::Unreached if runs || !written.contains(&pc) => LineVerdict::Neutral,
        verdict => verdict,
    };
    let verdict = pcs.iter().map(|&pc| of(pc)).fold(LineVerdict::Neutral, LineVerdict::join);
    let irrelevant: Vec<Pc> = pcs.iter().copied().filter(|&pc| of(pc) == LineVerdict::Irrelevant).collect();
    let is_default =
        verdict == LineVerdict::Irrelevant && irrelevant.iter().all(|&pc| judged.is_default(program, pc));
    let is_constant =
        verdict == LineVerdict::Irrelevant && irrelevant.iter().all(|&pc| judged.may_be_inlined(pc));
    let fate = match verdict {
        LineVerdict::Irrelevant => judged.fate(program, &irrelevant),
        LineVerdict::Unreached => Fate { why: "no input makes it run".to_owned(), ..Fate::default() },
        LineVerdict::Relevant | LineVerdict::Neutral => Fate::default(),
    };
    let parts = match verdict {
        LineVerdict::Relevant | LineVerdict::Irrelevant => part::parts(program, judged, pcs, of),
        LineVerdict::Unreached | LineVerdict::Neutral => Vec::new(),
    };
    let mixed = match verdict {
        LineVerdict::Relevant => part::mixed(program, judged, pcs, of),
        LineVerdict::Irrelevant | LineVerdict::Unreached | LineVerdict::Neutral => Vec::new(),
    };
    let info = program.method(method);
    LineReport {
        file: file(program, method),
        class: program.class(info.class).java_name(),
        method: info.name.to_string(),
        method_id: method,
        line,
        verdict,
        fate,
        is_default,
        is_constant,
        parts,
        mixed,
    }
}

fn verdict(program: &Program, body: &Body, control: &Control, marks: &Marks, op: Op) -> LineVerdict {
    if marks.is_relevant(op) {
        return LineVerdict::Relevant;
    }
    let inst = body.inst(op.pc);
    if is_neutral(program, inst) {
        return LineVerdict::Neutral;
    }
    match control.states.contains_key(&op) {
        true => LineVerdict::Irrelevant,
        false => LineVerdict::Unreached,
    }
}

/// Whether an instruction stands for something written on its line: jumps and ends may have come from elsewhere.
fn acts(inst: &Inst) -> bool {
    !matches!(inst, Inst::Goto { .. } | Inst::Return | Inst::MonitorExit { .. })
}

/// Instructions that never speak for the programmer.
fn is_neutral(program: &Program, inst: &Inst) -> bool {
    match inst {
        Inst::Goto { .. }
        | Inst::Return
        | Inst::New { .. }
        | Inst::CheckCast { .. }
        | Inst::MonitorEnter { .. }
        | Inst::MonitorExit { .. }
        | Inst::Unsupported { .. } => true,
        Inst::Call { method, .. } => {
            program.resolve_method(*method).is_ok_and(|method| program.method(method).is_constructor())
        }
        Inst::ConstInt { .. }
        | Inst::ConstLong { .. }
        | Inst::ConstFloat { .. }
        | Inst::ConstDouble { .. }
        | Inst::ConstNull { .. }
        | Inst::ConstString { .. }
        | Inst::ConstClass { .. }
        | Inst::Move { .. }
        | Inst::Binary { .. }
        | Inst::BinaryConst { .. }
        | Inst::Unary { .. }
        | Inst::Convert { .. }
        | Inst::If { .. }
        | Inst::IfConst { .. }
        | Inst::IfLong { .. }
        | Inst::IfFloat { .. }
        | Inst::IfDouble { .. }
        | Inst::IfSame { .. }
        | Inst::IfNull { .. }
        | Inst::Switch { .. }
        | Inst::ReturnValue { .. }
        | Inst::Throw { .. }
        | Inst::GetField { .. }
        | Inst::PutField { .. }
        | Inst::GetStatic { .. }
        | Inst::PutStatic { .. }
        | Inst::NewArray { .. }
        | Inst::NewMultiArray { .. }
        | Inst::ArrayLength { .. }
        | Inst::ArrayLoad { .. }
        | Inst::ArrayStore { .. }
        | Inst::InstanceOf { .. } => false,
    }
}

fn steps(program: &Program, chain: &[Op]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for op in chain {
        let line = program.body(op.method).ok().and_then(|body| body.line(op.pc));
        let Some(line) = line else { continue };
        let step =
            Step { file: file(program, op.method), line, method: program.method(op.method).name.to_string() };
        if steps.last() != Some(&step) {
            steps.push(step);
        }
    }
    steps
}

/// `p/q/File.java` of a method.
fn file(program: &Program, method: MethodId) -> String {
    let class = program.method(method).class;
    let source = program.class_attributes(class).source_file.clone();
    let name = source.map_or_else(|| program.class(class).java_name(), |source| source.to_string());
    match program.class(class).package() {
        "" => name,
        package => format!("{package}/{name}"),
    }
}
