//! Methods that cannot fail, out of their graphs: where an exploration could go on for ever, a graph covers every run.
//!
//! What counts as a failure is what `explore` calls one: each exception that the graph lets out is as bad as it could be at most, and what
//! was asked for is all that matters. Exploring finds failures, graphs exclude them; both are right, so the graph is asked
//! first where paths may be without end, and again where exploring came to none.

use std::collections::BTreeSet;
use std::time::Duration;

use base::Budget;
use explore::{Entry, Never, Severity};
use graph::excluded::{Excluded, excluded};
use graph::uncaught::{Cause, Uncaught, thrown_in_own_code};
use graph::{Graph, Integers, NodeId, Options, components, safe};
use program::class::Origin;
use program::code::{Body, Inst, Pc, Touches};
use program::{MethodId, MethodName, Program};

use crate::terminate::inputs_of;

/// Methods looked into when it is asked whether something is repeated.
const MOST_METHODS: usize = 200;

/// Elements of arrays that exploring is asked about first.
const LARGE: i128 = 1 << 20;

/// The part of the time that a first look may take.
const FIRST_LOOK: u32 = 4;

/// The size of a graph that shows that nothing fails.
#[derive(Clone, Copy, Debug)]
pub struct Proven {
    pub nodes: usize,
    pub edges: usize,
}

/// What is asked of a method: whether something at least so bad leaves it.
#[derive(Clone, Copy)]
pub struct Asked<'p> {
    pub program: &'p Program,
    pub least: Severity,
}

/// The graph's size, if no run of the program does what it must never do.
pub fn never(program: &Program, main: MethodId, never: Never, budget: &Budget) -> Option<Proven> {
    let graph = build(program, main, budget)?;
    let leaving = safe::leaving(program, &graph).ok()?;
    // A failed assertion is one even if somebody catches it.
    let suspects = match never {
        Never::Assertion => thrown_in_own_code(program, &graph),
        Never::Uncaught => leaving,
    };
    let is_broken_by = |one: &Uncaught| {
        one.class.is_none_or(|class| never.is_broken_by(program, &explore::foreseen(program, class, &[])))
    };
    (!suspects.iter().any(is_broken_by)).then(|| Proven::by(&graph))
}

impl Proven {
    fn by(graph: &Graph) -> Self {
        Self { nodes: graph.nodes.len(), edges: graph.edges.len() }
    }
}

/// What a first look may take of the time.
pub fn at_first(budget: &Budget) -> Budget {
    budget.within(budget.remaining().unwrap_or(Duration::from_secs(3600)) / FIRST_LOOK)
}

fn build(program: &Program, method: MethodId, budget: &Budget) -> Option<Graph> {
    let inputs = inputs_of(program, method);
    let options = Options { integers: Integers::Java, inputs, budget: budget.clone(), ..Options::default() };
    graph::build(program, method, &options).ok()
}

impl Asked<'_> {
    /// A look before anything is explored, if paths may be without end.
    pub fn at_first(self, entry: &Entry, budget: &Budget) -> Option<Proven> {
        if !self.repeats(entry.method) {
            return None;
        }
        let graph = build(self.program, entry.method, &at_first(budget))?;
        // Exploring may see that there is no room for that.
        (!takes_room(self.program, &graph) && self.is_excluded(entry, &graph)).then(|| Proven::by(&graph))
    }

    /// The graph's size, if it lets out nothing that is asked for.
    pub fn prove(self, entry: &Entry, budget: &Budget) -> Option<Proven> {
        let graph = build(self.program, entry.method, budget)?;
        let may_double = self.repeats(entry.method) && joins_texts_somewhere(self.program, &graph);
        (!may_double && self.is_excluded(entry, &graph)).then(|| Proven::by(&graph))
    }

    /// What never happens in single lines, even if others fail.
    pub fn excluded(self, entry: &Entry, budget: &Budget) -> Vec<Excluded> {
        let graph = build(self.program, entry.method, budget);
        graph.map(|graph| excluded(self.program, &graph)).unwrap_or_default()
    }

    fn is_excluded(self, entry: &Entry, graph: &Graph) -> bool {
        let leaving = safe::leaving(self.program, graph);
        leaving.is_ok_and(|leaving| {
            leaving.iter().all(|one| self.severity(entry, one).is_none_or(|severity| severity < self.least))
        })
    }

    /// How bad it is at most, if it is a failure at all.
    fn severity(self, entry: &Entry, leaving: &Uncaught) -> Option<Severity> {
        let Some(class) = leaving.class else { return Some(Severity::Error) };
        let (stack, null) = match leaving.cause {
            Cause::Plain | Cause::NullField(_) => (&leaving.stack[..], None),
            Cause::NullArgument(index) => (&leaving.stack[..], Some(index)),
            // Nobody knows what its own stack says, or it is nobody's purpose.
            Cause::Unfollowed | Cause::Elsewhere => (&[][..], None),
        };
        explore::at_most(self.program, entry, &explore::foreseen(self.program, class, stack), null)
    }

    /// Whether the method, or what it calls of the program's own, may do something again and again.
    fn repeats(self, method: MethodId) -> bool {
        let mut seen = BTreeSet::from([method]);
        let mut work = vec![method];
        while let Some(method) = work.pop() {
            let Ok(body) = self.program.body(method) else { continue };
            if has_loop(body) || seen.len() > MOST_METHODS {
                return true;
            }
            for inst in &body.insts {
                let Touches::Call(_, callee) = inst.effect().touches else { continue };
                let Ok(callee) = self.program.resolve_method(callee) else { continue };
                let origin = self.program.class(self.program.method(callee).class).origin;
                if origin == Origin::ClassPath && seen.insert(callee) {
                    work.push(callee);
                }
            }
        }
        false
    }
}

/// Whether there may not be room for arrays and texts: for an array that is large for sure, for many, for texts put together again and again.
fn takes_room(program: &Program, graph: &Graph) -> bool {
    let in_loops: BTreeSet<NodeId> = components::strong_components(graph).into_iter().flatten().collect();
    graph.nodes.iter_enumerated().any(|(id, node)| {
        let Some(top) = node.state.top() else { return false };
        match program.body(top.method).map(|body| *body.inst(top.pc)) {
            Ok(Inst::NewArray { len, .. }) => {
                let length = top.reg(len).map(|length| node.state.int(length));
                in_loops.contains(&id) || length.is_none_or(|length| length.lo() >= LARGE)
            }
            Ok(Inst::NewMultiArray { .. }) => true,
            Ok(_) | Err(_) => false,
        }
    }) || joins_texts_somewhere(program, graph)
}

/// Whether texts are put together, which may double each time in a method that repeats something: no memory holds that for long. Loops
/// that end may stand unrolled in a graph, so that any place counts.
fn joins_texts_somewhere(program: &Program, graph: &Graph) -> bool {
    graph.nodes.iter().any(|node| {
        let Some(top) = node.state.top() else { return false };
        match program.body(top.method).map(|body| *body.inst(top.pc)) {
            Ok(Inst::Call { method, .. }) => joins_texts(program.method_name(method)),
            Ok(_) | Err(_) => false,
        }
    })
}

/// Whether a call makes a text longer by a whole text.
fn joins_texts(method: &MethodName) -> bool {
    let takes_object = method.descriptor.starts_with("(L") || method.descriptor.starts_with("([");
    let joins = ["append", "concat", "insert", "join", "repeat", "replace", "replaceAll", "write"];
    joins.contains(&&*method.name) && (takes_object || &*method.name == "repeat")
}

fn has_loop(body: &Body) -> bool {
    (0..body.insts.len()).any(|pc| {
        let pc = Pc(pc as u32);
        let mut goes_back = false;
        body.successors(pc, |next| goes_back |= next <= pc);
        goes_back
    })
}
