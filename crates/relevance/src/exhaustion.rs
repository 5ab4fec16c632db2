//! Running out of memory in the library is not an outcome: whatever allocates may, and nobody calls code relevant for that.
//!
//! Collections throw `OutOfMemoryError` themselves when they have grown too large. It is an outcome all the same if the
//! program makes such an error itself or has a handler for it.

use graph::{Graph, State};
use library::names;
use program::Program;
use program::class::Origin;
use program::code::Inst;

/// Where a run ends because memory does.
pub struct Exhaustion<'g> {
    graph: &'g Graph,
    is_outcome: bool,
}

impl<'g> Exhaustion<'g> {
    /// The places of a graph where it does.
    pub fn of(program: &Program, graph: &'g Graph) -> Self {
        let ignored = Self { graph, is_outcome: false };
        let is_caught = graph.edges.iter().any(|edge| {
            let (before, after) = (&graph.nodes[edge.source].state, &graph.nodes[edge.target].state);
            ignored.is_at(before) && after.exception.is_none() && !after.frames.is_empty()
        });
        let is_made = graph
            .nodes
            .iter()
            .any(|node| node.state.top().is_some_and(|top| makes(program, top.method, top.pc)));
        Self { graph, is_outcome: is_caught || is_made }
    }

    /// Whether nothing but memory that ran out is on its way.
    pub fn is_at(&self, state: &State) -> bool {
        let Some(exception) = state.exception.filter(|_| !self.is_outcome) else { return false };
        let world = &self.graph.world;
        world
            .members(state.types(exception))
            .into_iter()
            .all(|ty| world.info(ty).name.replace('.', "/") == names::OUT_OF_MEMORY)
    }
}

/// Whether an instruction of the program allocates the error.
fn makes(program: &Program, method: program::MethodId, pc: program::code::Pc) -> bool {
    let is_own = program.class(program.method(method).class).origin != Origin::Jdk;
    let inst = program.body(method).ok().map(|body| *body.inst(pc));
    match inst {
        Some(Inst::New { ty, .. }) if is_own => ty == program.class_type(names::OUT_OF_MEMORY),
        Some(_) | None => false,
    }
}
