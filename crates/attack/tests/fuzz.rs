//! Every reader on a few mutated files; `attack fuzz` tries as many as wanted.

use attack::fuzz::{Plan, TARGETS, work};

/// Files per reader, within a few seconds.
const FILES: u64 = 150;

/// `config` and `state` are read by the command line only.
#[test]
fn readers_survive_mutated_files() {
    for target in TARGETS.into_iter().filter(|target| !["config", "state"].contains(target)) {
        let plan = Plan {
            target: target.to_owned(),
            seed: 1,
            count: FILES,
            seconds: 4.0,
            cupper: None,
            shown: None,
        };
        let tally = work(&plan, None).expect("a JDK");
        assert!(tally.wrong.is_empty(), "{target}: {:?}", tally.wrong);
        assert!(tally.tried > 0 && tally.accepted < tally.tried, "{target}: {tally:?}");
    }
}
