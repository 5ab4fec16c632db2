//! `cupper compare TARGET --method M`: what the heap strategies cost, and that they agree.
//!
//! The size of a run is how often loops are gone through and methods are called recursively: a bound that does not depend on where a strategy forks, so
//! that all strategies have the same control-flow paths. The runs to come share the time that is left; a strategy that needs longer than its
//! share is left out from then on.

mod plot;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use base::{Budget, Diagnostic};
use explore::{Booted, Bounds, Entry, Exploration, Explorer, Options, Outcome as End};
use facts::Facts;
use heap::{STRATEGIES, Strategy};
use program::Program;
use report::{Finding, MethodReport, Question, Reason, ReasonKind, Report, Verdict};
use serde_json::Number;

use crate::explore::{Common, strategy};
use crate::outcome::Outcome;
use crate::target::TargetArgs;
use crate::views;

/// Compare the heap strategies on one method
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    target: TargetArgs,
    /// The method (`Class.name` or `Class.name(int, String)`)
    #[arg(long, value_name = "METHOD")]
    method: String,
    /// Sizes: how often loops are gone through
    #[arg(long, default_value = "1..4", value_name = "FROM..TO", value_parser = parse_sizes)]
    sizes: (u32, u32),
    /// Where the plot of seconds against sizes goes
    #[arg(long, default_value = "compare.svg", value_name = "FILE")]
    plot: PathBuf,
    /// What is written when all have run; the table comes as they run
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

/// One run of one strategy.
struct Run {
    strategy: &'static str,
    size: u32,
    paths: u64,
    forks: u64,
    queries: u64,
    seconds: f64,
    /// The control-flow paths: what was executed and how it ended.
    flows: BTreeSet<(u64, String)>,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    crate::ours::ready(&args.plot)?;
    let whole = args.common.budget();
    let target = args.target.open()?;
    let program = &target.program;
    let entry = explore::find_method(program, &args.method)?;
    let strategies = strategies(args.common.heap.as_deref())?;
    args.common.check_precondition(program, std::slice::from_ref(&entry), true)?;
    let mut booted = Booted::new(program).map_err(|reason| Diagnostic::error("no-boot", reason))?;
    let mut waiting = strategies.len() as u32 * (args.sizes.1 - args.sizes.0).saturating_add(1);
    let facts = args.common.world.facts(program, &whole);
    let plan = |strategy, size, budget| Plan {
        program,
        entry: &entry,
        facts: facts.clone(),
        common: &args.common,
        strategy,
        size,
        budget,
    };
    // Whoever runs first would pay for loading classes and the solver: a small run that does not count pays for it.
    plan(strategies[0], 1, share(&whole, waiting + 1)).explore(&mut booted)?;
    let mut runs: Vec<Run> = Vec::new();
    let started = Instant::now();
    let mut answer = MethodReport {
        method: entry.name.clone(),
        question: Question::Compare,
        verdict: Verdict::Proven,
        word: "agreed".into(),
        ..MethodReport::default()
    };
    let tell = |row: String| {
        if args.format == Format::Text {
            println!("{row}");
        }
    };
    tell(HEADING.to_owned());
    for size in args.sizes.0..=args.sizes.1 {
        let first = runs.len();
        for &strategy in &strategies {
            let given_up = size > args.sizes.0
                && !runs.iter().any(|run| (run.strategy, run.size) == (strategy.name(), size - 1));
            if given_up {
                continue;
            }
            let budget = share(&whole, waiting);
            let seconds = budget.remaining().unwrap_or_default().as_secs_f64();
            waiting = waiting.saturating_sub(1);
            match plan(strategy, size, budget).explore(&mut booted)? {
                Some(run) => {
                    tell(run.row());
                    answer.figures.extend(run.figures());
                    runs.push(run);
                }
                None => {
                    tell(format!("{size:>4}  {:<12} more than {seconds:.1} s", strategy.name()));
                    let what = format!("{} needs more than {seconds:.1} s for size {size}", strategy.name());
                    answer.reasons.push(Reason { kind: ReasonKind::Limit, ..what.into() });
                    waiting = waiting.saturating_sub(args.sizes.1 - size);
                }
            }
        }
        compare(&runs[first..], size, &mut answer);
    }
    let lines: Vec<(&str, Vec<(u32, f64)>)> = strategies
        .iter()
        .map(|strategy| {
            let own = runs.iter().filter(|run| run.strategy == strategy.name());
            (strategy.name(), own.map(|run| (run.size, run.seconds)).collect())
        })
        .collect();
    crate::ours::write(&args.plot, &plot::svg(&entry.name, &lines))?;
    answer.seconds = started.elapsed().as_secs_f64();
    for finding in &answer.findings {
        tell(finding.message.clone());
    }
    tell(format!("plot: {}", args.plot.display()));
    let outcome = match answer.verdict {
        Verdict::Proven => Outcome::Clean,
        Verdict::Refuted => Outcome::Findings,
        Verdict::Unknown => Outcome::Unknown,
    };
    if args.format == Format::Json {
        let seconds = answer.seconds;
        let report = views::report("compare", &[args.target.target], &target, vec![answer]);
        print!("{}", report::json(&Report { seconds, ..report }));
    }
    Ok(outcome)
}

/// What one of so many runs may take.
fn share(whole: &Budget, runs: u32) -> Budget {
    whole.remaining().map_or_else(|| whole.clone(), |left| whole.within(left / runs.max(1)))
}

/// All strategies that finished a size have the same control-flow paths.
fn compare(runs: &[Run], size: u32, answer: &mut MethodReport) {
    let Some(first) = runs.first() else {
        if answer.verdict == Verdict::Proven {
            (answer.verdict, answer.word) = (Verdict::Unknown, "unknown".into());
        }
        return;
    };
    let different: Vec<&str> =
        runs.iter().filter(|run| run.flows != first.flows).map(|run| run.strategy).collect();
    if !different.is_empty() {
        (answer.verdict, answer.word) = (Verdict::Refuted, "disagreed".into());
        answer.findings.push(Finding {
            kind: "strategies-disagree".into(),
            message: format!("{} and {} disagree about size {size}", first.strategy, different.join(", ")),
            ..Finding::default()
        });
    }
}

const HEADING: &str = "size  strategy         flows     paths     forks   queries   seconds";

impl Run {
    fn row(&self) -> String {
        let Run { strategy, size, paths, forks, queries, seconds, flows } = self;
        let flows = flows.len();
        format!("{size:>4}  {strategy:<12} {flows:>9} {paths:>9} {forks:>9} {queries:>9} {seconds:>9.3}")
    }

    /// By name, as in `lazy.3.paths`.
    fn figures(&self) -> impl Iterator<Item = (String, Number)> {
        let counts = [
            ("flows", self.flows.len() as u64),
            ("paths", self.paths),
            ("forks", self.forks),
            ("queries", self.queries),
        ];
        let counts = counts.map(|(what, count)| (what, Number::from(count))).into_iter();
        let seconds = Number::from_f64(self.seconds).map(|seconds| ("seconds", seconds));
        let run = format!("{}.{}", self.strategy, self.size);
        counts.chain(seconds).map(move |(what, number)| (format!("{run}.{what}"), number))
    }
}

struct Plan<'a, 'p> {
    program: &'p Program,
    entry: &'a Entry,
    facts: Option<Arc<Facts>>,
    common: &'a Common,
    strategy: &'static (dyn Strategy + Sync),
    size: u32,
    budget: Budget,
}

impl<'p> Plan<'_, 'p> {
    /// `None` if time was not enough.
    fn explore(&self, booted: &mut Booted<'p>) -> anyhow::Result<Option<Run>> {
        let mut common = self.common.clone();
        common.heap = None;
        let options = common.options(self.program, self.budget.clone())?;
        let bounds = Bounds {
            iterations: Some(self.size),
            loops: u32::MAX,
            recursion: u32::MAX,
            paths: u64::MAX,
            states: usize::MAX,
            ..options.bounds
        };
        let options =
            Options { strategy: self.strategy, bounds, replay: false, facts: self.facts.clone(), ..options };
        let exploration = Explorer::explore(self.program, booted, self.entry.clone(), options, &mut |_| {})?;
        let gave_up = exploration.reasons.iter().any(|reason| matches!(reason, explore::Reason::Budget(_)));
        Ok((!gave_up).then(|| self.run(&exploration)))
    }

    fn run(&self, exploration: &Exploration) -> Run {
        let figures = &exploration.figures;
        Run {
            strategy: self.strategy.name(),
            size: self.size,
            paths: figures.paths,
            forks: figures.forks.values().sum(),
            queries: figures.queries.queries,
            seconds: figures.seconds,
            flows: exploration.paths.iter().map(|path| (path.flow, end(&path.outcome))).collect(),
        }
    }
}

fn end(outcome: &End) -> String {
    match outcome {
        End::Returned => "returned".to_owned(),
        End::Threw(thrown) => thrown.class.clone(),
        End::Exited(status) => format!("exit {status}"),
        End::Discarded => "discarded".to_owned(),
        End::Incomplete(reason) => reason.to_string(),
    }
}

fn strategies(names: Option<&str>) -> anyhow::Result<Vec<&'static (dyn Strategy + Sync)>> {
    match names {
        None | Some("all") => Ok(STRATEGIES.to_vec()),
        Some(names) => names.split(',').map(|name| strategy(name.trim())).collect(),
    }
}

fn parse_sizes(text: &str) -> Result<(u32, u32), String> {
    let wrong = || format!("`{text}` is not of the form `1..8`");
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let parse = |number: &str| number.trim_start_matches('=').parse::<u32>().map_err(|_| wrong());
    let (from, to) = (parse(from)?, parse(to)?);
    if from <= to { Ok((from, to)) } else { Err(wrong()) }
}
