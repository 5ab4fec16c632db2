//! Answers as they come, a line each: what was written survives whatever happens next.
//!
//! A question is noted when it is asked and again with its answer. After a run that was killed, `--resume` takes the answers and asks
//! what is open; a question that ended two runs without an answer is not asked a third time. A line cut off by the end of a
//! run is as if it had not been written.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use report::MethodReport;
use serde::{Deserialize, Serialize};

/// Runs a question may end.
const CHANCES: usize = 2;

pub struct Diary {
    answers: BTreeMap<String, MethodReport>,
    asked: BTreeMap<String, usize>,
    file: File,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Entry {
    Asked(String),
    Answer(String, Box<MethodReport>),
}

impl Diary {
    pub fn open(path: &Path, resume: bool) -> anyhow::Result<Self> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
        }
        let old = if resume { std::fs::read_to_string(path).unwrap_or_default() } else { String::new() };
        let mut options = File::options();
        options.create(true).write(true).append(resume).truncate(!resume);
        let file = options.open(path).with_context(|| format!("cannot write `{}`", path.display()))?;
        let mut diary = Self { answers: BTreeMap::new(), asked: BTreeMap::new(), file };
        for entry in old.lines().filter_map(|line| serde_json::from_str(line).ok()) {
            match entry {
                Entry::Asked(key) => *diary.asked.entry(key).or_default() += 1,
                Entry::Answer(key, answer) => drop(diary.answers.insert(key, *answer)),
            }
        }
        if !old.is_empty() && !old.ends_with('\n') {
            writeln!(diary.file)?;
        }
        Ok(diary)
    }

    pub fn answer(&self, key: &str) -> Option<MethodReport> {
        self.answers.get(key).cloned()
    }

    /// Whether this question has ended too many runs.
    pub fn is_hopeless(&self, key: &str) -> bool {
        self.asked.get(key).is_some_and(|&times| times >= CHANCES)
    }

    pub fn ask(&mut self, key: &str) -> anyhow::Result<()> {
        self.write(&Entry::Asked(key.to_owned()))
    }

    pub fn keep(&mut self, key: &str, answer: &MethodReport) -> anyhow::Result<()> {
        self.write(&Entry::Answer(key.to_owned(), Box::new(answer.clone())))
    }

    fn write(&mut self, entry: &Entry) -> anyhow::Result<()> {
        let line = serde_json::to_string(entry)? + "\n";
        self.file.write_all(line.as_bytes()).context("cannot write down an answer")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_survive_and_questions_end_two_runs_at_most() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a/diary.jsonl");
        let answer = MethodReport { target: "A.f()".into(), ..MethodReport::default() };
        for times in 0..3 {
            let mut diary = Diary::open(&path, true)?;
            assert_eq!(diary.answer("done").is_some(), times > 0);
            assert_eq!(diary.is_hopeless("open"), times == 2);
            diary.keep("done", &answer)?;
            diary.ask("open")?;
            diary.file.write_all(b"{\"answer\":[\"cut")?;
        }
        assert_eq!(Diary::open(&path, true)?.answer("done"), Some(answer));
        assert_eq!(Diary::open(&path, false)?.answer("done"), None);
        Ok(())
    }
}
