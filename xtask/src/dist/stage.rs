//! The files of a release, laid out as below `/usr`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::{output, root};

/// Where each shell looks for completions.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/cupper"),
    ("zsh", "share/zsh/vendor-completions/_cupper"),
    ("fish", "share/fish/vendor_completions.d/cupper.fish"),
];
/// What people read.
const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Lays the files out anew.
pub fn fill(out: &Path, executable: &Path) -> Result<PathBuf> {
    let stage = out.join("stage");
    if stage.exists() {
        std::fs::remove_dir_all(&stage)?;
    }
    let put = |at: &str, bytes: &[u8]| -> Result<()> {
        let path = stage.join(at);
        std::fs::create_dir_all(path.parent().context("it is in a folder")?)?;
        Ok(std::fs::write(path, bytes)?)
    };
    put("bin/cupper", &std::fs::read(executable)?)?;
    make_executable(&stage.join("bin/cupper"))?;
    let solver = root().join("third_party/z3/lib/libz3.so");
    put("lib/cupper/libz3.so", &std::fs::read(&solver).context("scripts/setup brings the solver")?)?;
    let says = |args: &[&str]| output(Command::new(stage.join("bin/cupper")).args(args));
    put("share/man/man1/cupper.1", says(&["man"])?.as_bytes())?;
    for (shell, at) in COMPLETIONS {
        put(at, says(&["completions", shell])?.as_bytes())?;
    }
    for name in DOCUMENTS {
        put(&format!("share/doc/cupper/{name}"), &std::fs::read(root().join(name))?)?;
    }
    put("share/doc/cupper/LICENSE-Z3", &std::fs::read(root().join("xtask/dist/LICENSE-Z3"))?)?;
    Ok(stage)
}

fn make_executable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    Ok(std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))?)
}
