//! The facts, and the JDK they are about.

use std::path::{Path, PathBuf};

use library::{Effect, Model, Primitive, Signature};
use program::{ClassPath, Program};
use rustc_hash::FxHashMap;

fn told(class: &str, name: &str, descriptor: &str) -> (Option<Model>, Effect, bool) {
    let known = library::method(class, Signature { name, descriptor, is_native: false });
    known.map_or((None, Effect::Outside, false), |method| (method.model, method.effect, method.is_quiet))
}

#[test]
fn all_files_can_be_read() {
    for (package, text) in library::FILES {
        let mut classes = FxHashMap::default();
        assert_eq!(library::read(text, &mut classes), Ok(()), "{package}");
        assert!(!classes.is_empty(), "{package}");
    }
}

#[test]
fn bad_lines_have_a_place_and_a_reason() {
    let bad = |text: &str| {
        let read = library::read(text, &mut FxHashMap::default());
        read.expect_err("the line is bad").to_string()
    };
    assert_eq!(bad("package a\nclass B: blue\n"), "line 2: no class is `blue`");
    assert_eq!(bad("  f(): quiet\n"), "line 1: a method without a class");
    assert_eq!(bad("class B\n  f(): model Loud\n"), "line 2: there is no model `Loud`");
    assert_eq!(bad("class B\n  f(): changes it\n"), "line 2: `it` is no argument's number");
    assert_eq!(bad("class B\n  f: quiet\n"), "line 2: `f` is not a method");
}

#[test]
fn the_first_line_that_fits_counts() {
    assert_eq!(told("java/lang/String", "getChars", "(II[CI)V"), (None, Effect::Outside, false));
    assert_eq!(told("java/lang/String", "strip", "()Ljava/lang/String;"), (None, Effect::None, false));
    let append = "(Ljava/lang/Object;)Ljava/lang/StringBuilder;";
    assert_eq!(
        told("java/lang/StringBuilder", "append", append),
        (Some(Model::AppendObject), Effect::Changes(0), false)
    );
    assert_eq!(told("java/util/Arrays", "sort", "([I)V"), (Some(Model::Sort), Effect::Changes(0), false));
    assert_eq!(told("java/util/Arrays", "sort", "([III)V"), (None, Effect::Changes(0), false));
}

/// What reads a text can throw, and is no box around its argument.
#[test]
fn boxes_of_texts_are_not_boxes_of_numbers() {
    assert_eq!(told("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;").0, Some(Model::Box));
    assert_eq!(told("java/lang/Integer", "valueOf", "(Ljava/lang/String;)Ljava/lang/Integer;").0, None);
    assert_eq!(told("java/lang/Integer", "valueOf", "(Ljava/lang/String;I)Ljava/lang/Integer;").0, None);
}

#[test]
fn what_throws_is_not_quiet() {
    let is_quiet = |name, descriptor| told("java/lang/Math", name, descriptor).2;
    assert!(is_quiet("abs", "(I)I") && is_quiet("floor", "(D)D") && is_quiet("max", "(JJ)J"));
    for (name, descriptor) in
        [("addExact", "(II)I"), ("floorMod", "(II)I"), ("clamp", "(JII)I"), ("random", "()D")]
    {
        assert!(!is_quiet(name, descriptor), "{name}");
    }
}

#[test]
fn every_primitive_type_has_its_box() {
    for primitive in Primitive::ALL {
        let class = library::class(library::box_of(primitive)).expect("boxes are known");
        assert_eq!(class.box_of, Some(primitive));
        assert!(class.is_immutable);
    }
}

/// Classes of which something is said exist, and so do methods that are named. Some came after the oldest JDK that is supported.
#[test]
fn the_jdk_has_what_the_files_speak_of() {
    const NEWER: [&str; 4] = ["clamp", "ceilDiv", "ceilMod", "ceilDivExact"];
    let path = ClassPath { entries: Vec::new(), jdk: Some(jdk()) };
    let program = Program::new(&path).expect("a JDK can be read");
    let absent: Vec<String> = library::classes()
        .into_iter()
        .filter(|(name, _)| *name != library::EVERY_CLASS)
        .flat_map(|(name, class)| {
            let Ok(id) = program.class_named(name) else { return vec![name.to_owned()] };
            let declared: Vec<_> = program.class(id).methods().map(|method| program.method(method)).collect();
            let exists = |pattern: &library::Pattern| {
                declared.iter().any(|method| {
                    let (name, descriptor) = (&*method.name, &*method.descriptor);
                    pattern.fits(Signature { name, descriptor, is_native: method.is_native() })
                })
            };
            let exact =
                class.methods.iter().map(|method| &method.pattern).filter(|pattern| pattern.is_exact());
            let absent = exact.filter(|pattern| !exists(pattern) && !NEWER.contains(&pattern.name()));
            absent.map(|pattern| format!("{name}: {pattern:?}")).collect()
        })
        .collect();
    assert!(absent.is_empty(), "{absent:#?}");
}

/// The home of the `java` on the path.
fn jdk() -> PathBuf {
    let path = std::env::var_os("PATH").expect("there is a PATH");
    let java = std::env::split_paths(&path).map(|dir| dir.join("java")).find(|java| java.is_file());
    let java = java.expect("the tests need a JDK").canonicalize().expect("java is a file");
    java.parent().and_then(Path::parent).expect("java is in bin").to_path_buf()
}
