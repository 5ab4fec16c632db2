//! Answers as they come, a line each: what was written survives whatever happens next.
//!
//! A question is noted when it is asked and again with its answer, which is final or all there was time for. After a run that was
//! killed, `--resume` takes the answers and asks what is open; a question that ended two runs without an answer is not asked a
//! third time. The first line says which code the diary is about: about other code its answers mean nothing. A line cut off
//! by the end of a run is as if it had not been written.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use anyhow::Context;
use base::Diagnostic;
use report::MethodReport;
use serde::{Deserialize, Serialize};

/// Runs a question may end.
const CHANCES: usize = 2;

/// How every diary begins.
const BEGINNING: &[u8] = b"{\"about\":";

pub struct Diary {
    answers: BTreeMap<String, Known>,
    /// How often each question was asked without an answer.
    lost: BTreeMap<String, usize>,
    file: File,
}

/// An answer, and the seconds that were not enough for a final one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Known {
    pub answer: MethodReport,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub too_short: Option<f64>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Entry {
    About(u64),
    Asked(String),
    Answer(String, Box<Known>),
}

impl Diary {
    /// The diary at `path` about the code and options with this hash; empty if it is about others, or not to be resumed.
    pub fn open(path: &Path, resume: bool, about: u64) -> anyhow::Result<Self> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
        }
        let mut file = own(path)?;
        let mut old = Vec::new();
        file.read_to_end(&mut old).with_context(|| format!("cannot read `{}`", path.display()))?;
        if !old.is_empty() && !old.starts_with(BEGINNING) {
            let message = format!("`{}` was not written by cupper and stays as it is", path.display());
            return Err(Diagnostic::error("not-overwritten", message)
                .help("give another file with `--state`, or move this one away")
                .into());
        }
        let old = if resume { String::from_utf8_lossy(&old).into_owned() } else { String::new() };
        let fits = matches!(old.lines().next().and_then(parse), Some(Entry::About(known)) if known == about);
        if !old.is_empty() && !fits {
            eprintln!("note: `{}` is about other code or options: starting anew", path.display());
        }
        if !fits {
            file.set_len(0).with_context(|| format!("cannot write `{}`", path.display()))?;
        }
        let mut diary = Self { answers: BTreeMap::new(), lost: BTreeMap::new(), file };
        match fits {
            true => diary.read(&old)?,
            false => diary.write(&Entry::About(about))?,
        }
        Ok(diary)
    }

    fn read(&mut self, old: &str) -> anyhow::Result<()> {
        for entry in old.lines().filter_map(parse) {
            match entry {
                Entry::About(_) => {}
                Entry::Asked(key) => *self.lost.entry(key).or_default() += 1,
                Entry::Answer(key, known) => {
                    self.lost.remove(&key);
                    self.answers.insert(key, *known);
                }
            }
        }
        if !old.ends_with('\n') {
            writeln!(self.file)?;
        }
        Ok(())
    }

    pub fn answer(&self, key: &str) -> Option<Known> {
        self.answers.get(key).cloned()
    }

    /// Whether this question has ended too many runs.
    pub fn is_hopeless(&self, key: &str) -> bool {
        self.lost.get(key).is_some_and(|&times| times >= CHANCES)
    }

    pub fn ask(&mut self, key: &str) -> anyhow::Result<()> {
        self.write(&Entry::Asked(key.to_owned()))
    }

    pub fn keep(&mut self, key: &str, known: &Known) -> anyhow::Result<()> {
        self.write(&Entry::Answer(key.to_owned(), Box::new(known.clone())))
    }

    fn write(&mut self, entry: &Entry) -> anyhow::Result<()> {
        let line = serde_json::to_string(entry)? + "\n";
        self.file.write_all(line.as_bytes()).context("cannot write down an answer")
    }
}

/// The file, and no other run's: the lock ends with the process, however that ends.
fn own(path: &Path) -> anyhow::Result<File> {
    let mut options = File::options();
    options.create(true).read(true).append(true);
    let file = options.open(path).with_context(|| format!("cannot write `{}`", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let message = format!("another run is writing to `{}`", path.display());
            Err(Diagnostic::error("state-in-use", message)
                .help("wait for it, or give this run another file with `--state`")
                .into())
        }
        // Some file systems know no locks.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock `{}`", path.display()))
        }
    }
}

fn parse(line: &str) -> Option<Entry> {
    serde_json::from_str(line).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_survive_and_questions_end_two_runs_at_most() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a/diary.jsonl");
        let answer = MethodReport { method: "A.f()".into(), ..MethodReport::default() };
        let known = Known { answer, too_short: Some(0.5) };
        for times in 0..3 {
            let mut diary = Diary::open(&path, true, 7)?;
            assert_eq!(diary.answer("done").is_some(), times > 0);
            assert_eq!(diary.is_hopeless("open"), times == 2);
            diary.ask("done")?;
            diary.keep("done", &known)?;
            diary.ask("open")?;
            diary.file.write_all(b"{\"answer\":[\"cut")?;
        }
        assert_eq!(Diary::open(&path, true, 7)?.answer("done"), Some(known));
        assert!(!Diary::open(&path, true, 7)?.is_hopeless("done"));
        assert_eq!(Diary::open(&path, true, 8)?.answer("done"), None);
        assert_eq!(Diary::open(&path, false, 8)?.answer("done"), None);
        Ok(())
    }

    fn refused(path: &Path) -> Option<&'static str> {
        let error = Diary::open(path, true, 7).err()?;
        error.downcast_ref::<Diagnostic>().map(|error| error.code)
    }

    #[test]
    fn files_of_others_and_of_other_runs_stay_as_they_are() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("notes.txt");
        std::fs::write(&path, "my notes")?;
        assert_eq!(refused(&path), Some("not-overwritten"));
        assert_eq!(std::fs::read_to_string(&path)?, "my notes");
        let path = folder.path().join("diary.jsonl");
        let mut diary = Diary::open(&path, false, 7)?;
        diary.ask("open")?;
        assert_eq!(refused(&path), Some("state-in-use"));
        drop(diary);
        assert_eq!(refused(&path), None);
        assert!(std::fs::read_to_string(&path)?.contains("open"), "nothing was lost");
        Ok(())
    }
}
