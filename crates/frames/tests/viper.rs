//! Our own Viper programs: each file gives exactly the errors its annotations name, and each mutation of a file that
//! verifies gives the error the list names. A mutation that verifies would be unsound.

use std::path::{Path, PathBuf};

use base::Source;
use frames::viper::expected::{self, Expectation, Match};
use frames::{Options, Verdict};

#[test]
fn programs_give_the_errors_they_name() {
    let mut wrong = Vec::new();
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the folder of programs is there")
        .map(|entry| entry.expect("entries can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "vpr"))
        .collect();
    files.sort();
    assert!(files.len() > 5, "the programs are there");
    for file in files {
        let text = read(&file);
        if let difference @ (Match::Different { .. } | Match::Excused) =
            expected::parse(&text).compare(&errors(&file, &text))
        {
            wrong.push(format!("{}: {difference:?}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn mutations_are_noticed() {
    let mut wrong = Vec::new();
    for line in read(&folder().join("mutations.txt")).lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<String> = line.split(" | ").map(|part| part.replace("\\n", "\n")).collect();
        let [name, old, new, id] = parts.as_slice() else { panic!("four parts: {line}") };
        let file = folder().join(name);
        let text = read(&file);
        assert!(text.contains(old.as_str()), "{name} has no `{old}`");
        let mutated = text.replacen(old.as_str(), new, 1);
        let before = errors(&file, &text);
        let is_new = |error: &Expectation| error.id == *id && !before.contains(error);
        if !errors(&file, &mutated).iter().any(is_new) {
            wrong.push(line.to_owned());
        }
    }
    assert!(wrong.is_empty(), "not noticed:\n{}", wrong.join("\n"));
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/viper")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Errors reported for a text; a verdict that is unknown is not an answer these tests accept.
fn errors(file: &Path, text: &str) -> Vec<Expectation> {
    let source = Source::new(file.display().to_string(), text);
    let options = Options::default();
    let program = frames::viper::load(&source, &options).unwrap_or_else(|problem| panic!("{problem}"));
    let results = frames::verify(&program, &options).unwrap_or_else(|problem| panic!("{problem}"));
    let mut out = Vec::new();
    for result in results {
        if let Verdict::Unknown { reasons, .. } = &result.verdict {
            panic!("{}: {}: {reasons:?}", file.display(), result.name);
        }
        for failure in result.verdict.failures() {
            out.push(Expectation { line: failure.place.line, id: failure.id.clone() });
        }
    }
    out
}

#[test]
fn misplaced_parts_are_refused() {
    let around = "field f: Int\nfunction id(i: Int): Int\nmethod two() returns (a: Int, b: Int)\n";
    let refused = [
        ("method m(x: Ref) requires perm(x.f) > none {}", "misplaced-perm"),
        ("method m(x: Ref) ensures true && (perm(x.f) > none ==> false) {}", "misplaced-perm"),
        ("predicate p(x: Ref) { acc(x.f, perm(x.f)) }", "misplaced-perm"),
        ("function g(x: Ref): Perm { perm(x.f) }", "misplaced-perm"),
        ("method m(x: Ref) { while (true) invariant perm(x.f) == write {} }", "misplaced-perm"),
        ("predicate p(x: Ref) { acc(x.f) && old(x.f) == x.f }", "misplaced-old"),
        ("method m(x: Ref) requires acc(x.f) && x.f == old(x.f) {}", "misplaced-old"),
        ("function g(x: Ref): Int requires acc(x.f) { old(x.f) }", "misplaced-old"),
        ("function g(x: Ref): Int requires acc(x.f) ensures result == old(x.f)", "misplaced-old"),
        ("method m(x: Ref) requires acc(x.f) ensures old[l](x.f) == 0 { label l }", "misplaced-old"),
        ("method m() { var k: Perm := wildcard }", "misplaced-wildcard"),
        ("method m(x: Ref) { inhale acc(x.f, wildcard / 2) }", "misplaced-wildcard"),
        ("predicate p(x: Ref) { acc(x.f, write - wildcard) }", "misplaced-wildcard"),
        ("method m(x: Ref, b: Bool) { inhale acc(x.f, b ? wildcard : write) }", "misplaced-wildcard"),
        ("method m(x: Ref) ensures wildcard < write {}", "misplaced-wildcard"),
        ("function g(x: Ref): Bool requires acc(x.f) ensures acc(x.f)", "impure-expression"),
        ("domain D { axiom { forall r: Ref :: r.f == 0 } }", "impure-axiom"),
        ("function g(i: Int): Int requires i > 0 domain D { axiom { g(0) == 0 } }", "impure-axiom"),
        ("function g(i: Int): Int requires g(i) > 0 { 1 }", "circular-precondition"),
        ("function g(): Bool requires h() function h(): Bool ensures g()", "circular-precondition"),
        ("method m(i: Int) { i := 1 }", "not-assignable"),
        ("method m(r: Ref) { r := new(*) }", "not-assignable"),
        ("method m(i: Int) { var j: Int\n i, j := two() }", "not-assignable"),
        ("method m() { var i: Int\n i, i := two() }", "not-assignable"),
        ("method m() { assert forall i: Int :: {} true }", "bad-trigger"),
        ("method m() { assert forall i: Int :: { 3 } true }", "bad-trigger"),
        ("method m() { assert forall i: Int :: { id(i + 1) } true }", "bad-trigger"),
        ("method m() { assert forall i: Int, j: Int :: { id(i) } true }", "bad-trigger"),
        ("method m() { assert exists i: Int :: { id(i), id(7) } true }", "bad-trigger"),
        ("function f(): Int", "duplicate-name"),
        ("method m(f: Ref) {}", "duplicate-name"),
        ("method m() { var id: Int }", "duplicate-name"),
        ("method m(i: Int) { assert forall i: Int :: i == i }", "duplicate-name"),
        ("method m(i: Int) { assert let i == (1) in i == 1 }", "duplicate-name"),
        ("method m() { if (true) { var i: Int } var i: Int }", "duplicate-name"),
        ("method m(i: Int) { label i }", "duplicate-name"),
        ("domain D { function g(a: Int, a: Int): Int }", "duplicate-name"),
        ("domain D { axiom two { true } }", "duplicate-name"),
        ("method m() { label lhs }", "reserved-name"),
        ("method m(i: Int) { var p: Perm := i % 2 }", "type-mismatch"),
        ("method m(i: Int, p: Perm) { var q: Perm := i / p }", "type-mismatch"),
    ];
    for (text, code) in refused {
        let source = Source::new("refused.vpr", format!("{around}{text}"));
        let Err(problem) = frames::viper::load(&source, &Options::default()) else {
            panic!("accepted: {text}")
        };
        assert_eq!(problem.code, code, "{text}");
    }
}

#[test]
fn what_only_looks_misplaced_is_accepted() {
    let around = "field f: Int\nfunction id(i: Int): Int\n";
    let accepted = [
        "method m() { if (true) { var i: Int } else { var i: Int } }",
        "method m() ensures forall i: Int :: { id(i) } id(i) == id(i) { var i: Int }",
        "method m() { assert forall i: Int :: true\n assert exists i: Int :: i == 0 }",
        "method m(x: Ref) requires acc(x.f) { label l\n assert old[l](x.f) == x.f }",
        "predicate p(x: Ref) { acc(x.f) }\n\
         method m(x: Ref) requires p(x) { assert (unfolding acc(p(x), wildcard) in x.f) == 0 || true }",
        "function g(x: Ref, b: Bool): Int requires acc(x.f, b ? wildcard : none)",
        "function g(i: Int): Bool requires i > 0 ensures i > 1 ==> g(i - 1) { true }",
        "method m(x: Ref) requires [perm(x.f) == none, perm(x.f) == none] {}",
        "domain D { function left(t: Int): Int function node(left: Int): Int }",
        "method m(i: Int) requires i != 0 { var p: Perm := i / 2\n var q: Perm := p / i }",
    ];
    for text in accepted {
        let source = Source::new("accepted.vpr", format!("{around}{text}"));
        if let Err(problem) = frames::viper::load(&source, &Options::default()) {
            panic!("{text}: {problem}");
        }
    }
}

#[test]
fn long_chains_are_no_deep_nests() {
    let thread = std::thread::Builder::new().stack_size(base::STACK_BYTES);
    thread.spawn(read_long_chains).expect("a thread starts").join().expect("all chains are read");
}

fn read_long_chains() {
    for operator in [" && x", " || x"] {
        let text = format!("method m(x: Bool) requires x {{ assert x{} }}", operator.repeat(20_000));
        assert!(errors(Path::new("long.vpr"), &text).is_empty());
    }
    let text = format!("method m(x: Int) requires x == 0 {{ assert x{} == 0 }}", " + x".repeat(20_000));
    assert!(errors(Path::new("long.vpr"), &text).is_empty());
    let deep = [
        format!("method m(x: Int) {{ assert x{} == 0 }}", " - x".repeat(50_000)),
        format!("field n: Ref method m(x: Ref) {{ assert x{} == x }}", ".n".repeat(50_000)),
        format!("method m(x: Int) {{ assert {}x{} == 0 }}", "(".repeat(250), " - x - x - x - x)".repeat(250)),
    ];
    for text in deep {
        let problem = frames::viper::load(&Source::new("deep.vpr", &text), &Options::default());
        assert_eq!(problem.err().map(|problem| problem.code), Some("nested-too-deep"));
    }
}

/// The verdicts that are neither verified nor failed, by member.
fn unknowns(text: &str) -> Vec<(String, String)> {
    let options = Options::default();
    let program = frames::viper::load(&Source::new("unknown.vpr", text), &options)
        .unwrap_or_else(|problem| panic!("{problem}"));
    let results = frames::verify(&program, &options).unwrap_or_else(|problem| panic!("{problem}"));
    let mut out = Vec::new();
    for result in results {
        if let Verdict::Unknown { reasons, .. } = result.verdict {
            out.push((result.name, reasons.into_iter().map(|(_, reason)| reason).collect()));
        }
    }
    out
}

#[test]
fn nothing_rests_on_what_is_not_well_formed() {
    let text = "field f: Int\npredicate p(x: Ref) { x.f == 0 }\n\
        method m(x: Ref) requires p(x) { unfold p(x)\n assert false }";
    let reason = "it rests on `p`, which was not shown to be well formed".to_owned();
    assert_eq!(unknowns(text), [("m".to_owned(), reason)]);
}

/// Problems of a text, as line and code.
fn problems(text: &str, options: &Options) -> Vec<(u32, &'static str)> {
    let Err(found) = frames::viper::load_all(&Source::new("main.vpr", text), options) else {
        return Vec::new();
    };
    found.iter().map(|one| (one.place.as_ref().map_or(0, |place| place.line), one.code)).collect()
}

#[test]
fn all_problems_are_told() {
    let text = "field f: Int\n\
        method m(x: Ref) requires x.g == 0 {\n\
        var y: Nothing := 1\n\
        y := 2\n\
        x.f := true\n\
        unknown(x)\n\
        }\n\
        function k(): Bool { 1 }\n";
    let expected = [(2, "unknown-name"), (3, "unknown-name"), (5, "type-mismatch"), (6, "unknown-name")];
    let found = problems(text, &Options::default());
    assert_eq!(found.iter().filter(|(line, _)| *line < 8).count(), expected.len(), "{found:?}");
    assert!(expected.iter().all(|one| found.contains(one)), "{found:?}");
    assert!(found.contains(&(8, "type-mismatch")), "{found:?}");
}

#[test]
fn macros_that_cannot_be_replaced_are_refused() {
    let bomb: String = (1..60).map(|n| format!("define M{n} (M{} && M{})\n", n - 1, n - 1)).collect();
    let deep: String = (1..200).map(|n| format!("define D{n}(x) (!!!!!!!!!!D{}(x))\n", n - 1)).collect();
    let refused = [
        ("define A B\ndefine B A\nmethod m() { assert A }".to_owned(), "circular-macro"),
        ("define A { A }\nmethod m() { }".to_owned(), "circular-macro"),
        ("define A(x) x\nmethod m() { assert A(true, true) }".to_owned(), "wrong-macro-arguments"),
        ("define A { assert true }\nmethod m() { assert A }".to_owned(), "misplaced-macro"),
        ("define A true\ndefine A false\nmethod m() { }".to_owned(), "duplicate-macro"),
        ("define A true\nmethod m(A: Int) { assert A }".to_owned(), "duplicate-name"),
        (format!("define M0 true\n{bomb}method m() {{ assert M59 }}"), "macro-too-large"),
        (format!("define D0(x) x\n{deep}method m() {{ assert D199(true) }}"), "nested-too-deep"),
    ];
    let thread = std::thread::Builder::new().stack_size(base::STACK_BYTES);
    let check = move || {
        for (text, code) in refused {
            let found = problems(&text, &Options::default());
            assert_eq!(found.first().map(|(_, code)| *code), Some(code), "{text:.100}");
        }
    };
    thread.spawn(check).expect("a thread starts").join().expect("all are refused");
}

#[test]
fn imports_are_read_once_and_only_from_the_folder() {
    let files = |path: &str| match path {
        "lib/a.vpr" => Ok("import \"b.vpr\" function one(): Int { two() - 1 }".to_owned()),
        "lib/b.vpr" => Ok("import \"a.vpr\" import \"../main.vpr\" function two(): Int { 2 }".to_owned()),
        "bad.vpr" => Ok("function".to_owned()),
        _ => Err("there is no such file".to_owned()),
    };
    let options = Options { files: frames::viper::import::Files::new(files), ..Options::default() };
    let text = "import \"lib/a.vpr\" import \"./lib/../lib/b.vpr\" import <decreases/all.vpr>\n\
        method m() { assert one() == 1\n assert decreasing(1, 2) && bounded(0)\n assert one() == 2 }";
    let program = frames::viper::load(&Source::new("main.vpr", text), &options).expect("all is there");
    let results = frames::verify(&program, &options).expect("a solver is there");
    let failures: Vec<_> = results.iter().flat_map(|result| result.verdict.failures()).collect();
    assert_eq!(failures.len(), 1, "{failures:?}");
    assert_eq!(failures[0].place.line, 4);
    for path in ["missing.vpr", "../main.vpr", "/etc/passwd", "lib/../../x.vpr", "c:\\x.vpr"] {
        let found = problems(&format!("import \"{path}\""), &options);
        assert_eq!(found, [(1, "cannot-import")], "{path}");
    }
    assert_eq!(problems("import <nowhere.vpr>", &options), [(1, "cannot-import")]);
    assert_eq!(problems("import \"bad.vpr\"", &options)[0].1, "syntax-error");
    assert_eq!(problems("import \"lib/a.vpr\"", &Options::default()), [(1, "cannot-import")]);
}
