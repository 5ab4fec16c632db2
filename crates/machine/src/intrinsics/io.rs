//! Streams and files, as far as the host lets a program see them.

use std::io;

use program::code::Elem;

use super::{Answer, Entry, Reply, answer_false, answer_null, get, nothing, set};
use crate::{Access, Cx, Domain, Found, State, Stop};

const INPUT: &str = "java/io/FileInputStream";
const OUTPUT: &str = "java/io/FileOutputStream";
const DESCRIPTOR: &str = "java/io/FileDescriptor";
const FILES: &str = "java/io/UnixFileSystem";

pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        (DESCRIPTOR, "getHandle", "", |cx, state, _| Reply::long(cx, state, -1)),
        (DESCRIPTOR, "getAppend", "", answer_false),
        (DESCRIPTOR, "close0", "", close),
        (DESCRIPTOR, "sync", "", nothing),
        (OUTPUT, "open0", "", open_output),
        (OUTPUT, "writeBytes", "", write_bytes),
        (OUTPUT, "write", "(IZ)V", write_byte),
        (INPUT, "open0", "", open_input),
        (INPUT, "readBytes", "", read_bytes),
        (INPUT, "read0", "", read_byte),
        (INPUT, "available0", "", available),
        (INPUT, "length0", "", |cx, state, args| extent(cx, state, args, |(length, _)| length)),
        (INPUT, "position0", "", |cx, state, args| extent(cx, state, args, |(_, position)| position)),
        (INPUT, "isRegularFile0", "", answer_false),
        (FILES, "getBooleanAttributes0", "", attributes),
        (FILES, "canonicalize0", "", |_, _, args| Ok(Reply::Value(args[1].clone()))),
        (FILES, "checkAccess", "", check_access),
        (FILES, "getLength", "", file_length),
        (FILES, "createFileExclusively", "", create),
        (FILES, "delete0", "", remove),
        ("java/io/Console", "istty", "", answer_false),
        ("java/io/Console", "ttyStatus", "", answer_false),
        ("java/io/Console", "instantiateConsole", "", answer_null),
        ("java/io/Console", "encoding", "", answer_null),
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
    let number = get(cx, state, &descriptor, (DESCRIPTOR, "fd"))?;
    D::pick_int(cx, state, &number)
}

fn write_bytes<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = descriptor(cx, state, &args[0], OUTPUT)?;
    let (start, length) = (D::pick_int(cx, state, &args[2])?, D::pick_int(cx, state, &args[3])?);
    let Some(bytes) = D::known_bytes(cx, state, &args[1])? else {
        return Err(Stop::unsupported("output of unknown bytes"));
    };
    let range = start as usize..start as usize + length as usize;
    write(cx, number, bytes.get(range).unwrap_or_default())
}

fn write_byte<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = descriptor(cx, state, &args[0], OUTPUT)?;
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
    let number = descriptor(cx, state, &args[0], INPUT)?;
    let mut buffer = vec![0; length as usize];
    let count = match cx.host.read(number, &mut buffer) {
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

fn read_byte<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = descriptor(cx, state, &args[0], INPUT)?;
    let mut buffer = [0];
    match cx.host.read(number, &mut buffer) {
        Ok(0) => Reply::int(cx, state, -1),
        Ok(_) => Reply::int(cx, state, i32::from(buffer[0])),
        Err(error) => Err(Stop::raise_with("java/io/IOException", error.to_string())),
    }
}

fn available<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = descriptor(cx, state, &args[0], INPUT)?;
    let count = match cx.host.extent(number) {
        Ok((length, position)) => length.saturating_sub(position).min(i32::MAX as u64) as usize,
        Err(_) => cx.host.available().unwrap_or(0),
    };
    Reply::int(cx, state, count as i32)
}

/// One of the two numbers of an open file.
fn extent<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    which: fn((u64, u64)) -> u64,
) -> Answer<D> {
    let number = descriptor(cx, state, &args[0], INPUT)?;
    let answer = cx.host.extent(number).map_or(0, which);
    Reply::long(cx, state, answer as i64)
}

fn open_input<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    open(cx, state, args, INPUT, Access::Read)
}

fn open_output<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let append = D::pick_int(cx, state, &args[2])? != 0;
    open(cx, state, args, OUTPUT, if append { Access::Append } else { Access::Truncate })
}

/// `(stream, path, …)`: gives the stream's descriptor its number.
fn open<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    class: &'static str,
    access: Access,
) -> Answer<D> {
    let path = super::rust_text(cx, state, &args[1])?;
    let number = cx.host.open(&path, access).map_err(|error| {
        Stop::raise_with("java/io/FileNotFoundException", format!("{path} ({})", reason(&error)))
    })?;
    let descriptor = get(cx, state, &args[0], (class, "fd"))?;
    let number = D::int(cx, state, number);
    set(cx, state, &descriptor, (DESCRIPTOR, "fd"), number)?;
    Ok(Reply::Void)
}

/// Why the host refuses, as the JDK says it.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "No such file or directory".into(),
        io::ErrorKind::PermissionDenied => "Permission denied".into(),
        io::ErrorKind::IsADirectory => "Is a directory".into(),
        _ => error.to_string(),
    }
}

fn close<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = get(cx, state, &args[0], (DESCRIPTOR, "fd"))?;
    let number = D::pick_int(cx, state, &number)?;
    cx.host.close(number);
    Ok(Reply::Void)
}

/// `(file system, path)`.
fn create<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = super::rust_text(cx, state, &args[1])?;
    match cx.host.create(&path) {
        Ok(is_new) => Reply::bool(cx, state, is_new),
        Err(error) => Err(Stop::raise_with("java/io/IOException", reason(&error))),
    }
}

/// `(file system, file)`.
fn remove<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = path(cx, state, &args[1])?;
    let removed = cx.host.remove(&path);
    Reply::bool(cx, state, removed)
}

/// The path of a `File` argument.
fn path<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, file: &D::Value) -> Result<String, Stop<D>> {
    let path = get(cx, state, file, ("java/io/File", "path"))?;
    super::rust_text(cx, state, &path)
}

/// What is at the path of a `File` argument.
fn look<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    file: &D::Value,
) -> Result<Option<Found>, Stop<D>> {
    let path = path(cx, state, file)?;
    Ok(cx.host.look(&path))
}

/// The bits `FileSystem` calls `BA_…`.
fn attributes<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    const EXISTS: i32 = 1;
    const REGULAR: i32 = 2;
    const DIRECTORY: i32 = 4;
    let bits = match look(cx, state, &args[1])? {
        Some(found) if found.is_directory => EXISTS | DIRECTORY,
        Some(_) => EXISTS | REGULAR,
        None => 0,
    };
    Reply::int(cx, state, bits)
}

fn check_access<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let found = look(cx, state, &args[1])?;
    Reply::bool(cx, state, found.is_some())
}

fn file_length<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let found = look(cx, state, &args[1])?;
    Reply::long(cx, state, found.map_or(0, |found| found.length as i64))
}
