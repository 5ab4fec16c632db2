//! Generated tests on the real JVM: all of them compile and pass, and those of the examples take nine branches out of ten.
//!
//! Needs the JARs of JUnit and JaCoCo that `scripts/setup --tests` installs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const JARS: &str = "/usr/share/java";
const JUNIT: [&str; 12] = [
    "junit-jupiter-api",
    "junit-jupiter-engine",
    "junit-platform-commons",
    "junit-platform-engine",
    "junit-platform-launcher",
    "junit-platform-console",
    "junit-platform-reporting",
    "junit-vintage-engine",
    "junit4",
    "hamcrest",
    "opentest4j",
    "apiguardian-api",
];
const CONSOLE: [&str; 4] =
    ["picocli", "univocity-parsers", "opentest4j-reporting-events", "opentest4j-reporting-schema"];
const JACOCO: [&str; 5] = ["org.jacoco.core", "asm", "asm-commons", "asm-tree", "asm-analysis"];

/// A folder with classes and generated tests.
struct Bench {
    folder: tempfile::TempDir,
}

#[test]
fn examples_are_covered() {
    let bench = Bench::compile("examples/explore", "15");
    bench.generate(&["--loops", "3", "--recursion", "3", "--paths", "25", "--time", "30"]);
    bench.build();
    let lines = bench.coverage();
    let (methods, tests) = lines.split_at(lines.len() - 1);
    let (mut taken, mut all) = (0, 0);
    for line in methods {
        let mut counts = line.split(' ').map(|count| count.parse::<u32>().unwrap_or(0));
        taken += counts.next().expect("branches taken");
        all += counts.next().expect("branches there are");
    }
    println!("{taken} of {all} branches, {}", tests[0]);
    assert!(all >= 100, "the examples have more branches than {all}");
    assert!(taken * 10 >= all * 9, "{taken} of {all} branches are taken:\n{}", lines.join("\n"));
}

#[test]
fn all_kinds_of_classes_get_tests_that_pass() {
    let bench = Bench::compile("tests/programs/junit", "17");
    bench.generate(&["--loops", "2", "--paths", "8", "--time", "16"]);
    assert!(bench.run() >= 20, "most methods have several paths");
}

#[test]
fn a_minimal_suite_is_smaller() {
    let bench = Bench::compile("examples/explore/DoublyLinkedList.java", "17");
    bench.generate(&["--loops", "3"]);
    let all = bench.run();
    bench.generate(&["--loops", "3", "--junit", "4", "--tests-cover", "branches"]);
    let few = bench.run();
    assert!(0 < few && few < all, "{few} of {all} tests");
}

#[test]
fn bad_wishes_are_refused() {
    let example = root().join("examples/explore/Traverse.java");
    let explore = |args: &[&str]| cupper(&[&["explore", &example.display().to_string()], args].concat());
    assert_eq!(explore(&["--tests", "/proc/no/such"]).status.code(), Some(2));
    assert_eq!(explore(&["--tests", "t", "--junit", "3"]).status.code(), Some(2));
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("TraversePathsTest.java"), "class Mine {}").expect("a file");
    let refused = explore(&["--loops", "1", "--tests", &folder.path().display().to_string()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("not-overwritten"));
}

impl Bench {
    /// Compiles for a release of Java; JaCoCo 0.8.6 knows none after 15.
    fn compile(sources: &str, release: &str) -> Self {
        let bench = Self { folder: tempfile::tempdir().expect("a folder") };
        let files = java_files(&root().join(sources));
        run(testkit::javac().args(["--release", release, "-d"]).arg(bench.at("classes")).args(files));
        bench
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn generate(&self, args: &[&str]) {
        let _ = std::fs::remove_dir_all(self.at("tests"));
        let (classes, tests) =
            (self.at("classes").display().to_string(), self.at("tests").display().to_string());
        let out = cupper(&[&["explore", &classes, "--tests", &tests], args].concat());
        let errors = String::from_utf8_lossy(&out.stderr);
        print!("{errors}");
        assert!(errors.contains("written to"), "{errors}");
    }

    /// Compiles the tests; the class path to run them with.
    fn build(&self) -> String {
        let jars = jars(&[&JUNIT[..], &CONSOLE[..]].concat());
        let (classes, built) = (self.at("classes"), self.at("built"));
        let _ = std::fs::remove_dir_all(&built);
        let compile_path = format!("{}:{jars}", classes.display());
        run(testkit::javac()
            .args(["-cp", &compile_path, "-d"])
            .arg(&built)
            .args(java_files(&self.at("tests"))));
        format!("{}:{compile_path}", built.display())
    }

    /// Compiles and runs the tests; how many there are, all of which pass.
    fn run(&self) -> usize {
        let run_path = self.build();
        let out = run(Command::new("java")
            .args(["-cp", &run_path, "org.junit.platform.console.ConsoleLauncher"])
            .args(["--details=summary", "--disable-banner", "--scan-classpath"])
            .arg(self.at("built")));
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        let count = |what: &str| {
            let line = text.lines().find(|line| line.contains(what)).unwrap_or_default();
            line.split_whitespace().find_map(|word| word.parse::<usize>().ok()).unwrap_or(0)
        };
        assert_eq!(count("tests found"), count("tests successful"), "{text}");
        count("tests found")
    }

    /// Runs the tests, all of which pass, and counts: branches taken, branches there are and the name of each method that has some;
    /// the number of tests in the last line.
    fn coverage(&self) -> Vec<String> {
        let out = run(Command::new("java")
            .args(["-cp", &jars(&[&JUNIT[..], &CONSOLE[..], &JACOCO[..]].concat())])
            .arg(root().join("crates/cli/tests/cli/junit/Coverage.java"))
            .args([self.at("classes"), self.at("built")]));
        String::from_utf8_lossy(&out.stdout).lines().map(str::to_owned).collect()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn jars(names: &[&str]) -> String {
    names.iter().map(|name| format!("{JARS}/{name}.jar")).collect::<Vec<_>>().join(":")
}

fn cupper(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cupper")).args(args).output().expect("cupper starts")
}

fn run(command: &mut Command) -> Output {
    let out = command.output().expect("a JDK is installed");
    let told = [&out.stdout[..], &out.stderr[..]].concat();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&told));
    out
}

fn java_files(at: &Path) -> Vec<PathBuf> {
    if at.is_file() {
        return vec![at.to_owned()];
    }
    let mut out = Vec::new();
    for entry in std::fs::read_dir(at).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "java") {
            out.extend(java_files(&path));
        }
    }
    out.sort();
    out
}
