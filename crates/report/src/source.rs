//! The user's sources, and what is to be said about their lines.

use serde::{Deserialize, Serialize};

/// A source file with remarks on some of its lines.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SourceView {
    pub file: String,
    pub text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineView>,
}

/// How a line is to be shown, and why.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LineView {
    pub line: u32,
    pub mark: Mark,
    /// Why nothing depends on it.
    pub why: String,
    /// Other lines it has to go together with: they may fail, or not end, without it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<u32>,
    /// Whether `why` names all of these already.
    #[serde(default, skip)]
    pub says_together: bool,
    /// Code of other methods, or what other lines call, may fail or go another way without it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub relied_on: bool,
    /// Of a part: its first column and the one behind its last, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<(usize, usize)>,
}

/// What a line is marked with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Nothing depends on it.
    #[default]
    Dim,
    /// Nothing depends on some of it.
    Part,
    /// It never runs.
    Unreached,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl SourceView {
    /// The text of a line, counted from one.
    pub fn line(&self, line: u32) -> Option<&str> {
        self.text.lines().nth(line.checked_sub(1)? as usize)
    }
}

impl LineView {
    /// What is said about the line in a sentence.
    pub fn remark(&self) -> String {
        let together = if self.says_together { String::new() } else { together(&self.together) };
        format!("{}{together}", self.why)
    }
}

/// With which other lines code has to go, to be said after why it may.
pub fn together(lines: &[u32]) -> String {
    match lines {
        [] => String::new(),
        [line] => format!("; to be removed only together with line {line}"),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(u32::to_string).collect();
            format!("; to be removed only together with lines {} and {last}", first.join(", "))
        }
    }
}
