//! Histories: how a failing input comes about through the public interface, replayed from an empty world.
//!
//! A finding says which objects make a method fail. Whether anybody can make such objects is another question; a history answers
//! it: constructors, factories and calls of methods that a stranger may call, then the call that fails, as statements of Java. They are
//! searched for on the concrete machine, guided by what the failing input asks of its objects: `search` tries calls, `pool` knows what may
//! be handed to them, `makers` who makes what, `demand` how near an object comes to what is wanted.
//!
//! Invariant: a history was run from an empty world, twice, in two worlds that differ in identity hashes and clock, and ended both times
//! in the very failure: the same exception, made by the same line. That none is found proves nothing.

mod demand;
mod makers;
mod pool;
mod search;
mod thing;

use base::Budget;
use explore::{Booted, Entry, Finding};
use library::names;
use machine::concrete::{Outcome, Thrown};
use program::{MethodId, Program};

use crate::access::Access;
use crate::cook::Cook;
use crate::java::{HELPER, Java};
use crate::recipe::{Expr, Recipe};
use crate::{Test, name, observe};
use search::Search;
use thing::{Scribe, Thing};

pub use makers::Makers;

/// Instructions the failing call may take.
const MAX_STEPS: u64 = 1_000_000;

/// How a failure comes about.
#[derive(Clone, Debug)]
pub struct History {
    /// In Java; the last one fails.
    pub statements: Vec<String>,
    /// Whether null is handed to somebody on the way.
    pub gives_null: bool,
    /// A test of it, which uses nothing else.
    pub test: Test,
}

/// Why there is no history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmade {
    /// Nobody outside can make the call.
    Unreachable(String),
    /// None was found.
    NotFound,
}

/// What a history must end in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Failure {
    class: String,
    method: MethodId,
    line: Option<u32>,
}

/// Searches for a history of a finding.
pub fn history<'p>(
    program: &'p Program,
    booted: &mut Booted<'p>,
    makers: &Makers<'p>,
    entry: &Entry,
    found: &Finding,
    budget: &Budget,
) -> Result<History, Unmade> {
    let access = makers.vantage(entry.method).map_err(Unmade::Unreachable)?;
    let failure = Failure::of(&found.thrown).ok_or(Unmade::NotFound)?;
    let key = (entry.method, failure.clone(), format!("{:?}", found.input));
    if let Some(known) = makers.known.borrow().get(&key) {
        return known.clone();
    }
    let answer = search(program, booted, makers, &access, (entry, &failure), found, budget);
    if answer.is_ok() || budget.check().is_ok() {
        makers.known.borrow_mut().insert(key, answer.clone());
    }
    answer
}

fn search<'p>(
    program: &'p Program,
    booted: &mut Booted<'p>,
    makers: &Makers<'p>,
    access: &Access<'p>,
    (entry, failure): (&Entry, &Failure),
    found: &Finding,
    budget: &Budget,
) -> Result<History, Unmade> {
    for may_give_null in [false, true] {
        let mut search = Search::new(booted, access, makers, entry, &found.input, budget, may_give_null);
        let mut told = None;
        search.run(failure, &mut |booted, things| {
            told = tell(program, booted, (makers, entry), failure, things);
            told.is_some()
        });
        if let Some(history) = told {
            return Ok(history);
        }
    }
    Err(Unmade::NotFound)
}

impl Failure {
    fn of(thrown: &explore::Thrown) -> Option<Self> {
        let frame = thrown.own_frame()?;
        Some(Self { class: thrown.class.clone(), method: frame.method, line: frame.line })
    }

    /// Whether a run ended in it.
    pub fn is(&self, program: &Program, end: &Outcome) -> bool {
        let Outcome::Threw(Thrown { class, lines, .. }) = end else { return false };
        let own = lines.iter().find(|line| !line.is_jdk);
        own.is_some_and(|own| own.method == self.method && own.line == self.line)
            && program.class(*class).java_name() == self.class
    }
}

/// The history that consists of these things and the call with them, if it holds what histories promise.
fn tell<'p>(
    program: &'p Program,
    booted: &mut Booted<'p>,
    (makers, entry): (&Makers<'p>, &Entry),
    failure: &Failure,
    things: &[Thing],
) -> Option<History> {
    let access = makers.vantage(entry.method).ok()?;
    booted.machine.state = booted.concrete.clone();
    let mut scribe = Scribe::new(&access, Cook { machine: &mut booted.machine, vars: Vec::new() });
    let args = things.iter().map(|thing| scribe.expr(thing)).collect::<Result<Vec<_>, _>>().ok()?;
    let recipe = Recipe { args, ..scribe.recipe };
    let is_sure = [false, true].into_iter().all(|is_other| {
        let end = observe::end(booted, entry, &recipe, is_other, MAX_STEPS);
        end.is_ok_and(|end| failure.is(program, &end))
    });
    if !is_sure {
        return None;
    }
    let java = Java { access: &access, recipe: &recipe };
    let mut statements: Vec<String> = recipe.steps.iter().map(|step| java.step(step)).collect();
    let is_on_object = !program.method(entry.method).is_static() && !entry.is_constructor;
    let call = match &recipe.args[..] {
        [receiver, args @ ..] if is_on_object => java.call(entry.method, Some(receiver), args),
        args => java.call(entry.method, None, args),
    };
    let thrown = program.class_named(&failure.class.replace('.', "/")).ok()?;
    let mut lines = statements.clone();
    lines.push(format!("assertThrows({}.class, () -> {call});", access.nearest_name(thrown)));
    statements.push(format!("{call};"));
    if statements.iter().any(|line| line.contains(HELPER)) {
        return None;
    }
    let mut given = recipe.args.iter().zip(&entry.params);
    let gives_null = things.iter().any(|thing| thing.gives_null())
        || given.any(|(arg, param)| *arg == Expr::Null && !param.nullable);
    let test = Test {
        method: entry.method,
        name: test_name(program, entry, failure),
        lines,
        condition: Vec::new(),
        imports: access.imports.borrow().clone(),
        statics: Vec::new(),
        needs_assertions: failure.class.replace('.', "/") == names::ASSERTION,
        throws: true,
        branches: Vec::new(),
        input: explore::Input {
            args: Vec::new(),
            statics: Vec::new(),
            heap: heap::InputHeap::default(),
            nondet: Vec::new(),
            asked: Vec::new(),
        },
    };
    Some(History { statements, gives_null, test })
}

fn test_name(program: &Program, entry: &Entry, failure: &Failure) -> String {
    let method = program.method(entry.method);
    let what = if entry.is_constructor { "create" } else { &method.name };
    let kind = failure.class.rsplit(['.', '$']).next().unwrap_or(&failure.class);
    format!("{}Throws{kind}", name::variable(what))
}
