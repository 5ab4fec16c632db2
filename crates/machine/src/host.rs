//! What a Java program sees of the world outside: streams, clocks, properties; and the limits put on it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::rc::Rc;

use crate::{Asked, Codecs, Files};

/// The outside world. Everything a program can notice of it goes through here.
pub trait Host {
    /// Bytes written to a file descriptor: 1 is standard output, 2 standard error.
    fn write(&mut self, descriptor: i32, bytes: &[u8]) -> io::Result<()>;
    /// Makes everything written visible.
    fn flush(&mut self) {}
    /// Reads from a file descriptor, 0 being standard input; gives 0 at its end.
    fn read(&mut self, descriptor: i32, buffer: &mut [u8]) -> io::Result<usize>;
    /// Bytes that can be read without waiting.
    fn available(&mut self) -> io::Result<usize>;
    /// Opens a file and gives it a descriptor above 2.
    fn open(&mut self, _path: &str, _access: Access) -> io::Result<i32> {
        Err(io::ErrorKind::NotFound.into())
    }
    /// Length of an open file and the position in it.
    fn extent(&mut self, _descriptor: i32) -> io::Result<(u64, u64)> {
        Err(io::ErrorKind::Unsupported.into())
    }
    /// Closes a stream.
    fn close(&mut self, _descriptor: i32) {}
    /// What is at a path, if anything.
    fn look(&mut self, _path: &str) -> Option<Found> {
        None
    }
    /// Whether files and the environment are as programs would find them. What asks about them cannot be followed otherwise.
    fn is_faithful(&self) -> bool {
        true
    }
    /// Makes an empty file; false if there is something at the path already.
    fn create(&mut self, _path: &str) -> io::Result<bool> {
        Err(io::ErrorKind::Unsupported.into())
    }
    /// Deletes a file or an empty directory; false if that cannot be.
    fn remove(&mut self, _path: &str) -> bool {
        false
    }
    /// The file system beyond what streams need, if programs may see it.
    fn files(&mut self) -> Option<&mut dyn Files> {
        None
    }
    /// Compression, if there is any.
    fn codecs(&mut self) -> Option<&mut dyn Codecs> {
        None
    }
    /// An answer given beforehand, where a run repeats another one.
    fn prepared(&mut self, _what: Asked) -> Option<i64> {
        None
    }
    /// Names and values of the environment.
    fn environment(&self) -> Vec<(Vec<u8>, Vec<u8>)> {
        Vec::new()
    }
    /// Nanoseconds since 1970.
    fn now(&mut self) -> i128;
    /// Lets so many nanoseconds pass; a host whose clock is not the world's need not.
    fn sleep(&mut self, _nanos: u64) {}
    /// Whether the program's native methods may have code in a library. A world that knows that none was loaded says no.
    fn may_have_libraries(&self) -> bool {
        true
    }
    /// The name of the time zone clocks show.
    fn time_zone(&self) -> String {
        "UTC".into()
    }
    /// The number of the process the program is.
    fn process(&self) -> u32 {
        1
    }
    /// System properties beyond those every machine has, such as `user.dir`.
    fn properties(&self) -> Vec<(String, String)>;
}

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Truncate,
    Append,
}

/// A file or directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub is_directory: bool,
    pub length: u64,
}

/// A world without input in which output is lost and the clock stands still.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

/// A world that remembers what was written to it. Clones share what they remember.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    written: Rc<RefCell<[Vec<u8>; 2]>>,
    input: Rc<RefCell<VecDeque<u8>>>,
}

impl Recorder {
    /// A world with this standard input.
    pub fn with_input(input: &[u8]) -> Self {
        Self { input: Rc::new(RefCell::new(input.iter().copied().collect())), ..Self::default() }
    }

    /// What was written to standard output so far.
    pub fn output(&self) -> String {
        String::from_utf8_lossy(&self.written.borrow()[0]).into_owned()
    }

    /// What was written to standard error so far.
    pub fn errors(&self) -> String {
        String::from_utf8_lossy(&self.written.borrow()[1]).into_owned()
    }
}

impl Host for Recorder {
    fn write(&mut self, descriptor: i32, bytes: &[u8]) -> io::Result<()> {
        self.written.borrow_mut()[usize::from(descriptor == 2)].extend_from_slice(bytes);
        Ok(())
    }

    fn read(&mut self, _descriptor: i32, buffer: &mut [u8]) -> io::Result<usize> {
        self.input.borrow_mut().read(buffer)
    }

    fn available(&mut self) -> io::Result<usize> {
        Ok(self.input.borrow().len())
    }

    fn now(&mut self) -> i128 {
        0
    }

    fn properties(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// What a run may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Frames before `StackOverflowError`.
    pub stack_depth: usize,
    /// Bytes of objects before `OutOfMemoryError`.
    pub heap: usize,
    /// Whether `assert` is checked in the user's classes.
    pub assertions: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { stack_depth: 12_000, heap: 1 << 30, assertions: true }
    }
}

impl Host for Silent {
    fn write(&mut self, _descriptor: i32, _bytes: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn read(&mut self, _descriptor: i32, _buffer: &mut [u8]) -> io::Result<usize> {
        Ok(0)
    }

    fn available(&mut self) -> io::Result<usize> {
        Ok(0)
    }

    fn now(&mut self) -> i128 {
        0
    }

    fn properties(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}
