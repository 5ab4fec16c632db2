//! Random small methods, run by `java` and by the machine: both must say the same.
//!
//! `CUPPER_RANDOM_PROGRAMS` is how many (200 in CI), `CUPPER_RANDOM_SEED` which. A failure shows the method, which can
//! be made again from its seed, which is kept.

mod random;

use std::fmt::Write as _;

use machine::concrete::Machine;
use machine::{Limits, Recorder};
use program::Program;

/// Methods in one class: well below the limits of the class file format.
const METHODS_PER_CLASS: usize = 50;

#[test]
fn random_methods_do_what_they_do_on_the_jvm() {
    let first = testkit::setting("CUPPER_RANDOM_SEED", 1);
    let count = testkit::setting("CUPPER_RANDOM_PROGRAMS", 200);
    let kept = testkit::Kept::of("machine", "random_programs");
    let seeds = kept.and(first..first + count);
    let methods: Vec<_> = seeds.into_iter().map(|seed| (format!("m{seed}"), seed)).collect();
    let mut source = String::from(random::PREAMBLE);
    let mut calls = String::new();
    for (index, chunk) in methods.chunks(METHODS_PER_CLASS).enumerate() {
        source.push_str(&random::class(&format!("Part{index}"), chunk));
        let _ = writeln!(calls, "Part{index}.run();");
    }
    let _ = writeln!(source, "public class Main {{ public static void main(String[] args) {{ {calls} }} }}");
    let compiled = testkit::compile_text("Main", &source);
    let expected = testkit::java(compiled.path(), "Main", &[]);
    let actual = run(&compiled.program);
    assert_eq!(expected.lines().count(), methods.len(), "java says one line for each method");
    for ((expected, actual), (name, seed)) in expected.lines().zip(actual.lines()).zip(&methods) {
        kept.watch(*seed, || {
            assert_eq!(expected, actual, "java and the machine differ on\n{}", random::method(name, *seed));
        });
    }
    assert_eq!(expected.lines().count(), actual.lines().count(), "the machine ends early: {actual}");
}

/// What the program prints on the machine.
fn run(program: &Program) -> String {
    let host = Recorder::default();
    let mut machine = Machine::new(program, Box::new(host.clone()), Limits::default());
    machine.boot().unwrap_or_else(|outcome| panic!("the JDK starts: {outcome:?}"));
    let main = program.class_named("Main").expect("compiled");
    let main = program.declared_method(main, "main", "([Ljava/lang/String;)V").expect("has a main");
    let status = machine.run_main(main, &[], &mut ());
    assert!(matches!(status, Ok(0)), "{status:?}\n{}{}", host.output(), host.errors());
    host.output()
}

#[test]
fn the_same_seed_gives_the_same_method() {
    assert_eq!(random::method("m", 5), random::method("m", 5));
    assert_ne!(random::method("m", 5), random::method("m", 6));
}
