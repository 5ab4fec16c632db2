//! Programs with expectations in their comments: `tests/programs/graph/*.java`.
//!
//! `graph: C.m [unbounded] [tree]` says what is built; `loops: n`, `reaches: method`, `throws: names|nothing` and
//! `acyclic: yes|no` what the graph must look like. `replay: …` follows a concrete run through the graph (numbers are
//! the arguments, or the lengths of the strings `main` gets): every concrete state must be an instance of the node it
//! is at.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use base::Budget;
use graph::eval::{Cx, Outcome};
use graph::instance::instance;
use graph::state::{Array, State, Value};
use graph::{EdgeKind, Graph, Inputs, Integers, Interval, NodeId, NodeKind, Options};
use program::{ClassPath, MethodId, Program};

const STEPS: usize = 3000;

#[test]
fn programs_meet_their_expectations() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/graph");
    let mut sources: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the programs are in the repository")
        .map(|entry| entry.expect("the folder is readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
        .collect();
    sources.sort();
    let classes = tempfile::tempdir().expect("a temporary folder");
    let javac = Command::new("javac").arg("-g").arg("-d").arg(classes.path()).args(&sources).status();
    assert!(javac.expect("javac is on the path").success());
    let path = ClassPath { entries: vec![classes.path().to_path_buf()], jdk: Some(jdk()) };
    let program = Program::new(&path).expect("the classes are readable");
    let failures: Vec<String> =
        sources.iter().flat_map(|source| Check::new(&program, source).failures()).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn jdk() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let java = std::env::split_paths(&path).map(|folder| folder.join("javac")).find(|file| file.exists());
    let java = java.expect("javac is on the path").canonicalize().expect("it exists");
    java.parent().and_then(Path::parent).expect("javac is in bin").to_path_buf()
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
        let command = values(&text, "graph").next().expect("every program says what to build").to_string();
        let mut words = command.split_whitespace();
        let (class, member) = words.next().and_then(|word| word.split_once('.')).expect("Class.method");
        let class = program.class_named(class).expect("the class was compiled");
        let named = |id: &MethodId| *program.method(*id).name == *member;
        let method = program.class(class).methods().find(named).expect("the method exists");
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
        out.extend(values(&self.text, "replay").filter_map(|args| self.replay(&graph, args)));
        out.into_iter().map(|failure| format!("{}: {failure}", self.name)).collect()
    }

    fn shape(&self, graph: &Graph) -> Vec<String> {
        let mut out = Vec::new();
        let loops = graph::components::strong_components(graph).len();
        for expected in values(&self.text, "loops") {
            if expected != loops.to_string() {
                out.push(format!("{loops} loops instead of {expected}"));
            }
        }
        let entered: BTreeSet<&str> = graph
            .nodes
            .iter()
            .filter_map(|node| Some(&*self.program.method(node.state.top()?.method).name))
            .collect();
        for expected in values(&self.text, "reaches").filter(|name| !entered.contains(name)) {
            out.push(format!("`{expected}` is not reached"));
        }
        let thrown = thrown(graph);
        for expected in values(&self.text, "throws") {
            if expected != thrown {
                out.push(format!("throws {thrown} instead of {expected}"));
            }
        }
        let acyclic = graph.nodes.iter().all(|node| node.state.predicates.all_cyclic().next().is_none());
        for expected in values(&self.text, "acyclic") {
            if (expected == "yes") != acyclic {
                out.push(format!("acyclic is {acyclic}"));
            }
        }
        out
    }

    /// **Trace replay** [Otto15, Thm. 1.56]: `None` if the run can be followed.
    fn replay(&self, graph: &Graph, args: &str) -> Option<String> {
        let cx = Cx { program: self.program, world: &graph.world, integers: self.options.integers };
        let numbers: Vec<i128> =
            args.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        let mut concrete = self.concrete_start(graph, &numbers);
        let mut nodes = close(graph, &concrete, BTreeSet::from([graph.start]));
        for step in 0..STEPS {
            if nodes.is_empty() {
                return Some(format!("replay {args:?} is lost after {step} steps\n{concrete:#?}"));
            }
            if concrete.frames.is_empty() || nodes.iter().any(|&node| is_cut(graph, node)) {
                return None;
            }
            concrete = match cx.evaluate(&concrete) {
                Outcome::Step(next) | Outcome::Call(next) | Outcome::Exit(next) => {
                    let next = next.state;
                    let targets = nodes.iter().flat_map(|&node| graph.successors(node));
                    let stepped = targets.filter(|edge| matches!(edge.kind, EdgeKind::Eval));
                    let stepped = stepped.map(|edge| edge.target).collect();
                    nodes = close(graph, &next, stepped);
                    next
                }
                Outcome::Cases(cases) => cases.into_iter().next().expect("cases cover the state").state,
                Outcome::Cut(reason) => return Some(format!("the concrete run is cut: {reason}")),
            };
        }
        None
    }

    /// The start state with known arguments.
    fn concrete_start(&self, graph: &Graph, numbers: &[i128]) -> State {
        let world = &graph.world;
        let mut state = graph.state(graph.start).clone();
        let literals: Vec<_> =
            numbers.iter().map(|&number| state.fresh_int(Interval::literal(number))).collect();
        let regs = state.frames[0].regs.clone();
        if self.options.inputs == Inputs::Main {
            let string = self.program.class_type("java/lang/String");
            let types = world.set(world.find(string));
            let cells: Vec<_> = literals
                .iter()
                .map(|&length| state.fresh(Value::Array(Array { types, length, cells: None })))
                .collect();
            let length = state.fresh_int(Interval::literal(cells.len() as i128));
            if let Some(args) = regs[0] {
                let types = state.types(args);
                state.values[args.0 as usize] = Value::Array(Array { types, length, cells: Some(cells) });
            }
        } else {
            for (reg, literal) in literals.into_iter().enumerate() {
                state.frames[0].regs[reg] = regs[reg].map(|_| literal);
            }
        }
        state.canonical(world).0
    }
}

/// All nodes of `from` and behind their refinement and instance edges that represent the state.
fn close(graph: &Graph, concrete: &State, from: BTreeSet<NodeId>) -> BTreeSet<NodeId> {
    let mut out = BTreeSet::new();
    let mut work: Vec<NodeId> = from.into_iter().collect();
    while let Some(node) = work.pop() {
        if !out.contains(&node) && instance(&graph.world, concrete, graph.state(node)).is_some() {
            out.insert(node);
            let quiet = graph.successors(node).filter(|edge| !matches!(edge.kind, EdgeKind::Eval));
            work.extend(quiet.map(|edge| edge.target));
        }
    }
    out
}

fn is_cut(graph: &Graph, node: NodeId) -> bool {
    matches!(graph.nodes[node].kind, NodeKind::Cut(_))
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

/// Values of the header lines `// key: value`.
fn values<'t>(text: &'t str, key: &'t str) -> impl Iterator<Item = &'t str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("// "));
    lines.filter_map(move |line| Some(line.strip_prefix(key)?.strip_prefix(':')?.trim()))
}
