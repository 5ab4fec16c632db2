//! What fuzzing does with bytes: reads them as a class file, links it, lowers and validates everything in it.

use program::code::validate;

/// Whether the bytes are a class, and how many of its methods could be lowered. What can be lowered is valid.
pub fn lower(bytes: &[u8]) -> (bool, usize) {
    let program = testkit::open(Vec::new());
    let Ok(class) = program.define_class_file(bytes.into()) else { return (false, 0) };
    let mut lowered = 0;
    for id in program.class(class).methods() {
        if let Ok(body) = program.body(id) {
            validate(&program, program.method(id), body).expect("lowered code is valid");
            lowered += 1;
        }
        let _ = program.method_attributes(id);
    }
    let _ = program.class_attributes(class);
    (true, lowered)
}
