//! Chores of the workspace: `cargo xtask tidy` checks what no compiler does, `cargo xtask rules` lists the papers' rules,
//! `cargo xtask test` runs all tests, `cargo xtask dist` makes what people install.

mod arrows;
mod codes;
mod debug;
mod dist;
mod documented;
mod doors;
mod errata;
mod jdk;
mod paths;
mod rules;
mod sources;
mod suite;
mod tidy;
mod unrun;
mod wildcards;

use std::process::ExitCode;

use anyhow::{Result, bail};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let task = std::env::args().nth(1);
    match task.as_deref() {
        Some("tidy") => tidy::run(),
        Some("rules") => rules::run(),
        Some("test") => suite::run(),
        Some("dist") => dist::run(),
        _ => bail!("usage: cargo xtask tidy|rules|test|dist"),
    }
}
