//! How a report leaves: its form, its file, and what is left out of it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use base::Diagnostic;
use report::baseline::Baseline;
use report::suppress::{self, Unwanted};
use report::text::Style;
use report::{MethodReport, Report, Verdict, annotation, fingerprint, html, junit, sarif};

use crate::ours;
use crate::outcome::Outcome;
use crate::select;
use crate::target::Target;

#[derive(clap::Args)]
pub struct OutputArgs {
    /// The form of the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Leave out what this file knows already
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write what is found now to this file, for `--baseline`
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,
    /// Leave out findings in what is annotated so (`Generated`, `com.acme.Reviewed`); may be given more than once
    #[arg(long, value_name = "NAME")]
    suppress_annotation: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    Text,
    Json,
    Sarif,
    Junit,
    Html,
}

impl OutputArgs {
    pub fn format(&self) -> Format {
        self.format
    }

    /// Refuses to begin if an answer could not be kept, would have to be written over somebody else's file, or if the baseline is
    /// none.
    pub fn ready(&self) -> Result<(), Diagnostic> {
        self.known()?;
        self.output.iter().chain(&self.write_baseline).try_for_each(|file| ours::ready(file))
    }

    pub fn is_to_file(&self) -> bool {
        self.output.is_some()
    }

    /// Shows a report, about a target if it is one of class files; `text` is its form for people. The outcome says whether something
    /// is left in it.
    pub fn show(
        &self,
        mut report: Report,
        target: Option<&Target>,
        text: impl FnOnce(&Report) -> String,
    ) -> anyhow::Result<Outcome> {
        let annotations = self.suppress_annotation.clone();
        let unwanted = Unwanted { methods: self.annotated(target), annotations };
        for complaint in &suppress::apply(&mut report, &unwanted) {
            eprintln!("{}", crate::show::draw(complaint));
        }
        fingerprint::stamp(&mut report);
        if let Some(file) = &self.write_baseline {
            ours::write(file, &Baseline::of(&report).to_json())?;
        }
        self.known()?.subtract(&mut report);
        self.write(&match self.format {
            Format::Text => text(&report),
            Format::Json => report::json(&report),
            Format::Sarif => sarif::render(&report),
            Format::Junit => junit::render(&report),
            Format::Html => html::render(&report),
        })?;
        Ok(outcome(&report))
    }

    /// What the baseline knows; nothing without one.
    fn known(&self) -> Result<Baseline, Diagnostic> {
        let Some(file) = &self.baseline else { return Ok(Baseline::default()) };
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file)
            .map_err(|error| Diagnostic::error("cannot-read", format!("cannot read `{name}`: {error}")))?;
        Baseline::parse(&name, &text)
    }

    /// The methods whose class files have an annotation that suppresses.
    fn annotated(&self, target: Option<&Target>) -> BTreeSet<String> {
        let Some(target) = target.filter(|_| !self.suppress_annotation.is_empty()) else {
            return BTreeSet::new();
        };
        let program = &target.program;
        let has_one = |found: &[program::class::Annotation]| {
            found.iter().any(|one| annotation::is_named(&java_name(&one.ty), &self.suppress_annotation))
        };
        let mut hit = BTreeSet::new();
        for class in target.load() {
            let whole = has_one(&program.class_attributes(class).annotations);
            let methods = program.class(class).methods();
            let named =
                methods.filter(|&method| whole || has_one(&program.method_attributes(method).annotations));
            hit.extend(named.map(|method| select::label(program, method)));
        }
        hit
    }

    /// Writes to where the user wants it.
    pub fn write(&self, text: &str) -> anyhow::Result<()> {
        match &self.output {
            Some(file) if self.format == Format::Text => {
                ours::write(file, &format!("{text}{}\n", ours::MARK))
            }
            Some(file) => ours::write(file, text),
            None => {
                print!("{text}");
                Ok(())
            }
        }
    }
}

/// `Lp/q/Name;` is `p.q.Name`.
fn java_name(descriptor: &str) -> String {
    descriptor.trim_start_matches('L').trim_end_matches(';').replace(['/', '$'], ".")
}

/// What is told on demand.
pub fn text(explain: bool) -> impl FnOnce(&Report) -> String {
    move |report| report::text::render(report, Style { explain, sources: true })
}

/// Findings of what is refuted outweigh what is unknown; what is known or not wanted is no reason to complain.
fn outcome(report: &Report) -> Outcome {
    let each = |result: &MethodReport| match result.verdict {
        Verdict::Refuted if !result.findings.is_empty() => Outcome::Findings,
        Verdict::Unknown if !result.is_known() => Outcome::Unknown,
        Verdict::Proven | Verdict::Refuted | Verdict::Unknown => Outcome::Clean,
    };
    report.results.iter().map(each).fold(Outcome::Clean, Outcome::and)
}
