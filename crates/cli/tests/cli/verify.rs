//! `cupper verify` as a user sees it: verdicts, snippets, JSON, exit status, messages about wrong input.

use std::path::Path;
use std::process::{Command, Output};

fn cupper(args: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_cupper")).args(args).current_dir(root).output().expect("cupper runs")
}

/// Verifies a text as the file `T.java` in a folder of its own.
fn verify(text: &str, args: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("T.java"), text).expect("a writable folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cupper"));
    command.arg("verify").arg("T.java").args(args).current_dir(folder.path());
    command.output().expect("cupper runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const COUNTER: &str = "class Counter {
    int value;

    //@ requires acc(value);
    //@ ensures acc(value) && value == old(value) + 1;
    void increment() {
        value = value + 1;
    }

    //@ requires acc(value) && value < 100;
    //@ ensures acc(value) && value == old(value) + 1;
    void guarded() {
        value = value + 1;
    }

    static void forgets(Counter c) {
        c.value = 1;
    }
}
";

#[test]
fn verified_is_status_zero() {
    let output = cupper(&["verify", "examples/verify/Counter.java", "examples/verify/Cell.java"]);
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(shown.contains("Counter.increment: verified"), "{shown}");
    assert!(shown.contains(" verified in ") && !shown.contains("unknown"), "{shown}");
    assert!(errors(&output).is_empty(), "no progress line in a pipe");
}

const LIMIT: &str = "class Limit {
    //@ pure
    int most() { return 10; }

    //@ ensures result == 10;
    int twice() { return most(); }
}
";

const WIDER: &str = "class Wider extends Limit {
    int most() { return 20; }
}
";

#[test]
fn proofs_hold_for_the_given_files_which_are_checked_together() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("Limit.java"), LIMIT).expect("a writable folder");
    std::fs::write(folder.path().join("Wider.java"), WIDER).expect("a writable folder");
    let verify = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cupper"));
        command.arg("verify").args(args).current_dir(folder.path()).output().expect("cupper runs")
    };
    let alone = verify(&["Limit.java"]);
    assert_eq!(alone.status.code(), Some(0), "{}", text(&alone));
    assert!(text(&alone).contains("proofs hold for the given files"), "{}", text(&alone));
    let json = verify(&["Limit.java", "--format", "json"]);
    assert!(text(&json).contains("proofs hold for the given files"), "{}", text(&json));
    let together = verify(&["Limit.java", "Wider.java", "--no-run"]);
    assert_eq!(together.status.code(), Some(3), "{}", text(&together));
    assert!(text(&together).contains("Limit.twice in Wider"), "{}", text(&together));
}

#[test]
fn not_proven_shows_obligation_snippet_and_a_possible_state() {
    let output = verify(COUNTER, &["--method", "increment", "--explain", "--no-run"]);
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(3), "{shown}");
    assert!(shown.contains("Counter.increment: not proven"), "{shown}");
    assert!(!shown.contains(": failed"), "{shown}");
    assert!(shown.contains("postcondition.violated:assertion.false"), "{shown}");
    assert!(shown.contains("T.java:5:") && shown.contains("value == old(value) + 1"), "{shown}");
    // The only input that overflows, and what comes of it.
    assert!(shown.contains("this.value = -2147483648, old(this.value) = 2147483647"), "{shown}");
    assert!(shown.contains("this.value ->"), "{shown}");
    assert!(!shown.contains("Counter.guarded"), "only the method asked for\n{shown}");
}

#[test]
fn missing_permission_and_null_are_told_apart() {
    let output = verify(COUNTER, &["--method", "Counter.forgets"]);
    let shown = text(&output);
    assert!(shown.contains("assignment.failed:receiver.null"), "{shown}");
    assert!(shown.contains("there may be no permission to `c.value`"), "{shown}");
}

#[test]
fn json_has_verdicts_findings_and_inputs() {
    let output = verify(COUNTER, &["--format", "json", "--no-run"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let result = |name: &str| {
        let results = json["results"].as_array().expect("results");
        results.iter().find(|result| result["method"] == name).expect("every method").clone()
    };
    assert_eq!(result("Counter.guarded")["verdict"], "proven");
    let failed = result("Counter.increment");
    assert_eq!(failed["verdict"], "unknown");
    assert_eq!(failed["word"], "not proven");
    assert!(
        failed["reasons"][0]["place"]["line"] == 5 && failed["reasons"][0]["kind"] == "not-proven",
        "{failed}"
    );
    let finding = &failed["findings"][0];
    assert_eq!(finding["kind"], "postcondition.violated:assertion.false");
    assert_eq!(finding["place"]["line"], 5);
    assert!(finding["input"].to_string().contains("2147483647"), "{finding}");
}

#[test]
fn overflow_can_be_an_error() {
    let output = verify(COUNTER, &["--method", "increment", "--overflow", "error"]);
    let shown = text(&output);
    assert!(shown.contains("assignment.failed:overflow") && shown.contains("T.java:7:"), "{shown}");
}

#[test]
fn no_time_is_unknown() {
    let output = verify(COUNTER, &["--timeout", "0", "--method", "guarded"]);
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(3), "{shown}");
    assert!(shown.contains("Counter.guarded: unknown"), "{shown}");
}

/// Z3 counts no steps while it divides by large powers of two; only a clock ends such a question.
#[test]
fn the_timeout_binds_a_single_question() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "method halves(x: Int) returns (r: Int)
  requires -9223372036854775808 <= x && x <= 9223372036854775807
  ensures r == (x % 18446744073709551616) \\ 2
{
  var w: Int
  w := (x + 2147483648) % 4294967296 - 2147483648
  r := (w % 4294967296) \\ 2
}";
    std::fs::write(folder.path().join("halves.vpr"), text).expect("a writable folder");
    let start = std::time::Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cupper"));
    command.args(["verify", "halves.vpr", "--timeout", "1"]).current_dir(folder.path());
    let output = command.output().expect("cupper runs");
    assert_eq!(output.status.code(), Some(3), "{}", self::text(&output));
    assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn threads_do_not_change_results() {
    let run = |jobs: &str| {
        let output = cupper(&["verify", "examples/verify/LinkedList.java", "--jobs", jobs]);
        let shown = text(&output);
        let cut = |line: &str| line.split(" (").next()?.split(" in ").next().map(str::to_owned);
        shown.lines().map(cut).collect::<Vec<_>>()
    };
    assert_eq!(run("1"), run("3"));
}

#[test]
fn open_and_close_are_put_in_and_explained() {
    let file = "tests/programs/verify/inferred/Chain.java";
    let output = cupper(&["verify", file, "--explain"]);
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(shown.contains("Chain.java:23:9: open Chain.list(this)"), "{shown}");
    assert!(shown.contains("close Chain.list(this)"), "{shown}");
    assert_eq!(cupper(&["verify", file, "--no-infer"]).status.code(), Some(3));
}

/// Each piece of wrong input gives one error with its place; the other method is verified all the same.
#[test]
fn wrong_input_is_one_error_and_the_rest_is_verified() {
    let wrong = [
        ("//@ requires acc(cout);", "void m() { }", "unknown-name", "did you mean `count`?"),
        ("//@ requires vaild();", "void m() { }", "unknown-predicate", "`vaild`"),
        (
            "//@ requires acc(count) && next() == 1;",
            "void m() { }",
            "impure-contract",
            "`T.next` is not pure",
        ),
        ("//@ requires count + 1;", "void m() { }", "type-mismatch", "count + 1"),
        ("//@ requires acc(count) &&;", "void m() { }", "contract-syntax", "&&;"),
        ("//@ pure", "static int m(int n) { return m(n); }", "pure-recursion", "`decreases`"),
        ("", "void m() { Runnable r = () -> { }; }", "unsupported-java", "lambda"),
        ("", "static double m(double d) { return d; }", "unsupported-java", "floating-point"),
        ("", "void m() { synchronized (this) { } }", "unsupported-java", "synchronized"),
        ("//@ ensures result == 1;", "void m() { }", "unknown-name", "`result`"),
        ("//@ requiers true;", "void m() { }", "contract-syntax", "requiers"),
    ];
    for (contract, method, code, words) in wrong {
        let program = format!(
            "class T {{
    int count;
    //@ predicate valid() = acc(count);

    {contract}
    {method}

    //@ requires acc(count);
    //@ ensures acc(count) && count == 5;
    void fine() {{
        count = 5;
    }}

    //@ requires acc(count);
    //@ ensures acc(count);
    int next() {{
        return count;
    }}
}}
"
        );
        let output = verify(&program, &[]);
        let (shown, said) = (text(&output), errors(&output));
        assert_eq!(output.status.code(), Some(2), "{program}\n{said}");
        assert_eq!(said.matches("error[").count(), 1, "one error\n{program}\n{said}");
        assert!(said.contains(&format!("error[{code}]")) && said.contains(words), "{code} {words}\n{said}");
        assert!(said.contains("T.java:5:") || said.contains("T.java:6:"), "{said}");
        assert!(shown.contains("T.fine: verified"), "{program}\n{shown}");
        assert!(!shown.contains("T.m"), "no verdict on what has a problem\n{shown}");
    }
}

#[test]
fn wrong_use_is_one_message() {
    let wrong: [(&[&str], &str); 3] = [
        (&["verify", "examples/verify/Counter.java", "--method", "nothing"], "unknown-name"),
        (&["verify", "README.md"], "unknown-language"),
        (&["verify", "examples/verify/Nothing.java"], "cannot-read"),
    ];
    for (args, code) in wrong {
        let output = cupper(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(errors(&output).contains(code), "{args:?}: {}", errors(&output));
    }
}

#[test]
fn a_possible_state_is_the_one_in_which_the_condition_is_false() {
    let program = "class Cell {
    int value;

    //@ requires acc(value) && value == 7;
    //@ ensures acc(value) && value == 8;
    void nine() {
        value = value + 2;
    }
}
";
    let shown = text(&verify(program, &["--no-run"]));
    assert!(shown.contains("possible state: this.value = 9, old(this.value) = 7"), "{shown}");
}

#[test]
fn a_contract_that_nothing_satisfies_is_reported() {
    let program = "class Range {
    int low;

    //@ requires x > 3 && x < 3;
    //@ ensures result == 1;
    static int empty(int x) {
        return 2;
    }

    //@ requires other == this;
    //@ requires acc(low) && acc(other.low);
    void twice(Range other) {
        low = 1;
    }

    //@ requires acc(low) && low > 3 && low < 5;
    //@ ensures acc(low);
    void fine() {
        low = 1;
    }
}
";
    let output = verify(program, &[]);
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert_eq!(shown.matches("warning[vacuous-contract]").count(), 2, "{shown}");
    assert!(shown.contains("nothing satisfies the precondition of `Range.empty"), "{shown}");
    assert!(shown.contains("nothing satisfies the precondition of `Range.twice"), "{shown}");
    let json: serde_json::Value =
        serde_json::from_slice(&verify(program, &["--format", "json", "--method", "empty"]).stdout)
            .expect("JSON");
    assert_eq!(json["results"][0]["findings"][0]["kind"], "vacuous-contract", "{json}");
}

#[test]
fn what_others_rest_on_and_nothing_satisfies_is_reported() {
    let program = "class Rests {
    int low;

    /*@
      predicate none() = acc(low) && low > 3 && low < 3;

      predicate some() = acc(low) && low > 3;
    @*/

    //@ pure
    //@ requires x > 3 && x < 3;
    static int half(int x) {
        return x;
    }
}

interface Source {
    //@ ensures result > 0 && result < 0;
    int next();

    //@ ensures result > 0;
    int other();
}
";
    let shown = text(&verify(program, &["--no-run"]));
    assert_eq!(shown.matches("warning[vacuous-contract]").count(), 3, "{shown}");
    assert!(shown.contains("nothing satisfies the predicate `Rests.none`"), "{shown}");
    assert!(shown.contains("nothing satisfies the precondition of `Rests.half`"), "{shown}");
    assert!(shown.contains("nothing satisfies the postcondition of `Source.next`"), "{shown}");
}

#[test]
fn messages_are_in_the_words_of_the_program() {
    let program = "class Words {
    //@ ensures result == \"b\";
    static String choose(boolean first) {
        return first ? \"a\" : \"b\";
    }
}
";
    let shown = text(&verify(program, &["--no-run"]));
    assert!(shown.contains("Words.choose: not proven") && !shown.contains("Java::"), "{shown}");
}

#[test]
fn smoke_finds_java_code_that_nothing_reaches() {
    let program = "class Dead {
    //@ requires x > 0;
    //@ ensures result > 0;
    static int dead(int x) {
        if (x < 0) {
            x = -5;
        }
        return x;
    }

    //@ requires x > 0;
    //@ ensures result > 0;
    static int alive(int x) {
        int n = 0;
        while (n < x) {
            //@ invariant 0 <= n && n <= x;
            n = n + 1;
        }
        if (x > 5) {
            return x;
        }
        return n;
    }
}
";
    let output = verify(program, &["--smoke"]);
    let shown = text(&output);
    assert!(shown.contains("Dead.dead: not proven") && shown.contains("refute.failed"), "{shown}");
    assert!(shown.contains("Dead.alive: verified"), "{shown}");
}

/// The word of a member, from its line.
fn word<'t>(shown: &'t str, member: &str) -> &'t str {
    let word = shown.lines().find_map(|line| line.strip_prefix(member)?.strip_prefix(": "));
    word.and_then(|word| word.split(" (").next()).unwrap_or_default()
}

const BROKEN: &str = "class Broken {
    int value;
    Broken next;

    static int third(int x) {
        return 30 / (x - 77);
    }

    //@ requires acc(value);
    //@ ensures acc(value) && value == old(value) + 1;
    void increment() {
        value = value + 1;
    }

    //@ requires a != null && acc(a[..]) && i >= 0;
    //@ ensures acc(a[..]);
    static int at(int[] a, int i) {
        return a[i];
    }

    //@ requires acc(next) && (next != null ==> acc(next.value));
    //@ ensures acc(next) && (next != null ==> acc(next.value));
    int behind() {
        return next.value;
    }

    //@ ensures result >= 0;
    //@ signals (IllegalStateException e) n < 0;
    static int refuses(int n) {
        if (n < 5) {
            throw new IllegalStateException();
        }
        return n;
    }

    //@ ensures acc(value) && acc(next) && value == 2;
    Broken() {
        value = 1;
    }

    static int asserts(int n) {
        assert n != 1234;
        return n;
    }
}
";

#[test]
fn failed_is_said_of_inputs_that_were_run() {
    let output = verify(BROKEN, &[]);
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(1), "{shown}{}", errors(&output));
    for member in ["third", "increment", "at", "behind", "refuses", "Broken", "asserts"] {
        assert_eq!(word(&shown, &format!("Broken.{member}")), "failed", "{member}\n{shown}");
    }
    assert!(shown.contains("`ArithmeticException` is thrown") && shown.contains("x = 77"), "{shown}");
    assert!(shown.contains("this.value = 2147483647"), "the only input that overflows\n{shown}");
    assert!(shown.contains("after the call: this.value = -2147483648"), "{shown}");
    assert!(shown.contains("`ArrayIndexOutOfBoundsException` is thrown"), "{shown}");
    assert!(
        shown.contains("`NullPointerException` is thrown") && shown.contains("this.next = null"),
        "{shown}"
    );
    assert!(shown.contains("7 methods: 7 failed in "), "{shown}");
}

#[test]
fn a_broken_contract_is_refuted_in_every_format() {
    let run = |format: &str| verify(BROKEN, &["--method", "third", "--format", format]);
    let output = run("json");
    assert_eq!(output.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let result = &json["results"][0];
    assert_eq!((&result["verdict"], &result["word"]), (&"refuted".into(), &"failed".into()), "{json}");
    let finding = &result["findings"][0];
    assert_eq!(finding["kind"], "contract-violation", "{json}");
    assert_eq!((&finding["severity"], &finding["replayed"]), (&"error".into(), &true.into()), "{json}");
    assert_eq!(
        (&finding["input"][0]["value"], &finding["place"]["line"]),
        (&"77".into(), &6.into()),
        "{json}"
    );
    assert_eq!(result["findings"][1]["replayed"], false, "{json}");
    assert!(text(&run("sarif")).contains("contract-violation"));
    assert!(text(&run("junit")).contains("failures=\"1\""));
}

/// What cannot be proven, or is not proven for a reason no run shows, and is never broken.
#[test]
fn what_no_run_breaks_is_not_proven() {
    let program = "class Kept {
    final int size;
    int value;

    //@ requires n >= 0;
    //@ ensures acc(value);
    Kept(int n) {
        size = n;
    }

    //@ ensures result >= 0;
    int count() {
        return size;
    }

    //@ requires 0 <= n && n < 50;
    //@ ensures result == n;
    static int counts(int n) {
        int i = 0;
        //@ invariant i >= 0;
        while (i < n) {
            i = i + 1;
        }
        return i;
    }

    int forgets() {
        return 10 / value;
    }

    //@ requires x > 3 && x < 3;
    static int never(int x) {
        return 1 / (x - x);
    }

    static int deep(int n) {
        return deep(n + 1) / 1;
    }
}
";
    let output = verify(program, &[]);
    let shown = text(&output);
    assert!(!shown.contains(": failed") && !shown.contains("contract-violation"), "{shown}");
    for member in ["counts", "count", "forgets"] {
        assert_eq!(word(&shown, &format!("Kept.{member}")), "not proven", "{member}\n{shown}");
    }
}

#[test]
fn what_cannot_be_compiled_is_not_run() {
    let program = "class T {
    static int third(int x) {
        return 3 / x;
    }
    Missing missing;
}
";
    let output = verify(program, &["--method", "third"]);
    assert_ne!(output.status.code(), Some(1), "{}", text(&output));
    assert!(!text(&output).contains(": failed"), "{}", text(&output));
}
