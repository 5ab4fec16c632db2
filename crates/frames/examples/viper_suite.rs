//! Runs Viper's test suite: `viper_suite DIRECTORY LIST [--all] [--only PART]` prints, per file that differs (with `--all`
//! every file), what was expected and what was reported, then the totals.

use std::path::Path;
use std::time::{Duration, Instant};

use base::{Budget, Diagnostic, Source};
use frames::viper::expected::{self, Expectation, Expected, Match};
use frames::viper::import::Files;
use frames::{Options, Verdict, viper};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let flag = |name: &str| arguments.iter().position(|argument| argument == name);
    let only = flag("--only").and_then(|index| arguments.get(index + 1));
    let [directory, list, ..] = arguments.as_slice() else {
        eprintln!("usage: viper_suite DIRECTORY LIST [--all] [--only PART]");
        std::process::exit(2);
    };
    let list = match std::fs::read_to_string(list) {
        Ok(list) => list,
        Err(error) => {
            eprintln!("{list}: {error}");
            std::process::exit(2);
        }
    };
    let mut totals = Totals::default();
    println!(
        "{:<62} {:>8} {:>8} {:>11} {:>8}  result",
        "file", "expected", "reported", "unsupported", "time"
    );
    for file in list.lines().filter(|file| only.is_none_or(|part| file.contains(part.as_str()))) {
        let row = run(Path::new(directory), file);
        totals.count(&row);
        if flag("--all").is_some() || !matches!(row.outcome, Outcome::Exact) {
            row.print(file);
        }
    }
    totals.print();
}

enum Outcome {
    Exact,
    Excused,
    Different(Vec<Expectation>, Vec<Expectation>),
    Unknown(Vec<String>),
    Unreadable(String),
}

struct Row {
    expected: usize,
    reported: usize,
    unsupported: usize,
    time: Duration,
    outcome: Outcome,
    /// Verified although an error is expected: must never be.
    unsound: bool,
}

fn run(directory: &Path, file: &str) -> Row {
    let text = std::fs::read_to_string(directory.join(file)).unwrap_or_default();
    let expected = expected::parse(&text);
    let start = Instant::now();
    let mut row = Row {
        expected: expected.errors.len(),
        reported: 0,
        unsupported: 0,
        time: Duration::ZERO,
        outcome: Outcome::Exact,
        unsound: false,
    };
    let options = Options {
        budget: Budget::seconds(30.0),
        smoke: file.starts_with("smoke/"),
        exact_function_permissions: file.starts_with("oldpermsemantics/"),
        files: beside(&directory.join(file)),
        ..Options::default()
    };
    if file.starts_with("sif/") {
        // Not a word in the file says so, but it is about a plug-in of Viper's.
        row.unsupported = 1;
        row.outcome = Outcome::Unknown(vec!["not supported: secure information flow".to_owned()]);
        return row;
    }
    let source = Source::new(file, text);
    let program = match frames::viper::load_all(&source, &options) {
        Ok(program) => program,
        Err(problems) => {
            row.time = start.elapsed();
            row.refused(&expected, &problems);
            return row;
        }
    };
    let results = match frames::verify(&program, &options) {
        Ok(results) => results,
        Err(diagnostic) => {
            row.outcome = Outcome::Unreadable(diagnostic.to_string());
            return row;
        }
    };
    row.time = start.elapsed();
    let mut reported = Vec::new();
    let mut reasons = Vec::new();
    for result in &results {
        for failure in result.verdict.failures() {
            reported.push(Expectation { line: failure.place.line, id: failure.id.clone() });
        }
        if let Verdict::Unknown { reasons: more, .. } = &result.verdict {
            let shown = |(place, why): &(Option<base::Place>, String)| match place {
                Some(place) => format!("{}: {why}", place.line),
                None => format!("{}: {why}", result.name),
            };
            reasons.extend(more.iter().map(shown));
        }
    }
    row.reported = reported.len();
    row.unsupported = reasons.len();
    row.unsound = expected.must_fail() && reported.is_empty() && reasons.is_empty();
    row.outcome = match expected.compare(&reported) {
        _ if !reasons.is_empty() => Outcome::Unknown(reasons),
        Match::Exact => Outcome::Exact,
        Match::Excused => Outcome::Excused,
        Match::Different { missing, extra } => Outcome::Different(missing, extra),
    };
    row
}

/// Files that one file imports are read from its folder.
fn beside(path: &Path) -> Files {
    let folder = path.parent().map(Path::to_owned).unwrap_or_default();
    Files::new(move |name| std::fs::read_to_string(folder.join(name)).map_err(|error| error.to_string()))
}

impl Row {
    /// A file with problems is as expected if it must have them, each under Viper's name for it.
    fn refused(&mut self, expected: &Expected, problems: &[Diagnostic]) {
        let line = |problem: &Diagnostic| problem.place.as_ref().map_or(0, |place| place.line);
        let reported: Vec<Expectation> = problems
            .iter()
            .map(|problem| Expectation {
                line: line(problem),
                id: viper::identifier(problem.code).to_owned(),
            })
            .collect();
        self.reported = reported.len();
        let is_static = |id: &str| {
            ["parser.error", "typechecker.error", "consistency.error"]
                .contains(&id.split(':').next().unwrap_or(id))
        };
        self.outcome = match expected.compare(&reported) {
            Match::Exact => Outcome::Exact,
            Match::Excused => Outcome::Excused,
            Match::Different { missing, extra }
                if expected.errors.iter().any(|error| is_static(&error.id))
                    && extra.iter().all(|error| error.id != "not.supported") =>
            {
                Outcome::Different(missing, extra)
            }
            Match::Different { .. } => Outcome::Unreadable(problems[0].to_string()),
        };
    }

    fn print(&self, file: &str) {
        let list = |errors: &[Expectation]| {
            let shown: Vec<String> =
                errors.iter().map(|error| format!("{}:{}", error.line, error.id)).collect();
            shown.join(" ")
        };
        let result = match &self.outcome {
            Outcome::Exact => "as expected".to_owned(),
            Outcome::Excused => "as one of Viper's verifiers".to_owned(),
            Outcome::Different(missing, extra) => {
                format!("missing [{}] extra [{}]", list(missing), list(extra))
            }
            Outcome::Unknown(reasons) => format!("unknown: {}", reasons.join("; ")),
            Outcome::Unreadable(why) => format!("input error: {why}"),
        };
        println!(
            "{file:<62} {:>8} {:>8} {:>11} {:>6.0}ms  {}{result}",
            self.expected,
            self.reported,
            self.unsupported,
            self.time.as_secs_f64() * 1000.0,
            if self.unsound { "VERIFIED BUT MUST FAIL " } else { "" },
        );
    }
}

#[derive(Default)]
struct Totals {
    files: usize,
    exact: usize,
    excused: usize,
    different: usize,
    unknown: usize,
    unreadable: usize,
    unsound: usize,
    times: Vec<Duration>,
}

impl Totals {
    fn count(&mut self, row: &Row) {
        self.files += 1;
        self.times.push(row.time);
        self.unsound += usize::from(row.unsound);
        match row.outcome {
            Outcome::Exact => self.exact += 1,
            Outcome::Excused => self.excused += 1,
            Outcome::Different(..) => self.different += 1,
            Outcome::Unknown(_) => self.unknown += 1,
            Outcome::Unreadable(_) => self.unreadable += 1,
        }
    }

    fn print(&mut self) {
        self.times.sort();
        let total: Duration = self.times.iter().sum();
        let median = self.times.get(self.times.len() / 2).copied().unwrap_or_default();
        println!(
            "{} files: {} as expected, {} as one of Viper's verifiers, {} different, {} unknown, {} input errors, \
             {} verified that must fail",
            self.files, self.exact, self.excused, self.different, self.unknown, self.unreadable, self.unsound
        );
        println!(
            "time: {:.1} s in all, median {:.0} ms, slowest {:.0} ms",
            total.as_secs_f64(),
            median.as_secs_f64() * 1000.0,
            self.times.last().copied().unwrap_or_default().as_secs_f64() * 1000.0
        );
    }
}
