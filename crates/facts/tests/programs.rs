//! Programs with expectations in their comments: `tests/programs/facts/*.java`.
//!
//! `holds: Class: claim` says that something is a fact, `falls: Class: claim` that it is none. Most pitfalls come as a pair: a class
//! where the fact must fall, and a sister where it must stand.

use base::Budget;
use facts::Facts;
use program::Program;

#[test]
fn programs_have_the_facts_they_say() {
    let sources = testkit::test_programs("facts");
    assert!(sources.len() >= 5);
    let folder = testkit::compile_each(&sources);
    let mut failures = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        let text = std::fs::read_to_string(source).expect("the program is readable");
        let program = testkit::open(vec![folder.path().join(number.to_string())]);
        let facts = Facts::find(&program, &Budget::seconds(60.0)).expect("a minute is enough");
        let mut expectations = 0;
        for line in text.lines() {
            let expected = [("// holds: ", true), ("// falls: ", false)];
            for (mark, wanted) in expected {
                let Some(claim) = line.trim().strip_prefix(mark) else { continue };
                let (class, claim) = claim.split_once(": ").expect("a class and a claim");
                expectations += 1;
                if holds(&program, &facts, class, claim) != wanted {
                    let name = source.file_name().expect("files have names").to_string_lossy();
                    let word = if wanted { "lost" } else { "claimed" };
                    failures.push(format!("{name}: {class}: {claim} is {word}"));
                }
            }
        }
        assert!(expectations > 0, "{} expects nothing", source.display());
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Whether `claim` is a fact of the class: `field != null`, `field >= 1`, `field.length >= 2`, `field never changes`,
/// `field leads to older objects only`, or a relation.
fn holds(program: &Program, facts: &Facts, class: &str, claim: &str) -> bool {
    let class = program.class_named(class).expect("the class exists");
    let words: Vec<&str> = claim.split(' ').collect();
    let (name, is_length) = match words[0].strip_suffix(".length") {
        Some(name) => (name, true),
        None => (words[0], false),
    };
    let field = program.declared_field(class, name).expect("the field exists");
    let known = facts.of(field).expect("fields of the program are known");
    let range = if is_length { known.length } else { known.range };
    let number = words.get(2).and_then(|word| word.parse::<i64>().ok());
    match (&words[1..], number) {
        (["!=", "null"], _) => known.never_null,
        (["never", "changes"], _) => known.once,
        (["leads", ..], _) => known.acyclic,
        ([">=", _], Some(least)) => range.is_some_and(|range| range.low >= least),
        (["<=", _], Some(most)) => range.is_some_and(|range| range.high <= most),
        _ => facts.relations(class).iter().any(|known| known.text(program) == claim),
    }
}
