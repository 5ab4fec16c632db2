//! Programs compiled by `javac` and run by `java`.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

/// Compiles sources, each named after its file, into the folder, which is on the class path, too.
pub fn compile(folder: &Path, sources: &[(&str, &str)]) -> Result<()> {
    let mut javac = testkit::javac();
    javac.arg("-cp").arg(folder).arg("-d").arg(folder);
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
