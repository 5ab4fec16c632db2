//! `cargo run -p attack -- explore --count 20000 --seed 1`: as many random methods as wanted, until a wrong answer or the end.
//!
//! Wrong answers are shrunk, printed, and kept in `--keep FOLDER` (this crate's `cases` unless told otherwise).

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use attack::terminate::write::Numbers;
use attack::{explore, facts, fuzz, kept, metamorphic, relevance, run, terminate, verify};

/// Methods in one batch: one `javac`, one `java`, one boot of the JDK.
const BATCH: u64 = 50;
/// Bodies in one batch of claims, each of which may take seconds.
const BODIES: u64 = 10;
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
        Some("graph") => graph_all(seed, count, &keep),
        Some("terminate") => terminate_all(seed, count, &keep),
        Some("relevance") => relevance_all(seed, count, &keep),
        Some("facts") => facts_all(seed, count),
        Some("run") => run_all(seed, count),
        Some("metamorphic") => metamorphic_all(seed, count),
        Some("verify") => verify_all(seed, count, &keep),
        Some(word @ ("fuzz" | "fuzz-work")) => {
            let seconds = value("--seconds").map_or(Ok(600.0), |text| text.parse());
            let plan = fuzz::Plan {
                target: value("--target").unwrap_or_default(),
                seed,
                count: number("--count", u64::MAX)?,
                seconds: seconds.context("`--seconds` takes a number")?,
                cupper: value("--cupper").map(PathBuf::from),
                shown: value("--shown").map(PathBuf::from),
            };
            match (word, value("--progress"), value("--result")) {
                ("fuzz-work", Some(progress), Some(result)) => {
                    let tally = fuzz::work(&plan, Some(progress.as_ref()))?;
                    fuzz::tell(&tally, result.as_ref())
                }
                _ => fuzz_all(&plan, &keep),
            }
        }
        _ => bail!(
            "usage: attack explore|graph|terminate|verify|relevance|run|metamorphic|facts [--count METHODS] [--seed FIRST] [--keep FOLDER]\n       attack fuzz --target NAME \
             [--seconds S] [--cupper PATH]"
        ),
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

fn graph_all(seed: u64, count: u64, keep: &std::path::Path) -> Result<()> {
    let start = Instant::now();
    let mut total = explore::graph::Tally::default();
    let mut shrunk = 0;
    for first in (seed..seed + count).step_by(BATCH as usize) {
        let seeds: Vec<u64> = (first..(first + BATCH).min(seed + count)).collect();
        let methods: Vec<_> = seeds.iter().map(|seed| explore::write::method(*seed)).collect();
        let Some(tally) = told(explore::graph::attack(&methods)) else { continue };
        for (index, because) in &tally.wrong {
            println!("seed {}: {because}", seeds[*index]);
            if shrunk >= SHRUNK {
                continue;
            }
            shrunk += 1;
            let text = explore::graph::show(&explore::graph::shrink(&methods[*index])?, because);
            let path = kept::keep(keep, &format!("Graph{}", seeds[*index]), &text)?;
            println!("{}:\n{text}", path.display());
        }
        total.safe += tally.safe;
        total.listed += tally.listed;
        total.unknown += tally.unknown;
        total.wrong.extend(tally.wrong);
        println!(
            "graph, seeds {seed} to {}: {} let nothing out, {} something, {} unknown; {} wrong; {:.0} s",
            seeds.last().copied().unwrap_or(seed),
            total.safe,
            total.listed,
            total.unknown,
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

/// One target, or all after each other.
fn fuzz_all(plan: &fuzz::Plan, keep: &std::path::Path) -> Result<()> {
    let all = plan.target.is_empty() || plan.target == "all";
    for target in fuzz::TARGETS.iter().filter(|target| all || **target == plan.target) {
        let start = Instant::now();
        let plan = fuzz::Plan { target: (*target).to_owned(), ..plan.clone() };
        let Some(tally) = told(fuzz::watch(&plan)) else { continue };
        for (seed, what) in &tally.wrong {
            println!("fuzz {target}, seed {seed}: {what}");
            std::fs::create_dir_all(keep)?;
            fuzz::keep(&plan, *seed, &keep.join(format!("fuzz-{target}-{seed}")))?;
        }
        println!(
            "fuzz {target}, seeds from {}: {} tried, {} accepted; {} wrong; {:.0} s",
            plan.seed,
            tally.tried,
            tally.accepted,
            tally.wrong.len(),
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

fn verify_all(seed: u64, count: u64, keep: &std::path::Path) -> Result<()> {
    let start = Instant::now();
    let mut total = verify::Tally::default();
    let mut shrunk = 0;
    for first in (seed..seed + count).step_by(BODIES as usize) {
        let seeds: Vec<u64> = (first..(first + BODIES).min(seed + count)).collect();
        let cases: Vec<_> = seeds.iter().map(|seed| verify::write::case(*seed)).collect();
        let Some(tally) = told(verify::attack(&cases)) else { continue };
        for (index, problem) in &tally.refused {
            println!("seed {} is refused: {problem}", seeds[*index]);
        }
        for wrong in &tally.wrong {
            println!("seed {} {:?}: {}", seeds[wrong.index], wrong.facts, wrong.because);
            if shrunk >= SHRUNK {
                continue;
            }
            shrunk += 1;
            let (smallest, smaller) = verify::shrink(&cases[wrong.index], wrong)?;
            let text = verify::show(&smallest, &smaller);
            let path = kept::keep(keep, &format!("Verify{}", seeds[wrong.index]), &text)?;
            println!("{}:\n{text}", path.display());
        }
        total.claims += tally.claims;
        total.verified += tally.verified;
        total.unbroken += tally.unbroken;
        total.refused.extend(tally.refused);
        total.wrong.extend(tally.wrong);
        println!(
            "verify, seeds {seed} to {}: {} claims, {} of them broken by no run, {} verified; {} bodies refused; {} wrong; {:.0} s",
            seeds.last().copied().unwrap_or(seed),
            total.claims,
            total.unbroken,
            total.verified,
            total.refused.len(),
            total.wrong.len(),
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

fn relevance_all(seed: u64, count: u64, keep: &std::path::Path) -> Result<()> {
    let start = Instant::now();
    let mut total = relevance::Tally::default();
    let mut shrunk = 0;
    for first in (seed..seed + count).step_by(BATCH as usize) {
        let seeds: Vec<u64> = (first..(first + BATCH).min(seed + count)).collect();
        let methods: Vec<_> = seeds.iter().map(|seed| explore::write::method(*seed)).collect();
        let Some(tally) = told(relevance::attack(&methods)) else { continue };
        for wrong in &tally.wrong {
            println!("seed {} {:?}: {}", seeds[wrong.index], wrong.kind, wrong.because);
            if shrunk >= SHRUNK {
                continue;
            }
            shrunk += 1;
            let (smallest, smaller) = relevance::shrink(&methods[wrong.index], wrong)?;
            let text = relevance::show(&smallest, &smaller);
            let path = kept::keep(keep, &format!("Relevance{}", seeds[wrong.index]), &text)?;
            println!("{}:\n{text}", path.display());
        }
        total.methods += tally.methods;
        total.reported += tally.reported;
        total.mutants += tally.mutants;
        total.wrong.extend(tally.wrong);
        println!(
            "relevance, seeds {seed} to {}: {} methods, {} with something reported, {} mutants; {} wrong; {:.0} s",
            seeds.last().copied().unwrap_or(seed),
            total.methods,
            total.reported,
            total.mutants,
            total.wrong.len(),
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

fn run_all(seed: u64, count: u64) -> Result<()> {
    let start = Instant::now();
    let (mut lines, mut wrong) = (0, 0);
    for first in (seed..seed + count).step_by(BATCH as usize) {
        let methods: Vec<_> =
            (first..(first + BATCH).min(seed + count)).map(explore::write::method).collect();
        let Some(tally) = told(run::attack(&methods)) else { continue };
        tally.wrong.iter().for_each(|difference| println!("seeds from {first}: {difference}"));
        lines += tally.lines;
        wrong += tally.wrong.len();
        println!(
            "run, seeds {seed} to {}: {lines} lines; {wrong} wrong; {:.0} s",
            first + methods.len() as u64 - 1,
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

fn facts_all(seed: u64, count: u64) -> Result<()> {
    let start = Instant::now();
    let mut total = facts::Tally::default();
    for first in (seed..seed + count).step_by(BATCH as usize) {
        let seeds: Vec<u64> = (first..(first + BATCH).min(seed + count)).collect();
        let Some(tally) = told(facts::attack(&seeds)) else { continue };
        tally.wrong.iter().for_each(|broken| println!("broken: {broken}"));
        total.claims += tally.claims;
        total.objects += tally.objects;
        total.wrong.extend(tally.wrong);
        println!(
            "facts, seeds {seed} to {}: {} claims, {} objects; {} wrong; {:.0} s",
            seeds.last().copied().unwrap_or(seed),
            total.claims,
            total.objects,
            total.wrong.len(),
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

/// The same seeds for `explore` and for `terminate`.
fn metamorphic_all(seed: u64, count: u64) -> Result<()> {
    let start = Instant::now();
    let (mut questions, mut shaky, mut wrong) = (0, 0, 0);
    for first in (seed..seed + count).step_by(BATCH as usize) {
        let seeds: Vec<u64> = (first..(first + BATCH).min(seed + count)).collect();
        let plain: Vec<_> = seeds.iter().map(|seed| explore::write::method(*seed)).collect();
        let loops: Vec<_> = seeds.iter().map(|seed| terminate::write::method(*seed, Numbers::Java)).collect();
        let asked = [
            ("explore", metamorphic::attack_explore(&plain)),
            ("terminate", metamorphic::attack_terminate(&loops)),
        ];
        for (question, tally) in asked {
            let Some(tally) = told(tally) else { continue };
            for (index, change) in &tally.wrong {
                println!("{question}, seed {}, {change:?}: a proof and a refutation", seeds[*index]);
            }
            questions += tally.questions;
            shaky += tally.shaky;
            wrong += tally.wrong.len();
        }
        println!(
            "metamorphic, seeds {seed} to {}: {questions} questions, {shaky} with an answer in one wording only; {wrong} \
             wrong; {:.0} s",
            seeds.last().copied().unwrap_or(seed),
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
