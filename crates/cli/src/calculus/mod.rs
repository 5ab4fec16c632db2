//! `cupper calculus run FILE`: the papers' model languages on the six heaps, step by step if wanted.

mod page;

use std::path::PathBuf;

use anyhow::Context;
use base::{Diagnostic, Source};
use calculus::language::{Language, State};
use calculus::run::{Event, Limits, Run};
use calculus::session::Session;
use calculus::{imp, javalite};

use crate::outcome::Outcome;
use page::Recorder;

/// Run the papers' model languages, `.javalite` and `.imp`
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Run(RunArgs),
}

/// Run a program on every path from the papers' initial state
#[derive(clap::Args)]
struct RunArgs {
    file: PathBuf,
    /// How unknown references come into being
    #[arg(long, default_value = "summary", value_parser = heap::STRATEGIES.map(heap::Strategy::name))]
    heap: String,
    /// Show every rule applied with the state before and after: as text, or as a page to walk through
    #[arg(long, num_args = 0..=1, default_missing_value = "text", value_name = "FORM")]
    trace: Option<TraceForm>,
    /// Where the page goes
    #[arg(long, default_value = "trace.html")]
    output: PathBuf,
    /// Rules per path, at most
    #[arg(long, default_value_t = 400)]
    steps: usize,
    /// Paths, at most
    #[arg(long, default_value_t = 10_000)]
    paths: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum TraceForm {
    Text,
    Html,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    let Command::Run(args) = args.command;
    let name = args.file.display().to_string();
    let text = std::fs::read_to_string(&args.file).with_context(|| format!("cannot read `{name}`"))?;
    let source = Source::new(name.clone(), text);
    match args.file.extension().and_then(|ending| ending.to_str()) {
        Some("javalite") => explore(&javalite::parse::parse(&source)?, &source, &args),
        Some("imp") => explore(&imp::parse::parse(&source)?, &source, &args),
        _ => {
            let message = format!("`{name}` is neither a `.javalite` nor an `.imp` file");
            Err(Diagnostic::error("unknown-file-kind", message).into())
        }
    }
}

fn explore<L: Language>(language: &L, source: &Source, args: &RunArgs) -> anyhow::Result<Outcome> {
    let strategy = heap::by_name(&args.heap).expect("clap accepts only strategies that exist");
    let session = Session::new(strategy)?;
    let cx = session.cx(language);
    let limits = Limits { steps: args.steps, paths: args.paths };
    let title = format!("{} on {} heaps", source.name, strategy.name());
    let mut recorder = Recorder::new(language, cx, title, source.text.clone());
    let run = session.run(language, limits, |event| match args.trace {
        Some(TraceForm::Text) => print_event(&event, |state| language.show(cx, state)),
        Some(TraceForm::Html) => recorder.observe(&event),
        None => {}
    });
    print_summary(&run, strategy.name());
    if args.trace == Some(TraceForm::Html) {
        let page = report::trace::render(&recorder.finish());
        std::fs::write(&args.output, page)
            .with_context(|| format!("cannot write `{}`", args.output.display()))?;
        println!("the page is in `{}`", args.output.display());
    }
    Ok(if run.cut > 0 || !run.unsupported.is_empty() { Outcome::Unknown } else { Outcome::Clean })
}

fn print_event<S>(event: &Event<'_, S>, show: impl Fn(&S) -> String) {
    match event {
        Event::Step { path, rule, heap_rules, before, after } => {
            println!("path {path}: {rule}");
            for rule in heap_rules {
                println!("    by {} of {}", rule.name, rule.subject);
            }
            print!("{}  ⟶\n{}", show(before), show(after));
        }
        Event::Fork { path, into } => {
            let into: Vec<String> = into.iter().map(usize::to_string).collect();
            println!("path {path} forks into {}", into.join(", "));
        }
        Event::End { path, flow } => println!("path {path} ends: {}", page::name(flow)),
    }
}

fn print_summary<S: State>(run: &Run<S>, strategy: &str) {
    for (number, state) in run.finals.iter().enumerate() {
        println!("{:>4}  {}", number + 1, page::name(state.flow()));
    }
    println!("{strategy}: {} final states, {} forks, {} steps", run.finals.len(), run.forks, run.steps);
    if run.cut > 0 {
        println!("{} paths were cut off by a limit: this is not the whole program", run.cut);
    }
    for reason in &run.unsupported {
        println!("a path could not go on: {reason}");
    }
}
