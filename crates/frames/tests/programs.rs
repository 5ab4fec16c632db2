//! Programs with contracts and what must be said about them.
//!
//! - `examples/verify`: every member verifies, nothing is wrong;
//! - `tests/programs/verify`: a comment `//~ id` stands on each line with a failure (its identifier, or the code of a
//!   problem with the input), `//~^ id` below it; nothing else may be reported. `// overflow: error` in the first
//!   line changes the meaning of overflow;
//!   `tests/programs/verify/attacks` has nothing but wrong claims. In `tests/programs/verify/inferred` missing `open` and
//!   `close` are put in, and what was put in is reported too: `//~ inferred: open …`. Elsewhere only what is written counts;
//! - `tests/programs/verify/mutations.txt`: small changes of verified programs, each of which must fail.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use base::Source;
use frames::java::{Overflow, Translated};
use frames::{Failure, Options, Verdict, idf, java, verify};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let mut trials = Vec::new();
    for path in files("examples/verify") {
        trials.push(Trial::test(shown(&path), move || check(&path)));
    }
    for path in files("tests/programs/verify") {
        trials.push(Trial::test(shown(&path), move || check(&path)));
    }
    for (line, mutation) in mutations() {
        trials.push(Trial::test(format!("mutations.txt:{line}"), move || mutation.check()));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Something reported: the line it is about and what it is.
type Finding = (u32, String);

/// The one place where these tests touch the API: everything reported, each with its explanation.
fn analyse(name: &str, text: &str) -> Result<BTreeMap<Finding, String>, Failed> {
    let source = Source::new(name, text);
    let Translated { program, problems, hidden } = translate(&source);
    let mut out = BTreeMap::new();
    for problem in &problems {
        let line = problem.place.as_ref().map_or(0, |place| place.line);
        out.insert((line, problem.code.to_string()), problem.message.clone());
    }
    let infer = name.contains("/inferred/");
    let options = Options { member_time: Duration::from_secs(60), infer, ..Options::default() };
    for result in verify(&program, &options).map_err(|problem| problem.to_string())? {
        if hidden.contains(&result.name) {
            continue;
        }
        let put_in = |(place, what): &(base::Place, String)| {
            ((place.line, format!("inferred: {what}")), result.name.clone())
        };
        out.extend(result.inferred.iter().map(put_in));
        let (failures, reasons) = match result.verdict {
            Verdict::Verified => (Vec::new(), Vec::new()),
            Verdict::NotProven(failures) => (failures, Vec::new()),
            Verdict::Unknown { reasons, failures } => (failures, reasons),
        };
        for (place, reason) in reasons {
            let line = place.map_or(result.place.line, |place| place.line);
            out.insert((line, format!("unknown: {reason}")), result.name.clone());
        }
        out.extend(
            failures.iter().map(|failure| ((failure.place.line, failure.id.clone()), explain(failure))),
        );
    }
    Ok(out)
}

fn translate(source: &Arc<Source>) -> Translated {
    if source.name.ends_with(".idf") {
        return idf::translate(source);
    }
    let strict = source.text.lines().next().is_some_and(|first| first.contains("overflow: error"));
    java::translate(std::slice::from_ref(source), if strict { Overflow::Error } else { Overflow::Wrap })
}

fn explain(failure: &Failure) -> String {
    format!("{}: {} ({})", failure.culprit, failure.message, failure.culprit.text())
}

fn check(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let found = analyse(&shown(path), &text)?;
    let expected = expectations(&text);
    let missing = expected.iter().filter(|finding| !found.contains_key(finding));
    let missing: String = missing.map(|(line, what)| format!("\n  {}:{line}: {what}", shown(path))).collect();
    let surplus = found.iter().filter(|(finding, _)| !expected.contains(finding));
    let surplus: String =
        surplus.map(|((line, what), why)| format!("\n  {}:{line}: {what}\n    {why}", shown(path))).collect();
    if missing.is_empty() && surplus.is_empty() {
        return Ok(());
    }
    Err(format!("missing:{missing}\nnot expected:{surplus}").into())
}

/// `//~ id` on its own line number, `//~^ id` on the line above.
fn expectations(text: &str) -> BTreeSet<Finding> {
    let mut out = BTreeSet::new();
    for (index, line) in text.lines().enumerate() {
        let Some((_, comment)) = line.split_once("//~") else { continue };
        let up = comment.chars().take_while(|&char| char == '^').count();
        let what = comment[up..].trim().to_string();
        out.insert(((index + 1 - up) as u32, what));
    }
    out
}

struct Mutation {
    file: String,
    from: String,
    to: String,
    /// Part of what must be reported.
    wanted: String,
}

impl Mutation {
    fn check(&self) -> Result<(), Failed> {
        let path = root().join(&self.file);
        let text = std::fs::read_to_string(&path)?;
        if text.matches(&self.from).count() != 1 {
            return Err(format!("`{}` does not occur exactly once in {}", self.from, self.file).into());
        }
        let found = analyse(&self.file, &text.replace(&self.from, &self.to))?;
        let failures: Vec<_> = found.keys().filter(|(_, what)| !what.starts_with("unknown: ")).collect();
        if failures.iter().any(|(_, what)| what.contains(&self.wanted)) {
            return Ok(());
        }
        Err(format!("expected `{}`, found {found:?}", self.wanted).into())
    }
}

/// Blocks of four lines: `file`, `- text`, `+ text`, `! what must be reported`; blocks are separated by blank lines.
fn mutations() -> Vec<(usize, Mutation)> {
    let text =
        std::fs::read_to_string(root().join("tests/programs/verify/mutations.txt")).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    for (index, window) in lines.windows(4).enumerate() {
        if let [file, from, to, wanted] = window
            && let (Some(from), Some(to), Some(wanted)) =
                (from.strip_prefix("- "), to.strip_prefix('+'), wanted.strip_prefix("! "))
        {
            let (from, to) = (from.to_string(), to.trim_start_matches(' ').to_string());
            let mutation = Mutation { file: (*file).to_string(), from, to, wanted: wanted.to_string() };
            out.push((index + 1, mutation));
        }
    }
    out
}

fn files(directory: &str) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let mut pending = vec![root().join(directory)];
    while let Some(directory) = pending.pop() {
        for entry in std::fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "java" || extension == "idf") {
                out.push(path);
            }
        }
    }
    out.sort();
    out
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn shown(path: &Path) -> String {
    let root = root();
    path.strip_prefix(&root).unwrap_or(path).display().to_string()
}
