//! A few random bodies, each claimed to keep true and false facts.

use attack::verify::{attack, write};

#[test]
fn false_facts_are_not_verified() {
    let cases: Vec<_> = (1..5).map(write::case).collect();
    let tally = attack(&cases).expect("a JDK");
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
    assert!(tally.claims > 0 || !tally.refused.is_empty(), "{tally:?}");
}
