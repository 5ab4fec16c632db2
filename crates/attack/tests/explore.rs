//! A few random methods against the JVM, and all methods that were once answered wrongly.
//!
//! `CUPPER_ATTACK_METHODS` is how many (10 in CI), `CUPPER_RANDOM_SEED` which.

use attack::explore::{self, write};
use attack::kept;

fn setting(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Wrong answers fail the test; what `cases/known` explains is found on demand, not here, so the seeds of CI have none.
#[test]
fn random_methods_are_answered_as_the_jvm_does() {
    let first = setting("CUPPER_RANDOM_SEED", 1);
    let seeds = first..first + setting("CUPPER_ATTACK_METHODS", 10);
    let known = kept::known().expect("the list of known causes");
    let methods: Vec<_> =
        seeds.filter(|seed| !known.contains_key(&format!("Explore{seed}"))).map(write::method).collect();
    let summary = heap::by_name("summary").expect("the default");
    let tally = explore::attack(&methods, &[summary]).expect("a JDK");
    assert!(tally.wrong.is_empty(), "{:#?}\n{}", tally.wrong, explore::source(&methods));
    let graphs = &tally.graphs;
    assert!(graphs.wrong.is_empty(), "{:#?}\n{}", graphs.wrong, explore::source(&methods));
    assert!(graphs.safe + graphs.listed > 0 || methods.len() < 5, "no graph was built: {tally:?}");
    assert_eq!(tally.safe + tally.violation + tally.unknown, methods.len());
    assert!(tally.confirmed > 0 || methods.len() < 5, "nothing was seen on the JVM: {tally:?}");
}

#[test]
fn kept_cases_are_answered_as_the_jvm_does() {
    let known = kept::known().expect("the list of known causes");
    for (name, text) in kept::cases("explore").expect("the cases") {
        if known.contains_key(&name) {
            continue;
        }
        let tally = explore::attack_file(&text).expect("a case compiles");
        assert!(tally.wrong.is_empty(), "{name}: {:#?}", tally.wrong);
    }
}

#[test]
fn kept_graphs_list_what_the_jvm_throws() {
    for (name, text) in kept::cases("graph").expect("the cases") {
        let tally = explore::graph::attack_file(&text).expect("a case compiles");
        assert!(tally.wrong.is_empty(), "{name}: {:#?}", tally.wrong);
    }
}

#[test]
fn every_known_case_is_there() {
    let cases: Vec<String> = kept::cases("").expect("the cases").into_iter().map(|(name, _)| name).collect();
    for name in kept::known().expect("the list of known causes").keys() {
        assert!(cases.contains(name), "`{name}` has no file");
    }
}
