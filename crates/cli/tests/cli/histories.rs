//! What is an error: what somebody can bring about who uses nothing but the public interface, and a JVM agrees.
//!
//! In the programs `//~ error` stands where a failure has a history, `//~ warning` where it must have none.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn errors_have_histories_that_a_jvm_confirms() {
    let folder = std::fs::read_dir(root().join("tests/programs/histories")).expect("the programs");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("a program").path()).collect();
    files.sort();
    files.iter().for_each(|file| graded(file));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn graded(file: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cupper"));
    let name = file.display().to_string();
    command.args(["explore", &name, "--confirm", "--format", "json"]).current_dir(root());
    let output = command.output().expect("cupper runs");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mut actual: BTreeMap<u64, &str> = BTreeMap::new();
    for finding in json["results"].as_array().into_iter().flatten().flat_map(findings) {
        let (line, severity) = (finding["place"]["line"].as_u64(), finding["severity"].as_str());
        let (line, severity) = (line.expect("a line"), severity.expect("a severity"));
        let history = &finding["history"];
        let is_confirmed = history["confirmed"] == true;
        assert_eq!(severity == "error", is_confirmed, "{name}:{line}: {finding:#}");
        if severity == "error" {
            let test = finding["test"].as_str().expect("a test");
            assert!(test.contains("assertThrows(") && !test.contains("TestHeap"), "{test}");
            let last = history["statements"].as_array().and_then(|all| all.last()?.as_str());
            assert!(last.is_some_and(|last| test.contains(last.trim_end_matches(';'))), "{test}");
        }
        let known = actual.entry(line).or_insert(severity);
        if severity == "error" || *known == "note" {
            *known = severity;
        }
    }
    actual.retain(|_, severity| *severity != "note");
    let text = std::fs::read_to_string(file).expect("a program");
    let expected: BTreeMap<u64, &str> = (1..)
        .zip(text.lines())
        .filter_map(|(number, line)| Some((number, line.split_once("//~ ")?.1)))
        .collect();
    assert_eq!(actual, expected, "{name}");
}

fn findings(result: &serde_json::Value) -> impl Iterator<Item = &serde_json::Value> {
    result["findings"].as_array().into_iter().flatten()
}
