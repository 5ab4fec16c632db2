//! Programs in the paper's language, run: every method and pure method on inputs for its precondition, then the main routine.

use std::sync::Arc;

use base::Source;
use frames::idf;
use frames::java::table::{MethodId, Table};

use trial::exec::{Run, Trouble};
use trial::input::{Contract, Inputs};
use trial::value::Heap;
use trial::world::Footprint;

use super::programs::Report;

const INPUTS: usize = 30;
const ATTEMPTS: usize = 500;

pub fn run(source: &Arc<Source>, report: &mut Report) {
    let translated = idf::translate(source);
    assert!(translated.problems.is_empty(), "{:?}", translated.problems);
    let units = [(source.clone(), idf::parse(source).expect("it was just translated"))];
    let table = Table::new(&units, &mut Vec::new());
    let mut inputs = Inputs::new(&table, &translated.program);
    for (method, info) in table.methods.iter_enumerated() {
        let name = format!("{} {}", source.name, info.name);
        let contract = inputs.contract(info).expect("every method is translated");
        let ran = (0..ATTEMPTS).filter_map(|attempt| {
            inputs.seed = attempt as u64;
            once(&inputs, method, &contract)
        });
        note(report, name, ran.take(INPUTS).collect());
    }
    let main = translated.program.methods.iter_enumerated().find(|(_, method)| method.name == "main");
    if let Some((main, _)) = main {
        let mut world = inputs.world(Heap::default(), Heap::default(), false);
        let ran = Run::new(&mut world).call(main, Vec::new(), &mut Footprint::new());
        note(report, format!("{} main", source.name), vec![ran.map(drop)]);
    }
}

/// One run, if this seed leads to an input.
fn once(inputs: &Inputs<'_>, method: MethodId, contract: &Contract<'_>) -> Option<Result<(), Trouble>> {
    let mut input = inputs.input(method, contract)?;
    let arguments = contract.params.iter().map(|param| input.store.values[param].clone()).collect();
    let mut world = inputs.world(input.heap, Heap::default(), false);
    Some(match (contract.method, contract.function) {
        (Some(method), _) => Run::new(&mut world).call(method, arguments, &mut input.owned).map(drop),
        (None, Some(function)) => world.apply(function, arguments).map(drop).map_err(Trouble::from),
        (None, None) => unreachable!("a contract is a method's or a function's"),
    })
}

fn note(report: &mut Report, name: String, ran: Vec<Result<(), Trouble>>) {
    report.methods += 1;
    report.inputs += ran.len();
    if ran.is_empty() {
        report.without_input.insert(name.clone());
    }
    for trouble in ran.into_iter().filter_map(Result::err) {
        match trouble {
            Trouble::Wrong(why) => return report.disagreements.push(format!("{name}: {why}")),
            Trouble::Unknown(why) => drop(report.undecided.insert(format!("{name}: {why}"))),
        }
    }
}
