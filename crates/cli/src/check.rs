//! `cupper check [DIR|JAR]`: a whole project, every method, within one time budget.
//!
//! Looks for what Maven or Gradle compiled, else compiles the sources. Each method is explored, asked whether it stops and
//! searched for code that does nothing; shorter methods come first, since they are done soonest. Each answer is written
//! down as soon as it is there, so that a run that was killed can go on with `--resume`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use base::Budget;
use explore::{Booted, Explorer};
use graph::{Inputs, Integers};
use program::MethodId;
use report::{MethodReport, Report};

use crate::explore::Common;
use crate::outcome::Outcome;
use crate::output::OutputArgs;
use crate::target::{PathArgs, Target};
use crate::{relevance, select, views};

/// Check a whole project: what breaks, what never stops, what does nothing
#[derive(clap::Args)]
pub struct Args {
    /// A project folder, folder of sources or classes, or JAR
    #[arg(default_value = ".")]
    target: PathBuf,
    #[command(flatten)]
    path: PathArgs,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    output: OutputArgs,
    /// Go on where a killed run stopped
    #[arg(long)]
    resume: bool,
    /// Where answers are kept while the run goes on
    #[arg(long, value_name = "FILE", default_value = ".cupper/check.jsonl")]
    state: PathBuf,
}

/// The questions asked of every method, in this order.
const QUESTIONS: [&str; 3] = ["explore", "terminate", "relevance"];

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    let started = Instant::now();
    let target = open(&args)?;
    let mut methods = select::callable(&target)?;
    methods.sort_by_key(|&method| target.program.body(method).map_or(usize::MAX, |body| body.insts.len()));
    let mut diary = Diary::open(&args.state, args.resume)?;
    let budget = args.common.budget();
    let deadline = Duration::from_secs_f64(args.common.seconds());
    let mut results = Vec::new();
    let mut left = methods.len() * QUESTIONS.len();
    let mut booted = Booted::new(&target.program);
    for &method in &methods {
        for question in QUESTIONS {
            let share = deadline.saturating_sub(started.elapsed()) / (left.max(1) as u32);
            left -= 1;
            let key = format!("{question} {}", select::label(&target.program, method));
            let answer = match diary.known(&key) {
                Some(known) => known,
                None => {
                    let budget = budget.within(share.max(Duration::from_millis(200)));
                    let answer = ask(&target, &args, &mut booted, method, question, &budget)?;
                    diary.keep(&key, &answer)?;
                    answer
                }
            };
            results.push((question, answer));
        }
    }
    table(&results);
    let results = results.into_iter().map(|(question, result)| named(question, result)).collect();
    args.output.show(whole(&target, results, started.elapsed().as_secs_f64()))
}

/// The project's compiled classes, or its sources.
fn open(args: &Args) -> anyhow::Result<Target> {
    let outputs = ["target/classes", "build/classes/java/main", "out/production", "bin"];
    let compiled = outputs.iter().map(|folder| args.target.join(folder)).find(|folder| folder.is_dir());
    let sources =
        ["src/main/java", "src"].iter().map(|folder| args.target.join(folder)).find(|folder| folder.is_dir());
    let place: &Path = compiled.as_deref().or(sources.as_deref()).unwrap_or(&args.target);
    let mut target = args.path.open(&place.display().to_string())?;
    if target.sources.is_none() {
        target.sources = sources;
    }
    Ok(target)
}

fn ask<'p>(
    target: &'p Target,
    args: &Args,
    booted: &mut Result<Booted<'p>, String>,
    method: MethodId,
    question: &str,
    budget: &Budget,
) -> anyhow::Result<MethodReport> {
    let program = &target.program;
    let started = Instant::now();
    match question {
        "explore" => {
            let label = select::label(program, method);
            let entry = explore::all_entries(program).into_iter().find(|entry| entry.method == method);
            let (Some(entry), Ok(booted)) = (entry, booted) else {
                return Ok(unknown(label, "the method cannot be started"));
            };
            let options = args.common.options(program, budget.clone())?;
            let exploration = Explorer::explore(program, booted, entry, options, &mut |_| {})?;
            Ok(views::explored(program, &explore::judge(program, &exploration, explore::Severity::Warning)))
        }
        "terminate" => {
            let options = terminate::verdict::Options {
                integers: Integers::Java,
                inputs: Inputs::Any,
                budget: budget.clone(),
            };
            let answer = terminate::verdict::decide(program, method, &options);
            Ok(views::stops(program, method, &answer, started.elapsed().as_secs_f64()))
        }
        _ => Ok(relevance::of_method(target, method, budget)),
    }
}

fn unknown(target: String, reason: &str) -> MethodReport {
    MethodReport { target, word: "unknown".into(), reasons: vec![reason.into()], ..MethodReport::default() }
}

fn named(question: &str, mut result: MethodReport) -> MethodReport {
    result.word = format!("{question}: {}", result.word);
    result
}

fn whole(target: &Target, results: Vec<MethodReport>, seconds: f64) -> Report {
    views::report("check", target, results, seconds)
}

/// How many methods got which answer to each question.
fn table(results: &[(&str, MethodReport)]) {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (question, result) in results {
        *counts.entry((question, &result.word)).or_default() += 1;
    }
    for ((question, word), count) in counts {
        eprintln!("{question:10} {word:16} {count:6}");
    }
}

/// Answers as they come, a line each: what was written survives whatever happens next.
struct Diary {
    known: BTreeMap<String, MethodReport>,
    file: std::fs::File,
}

impl Diary {
    fn open(path: &Path, resume: bool) -> anyhow::Result<Self> {
        let mut known = BTreeMap::new();
        if resume && let Ok(text) = std::fs::read_to_string(path) {
            // A line cut off by the end of the last run is asked again.
            known = text
                .lines()
                .filter_map(|line| serde_json::from_str::<(String, MethodReport)>(line).ok())
                .collect();
        }
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
        }
        let mut options = std::fs::OpenOptions::new();
        options.create(true).write(true).append(resume).truncate(!resume);
        let mut file = options.open(path).with_context(|| format!("cannot write `{}`", path.display()))?;
        if resume {
            writeln!(file)?;
        }
        Ok(Self { known, file })
    }

    fn known(&self, key: &str) -> Option<MethodReport> {
        self.known.get(key).cloned()
    }

    fn keep(&mut self, key: &str, answer: &MethodReport) -> anyhow::Result<()> {
        writeln!(self.file, "{}", serde_json::to_string(&(key, answer))?)?;
        Ok(self.file.flush()?)
    }
}
