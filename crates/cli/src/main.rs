//! The `cupper` command: arguments in, verdicts out, an exit status.
//!
//! Only this crate prints, spawns threads and processes, and reads the environment. Each subcommand is a module of
//! its own with an `Args` type and a `run` that returns an [`Outcome`]; wrong use or input is a
//! [`Diagnostic`](base::Diagnostic) inside the error and becomes exit status 2.

mod outcome;
mod show;

use std::process::ExitCode;

use clap::Parser;
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
enum Command {}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli.command) {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            show::error(&error);
            Outcome::WrongInput.into()
        }
    }
}

fn run(command: Command) -> anyhow::Result<Outcome> {
    match command {}
}
