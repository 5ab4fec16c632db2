//! `cupper verify FILE…`: proves that methods keep their contracts.
//!
//! The file's ending chooses the language: `.java` with contracts in comments, `.idf` for the paper's own syntax, `.vpr`
//! for Viper. Java files given together are one program; every other file is one of its own.

mod answer;
mod confirm;
mod progress;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::{Budget, Diagnostic, Source};
use frames::core::Program;
use frames::java::Overflow;
use frames::viper::import::Files;
use frames::{MemberResult, Options};
use report::{Report, SourceView};
use trial::Breach;

use crate::outcome::Outcome;
use crate::output::{self, OutputArgs};
use crate::progress::Line;
use crate::{megabytes, seconds, show, views};

/// Prove that methods keep the contracts written in their comments
#[derive(clap::Args)]
pub struct Args {
    /// `.java` files with contracts, `.idf` files, or Viper's `.vpr` files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Only the members of this name
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// Seconds for each member
    #[arg(long, visible_alias = "time", value_name = "SECONDS", value_parser = seconds::parse, default_value = "10")]
    timeout: Duration,
    /// Megabytes of memory before what is left is unknown
    #[arg(long, value_parser = megabytes::parse, default_value = "4096", value_name = "MB")]
    memory: u64,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    #[command(flatten)]
    output: OutputArgs,
    /// What machine-integer overflow is in Java files
    #[arg(long, value_enum, default_value_t)]
    overflow: OverflowIs,
    /// Show the symbolic heap, the path, and every `open` and `close` that was put in
    #[arg(long)]
    explain: bool,
    /// Put no `open` and `close` in: only what is written counts
    #[arg(long)]
    no_infer: bool,
    /// Java and Viper files: also report code that cannot be reached and contracts that cannot hold
    #[arg(long)]
    smoke: bool,
    /// Do not look for inputs that break what is not proven
    #[arg(long)]
    no_run: bool,
    /// Home of the JDK whose javac compiles Java files to be run; the default is $JAVA_HOME, then the `java` on $PATH
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,
}

#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum OverflowIs {
    /// As Java does
    #[default]
    Wrap,
    /// A failure
    Error,
}

/// A program ready to be verified, and what was wrong with the rest of the input.
struct Unit {
    program: Program,
    problems: Vec<Diagnostic>,
    hidden: BTreeSet<String>,
    /// Java, where `open` and `close` may be left out.
    is_java: bool,
}

/// What is said about a member: the verifier's verdict, and a run that breaks the contract where one was found.
struct Judged {
    result: MemberResult,
    breach: Option<Breach>,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    args.output.ready()?;
    let start = Instant::now();
    let options = Options {
        only: args.method.clone(),
        member_time: args.timeout,
        budget: Budget::unlimited().with_memory(args.memory),
        smoke: args.smoke,
        ..Options::default()
    };
    let jobs = crate::jobs::threads(args.jobs);
    let units = load(&args, &options)?;
    let line = Arc::new(Line::new());
    let watch = progress::watch(&line, units.iter().map(|unit| &unit.program));
    let mut outcome = Outcome::Clean;
    let mut results = Vec::new();
    for unit in units {
        for problem in &unit.problems {
            eprintln!("{}", show::draw(problem));
            outcome = outcome.and(Outcome::WrongInput);
        }
        let options =
            Options { infer: unit.is_java && !args.no_infer, watch: watch.clone(), ..options.clone() };
        let verified = verify(&unit.program, &options, jobs)?;
        let shown = verified.into_iter().filter(|result| !unit.hidden.contains(&result.name));
        let mut judged: Vec<Judged> = shown.map(|result| Judged { result, breach: None }).collect();
        if unit.is_java && !args.no_run {
            confirm::confirm(&args, &unit.program, &mut judged, &line)?;
        }
        results.extend(judged);
        line.clear();
    }
    if results.is_empty()
        && let Some(name) = &args.method
        && outcome == Outcome::Clean
    {
        let message = format!("nothing is named `{name}` here");
        return Err(Diagnostic::error("unknown-name", message).into());
    }
    if results.is_empty() && outcome == Outcome::Clean {
        let message = "the files declare nothing that could be verified";
        return Err(Diagnostic::error("nothing-to-do", message).into());
    }
    let report = Report {
        seconds: start.elapsed().as_secs_f64(),
        results: results.iter().map(answer::judged).collect(),
        sources: sources(results.iter().map(|judged| &judged.result)),
        ..views::bare("verify", &names(&args.files))
    };
    Ok(outcome.and(args.output.show(report, None, output::text(args.explain))?))
}

fn names(files: &[PathBuf]) -> Vec<String> {
    files.iter().map(|file| file.display().to_string()).collect()
}

fn load(args: &Args, options: &Options) -> anyhow::Result<Vec<Unit>> {
    let overflow = match args.overflow {
        OverflowIs::Wrap => Overflow::Wrap,
        OverflowIs::Error => Overflow::Error,
    };
    let (mut units, mut java) = (Vec::new(), Vec::new());
    for path in &args.files {
        let options = &Options { files: beside(path), ..options.clone() };
        let source = read(path)?;
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("java") => java.push(source),
            Some("idf") => units.push(Unit::of(frames::idf::translate(&source), false)),
            Some("vpr" | "sil") => units.push(Unit {
                program: frames::viper::load(&source, options)?,
                problems: Vec::new(),
                hidden: BTreeSet::new(),
                is_java: false,
            }),
            _ => {
                let message = format!("`{}` is no `.java`, `.idf` or `.vpr` file", path.display());
                return Err(Diagnostic::error("unknown-language", message).into());
            }
        }
    }
    if !java.is_empty() {
        let mut translated = frames::java::translate(&java, overflow);
        if args.smoke {
            frames::smoke::instrument(&mut translated.program);
        }
        units.push(Unit::of(translated, true));
    }
    Ok(units)
}

/// Files that one file imports are read from its folder.
fn beside(path: &Path) -> Files {
    let folder = path.parent().map(Path::to_owned).unwrap_or_default();
    Files::new(move |name| std::fs::read_to_string(folder.join(name)).map_err(|error| error.to_string()))
}

fn read(path: &Path) -> anyhow::Result<Arc<Source>> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        Diagnostic::error("cannot-read", format!("cannot read `{}`: {error}", path.display()))
    })?;
    Ok(Source::new(path.display().to_string(), text))
}

impl Unit {
    fn of(translated: frames::java::Translated, is_java: bool) -> Self {
        let frames::java::Translated { program, problems, hidden } = translated;
        Self { program, problems, hidden, is_java }
    }
}

/// Verifies on several threads, each a share of the methods; the order of results does not depend on how many.
fn verify(program: &Program, options: &Options, jobs: usize) -> anyhow::Result<Vec<MemberResult>> {
    let jobs = jobs.clamp(1, 64);
    let shares: Vec<Options> =
        (0..jobs).map(|index| Options { share: (index, jobs), ..options.clone() }).collect();
    let parts: Vec<_> = std::thread::scope(|scope| {
        let start = |share| {
            let thread = std::thread::Builder::new().stack_size(base::STACK_BYTES);
            thread.spawn_scoped(scope, move || frames::verify(program, share))
        };
        let threads: Vec<_> = shares.iter().map(start).collect();
        threads.into_iter().map(|thread| thread.map(|thread| thread.join())).collect()
    });
    let mut results = Vec::new();
    for part in parts {
        match part {
            Ok(Ok(part)) => results.extend(part?),
            Ok(Err(_)) | Err(_) => {
                return Err(Diagnostic::error("internal-error", "a verification thread panicked").into());
            }
        }
    }
    results.sort_by_key(|result| (result.place.start, result.name.clone()));
    Ok(results)
}

/// The files the members stand in, each once.
fn sources<'r>(results: impl Iterator<Item = &'r MemberResult>) -> Vec<SourceView> {
    let files: BTreeMap<&str, &Source> =
        results.map(|result| (result.place.source.name.as_str(), &*result.place.source)).collect();
    let view = |source: &Source| SourceView {
        file: source.name.clone(),
        text: source.text.clone(),
        lines: Vec::new(),
    };
    files.into_values().map(view).collect()
}
