//! `cupper check [DIR|JAR]`: a whole project, every method, within one time budget.
//!
//! Each method is explored, asked whether it stops and searched for code that does nothing, the most promising methods first. All
//! methods get a short look before those that need more time get it; see [`board`]. Each answer is written down as soon
//! as it is there, so that a run that was killed can go on with `--resume`.

mod ask;
mod board;
mod diary;
mod project;
mod promise;
mod repeats;
mod text;
mod workers;

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use ask::Asker;
use base::{Budget, Diagnostic, Severity};
use board::Board;
use diary::Diary;
use program::{MethodId, Program};
use report::{MethodReport, Question, Report};
use workers::Check;

use crate::confirm::ConfirmArgs;
use crate::explore::{Common, severities};
use crate::outcome::Outcome;
use crate::output::{Format, OutputArgs};
use crate::target::{PathArgs, Target};
use crate::{broken, missing, relevance, select, views};

/// Check a whole project: what breaks, what never stops, what does nothing
#[derive(clap::Args)]
pub struct Args {
    /// Project folders, folders of sources or classes, JARs, class files, sources
    #[arg(value_name = "TARGET", default_value = ".")]
    targets: Vec<PathBuf>,
    #[command(flatten)]
    path: PathArgs,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    confirm: ConfirmArgs,
    /// Leave out failures below this severity: exceptions thrown on purpose are warnings, null parameters notes
    #[arg(long, value_parser = severities(), default_value = "error")]
    severity: Severity,
    /// Threads; as many as there are processors when left out
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Go on where a killed run stopped
    #[arg(long)]
    resume: bool,
    /// Where answers are kept while the run goes on
    #[arg(long, value_name = "FILE", default_value = ".cupper/check.jsonl")]
    state: PathBuf,
}

/// What is asked of each method.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    Explore,
    Terminate,
    Relevance,
}

impl Asked {
    const ALL: [Self; 3] = [Self::Explore, Self::Terminate, Self::Relevance];

    fn question(self) -> Question {
        match self {
            Self::Explore => Question::Explore,
            Self::Terminate => Question::Terminate,
            Self::Relevance => Question::Relevance,
        }
    }
}

/// How much of the time limit may pass after its end, as a divisor, while the last answers come in.
const GRACE: u32 = 20;

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    args.output.ready()?;
    let started = Instant::now();
    let budget = args.common.budget();
    crate::interrupt::stop_softly(&budget);
    let (mut target, refused) = project::open(&args.path, &args.targets)?;
    let _classes = target.keep_classes();
    args.common.options(&target.program, budget.clone())?;
    let broken = broken::classes(&target).and(refused);
    let questions = questions(&target);
    if questions.is_empty() {
        let message = format!("there is no method with code in `{}`", named(&args).join("`, `"));
        return Err(Diagnostic::error("nothing-to-do", message).into());
    }
    let diary = Diary::open(&args.state, args.resume, hash(&target, &args))?;
    let keys = questions.iter().map(|&(question, method)| key(&target.program, question, method));
    let jobs = args.jobs.map_or_else(crate::jobs::all, crate::jobs::threads);
    let time = budget.remaining().unwrap_or(Duration::MAX / u32::MAX) * jobs as u32;
    let check = Arc::new(Check {
        board: Mutex::new(Board::new(keys.collect(), diary, time)),
        changed: Condvar::new(),
        questions,
        grace: args.common.time() / GRACE,
        asker: Asker {
            sources: views::sources(&target),
            facts: args.common.world.facts(&target.program, &budget),
            target,
            common: args.common.clone(),
            least: args.severity,
        },
        budget,
    });
    let answers = workers::answer_all(&check, jobs)?;
    Ok(show(&args, &check, answers, started)?.and(broken))
}

fn show(
    args: &Args,
    check: &Check,
    answers: Vec<Option<MethodReport>>,
    started: Instant,
) -> anyhow::Result<Outcome> {
    let target = &check.asker.target;
    let unasked = || unknown("not looked at: the time was over");
    let results = answers.into_iter().zip(&check.questions).map(|(answer, &(asked, method))| {
        let method = select::label(&target.program, method);
        MethodReport { method, question: asked.question(), ..answer.unwrap_or_else(unasked) }
    });
    let mut report = Report {
        seconds: started.elapsed().as_secs_f64(),
        assumptions: views::assumed(&target.program, &check.asker.options(Budget::unlimited())?),
        ..views::report("check", &named(args), target, results.collect())
    };
    repeats::tell_once(&mut report);
    args.confirm.confirm(&args.path, target, &mut report)?;
    args.common.world.tell(&mut report);
    missing::warn(&report);
    if args.output.format() != Format::Text {
        eprint!("{}", text::table(&report));
    }
    args.output.show(report, Some(target), text::render)
}

/// The targets as the user wrote them.
fn named(args: &Args) -> Vec<String> {
    args.targets.iter().map(|target| target.display().to_string()).collect()
}

/// Every question about every method, those about promising methods first.
fn questions(target: &Target) -> Vec<(Asked, MethodId)> {
    let mut methods = relevance::every_method(target);
    promise::order(&target.program, &mut methods);
    let callable: BTreeSet<MethodId> = select::callable(target).into_iter().collect();
    let mut questions = Vec::new();
    for method in methods {
        let is_asked = |asked: &Asked| *asked == Asked::Relevance || callable.contains(&method);
        questions.extend(Asked::ALL.into_iter().filter(is_asked).map(|asked| (asked, method)));
    }
    questions
}

/// What a question is called in the diary.
fn key(program: &Program, asked: Asked, method: MethodId) -> String {
    format!("{} {}", asked.question().name(), select::label(program, method))
}

/// A hash of the target's classes and of what else answers depend on, the same in every run.
fn hash(target: &Target, args: &Args) -> u64 {
    let mut hasher = DefaultHasher::new();
    args.common.hash_meaning(&mut hasher);
    args.severity.hash(&mut hasher);
    for class in &target.classes {
        class.hash(&mut hasher);
        target.program.resource(&format!("{class}.class")).hash(&mut hasher);
    }
    hasher.finish()
}

fn unknown(reason: &str) -> MethodReport {
    MethodReport { word: "unknown".into(), reasons: vec![reason.into()], ..MethodReport::default() }
}
