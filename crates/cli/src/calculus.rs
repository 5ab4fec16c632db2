//! `cupper calculus run FILE`: the papers' model languages on the six heaps, step by step if wanted.

use std::path::PathBuf;

use anyhow::Context;
use base::{Diagnostic, Source};
use calculus::language::{Flow, Language, State};
use calculus::run::{Event, Limits, Run};
use calculus::session::Session;
use calculus::{imp, javalite};

use crate::outcome::Outcome;

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
    /// Print every rule applied with the state before and after
    #[arg(long)]
    trace: bool,
    /// Rules per path, at most
    #[arg(long, default_value_t = 400)]
    steps: usize,
    /// Paths, at most
    #[arg(long, default_value_t = 10_000)]
    paths: usize,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    let Command::Run(args) = args.command;
    let name = args.file.display().to_string();
    let text = std::fs::read_to_string(&args.file).with_context(|| format!("cannot read `{name}`"))?;
    let source = Source::new(name.clone(), text);
    match args.file.extension().and_then(|ending| ending.to_str()) {
        Some("javalite") => explore(&javalite::parse::parse(&source)?, &args),
        Some("imp") => explore(&imp::parse::parse(&source)?, &args),
        _ => {
            let message = format!("`{name}` is neither a `.javalite` nor an `.imp` file");
            Err(Diagnostic::error("unknown-file-kind", message).into())
        }
    }
}

fn explore<L: Language>(language: &L, args: &RunArgs) -> anyhow::Result<Outcome> {
    let strategy = heap::by_name(&args.heap).expect("clap accepts only strategies that exist");
    let session = Session::new(strategy)?;
    let cx = session.cx(language);
    let limits = Limits { steps: args.steps, paths: args.paths };
    let run = session.run(language, limits, |event| {
        if args.trace {
            print_event(&event, |state| language.show(cx, state));
        }
    });
    print_summary(&run, strategy.name());
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
    }
}

fn print_summary<S: State>(run: &Run<S>, strategy: &str) {
    for (number, state) in run.finals.iter().enumerate() {
        println!("{:>4}  {}", number + 1, flow(state.flow()));
    }
    println!("{strategy}: {} final states, {} forks, {} steps", run.finals.len(), run.forks, run.steps);
    if run.cut > 0 {
        println!("{} paths were cut off by a limit: this is not the whole program", run.cut);
    }
    for reason in &run.unsupported {
        println!("a path could not go on: {reason}");
    }
}

fn flow(flow: &[Flow]) -> String {
    let words = flow.iter().map(|branch| match branch {
        Flow::Then => "then",
        Flow::Else => "else",
        Flow::Null => "null!",
        Flow::Stuck => "stuck!",
    });
    words.collect::<Vec<_>>().join(" ")
}
