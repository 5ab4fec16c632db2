//! What a shell wants to know about `cupper`: completions and the manual page, both made from the arguments themselves.

use clap_complete::Shell;

use crate::outcome::Outcome;

/// Print completions for a shell
#[derive(clap::Args)]
pub struct CompletionsArgs {
    shell: Shell,
}

/// Print the manual page
#[derive(clap::Args)]
pub struct ManArgs {}

pub fn completions(args: CompletionsArgs, mut cli: clap::Command) -> anyhow::Result<Outcome> {
    let mut out = Vec::new();
    clap_complete::generate(args.shell, &mut cli, "cupper", &mut out);
    print!("{}", String::from_utf8_lossy(&out));
    Ok(Outcome::Clean)
}

pub fn man(_args: ManArgs, mut cli: clap::Command) -> anyhow::Result<Outcome> {
    cli.build();
    let mut out = Vec::new();
    clap_mangen::Man::new(cli.clone()).render(&mut out)?;
    for subcommand in cli.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        clap_mangen::Man::new(subcommand.clone()).render(&mut out)?;
    }
    print!("{}", String::from_utf8_lossy(&out));
    Ok(Outcome::Clean)
}
