//! The JDK's own classes lower, and what comes out is valid.

mod common;

use program::code::validate;

#[test]
fn java_lang_and_java_util_lower() {
    let program = common::with_jdk(Vec::new());
    let packages = ["java/lang/", "java/util/"];
    let wanted = |name: &str| {
        packages.iter().any(|package| name.strip_prefix(package).is_some_and(|rest| !rest.contains('/')))
    };
    let mut methods = 0;
    for name in program.jdk_names().iter().filter(|name| wanted(name)) {
        let class = program.class_named(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        for id in program.class(class).methods() {
            let method = program.method(id);
            if method.is_abstract() || method.is_native() {
                continue;
            }
            let body = program.body(id).unwrap_or_else(|error| panic!("{error}"));
            validate(&program, method, body)
                .unwrap_or_else(|error| panic!("{name}.{}: {error}", method.name));
            methods += 1;
        }
    }
    assert!(methods > 5_000, "only {methods} methods were lowered");
}
