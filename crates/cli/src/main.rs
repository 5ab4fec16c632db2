//! The `cupper` command: arguments in, verdicts out, an exit status.
//!
//! Only this crate prints, spawns threads and processes, and reads the environment. Each subcommand is a module of
//! its own with an `Args` type and a `run` that returns an [`Outcome`]; wrong use or input is a
//! [`Diagnostic`](base::Diagnostic) inside the error and becomes exit status 2.

#[macro_use]
mod print;

mod broken;
mod calculus;
mod check;
mod check_certificate;
mod code;
mod compare;
mod config;
mod confirm;
mod doctor;
mod explain;
mod explore;
mod facts;
mod graph;
mod histories;
mod init;
mod interrupt;
mod jobs;
mod maven;
mod megabytes;
mod missing;
mod ours;
mod outcome;
mod output;
mod progress;
mod relevance;
mod run;
mod seconds;
mod select;
mod shell;
mod show;
mod target;
mod terminate;
mod unfailing;
mod verify;
mod views;
mod world;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};
use outcome::Outcome;

/// Tells a Java programmer what no test run can.
#[derive(Parser)]
#[command(name = "cupper", version, about, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// One line per subcommand; the work is in the module of the same name.
#[derive(clap::Subcommand)]
enum Command {
    Calculus(calculus::Args),
    Code(code::Args),
    Verify(verify::Args),
    Terminate(terminate::Args),
    Check(check::Args),
    CheckCertificate(check_certificate::Args),
    Doctor(doctor::Args),
    Explain(explain::Args),
    Facts(facts::Args),
    Graph(graph::Args),
    Init(init::Args),
    Relevance(relevance::Args),
    Run(run::Args),
    Explore(explore::Args),
    Compare(compare::Args),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
}

fn main() -> ExitCode {
    die_quietly_on_a_closed_pipe();
    interrupt::listen();
    match parse().and_then(|cli| run(cli.command)) {
        Ok(outcome) => {
            print::flush();
            outcome.into()
        }
        Err(error) => {
            show::error(&error);
            Outcome::WrongInput.into()
        }
    }
}

/// `cupper … | head` ends when `head` has seen enough, as other commands do; Rust would panic.
fn die_quietly_on_a_closed_pipe() {
    // SAFETY: no other thread runs yet, and the default action is a valid disposition.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
}

/// The command line with the configuration file behind it; of a flag given twice the later one counts.
fn parse() -> anyhow::Result<Cli> {
    let command = Cli::command().mut_subcommands(|subcommand| subcommand.args_override_self(true));
    let words = config::apply(&command, std::env::args_os().collect(), &std::env::current_dir()?)?;
    let matches = command.get_matches_from(words);
    Ok(Cli::from_arg_matches(&matches)?)
}

fn run(command: Command) -> anyhow::Result<Outcome> {
    match command {
        Command::Calculus(args) => calculus::run(args),
        Command::Code(args) => code::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Terminate(args) => terminate::run(args),
        Command::Check(args) => check::run(args),
        Command::CheckCertificate(args) => check_certificate::run(args),
        Command::Doctor(args) => doctor::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Facts(args) => facts::run(args),
        Command::Graph(args) => graph::run(args),
        Command::Init(args) => init::run(args, &Cli::command()),
        Command::Relevance(args) => relevance::run(args),
        Command::Run(args) => run::run(args),
        Command::Explore(args) => explore::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Completions(args) => shell::completions(args, Cli::command()),
        Command::Man(args) => shell::man(args, Cli::command()),
    }
}
