//! Termination against counted runs on the JVM.
//!
//! A batch is one Java file of many classes with a method `run`. The same methods, with a call at every loop head and every entry
//! that counts and looks for repetition, are run on small inputs and heaps: *terminates* is wrong if a run repeats, *diverges* is
//! wrong if its input ends. Numbers without bounds are `BigInteger`s there.

mod witness;
pub mod write;

use anyhow::{Result, anyhow};
use base::Budget;
use graph::{Inputs, Integers};
use program::Program;
use terminate::certificate::Certificate;
use terminate::verdict::{Answer, Options, Verdict, decide};

use crate::java;
use crate::tree::Method;
use witness::Run;
use write::Numbers;

/// The classes random methods use.
pub const WORLD: &str = include_str!("World.java");
const DRIVER: &str = include_str!("Driver.java");
/// Inputs of each of the two kinds, counted through and random.
const INPUTS: usize = 400;
/// Seconds a question may take.
const SECONDS: f64 = 3.0;

/// What is wrong about an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// *terminates*, and a run repeats.
    Terminates,
    /// *diverges*, and the input ends.
    Diverges,
    /// An answer whose own certificate is refused.
    Certificate,
}

/// An answer that a JVM contradicts.
#[derive(Clone, Debug)]
pub struct Wrong {
    pub index: usize,
    pub kind: Kind,
    pub because: String,
}

/// How many were tried, and what was wrong.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub terminates: usize,
    pub diverges: usize,
    pub unknown: usize,
    /// Said to terminate, and some run is too long to see whether it repeats.
    pub unclear: Vec<(usize, String)>,
    pub wrong: Vec<Wrong>,
}

/// Asks about every method and compares with the JVM.
pub fn attack(methods: &[Method], numbers: Numbers) -> Result<Tally> {
    let folder = tempfile::tempdir()?;
    java::compile(folder.path(), &[("Batch", &(source(methods) + WORLD))])?;
    let program = testkit::open(vec![folder.path().to_path_buf()]);
    let driven = tempfile::tempdir()?;
    let watched: Vec<Method> = methods.iter().map(|method| write::driven(method, numbers)).collect();
    let mut text = format!("import java.math.BigInteger;\n{}", classes(&watched));
    text += &match numbers {
        Numbers::Java => WORLD.to_owned(),
        Numbers::Unbounded => {
            let world = WORLD.replace("(int) number", "BigInteger.valueOf(number)");
            let world = world.replace("int value;", "int value = BigInteger.ZERO;");
            world.replace("int count;", "int count = BigInteger.ZERO;").replace("int ", "BigInteger ")
        }
    };
    java::compile(driven.path(), &[("Batch", &text), ("Driver", DRIVER)])?;
    let arguments = [INPUTS.to_string(), methods.len().to_string()];
    let endless = fates(&java::run(driven.path(), "Driver", &arguments)?);
    let mut tally = Tally::default();
    let mut runs = Vec::new();
    for index in 0..methods.len() {
        let tried = endless.iter().find(|fate| fate.0 == index);
        let answer = ask(&program, index, numbers, &mut tally)?;
        match (&answer.verdict, tried) {
            (Verdict::Unknown(_), _) => tally.unknown += 1,
            (Verdict::Terminates(_), tried) => {
                tally.terminates += 1;
                match tried {
                    Some((_, true, input)) => {
                        let because = format!("({input}) never ends");
                        tally.wrong.push(Wrong { index, kind: Kind::Terminates, because });
                    }
                    Some((_, false, input)) => tally.unclear.push((index, input.clone())),
                    None => {}
                }
            }
            (Verdict::Diverges(witness), _) => {
                tally.diverges += 1;
                runs.push(Run::new(index, &witness.input, numbers)?);
            }
        }
    }
    for (index, because) in witness::run(driven.path(), &runs)? {
        tally.wrong.push(Wrong { index, kind: Kind::Diverges, because });
    }
    Ok(tally)
}

fn ask(program: &Program, index: usize, numbers: Numbers, tally: &mut Tally) -> Result<Answer> {
    let entry =
        explore::find_method(program, &format!("M{index}.run")).map_err(|error| anyhow!("{error}"))?;
    let method = entry.method;
    let integers = match numbers {
        Numbers::Java => Integers::Java,
        Numbers::Unbounded => Integers::Unbounded,
    };
    let options = Options { integers, inputs: Inputs::Any, facts: None, budget: Budget::seconds(SECONDS) };
    let answer = decide(program, method, &options);
    let certificate = Certificate::new(program, method, &options, &answer);
    let again = Options { budget: Budget::seconds(4.0 * SECONDS), ..options };
    let checked = certificate.verify(program, method, &again);
    if let Err(rejection) = checked {
        let because = format!("its certificate is refused: {rejection}");
        tally.wrong.push(Wrong { index, kind: Kind::Certificate, because });
    }
    Ok(answer)
}

/// The Java file of a batch.
pub fn source(methods: &[Method]) -> String {
    classes(&methods.iter().map(write::java).collect::<Vec<_>>())
}

fn classes(methods: &[Method]) -> String {
    let class = |(index, method): (usize, &Method)| format!("class M{index} {{\n{}}}\n", method.text());
    methods.iter().enumerate().map(class).collect()
}

/// Per method some input does not end on: whether the run repeats, and the input.
fn fates(output: &str) -> Vec<(usize, bool, String)> {
    let fate = |line: &str| {
        let mut words = line.splitn(3, ' ');
        let index = words.next()?.parse().ok()?;
        let is_cycle = words.next()? == "cycle";
        Some((index, is_cycle, words.next()?.to_owned()))
    };
    output.lines().filter_map(fate).collect()
}

/// Reduces a method while it is answered wrongly in the same way.
pub fn shrink(method: &Method, numbers: Numbers, wrong: &Wrong) -> Result<(Method, Wrong)> {
    let mut best = (method.clone(), wrong.clone());
    loop {
        let candidates = best.0.smaller();
        let Ok(tally) = attack(&candidates, numbers) else { return Ok(best) };
        let Some(found) = tally.wrong.iter().find(|found| found.kind == wrong.kind) else { return Ok(best) };
        best = (candidates[found.index].clone(), found.clone());
    }
}

/// A wrong answer as a Java file that says what is wrong with it.
pub fn show(method: &Method, numbers: Numbers, wrong: &Wrong) -> String {
    let integers = match numbers {
        Numbers::Java => "java",
        Numbers::Unbounded => "unbounded",
    };
    let text = source(std::slice::from_ref(method));
    format!(
        "// terminate --integers {integers} --method M0.run: {:?}, wrong: {}\n{text}\n{WORLD}",
        wrong.kind, wrong.because
    )
}
