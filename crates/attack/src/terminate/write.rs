//! Random loops and recursions over numbers and linked objects, written twice: as Java, and with `BigInteger` for `int` and `long`.

use crate::tree::{Method, Statement};
use testkit::Random;

/// Separates the two texts of a line.
const OR: char = '\u{1}';

/// What `int` and `long` are in a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    Java,
    Unbounded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ty {
    Int,
    Long,
    Byte,
    Node,
    Ints,
}

impl Ty {
    fn java(self) -> &'static str {
        match self {
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Byte => "byte",
            Ty::Node => "Node",
            Ty::Ints => "int[]",
        }
    }

    fn big(self) -> &'static str {
        match self {
            Ty::Int | Ty::Long | Ty::Byte => "BigInteger",
            Ty::Node | Ty::Ints => self.java(),
        }
    }
}

/// A text in Java, and one in which numbers have no bounds.
#[derive(Clone)]
struct Pair {
    java: String,
    big: String,
}

impl Pair {
    fn same(text: impl Into<String>) -> Self {
        let java = text.into();
        Self { big: java.clone(), java }
    }

    fn line(&self) -> Statement {
        Statement::Line(format!("{}{OR}{}", self.java, self.big))
    }

    fn text(&self) -> String {
        format!("{}{OR}{}", self.java, self.big)
    }
}

/// The method in Java.
pub fn java(method: &Method) -> Method {
    method.map(&|text| text.split(OR).next().unwrap_or_default().to_owned())
}

/// The method that a driver can stop: it says where it is at every loop head and every call. Numbers are as asked for.
pub fn driven(method: &Method, numbers: Numbers) -> Method {
    let side = match numbers {
        Numbers::Java => 0,
        Numbers::Unbounded => 1,
    };
    let mut out = method.map(&|text| text.split(OR).nth(side).unwrap_or(text).to_owned());
    // What the method does not use is not there, and its first value cannot fail.
    let text = out.text();
    out.locals.retain(|(ty, name, value)| text.contains(&format!("{ty} {name} = {value};")));
    let parameters = out.head.split(['(', ')']).nth(1).unwrap_or_default();
    let names = parameters.split(", ").filter_map(|parameter| parameter.split(' ').nth(1));
    let locals = out.locals.iter().map(|(_, name, _)| name.as_str());
    let state = names.chain(locals).collect::<Vec<_>>().join(", ");
    let mut places = 0;
    let mut body = watched(&out.body, &state, &mut places);
    body.insert(0, Statement::Line(format!("Fuel.enter(0, {state});")));
    body.push(Statement::Line(out.last.clone()));
    out.last = String::new();
    out.body = vec![Statement::Block {
        head: "try".to_owned(),
        body,
        other: Some(("finally".to_owned(), vec![Statement::Line("Fuel.leave();".to_owned())])),
    }];
    out
}

fn watched(statements: &[Statement], state: &str, places: &mut usize) -> Vec<Statement> {
    let mut out = Vec::new();
    for statement in statements {
        let Statement::Block { head, body, other } = statement else {
            out.push(statement.clone());
            continue;
        };
        let mut inside = watched(body, state, places);
        if head.starts_with("while") {
            *places += 1;
            inside.insert(0, Statement::Line(format!("Fuel.burn({places}, {state});")));
        }
        let other = other.as_ref().map(|(tail, body)| (tail.clone(), watched(body, state, places)));
        out.push(Statement::Block { head: head.clone(), body: inside, other });
    }
    out
}

/// The method of a seed.
pub fn method(seed: u64, numbers: Numbers) -> Method {
    let mut random = Random::new(seed);
    let types: &[Ty] = match numbers {
        Numbers::Java => &[Ty::Int, Ty::Int, Ty::Long, Ty::Byte, Ty::Node, Ty::Node, Ty::Ints],
        Numbers::Unbounded => &[Ty::Int, Ty::Int, Ty::Node, Ty::Node],
    };
    let scope: Vec<(String, Ty)> =
        (0..1 + random.below(3)).map(|index| (format!("p{index}"), random.choose(types))).collect();
    let list = |name: fn(Ty) -> &'static str| {
        scope.iter().map(|(param, ty)| format!("{} {param}", name(*ty))).collect::<Vec<_>>().join(", ")
    };
    let head = format!("static void run({}){OR}static void run({})", list(Ty::java), list(Ty::big));
    let mut locals = vec![(format!("int{OR}BigInteger"), "i".to_owned(), format!("0{OR}BigInteger.ZERO"))];
    let parameters = scope.clone();
    let mut writer = Writer { random, scope, numbers, parameters };
    writer.scope.push(("i".into(), Ty::Int));
    if writer.random.once_in(2) {
        let value = writer.node(1);
        locals.push(("Node".to_owned(), "v".to_owned(), value.text()));
        writer.scope.push(("v".into(), Ty::Node));
    }
    let mut body: Vec<Statement> = (0..writer.random.below(2)).map(|_| writer.simple()).collect();
    body.push(if writer.random.once_in(4) { writer.recursion() } else { writer.looping(2) });
    if writer.random.once_in(3) {
        body.push(writer.statement(1, false));
    }
    Method { head, locals, body, last: String::new() }
}

struct Writer {
    random: Random,
    scope: Vec<(String, Ty)>,
    numbers: Numbers,
    parameters: Vec<(String, Ty)>,
}

impl Writer {
    fn variable(&mut self, types: &[Ty]) -> Option<(String, Ty)> {
        let fitting: Vec<_> = self.scope.iter().filter(|(_, ty)| types.contains(ty)).cloned().collect();
        (!fitting.is_empty()).then(|| self.random.choose(&fitting))
    }

    fn number_variable(&mut self) -> (String, Ty) {
        self.variable(&[Ty::Int, Ty::Long, Ty::Byte]).unwrap_or_else(|| ("i".to_owned(), Ty::Int))
    }

    fn constant(&mut self) -> Pair {
        let number = self.random.choose(&[0, 1, 1, 2, 3, -1, 5, 10, 100, -2]);
        Pair { java: number.to_string(), big: format!("BigInteger.valueOf({number})") }
    }

    fn number(&mut self, depth: usize) -> Pair {
        if depth == 0 || self.random.once_in(4) {
            if self.random.once_in(3) {
                return self.constant();
            }
            return Pair::same(self.number_variable().0);
        }
        match self.random.below(10) {
            0 => Pair::same("World.count"),
            1 | 2 => {
                let node = self.node(depth - 1);
                Pair {
                    java: format!("{}.value", dotted(&node.java)),
                    big: format!("{}.value", dotted(&node.big)),
                }
            }
            3 => match self.variable(&[Ty::Ints]) {
                Some((name, _)) => Pair::same(format!("{name}.length")),
                None => self.number(depth - 1),
            },
            _ => self.arithmetic(depth),
        }
    }

    fn arithmetic(&mut self, depth: usize) -> Pair {
        let (left, right) = (self.number(depth - 1), self.number(0));
        let operators: &[(&str, &str)] = match self.numbers {
            Numbers::Unbounded => {
                &[("+", "add"), ("-", "subtract"), ("*", "multiply"), ("/", "divide"), ("%", "remainder")]
            }
            Numbers::Java => &[
                ("+", ""),
                ("-", ""),
                ("+", ""),
                ("-", ""),
                ("*", ""),
                ("/", ""),
                ("%", ""),
                ("&", ""),
                ("^", ""),
                (">>", ""),
                (">>>", ""),
                ("<<", ""),
            ],
        };
        let (operator, name) = self.random.choose(operators);
        Pair {
            java: format!("({} {operator} {})", left.java, right.java),
            big: format!("{}.{name}({})", left.big, right.big),
        }
    }

    fn node(&mut self, depth: usize) -> Pair {
        let name = match self.variable(&[Ty::Node]) {
            Some((name, _)) if !self.random.once_in(5) => name,
            _ => self.random.choose(&["World.top", "World.ROOT", "null", "new Node()"]).to_owned(),
        };
        let next = depth > 0 && self.random.once_in(2) && name != "null";
        Pair::same(if next { format!("{}.next", dotted(&name)) } else { name })
    }

    fn condition(&mut self, depth: usize) -> Pair {
        if depth > 0 && self.random.once_in(4) {
            let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
            let operator = self.random.choose(&["&&", "||"]);
            return Pair {
                java: format!("({} {operator} {})", left.java, right.java),
                big: format!("({} {operator} {})", left.big, right.big),
            };
        }
        if self.variable(&[Ty::Node]).is_some() && self.random.once_in(2) {
            let left = self.node(1);
            let right = if self.random.once_in(2) { Pair::same("null") } else { self.node(1) };
            let operator = self.random.choose(&["==", "!=", "!="]);
            return Pair::same(format!("{} {operator} {}", left.java, right.java));
        }
        let mut left = self.number(1);
        // A loop whose condition is a constant makes what follows unreachable, which `javac` refuses.
        if !left.java.contains(char::is_alphabetic) {
            left = Pair::same(self.number_variable().0);
        }
        let right = self.number(0);
        let operator = self.random.choose(&["<", "<=", ">", ">=", "!=", "=="]);
        Pair {
            java: format!("{} {operator} {}", left.java, right.java),
            big: format!("{}.compareTo({}) {operator} 0", left.big, right.big),
        }
    }

    /// `name = value;` for a number, narrowed to the type of the variable.
    fn set(&mut self, name: &str, ty: Ty, value: &Pair) -> Statement {
        let cast = match (self.numbers, ty) {
            (Numbers::Java, Ty::Int) => "(int) ",
            (Numbers::Java, Ty::Byte) => "(byte) ",
            (Numbers::Java | Numbers::Unbounded, _) => "",
        };
        Pair { java: format!("{name} = {cast}({});", value.java), big: format!("{name} = {};", value.big) }
            .line()
    }

    fn simple(&mut self) -> Statement {
        match self.random.below(9) {
            0..=3 => {
                let (name, ty) = self.number_variable();
                let value = self.number(2);
                self.set(&name, ty, &value)
            }
            4 | 5 => {
                let value = self.node(1);
                match self.variable(&[Ty::Node]) {
                    Some((name, _)) => Pair::same(format!("{name} = {};", value.java)).line(),
                    None => Pair::same(format!("World.top = {};", value.java)).line(),
                }
            }
            6 => {
                let (place, value) = (self.node(0), self.node(1));
                Pair::same(format!("{}.next = {};", dotted(&place.java), value.java)).line()
            }
            7 => {
                let (place, value) = (self.node(0), self.number(1));
                self.set(&format!("{}.value", dotted(&place.java)), Ty::Int, &value)
            }
            _ => {
                let value = self.number(1);
                self.set("World.count", Ty::Int, &value)
            }
        }
    }

    fn statement(&mut self, depth: usize, in_loop: bool) -> Statement {
        match self.random.below(if depth == 0 { 6 } else { 10 }) {
            0..=4 => self.simple(),
            5 if in_loop => {
                let condition = self.condition(0);
                Pair {
                    java: format!("if ({}) break;", condition.java),
                    big: format!("if ({}) break;", condition.big),
                }
                .line()
            }
            5 => self.simple(),
            6..=8 => {
                let head = self.head("if");
                let body = vec![self.statement(depth - 1, in_loop)];
                let has_other = self.random.once_in(2);
                let other = has_other.then(|| ("else".to_owned(), vec![self.statement(depth - 1, in_loop)]));
                Statement::Block { head, body, other }
            }
            _ => self.looping(depth - 1),
        }
    }

    fn head(&mut self, word: &str) -> String {
        let condition = self.condition(1);
        format!("{word} ({}){OR}{word} ({})", condition.java, condition.big)
    }

    fn looping(&mut self, depth: usize) -> Statement {
        let (progress, likely) = self.progress();
        let head = match likely {
            Some(condition) if !self.random.once_in(4) => {
                format!("while ({}){OR}while ({})", condition.java, condition.big)
            }
            _ => self.head("while"),
        };
        let mut body: Vec<Statement> =
            (0..self.random.below(3)).map(|_| self.statement(depth.min(1), true)).collect();
        if !self.random.once_in(8) {
            let at = self.random.below(body.len() + 1);
            body.insert(at, progress);
        }
        Statement::Block { head, body, other: None }
    }

    /// A step, and a condition under which it can be done only so often.
    fn progress(&mut self) -> (Statement, Option<Pair>) {
        if let (Some((name, _)), true) = (self.variable(&[Ty::Node]), self.random.once_in(2)) {
            let condition = Pair::same(format!(
                "{name} != {}",
                self.random.choose(&["null", "null", "World.ROOT", "World.top"])
            ));
            return (Pair::same(format!("{name} = {name}.next;")).line(), Some(condition));
        }
        let (name, ty) = self.number_variable();
        let bound = self.number(1);
        let (step, compare) = self.random.choose(&[
            ("+ 1", "<"),
            ("- 1", ">"),
            ("- 1", ">="),
            ("+ 2", "<"),
            ("+ 3", "<="),
            ("/ 2", ">"),
            ("* 2", "<"),
            ("- 2", "!="),
            ("+ 1", "!="),
        ]);
        let (operator, by) = step.split_once(' ').unwrap_or(("+", "1"));
        let function = match operator {
            "+" => "add",
            "-" => "subtract",
            "*" => "multiply",
            _ => "divide",
        };
        let value = Pair {
            java: format!("{name} {step}"),
            big: format!("{name}.{function}(BigInteger.valueOf({by}))"),
        };
        let condition = Pair {
            java: format!("{name} {compare} {}", bound.java),
            big: format!("{name}.compareTo({}) {compare} 0", bound.big),
        };
        (self.set(&name, ty, &value), Some(condition))
    }

    /// A call of the method itself, with something less.
    fn recursion(&mut self) -> Statement {
        let head = self.head("if");
        let mut body: Vec<Statement> = (0..self.random.below(2)).map(|_| self.simple()).collect();
        for _ in 0..1 + self.random.below(5) / 4 {
            let arguments: Vec<Pair> =
                self.parameters.clone().iter().map(|(name, ty)| self.argument(name, *ty)).collect();
            let list = |side: fn(&Pair) -> &String| {
                arguments.iter().map(side).cloned().collect::<Vec<_>>().join(", ")
            };
            let (java, big) = (list(|pair| &pair.java), list(|pair| &pair.big));
            body.push(Pair { java: format!("run({java});"), big: format!("run({big});") }.line());
        }
        Statement::Block { head, body, other: None }
    }

    fn argument(&mut self, name: &str, ty: Ty) -> Pair {
        match ty {
            Ty::Ints => Pair::same(name),
            Ty::Node if self.random.once_in(2) => Pair::same(format!("{name}.next")),
            Ty::Node => self.node(1),
            Ty::Int | Ty::Long | Ty::Byte => {
                let value = match self.random.below(4) {
                    0 => self.number(1),
                    1 => Pair { java: format!("{name} / 2"), big: format!("{name}.divide(BigInteger.TWO)") },
                    _ => {
                        Pair { java: format!("{name} - 1"), big: format!("{name}.subtract(BigInteger.ONE)") }
                    }
                };
                Pair { java: format!("({}) ({})", ty.java(), value.java), big: value.big }
            }
        }
    }
}

/// Something that may stand before a dot.
fn dotted(text: &str) -> String {
    match text {
        "null" => "((Node) null)".to_owned(),
        _ if text.starts_with("new ") => format!("({text})"),
        _ => text.to_owned(),
    }
}
