//! Violation witnesses of SV-COMP in GraphML, as `wit4java` reads them: one edge for each value asked for, with its place.
//!
//! Values are written as `Verifier` would parse them: characters as numbers, truth values as `true` and `false`, fractions without
//! an exponent. Strings stand as `text.equals("…")`.

use std::fmt::Write;

use explore::{Finding, Given, diagram};
use heap::{InputValue, Kind};
use program::Program;

/// What stands in front of all witnesses: what the keys are called, and of which type they are.
const KEYS: [(&str, &str, &str); 14] = [
    ("witness-type", "string", "graph"),
    ("sourcecodelang", "string", "graph"),
    ("producer", "string", "graph"),
    ("specification", "string", "graph"),
    ("programfile", "string", "graph"),
    ("architecture", "string", "graph"),
    ("entry", "boolean", "node"),
    ("violation", "boolean", "node"),
    ("originFileName", "string", "edge"),
    ("startline", "int", "edge"),
    ("threadId", "string", "edge"),
    ("assumption", "string", "edge"),
    ("assumption.scope", "string", "edge"),
    ("enterFunction", "string", "edge"),
];

/// Where an edge stands: file, line, and the method in the notation of class files.
struct Site {
    file: String,
    line: u32,
    scope: String,
}

/// The values asked for, in order, and where the program fails.
pub fn graphml(program: &Program, formula: &str, finding: &Finding) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n",
    );
    for (key, ty, of) in KEYS {
        let _ = writeln!(out, " <key attr.name=\"{key}\" attr.type=\"{ty}\" for=\"{of}\" id=\"{key}\"/>");
    }
    out += " <graph edgedefault=\"directed\">\n";
    let failure = failure_site(finding);
    let file = failure.as_ref().map_or("Main.java", |site| site.file.as_str());
    for (key, value) in [
        ("witness-type", "violation_witness"),
        ("sourcecodelang", "Java"),
        ("producer", "cupper"),
        ("specification", formula),
        ("programfile", file),
        ("architecture", "64bit"),
    ] {
        out += &data(2, key, value);
    }
    out += &format!("  <node id=\"n0\">\n{}  </node>\n", data(3, "entry", "true"));
    let mut last = 0;
    for given in &finding.input.nondet {
        let (Some(value), Some(site)) = (assumption(program, finding, given), site(program, given)) else {
            continue;
        };
        let inner = data(3, "assumption", &value) + &data(3, "assumption.scope", &site.scope);
        out += &edge(last, &site, &inner);
        last += 1;
        let _ = writeln!(out, "  <node id=\"n{last}\"/>");
    }
    let end = last + 1;
    let _ = write!(out, "  <node id=\"n{end}\">\n{}  </node>\n", data(3, "violation", "true"));
    if let Some(site) = failure {
        out += &edge(last, &site, "");
    } else {
        let _ = writeln!(out, "  <edge source=\"n{last}\" target=\"n{end}\"/>");
    }
    out + " </graph>\n</graphml>\n"
}

fn edge(from: usize, site: &Site, inner: &str) -> String {
    let place = data(3, "originFileName", &site.file) + &data(3, "startline", &site.line.to_string());
    let thread = data(3, "threadId", "0");
    format!("  <edge source=\"n{from}\" target=\"n{}\">\n{place}{thread}{inner}  </edge>\n", from + 1)
}

fn data(depth: usize, key: &str, value: &str) -> String {
    let value = value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("{:depth$}<data key=\"{key}\">{value}</data>\n", "")
}

/// Where a value is asked for.
fn site(program: &Program, given: &Given) -> Option<Site> {
    let method = program.method(given.method);
    let class = program.class(method.class);
    let file = program.class_attributes(method.class).source_file.clone()?;
    let line = program.body(given.method).ok()?.line(given.pc)?;
    // Readers look for the file's name in the scope.
    let stem = file.trim_end_matches(".java");
    let within = if class.name.contains(stem) { String::new() } else { format!("{stem}/") };
    let scope = format!("java::L{within}{};.{}{}", class.name, method.name, method.descriptor);
    Some(Site { file, line, scope })
}

fn failure_site(finding: &Finding) -> Option<Site> {
    let frame = finding.place.as_ref()?;
    Some(Site { file: frame.file.clone()?, line: frame.line?, scope: String::new() })
}

/// `name = value`, as the one who reads it parses the value; nothing for objects other than strings.
fn assumption(program: &Program, finding: &Finding, given: &Given) -> Option<String> {
    let number = match given.value {
        InputValue::Int(value) if given.kind == Kind::Boolean => (value != 0).to_string(),
        InputValue::Int(value) => value.to_string(),
        InputValue::Long(value) => value.to_string(),
        InputValue::Float(value) => fraction(value.into(), || value.to_string()),
        InputValue::Double(value) => fraction(value, || value.to_string()),
        InputValue::Null => "null".to_owned(),
        InputValue::Object(id) => {
            let heap = &finding.input.heap;
            diagram::text(program, heap, heap.object(id))?;
            return Some(format!("text.equals({})", diagram::value(program, heap, given.value)));
        }
        InputValue::Constant(..) => return None,
    };
    Some(format!("value = {number};"))
}

/// As `Double.parseDouble` reads it.
fn fraction(value: f64, plain: impl Fn() -> String) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value < 0.0 { "-Infinity" } else { "Infinity" }.to_owned();
    }
    let text = plain();
    if text.contains('.') { text } else { text + ".0" }
}
