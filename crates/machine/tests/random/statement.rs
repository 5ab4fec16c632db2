//! Random statements.

use std::fmt::Write as _;

use super::{Ty, Writer};

/// How deep expressions in statements are.
const DEPTH: usize = 3;
/// How deep statements nest.
const NESTING: usize = 3;

impl Writer {
    pub fn statement(&mut self) {
        let simple = self.depth >= NESTING;
        match self.random.below(if simple { 10 } else { 20 }) {
            0..=2 => self.declare(),
            3 | 4 => self.assign(),
            5 => self.compound(),
            6 => self.store(),
            7 => self.leave(),
            8 => self.lambda(),
            9 => {
                let ty = *self.random.pick(&Ty::ALL);
                let value = self.expression(ty, DEPTH);
                self.line(&format!("mix({value});"));
            }
            10..=12 => self.branch(),
            13 | 14 => self.count(),
            15 => self.spin(),
            16 => self.switch(),
            17 => self.switch_expression(),
            _ => self.guard(),
        }
    }

    fn declare(&mut self) {
        let ty = *self.random.pick(&Ty::ALL);
        let value = self.expression(ty, DEPTH);
        let name = self.fresh("v");
        self.line(&format!("{} {name} = {value};", ty.java()));
        self.scope.push((name, ty, true));
    }

    fn assign(&mut self) {
        let Some((name, ty)) = self.assignable(&Ty::ALL) else { return self.declare() };
        let value = self.expression(ty, DEPTH);
        self.line(&format!("{name} = {value};"));
    }

    /// Compound assignments narrow without a cast.
    fn compound(&mut self) {
        let types = [Ty::Int, Ty::Long, Ty::Float, Ty::Double, Ty::Char, Ty::Byte, Ty::Short];
        let Some((name, ty)) = self.assignable(&types) else { return self.declare() };
        if self.random.once_in(3) {
            let change = *self.random.pick(&["++", "--"]);
            return self.line(&format!("{name}{change};"));
        }
        let is_floating = matches!(ty, Ty::Float | Ty::Double);
        let operators: &[&str] =
            if is_floating { &["+=", "-=", "*="] } else { &["+=", "-=", "^=", "<<=", ">>>="] };
        let operator = *self.random.pick(operators);
        let from = if is_floating { Ty::Double } else { *self.random.pick(&[Ty::Int, Ty::Long]) };
        let value = self.expression(from, DEPTH);
        self.line(&format!("{name} {operator} {value};"));
    }

    fn store(&mut self) {
        let text = match self.random.below(6) {
            0 => {
                let array = self.expression(Ty::Ints, 1);
                format!("{array}[{}] += {};", self.index(1), self.expression(Ty::Int, DEPTH))
            }
            1 => format!("COUNTS[{}]++;", self.index(2)),
            2 => format!("{}.size = {};", self.leaf(Ty::Shape), self.expression(Ty::Int, DEPTH)),
            3 => format!("shape = {};", self.expression(Ty::Shape, DEPTH)),
            4 => format!(
                "sd = {}; sf += {};",
                self.expression(Ty::Double, DEPTH),
                self.expression(Ty::Float, 2)
            ),
            _ => format!(
                "sl -= {}; ss = {};",
                self.expression(Ty::Long, DEPTH),
                self.expression(Ty::String, 2)
            ),
        };
        self.line(&text);
    }

    /// Leaves a loop, the method, or throws: always under a condition, so that what follows can be reached.
    fn leave(&mut self) {
        let condition = self.expression(Ty::Boolean, DEPTH);
        let how = match (self.random.below(5), self.loops.last()) {
            (0, _) => "return h;".into(),
            (1, _) => format!("throw new IllegalStateException({});", self.expression(Ty::String, 2)),
            (2, Some(_)) => "break;".into(),
            (3, Some(_)) => "continue;".into(),
            (_, Some(_)) => {
                let word = *self.random.pick(&["break", "continue"]);
                format!("{word} {};", self.random.pick(&self.loops))
            }
            (_, None) => format!("mix({});", self.expression(Ty::Int, DEPTH)),
        };
        self.line(&format!("if ({condition}) {how}"));
    }

    fn lambda(&mut self) {
        let (captured, name) = (self.fresh("c"), self.fresh("f"));
        let value = self.expression(Ty::Int, DEPTH);
        let argument = self.expression(Ty::Int, 2);
        self.line(&format!("final int {captured} = {value};"));
        self.line(&format!(
            "java.util.function.IntUnaryOperator {name} = x -> (x ^ {captured}) + si; mix({name}.applyAsInt({argument}));"
        ));
        self.scope.push((captured, Ty::Int, false));
    }

    fn branch(&mut self) {
        let condition = self.expression(Ty::Boolean, DEPTH);
        self.line(&format!("if ({condition}) {{"));
        self.block();
        if self.random.once_in(2) {
            self.line("} else {");
            self.block();
        }
        self.line("}");
    }

    fn count(&mut self) {
        let (counter, label) = (self.fresh("i"), self.fresh("loop"));
        let bound = 1 + self.random.below(5);
        self.line(&format!("{label}: for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"));
        self.looped(label, Some(counter));
    }

    /// Loops that test before or after, counting down by hand.
    fn spin(&mut self) {
        let (counter, label) = (self.fresh("n"), self.fresh("loop"));
        let condition = self.expression(Ty::Boolean, 2);
        let bound = 1 + self.random.below(6);
        self.line(&format!("int {counter} = {bound};"));
        if self.random.once_in(2) {
            self.line(&format!("{label}: while ({counter}-- > 0 && {condition}) {{"));
            return self.looped(label, None);
        }
        self.line(&format!("{label}: do {{"));
        self.loops.push(label);
        self.block();
        self.loops.pop();
        self.line(&format!("}} while (--{counter} > 0);"));
    }

    fn looped(&mut self, label: String, counter: Option<String>) {
        let scope = self.scope.len();
        self.scope.extend(counter.map(|name| (name, Ty::Int, false)));
        self.loops.push(label);
        self.block();
        self.loops.pop();
        self.scope.truncate(scope);
        self.line("}");
    }

    fn switch(&mut self) {
        let value = self.expression(Ty::Int, DEPTH);
        // Inside, `break` would leave the switch: loops are left by label only, which `leave` does not promise.
        let loops = std::mem::take(&mut self.loops);
        self.line(&format!("switch ({value} & 3) {{"));
        for case in 0..3 {
            let label = if self.random.once_in(4) { 100 + case } else { case };
            self.line(&format!("case {label}: {{"));
            self.block();
            let ends = self.random.once_in(2);
            self.line(if ends { "} break;" } else { "}" });
        }
        self.line("default: mix(9); }");
        self.loops = loops;
    }

    fn switch_expression(&mut self) {
        let value = self.expression(Ty::String, 2);
        let (name, first, second) =
            (self.fresh("v"), self.expression(Ty::Int, 2), self.expression(Ty::Int, 2));
        self.line(&format!(
            "int {name} = switch ({value}) {{ case \"abc\", \"s\" -> {first}; case \"\" -> {{ int out = {second}; yield out; }} \
             case \"Zz\" -> 5; default -> -7; }};"
        ));
        self.scope.push((name, Ty::Int, true));
    }

    fn guard(&mut self) {
        let exceptions = [
            "ArithmeticException",
            "NullPointerException | ClassCastException",
            "IndexOutOfBoundsException",
            "IllegalStateException",
            "RuntimeException",
        ];
        self.line("try {");
        self.block();
        let (caught, finally) = (self.random.below(3) > 0, self.random.once_in(2));
        if caught || !finally {
            let exception = *self.random.pick(&exceptions);
            let name = self.fresh("e");
            self.line(&format!("}} catch ({exception} {name}) {{ mix({name}.getMessage());"));
            self.block();
        }
        if finally {
            self.line("} finally {");
            // A jump out of a `finally` is legal; javac only warns.
            self.block();
        }
        self.line("}");
    }

    /// One to three statements, whose variables end with them.
    fn block(&mut self) {
        let scope = self.scope.len();
        self.depth += 1;
        (0..=self.random.below(3)).for_each(|_| self.statement());
        self.depth -= 1;
        self.scope.truncate(scope);
    }

    /// A variable of one of the types that may be assigned.
    fn assignable(&mut self, types: &[Ty]) -> Option<(String, Ty)> {
        let fits = |(_, ty, assignable): &&(String, Ty, bool)| *assignable && types.contains(ty);
        let found: Vec<_> = self.scope.iter().filter(fits).map(|(name, ty, _)| (name.clone(), *ty)).collect();
        (!found.is_empty()).then(|| self.random.pick(&found).clone())
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(self.depth + 1));
    }
}
