//! Every arithmetic, conversion, shift and comparison instruction on thousands of operand pairs, against the JVM.
//!
//! One Java class has a method for each operator. `java` applies them all to operands read from a file and writes the
//! results to another; the machine calls the same methods on the same operands. Operands are all pairs of edge cases
//! and random ones; `CUPPER_RANDOM_PAIRS` and `CUPPER_RANDOM_SEED` change how many and which.

use std::fmt::Write as _;

use machine::concrete::{Machine, Outcome, Value};
use machine::{Limits, Silent};
use testkit::{Random, setting};

/// Name, kinds of operands and result, and the Java expression of an operator. Kinds are those of descriptors.
type Operator = (&'static str, &'static str, &'static str);

const ARITHMETIC: [Operator; 54] = [
    ("iadd", "III", "a + b"),
    ("isub", "III", "a - b"),
    ("imul", "III", "a * b"),
    ("idiv", "III", "a / b"),
    ("irem", "III", "a % b"),
    ("iand", "III", "a & b"),
    ("ior", "III", "a | b"),
    ("ixor", "III", "a ^ b"),
    ("ishl", "III", "a << b"),
    ("ishr", "III", "a >> b"),
    ("iushr", "III", "a >>> b"),
    ("ineg", "III", "-a"),
    ("iinc", "III", "b += 100"),
    ("inot", "III", "~a"),
    ("ladd", "JJJ", "a + b"),
    ("lsub", "JJJ", "a - b"),
    ("lmul", "JJJ", "a * b"),
    ("ldiv", "JJJ", "a / b"),
    ("lrem", "JJJ", "a % b"),
    ("land", "JJJ", "a & b"),
    ("lor", "JJJ", "a | b"),
    ("lxor", "JJJ", "a ^ b"),
    ("lshl", "JIJ", "a << b"),
    ("lshr", "JIJ", "a >> b"),
    ("lushr", "JIJ", "a >>> b"),
    ("lneg", "JJJ", "-a"),
    ("fadd", "FFF", "a + b"),
    ("fsub", "FFF", "a - b"),
    ("fmul", "FFF", "a * b"),
    ("fdiv", "FFF", "a / b"),
    ("frem", "FFF", "a % b"),
    ("fneg", "FFF", "-a"),
    ("dadd", "DDD", "a + b"),
    ("dsub", "DDD", "a - b"),
    ("dmul", "DDD", "a * b"),
    ("ddiv", "DDD", "a / b"),
    ("drem", "DDD", "a % b"),
    ("dneg", "DDD", "-a"),
    ("i2l", "IIJ", "(long) a"),
    ("i2f", "IIF", "(float) a"),
    ("i2d", "IID", "(double) a"),
    ("l2i", "JJI", "(int) a"),
    ("l2f", "JJF", "(float) a"),
    ("l2d", "JJD", "(double) a"),
    ("f2i", "FFI", "(int) a"),
    ("f2l", "FFJ", "(long) a"),
    ("f2d", "FFD", "(double) a"),
    ("d2i", "DDI", "(int) a"),
    ("d2l", "DDJ", "(long) a"),
    ("d2f", "DDF", "(float) a"),
    ("i2b", "III", "(byte) a"),
    ("i2c", "III", "(char) a"),
    ("i2s", "III", "(short) a"),
    ("f2b", "FFI", "(byte) a"),
];
const COMPARISONS: [(&str, &str); 6] =
    [("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">="), ("eq", "=="), ("ne", "!=")];

#[test]
fn operators_compute_what_the_jvm_computes() {
    let random = Random::new(setting("CUPPER_RANDOM_SEED", 2));
    let pairs = Pairs::new(random, setting("CUPPER_RANDOM_PAIRS", 1_000) as usize);
    let operators = operators();
    let compiled = testkit::compile_text("Operators", &java_source(&operators));
    let (operands, results) = ["operands", "results"].map(|name| compiled.path().join(name)).into();
    std::fs::write(&operands, pairs.bytes()).expect("a writable folder");
    testkit::java(compiled.path(), "Operators", &[&operands, &results]);
    let results = std::fs::read(&results).expect("java wrote its results");
    let mut expected =
        results.chunks_exact(8).map(|bits| i64::from_be_bytes(bits.try_into().expect("eight")));

    let program = &compiled.program;
    let mut machine = Machine::new(program, Box::new(Silent), Limits::default());
    machine.boot().unwrap_or_else(|outcome| panic!("the JDK starts: {outcome:?}"));
    let class = program.class_named("Operators").expect("compiled");
    for (name, kinds, expression) in &operators {
        let [a, b, result] = kinds.as_bytes() else { unreachable!("two operands and a result") };
        let descriptor = format!("({}{}){}", char::from(*a), char::from(*b), char::from(*result));
        let method = program.declared_method(class, name, &descriptor).expect("generated");
        for &(left, right) in pairs.of(*a) {
            let args = [operand(*a, left), operand(*b, right)];
            let actual = bits(program, machine.call(method, &args, &mut ()));
            let expected = expected.next().expect("java wrote a result for each pair");
            assert_eq!(actual, expected, "{name}: {expression} with {args:?}, as bits");
        }
    }
    assert!(expected.next().is_none(), "java wrote more than was asked");
}

/// What stands for an `ArithmeticException` among results.
const DIVISION_BY_ZERO: i64 = 0x0bad_0bad_0bad_0bad;

fn operators() -> Vec<(String, String, String)> {
    let owned = |(name, kinds, expression): Operator| (name.into(), kinds.into(), expression.into());
    let mut out: Vec<_> = ARITHMETIC.into_iter().map(owned).collect();
    for kind in ["I", "J", "F", "D"] {
        for (name, operator) in COMPARISONS {
            out.push((format!("{kind}{name}"), format!("{kind}{kind}Z"), format!("a {operator} b")));
            out.push((format!("{kind}{name}0"), format!("{kind}{kind}Z"), format!("a {operator} 0")));
            let branch = format!("!(a {operator} b) ? 3 : 4");
            out.push((format!("{kind}{name}branch"), format!("{kind}{kind}I"), branch));
        }
    }
    out
}

fn java_source(operators: &[(String, String, String)]) -> String {
    let java = |kind: u8| match kind {
        b'I' => "int",
        b'J' => "long",
        b'F' => "float",
        b'D' => "double",
        _ => "boolean",
    };
    let mut methods = String::new();
    let mut calls = String::new();
    for (name, kinds, expression) in operators {
        let [a, b, result] = kinds.as_bytes() else { unreachable!("two operands and a result") };
        let _ = writeln!(
            methods,
            "static {} {name}({} a, {} b) {{ return {expression}; }}",
            java(*result),
            java(*a),
            java(*b)
        );
        let _ = writeln!(
            calls,
            "static void run_{name}() throws IOException {{ for (int i = 0; i < {a}.length; i += 2) {{ \
             long result; try {{ result = bits({name}({}, {})); }} \
             catch (ArithmeticException e) {{ result = {DIVISION_BY_ZERO}L; }} out.writeLong(result); }} }}",
            java_operand(*a, &format!("{}[i]", char::from(*a))),
            java_operand(*b, &format!("{}[i + 1]", char::from(*a))),
            a = char::from(*a),
        );
    }
    let runs: String = operators.iter().map(|(name, ..)| format!("run_{name}();\n")).collect();
    format!(
        "import java.io.*;
class Operators {{
    static long[] I, J, F, D;
    static DataOutputStream out;
    static long bits(int value) {{ return value; }}
    static long bits(long value) {{ return value; }}
    static long bits(boolean value) {{ return value ? 1 : 0; }}
    static long bits(float value) {{ return Float.floatToIntBits(value); }}
    static long bits(double value) {{ return Double.doubleToLongBits(value); }}
    static long[] read(DataInputStream in) throws IOException {{
        long[] out = new long[in.readInt()];
        for (int i = 0; i < out.length; i++) out[i] = in.readLong();
        return out;
    }}
    {methods}{calls}
    public static void main(String[] args) throws IOException {{
        DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(args[0])));
        I = read(in); J = read(in); F = read(in); D = read(in);
        out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(args[1])));
        {runs}
        out.close();
    }}
}}"
    )
}

fn java_operand(kind: u8, bits: &str) -> String {
    match kind {
        b'I' => format!("(int) {bits}"),
        b'J' => bits.into(),
        b'F' => format!("Float.intBitsToFloat((int) {bits})"),
        _ => format!("Double.longBitsToDouble({bits})"),
    }
}

fn operand(kind: u8, bits: i64) -> Value {
    match kind {
        b'I' => Value::Int(bits as i32),
        b'J' => Value::Long(bits),
        b'F' => Value::Float(f32::from_bits(bits as u32)),
        _ => Value::Double(f64::from_bits(bits as u64)),
    }
}

/// The bits of a result as the Java class writes them: every NaN is the same.
fn bits(program: &program::Program, outcome: Outcome) -> i64 {
    match outcome {
        Outcome::Returned(Some(Value::Int(value))) => i64::from(value),
        Outcome::Returned(Some(Value::Long(value))) => value,
        Outcome::Returned(Some(Value::Float(value))) => {
            i64::from(if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() as i32 })
        }
        Outcome::Returned(Some(Value::Double(value))) => {
            if value.is_nan() {
                0x7ff8_0000_0000_0000
            } else {
                value.to_bits() as i64
            }
        }
        Outcome::Threw(thrown) => {
            assert_eq!(&*program.class(thrown.class).name, "java/lang/ArithmeticException");
            assert_eq!(thrown.message.as_deref(), Some("/ by zero"));
            DIVISION_BY_ZERO
        }
        other => panic!("an operator ended with {other:?}"),
    }
}

/// Operand pairs by kind, as bits.
struct Pairs {
    by_kind: [Vec<(i64, i64)>; 4],
}

impl Pairs {
    const KINDS: [u8; 4] = *b"IJFD";

    fn new(mut random: Random, count: usize) -> Self {
        let by_kind = Self::KINDS.map(|kind| {
            let edges = edges(kind);
            let all = edges.iter().flat_map(|&a| edges.iter().map(move |&b| (a, b)));
            let mut pairs: Vec<_> = all.collect();
            pairs.extend((0..count).map(|_| (any(&mut random, &edges), any(&mut random, &edges))));
            pairs
        });
        Self { by_kind }
    }

    fn of(&self, kind: u8) -> &[(i64, i64)] {
        let at = Self::KINDS.iter().position(|&known| known == kind);
        &self.by_kind[at.expect("a kind of operands")]
    }

    /// As the Java class reads them.
    fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for pairs in &self.by_kind {
            out.extend((2 * pairs.len() as i32).to_be_bytes());
            out.extend(pairs.iter().flat_map(|&(a, b)| [a, b]).flat_map(i64::to_be_bytes));
        }
        out
    }
}

/// Random bits, a small number, or something near an edge.
fn any(random: &mut Random, edges: &[i64]) -> i64 {
    match random.below(4) {
        0 | 1 => random.bits() as i64,
        2 => random.below(200) as i64 - 100,
        _ => random.pick(edges).wrapping_add(random.below(5) as i64 - 2),
    }
}

fn edges(kind: u8) -> Vec<i64> {
    let floats = |from: fn(f64) -> i64| {
        let plain = [0.0, 0.5, 1.0, 1.5, 2.5, 255.5, 65_536.0, 2_147_483_648.0, 9.223_372_036_854_776e18];
        let odd = [f64::INFINITY, 1e-300, 1e300, 0.1, 1.0 / 3.0, 16_777_217.0, 9_007_199_254_740_993.0];
        plain.into_iter().chain(odd).flat_map(|value| [value, -value]).map(from).collect::<Vec<_>>()
    };
    match kind {
        b'I' => {
            let near = [0, 7, 8, 15, 16, 31, 32, 33, 63, 64, 127, 255, 32_767, 65_535, 46_341, i32::MAX];
            near.into_iter().flat_map(|value| [value, !value, -value]).map(i64::from).collect()
        }
        b'J' => {
            let near = [0, 1, 31, 32, 63, 64, 65, 1 << 31, (1 << 32) - 1, 3_037_000_500, 1 << 53, i64::MAX];
            near.into_iter().flat_map(|value: i64| [value, !value, -value]).collect()
        }
        b'F' => {
            let mut out = floats(|value| i64::from((value as f32).to_bits()));
            let odd = [f32::NAN, f32::MIN_POSITIVE, f32::MAX, f32::from_bits(1), f32::EPSILON];
            out.extend(odd.map(|value| i64::from(value.to_bits())));
            out
        }
        _ => {
            let mut out = floats(|value| value.to_bits() as i64);
            let odd = [f64::NAN, f64::MIN_POSITIVE, f64::MAX, f64::from_bits(1), f64::EPSILON];
            out.extend(odd.map(|value| value.to_bits() as i64));
            out
        }
    }
}
