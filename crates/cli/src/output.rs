//! How a report leaves: its form, its file, and what is left out of it.

use std::path::PathBuf;

use anyhow::Context;
use report::baseline::Baseline;
use report::{Report, fingerprint, html, junit, sarif, suppress};

use crate::outcome::Outcome;

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

    /// Whether a baseline is read or written.
    pub fn is_filtered(&self) -> bool {
        self.baseline.is_some() || self.write_baseline.is_some()
    }

    /// Shows a report; the outcome says whether something is left in it.
    pub fn show(&self, mut report: Report) -> anyhow::Result<Outcome> {
        let (suppressed, complaints) = suppress::apply(&mut report);
        for complaint in &complaints {
            eprintln!("{}", crate::show::draw(complaint));
        }
        fingerprint::stamp(&mut report);
        if let Some(file) = &self.write_baseline {
            std::fs::write(file, Baseline::of(&report).to_json())
                .with_context(|| format!("cannot write `{}`", file.display()))?;
        }
        let known = match &self.baseline {
            Some(file) => {
                let text = std::fs::read_to_string(file)
                    .with_context(|| format!("cannot read `{}`", file.display()))?;
                Baseline::parse(&file.display().to_string(), &text)?.subtract(&mut report)
            }
            None => 0,
        };
        self.write(&self.render(&report, suppressed + known))?;
        Ok(outcome(&report))
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
            Some(file) => {
                std::fs::write(file, text).with_context(|| format!("cannot write `{}`", file.display()))
            }
            None => {
                use std::io::Write;
                Ok(std::io::stdout().write_all(text.as_bytes())?)
            }
        }
    }
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
    let _ = write!(out, "{findings} findings; {proven} proven, {refuted} refuted, {unknown} unknown");
    let _ = match left_out {
        0 => writeln!(out),
        some => writeln!(out, "; {some} findings left out"),
    };
    out
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
