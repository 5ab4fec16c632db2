//! What the files say of methods, tried on a JVM: every public method that a line speaks of is called with corner cases and random
//! values, and must throw, return, change and repeat as told. Each JDK that is installed is asked.

mod judge;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use library::{Method, Signature};
use program::{ClassPath, Program};

use testkit::Random;
use value::Value;

/// Calls of each method.
const CALLS: usize = 24;

/// Lines that are not tried, by class and name: they end the JVM, wait, or need what only a program of its own can give.
const UNTRIED: [(&str, &str, &str); 11] = [
    ("java/lang/System", "exit", "ends the JVM"),
    ("java/lang/Thread", "sleep", "waits"),
    ("java/lang/Throwable", "*", "is modelled, and tried with programs"),
    ("java/lang/Class", "getProtectionDomain", "says where the test is"),
    ("java/lang/Object", "notify", "needs a lock"),
    ("java/lang/Object", "notifyAll", "needs a lock"),
    ("java/lang/Object", "equals", "compares values that are made anew"),
    ("java/util/Arrays", "setAll", "runs code that is handed over"),
    ("java/util/Arrays", "parallelSetAll", "runs code that is handed over"),
    ("java/util/Arrays", "parallelPrefix", "runs code that is handed over"),
    ("java/lang/Class", "newInstance", "runs a constructor"),
];

/// One call that is to be made.
struct Call {
    class: String,
    name: String,
    descriptor: String,
    line: &'static Method,
    /// The receiver first, if there is one.
    values: Vec<Option<Value>>,
}

impl Call {
    /// As `Try.java` reads it.
    fn text(&self) -> String {
        let (params, _) = self.descriptor.split_once(')').expect("a descriptor has a result");
        let values = self.values.iter().map(|value| value.as_ref().map_or("null:".into(), Value::text));
        let values: Vec<String> = values.collect();
        format!("{}\t{}\t{params})\t{}", self.class, self.name, values.join("\t"))
    }
}

#[test]
fn methods_do_what_their_lines_say() {
    for (version, home) in testkit::jdks() {
        let calls = calls(&home);
        let answers = answers(&home, &calls);
        let mut tried: BTreeMap<String, usize> = BTreeMap::new();
        let mut wrong: BTreeSet<String> = BTreeSet::new();
        for (call, answer) in calls.iter().zip(&answers) {
            let told = format!("{}.{}{}", call.class, call.name, call.descriptor);
            match judge::judge(call, answer) {
                Ok(checks) => *tried.entry(told).or_default() += checks,
                Err(problem) => _ = wrong.insert(format!("{problem}: {} gave {answer}", call.text())),
            }
        }
        assert!(wrong.is_empty(), "JDK {version}: {wrong:#?}");
        let idle: Vec<&String> =
            tried.iter().filter(|(_, checks)| **checks == 0).map(|(told, _)| told).collect();
        assert!(idle.is_empty(), "JDK {version}: nothing was checked of {idle:#?}");
        println!("JDK {version}: {} calls of {} methods", calls.len(), tried.len());
        assert!(tried.len() > 400, "JDK {version}: only {} methods were tried", tried.len());
    }
}

/// A judge that finds nothing wrong is no judge.
#[test]
fn wrong_answers_are_found() {
    let program = program(&testkit::jdks().remove(0).1);
    let call = |class: &str, name: &str, descriptor: &str, values: Vec<Option<Value>>| {
        let signature = Signature { name, descriptor, is_native: false };
        assert!(program.class_named(class).is_ok());
        let line = library::method(class, signature).expect("the method is told");
        Call { class: class.into(), name: name.into(), descriptor: descriptor.into(), line, values }
    };
    let int = |value: i64| Some(Value::Number("int", value));
    let modulo = call("java/lang/Math", "floorMod", "(II)I", vec![None, int(7), int(3)]);
    assert!(judge::judge(&modulo, "value\t1\t-\t-\tagain\town").is_ok());
    assert!(judge::judge(&modulo, "value\t3\t-\t-\tagain\town").is_err());
    assert!(judge::judge(&modulo, "threw java/lang/ArithmeticException\t-\t-\t-\tagain\town").is_err());
    assert!(judge::judge(&modulo, "value\t1\t-\t-\tdiffers\town").is_err());
    let by_zero = call("java/lang/Math", "floorMod", "(II)I", vec![None, int(7), int(0)]);
    assert!(judge::judge(&by_zero, "value\t1\t-\t-\tagain\town").is_err());
    let text = || Some(Value::Text("text", vec![97, 98]));
    let array = call("java/lang/String", "toCharArray", "()[C", vec![text()]);
    assert!(judge::judge(&array, "value\t-\t-\t-\tagain\town").is_ok());
    assert!(judge::judge(&array, "value\t-\t-\t-\tagain\tshared").is_err());
    assert!(judge::judge(&array, "null\t-\t-\t-\tagain\town").is_err());
    assert!(judge::judge(&array, "value\t-\t-\t0\tagain\town").is_err());
}

fn program(home: &Path) -> Program {
    Program::new(&ClassPath { entries: Vec::new(), jdk: Some(home.to_path_buf()) })
        .expect("a JDK can be read")
}

/// Calls of all methods of which a line says something.
fn calls(home: &Path) -> Vec<Call> {
    const PUBLIC: u16 = 1;
    let program = program(home);
    let mut random = Random::new(17);
    let mut calls = Vec::new();
    for (class, _) in library::classes().filter(|(name, _)| name.starts_with("java/")) {
        let Ok(id) = program.class_named(class) else { continue };
        if program.class(id).flags.0 & PUBLIC == 0 {
            continue;
        }
        for method in program.class(id).methods().map(|method| program.method(method)) {
            let (name, descriptor) = (&*method.name, &*method.descriptor);
            let signature = Signature { name, descriptor, is_native: method.is_native() };
            let Some(line) = library::method(class, signature) else { continue };
            let is_listed =
                |exempt: &(&str, &str, &str)| exempt.0 == class && (exempt.1 == name || exempt.1 == "*");
            let is_abstract = method.is_constructor() && program.class(id).flags.is(program::Flags::ABSTRACT);
            let is_exempt = UNTRIED.iter().any(is_listed) || !judge::can_be_judged(line);
            if method.flags.0 & PUBLIC == 0 || is_abstract || is_exempt {
                continue;
            }
            let has_receiver = !method.is_static() && !method.is_constructor();
            for number in 0..CALLS {
                let receiver = has_receiver.then(|| value::receiver(class, &mut random));
                let params = method.params.iter();
                let params =
                    params.map(|&param| value::of_type(&program.descriptor(param), number, &mut random));
                let Some(params) = params.collect::<Option<Vec<_>>>() else { break };
                let Some(receiver) = receiver.map_or(Some(None), |made| made.map(Some)) else { break };
                let values = std::iter::once(receiver).chain(params.into_iter().map(Some)).collect();
                let (class, name) = (class.to_owned(), name.to_owned());
                calls.push(Call { class, name, descriptor: descriptor.to_owned(), line, values });
            }
        }
    }
    calls
}

/// What a JVM says of each call.
fn answers(home: &Path, calls: &[Call]) -> Vec<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tried/Try.java");
    let mut java = Command::new(home.join("bin/java"))
        .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx96m"])
        .arg(source)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a JDK has a `java`");
    let text: String = calls.iter().map(|call| call.text() + "\n").collect();
    let mut input = java.stdin.take().expect("it is a pipe");
    input.write_all(text.as_bytes()).expect("it reads all calls");
    drop(input);
    let output = java.wait_with_output().expect("it ends");
    assert!(output.status.success(), "it ends well");
    let answers: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), calls.len(), "every call is answered");
    answers
}
