//! Class files javac would never write get a clear error and nothing worse.

#[path = "common/assembler.rs"]
mod assembler;

use assembler::{Assembler, Code};
use program::LinkError;
use program::LinkErrorKind::{
    self, ClassCircularity, ClassFormat, IncompatibleClassChange, NoClassDefFound, UnsupportedClassVersion,
    Verify,
};
use program::code::MethodText;

/// The static method `int f(int)` with this code, in a class file of a version.
fn lower(version: u16, code: Code) -> Result<String, LinkError> {
    let mut class = Assembler::new("Hostile", "java/lang/Object");
    class.version = version;
    class.method(0x9, "f", "(I)I", &code);
    let program = testkit::open(Vec::new());
    let class = program.define_class_file(class.finish())?;
    let id = program.class(class).methods().next().expect("has one method");
    let body = program.body(id).map_err(Clone::clone)?;
    Ok(MethodText { program: &program, method: program.method(id), body }.to_string())
}

fn code(bytes: &[u8]) -> Code {
    Code { max_stack: 4, max_locals: 3, bytes: bytes.to_vec(), handlers: Vec::new() }
}

#[test]
fn malformed_code_is_named_with_its_place() {
    for (expected, bytes) in [
        ("a jump to offset 100, where no instruction begins", &[0xa7, 0, 100][..]),
        ("a jump to offset 2, where no instruction begins", &[0x11, 0, 0, 0xa7, 0xff, 0xff]),
        ("a jump before the beginning of the code", &[0xa7, 0xff, 0xf0]),
        ("operand stack underflow", &[0x60, 0xac]),
        ("operand stack underflow", &[0x57, 0x03, 0xac]),
        ("operand stack overflow", &[0x03, 0x03, 0x03, 0x03, 0x03, 0xac]),
        ("control falls off the end of the code", &[0x00]),
        ("control falls off the end of the code", &[0x1a, 0x99, 0xff, 0xff]),
        ("expected int on the operand stack, found float", &[0x0b, 0xac]),
        ("the method returns something else than it declares", &[0x0b, 0xae]),
        ("the method returns something else than it declares", &[0xb1]),
        ("half of a long or double on the operand stack", &[0x09, 0x57, 0x03, 0xac]),
        ("a local variable is read that may not be assigned", &[0x1b, 0xac]),
        ("a local variable is read that may not be assigned", &[0x1a, 0x99, 0, 5, 0x03, 0x3c, 0x1b, 0xac]),
        ("a local variable is read as a kind it does not have", &[0x0b, 0x43, 0x1a, 0xac]),
        ("local variable 3 is out of range", &[0x1d, 0xac]),
        ("local variable 2 is out of range", &[0x09, 0x37, 2, 0x03, 0xac]),
        ("unknown opcode 0xcb", &[0xcb]),
        ("an instruction runs past the end of the code", &[0x11, 0]),
        ("opcode 0x00 has no wide form", &[0xc4, 0, 0, 0]),
        ("no constant 99", &[0x12, 99, 0xac]),
        ("operand stacks differ where control flow joins at offset 5", &[0x1a, 0x99, 0, 4, 0x03, 0x03, 0xac]),
        ("an array of unknown type 3", &[0x03, 0xbc, 3, 0xbe, 0xac]),
        (
            "a tableswitch whose first case is above its last",
            &[0x1a, 0xaa, 0, 0, 0, 0, 0, 20, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x03, 0xac],
        ),
        ("`jsr` or `ret` in a class file of Java 7 or later", &[0xa8, 0, 3, 0x4c, 0x03, 0xac]),
        ("expected ref on the operand stack, found int", &[0x03, 0xbf]),
    ] {
        let error = lower(61, code(bytes)).expect_err(expected);
        assert_eq!(error.kind, Verify, "{error}");
        assert!(error.message.starts_with(expected), "{} instead of {expected}", error.message);
        assert!(error.message.contains("in class Hostile, method f(I)I, offset "), "{}", error.message);
    }
}

#[test]
fn malformed_code_attributes_are_format_errors() {
    let empty = lower(61, code(&[])).expect_err("no code");
    assert_eq!((empty.kind, empty.message.contains("code of 0 bytes")), (ClassFormat, true));
    let mut outside = code(&[0x03, 0xac]);
    outside.handlers.push([0, 9, 0, 0]);
    assert_eq!(lower(61, outside).expect_err("handler outside").kind, ClassFormat);
}

#[test]
fn subroutines_are_copied_to_their_calls() {
    // f(x): x += 1 in a subroutine called twice.
    let twice = [0xa8, 0, 8, 0xa8, 0, 5, 0x1a, 0xac, 0x4c, 0x84, 0, 1, 0xa9, 1];
    let text = lower(49, code(&twice)).expect("old class files may have subroutines");
    assert_eq!(text.matches("r0 = r0 + 1").count(), 2, "{text}");
    let unbalanced = lower(49, code(&[0xa9, 1])).expect_err("nothing to return to");
    assert!(unbalanced.message.starts_with("local variable 1 holds no return address"), "{unbalanced}");
    let endless = lower(49, code(&[0x57, 0xa8, 0xff, 0xff]));
    assert_eq!(endless.expect_err("pops nothing").kind, Verify);
}

#[test]
fn handlers_see_what_was_there_before() {
    // try { return 1 / x } catch (Throwable t) { return x }
    let mut guarded = code(&[0x04, 0x1a, 0x6c, 0xac, 0x4c, 0x1a, 0xac]);
    guarded.handlers.push([0, 4, 4, 0]);
    let text = lower(61, guarded).expect("is fine");
    assert!(text.contains("catch anything in"), "{text}");
}

/// Defines classes in order; the first failure.
fn define(classes: &[Assembler]) -> (LinkErrorKind, String) {
    let program = testkit::open(Vec::new());
    let failure = classes.iter().find_map(|class| program.define_class_file(class.finish()).err());
    let failure = failure.expect("one of the classes is wrong");
    (failure.kind, failure.message)
}

#[test]
fn hierarchies_that_cannot_be_are_refused() {
    let mut final_class = Assembler::new("Final", "java/lang/Object");
    final_class.flags = 0x31;
    let mut implements_class = Assembler::new("A", "java/lang/Object");
    implements_class.interface("java/lang/String");
    let mut overrides_final = Assembler::new("A", "java/lang/Object");
    let get_class = Code { max_stack: 1, max_locals: 1, bytes: vec![0x01, 0xb0], handlers: Vec::new() };
    overrides_final.method(0x1, "getClass", "()Ljava/lang/Class;", &get_class);
    let cases = [
        (ClassCircularity, vec![Assembler::new("A", "A")]),
        (NoClassDefFound, vec![Assembler::new("A", "no/such/Class")]),
        (IncompatibleClassChange, vec![final_class, Assembler::new("A", "Final")]),
        (IncompatibleClassChange, vec![Assembler::new("A", "java/util/List")]),
        (IncompatibleClassChange, vec![implements_class]),
        (IncompatibleClassChange, vec![overrides_final]),
        (
            IncompatibleClassChange,
            vec![Assembler::new("A", "java/lang/Object"), Assembler::new("A", "java/lang/Object")],
        ),
        (ClassFormat, vec![Assembler::new("../A", "java/lang/Object")]),
    ];
    for (expected, classes) in cases {
        let (kind, message) = define(&classes);
        assert_eq!(kind, expected, "{message}");
    }
}

#[test]
fn cycles_through_files_are_noticed() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    for (name, superclass) in [("A", "B"), ("B", "C"), ("C", "A")] {
        let file = folder.path().join(format!("{name}.class"));
        std::fs::write(file, Assembler::new(name, superclass).finish()).expect("is writable");
    }
    let program = testkit::open(vec![folder.path().to_path_buf()]);
    let error = program.class_named("A").expect_err("extends itself");
    assert_eq!((error.kind, error.message.as_str()), (ClassCircularity, "A"));
}

#[test]
fn versions_and_truncations_are_refused() {
    let mut class = Assembler::new("A", "java/lang/Object");
    class.method(0x9, "f", "(I)I", &code(&[0x03, 0xac]));
    let bytes = class.finish();
    let program = testkit::open(Vec::new());
    for len in 0..bytes.len() {
        let error = program.define_class_file(bytes[..len].into()).expect_err("is truncated");
        assert_eq!(error.kind, ClassFormat, "{len}: {error}");
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert_eq!(program.define_class_file(longer.into()).expect_err("has extra bytes").kind, ClassFormat);
    class.version = 99;
    let error = program.define_class_file(class.finish()).expect_err("is of the future");
    assert_eq!(error.kind, UnsupportedClassVersion);
    assert!(error.message.contains("class file version 99.0"), "{error}");
    assert_eq!(program.define_class_file((*b"hello").into()).expect_err("is text").kind, ClassFormat);
}
