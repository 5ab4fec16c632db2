//! `termcomp JAR [SECONDS]`: the competition's answer without the rest of the tool; builds quickly. With `SHOW_ITS` in
//! the environment it prints the transition systems instead, and with `SHOW_GRAPH`, too, the graph before them; with `PROVE_ONLY` it looks for a proof without having looked for
//! endless runs, which no program that has one may get.

use std::path::PathBuf;

use base::{Budget, Id};
use graph::{Inputs, Integers};
use program::{ClassPath, Program};
use terminate::its::{simplify::simplify, text};
use terminate::linear::Var;
use terminate::translate::View;
use terminate::verdict::{Options, Verdict, cuts, decide, prove_graph, system};

fn main() {
    let mut words = std::env::args().skip(1);
    let jar = PathBuf::from(words.next().expect("a JAR"));
    let seconds: f64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(10.0);
    let home =
        std::env::var_os("JAVA_HOME").map(PathBuf::from).unwrap_or_else(|| "/usr/lib/jvm/default".into());
    let program = Program::new(&ClassPath { entries: vec![jar], jdk: Some(home) }).expect("readable");
    let manifest = program.resource("META-INF/MANIFEST.MF").expect("a manifest");
    let text = String::from_utf8_lossy(&manifest).replace("\r\n", "\n");
    let class = text.lines().find_map(|line| line.strip_prefix("Main-Class:")).expect("a main class");
    let class = program.class_named(&class.trim().replace('.', "/")).expect("the main class loads");
    let main = program.declared_method(class, "main", "([Ljava/lang/String;)V").expect("a main");
    if std::env::var_os("SHOW_ITS").is_some() {
        show_systems(&program, main, seconds);
        return;
    }
    if std::env::var_os("PROVE_ONLY").is_some() {
        prove_only(&program, main, seconds);
        return;
    }
    let options = Options {
        integers: Integers::Unbounded,
        inputs: Inputs::Main,
        facts: None,
        budget: Budget::seconds(seconds),
    };
    let answer = decide(&program, main, &options);
    let (word, lines) = match &answer.verdict {
        Verdict::Terminates(proof) => ("YES", proof.explain()),
        Verdict::Diverges(witness) => ("NO", witness.explain()),
        Verdict::Unknown(reasons) => ("MAYBE", reasons.iter().map(ToString::to_string).collect()),
    };
    println!("{word}\n  graph {:?}", answer.graph);
    lines.iter().for_each(|line| println!("  {line}"));
}

fn prove_only(program: &Program, main: program::MethodId, seconds: f64) {
    let budget = Budget::seconds(seconds);
    let options =
        Options { integers: Integers::Unbounded, inputs: Inputs::Main, facts: None, budget: budget.clone() };
    let proof = graph::build(program, main, &options.for_graph())
        .ok()
        .filter(|graph| cuts(program, graph).is_empty())
        .and_then(|graph| prove_graph(program, &graph, &budget).ok());
    println!("{}", if proof.is_some() { "YES" } else { "MAYBE" });
}

fn show_systems(program: &Program, main: program::MethodId, seconds: f64) {
    let options = graph::Options {
        integers: Integers::Unbounded,
        inputs: Inputs::Main,
        budget: Budget::seconds(seconds),
        ..graph::Options::default()
    };
    let graph = graph::build(program, main, &options).expect("a graph");
    if std::env::var_os("SHOW_GRAPH").is_some() {
        println!("{}", graph::render::text(program, &graph));
    }
    for view in View::all(program, &graph) {
        let (system, summaries) = system(program, &graph, &view, &options.budget).expect("in time");
        let system = simplify(&system, &options.budget).expect("in time");
        println!("== {view:?}\n{}", text::show(&system));
        if let Some(summaries) = summaries {
            println!("-- summaries from\n{}-- say", text::show(&summaries.its));
            for (location, invariants) in summaries.its.locations.iter().zip(&summaries.invariants) {
                let name = |var: Var| location.vars[var.index()].clone();
                let invariants: Vec<_> = invariants.iter().map(|invariant| invariant.show(name)).collect();
                println!("{}({}): {}", location.name, location.vars.join(", "), invariants.join(", "));
            }
        }
    }
}
