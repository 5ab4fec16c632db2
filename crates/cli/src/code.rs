//! `cupper code TARGET`: the register code of a program's methods, as text.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use program::code::{ClassHeader, MethodHeader, MethodText, validate};
use program::{ClassId, LinkError, MethodId, Program};

use crate::outcome::Outcome;
use crate::target::PathArgs;
use crate::{broken, select};

/// Show the register code of a class, or lower the whole JDK
#[derive(clap::Args)]
pub struct Args {
    /// A class name, class file, JAR, folder of classes, `.java` file or folder of sources
    #[arg(value_name = "TARGET", required_unless_present = "all_jdk")]
    target: Option<String>,
    #[command(flatten)]
    path: PathArgs,
    /// Only these methods: `sum`, `Class.sum`, `sum(int, String)` or `sum(I)I`
    #[arg(long, value_name = "METHOD")]
    method: Option<String>,
    /// Lower and validate every class of the JDK, and say how many there are
    #[arg(long, conflicts_with_all = ["target", "method"])]
    all_jdk: bool,
    /// Only say what is wrong
    #[arg(long, short)]
    quiet: bool,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    match &args.target {
        None => lower_jdk(&args.path.program()?, args.quiet),
        Some(target) => show(&args, target),
    }
}

fn show(args: &Args, target: &str) -> anyhow::Result<Outcome> {
    let target = args.path.open(target)?;
    let wanted = args.method.as_deref().map(|pattern| select::named(&target, pattern)).transpose()?;
    let is_wanted = |id: &MethodId| wanted.as_ref().is_none_or(|wanted| wanted.contains(id));
    let mut outcome = if wanted.is_none() { broken::classes(&target) } else { Outcome::Clean };
    for class in target.load() {
        let methods: Vec<_> = target.program.class(class).methods().filter(is_wanted).collect();
        if methods.is_empty() && wanted.is_some() {
            continue;
        }
        match class_text(&target.program, class, &methods) {
            Ok(text) if !args.quiet => print!("{text}"),
            Ok(_) => {}
            Err(error) => {
                outcome = Outcome::WrongInput;
                crate::show::error(&error.diagnostic().into());
            }
        }
    }
    Ok(outcome)
}

/// The code of some of a class' methods.
fn class_text(program: &Program, class: ClassId, methods: &[MethodId]) -> Result<String, LinkError> {
    let mut out = String::new();
    let header = ClassHeader { program, class: program.class(class) };
    let _ = writeln!(out, "{header}\n");
    for &id in methods {
        let method = program.method(id);
        let _ = if method.is_abstract() || method.is_native() {
            writeln!(out, "{}\n", MethodHeader { program, method, body: None })
        } else {
            let body = program.body(id).map_err(Clone::clone)?;
            writeln!(out, "{}", MethodText { program, method, body })
        };
    }
    Ok(out)
}

/// Lowers and validates every class of the JDK, on all cores.
fn lower_jdk(program: &Program, quiet: bool) -> anyhow::Result<Outcome> {
    let names = program.jdk_names();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let parts: Vec<Part> = std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| Part::of(program, &names, &next))).collect();
        workers.into_iter().map(|worker| worker.join().expect("lowering does not panic")).collect()
    });
    let mut failures: Vec<_> = parts.iter().flat_map(|part| &part.failures).collect();
    failures.sort();
    failures.iter().for_each(|failure| eprintln!("{failure}"));
    let sum = |count: fn(&Part) -> usize| parts.iter().map(count).sum::<usize>();
    if !quiet {
        let (methods, insts) = (sum(|part| part.methods), sum(|part| part.insts));
        let unsupported = sum(|part| part.unsupported);
        println!(
            "{} classes, {methods} methods, {insts} instructions ({unsupported} unsupported), {} failures",
            names.len(),
            failures.len()
        );
    }
    Ok(if failures.is_empty() { Outcome::Clean } else { Outcome::Findings })
}

/// What one thread did.
#[derive(Default)]
struct Part {
    methods: usize,
    insts: usize,
    unsupported: usize,
    failures: Vec<String>,
}

impl Part {
    /// Takes classes off the list until there are none left.
    fn of(program: &Program, names: &[Arc<str>], next: &AtomicUsize) -> Self {
        let mut part = Self::default();
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            match program.class_named(name) {
                Ok(class) => program.class(class).methods().for_each(|method| part.lower(program, method)),
                Err(error) => part.failures.push(format!("{name}: {error}")),
            }
        }
        part
    }

    fn lower(&mut self, program: &Program, id: MethodId) {
        let method = program.method(id);
        if method.is_abstract() || method.is_native() {
            return;
        }
        self.methods += 1;
        match program.body(id) {
            Ok(body) => {
                self.insts += body.insts.len();
                self.unsupported += body.reasons.len();
                if let Err(broken) = validate(program, method, body) {
                    self.failures.push(format!("{}: {broken}", program.describe_method(method)));
                }
            }
            Err(error) => self.failures.push(error.to_string()),
        }
    }
}
