//! What we tell a user about wrong input: a stable code, a sentence, a place.
//!
//! Messages are lower case without a full stop and put names in backquotes. How a diagnostic is drawn
//! (colours, snippets) is `cli`'s affair; [`Diagnostic`]'s own `Display` is the one-line form.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Place;

/// How much a diagnostic or a finding matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Note,
    Warning,
    #[default]
    Error,
}

/// What is wrong with what a user gave us, where, and what helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// Stable, kebab-case: what `cupper explain` is asked for.
    pub code: &'static str,
    pub message: String,
    pub place: Option<Place>,
    /// Further places that explain the first, each with a remark.
    pub related: Vec<(Place, String)>,
    /// Advice, a line each.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// Something that cannot be done.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            place: None,
            related: Vec::new(),
            help: Vec::new(),
        }
    }

    /// Something that can be done, and may not be what was meant.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// The same, at a place.
    pub fn at(self, place: Place) -> Self {
        Self { place: Some(place), ..self }
    }

    /// The same, with a second place and what it has to do with it.
    pub fn see(mut self, place: Place, remark: impl Into<String>) -> Self {
        self.related.push((place, remark.into()));
        self
    }

    /// The same, with advice.
    pub fn help(mut self, advice: impl Into<String>) -> Self {
        self.help.push(advice.into());
        self
    }
}

impl Severity {
    /// All, from the lightest.
    pub const ALL: [Severity; 3] = [Severity::Note, Severity::Warning, Severity::Error];

    /// The word for it, everywhere.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    #[test]
    fn one_line_form_names_place_and_code() {
        let source = Source::new("Counter.java", "int cout;\n");
        let diagnostic =
            Diagnostic::error("unknown-name", "nothing is named `cout` here").at(source.place(4, 8));
        assert_eq!(
            diagnostic.to_string(),
            "Counter.java:1:5: error[unknown-name]: nothing is named `cout` here"
        );
    }
}
