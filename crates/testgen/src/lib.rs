//! JUnit tests out of explored paths: one test per path, which builds the path's input, calls the method and asserts what happened.
//!
//! | file | what |
//! |---|---|
//! | `recipe`, `cook` | the steps that build an input; their run on the concrete machine |
//! | `build`, `constructors` | the search for a recipe: constructors, setters, reflection |
//! | `observe`, `picture` | the call, watched: the heap before and after |
//! | `expect`, `outcome` | assertions; what the call does, as part of the test's name |
//! | `history` | how a failing input comes about through the public interface |
//! | `access`, `java`, `literal`, `name` | names, expressions and values in Java source |
//! | `suite`, `cover` | files; the smallest suite with the same branch coverage |
//!
//! Invariant: every value a test asserts was seen in a concrete run of the very steps the test takes, in two worlds that differ in
//! identity hashes, clock and the order of immutable sets. A path for which that cannot be done is skipped with a reason.

mod access;
mod build;
mod constructors;
mod cook;
mod cover;
mod expect;
mod history;
mod java;
mod literal;
mod name;
mod observe;
mod outcome;
mod picture;
mod recipe;
mod suite;

use std::collections::{BTreeMap, BTreeSet};

use base::Budget;
use explore::{Booted, Entry, Exploration, Input, Outcome, Path};
use program::{FieldId, MethodId, Program};

use access::Access;
use build::Mode;
use java::Java;
use observe::{Ended, Observed, World};

pub use history::{History, Makers, Unmade, history};
pub use suite::{File, MARK, Suite};

/// Which JUnit the tests are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    JUnit4,
    JUnit5,
}

/// The tests of one method.
#[derive(Clone, Debug, Default)]
pub struct MethodTests {
    pub tests: Vec<Test>,
    /// Paths without a test: how many, by reason.
    pub skipped: BTreeMap<String, usize>,
}

#[derive(Clone, Debug)]
pub struct Test {
    pub method: MethodId,
    /// Unique among the tests of its method.
    pub name: String,
    /// Statements, one a line, not indented.
    pub lines: Vec<String>,
    /// The path in words.
    pub condition: Vec<String>,
    /// Classes to import.
    pub imports: BTreeSet<String>,
    /// Static fields to be put back afterwards.
    pub statics: Vec<FieldId>,
    pub needs_assertions: bool,
    /// The call ends in an exception.
    pub throws: bool,
    /// Branches it takes: method, instruction, target.
    pub branches: Vec<(MethodId, u32, u32)>,
    /// The input of the path.
    pub input: Input,
}

/// A test for every path of an exploration, as long as there is time; a reason for each path that gets none.
pub fn tests<'p>(
    program: &'p Program,
    booted: &mut Booted<'p>,
    exploration: &Exploration,
    dialect: Dialect,
    budget: &Budget,
) -> MethodTests {
    let mut out = MethodTests::default();
    for path in &exploration.paths {
        let in_time = budget.check().map_err(|exhausted| exhausted.to_string());
        match in_time.and_then(|()| test(program, booted, &exploration.entry, path, dialect)) {
            Ok(mut test) => {
                let taken = |name: &str| out.tests.iter().any(|test| test.name == name);
                test.name = name::unused(&test.name, taken);
                out.tests.push(test);
            }
            Err(reason) => *out.skipped.entry(reason).or_default() += 1,
        }
    }
    out
}

/// A test for one path.
pub fn test<'p>(
    program: &'p Program,
    booted: &mut Booted<'p>,
    entry: &Entry,
    path: &Path,
    dialect: Dialect,
) -> Result<Test, String> {
    let input = match (&path.outcome, &path.input) {
        (Outcome::Incomplete(reason), _) => return Err(reason.to_string()),
        (Outcome::Exited(_), _) => return Err("it ends the program".to_owned()),
        (_, Some(Ok(input))) => input,
        (_, Some(Err(reason))) => return Err(reason.clone()),
        (_, None) => return Err("its input was not asked for".to_owned()),
    };
    if !path.is_confirmed() {
        return Err("its input takes another path when it is run".to_owned());
    }
    if let Some((what, _)) = input.asked.first() {
        return Err(format!("what it does may depend on {}", what.name()));
    }
    if input.heap.objects.iter().any(|object| object.before.is_some()) {
        return Err("its input was there before the call".to_owned());
    }
    let mut why = String::new();
    for mode in [Mode::Plain, Mode::Identities, Mode::Exact] {
        match (Attempt { program, entry, path, input, dialect }).run(booted, mode) {
            Ok(test) => return Ok(test),
            Err(reason) => why = reason,
        }
    }
    Err(why)
}

/// One way of making a test for a path.
struct Attempt<'a, 'p> {
    program: &'p Program,
    entry: &'a Entry,
    path: &'a Path,
    input: &'a Input,
    dialect: Dialect,
}

impl<'p> Attempt<'_, 'p> {
    fn run(&self, booted: &mut Booted<'p>, mode: Mode) -> Result<Test, String> {
        let access = Access::new(self.program, self.program.method(self.entry.method).class);
        booted.machine.state = booted.concrete.clone();
        let recipe = build::recipe(&access, &mut booted.machine, self.input, mode)?;
        let java = Java { access: &access, recipe: &recipe };
        let failure = match &self.path.outcome {
            Outcome::Threw(thrown) => Some(thrown),
            Outcome::Returned | Outcome::Exited(_) | Outcome::Discarded | Outcome::Incomplete(_) => None,
        };
        let probe = observe::observe(booted, self.entry, &recipe, World::Usual(&[]))?;
        self.takes_the_path(&probe)?;
        let classes = probe.classes;
        let first = observe::observe(booted, self.entry, &recipe, World::Usual(&classes))?;
        let expected =
            expect::expected(&java, &mut booted.machine, &first, self.entry, failure, self.dialect)?;
        let second = observe::observe(booted, self.entry, &recipe, World::Other(&classes))?;
        let other = expect::expected(&java, &mut booted.machine, &second, self.entry, failure, self.dialect)?;
        let is_void = first.after.roots.is_empty() && matches!(first.end, Ended::Returned);
        let expected =
            expected.agreeing_with(&other, is_void).ok_or("what it does differs from run to run")?;
        let mut lines: Vec<String> = recipe.steps.iter().map(|step| java.step(step)).collect();
        lines.push(self.act(&expected));
        lines.extend(expected.checks.into_iter().map(|check| check.line));
        Ok(Test {
            method: self.entry.method,
            name: name::situation(self.program, self.entry, self.input) + &expected.outcome,
            lines,
            condition: self.path.condition.clone(),
            imports: access.imports.borrow().clone(),
            statics: second.statics,
            needs_assertions: self.fails_an_assertion(),
            throws: matches!(first.end, Ended::Threw(_)),
            branches: first.branches,
            input: self.input.clone(),
        })
    }

    /// The call; if it is all there is to a test, that it ends well is what is asserted.
    fn act(&self, expected: &expect::Expected) -> String {
        let is_all = expected.checks.is_empty() && expected.act.line == expected.bare;
        match (is_all, self.dialect) {
            (true, Dialect::JUnit5) => {
                format!("assertDoesNotThrow(() -> {});", expected.bare.trim_end_matches(';'))
            }
            _ => expected.act.line.clone(),
        }
    }

    /// Whether the recipe's run ended as the path does, by the same branches.
    fn takes_the_path(&self, observed: &Observed) -> Result<(), String> {
        let Some(replay) = &self.path.replay else { return Err("its input was not run".to_owned()) };
        let same_end = match (&observed.end, &replay.outcome) {
            (Ended::Returned, Outcome::Returned) => true,
            (Ended::Threw(thrown), Outcome::Threw(expected)) => {
                self.program.class(thrown.class).java_name() == expected.class
            }
            _ => false,
        };
        // Class initialisers may run before the call here and during it there.
        let counts = |branch: &&(MethodId, u32, u32)| &*self.program.method(branch.0).name != "<clinit>";
        let set = |branches: &[(MethodId, u32, u32)]| {
            branches.iter().filter(counts).copied().collect::<BTreeSet<_>>()
        };
        if same_end && set(&observed.branches) == set(&replay.branches) {
            Ok(())
        } else {
            Err("its input cannot be built from outside".to_owned())
        }
    }

    fn fails_an_assertion(&self) -> bool {
        matches!(&self.path.outcome, Outcome::Threw(thrown) if thrown.kind() == "AssertionError")
    }
}
