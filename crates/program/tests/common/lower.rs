//! What fuzzing does with bytes: reads them as a class file, links it, lowers and validates everything in it.

use std::path::{Path, PathBuf};

use program::code::validate;
use program::{ClassPath, Program};

/// Whether the bytes are a class, and how many of its methods could be lowered. What can be lowered is valid.
pub fn lower(bytes: &[u8]) -> (bool, usize) {
    let program =
        Program::new(&ClassPath { entries: Vec::new(), jdk: Some(jdk()) }).expect("the JDK is there");
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

/// The home of the `java` on the path.
pub fn jdk() -> PathBuf {
    let path = std::env::var_os("PATH").expect("there is a PATH");
    let java = std::env::split_paths(&path).map(|dir| dir.join("java")).find(|java| java.is_file());
    let java = java.expect("the tests need a JDK").canonicalize().expect("java is a file");
    java.parent().and_then(Path::parent).expect("java is in bin").to_path_buf()
}
