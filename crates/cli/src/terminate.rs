//! `cupper terminate`: does a program or method always stop?

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use base::{Budget, Diagnostic, Id};
use graph::{Graph, Inputs, Integers};
use program::{MethodId, Program};
use report::GraphView;
use serde_json::json;
use terminate::certificate::Certificate;
use terminate::its::LocationId;
use terminate::verdict::{self, Answer, Options, Verdict};

use crate::outcome::Outcome;
use crate::output::{Format, OutputArgs};
use crate::target::{Target, TargetArgs};
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
    let options = Options { integers, inputs, budget };
    let started = Instant::now();
    let what = select::label(&target.program, method);
    let (answer, graph) = progress::meanwhile(&what, &options.budget, || {
        verdict::decide_keeping(&target.program, method, &options)
    });
    if let Some(path) = &args.certificate {
        let certificate = Certificate::new(&target.program, method, &options, &answer);
        let text = serde_json::to_string_pretty(&certificate)?;
        crate::ours::write(path, &text)?;
    }
    match (args.termcomp, args.output.format()) {
        (true, _) => print_competition(&answer),
        (false, Format::Text) if !args.output.is_filtered() && !args.output.is_to_file() => {
            print_text(&answer, args.explain)
        }
        (false, Format::Json) if !args.output.is_filtered() => {
            args.output.write(&(serde_json::to_string_pretty(&as_json(&answer))? + "\n"))?
        }
        (false, Format::Text | Format::Json | Format::Sarif | Format::Junit | Format::Html) => {
            let mut result = views::stops(&target.program, method, &answer, started.elapsed().as_secs_f64());
            if args.output.format() == Format::Html {
                result.graphs =
                    graph_view(&target.program, method, &options, &answer, graph).into_iter().collect();
            }
            let seconds = started.elapsed().as_secs_f64();
            return args.output.show(views::report("terminate", &target, vec![result], seconds), &target);
        }
    }
    Ok(match answer.verdict {
        Verdict::Terminates(_) => Outcome::Clean,
        Verdict::Diverges(_) => Outcome::Findings,
        Verdict::Unknown(_) => Outcome::Unknown,
    })
}

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

fn print_competition(answer: &Answer) {
    println!(
        "{}",
        match answer.verdict {
            Verdict::Terminates(_) => "YES",
            Verdict::Diverges(_) => "NO",
            Verdict::Unknown(_) => "MAYBE",
        }
    );
    print_reasons(answer, true);
}

fn print_text(answer: &Answer, explain: bool) {
    println!("{}", word(&answer.verdict));
    print_reasons(answer, explain);
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Terminates(_) => "terminates",
        Verdict::Diverges(_) => "diverges",
        Verdict::Unknown(_) => "unknown",
    }
}

fn print_reasons(answer: &Answer, explain: bool) {
    if let (true, Some((nodes, edges))) = (explain, answer.graph) {
        println!("  graph: {nodes} nodes, {edges} edges");
    }
    match &answer.verdict {
        Verdict::Terminates(proof) if explain => {
            for line in proof.explain() {
                println!("  {line}");
            }
        }
        Verdict::Terminates(_) => {}
        Verdict::Diverges(witness) => {
            for line in witness.explain() {
                println!("  {line}");
            }
        }
        Verdict::Unknown(reasons) => {
            for reason in reasons {
                println!("  {reason}");
            }
        }
    }
}

fn as_json(answer: &Answer) -> serde_json::Value {
    let graph = answer.graph.map(|(nodes, edges)| json!({ "nodes": nodes, "edges": edges }));
    let mut out = json!({ "verdict": word(&answer.verdict), "graph": graph });
    let (key, value) = match &answer.verdict {
        Verdict::Terminates(proof) => ("proof", json!(proof.explain())),
        Verdict::Diverges(witness) => ("witness", json!(witness)),
        Verdict::Unknown(reasons) => ("reasons", json!(reasons)),
    };
    out[key] = value;
    out
}
