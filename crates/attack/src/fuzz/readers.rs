//! One try of each reader: a seed makes a file, the reader reads it, and what it accepts is looked at further for a moment.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use ::explore::{Booted, Entry, Explorer, Options as Exploring, Severity, judge};
use anyhow::{Context, Result, anyhow, bail};
use base::{Budget, Source};
use frames::Options as Verifying;
use graph::{Inputs, Integers};
use program::code::validate;
use program::{ClassPath, MethodId, Program};
use relevance::Seeds;
use terminate::certificate::Certificate;
use terminate::verdict::{Options, decide};

use super::{corpus, mutate};
use crate::java;
use testkit::Random;

/// Seconds each analysis gets for one method of a mutant.
const SECONDS: f64 = 0.05;
/// Classes of random methods mutants are made of.
const CLASSES: u64 = 40;

/// What a target tries with a seed; whether the reader accepted the file.
pub type Try = Box<dyn FnMut(u64) -> Result<bool>>;

/// Reads a text; whether it is accepted.
type Reader = Box<dyn Fn(&Arc<Source>) -> Result<bool>>;

/// What can be fuzzed.
pub const TARGETS: [&str; 13] = [
    "class",
    "pipeline",
    "jar",
    "viper",
    "idf",
    "java",
    "javalite",
    "imp",
    "certificate",
    "baseline",
    "toml",
    "config",
    "state",
];

/// The target of this name. `config` and `state` run the command line given.
pub fn target(name: &str, folder: &Path, cupper: Option<&Path>) -> Result<Try> {
    let cupper = || cupper.map(Path::to_owned).context("give `--cupper PATH`");
    let folder = folder.to_owned();
    Ok(match name {
        "class" => class(&folder)?,
        "pipeline" => pipeline(&folder)?,
        "jar" => jar(&folder)?,
        "viper" => text(&["crates/frames/tests"], "vpr", Box::new(viper))?,
        "idf" => text(&["examples/verify/idf"], "idf", Box::new(idf))?,
        "java" => text(&["tests/programs/verify", "examples/verify"], "java", Box::new(contracts))?,
        "javalite" => text(&["examples/calculus"], "javalite", Box::new(|source| Ok(javalite(source))))?,
        "imp" => text(&["examples/calculus"], "imp", Box::new(|source| Ok(imp(source))))?,
        "certificate" => certificate(&folder)?,
        "baseline" => baseline(),
        "toml" => toml_text(),
        "config" => config(&folder, cupper()?)?,
        "state" => state(&folder, cupper()?)?,
        _ => bail!("targets are {}", TARGETS.join(", ")),
    })
}

/// Reading, linking, lowering and validating.
fn class(folder: &Path) -> Result<Try> {
    let mut corpus = corpus::classes(folder, CLASSES)?;
    let program = testkit::open(vec![folder.to_path_buf()]);
    for name in ["java/lang/Enum", "java/util/Optional", "java/util/StringJoiner", "java/util/ArrayList$Itr"]
    {
        corpus.extend(program.resource(&format!("{name}.class")).map(|bytes| bytes.to_vec()));
    }
    let class_path = ClassPath { entries: vec![folder.join("nothing")], jdk: Some(testkit::jdk()) };
    std::fs::create_dir_all(folder.join("nothing"))?;
    Ok(Box::new(move |seed| {
        let bytes = mutate::binary(&mut Random::new(seed), &corpus);
        let program = Program::new(&class_path).map_err(|error| anyhow!("{error:?}"))?;
        let Ok(class) = program.define_class_file(bytes.into()) else { return Ok(false) };
        for id in program.class(class).methods() {
            if let Ok(body) = program.body(id) {
                validate(&program, program.method(id), body)
                    .map_err(|error| anyhow!("invalid code: {error:?}"))?;
            }
            let _ = program.method_attributes(id);
        }
        let _ = program.class_attributes(class);
        Ok(true)
    }))
}

/// A whole folder of mutated classes, every method explored, asked for its end and for what matters in it.
fn pipeline(folder: &Path) -> Result<Try> {
    let corpus = corpus::classes(folder, CLASSES)?;
    let folder = folder.to_owned();
    Ok(Box::new(move |seed| {
        // One class is mutated, its name is its place in the corpus, the others stay.
        let index = (seed % corpus.len() as u64) as usize;
        let file = folder.join(format!("M{index}.class"));
        std::fs::write(&file, mutate::binary(&mut Random::new(seed), &corpus[index..=index]))?;
        let result = look_at_all(&folder, &format!("M{index}"));
        std::fs::write(&file, &corpus[index])?;
        result
    }))
}

fn look_at_all(folder: &Path, name: &str) -> Result<bool> {
    let program = testkit::open(vec![folder.to_path_buf()]);
    let Ok(class) = program.class_named(name) else { return Ok(false) };
    let methods: Vec<MethodId> =
        program.class(class).methods().filter(|&method| program.body(method).is_ok()).collect();
    if methods.is_empty() {
        return Ok(false);
    }
    let mut booted = Booted::new(&program).map_err(|reason| anyhow!(reason))?;
    for method in methods {
        let options =
            Exploring { budget: Budget::seconds(SECONDS), solver_steps: 400_000, ..Exploring::default() };
        let entry = Entry::new(&program, method);
        if let Ok(exploration) = Explorer::explore(&program, &mut booted, entry, options, &mut |_| {}) {
            let _ = judge(&program, &exploration, Severity::Note);
        }
        let options = Options {
            integers: Integers::Java,
            inputs: Inputs::Any,
            facts: None,
            budget: Budget::seconds(SECONDS),
        };
        let _ = decide(&program, method, &options);
        let options = graph::Options { budget: Budget::seconds(SECONDS), ..graph::Options::default() };
        let graph = graph::build(&program, method, &options).map_err(|failure| failure.to_string());
        let _ = relevance::analyse(&program, method, graph.as_ref().map_err(String::clone), &Seeds::all());
    }
    Ok(true)
}

fn jar(folder: &Path) -> Result<Try> {
    let corpus = corpus::jars(folder)?;
    let file = folder.join("mutant.jar");
    let jdk = testkit::jdk();
    Ok(Box::new(move |seed| {
        std::fs::write(&file, mutate::binary(&mut Random::new(seed), &corpus))?;
        let class_path = ClassPath { entries: vec![file.clone()], jdk: Some(jdk.clone()) };
        let Ok(program) = Program::new(&class_path) else { return Ok(false) };
        let mut read = 0;
        for name in program.class_path_names() {
            read += usize::from(program.class_named(&name).is_ok());
        }
        Ok(read > 0)
    }))
}

/// A target that reads text: the files to start from, and what reads.
fn text(folders: &[&str], ending: &'static str, read: Reader) -> Result<Try> {
    let corpus = corpus::texts(folders, ending)?;
    Ok(Box::new(move |seed| {
        let text = mutate::text(&mut Random::new(seed), &corpus);
        read(&Source::new(format!("mutant.{ending}"), text))
    }))
}

fn verifying() -> Verifying {
    Verifying {
        member_time: Duration::from_secs_f64(SECONDS),
        budget: Budget::seconds(10.0 * SECONDS),
        ..Verifying::default()
    }
}

fn viper(source: &Arc<Source>) -> Result<bool> {
    let Ok(program) = frames::viper::load(source, &verifying()) else { return Ok(false) };
    let _ = frames::verify(&program, &verifying());
    Ok(true)
}

fn idf(source: &Arc<Source>) -> Result<bool> {
    let translated = frames::idf::translate(source);
    let _ = frames::verify(&translated.program, &verifying());
    Ok(translated.problems.is_empty())
}

fn contracts(source: &Arc<Source>) -> Result<bool> {
    let translated = frames::java::translate(std::slice::from_ref(source), frames::java::Overflow::Wrap);
    let _ = frames::verify(&translated.program, &Verifying { infer: true, ..verifying() });
    Ok(translated.problems.is_empty())
}

fn javalite(source: &Arc<Source>) -> bool {
    calculus::javalite::parse::parse(source).is_ok()
}

fn imp(source: &Arc<Source>) -> bool {
    calculus::imp::parse::parse(source).is_ok()
}

fn certificate(folder: &Path) -> Result<Try> {
    let corpus = corpus::certificates(folder)?;
    let program = testkit::open(vec![folder.to_path_buf()]);
    Ok(Box::new(move |seed| {
        let mut random = Random::new(seed);
        let text = mutate::text(&mut random, &corpus);
        let Ok(certificate) = serde_json::from_str::<Certificate>(&text) else { return Ok(false) };
        let entry = ::explore::find_method(&program, &format!("M{}.run", random.below(12)));
        let method = entry.map_err(|error| anyhow!("{error}"))?.method;
        let budget = Budget::seconds(10.0 * SECONDS);
        let options = Options { integers: Integers::Java, inputs: Inputs::Any, facts: None, budget };
        let _ = certificate.verify(&program, method, &options);
        Ok(true)
    }))
}

fn baseline() -> Try {
    let corpus = vec![
        r#"{"version": 1, "known": {"a1b2": "NullPointerException in A.f()", "c3": "x in y"}}"#.to_owned(),
        r#"{"version": 2, "known": {}}"#.to_owned(),
    ];
    Box::new(move |seed| {
        let text = mutate::text(&mut Random::new(seed), &corpus);
        Ok(report::baseline::Baseline::parse("mutant", &text).is_ok())
    })
}

const CONFIGURATION: &str = "jobs = 2\n[explore]\nheap = \"lazy\"\nmethod = [\"List.insert\", \"List.remove\"]\ntime = 30\n\
                             [terminate]\nintegers = \"unbounded\"\n[verify]\nsmoke = true\n";

fn toml_text() -> Try {
    let corpus = vec![CONFIGURATION.to_owned()];
    Box::new(move |seed| {
        let text = mutate::text(&mut Random::new(seed), &corpus);
        Ok(text.parse::<toml::Table>().is_ok())
    })
}

/// `cupper.toml` as the command line reads it.
fn config(folder: &Path, cupper: std::path::PathBuf) -> Result<Try> {
    std::fs::write(folder.join("Small.java"), SMALL)?;
    java::compile(folder, &[("Small", SMALL)])?;
    let folder = folder.to_owned();
    Ok(Box::new(move |seed| {
        let text = mutate::text(&mut Random::new(seed), &[CONFIGURATION.to_owned()]);
        std::fs::write(folder.join("cupper.toml"), text)?;
        let questions: [&[&str]; 4] = [
            &["explore", "Small.class"],
            &["terminate", "Small.class", "--method", "Small.half"],
            &["verify", "Small.java"],
            &["check", "Small.class"],
        ];
        let question = questions[(seed % 4) as usize];
        ends_well(Command::new(&cupper).args(question).current_dir(&folder))
    }))
}

/// What is asked about where only other files are broken.
const SMALL: &str = "class Small { static int half(int x) { return x / 2; } }\n";

/// The file in which `cupper check` keeps answers.
fn state(folder: &Path, cupper: std::path::PathBuf) -> Result<Try> {
    java::compile(folder, &[("Small", SMALL)])?;
    let folder = folder.to_owned();
    let state = folder.join("state.jsonl");
    let check = move |state: &Path| {
        let mut command = Command::new(&cupper);
        command
            .arg("check")
            .arg("Small.class")
            .arg("--resume")
            .arg("--state")
            .arg(state)
            .current_dir(&folder);
        command
    };
    let _ = std::fs::remove_file(&state);
    ends_well(&mut check(&state))?;
    let corpus = vec![std::fs::read_to_string(&state)?];
    Ok(Box::new(move |seed| {
        std::fs::write(&state, mutate::text(&mut Random::new(seed), &corpus))?;
        ends_well(&mut check(&state))
    }))
}

/// Whether the command line accepts its input; an error if it panics or is killed.
fn ends_well(command: &mut Command) -> Result<bool> {
    let output = command.output()?;
    match output.status.code() {
        Some(code) if code < 100 => Ok(code != 2),
        _ => bail!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr)),
    }
}
