//! Files are written over only if Cupper wrote them: a slip in a file's name must not cost anybody's work.
//!
//! Each form of output says in some way where it comes from; what does not say so belongs to somebody else. Devices and pipes
//! have nothing to lose. Ask with [`ready`] before the work begins, so that nobody waits for an answer that cannot be kept.

use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

use anyhow::Context;
use base::Diagnostic;

/// The last line of what has no other way to say it.
pub const MARK: &str = "written by cupper";

/// How pages, pictures, suites, witnesses, logs and certificates say it, near their beginning or their end.
const MARKS: [&str; 6] = [
    MARK,
    "<meta name=\"generator\" content=\"cupper\">",
    "<testsuite name=\"cupper ",
    "<data key=\"producer\">cupper</data>",
    "\"id\": \"cupper/",
    "\"format\": \"cupper-",
];

/// Keys that other JSON of ours has at the top: reports and baselines.
const KEYS: [&[&str]; 2] = [&["command", "results"], &["version", "known"]];

/// So much of a file's beginning and end is looked at.
const LOOKED_AT: u64 = 4096;

/// Refuses a place where somebody else's file is, or where no file can be written.
pub fn ready(path: &Path) -> Result<(), Diagnostic> {
    if let Err(error) = can_write(path) {
        return Err(Diagnostic::error("cannot-write", format!("cannot write `{}`: {error}", path.display())));
    }
    match is_free(path) {
        Ok(true) => Ok(()),
        Ok(false) => {
            let message = format!("`{}` was not written by cupper and stays as it is", path.display());
            Err(Diagnostic::error("not-overwritten", message)
                .help("choose another name, or move the file away"))
        }
        Err(error) => {
            let message = format!("cannot read what is in `{}` now: {error}", path.display());
            Err(Diagnostic::error("cannot-write", message))
        }
    }
}

/// Writes a file unless somebody else's is there.
pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    ready(path)?;
    std::fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))
}

/// Whether the file could be written, as far as the system tells before it is.
fn can_write(path: &Path) -> std::io::Result<()> {
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => std::fs::File::options().append(true).open(path).map(drop),
        Ok(metadata) if metadata.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder =
                path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            match std::fs::metadata(folder)? {
                metadata if !metadata.is_dir() => Err(ErrorKind::NotADirectory.into()),
                metadata if metadata.permissions().readonly() => Err(ErrorKind::PermissionDenied.into()),
                _ => Ok(()),
            }
        }
        Err(error) => Err(error),
    }
}

/// Whether there is nothing, nothing to lose, or what Cupper wrote.
fn is_free(path: &Path) -> std::io::Result<bool> {
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(error),
    };
    if !metadata.is_file() || metadata.len() == 0 {
        return Ok(true);
    }
    let mut file = std::fs::File::open(path)?;
    let mut seen = Vec::new();
    (&mut file).take(LOOKED_AT).read_to_end(&mut seen)?;
    if seen.starts_with(b"{") && is_our_json(path) {
        return Ok(true);
    }
    if metadata.len() > LOOKED_AT {
        file.seek(SeekFrom::Start(metadata.len().saturating_sub(LOOKED_AT).max(LOOKED_AT)))?;
        file.read_to_end(&mut seen)?;
    }
    let seen = String::from_utf8_lossy(&seen);
    Ok(MARKS.iter().any(|mark| seen.contains(mark)))
}

fn is_our_json(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    KEYS.iter().any(|keys| keys.iter().all(|key| value.get(key).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_ours_is_written_over() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("file");
        for ours in [
            "",
            "T.f(): safe\nwritten by cupper\n",
            "{\n  \"command\": \"explore\", \"results\": []}",
            "{\"version\": 1, \"known\": {}}",
            "<svg/>\n<!-- written by cupper -->\n",
        ] {
            std::fs::write(&path, ours)?;
            write(&path, "new")?;
            assert_eq!(std::fs::read_to_string(&path)?, "new", "{ours}");
        }
        let long = "x".repeat(3 * LOOKED_AT as usize);
        let mut binary = vec![0xff; 10];
        binary.extend(b"text");
        for others in [
            b"class A { }\n".as_slice(),
            b"{\"name\": \"npm\", \"version\": 1}",
            b"{\"command\"",
            long.as_bytes(),
            &binary,
        ] {
            std::fs::write(&path, others)?;
            let error = write(&path, "new").expect_err("it is not ours");
            assert_eq!(error.downcast_ref::<Diagnostic>().map(|error| error.code), Some("not-overwritten"));
            assert_eq!(std::fs::read(&path)?, others);
        }
        Ok(())
    }
}
