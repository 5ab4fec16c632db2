//! All tests of the workspace, one test program per core at a time: `cargo test` runs them one after another, which leaves cores idle
//! whenever a program has but one long test.
//!
//! Nothing is left out and nothing is hidden: every program's output is printed whole when it ends, and the last line is the sum of all
//! programs' `test result` lines. A program that ends without such a line has failed.

use std::collections::VecDeque;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// The programs that take longest start first, so that none of them runs alone at the end. The order changes no result.
const LONGEST: [&str; 9] = [
    "cli",
    "run",
    "terminate::programs",
    "explore::programs",
    "relevance",
    "fuzz",
    "laws",
    "replay",
    "oracle",
];

/// A program of tests that cargo has built.
#[derive(Debug, PartialEq, Eq)]
struct Program {
    /// `package::target`.
    name: String,
    file: PathBuf,
    /// The package's folder, where cargo starts it.
    folder: PathBuf,
}

/// How many tests ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    passed: usize,
    failed: usize,
    ignored: usize,
}

pub fn run() -> Result<()> {
    let start = Instant::now();
    let programs = build()?;
    eprintln!(
        "xtask: {} test programs are built after {:.0} s",
        programs.len(),
        start.elapsed().as_secs_f64()
    );
    let start = Instant::now();
    let tally = run_all(programs)?;
    let word = if tally.failed == 0 { "ok" } else { "FAILED" };
    println!(
        "test result: {word}. {} passed; {} failed; {} ignored; 0 measured; 0 filtered out; finished in {:.2}s",
        tally.passed,
        tally.failed,
        tally.ignored,
        start.elapsed().as_secs_f64()
    );
    if tally.failed > 0 {
        bail!("{} tests failed", tally.failed);
    }
    Ok(())
}

fn build() -> Result<Vec<Program>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["test", "--workspace", "--no-run", "--message-format=json-render-diagnostics"]);
    let output = command.stderr(Stdio::inherit()).output().context("cannot run cargo")?;
    if !output.status.success() {
        bail!("the tests do not compile");
    }
    let mut programs: Vec<Program> = String::from_utf8(output.stdout)?.lines().filter_map(program).collect();
    if programs.is_empty() {
        bail!("cargo has built no tests");
    }
    programs.sort_by_key(|program| rank(&program.name));
    Ok(programs)
}

/// The program of tests that one of cargo's messages tells of.
fn program(message: &str) -> Option<Program> {
    let message: Value = serde_json::from_str(message).ok()?;
    if message["profile"]["test"] != true {
        return None;
    }
    let file = PathBuf::from(message["executable"].as_str()?);
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_path_buf();
    let package = folder.file_name()?.to_string_lossy().into_owned();
    Some(Program { name: format!("{package}::{}", message["target"]["name"].as_str()?), file, folder })
}

fn rank(name: &str) -> usize {
    let is_meant = |long: &str| name == long || name.split("::").nth(1) == Some(long);
    LONGEST.iter().position(|long| is_meant(long)).unwrap_or(LONGEST.len())
}

fn run_all(programs: Vec<Program>) -> Result<Tally> {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let threads = cores.div_ceil(2);
    let waiting = Mutex::new(VecDeque::from(programs));
    let sum = Mutex::new(Tally::default());
    let work = || -> Result<()> {
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(program) = next else { return Ok(()) };
            let start = Instant::now();
            let (output, is_success) = output(&program, threads)?;
            let tally = tally(&output, is_success);
            let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
            *sum = Tally {
                passed: sum.passed + tally.passed,
                failed: sum.failed + tally.failed,
                ignored: sum.ignored + tally.ignored,
            };
            println!("     Running {} ({:.1} s)\n{output}", program.name, start.elapsed().as_secs_f64());
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("workers do not panic"))
    })?;
    let sum = *sum.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(sum)
}

/// What a program of tests writes, and whether it ends well. It writes to a file: processes that it leaves behind keep nobody waiting.
fn output(program: &Program, threads: usize) -> Result<(String, bool)> {
    let kept = program.file.with_extension("log");
    let file = File::create(&kept).with_context(|| kept.display().to_string())?;
    let mut command = Command::new(&program.file);
    command.arg(format!("--test-threads={threads}")).current_dir(&program.folder);
    command.env("CARGO_MANIFEST_DIR", &program.folder).stdin(Stdio::null());
    command.stdout(file.try_clone()?).stderr(file);
    let status = command.status().with_context(|| format!("cannot run {}", program.file.display()))?;
    Ok((String::from_utf8_lossy(&std::fs::read(&kept)?).into_owned(), status.success()))
}

/// The `test result` line of a program's output. Ending badly without a failed test is a failure of its own.
fn tally(output: &str, is_success: bool) -> Tally {
    let line = output.lines().rev().find_map(|line| line.strip_prefix("test result: "));
    let count = |word: &str| -> usize {
        let part =
            line.and_then(|line| line.split([';', '.']).find_map(|part| part.trim().strip_suffix(word)));
        part.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
    };
    let mut tally = Tally { passed: count(" passed"), failed: count(" failed"), ignored: count(" ignored") };
    if tally.failed == 0 && (line.is_none() || !is_success) {
        tally.failed = 1;
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_lines_are_read() {
        let output = "running 3 tests\n\ntest result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; finished in 0.01s\n";
        assert_eq!(tally(output, true), Tally { passed: 3, failed: 0, ignored: 1 });
        let output = "test result: FAILED. 2 passed; 1 failed; 0 ignored\n";
        assert_eq!(tally(output, false), Tally { passed: 2, failed: 1, ignored: 0 });
    }

    #[test]
    fn programs_that_end_badly_have_failed() {
        assert_eq!(tally("running 3 tests\n", true).failed, 1);
        assert_eq!(tally("test result: ok. 3 passed; 0 failed; 0 ignored\n", false).failed, 1);
    }

    #[test]
    fn programs_are_found_among_the_messages_of_cargo() {
        let message = r#"{"reason":"compiler-artifact","manifest_path":"/w/crates/heap/Cargo.toml","target":{"name":"strategies"},"profile":{"test":true},"executable":"/w/target/strategies-1"}"#;
        let found = program(message).expect("it is one");
        assert_eq!(
            (found.name.as_str(), found.folder.as_path()),
            ("heap::strategies", Path::new("/w/crates/heap"))
        );
        assert_eq!(program(&message.replace("true", "false")), None);
    }

    #[test]
    fn long_programs_come_first() {
        assert!(rank("cli::cli") < rank("terminate::programs"));
        assert!(rank("terminate::programs") < rank("heap::strategies"));
    }
}
