//! `cupper calculus` as a user calls it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn cupper(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cupper")).arg("calculus").args(args).output().expect("cupper runs")
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/calculus").join(name);
    path.display().to_string()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A file in a folder of its own.
struct Scratch {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

fn file(name: &str, contents: impl AsRef<[u8]>) -> Scratch {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let path = folder.path().join(name);
    std::fs::write(&path, contents).expect("files can be written");
    Scratch { _folder: folder, path }
}

/// Runs a wrong program; what it says, having made sure that it is one error, a place, and status 2.
fn complaint(name: &str, contents: &str) -> String {
    let scratch = file(name, contents);
    let output = cupper(&["run", &scratch.path.display().to_string()]);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert_eq!(text(&output.stdout), "", "nothing ran");
    assert_eq!(errors.matches("error[").count(), 1, "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
    errors
}

/// The error has this code, stands at this line and column, and shows the line.
#[track_caller]
fn expect(name: &str, contents: &str, code: &str, (line, column): (u32, u32)) {
    let errors = complaint(name, contents);
    assert!(errors.contains(&format!("error[{code}]")), "{errors}");
    assert!(errors.contains(&format!("{name}:{line}:{column}")), "{errors}");
    let shown = contents.lines().nth(line as usize - 1).unwrap_or_default().trim();
    assert!(errors.contains(shown), "{errors}");
}

#[test]
fn final_states_are_counted() {
    let output = cupper(&["run", &example("contains.javalite"), "--branches", "9", "--steps", "2000"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "recursion is cut off: {shown}");
    assert!(shown.contains("= then"), "{shown}");
    assert!(shown.contains("summary: "), "{shown}");
    assert!(shown.contains("this is not the whole program"), "{shown}");
}

/// Fields of new objects hold null and zero from the start, in every state that is shown.
#[test]
fn traces_show_what_new_objects_hold() {
    let source = "begin\n  record node { next : node; key : int }\n  var x : node; var y : node\nin\n  new(x); y := x.next\nend\n";
    let scratch = file("new.imp", source);
    let output = cupper(&["run", &scratch.path.display().to_string(), "--trace"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    let objects: Vec<&str> =
        shown.lines().filter(|line| line.trim_start().starts_with("l1 : node")).collect();
    assert!(objects.len() > 2, "{shown}");
    assert!(objects.iter().all(|object| object.contains("next ↦ null  key ↦ 0")), "{shown}");
}

#[test]
fn rules_and_register_code_take_the_same_paths() {
    let finals = |args: &[&str]| -> Vec<String> {
        let output = cupper(args);
        let numbered = |line: &str| {
            let (number, flow) = line.trim_start().split_once("  ")?;
            number.parse::<u32>().is_ok().then(|| flow.to_owned())
        };
        let mut flows: Vec<String> = text(&output.stdout).lines().filter_map(numbered).collect();
        flows.sort();
        flows
    };
    for strategy in ["summary", "lazy", "term"] {
        let file = example("contains.javalite");
        let common = ["run", &file, "--heap", strategy, "--branches", "9", "--steps", "5000"];
        let code = finals(&common);
        let rules = finals(&[&common[..], &["--trace"]].concat());
        assert!(code.len() > 3, "{code:?}");
        assert_eq!(code, rules, "{strategy}");
    }
}

#[test]
fn branches_are_those_of_the_paper() {
    let output = cupper(&["branches", &example("traverse.imp"), "--iterations", "4"]);
    let shown = text(&output.stdout);
    let rows: Vec<Vec<&str>> = shown.lines().take(5).map(|line| line.split_whitespace().collect()).collect();
    let column = |name: &str| {
        let at = rows[0].iter().position(|found| *found == name).expect("a column for each strategy");
        rows[1..].iter().map(|row| row[at]).collect::<Vec<_>>()
    };
    assert_eq!(column("lazy"), ["1+3", "1+5", "1+8", "1+12"]);
    assert_eq!(column("lazier"), ["1+1", "1+2", "1+4", "1+7"]);
    assert_eq!(column("summary"), ["1+1"; 4]);
}

#[test]
fn register_code_is_shown() {
    let output = cupper(&["code", &example("traverse.imp")]);
    let shown = text(&output.stdout);
    assert!(shown.contains("begin.begin(node"), "{shown}");
    assert!(shown.contains("r6 = r5.next"), "{shown}");
}

#[test]
fn the_page_is_written() {
    let scratch = file("page.html", "");
    let page = scratch.path.display().to_string();
    let output =
        cupper(&["run", &example("traverse.imp"), "--trace", "html", "--output", &page, "--branches", "4"]);
    assert_eq!(output.status.code(), Some(3), "the loop is cut off");
    let page = std::fs::read_to_string(&scratch.path).expect("the page was written");
    assert!(page.contains("while true") && page.contains("svg class"), "the steps are in the page");
}

#[test]
fn what_has_no_end_is_cut_by_time() {
    let scratch = file("endless.html", "");
    let page = scratch.path.display().to_string();
    let contains = example("contains.javalite");
    for more in [&[][..], &["--trace", "html", "--output", &page]] {
        let began = std::time::Instant::now();
        let output = cupper(&[&["run", &contains, "--time", "4"], more].concat());
        assert_eq!(output.status.code(), Some(3));
        assert!(text(&output.stdout).contains("of time"), "{}", text(&output.stdout));
        assert!(began.elapsed().as_secs() < 10, "it took {:?}", began.elapsed());
    }
    let size = std::fs::metadata(&scratch.path).expect("the page was written").len();
    assert!(size < 100_000_000, "the page has {size} bytes");
}

#[test]
fn only_whole_columns_are_shown() {
    let walk =
        "begin record node { next : node } var x : node; var y : node in while x != nil do x := x.next";
    let twice = file("twice.imp", format!("{walk}; while y != nil do y := y.next end"));
    let output = cupper(&["branches", &twice.path.display().to_string()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("error[several-loops]"), "{}", text(&output.stderr));
    let once = file("once.imp", format!("{walk} end"));
    let output = cupper(&["branches", &once.path.display().to_string(), "--time", "0"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{shown}");
    assert!(shown.contains("lazy: not counted") && !shown.contains("1+"), "{shown}");
}

#[test]
fn wrong_javalite_is_placed() {
    let class = |body: &str| format!("(((class C ([C f]) ((C m [C x]\n  {body}))))\n (C m))\n");
    expect("a.javalite", "(((class C () ())\n (C m))\n", "bad-syntax", (1, 1));
    expect("a.javalite", "(((class C () ()]) (C m))\n", "bad-syntax", (1, 17));
    expect("a.javalite", &class("(new D)"), "unknown-name", (2, 8));
    expect("a.javalite", &class("(x $f := true)"), "type-error", (2, 12));
    expect("a.javalite", &class("y"), "unknown-name", (2, 3));
    expect("a.javalite", "(((class C () ()))\n (C main))\n", "missing-main", (2, 5));
    expect("a.javalite", "(((class C () ()))\n (D main))\n", "unknown-name", (2, 3));
    expect("empty.javalite", "", "bad-syntax", (1, 1));
}

#[test]
fn wrong_imp_is_placed() {
    let program = |body: &str| format!("begin\n  record r {{ f : r }}\n  var x : r\nin\n  {body}\nend\n");
    expect("a.imp", &program("{ skip"), "bad-syntax", (6, 1));
    expect("a.imp", &program("x := (nil"), "bad-syntax", (6, 1));
    expect("a.imp", &program("y := nil"), "unknown-name", (5, 3));
    expect("a.imp", &program("x.g := nil"), "unknown-name", (5, 5));
    expect("a.imp", &program("x := 1"), "type-error", (5, 8));
    expect("a.imp", &program("call p(x; x)"), "unknown-name", (5, 8));
    expect("a.imp", "begin var x : s in skip end", "unknown-name", (1, 15));
    expect("a.imp", "var x : int\n", "bad-syntax", (1, 1));
    expect("empty.imp", "", "bad-syntax", (1, 1));
    expect("a.imp", "begin var x : int in x := 99999999999 end", "bad-syntax", (1, 27));
}

#[test]
fn deep_and_huge_programs_are_refused_or_run() {
    complaint("deep.javalite", &"(".repeat(100_000));
    complaint("deep.imp", &format!("begin in {} end", "{".repeat(100_000)));
    complaint("deep.imp", &format!("begin var b : bool in b := {}true end", "(".repeat(100_000)));
    let nested = |depth| {
        format!("(((class C () ((C m [C x] {}x{}))))(C m))", "(begin ".repeat(depth), ")".repeat(depth))
    };
    complaint("deep.javalite", &nested(5_000));
    let huge = format!("(((class C () ((C m [C x] (begin {})))))(C m))", "x ".repeat(200_000));
    let errors = complaint("huge.javalite", &huge);
    assert!(errors.contains("error[too-large]"), "{errors}");
    let huge = format!("begin in {} skip end", "skip; ".repeat(200_000));
    let errors = complaint("huge.imp", &huge);
    assert!(errors.contains("error[too-large]"), "{errors}");
}

#[test]
fn wrong_use_is_explained() {
    let output = cupper(&["run", &example("traverse.imp"), "--heap", "magic"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = text(&output.stderr);
    assert!(
        errors.contains("magic") && errors.contains("lazier-sharp"),
        "the strategies are named: {errors}"
    );
    complaint("a.txt", "begin in skip end");
    let scratch = file("a.imp", [0xff, 0xfe, 0x00]);
    let output = cupper(&["run", &scratch.path.display().to_string()]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    let output = cupper(&["run", "no-such-file.imp"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("no-such-file.imp"));
}

/// A new object's fields hold their defaults from the rule that makes it on, and what is written from then on.
#[test]
fn traces_show_the_fields_of_new_objects() {
    let program = file(
        "fresh.javalite",
        "(((class Node ([Node next] [bool mark])
            ((bool m [Node unused]
               (var Node y := (new Node) in (begin (y $next := this) ((y $next) = this)))))))
         (Node m))",
    );
    let output = cupper(&["run", &program.path.display().to_string(), "--trace"]);
    let trace = text(&output.stdout);
    let heap_after = |rule: &str| {
        let step = trace.split("\npath 0: ").find(|step| step.lines().next() == Some(rule));
        let step = step.unwrap_or_else(|| panic!("`{rule}` is applied\n{trace}"));
        let after = step.split_once('⟶').map_or("", |(_, after)| after);
        after.lines().find(|line| line.contains("Node")).unwrap_or_default().trim().to_owned()
    };
    assert_eq!(heap_after("New"), "l1 : Node  next ↦ null  mark ↦ 0");
    assert_eq!(heap_after("Variable Declaration"), "l1 : Node  next ↦ null  mark ↦ 0");
    assert_eq!(heap_after("Field Write"), "l1 : Node  next ↦ un⟨this⟩  mark ↦ 0");
}
