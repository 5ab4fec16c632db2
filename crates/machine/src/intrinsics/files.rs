//! `java.nio.file` and channels on files: the calls of the operating system the JDK builds them on.

use std::io;

use program::JavaText;

use super::{Answer, Entry, Reply, answer_false, answer_zero_long, get, memory, nothing, pick_long, set};
use crate::steps::exceptions;
use crate::{Cx, Domain, Files, Raise, Stat, State, Stop};

const CALLS: &str = "sun/nio/fs/UnixNativeDispatcher";
const COPY: &str = "sun/nio/fs/UnixCopyFile";
/// Where later JDKs copy files.
const LINUX: &str = "sun/nio/fs/LinuxNativeDispatcher";
const CHANNEL: &str = "sun/nio/ch/FileChannelImpl";
const FILE_KEY: &str = "sun/nio/ch/FileKey";
const UTIL: &str = "sun/nio/ch/IOUtil";
const DESCRIPTOR: &str = "java/io/FileDescriptor";
/// Where JDK 17 and later ones have the calls on descriptors.
const DISPATCHERS: [&str; 2] = ["sun/nio/ch/FileDispatcherImpl", "sun/nio/ch/UnixFileDispatcherImpl"];
/// `IOStatus.EOF` and `IOStatus.UNSUPPORTED`.
const END: i32 = -1;
const UNSUPPORTED: i64 = -4;
const PAGE: i64 = 4096;

/// The intrinsics of files.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    let mut out: Vec<Entry<D>> = vec![
        (CALLS, "init", "", answer_false),
        (CALLS, "getcwd", "", working_directory),
        (CALLS, "strerror", "", explain),
        (CALLS, "open0", "", open),
        (CALLS, "close", "(I)V", close_number),
        (CALLS, "stat0", "", |cx, state, args| stat(cx, state, args, true)),
        (CALLS, "lstat0", "", |cx, state, args| stat(cx, state, args, false)),
        (CALLS, "stat1", "", mode_or_zero),
        (CALLS, "fstat", "", stat_open),
        (CALLS, "fstat0", "", stat_open),
        (CALLS, "exists0", "", exists),
        (CALLS, "access0", "", access),
        (CALLS, "unlink0", "", |cx, state, args| on_path(cx, state, args, |files, path| files.unlink(path))),
        (CALLS, "rmdir0", "", |cx, state, args| {
            on_path(cx, state, args, |files, path| files.remove_directory(path))
        }),
        (CALLS, "mkdir0", "", make_directory),
        (CALLS, "chmod0", "", set_mode),
        (CALLS, "utimes0", "", set_times),
        (CALLS, "rename0", "", |cx, state, args| {
            on_paths(cx, state, args, |files, from, to| files.rename(from, to))
        }),
        (CALLS, "link0", "", |cx, state, args| {
            on_paths(cx, state, args, |files, old, new| files.link(old, new))
        }),
        (CALLS, "symlink0", "", |cx, state, args| {
            on_paths(cx, state, args, |files, target, link| files.symlink(target, link))
        }),
        (CALLS, "readlink0", "", |cx, state, args| {
            path_of(cx, state, args, |files, path| files.read_link(path))
        }),
        (CALLS, "realpath0", "", |cx, state, args| {
            path_of(cx, state, args, |files, path| files.real_path(path))
        }),
        (CALLS, "opendir0", "", open_directory),
        (CALLS, "readdir", "", next_entry),
        (CALLS, "readdir0", "", next_entry),
        (CALLS, "closedir", "", close_directory),
        (COPY, "transfer", "", transfer),
        (LINUX, "init", "", nothing),
        (LINUX, "directCopy0", "", |cx, state, args| {
            transfer(cx, state, args)?;
            Reply::int(cx, state, 0)
        }),
        (LINUX, "posix_fadvise", "", answer_false),
        (CHANNEL, "initIDs", "", |cx, state, _| Reply::long(cx, state, PAGE)),
        (CHANNEL, "maxDirectTransferSize0", "", |cx, state, _| Reply::int(cx, state, i32::MAX)),
        (CHANNEL, "map0", "", |cx, state, args| {
            let descriptor = get(cx, state, &args[0], (CHANNEL, "fd"))?;
            map(cx, state, &descriptor, &args[1..])
        }),
        (CHANNEL, "unmap0", "", unmap),
        (CHANNEL, "transferTo0", "", |cx, state, _| Reply::long(cx, state, UNSUPPORTED)),
        (FILE_KEY, "init", "(Ljava/io/FileDescriptor;)V", file_key),
        (UTIL, "iovMax", "", |cx, state, _| Reply::int(cx, state, 1024)),
        (UTIL, "writevMax", "", |cx, state, _| Reply::long(cx, state, i64::from(i32::MAX))),
        (UTIL, "fdVal", "", |cx, state, args| get(cx, state, &args[0], (DESCRIPTOR, "fd")).map(Reply::Value)),
        ("sun/nio/ch/NativeThread", "init", "", nothing),
        ("sun/nio/ch/NativeThread", "current", "", answer_zero_long),
        ("sun/nio/ch/NativeThread", "current0", "", answer_zero_long),
    ];
    for class in DISPATCHERS {
        out.extend::<[Entry<D>; 21]>([
            (class, "init", "", nothing),
            (class, "init0", "", nothing),
            (class, "available0", "", available),
            (class, "isOther0", "", answer_false),
            (class, "allocationGranularity0", "", |cx, state, _| Reply::long(cx, state, PAGE)),
            (class, "read0", "", |cx, state, args| read(cx, state, args, None)),
            (class, "pread0", "", |cx, state, args| read(cx, state, args, Some(3))),
            (class, "readv0", "", read_scattered),
            (class, "write0", "", |cx, state, args| write(cx, state, args, None)),
            (class, "pwrite0", "", |cx, state, args| write(cx, state, args, Some(3))),
            (class, "writev0", "", write_gathered),
            (class, "seek0", "", seek),
            (class, "size0", "", size),
            (class, "truncate0", "", truncate),
            (class, "force0", "", answer_false),
            (class, "lock0", "", answer_false),
            (class, "release0", "", nothing),
            (class, "map0", "", |cx, state, args| map(cx, state, &args[0], &args[1..])),
            (class, "unmap0", "", unmap),
            (class, "transferTo0", "", |cx, state, _| Reply::long(cx, state, UNSUPPORTED)),
            (class, "transferFrom0", "", |cx, state, _| Reply::long(cx, state, UNSUPPORTED)),
        ]);
    }
    out
}

/// The host's files; none for programs that are analysed.
pub fn files<'a, D: Domain>(cx: &'a mut Cx<'_, D>) -> Result<&'a mut dyn Files, Stop<D>> {
    cx.host.files().ok_or_else(|| Stop::unsupported("files outside of `cupper run`"))
}

/// A path behind an address among the arguments.
fn path<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, address: &D::Value) -> Result<Vec<u8>, Stop<D>> {
    let address = pick_long(cx, state, address)?;
    memory::read_text(cx, state, address)
}

/// The exception the JDK translates into its own.
fn unix_exception<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, error: &io::Error) -> Stop<D> {
    const UNIX_EXCEPTION: &str = "sun/nio/fs/UnixException";
    const INPUT_OUTPUT: i32 = 5;
    let raise = Raise { class: UNIX_EXCEPTION.into(), message: None, cause: None, native: None };
    let number = D::int(cx, state, error.raw_os_error().unwrap_or(INPUT_OUTPUT));
    let made = exceptions::create(cx, state, raise).and_then(|exception| {
        set(cx, state, &exception, (UNIX_EXCEPTION, "errno"), number)?;
        Ok(exception)
    });
    match made {
        Ok(exception) => Stop::Throw(exception),
        Err(stop) => stop,
    }
}

/// An `IOException` that says what the operating system says.
pub fn io_exception<D: Domain>(cx: &mut Cx<'_, D>, error: &io::Error) -> Stop<D> {
    let text = match (error.raw_os_error(), cx.host.files()) {
        (Some(number), Some(files)) => files.explain(number),
        _ => error.to_string(),
    };
    Stop::raise_with("java/io/IOException", text)
}

/// Does something to the path of the first argument.
fn on_path<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    work: fn(&mut dyn Files, &[u8]) -> io::Result<()>,
) -> Answer<D> {
    let path = path(cx, state, &args[0])?;
    match work(files(cx)?, &path) {
        Ok(()) => Ok(Reply::Void),
        Err(error) => Err(unix_exception(cx, state, &error)),
    }
}

/// Does something to the paths of the first two arguments.
fn on_paths<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    work: fn(&mut dyn Files, &[u8], &[u8]) -> io::Result<()>,
) -> Answer<D> {
    let (first, second) = (path(cx, state, &args[0])?, path(cx, state, &args[1])?);
    match work(files(cx)?, &first, &second) {
        Ok(()) => Ok(Reply::Void),
        Err(error) => Err(unix_exception(cx, state, &error)),
    }
}

/// A path made of the path of the first argument.
fn path_of<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    work: fn(&mut dyn Files, &[u8]) -> io::Result<Vec<u8>>,
) -> Answer<D> {
    let path = path(cx, state, &args[0])?;
    match work(files(cx)?, &path) {
        Ok(path) => crate::strings::new_bytes(cx, state, &path).map(Reply::Value),
        Err(error) => Err(unix_exception(cx, state, &error)),
    }
}

fn working_directory<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    let known = cx.host.properties().into_iter().find(|(name, _)| name == "user.dir");
    let folder = known.map_or_else(|| "/".into(), |(_, folder)| folder);
    crate::strings::new_bytes(cx, state, folder.as_bytes()).map(Reply::Value)
}

fn explain<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = D::pick_int(cx, state, &args[0])?;
    let text = files(cx)?.explain(number);
    crate::strings::new_bytes(cx, state, text.as_bytes()).map(Reply::Value)
}

/// `(path, flags, mode)`.
fn open<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = path(cx, state, &args[0])?;
    let (flags, mode) = (D::pick_int(cx, state, &args[1])?, D::pick_int(cx, state, &args[2])?);
    match files(cx)?.open(&path, flags, mode as u32) {
        Ok(descriptor) => Reply::int(cx, state, descriptor),
        Err(error) => Err(unix_exception(cx, state, &error)),
    }
}

fn close_number<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = D::pick_int(cx, state, &args[0])?;
    cx.host.close(number);
    Ok(Reply::Void)
}

/// `(path, attributes)`.
fn stat<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value], follow: bool) -> Answer<D> {
    let path = path(cx, state, &args[0])?;
    match files(cx)?.stat(&path, follow) {
        Ok(found) => fill_attributes(cx, state, &args[1], &found),
        // Newer JDKs want the number instead of an exception.
        Err(error) => match state_returns_number(cx, state) {
            true => Reply::int(cx, state, error.raw_os_error().unwrap_or(1)),
            false => Err(unix_exception(cx, state, &error)),
        },
    }
}

/// Whether the call being executed has a result, which is an error number.
fn state_returns_number<D: Domain>(cx: &mut Cx<'_, D>, state: &State<D>) -> bool {
    let frame = state.frame();
    cx.body(frame.method).inst(frame.pc).def().is_some()
}

/// `(descriptor, attributes)`.
fn stat_open<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = D::pick_int(cx, state, &args[0])?;
    match files(cx)?.stat_open(number) {
        Ok(found) => fill_attributes(cx, state, &args[1], &found),
        Err(error) => Err(unix_exception(cx, state, &error)),
    }
}

fn fill_attributes<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    attributes: &D::Value,
    found: &Stat,
) -> Answer<D> {
    const ATTRIBUTES: &str = "sun/nio/fs/UnixFileAttributes";
    let ints = [
        ("st_mode", found.mode as i32),
        ("st_nlink", found.links as i32),
        ("st_uid", found.user as i32),
        ("st_gid", found.group as i32),
    ];
    for (field, number) in ints {
        let number = D::int(cx, state, number);
        set(cx, state, attributes, (ATTRIBUTES, field), number)?;
    }
    let longs = [
        ("st_ino", found.inode as i64),
        ("st_dev", found.device as i64),
        ("st_rdev", found.special_device as i64),
        ("st_size", found.size as i64),
        ("st_atime_sec", found.accessed.0),
        ("st_atime_nsec", found.accessed.1),
        ("st_mtime_sec", found.modified.0),
        ("st_mtime_nsec", found.modified.1),
        ("st_ctime_sec", found.changed.0),
        ("st_ctime_nsec", found.changed.1),
        ("st_birthtime_sec", found.modified.0),
        ("st_birthtime_nsec", found.modified.1),
    ];
    for (field, number) in longs {
        let number = D::long(cx, state, number);
        set(cx, state, attributes, (ATTRIBUTES, field), number)?;
    }
    if state_returns_number(cx, state) { Reply::int(cx, state, 0) } else { Ok(Reply::Void) }
}

/// The mode of what is at a path; zero if nothing is.
fn mode_or_zero<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = path(cx, state, &args[0])?;
    let mode = files(cx)?.stat(&path, true).map_or(0, |found| found.mode);
    Reply::int(cx, state, mode as i32)
}

fn exists<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = path(cx, state, &args[0])?;
    let answer = files(cx)?.stat(&path, true).is_ok();
    Reply::bool(cx, state, answer)
}

/// `(path, mode)`.
fn access<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = path(cx, state, &args[0])?;
    let mode = D::pick_int(cx, state, &args[1])?;
    let may = files(cx)?.access(&path, mode);
    match (may, state_returns_number(cx, state)) {
        (Ok(()), false) => Ok(Reply::Void),
        (Ok(()), true) => Reply::int(cx, state, 0),
        (Err(error), true) => Reply::int(cx, state, error.raw_os_error().unwrap_or(1)),
        (Err(error), false) => Err(unix_exception(cx, state, &error)),
    }
}

/// `(path, mode)`.
fn make_directory<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = path(cx, state, &args[0])?;
    let mode = D::pick_int(cx, state, &args[1])?;
    match files(cx)?.make_directory(&path, mode as u32) {
        Ok(()) => Ok(Reply::Void),
        Err(error) => Err(unix_exception(cx, state, &error)),
    }
}

/// `(path, mode)`.
fn set_mode<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = path(cx, state, &args[0])?;
    let mode = D::pick_int(cx, state, &args[1])?;
    match files(cx)?.set_mode(&path, mode as u32) {
        Ok(()) => Ok(Reply::Void),
        Err(error) => Err(unix_exception(cx, state, &error)),
    }
}

/// `(path, accessed, modified)`.
fn set_times<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = path(cx, state, &args[0])?;
    let (accessed, modified) = (pick_long(cx, state, &args[1])?, pick_long(cx, state, &args[2])?);
    match files(cx)?.set_times(&path, accessed, modified) {
        Ok(()) => Ok(Reply::Void),
        Err(error) => Err(unix_exception(cx, state, &error)),
    }
}

/// A directory being read is a block of memory: the names to come, each with a zero behind it, after the place of the
/// next one.
fn open_directory<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let path = path(cx, state, &args[0])?;
    let names = match files(cx)?.list(&path) {
        Ok(names) => names,
        Err(error) => return Err(unix_exception(cx, state, &error)),
    };
    let mut bytes = vec![0; PLACE];
    for name in names {
        bytes.extend(name);
        bytes.push(0);
    }
    let address = memory::allocate(cx, state, bytes.len() as i64)?;
    memory::write(cx, state, address, &bytes)?;
    Reply::long(cx, state, address)
}

/// Bytes of the place in a directory being read.
const PLACE: usize = 8;

fn next_entry<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let address = pick_long(cx, state, &args[0])?;
    let bytes = memory::read(cx, state, address, i32::MAX as usize)?;
    let place = bytes.first_chunk().map_or(0, |place| u64::from_le_bytes(*place)) as usize;
    let rest = bytes.get(PLACE + place..).unwrap_or_default();
    let Some(end) = rest.iter().position(|&byte| byte == 0) else { return Reply::null(cx, state) };
    let name = crate::strings::new_bytes(cx, state, &rest[..end])?;
    memory::write(cx, state, address, &((place + end + 1) as u64).to_le_bytes())?;
    Ok(Reply::Value(name))
}

fn close_directory<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let address = pick_long(cx, state, &args[0])?;
    memory::free(cx, state, address);
    Ok(Reply::Void)
}

/// `(to, from, …)`: copies all that is left of a file.
fn transfer<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (to, from) = (D::pick_int(cx, state, &args[0])?, D::pick_int(cx, state, &args[1])?);
    let mut buffer = vec![0; 1 << 16];
    loop {
        let moved = match cx.host.read(from, &mut buffer) {
            Ok(0) => return Ok(Reply::Void),
            Ok(count) => cx.host.write(to, &buffer[..count]),
            Err(error) => Err(error),
        };
        if let Err(error) = moved {
            return Err(unix_exception(cx, state, &error));
        }
    }
}

/// The number in a `FileDescriptor`.
pub fn number<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    descriptor: &D::Value,
) -> Result<i32, Stop<D>> {
    let number = get(cx, state, descriptor, (DESCRIPTOR, "fd"))?;
    D::pick_int(cx, state, &number)
}

/// `(descriptor, address, length, position)`: the position is an argument of calls that have one.
fn read<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    position: Option<usize>,
) -> Answer<D> {
    let number = number(cx, state, &args[0])?;
    let (address, length) = (pick_long(cx, state, &args[1])?, D::pick_int(cx, state, &args[2])?);
    let position = position.map(|at| pick_long(cx, state, &args[at])).transpose()?;
    let mut buffer = vec![0; length as usize];
    let count = match position {
        Some(position) => files(cx)?.read_at(number, &mut buffer, position as u64),
        None => cx.host.read(number, &mut buffer),
    };
    match count {
        Ok(0) if length > 0 => Reply::int(cx, state, END),
        Ok(count) => {
            memory::write(cx, state, address, &buffer[..count])?;
            Reply::int(cx, state, count as i32)
        }
        Err(error) => Err(io_exception(cx, &error)),
    }
}

fn write<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    position: Option<usize>,
) -> Answer<D> {
    let number = number(cx, state, &args[0])?;
    let (address, length) = (pick_long(cx, state, &args[1])?, D::pick_int(cx, state, &args[2])?);
    let position = position.map(|at| pick_long(cx, state, &args[at])).transpose()?;
    let bytes = memory::read(cx, state, address, length as usize)?;
    let count = match position {
        Some(position) => files(cx)?.write_at(number, &bytes, position as u64),
        None => cx.host.write(number, &bytes).map(|()| bytes.len()),
    };
    match count {
        Ok(count) => Reply::int(cx, state, count as i32),
        Err(error) => Err(io_exception(cx, &error)),
    }
}

/// The stretches of memory a list at an address names: pairs of address and length.
fn stretches<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
) -> Result<Vec<(i64, usize)>, Stop<D>> {
    let (address, count) = (pick_long(cx, state, &args[1])?, D::pick_int(cx, state, &args[2])?);
    let list = memory::read(cx, state, address, count as usize * 16)?;
    let number = |bytes: &[u8]| bytes.first_chunk().map_or(0, |bytes| i64::from_le_bytes(*bytes));
    Ok(list.chunks_exact(16).map(|pair| (number(pair), number(&pair[8..]) as usize)).collect())
}

/// `(descriptor, list, length of the list)`.
fn read_scattered<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = number(cx, state, &args[0])?;
    let mut total = 0;
    for (address, length) in stretches(cx, state, args)? {
        let mut buffer = vec![0; length];
        let count = cx.host.read(number, &mut buffer).map_err(|error| io_exception(cx, &error))?;
        memory::write(cx, state, address, &buffer[..count])?;
        total += count;
        if count < length {
            break;
        }
    }
    Reply::long(cx, state, if total == 0 { i64::from(END) } else { total as i64 })
}

fn write_gathered<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = number(cx, state, &args[0])?;
    let mut total = 0;
    for (address, length) in stretches(cx, state, args)? {
        let bytes = memory::read(cx, state, address, length)?;
        cx.host.write(number, &bytes).map_err(|error| io_exception(cx, &error))?;
        total += bytes.len();
    }
    Reply::long(cx, state, total as i64)
}

/// `(descriptor, position)`: a negative position asks where it stands.
fn seek<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = number(cx, state, &args[0])?;
    let position = pick_long(cx, state, &args[1])?;
    let sought = match u64::try_from(position) {
        Ok(position) => files(cx)?.seek(number, position).map(|()| position),
        Err(_) => cx.host.extent(number).map(|(_, position)| position),
    };
    match sought {
        Ok(position) => Reply::long(cx, state, position as i64),
        Err(error) => Err(io_exception(cx, &error)),
    }
}

fn size<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = number(cx, state, &args[0])?;
    match cx.host.extent(number) {
        Ok((length, _)) => Reply::long(cx, state, length as i64),
        Err(error) => Err(io_exception(cx, &error)),
    }
}

/// Bytes left of a file.
fn available<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = number(cx, state, &args[0])?;
    let left = cx.host.extent(number).map_or(0, |(length, position)| length.saturating_sub(position));
    Reply::int(cx, state, left.min(i32::MAX as u64) as i32)
}

fn truncate<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = number(cx, state, &args[0])?;
    let length = pick_long(cx, state, &args[1])?;
    match files(cx)?.truncate(number, length as u64) {
        Ok(()) => Reply::int(cx, state, 0),
        Err(error) => Err(io_exception(cx, &error)),
    }
}

/// `(key, descriptor)`: what tells files apart.
fn file_key<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let number = number(cx, state, &args[1])?;
    let found = files(cx)?.stat_open(number).map_err(|error| io_exception(cx, &error))?;
    for (field, value) in [("st_dev", found.device), ("st_ino", found.inode)] {
        let value = D::long(cx, state, value as i64);
        set(cx, state, &args[0], (FILE_KEY, field), value)?;
    }
    Ok(Reply::Void)
}

/// `(protection, position, length, …)`: a copy of the file; a mapping that writes through is not supported.
fn map<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    descriptor: &D::Value,
    args: &[D::Value],
) -> Answer<D> {
    const READ_WRITE: i32 = 1;
    if D::pick_int(cx, state, &args[0])? == READ_WRITE {
        return Err(Stop::unsupported("files mapped for writing"));
    }
    let number = number(cx, state, descriptor)?;
    let (position, length) = (pick_long(cx, state, &args[1])?, pick_long(cx, state, &args[2])?);
    let mut bytes = vec![0; length as usize];
    let address = memory::allocate(cx, state, length)?;
    match files(cx)?.read_at(number, &mut bytes, position as u64) {
        Ok(_) => {
            memory::write(cx, state, address, &bytes)?;
            Reply::long(cx, state, address)
        }
        Err(error) => Err(io_exception(cx, &error)),
    }
}

fn unmap<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let address = pick_long(cx, state, &args[0])?;
    memory::free(cx, state, address);
    Reply::int(cx, state, 0)
}

/// An array of strings.
pub fn names<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    names: &[Vec<u8>],
) -> Result<D::Value, Stop<D>> {
    let mut items = Vec::with_capacity(names.len());
    for name in names {
        let text = String::from_utf8_lossy(name);
        items.push(D::new_string(cx, state, &JavaText::from(&*text))?);
    }
    super::new_array(cx, state, "java/lang/String", &items)
}
