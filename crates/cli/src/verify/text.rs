//! Verdicts for people: a line per member, a snippet per obligation without a proof, a line of totals.

use base::Diagnostic;
use frames::{Failure, MemberKind, MemberResult, Verdict};
use trial::Breach;

use super::Judged;
use crate::show;

pub fn print(results: &[Judged], explain: bool) {
    for judged in results {
        let result = &judged.result;
        let kind = match result.kind {
            MemberKind::Method => "method",
            MemberKind::Function => "function",
            MemberKind::Predicate => "predicate",
            MemberKind::Domain => "domain",
        };
        let milliseconds = result.statistics.time.as_secs_f64() * 1000.0;
        let word = judged.breach.as_ref().map_or(word(&result.verdict), |_| FAILED);
        println!("{word:<10} {kind} {} ({milliseconds:.0} ms)", result.name);
        if let Some(breach) = &judged.breach {
            println!("{}", show::draw(&broken(breach)));
        }
        for failure in result.verdict.failures() {
            println!("{}", show::draw(&diagnostic(failure, explain)));
        }
        if let Verdict::Unknown { reasons, .. } = &result.verdict {
            for (place, why) in reasons {
                let diagnostic = Diagnostic::warning("unknown-verdict", why.clone());
                let diagnostic = place.iter().fold(diagnostic, |all, place| all.at(place.clone()));
                println!("{}", show::draw(&diagnostic));
            }
        }
        for (place, what) in &result.warnings {
            println!("{}", show::draw(&Diagnostic::warning(VACUOUS, what.clone()).at(place.clone())));
        }
        if explain {
            result.inferred.iter().for_each(|(place, what)| println!("           {place}: {what}"));
        }
    }
    if results.iter().any(|judged| is_closed(&judged.result)) {
        println!("{CLOSED}");
    }
    println!("{}", totals(results));
}

/// What a proof about Java rests on: classes that are not given may extend those that are, and override.
pub const CLOSED: &str = "proofs hold for the given files: subclasses in other files are not checked";

/// Whether a result is a proof about Java.
pub fn is_closed(result: &MemberResult) -> bool {
    matches!(result.verdict, Verdict::Verified) && result.place.source.name.ends_with(".java")
}

/// The word of a member of which all was looked at and something has no proof.
pub const NOT_PROVEN: &str = "not proven";

/// The word of a member with an input that was run and broke the contract.
pub const FAILED: &str = "failed";

/// The code of a run that broke a contract.
pub const BROKEN: &str = "contract-violation";

/// The code of a contract that nothing satisfies.
pub const VACUOUS: &str = "vacuous-contract";

pub fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Verified => "verified",
        Verdict::NotProven(_) => NOT_PROVEN,
        Verdict::Unknown { .. } => "unknown",
    }
}

/// What an identifier means, in words.
pub fn headline(id: &str) -> String {
    let (what, reason) = id.split_once(':').unwrap_or((id, ""));
    let what = match what {
        "assert.failed" => "this assertion may not hold",
        "assignment.failed" => "this assignment may fail",
        "call.failed" => "an argument of this call may be undefined",
        "call.precondition" => "the precondition of this call may not hold",
        "application.precondition" => "the precondition of this function may not hold",
        "postcondition.violated" => "this postcondition may not hold at the end",
        "invariant.not.established" => "this invariant may not hold on entry of the loop",
        "invariant.not.preserved" => "this invariant may not be preserved by the loop",
        "not.wellformed" => "this contract is not well formed",
        "function.not.wellformed" => "the body of this function may be undefined",
        "predicate.not.wellformed" => "the body of this predicate may be undefined",
        "fold.failed" => "this predicate may not be closed here",
        "unfold.failed" => "this predicate may not be opened here",
        "exhale.failed" => "what is given away here may not hold",
        "inhale.failed" => "what is assumed here may be undefined",
        "if.failed" | "while.failed" => "this condition may be undefined",
        "refute.failed" => "this is never refuted",
        "termination.measure" => "this may not end",
        "exception" => "an exception may be thrown that is not declared",
        "array.store" => "the array may be of a narrower type and refuse this value",
        "negative.array.size" => "the size of this array may be negative",
        "use.failed" => "this use of a definition may fail",
        "new.failed" => "this object may not be created",
        other => other,
    };
    let reason = match reason {
        "" | "assertion.false" => return what.to_owned(),
        "insufficient.permission" => "permission may be missing",
        "division.by.zero" => "the divisor may be zero",
        "negative.permission" => "the permission amount may be negative",
        "permission.not.positive" => "the permission amount may not be positive",
        "labelled.state.not.reached" => "the label may not have been reached",
        "refutation.true" => "it holds, or nothing reaches it",
        "receiver.null" => "the object may be null",
        "index.out.of.bounds" => "the index may be out of bounds",
        "overflow" => "the result may be too large for its type",
        "class.cast" => "the object may be of another class",
        "termination.measure" => "the measure may not go down",
        "seq.index.length" | "seq.index.negative" => "the index may be outside the sequence",
        other => other,
    };
    format!("{what} ({reason})")
}

fn broken(breach: &Breach) -> Diagnostic {
    let input = match breach.input.is_empty() {
        true => "it was run, without input".to_owned(),
        false => format!("run with this input, which satisfies the precondition: {}", pairs(&breach.input)),
    };
    let out = Diagnostic::error(BROKEN, breach.what.clone()).at(breach.place.clone()).help(input);
    match breach.after.is_empty() {
        true => out,
        false => out.help(format!("after the call: {}", pairs(&breach.after))),
    }
}

/// Names and values in one line.
pub fn pairs(values: &[(String, String)]) -> String {
    let shown: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    shown.join(", ")
}

fn diagnostic(failure: &Failure, explain: bool) -> Diagnostic {
    let mut out = Diagnostic::warning("not-proven", format!("{} [{}]", headline(&failure.id), failure.id))
        .at(failure.place.clone());
    if failure.culprit != failure.place {
        out = out.see(failure.culprit.clone(), failure.message.clone());
    } else if failure.message != "this may not hold" {
        out = out.help(failure.message.clone());
    }
    if !failure.counterexample.is_empty() {
        out = out.help(format!("possible state: {}", pairs(&failure.counterexample)));
    }
    out.help(state("heap", &failure.heap, explain)).help(state("path", &failure.path, explain))
}

/// A heap or a path, in full or only the first lines that are in the program's words.
fn state(title: &str, lines: &[String], explain: bool) -> String {
    let is_shown = |line: &&String| explain || !has_internal_name(line);
    let most = if explain { usize::MAX } else { 6 };
    let shown: Vec<&str> = lines.iter().filter(is_shown).take(most).map(String::as_str).collect();
    let rest = lines.len() - shown.len();
    match (shown.is_empty(), rest) {
        (true, 0) => format!("{title}: nothing"),
        (false, 0) => format!("{title}:\n{}", shown.join("\n")),
        (true, _) => format!("{title}: {rest} lines, see `--explain`"),
        (false, _) => format!("{title}:\n{}\nand {rest} more, see `--explain`", shown.join("\n")),
    }
}

/// Whether a line names something the program has no name for, such as `s!12` or `Java::is C(x)`.
fn has_internal_name(line: &str) -> bool {
    line.contains("::") || line.split('!').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn totals(results: &[Judged]) -> String {
    let failed = results.iter().filter(|judged| judged.breach.is_some()).count();
    let is_verified = |judged: &&Judged| matches!(judged.result.verdict, Verdict::Verified);
    let verified = results.iter().filter(is_verified).count();
    let unknown = results.len() - verified - failed;
    match failed {
        0 => format!("{verified} verified, {unknown} unknown"),
        _ => format!("{verified} verified, {failed} failed, {unknown} unknown"),
    }
}
