//! Our own Viper programs: each file gives exactly the errors its annotations name, and each mutation of a file that
//! verifies gives the error the list names. A mutation that verifies would be unsound.

use std::path::{Path, PathBuf};

use base::Source;
use frames::viper::expected::{self, Expectation, Match};
use frames::{Options, Verdict};

#[test]
fn programs_give_the_errors_they_name() {
    let mut wrong = Vec::new();
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the folder of programs is there")
        .map(|entry| entry.expect("entries can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "vpr"))
        .collect();
    files.sort();
    assert!(files.len() > 5, "the programs are there");
    for file in files {
        let text = read(&file);
        if let difference @ (Match::Different { .. } | Match::Excused) =
            expected::parse(&text).compare(&errors(&file, &text))
        {
            wrong.push(format!("{}: {difference:?}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn mutations_are_noticed() {
    let mut wrong = Vec::new();
    for line in read(&folder().join("mutations.txt")).lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<String> = line.split(" | ").map(|part| part.replace("\\n", "\n")).collect();
        let [name, old, new, id] = parts.as_slice() else { panic!("four parts: {line}") };
        let file = folder().join(name);
        let text = read(&file);
        assert!(text.contains(old.as_str()), "{name} has no `{old}`");
        let mutated = text.replacen(old.as_str(), new, 1);
        let before = errors(&file, &text);
        let is_new = |error: &Expectation| error.id == *id && !before.contains(error);
        if !errors(&file, &mutated).iter().any(is_new) {
            wrong.push(line.to_owned());
        }
    }
    assert!(wrong.is_empty(), "not noticed:\n{}", wrong.join("\n"));
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/viper")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Errors reported for a text; a verdict that is unknown is not an answer these tests accept.
fn errors(file: &Path, text: &str) -> Vec<Expectation> {
    let source = Source::new(file.display().to_string(), text);
    let options = Options::default();
    let program = frames::viper::load(&source, &options).unwrap_or_else(|problem| panic!("{problem}"));
    let results = frames::verify(&program, &options).unwrap_or_else(|problem| panic!("{problem}"));
    let mut out = Vec::new();
    for result in results {
        if let Verdict::Unknown { reasons, .. } = &result.verdict {
            panic!("{}: {}: {reasons:?}", file.display(), result.name);
        }
        for failure in result.verdict.failures() {
            out.push(Expectation { line: failure.place.line, id: failure.id.clone() });
        }
    }
    out
}
