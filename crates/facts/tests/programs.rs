//! Programs with expectations in their comments: `tests/programs/facts/*.java`.
//!
//! `holds: Class: claim` says that something is a fact, `falls: Class: claim` that it is none. Most pitfalls come as a pair: a class
//! where the fact must fall, and a sister where it must stand.

mod common;

use std::path::Path;

use common::compile;

#[test]
fn programs_have_the_facts_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/facts");
    let mut sources: Vec<_> = std::fs::read_dir(&folder)
        .expect("the programs are in the repository")
        .map(|entry| entry.expect("the folder is readable").path())
        .collect();
    sources.sort();
    assert!(sources.len() >= 5);
    let mut failures = Vec::new();
    for source in &sources {
        let text = std::fs::read_to_string(source).expect("the program is readable");
        let compiled = compile(std::slice::from_ref(source));
        let mut expectations = 0;
        for line in text.lines() {
            let expected = [("// holds: ", true), ("// falls: ", false)];
            for (mark, wanted) in expected {
                let Some(claim) = line.trim().strip_prefix(mark) else { continue };
                let (class, claim) = claim.split_once(": ").expect("a class and a claim");
                expectations += 1;
                if compiled.holds(class, claim) != wanted {
                    let name = source.file_name().expect("files have names").to_string_lossy();
                    failures.push(format!(
                        "{name}: {class}: {claim} is {}",
                        if wanted { "lost" } else { "claimed" }
                    ));
                }
            }
        }
        assert!(expectations > 0, "{} expects nothing", source.display());
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
