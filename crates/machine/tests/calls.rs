//! The concrete machine from outside: build a heap, call a method, look at what came out.

use machine::concrete::{Machine, Outcome, Steps, Value};
use machine::{Limits, Recorder};
use program::{ClassId, MethodId, Program};

const SOURCE: &str = r#"
class Node {
    int value;
    Node next;
    String name;
    static int sum(Node n) { int s = 0; while (n != null) { s += n.value; n = n.next; } return s; }
    static String join(Node n) { String s = ""; for (; n != null; n = n.next) s += n.name; return s; }
    static int first(int[] a) { return a[0]; }
    static void reverse(long[] a) { for (int i = 0, j = a.length - 1; i < j; i++, j--) { long t = a[i]; a[i] = a[j]; a[j] = t; } }
    static int spin() { int i = 0; while (true) { i = (i + 1) % 3; } }
    static void print(String s) { System.out.println(s); }
}
"#;

fn method(program: &Program, class: ClassId, name: &str, descriptor: &str) -> MethodId {
    program.declared_method(class, name, descriptor).expect("the class declares it")
}

#[test]
fn a_machine_is_built_called_and_looked_at() {
    let compiled = testkit::compile_text("Node", SOURCE);
    let program = &compiled.program;
    let host = Recorder::default();
    let mut machine = Machine::new(program, Box::new(host.clone()), Limits::default());
    machine.boot().unwrap_or_else(|outcome| panic!("the JDK starts: {outcome:?}"));
    let class = program.class_named("Node").expect("compiled");
    let field = |name| program.declared_field(class, name).expect("declared");

    let mut list = Value::Null;
    for value in [3, 2, 1] {
        let node = machine.new_object(class).expect("room");
        let name = machine.new_string(&value.to_string().as_str().into()).expect("room");
        machine.set_field(node, field("value"), Value::Int(value));
        machine.set_field(node, field("name"), Value::Object(name));
        machine.set_field(node, field("next"), list);
        list = Value::Object(node);
    }
    let sum = method(program, class, "sum", "(LNode;)I");
    let outcome = machine.call(sum, &[list], &mut Steps(1000));
    assert!(matches!(outcome, Outcome::Returned(Some(Value::Int(6)))), "{outcome:?}");

    let join = method(program, class, "join", "(LNode;)Ljava/lang/String;");
    let Outcome::Returned(Some(Value::Object(text))) = machine.call(join, &[list], &mut ()) else {
        panic!("a string")
    };
    assert_eq!(machine.text(text).map(|text| text.to_string()).as_deref(), Some("123"));

    let longs = program.type_of_descriptor("[J").expect("a descriptor");
    let array = machine.new_array(longs, 3).expect("room");
    (0..3).for_each(|index| machine.set_element(array, index, Value::Long(i64::from(index))));
    let reverse = method(program, class, "reverse", "([J)V");
    assert!(matches!(machine.call(reverse, &[Value::Object(array)], &mut ()), Outcome::Returned(None)));
    assert_eq!(
        (0..3).map(|index| machine.element_at(array, index)).collect::<Vec<_>>(),
        [2, 1, 0].map(Value::Long)
    );

    let first = method(program, class, "first", "([I)I");
    let Outcome::Threw(thrown) = machine.call(first, &[Value::Null], &mut ()) else { panic!("an exception") };
    assert_eq!(&*program.class(thrown.class).name, "java/lang/NullPointerException");
    assert_eq!(
        thrown.lines.iter().map(|line| (line.name.as_str(), line.line)).collect::<Vec<_>>(),
        [("first", Some(8))]
    );

    let print = method(program, class, "print", "(Ljava/lang/String;)V");
    assert!(matches!(machine.call(print, &[Value::Object(text)], &mut ()), Outcome::Returned(None)));
    assert_eq!(host.output(), "123\n");
}

#[test]
fn a_loop_pauses_at_its_limit_and_repeats_its_snapshot() {
    let compiled = testkit::compile_text("Node", SOURCE);
    let program = &compiled.program;
    let mut machine = Machine::new(program, Box::new(Recorder::default()), Limits::default());
    let class = program.class_named("Node").expect("compiled");
    let spin = method(program, class, "spin", "()I");
    assert!(matches!(machine.call(spin, &[], &mut Steps(10)), Outcome::Paused));
    let seen = machine.snapshot();
    let repeats = (0..20).any(|_| {
        assert!(matches!(machine.resume(&mut Steps(1)), Outcome::Paused));
        machine.snapshot() == seen
    });
    assert!(repeats, "the loop has a period of a few instructions");
}
