//! What several tests need: programs out of Java sources, and whether a claim about a class is a fact.

#![allow(dead_code, reason = "every test uses its part")]

use std::path::{Path, PathBuf};
use std::process::Command;

use base::Budget;
use facts::Facts;
use program::{ClassPath, FieldId, Program};

/// Compiled sources with their facts; the folder lives as long as the value.
pub struct Compiled {
    pub program: Program,
    pub facts: Facts,
    pub classes: tempfile::TempDir,
}

pub fn compile(sources: &[PathBuf]) -> Compiled {
    let classes = tempfile::tempdir().expect("a temporary folder");
    let javac =
        Command::new("javac").args(["-g", "-nowarn", "-d"]).arg(classes.path()).args(sources).status();
    assert!(javac.expect("javac is on the path").success());
    let path = ClassPath { entries: vec![classes.path().to_path_buf()], jdk: Some(jdk()) };
    let program = Program::new(&path).expect("the classes are readable");
    let facts = Facts::find(&program, &Budget::seconds(60.0)).expect("a minute is enough");
    Compiled { program, facts, classes }
}

pub fn jdk() -> PathBuf {
    let home = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    home.unwrap_or_else(|| {
        let java = Command::new("sh").args(["-c", "readlink -f \"$(command -v java)\""]).output();
        let path = String::from_utf8(java.expect("sh runs").stdout).expect("paths are text");
        Path::new(path.trim()).ancestors().nth(2).expect("java lies in bin").to_path_buf()
    })
}

impl Compiled {
    /// Whether `claim` is a fact of the class: `field != null`, `field >= 1`, `field.length >= 2`, `field never changes`,
    /// `field leads to older objects only`, or a relation.
    pub fn holds(&self, class: &str, claim: &str) -> bool {
        let class = self.program.class_named(class).expect("the class exists");
        let words: Vec<&str> = claim.split(' ').collect();
        let (name, is_length) = match words[0].strip_suffix(".length") {
            Some(name) => (name, true),
            None => (words[0], false),
        };
        let field = self.program.declared_field(class, name).expect("the field exists");
        let facts = self.facts.of(field).expect("fields of the program are known");
        let range = if is_length { facts.length } else { facts.range };
        let number = words.get(2).and_then(|word| word.parse::<i64>().ok());
        match (&words[1..], number) {
            (["!=", "null"], _) => facts.never_null,
            (["never", "changes"], _) => facts.once,
            (["leads", ..], _) => facts.acyclic,
            ([">=", _], Some(least)) => range.is_some_and(|range| range.low >= least),
            (["<=", _], Some(most)) => range.is_some_and(|range| range.high <= most),
            _ => self.facts.relations(class).iter().any(|known| known.text(&self.program) == claim),
        }
    }

    pub fn fields(&self, class: &str) -> Vec<FieldId> {
        let class = self.program.class(self.program.class_named(class).expect("the class exists"));
        class.fields().filter(|field| !self.program.field(*field).is_static()).collect()
    }
}
