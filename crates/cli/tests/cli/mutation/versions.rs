//! Versions of programs side by side: each a package of its own, analysed, compiled and run together.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::mutate::{Mutant as OtherLine, mutate, mutate_part, name_in};

pub type Line = u32;

/// What `cupper relevance` says about a program.
#[derive(Clone, Default)]
pub struct Said {
    /// Lines no outcome depends on, those that never run included.
    pub irrelevant: BTreeSet<Line>,
    /// Lines that never run.
    pub unreached: BTreeSet<Line>,
    /// Lines that may not go alone.
    pub bound: BTreeSet<Line>,
    /// Parts of other lines that do not matter, by their names, with their columns.
    pub parts: BTreeMap<(Line, String), (usize, usize)>,
}

/// A program and its mutants.
pub struct Suite {
    folder: TempDir,
    originals: Vec<Original>,
    mutants: Vec<Mutant>,
}

struct Original {
    class: String,
    text: String,
}

/// Whether the changed line mattered before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Was {
    Irrelevant,
    Relevant,
}

/// A program with one line changed.
struct Mutant {
    /// Its package is `m<id>`.
    id: usize,
    original: usize,
    was: Was,
    line: Line,
    /// The part of the line that was changed, if not all of it.
    part: Option<String>,
    text: String,
    /// The line was deleted.
    is_gone: bool,
}

impl Suite {
    pub fn new(programs: Vec<(String, String)>) -> Self {
        let originals = programs.into_iter().map(|(class, text)| Original { class, text }).collect();
        Self { folder: tempfile::tempdir().expect("a temporary folder"), originals, mutants: Vec::new() }
    }

    /// By original, what is said about its lines.
    pub fn analyse(&self) -> Vec<Said> {
        let texts = self.originals.iter().map(|original| (original.class.as_str(), original.text.as_str()));
        analyse(&self.folder.path().join("originals"), texts)
    }

    /// Changes lines of an original in every way we know.
    pub fn mutate(&mut self, original: usize, was: Was, lines: impl IntoIterator<Item = Line>) {
        for line in lines {
            let text = &self.originals[original].text;
            let before = text.lines().nth(line as usize - 1).unwrap_or_default();
            for other in mutate(before, text) {
                self.add(original, was, (line, None), &other);
            }
        }
    }

    /// Changes parts of lines of an original.
    pub fn mutate_parts(&mut self, original: usize, parts: &BTreeMap<(Line, String), (usize, usize)>) {
        for ((line, name), &columns) in parts {
            let text = &self.originals[original].text;
            let before = text.lines().nth(*line as usize - 1).unwrap_or_default();
            for other in mutate_part(before, columns) {
                self.add(original, Was::Irrelevant, (*line, Some(name.clone())), &other);
            }
        }
    }

    fn add(&mut self, original: usize, was: Was, (line, part): (Line, Option<String>), other: &OtherLine) {
        let lines = self.originals[original].text.lines().enumerate();
        let changed = lines.map(|(index, text)| match index + 1 == line as usize {
            true => other.line.as_str(),
            false => text,
        });
        let text = changed.collect::<Vec<_>>().join("\n");
        let id = self.mutants.len();
        self.mutants.push(Mutant { id, original, was, line, part, text, is_gone: other.is_gone });
    }

    pub fn count(&self, was: Was) -> usize {
        self.mutants.iter().filter(|mutant| mutant.was == was).count()
    }

    /// Compiles everything; drops mutants javac refuses.
    pub fn compile(&mut self) {
        while let Some(refused) = self.refused() {
            self.mutants.retain(|mutant| !refused.contains(&mutant.id));
        }
    }

    /// Drops mutants of irrelevant lines in which the changed line matters, or other lines are reached than in the original.
    pub fn keep_irrelevant(&mut self, originals: &[Said]) {
        let changed = self.mutants.iter().filter(|mutant| mutant.was == Was::Irrelevant);
        let texts = changed.map(|mutant| (self.class(mutant), mutant.text.as_str()));
        let mut answers = analyse(&self.folder.path().join("mutants"), texts).into_iter();
        self.mutants.retain(|mutant| {
            if mutant.was == Was::Relevant {
                return true;
            }
            let said = answers.next().expect("as many answers as mutants");
            let others = |said: &Said| {
                said.unreached.iter().copied().filter(|line| *line != mutant.line).collect::<Vec<Line>>()
            };
            let is_irrelevant = said.irrelevant.contains(&mutant.line)
                || mutant.part.clone().is_some_and(|part| said.parts.contains_key(&(mutant.line, part)));
            let original = &originals[mutant.original];
            let goes_alone = mutant.is_gone && !original.bound.contains(&mutant.line);
            (goes_alone || is_irrelevant) && others(&said) == others(original)
        });
    }

    /// Runs originals and mutants on equal inputs; what is said about each mutant of such lines that differs.
    pub fn compare(&self, was: Was) -> Vec<String> {
        let chosen = self.mutants.iter().filter(|mutant| mutant.was == was);
        let pairs =
            chosen.map(|mutant| format!("o{} m{} {}\n", mutant.original, mutant.id, self.class(mutant)));
        let mut run = Command::new("java");
        run.args(["-XX:+UseSerialGC", "-Xss1m", "-cp"])
            .arg(self.classes())
            .arg("driver.Driver")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut run = run.spawn().expect("`java` is on the path");
        let input = run.stdin.take().expect("the input is a pipe");
        let text: String = pairs.collect();
        let feed = std::thread::spawn(move || { input }.write_all(text.as_bytes()));
        let output = run.wait_with_output().expect("`java` ends");
        feed.join().expect("writing does not panic").expect("the driver reads");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8_lossy(&output.stdout).lines().map(|line| self.explain(line)).collect()
    }

    fn explain(&self, line: &str) -> String {
        let number = line.split(' ').next().and_then(|word| word.strip_prefix('m')?.parse::<usize>().ok());
        let Some(mutant) = self.mutants.iter().find(|mutant| Some(mutant.id) == number) else {
            return line.to_owned();
        };
        let at = mutant.line as usize - 1;
        let before = self.originals[mutant.original].text.lines().nth(at).unwrap_or_default();
        let after = mutant.text.lines().nth(at).unwrap_or_default();
        format!(
            "{line}\n    line {}: `{}` became `{}`\n{}",
            mutant.line,
            before.trim(),
            after.trim(),
            mutant.text
        )
    }

    fn class(&self, mutant: &Mutant) -> &str {
        &self.originals[mutant.original].class
    }

    fn classes(&self) -> PathBuf {
        self.folder.path().join("classes")
    }

    /// Compiles everything with the driver; the mutants javac refuses, if any.
    fn refused(&self) -> Option<BTreeSet<usize>> {
        let sources = self.folder.path().join("sources");
        let _ = std::fs::remove_dir_all(&sources);
        let mut files = Vec::new();
        for (package, text) in [("driver", include_str!("Driver.java")), ("fuel", include_str!("Fuel.java"))]
        {
            let class = if package == "driver" { "Driver" } else { "Fuel" };
            files.push(write(&sources, package, class, text));
        }
        for (number, original) in self.originals.iter().enumerate() {
            let package = format!("o{number}");
            files.push(write(
                &sources,
                &package,
                &original.class,
                &in_package(&package, &with_fuel(&original.text)),
            ));
        }
        for mutant in &self.mutants {
            let package = format!("m{}", mutant.id);
            files.push(write(
                &sources,
                &package,
                self.class(mutant),
                &in_package(&package, &with_fuel(&mutant.text)),
            ));
        }
        let mut javac = testkit::javac();
        // All errors at once, those of definite assignment included.
        javac.args(["-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "9999"]);
        javac.arg("-d").arg(self.classes());
        let output = javac.args(files).output().expect("the suite needs `javac` on the path");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let number = |line: &str| {
            let (package, _) = line.strip_prefix(&format!("{}/", sources.display()))?.split_once('/')?;
            package.strip_prefix('m')?.parse().ok()
        };
        let refused: BTreeSet<usize> = errors.lines().filter_map(number).collect();
        assert!(output.status.success() || !refused.is_empty(), "{errors}");
        (!output.status.success()).then_some(refused)
    }
}

/// Asks `cupper relevance` about all texts at once.
fn analyse<'t>(folder: &Path, texts: impl Iterator<Item = (&'t str, &'t str)>) -> Vec<Said> {
    let mut count = 0;
    for (number, (class, text)) in texts.enumerate() {
        let package = format!("v{number}");
        write(folder, &package, class, &in_package(&package, text));
        count = number + 1;
    }
    let output = Command::new(env!("CARGO_BIN_EXE_cupper"))
        .arg("relevance")
        .arg(folder)
        .args(["--format", "json", "--timeout", "0.3"])
        .output()
        .expect("cupper runs");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&output.stderr)));
    let mut found: BTreeMap<PathBuf, Said> = BTreeMap::new();
    for source in report["sources"].as_array().into_iter().flatten() {
        let file = Path::new(source["file"].as_str().unwrap_or_default());
        let said = found.entry(file.parent().map(Path::to_path_buf).unwrap_or_default()).or_default();
        let text: Vec<&str> = source["text"].as_str().unwrap_or_default().lines().collect();
        for line in source["lines"].as_array().into_iter().flatten() {
            let number = line["line"].as_u64().unwrap_or(0) as Line;
            if line["mark"] == "part" {
                said.parts.extend(part(number, text[number as usize - 1], &line["columns"]));
                continue;
            }
            said.irrelevant.insert(number);
            if line["together"].is_array() || line["relied_on"] == true {
                said.bound.insert(number);
            }
            if line["mark"] == "unreached" {
                said.unreached.insert(number);
            }
        }
    }
    (0..count).map(|number| found.remove(&folder.join(format!("v{number}"))).unwrap_or_default()).collect()
}

/// A part by its line and name; its columns.
fn part(number: Line, line: &str, columns: &serde_json::Value) -> Option<((Line, String), (usize, usize))> {
    // All of the first line moved when it got its package.
    let moved = if number == 1 { line.find("; ").map_or(0, |at| at + 2) } else { 0 };
    let (from, to) = (columns[0].as_u64()? as usize, columns[1].as_u64()? as usize);
    let part: String = line.chars().skip(from).take(to - from).collect();
    let name = name_in(part.trim_start_matches(['+', '-'])).to_owned();
    Some(((number, name), (from - moved, to - moved)))
}

fn write(folder: &Path, package: &str, class: &str, text: &str) -> PathBuf {
    let folder = folder.join(package);
    std::fs::create_dir_all(&folder).expect("a temporary folder is writable");
    let file = folder.join(format!("{class}.java"));
    std::fs::write(&file, text).expect("a temporary folder is writable");
    file
}

/// Lines keep their numbers.
fn in_package(package: &str, text: &str) -> String {
    format!("package {package}; {text}")
}

/// Loops that count what they burn.
fn with_fuel(text: &str) -> String {
    let burning = |line: &str| {
        let code = line.split("//").next().unwrap_or(line).trim();
        let is_loop = (code.starts_with("for (") || code.starts_with("while (")) && code.ends_with('{');
        if is_loop { format!("{code} fuel.Fuel.burn();") } else { line.to_owned() }
    };
    text.lines().map(burning).collect::<Vec<_>>().join("\n")
}
