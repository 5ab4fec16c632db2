//! `cupper init`: writes a `cupper.toml` with every option there is, each commented out, with what it does and its default.
//!
//! The file is made from the command line's own description, so that it can be neither behind it nor ahead of it; what it says when
//! comments are taken away is read by [`crate::config`].

use std::fmt::Write;
use std::path::PathBuf;

use base::Diagnostic;
use clap::{Arg, ArgAction};

use crate::config;
use crate::outcome::Outcome;

/// Write a commented `cupper.toml`
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the project
    #[arg(default_value = ".")]
    folder: PathBuf,
}

/// The commands a project has settings for, the ones with most of them first.
const COMMANDS: [&str; 5] = ["check", "explore", "terminate", "verify", "relevance"];

pub fn run(args: Args, cli: &clap::Command) -> anyhow::Result<Outcome> {
    let path = args.folder.join(config::FILE);
    write(&path, &text(cli))?;
    println!("wrote `{}`: take the `#` from what you want to set", path.display());
    Ok(Outcome::Clean)
}

/// A file that is there is the user's, and stays.
fn write(path: &std::path::Path, text: &str) -> Result<(), Diagnostic> {
    use std::io::Write;
    let name = path.display();
    let file = std::fs::File::create_new(path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Diagnostic::error("file-exists", format!("`{name}` is there already and was not touched"))
        }
        _ => Diagnostic::error("cannot-write", format!("cannot write `{name}`: {error}")),
    })
}

/// What is said once for all commands goes to the top, the rest to the table of its command.
fn text(cli: &clap::Command) -> String {
    let mut out = String::from(
        "# Settings of Cupper for this project: options as on the command line, without the dashes.\n\
         # Above all tables they are for every command that has them; flags given to a command win.\n",
    );
    let commands: Vec<&clap::Command> =
        COMMANDS.iter().filter_map(|name| cli.find_subcommand(name)).collect();
    let is_shared = |arg: &Arg| {
        let same = |command: &&&clap::Command| {
            options(command).any(|other| other.get_long() == arg.get_long() && same_default(other, arg))
        };
        commands.iter().filter(same).count() == commands.len()
    };
    if let Some(first) = commands.first() {
        options(first).filter(|arg| is_shared(arg)).for_each(|arg| describe(&mut out, arg));
    }
    for command in &commands {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let _ = write!(out, "\n# {about}\n[{}]\n", command.get_name());
        options(command).filter(|arg| !is_shared(arg)).for_each(|arg| describe(&mut out, arg));
    }
    out
}

fn same_default(one: &Arg, other: &Arg) -> bool {
    one.get_default_values() == other.get_default_values()
}

/// The options a project would set: those with a long name, clap's own left out.
fn options(command: &clap::Command) -> impl Iterator<Item = &Arg> {
    let is_help = |arg: &&Arg| {
        matches!(
            arg.get_action(),
            ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version
        )
    };
    command.get_arguments().filter(|arg| arg.get_long().is_some()).filter(move |arg| !is_help(arg))
}

/// An option as a comment: what it does, the values it takes, its default or an example.
fn describe(out: &mut String, arg: &Arg) {
    let name = arg.get_long().expect("options have long names");
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let values: Vec<String> =
        arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let is_flag = !arg.get_action().takes_values();
    let choice =
        if is_flag || values.is_empty() { String::new() } else { format!("one of {}", values.join(", ")) };
    let said: Vec<&str> =
        [help.as_str(), choice.as_str()].into_iter().filter(|text| !text.is_empty()).collect();
    let _ = writeln!(out, "\n# {}", said.join("; "));
    let _ = writeln!(out, "# {name} = {}", value(arg, is_flag, &values));
}

fn value(arg: &Arg, is_flag: bool, values: &[String]) -> String {
    if is_flag {
        return "false".into();
    }
    let default: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    let example = || match values.first() {
        Some(first) => first.clone(),
        None => arg
            .get_value_names()
            .and_then(|names| names.first())
            .map_or_else(|| "…".to_owned(), ToString::to_string),
    };
    let one = if default.is_empty() { example() } else { default.join(",") };
    match one.parse::<i64>() {
        Ok(number) => number.to_string(),
        Err(_) => toml::Value::String(one).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_file_is_right_and_so_is_every_line_of_it() {
        let cli = crate::Cli::command();
        let text = text(&cli);
        assert!(text.parse::<toml::Table>().is_ok_and(|table| table.len() == COMMANDS.len()), "{text}");
        let settings =
            text.lines().filter_map(|line| line.strip_prefix("# ")).filter(|line| line.contains(" = "));
        let keys: Vec<&str> =
            settings.filter_map(|line| line.split_once(" = ")).map(|(key, _)| key).collect();
        assert!(keys.contains(&"time") && keys.contains(&"severity"), "{text}");
        for line in text.lines() {
            assert_ne!(line.trim_end(), "#", "an option without a word about it:\n{text}");
            if let Some(setting) = line.strip_prefix("# ").filter(|line| line.contains(" = ")) {
                assert!(setting.parse::<toml::Table>().is_ok(), "{setting}");
            }
        }
    }
}
