//! Checks documents against their JSON Schemas, with Python's `jsonschema` (`scripts/setup --tests` installs it).

use std::io::Write;
use std::process::{Command, Stdio};

/// SARIF's official schema.
pub const SARIF: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../report/tests/data/sarif-schema-2.1.0.json");
/// The schema of what `--format json` writes.
pub const REPORT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/report.schema.json");

const VALIDATE: &str = "
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
errors = list(jsonschema.Draft7Validator(schema).iter_errors(json.load(sys.stdin)))
for error in errors[:5]:
    print('/'.join(map(str, error.absolute_path)), error.message[:300])
sys.exit(1 if errors else 0)
";

/// Whether a document follows a schema, or what is wrong with it.
pub fn validate(document: &str, schema: &str) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("cannot run python3: {error}");
    let mut python = Command::new("python3");
    python.args(["-W", "ignore", "-c", VALIDATE, schema]);
    python.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = python.spawn().map_err(fail)?;
    child.stdin.take().ok_or("no input")?.write_all(document.as_bytes()).map_err(fail)?;
    let output = child.wait_with_output().map_err(fail)?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let said = [&output.stdout[..], &output.stderr[..]].concat();
            Err(String::from_utf8_lossy(&said).into_owned())
        }
    }
}
