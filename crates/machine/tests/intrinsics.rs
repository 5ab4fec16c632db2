//! Every intrinsic of the table is called by one of the programs under `tests/programs/intrinsics`, and all of them say what
//! they say on `java`.
//!
//! Entries for methods the JDK at hand does not have are for other versions of it and are left out. That every entry is called is
//! asked on JDK 17 only: other versions reach the same code by other ways, and not all of the table's.

#[path = "../../cli/src/run/disk.rs"]
mod disk;
#[path = "../../cli/src/run/zlib.rs"]
mod zlib;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use machine::concrete::{Concrete, Machine};
use machine::{Access, Codecs, Files, Found, Host, Limits, Recorder};
use program::Program;

/// Package of the JDK the programs use though it is not exported.
const EXPORTED: &str = "java.base/jdk.internal.misc=ALL-UNNAMED";
/// Package of the JDK whose private members the programs call.
const OPENED: &str = "java.base/java.security=ALL-UNNAMED";

#[test]
fn every_intrinsic_is_called_and_agrees_with_java() {
    let classes = compile();
    let program = testkit::open(vec![classes.path().to_path_buf()]);
    let mut used = BTreeSet::new();
    for name in programs() {
        let expected = java(classes.path(), &name);
        let output = Recorder::default();
        let host = World { output: output.clone(), disk: disk::Disk::default(), zlib: zlib::Zlib::default() };
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
    assert!(
        idle.is_empty() || testkit::version(&testkit::jdk()) != Some(17),
        "no program calls\n{}",
        idle.join("\n")
    );
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
    let stem = |path: PathBuf| path.file_stem().expect("a file name").to_string_lossy().into_owned();
    testkit::test_programs("intrinsics").into_iter().map(stem).collect()
}

fn compile() -> tempfile::TempDir {
    let out = tempfile::tempdir().expect("a temporary folder");
    let mut javac = testkit::javac();
    javac.args(["-parameters", "--add-exports", EXPORTED, "-d"]).arg(out.path());
    let output = javac.args(testkit::test_programs("intrinsics")).output().expect("`javac` is on the path");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    out
}

fn java(classes: &Path, name: &str) -> String {
    let mut java = testkit::java_command();
    java.args(["--add-exports", EXPORTED, "--add-opens", OPENED, "-cp"]).arg(classes).arg(name);
    let output = java.stdin(std::process::Stdio::null()).output().expect("`java` is on the path");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the programs print plain text")
}

/// A world whose output is remembered; its files are the host's.
struct World {
    output: Recorder,
    disk: disk::Disk,
    zlib: zlib::Zlib,
}

impl Host for World {
    fn write(&mut self, descriptor: i32, bytes: &[u8]) -> io::Result<()> {
        match self.disk.write(descriptor, bytes) {
            Some(written) => written,
            None => self.output.write(descriptor, bytes),
        }
    }

    fn read(&mut self, descriptor: i32, buffer: &mut [u8]) -> io::Result<usize> {
        self.disk.read(descriptor, buffer).unwrap_or(Ok(0))
    }

    fn available(&mut self) -> io::Result<usize> {
        Ok(0)
    }

    fn open(&mut self, path: &str, access: Access) -> io::Result<i32> {
        self.disk.open_stream(path, access)
    }

    fn extent(&mut self, descriptor: i32) -> io::Result<(u64, u64)> {
        self.disk.extent(descriptor)
    }

    fn close(&mut self, descriptor: i32) {
        self.disk.close(descriptor);
    }

    fn look(&mut self, path: &str) -> Option<Found> {
        self.disk.look(path)
    }

    fn create(&mut self, path: &str) -> io::Result<bool> {
        self.disk.create(path)
    }

    fn remove(&mut self, path: &str) -> bool {
        self.disk.remove(path)
    }

    fn files(&mut self) -> Option<&mut dyn Files> {
        Some(&mut self.disk)
    }

    fn codecs(&mut self) -> Option<&mut dyn Codecs> {
        Some(&mut self.zlib)
    }

    fn environment(&self) -> Vec<(Vec<u8>, Vec<u8>)> {
        vec![(b"PATH".into(), b"/bin".into())]
    }

    fn now(&mut self) -> i128 {
        0
    }

    fn properties(&self) -> Vec<(String, String)> {
        let folder = std::env::current_dir().unwrap_or_default().display().to_string();
        vec![
            ("java.home".into(), testkit::jdk().display().to_string()),
            ("user.dir".into(), folder),
            ("jdk.module.addopens.0".into(), OPENED.into()),
        ]
    }
}
