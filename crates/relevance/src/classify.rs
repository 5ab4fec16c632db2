//! Instructions and lines, as a programmer wants to see them [Otto15, Sect. 4.4].
//!
//! A line is irrelevant if something on it runs, nothing on it is relevant, and something is irrelevant that is not *neutral*:
//! jumps, plain returns, allocations nobody uses and their constructors say nothing about the programmer's intention.
//! What `javac` invented (bridges, synthetic methods) is left out; copies of a `finally` block share their line, so the line is
//! irrelevant only if every copy is.

use std::collections::{BTreeMap, BTreeSet};

use graph::Graph;
use program::class::Flags;
use program::code::{Body, Inst};
use program::{MethodId, Program};

use crate::control::Control;
use crate::mark::Marks;
use crate::place::Op;

/// What matters in the methods a graph ran through.
pub struct Relevance {
    pub lines: Vec<LineReport>,
    /// For each relevant line, the lines from it to a seed.
    pub chains: BTreeMap<(String, u32), Vec<Step>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineReport {
    /// The source file's name, as the class file has it, below its package.
    pub file: String,
    pub class: String,
    pub method: String,
    pub line: u32,
    pub verdict: LineVerdict,
}

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

/// A step of a dependence chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub file: String,
    pub line: u32,
    pub method: String,
}

pub(crate) fn classify(program: &Program, graph: &Graph, control: &Control, marks: &Marks) -> Relevance {
    let mut relevance = Relevance { lines: Vec::new(), chains: BTreeMap::new() };
    let methods: BTreeSet<MethodId> = control.states.keys().map(|op| op.method).collect();
    for method in methods {
        let info = program.method(method);
        let is_lambda = info.name.starts_with("lambda$");
        if info.flags.is(Flags::BRIDGE) || (info.flags.is(Flags::SYNTHETIC) && !is_lambda) {
            continue;
        }
        let Ok(body) = program.body(method) else { continue };
        let mut verdicts: BTreeMap<u32, LineVerdict> = BTreeMap::new();
        for pc in body.pcs() {
            let Some(line) = body.line(pc) else { continue };
            let verdict = verdict(program, body, control, marks, Op { method, pc });
            let slot = verdicts.entry(line).or_insert(LineVerdict::Neutral);
            *slot = join(*slot, verdict);
            if verdict == LineVerdict::Relevant {
                let key = (file(program, method), line);
                relevance
                    .chains
                    .entry(key)
                    .or_insert_with(|| steps(program, &marks.chain(graph, Op { method, pc })));
            }
        }
        let class = program.class(info.class).java_name();
        relevance.lines.extend(verdicts.into_iter().map(|(line, verdict)| LineReport {
            file: file(program, method),
            class: class.clone(),
            method: info.name.to_string(),
            line,
            verdict,
        }));
    }
    relevance.lines.sort_by(|a, b| (&a.file, a.line, &a.method).cmp(&(&b.file, b.line, &b.method)));
    relevance
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

/// Instructions that never speak for the programmer.
fn is_neutral(program: &Program, inst: &Inst) -> bool {
    match inst {
        Inst::Goto { .. }
        | Inst::Return
        | Inst::New { .. }
        | Inst::CheckCast { .. }
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
        | Inst::InstanceOf { .. }
        | Inst::MonitorEnter { .. }
        | Inst::MonitorExit { .. } => false,
    }
}

/// Relevant outweighs irrelevant outweighs unreached outweighs neutral.
fn join(a: LineVerdict, b: LineVerdict) -> LineVerdict {
    let weight = |verdict| match verdict {
        LineVerdict::Relevant => 3,
        LineVerdict::Irrelevant => 2,
        LineVerdict::Unreached => 1,
        LineVerdict::Neutral => 0,
    };
    if weight(a) >= weight(b) { a } else { b }
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
