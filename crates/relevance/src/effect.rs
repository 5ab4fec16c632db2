//! What library calls change that are modelled, not followed.
//!
//! Knows only harmless methods by name. Whatever is not in the table is taken for something the world outside can see, so a
//! new model is safe before it is listed here.

use std::collections::BTreeSet;

use graph::{EdgeKind, Graph, NodeId, Ref, State, Value};
use program::code::Inst;
use program::{MethodRef, Program};

/// A call that evaluates in one step.
pub struct Modelled {
    pub effect: Effect,
    /// The references it is given.
    pub args: Vec<Ref>,
    /// The object it changes.
    pub changed: Option<Ref>,
}

/// What a modelled call changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It only computes its result, or throws.
    None,
    /// The object that is its argument with this number, the receiver being the first.
    Changes(usize),
    /// Something outside the program: it prints, exits, wakes others up.
    Outside,
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
        let effect = effect(program, method);
        let changed = match effect {
            Effect::Changes(number) => body.list(args).get(number).and_then(|&reg| top.reg(reg)),
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

/// The effect of calling the method by this name.
fn effect(program: &Program, method: MethodRef) -> Effect {
    let Ok(method) = program.resolve_method(method) else { return Effect::Outside };
    let method = program.method(method);
    match (&*program.class(method.class).name, &*method.name) {
        ("java/lang/Object", "<init>" | "hashCode" | "getClass" | "toString" | "equals" | "clone") => {
            Effect::None
        }
        ("java/lang/Throwable", "<init>" | "fillInStackTrace" | "addSuppressed" | "setStackTrace") => {
            Effect::Changes(0)
        }
        ("java/lang/Throwable", "toString") => Effect::None,
        ("java/lang/System", "arraycopy") => Effect::Changes(2),
        (
            "java/lang/System",
            "currentTimeMillis" | "nanoTime" | "identityHashCode" | "lineSeparator" | "getProperty"
            | "getenv",
        ) => Effect::None,
        ("java/lang/Class", name) if is_question(name) => Effect::None,
        ("java/lang/Math" | "java/lang/StrictMath", _) => Effect::None,
        ("java/util/Arrays", "sort") | ("java/util/Random", "<init>") => Effect::Changes(0),
        (class, "<init>") if is_immutable(&class.replace('/', ".")) => Effect::Changes(0),
        ("java/util/Arrays", "copyOf") => Effect::None,
        ("java/lang/String", name) if name != "getChars" => Effect::None,
        (class, name) if is_builder(class) => match name {
            "length" | "capacity" | "toString" | "charAt" | "substring" | "indexOf" => Effect::None,
            "<init>" | "append" | "reverse" | "deleteCharAt" | "setCharAt" | "insert" | "delete"
            | "setLength" => Effect::Changes(0),
            _ => Effect::Outside,
        },
        (
            "java/util/Random",
            "nextInt" | "nextLong" | "nextBoolean" | "nextDouble" | "nextFloat" | "nextGaussian" | "setSeed",
        ) => Effect::Changes(0),
        (class, name) if is_box(class) && is_question(name) => Effect::None,
        _ => Effect::Outside,
    }
}

/// Methods of boxes and class objects that only compute.
fn is_question(name: &str) -> bool {
    const BEGINNINGS: [&str; 5] = ["get", "is", "to", "compare", "parse"];
    const NAMES: [&str; 12] = [
        "valueOf",
        "equals",
        "hashCode",
        "desiredAssertionStatus",
        "intValue",
        "longValue",
        "shortValue",
        "byteValue",
        "charValue",
        "booleanValue",
        "floatValue",
        "doubleValue",
    ];
    const BITS: [&str; 4] =
        ["floatToRawIntBits", "intBitsToFloat", "doubleToRawLongBits", "longBitsToDouble"];
    BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
        || NAMES.contains(&name)
        || BITS.contains(&name)
}

fn is_box(class: &str) -> bool {
    let class = class.replace('/', ".");
    is_immutable(&class) && !matches!(class.as_str(), "java.lang.String" | "java.lang.Class")
}

fn is_builder(class: &str) -> bool {
    matches!(class, "java/lang/StringBuilder" | "java/lang/StringBuffer" | "java/lang/AbstractStringBuilder")
}

/// Classes whose objects never change once they are made.
fn is_immutable(class: &str) -> bool {
    matches!(
        class,
        "java.lang.String"
            | "java.lang.Class"
            | "java.lang.Integer"
            | "java.lang.Long"
            | "java.lang.Short"
            | "java.lang.Byte"
            | "java.lang.Character"
            | "java.lang.Boolean"
            | "java.lang.Float"
            | "java.lang.Double"
    )
}
