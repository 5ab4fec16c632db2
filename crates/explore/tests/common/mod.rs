//! What the tests of exploring share: compiled programs, and the JDK they run on.

use std::path::{Path, PathBuf};
use std::process::Command;

use program::{ClassPath, Program};

/// A program of the repository, compiled into a folder that lives as long as this.
pub struct Compiled {
    pub program: Program,
    _classes: tempfile::TempDir,
}

/// Compiles files with debug information.
pub fn compile(files: &[PathBuf]) -> Compiled {
    let classes = tempfile::tempdir().expect("a temporary folder");
    let javac = Command::new("javac").arg("-g").arg("-d").arg(classes.path()).args(files).status();
    assert!(javac.expect("javac runs").success(), "javac refused the programs");
    let class_path = ClassPath { entries: vec![classes.path().to_owned()], jdk: Some(jdk_home()) };
    let program = Program::new(&class_path).expect("the compiled classes");
    Compiled { program, _classes: classes }
}

/// The `.java` files of folders of the repository, sorted.
pub fn sources(folders: &[&str]) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
        let entries = std::fs::read_dir(folder).expect("a folder of programs");
        files.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "java"));
    files.sort();
    files
}

fn jdk_home() -> PathBuf {
    let path = std::env::var_os("PATH").expect("a PATH");
    let java = std::env::split_paths(&path).map(|folder| folder.join("java")).find(|java| java.is_file());
    let java = java.expect("java is on the PATH").canonicalize().expect("java is a file");
    java.ancestors().nth(2).expect("java is in bin").to_owned()
}
