//! Random expressions of a type.

use super::{Ty, Writer};

const INTS: [&str; 12] =
    ["0", "1", "-1", "2", "7", "31", "255", "65536", "-100", "Integer.MAX_VALUE", "Integer.MIN_VALUE", "'x'"];
const LONGS: [&str; 8] =
    ["0L", "1L", "-1L", "63L", "1L << 40", "Long.MIN_VALUE", "Long.MAX_VALUE", "12345678901L"];
const FLOATS: [&str; 8] =
    ["0f", "-0f", "1.5f", "1e30f", "Float.NaN", "Float.MIN_VALUE", "Float.POSITIVE_INFINITY", "-3.25f"];
const DOUBLES: [&str; 8] =
    ["0.0", "-0.0", "2.5", "1e300", "Double.NaN", "Double.MIN_VALUE", "Double.NEGATIVE_INFINITY", "0.1"];
const STRINGS: [&str; 5] = ["\"\"", "\"abc\"", "\"\\u00e9\"", "\"a\" + 1", "\"Zz\".intern()"];
const CHARS: [&str; 4] = ["'a'", "'\\uffff'", "'0'", "'\\n'"];

impl Writer {
    /// An expression that never has to be put in parentheses.
    pub fn expression(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.random.once_in(4) {
            return self.leaf(ty);
        }
        let below = depth - 1;
        match ty {
            Ty::Int => self.int(below),
            Ty::Long => self.long(below),
            Ty::Float => self.floating(Ty::Float, below),
            Ty::Double => self.floating(Ty::Double, below),
            Ty::Boolean => self.boolean(below),
            Ty::Char | Ty::Byte | Ty::Short => {
                let from =
                    *self.random.pick(&[Ty::Int, Ty::Long, Ty::Float, Ty::Double, Ty::Char, Ty::Short]);
                format!("(({}) {})", ty.java(), self.expression(from, below))
            }
            Ty::String => self.string(below),
            Ty::Ints => self.array("int", Ty::Int, below),
            Ty::Longs => self.array("long", Ty::Long, below),
            Ty::Shape => self.shape(below),
        }
    }

    /// A variable, a field or a constant.
    pub fn leaf(&mut self, ty: Ty) -> String {
        let variables: Vec<_> = self.scope.iter().filter(|(_, of, _)| *of == ty).collect();
        if !variables.is_empty() && !self.random.once_in(4) {
            return self.random.pick(&variables).0.clone();
        }
        let constants: &[&str] = match ty {
            Ty::Int => &INTS,
            Ty::Long => &LONGS,
            Ty::Float => &FLOATS,
            Ty::Double => &DOUBLES,
            Ty::Boolean => &["true", "false", "si > 3"],
            Ty::Char => &CHARS,
            Ty::Byte => &["(byte) 200", "(byte) 5"],
            Ty::Short => &["(short) 40000", "(short) -7"],
            Ty::String => &STRINGS,
            Ty::Ints => &["ints", "new int[3]", "new int[] {1, 2}"],
            Ty::Longs => &["new long[] {5L, -5L, sl}", "new long[2]"],
            Ty::Shape => &["shape", "shape", "shape.other", "(Shape) new Square(si)", "(Shape) new Round(1)"],
        };
        format!("({})", self.random.pick(constants))
    }

    fn int(&mut self, depth: usize) -> String {
        match self.random.below(14) {
            0..=3 => self.binary(Ty::Int, &["+", "-", "*", "&", "|", "^", "<<", ">>", ">>>"], depth),
            4 => self.division(Ty::Int, depth),
            5 => self.cast(Ty::Int, &[Ty::Long, Ty::Float, Ty::Double, Ty::Char, Ty::Byte, Ty::Short], depth),
            6 => self.choice(Ty::Int, depth),
            7 => {
                let array = self.expression(Ty::Ints, depth);
                format!("{array}[{}]", self.index(depth))
            }
            8 => format!("{}.length", self.expression(Ty::Ints, depth)),
            9 => format!("{}.size", self.expression(Ty::Shape, depth)),
            10 => {
                let shape = self.expression(Ty::Shape, depth);
                format!("{shape}.sum({}, si)", self.expression(Ty::Int, depth))
            }
            11 => format!("{}.length()", self.expression(Ty::String, depth)),
            12 => format!("bump({})", self.expression(Ty::Int, depth)),
            _ => self.compare(depth),
        }
    }

    fn compare(&mut self, depth: usize) -> String {
        let (class, ty) =
            *self.random.pick(&[("Long", Ty::Long), ("Double", Ty::Double), ("Float", Ty::Float)]);
        format!("{class}.compare({}, {})", self.expression(ty, depth), self.expression(ty, depth))
    }

    fn long(&mut self, depth: usize) -> String {
        match self.random.below(9) {
            0..=2 => self.binary(Ty::Long, &["+", "-", "*", "&", "|", "^"], depth),
            3 => {
                let operator = *self.random.pick(&["<<", ">>", ">>>"]);
                format!(
                    "({} {operator} {})",
                    self.expression(Ty::Long, depth),
                    self.expression(Ty::Int, depth)
                )
            }
            4 => self.division(Ty::Long, depth),
            5 => self.cast(Ty::Long, &[Ty::Int, Ty::Float, Ty::Double, Ty::Char], depth),
            6 => self.choice(Ty::Long, depth),
            7 => {
                let array = self.expression(Ty::Longs, depth);
                format!("{array}[{}]", self.index(depth))
            }
            _ => {
                let shape = self.expression(Ty::Shape, depth);
                format!("{shape}.area({})", self.expression(Ty::Int, depth))
            }
        }
    }

    fn floating(&mut self, ty: Ty, depth: usize) -> String {
        match self.random.below(7) {
            0..=3 => self.binary(ty, &["+", "-", "*", "/", "%"], depth),
            4 => self.choice(ty, depth),
            5 if ty == Ty::Double => format!("Math.floor({})", self.expression(Ty::Double, depth)),
            _ => self.cast(ty, &[Ty::Int, Ty::Long, Ty::Float, Ty::Double], depth),
        }
    }

    fn boolean(&mut self, depth: usize) -> String {
        match self.random.below(8) {
            0..=2 => {
                let ty = *self.random.pick(&[Ty::Int, Ty::Long, Ty::Float, Ty::Double, Ty::Char]);
                self.binary(ty, &["<", "<=", ">", ">=", "==", "!="], depth)
            }
            3 => self.binary(Ty::Boolean, &["&&", "||", "^", "&", "==", "!="], depth),
            4 => format!("(!{})", self.expression(Ty::Boolean, depth)),
            5 => {
                let class = *self.random.pick(&["Circle", "Round", "Square"]);
                format!("({} instanceof {class})", self.expression(Ty::Shape, depth))
            }
            6 => format!("\"abc\".equals({})", self.expression(Ty::String, depth)),
            _ => {
                let ty = *self.random.pick(&[Ty::Shape, Ty::Ints]);
                format!("({} == {})", self.expression(ty, depth), self.expression(ty, depth))
            }
        }
    }

    fn string(&mut self, depth: usize) -> String {
        match self.random.below(6) {
            0 | 1 => {
                let ty =
                    *self.random.pick(&[Ty::Int, Ty::Long, Ty::Boolean, Ty::Char, Ty::Double, Ty::String]);
                format!("({} + {})", self.expression(Ty::String, depth), self.expression(ty, depth))
            }
            2 => format!("{}.substring({})", self.expression(Ty::String, depth), self.index(depth)),
            3 => format!("{}.name()", self.expression(Ty::Shape, depth)),
            4 => format!("String.valueOf({})", self.expression(Ty::Long, depth)),
            _ => format!("pass({})", self.expression(Ty::String, depth)),
        }
    }

    fn array(&mut self, element: &str, ty: Ty, depth: usize) -> String {
        if self.random.once_in(3) {
            return format!("(new {element}[({} & 7) + 1])", self.expression(Ty::Int, depth));
        }
        let items: Vec<_> = (0..2 + self.random.below(3)).map(|_| self.expression(ty, depth)).collect();
        format!("(new {element}[] {{{}}})", items.join(", "))
    }

    fn shape(&mut self, depth: usize) -> String {
        match self.random.below(5) {
            0 => format!("Shape.make({})", self.expression(Ty::Int, depth)),
            1 if self.random.once_in(3) => {
                let class = *self.random.pick(&["Circle", "Round", "Square"]);
                format!("((Shape) ({class}) {})", self.expression(Ty::Shape, depth))
            }
            2 => format!("{}.other", self.expression(Ty::Shape, depth)),
            3 => self.choice(Ty::Shape, depth),
            _ => format!("((Shape) new Square({}))", self.expression(Ty::Int, depth)),
        }
    }

    /// Mostly within the bounds of what has two elements.
    pub fn index(&mut self, depth: usize) -> String {
        match self.random.below(12) {
            0 => self.random.below(3).to_string(),
            1 => self.expression(Ty::Int, depth),
            _ => format!("({} & 1)", self.expression(Ty::Int, depth)),
        }
    }

    /// Mostly not by zero.
    fn division(&mut self, ty: Ty, depth: usize) -> String {
        if self.random.once_in(8) {
            return self.binary(ty, &["/", "%"], depth);
        }
        let operator = *self.random.pick(&["/", "%"]);
        format!("({} {operator} ({} | 1))", self.expression(ty, depth), self.expression(ty, depth))
    }

    fn binary(&mut self, ty: Ty, operators: &[&str], depth: usize) -> String {
        let operator = *self.random.pick(operators);
        format!("({} {operator} {})", self.expression(ty, depth), self.expression(ty, depth))
    }

    fn cast(&mut self, to: Ty, from: &[Ty], depth: usize) -> String {
        let from = *self.random.pick(from);
        format!("(({}) {})", to.java(), self.expression(from, depth))
    }

    fn choice(&mut self, ty: Ty, depth: usize) -> String {
        let condition = self.expression(Ty::Boolean, depth);
        format!("({condition} ? {} : {})", self.expression(ty, depth), self.expression(ty, depth))
    }
}
