//! What terms and solver layers cost, as ratios: `cargo bench -p solver`.
//!
//! Each workload is asked of plain Z3 and of chains with more layers; a line names the chain, questions per second, how much
//! faster than plain Z3 that is, and which share of the questions (or parts of them) each layer answered alone. Times are the
//! thread's own processor time, so a busy machine changes little.

use std::hint::black_box;
use std::time::Instant;

use solver::{LayerKind, Mode, Options, Solver};
use term::{Sort, Term, Terms};

/// Path conditions in the order a depth-first search asks them.
struct Workload {
    name: &'static str,
    terms: Terms,
    queries: Vec<Vec<Term>>,
}

fn main() {
    construction();
    for workload in [counting_loop(), independent_inputs(), reference_guards(), arithmetic()] {
        compare(&workload);
    }
    entailments();
}

/// Runs something and returns its processor time, or for short runs, where Linux counts too coarsely, the time on the wall.
fn timed(run: impl FnOnce()) -> f64 {
    let (wall, start) = (Instant::now(), processor_seconds());
    run();
    let (wall, processor) = (wall.elapsed().as_secs_f64(), processor_seconds() - start);
    if wall < 0.05 { wall } else { processor }
}

fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux keeps count");
    let nanoseconds = text.split_whitespace().next().and_then(|number| number.parse::<f64>().ok());
    nanoseconds.expect("the first number is the time on a processor") / 1e9
}

fn construction() {
    let terms = Terms::new();
    let variables: Vec<Term> = (0..100).map(|index| terms.var(&format!("x{index}"), Sort::INT32)).collect();
    let build = || {
        let mut formula = Terms::TRUE;
        for &x in &variables {
            for &y in &variables {
                let sum = terms.add(x, terms.add(y, terms.i32(1)));
                formula = terms.or([terms.less(sum, x), terms.eq(sum, y)]);
            }
        }
        formula
    };
    for pass in ["new", "known"] {
        let seconds = timed(|| {
            black_box(build());
        });
        let nanoseconds = (seconds * 1e9) as u64 / 50_000;
        println!("construction, {pass} terms: {nanoseconds} ns per constructor ({} terms)", terms.len());
    }
}

fn compare(workload: &Workload) {
    use LayerKind::{Cache, Equalities, Intervals, Slices, Syntactic, Z3};
    println!("\n{}: {} questions", workload.name, workload.queries.len());
    let chains: [&[LayerKind]; 6] = [
        &[Z3],
        &[Slices, Z3],
        &[Cache, Z3],
        &[Slices, Cache, Z3],
        &[Equalities, Intervals, Z3],
        &[Syntactic, Slices, Cache, Equalities, Intervals, Z3],
    ];
    let mut plain = None;
    for layers in chains {
        let options = Options { layers: layers.to_vec(), ..Options::plain(Mode::Paths) };
        let mut solver = Solver::new(options).expect("Z3 is installed");
        let seconds = timed(|| {
            for query in &workload.queries {
                black_box(solver.solve(&workload.terms, query));
            }
        });
        let plain = *plain.get_or_insert(seconds);
        let names: Vec<&str> = layers.iter().map(|layer| layer.name()).collect();
        let rate = workload.queries.len() as f64 / seconds;
        println!("  {:55} {rate:9.0}/s  {:6.1}x  {}", names.join(" > "), plain / seconds, shares(&solver));
    }
}

/// Who answered, and in which share of the time.
fn shares(solver: &Solver) -> String {
    let layers = solver.statistics().layers;
    let answered: u64 = layers.iter().map(|layer| layer.answered).sum();
    let time: f64 = layers.iter().map(|layer| layer.time.as_secs_f64()).sum();
    let share = |layer: &solver::LayerStatistics| {
        let (part, time) = (100 * layer.answered / answered.max(1), 100.0 * layer.time.as_secs_f64() / time);
        format!("{} {part}%/{time:.0}%t", layer.kind.name())
    };
    layers.iter().map(share).collect::<Vec<_>>().join(", ")
}

/// `for (i = 0; i < n; i++) if (a[i] > k) …`: both sides of every branch are asked.
fn counting_loop() -> Workload {
    let terms = Terms::new();
    let [n, k] = ["n", "k"].map(|name| terms.var(name, Sort::INT32));
    let array = terms.var("a", terms.array_sort(Sort::INT32, Sort::INT32));
    let mut queries = Vec::new();
    explore(&terms, &mut Vec::new(), &mut queries, 8, &|depth| {
        let index = terms.i32(depth / 2);
        if depth % 2 == 0 { terms.less(index, n) } else { terms.less(k, terms.select(array, index)) }
    });
    Workload { name: "counting loop", terms, queries }
}

/// One branch per input, as in validating the fields of a record.
fn independent_inputs() -> Workload {
    let terms = Terms::new();
    let inputs: Vec<Term> = (0..10).map(|index| terms.var(&format!("in{index}"), Sort::INT32)).collect();
    let mut queries = Vec::new();
    explore(&terms, &mut Vec::new(), &mut queries, 8, &|depth| {
        let input = inputs[depth as usize];
        terms.less(terms.bit_and(input, terms.i32(127)), terms.add(input, terms.i32(10 * depth)))
    });
    Workload { name: "independent inputs", terms, queries }
}

/// Guards of heap summaries: is this reference null, is it that one?
fn reference_guards() -> Workload {
    let terms = Terms::new();
    let inputs: Vec<Term> = (0..8).map(|index| terms.var(&format!("r{index}"), Sort::Ref)).collect();
    let mut queries = Vec::new();
    explore(&terms, &mut Vec::new(), &mut queries, 8, &|depth| {
        let (newest, older) = (inputs[depth as usize % 8], &inputs[..depth as usize % 8]);
        let aliases = older.iter().map(|&other| terms.and([terms.not_null(other), terms.eq(newest, other)]));
        terms.or(aliases.chain([terms.is_null(newest)]).collect::<Vec<_>>())
    });
    Workload { name: "reference guards", terms, queries }
}

/// Branches on sums and shifts of few inputs.
fn arithmetic() -> Workload {
    let terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.var(name, Sort::INT32));
    let mut queries = Vec::new();
    explore(&terms, &mut Vec::new(), &mut queries, 6, &|depth| {
        let step = terms.i32(depth * 3 + 1);
        let sum = terms.add(terms.shl(x, terms.i32(depth % 3)), terms.mul(y, step));
        if depth % 2 == 0 { terms.less(sum, z) } else { terms.eq(terms.bit_and(sum, terms.i32(7)), step) }
    });
    Workload { name: "arithmetic", terms, queries }
}

/// Asks for both outcomes of each branch, depth first, down to a depth.
fn explore(
    terms: &Terms,
    path: &mut Vec<Term>,
    queries: &mut Vec<Vec<Term>>,
    depth: i32,
    branch: &dyn Fn(i32) -> Term,
) {
    if path.len() as i32 == depth {
        return;
    }
    let condition = branch(path.len() as i32);
    for outcome in [condition, terms.not(condition)] {
        path.push(outcome);
        queries.push(path.clone());
        explore(terms, path, queries, depth, branch);
        path.pop();
    }
}

/// A verifier's questions: "is the receiver of this chunk that one?", most of them true by equalities at hand.
fn entailments() {
    const CHUNKS: usize = 60;
    let terms = Terms::new();
    let next = terms.function("next", &[Sort::Ref], Sort::Ref);
    let receivers: Vec<Term> = (0..CHUNKS).map(|index| terms.var(&format!("o{index}"), Sort::Ref)).collect();
    let goals: Vec<Term> = (1..CHUNKS)
        .map(|index| terms.eq(receivers[index], terms.apply(next, &[receivers[index - 1]])))
        .collect();
    let mut rates = Vec::new();
    for first_sight in [false, true] {
        let mut solver = Solver::new(Options::proofs()).expect("Z3 is installed");
        for index in 0..goals.len() {
            let alias = terms.var(&format!("alias{index}"), Sort::Ref);
            solver.assert(&terms, terms.eq(alias, receivers[index + 1]));
            solver.assert(&terms, terms.eq(alias, terms.apply(next, &[receivers[index]])));
            solver.assert(&terms, terms.not_null(receivers[index]));
        }
        let rounds = if first_sight { 200 } else { 2 };
        let prove = |solver: &mut Solver, goal: Term| {
            if first_sight {
                return solver.entails(&terms, goal).is_proven();
            }
            solver.check(&terms, &[terms.not(goal)]).is_unsat()
        };
        let seconds = timed(|| {
            for &goal in (0..rounds).flat_map(|_| &goals) {
                assert!(prove(&mut solver, goal), "{}", terms.infix(goal));
            }
        });
        rates.push((rounds * goals.len()) as f64 / seconds);
    }
    println!(
        "\nentailments: {:.0}/s by Z3, {:.0}/s at first sight: {:.0}x",
        rates[0],
        rates[1],
        rates[1] / rates[0]
    );
}
