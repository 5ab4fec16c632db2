//! The JDK's own classes lower, and what comes out is valid; so do the classes made for its lambdas.

use std::sync::Arc;

use program::Program;
use program::code::validate;

#[test]
fn java_lang_and_java_util_lower() {
    let program = testkit::open(Vec::new());
    let packages = ["java/lang/", "java/util/"];
    let wanted = |name: &Arc<str>| {
        packages.iter().any(|package| name.strip_prefix(package).is_some_and(|rest| !rest.contains('/')))
    };
    let names: Vec<_> = program.jdk_names().into_iter().filter(wanted).collect();
    let methods: usize = names.iter().map(|name| lower(&program, name)).sum();
    assert!(methods > 5_000, "only {methods} methods were lowered");
    let lambdas: usize = program.announced_names().iter().map(|name| lower(&program, name)).sum();
    assert!(lambdas > 100, "only {lambdas} methods of lambdas were made");
}

#[test]
fn a_sample_of_all_modules_lowers() {
    let program = testkit::open(Vec::new());
    let names = program.jdk_names();
    assert!(names.len() > 20_000, "only {} classes are listed", names.len());
    let methods: usize = names.iter().step_by(40).map(|name| lower(&program, name)).sum();
    assert!(methods > 3_000, "only {methods} methods were lowered");
}

/// Lowers and validates a class; how many methods it has.
fn lower(program: &Program, name: &str) -> usize {
    let class = program.class_named(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut methods = 0;
    for id in program.class(class).methods() {
        let method = program.method(id);
        if method.is_abstract() || method.is_native() {
            continue;
        }
        let body = program.body(id).unwrap_or_else(|error| panic!("{error}"));
        validate(program, method, body).unwrap_or_else(|error| panic!("{name}.{}: {error}", method.name));
        methods += 1;
    }
    methods
}
