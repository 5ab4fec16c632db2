//! What must hold of every answer, on the programs of `tests/programs/relevance`; and what outcomes asked for make of a small one.

use std::collections::BTreeSet;

use base::Budget;
use graph::Graph;
use program::{MethodId, Program};
use relevance::{LineVerdict, Relevance, Seeds, analyse};
use testkit::{compile_each, compile_text, method, open, test_programs};

const SOURCE: &str = "class Few {
    int kept;
    static int run(Few few, int x) {
        int unused = x * 3;
        few.kept = x + 1;
        int y = x - 1;
        if (y == 7)
            throw new IllegalStateException();
        return y;
    }
}";

fn graph(program: &Program, method: MethodId) -> Result<Graph, String> {
    let options = graph::Options { budget: Budget::seconds(5.0), ..graph::Options::default() };
    graph::build(program, method, &options).map_err(|failure| failure.to_string())
}

fn ask(program: &Program, method: MethodId, graph: Result<&Graph, String>, seeds: &Seeds) -> Relevance {
    analyse(program, method, graph, seeds).expect("the method has code").relevance
}

/// The method's own lines with a verdict.
fn lines(relevance: &Relevance, method: MethodId, verdict: LineVerdict) -> BTreeSet<u32> {
    let own = relevance.lines.iter().filter(|line| line.method_id == method && line.verdict == verdict);
    own.map(|line| line.line).collect()
}

#[test]
fn outcomes_asked_for_decide_what_matters() {
    let compiled = compile_text("Few", SOURCE);
    let (program, run) = (&compiled.program, method(&compiled.program, "Few.run"));
    let graph = graph(program, run).expect("it has a graph");
    let irrelevant = |seeds: &Seeds| {
        lines(&ask(program, run, Ok(&graph), seeds), run, LineVerdict::Irrelevant)
            .into_iter()
            .collect::<Vec<_>>()
    };
    assert_eq!(irrelevant(&Seeds::all()), [4]);
    assert_eq!(irrelevant(&Seeds { result: true, ..Seeds::none() }), [4, 5, 8]);
    let heap = irrelevant(&Seeds { heap: true, ..Seeds::none() });
    assert!(heap.contains(&4) && !heap.contains(&5), "{heap:?}");
    let exceptions = irrelevant(&Seeds { exceptions: true, ..Seeds::none() });
    assert!(exceptions.contains(&4) && !exceptions.contains(&8), "{exceptions:?}");
    let line = irrelevant(&Seeds { lines: vec![4], ..Seeds::none() });
    assert!(!line.contains(&4), "{line:?}");
}

#[test]
fn without_a_graph_the_code_alone_answers_and_says_why() {
    let compiled = compile_text("Few", SOURCE);
    let (program, run) = (&compiled.program, method(&compiled.program, "Few.run"));
    let answer = analyse(program, run, Err("none was made".into()), &Seeds::all()).expect("it has code");
    assert_eq!(answer.gaps, ["none was made"]);
    assert_eq!(lines(&answer.relevance, run, LineVerdict::Irrelevant).into_iter().collect::<Vec<_>>(), [4]);
}

/// Who asks for more finds more that matters; a graph finds at least what the code tells on its own; and whatever matters has a reason.
#[test]
fn answers_grow_with_what_is_known_and_shrink_with_what_is_asked() {
    let folder = compile_each(&test_programs("relevance"));
    let (mut asked, mut sharper) = (0, 0);
    for number in 0..test_programs("relevance").len() {
        let program = &open(vec![folder.path().join(number.to_string())]);
        let classes = program.class_path_names();
        let classes = classes.iter().map(|name| program.class_named(name).expect("it was compiled"));
        for method in classes.flat_map(|class| program.class(class).methods()).collect::<Vec<_>>() {
            let Ok(_) = program.body(method) else { continue };
            let Ok(graph) = graph(program, method) else { continue };
            let irrelevant = |graph: Result<&Graph, String>, seeds: &Seeds| {
                lines(&ask(program, method, graph, seeds), method, LineVerdict::Irrelevant)
            };
            let all = ask(program, method, Ok(&graph), &Seeds::all());
            let by_graph = lines(&all, method, LineVerdict::Irrelevant);
            let name = &program.method(method).name;
            let less = irrelevant(Ok(&graph), &Seeds { result: true, exceptions: true, ..Seeds::none() });
            assert!(by_graph.is_subset(&less), "{name}: {by_graph:?} are irrelevant, but {less:?} for less");
            let alone = irrelevant(Err("not looked at".into()), &Seeds::all());
            let known: BTreeSet<u32> =
                by_graph.union(&lines(&all, method, LineVerdict::Unreached)).copied().collect();
            assert!(
                alone.is_subset(&known),
                "{name}: {alone:?} are irrelevant without the graph, {known:?} with it"
            );
            for line in lines(&all, method, LineVerdict::Relevant) {
                let has_chain =
                    all.chains.iter().any(|((_, of), chain)| *of == line && !chain.steps.is_empty());
                assert!(has_chain, "{name}: line {line} matters, and nothing says for what");
            }
            asked += 1;
            sharper += usize::from(by_graph.len() > alone.len());
        }
    }
    assert!(asked > 100 && sharper > 3, "{asked} methods were asked about, {sharper} gained by their graph");
}
