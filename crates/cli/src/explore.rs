//! `cupper explore TARGET`: which inputs break it.
//!
//! Methods, and parts of large ones, are shared out among `--jobs` threads; results do not depend on their number.

mod pool;
mod progress;
mod svcomp;
mod tests;
mod witness;

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use base::{Budget, Diagnostic};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use explore::{
    Booted, Bounds, Chosen, Entry, Exploration, MethodResult, Options, Order, Severity, StaticFields,
};
use heap::{STRATEGIES, Shape, ShapeKind, Strategy};
use program::{MethodId, Program};
use report::{GraphView, MethodReport, Report, Step};
use testgen::{Dialect, Makers, MethodTests};

use crate::confirm::ConfirmArgs;
use crate::histories;
use crate::outcome::Outcome;
use crate::output::{self, Format, OutputArgs};
use crate::target::TargetArgs;
use crate::unfailing::{self, Proven};
use crate::world::WorldArgs;
use crate::{broken, interrupt, jobs, megabytes, missing, seconds, views};
use progress::ProgressLine;

/// The part of the time, as a divisor, in which histories may be searched for afterwards, and the least of it.
const SEARCHING: f64 = 5.0;
const LEAST_SEARCHING: Duration = Duration::from_secs(5);
/// The part of the time that is kept for writing tests where they are wanted.
const WRITING: f64 = 0.25;

/// Find inputs that break methods, by symbolic execution
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    target: TargetArgs,
    /// Explore only this method (`Class.name` or `Class.name(int, String)`); may be given more than once
    #[arg(long, value_name = "METHOD")]
    method: Vec<String>,
    #[command(flatten)]
    pub common: Common,
    #[command(flatten)]
    tests: tests::TestArgs,
    #[command(flatten)]
    confirm: ConfirmArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Leave out findings below this severity
    #[arg(long, value_parser = severities(), default_value = "note")]
    severity: Severity,
    /// Show what graphs exclude line by line: what cannot throw, is never reached, always holds
    #[arg(long)]
    proofs: bool,
    /// Threads
    #[arg(long, default_value_t = 1, value_name = "N")]
    jobs: usize,
    /// Check a whole program as SV-COMP does; the last line says TRUE, FALSE or UNKNOWN
    #[arg(long, value_enum, value_name = "PROPERTY")]
    svcomp: Option<svcomp::Property>,
    /// Further folders of sources, with --svcomp
    #[arg(value_name = "DIR", requires = "svcomp")]
    folders: Vec<String>,
    /// Where the violation witness goes, with --svcomp
    #[arg(long, default_value = "witness.graphml", value_name = "FILE")]
    witness: PathBuf,
}

/// What `explore` and `compare` have in common.
#[derive(clap::Args, Clone)]
pub struct Common {
    /// Heap strategy: summary (the default), lazy, lazier, lazier-sharp, implicit or term
    #[arg(long, value_name = "STRATEGY")]
    pub heap: Option<String>,
    /// In which order paths are taken up
    #[arg(long, value_enum, default_value = "mixed")]
    search: Search,
    /// Seed of `--search random`
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A boolean method that must accept the input (`Class.repOk`)
    #[arg(long, value_name = "METHOD")]
    assume: Option<String>,
    /// Shape of the input heap
    #[arg(long, value_enum, default_value = "any")]
    shape: ShapeArg,
    /// What static fields hold that the program changes: anything, or what class initialisation gave them
    #[arg(long, value_enum, default_value = "symbolic")]
    statics: StaticsArg,
    /// At most so many input objects
    #[arg(long, value_name = "N")]
    pub max_objects: Option<u32>,
    /// At most so long input arrays
    #[arg(long, value_name = "N")]
    max_length: Option<u32>,
    /// Forks at one place in one activation of its method (10 if not given)
    #[arg(long, value_name = "N")]
    pub loops: Option<u32>,
    /// Activations of one method on the stack at a fork (10 if not given)
    #[arg(long, value_name = "N")]
    recursion: Option<u32>,
    /// Paths of one method
    #[arg(long, default_value_t = Bounds::default().paths, value_name = "N")]
    paths: u64,
    /// Instructions of one path
    #[arg(long, default_value_t = Bounds::default().steps, value_name = "N")]
    steps: u64,
    #[command(flatten)]
    pub world: WorldArgs,
    /// Seconds for everything; each method gets its share
    #[arg(long, visible_alias = "timeout", value_parser = seconds::parse, default_value = "60", value_name = "SECONDS")]
    time: Duration,
    /// Megabytes of memory
    #[arg(long, value_parser = megabytes::parse, default_value = "4096", value_name = "MB")]
    memory: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Search {
    Mixed,
    Dfs,
    Bfs,
    Coverage,
    Random,
}

#[derive(Clone, Copy, ValueEnum)]
enum ShapeArg {
    Any,
    Acyclic,
    Tree,
}

#[derive(Clone, Copy, ValueEnum)]
enum StaticsArg {
    Symbolic,
    Initial,
}

/// Reads `--severity`.
pub fn severities() -> impl TypedValueParser<Value = Severity> {
    let read = |word: String| Severity::ALL.into_iter().find(|one| one.name() == word).unwrap_or_default();
    PossibleValuesParser::new(Severity::ALL.map(Severity::name)).map(read)
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    if let Some(property) = args.svcomp {
        return svcomp::run(&args, property);
    }
    args.output.ready()?;
    let start = Instant::now();
    let whole = args.common.budget();
    let target = args.target.open()?;
    let program = &target.program;
    let listing = Instant::now();
    // What is broken is said first: it may be why nothing is left.
    let broken = if args.method.is_empty() { broken::classes(&target) } else { Outcome::Clean };
    let entries = entries(program, &target.classes, &args.method)?;
    let entries: Vec<Entry> = entries.into_iter().map(|entry| args.common.world.entry(entry)).collect();
    // What becomes of very many methods takes about as long to say as it took to find them.
    let whole = whole.within(whole.remaining().unwrap_or_default().saturating_sub(listing.elapsed()));
    interrupt::stop_softly(&whole);
    args.tests.check()?;
    let is_page = args.output.format() == Format::Html;
    let exploring = if args.tests.is_wanted() { 1.0 - WRITING } else { 1.0 };
    let mut options = args.common.options(program, args.common.share(&whole, exploring))?;
    args.common.check_precondition(program, &entries, !args.method.is_empty())?;
    options.keep_paths |= args.tests.is_wanted();
    options.pictures = is_page;
    options.facts = args.common.world.facts(program, &options.budget);
    let plan = Plan {
        program,
        options,
        writing: &|| args.common.share(&whole, WRITING),
        least: args.severity,
        with_trees: is_page,
        entries,
        dialect: (args.tests.is_wanted() || is_page).then(|| args.tests.dialect()),
        searching: args.common.time().div_f64(SEARCHING).max(LEAST_SEARCHING),
    };
    let jobs = jobs::threads(args.jobs);
    let explored = plan.explore_all(jobs)?;
    let excluded = if args.proofs { plan.exclude(jobs) } else { Vec::new() };
    args.tests.write(program, explored.iter().map(|method| &method.tests))?;
    let methods = explored.into_iter().enumerate().map(|(index, method)| {
        let explored = views::explored(program, plan.options.facts.as_deref(), &method.result);
        let said = match &method.proven {
            Some(proven) => views::proven_by_graph(explored, proven),
            None => explored,
        };
        let excluded = excluded.get(index).cloned().flatten().unwrap_or_default();
        let report = MethodReport { graphs: method.tree.into_iter().collect(), excluded, ..said };
        let dialect = args.tests.dialect();
        let report = tests::show(report, &method.result, program, (dialect, &method.tests));
        histories::show(report, program, dialect, method.grades)
    });
    let assumptions = views::assumed(program, &plan.options);
    let methods = methods.collect();
    let mut report = views::report("explore", std::slice::from_ref(&args.target.target), &target, methods);
    args.confirm.confirm(&args.target.path, &target, &mut report)?;
    let mut report = Report { assumptions, seconds: start.elapsed().as_secs_f64(), ..report };
    args.common.world.tell(&mut report);
    missing::warn(&report);
    Ok(args.output.show(report, Some(&target), output::text(false))?.and(broken))
}

/// The methods named, or all of the target's own that a caller could call.
fn entries(program: &Program, classes: &[String], methods: &[String]) -> anyhow::Result<Vec<Entry>> {
    if !methods.is_empty() {
        return methods.iter().map(|method| Ok(explore::find_method(program, method)?)).collect();
    }
    // There may be very many of both.
    let classes: HashSet<&str> = classes.iter().map(String::as_str).collect();
    let named = |entry: &Entry| {
        let class = program.class(program.method(entry.method).class);
        classes.contains(&*class.name)
    };
    let found: Vec<Entry> = explore::all_entries(program).into_iter().filter(named).collect();
    if found.is_empty() {
        return Err(Diagnostic::error("nothing-to-do", "the target has no method a caller could call").into());
    }
    if !found.iter().any(|entry| explore::has_lines(program, entry)) {
        return Err(Diagnostic::error("no-debug-info", "the target was compiled without line numbers")
            .help("compile with `javac -g`")
            .into());
    }
    Ok(found)
}

/// Whether a method has the arguments a precondition speaks of.
fn applies(program: &Program, precondition: MethodId, entry: &Entry) -> bool {
    Entry::new(program, precondition).places_in(program, entry).is_some()
}

/// What all threads work on.
struct Plan<'p> {
    program: &'p Program,
    options: Options,
    /// What writing tests may take, from now on.
    writing: &'p (dyn Fn() -> Budget + Sync),
    least: Severity,
    /// Whether the tree of each method's paths is wanted.
    with_trees: bool,
    entries: Vec<Entry>,
    /// Which tests are wanted, if any.
    dialect: Option<Dialect>,
    /// How long histories are searched for, altogether.
    searching: Duration,
}

/// What is known about one method.
struct Explored {
    result: MethodResult,
    /// Its graph shows that it is safe.
    proven: Option<Proven>,
    /// The tree of paths, if it is wanted.
    tree: Option<GraphView>,
    tests: MethodTests,
    grades: (Vec<histories::Grade>, usize),
}

impl Plan<'_> {
    fn explore_all(&self, jobs: usize) -> anyhow::Result<Vec<Explored>> {
        let line = ProgressLine::new(self.entries.len());
        let first = self.look_first(jobs);
        let explorations = pool::explore(self, &first, jobs, &line);
        line.clear();
        let explorations: Vec<Exploration> = explorations.into_iter().collect::<Result<_, _>>()?;
        let results = explorations.iter().map(|one| explore::judge_generously(self.program, one, self.least));
        let results: Vec<MethodResult> = results.collect();
        let fails = |result: &MethodResult| result.findings.iter().any(histories::needs_history);
        let is_needed = self.dialect.is_some() || results.iter().any(fails);
        let mut booted = is_needed.then(|| Booted::new(self.program)).transpose();
        let booted = booted.as_mut().map_err(|reason| Diagnostic::error("no-boot", reason.clone()))?;
        let Some(booted) = booted.as_mut() else {
            let untested =
                explorations.iter().zip(results).zip(first).map(|((one, result), proven)| Explored {
                    result,
                    tree: self.tree(one),
                    tests: MethodTests::default(),
                    grades: Default::default(),
                    proven,
                });
            let mut out: Vec<Explored> = untested.collect();
            self.look_again(&mut out, jobs);
            return Ok(out);
        };
        let writing = (self.writing)();
        let makers = Makers::new(self.program);
        let mut out = Vec::new();
        let searching = Budget::unlimited().within(self.searching);
        for ((exploration, result), proven) in explorations.iter().zip(results).zip(first) {
            let judged = self.judge((booted, &makers), exploration, result, (&writing, &searching));
            out.push(Explored { proven, ..judged });
        }
        self.look_again(&mut out, jobs);
        Ok(out)
    }

    /// What graphs prove before anything is explored. Who wants to see paths, or tests, wants them explored.
    fn look_first(&self, jobs: usize) -> Vec<Option<Proven>> {
        let budget = &self.options.budget;
        self.entries_in_parallel(jobs, |index| {
            let is_wanted = self.options.keep_paths || self.with_trees;
            (!is_wanted).then(|| self.asked().at_first(&self.entries[index], &self.share(budget, index)))?
        })
    }

    /// What graphs prove where exploring came to no end.
    fn look_again(&self, explored: &mut [Explored], jobs: usize) {
        let budget = &self.options.budget;
        let proven = self.entries_in_parallel(jobs, |index| {
            let is_open = explored[index].proven.is_none() && explored[index].result.is_open();
            is_open.then(|| self.asked().prove(&self.entries[index], &self.share(budget, index)))?
        });
        for (explored, proven) in explored.iter_mut().zip(proven) {
            explored.proven = explored.proven.or(proven);
        }
    }

    /// What graphs exclude in single lines, by method.
    fn exclude(&self, jobs: usize) -> Vec<Option<Vec<Step>>> {
        let budget = &self.options.budget;
        self.entries_in_parallel(jobs, |index| {
            let excluded = self.asked().excluded(&self.entries[index], &self.share(budget, index));
            Some(views::excluded(self.program, &excluded))
        })
    }

    fn asked(&self) -> unfailing::Asked<'_> {
        unfailing::Asked { program: self.program, least: self.least }
    }

    /// The same question about each entry, answered by so many threads.
    fn entries_in_parallel<T: Send>(
        &self,
        jobs: usize,
        answer: impl Fn(usize) -> Option<T> + Sync,
    ) -> Vec<Option<T>> {
        let next = AtomicUsize::new(0);
        let answers: Mutex<Vec<Option<T>>> = Mutex::new(self.entries.iter().map(|_| None).collect());
        let work = || loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.entries.len() {
                return;
            }
            let found = catch_unwind(AssertUnwindSafe(|| answer(index))).unwrap_or(None);
            answers.lock().expect("no thread panics while it holds the lock")[index] = found;
        };
        std::thread::scope(|scope| {
            for _ in 0..jobs.min(self.entries.len()) {
                let thread = std::thread::Builder::new().stack_size(base::STACK_BYTES);
                // Without threads nothing is proven by graphs.
                let _ = thread.spawn_scoped(scope, work);
            }
        });
        answers.into_inner().expect("no thread panicked while it held the lock")
    }

    fn judge<'p>(
        &'p self,
        (booted, makers): (&mut Booted<'p>, &Makers<'p>),
        exploration: &Exploration,
        mut result: MethodResult,
        (writing, searching): (&Budget, &Budget),
    ) -> Explored {
        let tests =
            self.dialect.map(|dialect| testgen::tests(self.program, booted, exploration, dialect, writing));
        let patience = searching.within(histories::MORE_PATIENCE);
        let entry = &exploration.entry;
        let (program, least) = (self.program, self.least);
        let grades = histories::grade(program, booted, makers, entry, &mut result, least, &patience);
        let (tree, tests) = (self.tree(exploration), tests.unwrap_or_default());
        Explored { result, tree, tests, grades, proven: None }
    }

    fn tree(&self, exploration: &Exploration) -> Option<GraphView> {
        self.with_trees.then(|| views::tree(self.program, &exploration.paths))
    }

    /// The time for one part of a method: the methods that are not done share what is left.
    fn share_of_one(&self, not_done: usize) -> Budget {
        share(&self.options.budget, not_done)
    }

    /// The time for something that is begun now: the methods not yet begun share what is left.
    fn share(&self, budget: &Budget, index: usize) -> Budget {
        share(budget, self.entries.len() - index)
    }

    /// How a method is explored.
    fn options(&self, index: usize) -> Options {
        Options {
            precondition: self.options.precondition.filter(|method| {
                *method != self.entries[index].method && applies(self.program, *method, &self.entries[index])
            }),
            ..self.options.clone()
        }
    }
}

/// What is left of a budget for each of so many.
fn share(budget: &Budget, sharing: usize) -> Budget {
    let left = budget.remaining().unwrap_or(Duration::from_secs(3600));
    let sharing = u32::try_from(sharing.max(1)).unwrap_or(u32::MAX);
    budget.within((left / sharing).max(Duration::from_secs(2)))
}

impl Common {
    /// What answers depend on: everything but how long it may take and how much memory.
    pub fn hash_meaning(&self, hasher: &mut impl Hasher) {
        (&self.heap, &self.assume, self.shape as u8, self.statics as u8).hash(hasher);
        (self.search as u8, self.seed, self.max_objects, self.max_length).hash(hasher);
        (self.loops, self.recursion, self.paths, self.steps).hash(hasher);
        (self.world.facts, self.world.assume_nonnull).hash(hasher);
    }

    pub fn time(&self) -> Duration {
        self.time
    }

    pub fn budget(&self) -> Budget {
        Budget::unlimited().within(self.time).with_memory(self.memory)
    }

    /// A part of the time, from now on, within the whole.
    fn share(&self, whole: &Budget, part: f64) -> Budget {
        whole.within(self.time.mul_f64(part))
    }

    pub fn options(&self, program: &Program, budget: Budget) -> anyhow::Result<Options> {
        let unbidden = Bounds::default();
        Ok(Options {
            strategy: strategy(self.heap.as_deref().unwrap_or("summary"))?,
            order: match self.search {
                Search::Mixed => Order::Mixed,
                Search::Dfs => Order::DepthFirst,
                Search::Bfs => Order::BreadthFirst,
                Search::Coverage => Order::Coverage,
                Search::Random => Order::Random(self.seed),
            },
            shape: Shape {
                kind: match self.shape {
                    ShapeArg::Any => ShapeKind::Any,
                    ShapeArg::Acyclic => ShapeKind::Acyclic,
                    ShapeArg::Tree => ShapeKind::Tree,
                },
                max_objects: self.max_objects,
                max_length: self.max_length,
            },
            bounds: Bounds {
                loops: self.loops.unwrap_or(unbidden.loops),
                recursion: self.recursion.unwrap_or(unbidden.recursion),
                chosen: Chosen { loops: self.loops.is_some(), recursion: self.recursion.is_some() },
                steps: self.steps,
                paths: self.paths,
                ..unbidden
            },
            budget,
            statics: match self.statics {
                StaticsArg::Symbolic => StaticFields::Symbolic,
                StaticsArg::Initial => StaticFields::Initial,
            },
            facts: None,
            precondition: self.precondition(program)?,
            ..Options::default()
        })
    }

    /// A precondition must speak of the methods that were named, or of some of all.
    pub fn check_precondition(
        &self,
        program: &Program,
        entries: &[Entry],
        named: bool,
    ) -> anyhow::Result<()> {
        let Some(precondition) = self.precondition(program)? else { return Ok(()) };
        let mut misfits = entries.iter().filter(|entry| !applies(program, precondition, entry));
        let misfit = if named { misfits.next() } else { misfits.nth(entries.len() - 1) };
        let Some(misfit) = misfit else { return Ok(()) };
        let precondition = Entry::new(program, precondition).name;
        let message =
            format!("`{precondition}` does not fit `{}`, which has no arguments of its types", misfit.name);
        Err(Diagnostic::error("bad-precondition", message).into())
    }

    fn precondition(&self, program: &Program) -> anyhow::Result<Option<MethodId>> {
        Ok(self.assume.as_ref().map(|pattern| explore::find_precondition(program, pattern)).transpose()?)
    }
}

/// The heap strategy of this name.
pub fn strategy(name: &str) -> anyhow::Result<&'static (dyn Strategy + Sync)> {
    heap::by_name(name).ok_or_else(|| {
        let known: Vec<&str> = STRATEGIES.iter().map(|strategy| strategy.name()).collect();
        Diagnostic::error("unknown-strategy", format!("there is no heap strategy `{name}`"))
            .help(format!("choose one of {}", known.join(", ")))
            .into()
    })
}
