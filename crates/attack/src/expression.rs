//! Random expressions over the variables of a method and the classes of `World.java`.

use crate::random::Random;

/// Types of variables and expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    Int,
    Long,
    Boolean,
    Char,
    Box,
    Text,
    Ints,
    Node,
}

impl Ty {
    pub const ALL: [Ty; 8] =
        [Ty::Int, Ty::Long, Ty::Boolean, Ty::Char, Ty::Box, Ty::Text, Ty::Ints, Ty::Node];

    pub fn java(self) -> &'static str {
        match self {
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Boolean => "boolean",
            Ty::Char => "char",
            Ty::Box => "Integer",
            Ty::Text => "String",
            Ty::Ints => "int[]",
            Ty::Node => "Node",
        }
    }
}

/// Writes expressions over the variables in scope.
pub struct Expressions {
    pub random: Random,
    pub scope: Vec<(String, Ty)>,
}

const NUMBERS: [&str; 12] =
    ["0", "1", "-1", "2", "3", "5", "7", "127", "128", "-2", "Integer.MAX_VALUE", "Integer.MIN_VALUE"];

impl Expressions {
    /// An expression with at most `depth` levels.
    pub fn of(&mut self, ty: Ty, depth: usize) -> String {
        match ty {
            Ty::Int => self.int(depth),
            Ty::Long => self.long(depth),
            Ty::Boolean => self.boolean(depth),
            Ty::Char => format!("(char) {}", self.int(depth.min(1))),
            Ty::Box => self.boxed(depth),
            Ty::Text => self.text(),
            Ty::Ints => self.ints(depth),
            Ty::Node => self.node(depth),
        }
    }

    /// A variable, if there is one.
    pub fn variable(&mut self, ty: Ty) -> Option<String> {
        let fitting: Vec<String> =
            self.scope.iter().filter(|(_, of)| *of == ty).map(|(name, _)| name.clone()).collect();
        (!fitting.is_empty()).then(|| self.random.pick(&fitting))
    }

    fn variable_or(&mut self, ty: Ty, other: &[&str]) -> String {
        match self.variable(ty) {
            Some(name) if !self.random.once_in(4) => name,
            _ => self.random.pick(other).to_owned(),
        }
    }

    fn int(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.once_in(4) {
            return self.variable_or(Ty::Int, &NUMBERS);
        }
        match self.random.below(16) {
            0..=5 => {
                let operator = self.random.pick(&["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"]);
                format!("({} {operator} {})", self.int(depth - 1), self.int(depth - 1))
            }
            6 => format!("{}.value", self.place(Ty::Node, depth - 1)),
            7 => format!("{}[{}]", self.place(Ty::Ints, depth - 1), self.int(depth - 1)),
            8 => format!("{}.length", self.place(Ty::Ints, depth - 1)),
            9 => format!("{}.length()", self.place(Ty::Text, 0)),
            10 => format!("{}.charAt({})", self.place(Ty::Text, 0), self.int(depth - 1)),
            11 => format!("(int) {}", self.place(Ty::Box, depth - 1)),
            12 => format!("(int) {}", self.long(depth - 1)),
            13 => "World.count".to_owned(),
            14 => format!("({} ? {} : {})", self.boolean(depth - 1), self.int(0), self.int(0)),
            _ => self.variable(Ty::Char).unwrap_or_else(|| "World.count".to_owned()),
        }
    }

    fn long(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.once_in(3) {
            return self.variable_or(Ty::Long, &["0L", "1L", "-1L", "3L", "Long.MIN_VALUE", "4294967296L"]);
        }
        let operator = self.random.pick(&["+", "-", "*", "/", "%", "&", "^"]);
        let right = if self.random.once_in(2) { self.int(depth - 1) } else { self.long(depth - 1) };
        format!("({} {operator} {right})", self.long(depth - 1))
    }

    pub fn boolean(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.comparison();
        }
        match self.random.below(8) {
            0 => format!("!({})", self.boolean(depth - 1)),
            1 => format!("({} && {})", self.boolean(depth - 1), self.boolean(depth - 1)),
            2 => format!("({} || {})", self.boolean(depth - 1), self.boolean(depth - 1)),
            3 => self.variable(Ty::Boolean).unwrap_or_else(|| self.comparison()),
            4 => format!("{}.equals({})", self.place(Ty::Text, 0), self.text()),
            _ => self.comparison(),
        }
    }

    fn comparison(&mut self) -> String {
        let present: Vec<Ty> = self.scope.iter().map(|(_, ty)| *ty).collect();
        match self.random.pick(&present) {
            Ty::Long => format!("{} {} {}", self.long(1), self.order(), self.long(0)),
            Ty::Box => format!("{} {} {}", self.boxed(0), self.identity(), self.boxed(1)),
            Ty::Text => format!("{} {} {}", self.text(), self.identity(), self.text()),
            Ty::Ints => format!("{} {} {}", self.ints(0), self.identity(), self.ints(0)),
            Ty::Node => format!("{} {} {}", self.node(1), self.identity(), self.node(1)),
            Ty::Int | Ty::Boolean | Ty::Char => format!("{} {} {}", self.int(1), self.order(), self.int(0)),
        }
    }

    fn order(&mut self) -> &'static str {
        self.random.pick(&["<", "<=", ">", ">=", "==", "!="])
    }

    fn identity(&mut self) -> &'static str {
        self.random.pick(&["==", "==", "!="])
    }

    /// Something of the type that may stand before a dot.
    pub fn place(&mut self, ty: Ty, depth: usize) -> String {
        let text = match ty {
            Ty::Text => self.text(),
            Ty::Ints => self.ints(depth),
            Ty::Node => self.node(depth),
            Ty::Int | Ty::Long | Ty::Boolean | Ty::Char | Ty::Box => self.boxed(depth),
        };
        match text.as_str() {
            "null" => format!("(({}) null)", ty.java()),
            _ if text.starts_with("new ") => format!("({text})"),
            _ => text,
        }
    }

    fn boxed(&mut self, depth: usize) -> String {
        if depth > 0 && self.random.once_in(3) {
            return format!("Integer.valueOf({})", self.int(depth - 1));
        }
        self.variable_or(Ty::Box, &["World.BOX", "World.BOX", "null", "Integer.valueOf(1000)"])
    }

    fn text(&mut self) -> String {
        self.variable_or(Ty::Text, &["\"a\"", "\"\"", "World.NAME", "World.word", "null", "\"ab\""])
    }

    fn ints(&mut self, depth: usize) -> String {
        if depth > 0 && self.random.once_in(3) {
            return format!("new int[{} % 4]", self.int(depth - 1));
        }
        self.variable_or(Ty::Ints, &["World.EMPTY", "World.PAIR", "World.cells", "null"])
    }

    fn node(&mut self, depth: usize) -> String {
        if depth > 0 && self.random.once_in(3) {
            return match self.random.below(3) {
                0 => format!("new Node({}, {})", self.int(depth - 1), self.node(depth - 1)),
                _ => format!("{}.next", self.place(Ty::Node, depth - 1)),
            };
        }
        self.variable_or(Ty::Node, &["World.ROOT", "World.top", "null", "World.ROOT"])
    }
}
