//! `cargo xtask dist`: what people install, made in `target/dist`: a tarball, a Debian package, a Python wheel, and a folder to build a
//! container image from.
//!
//! All of them hold the same files ([`stage`]): the executable, the solver where the executable finds it (`../lib/cupper`), manual pages,
//! completions, licences. Made twice from one commit they are the same, byte by byte: times are the commit's, names are sorted, and paths
//! of the machine are taken out of the executable.

mod deb;
mod stage;
mod tarball;
mod wheel;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::sources::root;

/// What all packages are made of.
pub struct Release {
    pub version: String,
    /// As `rustc` names it: `x86_64`, `aarch64`.
    pub processor: String,
    /// Seconds since 1970 of the commit.
    pub time: u64,
    /// The files, below `bin`, `lib` and `share`.
    pub stage: PathBuf,
    pub out: PathBuf,
    /// The C library that the executable and the solver need at least.
    pub glibc: (u32, u32),
}

pub fn run() -> Result<()> {
    let out = root().join("target/dist");
    std::fs::create_dir_all(&out)?;
    let time = output(Command::new("git").args(["log", "-1", "--format=%ct"]))?.trim().parse()?;
    let executable = build(time)?;
    let stage = stage::fill(&out, &executable)?;
    let needed = [stage.join("bin/cupper"), stage.join("lib/cupper/libz3.so")];
    let needed: Result<Vec<_>> = needed.iter().map(|file| glibc(file)).collect();
    let release = Release {
        version: env!("CARGO_PKG_VERSION").into(),
        processor: std::env::consts::ARCH.into(),
        time,
        glibc: needed?.into_iter().max().context("two files were looked at")?,
        stage,
        out,
    };
    let made = [tarball::make(&release)?, deb::make(&release)?, wheel::make(&release)?, image(&release)?];
    made.iter().for_each(|file| println!("{}", file.display()));
    Ok(())
}

/// The executable, built as on any other machine: no path of this one is in it.
fn build(time: u64) -> Result<PathBuf> {
    let target = root().join("target/dist/build");
    let home = std::env::var("CARGO_HOME").or_else(|_| std::env::var("HOME").map(|home| home + "/.cargo"))?;
    let map = |from: &str, to: &str| format!("--remap-path-prefix={from}={to}");
    let flags =
        [map(&root().display().to_string(), "/cupper"), map(&home, "/cargo"), "-Cstrip=symbols".into()];
    // The separator that lets a path hold blanks.
    let flags = flags.join("\u{1f}");
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--locked", "-p", "cupper", "--target-dir"]).arg(&target);
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags).env("SOURCE_DATE_EPOCH", time.to_string());
    run_it(&mut cargo)?;
    Ok(target.join("release/cupper"))
}

/// A folder with all that `docker build` needs.
fn image(release: &Release) -> Result<PathBuf> {
    let folder = release.out.join("image");
    std::fs::create_dir_all(&folder)?;
    std::fs::copy(root().join("xtask/dist/Dockerfile"), folder.join("Dockerfile"))?;
    std::fs::copy(release.out.join(tarball::name(release)), folder.join("cupper.tar.gz"))?;
    Ok(folder)
}

/// The newest version of the C library that a file asks for.
fn glibc(file: &Path) -> Result<(u32, u32)> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    newest_glibc(&bytes).with_context(|| format!("{} asks for no C library", file.display()))
}

/// Versions stand in a file as `GLIBC_2.34`, each ended by a zero.
fn newest_glibc(bytes: &[u8]) -> Option<(u32, u32)> {
    const MARK: &[u8] = b"\0GLIBC_";
    let at = |start: usize| {
        let rest = &bytes[start + MARK.len()..];
        let end = rest.iter().take(16).position(|&byte| byte == 0)?;
        let mut numbers = std::str::from_utf8(&rest[..end]).ok()?.split('.').map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    let starts =
        (0..bytes.len().saturating_sub(MARK.len())).filter(|&start| bytes[start..].starts_with(MARK));
    starts.filter_map(at).max()
}

/// Runs a command that has to succeed.
fn run_it(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    if status.success() { Ok(()) } else { bail!("{command:?} failed") }
}

/// What a command that has to succeed writes.
fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The files below a folder, by their paths in it, sorted.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut out = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next)? {
            let path = entry?.path();
            if path.is_dir() { open.push(path) } else { out.push(path.strip_prefix(folder)?.to_path_buf()) }
        }
    }
    out.sort();
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_counts_by_its_numbers() {
        assert_eq!(
            newest_glibc(b"x\0GLIBC_2.4\0GLIBC_2.34\0GLIBC_PRIVATE\0GLIBC_2.7\0GLIBCXX_3.4\0"),
            Some((2, 34))
        );
        assert_eq!(newest_glibc(b"nothing"), None);
    }
}
