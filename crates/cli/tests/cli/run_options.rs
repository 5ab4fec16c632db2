//! `cupper run`: options, limits, and programs it cannot run.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// What `cupper run` gave.
struct Ran {
    status: Option<i32>,
    output: String,
    errors: String,
}

/// Writes a program into a folder of its own.
fn program(name: &str, source: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let file = folder.path().join(format!("{name}.java"));
    std::fs::write(&file, source).expect("is writable");
    (folder, file)
}

/// Runs a program with options before it and arguments behind it.
fn run(options: &[&str], target: &Path, args: &[&str]) -> Ran {
    let mut cupper = Command::new(env!("CARGO_BIN_EXE_cupper"));
    let output = cupper.arg("run").args(options).arg(target).args(args).output().expect("cupper runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("is text");
    Ran { status: output.status.code(), output: text(output.stdout), errors: text(output.stderr) }
}

#[test]
fn assertions_are_checked_if_asked_for() {
    let (_folder, file) = program(
        "Odd",
        "class Odd { public static void main(String[] a) { assert a.length == 1 : \"got \" + a.length; System.out.println(a[0]); } }",
    );
    assert_eq!(run(&[], &file, &["-x", "y"]).output, "-x\n");
    let ran = run(&["-ea"], &file, &["-x", "y"]);
    assert_eq!((ran.status, ran.output.as_str()), (Some(1), ""));
    assert_eq!(
        ran.errors,
        "Exception in thread \"main\" java.lang.AssertionError: got 2\n\tat Odd.main(Odd.java:1)\n"
    );
}

#[test]
fn a_trace_names_method_line_and_instruction() {
    let (_folder, file) = program(
        "Add",
        "class Add {\n  static int add(int a, int b) {\n    return a + b;\n  }\n  public static void main(String[] x) {\n    int sum = add(2, 3);\n    if (sum != 5) throw new Error();\n  }\n}\n",
    );
    let ran = run(&["--trace"], &file, &[]);
    assert_eq!(ran.status, Some(0));
    let lines: Vec<_> = ran.errors.lines().filter(|line| line.starts_with("Add.")).collect();
    let expected = [
        "Add.main:6\t0\tr1 = 3",
        "Add.main:6\t1\tr2 = 2",
        "Add.main:6\t2\tr3:sum = static Add.add(r2, r1)",
        "Add.add:3\t0\tr2 = r0:a + r1:b",
        "Add.add:3\t1\treturn r2",
        "Add.main:7\t3\tif r3:sum == 5 goto 7",
        "Add.main:8\t7\treturn",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn the_stack_is_as_deep_as_asked_for() {
    let (_folder, file) = program(
        "Deep",
        "class Deep { static int down(int n) { return n == 0 ? 0 : 1 + down(n - 1); }
           public static void main(String[] a) {
             try { System.out.println(down(Integer.parseInt(a[0]))); } catch (StackOverflowError e) { System.out.println(e); } } }",
    );
    let overflow = "java.lang.StackOverflowError\n";
    assert_eq!(run(&["--stack-depth", "100"], &file, &["90"]).output, "90\n");
    assert_eq!(run(&["--stack-depth", "100"], &file, &["110"]).output, overflow);
    assert_eq!(run(&[], &file, &["5000"]).output, "5000\n");
    assert_eq!(run(&["--stack-depth", "200000"], &file, &["150000"]).output, "150000\n");
}

#[test]
fn the_heap_is_as_large_as_asked_for() {
    let (_folder, file) = program(
        "Fill",
        "class Fill { public static void main(String[] a) { byte[][] keep = new byte[64][]; int n = 0;
             try { while (n < 64) keep[n++] = new byte[1 << 20]; System.out.println(\"fits\"); }
             catch (OutOfMemoryError e) { keep = null; System.out.println(e.getMessage() + \" \" + (n > 8 && n <= 32)); } } }",
    );
    assert_eq!(run(&["--max-heap", "32m"], &file, &[]).output, "Java heap space true\n");
    assert_eq!(run(&["--max-heap", "128m"], &file, &[]).output, "fits\n");
    let ran = run(&["--max-heap", "12q"], &file, &[]);
    assert_eq!(ran.status, Some(2));
    assert!(ran.errors.contains("`12q` is not a size"), "{}", ran.errors);
}

#[test]
fn what_cannot_be_run_is_named() {
    let (_folder, file) = program(
        "Own",
        "class Own { public static void main(String[] a) { System.out.println(1); java.lang.management.ManagementFactory.getRuntimeMXBean().getName(); } }",
    );
    let ran = run(&[], &file, &[]);
    assert_eq!((ran.status, ran.output.as_str()), (Some(3), "1\n"));
    assert_eq!(ran.errors, "cupper: the JDK's library `management` is not supported\n");
}

#[test]
fn threads_that_wait_for_each_other_are_found() {
    let (_folder, file) = program(
        "Stuck",
        "class Stuck { public static void main(String[] a) throws Exception { Thread me = Thread.currentThread();
             Thread t = new Thread(() -> { try { me.join(); } catch (InterruptedException e) { } }); t.start(); t.join(); } }",
    );
    let ran = run(&[], &file, &[]);
    assert_eq!(ran.status, Some(3));
    assert!(ran.errors.contains("every thread waits for another one"), "{}", ran.errors);
}

#[test]
fn properties_and_packages_are_given_as_to_java() {
    let (_folder, file) = program(
        "Given",
        "class Given { public static void main(String[] a) throws Exception { System.out.println(System.getProperty(\"x.y\"));
             String.class.getDeclaredField(\"value\").setAccessible(true); System.out.println(\"open\"); } }",
    );
    let ran = run(&["-Dx.y=z"], &file, &[]);
    assert_eq!((ran.status, ran.output.as_str()), (Some(1), "z\n"));
    let sentence = "module java.base does not \"opens java.lang\" to unnamed module";
    assert!(ran.errors.contains(sentence), "{}", ran.errors);
    assert_eq!(run(&["--add-opens", "java.base/java.lang=ALL-UNNAMED"], &file, &[]).output, "null\nopen\n");
}

#[test]
fn a_missing_class_is_told_as_java_tells_it() {
    let (folder, file) = program(
        "Uses",
        "class Uses { public static void main(String[] a) { Gone.f(); } } class Gone { static void f() { } }",
    );
    let compiled = testkit::javac().arg("-d").arg(folder.path()).arg(&file).status().expect("javac runs");
    assert!(compiled.success());
    std::fs::remove_file(folder.path().join("Gone.class")).expect("was compiled");
    let class = folder.path().join("Uses.class");
    let java = Command::new("java").arg("-cp").arg(folder.path()).arg("Uses").output().expect("java runs");
    let ran = run(&[], &class, &[]);
    assert_eq!(ran.status, java.status.code());
    assert_eq!(ran.errors, String::from_utf8_lossy(&java.stderr));
}

#[test]
fn the_time_zone_is_the_one_of_the_environment() {
    let (_folder, file) = program(
        "Zone",
        "class Zone { public static void main(String[] a) { System.out.print(java.util.TimeZone.getDefault().getID() + \" \" + new java.util.Date(0)); } }",
    );
    let shown = |zone: &str| {
        let mut cupper = Command::new(env!("CARGO_BIN_EXE_cupper"));
        let output = cupper.env("TZ", zone).arg("run").arg(&file).output().expect("cupper runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    assert_eq!(shown("Europe/Berlin"), (Some(0), "Europe/Berlin Thu Jan 01 01:00:00 CET 1970".into()));
    assert_eq!(shown(":America/New_York"), (Some(0), "America/New_York Wed Dec 31 19:00:00 EST 1969".into()));
    assert_eq!(shown("Nowhere"), (Some(0), "GMT Thu Jan 01 00:00:00 GMT 1970".into()));
    // By rules of its own: not understood, and so not shown as another one.
    assert_eq!(shown("CET-1CEST"), (Some(3), String::new()));
}

#[test]
fn properties_tell_of_user_and_class_path() {
    let (folder, file) = program(
        "Properties",
        "class Properties { public static void main(String[] a) { for (String name : a) System.out.println(System.getProperty(name)); } }",
    );
    let names = ["user.name", "user.home", "os.version"];
    let ran = run(&[], &file, &names);
    let id = |command: &str, args: &[&str]| {
        let output = Command::new(command).args(args).output().expect("is on every system");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    let lines: Vec<&str> = ran.output.lines().collect();
    assert_eq!((lines[0], lines[2]), (id("id", &["-un"]).as_str(), id("uname", &["-r"]).as_str()));
    assert!(Path::new(lines[1]).is_absolute(), "{lines:?}");
    let javac = testkit::javac().arg("-d").arg(folder.path()).arg(&file).status();
    assert!(javac.expect("`javac` is on the path").success());
    let given = format!("{}/.", folder.path().display());
    let ran = run(&["--cp", &given], Path::new("Properties"), &["java.class.path"]);
    assert_eq!((ran.status, ran.output), (Some(0), format!("{given}\n")));
}
