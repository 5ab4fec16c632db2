//! What a host may have besides streams and a clock: a file system, and codecs.
//!
//! Errors of the file system are the operating system's: a program sees their numbers.

use std::io;

/// A file system as Unix has it. Paths are bytes; open files have descriptors above 2.
pub trait Files {
    /// With the flags of `open(2)`.
    fn open(&mut self, path: &[u8], flags: i32, mode: u32) -> io::Result<i32>;
    /// Places the next read or write, from the start.
    fn seek(&mut self, descriptor: i32, position: u64) -> io::Result<()>;
    /// Cuts a file off.
    fn truncate(&mut self, descriptor: i32, length: u64) -> io::Result<()>;
    /// Reads from a position; how many bytes there were.
    fn read_at(&mut self, descriptor: i32, buffer: &mut [u8], position: u64) -> io::Result<usize>;
    /// Writes at a position; how many bytes were taken.
    fn write_at(&mut self, descriptor: i32, bytes: &[u8], position: u64) -> io::Result<usize>;
    /// What a path leads to; a link itself, unless it is to be followed.
    fn stat(&mut self, path: &[u8], follow: bool) -> io::Result<Stat>;
    /// What an open file is.
    fn stat_open(&mut self, descriptor: i32) -> io::Result<Stat>;
    /// Whether this process may do to a path what the bits of `access(2)` say.
    fn access(&mut self, path: &[u8], mode: i32) -> io::Result<()>;
    /// Removes a file.
    fn unlink(&mut self, path: &[u8]) -> io::Result<()>;
    /// Removes an empty folder.
    fn remove_directory(&mut self, path: &[u8]) -> io::Result<()>;
    /// Makes a folder.
    fn make_directory(&mut self, path: &[u8], mode: u32) -> io::Result<()>;
    /// Gives a file another path.
    fn rename(&mut self, from: &[u8], to: &[u8]) -> io::Result<()>;
    /// Gives a file a second path.
    fn link(&mut self, existing: &[u8], new: &[u8]) -> io::Result<()>;
    /// Makes a path that leads to another.
    fn symlink(&mut self, target: &[u8], link: &[u8]) -> io::Result<()>;
    /// Where a link leads.
    fn read_link(&mut self, path: &[u8]) -> io::Result<Vec<u8>>;
    /// The path without links.
    fn real_path(&mut self, path: &[u8]) -> io::Result<Vec<u8>>;
    /// Says who may do what with a file.
    fn set_mode(&mut self, path: &[u8], mode: u32) -> io::Result<()>;
    /// In microseconds since 1970.
    fn set_times(&mut self, path: &[u8], accessed: i64, modified: i64) -> io::Result<()>;
    /// The names in a directory, in the system's order.
    fn list(&mut self, path: &[u8]) -> io::Result<Vec<Vec<u8>>>;
    /// What an error number means.
    fn explain(&self, number: i32) -> String;
}

/// What `stat(2)` says of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stat {
    pub mode: u32,
    pub inode: u64,
    pub device: u64,
    pub special_device: u64,
    pub links: u64,
    pub user: u32,
    pub group: u32,
    pub size: u64,
    /// Seconds and nanoseconds since 1970.
    pub accessed: (i64, i64),
    pub modified: (i64, i64),
    pub changed: (i64, i64),
}

/// Streams of compressed bytes, by number.
pub trait Codecs {
    /// Begins to unpack; the number of the stream.
    fn inflater(&mut self, raw: bool) -> i64;
    /// Begins to pack; the number of the stream.
    fn deflater(&mut self, level: i32, raw: bool) -> i64;
    /// Inflates into `output`; an error says what is wrong with the input.
    fn inflate(&mut self, stream: i64, input: &[u8], output: &mut [u8]) -> Result<Coded, String>;
    /// With zlib's number for how to flush.
    fn deflate(&mut self, stream: i64, input: &[u8], output: &mut [u8], flush: i32) -> Coded;
    /// Says how hard to pack from here on.
    fn set_level(&mut self, stream: i64, level: i32);
    /// The Adler-32 of the bytes that went through so far.
    fn adler(&mut self, stream: i64) -> u32;
    /// Begins again.
    fn reset(&mut self, stream: i64);
    /// Forgets the stream.
    fn end(&mut self, stream: i64);
}

/// How far a codec got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coded {
    pub read: usize,
    pub written: usize,
    pub is_finished: bool,
    pub needs_dictionary: bool,
}
