//! Programs with expectations in their comments: `tests/programs/graph/*.java`.
//!
//! `graph: C.m [unbounded] [tree]` says what is built; `loops: n`, `reaches: method`, `avoids: method`,
//! `throws: names|nothing`, `leaves: Name@line …|nothing` (what may leave the method, and where it is made) and `acyclic: yes|no` what the
//! graph must look like. Runs of these programs are followed by the
//! test `replay`; their `verdict:` is checked where verdicts are made.

use std::collections::BTreeSet;
use std::path::Path;

use base::Budget;
use graph::uncaught::uncaught;
use graph::{Graph, Inputs, Integers, NodeKind, Options};
use program::class::Origin;
use program::code::Pc;
use program::{MethodId, Program};
use testkit::{compile, header, method, test_programs};

#[test]
fn programs_meet_their_expectations() {
    let sources = test_programs("graph");
    let program = &compile(&sources).program;
    let failures: Vec<String> =
        sources.iter().flat_map(|source| Check::new(program, source).failures()).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

struct Check<'a> {
    program: &'a Program,
    name: String,
    text: String,
    method: MethodId,
    options: Options,
}

impl<'a> Check<'a> {
    fn new(program: &'a Program, source: &Path) -> Self {
        let text = std::fs::read_to_string(source).expect("the program is readable");
        let name = source.file_stem().expect("files have names").to_string_lossy().into_owned();
        let command = header(&text, "graph").next().expect("every program says what to build").to_string();
        let mut words = command.split_whitespace();
        let method = method(program, words.next().expect("Class.method"));
        let member = &*program.method(method).name;
        let flags: Vec<&str> = words.collect();
        let inputs = match () {
            () if member == "main" => Inputs::Main,
            () if flags.contains(&"tree") => Inputs::Tree,
            () => Inputs::Any,
        };
        let integers = if flags.contains(&"unbounded") { Integers::Unbounded } else { Integers::Java };
        let options = Options { integers, inputs, budget: Budget::seconds(20.0), ..Options::default() };
        Self { program, name, text, method, options }
    }

    fn failures(&self) -> Vec<String> {
        let graph = match graph::build(self.program, self.method, &self.options) {
            Ok(graph) => graph,
            Err(failure) => return vec![format!("{}: {failure}", self.name)],
        };
        let mut out: Vec<String> = graph.cuts().map(|(_, reason)| format!("cut: {reason}")).collect();
        out.extend(self.shape(&graph));
        out.into_iter().map(|failure| format!("{}: {failure}", self.name)).collect()
    }

    fn shape(&self, graph: &Graph) -> Vec<String> {
        let mut out = Vec::new();
        let loops = graph::components::strong_components(graph).len();
        for expected in header(&self.text, "loops") {
            if expected != loops.to_string() {
                out.push(format!("{loops} loops instead of {expected}"));
            }
        }
        let entered: BTreeSet<&str> = graph
            .nodes
            .iter()
            .filter_map(|node| Some(&*self.program.method(node.state.top()?.method).name))
            .collect();
        for expected in header(&self.text, "reaches").filter(|name| !entered.contains(name)) {
            out.push(format!("`{expected}` is not reached"));
        }
        for name in header(&self.text, "avoids").filter(|name| entered.contains(name)) {
            out.push(format!("`{name}` is reached"));
        }
        let thrown = thrown(graph);
        for expected in header(&self.text, "throws") {
            if expected != thrown {
                out.push(format!("throws {thrown} instead of {expected}"));
            }
        }
        let left = leaves(self.program, graph);
        for expected in header(&self.text, "leaves") {
            if expected != left {
                out.push(format!("{left} leaves instead of {expected}"));
            }
        }
        let acyclic = graph.nodes.iter().all(|node| node.state.predicates.all_cyclic().next().is_none());
        for expected in header(&self.text, "acyclic") {
            if (expected == "yes") != acyclic {
                out.push(format!("acyclic is {acyclic}"));
            }
        }
        out
    }
}

/// Simple names of the exceptions that end the program, or `nothing`.
fn thrown(graph: &Graph) -> String {
    let ends = graph.nodes.iter().filter(|node| node.kind == NodeKind::End);
    let exceptions = ends.filter_map(|node| Some(node.state.types(node.state.exception?)));
    let names: BTreeSet<String> = exceptions
        .flat_map(|types| graph.world.members(types))
        .map(|ty| graph.world.info(ty).name.rsplit(['.', '/']).next().unwrap_or_default().to_string())
        .collect();
    if names.is_empty() { "nothing".into() } else { names.into_iter().collect::<Vec<_>>().join(" ") }
}

/// What may leave the method, each with the innermost line of the program's own, or `nothing`.
fn leaves(program: &Program, graph: &Graph) -> String {
    let own = |method: MethodId| program.class(program.method(method).class).origin == Origin::ClassPath;
    let line = |stack: &[(MethodId, Option<Pc>)]| {
        let &(method, pc) = stack.iter().find(|(method, _)| own(*method))?;
        program.body(method).ok()?.line(pc?)
    };
    let all: BTreeSet<String> = uncaught(program, graph)
        .into_iter()
        .map(|uncaught| {
            let class = uncaught.class.map_or_else(|| "?".to_owned(), |class| program.type_name(class));
            let place = line(&uncaught.stack).map_or(String::new(), |line| format!("@{line}"));
            format!("{}{place}", class.rsplit('.').next().unwrap_or(&class))
        })
        .collect();
    if all.is_empty() { "nothing".into() } else { all.into_iter().collect::<Vec<_>>().join(" ") }
}
