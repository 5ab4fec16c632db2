//! What graphs begin with is looked at by the checker itself: every small call must be among it, and a start state that leaves
//! some out is found out.

use base::{Budget, Id};
use graph::state::Value;
use graph::{Graph, Inputs, Integers, Interval, Options};
use program::{MethodId, Program};
use terminate::check::start::missing_call;
use testkit::{Compiled, compile, header, method, test_programs};

fn build(program: &Program, method: MethodId, integers: Integers) -> Option<(Graph, Inputs)> {
    let is_main = &*program.method(method).name == "main";
    let inputs = if is_main { Inputs::Main } else { Inputs::Any };
    let budget = Budget::seconds(2.0);
    let options = Options { integers, inputs, budget, ..Options::default() };
    Some((graph::build(program, method, &options).ok()?, inputs))
}

fn missing(program: &Program, graph: &Graph, method: MethodId, inputs: Inputs) -> Option<String> {
    missing_call(program, graph, method, inputs, &Budget::unlimited()).expect("no limit")
}

/// Changes the state that a graph begins with, if there is something to change.
type Tampering = fn(&mut Graph) -> bool;

const TAMPERINGS: [(&str, Tampering); 4] = [
    ("nothing is shared", |graph| {
        let start = graph.start;
        !std::mem::take(&mut graph.nodes[start].state.predicates).equal.is_empty()
    }),
    ("no number is the greatest", |graph| {
        let start = graph.start;
        let state = &mut graph.nodes[start].state;
        let wide = state.ints().find(|(_, interval)| interval.as_literal().is_none()).map(|(r, _)| r);
        wide.inspect(|r| state.values[r.index()] = Value::Int(Interval::literal(0))).is_some()
    }),
    ("nothing is null", |graph| {
        let start = graph.start;
        let mut values = graph.nodes[start].state.values.iter_mut();
        let object = values.find_map(|value| match value {
            Value::Object(object) if object.maybe_null => Some(object),
            Value::Object(_) | Value::Array(_) | Value::Null | Value::Int(_) | Value::Float(_) => None,
        });
        object.map(|object| object.maybe_null = false).is_some()
    }),
    ("one class less", |graph| {
        let start = graph.start;
        let world = &graph.world;
        let mut values = graph.nodes[start].state.values.iter_mut();
        let known = |types| world.members(types).into_iter().filter(|ty| world.info(*ty).ty.is_some());
        let object = values.find_map(|value| match value {
            Value::Object(object) if known(object.types).count() > 1 => Some(object),
            Value::Object(_) | Value::Array(_) | Value::Null | Value::Int(_) | Value::Float(_) => None,
        });
        object.map(|object| object.types = world.set(known(object.types).skip(1))).is_some()
    }),
];

#[test]
fn graphs_begin_with_every_call() {
    let sources = test_programs("terminate");
    let Compiled { program, .. } = &compile(&sources);
    let mut found = [0; TAMPERINGS.len()];
    for source in &sources {
        let text = std::fs::read_to_string(source).expect("the program is readable");
        let name = header(&text, "method").next().expect("every program names its method");
        let method = method(program, name);
        for integers in [Integers::Java, Integers::Unbounded] {
            let Some((mut graph, inputs)) = build(program, method, integers) else { continue };
            assert_eq!(missing(program, &graph, method, inputs), None, "{name}");
            let start = graph.start;
            let intact = graph.nodes[start].state.clone();
            for ((_, tamper), found) in TAMPERINGS.iter().zip(&mut found) {
                if inputs == Inputs::Any && tamper(&mut graph) {
                    *found += u32::from(missing(program, &graph, method, inputs).is_some());
                }
                graph.nodes[start].state = intact.clone();
            }
        }
    }
    for ((what, _), found) in TAMPERINGS.iter().zip(found) {
        assert!(found > 1, "{what}: found out {found} times");
    }
}
