//! `cupper check` on projects as build tools lay them out; a run that is killed loses nothing.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

const DIVIDE: &str = "package p;\npublic class Divide {\n    public static int by(int a, int b) {\n        return a / b;\n    }\n}\n";
const SPIN: &str = "package q;\npublic class Spin {\n    public static void forever(int x) {\n        x = x * 2;\n        while (x != 1) {\n            x = 2;\n        }\n    }\n    public static int dead(int x) {\n        int lost = x;\n        return 1;\n    }\n}\n";

fn write(folder: &Path, name: &str, text: &str) {
    let file = folder.join(name);
    std::fs::create_dir_all(file.parent().expect("a file in a folder"))
        .expect("a temporary folder is writable");
    std::fs::write(file, text).expect("a temporary folder is writable");
}

fn javac(folder: &Path, out: &str, source: &str) {
    let status = testkit::javac().args(["-d", out, source]).current_dir(folder).status();
    assert!(status.expect("the suite needs `javac` on the path").success());
}

fn check(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cupper"));
    command.args(["check", "--time", "60"]).args(args).current_dir(folder);
    command
}

fn shown(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn project(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    files.iter().for_each(|(name, text)| write(folder.path(), name, text));
    folder
}

/// The mistakes are found, with their places as the user names them, and the table comes last.
fn finds(folder: &Path, args: &[&str], wanted: &[&str]) {
    let output = check(folder, args).output().expect("cupper runs");
    let text = shown(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    wanted.iter().for_each(|wanted| assert!(text.contains(wanted), "`{wanted}` is not in:\n{text}"));
    assert!(text.contains("methods   proven  findings  unknown"), "{text}");
}

#[test]
fn maven_gradle_and_modules_are_recognised() {
    let maven = project(&[("pom.xml", "<project/>"), ("src/main/java/p/Divide.java", DIVIDE)]);
    javac(maven.path(), "target/classes", "src/main/java/p/Divide.java");
    finds(
        maven.path(),
        &[],
        &["`target/classes`", "src/main/java/p/Divide.java:4: error: ArithmeticException"],
    );

    let gradle = project(&[
        ("build.gradle", ""),
        ("a/src/main/java/p/Divide.java", DIVIDE),
        ("b/src/main/java/q/Spin.java", SPIN),
    ]);
    javac(gradle.path(), "a/build/classes/java/main", "a/src/main/java/p/Divide.java");
    javac(gradle.path(), "b/build/classes/java/main", "b/src/main/java/q/Spin.java");
    let wanted = [
        "a/src/main/java/p/Divide.java:4",
        "b/src/main/java/q/Spin.java:5: error[diverges]: runs forever",
        "Spin.java:10: warning[irrelevant-code]",
    ];
    finds(gradle.path(), &["."], &wanted);
}

#[test]
fn sources_and_jars_are_checked() {
    let sources = project(&[("src/p/Divide.java", DIVIDE)]);
    finds(sources.path(), &[], &["compiling `src`", "Divide.java:4: error: ArithmeticException"]);
    let plain = project(&[("p/Divide.java", DIVIDE)]);
    finds(plain.path(), &[], &["p/Divide.java:4: error: ArithmeticException"]);
    javac(plain.path(), "out", "p/Divide.java");
    let jar =
        Command::new("jar").args(["cf", "divide.jar", "-C", "out", "p"]).current_dir(plain.path()).status();
    assert!(jar.expect("the suite needs `jar` on the path").success());
    finds(plain.path(), &["divide.jar"], &["Divide.java:4: error: ArithmeticException"]);
}

#[test]
fn several_targets_are_one_project() {
    let folder = project(&[("a/p/Divide.java", DIVIDE), ("b/src/main/java/q/Spin.java", SPIN)]);
    let wanted = ["Divide.java:4: error: ArithmeticException", "Spin.java:5: error[diverges]"];
    finds(folder.path(), &["a/p/Divide.java", "b"], &wanted);
    let output = check(folder.path(), &["a", "c"]).output().expect("cupper runs");
    assert_eq!(output.status.code(), Some(2), "{}", shown(&output));
    assert!(shown(&output).contains("error[target-not-found]"), "{}", shown(&output));
}

#[test]
fn a_broken_file_does_not_stop_the_rest() {
    let user = "package p;\nclass User { int f() { return Broken.x(); } }\n";
    let folder = project(&[
        ("src/p/Divide.java", DIVIDE),
        ("src/p/Broken.java", "package p;\nclass Broken { int x( }\n"),
        ("src/p/User.java", user),
    ]);
    let output = check(folder.path(), &[]).output().expect("cupper runs");
    let text = shown(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("javac refused `src/p/Broken.java`"), "{text}");
    assert!(text.contains("javac refused `src/p/User.java`"), "what needs it cannot do without: {text}");
    assert!(text.contains("Divide.java:4: error: ArithmeticException"), "{text}");
}

/// The module needs a library of the local repository, one that is not there, and a module beside it.
#[test]
fn a_pom_brings_its_class_path() {
    let needs = |group: &str, name: &str| {
        format!(
            "<dependency><groupId>{group}</groupId><artifactId>{name}</artifactId><version>1</version></dependency>"
        )
    };
    let module = |name: &str, dependencies: &str| {
        format!(
            "<project><parent><groupId>g</groupId><artifactId>all</artifactId><version>1</version></parent>\
             <artifactId>{name}</artifactId><dependencies>{dependencies}</dependencies></project>"
        )
    };
    let root = "<project><groupId>g</groupId><artifactId>all</artifactId><version>1</version>\
                <modules><module>lib</module><module>app</module></modules></project>";
    let app = "package a;\npublic class App {\n    public static int f(int n) {\n        return q.Spin.dead(n) + p.Divide.by(1, n);\n    }\n}\n";
    let dependencies = [needs("g", "lib"), needs("org.far", "divide"), needs("org.far", "lost")].concat();
    let folder = project(&[
        ("pom.xml", root),
        ("lib/pom.xml", &module("lib", "")),
        ("lib/src/main/java/q/Spin.java", SPIN),
        ("app/pom.xml", &module("app", &dependencies)),
        ("app/src/main/java/a/App.java", app),
        ("far/p/Divide.java", DIVIDE),
    ]);
    let root = folder.path();
    let far = root.join("home/.m2/repository/org/far/divide/1");
    std::fs::create_dir_all(&far).expect("a temporary folder is writable");
    javac(root, "far-classes", "far/p/Divide.java");
    javac(root, "lib/target/classes", "lib/src/main/java/q/Spin.java");
    let jar = far.join("divide-1.jar");
    let jar =
        Command::new("jar").arg("cf").arg(jar).args(["-C", "far-classes", "p"]).current_dir(root).status();
    assert!(jar.expect("the suite needs `jar` on the path").success());
    let output = check(root, &["app"]).env("HOME", root.join("home")).output().expect("cupper runs");
    let text = shown(&output);
    assert!(text.contains("warning[missing-library]: not in the local repository: org.far:lost:1"), "{text}");
    assert!(text.contains("ArithmeticException") && text.contains("in a.App.f(int) with n = 0"), "{text}");
    assert_eq!(output.status.code(), Some(1), "{text}");
}

#[test]
fn what_cannot_be_checked_is_said() {
    let empty = project(&[("README", "nothing here")]);
    let jars = project(&[("p/Divide.java", DIVIDE)]);
    javac(jars.path(), "out", "p/Divide.java");
    let jar = ["cf", "jars/divide.jar", "-C", "out", "p"];
    std::fs::create_dir(jars.path().join("jars")).expect("a temporary folder is writable");
    let jar = Command::new("jar").args(jar).current_dir(jars.path()).status();
    assert!(jar.expect("the suite needs `jar` on the path").success());
    let abstracts = project(&[("Shape.java", "interface Shape { int area(); }")]);
    let bare = project(&[("pom.xml", "<project/>"), ("src/main/java/README", "nothing here")]);
    for (folder, args, wanted) in [
        (&empty, &[][..], "neither classes nor sources"),
        (&jars, &["jars"], "divide.jar"),
        (&abstracts, &[], "no method with code"),
        (&bare, &[], "neither classes nor sources"),
    ] {
        let output = check(folder.path(), args).output().expect("cupper runs");
        let text = shown(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains("error[nothing-to-do]") && text.contains(wanted), "{text}");
    }
}

#[test]
fn files_of_others_stay_as_they_are() {
    let folder = project(&[("A.java", "class A { int f(int x) { return x; } }"), ("notes.txt", "mine")]);
    for option in ["--state", "--output", "--write-baseline"] {
        let output = check(folder.path(), &["A.java", option, "notes.txt"]).output().expect("cupper runs");
        assert_eq!(output.status.code(), Some(2), "{}", shown(&output));
        assert!(shown(&output).contains("error[not-overwritten]"), "{}", shown(&output));
        let kept = std::fs::read_to_string(folder.path().join("notes.txt")).expect("it is there");
        assert_eq!(kept, "mine", "{option}");
    }
    for format in ["text", "json", "sarif", "junit", "html"] {
        let file = format!("out.{format}");
        let args = ["A.java", "--format", format, "--output", &file, "--write-baseline", "known.json"];
        for _ in 0..2 {
            let output = check(folder.path(), &args).output().expect("cupper runs");
            assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
        }
    }
}

#[test]
fn a_killed_run_goes_on() {
    let many: String = (0..40)
        .map(|n| {
            format!("    public static int m{n}(int a, int b) {{\n        return a / (b - {n});\n    }}\n")
        })
        .collect();
    let folder = project(&[("Many.java", &format!("public class Many {{\n{many}}}\n"))]);
    let mut run =
        check(folder.path(), &[]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("cupper runs");
    let diary = folder.path().join(".cupper/check.jsonl");
    let answers = || std::fs::read_to_string(&diary).unwrap_or_default().matches("{\"answer\"").count();
    let started = Instant::now();
    while answers() < 5 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    run.kill().expect("it runs or has ended");
    run.wait().expect("it has ended");
    let kept = answers();
    assert!(kept >= 5, "nothing was written down");
    let before = std::fs::read_to_string(&diary).expect("a diary");
    let output = check(folder.path(), &["--resume"]).output().expect("cupper runs");
    assert_eq!(shown(&output).matches("error: ArithmeticException").count(), 40, "{}", shown(&output));
    let after = std::fs::read_to_string(&diary).expect("a diary");
    assert!(after.starts_with(&before), "what was known was forgotten");
    assert_eq!(answered(&after).len(), 40 * 3 + 1, "every question is answered, whichever run did it");
    let output = check(folder.path(), &["--resume", "--memory", "2048"]).output().expect("cupper runs");
    assert!(!shown(&output).contains("is about other"), "{}", shown(&output));
    let output = check(folder.path(), &["--resume", "--loops", "3"]).output().expect("cupper runs");
    assert!(shown(&output).contains("is about other code or options"), "{}", shown(&output));
    write(folder.path(), "Many.java", "public class Many { }");
    let output = check(folder.path(), &["--resume"]).output().expect("cupper runs");
    assert!(shown(&output).contains("is about other code or options"), "{}", shown(&output));
}

/// The questions a diary has answers to.
fn answered(diary: &str) -> BTreeSet<String> {
    let entries = diary.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    entries.filter_map(|entry| Some(entry["answer"][0].as_str()?.to_owned())).collect()
}

/// A terminal shows how far the check is; Ctrl-C ends it, and what is known is printed.
#[test]
fn a_terminal_shows_how_far_it_is() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tree = std::fs::read_to_string(tests.join("../../examples/explore/RedBlackTree.java"));
    let folder = project(&[("src/RedBlackTree.java", &tree.expect("the example is there"))]);
    let out = Command::new("python3")
        .arg(tests.join("tests/cli/terminal/interrupt.py"))
        .args([" s left", env!("CARGO_BIN_EXE_cupper"), "check", "--time", "300"])
        .current_dir(folder.path())
        .output()
        .expect("python runs");
    let text = shown(&out);
    assert!(text.contains("] ") && text.contains(" findings, "), "{text}");
    assert!(text.contains("methods   proven  findings  unknown"), "{text}");
    assert!(matches!(out.status.code(), Some(1 | 3)), "{text}");
}

#[test]
fn the_time_limit_is_kept_and_everything_gets_a_look() {
    let hard = |n: usize| {
        format!(
            "    static int m{n}(int[] a, int[] b) {{\n        int s = 0;\n        for (int x : a) for (int y : b) \
             s += (x * y) % (s * s + {n}) > 7 ? m{n}(b, a) : 1;\n        return s;\n    }}\n"
        )
    };
    let many: String = (1..=20).map(hard).collect();
    let folder = project(&[("Hard.java", &format!("public class Hard {{\n{many}}}\n"))]);
    javac(folder.path(), "out", "Hard.java");
    let started = Instant::now();
    let output =
        check(folder.path(), &["out", "--time", "5", "--severity", "note"]).output().expect("cupper runs");
    let (took, text) = (started.elapsed(), shown(&output));
    // A busy machine gets some leeway.
    assert!(took < Duration::from_secs(8), "took {took:?}:\n{text}");
    assert!(!text.contains("not looked at"), "{text}");
}
