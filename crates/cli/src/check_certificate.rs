//! `cupper check-certificate FILE [TARGET]`: re-checks an answer without the prover.

use std::path::{Path, PathBuf};
use std::time::Duration;

use base::{Budget, Diagnostic};
use terminate::certificate::{Certificate, Claim, IntegerKind, Rejection};
use terminate::check;

use crate::outcome::Outcome;
use crate::target::PathArgs;
use crate::{seconds, select};

/// Check again an answer that `cupper terminate --certificate` wrote
///
/// The proof's arithmetic is checked from the file alone. With TARGET, the transition system is also derived again from
/// the program, or the diverging input run again. Exit status: 0 valid, 1 invalid, 3 nothing is claimed.
#[derive(clap::Args)]
pub struct Args {
    file: PathBuf,
    /// The program the answer is about
    target: Option<String>,
    #[command(flatten)]
    path: PathArgs,
    /// Seconds before the check gives up
    #[arg(long, visible_alias = "time", value_name = "SECONDS", value_parser = seconds::parse, default_value = "60")]
    timeout: Duration,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    let certificate = read(&args.file)?;
    let verdict = match (&certificate.claim, &args.target) {
        (Claim::Nothing, _) => {
            println!("the certificate claims nothing");
            return Ok(Outcome::Unknown);
        }
        (Claim::Terminates(_) | Claim::Diverges(_), Some(target)) => {
            let target = args.path.open(target)?;
            let method = select::the_one(&target, &certificate.method)?;
            certificate.verify(&target.program, method, &Budget::unlimited().within(args.timeout))
        }
        (Claim::Terminates(proof), None) => check::check(proof).map_err(Rejection::from),
        (Claim::Diverges(_), None) => {
            let message = "a run can only be checked on its program";
            return Err(Diagnostic::error("needs-program", message)
                .help("name the program: FILE TARGET")
                .into());
        }
    };
    Ok(report(&certificate, verdict, args.target.is_some()))
}

fn read(path: &Path) -> anyhow::Result<Certificate> {
    let name = path.display();
    let bad = |message: String| Diagnostic::error("bad-certificate", message);
    let text =
        std::fs::read_to_string(path).map_err(|error| bad(format!("cannot read `{name}`: {error}")))?;
    Ok(serde_json::from_str(&text).map_err(|error| bad(format!("`{name}` is no certificate: {error}")))?)
}

fn report(certificate: &Certificate, verdict: Result<(), Rejection>, derived: bool) -> Outcome {
    let word = match certificate.claim {
        Claim::Terminates(_) => "terminates",
        Claim::Diverges(_) => "diverges",
        Claim::Nothing => "is unknown",
    };
    let integers = match certificate.integers {
        IntegerKind::Java => "java",
        IntegerKind::Unbounded => "unbounded",
    };
    match verdict {
        Ok(()) => {
            println!("valid: `{}` {word} ({integers} integers)", certificate.method);
            if !derived {
                println!("  not checked without the program: that the transition system covers it");
            }
            Outcome::Clean
        }
        Err(rejection) => {
            println!("invalid: {rejection}");
            Outcome::Findings
        }
    }
}
