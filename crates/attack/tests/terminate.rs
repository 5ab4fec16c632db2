//! A few random loops and recursions against counted runs on the JVM, with both kinds of integers.

use attack::terminate::write::Numbers;
use attack::terminate::{attack, source, write};

fn check(numbers: Numbers) {
    let methods: Vec<_> = (1..9).map(|seed| write::method(seed, numbers)).collect();
    let tally = attack(&methods, numbers).expect("a JDK");
    assert!(tally.wrong.is_empty(), "{:#?}\n{}", tally.wrong, source(&methods));
    assert_eq!(tally.terminates + tally.diverges + tally.unknown, methods.len());
    assert!(tally.terminates + tally.diverges > 0, "{tally:?}");
}

#[test]
fn machine_integers_end_as_on_the_jvm() {
    check(Numbers::Java);
}

#[test]
fn unbounded_integers_end_as_big_integers_do() {
    check(Numbers::Unbounded);
}
