//! Streams and files: standard input, output and error; no other file can be opened.

use program::code::Elem;

use super::{Answer, Entry, Reply, answer_false, answer_true, answer_zero_long, get, nothing};
use crate::{Cx, Domain, State, Stop};

pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        ("java/io/FileDescriptor", "getHandle", "", |cx, state, _| Reply::long(cx, state, -1)),
        ("java/io/FileDescriptor", "getAppend", "", answer_false),
        ("java/io/FileDescriptor", "close0", "", nothing),
        ("java/io/FileDescriptor", "sync", "", nothing),
        ("java/io/FileOutputStream", "writeBytes", "", write_bytes),
        ("java/io/FileOutputStream", "write", "(IZ)V", write_byte),
        ("java/io/FileInputStream", "readBytes", "", read_bytes),
        ("java/io/FileInputStream", "read0", "", read_byte),
        ("java/io/FileInputStream", "available0", "", available),
        ("java/io/FileInputStream", "skip0", "", answer_zero_long),
        ("java/io/FileInputStream", "open0", "", open),
        ("java/io/FileOutputStream", "open0", "", open),
        ("java/io/RandomAccessFile", "open0", "", open),
        ("java/io/UnixFileSystem", "getBooleanAttributes0", "", answer_false),
        ("java/io/UnixFileSystem", "canonicalize0", "", |_, _, args| Ok(Reply::Value(args[1].clone()))),
        ("java/io/UnixFileSystem", "checkAccess", "", answer_false),
        ("java/io/UnixFileSystem", "getLength", "", answer_zero_long),
        ("java/io/Console", "istty", "", answer_false),
        ("java/io/ObjectStreamClass", "initNative", "", nothing),
        ("sun/nio/ch/IOUtil", "iovMax", "", |cx, state, _| Reply::int(cx, state, 1024)),
        ("sun/nio/ch/IOUtil", "fdLimit", "", |cx, state, _| Reply::int(cx, state, 1024)),
        ("sun/nio/fs/UnixNativeDispatcher", "init", "", answer_true),
    ]
}

/// The descriptor of a file stream.
fn descriptor<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    stream: &D::Value,
    class: &'static str,
) -> Result<i32, Stop<D>> {
    let descriptor = get(cx, state, stream, (class, "fd"))?;
    super::require(cx, state, &descriptor)?;
    let number = get(cx, state, &descriptor, ("java/io/FileDescriptor", "fd"))?;
    D::pick_int(cx, state, &number)
}

fn write_bytes<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = descriptor(cx, state, &args[0], "java/io/FileOutputStream")?;
    let (start, length) = (D::pick_int(cx, state, &args[2])?, D::pick_int(cx, state, &args[3])?);
    let Some(bytes) = D::known_bytes(cx, state, &args[1])? else {
        return Err(Stop::unsupported("output of unknown bytes"));
    };
    let range = start as usize..start as usize + length as usize;
    write(cx, number, bytes.get(range).unwrap_or_default())
}

fn write_byte<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = descriptor(cx, state, &args[0], "java/io/FileOutputStream")?;
    let byte = D::pick_int(cx, state, &args[1])?;
    write(cx, number, &[byte as u8])
}

fn write<D: Domain>(cx: &mut Cx<'_, D>, number: i32, bytes: &[u8]) -> Answer<D> {
    match cx.host.write(number, bytes) {
        Ok(()) => Ok(Reply::Void),
        Err(error) => Err(Stop::raise_with("java/io/IOException", error.to_string())),
    }
}

fn read_bytes<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (start, length) = (D::pick_int(cx, state, &args[2])?, D::pick_int(cx, state, &args[3])?);
    let mut buffer = vec![0; length as usize];
    let count = match cx.host.read(&mut buffer) {
        Ok(count) => count,
        Err(error) => return Err(Stop::raise_with("java/io/IOException", error.to_string())),
    };
    for (offset, &byte) in buffer[..count].iter().enumerate() {
        let index = D::int(cx, state, start + offset as i32);
        let byte = D::int(cx, state, i32::from(byte as i8));
        D::store_element(cx, state, Elem::Byte, &args[1], &index, byte)?;
    }
    Reply::int(cx, state, if count == 0 && length > 0 { -1 } else { count as i32 })
}

fn read_byte<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    let mut buffer = [0];
    match cx.host.read(&mut buffer) {
        Ok(0) => Reply::int(cx, state, -1),
        Ok(_) => Reply::int(cx, state, i32::from(buffer[0])),
        Err(error) => Err(Stop::raise_with("java/io/IOException", error.to_string())),
    }
}

fn available<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    let count = cx.host.available().unwrap_or(0);
    Reply::int(cx, state, count as i32)
}

/// Analysed programs see no files.
fn open<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let name = super::rust_text(cx, state, &args[1])?;
    Err(Stop::raise_with("java/io/FileNotFoundException", format!("{name} (No such file or directory)")))
}
