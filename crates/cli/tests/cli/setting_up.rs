//! What a new user does first: asks what is here, and writes a configuration file.

use std::path::Path;
use std::process::{Command, Output};

fn cupper(folder: &Path, args: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cupper"));
    command.args(args).current_dir(folder).envs(environment.iter().copied()).output().expect("cupper runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn the_doctor_names_what_is_here_and_what_is_missing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let well = cupper(folder.path(), &["doctor"], &[]);
    assert_eq!(well.status.code(), Some(0), "{}", said(&well));
    for wanted in ["ok  JDK ", "ok  javac ", "ok  solver      Z3 "] {
        assert!(said(&well).contains(wanted), "{}", said(&well));
    }
    let ill = cupper(folder.path(), &["doctor"], &[("JAVA_HOME", "/no/jdk")]);
    assert_eq!(ill.status.code(), Some(1), "{}", said(&ill));
    assert!(said(&ill).contains("NO  JDK ") && said(&ill).contains("install a JDK"), "{}", said(&ill));
}

/// Each setting the file shows with a default is taken by the command line when its `#` is taken away.
#[test]
fn the_configuration_it_writes_is_one_it_takes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("cupper.toml");
    let first = cupper(folder.path(), &["init"], &[]);
    assert_eq!(first.status.code(), Some(0), "{}", said(&first));
    let text = std::fs::read_to_string(&path).expect("it was written");
    let is_example = |line: &str| {
        let value = line.rsplit(" = ").next().unwrap_or_default().trim_matches('"');
        !value.is_empty() && value.chars().all(|c| c.is_ascii_uppercase())
    };
    let settings = text.lines().map(|line| match line.strip_prefix("# ") {
        Some(setting) if setting.contains(" = ") && !is_example(setting) => setting,
        _ => line,
    });
    std::fs::write(&path, settings.collect::<Vec<_>>().join("\n")).expect("it can be written");
    let second = cupper(folder.path(), &["explain", "diverges"], &[]);
    assert_eq!(second.status.code(), Some(0), "{}", said(&second));

    let again = cupper(folder.path(), &["init"], &[]);
    assert_eq!(again.status.code(), Some(2), "{}", said(&again));
    assert!(said(&again).contains("error[file-exists]"), "{}", said(&again));
}
