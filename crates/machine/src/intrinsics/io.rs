//! Streams and files, as far as the host lets a program see them.

use std::io;

use program::code::{BinOp, Convert, Elem};

use super::{Answer, Entry, Reply, answer_false, answer_null, files, get, nothing, set};
use crate::{Access, Asked, Cx, Domain, Found, State, Stop};

/// The descriptor programs are given their input by.
const STANDARD_INPUT: i32 = 0;
const INPUT: &str = "java/io/FileInputStream";
const OUTPUT: &str = "java/io/FileOutputStream";
const DESCRIPTOR: &str = "java/io/FileDescriptor";
const RANDOM: &str = "java/io/RandomAccessFile";
const FILES: &str = "java/io/UnixFileSystem";

/// The intrinsics of streams.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        (DESCRIPTOR, "getHandle", "", |cx, state, _| Reply::long(cx, state, -1)),
        (DESCRIPTOR, "getAppend", "", answer_false),
        (DESCRIPTOR, "close0", "", close),
        (DESCRIPTOR, "sync", "", nothing),
        (OUTPUT, "open0", "", open_output),
        (OUTPUT, "writeBytes", "", |cx, state, args| write_bytes(cx, state, args, OUTPUT)),
        (OUTPUT, "write", "(IZ)V", |cx, state, args| write_byte(cx, state, args, OUTPUT)),
        (INPUT, "open0", "", open_input),
        (INPUT, "readBytes", "", |cx, state, args| read_bytes(cx, state, args, INPUT)),
        (INPUT, "read0", "", |cx, state, args| read_byte(cx, state, args, INPUT)),
        (INPUT, "available0", "", available),
        (INPUT, "length0", "", |cx, state, args| extent(cx, state, args, INPUT, |(length, _)| length)),
        (INPUT, "position0", "", |cx, state, args| extent(cx, state, args, INPUT, |(_, position)| position)),
        (INPUT, "isRegularFile0", "", answer_false),
        (FILES, "getBooleanAttributes0", "", attributes),
        (FILES, "canonicalize0", "", canonical),
        (FILES, "list", "(Ljava/io/File;)[Ljava/lang/String;", list),
        (FILES, "list0", "", list),
        (FILES, "createDirectory", "", make_directory),
        (FILES, "createDirectory0", "", make_directory),
        (FILES, "rename0", "", rename),
        (FILES, "getLastModifiedTime", "", modified),
        (FILES, "getLastModifiedTime0", "", modified),
        (FILES, "setLastModifiedTime", "", set_modified),
        (FILES, "getNameMax0", "", |cx, state, _| Reply::long(cx, state, 255)),
        (FILES, "setReadOnly", "", set_read_only),
        (FILES, "setPermission", "", set_permission),
        (RANDOM, "open0", "", open_random),
        (RANDOM, "read0", "", |cx, state, args| read_byte(cx, state, args, RANDOM)),
        (RANDOM, "readBytes", "", |cx, state, args| read_bytes(cx, state, args, RANDOM)),
        (RANDOM, "readBytes0", "", |cx, state, args| read_bytes(cx, state, args, RANDOM)),
        (RANDOM, "write0", "", |cx, state, args| write_byte(cx, state, args, RANDOM)),
        (RANDOM, "writeBytes", "", |cx, state, args| write_bytes(cx, state, args, RANDOM)),
        (RANDOM, "writeBytes0", "", |cx, state, args| write_bytes(cx, state, args, RANDOM)),
        (RANDOM, "getFilePointer", "", |cx, state, args| extent(cx, state, args, RANDOM, |(_, at)| at)),
        (RANDOM, "length", "", |cx, state, args| extent(cx, state, args, RANDOM, |(length, _)| length)),
        (RANDOM, "length0", "", |cx, state, args| extent(cx, state, args, RANDOM, |(length, _)| length)),
        (RANDOM, "seek0", "", seek_random),
        (RANDOM, "setLength", "", set_length),
        (RANDOM, "setLength0", "", set_length),
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

fn write_bytes<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    class: &'static str,
) -> Answer<D> {
    let number = descriptor(cx, state, &args[0], class)?;
    let (start, length) = (D::pick_int(cx, state, &args[2])?, D::pick_int(cx, state, &args[3])?);
    let Some(bytes) = D::known_bytes(cx, state, &args[1])? else {
        return Err(Stop::unsupported("output of unknown bytes"));
    };
    let range = start as usize..start as usize + length as usize;
    write(cx, number, bytes.get(range).unwrap_or_default())
}

fn write_byte<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    class: &'static str,
) -> Answer<D> {
    let number = descriptor(cx, state, &args[0], class)?;
    let byte = D::pick_int(cx, state, &args[1])?;
    write(cx, number, &[byte as u8])
}

fn write<D: Domain>(cx: &mut Cx<'_, D>, number: i32, bytes: &[u8]) -> Answer<D> {
    match cx.host.write(number, bytes) {
        Ok(()) => Ok(Reply::Void),
        Err(error) => Err(Stop::raise_with("java/io/IOException", error.to_string())),
    }
}

fn read_bytes<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    class: &'static str,
) -> Answer<D> {
    let (start, length) = (D::pick_int(cx, state, &args[2])?, D::pick_int(cx, state, &args[3])?);
    let number = descriptor(cx, state, &args[0], class)?;
    if number == STANDARD_INPUT
        && length > 0
        && let Some(byte) = D::asked(cx, state, Asked::Byte)?
    {
        return short_read(cx, state, (&args[1], start), &byte);
    }
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

/// A read that finds one byte, which every read may do, or the end of the input (-1), which leaves the array as it is. Nothing
/// is decided here, since the byte has been asked for: the sign of -1 is a mask.
fn short_read<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    (array, start): (&D::Value, i32),
    byte: &D::Value,
) -> Answer<D> {
    let (index, one, last) = (D::int(cx, state, start), D::int(cx, state, 1), D::int(cx, state, 31));
    let all = D::int(cx, state, -1);
    let before = D::load_element(cx, state, Elem::Byte, array, &index)?;
    let at_end = D::binary(cx, state, BinOp::IntShr, byte, &last)?;
    let found = D::binary(cx, state, BinOp::IntXor, &at_end, &all)?;
    let kept = D::binary(cx, state, BinOp::IntAnd, &before, &at_end)?;
    let new = D::binary(cx, state, BinOp::IntAnd, byte, &found)?;
    let after = D::binary(cx, state, BinOp::IntOr, &kept, &new)?;
    let after = D::convert(cx, state, Convert::IntToByte, &after)?;
    D::store_element(cx, state, Elem::Byte, array, &index, after)?;
    D::binary(cx, state, BinOp::IntOr, &at_end, &one).map(Reply::Value)
}

fn read_byte<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    class: &'static str,
) -> Answer<D> {
    let number = descriptor(cx, state, &args[0], class)?;
    if number == STANDARD_INPUT
        && let Some(byte) = D::asked(cx, state, Asked::Byte)?
    {
        return Ok(Reply::Value(byte));
    }
    let mut buffer = [0];
    match cx.host.read(number, &mut buffer) {
        Ok(0) => Reply::int(cx, state, -1),
        Ok(_) => Reply::int(cx, state, i32::from(buffer[0])),
        Err(error) => Err(Stop::raise_with("java/io/IOException", error.to_string())),
    }
}

fn available<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = descriptor(cx, state, &args[0], INPUT)?;
    if number == STANDARD_INPUT
        && let Some(count) = D::asked(cx, state, Asked::Available)?
    {
        return Ok(Reply::Value(count));
    }
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
    class: &'static str,
    which: fn((u64, u64)) -> u64,
) -> Answer<D> {
    let number = descriptor(cx, state, &args[0], class)?;
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
    need_files(cx)?;
    let number = cx.host.open(&path, access).map_err(|error| {
        Stop::raise_with("java/io/FileNotFoundException", format!("{path} ({})", reason(&error)))
    })?;
    let descriptor = get(cx, state, &args[0], (class, "fd"))?;
    let number = D::int(cx, state, number);
    set(cx, state, &descriptor, (DESCRIPTOR, "fd"), number)?;
    Ok(Reply::Void)
}

/// A host that knows nothing of files cannot say that one is missing.
fn need_files<D: Domain>(cx: &Cx<'_, D>) -> Result<(), Stop<D>> {
    if cx.host.is_faithful() { Ok(()) } else { Err(Stop::unsupported("files outside of `cupper run`")) }
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
    need_files(cx)?;
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
    need_files(cx)?;
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

/// `(file system, file, bits)`.
fn check_access<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = path(cx, state, &args[1])?;
    let bits = D::pick_int(cx, state, &args[2])?;
    let may = match cx.host.files() {
        Some(files) => files.access(path.as_bytes(), bits).is_ok(),
        None => cx.host.look(&path).is_some(),
    };
    Reply::bool(cx, state, may)
}

/// Without links, `.` and `..`, as far as the path exists.
fn canonical<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = super::rust_text(cx, state, &args[1])?;
    let mut plain = Vec::new();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    let mut missing = Vec::new();
    while let Some(files) = cx.host.files()
        && let Some(last) = plain.last()
    {
        match files.real_path(format!("/{}", plain.join("/")).as_bytes()) {
            Ok(real) => {
                let mut out = String::from_utf8_lossy(&real).into_owned();
                missing.iter().rev().for_each(|part| out = format!("{}/{part}", out.trim_end_matches('/')));
                return Reply::text(cx, state, &out);
            }
            Err(_) => {
                missing.push(*last);
                plain.pop();
            }
        }
    }
    missing.reverse();
    plain.extend(missing);
    Reply::text(cx, state, &format!("/{}", plain.join("/")))
}

/// `(file system, directory)`: the names in it; null if it cannot be read.
fn list<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = path(cx, state, &args[1])?;
    match files::files(cx)?.list(path.as_bytes()) {
        Ok(names) => files::names(cx, state, &names).map(Reply::Value),
        Err(_) => Reply::null(cx, state),
    }
}

fn make_directory<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = path(cx, state, &args[1])?;
    let made = files::files(cx)?.make_directory(path.as_bytes(), 0o777).is_ok();
    Reply::bool(cx, state, made)
}

/// `(file system, file, other file)`.
fn rename<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (from, to) = (path(cx, state, &args[1])?, path(cx, state, &args[2])?);
    let renamed = files::files(cx)?.rename(from.as_bytes(), to.as_bytes()).is_ok();
    Reply::bool(cx, state, renamed)
}

/// In milliseconds; zero where there is nothing.
fn modified<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = path(cx, state, &args[1])?;
    let (seconds, nanos) =
        files::files(cx)?.stat(path.as_bytes(), true).map_or((0, 0), |found| found.modified);
    Reply::long(cx, state, seconds * 1000 + nanos / 1_000_000)
}

/// `(file system, file, milliseconds)`.
fn set_modified<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = path(cx, state, &args[1])?;
    let time = super::pick_long(cx, state, &args[2])?.saturating_mul(1000);
    let done = files::files(cx)?.set_times(path.as_bytes(), time, time).is_ok();
    Reply::bool(cx, state, done)
}

fn set_read_only<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    change_mode(cx, state, &args[1], |mode| mode & !0o222)
}

/// `(file system, file, access, enable, owner only)`.
fn set_permission<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let numbers = [&args[2], &args[3], &args[4]].map(|value| D::pick_int(cx, state, value));
    let [Ok(access), Ok(enable), Ok(owner_only)] = numbers else {
        return Err(numbers.into_iter().find_map(Result::err).expect("one of the three is unknown"));
    };
    let access = access as u32;
    let bits = if owner_only != 0 { access << 6 } else { access << 6 | access << 3 | access };
    change_mode(cx, state, &args[1], |mode| if enable != 0 { mode | bits } else { mode & !bits })
}

fn change_mode<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    file: &D::Value,
    change: impl FnOnce(u32) -> u32,
) -> Answer<D> {
    let path = path(cx, state, file)?;
    let files = files::files(cx)?;
    let mode = files.stat(path.as_bytes(), true).map(|found| change(found.mode) & 0o7777);
    let done = mode.and_then(|mode| files.set_mode(path.as_bytes(), mode)).is_ok();
    Reply::bool(cx, state, done)
}

/// `(file, path, mode)`: the bits of `RandomAccessFile`.
fn open_random<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    const READ_ONLY: i32 = 1;
    const FLAGS_READ_WRITE: i32 = 0o2;
    const FLAGS_CREATE: i32 = 0o100;
    let path = super::rust_text(cx, state, &args[1])?;
    let read_only = D::pick_int(cx, state, &args[2])? & READ_ONLY != 0;
    let flags = if read_only { 0 } else { FLAGS_READ_WRITE | FLAGS_CREATE };
    let number = files::files(cx)?.open(path.as_bytes(), flags, 0o666).map_err(|error| {
        Stop::raise_with("java/io/FileNotFoundException", format!("{path} ({})", reason(&error)))
    })?;
    let descriptor = get(cx, state, &args[0], (RANDOM, "fd"))?;
    let number = D::int(cx, state, number);
    set(cx, state, &descriptor, (DESCRIPTOR, "fd"), number)?;
    Ok(Reply::Void)
}

fn seek_random<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = descriptor(cx, state, &args[0], RANDOM)?;
    let position = super::pick_long(cx, state, &args[1])?;
    files::files(cx)?.seek(number, position as u64).map_err(|error| files::io_exception(cx, &error))?;
    Ok(Reply::Void)
}

/// A file that becomes shorter is left at its end.
fn set_length<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = descriptor(cx, state, &args[0], RANDOM)?;
    let length = super::pick_long(cx, state, &args[1])? as u64;
    let at = cx.host.extent(number).map_or(0, |(_, position)| position);
    let files = files::files(cx)?;
    let done = files.truncate(number, length).and_then(|()| files.seek(number, at.min(length)));
    done.map_err(|error| files::io_exception(cx, &error))?;
    Ok(Reply::Void)
}

fn file_length<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let found = look(cx, state, &args[1])?;
    Reply::long(cx, state, found.map_or(0, |found| found.length as i64))
}
