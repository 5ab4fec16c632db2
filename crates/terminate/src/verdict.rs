//! The question itself: does a method always stop?
//!
//! Three answers: it does, with a proof; it does not, with an input that was run; unknown, with reasons. A quick look for
//! runs that never end comes first because it costs next to nothing, then the graph and its proof, then a longer look.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use base::{Budget, Exhausted};
use facts::Facts;
use graph::{Graph, Inputs, Integers};
use program::{FieldId, MethodId, Program};

use crate::diverge::{self, Effort, Witness};
use crate::its::Its;
use crate::prove::{self, Failure, Proof};
use crate::summary::{Summaries, summarize};
use crate::translate::{Known, View, activations, translate};

#[derive(Clone, Debug)]
pub struct Options {
    pub integers: Integers,
    /// What is known about the arguments.
    pub inputs: Inputs,
    /// What holds of all objects; of nothing if there are none.
    pub facts: Option<Arc<Facts>>,
    pub budget: Budget,
}

#[derive(Clone, Debug)]
pub enum Verdict {
    Terminates(Box<Proof>),
    Diverges(Box<Witness>),
    /// Why there is no answer.
    Unknown(Vec<Reason>),
}

/// What stands in the way, and the point of the graph where it does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reason {
    pub what: String,
    pub at: Option<String>,
}

impl From<String> for Reason {
    fn from(what: String) -> Self {
        Reason { what, at: None }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        self.at.iter().try_for_each(|at| write!(f, ", at {at}"))
    }
}

/// A verdict and what was looked at to reach it.
#[derive(Clone, Debug)]
pub struct Answer {
    pub verdict: Verdict,
    /// Nodes and edges of the graph, if one was built.
    pub graph: Option<(usize, usize)>,
    /// Fields of whose facts the proof, if it is one, makes use.
    pub given: BTreeSet<FieldId>,
}

/// Seconds the first look for endless runs may take.
const FIRST_LOOK: f64 = 0.3;

pub fn decide(program: &Program, method: MethodId, options: &Options) -> Answer {
    decide_keeping(program, method, options).0
}

/// As [`decide`], with the graph if one was built.
pub fn decide_keeping(program: &Program, method: MethodId, options: &Options) -> (Answer, Option<Graph>) {
    let search = |effort, budget: &Budget| {
        diverge::search(program, method, options.integers, options.inputs, effort, budget)
    };
    let first = options.budget.within(Duration::from_secs_f64(FIRST_LOOK));
    if let Some(witness) = search(Effort::Quick, &first) {
        let verdict = Verdict::Diverges(Box::new(witness));
        return (Answer { verdict, graph: None, given: BTreeSet::new() }, None);
    }
    let (proof, graph) = prove_by_graph(program, method, options);
    let size = graph.as_ref().map(|graph| (graph.nodes.len(), graph.edges.len()));
    let reasons = match proof {
        Ok(proof) => {
            let given = graph.as_ref().map(|graph| graph.given.clone()).unwrap_or_default();
            return (Answer { verdict: Verdict::Terminates(Box::new(proof)), graph: size, given }, graph);
        }
        Err(reasons) => reasons,
    };
    let witness = search(Effort::Thorough, &options.budget);
    let verdict = match witness {
        Some(witness) => Verdict::Diverges(Box::new(witness)),
        None => Verdict::Unknown(reasons),
    };
    (Answer { verdict, graph: size, given: BTreeSet::new() }, graph)
}

/// A proof by the method's graph, or why there is none; and the graph.
fn prove_by_graph(
    program: &Program,
    method: MethodId,
    options: &Options,
) -> (Result<Proof, Vec<Reason>>, Option<Graph>) {
    let graph = match graph::build(program, method, &options.for_graph()) {
        Ok(graph) => graph,
        Err(failure) => return (Err(vec![failure.to_string().into()]), None),
    };
    let cuts = cuts(program, &graph);
    let proof = if cuts.is_empty() { prove_graph(program, &graph, &options.budget) } else { Err(cuts) };
    (proof, Some(graph))
}

impl Options {
    pub fn for_graph(&self) -> graph::Options {
        graph::Options {
            integers: self.integers,
            inputs: self.inputs,
            facts: self.facts.clone(),
            budget: self.budget.clone(),
            ..graph::Options::default()
        }
    }
}

/// What keeps a graph from saying everything.
pub fn cuts(program: &Program, graph: &Graph) -> Vec<Reason> {
    let mut out: Vec<Reason> = graph.cuts().map(|(node, reason)| at(program, graph, node, reason)).collect();
    let retried = graph::failures::retried(program, graph);
    out.extend(retried.iter().map(|(node, reason)| at(program, graph, *node, reason)));
    out.sort();
    out.dedup();
    out
}

fn at(program: &Program, graph: &Graph, node: graph::NodeId, reason: &str) -> Reason {
    Reason { what: reason.to_owned(), at: Some(graph.point(program, node)) }
}

/// Tries one view of the graph after the other.
pub fn prove_graph(program: &Program, graph: &Graph, budget: &Budget) -> Result<Proof, Vec<Reason>> {
    let mut reasons = Vec::new();
    for (view, looks_at) in View::all(program, graph).iter().enumerate() {
        match prove_view(program, graph, looks_at, budget) {
            Ok(proof) => return Ok(Proof { view, ..proof }),
            Err(failure) => reasons = describe(&failure),
        }
    }
    Err(reasons)
}

fn prove_view(program: &Program, graph: &Graph, view: &View, budget: &Budget) -> Result<Proof, Failure> {
    let (its, summaries) = system(program, graph, view, budget)?;
    Ok(Proof { summaries, ..prove::prove(&its, budget)? })
}

/// What a view makes of a graph, and the summaries that went into it.
pub fn system(
    program: &Program,
    graph: &Graph,
    view: &View,
    budget: &Budget,
) -> Result<(Its, Option<Summaries>), Exhausted> {
    let mut known = Known::default();
    let mut summaries = None;
    if view.summaries {
        let activations = activations(program, graph, view, budget)?;
        let found = summarize(&activations, budget)?;
        known = activations.known(&found.invariants);
        summaries = Some(found);
    }
    Ok((translate(program, graph, view, &known, budget)?.its, summaries))
}

fn describe(failure: &Failure) -> Vec<Reason> {
    match failure {
        Failure::Exhausted(limit) => vec![format!("{limit} while looking for a ranking function").into()],
        Failure::Unranked(its, transitions) => {
            let mut places: Vec<_> = transitions.iter().map(|&index| its.transitions[index].from).collect();
            places.sort();
            places.dedup();
            let name = |place: &crate::its::LocationId| its.locations[place.0 as usize].name.as_str();
            let names: Vec<&str> = places.iter().map(name).collect();
            let what = "no ranking function found for the loop".to_owned();
            vec![Reason { what, at: Some(names.join(", ")) }]
        }
    }
}
