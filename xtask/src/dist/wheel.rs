//! A Python wheel: `pip install` puts the executable beside Python's own and the solver below the same prefix.
//!
//! A wheel is a ZIP file with the files, what they are (`METADATA`, `WHEEL`) and a list of them with their hashes (`RECORD`).

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::{Release, files, output};
use crate::sources::root;

pub fn make(release: &Release) -> Result<PathBuf> {
    let Release { version, processor, glibc: (major, minor), .. } = release;
    let tag = format!("py3-none-manylinux_{major}_{minor}_{processor}");
    let info = format!("cupper-{version}.dist-info");
    let mut members: Vec<(String, Vec<u8>)> = Vec::new();
    for file in files(&release.stage)? {
        let bytes = std::fs::read(release.stage.join(&file))?;
        members.push((member(&file, version), bytes));
    }
    let readme = std::fs::read_to_string(root().join("README.md"))?;
    let metadata = format!(
        "Metadata-Version: 2.1\nName: cupper\nVersion: {version}\n\
         Summary: Tells a Java programmer what no test run can\nLicense: MIT OR Apache-2.0\nRequires-Python: >=3.7\n\
         Description-Content-Type: text/markdown\n\n{readme}"
    );
    let wheel = format!("Wheel-Version: 1.0\nGenerator: cupper\nRoot-Is-Purelib: false\nTag: {tag}\n");
    members.push((format!("{info}/METADATA"), metadata.into_bytes()));
    members.push((format!("{info}/WHEEL"), wheel.into_bytes()));
    let record = record(release, &members, &info)?;
    members.push((format!("{info}/RECORD"), record.into_bytes()));
    let path = release.out.join(format!("cupper-{version}-{tag}.whl"));
    write(release, &path, &members)?;
    Ok(path)
}

/// Scripts go where Python's go, all else below Python's prefix.
fn member(file: &Path, version: &str) -> String {
    let name = file.display();
    match file.strip_prefix("bin") {
        Ok(script) => format!("cupper-{version}.data/scripts/{}", script.display()),
        Err(_) => format!("cupper-{version}.data/data/{name}"),
    }
}

fn write(release: &Release, path: &Path, members: &[(String, Vec<u8>)]) -> Result<()> {
    let mut zip = ZipWriter::new(std::fs::File::create(path)?);
    let time = output(
        Command::new("date").args(["-u", "-d"]).arg(format!("@{}", release.time)).arg("+%Y %m %d %H %M %S"),
    )?;
    let parts: Result<Vec<u16>, _> = time.split_whitespace().map(str::parse).collect();
    let [year, rest @ ..] = &parts?[..] else { anyhow::bail!("`date` says `{time}`") };
    let [month, day, hour, minute, second] = <[u16; 5]>::try_from(rest)?.map(|part| part as u8);
    let time = DateTime::from_date_and_time(*year, month, day, hour, minute, second)?;
    for (name, bytes) in members {
        let mode = if name.contains(".data/scripts/") { 0o755 } else { 0o644 };
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(time)
            .unix_permissions(mode);
        zip.start_file(name.as_str(), options)?;
        zip.write_all(bytes)?;
    }
    zip.finish()?;
    Ok(())
}

/// Every file but this one with its hash and length.
fn record(release: &Release, members: &[(String, Vec<u8>)], info: &str) -> Result<String> {
    let mut out = String::new();
    let file = release.out.join("member");
    for (name, bytes) in members {
        std::fs::write(&file, bytes)?;
        let said = output(Command::new("sha256sum").arg(&file))?;
        let hash = said.split_whitespace().next().context("`sha256sum` says nothing")?;
        out.push_str(&format!("{name},sha256={},{}\n", base64(&from_hex(hash)?), bytes.len()));
    }
    std::fs::remove_file(&file)?;
    out.push_str(&format!("{info}/RECORD,,\n"));
    Ok(out)
}

fn from_hex(hex: &str) -> Result<Vec<u8>> {
    let byte = |start: usize| {
        u8::from_str_radix(hex.get(start..start + 2).context("an odd number of digits")?, 16)
            .map_err(Into::into)
    };
    (0..hex.len()).step_by(2).map(byte).collect()
}

/// As in addresses of the web, without padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let bits =
            chunk.iter().fold(0u32, |bits, &byte| (bits << 8) | u32::from(byte)) << (8 * (3 - chunk.len()));
        let digit = |index: usize| DIGITS[((bits >> (18 - 6 * index)) & 63) as usize] as char;
        out.extend((0..=chunk.len()).map(digit));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_written_as_wheels_have_them() {
        assert_eq!(base64(b"Man"), "TWFu");
        assert_eq!(base64(b"Ma"), "TWE");
        assert_eq!(base64(&[0xfb, 0xff]), "-_8");
        assert_eq!(from_hex("fbff").ok(), Some(vec![0xfb, 0xff]));
        assert!(from_hex("fbf").is_err());
    }

    #[test]
    fn the_solver_lands_where_the_executable_looks() {
        assert_eq!(member(Path::new("bin/cupper"), "1"), "cupper-1.data/scripts/cupper");
        assert_eq!(member(Path::new("lib/cupper/libz3.so"), "1"), "cupper-1.data/data/lib/cupper/libz3.so");
    }
}
