//! `cargo run -p attack -- explore --count 20000 --seed 1`: as many random methods as wanted, until a wrong answer or the end.
//!
//! Wrong answers are shrunk, printed, and kept in `--keep FOLDER` (this crate's `cases` unless told otherwise).

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use attack::terminate::write::Numbers;
use attack::{explore, kept, terminate};

/// Methods in one batch: one `javac`, one `java`, one boot of the JDK.
const BATCH: u64 = 50;
/// Wrong answers that are shrunk in one run.
const SHRUNK: usize = 12;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)).cloned()
    };
    let number = |name: &str, default: u64| match value(name) {
        Some(text) => text.parse().with_context(|| format!("`{name}` takes a number")),
        None => Ok(default),
    };
    let (count, seed) = (number("--count", 200)?, number("--seed", 1)?);
    let keep = value("--keep").map_or_else(kept::folder, PathBuf::from);
    match arguments.first().map(String::as_str) {
        Some("explore") => explore_all(seed, count, &keep),
        Some("terminate") => terminate_all(seed, count, &keep),
        _ => bail!("usage: attack explore|terminate [--count METHODS] [--seed FIRST] [--keep FOLDER]"),
    }
}

fn explore_all(seed: u64, count: u64, keep: &std::path::Path) -> Result<()> {
    let start = Instant::now();
    let strategies = explore::all_strategies();
    let mut total = explore::Tally::default();
    let mut shrunk = 0;
    for first in (seed..seed + count).step_by(BATCH as usize) {
        let seeds: Vec<u64> = (first..(first + BATCH).min(seed + count)).collect();
        let methods: Vec<_> = seeds.iter().map(|seed| explore::write::method(*seed)).collect();
        let Some(tally) = told(explore::attack(&methods, &strategies)) else { continue };
        let mut seen = Vec::new();
        for wrong in &tally.wrong {
            println!("seed {} {} {:?}: {}", seeds[wrong.index], wrong.strategy, wrong.kind, wrong.because);
            if seen.contains(&wrong.index) || shrunk >= SHRUNK {
                continue;
            }
            seen.push(wrong.index);
            shrunk += 1;
            let smallest = explore::shrink(&methods[wrong.index], wrong)?;
            let text = explore::show(&smallest, wrong);
            let path = kept::keep(keep, &format!("Explore{}", seeds[wrong.index]), &text)?;
            println!("{}:\n{text}", path.display());
        }
        total.safe += tally.safe;
        total.violation += tally.violation;
        total.unknown += tally.unknown;
        total.confirmed += tally.confirmed;
        total.unshown += tally.unshown;
        total.wrong.extend(tally.wrong);
        println!(
            "explore, seeds {seed} to {}: {} safe, {} violation, {} unknown; {} findings seen on the JVM, {} not \
             shown; {} wrong; {:.0} s",
            seeds.last().copied().unwrap_or(seed),
            total.safe,
            total.violation,
            total.unknown,
            total.confirmed,
            total.unshown,
            total.wrong.len(),
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

/// Even batches ask about Java's integers, odd ones about unbounded ones.
fn terminate_all(seed: u64, count: u64, keep: &std::path::Path) -> Result<()> {
    let start = Instant::now();
    let mut total = terminate::Tally::default();
    let mut shrunk = 0;
    for (batch, first) in (seed..seed + count).step_by(BATCH as usize).enumerate() {
        let numbers = if batch % 2 == 0 { Numbers::Java } else { Numbers::Unbounded };
        let seeds: Vec<u64> = (first..(first + BATCH).min(seed + count)).collect();
        let methods: Vec<_> = seeds.iter().map(|seed| terminate::write::method(*seed, numbers)).collect();
        let Some(tally) = told(terminate::attack(&methods, numbers)) else { continue };
        for (index, input) in &tally.unclear {
            println!("seed {} ({numbers:?}) is said to terminate; ({input}) takes long", seeds[*index]);
        }
        for wrong in &tally.wrong {
            println!("seed {} ({numbers:?}) {:?}: {}", seeds[wrong.index], wrong.kind, wrong.because);
            if shrunk >= SHRUNK {
                continue;
            }
            shrunk += 1;
            let (smallest, wrong) = terminate::shrink(&methods[wrong.index], numbers, wrong)?;
            let text = terminate::show(&smallest, numbers, &wrong);
            let path = kept::keep(keep, &format!("Terminate{}", first + wrong.index as u64), &text)?;
            println!("{}:\n{text}", path.display());
        }
        total.terminates += tally.terminates;
        total.diverges += tally.diverges;
        total.unknown += tally.unknown;
        total.unclear.extend(tally.unclear);
        total.wrong.extend(tally.wrong);
        println!(
            "terminate, seeds {seed} to {}: {} terminates ({} with long runs), {} diverges, {} unknown; {} wrong; {:.0} s",
            seeds.last().copied().unwrap_or(seed),
            total.terminates,
            total.unclear.len(),
            total.diverges,
            total.unknown,
            total.wrong.len(),
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

/// A batch that could not be run is said and left out.
fn told<T>(result: Result<T>) -> Option<T> {
    result.inspect_err(|error| println!("left out: {error}")).ok()
}
