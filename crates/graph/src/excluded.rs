//! What a finished graph excludes, line by line: code that is never reached, lines that cannot throw, assertions that always hold, casts
//! that cannot fail, branches that always go the same way. True even if another line of the method fails.
//!
//! It is said of code of the program's own that the method runs, whatever the depth of the call, and only of graphs that have every run
//! ([`safe`](crate::safe)). A line throws if an exception is made in it or passes through it, caught or not. A line that several methods share
//! (lambdas, code that the compiler doubles) is told once per method.

use std::collections::{BTreeMap, BTreeSet};

use library::names;
use program::class::Origin;
use program::code::{Body, Inst, Pc};
use program::{MethodId, Program};

use crate::graph::{EdgeKind, Graph};
use crate::safe;

/// What does not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// The line is reached.
    Reached,
    /// Its assertion fails.
    AssertionFails,
    /// A cast in it fails.
    CastFails,
    /// Something in it throws.
    Throws,
    /// A branch in it goes both ways.
    GoesBothWays,
}

/// Something that does not happen in a line of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Excluded {
    pub method: MethodId,
    pub line: u32,
    pub what: What,
}

impl What {
    pub fn sentence(self) -> &'static str {
        match self {
            What::Reached => "never reached",
            What::AssertionFails => "the assertion always holds",
            What::CastFails => "the cast cannot fail",
            What::Throws => "cannot throw",
            What::GoesBothWays => "a branch always goes the same way",
        }
    }
}

/// All that is excluded, by method and line; nothing if the graph has not every run.
pub fn excluded(program: &Program, graph: &Graph) -> Vec<Excluded> {
    let Ok(leaving) = safe::leaving(program, graph) else { return Vec::new() };
    let mut seen = Seen::of(graph);
    let own_stacks = leaving.iter().flat_map(|one| &one.stack);
    seen.throwing.extend(own_stacks.filter_map(|&(method, pc)| Some((method, pc?))));
    let mut out = BTreeSet::new();
    for (&method, reached) in &seen.reached {
        let info = program.method(method);
        // Initialisers are mostly the compiler's own.
        if program.class(info.class).origin != Origin::ClassPath || &*info.name == "<clinit>" {
            continue;
        }
        let Ok(body) = program.body(method) else { continue };
        for (line, insts) in lines(body) {
            let mut add = |what| out.insert(Excluded { method, line, what });
            seen.line(program, (method, body), reached, &insts, &mut add);
        }
    }
    out.into_iter().collect()
}

/// What happens in the graph, by place.
struct Seen {
    reached: BTreeMap<MethodId, BTreeSet<Pc>>,
    /// Where exceptions are made or pass through.
    throwing: BTreeSet<(MethodId, Pc)>,
    /// Where evaluation goes on.
    next: BTreeMap<(MethodId, Pc), BTreeSet<Pc>>,
}

impl Seen {
    fn of(graph: &Graph) -> Self {
        let mut seen = Seen { reached: BTreeMap::new(), throwing: BTreeSet::new(), next: BTreeMap::new() };
        for node in graph.nodes.iter() {
            for frame in &node.state.frames {
                seen.reached.entry(frame.method).or_default().insert(frame.pc);
            }
            if let (Some(_), Some(top)) = (node.state.exception, node.state.top()) {
                seen.throwing.insert((top.method, top.pc));
            }
        }
        for edge in graph.edges.iter().filter(|edge| edge.kind == EdgeKind::Eval) {
            let (before, after) = (graph.state(edge.source), graph.state(edge.target));
            if let (None, Some(from), Some(to)) = (before.exception, before.top(), after.top()) {
                seen.next.entry((from.method, from.pc)).or_default().insert(to.pc);
            }
        }
        seen
    }

    /// What does not happen in the instructions of a line.
    fn line(
        &self,
        program: &Program,
        (method, body): (MethodId, &Body),
        reached: &BTreeSet<Pc>,
        insts: &[Pc],
        add: &mut dyn FnMut(What) -> bool,
    ) {
        let assertion = program.class_type(names::ASSERTION);
        let is_assertion = |pc: &Pc| matches!(*body.inst(*pc), Inst::New { ty, .. } if ty == assertion);
        let own: Vec<Pc> = insts.iter().copied().filter(|pc| does_something(body.inst(*pc))).collect();
        let here: Vec<Pc> = own.iter().copied().filter(|pc| reached.contains(pc)).collect();
        if here.is_empty() {
            if !own.is_empty() {
                add(What::Reached);
            }
            return;
        }
        let throws = |pc: &Pc| self.throwing.contains(&(method, *pc));
        if insts.iter().any(is_assertion) && !here.iter().any(is_assertion) {
            add(What::AssertionFails);
        }
        let mut casts = here.iter().filter(|pc| matches!(body.inst(**pc), Inst::CheckCast { .. })).peekable();
        if casts.peek().is_some() && !casts.any(throws) {
            add(What::CastFails);
        }
        if here.iter().any(|pc| may_fail(body.inst(*pc))) && !insts.iter().any(throws) {
            add(What::Throws);
        }
        let goes_one_way = |pc: &&Pc| {
            let mut ways = BTreeSet::new();
            body.successors(**pc, |next| _ = ways.insert(next));
            let taken = self.next.get(&(method, **pc)).map_or(0, BTreeSet::len);
            ways.len() > 1 && taken == 1
        };
        // The compiler's own question whether assertions are on is none of the program's.
        if !insts.iter().any(is_assertion) && here.iter().any(|pc| goes_one_way(&pc)) {
            add(What::GoesBothWays);
        }
    }
}

fn lines(body: &Body) -> BTreeMap<u32, Vec<Pc>> {
    let mut out: BTreeMap<u32, Vec<Pc>> = BTreeMap::new();
    for pc in (0..body.insts.len()).map(|pc| Pc(pc as u32)) {
        if let Some(line) = body.line(pc) {
            out.entry(line).or_default().push(pc);
        }
    }
    out
}

/// Whether graphs stop at the instruction: jumps may be passed by.
fn does_something(inst: &Inst) -> bool {
    !matches!(inst, Inst::Goto { .. })
}

/// Whether people think of the instruction as one that may throw.
fn may_fail(inst: &Inst) -> bool {
    let is_plain = matches!(
        inst,
        Inst::Return
            | Inst::ReturnValue { .. }
            | Inst::ConstString { .. }
            | Inst::ConstClass { .. }
            | Inst::New { .. }
            | Inst::InstanceOf { .. }
            | Inst::GetStatic { .. }
            | Inst::PutStatic { .. }
    );
    inst.effect().throws && !is_plain
}
