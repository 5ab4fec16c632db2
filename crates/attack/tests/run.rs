//! The driver of random methods prints the same on Cupper's machine as on the JVM.

use attack::explore::write::method;
use attack::run::attack;

#[test]
fn the_machine_prints_what_the_jvm_prints() {
    let methods: Vec<_> = (1..6).map(method).collect();
    let tally = attack(&methods).expect("a JDK");
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
    assert!(tally.lines > 0);
}
