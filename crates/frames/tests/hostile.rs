//! Damaged input: whatever the text, the front ends answer with a program and problems, never with a panic.

use std::path::Path;

use base::Source;
use frames::java::Overflow;

/// A small generator of numbers, the same on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

const SNIPPETS: [&str; 16] = [
    "//@",
    "/*@",
    "@*/",
    ";",
    "(",
    ")",
    "{",
    "}",
    "&&",
    "old(",
    "acc(",
    "opening ",
    " in ",
    "forall int i; ",
    "super.",
    "@",
];

/// One change of the text: a part removed, doubled, moved or replaced.
fn damaged(text: &str, numbers: &mut Numbers) -> String {
    let mut cuts: Vec<usize> = (0..2).map(|_| numbers.below(text.len())).collect();
    cuts.sort_unstable();
    let cuts: Vec<usize> = cuts
        .into_iter()
        .map(|cut| (cut..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(0))
        .collect();
    let end = cuts[1].min(cuts[0] + 40);
    let end = (end..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
    let (head, part, tail) = (&text[..cuts[0]], &text[cuts[0]..end], &text[end..]);
    match numbers.below(5) {
        0 => format!("{head}{tail}"),
        1 => format!("{head}{part}{part}{tail}"),
        2 => head.to_string(),
        3 => format!("{head}{}{tail}", SNIPPETS[numbers.below(SNIPPETS.len())]),
        _ => format!("{head}{}{part}{tail}", SNIPPETS[numbers.below(SNIPPETS.len())]),
    }
}

fn try_all(directory: &str, rounds: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(directory);
    let mut numbers = Numbers(1);
    for entry in std::fs::read_dir(root).expect("the examples are there").flatten() {
        let path = entry.path();
        let name = path.display().to_string();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for _ in 0..rounds {
            let mut changed = damaged(&text, &mut numbers);
            if numbers.below(2) == 0 && !changed.is_empty() {
                changed = damaged(&changed, &mut numbers);
            }
            let source = Source::new(name.clone(), changed);
            if name.ends_with(".idf") {
                frames::idf::translate(&source);
            } else if name.ends_with(".java") {
                frames::java::translate(&[source], Overflow::Wrap);
            }
        }
    }
}

#[test]
fn damaged_java_is_answered() {
    try_all("examples/verify", 40);
    try_all("tests/programs/verify", 40);
}

#[test]
fn damaged_idf_is_answered() {
    try_all("examples/verify/idf", 200);
}

#[test]
fn deep_nesting_is_refused() {
    let deep = format!("class A {{ int f(int x) {{ return {}x{}; }} }}", "(".repeat(5000), ")".repeat(5000));
    let problems = frames::java::translate(&[Source::new("A.java", deep)], Overflow::Wrap).problems;
    assert_eq!(problems.first().map(|problem| problem.code), Some("expression-too-deep"));
    let long = format!("class A {{ int f(int x) {{ return x{}; }} }}", " + x".repeat(5000));
    let problems = frames::java::translate(&[Source::new("A.java", long)], Overflow::Wrap).problems;
    assert_eq!(problems.first().map(|problem| problem.code), Some("expression-too-deep"));
    let contract =
        format!("class A {{\n//@ requires {}true{};\nvoid f() {{ }} }}", "(".repeat(5000), ")".repeat(5000));
    let problems = frames::java::translate(&[Source::new("A.java", contract)], Overflow::Wrap).problems;
    assert_eq!(problems.first().map(|problem| problem.code), Some("contract-too-deep"));
}

#[test]
fn constructors_that_java_has_not_are_refused() {
    for text in [
        "class A { static A() {} }",
        "class A { int f; //@ requires true;\n static A(int x) { this.f = x; } }",
        "abstract class A { abstract A(); }",
        "interface A { A() {} }",
    ] {
        let translated = frames::java::translate(&[Source::new("A.java", text)], Overflow::Wrap);
        assert!(!translated.problems.is_empty(), "{text}");
    }
}

/// What the parser skips would otherwise be gone without a word.
#[test]
fn what_is_not_java_is_refused_wherever_it_stands() {
    for text in [
        "class A { int f; %% int g; }",
        "class A % { int f; }",
        "class A { int f(int x %) { return x; } }",
        "class A { int f = 1 +; }",
        "interface A { int f() { return 1; } } }",
        "class A { void f() { int x = ; } }",
    ] {
        let translated = frames::java::translate(&[Source::new("A.java", text)], Overflow::Wrap);
        assert!(!translated.problems.is_empty(), "{text}");
    }
}
