//! What is said not to matter in a few random methods is removed and replaced.

use attack::explore::write::method;
use attack::relevance::attack;

#[test]
fn reported_code_can_go() {
    let methods: Vec<_> = (1..21).map(method).collect();
    let tally = attack(&methods).expect("a JDK");
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
    assert!(tally.mutants > 0, "{tally:?}");
}
