//! `cupper check-certificate FILE [TARGET]`: re-checks an answer without the prover.

use std::path::{Path, PathBuf};
use std::time::Duration;

use base::{Budget, Diagnostic};
use graph::Inputs;
use terminate::certificate::{Certificate, Claim, Rejection};
use terminate::check;
use terminate::verdict::Options;

use crate::outcome::Outcome;
use crate::target::PathArgs;
use crate::terminate::{IntegerMode, inputs_of};
use crate::{seconds, select};

/// Check again an answer that `cupper terminate --certificate` wrote
///
/// The proof's arithmetic is checked from the file alone. With TARGET, the transition system is also derived again from
/// the program, or the diverging input run again. What the answer assumes must be what is asked: a certificate for other integers, or for
/// fewer inputs than the method may get, is invalid. Exit status: 0 valid, 1 invalid, 3 nothing is claimed.
#[derive(clap::Args)]
pub struct Args {
    file: PathBuf,
    /// The program the answer is about
    target: Option<String>,
    #[command(flatten)]
    path: PathArgs,
    /// What `int` and `long` are to be
    #[arg(long, value_enum, default_value_t = IntegerMode::Java)]
    integers: IntegerMode,
    /// Seconds before the check gives up
    #[arg(long, visible_alias = "time", value_name = "SECONDS", value_parser = seconds::parse, default_value = "60")]
    timeout: Duration,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    let certificate = read(&args.file)?;
    let integers = args.integers.into();
    let verdict = match (&certificate.claim, &args.target) {
        (Claim::Nothing, _) => {
            println!("the certificate claims nothing");
            return Ok(Outcome::Unknown);
        }
        (Claim::Terminates(_) | Claim::Diverges(_), Some(target)) => {
            let target = args.path.open(target)?;
            let method = select::the_one(&target, &certificate.method)?;
            let inputs = inputs_of(&target.program, method);
            let budget = Budget::unlimited().within(args.timeout);
            certificate.verify(&target.program, method, &Options { integers, inputs, budget })
        }
        (Claim::Terminates(proof), None) => certificate
            .answers(integers, inputs_by_name(&certificate.method))
            .and_then(|()| Ok(check::check(proof)?)),
        (Claim::Diverges(_), None) => {
            let message = "a run can only be checked on its program";
            return Err(Diagnostic::error("needs-program", message)
                .help("name the program: FILE TARGET")
                .into());
        }
    };
    Ok(report(&certificate, verdict, args.target.is_some()))
}

/// What the arguments may be, judging by the method's name alone.
fn inputs_by_name(method: &str) -> Inputs {
    match method.ends_with(".main([Ljava/lang/String;)V") {
        true => Inputs::Main,
        false => Inputs::Any,
    }
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
    let (integers, inputs) = (certificate.integers.describe(), certificate.inputs.describe());
    match verdict {
        Ok(()) => {
            println!("valid: `{}` {word} ({integers}, {inputs})", certificate.method);
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
