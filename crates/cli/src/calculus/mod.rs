//! `cupper calculus`: the papers' model languages on the six heaps.
//!
//! `run` takes every path, as register code on Java's machine, or by the papers' rules if somebody wants to see them (`--trace`);
//! `branches` counts what each iteration of a loop costs; `code` shows the register code.

mod answer;
mod page;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use base::{Diagnostic, Source};
use calculus::compile::execute::Executor;
use calculus::compile::{self, Compiled};
use calculus::iterations::iterations;
use calculus::language::{Language, State};
use calculus::run::{Event, Limits};
use calculus::session::Session;
use calculus::{imp, javalite};
use program::code::MethodText;

use crate::outcome::Outcome;
use crate::{ours, seconds};
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
    Branches(BranchesArgs),
    Code(CodeArgs),
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
    /// Draw the heaps of all final states into this folder, `1.svg` and so on
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
    /// Instructions per path, at most; rules with `--trace`
    #[arg(long, default_value_t = 400)]
    steps: usize,
    /// Paths, at most
    #[arg(long, default_value_t = 10_000)]
    paths: usize,
    /// Decisions per path, at most
    #[arg(long, default_value_t = 1_000)]
    branches: usize,
    /// Seconds, at most
    #[arg(long, visible_alias = "timeout", value_parser = seconds::parse, default_value = "60", value_name = "SECONDS")]
    time: Duration,
    /// How the final states are told
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "trace")]
    format: Format,
}

/// Count the configurations each iteration of a program's loop leaves, strategy by strategy
#[derive(clap::Args)]
struct BranchesArgs {
    /// An `.imp` program
    file: PathBuf,
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=12))]
    iterations: u8,
    /// Seconds, at most
    #[arg(long, visible_alias = "timeout", value_parser = seconds::parse, default_value = "60", value_name = "SECONDS")]
    time: Duration,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Show the register code a program becomes
#[derive(clap::Args)]
struct CodeArgs {
    file: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum TraceForm {
    Text,
    Html,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

/// A program in either language.
enum AnyProgram {
    Javalite(Arc<javalite::syntax::Program>),
    Imp(Arc<imp::syntax::Program>),
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    match args.command {
        Command::Run(args) => {
            let (program, source) = open(&args.file)?;
            let wants_rules = args.trace.is_some() || args.pictures.is_some();
            match &program {
                program if !wants_rules => execute(&program.compile()?, &args),
                AnyProgram::Javalite(program) => apply_rules(&**program, &source, &args),
                AnyProgram::Imp(program) => apply_rules(&**program, &source, &args),
            }
        }
        Command::Branches(args) => branches(&args),
        Command::Code(args) => {
            print_code(&open(&args.file)?.0.compile()?);
            Ok(Outcome::Clean)
        }
    }
}

fn open(file: &std::path::Path) -> anyhow::Result<(AnyProgram, Arc<Source>)> {
    let name = file.display().to_string();
    let bytes = std::fs::read(file).with_context(|| format!("cannot read `{name}`"))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Diagnostic::error("not-text", format!("`{name}` is not a text in UTF-8")))?;
    let source = Source::new(name.clone(), text);
    let program = match file.extension().and_then(|ending| ending.to_str()) {
        Some("javalite") => AnyProgram::Javalite(Arc::new(javalite::parse::parse(&source)?)),
        Some("imp") => AnyProgram::Imp(Arc::new(imp::parse::parse(&source)?)),
        _ => {
            let message = format!("`{name}` is neither a `.javalite` nor an `.imp` file");
            return Err(Diagnostic::error("unknown-file-kind", message).into());
        }
    };
    Ok((program, source))
}

impl AnyProgram {
    fn compile(&self) -> Result<Compiled, Diagnostic> {
        match self {
            AnyProgram::Javalite(program) => compile::javalite(program),
            AnyProgram::Imp(program) => compile::imp(program),
        }
    }
}

/// Steps a page can show: each has a drawing of its own.
const PAGE_STEPS: usize = 5_000;

fn deadline(time: Duration) -> Option<Instant> {
    Instant::now().checked_add(time)
}

impl RunArgs {
    fn limits(&self) -> Limits {
        let total = if self.trace == Some(TraceForm::Html) { PAGE_STEPS } else { usize::MAX };
        let (steps, paths, branches) = (self.steps, self.paths, self.branches);
        Limits { steps, paths, branches, total, until: deadline(self.time), ..Limits::NONE }
    }

    fn strategy(&self) -> &'static (dyn heap::Strategy + Sync) {
        heap::by_name(&self.heap).expect("clap accepts only strategies that exist")
    }
}

/// Runs the register code.
fn execute(compiled: &Compiled, args: &RunArgs) -> anyhow::Result<Outcome> {
    let run = Executor::new(compiled, args.strategy())?.run(args.limits());
    Ok(answer::paths(&run, args, |state| &state.flow))
}

/// Runs by the papers' rules.
fn apply_rules<L: Language>(language: &L, source: &Source, args: &RunArgs) -> anyhow::Result<Outcome> {
    if args.trace == Some(TraceForm::Html) {
        ours::ready(&args.output)?;
    }
    let session = Session::new(args.strategy())?;
    let cx = session.cx(language);
    let title = format!("{} on {} heaps", source.name, args.heap);
    let mut recorder = Recorder::new(language, cx, title, source.text.clone());
    let run = session.run(language, args.limits(), |event| match args.trace {
        Some(TraceForm::Text) => print_event(&event, |state| language.show(cx, state)),
        Some(TraceForm::Html) => recorder.observe(&event),
        None => {}
    });
    let outcome = answer::paths(&run, args, State::flow);
    if args.trace == Some(TraceForm::Html) {
        ours::write(&args.output, &report::trace::render(&recorder.finish()))?;
        println!("the page is in `{}`", args.output.display());
    }
    if let Some(folder) = &args.pictures {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
        for (number, state) in run.finals.iter().enumerate() {
            let picture = report::picture::svg_file(&crate::views::drawn(language.draw(cx, state)));
            ours::write(&folder.join(format!("{}.svg", number + 1)), &picture)?;
        }
        println!("the pictures are in `{}`", folder.display());
    }
    Ok(outcome)
}

fn branches(args: &BranchesArgs) -> anyhow::Result<Outcome> {
    let (AnyProgram::Imp(program), _) = open(&args.file)? else {
        return Err(Diagnostic::error("unknown-file-kind", "only `.imp` programs have loops").into());
    };
    let until = deadline(args.time);
    let mut columns = Vec::new();
    for strategy in heap::STRATEGIES {
        columns.push(iterations(&Session::new(strategy)?, &program, args.iterations.into(), until)?);
    }
    Ok(answer::branches(args, &columns))
}

fn print_code(compiled: &Compiled) {
    let code = &compiled.code;
    for method in compiled.classes.iter().flat_map(|class| code.class(*class).methods()) {
        let body = code.body(method).expect("made by the compiler");
        println!("{}", MethodText { program: code, method: code.method(method), body });
    }
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
