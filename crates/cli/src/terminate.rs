//! `cupper terminate`: does a program or method always stop?

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use base::{Budget, Diagnostic, Id};
use graph::{Graph, Inputs, Integers};
use program::{MethodId, Program};
use report::{GraphView, Report};
use terminate::certificate::Certificate;
use terminate::its::LocationId;
use terminate::verdict::{self, Answer, Options, Verdict};

use crate::outcome::Outcome;
use crate::output::{self, Format, OutputArgs};
use crate::target::{Target, TargetArgs};
use crate::world::WorldArgs;
use crate::{megabytes, progress, seconds, select, views};

/// Prove that a program or method always stops, or find an input on which it does not
///
/// Exit status: 0 terminates, 1 diverges, 3 unknown.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    target: TargetArgs,
    /// The method to look at, as `Class.method`; the program's `main` when left out
    #[arg(long)]
    method: Option<String>,
    /// What `int` and `long` are
    #[arg(long, value_enum, default_value_t = IntegerMode::Java)]
    integers: IntegerMode,
    /// Show the graph's size, the loops and what decreases in them
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    output: OutputArgs,
    /// Write what is needed to check the proof again (`cupper check-certificate`)
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Ask only about objects in states that their classes can make, as far as `cupper facts` proves it, not in any state of their types
    #[arg(long)]
    facts: bool,
    /// Seconds before the answer is unknown
    #[arg(long, visible_alias = "time", value_name = "SECONDS", value_parser = seconds::parse, default_value = "60")]
    timeout: Duration,
    /// Megabytes of memory before the answer is unknown
    #[arg(long, value_parser = megabytes::parse, default_value = "4096", value_name = "MB")]
    memory: u64,
    /// As in the Termination Competition: YES, NO or MAYBE first, then the proof; integers are unbounded
    #[arg(long)]
    termcomp: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum IntegerMode {
    /// 32 and 64 bits, wrapping around
    Java,
    /// Mathematical integers
    Unbounded,
}

impl From<IntegerMode> for Integers {
    fn from(mode: IntegerMode) -> Self {
        match mode {
            IntegerMode::Java => Integers::Java,
            IntegerMode::Unbounded => Integers::Unbounded,
        }
    }
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    args.output.ready()?;
    args.certificate.iter().try_for_each(|path| crate::ours::ready(path))?;
    let budget = Budget::unlimited().within(args.timeout).with_memory(args.memory);
    let target = args.target.open()?;
    let method = match &args.method {
        Some(pattern) => select::the_one(&target, pattern)?,
        None => find_main(&target)?,
    };
    let integers = match (args.termcomp, args.integers) {
        (true, _) | (_, IntegerMode::Unbounded) => Integers::Unbounded,
        (false, IntegerMode::Java) => Integers::Java,
    };
    let inputs = inputs_of(&target.program, method);
    let started = Instant::now();
    let is_asked = inputs == Inputs::Any && integers == Integers::Java;
    let world = WorldArgs { facts: args.facts, ..WorldArgs::default() };
    let facts = is_asked.then(|| world.facts(&target.program, &budget)).flatten();
    let options = Options { integers, inputs, facts, budget };
    let what = select::label(&target.program, method);
    let (answer, graph) = progress::meanwhile(&what, &options.budget, || {
        verdict::decide_keeping(&target.program, method, &options)
    });
    if let Some(path) = &args.certificate {
        let certificate = Certificate::new(&target.program, method, &options, &answer);
        let text = serde_json::to_string_pretty(&certificate)?;
        crate::ours::write(path, &text)?;
    }
    if args.termcomp {
        return Ok(compete(&answer));
    }
    let seconds = started.elapsed().as_secs_f64();
    let mut result = views::stops(&target.program, method, &options, &answer, seconds);
    if args.output.format() == Format::Html {
        result.graphs = graph_view(&target.program, method, &options, &answer, graph).into_iter().collect();
    }
    let unbounded = (integers == Integers::Unbounded).then(|| UNBOUNDED.to_owned());
    let report = views::report("terminate", &[args.target.target], &target, vec![result]);
    let mut report = Report { seconds, assumptions: unbounded.into_iter().collect(), ..report };
    world.tell(&mut report);
    args.output.show(report, Some(&target), output::text(args.explain))
}

/// What a proof about mathematical integers takes for granted.
const UNBOUNDED: &str = "`int` and `long` have no bounds and never wrap around";

fn find_main(target: &Target) -> anyhow::Result<MethodId> {
    let missing = |what: &str| {
        Diagnostic::error("no-main", format!("no `public static void main(String[])` in {what}"))
            .help("name a method with `--method Class.method`")
    };
    let name = target.main_class.as_deref().ok_or_else(|| missing("the target"))?;
    let class = target.program.class_named(name).map_err(|error| error.diagnostic())?;
    let main = target.program.declared_method(class, "main", "([Ljava/lang/String;)V");
    Ok(main.ok_or_else(|| missing(&format!("`{name}`")))?)
}

/// What a method's arguments may be.
pub fn inputs_of(program: &Program, method: MethodId) -> Inputs {
    if is_main(program, method) { Inputs::Main } else { Inputs::Any }
}

/// Whether programs start with the method.
fn is_main(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    info.is_static() && &*info.name == "main" && &*info.descriptor == "([Ljava/lang/String;)V"
}

/// The graph of the proof with its loops explained; if the answer came without a graph, it is made now.
fn graph_view(
    program: &Program,
    method: MethodId,
    options: &Options,
    answer: &Answer,
    graph: Option<Graph>,
) -> Option<GraphView> {
    let graph = graph.or_else(|| graph::build(program, method, &options.for_graph()).ok())?;
    let loops = crate::graph::loops(program, &graph, |nodes| {
        let places: BTreeSet<String> = nodes.iter().map(|&node| graph.point(program, node)).collect();
        why_it_ends(&answer.verdict, &places)
    });
    Some(crate::graph::view(program, &graph, loops))
}

/// What the proof says about the loop through these places.
fn why_it_ends(verdict: &Verdict, places: &BTreeSet<String>) -> Option<String> {
    let Verdict::Terminates(proof) = verdict else { return None };
    let concerns = |locations: &[LocationId]| {
        let mut names = locations.iter().map(|place| &proof.its.locations[place.index()].name);
        names.any(|name| places.contains(name))
    };
    let steps = proof.steps.iter().map(|step| &step.locations);
    let all = steps.chain(proof.size_changes.iter().map(|change| &change.locations));
    let said = all.zip(proof.explain()).filter(|(locations, _)| concerns(locations));
    let said: Vec<String> = said.map(|(_, text)| text).collect();
    Some(if said.is_empty() { "cannot be gone around again and again".to_owned() } else { said.join("; ") })
}

/// The competition's word, then the proof or the reasons.
fn compete(answer: &Answer) -> Outcome {
    let (word, outcome, said) = match &answer.verdict {
        Verdict::Terminates(proof) => ("YES", Outcome::Clean, proof.explain()),
        Verdict::Diverges(witness) => ("NO", Outcome::Findings, witness.explain()),
        Verdict::Unknown(reasons) => {
            ("MAYBE", Outcome::Unknown, reasons.iter().map(ToString::to_string).collect())
        }
    };
    println!("{word}");
    if let Some((nodes, edges)) = answer.graph {
        println!("  graph: {nodes} nodes, {edges} edges");
    }
    said.iter().for_each(|line| println!("  {line}"));
    outcome
}
