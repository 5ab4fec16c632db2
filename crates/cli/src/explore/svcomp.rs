//! `cupper explore --svcomp PROPERTY DIR…`: whole programs in the manner of SV-COMP.
//!
//! The sources of all folders are compiled together; if none of them has the benchmark interface
//! `org.sosy_lab.sv_benchmarks.Verifier`, ours joins them. `main` runs without arguments, and what `Verifier.nondet*` returns is
//! unknown. The last line is `TRUE`, `FALSE` or `UNKNOWN`; `FALSE` comes with a witness that names the values.

use std::path::{Path, PathBuf};

use base::{Budget, Diagnostic};
use clap::ValueEnum;
use explore::{Booted, Entry, Explorer, Finding, Never, Options, Outcome as End, Severity, diagram};
use program::Program;

use super::{Args, witness};
use crate::outcome::Outcome;
use crate::unfailing::{self, Proven};

const VERIFIER: &str = "org/sosy_lab/sv_benchmarks/Verifier.java";

/// What must hold of a program.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Property {
    /// No assertion fails
    Assert,
    /// Every `RuntimeException` is caught
    Exceptions,
}

impl Property {
    /// As its file says it.
    fn formula(self) -> &'static str {
        match self {
            Property::Assert => "CHECK( init(Main.main()), LTL(G assert) )",
            Property::Exceptions => "CHECK(init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)))",
        }
    }

    /// What violates it.
    fn never(self) -> Never {
        match self {
            Property::Assert => Never::Assertion,
            Property::Exceptions => Never::Uncaught,
        }
    }
}

pub fn run(args: &Args, property: Property) -> anyhow::Result<Outcome> {
    let budget = args.common.budget();
    let together = gather(args)?;
    let target = args.target.path.open(&together.path().to_string_lossy())?;
    let program = &target.program;
    let entry = main_entry(program, &target.classes)?;
    let mut booted = Booted::new(program).map_err(|reason| Diagnostic::error("no-boot", reason))?;
    let prove = |budget: &Budget| unfailing::never(program, entry.method, property.never(), budget);
    if let Some(proven) = prove(&unfailing::at_first(&budget)) {
        return Ok(proven_true(&proven));
    }
    let options = args.common.options(program, budget.clone())?;
    let options = Options { enough: Some(property.never()), ..options };
    let exploration = Explorer::explore(program, &mut booted, entry.clone(), options, &mut |_| {})?;
    let result = explore::judge(program, &exploration, Severity::Note);
    for reason in &result.reasons {
        println!("unknown: {reason}");
    }
    let violates = |finding: &&Finding| property.never().is_broken_by(program, &finding.thrown);
    if let Some(finding) = result.findings.iter().find(violates) {
        crate::ours::write(&args.witness, &witness::graphml(program, property.formula(), finding))?;
        println!("{} at {}", finding.thrown.kind(), place(finding));
        let input = diagram::arguments(program, &finding.input);
        input.iter().for_each(|(name, value)| println!("  {name} = {value}"));
        println!("witness: {}", args.witness.display());
        println!("FALSE");
        return Ok(Outcome::Findings);
    }
    let left_out = |path: &explore::Path| matches!(path.outcome, End::Incomplete(_));
    let unconfirmed = exploration.paths.iter().any(|path| match &path.outcome {
        End::Threw(thrown) => property.never().is_broken_by(program, thrown),
        End::Returned | End::Exited(_) | End::Discarded | End::Incomplete(_) => false,
    });
    let whole = exploration.reasons.is_empty() && !exploration.paths.iter().any(left_out) && !unconfirmed;
    if !whole
        && !unconfirmed
        && let Some(proven) = prove(&budget)
    {
        return Ok(proven_true(&proven));
    }
    println!("{}", if whole { "TRUE" } else { "UNKNOWN" });
    Ok(if whole { Outcome::Clean } else { Outcome::Unknown })
}

fn proven_true(proven: &Proven) -> Outcome {
    println!("proven by a graph of {} nodes", proven.nodes);
    println!("TRUE");
    Outcome::Clean
}

/// All sources in one folder, which lives as long as the value.
fn gather(args: &Args) -> anyhow::Result<tempfile::TempDir> {
    let together = crate::interrupt::temporary_folder()?;
    let folders: Vec<&Path> =
        std::iter::once(&args.target.target).chain(&args.folders).map(Path::new).collect();
    let all: Vec<PathBuf> = folders.iter().filter_map(|folder| folder.canonicalize().ok()).collect();
    for root in folders {
        let folder = root.display();
        if !root.is_dir() {
            return Err(
                Diagnostic::error("target-not-found", format!("there is no folder `{folder}`")).into()
            );
        }
        copy_sources(root, root, together.path(), &all)?;
    }
    let verifier = together.path().join(VERIFIER);
    if !verifier.exists() {
        std::fs::create_dir_all(verifier.parent().expect("a file in a folder"))?;
        std::fs::write(verifier, include_str!("Verifier.java"))?;
    }
    Ok(together)
}

/// Copies what lies in a folder; another of the folders within it is copied on its own.
fn copy_sources(root: &Path, folder: &Path, to: &Path, all: &[PathBuf]) -> anyhow::Result<()> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            let is_another = path.canonicalize().is_ok_and(|folder| all.contains(&folder));
            if !is_another {
                copy_sources(root, &path, to, all)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "java") {
            let target = to.join(path.strip_prefix(root)?);
            std::fs::create_dir_all(target.parent().expect("a file in a folder"))?;
            std::fs::copy(&path, target)?;
        }
    }
    Ok(())
}

/// The class `Main`, or the only class with a `main`.
fn main_entry(program: &Program, classes: &[String]) -> anyhow::Result<Entry> {
    let mut found: Vec<(&String, Entry)> = Vec::new();
    for name in classes {
        if let Ok(class) = program.class_named(name) {
            found.extend(Entry::main(program, class).map(|entry| (name, entry)));
        }
    }
    let named = found.iter().position(|(name, _)| name.rsplit('/').next() == Some("Main"));
    let index = named.or((found.len() == 1).then_some(0));
    let message = "no class is called `Main`, and not exactly one has a `main`";
    Ok(index
        .map(|index| found.swap_remove(index).1)
        .ok_or_else(|| Diagnostic::error("missing-main", message))?)
}

fn place(finding: &Finding) -> String {
    let frame = finding.place.as_ref();
    let file = frame.and_then(|frame| frame.file.as_deref()).unwrap_or("unknown source");
    frame.and_then(|frame| frame.line).map_or(file.to_owned(), |line| format!("{file}:{line}"))
}
