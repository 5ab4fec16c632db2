//! Tests out of paths, as text. That such tests compile and pass is tried with JUnit by the tests of the command line.

use std::collections::BTreeSet;
use std::path::Path;

use base::Budget;
use explore::{Booted, Explorer, Options, all_entries};
use program::Program;
use testgen::{Dialect, MARK, MethodTests, Suite, tests};
use testkit::compile_text;

const SOURCE: &str = "package bank;
public class Account {
    private int balance;
    private Account parent;
    public Account(Account parent) { this.parent = parent; }
    public void pay(int amount) {
        if (amount <= 0) throw new IllegalArgumentException(\"amount\");
        balance += amount;
    }
    public boolean isBelow(Account other) { return parent == other && other != null; }
    public static String grade(char points) { return points > '5' ? \"good\" : null; }
}";

fn all_tests(program: &Program, dialect: Dialect) -> Vec<MethodTests> {
    let mut booted = Booted::new(program).expect("the JDK boots");
    let explored = |entry| {
        let options = Options { budget: Budget::seconds(20.0), keep_paths: true, ..Options::default() };
        let exploration =
            Explorer::explore(program, &mut booted, entry, options, &mut |_| {}).expect("a solver");
        tests(program, &mut booted, &exploration, dialect, &Budget::seconds(20.0))
    };
    all_entries(program).into_iter().map(explored).collect()
}

fn suite(program: &Program, dialect: Dialect) -> Suite<'_> {
    let tests = all_tests(program, dialect).into_iter().flat_map(|method| method.tests).collect();
    Suite { program, dialect, tests }
}

#[test]
fn a_class_gets_its_tests() {
    let compiled = compile_text("Account", SOURCE);
    for (dialect, import) in [(Dialect::JUnit5, "org.junit.jupiter"), (Dialect::JUnit4, "org.junit.Test")] {
        let files = suite(&compiled.program, dialect).files();
        let tests = files.iter().find(|file| file.tests > 0).expect("there are tests");
        assert_eq!(tests.path, Path::new("bank/AccountPathsTest.java"));
        assert!(tests.text.starts_with(MARK), "others must see who wrote a file");
        for part in ["package bank;", "class AccountPathsTest", import, "@Test"] {
            assert!(tests.text.contains(part), "`{part}` is missing:\n{}", tests.text);
        }
        assert_eq!(tests.text.matches("@Test").count(), tests.tests);
    }
}

#[test]
fn every_path_gets_a_test_or_a_reason_and_names_are_unique() {
    let compiled = compile_text("Account", SOURCE);
    let methods = all_tests(&compiled.program, Dialect::JUnit5);
    for method in &methods {
        let names: BTreeSet<&str> = method.tests.iter().map(|test| test.name.as_str()).collect();
        assert_eq!(names.len(), method.tests.len(), "{names:?}");
        assert!(!method.tests.is_empty() || !method.skipped.is_empty());
    }
    assert!(methods.iter().flat_map(|method| &method.tests).any(|test| test.throws), "paying nothing fails");
}

#[test]
fn the_smallest_suite_takes_the_same_branches() {
    let compiled = compile_text("Account", SOURCE);
    let mut suite = suite(&compiled.program, Dialect::JUnit5);
    let branches = |suite: &Suite<'_>| {
        suite.tests.iter().flat_map(|test| test.branches.iter().copied()).collect::<BTreeSet<_>>()
    };
    let (all, number) = (branches(&suite), suite.tests.len());
    suite.tests.extend(suite.tests.clone());
    suite.minimise();
    assert_eq!(branches(&suite), all);
    assert!(suite.tests.len() <= number, "the second half of {number} tests adds nothing");
}
