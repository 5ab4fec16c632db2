//! Random bodies with preconditions, and facts about them that may or may not be true.

use crate::tree::{Method, Statement};
use testkit::Random;

/// A type of the language of bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    Int,
    Boolean,
    Cell,
    /// Half a permission to a cell.
    Half,
    Ints,
}

impl Ty {
    fn java(self) -> &'static str {
        match self {
            Ty::Int => "int",
            Ty::Boolean => "boolean",
            Ty::Cell | Ty::Half => "Cell",
            Ty::Ints => "int[]",
        }
    }
}

/// What is claimed, as a contract says it and as Java does; Java's numbers are `long` there, which is wide enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub contract: String,
    pub java: String,
}

/// A body with facts that are claimed of it.
#[derive(Clone, Debug)]
pub struct Case {
    pub method: Method,
    /// The permissions a call needs and gives back.
    pub owns: Vec<String>,
    /// What else is required.
    pub requires: Vec<Fact>,
    pub facts: Vec<Fact>,
    pub params: Vec<(String, Ty)>,
}

const FACTS: usize = 28;

/// The case of a seed.
pub fn case(seed: u64) -> Case {
    let mut random = Random::new(seed);
    let types = [Ty::Int, Ty::Int, Ty::Boolean, Ty::Cell, Ty::Cell, Ty::Half, Ty::Ints];
    let params: Vec<(String, Ty)> =
        (0..1 + random.below(3)).map(|index| (format!("p{index}"), random.choose(&types))).collect();
    let owns = params.iter().filter_map(|(name, ty)| owned(name, *ty)).collect();
    let mut writer = Writer { random, params: params.clone(), names: 0 };
    let requires = (0..writer.random.below(3)).map(|_| writer.required()).collect();
    let body = (0..2 + writer.random.below(3)).map(|_| writer.statement(2)).collect();
    let last = format!("return {};", writer.int(1));
    let facts = (0..FACTS).map(|_| writer.fact()).collect();
    let list: Vec<String> = params.iter().map(|(name, ty)| format!("{} {name}", ty.java())).collect();
    let locals = ["i", "j"].map(|name| ("int".to_owned(), name.to_owned(), "0".to_owned())).to_vec();
    let method = Method { head: format!("static int run({})", list.join(", ")), locals, body, last };
    Case { method, owns, requires, facts, params }
}

fn owned(name: &str, ty: Ty) -> Option<String> {
    match ty {
        Ty::Int | Ty::Boolean => None,
        Ty::Cell => Some(format!("acc({name}.value)")),
        Ty::Half => Some(format!("acc({name}.value, 1/2)")),
        Ty::Ints => Some(format!("acc({name}[..])")),
    }
}

impl Case {
    /// The class the JVM runs: the body, its precondition and the facts.
    pub fn driven(&self, index: usize) -> String {
        let parameters = parameters(&self.method.head);
        let with = |more: &str| match parameters.is_empty() {
            true => more.to_owned(),
            false => format!("{parameters}, {more}"),
        };
        let mut needs = vec!["true".to_owned()];
        for (at, (name, ty)) in self.params.iter().enumerate() {
            if matches!(ty, Ty::Cell | Ty::Half | Ty::Ints) {
                needs.push(format!("{name} != null"));
            }
            for (other, of) in &self.params[..at] {
                match (ty, of) {
                    (Ty::Cell, Ty::Cell | Ty::Half) | (Ty::Half, Ty::Cell) => {
                        needs.push(format!("{name} != {other}"));
                    }
                    (Ty::Ints, Ty::Ints) => needs.push(format!("({name} != {other} || {name}.length == 0)")),
                    _ => {}
                }
            }
        }
        needs.extend(self.requires.iter().map(|fact| format!("({})", fact.java)));
        let facts: Vec<&str> = self.facts.iter().map(|fact| fact.java.as_str()).collect();
        format!(
            "class V{index} {{\n    static long[] before;\n{}    static boolean pre({parameters}) {{ return {}; }}\n    \
             static boolean[] facts({}) {{ return new boolean[] {{{}}}; }}\n}}\n",
            self.method.text(),
            needs.join(" && "),
            with("int result"),
            facts.join(", "),
        )
    }

    /// The class that is verified: the body once for every list of facts.
    pub fn claimed(&self, index: usize, claims: &[Vec<usize>]) -> String {
        let mut out = format!("class V{index} {{\n");
        for (claim, facts) in claims.iter().enumerate() {
            let requires = self.owns.iter().chain(self.requires.iter().map(|fact| &fact.contract));
            for clause in requires {
                out += &format!("    //@ requires {clause};\n");
            }
            let ensures = self.owns.iter().chain(facts.iter().map(|fact| &self.facts[*fact].contract));
            for clause in ensures {
                out += &format!("    //@ ensures {clause};\n");
            }
            out += &self.method.text().replacen(" run(", &format!(" claim{claim}("), 1);
        }
        out + "}\n"
    }
}

fn parameters(head: &str) -> &str {
    head.split(['(', ')']).nth(1).unwrap_or_default()
}

struct Writer {
    random: Random,
    params: Vec<(String, Ty)>,
    names: usize,
}

impl Writer {
    fn param(&mut self, types: &[Ty]) -> Option<String> {
        let fitting: Vec<String> =
            self.params.iter().filter(|(_, ty)| types.contains(ty)).map(|(name, _)| name.clone()).collect();
        (!fitting.is_empty()).then(|| self.random.choose(&fitting))
    }

    fn constant(&mut self) -> String {
        let edges = ["0", "1", "-1", "2", "3", "5", "10", "127", "-2", "0x7fffffff", "-2147483648", "'a'"];
        self.random.choose(&edges).to_owned()
    }

    fn int(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.once_in(4) {
            return match self.random.below(5) {
                0 => self.constant(),
                1 => "i".to_owned(),
                2 => "j".to_owned(),
                _ => self.param(&[Ty::Int]).unwrap_or_else(|| "i".to_owned()),
            };
        }
        match self.random.below(13) {
            0..=2 => {
                let operator = self.random.choose(&["+", "-"]);
                format!("({} {operator} {})", self.int(depth - 1), self.int(depth - 1))
            }
            // Products and bits of two unknowns are too hard to prove anything about.
            3 => {
                let operator = self.random.choose(&["*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"]);
                format!("({} {operator} {})", self.int(depth - 1), self.random.choose(&["2", "3", "1", "7"]))
            }
            4 => format!("({} ? {} : {})", self.boolean(depth - 1), self.int(0), self.int(depth - 1)),
            5 | 6 => match self.param(&[Ty::Cell, Ty::Half]) {
                Some(name) => format!("{name}.value"),
                None => self.int(depth - 1),
            },
            7 | 8 => match self.param(&[Ty::Ints]) {
                Some(name) if self.random.once_in(2) => format!("{name}.length"),
                Some(name) if self.random.once_in(6) => format!("{name}[{}]", self.int(depth - 1)),
                Some(name) => format!("({name}.length > 0 ? {name}[0] : {})", self.int(0)),
                None => self.int(depth - 1),
            },
            9 => format!("Help.clip({})", self.int(depth - 1)),
            10 => {
                let cast = self.random.choose(&["byte", "short", "char", "int"]);
                format!("(({cast}) {})", self.int(depth - 1))
            }
            11 => format!("(i {} {})", self.random.choose(&["+=", "-=", "="]), self.int(depth - 1)),
            _ => self.random.choose(&["i++", "--j", "-i", "~j"]).to_owned(),
        }
    }

    fn boolean(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 4 } else { 7 }) {
            0 => match self.param(&[Ty::Boolean]) {
                Some(name) => name,
                None => self.comparison(),
            },
            1 => {
                let (one, other) = (self.param(&[Ty::Cell, Ty::Half]), self.param(&[Ty::Cell, Ty::Half]));
                match (one, other) {
                    (Some(one), Some(other)) => format!("{one} == {other}"),
                    _ => self.comparison(),
                }
            }
            2 | 3 => self.comparison(),
            4 => format!("!({})", self.boolean(depth - 1)),
            5 => format!("({} && {})", self.boolean(depth - 1), self.boolean(depth - 1)),
            _ => format!("({} || {})", self.boolean(depth - 1), self.boolean(depth - 1)),
        }
    }

    fn comparison(&mut self) -> String {
        let operator = self.random.choose(&["<", "<=", ">", ">=", "==", "!="]);
        format!("{} {operator} {}", self.int(1), self.int(0))
    }

    fn block(&mut self, depth: usize) -> Vec<Statement> {
        (0..1 + self.random.below(2)).map(|_| self.statement(depth - 1)).collect()
    }

    fn statement(&mut self, depth: usize) -> Statement {
        let line = |text: String| Statement::Line(text);
        match self.random.below(if depth == 0 { 7 } else { 13 }) {
            0..=2 => {
                let name = self.random.choose(&["i", "j"]);
                let operator = self.random.choose(&["=", "=", "=", "+=", "-=", "*=", ">>="]);
                line(format!("{name} {operator} {};", self.int(2)))
            }
            3 | 4 => match self.param(&[Ty::Cell, Ty::Cell, Ty::Half]) {
                Some(name) if self.random.once_in(4) => line(format!("Help.put({name}, {});", self.int(1))),
                Some(name) => line(format!("{name}.value = {};", self.int(2))),
                None => line(format!("j = {};", self.int(2))),
            },
            5 => match self.param(&[Ty::Ints]) {
                Some(name) if self.random.once_in(6) => {
                    line(format!("{name}[{}] = {};", self.int(1), self.int(1)))
                }
                Some(name) => line(format!("if ({name}.length > 1) {name}[1] = {};", self.int(1))),
                None => line(format!("i = {};", self.int(2))),
            },
            6 if self.random.once_in(4) => line(format!("Help.check({});", self.int(0))),
            6 => line(format!("i = {};", self.int(1))),
            7..=9 => {
                let head = format!("if ({})", self.boolean(1));
                let body = self.block(depth);
                let has_other = self.random.once_in(2);
                let other = has_other.then(|| ("else".to_owned(), self.block(depth)));
                Statement::Block { head, body, other }
            }
            10 => {
                let class =
                    self.random.choose(&["RuntimeException", "ArithmeticException", "IllegalStateException"]);
                self.names += 1;
                let tail = format!("catch ({class} e{})", self.names);
                let body = self.block(depth);
                Statement::Block { head: "try".to_owned(), body, other: Some((tail, self.block(depth))) }
            }
            11 => {
                let body = self.block(depth);
                let tail = Some(("finally".to_owned(), self.block(depth)));
                Statement::Block { head: "try".to_owned(), body, other: tail }
            }
            _ => self.counting(depth),
        }
    }

    /// A loop that owns what the method owns.
    fn counting(&mut self, depth: usize) -> Statement {
        self.names += 1;
        let name = format!("k{}", self.names);
        let bound = 1 + self.random.below(3);
        let mut clauses = vec![format!("0 <= {name} && {name} <= {bound}")];
        clauses.extend(self.params.iter().filter_map(|(name, ty)| owned(name, *ty)));
        let head = format!(
            "for (int {name} = 0; {name} < {bound}; {name}++) //@ invariant {};\n       ",
            clauses.join(" && ")
        );
        Statement::Block { head, body: self.block(depth), other: None }
    }

    /// A number a contract can speak of: of the contract, and in Java.
    fn spoken(&mut self) -> (String, String) {
        let numbers =
            ["0", "1", "-1", "2", "3", "5", "10", "127", "-128", "255", "2147483647", "-2147483648"];
        match self.random.below(8) {
            0 | 1 => {
                let text = self.random.choose(&numbers).to_owned();
                (text.clone(), format!("{text}L"))
            }
            2 => match self.param(&[Ty::Cell, Ty::Half]) {
                Some(name) => (format!("{name}.value"), format!("(long) {name}.value")),
                None => ("result".to_owned(), "(long) result".to_owned()),
            },
            3 => match self.param(&[Ty::Cell, Ty::Half]) {
                Some(name) => (format!("old({name}.value)"), format!("before[{}]", &name[1..])),
                None => ("result".to_owned(), "(long) result".to_owned()),
            },
            4 => match self.param(&[Ty::Ints]) {
                Some(name) => (format!("{name}.length"), format!("(long) {name}.length")),
                None => ("0".to_owned(), "0L".to_owned()),
            },
            5 | 6 => match self.param(&[Ty::Int]) {
                Some(name) => (name.clone(), format!("(long) {name}")),
                None => ("1".to_owned(), "1L".to_owned()),
            },
            _ => {
                let ((left, left_java), (right, right_java)) = (self.spoken(), self.spoken());
                let operator = self.random.choose(&["+", "-"]);
                (format!("({left} {operator} {right})"), format!("({left_java} {operator} {right_java})"))
            }
        }
    }

    fn compared(&mut self, left: (String, String)) -> Fact {
        let right = self.spoken();
        let operator = self.random.choose(&["<", "<=", ">", ">=", "==", "==", "!=", "!="]);
        Fact {
            contract: format!("{} {operator} {}", left.0, right.0),
            java: format!("{} {operator} {}", left.1, right.1),
        }
    }

    fn fact(&mut self) -> Fact {
        let about = match (self.random.below(4), self.param(&[Ty::Cell])) {
            (0, Some(name)) => (format!("{name}.value"), format!("(long) {name}.value")),
            _ => ("result".to_owned(), "(long) result".to_owned()),
        };
        let fact = self.compared(about);
        if self.random.once_in(2) {
            return fact;
        }
        let guard = match self.param(&[Ty::Boolean]) {
            Some(name) if self.random.once_in(2) => Fact { contract: name.clone(), java: name },
            _ => {
                let left = self.spoken();
                self.compared(left)
            }
        };
        Fact {
            contract: format!("{} ==> {}", guard.contract, fact.contract),
            java: format!("(!({}) || {})", guard.java, fact.java),
        }
    }

    /// A condition on parameters.
    fn required(&mut self) -> Fact {
        let about = match self.random.below(3) {
            0 => self.param(&[Ty::Cell, Ty::Half]).map(|name| format!("{name}.value")),
            1 => self.param(&[Ty::Ints]).map(|name| format!("{name}.length")),
            _ => None,
        };
        let about = about.or_else(|| self.param(&[Ty::Int]));
        let Some(about) = about else { return Fact { contract: "true".into(), java: "true".into() } };
        let operator = self.random.choose(&["<", "<=", ">", ">=", "!="]);
        let bound = self.random.choose(&["0", "1", "2", "10", "100", "-1"]);
        let text = format!("{about} {operator} {bound}");
        Fact { contract: text.clone(), java: text }
    }
}
