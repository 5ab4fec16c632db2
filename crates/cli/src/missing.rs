//! Classes that the target needs and the class path has not got: one warning for all of them, with the libraries that usually have them.

use std::collections::BTreeSet;

use base::Diagnostic;
use report::Report;

use crate::show;

/// Classes that are named.
const NAMED: usize = 6;

/// Where the classes of a package usually are: the package, and the library as Maven names it.
const LIBRARIES: [(&str, &str); 24] = [
    ("android.", "the Android platform"),
    ("com.fasterxml.jackson.annotation.", "com.fasterxml.jackson.core:jackson-annotations"),
    ("com.fasterxml.jackson.core.", "com.fasterxml.jackson.core:jackson-core"),
    ("com.fasterxml.jackson.databind.", "com.fasterxml.jackson.core:jackson-databind"),
    ("com.google.common.", "com.google.guava:guava"),
    ("com.google.gson.", "com.google.code.gson:gson"),
    ("io.netty.", "io.netty:netty-all"),
    ("jakarta.servlet.", "jakarta.servlet:jakarta.servlet-api"),
    ("javax.servlet.", "javax.servlet:javax.servlet-api"),
    ("kotlin.", "org.jetbrains.kotlin:kotlin-stdlib"),
    ("org.apache.commons.codec.", "commons-codec:commons-codec"),
    ("org.apache.commons.collections4.", "org.apache.commons:commons-collections4"),
    ("org.apache.commons.io.", "commons-io:commons-io"),
    ("org.apache.commons.lang3.", "org.apache.commons:commons-lang3"),
    ("org.apache.commons.logging.", "commons-logging:commons-logging"),
    ("org.apache.log4j.", "log4j:log4j"),
    ("org.apache.logging.log4j.", "org.apache.logging.log4j:log4j-api"),
    ("org.hamcrest.", "org.hamcrest:hamcrest"),
    ("org.joda.time.", "joda-time:joda-time"),
    ("org.junit.jupiter.", "org.junit.jupiter:junit-jupiter-api"),
    ("org.objectweb.asm.", "org.ow2.asm:asm"),
    ("org.slf4j.", "org.slf4j:slf4j-api"),
    ("org.springframework.", "the spring-framework"),
    ("scala.", "org.scala-lang:scala-library"),
];

/// Warns of all classes that were missing somewhere.
pub fn warn(report: &Report) {
    if let Some(warning) = warning(report) {
        eprintln!("{}", show::draw(&warning));
    }
}

fn warning(report: &Report) -> Option<Diagnostic> {
    let reasons = report.results.iter().flat_map(|result| &result.reasons);
    let classes: BTreeSet<&str> = reasons.filter_map(|reason| reason.class.as_deref()).collect();
    let named: Vec<String> = classes.iter().take(NAMED).map(|class| format!("`{class}`")).collect();
    let more = match classes.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (are, what) = if classes.len() == 1 { ("is", "it") } else { ("are", "them") };
    let message = format!("{}{more} {are} not on the class path", named.join(", "));
    let warning = Diagnostic::warning("missing-classes", message)
        .help(format!("give what has {what} with `--cp`: what needs {what} is unknown"));
    let usual = |class: &&str| LIBRARIES.iter().find(|known| class.starts_with(known.0)).map(|known| known.1);
    let libraries: BTreeSet<&str> = classes.iter().filter_map(usual).collect();
    let from = |warning: Diagnostic| match libraries.is_empty() {
        true => warning,
        false => {
            let all: Vec<&str> = libraries.iter().copied().collect();
            warning.help(format!("usually found in {}", all.join(", ")))
        }
    };
    (!classes.is_empty()).then(|| from(warning))
}

#[cfg(test)]
mod tests {
    use report::{MethodReport, Reason, ReasonKind};

    use super::*;

    #[test]
    fn all_missing_classes_are_one_warning() {
        let missing = |class: &str| MethodReport {
            reasons: vec![Reason {
                kind: ReasonKind::MissingClass,
                class: Some(class.into()),
                ..Reason::default()
            }],
            ..MethodReport::default()
        };
        let results = vec![missing("org.slf4j.Logger"), missing("a.B"), missing("a.B")];
        let warning = warning(&Report { results, ..Report::default() }).expect("two are missing");
        assert_eq!(warning.message, "`a.B`, `org.slf4j.Logger` are not on the class path");
        assert!(warning.help.iter().any(|help| help.contains("org.slf4j:slf4j-api")));
        assert!(super::warning(&Report::default()).is_none());
    }
}
