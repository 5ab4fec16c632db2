//! A Debian package. The solver is loaded, not linked, so what it needs is named here.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use super::{Release, files, run_it};

/// What the solver asks of the C++ library, in Debian's words.
const STDCXX: &str = "libstdc++6 (>= 7)";

pub fn make(release: &Release) -> Result<PathBuf> {
    let architecture = match release.processor.as_str() {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => bail!("what does Debian call `{other}`?"),
    };
    let root = release.out.join("deb");
    if root.exists() {
        std::fs::remove_dir_all(&root)?;
    }
    let mut size = 0;
    for file in files(&release.stage)? {
        let to = root.join("usr").join(&file);
        if let Some(folder) = to.parent() {
            std::fs::create_dir_all(folder)?;
        }
        size += std::fs::copy(release.stage.join(&file), to)?;
    }
    let control = format!(
        "Package: cupper\nVersion: {version}\nArchitecture: {architecture}\nSection: devel\nPriority: optional\n\
         Maintainer: The Cupper developers <cupper@localhost>\nInstalled-Size: {size}\n\
         Depends: libc6 (>= {major}.{minor}), libgcc-s1, {STDCXX}\nRecommends: default-jdk-headless\n\
         Description: tells a Java programmer what no test run can\n \
         Which inputs break a method, whether it always stops, whether it keeps\n \
         its contract, and which of its code does nothing.\n",
        version = release.version,
        size = size.div_ceil(1024),
        major = release.glibc.0,
        minor = release.glibc.1,
    );
    std::fs::create_dir_all(root.join("DEBIAN"))?;
    std::fs::write(root.join("DEBIAN/control"), control)?;
    let file = release.out.join(format!("cupper_{}_{architecture}.deb", release.version));
    let mut build = Command::new("dpkg-deb");
    build.args(["--root-owner-group", "-Zxz", "--build"]).arg(&root).arg(&file);
    run_it(build.env("SOURCE_DATE_EPOCH", release.time.to_string()))?;
    Ok(file)
}
