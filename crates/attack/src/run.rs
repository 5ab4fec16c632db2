//! Random programs on Cupper's own machine and on the JVM: both print the same.
//!
//! The program is the driver of the attack on `explore`: it calls random methods with many inputs, by reflection, and prints
//! how each ends.

use anyhow::{Result, anyhow};
use machine::concrete::Machine;
use machine::{Limits, Recorder};

use crate::explore::{self, WORLD};
use crate::java;
use crate::tree::Method;

/// Inputs of each kind; the machine is slower than a JVM.
const INPUTS: usize = 40;

/// Where the two differ, if they do: what `java` and what the machine prints, and how many lines there were.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub lines: usize,
    pub wrong: Vec<String>,
}

/// Runs methods on both machines.
pub fn attack(methods: &[Method]) -> Result<Tally> {
    let folder = tempfile::tempdir()?;
    let text = explore::source(methods) + WORLD;
    java::compile(folder.path(), &[("Batch", &text), ("Driver", explore::DRIVER)])?;
    let arguments = [INPUTS.to_string(), methods.len().to_string()];
    let expected = java::run(folder.path(), "Driver", &arguments)?;
    let program = testkit::open(vec![folder.path().to_path_buf()]);
    let host = Recorder::default();
    let mut machine = Machine::new(&program, Box::new(host.clone()), Limits::default());
    machine.boot().map_err(|outcome| anyhow!("the JDK does not start: {outcome:?}"))?;
    let class = program.class_named("Driver").map_err(|error| anyhow!("{error:?}"))?;
    let main = program
        .declared_method(class, "main", "([Ljava/lang/String;)V")
        .ok_or_else(|| anyhow!("the driver has no `main`"))?;
    let status = machine.run_main(main, &arguments, &mut ());
    let mut tally = Tally { lines: expected.lines().count(), wrong: Vec::new() };
    if !matches!(status, Ok(0)) {
        tally.wrong.push(format!("the machine ends with {status:?}: {}", host.errors()));
    }
    let actual = host.output();
    let differing = expected.lines().zip(actual.lines()).filter(|(expected, actual)| expected != actual);
    tally.wrong.extend(differing.map(|(expected, actual)| format!("java: {expected}\nmachine: {actual}")));
    if expected.lines().count() != actual.lines().count() {
        tally.wrong.push(format!("{} lines, java has {}", actual.lines().count(), expected.lines().count()));
    }
    Ok(tally)
}
