//! A few random classes whose facts no history on the JVM breaks.

use attack::facts::attack;

#[test]
fn histories_break_no_facts() {
    let tally = attack(&(1..25).collect::<Vec<u64>>()).expect("a JDK");
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
    assert!(tally.claims > 60 && tally.objects > 2_000, "{tally:?}");
}
