//! What is said about unknown characters is what the real JVM says: every modelled method of `Character`, for every char.

use std::path::Path;

use explore::symbolic::{CHARACTER_METHODS, Characters};
use term::Terms;
use testkit::{Compiled, compile, files};

/// Terms are tried at the beginning of one stretch of equal answers out of so many.
const TERMS_EVERY: usize = 199;

#[test]
fn tables_agree_with_java_on_every_character() {
    let Compiled { program, .. } = &compile(&files("tests/programs/brute", "java"));
    let characters = Characters::new(program);
    let class = program.class_named("java/lang/Character").expect("a class of the JDK");
    let mut tables = 0;
    for line in said_by_java().lines() {
        let mut words = line.split(' ');
        let [name, descriptor, radix] = [(); 3].map(|()| words.next().expect("name, descriptor, radix"));
        let method = program.declared_method(class, name, descriptor).expect("a method of `Character`");
        let radix: i32 = radix.parse().expect("a number");
        let table = characters.table(method, (radix >= 0).then_some(radix)).expect("a table");
        let mut unit: u32 = 0;
        for (number, (value, times)) in words.map(stretch).enumerate() {
            for same in unit..unit + times {
                assert_eq!(table.at(same as u16), value, "{name}{descriptor} {radix} of {same}");
            }
            // Making a term of a table takes its time.
            if number.is_multiple_of(TERMS_EVERY) {
                let terms = &Terms::new();
                let said = table.term(terms, terms.i32(unit as i32));
                assert_eq!(said, terms.i32(value), "{name}{descriptor} {radix} of {unit}");
            }
            unit += times;
        }
        assert_eq!(unit, 0x1_0000);
        tables += 1;
    }
    assert!(tables >= CHARACTER_METHODS.len(), "only {tables} tables");
}

fn said_by_java() -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/characters/AllCharacters.java");
    let out = testkit::java_command().arg(source).args(CHARACTER_METHODS).output().expect("java runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("plain text")
}

/// `value*times`.
fn stretch(word: &str) -> (i32, u32) {
    let (value, times) = word.split_once('*').expect("a value and how often");
    (value.parse().expect("a number"), times.parse().expect("a number"))
}
