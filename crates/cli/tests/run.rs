//! The oracle suite: every program under `tests/programs/run` on `java` and on `cupper run`.
//!
//! Standard output, standard error and exit status must be the same. `Name.in`, if there is one, is the program's
//! standard input. All programs are compiled by one `javac`; what `java` says about a program is kept under `target`
//! by the hash of its source, so that only new and changed programs start a JVM.

use std::collections::hash_map::DefaultHasher;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("oracle");
    let sources = testkit::test_programs("run");
    let classes = if arguments.list { work.join("classes") } else { compile(&sources, &work) };
    let trials = sources.into_iter().map(|source| {
        let name = source.file_stem().expect("a file name").to_string_lossy().into_owned();
        let (classes, work) = (classes.clone(), work.clone());
        Trial::test(name.clone(), move || check(&name, &source, &classes, &work))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// What running a program gives.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    status: Option<i32>,
    output: String,
    errors: String,
}

fn check(name: &str, source: &Path, classes: &Path, work: &Path) -> Result<(), Failed> {
    let input = source.with_extension("in");
    let expected = expected(name, source, &input, classes, work)?;
    let mut cupper = Command::new(env!("CARGO_BIN_EXE_cupper"));
    let actual = run(cupper.args(["run", "--cp"]).arg(classes).arg(name), &input)?;
    if actual == expected {
        return Ok(());
    }
    Err(format!("java:\n{}\ncupper:\n{}", show(&expected), show(&actual)).into())
}

/// What `java` says, from last time if the source is the same.
fn expected(name: &str, source: &Path, input: &Path, classes: &Path, work: &Path) -> Result<Run, Failed> {
    let mut hasher = DefaultHasher::new();
    (fs::read(source)?, fs::read(input).unwrap_or_default()).hash(&mut hasher);
    let folder = work.join("expected").join(format!("{name}-{:016x}", hasher.finish()));
    let read = |file: &str| fs::read_to_string(folder.join(file));
    if let (Ok(status), Ok(output), Ok(errors)) = (read("status"), read("output"), read("errors")) {
        return Ok(Run { status: status.parse().ok(), output, errors });
    }
    let run = run(Command::new("java").arg("-Xshare:auto").arg("-cp").arg(classes).arg(name), input)?;
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("output"), &run.output)?;
    fs::write(folder.join("errors"), &run.errors)?;
    fs::write(folder.join("status"), run.status.map_or_else(String::new, |status| status.to_string()))?;
    Ok(run)
}

fn run(command: &mut Command, input: &Path) -> Result<Run, Failed> {
    let input = if input.exists() { Stdio::from(File::open(input)?) } else { Stdio::null() };
    // `java` writes what the locale can; we write UTF-8.
    let output = command.stdin(input).env("LC_ALL", "C.UTF-8").output()?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok(Run { status: output.status.code(), output: text(output.stdout), errors: text(output.stderr) })
}

/// Compiles all programs unless none is newer than its classes. Test processes take turns.
fn compile(sources: &[PathBuf], work: &Path) -> PathBuf {
    let classes = work.join("classes");
    fs::create_dir_all(&classes).expect("the target folder is writable");
    let turn = File::create(work.join("turn")).expect("the target folder is writable");
    turn.lock().expect("the file system knows locks");
    let stamp = work.join("compiled");
    let changed = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let newest = sources.iter().filter_map(|source| changed(source)).max();
    if changed(&stamp) >= newest && changed(&stamp).is_some() {
        return classes;
    }
    let mut javac = testkit::javac();
    javac.arg("-d").arg(&classes).args(sources);
    let output = javac.output().expect("the suite needs `javac` on the path");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::write(&stamp, "").expect("the target folder is writable");
    classes
}

fn show(run: &Run) -> String {
    format!("status {:?}\n--- output\n{}--- errors\n{}", run.status, run.output, run.errors)
}
