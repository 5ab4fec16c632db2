//! The annotations of Viper's test suite: which errors a file must give, on which lines.
//!
//! `//:: ExpectedOutput(id)` is about the next line of code, or the line it ends if code stands before it.
//! `MissingOutput(id, /tool/issue/n/)` beside an `ExpectedOutput` says that one of Viper's verifiers fails to report it;
//! `UnexpectedOutput(id, /tool/…/)` that one reports it wrongly. What ought to be reported is the `ExpectedOutput`s
//! alone; a file counts as *excused* on the other two, where Viper's own verifiers disagree. So it does where it expects
//! `feature.unsupported`: that is about a verifier, not about the program.

/// An error identifier and its line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Expectation {
    pub line: u32,
    pub id: String,
}

/// The errors that a file of the suite expects.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    pub errors: Vec<Expectation>,
    /// Errors at least one of Viper's verifiers misses.
    pub missing: Vec<Expectation>,
    /// Errors at least one of Viper's verifiers reports although it should not.
    pub unexpected: Vec<Expectation>,
}

/// How reported errors compare to the expected ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    Exact,
    /// Differs, but only where Viper's own verifiers do.
    Excused,
    Different {
        missing: Vec<Expectation>,
        extra: Vec<Expectation>,
    },
}

/// Reads them from its comments.
pub fn parse(text: &str) -> Expected {
    let mut expected = Expected::default();
    let lines: Vec<&str> = text.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let Some((before, annotation)) = line.split_once("//::") else { continue };
        if before.contains("//") {
            continue;
        }
        let about = if before.trim().is_empty() { next_code_line(&lines, index + 1) } else { index };
        let Some((kind, rest)) = annotation.split_once('(') else { continue };
        let id = rest.split([',', ')']).next().unwrap_or("").trim().to_owned();
        let expectation = Expectation { line: about as u32 + 1, id };
        match kind.trim() {
            "ExpectedOutput" | "ExpectedCounterexample" => {
                if is_about_the_verifier(&expectation) {
                    expected.missing.push(expectation.clone());
                }
                expected.errors.push(expectation);
            }
            "MissingOutput" => expected.missing.push(expectation),
            "UnexpectedOutput" => expected.unexpected.push(expectation),
            _ => {}
        }
    }
    expected
}

impl Expected {
    /// Whether an error of the program itself is expected.
    pub fn must_fail(&self) -> bool {
        self.errors.iter().any(|error| !is_about_the_verifier(error))
    }

    /// Compares with what was reported.
    pub fn compare(&self, reported: &[Expectation]) -> Match {
        let mut extra: Vec<Expectation> = reported.to_vec();
        let mut missing = Vec::new();
        for error in &self.errors {
            match extra.iter().position(|found| matches(error, found)) {
                Some(index) => drop(extra.remove(index)),
                None => missing.push(error.clone()),
            }
        }
        if missing.is_empty() && extra.is_empty() {
            return Match::Exact;
        }
        let excused = |list: &[Expectation], error: &Expectation| list.iter().any(|one| matches(one, error));
        missing.retain(|error| !excused(&self.missing, error));
        extra.retain(|error| !excused(&self.unexpected, error));
        if missing.is_empty() && extra.is_empty() {
            Match::Excused
        } else {
            Match::Different { missing, extra }
        }
    }
}

fn is_about_the_verifier(error: &Expectation) -> bool {
    error.id.ends_with("feature.unsupported")
}

/// An expected id may leave out the reason.
fn matches(expected: &Expectation, found: &Expectation) -> bool {
    let prefix = found.id.strip_prefix(&expected.id);
    expected.line == found.line && prefix.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
}

fn next_code_line(lines: &[&str], from: usize) -> usize {
    let is_code = |line: &&&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    lines.iter().skip(from).position(|line| is_code(&line)).map_or(from, |ahead| from + ahead)
}
