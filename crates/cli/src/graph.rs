//! `cupper graph TARGET --method M`: the symbolic execution graph of a method, as text, DOT, JSON or a page.

use std::path::PathBuf;
use std::time::Duration;

use base::Budget;
use graph::excluded::excluded;
use graph::{EdgeKind, Graph, Inputs, Integers, Options, components, render};
use program::{MethodId, Program};
use report::{EdgeView, GraphView, Group, MethodReport, NodeView, Place, Question, Reason, Verdict, html};

use crate::outcome::Outcome;
use crate::target::TargetArgs;
use crate::{megabytes, ours, progress, seconds, select, views};

/// Show the symbolic execution graph of a method
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    target: TargetArgs,
    /// `Class.method`, with its descriptor if overloaded
    #[arg(long, value_name = "METHOD")]
    method: String,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Where the page goes
    #[arg(long, default_value = "graph.html")]
    output: PathBuf,
    #[command(flatten)]
    build: BuildArgs,
}

/// How graphs are built.
#[derive(clap::Args)]
pub struct BuildArgs {
    /// How integers behave: as in Java, or without bounds
    #[arg(long, value_enum, default_value_t = IntegerMode::Java)]
    integers: IntegerMode,
    /// Seconds before giving up on a method
    #[arg(long, visible_alias = "time", value_name = "SECONDS", value_parser = seconds::parse, default_value = "30")]
    timeout: Duration,
    /// Megabytes of memory before giving up
    #[arg(long, value_parser = megabytes::parse, default_value = "4096", value_name = "MB")]
    memory: u64,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Text,
    Dot,
    Json,
    Html,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum IntegerMode {
    Java,
    Unbounded,
}

impl BuildArgs {
    /// `whole` is for everything that is asked; a method has its own time within it.
    pub fn options(&self, whole: &Budget) -> Options {
        let integers = match self.integers {
            IntegerMode::Java => Integers::Java,
            IntegerMode::Unbounded => Integers::Unbounded,
        };
        let budget = whole.within(self.timeout).with_memory(self.memory);
        Options { integers, inputs: Inputs::Any, budget, ..Options::default() }
    }
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    if matches!(args.format, Format::Html) {
        ours::ready(&args.output)?;
    }
    let target = args.target.open()?;
    let method = select::the_one(&target, &args.method)?;
    let program = &target.program;
    let options = args.build.options(&Budget::unlimited());
    let what = select::label(program, method);
    let built = progress::meanwhile(&what, &options.budget, || graph::build(program, method, &options));
    let answer = match &built {
        Ok(graph) => complete(program, method, graph),
        Err(failure) => MethodReport {
            method: what,
            question: Question::Graph,
            word: "unknown".into(),
            reasons: vec![failure.to_string().into()],
            ..MethodReport::default()
        },
    };
    let outcome = if answer.verdict == Verdict::Unknown { Outcome::Unknown } else { Outcome::Clean };
    let report = views::report("graph", &[args.target.target], &target, vec![answer]);
    match (args.format, &built) {
        (Format::Text, Ok(graph)) => {
            print!("{}", render::text(program, graph));
            let steps = report.results.iter().flat_map(|result| &result.excluded);
            for (place, step) in steps.filter_map(|step| Some((step.place.as_ref()?, step))) {
                println!("excluded: {place}: {}", step.message);
            }
        }
        (Format::Dot, Ok(graph)) => print!("{}", render::dot(program, graph)),
        (Format::Text | Format::Dot, Err(failure)) => println!("unknown: {failure}"),
        (Format::Json, _) => print!("{}", report::json(&report)),
        (Format::Html, _) => {
            ours::write(&args.output, &html::render(&report))?;
            println!("the page is in `{}`", args.output.display());
        }
    }
    Ok(outcome)
}

/// What the graph is; cut off means that not every run is in it.
fn complete(program: &Program, method: MethodId, graph: &Graph) -> MethodReport {
    let loops = loops(program, graph, |_| None);
    let cuts = graph.cuts();
    let reasons: Vec<Reason> = cuts.map(|(node, why)| cut(program, graph, node, why)).collect();
    let counts = [("nodes", graph.nodes.len()), ("edges", graph.edges.len()), ("loops", loops.len())];
    let is_whole = reasons.is_empty();
    MethodReport {
        method: select::label(program, method),
        question: Question::Graph,
        verdict: if is_whole { Verdict::Proven } else { Verdict::Unknown },
        word: if is_whole { "complete".into() } else { "incomplete".into() },
        reasons,
        figures: counts.into_iter().map(|(name, count)| (name.into(), count.into())).collect(),
        excluded: views::excluded(program, &excluded(program, graph)),
        graphs: vec![view(program, graph, loops)],
        ..MethodReport::default()
    }
}

fn cut(program: &Program, graph: &Graph, node: graph::NodeId, why: &str) -> Reason {
    let at = Some(graph.point(program, node));
    Reason { what: why.to_owned(), place: place(program, graph, node), at, ..Reason::default() }
}

/// A cycle of a graph, and what to say about it.
pub struct Loop {
    pub nodes: Vec<graph::NodeId>,
    pub text: String,
}

/// The cycles of a graph; what `explain` has nothing to say about is named by its place.
pub fn loops(
    program: &Program,
    graph: &Graph,
    explain: impl Fn(&[graph::NodeId]) -> Option<String>,
) -> Vec<Loop> {
    let place = |nodes: &[graph::NodeId]| nodes.first().map(|&node| graph.point(program, node));
    let all = components::strong_components(graph).into_iter();
    all.map(|nodes| Loop { text: explain(&nodes).or_else(|| place(&nodes)).unwrap_or_default(), nodes })
        .collect()
}

/// A graph to look at; its loops are coloured.
pub fn view(program: &Program, graph: &Graph, loops: Vec<Loop>) -> GraphView {
    use base::Id;
    let mut group = vec![None; graph.nodes.len()];
    for (index, one) in loops.iter().enumerate() {
        for node in &one.nodes {
            group[node.index()] = Some(index);
        }
    }
    let nodes = graph.nodes.iter_enumerated().map(|(id, node)| NodeView {
        label: graph.point(program, id),
        detail: render::describe(program, &graph.world, &node.state).join("\n"),
        group: group[id.index()],
        place: place(program, graph, id),
        heap: None,
    });
    let edges = graph.edges.iter().map(|edge| EdgeView {
        from: edge.source.index(),
        to: edge.target.index(),
        kind: kind(&edge.kind).into(),
        facts: edge.facts.iter().map(|fact| render::fact_text(program, fact)).collect(),
        map: edge.map.iter().map(|(target, source)| (target.0, source.0)).collect(),
        ..EdgeView::default()
    });
    let groups = loops
        .into_iter()
        .enumerate()
        .map(|(index, one)| Group { name: format!("loop {}", index + 1), text: one.text });
    GraphView {
        title: "Symbolic execution graph".into(),
        nodes: nodes.collect(),
        edges: edges.collect(),
        groups: groups.collect(),
    }
}

fn place(program: &Program, graph: &Graph, node: graph::NodeId) -> Option<Place> {
    let top = graph.nodes[node].state.top()?;
    let line = program.body(top.method).ok()?.line(top.pc)?;
    let class = program.method(top.method).class;
    let file = program.class_attributes(class).source_file.clone()?.to_string();
    Some(Place { file, line, ..Place::default() })
}

fn kind(kind: &EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Eval | EdgeKind::End => "eval",
        EdgeKind::Refine => "refine",
        EdgeKind::Instance => "instance",
        EdgeKind::Inputs | EdgeKind::Call => "call",
        EdgeKind::Return { .. } => "return",
    }
}
