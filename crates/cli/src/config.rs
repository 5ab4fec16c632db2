//! `cupper.toml`: every option of every subcommand, spelled as on the command line without the dashes. Flags win.
//!
//! The file is looked for in the current folder and its parents. A table names a subcommand; keys outside tables go to every
//! subcommand that has such an option. The file becomes flags, put right behind the subcommand: whatever a flag can say the
//! file can say, and what the user wrote comes later and overrides.
//!
//! ```toml
//! jdk = "/opt/jdk-17"
//! [explore]
//! heap = "lazy"
//! method = ["List.insert", "List.remove"]
//! ```

use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};

use base::{Diagnostic, Source};
use clap::error::ErrorKind;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

/// What the file is called.
pub const FILE: &str = "cupper.toml";

/// The arguments with what the configuration file says put in.
pub fn apply(cli: &clap::Command, given: Vec<OsString>, folder: &Path) -> Result<Vec<OsString>, Diagnostic> {
    let Some(path) = find(folder) else { return Ok(given) };
    let name = path.display().to_string();
    let text = std::fs::read_to_string(&path)
        .map_err(|error| Diagnostic::error("bad-config", format!("cannot read `{name}`: {error}")))?;
    insert(cli, given, &Source::new(name, text))
}

fn find(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(FILE)).find(|path| path.is_file())
}

fn insert(
    cli: &clap::Command,
    given: Vec<OsString>,
    source: &std::sync::Arc<Source>,
) -> Result<Vec<OsString>, Diagnostic> {
    let table: Table = source.text.parse().map_err(|error: toml::de::Error| {
        let range = error.span().unwrap_or(0..0);
        Diagnostic::error("bad-config", error.message()).at(source.place(range.start, range.end))
    })?;
    check(cli, &table, source)?;
    let position = given.iter().skip(1).position(|word| cli.find_subcommand(word).is_some());
    let Some(position) = position.map(|position| position + 1) else { return Ok(given) };
    let subcommand = cli.find_subcommand(&given[position]).expect("it was just found");
    let own = table.get(subcommand.get_name()).and_then(Value::as_table);
    let common = table.iter().filter(|(key, value)| !value.is_table() && has_option(subcommand, key));
    let flags: Vec<OsString> =
        common.chain(own.into_iter().flatten()).flat_map(|(key, value)| flags(key, value)).collect();
    let mut out = given;
    out.splice(position + 1..position + 1, flags);
    Ok(out)
}

/// Every table is a subcommand and every key one of its options.
fn check(cli: &clap::Command, table: &Table, source: &std::sync::Arc<Source>) -> Result<(), Diagnostic> {
    let complain = |path: &[&str], message: String| {
        let at = position(&source.text, path).unwrap_or(0..0);
        Err(Diagnostic::error("bad-config", message).at(source.place(at.start, at.end)))
    };
    for (key, value) in table {
        match (value.as_table(), cli.find_subcommand(key)) {
            (Some(options), Some(subcommand)) => {
                if let Some(wrong) = options.keys().find(|key| !has_option(subcommand, key)) {
                    return complain(&[key, wrong], format!("`cupper {key}` has no option `--{wrong}`"));
                }
                for (option, value) in options {
                    if let Some(problem) = refused(cli, key, flags(option, value)) {
                        return complain(&[key, option], problem);
                    }
                }
            }
            (Some(_), None) => return complain(&[key], format!("`{key}` is not a subcommand")),
            (None, _) => {
                let mut takers =
                    cli.get_subcommands().filter(|subcommand| has_option(subcommand, key)).peekable();
                if takers.peek().is_none() {
                    return complain(&[key], format!("no subcommand has an option `--{key}`"));
                }
                let mut problems =
                    takers.filter_map(|taker| refused(cli, taker.get_name(), flags(key, value)));
                if let Some(problem) = problems.next() {
                    return complain(&[key], problem);
                }
            }
        }
    }
    Ok(())
}

/// Where the key stands that this path of keys leads to: the same word may be elsewhere too.
fn position(text: &str, path: &[&str]) -> Option<Range<usize>> {
    let mut table = DeTable::parse(text).ok()?.into_inner();
    let (last, before) = path.split_last()?;
    for name in before {
        let (_, value) = table.into_iter().find(|(key, _)| key.get_ref() == name)?;
        let DeValue::Table(inner) = value.into_inner() else { return None };
        table = inner;
    }
    table.iter().find(|(key, _)| key.get_ref() == last).map(|(key, _)| key.span())
}

/// Why a subcommand does not take these flags, apart from what else it asks for.
fn refused(cli: &clap::Command, subcommand: &str, flags: Vec<OsString>) -> Option<String> {
    let words = ["cupper".into(), subcommand.into()].into_iter().chain(flags);
    let error = cli.clone().try_get_matches_from(words).err()?;
    match error.kind() {
        ErrorKind::InvalidValue
        | ErrorKind::ValueValidation
        | ErrorKind::UnknownArgument
        | ErrorKind::NoEquals
        | ErrorKind::TooManyValues
        | ErrorKind::TooFewValues
        | ErrorKind::WrongNumberOfValues => {
            let text = error.to_string();
            let first: Vec<&str> =
                text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect();
            Some(first.join(" ").trim_start_matches("error: ").to_owned())
        }
        _ => None,
    }
}

/// Whether the command line could say it, under this name or another.
fn has_option(command: &clap::Command, name: &str) -> bool {
    let is_named = |option: &clap::Arg| {
        let others = option.get_visible_aliases().unwrap_or_default();
        option.get_long() == Some(name) || others.contains(&name)
    };
    command.get_arguments().any(is_named)
}

fn flags(key: &str, value: &Value) -> Vec<OsString> {
    let flag = OsString::from(format!("--{key}"));
    let with = |text: String| OsString::from(format!("--{key}={text}"));
    match value {
        Value::Boolean(true) => vec![flag],
        Value::Boolean(false) => vec![],
        Value::Array(items) => items.iter().flat_map(|item| flags(key, item)).collect(),
        Value::String(text) => vec![with(text.clone())],
        Value::Integer(_) | Value::Float(_) | Value::Datetime(_) | Value::Table(_) => {
            vec![with(value.to_string())]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Arg;

    fn cli() -> clap::Command {
        let explore = clap::Command::new("explore")
            .arg(Arg::new("heap").long("heap"))
            .arg(Arg::new("method").long("method").action(clap::ArgAction::Append))
            .arg(Arg::new("jdk").long("jdk"))
            .arg(Arg::new("time").long("time").visible_alias("timeout"))
            .arg(Arg::new("loops").long("loops").value_parser(clap::value_parser!(u32)));
        clap::Command::new("cupper").subcommand(explore).subcommand(clap::Command::new("code"))
    }

    fn with(config: &str, words: &[&str]) -> Result<Vec<String>, Diagnostic> {
        let given = words.iter().map(OsString::from).collect();
        let out = insert(&cli(), given, &Source::new("cupper.toml", config))?;
        Ok(out.into_iter().map(|word| word.into_string().expect("the words are text")).collect())
    }

    #[test]
    fn the_file_speaks_before_the_flags() {
        let config = "jdk = \"/j\"\n[explore]\nheap = \"lazy\"\nmethod = [\"A.f\", \"A.g\"]\n";
        let out =
            with(config, &["cupper", "explore", "--heap", "term", "A.java"]).expect("the file is right");
        assert_eq!(
            out,
            [
                "cupper",
                "explore",
                "--jdk=/j",
                "--heap=lazy",
                "--method=A.f",
                "--method=A.g",
                "--heap",
                "term",
                "A.java"
            ]
        );
        assert_eq!(with(config, &["cupper", "code", "A"]).expect("no such options"), ["cupper", "code", "A"]);
    }

    #[test]
    fn other_names_of_options_count() {
        let out = with("[explore]\ntimeout = 5\n", &["cupper", "explore", "A"]).expect("the file is right");
        assert_eq!(out, ["cupper", "explore", "--timeout=5", "A"]);
    }

    #[test]
    fn a_wrong_word_is_shown_with_its_place() {
        let wrong = [
            ("[explode]\n", 1),
            ("[explore]\nhaep = 1\n", 2),
            ("hepa = 1\n", 1),
            ("[explore\n", 1),
            ("[explore]\nheap = \"a\"\nloops = \"many\"\n", 3),
            ("heap = \"a\"\nloops = \"many\"\n", 2),
            // The word is elsewhere, too.
            ("# loops\n[explore]\nheap = \"loops\"\nloops = \"many\"\n", 4),
            ("[explore]\nheap = \"a\"\n[code]\nheap = \"a\"\n", 4),
        ];
        for (config, line) in wrong {
            let error = with(config, &["cupper", "explore"]).expect_err("the file is wrong");
            assert_eq!(
                (error.code, error.place.map(|place| place.line)),
                ("bad-config", Some(line)),
                "{config}"
            );
        }
    }
}
