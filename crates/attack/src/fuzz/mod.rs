//! Every reader on any file: a value or an error, never a panic, never an end of the process, never a standstill.
//!
//! A target turns a seed into a file and reads it. [`work`] tries one seed after the other in a process of its own and writes down which one
//! it is at; [`watch`] starts such processes, and when one dies or stands still it keeps the seed and goes on with the next.

mod corpus;
mod mutate;
mod readers;

use std::fs::File;
use std::io::Write as _;
use std::os::unix::fs::FileExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

pub use readers::TARGETS;

/// A try that takes longer stands still.
const STANDSTILL: Duration = Duration::from_secs(20);
/// Megabytes of addresses a process that reads may take; a JVM for what it starts from takes most.
const MEMORY: u64 = 14_000;

/// What is to be tried.
#[derive(Clone, Debug)]
pub struct Plan {
    pub target: String,
    pub seed: u64,
    /// How many seeds, at most.
    pub count: u64,
    /// How long, at most.
    pub seconds: f64,
    /// The command line, for the files only it reads.
    pub cupper: Option<PathBuf>,
    /// Where each mutant is written before it is read.
    pub shown: Option<PathBuf>,
}

/// How many files were tried and accepted, and the seeds that went wrong.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub tried: u64,
    pub accepted: u64,
    pub wrong: Vec<(u64, String)>,
}

/// Tries seeds in this process; where it is stands in the file, three numbers: the seed, the tried, the accepted.
pub fn work(plan: &Plan, progress: Option<&Path>) -> Result<Tally> {
    let plan = plan.clone();
    let progress = progress.map(File::create).transpose()?;
    let thread = std::thread::Builder::new().stack_size(base::STACK_BYTES);
    let worker = thread.spawn(move || work_here(&plan, progress.as_ref()))?;
    worker.join().map_err(|_| anyhow::anyhow!("the worker panicked"))?
}

fn work_here(plan: &Plan, progress: Option<&File>) -> Result<Tally> {
    let folder = tempfile::tempdir()?;
    mutate::SHOWN.set(plan.shown.clone());
    let mut attempt = readers::target(&plan.target, folder.path(), plan.cupper.as_deref())?;
    let start = Instant::now();
    let mut tally = Tally::default();
    for seed in plan.seed..plan.seed.saturating_add(plan.count) {
        if start.elapsed().as_secs_f64() > plan.seconds {
            break;
        }
        if let Some(file) = progress {
            file.write_all_at(format!("{seed:20} {:20} {:20}", tally.tried, tally.accepted).as_bytes(), 0)?;
        }
        tally.tried += 1;
        match catch_unwind(AssertUnwindSafe(|| attempt(seed))) {
            Ok(Ok(accepted)) => tally.accepted += u64::from(accepted),
            Ok(Err(error)) => tally.wrong.push((seed, error.to_string())),
            Err(_) => {
                tally.wrong.push((seed, "panic".to_owned()));
                // What a panic leaves behind is not to be trusted.
                attempt = readers::target(&plan.target, folder.path(), plan.cupper.as_deref())?;
            }
        }
    }
    Ok(tally)
}

/// Tries seeds in processes of this very program and survives their deaths.
pub fn watch(plan: &Plan) -> Result<Tally> {
    let folder = tempfile::tempdir()?;
    let (progress, result) = (folder.path().join("progress"), folder.path().join("result"));
    let start = Instant::now();
    let mut total = Tally::default();
    let mut next = plan.seed;
    let end = plan.seed.saturating_add(plan.count);
    while next < end && start.elapsed().as_secs_f64() < plan.seconds {
        let rest = Plan {
            seed: next,
            count: end - next,
            seconds: plan.seconds - start.elapsed().as_secs_f64(),
            ..plan.clone()
        };
        let mut child = spawn(&rest, &progress, &result)?;
        let ending = wait(&mut child, &progress)?;
        let (seed, tried, accepted) = position(&progress).context("the reader does not start")?;
        let told = std::fs::read_to_string(&result).unwrap_or_default();
        let _ = std::fs::remove_file(&result);
        let mut lines = told.lines();
        if let (None, Some((tried, accepted))) = (&ending, lines.next().and_then(two)) {
            total.tried += tried;
            total.accepted += accepted;
            total.wrong.extend(lines.filter_map(|line| {
                let (seed, what) = line.split_once(' ')?;
                Some((seed.parse().ok()?, what.to_owned()))
            }));
            break;
        }
        total.tried += tried + 1;
        total.accepted += accepted;
        total.wrong.push((seed, ending.unwrap_or_else(|| "ended without a result".to_owned())));
        next = seed + 1;
    }
    Ok(total)
}

fn two(line: &str) -> Option<(u64, u64)> {
    let (first, second) = line.split_once(' ')?;
    Some((first.parse().ok()?, second.parse().ok()?))
}

fn spawn(plan: &Plan, progress: &Path, result: &Path) -> Result<Child> {
    let mut command = Command::new("bash");
    command.arg("-c").arg(format!("ulimit -v {}; exec \"$@\"", MEMORY << 10)).arg("fuzz");
    command.arg(std::env::current_exe()?).args(["fuzz-work", "--target", &plan.target]);
    command.arg("--seed").arg(plan.seed.to_string()).arg("--count").arg(plan.count.to_string());
    command.arg("--seconds").arg(plan.seconds.to_string());
    command.arg("--progress").arg(progress).arg("--result").arg(result);
    if let Some(cupper) = &plan.cupper {
        command.arg("--cupper").arg(cupper);
    }
    if let Some(shown) = &plan.shown {
        command.arg("--shown").arg(shown);
    }
    command.spawn().context("this program cannot start itself")
}

/// Writes down the file of a seed, and reads it once more.
pub fn keep(plan: &Plan, seed: u64, path: &Path) -> Result<()> {
    watch(&Plan { seed, count: 1, seconds: 60.0, shown: Some(path.to_owned()), ..plan.clone() })?;
    Ok(())
}

/// How a process ended badly, if it did; one that stands still is ended.
fn wait(child: &mut Child, progress: &Path) -> Result<Option<String>> {
    let (mut last, mut since) = (None, Instant::now());
    loop {
        std::thread::sleep(Duration::from_millis(200));
        if let Some(status) = child.try_wait()? {
            return Ok((!status.success()).then(|| format!("the process ends with {status}")));
        }
        let now = position(progress).map(|position| position.0);
        if now != last {
            (last, since) = (now, Instant::now());
        }
        let start = if last.is_none() { 6 } else { 1 };
        if since.elapsed() > STANDSTILL * start {
            child.kill()?;
            child.wait()?;
            return Ok(Some(format!("stands still for {} s", STANDSTILL.as_secs())));
        }
    }
}

fn position(progress: &Path) -> Option<(u64, u64, u64)> {
    let text = std::fs::read_to_string(progress).ok()?;
    let mut numbers = text.split_whitespace().map(|word| word.parse().ok());
    Some((numbers.next()??, numbers.next()??, numbers.next()??))
}

/// Writes down what a process found, for the one that started it.
pub fn tell(tally: &Tally, result: &Path) -> Result<()> {
    let mut file = File::create(result)?;
    writeln!(file, "{} {}", tally.tried, tally.accepted)?;
    for (seed, what) in &tally.wrong {
        writeln!(file, "{seed} {}", what.lines().collect::<Vec<_>>().join(" "))?;
    }
    Ok(())
}
