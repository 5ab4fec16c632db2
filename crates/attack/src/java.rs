//! Programs compiled by `javac`, run by `java` and opened by Cupper.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use program::{ClassPath, Program};

/// Compiles sources, each named after its file, into the folder, which is on the class path, too.
pub fn compile(folder: &Path, sources: &[(&str, &str)]) -> Result<()> {
    let mut javac = Command::new("javac");
    javac.args(["-g", "-nowarn", "-Xlint:none", "-proc:none", "-cp"]).arg(folder).arg("-d").arg(folder);
    for (name, text) in sources {
        let file = folder.join(format!("{name}.java"));
        std::fs::write(&file, text)?;
        javac.arg(file);
    }
    let output = javac.output().context("`javac` is not on the path")?;
    if !output.status.success() {
        bail!("`javac` refuses a program:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// What a class prints; exceptions keep their stacks however often they are thrown.
pub fn run(folder: &Path, class: &str, arguments: &[String]) -> Result<String> {
    let mut java = Command::new("java");
    java.args(["-ea", "-Xss1m", "-XX:-OmitStackTraceInFastThrow", "-XX:+UseSerialGC", "-cp"]);
    let output = java.arg(folder).arg(class).args(arguments).output().context("`java` is not on the path")?;
    if !output.status.success() {
        bail!("`java` ends badly:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?)
}

pub fn open(folder: &Path) -> Result<Program> {
    let class_path = ClassPath { entries: vec![folder.to_owned()], jdk: Some(home()?) };
    Program::new(&class_path).map_err(|error| anyhow::anyhow!("{error:?}"))
}

/// The home of the `java` on the path.
pub fn home() -> Result<PathBuf> {
    let path = std::env::var_os("PATH").context("there is no PATH")?;
    let java = std::env::split_paths(&path).map(|folder| folder.join("java")).find(|java| java.is_file());
    let java = java.context("`java` is not on the path")?.canonicalize()?;
    Ok(java.ancestors().nth(2).context("`java` is not in a `bin`")?.to_owned())
}
