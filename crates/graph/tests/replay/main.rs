//! The strongest gate: runs of the real machine replayed through the graph [Otto15, Thm. 1.56]. Every concrete state must
//! be an instance of a node the run can be at, calls and recursion included; on random programs with random heaps as
//! inputs, and on the worked examples. Graphs that were tampered with must be found out.

mod every;
mod follow;
mod generate;
mod mirror;

use std::collections::BTreeSet;

use base::Budget;
use follow::Follower;
use graph::state::Value;
use graph::{EdgeKind, Fact, Graph, Inputs, Integers, Interval, NodeId, Options};
use machine::concrete::Machine;
use machine::{End, Limits, Silent};
use program::{MethodId, Program};
use testkit::{Compiled, Random, compile, compile_text, header, method, test_programs};

/// Observed states per run.
const STEPS: usize = 250;
const HEAP: usize = 64 << 20;

/// A run through the graph.
struct Replay {
    lost: Option<String>,
    observed: usize,
    visited: Vec<NodeId>,
    instructions: BTreeSet<String>,
}

fn replay(program: &Program, method: MethodId, graph: &Graph, random: &mut Random) -> Replay {
    let limits = Limits { heap: HEAP, ..Limits::default() };
    let mut machine = Machine::new(program, Box::new(Silent), limits);
    let is_main = &*program.method(method).name == "main";
    let arguments = match is_main {
        true => generate::command_line(&mut machine, random),
        false => generate::arguments(&mut machine, method, random),
    };
    let mut follower = Follower::new(program, graph, STEPS);
    let entered = machine::call(&mut machine.cx, &mut machine.state, method, &arguments);
    assert!(matches!(entered, Ok(None)), "the method has a body");
    let begun = machine::initialise(&mut machine.cx, &mut machine.state, program.method(method).class);
    assert!(begun.is_ok(), "the class can be initialised");
    match machine::run(&mut machine.cx, &mut machine.state, &mut follower) {
        Ok(End::Returned(_)) => follower.ended(false),
        Ok(End::Threw(_)) => follower.ended(true),
        Ok(End::Paused) | Err(_) => {}
    }
    let visited = follower.visited.iter().copied().collect();
    let instructions = follower.instructions;
    Replay { lost: follower.lost, observed: follower.observed, visited, instructions }
}

fn build(program: &Program, method: MethodId, inputs: Inputs) -> Option<Graph> {
    let budget = Budget::seconds(3.0);
    let options = Options { integers: Integers::Java, inputs, max_nodes: 4000, budget, ..Options::default() };
    graph::build(program, method, &options).ok()
}

/// Compiled random programs and the method each starts with.
fn random_programs(count: usize, seed: u64) -> (Compiled, Vec<(String, MethodId)>) {
    let mut random = Random::new(seed);
    let names: Vec<String> = (0..count).map(|index| format!("R{index}")).collect();
    let texts: Vec<String> = names.iter().map(|name| generate::program(name, &mut random)).collect();
    let compiled = compile_text("Random", &format!("{}{}", generate::VOCABULARY, texts.concat()));
    let start = |name: String| (method(&compiled.program, &format!("{name}.run")), name);
    let methods = names.into_iter().zip(texts).map(|(name, text)| (text, start(name).0)).collect();
    (compiled, methods)
}

/// Guards `graph::eval::object::put_field`, `graph::eval::array::load_unknown`,
/// `graph::eval::refine::exists`, `graph::eval::refine::holds`, `graph::eval::refine::tell_apart`,
/// `graph::state::substitute`, `graph::build::merge`, `graph::recursion::inputs::mark_changed`.
#[test]
fn random_runs_are_followed() {
    let (compiled, methods) = random_programs(45, 7);
    let mut random = Random::new(8);
    let (mut built, mut observed) = (0, 0);
    for (text, method) in methods {
        let Some(graph) = build(&compiled.program, method, Inputs::Any) else { continue };
        built += 1;
        for _ in 0..6 {
            let run = replay(&compiled.program, method, &graph, &mut random);
            observed += run.observed;
            assert_eq!(run.lost, None, "{text}");
        }
    }
    println!("{built} graphs, {observed} states");
    assert!(built > 25, "only {built} graphs");
    assert!(observed > 8_000, "only {observed} states");
}

#[test]
fn worked_examples_are_followed() {
    let sources = test_programs("graph");
    let compiled = compile(&sources);
    let mut random = Random::new(9);
    for source in &sources {
        let text = std::fs::read_to_string(source).expect("the program is readable");
        let command = header(&text, "graph").next().expect("every program says what to build");
        let method = method(&compiled.program, command.split_whitespace().next().expect("Class.method"));
        let is_main = &*compiled.program.method(method).name == "main";
        let inputs = if is_main { Inputs::Main } else { Inputs::Any };
        let graph = build(&compiled.program, method, inputs).expect("the examples have graphs");
        for _ in 0..12 {
            let run = replay(&compiled.program, method, &graph, &mut random);
            assert_eq!(run.lost, None, "{}", source.display());
        }
    }
}

/// Changes a graph at a node, if there is something to change.
type Tampering = fn(&mut Graph, NodeId) -> bool;

const TAMPERINGS: [(&str, Tampering); 4] = [
    ("a write without effect", undo_write),
    ("no licence to share", drop_predicates),
    ("a number too narrow", narrow),
    ("one case less", drop_case),
];

/// The state behind a write shows what the state before it showed.
fn undo_write(graph: &mut Graph, node: NodeId) -> bool {
    let wrote = |fact: &Fact| match *fact {
        Fact::Write { object, field, .. } => Some((object, field)),
        _ => None,
    };
    let edge = graph.successors(node).find(|edge| edge.facts.iter().any(|fact| wrote(fact).is_some()));
    let Some((object, field)) = edge.and_then(|edge| edge.facts.iter().find_map(wrote)) else { return false };
    let edge = edge.expect("found above");
    let (target, old) = (edge.target, graph.state(node).field(object, field));
    let renamed = |r| edge.map.iter().find(|pair| pair.1 == r).map(|pair| pair.0);
    let (Some(object), Some(old)) = (renamed(object), old.and_then(renamed)) else { return false };
    let state = &mut graph.nodes[target].state;
    let differs = state.field(object, field).is_some_and(|now| now != old);
    if differs {
        state.set_field(object, field, old);
    }
    differs
}

fn drop_predicates(graph: &mut Graph, node: NodeId) -> bool {
    let dropped = std::mem::take(&mut graph.nodes[node].state.predicates);
    !dropped.is_empty()
}

/// Leaves the greatest number out.
fn narrow(graph: &mut Graph, node: NodeId) -> bool {
    let state = &mut graph.nodes[node].state;
    let wide = state.ints().find(|(_, interval)| interval.as_literal().is_none());
    let Some((r, interval)) = wide else { return false };
    let low = interval.lower().expect("machine integers are bounded");
    state.values[r.0 as usize] = Value::Int(Interval::literal(low));
    true
}

fn drop_case(graph: &mut Graph, node: NodeId) -> bool {
    let cases = graph.nodes[node].out.len();
    let is_case = graph.successors(node).all(|edge| edge.kind == EdgeKind::Refine);
    if is_case && cases > 1 {
        graph.nodes[node].out.pop();
    }
    is_case && cases > 1
}

/// Nodes tampered with, per graph and way.
const MOST_TRIED: u32 = 3;

/// A test of the test: of graphs tampered with at a node that runs pass, a good part is found out, for every way.
#[test]
fn tampered_graphs_are_found_out() {
    let (compiled, methods) = random_programs(7, 21);
    let mut found = [(0, 0); TAMPERINGS.len()];
    for (_, method) in methods {
        let run = |graph: &Graph| {
            let mut random = Random::new(22);
            (0..6).map(|_| replay(&compiled.program, method, graph, &mut random)).collect::<Vec<_>>()
        };
        let Some(graph) = build(&compiled.program, method, Inputs::Any) else { continue };
        let passed: BTreeSet<NodeId> = run(&graph).into_iter().flat_map(|run| run.visited).collect();
        for ((_, tamper), found) in TAMPERINGS.iter().zip(&mut found) {
            let mut intact = None;
            let mut tried = 0;
            for &node in &passed {
                let rebuild = || build(&compiled.program, method, Inputs::Any).expect("it was built before");
                let mut graph = intact.take().unwrap_or_else(rebuild);
                if !tamper(&mut graph, node) {
                    intact = Some(graph);
                    continue;
                }
                tried += 1;
                found.0 += 1;
                found.1 += u32::from(run(&graph).iter().any(|run| run.lost.is_some()));
                if tried == MOST_TRIED {
                    break;
                }
            }
        }
    }
    for ((what, _), (tried, found)) in TAMPERINGS.iter().zip(found) {
        println!("{what}: {found} of {tried} found out");
        assert!(found > 0, "{what}: none of {tried} found out");
    }
}
