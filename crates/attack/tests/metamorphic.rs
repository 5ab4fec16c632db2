//! A few random methods in other words: no proof of one goes with a refutation of the other.

use attack::terminate::write::Numbers;
use attack::{explore, metamorphic, terminate};

#[test]
fn explore_says_the_same_in_other_words() {
    let methods: Vec<_> = (1..7).map(explore::write::method).collect();
    let tally = metamorphic::attack_explore(&methods).expect("a JDK");
    assert!(tally.wrong.is_empty(), "{:?}", tally.wrong);
    assert_eq!(tally.questions, 36);
}

#[test]
fn terminate_says_the_same_in_other_words() {
    let methods: Vec<_> = (1..5).map(|seed| terminate::write::method(seed, Numbers::Java)).collect();
    let tally = metamorphic::attack_terminate(&methods).expect("a JDK");
    assert!(tally.wrong.is_empty(), "{:?}", tally.wrong);
    assert_eq!(tally.questions, 24);
}
