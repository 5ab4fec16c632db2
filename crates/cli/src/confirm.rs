//! `--confirm`: histories on a real JVM. A failure that does not show there is no error.
//!
//! All histories become classes of their own, compiled together against the target; what javac refuses is compiled alone. Each runs in
//! a JVM of its own, for it may break what others need.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Context;
use base::{Diagnostic, Severity};
use report::{Finding, History, Report};

use crate::interrupt;
use crate::target::{PathArgs, Target};

/// How long one history may run.
const PATIENCE: Duration = Duration::from_secs(10);
/// What the lines of ours begin with.
const MARK: &str = "CUPPER: ";

#[derive(clap::Args, Clone)]
pub struct ConfirmArgs {
    /// Compile and run the history of each finding on a JVM: one that does not fail there is no error
    #[arg(long)]
    confirm: bool,
}

/// What the JVM is to do.
struct Expected {
    exception: String,
    /// `Class.method:line` of the innermost frame in the user's code.
    frame: Option<String>,
}

impl ConfirmArgs {
    /// Asks a JVM about every history, and notes in the report what it did.
    pub fn confirm(&self, path: &PathArgs, target: &Target, report: &mut Report) -> anyhow::Result<()> {
        if !self.confirm {
            return Ok(());
        }
        let findings = report.results.iter_mut().flat_map(|result| &mut result.findings);
        let mut findings: Vec<&mut Finding> = findings.filter(|finding| finding.history.is_some()).collect();
        if findings.is_empty() {
            return Ok(());
        }
        let folder = interrupt::temporary_folder().context("cannot make a temporary folder")?;
        let bench = Bench {
            jdk: path.jdk_home()?,
            sources: folder.path().join("sources"),
            classes: folder.path().join("classes"),
            cp: std::env::join_paths(
                std::iter::once(folder.path().join("classes"))
                    .chain(target.program.class_path().into_iter().map(Path::to_path_buf)),
            )?,
        };
        std::fs::create_dir_all(&bench.classes).context("cannot write to a temporary folder")?;
        let mut files = Vec::new();
        for (number, finding) in findings.iter().enumerate() {
            if let Some(history) = &finding.history {
                files.push(bench.write(number, history)?);
            }
        }
        if !bench.compile(&files)? {
            for file in &files {
                bench.compile(std::slice::from_ref(file))?;
            }
        }
        for (number, finding) in findings.iter_mut().enumerate() {
            let expected = expected(finding);
            let Some(history) = &mut finding.history else { continue };
            let fails = bench.run(number, history)?.is_some_and(|said| expected.is_met(&said));
            history.confirmed = Some(fails);
            if !fails && finding.severity == Severity::Error {
                finding.severity = Severity::Warning;
                finding.doubt = Some("it did not fail so on a JVM".to_owned());
            }
        }
        Ok(())
    }
}

/// Where histories are compiled and run.
struct Bench {
    jdk: PathBuf,
    sources: PathBuf,
    classes: PathBuf,
    cp: std::ffi::OsString,
}

impl Bench {
    fn write(&self, number: usize, history: &History) -> anyhow::Result<PathBuf> {
        let folder = self.sources.join(history.package.replace('.', "/"));
        let file = folder.join(format!("{}.java", simple(number)));
        let written =
            std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, class(number, history)));
        written.context("cannot write to a temporary folder")?;
        Ok(file)
    }

    /// Whether javac was content.
    fn compile(&self, files: &[PathBuf]) -> anyhow::Result<bool> {
        let javac = self.jdk.join("bin/javac");
        let mut command = Command::new(&javac);
        command.args(["-proc:none", "-nowarn", "-encoding", "UTF-8", "-d"]).arg(&self.classes);
        command.arg("-cp").arg(&self.cp).args(files);
        let output = interrupt::output(&mut command).map_err(|error| {
            Diagnostic::error("no-javac", format!("cannot run `{}`: {error}", javac.display()))
                .help("--confirm needs a JDK: install one, or give it with --jdk or JAVA_HOME")
        })?;
        Ok(output.status.success())
    }

    /// What a history says when it runs; none if it cannot be run.
    fn run(&self, number: usize, history: &History) -> anyhow::Result<Option<String>> {
        let package =
            if history.package.is_empty() { String::new() } else { format!("{}.", history.package) };
        let mut command = Command::new(self.jdk.join("bin/java"));
        command.args(["-ea", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp"]).arg(&self.cp);
        command.arg(format!("{package}{}", simple(number))).arg(PATIENCE.as_millis().to_string());
        let output = interrupt::output(&mut command)?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(said.contains(MARK).then_some(said))
    }
}

fn simple(number: usize) -> String {
    format!("CupperHistory{number}")
}

/// A program that takes the history's steps and says how they end, or ends itself when that takes too long.
fn class(number: usize, history: &History) -> String {
    let mut out = String::new();
    if !history.package.is_empty() {
        out.push_str(&format!("package {};\n", history.package));
    }
    history.imports.iter().for_each(|import| out.push_str(&format!("import {import};\n")));
    out.push_str("@SuppressWarnings({\"unchecked\", \"rawtypes\", \"deprecation\", \"removal\"})\n");
    out.push_str(&format!("public class {} {{\n    static void act() throws Throwable {{\n", simple(number)));
    history.statements.iter().for_each(|statement| out.push_str(&format!("        {statement}\n")));
    out.push_str(&format!(
        r#"    }}

    public static void main(java.lang.String[] args) throws java.lang.Exception {{
        java.io.PrintStream out = java.lang.System.out;
        java.lang.Thread watch = new java.lang.Thread(() -> {{
            try {{
                java.lang.Thread.sleep(java.lang.Long.parseLong(args[0]));
            }} catch (java.lang.InterruptedException over) {{
            }}
            java.lang.Runtime.getRuntime().halt(3);
        }});
        watch.setDaemon(true);
        watch.start();
        try {{
            act();
            out.println("\n{MARK}returned");
        }} catch (java.lang.Throwable thrown) {{
            out.println("\n{MARK}" + thrown.getClass().getName());
            for (java.lang.StackTraceElement at : thrown.getStackTrace()) {{
                out.println("{MARK}" + at.getClassName() + "." + at.getMethodName() + ":" + at.getLineNumber());
            }}
        }}
        out.flush();
        java.lang.Runtime.getRuntime().halt(0);
    }}
}}
"#
    ));
    out
}

fn expected(finding: &Finding) -> Expected {
    let place = finding.place.as_ref();
    let own = finding.stack.iter().find(|frame| {
        let same_file = frame.file.as_deref().is_some_and(|file| {
            place.is_some_and(|place| Path::new(&place.file).file_name() == Path::new(file).file_name())
        });
        same_file && frame.line == place.map(|place| place.line)
    });
    Expected {
        exception: finding.exception.clone().unwrap_or_default(),
        frame: own.and_then(|frame| Some(format!("{}:{}", frame.method, frame.line?))),
    }
}

impl Expected {
    fn is_met(&self, said: &str) -> bool {
        let mut lines = said.lines().filter_map(|line| line.strip_prefix(MARK));
        lines.next() == Some(&*self.exception)
            && self.frame.as_ref().is_none_or(|frame| lines.any(|line| line == *frame))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_exception_or_another_line_confirms_nothing() {
        let expected = Expected { exception: "a.E".into(), frame: Some("a.B.f:3".into()) };
        assert!(expected.is_met("noise\nCUPPER: a.E\nCUPPER: java.util.X.y:9\nCUPPER: a.B.f:3\n"));
        assert!(!expected.is_met("CUPPER: a.F\nCUPPER: a.B.f:3\n"));
        assert!(!expected.is_met("CUPPER: a.E\nCUPPER: a.B.f:4\n"));
        assert!(!expected.is_met("CUPPER: returned\n"));
    }
}
