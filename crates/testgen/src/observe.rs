//! A recipe and the call it is for, run on the concrete machine and watched.
//!
//! The same is run a second time in a world that differs in what no program may rely on: identity hashes, the clock, the order of
//! immutable sets. What differs between the two runs is not asserted.

use std::io;

use explore::replay::Watch;
use explore::{Booted, Entry};
use library::names;
use machine::concrete::{Machine, Outcome as End, Thrown, Value};
use machine::{Host, Silent};
use program::class::Origin;
use program::{ClassId, FieldId, MethodId, Program};

use crate::cook::{Cook, why};
use crate::picture::{Content, Node, Picture, Seen};
use crate::recipe::Recipe;

/// What was seen. The machine is left as the call left it.
pub struct Observed {
    pub end: Ended,
    /// What the variables of the recipe hold.
    pub vars: Vec<Value>,
    pub before: Picture,
    /// Its roots: the returned value, or the object a constructor made.
    pub after: Picture,
    pub branches: Vec<(MethodId, u32, u32)>,
    /// Classes of the user that are initialised now.
    pub classes: Vec<ClassId>,
    /// Static fields the recipe or the call changed. Only known where the classes were initialised before.
    pub statics: Vec<FieldId>,
    /// Those the call changed, and what they hold now (in `after`).
    pub changes: Vec<(FieldId, Seen)>,
}

pub enum Ended {
    Returned,
    Threw(Thrown),
}

/// Which of the two worlds to run in, with the classes to initialise first.
#[derive(Clone, Copy)]
pub enum World<'a> {
    Usual(&'a [ClassId]),
    Other(&'a [ClassId]),
}

/// Runs a recipe and the call.
pub fn observe(
    booted: &mut Booted<'_>,
    entry: &Entry,
    recipe: &Recipe,
    world: World<'_>,
) -> Result<Observed, String> {
    let (is_other, initialised) = match world {
        World::Usual(classes) => (false, classes),
        World::Other(classes) => (true, classes),
    };
    in_world(booted, is_other, |machine| run(machine, entry, recipe, initialised))
}

/// How the call of a recipe ends, in the usual world or the other one.
pub fn end(
    booted: &mut Booted<'_>,
    entry: &Entry,
    recipe: &Recipe,
    is_other: bool,
    steps: u64,
) -> Result<End, String> {
    in_world(booted, is_other, |machine| {
        let mut cook = Cook { machine, vars: Vec::new() };
        for step in &recipe.steps {
            cook.step(step)?;
        }
        cook.enter(entry, &recipe.args, steps)
    })
}

/// Does something in a world in which nothing has happened.
fn in_world<'p, T>(
    booted: &mut Booted<'p>,
    is_other: bool,
    act: impl FnOnce(&mut Machine<'p>) -> Result<T, String>,
) -> Result<T, String> {
    booted.machine.state = booted.concrete.clone();
    let machine = &mut booted.machine;
    if !is_other {
        return act(machine);
    }
    let usual = std::mem::replace(&mut machine.cx.host, Box::new(Later));
    disturb(machine);
    let done = act(machine);
    machine.cx.host = usual;
    done
}

fn run(
    machine: &mut Machine<'_>,
    entry: &Entry,
    recipe: &Recipe,
    initialised: &[ClassId],
) -> Result<Observed, String> {
    for class in initialised {
        machine.initialise(*class).map_err(|end| why(&end))?;
    }
    let statics = static_fields(machine.cx.program, initialised);
    let held = values(machine, &statics);
    let shelf = Picture::take(machine, None, &held)?;
    let mut cook = Cook { machine, vars: Vec::new() };
    for step in &recipe.steps {
        cook.step(step)?;
    }
    let mut args = Vec::new();
    if entry.is_constructor {
        let class = cook.machine.cx.program.method(entry.method).class;
        args.push(Value::Object(cook.machine.new_object(class).map_err(|end| why(&end))?));
    }
    for arg in &recipe.args {
        args.push(cook.value(arg)?);
    }
    let vars = cook.vars;
    let held = values(machine, &statics);
    let built = Picture::take(machine, Some(&shelf), &held)?;
    let before = Picture::take(machine, None, &vars)?;
    let mut watch = Watch::default();
    let (end, result) = match machine.call(entry.method, &args, &mut watch) {
        End::Returned(value) => (Ended::Returned, if entry.is_constructor { Some(args[0]) } else { value }),
        End::Threw(thrown) => (Ended::Threw(thrown), None),
        End::Exit(_) => return Err("it ends the program".to_owned()),
        other => return Err(why(&other)),
    };
    let held = values(machine, &statics);
    let later = Picture::take(machine, Some(&built), &held)?;
    keeps_shelf(&shelf, &later)?;
    let by_call = changed(machine.cx.program, &statics, &built, &later)?;
    let roots: Vec<Value> = result.into_iter().chain(values(machine, &by_call)).collect();
    let mut after = Picture::take(machine, Some(&before), &roots)?;
    let now = after.roots.split_off(usize::from(result.is_some()));
    Ok(Observed {
        end,
        vars,
        before,
        after,
        branches: watch.branches,
        classes: own_classes(machine),
        statics: changed(machine.cx.program, &statics, &shelf, &later)?,
        changes: by_call.into_iter().zip(now).collect(),
    })
}

/// The objects static fields hold must be as before: no test could mend them.
fn keeps_shelf(before: &Picture, after: &Picture) -> Result<(), String> {
    let is_kept = |(index, node): (usize, &Node)| node.content == after.nodes[index].content;
    let own = |node: &Node| !matches!(node.content, Content::Closed);
    match before.nodes.iter().enumerate().filter(|(_, node)| own(node)).all(is_kept) {
        true => Ok(()),
        false => Err("it changes objects that static fields hold, which a test cannot undo".to_owned()),
    }
}

/// Static fields that hold another value.
fn changed(
    program: &Program,
    fields: &[FieldId],
    before: &Picture,
    after: &Picture,
) -> Result<Vec<FieldId>, String> {
    let pairs = fields.iter().zip(before.roots.iter().zip(&after.roots));
    let changed: Vec<FieldId> = pairs.filter(|(_, (was, is))| was != is).map(|(field, _)| *field).collect();
    match changed.iter().find(|field| program.field(**field).flags.is(program::Flags::FINAL)) {
        Some(field) => Err(format!("it changes the final field `{}`", program.field(*field).name)),
        None => Ok(changed),
    }
}

fn values(machine: &mut Machine<'_>, fields: &[FieldId]) -> Vec<Value> {
    fields.iter().map(|field| machine.static_field(*field)).collect()
}

fn static_fields(program: &Program, classes: &[ClassId]) -> Vec<FieldId> {
    classes.iter().flat_map(|class| program.class(*class).static_fields.iter().copied()).collect()
}

fn own_classes(machine: &Machine<'_>) -> Vec<ClassId> {
    let program = machine.cx.program;
    let all = machine.state.initialised_classes().filter(|(_, status)| *status == machine::Init::Done);
    all.map(|(class, _)| class).filter(|class| program.class(*class).origin == Origin::ClassPath).collect()
}

/// Changes what programs may not rely on.
fn disturb(machine: &mut Machine<'_>) {
    machine.state.heap.reseed_hashes(0x2545_f491);
    let program = machine.cx.program;
    let Ok(class) = program.class_named(names::IMMUTABLE_COLLECTIONS) else { return };
    for field in program.class(class).fields().filter(|field| program.field(*field).is_static()) {
        match (&*program.field(field).name, machine.static_field(field)) {
            ("REVERSE", Value::Int(bit)) => machine.set_static(field, Value::Int(1 - bit)),
            ("SALT32L", Value::Long(salt)) => machine.set_static(field, Value::Long(salt ^ 0x5bd1_e995)),
            _ => {}
        }
    }
}

/// The silent world, two days later.
struct Later;

impl Host for Later {
    fn write(&mut self, descriptor: i32, bytes: &[u8]) -> io::Result<()> {
        Silent.write(descriptor, bytes)
    }

    fn read(&mut self, descriptor: i32, buffer: &mut [u8]) -> io::Result<usize> {
        Silent.read(descriptor, buffer)
    }

    fn available(&mut self) -> io::Result<usize> {
        Silent.available()
    }

    fn now(&mut self) -> i128 {
        2 * 24 * 3600 * 1_000_000_007
    }

    fn properties(&self) -> Vec<(String, String)> {
        Silent.properties()
    }
}
