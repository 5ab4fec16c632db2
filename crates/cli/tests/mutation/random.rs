//! Random Java programs, a statement a line: integers, objects that may be null or shared, branches, loops that end, calls.

use std::fmt::Write;

/// A small generator of numbers, the same everywhere (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % sides as u64) as usize
    }

    fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.roll(items.len())]
    }
}

/// The class `Random<seed>` with three methods.
pub fn program(seed: u64) -> String {
    let class = format!("Random{seed}");
    let mut writer =
        Writer { dice: Dice(seed), out: String::new(), class: class.clone(), loops: 0, method: 0, depth: 2 };
    writer.line(0, &format!("class {class} {{"));
    writer.line(1, "int value;");
    writer.line(1, &format!("{class} next;"));
    for method in 0..3 {
        writer.method(method);
    }
    writer.line(0, "}");
    writer.out
}

const INTS: [&str; 5] = ["a", "b", "x", "y", "z"];
const OBJECTS: [&str; 4] = ["p", "q", "r", "s"];

struct Writer {
    dice: Dice,
    out: String,
    class: String,
    /// Numbers variables of loops and handlers.
    loops: usize,
    /// The method being written; it may call the one before it.
    method: usize,
    depth: usize,
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        writeln!(self.out, "{:1$}{text}", "", depth * 4).expect("a string takes everything");
    }

    fn method(&mut self, number: usize) {
        let class = self.class.clone();
        self.method = number;
        self.line(1, &format!("static int f{number}(int a, int b, {class} p, {class} q) {{"));
        for local in &INTS[2..] {
            let value = self.int();
            self.line(
                2,
                &format!("int {local} = {};", if value.contains(['x', 'y', 'z']) { "b" } else { &value }),
            );
        }
        let start = self.dice.pick(&["p", "q", "null"]);
        self.line(2, &format!("{class} r = {start};"));
        self.line(2, &format!("{class} s = new {class}();"));
        for _ in 0..4 + number {
            self.statement(2);
        }
        let result = self.dice.pick(&INTS);
        self.line(2, &format!("return {result};"));
        self.line(1, "}");
    }

    fn statement(&mut self, depth: usize) {
        self.depth = depth;
        match self.dice.roll(if depth < 4 { 12 } else { 8 }) {
            0..=3 => self.assign(),
            4 => self.write_field(),
            5 => self.move_object(),
            6 => self.link(),
            7 => self.step(),
            8 | 9 => self.branch(depth),
            10 => self.counted(depth),
            _ => self.guarded(depth),
        }
    }

    fn assign(&mut self) {
        let (target, value) = (self.dice.pick(&INTS[2..]), self.int());
        self.line(self.depth, &format!("{target} = {value};"));
    }

    fn step(&mut self) {
        let (target, how) = (self.dice.pick(&INTS[2..]), self.dice.pick(&["++", "--", " += a", " *= 2"]));
        self.line(self.depth, &format!("{target}{how};"));
    }

    fn write_field(&mut self) {
        let (object, value) = (self.dice.pick(&OBJECTS), self.int());
        self.line(self.depth, &format!("{object}.value = {value};"));
    }

    fn move_object(&mut self) {
        let (target, class) = (self.dice.pick(&OBJECTS[2..]), self.class.clone());
        let value = match self.dice.roll(3) {
            0 => self.dice.pick(&OBJECTS).to_owned(),
            1 => format!("{}.next", self.dice.pick(&OBJECTS)),
            _ => format!("new {class}()"),
        };
        self.line(self.depth, &format!("{target} = {value};"));
    }

    fn link(&mut self) {
        let (from, to) = (self.dice.pick(&OBJECTS), self.dice.pick(&OBJECTS));
        self.line(self.depth, &format!("{from}.next = {to};"));
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.condition();
        self.line(depth, &format!("if ({condition}) {{"));
        self.block(depth + 1);
        if self.dice.roll(2) == 0 {
            self.line(depth, "} else {");
            self.block(depth + 1);
        }
        self.line(depth, "}");
    }

    fn counted(&mut self, depth: usize) {
        let (counter, bound) = (format!("k{}", self.loops), self.dice.pick(&["3", "(a & 3)", "(b & 7)"]));
        self.loops += 1;
        self.line(depth, &format!("for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"));
        self.block(depth + 1);
        self.line(depth, "}");
    }

    /// A try whose handler notes that it ran, or not.
    fn guarded(&mut self, depth: usize) {
        let class = self.dice.pick(&["ArithmeticException", "NullPointerException", "RuntimeException"]);
        self.line(depth, "try {");
        self.block(depth + 1);
        self.loops += 1;
        self.line(depth, &format!("}} catch ({class} e{}) {{", self.loops));
        self.block(depth + 1);
        self.line(depth, "}");
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..1 + self.dice.roll(2) {
            self.statement(depth);
        }
    }

    fn condition(&mut self) -> String {
        match self.dice.roll(4) {
            0 => format!("{} == null", self.dice.pick(&OBJECTS)),
            1 => format!("{} == {}", self.dice.pick(&OBJECTS), self.dice.pick(&OBJECTS)),
            _ => format!(
                "{} {} {}",
                self.dice.pick(&INTS),
                self.dice.pick(&["<", ">", "==", "!="]),
                self.dice.pick(&["0", "1", "a", "b", "x"])
            ),
        }
    }

    fn int(&mut self) -> String {
        match self.dice.roll(7) {
            0 => self.dice.pick(&["0", "1", "-1", "7"]).to_owned(),
            1 | 2 => self.dice.pick(&INTS).to_owned(),
            3 => format!("{}.value", self.dice.pick(&OBJECTS[..2])),
            4 => format!("{} / {}", self.dice.pick(&INTS), self.dice.pick(&INTS)),
            5 if self.method > 0 => {
                format!(
                    "f{}({}, b, p, {})",
                    self.method - 1,
                    self.dice.pick(&INTS),
                    self.dice.pick(&["p", "q"])
                )
            }
            _ => format!(
                "{} {} {}",
                self.dice.pick(&INTS),
                self.dice.pick(&["+", "-", "*"]),
                self.dice.pick(&INTS)
            ),
        }
    }
}
