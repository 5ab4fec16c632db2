//! Facts of random classes against random histories on the JVM.
//!
//! A case is a class with a subclass: fields of all kinds of visibility, constructors with and without guards that may show their
//! object too early, methods that write whatever they can reach, streams and copies. A driver that the classes know nothing of makes
//! objects, calls methods at random, and looks at every object it has seen whether what is claimed of its class still holds;
//! also while a constructor shows it.

pub mod write;

use std::fmt::Write as _;

use anyhow::{Context, Result};
use base::Budget;
use facts::{Facts, Interval};
use program::{ClassId, FieldId, Program};

use crate::java;

/// Time to find the facts of one batch.
const SECONDS: f64 = 60.0;
/// Histories of each case.
pub const HISTORIES: u32 = 40;

#[derive(Debug, Default)]
pub struct Tally {
    pub claims: usize,
    pub objects: u64,
    /// Claims some history broke, and how.
    pub wrong: Vec<String>,
}

/// Asks for the facts of all cases together and runs histories.
pub fn attack(seeds: &[u64]) -> Result<Tally> {
    let folder = tempfile::tempdir()?;
    let cases: Vec<(String, String)> =
        seeds.iter().map(|seed| (format!("Case{seed}"), write::case(*seed))).collect();
    let mut sources: Vec<(&str, &str)> =
        cases.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    sources.push(("Registry", include_str!("Registry.java")));
    java::compile(folder.path(), &sources)?;
    let program = testkit::open(vec![folder.path().to_owned()]);
    let facts = Facts::find(&program, &Budget::seconds(SECONDS)).context("the facts take too long")?;
    let claims = claims(&program, &facts);
    let file = folder.path().join("claims");
    std::fs::write(&file, claims.join("\n"))?;
    java::compile(folder.path(), &[("Driver", include_str!("Driver.java"))])?;
    let groups: Vec<String> =
        seeds.iter().map(|seed| write::CLASSES.map(|it| format!("{it}{seed}")).join("+")).collect();
    let arguments = [file.display().to_string(), groups.join(","), HISTORIES.to_string()];
    let output = java::run(folder.path(), "Driver", &arguments)?;
    let mut tally = Tally { claims: claims.len(), ..Tally::default() };
    for line in output.lines() {
        if let Some(count) = line.strip_prefix("objects ") {
            tally.objects = count.parse()?;
        }
        tally.wrong.extend(line.strip_prefix("broken ").map(str::to_owned));
    }
    Ok(tally)
}

/// What is claimed, a line each, as the driver reads it.
fn claims(program: &Program, facts: &Facts) -> Vec<String> {
    let mut out = Vec::new();
    let classes: Vec<ClassId> =
        program.class_path_names().iter().filter_map(|name| program.class_named(name).ok()).collect();
    for class in classes {
        for field in program.class(class).fields().filter(|field| !program.field(*field).is_static()) {
            out.extend(of_field(program, facts, field));
        }
        let name = program.class(class).java_name();
        let relations = facts.relations(class).iter();
        out.extend(relations.map(|relation| format!("relation {name} {}", relation.text(program))));
    }
    out
}

fn of_field(program: &Program, facts: &Facts, field: FieldId) -> Vec<String> {
    let Some(known) = facts.of(field) else { return Vec::new() };
    let info = program.field(field);
    let place = format!("{} {}", program.class(info.class).java_name(), info.name);
    let with = |kind: &str, range: Interval| {
        let mut line = format!("{kind} {place}");
        let _ = write!(line, " {} {}", range.low, range.high);
        line
    };
    let mut out = Vec::new();
    let plain = [("never-null", known.never_null), ("once", known.once), ("acyclic", known.acyclic)];
    out.extend(plain.into_iter().filter(|one| one.1).map(|(kind, _)| format!("{kind} {place}")));
    out.extend(known.range.map(|range| with("range", range)));
    out.extend(known.length.map(|length| with("length", length)));
    out.extend(known.class.map(|class| format!("class {place} {}", program.type_name(class))));
    out
}
