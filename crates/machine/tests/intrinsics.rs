//! Every intrinsic of the table is called by one of the programs under `tests/programs/intrinsics`, and all of them say what
//! they say on `java`.
//!
//! Entries for methods the JDK at hand does not have are for other versions of it and are left out.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use machine::concrete::{Concrete, Machine};
use machine::{Access, Found, Host, Limits, Recorder};
use program::Program;

/// Package of the JDK the programs use though it is not exported.
const EXPORTED: &str = "java.base/jdk.internal.misc=ALL-UNNAMED";
/// Package of the JDK whose private members the programs call.
const OPENED: &str = "java.base/java.security=ALL-UNNAMED";

#[test]
fn every_intrinsic_is_called_and_agrees_with_java() {
    let classes = compile();
    let program = common::program(classes.path());
    let mut used = BTreeSet::new();
    for name in programs() {
        let expected = java(classes.path(), &name);
        let output = Recorder::default();
        let host = Files { output: output.clone(), files: BTreeMap::new() };
        let mut machine =
            Machine::new(&program, Box::new(host), Limits { assertions: false, ..Limits::default() });
        machine.boot().unwrap_or_else(|outcome| panic!("the JDK starts: {outcome:?}"));
        let class = program.class_named(&name).expect("compiled");
        let main = program.declared_method(class, "main", "([Ljava/lang/String;)V").expect("has a main");
        let status = machine.run_main(main, &[], &mut ());
        assert!(matches!(status, Ok(0)), "{name}: {status:?}\n{}{}", output.output(), output.errors());
        assert_eq!(output.output(), expected, "{name}");
        used.extend(machine.cx.used_intrinsics().map(|id| {
            let method = program.method(id);
            (
                program.class(method.class).name.to_string(),
                method.name.to_string(),
                method.descriptor.to_string(),
            )
        }));
    }
    let is_used = |class: &str, name: &str, descriptor: &str| {
        used.iter().any(|(of, called, as_)| {
            of == class && called == name && (descriptor.is_empty() || as_ == descriptor)
        })
    };
    let idle: Vec<_> = machine::intrinsic_names::<Concrete>()
        .into_iter()
        .filter(|(class, name, descriptor)| is_declared(&program, class, name, descriptor))
        .filter(|(class, name, descriptor)| !is_used(class, name, descriptor))
        .map(|(class, name, descriptor)| format!("{class}.{name}{descriptor}"))
        .collect();
    assert!(idle.is_empty(), "no program calls\n{}", idle.join("\n"));
}

fn is_declared(program: &Program, class: &str, name: &str, descriptor: &str) -> bool {
    let Ok(class) = program.class_named(class) else { return false };
    program.class(class).methods().any(|id| {
        let method = program.method(id);
        *method.name == *name && (descriptor.is_empty() || *method.descriptor == *descriptor)
    })
}

/// The programs' names, sorted.
fn programs() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the programs are part of the repository");
    let stem = |path: PathBuf| path.file_stem().expect("a file name").to_string_lossy().into_owned();
    let mut names: Vec<_> = entries.map(|entry| stem(entry.expect("a readable folder").path())).collect();
    names.sort();
    names
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/intrinsics")
}

fn compile() -> tempfile::TempDir {
    let out = tempfile::tempdir().expect("a temporary folder");
    let mut javac = Command::new("javac");
    javac.args(["-g", "-parameters", "-nowarn", "-Xlint:none", "-proc:none", "-d"]).arg(out.path());
    javac.args(["--add-exports", EXPORTED]);
    javac.args(programs().iter().map(|name| folder().join(format!("{name}.java"))));
    let output = javac.output().expect("`javac` is on the path");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    out
}

fn java(classes: &Path, name: &str) -> String {
    let mut java = Command::new("java");
    java.args(["--add-exports", EXPORTED, "--add-opens", OPENED])
        .arg("-cp")
        .arg(classes)
        .arg(name)
        .stdin(std::process::Stdio::null());
    let output = java.output().expect("`java` is on the path");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the programs print plain text")
}

/// A world with files: those of the host can be read, all others are in memory.
struct Files {
    output: Recorder,
    /// By descriptor and path.
    files: BTreeMap<(i32, String), File>,
}

/// Contents and position.
type File = (Vec<u8>, usize);

impl Files {
    const STORED: i32 = -1;

    fn opened(&mut self, descriptor: i32) -> Option<(&(i32, String), &mut File)> {
        self.files.iter_mut().find(|((open, _), _)| *open == descriptor)
    }

    fn stored(&self, path: &str) -> Option<&File> {
        self.files.get(&(Self::STORED, path.to_owned()))
    }
}

impl Host for Files {
    fn write(&mut self, descriptor: i32, bytes: &[u8]) -> io::Result<()> {
        match self.opened(descriptor) {
            Some((_, (contents, _))) => contents.extend_from_slice(bytes),
            None => self.output.write(descriptor, bytes)?,
        }
        Ok(())
    }

    fn read(&mut self, descriptor: i32, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((_, (contents, position))) = self.opened(descriptor) else { return Ok(0) };
        let count = buffer.len().min(contents.len() - *position);
        buffer[..count].copy_from_slice(&contents[*position..*position + count]);
        *position += count;
        Ok(count)
    }

    fn available(&mut self) -> io::Result<usize> {
        Ok(0)
    }

    fn open(&mut self, path: &str, access: Access) -> io::Result<i32> {
        let old = self.stored(path).map(|(contents, _)| contents.clone());
        let contents = match access {
            Access::Read => old.map_or_else(|| std::fs::read(path), Ok)?,
            Access::Truncate => Vec::new(),
            Access::Append => old.unwrap_or_default(),
        };
        let descriptor = 3 + self.files.len() as i32;
        self.files.insert((descriptor, path.to_owned()), (contents, 0));
        Ok(descriptor)
    }

    fn extent(&mut self, descriptor: i32) -> io::Result<(u64, u64)> {
        let (_, (contents, position)) = self.opened(descriptor).ok_or(io::ErrorKind::Unsupported)?;
        Ok((contents.len() as u64, *position as u64))
    }

    fn close(&mut self, descriptor: i32) {
        let Some(((_, path), (contents, _))) = self.opened(descriptor) else { return };
        let (path, contents) = (path.clone(), contents.clone());
        self.files.remove(&(descriptor, path.clone()));
        self.files.insert((Self::STORED, path), (contents, 0));
    }

    fn look(&mut self, path: &str) -> Option<Found> {
        self.stored(path).map(|(contents, _)| Found { is_directory: false, length: contents.len() as u64 })
    }

    fn create(&mut self, path: &str) -> io::Result<bool> {
        let is_new = self.stored(path).is_none();
        self.files.entry((Self::STORED, path.to_owned())).or_default();
        Ok(is_new)
    }

    fn remove(&mut self, path: &str) -> bool {
        self.files.remove(&(Self::STORED, path.to_owned())).is_some()
    }

    fn now(&mut self) -> i128 {
        0
    }

    fn properties(&self) -> Vec<(String, String)> {
        vec![("java.home".into(), common::jdk().display().to_string())]
    }
}
