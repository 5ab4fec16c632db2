//! Sources become classes: `javac -g` into a folder that is deleted with its owner.
//!
//! Either all of them compile, or, for whole projects, what javac refuses is left out, and then what cannot do without it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use base::Diagnostic;
use tempfile::TempDir;

use super::PathArgs;
use crate::interrupt;

/// How a JVM that runs for a second spends the least of it: one compiler, one collector.
const SHORT_LIVED: [&str; 3] =
    ["-J-XX:+IgnoreUnrecognizedVMOptions", "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"];
/// So many sources are compiled in about a second.
const FEW_FILES: usize = 50;
/// What javac says is read, so it is asked to say all of it, in English.
const TALKATIVE: [&str; 4] = ["-J-Duser.language=en", "-J-Duser.country=US", "-Xmaxerrs", "100000"];
/// So many lines of what javac says of a file are passed on.
const LINES: usize = 4;

impl PathArgs {
    /// All of these sources, or what javac says against them; others it needs it finds in the folders.
    pub(super) fn compile(&self, folders: &[PathBuf], files: &[PathBuf]) -> anyhow::Result<TempDir> {
        let out = interrupt::temporary_folder().context("cannot make a temporary folder")?;
        match self.javac(out.path(), Some(folders), files, &[])? {
            None => Ok(out),
            Some(said) => Err(refused_all(&said).into()),
        }
    }

    /// As many of these sources as compile without the others, and a remark for each that does not.
    pub(super) fn compile_what_compiles(
        &self,
        folders: &[PathBuf],
        files: &[PathBuf],
    ) -> anyhow::Result<(TempDir, Vec<Diagnostic>)> {
        let folders: Vec<PathBuf> = folders.iter().filter(|folder| folder.is_dir()).cloned().collect();
        let out = interrupt::temporary_folder().context("cannot make a temporary folder")?;
        let Some(mut said) = self.javac(out.path(), Some(&folders), files, &TALKATIVE)? else {
            return Ok((out, Vec::new()));
        };
        let mut left = files.to_vec();
        let mut refused = Vec::new();
        loop {
            let errors = by_file(&said);
            let before = left.len();
            left.retain(|file| !errors.contains_key(file.as_path()));
            if left.len() == before || left.is_empty() {
                return Err(refused_all(&said).into());
            }
            refused.extend(errors.into_iter().map(|(file, said)| left_out(file, &said)));
            // Nothing that was left out is found again, and no class of an earlier try.
            let out = interrupt::temporary_folder().context("cannot make a temporary folder")?;
            match self.javac(out.path(), None, &left, &TALKATIVE)? {
                None => return Ok((out, refused)),
                Some(more) => said = more,
            }
        }
    }

    /// Runs javac; what it says if it does not succeed.
    fn javac(
        &self,
        out: &Path,
        folders: Option<&[PathBuf]>,
        files: &[PathBuf],
        options: &[&str],
    ) -> anyhow::Result<Option<String>> {
        let javac = self.jdk_home()?.join("bin/javac");
        let mut command = Command::new(&javac);
        if files.len() <= FEW_FILES {
            command.args(SHORT_LIVED);
        }
        command
            .args(["-g", "-proc:none", "-implicit:class", "-nowarn", "-encoding", "UTF-8", "-d"])
            .arg(out)
            .args(options);
        let here = |folder: &PathBuf| {
            if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.clone() }
        };
        let sources =
            folders.map_or_else(|| vec![out.to_path_buf()], |folders| folders.iter().map(here).collect());
        command.arg("-sourcepath").arg(std::env::join_paths(sources)?);
        if let Some(cp) = &self.cp {
            command.arg("-cp").arg(cp);
        }
        // A command line takes so many words; a file of arguments takes all. A signal removes it with its folder.
        let list = out.join("sources");
        std::fs::write(&list, arguments(files)).context("cannot write to a temporary folder")?;
        let mut at = std::ffi::OsString::from("@");
        at.push(&list);
        let output = interrupt::output(command.arg(at));
        let _ = std::fs::remove_file(&list);
        let output = output.map_err(|error| {
            Diagnostic::error("no-javac", format!("cannot run `{}`: {error}", javac.display()))
                .help("compiling sources needs a JDK: install one, or give it with --jdk or JAVA_HOME")
        })?;
        let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
        Ok((!output.status.success()).then_some(said))
    }
}

/// The files, as javac reads them from a file of arguments.
fn arguments(files: &[PathBuf]) -> String {
    let quoted = |file: &PathBuf| {
        let name = file.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"{name}\"\n")
    };
    files.iter().map(quoted).collect()
}

fn refused_all(said: &str) -> Diagnostic {
    Diagnostic::error("javac-failed", format!("javac refused the sources\n{said}"))
}

fn left_out(file: &Path, said: &str) -> Diagnostic {
    let file = file.display();
    Diagnostic::error("javac-failed", format!("javac refused `{file}`\n{said}"))
        .help("it is left out, and what needs it: what is said is not about the whole target")
}

/// The first error in each file, as javac told it.
fn by_file(said: &str) -> BTreeMap<&Path, String> {
    let mut out: BTreeMap<&Path, String> = BTreeMap::new();
    let lines: Vec<&str> = said.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let Some(file) = file_of(line) else { continue };
        let of_this = lines[index + 1..].iter().take_while(|line| file_of(line).is_none());
        out.entry(file).or_insert_with(|| {
            std::iter::once(line).chain(of_this).take(LINES).copied().collect::<Vec<_>>().join("\n")
        });
    }
    out
}

/// The file of a line that begins an error, `A.java:3: error: …`.
fn file_of(line: &str) -> Option<&Path> {
    let (file, rest) = line.split_once(".java:")?;
    let (number, message) = rest.split_once(": ")?;
    let is_error = number.parse::<u32>().is_ok() && message.starts_with("error: ");
    is_error.then(|| Path::new(&line[..file.len() + ".java".len()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_apart_by_their_files() {
        let said = "src/A.java:3: error: ';' expected\n  int x\n       ^\nsrc/B.java:1: warning: [x] old\n\
                    C.java:9: error: cannot find symbol\n  f()\n  ^\n  symbol: f\n  location: C\n2 errors";
        let errors = by_file(said);
        let files: Vec<&Path> = errors.keys().copied().collect();
        assert_eq!(files, [Path::new("C.java"), Path::new("src/A.java")]);
        assert!(errors[Path::new("C.java")].ends_with("symbol: f"));
    }

    #[test]
    fn blanks_and_quotes_in_names_stay() {
        assert_eq!(arguments(&[PathBuf::from("a b\"c.java")]), "\"a b\\\"c.java\"\n");
    }
}
