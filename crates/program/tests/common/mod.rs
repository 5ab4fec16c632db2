//! What the tests share: the JDK on the path, and Java sources compiled for a test.

use std::path::{Path, PathBuf};

use program::{ClassPath, Program};

/// The home of the `java` on the path.
pub fn jdk() -> PathBuf {
    let path = std::env::var_os("PATH").expect("there is a PATH");
    let java = std::env::split_paths(&path).map(|dir| dir.join("java")).find(|java| java.is_file());
    let java = java.expect("the tests need a JDK").canonicalize().expect("java is a file");
    java.parent().and_then(Path::parent).expect("java is in bin").to_path_buf()
}

pub fn with_jdk(entries: Vec<PathBuf>) -> Program {
    Program::new(&ClassPath { entries, jdk: Some(jdk()) }).expect("the class path is readable")
}

/// Compiles sources with `javac -g`; the folder holds the classes as long as it lives.
#[allow(dead_code, reason = "not every test needs Java sources")]
pub fn compile(sources: &[PathBuf]) -> tempfile::TempDir {
    let out = tempfile::tempdir().expect("temporary folders can be made");
    let javac = jdk().join("bin/javac");
    let status = std::process::Command::new(javac).args(["-g", "-d"]).arg(out.path()).args(sources).status();
    assert!(status.expect("javac runs").success(), "javac refused {sources:?}");
    out
}
