//! `cupper explore --svcomp PROPERTY DIR…`: whole programs in the manner of SV-COMP.
//!
//! The sources of all folders are compiled together; if none of them has the benchmark interface
//! `org.sosy_lab.sv_benchmarks.Verifier`, ours joins them. `main` runs without arguments, and what `Verifier.nondet*` returns is
//! unknown. The last line is `TRUE`, `FALSE` or `UNKNOWN`; `FALSE` comes with a witness that names the values.

use std::path::{Path, PathBuf};

use base::Diagnostic;
use clap::ValueEnum;
use explore::{Booted, Entry, Explorer, Finding, Never, Options, Outcome as End, Severity, diagram};
use program::Program;

use super::Args;
use crate::outcome::Outcome;

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
    let options = args.common.options(program, budget)?;
    let options = Options { enough: Some(property.never()), ..options };
    let exploration = Explorer::explore(program, &mut booted, entry, options, &mut |_| {})?;
    let result = explore::judge(program, &exploration, Severity::Note);
    for reason in &result.reasons {
        println!("unknown: {reason}");
    }
    let violates = |finding: &&Finding| property.never().is_broken_by(program, &finding.thrown);
    if let Some(finding) = result.findings.iter().find(violates) {
        crate::ours::write(&args.witness, &witness(program, property, finding))?;
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
    println!("{}", if whole { "TRUE" } else { "UNKNOWN" });
    Ok(if whole { Outcome::Clean } else { Outcome::Unknown })
}

/// All sources in one folder, which lives as long as the value.
fn gather(args: &Args) -> anyhow::Result<tempfile::TempDir> {
    let together = crate::interrupt::temporary_folder()?;
    for folder in std::iter::once(&args.target.target).chain(&args.folders) {
        let root = Path::new(folder);
        if !root.is_dir() {
            return Err(
                Diagnostic::error("target-not-found", format!("there is no folder `{folder}`")).into()
            );
        }
        copy_sources(root, root, together.path())?;
    }
    let verifier = together.path().join(VERIFIER);
    if !verifier.exists() {
        std::fs::create_dir_all(verifier.parent().expect("a file in a folder"))?;
        std::fs::write(verifier, include_str!("Verifier.java"))?;
    }
    Ok(together)
}

fn copy_sources(root: &Path, folder: &Path, to: &Path) -> anyhow::Result<()> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            copy_sources(root, &path, to)?;
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

/// A violation witness in GraphML: the values asked for, in order, and where it fails.
fn witness(program: &Program, property: Property, finding: &Finding) -> String {
    let formula = match property {
        Property::Assert => "CHECK( init(Main.main()), LTL(G assert) )",
        Property::Exceptions => "CHECK( init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)) )",
    };
    let line = finding.place.as_ref().and_then(|frame| frame.line).unwrap_or(0);
    let values =
        finding.input.nondet.iter().map(|value| diagram::value(program, &finding.input.heap, *value));
    let mut edges = String::new();
    let mut nodes = String::new();
    let mut count = 0;
    for (index, value) in values.enumerate() {
        nodes += &format!("  <node id=\"n{index}\"/>\n");
        let value = value.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
        edges += &format!(
            "  <edge source=\"n{index}\" target=\"n{}\"><data key=\"assumption\">\\result = {value};</data></edge>\n",
            index + 1
        );
        count = index + 1;
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n \
         <graph edgedefault=\"directed\">\n  <data key=\"witness-type\">violation_witness</data>\n  \
         <data key=\"sourcecodelang\">Java</data>\n  <data key=\"producer\">cupper</data>\n  \
         <data key=\"specification\">{formula}</data>\n{nodes}  \
         <node id=\"n{count}\"><data key=\"violation\">true</data><data key=\"startline\">{line}</data></node>\n{edges} \
         </graph>\n</graphml>\n"
    )
}
