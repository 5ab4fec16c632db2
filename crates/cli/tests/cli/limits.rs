//! Limits and bounds as a user sees them: they are kept, and what they leave out is said.

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Java files, compiled into a folder that lives as long as the value.
struct Compiled(tempfile::TempDir);

impl Compiled {
    fn new(source: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("Source.java");
        std::fs::write(&file, source).expect("is writable");
        let compiled = testkit::javac().arg("-d").arg(folder.path()).arg(&file).status().expect("javac runs");
        assert!(compiled.success());
        std::fs::remove_file(file).expect("was just written");
        Self(folder)
    }

    /// As if the class had never been on the class path.
    fn without(self, class: &str) -> Self {
        std::fs::remove_file(self.path().join(class).with_extension("class")).expect("was compiled");
        self
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs `cupper COMMAND FOLDER ARGS…`.
    fn cupper(&self, command: &str, args: &[&str]) -> Output {
        let cupper = Path::new(env!("CARGO_BIN_EXE_cupper"));
        Command::new(cupper).arg(command).arg(self.path()).args(args).output().expect("cupper runs")
    }
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A handler whose class is missing is not asked for ever.
#[test]
fn handlers_of_missing_classes_end() {
    let compiled = Compiled::new(
        "class Catches {
            static int parse(String text) {
                try { return Integer.parseInt(text); } catch (Lost lost) { return 1; }
            }
            static int nested() {
                try {
                    try { throw new IllegalStateException(); } catch (Lost lost) { return 1; }
                } catch (NoClassDefFoundError error) { return 2; } finally { parse(\"1\"); }
            }
            public static void main(String[] args) {
                System.out.println(parse(\"4\"));
                parse(\"x\");
            }
        }
        class Lost extends RuntimeException {}",
    )
    .without("Lost");
    let why = "a handler that catches `Lost`, which cannot be loaded";
    for method in ["Catches.parse", "Catches.nested"] {
        let output = compiled.cupper("explore", &["--method", method, "--time", "20"]);
        assert!(text(&output).contains(why) && output.status.code() == Some(3), "{}", text(&output));
    }
    let output = compiled.cupper("run", &[]);
    assert!(text(&output).starts_with("4\n") && text(&output).contains(why), "{output:?}");
}

/// What a proof takes for granted stands in the answer.
#[test]
fn room_that_is_taken_for_granted_is_named() {
    let compiled = Compiled::new(
        "class Rooms {
            static int array(int length) { return length < 0 ? 0 : new int[length].length; }
            static boolean loud(String text) { return text != null && text.length() < 3 && text.toUpperCase().isEmpty(); }
            static int[] four() { return new int[4]; }
        }",
    );
    let assumptions = |method: &str| {
        let output = compiled.cupper("explore", &["--method", method, "--format", "json"]);
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        json["results"][0]["assumptions"].clone()
    };
    let room = "the JVM has room for arrays and texts whose sizes depend on the input";
    assert_eq!(assumptions("Rooms.array"), serde_json::json!([room]));
    assert_eq!(assumptions("Rooms.four"), serde_json::Value::Null);
    let printed = text(&compiled.cupper("explore", &["--method", "Rooms.array"]));
    assert!(printed.contains(&format!("assumed: {room}\n")), "{printed}");
}

/// Arrays the program makes count like everything else.
#[test]
fn arrays_keep_to_the_memory_given() {
    let compiled = Compiled::new(
        "class Large {
            static Object many() {
                long[][] rows = new long[1000][];
                for (int i = 0; i < rows.length; i++) rows[i] = new long[5_000_000];
                return rows;
            }
            static Object small() {
                java.util.ArrayList<int[]> all = new java.util.ArrayList<>();
                for (int i = 0; i < 10_000_000; i++) all.add(new int[15_000]);
                return all;
            }
            static Object nest() { return new byte[4][4][4][4][4][4][4][4][4][4][4][4][4][4][4][4]; }
        }",
    );
    for method in ["many", "small", "nest"] {
        let name = format!("Large.{method}");
        let output = compiled.cupper("explore", &["--method", &name, "--memory", "400", "--format", "json"]);
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let result = &json["results"][0];
        assert_eq!(result["verdict"], "unknown", "{name}: {}", text(&output));
        assert!(result["reasons"].to_string().contains("memory"), "{name}: {}", text(&output));
        let peak = result["figures"]["peak-memory"].as_u64().expect("a number");
        assert!(peak < 440 << 20, "{name}: {peak}");
    }
}

/// So do those of runs that are watched for coming back to where they were.
#[cfg(target_os = "linux")]
#[test]
fn looking_for_endless_runs_keeps_to_the_memory_given() {
    let compiled = Compiled::new(
        "class Builders {
            static void grow() {
                StringBuilder text = new StringBuilder(\"ab\");
                for (;;) text.append(text);
            }
        }",
    );
    let mut cupper = Command::new(env!("CARGO_BIN_EXE_cupper"))
        .arg("terminate")
        .arg(compiled.path())
        .args(["--method", "Builders.grow", "--memory", "300", "--timeout", "3"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("cupper runs");
    let peak = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", cupper.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().trim_end_matches(" kB").parse::<u64>().ok()
    };
    let mut most = 0;
    while let Some(kilobytes) = peak() {
        most = kilobytes.max(most);
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(cupper.wait().expect("cupper ends").code(), Some(3));
    assert!(most > 0 && most < 330 << 10, "{most} kB");
}

#[test]
fn more_threads_than_could_help_are_not_started() {
    let compiled = Compiled::new("class Little { static int half(int number) { return number / 2; } }");
    let output = compiled.cupper("explore", &["--jobs", "100000"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("`--jobs 100000`"), "{}", text(&output));
}

#[test]
fn what_holds_within_a_bound_has_its_own_word() {
    let compiled = Compiled::new(
        "class Chain {
            Chain next;
            int mark;
            void third() { if (next != null && next.next != null) assert next.next.mark != next.next.mark; }
            static int down(int from) { int n = 0; while (from > n) n++; assert n != 54321; return n; }
        }",
    );
    let verdict = |args: &[&str]| {
        let output = compiled.cupper("explore", &[args, &["--format", "json", "--shape", "tree"]].concat());
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        (json["results"][0]["word"].as_str().unwrap_or_default().to_owned(), output.status.code())
    };
    let within = ("safe within bounds".to_owned(), Some(3));
    assert_eq!(verdict(&["--method", "Chain.third", "--max-objects", "2"]), within);
    assert_eq!(verdict(&["--method", "Chain.third", "--max-objects", "3"]).0, "violation");
    assert_eq!(verdict(&["--method", "Chain.down", "--loops", "3"]), within);
    // Nobody asked for the bound that is there anyway.
    assert_eq!(verdict(&["--method", "Chain.down"]), ("unknown".to_owned(), Some(3)));
}

/// One question to the solver takes longer than there is time: factors of a product of two large primes.
#[test]
fn time_is_kept_during_a_question() {
    let compiled = Compiled::new(
        "class Factors {
            static void find(long a, long b) {
                if (a > 1 && b > 1 && a < 1L << 31 && b < 1L << 31) assert a * b != 2889458961273392693L;
            }
        }",
    );
    for heap in ["summary", "implicit"] {
        let start = Instant::now();
        let output = compiled.cupper("explore", &["--time", "4", "--heap", heap]);
        let took = start.elapsed();
        assert!(took < Duration::from_secs(8), "{took:?}: {}", text(&output));
        assert!(text(&output).contains("unknown"), "{}", text(&output));
    }
}

/// The same question from a proof: a member's time ends it, and what memory allows is asked there too.
#[test]
fn verify_keeps_its_limits() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("Product.java");
    let source = "class Product {
            //@ requires a > 1 && b > 1 && a < 2147483647L && b < 2147483647L;
            //@ ensures \\result != 2889458961273392693L;
            static long of(long a, long b) { return a * b; }
        }";
    std::fs::write(&file, source).expect("is writable");
    let verify = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cupper"));
        command.args(["verify", "--no-run"]).arg(&file).args(args).output().expect("cupper runs")
    };
    let start = Instant::now();
    let output = verify(&["--timeout", "2"]);
    let took = start.elapsed();
    assert!(took < Duration::from_secs(6), "{took:?}: {}", text(&output));
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    let output = verify(&["--memory", "1"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(text(&output).contains("memory limit reached"), "{}", text(&output));
}

/// No number of megabytes is so large that it becomes a small one.
#[test]
fn memory_beyond_measure_is_no_limit() {
    let compiled = Compiled::new("class Little { static int half(int number) { return number / 2; } }");
    let memory = ["--method", "Little.half", "--memory", "17592186044416"];
    for command in ["explore", "terminate", "relevance", "graph"] {
        let output = compiled.cupper(command, &memory);
        assert_eq!(output.status.code(), Some(0), "{command}: {}", text(&output));
        let output = compiled.cupper(command, &["--method", "Little.half", "--memory", "1"]);
        assert_eq!(output.status.code(), Some(3), "{command}: {}", text(&output));
    }
}

/// A text that doubles has soon more characters than anybody can look at.
#[test]
fn time_is_kept_while_texts_grow() {
    let compiled = Compiled::new(
        "class Doubling {
            static int grow(String text) {
                for (int i = 0; i < 40; i++) text = text + text;
                return text.length() + text.indexOf('x');
            }
        }",
    );
    let start = Instant::now();
    let output = compiled.cupper("explore", &["--method", "Doubling.grow", "--time", "5"]);
    let took = start.elapsed();
    assert!(took < Duration::from_secs(9), "{took:?}: {}", text(&output));
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
}

#[test]
fn comparing_takes_the_time_given_altogether() {
    let compiled = Compiled::new(
        "class Node { Node left, right; int value;
            int sum() { return value + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum()); } }",
    );
    let plot = compiled.path().join("plot.svg").to_string_lossy().into_owned();
    let start = Instant::now();
    let args = ["--method", "Node.sum", "--sizes", "1..8", "--time", "6", "--plot", &plot];
    let output = compiled.cupper("compare", &args);
    let took = start.elapsed();
    assert!(took < Duration::from_secs(10), "{took:?}: {}", text(&output));
    assert!(text(&output).contains("more than"), "{}", text(&output));
}

/// A class that cannot be read is not passed over as if all were well.
#[test]
fn broken_classes_are_said() {
    let source = "class Good { static int one() { return 1; } } class Other extends Base {} class Base {}";
    let compiled = Compiled::new(source);
    assert_eq!(compiled.cupper("explore", &[]).status.code(), Some(0));
    std::fs::write(compiled.path().join("Broken.class"), b"not a class").expect("is writable");
    let output = compiled.cupper("explore", &[]);
    assert!(text(&output).contains("Good.one(): safe"), "{}", text(&output));
    assert!(
        text(&output).contains("malformed-class-file") && text(&output).contains("Broken"),
        "{}",
        text(&output)
    );
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let state = compiled.path().join("state").to_string_lossy().into_owned();
    let commands: [(&str, &[&str], &str); 4] = [
        ("explore", &[], "Good.one(): safe"),
        ("check", &["--state", &state], "explore           1        1"),
        ("relevance", &[], "Good.one(): all relevant"),
        ("code", &[], "class Good "),
    ];
    // A class without its superclass cannot be looked at either; the others are.
    let orphaned = Compiled::new(source).without("Base");
    for (command, args, known) in commands {
        let broken = compiled.cupper(command, args);
        let (said, left_out) = (text(&broken), "`Broken` is left out");
        assert!(said.contains(left_out) && said.contains(known), "{command}: {said}");
        assert_eq!(broken.status.code(), Some(2), "{command}: {said}");
        let orphan = orphaned.cupper(command, args);
        let (said, left_out) = (text(&orphan), "`Other` needs `Base`");
        assert!(said.contains(left_out) && said.contains(known), "{command}: {said}");
        assert_eq!(orphan.status.code(), Some(3), "{command}: {said}");
    }
}

/// `kill` ends the compiler too, and temporary folders go with it.
#[cfg(unix)]
#[test]
fn a_signal_leaves_nothing_behind() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (home, source) = (folder.path().join("jdk"), folder.path().join("Some.java"));
    let (noted, temporary) = (folder.path().join("noted"), folder.path().join("temporary"));
    std::fs::create_dir_all(home.join("bin")).expect("is writable");
    std::fs::create_dir_all(&temporary).expect("is writable");
    let script = format!("#!/bin/sh\necho $$ > '{}'\nexec sleep 300\n", noted.display());
    let javac = home.join("bin/javac");
    std::fs::write(&javac, script).expect("is writable");
    std::fs::set_permissions(&javac, std::fs::Permissions::from_mode(0o755)).expect("is ours");
    std::fs::write(&source, "class Some {}").expect("is writable");
    for signal in ["-TERM", "-INT"] {
        std::fs::remove_file(&noted).ok();
        // Who runs the tests in the background has interrupts ignored.
        let mut cupper = Command::new("env")
            .args(["--default-signal=INT", env!("CARGO_BIN_EXE_cupper"), "explore"])
            .arg(&source)
            .arg("--jdk")
            .arg(&home)
            .env("TMPDIR", &temporary)
            .spawn()
            .expect("cupper runs");
        let mut child = String::new();
        while child.trim().is_empty() {
            std::thread::sleep(Duration::from_millis(20));
            child = std::fs::read_to_string(&noted).unwrap_or_default();
        }
        Command::new("kill").args([signal, &cupper.id().to_string()]).status().expect("`kill` runs");
        assert_eq!(cupper.wait().expect("cupper ends").code(), Some(130));
        let is_alive = || {
            let state = std::fs::read_to_string(format!("/proc/{}/stat", child.trim())).unwrap_or_default();
            !state.is_empty() && !state.contains(") Z ")
        };
        let end = Instant::now() + Duration::from_secs(10);
        while is_alive() {
            assert!(Instant::now() < end, "{signal}: the compiler is still there");
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(std::fs::read_dir(&temporary).expect("is there").count(), 0, "{signal}");
    }
}
