//! `cupper explain [CODE]`: what a finding kind or diagnostic code means.

use base::Diagnostic;
use report::explain;

use crate::outcome::Outcome;

/// Explain a finding kind or a diagnostic code
#[derive(clap::Args)]
pub struct Args {
    /// `NullPointerException`, `bad-config`, …; all of them when left out
    code: Option<String>,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    match args.code {
        Some(code) => {
            let entry = explain::lookup(&code).ok_or_else(|| unknown(&code))?;
            println!("{}\n\n{}", entry.code, entry.text);
        }
        None => {
            for entry in explain::all() {
                println!("{:32} {}", entry.code, entry.summary.replace('\n', " "));
            }
        }
    }
    Ok(Outcome::Clean)
}

fn unknown(code: &str) -> Diagnostic {
    Diagnostic::error("unknown-code", format!("there is no code `{code}`"))
        .help("`cupper explain` lists all codes and kinds")
}
