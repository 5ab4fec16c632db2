//! `cupper check-certificate FILE`: re-checks a termination proof without the prover.

use std::path::PathBuf;

use base::Diagnostic;
use terminate::certificate::{Certificate, Claim};
use terminate::check;

use crate::outcome::Outcome;

/// Check again a proof that `cupper terminate --certificate` wrote
#[derive(clap::Args)]
pub struct Args {
    file: PathBuf,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    let name = args.file.display().to_string();
    let bad = |message: String| Diagnostic::error("bad-certificate", message);
    let text =
        std::fs::read_to_string(&args.file).map_err(|error| bad(format!("cannot read `{name}`: {error}")))?;
    let certificate: Certificate =
        serde_json::from_str(&text).map_err(|error| bad(format!("`{name}` is no certificate: {error}")))?;
    match &certificate.claim {
        Claim::Terminates(proof) => match check::check(proof) {
            Ok(()) => {
                println!("valid: `{}` terminates ({} integers)", certificate.method, certificate.integers);
                Ok(Outcome::Clean)
            }
            Err(flaw) => {
                println!("invalid: {flaw}");
                Ok(Outcome::Findings)
            }
        },
        Claim::Nothing => {
            println!("the certificate proves nothing");
            Ok(Outcome::Unknown)
        }
    }
}
