//! Random static methods that end soon: a few statements over numbers, boxes, strings, arrays, linked objects and statics.

use crate::expression::{Expressions, Ty};
use crate::tree::{Method, Statement};
use testkit::Random;

/// The method of a seed.
pub fn method(seed: u64) -> Method {
    let mut random = Random::new(seed);
    let params: Vec<(String, Ty)> =
        (0..1 + random.below(3)).map(|index| (format!("p{index}"), random.choose(&Ty::ALL))).collect();
    let list: Vec<String> = params.iter().map(|(name, ty)| format!("{} {name}", ty.java())).collect();
    let mut scope = params;
    scope.push(("i".into(), Ty::Int));
    let mut locals = vec![("int".to_owned(), "i".to_owned(), "0".to_owned())];
    let mut expressions = Expressions { random, scope };
    if expressions.random.once_in(2) {
        let ty = expressions.random.choose(&[
            Ty::Node,
            Ty::Node,
            Ty::Ints,
            Ty::Text,
            Ty::Box,
            Ty::Long,
            Ty::Shape,
            Ty::Any,
            Ty::Double,
        ]);
        let value = expressions.of(ty, 1);
        locals.push((ty.java().to_owned(), "v".to_owned(), value));
        expressions.scope.push(("v".into(), ty));
    }
    let count = 2 + expressions.random.below(4);
    let mut writer = Writer { expressions, names: 0 };
    let body = (0..count).map(|_| writer.statement(2)).collect();
    Method {
        head: format!("static int run({})", list.join(", ")),
        locals,
        body,
        last: "return i;".to_owned(),
    }
}

struct Writer {
    expressions: Expressions,
    /// Names given to counters and caught exceptions.
    names: usize,
}

impl Writer {
    fn statement(&mut self, depth: usize) -> Statement {
        match self.expressions.random.below(if depth == 0 { 10 } else { 17 }) {
            0..=4 => self.assignment(),
            5 | 6 => self.write(),
            7..=9 => self.failure(),
            10..=13 => self.branch(depth),
            14 | 15 => self.counting(depth),
            _ => self.attempt(depth),
        }
    }

    fn block(&mut self, depth: usize) -> Vec<Statement> {
        (0..1 + self.expressions.random.below(2)).map(|_| self.statement(depth - 1)).collect()
    }

    fn assignment(&mut self) -> Statement {
        let (name, ty) = {
            let scope = self.expressions.scope.clone();
            self.expressions.random.choose(&scope)
        };
        Statement::Line(format!("{name} = {};", self.expressions.of(ty, 2)))
    }

    /// A field, an element or a static.
    fn write(&mut self) -> Statement {
        let of = &mut self.expressions;
        Statement::Line(match of.random.below(10) {
            0 => format!("{}.value = {};", of.place(Ty::Node, 1), of.of(Ty::Int, 1)),
            1 => format!("{}.next = {};", of.place(Ty::Node, 1), of.of(Ty::Node, 1)),
            2 => format!("{}[{}] = {};", of.place(Ty::Ints, 0), of.of(Ty::Int, 1), of.of(Ty::Int, 1)),
            3 => format!("World.count = {};", of.of(Ty::Int, 2)),
            4 => format!("World.top = {};", of.of(Ty::Node, 1)),
            5 => format!("World.any = {};", of.of(Ty::Any, 1)),
            6 => format!("World.word = {};", of.of(Ty::Text, 1)),
            7 => format!("{}.size = {};", of.place(Ty::Shape, 1), of.of(Ty::Int, 1)),
            8 => format!("((Frame) {}).inner = {};", of.place(Ty::Shape, 0), of.of(Ty::Shape, 1)),
            _ => format!("World.cells = {};", of.of(Ty::Ints, 1)),
        })
    }

    fn failure(&mut self) -> Statement {
        let condition = self.expressions.boolean(2);
        Statement::Line(format!("if ({condition}) throw new IllegalStateException();"))
    }

    fn branch(&mut self, depth: usize) -> Statement {
        let head = format!("if ({})", self.expressions.boolean(1));
        let body = self.block(depth);
        let has_other = self.expressions.random.once_in(2);
        let other = has_other.then(|| ("else".to_owned(), self.block(depth)));
        Statement::Block { head, body, other }
    }

    fn counting(&mut self, depth: usize) -> Statement {
        self.names += 1;
        let name = format!("k{}", self.names);
        let head =
            format!("for (int {name} = 0; {name} < {}; {name}++)", 1 + self.expressions.random.below(3));
        Statement::Block { head, body: self.block(depth), other: None }
    }

    fn attempt(&mut self, depth: usize) -> Statement {
        let class = self.expressions.random.choose(&[
            "RuntimeException",
            "NullPointerException",
            "ArithmeticException",
            "ClassCastException",
            "IndexOutOfBoundsException",
        ]);
        self.names += 1;
        let name = format!("e{}", self.names);
        let body = self.block(depth);
        if self.expressions.random.once_in(4) {
            return Statement::Block {
                head: "try".into(),
                body,
                other: Some(("finally".to_owned(), self.block(depth))),
            };
        }
        let other = Some((format!("catch ({class} {name})"), self.block(depth)));
        Statement::Block { head: "try".into(), body, other }
    }
}
