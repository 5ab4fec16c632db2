//! What library calls change that are modelled, not followed.
//!
//! The library says which methods are harmless. Whatever it says nothing of is taken for something the world outside can see, so a
//! new model is safe before its effect is told.

use std::collections::BTreeSet;

use graph::{EdgeKind, Graph, NodeId, Ref, State, Value};
pub use library::Effect;
use library::Signature;
use program::class::Origin;
use program::code::Inst;
use program::{MethodId, Program};

/// A call that evaluates in one step.
pub struct Modelled {
    pub effect: Effect,
    /// The references it is given.
    pub args: Vec<Ref>,
    /// The object it changes.
    pub changed: Option<Ref>,
}

impl Modelled {
    /// The modelled call a node is about to make.
    pub fn at(program: &Program, graph: &Graph, node: NodeId) -> Option<Self> {
        let state = &graph.nodes[node].state;
        let top = state.top()?;
        let body = program.body(top.method).ok()?;
        let &Inst::Call { method, args, .. } = body.inst(top.pc) else { return None };
        if state.exception.is_some() || !evaluates_at_once(graph, node) {
            return None;
        }
        let callee = program.resolve_method(method).ok();
        let is_static = callee.is_some_and(|callee| program.method(callee).is_static());
        let effect =
            callee.and_then(|callee| known(program, callee)).map_or(Effect::Outside, |line| line.effect);
        let changed = match effect {
            Effect::Changes(argument) => {
                body.list(args).get(argument.position(is_static)).and_then(|&reg| top.reg(reg))
            }
            Effect::None | Effect::Outside => None,
        };
        Some(Self { effect, args: body.list(args).iter().filter_map(|&reg| top.reg(reg)).collect(), changed })
    }
}

/// Whether a call has a successor in the same frame, or ends the program.
fn evaluates_at_once(graph: &Graph, node: NodeId) -> bool {
    let depth = graph.nodes[node].state.frames.len();
    graph.successors(node).any(|edge| {
        let after = &graph.nodes[edge.target].state;
        let is_there = after.frames.len() == depth || after.frames.is_empty();
        edge.kind == EdgeKind::Eval && is_there && after.exception.is_none()
    })
}

/// The immutable classes whose constructors are called somewhere in a graph: their objects change that once.
pub fn constructed(program: &Program, graph: &Graph) -> BTreeSet<String> {
    let calls = graph.nodes.iter().filter_map(|node| {
        let top = node.state.top()?;
        let &Inst::Call { method, .. } = program.body(top.method).ok()?.inst(top.pc) else { return None };
        let method = program.method(program.resolve_method(method).ok()?);
        method.is_constructor().then(|| program.class(method.class).java_name())
    });
    calls.filter(|class| is_immutable(class)).collect()
}

/// Whether everything an object may be never changes. Numbers and null are nothing but their value.
pub fn is_constant(graph: &Graph, constructed: &BTreeSet<String>, state: &State, r: Ref) -> bool {
    match state.value(r) {
        Value::Null | Value::Int(_) | Value::Float(_) => true,
        Value::Object(_) | Value::Array(_) => {
            let mut types = graph.world.members(state.types(r)).into_iter();
            types.all(|ty| {
                let name = &graph.world.info(ty).name;
                is_immutable(name) && !constructed.contains(name)
            })
        }
    }
}

/// What the library says of a method of the JDK.
pub fn known(program: &Program, method: MethodId) -> Option<&'static library::Method> {
    let method = program.method(method);
    let class = program.class(method.class);
    let (name, descriptor) = (&*method.name, &*method.descriptor);
    let signature = Signature { name, descriptor, is_native: method.is_native() };
    if class.origin == Origin::Jdk { library::method(&class.name, signature) } else { None }
}

/// Classes whose objects never change once they are made, by their names in Java.
fn is_immutable(class: &str) -> bool {
    library::class(&class.replace('.', "/")).is_some_and(|class| class.is_immutable)
}
