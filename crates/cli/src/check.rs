//! `cupper check [DIR|JAR]`: a whole project, every method, within one time budget.
//!
//! Each method is explored, asked whether it stops and searched for code that does nothing, the most promising methods first.
//! Methods not yet asked about share the time that is left; when it is over the rest is not looked at. Each answer is written down
//! as soon as it is there, so that a run that was killed can go on with `--resume`.

mod diary;
mod project;
mod promise;
mod text;

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use base::Budget;
use diary::Diary;
use explore::{Booted, Entry, Explorer, Severity};
use graph::{Inputs, Integers};
use program::MethodId;
use report::{MethodReport, SourceView};

use crate::explore::Common;
use crate::outcome::Outcome;
use crate::output::{Format, OutputArgs};
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
    /// Threads
    #[arg(long, default_value_t = 1, value_name = "N")]
    jobs: usize,
    /// Go on where a killed run stopped
    #[arg(long)]
    resume: bool,
    /// Where answers are kept while the run goes on
    #[arg(long, value_name = "FILE", default_value = ".cupper/check.jsonl")]
    state: PathBuf,
}

/// What is asked of a method.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Question {
    Explore,
    Terminate,
    Relevance,
}

impl Question {
    const ALL: [Self; 3] = [Self::Explore, Self::Terminate, Self::Relevance];

    fn name(self) -> &'static str {
        match self {
            Self::Explore => "explore",
            Self::Terminate => "terminate",
            Self::Relevance => "relevance",
        }
    }
}

/// The least and most time a question gets while there is some.
const LEAST: Duration = Duration::from_millis(200);
const MOST: Duration = Duration::from_secs(20);
/// Deep terms and graphs are walked by recursion.
const STACK: usize = 256 << 20;

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    let started = Instant::now();
    let target = project::open(&args.path, &args.target)?;
    let questions = questions(&target)?;
    let budget = args.common.budget();
    crate::explore::stop_on_interrupt(&budget);
    let check = Check {
        sources: views::sources(&target),
        target: &target,
        args: &args,
        budget,
        questions: &questions,
        diary: Mutex::new(Diary::open(&args.state, args.resume)?),
        answers: Mutex::new(questions.iter().map(|_| None).collect()),
        next: AtomicUsize::new(0),
    };
    check.answer_all(args.jobs.max(1))?;
    let answers = check.answers.into_inner().expect("no thread panicked while it held the lock");
    let unasked = || unknown("not looked at: the time was over");
    let results = answers.into_iter().zip(&questions).map(|(answer, &(question, method))| {
        let mut result = answer.unwrap_or_else(unasked);
        result.target = select::label(&target.program, method);
        result.word = format!("{}: {}", question.name(), result.word);
        result
    });
    let report = views::report("check", &target, results.collect(), started.elapsed().as_secs_f64());
    let asked: Vec<Question> = questions.iter().map(|(question, _)| *question).collect();
    if args.output.format() == Format::Text {
        return args
            .output
            .show_as(report, &target, |report, left_out| text::render(report, &asked, left_out));
    }
    eprint!("{}", text::table(&report, &asked));
    args.output.show(report, &target)
}

/// Every question, of one kind after the other, those about promising methods first.
fn questions(target: &Target) -> anyhow::Result<Vec<(Question, MethodId)>> {
    let mut methods = relevance::every_method(target)?;
    promise::order(&target.program, &mut methods);
    let callable: BTreeSet<MethodId> = select::callable(target)?.into_iter().collect();
    let about = |question: Question| {
        let asked = |method: &&MethodId| question == Question::Relevance || callable.contains(method);
        methods.iter().filter(asked).map(move |&method| (question, method)).collect::<Vec<_>>()
    };
    Ok(Question::ALL.into_iter().flat_map(about).collect())
}

/// A check under way.
struct Check<'a> {
    target: &'a Target,
    sources: Vec<SourceView>,
    args: &'a Args,
    budget: Budget,
    questions: &'a [(Question, MethodId)],
    diary: Mutex<Diary>,
    /// By question; none while it was not asked.
    answers: Mutex<Vec<Option<MethodReport>>>,
    next: AtomicUsize,
}

impl<'a> Check<'a> {
    fn answer_all(&self, jobs: usize) -> anyhow::Result<()> {
        std::thread::scope(|scope| {
            let start = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || self.work());
            let threads: Vec<_> = (0..jobs).map(start).collect::<Result<_, _>>()?;
            threads.into_iter().try_for_each(|thread| thread.join().expect("panics are caught per question"))
        })
    }

    /// One thread: takes up questions until none is left or the time is over.
    fn work(&self) -> anyhow::Result<()> {
        let mut booted = Booted::new(&self.target.program);
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&(question, method)) = self.questions.get(index) else { return Ok(()) };
            let answer = self.answer(&mut booted, question, method, self.questions.len() - index)?;
            self.answers.lock().expect("no thread panicked while it held the lock")[index] = answer;
        }
    }

    /// The answer to a question of which so many are left: known from a run before, or asked now if there is time.
    fn answer(
        &self,
        booted: &mut Result<Booted<'a>, String>,
        question: Question,
        method: MethodId,
        left: usize,
    ) -> anyhow::Result<Option<MethodReport>> {
        let program = &self.target.program;
        let info = program.method(method);
        let key = format!(
            "{} {}.{}{}",
            question.name(),
            program.class(info.class).name,
            info.name,
            info.descriptor
        );
        {
            let mut diary = self.diary.lock().expect("no thread panicked while it held the lock");
            if let Some(known) = diary.answer(&key) {
                return Ok(Some(known));
            }
            if diary.is_hopeless(&key) {
                return Ok(Some(unknown("not asked again: two runs ended while looking at it")));
            }
            if self.budget.check().is_err() {
                return Ok(None);
            }
            diary.ask(&key)?;
        }
        let share = self.budget.remaining().unwrap_or(MOST) * self.args.jobs.max(1) as u32 / left as u32;
        let budget = self.budget.within((share * 4).clamp(LEAST, MOST));
        let asked =
            std::panic::catch_unwind(AssertUnwindSafe(|| self.ask(booted, question, method, &budget)));
        let answer = asked.unwrap_or_else(|_| {
            *booted = Booted::new(&self.target.program);
            Ok(unknown("internal error"))
        })?;
        self.diary.lock().expect("no thread panicked while it held the lock").keep(&key, &answer)?;
        Ok(Some(answer))
    }

    fn ask(
        &self,
        booted: &mut Result<Booted<'a>, String>,
        question: Question,
        method: MethodId,
        budget: &Budget,
    ) -> anyhow::Result<MethodReport> {
        let program = &self.target.program;
        let started = Instant::now();
        match question {
            Question::Explore => {
                let booted = match booted {
                    Ok(booted) => booted,
                    Err(reason) => return Ok(unknown(reason)),
                };
                let options = self.args.common.options(program, budget.clone())?;
                let entry = Entry::new(program, method);
                let exploration = Explorer::explore(program, booted, entry, options, &mut |_| {})?;
                Ok(views::explored(program, &explore::judge(program, &exploration, Severity::Warning)))
            }
            Question::Terminate => {
                let options = terminate::verdict::Options {
                    integers: Integers::Java,
                    inputs: Inputs::Any,
                    budget: budget.clone(),
                };
                let answer = terminate::verdict::decide(program, method, &options);
                Ok(views::stops(program, method, &answer, started.elapsed().as_secs_f64()))
            }
            Question::Relevance => Ok(relevance::of_method(self.target, &self.sources, method, budget)),
        }
    }
}

fn unknown(reason: &str) -> MethodReport {
    MethodReport { word: "unknown".into(), reasons: vec![reason.into()], ..MethodReport::default() }
}
