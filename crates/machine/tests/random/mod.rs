//! Random Java: classes full of small well-typed methods that always stop.
//!
//! Each method is made from its own seed, mixes what it computes into a number, and says it at its end. Loops count
//! to a small bound, calls go only to the fixed classes of the [`PREAMBLE`], and whatever a method throws is told
//! instead of its number.

mod expression;
mod statement;

use std::fmt::Write as _;

use testkit::Random;

/// Types of variables and expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    Int,
    Long,
    Float,
    Double,
    Boolean,
    Char,
    Byte,
    Short,
    String,
    Ints,
    Longs,
    Shape,
}

impl Ty {
    pub const ALL: [Ty; 12] = [
        Ty::Int,
        Ty::Long,
        Ty::Float,
        Ty::Double,
        Ty::Boolean,
        Ty::Char,
        Ty::Byte,
        Ty::Short,
        Ty::String,
        Ty::Ints,
        Ty::Longs,
        Ty::Shape,
    ];

    pub fn java(self) -> &'static str {
        match self {
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Float => "float",
            Ty::Double => "double",
            Ty::Boolean => "boolean",
            Ty::Char => "char",
            Ty::Byte => "byte",
            Ty::Short => "short",
            Ty::String => "String",
            Ty::Ints => "int[]",
            Ty::Longs => "long[]",
            Ty::Shape => "Shape",
        }
    }
}

/// Writes one method.
struct Writer {
    random: Random,
    out: String,
    /// Variables in scope, innermost last, and whether they may be assigned: a loop's counter may not.
    scope: Vec<(String, Ty, bool)>,
    names: usize,
    /// Labels of the loops around, innermost last.
    loops: Vec<String>,
    depth: usize,
}

/// The Java source of a method that says what it computed.
pub fn method(name: &str, seed: u64) -> String {
    let mut writer = Writer {
        random: Random::new(seed),
        out: String::new(),
        scope: vec![("p".into(), Ty::Int, true), ("q".into(), Ty::Long, true)],
        names: 0,
        loops: Vec::new(),
        depth: 0,
    };
    let count = 4 + writer.random.below(8);
    (0..count).for_each(|_| writer.statement());
    let seen: String = writer.scope.iter().fold(String::new(), |mut seen, (name, ..)| {
        let _ = write!(seen, "mix({name}); ");
        seen
    });
    let body = writer.out;
    format!("static long {name}(int p, long q) {{\n{body}{seen}return h;\n}}\n")
}

/// A class `name` with these methods, whose `run` calls each in turn.
pub fn class(name: &str, methods: &[(String, u64)]) -> String {
    let mut out = format!("class {name} extends Base {{\n");
    let mut calls = String::new();
    for (method_name, seed) in methods {
        out.push_str(&method(method_name, *seed));
        let _ = writeln!(
            calls,
            "reset(); try {{ say(\"{method_name}\", {method_name}({}, {}L)); }} \
             catch (Throwable e) {{ say(\"{method_name}\", e); }}",
            *seed as i32,
            *seed as i64 / 3
        );
    }
    let _ = writeln!(out, "static void run() {{\n{calls}}}\n}}");
    out
}

/// What all methods share: fields, a class hierarchy to call into, and the number everything is mixed into.
pub const PREAMBLE: &str = r#"
abstract class Shape {
    int size;
    Shape other;
    static int made;
    Shape(int size) { this.size = size; made++; other = this; }
    abstract long area(int scale);
    String name() { return getClass().getSimpleName() + size; }
    int sum(int... values) { int out = size; for (int value : values) out += value; return out; }
    static Shape make(int kind) {
        switch (kind & 15) {
            case 0: return null;
            case 1: case 2: case 3: return new Circle(kind >> 1);
            case 4: case 5: return new Round(kind % 7);
            default: return new Square(kind);
        }
    }
}
class Square extends Shape {
    Square(int size) { super(size); }
    long area(int scale) { return (long) size * size * scale; }
}
class Circle extends Shape {
    double radius;
    Circle(int size) { super(size + 1); radius = size / 3.0; }
    long area(int scale) { return Math.round(radius * radius * scale); }
    int grow() { return size++; }
}
class Round extends Circle {
    Round(int size) { super(-size); }
    long area(int scale) { return super.area(scale) / size; }
    String name() { return "round " + super.name(); }
}
class Base {
    static long h;
    static int si; static long sl; static float sf; static double sd; static String ss; static Shape shape;
    static int[] ints; static final int[] COUNTS = new int[5];
    static void reset() {
        h = 17; si = 3; sl = -5; sf = 0.5f; sd = 1e10; ss = "s"; shape = new Square(2); ints = new int[] {4, 0, -1};
        java.util.Arrays.fill(COUNTS, 0);
    }
    static void mix(long value) { h = h * 31 + value; }
    static void mix(int value) { h = h * 37 + value; }
    static void mix(boolean value) { h = h * 41 + (value ? 1 : 0); }
    static void mix(float value) { h = h * 43 + Float.floatToIntBits(value); }
    static void mix(double value) { h = h * 47 + Double.doubleToLongBits(value); }
    static void mix(Object value) { h = h * 53 + (value == null ? 7 : value.hashCode()); }
    static void mix(Shape value) { h = h * 59 + (value == null ? 7 : value.size); }
    static void mix(int[] value) { h = h * 61 + java.util.Arrays.hashCode(value); }
    static void mix(long[] value) { h = h * 67 + java.util.Arrays.hashCode(value); }
    static int bump(int by) { si += by; return si; }
    static <T> T pass(T value) { COUNTS[1]++; return value; }
    static void say(String name, Object what) { System.out.println((name + " " + what + " " + h).replace('\n', '|')); }
}
"#;
