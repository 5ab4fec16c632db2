//! `--tests DIR`: JUnit tests for the paths explored.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use base::Diagnostic;
use clap::ValueEnum;
use explore::MethodResult;
use program::Program;
use report::MethodReport;
use testgen::{Dialect, File, MARK, MethodTests, Suite};

/// Reasons for missing tests shown in the summary.
const MAX_REASONS: usize = 5;

#[derive(clap::Args)]
pub struct TestArgs {
    /// Write a JUnit test for every path to this folder
    #[arg(long, value_name = "DIR")]
    tests: Option<PathBuf>,
    /// Which JUnit the tests are for
    #[arg(long, value_enum, default_value = "5", value_name = "VERSION")]
    junit: Version,
    /// Keep only tests that add coverage
    #[arg(long, value_enum, value_name = "WHAT", requires = "tests")]
    tests_cover: Option<Cover>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Version {
    #[value(name = "4")]
    Four,
    #[value(name = "5")]
    Five,
}

#[derive(Clone, Copy, ValueEnum)]
enum Cover {
    Branches,
}

impl TestArgs {
    pub fn is_wanted(&self) -> bool {
        self.tests.is_some()
    }

    pub fn dialect(&self) -> Dialect {
        match self.junit {
            Version::Four => Dialect::JUnit4,
            Version::Five => Dialect::JUnit5,
        }
    }

    /// Complains about a folder that cannot be written to before anything is explored.
    pub fn check(&self) -> anyhow::Result<()> {
        let Some(folder) = &self.tests else { return Ok(()) };
        let made = std::fs::create_dir_all(folder).and_then(|()| tempfile::tempfile_in(folder).map(|_| ()));
        Ok(made.map_err(|error| cannot_write(folder, &error))?)
    }

    /// Writes the files and says on standard error what was written and what was not.
    pub fn write<'t>(
        &self,
        program: &Program,
        methods: impl Iterator<Item = &'t MethodTests>,
    ) -> anyhow::Result<()> {
        let Some(folder) = &self.tests else { return Ok(()) };
        let methods: Vec<&MethodTests> = methods.collect();
        let tests = methods.iter().flat_map(|method| method.tests.iter().cloned()).collect();
        let mut suite = Suite { program, dialect: self.dialect(), tests };
        let all = suite.tests.len();
        if let Some(Cover::Branches) = self.tests_cover {
            suite.minimise();
        }
        let files = suite.files();
        for file in &files {
            write_file(folder, file)?;
        }
        eprintln!("{}", summary(folder, &files, all, &methods));
        Ok(())
    }
}

/// Puts the tests of findings into a report.
pub fn show(
    mut report: MethodReport,
    result: &MethodResult,
    program: &Program,
    (dialect, tests): (Dialect, &MethodTests),
) -> MethodReport {
    let suite = Suite { program, dialect, tests: Vec::new() };
    for (shown, found) in report.findings.iter_mut().zip(&result.findings) {
        let test = tests.tests.iter().find(|test| test.input == found.input);
        shown.test = test.map(|test| suite.alone(test));
    }
    report
}

/// Writes a file, unless there is one that somebody else wrote.
fn write_file(folder: &Path, file: &File) -> anyhow::Result<()> {
    let path = folder.join(&file.path);
    if let Ok(text) = std::fs::read(&path)
        && !text.starts_with(MARK.as_bytes())
    {
        let message = format!("`{}` was not written by cupper and stays as it is", path.display());
        return Err(Diagnostic::error("not-overwritten", message).help("choose another folder").into());
    }
    let above = path.parent().unwrap_or(folder);
    let written = std::fs::create_dir_all(above).and_then(|()| std::fs::write(&path, &file.text));
    Ok(written.map_err(|error| cannot_write(&path, &error))?)
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error("cannot-write", format!("cannot write tests to `{}`: {error}", path.display()))
}

fn summary(folder: &Path, files: &[File], all: usize, methods: &[&MethodTests]) -> String {
    let tests: usize = files.iter().map(|file| file.tests).sum();
    let of_all = if tests < all { format!(" (of {all})") } else { String::new() };
    let mut out = format!("{tests} tests{of_all} written to {}", folder.display());
    for file in files {
        let what = if file.tests == 0 { "helper".to_owned() } else { format!("{} tests", file.tests) };
        out.push_str(&format!("\n    {}: {what}", file.path.display()));
    }
    let mut skipped: BTreeMap<&str, usize> = BTreeMap::new();
    for (reason, count) in methods.iter().flat_map(|method| &method.skipped) {
        *skipped.entry(reason).or_default() += count;
    }
    if skipped.is_empty() {
        return out;
    }
    out.push_str(&format!("\n{} paths without a test", skipped.values().sum::<usize>()));
    let mut by_count: Vec<(&str, usize)> = skipped.into_iter().collect();
    by_count.sort_by_key(|(reason, count)| (std::cmp::Reverse(*count), *reason));
    for (reason, count) in by_count.iter().take(MAX_REASONS) {
        out.push_str(&format!("\n    {count}: {reason}"));
    }
    if by_count.len() > MAX_REASONS {
        out.push_str(&format!("\n    and {} more reasons", by_count.len() - MAX_REASONS));
    }
    out
}
