//! What goes to standard output: written, or said that it could not be.
//!
//! Rust's own `println!` panics when a disk is full. These macros stand in for it in this crate: an answer that nobody can read is no
//! answer, so the program ends with an error.

use std::fmt::Arguments;
use std::io::Write;

use base::Diagnostic;

use crate::{interrupt, show};

macro_rules! print {
    ($($text:tt)*) => { $crate::print::out(format_args!($($text)*)) };
}

macro_rules! println {
    () => { $crate::print::out(format_args!("\n")) };
    ($($text:tt)*) => { $crate::print::out(format_args!("{}\n", format_args!($($text)*))) };
}

/// Writes to standard output, or ends the program.
pub fn out(text: Arguments<'_>) {
    kept(std::io::stdout().write_fmt(text));
}

/// Writes what is still held back.
pub fn flush() {
    kept(std::io::stdout().flush());
}

fn kept(written: std::io::Result<()>) {
    if let Err(error) = written {
        let message = format!("cannot write to standard output: {error}");
        eprintln!("{}", show::draw(&Diagnostic::error("cannot-write", message)));
        interrupt::leave(2);
    }
}
