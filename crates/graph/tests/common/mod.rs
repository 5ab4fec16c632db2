//! What several tests need: random numbers, and programs out of Java sources.

#![allow(dead_code, reason = "every test uses its part")]

use std::path::{Path, PathBuf};
use std::process::Command;

use program::{ClassPath, MethodId, Program};

/// Marsaglia's xorshift.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// Compiled sources; the folder lives as long as the value.
pub struct Compiled {
    pub program: Program,
    _classes: tempfile::TempDir,
}

/// Compiles Java sources.
pub fn compile(sources: &[PathBuf]) -> Compiled {
    let classes = tempfile::tempdir().expect("a temporary folder");
    let javac = Command::new("javac").arg("-g").arg("-d").arg(classes.path()).args(sources).status();
    assert!(javac.expect("javac is on the path").success());
    let path = ClassPath { entries: vec![classes.path().to_path_buf()], jdk: Some(jdk()) };
    let program = Program::new(&path).expect("the classes are readable");
    Compiled { program, _classes: classes }
}

/// The Java files of a folder of test programs, sorted.
pub fn test_programs(feature: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(feature);
    let mut sources: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the programs are in the repository")
        .map(|entry| entry.expect("the folder is readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
        .collect();
    sources.sort();
    sources
}

/// The method a test calls `Class.name`.
pub fn method(program: &Program, name: &str) -> MethodId {
    let (class, member) = name.split_once('.').expect("Class.method");
    let class = program.class_named(class).expect("the class was compiled");
    let named = |id: &MethodId| *program.method(*id).name == *member;
    program.class(class).methods().find(named).expect("the method exists")
}

/// Values of the header lines `// key: value`.
pub fn header<'t>(text: &'t str, key: &'t str) -> impl Iterator<Item = &'t str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("// "));
    lines.filter_map(move |line| Some(line.strip_prefix(key)?.strip_prefix(':')?.trim()))
}

fn jdk() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let java = std::env::split_paths(&path).map(|folder| folder.join("javac")).find(|file| file.exists());
    let java = java.expect("javac is on the path").canonicalize().expect("it exists");
    java.parent().and_then(Path::parent).expect("javac is in bin").to_path_buf()
}
