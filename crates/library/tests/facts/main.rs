//! The facts, and the JDK they are about.

use std::path::PathBuf;

use library::{Argument, Effect, Facts, Known, Method, Model, Primitive, Range, Roughly, Signature};
use program::{ClassPath, Program};

use testkit::jdks;

fn line(class: &str, name: &str, descriptor: &str) -> Option<&'static Method> {
    library::method(class, Signature { name, descriptor, is_native: false })
}

fn told(class: &str, name: &str, descriptor: &str) -> (Option<Model>, Effect, bool) {
    let known = line(class, name, descriptor);
    known.map_or((None, Effect::Outside, false), |method| (method.model, method.effect, method.is_quiet()))
}

fn read(text: &str) -> Result<Facts, String> {
    let mut facts = Facts::default();
    library::read(text, &mut facts).map_err(|line| line.to_string())?;
    Ok(facts)
}

#[test]
fn all_files_can_be_read() {
    for (package, text) in library::FILES {
        let facts = read(text).unwrap_or_else(|line| panic!("{package}: {line}"));
        assert!(!facts.packages.is_empty(), "{package}");
    }
}

#[test]
fn bad_lines_have_a_place_and_a_reason() {
    let bad = |text: &str| read(text).expect_err("the line is bad");
    assert_eq!(bad("package a: odd\n"), "line 1: no package is `odd`");
    assert_eq!(bad("package a\nclass B: blue\n"), "line 2: no class is `blue`");
    assert_eq!(bad("  f(): quiet\n"), "line 1: no method is `quiet`");
    assert_eq!(bad("  f(): raises nothing\n"), "line 1: a method without a class");
    assert_eq!(bad("class B\n  f(): model Loud\n"), "line 2: there is no model `Loud`");
    assert_eq!(bad("class B\n  f(): changes it\n"), "line 2: no parameter is called `it`");
    assert_eq!(bad("class B\n  f(): asks nobody\n"), "line 2: nobody can ask the `nobody`");
    assert_eq!(bad("class B\n  f: quiet\n"), "line 2: a method's line has a colon behind `)`");
    assert_eq!(bad("class B\n  f(int x): ensures x\n"), "line 2: a comparison is missing before ``");
    assert_eq!(bad("class B\n  f(int x): ensures (x < 1\n"), "line 2: a `)` is missing");
    assert_eq!(bad("class B\n  f(int x): ensures x < 1 2\n"), "line 2: `2` was not expected");
}

/// A call with two numbers.
struct Numbers(i128, i128, i128);

impl Known for Numbers {
    fn number(&self, argument: Argument) -> Option<i128> {
        match argument {
            Argument::This => None,
            Argument::Parameter(number) => Some(if number == 0 { self.0 } else { self.1 }),
        }
    }

    fn length(&self, _: Argument) -> Option<i128> {
        None
    }

    fn result(&self) -> Option<i128> {
        Some(self.2)
    }

    fn is_null(&self, _: Argument) -> Option<bool> {
        Some(false)
    }
}

impl Roughly for Numbers {
    fn number(&self, argument: Argument) -> Range {
        Known::number(self, argument).map_or(Range::ALL, Range::only)
    }

    fn length(&self, _: Argument) -> Range {
        Range { lo: Some(0), hi: None }
    }
}

#[test]
fn conditions_are_those_of_java() {
    let holds = |text: &str, numbers: &Numbers| {
        let facts =
            read(&format!("class B\n  f(int x, int y): ensures {text}\n")).expect("it is a condition");
        facts.classes["/B"].methods[0].ensures[0].holds(numbers)
    };
    let numbers = Numbers(2, -3, 7);
    for (text, expected) in [
        ("x == 2 && y == -3", Some(true)),
        ("x == 3 && y == -3 || result == 7", Some(true)),
        ("x == 3 && (y == -3 || result == 7)", Some(false)),
        ("x - y - 1 == 4", Some(true)),
        ("x + y * 2 <= -4", Some(true)),
        ("-x != -2", Some(false)),
        ("x > Integer.MAX_VALUE", Some(false)),
        ("x.length() > 0", None),
        ("x > 5 && x.length() > 0", Some(false)),
        ("x != null && y < x", Some(true)),
    ] {
        assert_eq!(holds(text, &numbers), expected, "{text}");
    }
}

/// Whatever result fits known arguments is inside the range that is told for them.
#[test]
fn ranges_hold_all_results_that_fit() {
    const SIZE: i128 = 9;
    let methods = library::classes().flat_map(|(_, class)| &class.methods);
    let mut ranges = 0;
    for condition in methods.flat_map(|method| &method.ensures) {
        for case in 0..SIZE.pow(3) {
            let [x, y, result] = [1, SIZE, SIZE * SIZE].map(|power| case / power % SIZE - SIZE / 2);
            let numbers = Numbers(x, y, result);
            if condition.holds(&numbers) != Some(true) {
                continue;
            }
            let range =
                condition.results(&numbers).unwrap_or_else(|| panic!("{condition:?} holds for {result}"));
            assert!(
                range.lo.is_none_or(|lo| lo <= result) && range.hi.is_none_or(|hi| result <= hi),
                "{condition:?}"
            );
            ranges += usize::from(range != Range::ALL);
        }
    }
    assert!(ranges > 1000, "{ranges} ranges said something");
}

#[test]
fn the_first_line_that_fits_counts() {
    assert_eq!(told("java/lang/String", "getChars", "(II[CI)V"), (None, Effect::Outside, false));
    assert_eq!(told("java/lang/String", "repeat", "(I)Ljava/lang/String;"), (None, Effect::None, false));
    let append = "(Ljava/lang/Object;)Ljava/lang/StringBuilder;";
    let this = Effect::Changes(Argument::This);
    assert_eq!(told("java/lang/StringBuilder", "append", append), (Some(Model::AppendObject), this, false));
    let array = Effect::Changes(Argument::Parameter(0));
    assert_eq!(told("java/util/Arrays", "sort", "([I)V"), (Some(Model::Sort), array, false));
    assert_eq!(told("java/util/Arrays", "sort", "([III)V"), (None, array, false));
}

#[test]
fn packages_speak_for_those_below_if_they_say_so() {
    assert!(library::lasts("java/time/chrono/IsoChronology") && library::lasts("java/net/URI"));
    assert!(!library::lasts("java/net/Socket") && !library::lasts("java/lang/StringBuilder"));
    assert!(!library::lasts("java/timer/Clock"));
    let imported = |name| library::packages_of(name).any(|package| package.is_imported);
    assert!(imported("java/util") && !imported("java/util/regex"));
}

/// Names that are written in Rust are names of classes.
#[test]
fn names_are_those_of_classes() {
    let program = program();
    let missing: Vec<_> =
        library::names::ALL.iter().filter(|name| program.class_named(name).is_err()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// What reads a text can throw, and is no box around its argument.
#[test]
fn boxes_of_texts_are_not_boxes_of_numbers() {
    assert_eq!(told("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;").0, Some(Model::Box));
    assert_eq!(told("java/lang/Integer", "valueOf", "(Ljava/lang/String;)Ljava/lang/Integer;").0, None);
    assert_eq!(told("java/lang/Integer", "valueOf", "(Ljava/lang/String;I)Ljava/lang/Integer;").0, None);
}

#[test]
fn what_throws_is_not_quiet() {
    let is_quiet = |name, descriptor| told("java/lang/Math", name, descriptor).2;
    assert!(is_quiet("abs", "(I)I") && is_quiet("floor", "(D)D") && is_quiet("max", "(JJ)J"));
    for (name, descriptor) in
        [("addExact", "(II)I"), ("floorMod", "(II)I"), ("clamp", "(JII)I"), ("random", "()D")]
    {
        assert!(!is_quiet(name, descriptor), "{name}");
    }
}

#[test]
fn every_primitive_type_has_its_box() {
    for primitive in Primitive::ALL {
        let class = library::class(library::box_of(primitive)).expect("boxes are known");
        assert_eq!(class.box_of, Some(primitive));
        assert!(class.is_immutable);
    }
}

/// Classes of which something is said exist, and so do methods that are named, unless they are newer than this JDK.
#[test]
fn the_jdk_has_what_the_files_speak_of() {
    let jdks = jdks();
    println!("looked into {jdks:?}");
    for (version, home) in jdks {
        let absent = absent(version, home);
        assert!(absent.is_empty(), "JDK {version}: {absent:#?}");
    }
}

fn absent(version: u32, home: PathBuf) -> Vec<String> {
    let path = ClassPath { entries: Vec::new(), jdk: Some(home) };
    let program = Program::new(&path).expect("a JDK can be read");
    let named =
        library::classes().filter(|(name, class)| *name != library::EVERY_CLASS && !class.is_environment);
    let absent = named.flat_map(|(name, class)| {
        let Ok(id) = program.class_named(name) else { return vec![name.to_owned()] };
        let declared: Vec<_> = program.class(id).methods().map(|method| program.method(method)).collect();
        let exists = |pattern: &library::Pattern| {
            declared.iter().any(|method| {
                let (name, descriptor) = (&*method.name, &*method.descriptor);
                pattern.fits(Signature { name, descriptor, is_native: method.is_native() })
            })
        };
        let is_due =
            |method: &&Method| method.pattern.is_exact() && method.since.is_none_or(|since| since <= version);
        let due = class.methods.iter().filter(is_due).map(|method| &method.pattern);
        due.filter(|pattern| !exists(pattern)).map(|pattern| format!("{name}: {pattern:?}")).collect()
    });
    absent.collect()
}

/// Java chooses among overloaded methods by their parameters: whoever reads of one on integers must find the others, and none of
/// them has a receiver.
#[test]
fn integer_methods_are_told_with_all_their_overloads() {
    let is_whole = |ty: &str| ty == "int" || ty == "long";
    let mut seen = 0;
    for (_, home) in jdks() {
        let program =
            Program::new(&ClassPath { entries: Vec::new(), jdk: Some(home) }).expect("a JDK can be read");
        for (name, class) in library::classes() {
            let Ok(id) = program.class_named(name) else { continue };
            let told = class.methods.iter().map(|line| &line.pattern);
            for pattern in told.filter(|pattern| pattern.is_exact() && pattern.result().is_some_and(is_whole))
            {
                let arity = pattern.params().map(<[String]>::len);
                let of_name = program.class(id).methods().map(|method| program.method(method));
                for method in of_name
                    .filter(|method| *method.name == *pattern.name() && Some(method.params.len()) == arity)
                {
                    let is_number = |&param: &program::TypeId| is_whole(&program.type_name(param));
                    if !method.params.iter().all(is_number) {
                        continue;
                    }
                    let signature =
                        Signature { name: &method.name, descriptor: &method.descriptor, is_native: false };
                    let line = library::method(name, signature).expect("a line fits");
                    assert!(method.is_static(), "{name}.{} has a receiver", method.name);
                    assert!(
                        line.pattern.result().is_some_and(is_whole),
                        "{name}.{} {}",
                        method.name,
                        method.descriptor
                    );
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 80, "{seen} methods");
}

fn program() -> Program {
    let (_, home) = jdks().remove(0);
    Program::new(&ClassPath { entries: Vec::new(), jdk: Some(home) }).expect("a JDK can be read")
}

#[test]
fn classes_that_may_be_mentioned_are_as_the_jdk_has_them() {
    for (version, home) in jdks() {
        let program =
            Program::new(&ClassPath { entries: Vec::new(), jdk: Some(home) }).expect("a JDK can be read");
        let class = |name: &str| program.class(program.class_named(name).expect("a class of the JDK"));
        for (name, parent) in library::mentioned::all() {
            let found = class(&name).superclass.map_or("", |class| &*program.class(class).name);
            assert_eq!(found.rsplit('/').next(), Some(parent), "JDK {version}: {name}");
            let short = name.rsplit('/').next().unwrap_or(&name);
            assert_eq!(library::mentioned::is_interface(short), class(&name).is_interface(), "{name}");
            let is_comparable = library::mentioned::parents(short).contains(&"Comparable");
            let interfaces = &class(&name).interfaces;
            let compares =
                interfaces.iter().any(|id| &*program.class(*id).name == library::names::COMPARABLE);
            assert_eq!(is_comparable, compares, "{name}");
        }
    }
}
