//! Tests as files: one class of tests per class tested, and the helper class where it is needed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use program::{ClassId, Program};

use crate::access::Access;
use crate::java::HELPER;
use crate::{Dialect, Test, cover, name};

/// First line of every file we write; files without it are not ours.
pub const MARK: &str = "// Written by `cupper explore --tests`; changes will be lost.";

const HELPER_TEXT: &str = include_str!("TestHeap.java");
/// Longest decision that is shown; what one cannot take in at a glance is left out.
const MAX_DECISION: usize = 100;
/// Tests in one file: class files have limits.
const MAX_TESTS: usize = 400;

/// All tests of a run.
pub struct Suite<'p> {
    pub program: &'p Program,
    pub dialect: Dialect,
    pub tests: Vec<Test>,
}

/// A source file.
pub struct File {
    /// Below the folder of tests.
    pub path: PathBuf,
    pub text: String,
    pub tests: usize,
}

impl Suite<'_> {
    /// Keeps only tests that add branches.
    pub fn minimise(&mut self) {
        let kept = cover::branches(&self.tests.iter().collect::<Vec<_>>());
        let tests = std::mem::take(&mut self.tests).into_iter().enumerate();
        self.tests = tests.filter(|(index, _)| kept.contains(index)).map(|(_, test)| test).collect();
    }

    /// The files, sorted by path.
    pub fn files(&self) -> Vec<File> {
        let mut by_class: BTreeMap<ClassId, Vec<&Test>> = BTreeMap::new();
        for test in &self.tests {
            by_class.entry(self.program.method(test.method).class).or_default().push(test);
        }
        let mut out = Vec::new();
        let mut helped: BTreeSet<String> = BTreeSet::new();
        for (class, tests) in by_class {
            let package = self.program.class(class).package();
            for (number, tests) in tests.chunks(MAX_TESTS).enumerate() {
                let name = self.class_name(class, number);
                let text = self.class(class, &name, tests);
                if text.contains(&format!("{HELPER}.")) {
                    helped.insert(package.to_owned());
                }
                let path = PathBuf::from(package).join(format!("{name}.java"));
                out.push(File { path, text, tests: tests.len() });
            }
        }
        out.extend(helped.iter().map(|package| helper(package)));
        out.sort_by(|a, b| a.path.cmp(&b.path));
        out
    }

    /// A class with this test alone.
    pub fn alone(&self, test: &Test) -> String {
        let class = self.program.method(test.method).class;
        let mut text = self.class(class, &self.class_name(class, 0), &[test]);
        if let Some(rest) = text.strip_prefix(MARK) {
            text = rest.trim_start().to_owned();
        }
        if text.contains(&format!("{HELPER}.")) {
            text.insert_str(0, &format!("// `{HELPER}` is written by `cupper explore --tests`.\n"));
        }
        text
    }

    fn class_name(&self, class: ClassId, number: usize) -> String {
        let name = &self.program.class(class).name;
        let simple = name.rsplit('/').next().unwrap_or(name).replace('$', "");
        match number {
            0 => format!("{simple}PathsTest"),
            _ => format!("{simple}Paths{}Test", number + 1),
        }
    }

    fn class(&self, class: ClassId, name: &str, tests: &[&Test]) -> String {
        let access = Access::new(self.program, class);
        let mut out = format!("{MARK}\n");
        if !access.package.is_empty() {
            out.push_str(&format!("package {};\n\n", access.package.replace('/', ".")));
        }
        let statics = self.statics(&access, tests);
        out.push_str(&self.imports(&access, tests, !statics.is_empty()));
        out.push_str("@SuppressWarnings({\"unchecked\", \"rawtypes\", \"deprecation\", \"removal\"})\n");
        let (visibility, _) = self.words();
        out.push_str(&format!("{visibility}class {name} {{\n"));
        if self.tests.iter().chain(tests.iter().copied()).any(|test| test.needs_assertions) {
            out.push_str(&format!(
                "    static {{\n        {name}.class.getClassLoader().setDefaultAssertionStatus(true);\n    }}\n\n"
            ));
        }
        out.push_str(&self.restoring(&statics));
        let annotation = if access.is_taken("Test") { self.words().1 } else { "Test" };
        let mut names: BTreeSet<String> = BTreeSet::new();
        let mut shown = Vec::new();
        for test in tests {
            let name = name::unused(&test.name, |name| names.contains(name));
            names.insert(name.clone());
            shown.push(method(test, &name, annotation, visibility));
        }
        out.push_str(&shown.join("\n"));
        out.push_str("}\n");
        out
    }

    fn imports(&self, access: &Access<'_>, tests: &[&Test], restores: bool) -> String {
        let (asserts, test, each): (&str, &str, [&str; 2]) = match self.dialect {
            Dialect::JUnit5 => (
                "org.junit.jupiter.api.Assertions",
                "org.junit.jupiter.api.Test",
                ["org.junit.jupiter.api.AfterEach", "org.junit.jupiter.api.BeforeEach"],
            ),
            Dialect::JUnit4 => {
                ("org.junit.Assert", "org.junit.Test", ["org.junit.After", "org.junit.Before"])
            }
        };
        let mut classes: BTreeSet<String> =
            tests.iter().flat_map(|test| test.imports.iter().cloned()).collect();
        if restores {
            classes.extend(each.map(str::to_owned));
        }
        if !access.is_taken("Test") {
            classes.insert(test.to_owned());
        }
        let lines: String = classes.iter().map(|class| format!("import {class};\n")).collect();
        format!("import static {asserts}.*;\n\n{lines}\n")
    }

    /// How classes and methods begin; the annotation of tests in full.
    fn words(&self) -> (&'static str, &'static str) {
        match self.dialect {
            Dialect::JUnit5 => ("", "org.junit.jupiter.api.Test"),
            Dialect::JUnit4 => ("public ", "org.junit.Test"),
        }
    }

    /// Expressions that remember the static fields these tests change.
    fn statics(&self, access: &Access<'_>, tests: &[&Test]) -> Vec<String> {
        let mut by_class: BTreeMap<ClassId, BTreeSet<&str>> = BTreeMap::new();
        for field in tests.iter().flat_map(|test| &test.statics) {
            let field = self.program.field(*field);
            by_class.entry(field.class).or_default().insert(&field.name);
        }
        let line = |(class, names): (ClassId, BTreeSet<&str>)| {
            let class = access.class_object(self.program.class(class).ty);
            let names: Vec<String> = names.into_iter().map(|name| format!("\"{name}\"")).collect();
            format!("{HELPER}.remember({class}, {})", names.join(", "))
        };
        by_class.into_iter().map(line).collect()
    }

    fn restoring(&self, statics: &[String]) -> String {
        if statics.is_empty() {
            return String::new();
        }
        let (visibility, _) = self.words();
        let (before, after) = match self.dialect {
            Dialect::JUnit5 => ("BeforeEach", "AfterEach"),
            Dialect::JUnit4 => ("Before", "After"),
        };
        let list: Vec<String> =
            statics.iter().map(|expression| format!("            {expression},\n")).collect();
        format!(
            "    private Runnable[] statics;\n\n    @{before}\n    {visibility}void rememberStatics() throws Throwable {{\n        \
             statics = new Runnable[] {{\n{}        }};\n    }}\n\n    @{after}\n    {visibility}void restoreStatics() {{\n        \
             for (Runnable restore : statics) {{\n            restore.run();\n        }}\n    }}\n\n",
            list.concat()
        )
    }
}

fn method(test: &Test, name: &str, annotation: &str, visibility: &str) -> String {
    let mut out = String::new();
    for decision in test.condition.iter().filter(|decision| decision.len() <= MAX_DECISION) {
        // A backslash could begin a Unicode escape, which counts even in comments.
        out.push_str(&format!("    // {}\n", decision.replace('\\', "/").replace(['\n', '\r'], " ")));
    }
    out.push_str(&format!("    @{annotation}\n    {visibility}void {name}() throws Throwable {{\n"));
    for line in &test.lines {
        out.push_str(&format!("        {line}\n"));
    }
    out.push_str("    }\n");
    out
}

fn helper(package: &str) -> File {
    let head = match package {
        "" => String::new(),
        package => format!("package {};\n\n", package.replace('/', ".")),
    };
    File {
        path: PathBuf::from(package).join(format!("{HELPER}.java")),
        text: format!("{MARK}\n{head}{HELPER_TEXT}"),
        tests: 0,
    }
}
