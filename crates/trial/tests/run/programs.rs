//! Running the methods of one file: inputs for each, a run on the machine, the contract evaluated on what came out.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::{Budget, Source};
use frames::java::ast::Body;
use frames::java::parse;
use frames::java::table::{MethodId, MethodInfo, Table};
use frames::java::{Overflow, translate};
use num_rational::BigRational;
use num_traits::{One, Zero};
use program::Program;

use trial::Seeker;
use trial::breach::numbers_in;
use trial::call::Caller;
use trial::exec::{Run, Trouble};
use trial::host::{Ended, Host};
use trial::input::{Contract, Input, Inputs};
use trial::value::{Heap, Location, Ref, Value};
use trial::world::{Footprint, Stop, Store, World};

#[derive(Default)]
pub struct Report {
    pub methods: usize,
    pub inputs: usize,
    pub disagreements: Vec<String>,
    /// Runs that break a contract, as `cupper verify` would tell them.
    pub breaches: Vec<String>,
    pub without_input: BTreeSet<String>,
    pub undecided: BTreeSet<String>,
    /// Arrivals at loops whose invariants were evaluated.
    pub arrivals: usize,
    /// Methods that ran on the machine but not statement by statement, and why.
    pub not_stepped: BTreeSet<String>,
}

pub struct Trial<'a, 'p>(Caller<'a, 'p>);

/// What was wrong with a run, or why nothing can be said.
enum Verdict {
    Agrees,
    Disagrees(String),
    Undecided(String),
    /// The input does not exist in Java after all, or the run did not end.
    Skipped,
}

const INPUTS: usize = 30;
const ATTEMPTS: usize = 1500;

impl Trial<'_, '_> {
    /// Runs every method of a file that has a body and no failure expected inside it.
    pub fn of(source: &Arc<Source>, classes: &Program, report: &mut Report) {
        let strict = source.text.lines().next().is_some_and(|first| first.contains("overflow: error"));
        let overflow = if strict { Overflow::Error } else { Overflow::Wrap };
        let translated = translate(std::slice::from_ref(source), overflow);
        let units = [(source.clone(), parse::unit(source))];
        let table = Table::new(&units, &mut Vec::new());
        let inputs = Inputs::new(&table, &translated.program);
        let mut trial = Trial(Caller { inputs, host: Host::new(classes).expect("a JDK") });
        let mut likely = Vec::new();
        numbers_in(&source.text, &mut likely);
        let seeker = Seeker::new(&table, &translated.program, classes, &likely);
        let mut seeker = seeker.expect("a JDK");
        for (method, info) in table.methods.iter_enumerated() {
            let text = &source.text[info.decl.span.start..info.decl.span.end];
            let line_end = source.text[info.decl.span.end..].lines().next().unwrap_or_default();
            let runs = matches!(info.decl.body, Body::Block(_)) && !info.decl.is_ghost;
            let fails = |method| contract_fails(source, &table.methods[method]);
            let wrong =
                text.contains("//~") || line_end.contains("//~") || fails(method) || fails(info.contract);
            if runs && !wrong && !translated.hidden.contains(&info.name) {
                trial.method(method, &source.name, report);
                let breach = seeker.seek(&info.name, &[], &Budget::unlimited());
                report.breaches.extend(breach.map(|breach| format!("{}: {breach:?}", info.name)));
            }
        }
    }

    fn method(&mut self, method: MethodId, file: &str, report: &mut Report) {
        let info = &self.0.inputs.table.methods[method];
        let Some(contract) = self.0.inputs.contract(info) else { return };
        let Some(target) = self.0.java_method(info) else {
            report.disagreements.push(format!("{}: the compiled class has no such method", info.name));
            return;
        };
        let name = format!("{file} {}", info.name);
        let (mut inputs, mut undecided) = (0, None);
        for attempt in 0..ATTEMPTS {
            if inputs >= INPUTS {
                break;
            }
            self.0.inputs.seed = attempt as u64;
            let Some(input) = self.0.inputs.input(method, &contract) else { continue };
            match self.check(method, &contract, target, input, report) {
                Verdict::Skipped => continue,
                Verdict::Agrees => {}
                Verdict::Undecided(why) => undecided = Some(why),
                Verdict::Disagrees(why) => {
                    report.disagreements.push(format!("{name}: {why}"));
                    inputs += 1;
                    break;
                }
            }
            inputs += 1;
        }
        report.methods += 1;
        report.inputs += inputs;
        if inputs == 0 {
            report.without_input.insert(name);
        } else if let Some(why) = undecided {
            report.undecided.insert(format!("{name}: {why}"));
        }
    }

    fn check(
        &mut self,
        method: MethodId,
        contract: &Contract<'_>,
        target: program::MethodId,
        input: Input,
        report: &mut Report,
    ) -> Verdict {
        let info = &self.0.inputs.table.methods[method];
        let Input { heap, mut store, owned } = input;
        let shown = format!("{:?} {:?}", store.values, heap);
        let (before, arguments) = match self.0.prepare(info, contract, &heap, &mut store, target) {
            Ok(prepared) => prepared,
            Err(_) => return Verdict::Skipped,
        };
        let mut result = None;
        let mut exception = Value::NULL;
        match self.0.host.call(target, &arguments, &info.result) {
            Ended::Returned(value) => result = value,
            Ended::Threw(thrown) if thrown.class == "StackOverflowError" => return Verdict::Skipped,
            Ended::Threw(thrown) if contract.exception.is_none() => {
                return Verdict::Disagrees(format!("threw {} on {shown}", thrown.class));
            }
            Ended::Threw(thrown) => exception = thrown.exception,
            Ended::Neither => return Verdict::Skipped,
        }
        let Ok(mut after) = self.0.host.read(self.0.inputs.table) else { return Verdict::Skipped };
        self.0.keep_ghosts(&before, &mut after, &owned);
        if let Some(location) = written_outside(&before, &after, &owned) {
            return Verdict::Disagrees(format!("wrote {location:?} without permission on {shown}"));
        }
        store.values.extend(contract.exception.map(|local| (local, exception)));
        if let (Some(local), Some(value)) = (contract.result, result.clone()) {
            store.values.insert(local, value);
        }
        let mut world = self.0.inputs.world(after, before, false);
        let mut kept = Footprint::new();
        let held = world.holds_all(&mut store, contract.ensures, &BigRational::one(), &mut kept);
        match held {
            Ok(true) => {}
            Ok(false) => {
                return Verdict::Disagrees(format!("the postcondition is false: {result:?} on {shown}"));
            }
            Err(Stop::Undefined(why)) => {
                return Verdict::Disagrees(format!("the postcondition is undefined ({why}) on {shown}"));
            }
            Err(Stop::Unknown(why)) => return Verdict::Undecided(why),
        }
        if let Some(location) = from_nowhere(&world.old, &owned, &kept) {
            return Verdict::Disagrees(format!("gives back more of {location:?} than it took on {shown}"));
        }
        match same_value(&mut world, contract, &store, result, &shown) {
            Verdict::Agrees => self.step_through(contract, &store, world, owned, report),
            other => other,
        }
    }

    /// Runs the body once more, as the verifier sees it, and compares with what the machine did. `seen` is the heap after
    /// the machine's run, and before it.
    fn step_through(
        &self,
        contract: &Contract<'_>,
        store: &Store,
        seen: World<'_>,
        mut owned: Footprint,
        report: &mut Report,
    ) -> Verdict {
        let Some(method) = contract.method else { return Verdict::Agrees };
        let arguments = contract.params.iter().map(|param| store.values[param].clone()).collect();
        let mut world = self.0.inputs.world(seen.old, Heap::default(), false);
        let mut run = Run::new(&mut world);
        let returned = run.call(method, arguments, &mut owned);
        report.arrivals += run.arrivals;
        match returned {
            Ok(returned) => {
                let result = self.0.inputs.program.methods[method].returns.iter().zip(returned);
                let known =
                    |value: &Value| matches!(value, Value::Int(_) | Value::Bool(_) | Value::Ref(Ref::Null));
                for (local, value) in result.filter(|(_, value)| known(value)) {
                    if store.values[local] != value {
                        return Verdict::Disagrees(format!(
                            "the machine returned {:?}, the core {value:?}",
                            store.values[local]
                        ));
                    }
                }
                match different_number(&world.heap, &seen.heap) {
                    Some(location) => Verdict::Disagrees(format!("the core leaves another {location:?}")),
                    None => Verdict::Agrees,
                }
            }
            Err(Trouble::Wrong(why)) => Verdict::Disagrees(format!("step by step: {why}")),
            Err(Trouble::Unknown(why)) => {
                report.not_stepped.insert(format!("{}: {why}", self.0.inputs.program.methods[method].name));
                Verdict::Agrees
            }
        }
    }
}

/// Whether a failure is expected in the contract comments right before the method.
fn contract_fails(source: &Source, info: &MethodInfo<'_>) -> bool {
    let before = source.text[..info.decl.span.start].lines().rev().skip(1);
    before.take_while(|line| line.trim_start().starts_with("//@")).any(|line| line.contains("//~"))
}

/// A location that changed although the precondition does not own all of it.
fn written_outside<'h>(before: &'h Heap, after: &Heap, owned: &Footprint) -> Option<&'h Location> {
    before.cells.iter().find_map(|(location, value)| {
        let changed = after.cells.get(location).is_some_and(|now| now != value);
        let whole = owned.get(location).is_some_and(|amount| *amount == BigRational::one());
        (changed && !whole).then_some(location)
    })
}

/// A location of an object that existed before, of which the postcondition owns more than the precondition did.
fn from_nowhere<'f>(before: &Heap, owned: &Footprint, kept: &'f Footprint) -> Option<&'f Location> {
    let existed = |location: &Location| match location {
        Location::Field(Ref::Object(object), _) | Location::Element(object, _) => {
            *object < before.objects.len()
        }
        Location::Field(..) => true,
    };
    let zero = BigRational::zero();
    let mut all = kept.iter();
    all.find(|(location, amount)| existed(location) && *amount > owned.get(location).unwrap_or(&zero))
        .map(|(location, _)| location)
}

/// A location of an object known to both heaps that holds different numbers or truth values.
fn different_number<'h>(one: &'h Heap, other: &Heap) -> Option<&'h Location> {
    one.cells.iter().find_map(|(location, value)| {
        let number = matches!(value, Value::Int(_) | Value::Bool(_));
        let differs = other.cells.get(location).is_some_and(|seen| seen != value);
        (number && differs).then_some(location)
    })
}

/// A pure method is worth what its definition says.
fn same_value(
    world: &mut World<'_>,
    contract: &Contract<'_>,
    store: &Store,
    result: Option<Value>,
    shown: &str,
) -> Verdict {
    let Some(function) = contract.function else { return Verdict::Agrees };
    let arguments = contract.params.iter().filter_map(|param| store.values.get(param).cloned()).collect();
    match world.apply(function, arguments) {
        Ok(value) if Some(&value) == result.as_ref() => Verdict::Agrees,
        Ok(value) => Verdict::Disagrees(format!("computed {result:?}, defined as {value:?} on {shown}")),
        Err(Stop::Undefined(why)) => {
            Verdict::Disagrees(format!("the definition is undefined ({why}) on {shown}"))
        }
        Err(Stop::Unknown(why)) => Verdict::Undecided(why),
    }
}
