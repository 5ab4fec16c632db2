//! `cupper doctor`: what Cupper found on this machine, and what to do about what is missing.
//!
//! A JDK and the solver are needed; a compiler and build tools only for some commands, so that doing without them is a warning.

use std::path::{Path, PathBuf};
use std::process::Command;

use program::ClassPath;
use program::Program;

use crate::interrupt;
use crate::outcome::Outcome;
use crate::target::PathArgs;

/// Say what of the JDK, the solver and build tools is here, and what to do about what is missing
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    path: PathArgs,
}

/// Where Debian, Fedora, Arch, macOS and version managers put JDKs; `~` is the user's home.
const JDK_FOLDERS: [&str; 6] = [
    "/usr/lib/jvm",
    "/usr/java",
    "/opt/java",
    "/Library/Java/JavaVirtualMachines",
    "~/.sdkman/candidates/java",
    "~/.jdks",
];

/// What is known of one thing that may be here.
enum Found {
    Here(String),
    /// Something works less well, or one command does not.
    Doubtful(String, &'static str),
    /// Nothing works without it.
    Missing(String, &'static str),
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    println!("cupper {}", env!("CARGO_PKG_VERSION"));
    let home = args.path.jdk_home();
    let jdk = home.as_ref().map(|home| home.as_path()).ok();
    let facts = [
        ("JDK", image(&home)),
        ("javac", compiler(jdk)),
        ("other JDKs", other_jdks(jdk)),
        ("solver", solver()),
        ("Maven", build_tool("mvn", "Apache Maven")),
        ("Gradle", build_tool("gradle", "Gradle")),
    ];
    let mut outcome = Outcome::Clean;
    for (name, found) in facts {
        let (sign, said, advice) = match found {
            Found::Here(said) => ("ok", said, None),
            Found::Doubtful(said, advice) => ("--", said, Some(advice)),
            Found::Missing(said, advice) => {
                outcome = Outcome::Findings;
                ("NO", said, Some(advice))
            }
        };
        println!("{sign:>4}  {name:<11} {said}");
        if let Some(advice) = advice {
            println!("{:19}{advice}", "");
        }
    }
    Ok(outcome)
}

/// The JDK whose classes are analysed; it must be one that can be read.
fn image(home: &anyhow::Result<PathBuf>) -> Found {
    const ADVICE: &str =
        "install a JDK (on Debian: apt-get install openjdk-17-jdk-headless), or name one: --jdk, JAVA_HOME";
    let home = match home {
        Ok(home) => home,
        Err(error) => return Found::Missing(error.to_string(), ADVICE),
    };
    let program = Program::new(&ClassPath { entries: Vec::new(), jdk: Some(home.clone()) });
    match program.map(|program| program.class_named("java/lang/Object").is_ok()) {
        Ok(true) => Found::Here(jdk_line(home)),
        Ok(false) => Found::Missing(format!("`{}` has no `java.lang.Object`", home.display()), ADVICE),
        Err(error) => Found::Missing(error.message, ADVICE),
    }
}

fn jdk_line(home: &Path) -> String {
    format!("Java {} in `{}`", program::jdk_release(home), home.display())
}

fn compiler(jdk: Option<&Path>) -> Found {
    const ADVICE: &str = "`.java` files cannot be read, class files can: install a JDK, not only a JRE";
    let Some(javac) = jdk.map(|jdk| jdk.join("bin/javac")) else {
        return Found::Doubtful("no JDK, no compiler".into(), ADVICE);
    };
    match first_line(&javac, "-version", "javac") {
        Some(version) => Found::Here(version),
        None => Found::Doubtful(format!("`{}` does not run", javac.display()), ADVICE),
    }
}

/// For projects that are built for another release.
fn other_jdks(used: Option<&Path>) -> Found {
    let used = used.and_then(|used| used.canonicalize().ok());
    let mut homes: Vec<PathBuf> = jdks().into_iter().filter(|home| Some(home) != used.as_ref()).collect();
    homes.sort();
    homes.dedup();
    match &homes[..] {
        [] => Found::Here("none; --jdk DIR takes one that is elsewhere".into()),
        homes => {
            let lines: Vec<String> = homes.iter().map(|home| jdk_line(home)).collect();
            Found::Here(lines.join(&format!("\n{:19}", "")))
        }
    }
}

/// The homes of JDKs in the usual places, links followed.
pub fn jdks() -> Vec<PathBuf> {
    let user = std::env::var_os("HOME").map(PathBuf::from);
    let folders = JDK_FOLDERS.iter().filter_map(|folder| match folder.strip_prefix("~/") {
        Some(below) => Some(user.as_ref()?.join(below)),
        None => Some(PathBuf::from(folder)),
    });
    let homes = folders.filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    homes
        .flat_map(|entry| [entry.path(), entry.path().join("Contents/Home")])
        .filter(|home| home.join("release").is_file() && home.join("bin/java").is_file())
        .filter_map(|home| home.canonicalize().ok())
        .collect()
}

fn solver() -> Found {
    match solver::z3_found() {
        Ok((version, library)) => Found::Here(format!("Z3 {version} from `{}`", library.display())),
        Err(error) => Found::Missing(
            error.message,
            "apt-get install libz3-4, or name the library: CUPPER_Z3=/path/to/libz3.so; \
             a wheel installed with `pip --target` loses it",
        ),
    }
}

/// A build tool on the path; Cupper reads what it left, and needs it for nothing else.
fn build_tool(command: &str, said_by: &str) -> Found {
    match first_line(Path::new(command), "--version", said_by) {
        Some(version) => Found::Here(version),
        None => Found::Here("not on the PATH; not needed to check what it built".into()),
    }
}

/// The first line of what a command says of its version that begins so.
fn first_line(command: &Path, argument: &str, begin: &str) -> Option<String> {
    let output = interrupt::output(Command::new(command).arg(argument)).ok()?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let line = said.lines().map(without_colours).find(|line| line.starts_with(begin))?;
    output.status.success().then_some(line)
}

/// Maven colours its version even for a pipe.
fn without_colours(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        out.push_str(before);
        rest = after.split_once('m').map_or("", |(_, after)| after);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_no_part_of_a_version() {
        assert_eq!(without_colours("\u{1b}[1mApache Maven 3.8.7\u{1b}[0m"), "Apache Maven 3.8.7");
        assert_eq!(without_colours("Gradle 4.4.1"), "Gradle 4.4.1");
    }
}
