//! Input that is wrong in every way the class reader knows of: one clear error with its code, exit status 2, no panic.

#[path = "../../../program/tests/common/assembler.rs"]
mod assembler;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assembler::{Assembler, Code};
use zip::write::SimpleFileOptions;

/// Runs `cupper` and checks that it refuses: one error of this code that mentions the words, status 2, nothing worse.
fn refused(code: &str, words: &[&str], args: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_cupper")).args(args).output().expect("cupper runs");
    let Output { status, stdout, stderr } = output;
    let said = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(2), "{args:?}: {said}");
    assert_eq!(said.matches("error[").count(), 1, "{args:?} gives one error: {said}");
    assert!(said.contains(&format!("error[{code}]")), "{args:?}: {said}");
    for word in words {
        assert!(said.contains(word), "{args:?} mentions `{word}`: {said}");
    }
    assert!(!said.contains("panicked") && stdout.is_empty(), "{args:?}: {said}");
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("temporary folders can be made"))
    }

    fn write(&self, name: &str, contents: &[u8]) -> String {
        let path = self.0.path().join(name);
        std::fs::write(&path, contents).expect("is writable");
        path.display().to_string()
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn text(&self) -> String {
        self.path().display().to_string()
    }
}

/// A class with the static method `main`, made of this code.
fn main_class(bytes: &[u8]) -> Assembler {
    let mut class = Assembler::new("Hostile", "java/lang/Object");
    let code = Code { max_stack: 4, max_locals: 3, bytes: bytes.to_vec(), handlers: Vec::new() };
    class.method(0x9, "main", "([Ljava/lang/String;)V", &code);
    class
}

fn jar(path: PathBuf, entry: &str, contents: &[u8]) -> String {
    let mut writer = zip::ZipWriter::new(std::fs::File::create(&path).expect("is writable"));
    writer.start_file(entry, SimpleFileOptions::default()).expect("is a name");
    writer.write_all(contents).expect("is writable");
    writer.finish().expect("is writable");
    path.display().to_string()
}

#[test]
fn files_that_are_no_classes() {
    let folder = Folder::new();
    let good = main_class(&[0xb1]).finish();
    let cases = [
        ("truncated.class", "malformed-class-file", good[..good.len() / 2].to_vec()),
        ("text.class", "malformed-class-file", b"public class Text {}".to_vec()),
        ("empty.class", "malformed-class-file", Vec::new()),
        ("longer.class", "malformed-class-file", [&good[..], b"more"].concat()),
    ];
    for (name, code, contents) in cases {
        let file = folder.write(name, &contents);
        refused(code, &[name], &["run", &file]);
        refused(code, &[name], &["code", &file]);
    }
    let mut future = main_class(&[0xb1]);
    future.version = 99;
    let file = folder.write("future.class", &future.finish());
    refused("unsupported-class-version", &["future.class", "99"], &["run", &file]);
}

/// What is too deep to be looked at is not passed over in silence.
#[test]
fn folders_that_cannot_be_looked_into() {
    let folder = Folder::new();
    folder.write("Plain.class", &Assembler::new("Plain", "java/lang/Object").finish());
    let deep: PathBuf = std::iter::repeat_n("in", 70).collect();
    std::fs::create_dir_all(folder.path().join(deep)).expect("folders can be made");
    for command in ["explore", "relevance", "check"] {
        refused("unreadable-folder", &["in/in/in", "in each other"], &[command, &folder.text()]);
    }
}

#[test]
fn files_that_are_too_large() {
    let folder = Folder::new();
    let path = folder.path().join("huge.class");
    let file = std::fs::File::create(&path).expect("is writable");
    file.set_len(65 << 20).expect("sparse files can be made");
    refused("unreadable-class-path", &["huge.class", "64 MiB"], &["run", &path.display().to_string()]);
}

#[test]
fn archives_that_are_hostile() {
    let folder = Folder::new();
    let text = folder.write("text.jar", b"this is no zip");
    refused("malformed-jar", &["text.jar"], &["run", &text]);
    let leaving = jar(folder.path().join("leaving.jar"), "../Evil.class", &main_class(&[0xb1]).finish());
    refused("malformed-jar", &["leaving.jar", "../Evil.class"], &["run", "--cp", &leaving, "Evil"]);
    let bomb = jar(folder.path().join("bomb.jar"), "Bomb.class", &vec![0; 65 << 20]);
    refused("malformed-class-file", &["Bomb", "64 MiB"], &["run", "--cp", &bomb, "Bomb"]);
}

#[test]
fn what_is_missing() {
    let folder = Folder::new();
    folder.write("Hostile.class", &main_class(&[0xb1]).finish());
    folder.write("Plain.class", &Assembler::new("Plain", "java/lang/Object").finish());
    let cp = folder.text();
    refused("target-not-found", &["Absent"], &["run", "--cp", &cp, "Absent"]);
    refused("target-not-found", &["Absent.java"], &["run", "Absent.java"]);
    refused("no-main", &["Plain"], &["run", "--cp", &cp, "Plain"]);
    refused("unknown-method", &["absent"], &["code", "--cp", &cp, "Hostile", "--method", "absent"]);
    refused("unknown-class", &["Absent"], &["code", "--cp", &cp, "Hostile", "--method", "Absent.main"]);
    refused("class-not-found", &["no/such/Parent"], &["run", "--cp", &orphan(&folder), "Orphan"]);
    refused("unreadable-class-path", &["absent.jar"], &["run", "--cp", "absent.jar", "Hostile"]);
    refused("no-jdk", &["/nowhere"], &["run", "--jdk", "/nowhere", "--cp", &cp, "Hostile"]);
}

#[test]
fn no_jdk_anywhere() {
    let mut cupper = Command::new(env!("CARGO_BIN_EXE_cupper"));
    let output = cupper.args(["run", "Hostile"]).env_remove("JAVA_HOME").env("PATH", "").output();
    let output = output.expect("cupper runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("error[no-jdk]") && said.contains("openjdk-17-jdk-headless"), "{said}");
}

/// A folder with a class whose superclass is nowhere.
fn orphan(folder: &Folder) -> String {
    folder.write("Orphan.class", &Assembler::new("Orphan", "no/such/Parent").finish());
    folder.text()
}

#[test]
fn classes_that_inherit_from_themselves() {
    let folder = Folder::new();
    for (name, superclass) in [("A", "B"), ("B", "C"), ("C", "A")] {
        folder.write(&format!("{name}.class"), &Assembler::new(name, superclass).finish());
    }
    refused("cyclic-inheritance", &["A"], &["run", "--cp", &folder.text(), "A"]);
}

#[test]
fn code_no_compiler_writes() {
    for (words, bytes) in [
        ("a jump to offset 100", &[0xa7, 0, 100][..]),
        ("operand stack underflow", &[0x57, 0xb1]),
        ("expected int on the operand stack, found float", &[0x0b, 0x03, 0x60, 0x57, 0xb1]),
        ("control falls off the end", &[0x00]),
        ("unknown opcode 0xcb", &[0xcb]),
        ("returns something else than it declares", &[0x03, 0xac]),
    ] {
        let folder = Folder::new();
        folder.write("Hostile.class", &main_class(bytes).finish());
        for command in ["run", "code"] {
            let place = "in class Hostile, method main";
            refused("malformed-code", &[words, place], &[command, "--cp", &folder.text(), "Hostile"]);
        }
    }
}

#[test]
fn mutated_classes_are_refused_or_run() {
    let original = main_class(&[0x03, 0x57, 0xb1]).finish();
    for at in (0..original.len()).step_by(7) {
        let folder = Folder::new();
        let mut mutant = original.clone();
        mutant[at] ^= 0x15;
        let file = folder.write("Hostile.class", &mutant);
        let output = Command::new(env!("CARGO_BIN_EXE_cupper")).args(["code", &file]).output();
        let output = output.expect("cupper runs");
        let said = String::from_utf8_lossy(&output.stderr);
        let status = output.status.code();
        assert!(matches!(status, Some(0 | 2)), "byte {at}: status {status:?}: {said}");
        assert!(!said.contains("panicked"), "byte {at}: {said}");
    }
}

#[test]
fn targets_with_nothing_in_them() {
    let folder = Folder::new();
    let nothing = folder.write("Nothing.java", b"// only a comment");
    let shape = folder.write("Shape.java", b"interface Shape { int area(); }");
    for command in ["explore", "relevance", "check", "code", "run"] {
        refused("nothing-to-do", &["no classes", "Nothing.java"], &[command, &nothing]);
    }
    refused("nothing-to-do", &["no method with code"], &["relevance", &shape]);
    refused("nothing-to-do", &["declare nothing"], &["verify", &nothing]);
    refused("nothing-to-do", &["declare nothing"], &["verify", &folder.write("empty.vpr", b"")]);
    let boxed = jar(folder.path().join("outer.jar"), "inner.jar", b"a JAR inside a JAR");
    refused("nothing-to-do", &["outer.jar", "JARs and sources inside"], &["explore", &boxed]);
}

/// Before any work is done, so that no answer is lost.
#[test]
fn places_that_cannot_be_written() {
    let folder = Folder::new();
    folder.write("Hostile.class", &main_class(&[0xb1]).finish());
    let (target, inside) = (folder.text(), folder.path().join("missing/file").display().to_string());
    for place in [&folder.text(), &inside] {
        let method = ["--method", "Hostile.main"];
        refused("cannot-write", &[place], &["explore", &target, "--output", place]);
        refused("cannot-write", &[place], &["check", &target, "--write-baseline", place]);
        refused("cannot-write", &[place], &["terminate", &target, "--certificate", place]);
        refused("cannot-write", &[place], &["compare", &target, "--plot", place, method[0], method[1]]);
        let page = ["graph", &target, "--format", "html", "--output", place, method[0], method[1]];
        refused("cannot-write", &[place], &page);
    }
    refused("cannot-read", &[&inside], &["check", &target, "--baseline", &inside]);
    let text = folder.write("text", b"not a baseline");
    refused("bad-baseline", &[&text], &["explore", &target, "--baseline", &text]);
}

/// A disk that is full is no reason to panic, and an answer nobody can read is none.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output() {
    let folder = Folder::new();
    folder.write("Hostile.class", &main_class(&[0xb1]).finish());
    let target = folder.text();
    let vpr = folder.write("empty.vpr", b"method m() { assert true }");
    let commands: [&[&str]; 8] = [
        &["explain"],
        &["man"],
        &["code", &target],
        &["terminate", &target],
        &["relevance", &target],
        &["graph", &target, "--method", "Hostile.main"],
        &["verify", &vpr],
        &["completions", "bash"],
    ];
    for args in commands {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
        let output = Command::new(env!("CARGO_BIN_EXE_cupper")).args(args).stdout(full).output();
        let output = output.expect("cupper runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains("error[cannot-write]") && !said.contains("panicked"), "{args:?}: {said}");
    }
}
