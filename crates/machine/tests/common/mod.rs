//! What the tests share: the JDK on the path, Java compiled and run, and numbers that look random.

#![allow(dead_code, reason = "not every test needs everything")]

use std::path::{Path, PathBuf};
use std::process::Command;

use program::{ClassPath, Program};

/// Compiles one source file with `javac -g`; the folder holds its classes as long as it lives.
pub fn compile(name: &str, source: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join(format!("{name}.java"));
    std::fs::write(&file, source).expect("a writable folder");
    let mut javac = Command::new("javac");
    javac.args(["-g", "-nowarn", "-Xlint:none", "-proc:none", "-d"]).arg(folder.path()).arg(&file);
    let output = javac.output().expect("`javac` is on the path");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
}

/// A program of compiled classes over the JDK.
pub fn program(classes: &Path) -> Program {
    Program::new(&ClassPath { entries: vec![classes.into()], jdk: Some(jdk()) }).expect("a JDK and a folder")
}

/// The home of the `java` on the path.
pub fn jdk() -> PathBuf {
    property("java.home").into()
}

/// Which Java the `java` on the path runs: `17`.
pub fn version() -> String {
    property("java.specification.version")
}

fn property(name: &str) -> String {
    let java = Command::new("java").args(["-XshowSettings:properties", "-version"]).output();
    let settings = String::from_utf8(java.expect("`java` is on the path").stderr).expect("settings are text");
    let value = |line: &str| Some(line.trim().strip_prefix(name)?.strip_prefix(" = ")?.to_owned());
    settings.lines().find_map(value).expect("`java` knows its settings")
}

/// What `java` prints when it runs a class.
pub fn java(classes: &Path, class: &str, args: &[&Path]) -> String {
    let output = Command::new("java").arg("-cp").arg(classes).arg(class).args(args).output();
    let output = output.expect("`java` is on the path");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("tests print plain text")
}

/// A number from the environment, for longer runs by hand.
pub fn setting(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// SplitMix64: small, seeded, and the same everywhere.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}
