//! How a report leaves: its form, its file, and what is left out of it.

use std::path::PathBuf;

use base::Diagnostic;
use report::baseline::Baseline;
use report::suppress::{self, Unwanted};
use report::{Report, annotation, fingerprint, html, junit, sarif};

use crate::ours;
use crate::outcome::Outcome;
use crate::select;
use crate::target::Target;

#[derive(clap::Args)]
pub struct OutputArgs {
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

    /// Whether a baseline is read or written, or annotations suppress.
    pub fn is_filtered(&self) -> bool {
        self.baseline.is_some() || self.write_baseline.is_some() || !self.suppress_annotation.is_empty()
    }

    /// Shows a report about a target; the outcome says whether something is left in it.
    pub fn show(&self, report: Report, target: &Target) -> anyhow::Result<Outcome> {
        self.show_as(report, target, |report, left_out| self.render(report, left_out))
    }

    /// Shows a report about a target in a form of the caller's own; it is told how many findings were left out.
    pub fn show_as(
        &self,
        report: Report,
        target: &Target,
        form: impl FnOnce(&Report, usize) -> String,
    ) -> anyhow::Result<Outcome> {
        let (report, left_out) = self.thin(report, &self.unwanted(target))?;
        self.write(&form(&report, left_out))?;
        Ok(outcome(&report))
    }

    /// Shows a report about files that are no class files; returns what was left in it.
    pub fn show_sources(&self, report: Report) -> anyhow::Result<Report> {
        let annotations = self.suppress_annotation.clone();
        let (report, left_out) = self.thin(report, &Unwanted { annotations, ..Unwanted::default() })?;
        self.write(&self.render(&report, left_out))?;
        Ok(report)
    }

    /// What of a report is neither suppressed nor known before, and how many findings that leaves out. Writes the baseline asked for.
    fn thin(&self, mut report: Report, unwanted: &Unwanted) -> anyhow::Result<(Report, usize)> {
        let had_findings: Vec<bool> =
            report.results.iter().map(|result| !result.findings.is_empty()).collect();
        let (suppressed, complaints) = suppress::apply(&mut report, unwanted);
        for complaint in &complaints {
            eprintln!("{}", crate::show::draw(complaint));
        }
        fingerprint::stamp(&mut report);
        if let Some(file) = &self.write_baseline {
            ours::write(file, &Baseline::of(&report).to_json())?;
        }
        let known = self.known()?.subtract(&mut report);
        for (result, had) in report.results.iter_mut().zip(had_findings) {
            if had && result.findings.is_empty() {
                result.word.push_str(" (left out)");
            }
        }
        Ok((report, suppressed + known))
    }

    /// What the baseline knows; nothing without one.
    fn known(&self) -> Result<Baseline, Diagnostic> {
        let Some(file) = &self.baseline else { return Ok(Baseline::default()) };
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file)
            .map_err(|error| Diagnostic::error("cannot-read", format!("cannot read `{name}`: {error}")))?;
        Baseline::parse(&name, &text)
    }

    /// The annotations that suppress, and the methods whose class files have them.
    fn unwanted(&self, target: &Target) -> Unwanted {
        let annotations = self.suppress_annotation.clone();
        let program = &target.program;
        let has_one = |found: &[program::class::Annotation]| {
            found.iter().any(|one| annotation::is_named(&java_name(&one.ty), &annotations))
        };
        let mut unwanted = Unwanted { annotations: annotations.clone(), ..Unwanted::default() };
        let classes = if annotations.is_empty() { Vec::new() } else { target.load() };
        for class in classes {
            let whole = has_one(&program.class_attributes(class).annotations);
            let methods = program.class(class).methods();
            let hit =
                methods.filter(|&method| whole || has_one(&program.method_attributes(method).annotations));
            unwanted.methods.extend(hit.map(|method| select::label(program, method)));
        }
        unwanted
    }

    fn render(&self, report: &Report, left_out: usize) -> String {
        match self.format {
            Format::Text => text(report, left_out),
            Format::Json => serde_json::to_string_pretty(report).expect("a report is always JSON") + "\n",
            Format::Sarif => sarif::render(report),
            Format::Junit => junit::render(report),
            Format::Html => html::render(report),
        }
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

/// A report in a few lines a method.
fn text(report: &Report, left_out: usize) -> String {
    use std::fmt::Write;
    let mut out = String::new();
    for result in &report.results {
        let _ = writeln!(out, "{}: {}", result.target, result.word);
        for reason in &result.reasons {
            let _ = writeln!(out, "    because {reason}");
        }
        for finding in &result.findings {
            let place = finding
                .spot
                .as_ref()
                .map(|spot| format!("{}:{}: ", spot.file, spot.line))
                .unwrap_or_default();
            let _ = writeln!(out, "    {place}{}: {}", finding.kind, finding.message);
        }
    }
    let (proven, refuted, unknown) = report.tally();
    let findings = report.findings().count();
    let findings = counted(findings);
    let _ = write!(out, "{findings}; {proven} proven, {refuted} refuted, {unknown} unknown");
    let _ = match left_out {
        0 => writeln!(out),
        some => writeln!(out, "; {} left out", counted(some)),
    };
    out
}

/// `1 finding`, `2 findings`.
pub fn counted(findings: usize) -> String {
    format!("{findings} finding{}", if findings == 1 { "" } else { "s" })
}

/// Findings outweigh unknowns.
fn outcome(report: &Report) -> Outcome {
    let (_, _, unknown) = report.tally();
    if report.findings().next().is_some() {
        Outcome::Findings
    } else if unknown > 0 {
        Outcome::Unknown
    } else {
        Outcome::Clean
    }
}
