//! The text form of register code, for the programs in `tests/programs/code`.
//!
//! Beside each `Name.java` is `Name.txt` with the code of all its classes, those made for lambdas included.
//! `UPDATE_EXPECT=1` rewrites it.

use std::fmt::Write;

use program::Program;
use program::code::{ClassHeader, MethodText};

#[test]
fn code_is_as_expected() {
    let sources = testkit::test_programs("code");
    let compiled = testkit::compile(&sources);
    for source in sources {
        let name = source.file_stem().and_then(|stem| stem.to_str()).expect("is a name");
        testkit::expect(&source.with_extension("txt"), &text(&compiled.program, name));
    }
}

/// The code of a class, its inner classes, and the classes made while they were lowered.
fn text(program: &Program, name: &str) -> String {
    let mut out = String::new();
    let of_source = |class: &str| class == name || class.starts_with(&format!("{name}$"));
    for class in program.class_path_names().iter().filter(|class| of_source(class)) {
        write_class(program, class, &mut out);
    }
    for class in program.announced_names().iter().filter(|class| of_source(class)) {
        write_class(program, class, &mut out);
    }
    out
}

fn write_class(program: &Program, name: &str, out: &mut String) {
    let class = program.class(program.class_named(name).expect("was compiled"));
    writeln!(out, "{}\n", ClassHeader { program, class }).expect("strings grow");
    for id in class.methods() {
        let (method, body) = (program.method(id), program.body(id).expect("lowers"));
        writeln!(out, "{}", MethodText { program, method, body }).expect("strings grow");
    }
}
