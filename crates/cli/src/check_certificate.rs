//! `cupper check-certificate FILE [TARGET]`: re-checks an answer without the prover.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base::{Budget, Diagnostic};
use graph::Inputs;
use report::{Finding, MethodReport, Proof, ProofKind, Question, Reason, ReasonKind, Report, Verdict};
use terminate::certificate::{Certificate, Claim, Rejection};
use terminate::check;
use terminate::verdict::Options;

use crate::outcome::Outcome;
use crate::output::{self, OutputArgs};
use crate::target::PathArgs;
use crate::terminate::{IntegerMode, inputs_of};
use crate::world::WorldArgs;
use crate::{seconds, select, views};

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
    #[command(flatten)]
    output: OutputArgs,
}

/// What is asked about a certificate, and the answer.
struct Checked {
    certificate: Certificate,
    /// The method as users write it; as the certificate does if there is no program.
    method: String,
    /// None if nothing is claimed.
    verdict: Option<Result<(), Rejection>>,
    /// Whether the transition system was derived again from the program.
    derived: bool,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    args.output.ready()?;
    let started = Instant::now();
    let certificate = read(&args.file)?;
    let integers = args.integers.into();
    let mut method = certificate.method.clone();
    let verdict = match (&certificate.claim, &args.target) {
        (Claim::Nothing, _) => None,
        (Claim::Terminates(_) | Claim::Diverges(_), Some(target)) => {
            let target = args.path.open(target)?;
            let id = select::the_one(&target, &certificate.method)?;
            method = select::label(&target.program, id);
            let inputs = inputs_of(&target.program, id);
            let budget = Budget::unlimited().within(args.timeout);
            let wanted = !certificate.facts.is_empty();
            let facts = wanted.then(|| WorldArgs::default().facts(&target.program, &budget)).flatten();
            Some(certificate.verify(&target.program, id, &Options { integers, inputs, facts, budget }))
        }
        (Claim::Terminates(proof), None) => {
            let answers = certificate.answers(integers, inputs_by_name(&certificate.method));
            Some(answers.and_then(|()| Ok(check::check(proof)?)))
        }
        (Claim::Diverges(_), None) => {
            let message = "a run can only be checked on its program";
            return Err(Diagnostic::error("needs-program", message)
                .help("name the program: FILE TARGET")
                .into());
        }
    };
    let named: Vec<String> =
        std::iter::once(args.file.display().to_string()).chain(args.target.clone()).collect();
    let checked = Checked { certificate, method, verdict, derived: args.target.is_some() };
    let seconds = started.elapsed().as_secs_f64();
    let results = vec![checked.answer(seconds)];
    let report = Report { results, seconds, ..views::bare("check-certificate", &named) };
    args.output.show(report, None, output::text(true))
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

impl Checked {
    fn answer(self, seconds: f64) -> MethodReport {
        let claim = match self.certificate.claim {
            Claim::Terminates(_) => "it terminates",
            Claim::Diverges(_) => "it diverges",
            Claim::Nothing => "nothing",
        };
        let (integers, inputs) = (self.certificate.integers.describe(), self.certificate.inputs.describe());
        let mut assumptions = vec![format!("{integers}, {inputs}")];
        if !self.certificate.facts.is_empty() && self.derived {
            assumptions.push(facts::ASSUMED.to_owned());
        }
        if !self.derived {
            assumptions.extend(self.certificate.facts.iter().map(|fact| format!("of all objects, {fact}")));
            assumptions.push("the transition system covers the program, which was not given".into());
        }
        let out = MethodReport {
            method: self.method,
            question: Question::Certificate,
            word: format!("no answer to the claim that {claim}"),
            seconds,
            ..MethodReport::default()
        };
        match self.verdict {
            None => MethodReport {
                word: "unknown".into(),
                reasons: vec!["the certificate claims nothing".into()],
                ..out
            },
            Some(Ok(())) => MethodReport {
                verdict: Verdict::Proven,
                word: format!("valid: {claim}"),
                assumptions,
                proof: Some(Proof { by: ProofKind::Certificate, steps: Vec::new() }),
                ..out
            },
            Some(Err(Rejection::Exhausted(limit))) => MethodReport {
                reasons: vec![Reason { kind: ReasonKind::Limit, ..limit.to_string().into() }],
                ..out
            },
            Some(Err(rejection)) => MethodReport {
                verdict: Verdict::Refuted,
                word: "invalid".into(),
                findings: vec![Finding {
                    kind: "invalid-certificate".into(),
                    message: rejection.to_string(),
                    ..Finding::default()
                }],
                ..out
            },
        }
    }
}
