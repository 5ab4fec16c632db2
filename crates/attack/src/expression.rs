//! Random expressions over the variables of a method and the classes of `World.java`.

use testkit::Random;

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
    Byte,
    Short,
    Float,
    Double,
    Shape,
    Color,
    Any,
}

impl Ty {
    /// All.
    pub const ALL: [Ty; 18] = [
        Ty::Int,
        Ty::Int,
        Ty::Long,
        Ty::Boolean,
        Ty::Char,
        Ty::Box,
        Ty::Text,
        Ty::Ints,
        Ty::Node,
        Ty::Node,
        Ty::Byte,
        Ty::Short,
        Ty::Float,
        Ty::Double,
        Ty::Shape,
        Ty::Shape,
        Ty::Color,
        Ty::Any,
    ];

    /// As Java writes it.
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
            Ty::Byte => "byte",
            Ty::Short => "short",
            Ty::Float => "float",
            Ty::Double => "double",
            Ty::Shape => "Shape",
            Ty::Color => "Color",
            Ty::Any => "Object",
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
            Ty::Byte => format!("(byte) {}", self.int(depth.min(1))),
            Ty::Short => format!("(short) {}", self.int(depth.min(1))),
            Ty::Float => format!("(float) {}", self.double(depth.min(1))),
            Ty::Double => self.double(depth),
            Ty::Shape => self.shape(depth),
            Ty::Color => self.color(),
            Ty::Any => self.any(depth),
        }
    }

    /// A variable, if there is one.
    pub fn variable(&mut self, ty: Ty) -> Option<String> {
        let fitting: Vec<String> =
            self.scope.iter().filter(|(_, of)| *of == ty).map(|(name, _)| name.clone()).collect();
        (!fitting.is_empty()).then(|| self.random.choose(&fitting))
    }

    fn variable_or(&mut self, ty: Ty, other: &[&str]) -> String {
        match self.variable(ty) {
            Some(name) if !self.random.once_in(4) => name,
            _ => self.random.choose(other).to_owned(),
        }
    }

    fn int(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.once_in(4) {
            return self.variable_or(Ty::Int, &NUMBERS);
        }
        match self.random.below(23) {
            0..=5 => {
                let operator =
                    self.random.choose(&["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"]);
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
            15 => format!("{}.area({})", self.place(Ty::Shape, depth - 1), self.int(depth - 1)),
            16 => format!("{}.size", self.place(Ty::Shape, depth - 1)),
            17 => format!("{}.rank()", self.place(Ty::Color, 0)),
            18 => format!("(int) {}", self.double(depth - 1)),
            19 => format!("World.touch({})", self.int(depth - 1)),
            20 => self
                .variable(Ty::Byte)
                .or_else(|| self.variable(Ty::Short))
                .unwrap_or_else(|| "World.count".to_owned()),
            21 => format!("World.twin({}, {}).value", self.place(Ty::Node, 0), self.int(0)),
            14 => format!("({} ? {} : {})", self.boolean(depth - 1), self.int(0), self.int(0)),
            _ => self.variable(Ty::Char).unwrap_or_else(|| "World.count".to_owned()),
        }
    }

    fn long(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.once_in(3) {
            return self.variable_or(Ty::Long, &["0L", "1L", "-1L", "3L", "Long.MIN_VALUE", "4294967296L"]);
        }
        let operator = self.random.choose(&["+", "-", "*", "/", "%", "&", "^"]);
        let right = if self.random.once_in(2) { self.int(depth - 1) } else { self.long(depth - 1) };
        format!("({} {operator} {right})", self.long(depth - 1))
    }

    fn double(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.once_in(3) {
            if let Some(name) = self.variable(Ty::Float).filter(|_| self.random.once_in(2)) {
                return name;
            }
            return self.variable_or(Ty::Double, &["0.0", "1.0", "0.5", "-0.0", "1e300", "(0.0 / 0.0)"]);
        }
        let operator = self.random.choose(&["+", "-", "*", "/"]);
        let right = if self.random.once_in(2) { self.int(depth - 1) } else { self.double(depth - 1) };
        format!("({} {operator} {right})", self.double(depth - 1))
    }

    /// A condition.
    pub fn boolean(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.comparison();
        }
        match self.random.below(10) {
            8 => {
                let class =
                    self.random.choose(&["Node", "Integer", "String", "int[]", "Square", "Frame", "Color"]);
                format!("({} instanceof {class})", self.any(0))
            }
            9 => format!("({} instanceof Frame)", self.shape(1)),
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
        match self.random.choose(&present) {
            Ty::Long => format!("{} {} {}", self.long(1), self.order(), self.long(0)),
            Ty::Box => format!("{} {} {}", self.boxed(0), self.identity(), self.boxed(1)),
            Ty::Text => format!("{} {} {}", self.text(), self.identity(), self.text()),
            Ty::Ints => format!("{} {} {}", self.ints(0), self.identity(), self.ints(0)),
            Ty::Node => format!("{} {} {}", self.node(1), self.identity(), self.node(1)),
            Ty::Float | Ty::Double => format!("{} {} {}", self.double(1), self.order(), self.double(0)),
            Ty::Shape => format!("{} {} {}", self.shape(1), self.identity(), self.shape(0)),
            Ty::Color => format!("{} {} {}", self.color(), self.identity(), self.color()),
            Ty::Any => format!("{} {} {}", self.any(0), self.identity(), self.any(1)),
            Ty::Int | Ty::Boolean | Ty::Char | Ty::Byte | Ty::Short => {
                format!("{} {} {}", self.int(1), self.order(), self.int(0))
            }
        }
    }

    fn order(&mut self) -> &'static str {
        self.random.choose(&["<", "<=", ">", ">=", "==", "!="])
    }

    fn identity(&mut self) -> &'static str {
        self.random.choose(&["==", "==", "!="])
    }

    /// Something of the type that may stand before a dot.
    pub fn place(&mut self, ty: Ty, depth: usize) -> String {
        let text = match ty {
            Ty::Text => self.text(),
            Ty::Ints => self.ints(depth),
            Ty::Node => self.node(depth),
            Ty::Shape => self.shape(depth),
            Ty::Color => self.color(),
            Ty::Any => self.any(depth),
            Ty::Int | Ty::Long | Ty::Boolean | Ty::Char | Ty::Box => self.boxed(depth),
            Ty::Byte | Ty::Short | Ty::Float | Ty::Double => self.boxed(depth),
        };
        match text.as_str() {
            "null" => format!("(({}) null)", ty.java()),
            _ if text.starts_with("new ") || text.starts_with('(') => format!("({text})"),
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
            return match self.random.below(5) {
                1 => format!("(Node) {}", self.any(0)),
                2 => format!("World.twin({}, {})", self.node(depth - 1), self.int(0)),
                0 => format!("new Node({}, {})", self.int(depth - 1), self.node(depth - 1)),
                _ => format!("{}.next", self.place(Ty::Node, depth - 1)),
            };
        }
        self.variable_or(Ty::Node, &["World.ROOT", "World.top", "null", "World.ROOT"])
    }

    fn shape(&mut self, depth: usize) -> String {
        if depth > 0 && self.random.once_in(3) {
            return match self.random.below(4) {
                0 => "new Square()".to_owned(),
                1 => "new Frame()".to_owned(),
                2 => format!("((Frame) {}).inner", self.shape(depth - 1)),
                _ => format!("{}.turned()", self.place(Ty::Shape, depth - 1)),
            };
        }
        self.variable_or(Ty::Shape, &["World.SHAPE", "World.SHAPE", "null"])
    }

    fn color(&mut self) -> String {
        self.variable_or(Ty::Color, &["Color.RED", "Color.GREEN", "null"])
    }

    fn any(&mut self, depth: usize) -> String {
        if depth > 0 && self.random.once_in(2) {
            let ty = self.random.choose(&[Ty::Node, Ty::Box, Ty::Text, Ty::Ints, Ty::Shape, Ty::Color]);
            return format!("(Object) {}", self.place(ty, depth - 1));
        }
        self.variable_or(
            Ty::Any,
            &["World.any", "World.any", "null", "(Object) World.ROOT", "(Object) World.BOX"],
        )
    }
}
