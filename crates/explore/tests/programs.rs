//! Java programs with their expected findings in comments: `tests/programs/explore/*.java`.
//!
//! The header says what is run (`// run: explore [--heap NAME|all] [--method M]… [--max-objects N] …`) and which methods
//! are proven safe (`// safe: Class.method …`), safe within the bounds given (`// within: …`) or stay unknown (`// unknown: …`). `//~ Exception` on a line says that some
//! method can fail there; `//~^` means the line above. Findings must match exactly: none missing, none more.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use explore::{
    Booted, Bounds, Entry, Explorer, MethodResult, Options, Severity, StaticFields, Verdict, judge,
};
use facts::Facts;
use heap::{STRATEGIES, Shape, ShapeKind, Strategy, by_name};
use libtest_mimic::{Arguments, Failed, Trial};
use program::Program;
use testkit::{compile_each, open, test_programs};

fn main() {
    let arguments = Arguments::from_args();
    let files = test_programs("explore");
    // Each program is a world of its own: what subclasses there are decides what is found.
    let folder = Arc::new(LazyLock::new(|| compile_each(&test_programs("explore"))));
    let trials = files.into_iter().enumerate().map(|(number, file)| {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let folder = Arc::clone(&folder);
        Trial::test(name, move || check(&file, &folder.path().join(number.to_string())))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// The one place where program tests touch the API.
fn check(file: &Path, classes: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    let expected = Expected::read(&text)?;
    let program = &open(vec![classes.to_path_buf()]);
    let mut booted = Booted::new(program)?;
    for strategy in &expected.strategies {
        let found = Found::explore(&mut booted, program, file, &expected, *strategy)?;
        expected
            .compare(&found)
            .map_err(|difference| format!("--heap {}:\n{difference}", strategy.name()))?;
    }
    Ok(())
}

struct Expected {
    strategies: Vec<&'static (dyn Strategy + Sync)>,
    methods: Vec<String>,
    shape: Shape,
    bounds: Bounds,
    least: Severity,
    precondition: Option<String>,
    statics: StaticFields,
    with_facts: bool,
    safe: BTreeSet<String>,
    within: BTreeSet<String>,
    unknown: BTreeSet<String>,
    findings: BTreeSet<(u32, String)>,
}

#[derive(Default)]
struct Found {
    results: Vec<MethodResult>,
    findings: BTreeSet<(u32, String)>,
}

impl Expected {
    fn read(text: &str) -> Result<Self, Failed> {
        let mut out = Self {
            strategies: vec![by_name("summary").expect("the default")],
            methods: Vec::new(),
            shape: Shape::default(),
            bounds: Bounds { loops: 5, ..Bounds::default() },
            least: Severity::Warning,
            precondition: None,
            statics: StaticFields::default(),
            with_facts: false,
            safe: BTreeSet::new(),
            within: BTreeSet::new(),
            unknown: BTreeSet::new(),
            findings: BTreeSet::new(),
        };
        for (line, number) in text.lines().zip(1..) {
            if let Some(words) = line.strip_prefix("// run: explore") {
                out.options(&words.split_whitespace().collect::<Vec<_>>())?;
            } else if let Some(names) = line.strip_prefix("// safe: ") {
                out.safe.extend(names.split_whitespace().map(str::to_owned));
            } else if let Some(names) = line.strip_prefix("// within: ") {
                out.within.extend(names.split_whitespace().map(str::to_owned));
            } else if let Some(names) = line.strip_prefix("// unknown: ") {
                out.unknown.extend(names.split_whitespace().map(str::to_owned));
            } else if let Some((_, marks)) = line.split_once("//~") {
                let above = marks.chars().take_while(|mark| *mark == '^').count() as u32;
                let kinds = marks.trim_start_matches('^').split(',').map(|kind| kind.trim().to_owned());
                out.findings.extend(kinds.map(|kind| (number - above, kind)));
            }
        }
        Ok(out)
    }

    fn options(&mut self, words: &[&str]) -> Result<(), Failed> {
        for pair in words.chunks(2) {
            let [option, value] = pair else {
                return Err(format!("{pair:?} is not an option and a value").into());
            };
            match *option {
                "--heap" if *value == "all" => self.strategies = STRATEGIES.to_vec(),
                "--heap" => self.strategies = vec![by_name(value).ok_or("no such strategy")?],
                "--method" => self.methods.push((*value).to_owned()),
                "--assume" => self.precondition = Some((*value).to_owned()),
                "--max-objects" => self.shape.max_objects = Some(value.parse()?),
                "--max-length" => self.shape.max_length = Some(value.parse()?),
                "--loops" => {
                    self.bounds.loops = value.parse()?;
                    self.bounds.chosen.loops = true;
                }
                "--shape" if *value == "tree" => self.shape.kind = ShapeKind::Tree,
                "--shape" => self.shape.kind = ShapeKind::Acyclic,
                "--statics" if *value == "initial" => self.statics = StaticFields::Initial,
                "--facts" => self.with_facts = *value == "on",
                "--severity" if *value == "note" => self.least = Severity::Note,
                "--severity" => self.least = Severity::Error,
                other => return Err(format!("unknown option {other}").into()),
            }
        }
        Ok(())
    }

    fn compare(&self, found: &Found) -> Result<(), String> {
        let mut wrong = String::new();
        for (line, kind) in self.findings.difference(&found.findings) {
            wrong += &format!("missed: {kind} in line {line}\n");
        }
        for (line, kind) in found.findings.difference(&self.findings) {
            wrong += &format!("false alarm: {kind} in line {line}\n");
        }
        for result in &found.results {
            let name = result.target.split('(').next().unwrap_or_default();
            let lists = [
                (&self.safe, Verdict::Safe),
                (&self.within, Verdict::SafeWithinBounds),
                (&self.unknown, Verdict::Unknown),
            ];
            let verdict = lists.iter().find(|(names, _)| names.contains(name)).map(|(_, verdict)| *verdict);
            let unexpected =
                verdict.is_none() && matches!(result.verdict, Verdict::Unknown | Verdict::SafeWithinBounds);
            if unexpected || verdict.is_some_and(|verdict| verdict != result.verdict) {
                let reasons: Vec<String> = result.reasons.iter().map(ToString::to_string).collect();
                wrong += &format!("{name} is {:?}: {}\n", result.verdict, reasons.join("; "));
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }
}

impl Found {
    fn explore<'p>(
        booted: &mut Booted<'p>,
        program: &'p Program,
        file: &Path,
        expected: &Expected,
        strategy: &'static (dyn Strategy + Sync),
    ) -> Result<Self, Failed> {
        let name = file.file_name().expect("a name").to_string_lossy();
        let precondition = match &expected.precondition {
            Some(pattern) => Some(explore::find_precondition(program, pattern)?),
            None => None,
        };
        let facts = expected.with_facts.then(|| Facts::find(program, &base::Budget::seconds(20.0))).flatten();
        let facts = facts.map(Arc::new);
        let mut out = Self::default();
        for entry in entries(program, &name, &expected.methods)? {
            let options = Options {
                strategy,
                shape: expected.shape.clone(),
                bounds: expected.bounds,
                budget: base::Budget::seconds(20.0),
                statics: expected.statics,
                facts: facts.clone(),
                precondition: precondition.filter(|method| *method != entry.method),
                ..Options::default()
            };
            let exploration = Explorer::explore(program, booted, entry, options, &mut |_| {})?;
            let result = judge(program, &exploration, expected.least);
            for finding in &result.findings {
                let line = finding.place.as_ref().and_then(|frame| frame.line).unwrap_or(0);
                out.findings.insert((line, finding.thrown.kind().to_owned()));
            }
            out.results.push(result);
        }
        Ok(out)
    }
}

/// The methods named, or all methods of the file's classes.
fn entries(program: &Program, file: &str, methods: &[String]) -> Result<Vec<Entry>, Failed> {
    if !methods.is_empty() {
        return methods.iter().map(|name| Ok(explore::find_method(program, name)?)).collect();
    }
    let in_file = |entry: &Entry| {
        let class = program.method(entry.method).class;
        program.class_attributes(class).source_file.as_deref() == Some(file)
    };
    Ok(explore::all_entries(program).into_iter().filter(in_file).collect())
}
