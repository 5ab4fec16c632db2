//! Java sources compiled by `javac`, opened as a [`Program`] and run by `java`.
//!
//! Starting a JVM costs more than most tests, so both programs are told that they will not live long, and many sources that must not
//! see each other are compiled by one JVM.

use std::path::{Path, PathBuf};
use std::process::Command;

use program::{ClassPath, Program};

use crate::jdk::jdk;

/// What a JVM is told that ends after a second or two.
const SHORT_LIVED: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// Compiled sources, opened; the folder of their classes lives as long as the value.
pub struct Compiled {
    /// The classes and the JDK.
    pub program: Program,
    classes: tempfile::TempDir,
}

impl Compiled {
    /// Where the classes lie.
    pub fn path(&self) -> &Path {
        self.classes.path()
    }

    fn new(classes: tempfile::TempDir) -> Self {
        Self { program: open(vec![classes.path().to_path_buf()]), classes }
    }
}

/// A program of folders and JARs, over the JDK on the path.
pub fn open(entries: Vec<PathBuf>) -> Program {
    Program::new(&ClassPath { entries, jdk: Some(jdk()) }).expect("the class path is readable")
}

/// `javac` with debug information and without warnings.
pub fn javac() -> Command {
    let mut javac = Command::new("javac");
    javac.args(SHORT_LIVED.map(|option| format!("-J{option}")));
    javac.args(["-g", "-nowarn", "-Xlint:none", "-proc:none"]);
    javac
}

/// `java` for a short run.
pub fn java_command() -> Command {
    let mut java = Command::new("java");
    java.args(SHORT_LIVED);
    java
}

/// Compiles sources together.
pub fn compile(sources: &[PathBuf]) -> Compiled {
    let classes = tempfile::tempdir().expect("a temporary folder");
    run(javac().arg("-d").arg(classes.path()).args(sources));
    Compiled::new(classes)
}

/// Compiles one text; classes that are public in it must have this name.
pub fn compile_text(name: &str, text: &str) -> Compiled {
    let classes = tempfile::tempdir().expect("a temporary folder");
    let source = classes.path().join(format!("{name}.java"));
    std::fs::write(&source, text).expect("a writable folder");
    run(javac().arg("-d").arg(classes.path()).arg(&source));
    Compiled::new(classes)
}

/// Compiles each source by itself, all by one JVM: the folder returned has one folder for each, `0`, `1` and so on.
pub fn compile_each(sources: &[PathBuf]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let each = folder.path().join("Each.java");
    std::fs::write(&each, include_str!("Each.java")).expect("a writable folder");
    run(java_command().arg(each).arg(folder.path()).args(sources));
    folder
}

/// What `java` prints when it runs a class.
pub fn java(classes: &Path, class: &str, args: &[&Path]) -> String {
    run(java_command().arg("-cp").arg(classes).arg(class).args(args))
}

/// What a command prints, which must end well.
fn run(command: &mut Command) -> String {
    let output = command.output().expect("a JDK is on the path");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("tests print plain text")
}
