//! Random Java programs, mostly a statement a line: integers, objects that may be null or shared, arrays, a static field, builders, output,
//! branches, loops that end, handlers, `finally`, calls.

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
    writer.line(1, "static int count;");
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
        let parameters = format!("int a, int b, {class} p, {class} q, int[] v, StringBuilder out");
        self.line(1, &format!("static int f{number}({parameters}) {{"));
        for local in &INTS[2..] {
            let value = self.int();
            self.line(
                2,
                &format!(
                    "int {local} = {};",
                    if value.contains(['x', 'y', 'z', 's']) { "b" } else { &value }
                ),
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
        match self.dice.roll(if depth < 4 { 19 } else { 12 }) {
            0..=2 => self.assign(),
            3 => self.write_field(),
            4 => self.move_object(),
            5 => self.link(),
            6 => self.step(),
            7 => self.write_element(),
            8 => self.write_static(),
            9 => self.build(),
            10 => self.print(),
            11 => self.two(),
            12 | 13 => self.branch(depth),
            14 => self.counted(depth),
            15 => self.until(depth),
            16 => self.switch(depth),
            17 => self.guarded(depth),
            _ => self.finally(depth),
        }
    }

    fn write_element(&mut self) {
        let (index, value) = (self.dice.pick(&["0", "1", "a & 1", "x"]), self.int());
        let how = self.dice.pick(&["=", "+=", "="]);
        self.line(self.depth, &format!("v[{index}] {how} {value};"));
    }

    fn write_static(&mut self) {
        let value = self.int();
        let write = match self.dice.roll(3) {
            0 => "count++;".to_owned(),
            _ => format!("count = {value};"),
        };
        self.line(self.depth, &write);
    }

    fn build(&mut self) {
        let (value, number) = (self.dice.pick(&INTS), self.loops);
        self.loops += 1;
        match self.dice.roll(3) {
            0 => self.line(self.depth, &format!("out.append({value});")),
            1 => self.line(self.depth, &format!("String t{number} = \"v\" + {value};")),
            _ => {
                self.line(self.depth, &format!("StringBuilder t{number} = new StringBuilder();"));
                self.line(self.depth, &format!("t{number}.append({value});"));
                let reader = self.dice.pick(&["y", "z"]);
                self.line(self.depth, &format!("{reader} = t{number}.length();"));
            }
        }
    }

    fn print(&mut self) {
        let value = self.dice.pick(&INTS);
        self.line(self.depth, &format!("System.out.println({value});"));
    }

    /// Two on one line.
    fn two(&mut self) {
        let (first, second) = (self.int(), self.int());
        let (one, other) = (self.dice.pick(&INTS[2..]), self.dice.pick(&INTS[2..]));
        self.line(self.depth, &format!("{one} = {first}; {other} = {second};"));
    }

    fn until(&mut self, depth: usize) {
        let (counter, bound) = (format!("k{}", self.loops), self.dice.pick(&["2", "(b & 3)"]));
        let condition = self.condition();
        self.loops += 1;
        self.line(depth, &format!("int {counter} = 0;"));
        self.line(depth, &format!("while ({counter} < {bound} && ({condition})) {{"));
        self.line(depth + 1, &format!("{counter}++;"));
        self.block(depth + 1);
        if self.dice.roll(2) == 0 {
            let (condition, jump) = (self.condition(), self.dice.pick(&["break", "continue"]));
            self.line(depth + 1, &format!("if ({condition}) {{"));
            self.line(depth + 2, &format!("{jump};"));
            self.line(depth + 1, "}");
        }
        self.line(depth, "}");
    }

    fn switch(&mut self, depth: usize) {
        let chosen = self.dice.pick(&["a", "b & 3", "x"]);
        self.line(depth, &format!("switch ({chosen}) {{"));
        for label in ["case 0:", "case 1:", "default:"] {
            self.line(depth + 1, label);
            self.statement(depth + 2);
            if self.dice.roll(3) > 0 {
                self.line(depth + 2, "break;");
            }
        }
        self.line(depth, "}");
    }

    fn finally(&mut self, depth: usize) {
        self.line(depth, "try {");
        self.block(depth + 1);
        self.line(depth, "} finally {");
        self.statement(depth + 1);
        self.line(depth, "}");
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
        match self.dice.roll(6) {
            0 => format!("{} == null", self.dice.pick(&OBJECTS)),
            2 => {
                let (first, sign) = (self.undecided(), self.dice.pick(&["&&", "||"]));
                format!("{first} {sign} {} > 0", self.dice.pick(&["p.value", "v[0]", "y", "z / a"]))
            }
            1 => format!("{} == {}", self.dice.pick(&OBJECTS), self.dice.pick(&OBJECTS)),
            _ => self.comparison(),
        }
    }

    /// A comparison that goes both ways, whatever line is changed: what is skipped within a line is not seen to be unreached.
    fn undecided(&mut self) -> &'static str {
        self.dice.pick(&["a < b", "a > 1", "b != a", "b > 0"])
    }

    fn comparison(&mut self) -> String {
        let (left, sign) = (self.dice.pick(&INTS), self.dice.pick(&["<", ">", "==", "!="]));
        format!("{left} {sign} {}", self.dice.pick(&["0", "1", "a", "b", "x"]))
    }

    fn int(&mut self) -> String {
        match self.dice.roll(10) {
            7 => format!("v[{}]", self.dice.pick(&["0", "a & 1", "b"])),
            8 => self.dice.pick(&["count", "out.length()", "v.length", "s.value++"]).to_owned(),
            9 => {
                let (condition, yes) = (self.undecided(), self.dice.pick(&INTS));
                format!("({condition} ? {yes} : {})", self.dice.pick(&["1", "q.value", "b"]))
            }
            0 => self.dice.pick(&["0", "1", "-1", "7"]).to_owned(),
            1 | 2 => self.dice.pick(&INTS).to_owned(),
            3 => format!("{}.value", self.dice.pick(&OBJECTS[..2])),
            4 => format!("{} / {}", self.dice.pick(&INTS), self.dice.pick(&INTS)),
            5 if self.method > 0 => {
                let (first, object) = (self.dice.pick(&INTS), self.dice.pick(&["p", "q"]));
                format!("f{}({first}, b, p, {object}, v, out)", self.method - 1)
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
