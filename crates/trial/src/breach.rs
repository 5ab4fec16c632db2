//! Inputs that break a contract: they satisfy the precondition, the method ran on them, and something else came out.
//!
//! Only what a run shows counts. Permissions leave no trace in one, and neither does what a proof needs besides
//! (invariants, measures, definitions to open). An input must be one Java could have made: objects with final fields, or of
//! classes that extend the JDK's, are left to constructors we do not run, so there are none of these.

use base::{Budget, Place};
use frames::core::Program as Core;
use frames::java::ast::Body;
use frames::java::table::{MethodId, MethodInfo, Table};
use library::mentioned;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use program::{MethodId as JavaMethod, Program};

use crate::call::{Caller, no_result};
use crate::host::{Ended, Host, Thrown};
use crate::input::{Contract, Input, Inputs};
use crate::value::{Heap, Value};
use crate::words;
use crate::world::{Footprint, Store};

/// A run that broke a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The clause that is false, or the line an exception comes from.
    pub place: Place,
    /// One sentence: what happened.
    pub what: String,
    /// Arguments, and the fields they lead to: names and values.
    pub input: Vec<(String, String)>,
    /// The result, and what the run changed.
    pub after: Vec<(String, String)>,
}

/// Values by name, of a state in which an obligation has no proof.
pub type Hint = Vec<(String, String)>;

/// Looks for breaches in one program.
pub struct Seeker<'a, 'p> {
    caller: Caller<'a, 'p>,
}

/// Runs of one method, and inputs looked for.
const RUNS: usize = 150;
const ATTEMPTS: u64 = 1_500;

impl<'a, 'p> Seeker<'a, 'p> {
    /// `likely` are numbers worth trying.
    pub fn new(
        table: &'a Table<'a>,
        core: &'a Core,
        classes: &'p Program,
        likely: &'a [BigInt],
    ) -> Result<Self, String> {
        let inputs = Inputs { likely, with_finals: false, ..Inputs::new(table, core) };
        Ok(Self { caller: Caller { inputs, host: Host::new(classes)? } })
    }

    /// An input that breaks the contract of the member of this name, if one is found in time.
    pub fn seek(&mut self, member: &str, hints: &[Hint], budget: &Budget) -> Option<Breach> {
        let table = self.caller.inputs.table;
        let (method, info) = table.methods.iter_enumerated().find(|(_, info)| info.name == member)?;
        let is_abstract = info.decl.result.is_none() && table.classes[info.class].decl.modifiers.is_abstract;
        if !matches!(info.decl.body, Body::Block(_)) || info.decl.is_ghost || is_abstract {
            return None;
        }
        let contract = self.caller.inputs.contract(info)?;
        let target = self.caller.java_method(info)?;
        let hinted = hints.iter().map(|hint| preset(hint));
        let presets: Vec<_> = hinted.filter(|preset| !preset.is_empty()).chain([Vec::new()]).collect();
        let mut runs = 0;
        for seed in 0..ATTEMPTS {
            if runs >= RUNS || budget.check().is_err() {
                return None;
            }
            // Every other time what a hint says, as long as there are hints.
            let turn = seed as usize % (2 * presets.len());
            self.caller.inputs.preset = presets.get(turn).cloned().unwrap_or_default();
            self.caller.inputs.seed = seed;
            let Some(input) = self.caller.inputs.input(method, &contract) else { continue };
            runs += 1;
            if let Some(breach) = self.run(method, &contract, target, input) {
                return Some(breach);
            }
        }
        None
    }

    /// Runs one input; what it breaks, if that can be told.
    fn run(
        &mut self,
        method: MethodId,
        contract: &Contract<'_>,
        target: JavaMethod,
        input: Input,
    ) -> Option<Breach> {
        let info = &self.caller.inputs.table.methods[method];
        let Input { heap, mut store, .. } = input;
        let is_plain = |class: &str| self.caller.host.is_plain(class);
        if heap.objects.iter().any(|object| object.length.is_none() && !is_plain(&object.class)) {
            return None;
        }
        let (before, arguments) = self.caller.prepare(info, contract, &heap, &mut store, target).ok()?;
        let owned = self.precondition(contract, &store, &before)?;
        let shown = words::arguments(self.caller.inputs.table, info, contract, &store, &before);
        let (result, thrown) = match self.caller.host.call(target, &arguments, &info.result) {
            Ended::Returned(value) => (value, None),
            Ended::Threw(thrown) if !thrown.is_programs => return None,
            Ended::Threw(thrown) if contract.exception.is_none() => {
                let what = format!("`{}` is thrown", thrown.class);
                return Some(Breach {
                    place: self.origin(info, &thrown),
                    what,
                    input: shown,
                    after: Vec::new(),
                });
            }
            Ended::Threw(thrown) => (None, Some(thrown)),
            Ended::Neither => return None,
        };
        let mut after = self.caller.host.read(self.caller.inputs.table).ok()?;
        self.caller.keep_ghosts(&before, &mut after, &owned);
        if let Some(local) = contract.exception {
            let exception = thrown.as_ref().map_or(Value::NULL, |thrown| thrown.exception.clone());
            store.values.insert(local, exception);
        }
        let bound = result.clone().or_else(|| no_result(&info.result));
        if let (Some(local), Some(value)) = (contract.result, bound) {
            store.values.insert(local, value);
        }
        if thrown.as_ref().is_some_and(|thrown| !self.knows(&thrown.class)) {
            return None;
        }
        let place = self.false_clause(contract, &store, after.clone(), before)?;
        let what = match &thrown {
            Some(thrown) => format!("`{}` is thrown, and what is said about that is false", thrown.class),
            None => "this postcondition is false after the call".to_owned(),
        };
        let mut changed = words::arguments(self.caller.inputs.table, info, contract, &store, &after);
        changed.retain(|line| !shown.contains(line));
        let result = result.and_then(|value| words::plain(&value)).map(|value| ("result".to_owned(), value));
        Some(Breach { place, what, input: shown, after: result.into_iter().chain(changed).collect() })
    }

    /// What the precondition owns, if it holds for certain in the heap the machine has.
    fn precondition(&self, contract: &Contract<'_>, store: &Store, heap: &Heap) -> Option<Footprint> {
        let mut world = self.caller.inputs.world(heap.clone(), Heap::default(), false);
        let mut owned = Footprint::new();
        let held = world.holds_all(&mut store.clone(), contract.requires, &BigRational::one(), &mut owned);
        (held == Ok(true)).then_some(owned)
    }

    /// The clause of the postcondition that is false for certain.
    fn false_clause(
        &self,
        contract: &Contract<'_>,
        store: &Store,
        after: Heap,
        before: Heap,
    ) -> Option<Place> {
        let mut world = self.caller.inputs.world(after, before, false);
        let (mut store, mut owned) = (store.clone(), Footprint::new());
        for clause in contract.ensures {
            match world.holds(&mut store, clause, &BigRational::one(), &mut owned) {
                Ok(true) => {}
                Ok(false) => return Some(clause.place.clone()),
                Err(_) => return None,
            }
        }
        None
    }

    /// Whether contracts know the superclasses of an exception.
    fn knows(&self, class: &str) -> bool {
        self.caller.inputs.table.class_named(class).is_some() || mentioned::superclass(class).is_some()
    }

    /// Where an exception comes from in the given sources; the method, if nobody knows.
    fn origin(&self, info: &MethodInfo<'_>, thrown: &Thrown) -> Place {
        let table = self.caller.inputs.table;
        let source = table.classes[info.class].source;
        let (start, end) = (info.decl.span.start, info.decl.span.end);
        let sources = table.classes.iter().map(|class| class.source);
        let is_file = |name: &str, file: &str| name.rsplit(['/', '\\']).next() == Some(file);
        let found = thrown.at.as_ref().and_then(|(file, line)| {
            let source = sources.into_iter().find(|source| is_file(&source.name, file))?;
            Some(Place::of_line(source, *line))
        });
        found.unwrap_or_else(|| source.place(start, end))
    }
}

/// What a hint says about the start of the method: what was there before wins over what is there now.
fn preset(hint: &[(String, String)]) -> Vec<(String, Value)> {
    let old =
        |name: &str| name.strip_prefix("old(").and_then(|name| name.strip_suffix(')')).map(str::to_owned);
    let before = hint.iter().filter_map(|(name, value)| Some((old(name)?, value)));
    let now = hint.iter().filter(|(name, _)| old(name).is_none()).map(|(name, value)| (name.clone(), value));
    let mut out: Vec<(String, Value)> = Vec::new();
    for (name, value) in before.chain(now) {
        let value = match value.as_str() {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            number => number.parse::<BigInt>().ok().map(Value::Int),
        };
        if let Some(value) = value
            && out.iter().all(|(known, _)| *known != name)
        {
            out.push((name, value));
        }
    }
    out
}

/// Numbers a text names, and their neighbours.
pub fn numbers_in(text: &str, out: &mut Vec<BigInt>) {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    for word in words.filter(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
        let word = word.replace('_', "");
        let word = word.trim_end_matches(['l', 'L']);
        let number = match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
            Some(digits) => BigInt::parse_bytes(digits.as_bytes(), 16),
            None => word.parse().ok(),
        };
        let Some(number) = number else { continue };
        for candidate in [number.clone(), &number - 1, &number + 1, -number] {
            if out.len() < MOST_NUMBERS && !out.contains(&candidate) {
                out.push(candidate);
            }
        }
    }
}

/// So that each has a chance.
const MOST_NUMBERS: usize = 200;
