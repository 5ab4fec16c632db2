//! The process's own file system, as a Java program sees it through the machine.

use std::collections::BTreeMap;
use std::ffi::{CString, OsStr};
use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use machine::{Access, Files, Found, Stat};

/// Descriptors below are the standard streams'.
const FIRST_FILE: i32 = 3;

/// Open files by descriptor.
#[derive(Default)]
pub struct Disk {
    files: BTreeMap<i32, File>,
}

impl Disk {
    /// Opens a file for a stream.
    pub fn open_stream(&mut self, path: &str, access: Access) -> io::Result<i32> {
        let mut options = OpenOptions::new();
        let file = match access {
            Access::Read => options.read(true),
            Access::Truncate => options.write(true).create(true).truncate(true),
            Access::Append => options.append(true).create(true),
        }
        .open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Ok(self.add(file))
    }

    /// Makes an empty file; false if there is something already.
    pub fn create(&mut self, path: &str) -> io::Result<bool> {
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Deletes a file or an empty directory.
    pub fn remove(&mut self, path: &str) -> bool {
        std::fs::remove_file(path).or_else(|_| std::fs::remove_dir(path)).is_ok()
    }

    /// What is at a path.
    pub fn look(&self, path: &str) -> Option<Found> {
        let found = std::fs::metadata(path).ok()?;
        Some(Found { is_directory: found.is_dir(), length: found.len() })
    }

    /// Takes a file in and gives it a descriptor.
    fn add(&mut self, file: File) -> i32 {
        let descriptor = self.files.keys().next_back().map_or(FIRST_FILE, |last| last + 1);
        self.files.insert(descriptor, file);
        descriptor
    }

    pub fn close(&mut self, descriptor: i32) {
        self.files.remove(&descriptor);
    }

    /// Reads from an open file; none of other descriptors.
    pub fn read(&mut self, descriptor: i32, buffer: &mut [u8]) -> Option<io::Result<usize>> {
        Some(self.files.get_mut(&descriptor)?.read(buffer))
    }

    /// Writes to an open file; none of other descriptors.
    pub fn write(&mut self, descriptor: i32, bytes: &[u8]) -> Option<io::Result<()>> {
        Some(self.files.get_mut(&descriptor)?.write_all(bytes))
    }

    /// Length and position.
    pub fn extent(&mut self, descriptor: i32) -> io::Result<(u64, u64)> {
        let file = self.file(descriptor)?;
        Ok((file.metadata()?.len(), file.stream_position()?))
    }

    fn file(&mut self, descriptor: i32) -> io::Result<&mut File> {
        self.files.get_mut(&descriptor).ok_or_else(|| io::Error::from_raw_os_error(libc::EBADF))
    }
}

fn path(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}

fn stat(found: &Metadata) -> Stat {
    Stat {
        mode: found.mode(),
        inode: found.ino(),
        device: found.dev(),
        special_device: found.rdev(),
        links: found.nlink(),
        user: found.uid(),
        group: found.gid(),
        size: found.size(),
        accessed: (found.atime(), found.atime_nsec()),
        modified: (found.mtime(), found.mtime_nsec()),
        changed: (found.ctime(), found.ctime_nsec()),
    }
}

/// So many microseconds after 1970, or before.
fn time(micros: i64) -> SystemTime {
    let distance = Duration::from_micros(micros.unsigned_abs());
    let time = if micros < 0 { UNIX_EPOCH.checked_sub(distance) } else { UNIX_EPOCH.checked_add(distance) };
    time.unwrap_or(UNIX_EPOCH)
}

impl Files for Disk {
    fn open(&mut self, name: &[u8], flags: i32, mode: u32) -> io::Result<i32> {
        let kind = flags & libc::O_ACCMODE;
        let mut options = OpenOptions::new();
        options
            .read(kind != libc::O_WRONLY)
            .write(kind != libc::O_RDONLY)
            .custom_flags(flags & !libc::O_ACCMODE)
            .mode(mode);
        let file = options.open(path(name))?;
        Ok(self.add(file))
    }

    fn seek(&mut self, descriptor: i32, position: u64) -> io::Result<()> {
        self.file(descriptor)?.seek(SeekFrom::Start(position)).map(|_| ())
    }

    fn truncate(&mut self, descriptor: i32, length: u64) -> io::Result<()> {
        self.file(descriptor)?.set_len(length)
    }

    fn read_at(&mut self, descriptor: i32, buffer: &mut [u8], position: u64) -> io::Result<usize> {
        self.file(descriptor)?.read_at(buffer, position)
    }

    fn write_at(&mut self, descriptor: i32, bytes: &[u8], position: u64) -> io::Result<usize> {
        self.file(descriptor)?.write_at(bytes, position)
    }

    fn stat(&mut self, name: &[u8], follow: bool) -> io::Result<Stat> {
        let found = if follow { path(name).metadata() } else { path(name).symlink_metadata() };
        found.map(|found| stat(&found))
    }

    fn stat_open(&mut self, descriptor: i32) -> io::Result<Stat> {
        self.file(descriptor)?.metadata().map(|found| stat(&found))
    }

    fn access(&mut self, name: &[u8], mode: i32) -> io::Result<()> {
        let name = CString::new(name)?;
        // SAFETY: the name ends with a zero and outlives the call.
        match unsafe { libc::access(name.as_ptr(), mode) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }

    fn unlink(&mut self, name: &[u8]) -> io::Result<()> {
        std::fs::remove_file(path(name))
    }

    fn remove_directory(&mut self, name: &[u8]) -> io::Result<()> {
        std::fs::remove_dir(path(name))
    }

    fn make_directory(&mut self, name: &[u8], mode: u32) -> io::Result<()> {
        std::fs::DirBuilder::new().mode(mode).create(path(name))
    }

    fn rename(&mut self, from: &[u8], to: &[u8]) -> io::Result<()> {
        std::fs::rename(path(from), path(to))
    }

    fn link(&mut self, existing: &[u8], new: &[u8]) -> io::Result<()> {
        std::fs::hard_link(path(existing), path(new))
    }

    fn symlink(&mut self, target: &[u8], link: &[u8]) -> io::Result<()> {
        std::os::unix::fs::symlink(path(target), path(link))
    }

    fn read_link(&mut self, name: &[u8]) -> io::Result<Vec<u8>> {
        std::fs::read_link(path(name)).map(|path| path.into_os_string().into_vec())
    }

    fn real_path(&mut self, name: &[u8]) -> io::Result<Vec<u8>> {
        path(name).canonicalize().map(|path| path.into_os_string().into_vec())
    }

    fn set_mode(&mut self, name: &[u8], mode: u32) -> io::Result<()> {
        std::fs::set_permissions(path(name), Permissions::from_mode(mode))
    }

    fn set_times(&mut self, name: &[u8], accessed: i64, modified: i64) -> io::Result<()> {
        let times = std::fs::FileTimes::new().set_accessed(time(accessed)).set_modified(time(modified));
        File::open(path(name))?.set_times(times)
    }

    fn list(&mut self, name: &[u8]) -> io::Result<Vec<Vec<u8>>> {
        std::fs::read_dir(path(name))?.map(|entry| entry.map(|entry| entry.file_name().into_vec())).collect()
    }

    fn explain(&self, number: i32) -> String {
        let text = io::Error::from_raw_os_error(number).to_string();
        text.split(" (os error").next().unwrap_or_default().to_owned()
    }
}
