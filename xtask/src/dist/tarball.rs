//! A tarball to be unpacked anywhere, `/usr/local` among others.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::{Release, run_it};

pub fn name(release: &Release) -> String {
    format!("cupper-{}-linux-{}.tar.gz", release.version, release.processor)
}

pub fn make(release: &Release) -> Result<PathBuf> {
    let file = release.out.join(name(release));
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u+w,go-w,a+rX"]);
    tar.arg(format!("--mtime=@{}", release.time))
        .args(["--use-compress-program", "gzip -n9", "-cf"])
        .arg(&file);
    run_it(tar.arg("-C").arg(&release.stage).args(["bin", "lib", "share"]))?;
    Ok(file)
}
