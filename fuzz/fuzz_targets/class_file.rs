//! The class reader and lowering on any bytes: a value or an error, never a panic.

#![no_main]

#[path = "../../crates/program/tests/common/lower.rs"]
mod lower;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    lower::lower(bytes);
});
