//! `cupper facts TARGET`: what holds of objects in every state that their own classes can make.

mod text;

use std::time::{Duration, Instant};

use base::{Budget, Diagnostic};
use clap::ValueEnum;
use facts::{ASSUMED, Facts};
use program::{ClassId, Program};
use report::Report;

use crate::outcome::Outcome;
use crate::target::TargetArgs;
use crate::{broken, interrupt, megabytes, seconds, views};

/// Show what holds of the fields of all objects, and what it rests on
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    target: TargetArgs,
    /// Only this class; may be given more than once
    #[arg(long, value_name = "CLASS")]
    class: Vec<String>,
    /// How facts are printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Seconds for everything
    #[arg(long, visible_alias = "timeout", value_parser = seconds::parse, default_value = "60", value_name = "SECONDS")]
    time: Duration,
    /// Megabytes of memory
    #[arg(long, value_parser = megabytes::parse, default_value = "4096", value_name = "MB")]
    memory: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    let started = Instant::now();
    let (named, target) = (args.target.target.clone(), args.target.open()?);
    let outcome = if args.class.is_empty() { broken::classes(&target) } else { Outcome::Clean };
    let budget = Budget::unlimited().within(args.time).with_memory(args.memory);
    interrupt::stop_softly(&budget);
    let classes = wanted(&target.program, target.load(), &args.class)?;
    let Some(facts) = Facts::find(&target.program, &budget) else {
        println!("unknown: no facts were found within the limits");
        return Ok(Outcome::Unknown);
    };
    let results = classes.iter().map(|&class| text::of_class(&target.program, &facts, class)).collect();
    let report = views::report("facts", &[named], &target, results);
    let seconds = started.elapsed().as_secs_f64();
    let report = Report { seconds, assumptions: vec![ASSUMED.to_owned()], ..report };
    match args.format {
        Format::Text => print!("{}", text::render(&report)),
        Format::Json => print!("{}", report::json(&report)),
    }
    Ok(outcome)
}

/// The classes named, by their names in Java or the last part of these; all if none is.
fn wanted(program: &Program, all: Vec<ClassId>, names: &[String]) -> anyhow::Result<Vec<ClassId>> {
    if names.is_empty() {
        return Ok(all);
    }
    let mut out = Vec::new();
    for name in names {
        let fits = |class: &ClassId| {
            let full = program.class(*class).java_name().replace('$', ".");
            let wanted = name.replace('$', ".");
            full == wanted || full.strip_suffix(&*wanted).is_some_and(|rest| rest.ends_with('.'))
        };
        let before = out.len();
        out.extend(all.iter().copied().filter(fits));
        if out.len() == before {
            let error = Diagnostic::error("class-not-found", format!("the target has no class `{name}`"));
            return Err(error.help("give its name as Java writes it, such as `Map.Entry`").into());
        }
    }
    Ok(out)
}
