//! What the tests share: the JDK on the path, and Java sources compiled for a test.

#![allow(dead_code, unused_imports, reason = "not every test needs everything")]

mod lower;

use std::path::PathBuf;

pub use lower::{jdk, lower};
use program::{ClassPath, Program};

pub fn with_jdk(entries: Vec<PathBuf>) -> Program {
    Program::new(&ClassPath { entries, jdk: Some(jdk()) }).expect("the class path is readable")
}

/// Compiles sources with `javac -g`; the folder holds the classes as long as it lives.
pub fn compile(sources: &[PathBuf]) -> tempfile::TempDir {
    let out = tempfile::tempdir().expect("temporary folders can be made");
    let javac = jdk().join("bin/javac");
    let status = std::process::Command::new(javac).args(["-g", "-d"]).arg(out.path()).args(sources).status();
    assert!(status.expect("javac runs").success(), "javac refused {sources:?}");
    out
}
