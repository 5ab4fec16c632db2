//! Expressions and assertions of contracts, loosest binding first.
//!
//! ```text
//! formula ::= iff ["?" formula ":" formula]
//! iff     ::= implies {"<==>" implies}            implies ::= or ["==>" implies]
//! or      ::= and {"||" and}                      and     ::= equality {("&&" | "&*&" | "*") equality}
//! ```
//!
//! then Java's operators, `in` with the comparisons, and the binders `opening`, `using`, `dropping`, `let`,
//! `forall`, `exists`, which reach as far to the right as they can.
//!
//! In a Java contract `*` separates next to what is no number (`acc(…)`, `untouched(…)`, `null`, a truth value, a
//! predicate of this file) and between two comparisons: `0 <= i * i <= n`. Elsewhere it is a product whose left
//! side decides, when types are known, whether it separates too. Parentheses say otherwise.

use base::Diagnostic;

use super::foreign;
use super::lexer::TokenKind;
use super::stream::{Dialect, Stream};
use crate::java::Result;
use crate::java::ast::{
    BinOp, Collection, ContractExpr, Expr, ExprKind, Name, Param, Receiver, Span, TypeRef, UnOp,
};

/// Deeper nesting is refused instead of exhausting the stack.
const MAX_DEPTH: usize = 100;

const PRIMITIVES: [&str; 7] = ["int", "long", "short", "byte", "char", "boolean", "integer"];

impl Stream<'_> {
    /// A formula of a contract.
    pub fn formula(&mut self) -> Result<Expr> {
        self.formula_at(0)
    }

    fn formula_at(&mut self, depth: usize) -> Result<Expr> {
        if depth > MAX_DEPTH {
            return Err(self.error_here("contract-too-deep", "this contract is nested too deeply"));
        }
        Formula { stream: self, depth, stars_separate: false }.conditional()
    }
}

/// A parser at one depth of nesting.
struct Formula<'s, 'a> {
    stream: &'s mut Stream<'a>,
    depth: usize,
    /// Whether every `*` at this depth is known to separate.
    stars_separate: bool,
}

fn expr(span: Span, kind: ExprKind) -> Expr {
    Expr { span, kind: Box::new(kind) }
}

fn contract(span: Span, kind: ContractExpr) -> Expr {
    expr(span, ExprKind::Contract(kind))
}

fn binary(op: BinOp, lhs: Expr, rhs: Expr) -> Expr {
    expr(lhs.span.to(rhs.span), ExprKind::Binary(op, lhs, rhs))
}

/// `a <= b * c <= d` or `a == b * c == d`: only as two comparisons do these have types.
fn is_product_between_comparisons(part: &Expr) -> bool {
    let ExprKind::Binary(op, lhs, rhs) = &*part.kind else { return false };
    let comparison = |side: &Expr| match &*side.kind {
        ExprKind::Binary(op, lhs, rhs) if op.is_comparison() => Some((lhs.clone(), rhs.clone())),
        _ => None,
    };
    let product = |side: &Expr| matches!(*side.kind, ExprKind::Binary(BinOp::Mul, ..));
    op.is_comparison()
        && (comparison(lhs).is_some_and(|(_, middle)| product(&middle))
            || comparison(rhs).is_some_and(|(middle, _)| product(&middle)))
}

impl Formula<'_, '_> {
    fn nested(&mut self) -> Result<Expr> {
        self.stream.formula_at(self.depth + 1)
    }

    fn conditional(&mut self) -> Result<Expr> {
        let condition = self.iff()?;
        if !self.stream.accept("?") {
            return Ok(condition);
        }
        let then = self.nested()?;
        self.stream.expect(":")?;
        let otherwise = self.nested()?;
        Ok(expr(condition.span.to(otherwise.span), ExprKind::Conditional(condition, then, otherwise)))
    }

    fn iff(&mut self) -> Result<Expr> {
        let mut lhs = self.implies()?;
        while self.stream.accept("<==>") {
            lhs = binary(BinOp::Iff, lhs, self.implies()?);
        }
        Ok(lhs)
    }

    fn implies(&mut self) -> Result<Expr> {
        let mut parts = vec![self.or()?];
        while self.stream.accept("==>") {
            parts.push(self.or()?);
        }
        let last = parts.pop().expect("there is a first part");
        Ok(parts.into_iter().rev().fold(last, |rhs, lhs| binary(BinOp::Implies, lhs, rhs)))
    }

    fn or(&mut self) -> Result<Expr> {
        let mut lhs = self.and()?;
        while self.stream.accept("||") {
            lhs = binary(BinOp::Or, lhs, self.and()?);
        }
        Ok(lhs)
    }

    fn and(&mut self) -> Result<Expr> {
        let mut lhs = self.conjunct()?;
        loop {
            let op = if self.stream.accept("&&") {
                BinOp::And
            } else if self.stream.accept("&*&") || self.stream.accept("*") {
                // `**` separates for VerCors.
                self.stream.accept("*");
                BinOp::Sep
            } else {
                return Ok(lhs);
            };
            lhs = binary(op, lhs, self.conjunct()?);
        }
    }

    /// One part of a conjunction; read again with separating stars when as products they make no sense.
    fn conjunct(&mut self) -> Result<Expr> {
        let start = self.stream.mark();
        let part = self.binary_level(0)?;
        if self.stars_separate || !is_product_between_comparisons(&part) {
            return Ok(part);
        }
        self.stream.rewind(start);
        self.stars_separate = true;
        self.binary_level(0)
    }

    /// Java's binary operators from `|` down to `*`, by level of precedence.
    fn binary_level(&mut self, level: usize) -> Result<Expr> {
        const LEVELS: [&[(&str, BinOp)]; 8] = [
            &[("|", BinOp::BitOr)],
            &[("^", BinOp::BitXor)],
            &[("&", BinOp::BitAnd)],
            &[("==", BinOp::Eq), ("!=", BinOp::Ne)],
            &[("<=", BinOp::Le), (">=", BinOp::Ge), ("<", BinOp::Lt), (">", BinOp::Gt)],
            &[("<<", BinOp::Shl), (">>>", BinOp::UShr), (">>", BinOp::Shr)],
            &[("+", BinOp::Add), ("-", BinOp::Sub)],
            &[("*", BinOp::Mul), ("/", BinOp::Div), ("%", BinOp::Rem)],
        ];
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut lhs = self.binary_level(level + 1)?;
        loop {
            let paper_equality =
                self.stream.dialect == Dialect::Paper && level == 3 && self.stream.is_symbol("=");
            let op = if paper_equality {
                Some(BinOp::Eq)
            } else if level == 4 && self.stream.is_word("in") && !self.is_binder_end() {
                Some(BinOp::In)
            } else if level == 4 && self.stream.is_word("instanceof") {
                self.stream.take();
                let ty = self.stream.type_ref()?;
                lhs = expr(lhs.span.to(ty.span), ExprKind::InstanceOf(lhs, ty));
                continue;
            } else {
                operators.iter().find(|(symbol, _)| self.stream.is_symbol(symbol)).map(|&(_, op)| op)
            };
            match op {
                Some(BinOp::Mul) if self.star_separates(&lhs) => return Ok(lhs),
                Some(op) => {
                    self.stream.take();
                    lhs = binary(op, lhs, self.binary_level(level + 1)?);
                }
                None => return Ok(lhs),
            }
        }
    }

    /// `in` after the head of `opening`, `using`, `dropping` or `let` belongs to that binder.
    fn is_binder_end(&self) -> bool {
        self.stream.heads_open > 0
    }

    /// Whether `lhs * …` can only be a separating conjunction.
    fn star_separates(&self, lhs: &Expr) -> bool {
        if self.stream.dialect == Dialect::Paper || self.stars_separate {
            return true;
        }
        let after_no_number = match &*lhs.kind {
            ExprKind::Bool(_) | ExprKind::Null => true,
            ExprKind::Contract(ContractExpr::Acc(..) | ContractExpr::Untouched(_)) => true,
            ExprKind::Call { method, .. } => self.stream.declares_predicate(&method.text),
            _ => false,
        };
        let before_no_number = match self.stream.look(1) {
            TokenKind::Word(word) => {
                ["acc", "untouched", "true", "false", "null"].contains(&word.as_str())
                    || self.stream.declares_predicate(word)
            }
            // A second star: VerCors' `**`.
            TokenKind::Symbol(symbol) => *symbol == "!" || *symbol == "*",
            TokenKind::Int(..) | TokenKind::Str(_) | TokenKind::End => false,
        };
        after_no_number || before_no_number
    }

    fn unary(&mut self) -> Result<Expr> {
        let start = self.stream.span();
        let op = [("-", UnOp::Neg), ("+", UnOp::Plus), ("!", UnOp::Not), ("~", UnOp::BitNot)]
            .into_iter()
            .find(|(symbol, _)| self.stream.accept(symbol));
        if let Some((_, op)) = op {
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err(self
                    .stream
                    .error_here("contract-too-deep", "this contract is nested too deeply"));
            }
            let operand = self.unary()?;
            return Ok(expr(start.to(operand.span), ExprKind::Unary(op, operand)));
        }
        if let Some(ty) = self.cast_type()? {
            let operand = self.unary()?;
            return Ok(expr(start.to(operand.span), ExprKind::Cast(ty, operand)));
        }
        let mut value = self.primary()?;
        while let Some(longer) = self.postfix(&value)? {
            value = longer;
        }
        Ok(value)
    }

    /// `(T)` before an operand. A name in parentheses is a cast only when an operand follows directly.
    fn cast_type(&mut self) -> Result<Option<TypeRef>> {
        if !self.stream.is_symbol("(") {
            return Ok(None);
        }
        let (TokenKind::Word(word), TokenKind::Symbol(")")) = (self.stream.look(1), self.stream.look(2))
        else {
            return Ok(None);
        };
        let operand_follows = match self.stream.look(3) {
            TokenKind::Word(next) => !["in", "instanceof"].contains(&next.as_str()),
            TokenKind::Str(_) => true,
            TokenKind::Symbol(symbol) => *symbol == "(",
            TokenKind::Int(..) | TokenKind::End => false,
        };
        if !operand_follows && !PRIMITIVES.contains(&word.as_str()) {
            return Ok(None);
        }
        self.stream.take();
        let ty = self.stream.type_ref()?;
        self.stream.expect(")")?;
        Ok(Some(ty))
    }

    fn postfix(&mut self, value: &Expr) -> Result<Option<Expr>> {
        if self.stream.accept(".") {
            let name = self.stream.name()?;
            if !self.stream.accept("(") {
                let span = value.span.to(name.span);
                return Ok(Some(expr(span, ExprKind::Field(value.clone(), name))));
            }
            let receiver = match &*value.kind {
                ExprKind::Name(name) if name == "super" => Receiver::Super,
                _ => Receiver::Expr(value.clone()),
            };
            return Ok(Some(self.call(value.span, receiver, name)?));
        }
        if self.stream.accept("[") {
            return Ok(Some(self.index(value.clone())?));
        }
        Ok(None)
    }

    /// A call whose opening parenthesis has been taken.
    fn call(&mut self, start: Span, receiver: Receiver, method: Name) -> Result<Expr> {
        let args = self.closed_list(")")?;
        let span = start.to(self.stream.last_span());
        Ok(expr(span, ExprKind::Call { receiver, method, args, given: Vec::new() }))
    }

    /// Items up to `close`; inside brackets an `in` is an operator again.
    fn closed_list(&mut self, close: &'static str) -> Result<Vec<Expr>> {
        let depth = self.depth + 1;
        self.stream.without_heads(|stream| stream.list(close, |stream| stream.formula_at(depth)))
    }

    /// `[i]`, `[lo..hi]`, `[lo..]`, `[..hi]`, `[..]` after the opening bracket.
    fn index(&mut self, base: Expr) -> Result<Expr> {
        let low = if self.stream.is_symbol("..") { None } else { Some(self.nested()?) };
        if !self.stream.accept("..") {
            let end = self.stream.expect("]")?;
            let index = low.ok_or_else(|| self.stream.unexpected("an index"))?;
            return Ok(expr(base.span.to(end), ExprKind::Index(base, index)));
        }
        let high = if self.stream.is_symbol("]") { None } else { Some(self.nested()?) };
        let end = self.stream.expect("]")?;
        Ok(contract(base.span.to(end), ContractExpr::Range(base, low, high)))
    }

    fn primary(&mut self) -> Result<Expr> {
        let start = self.stream.span();
        match self.stream.peek().clone() {
            TokenKind::Int(value, literal) => {
                self.stream.take();
                Ok(expr(start, ExprKind::Int(value, literal)))
            }
            TokenKind::Str(text) => {
                self.stream.take();
                Ok(expr(start, ExprKind::Str(text)))
            }
            TokenKind::Symbol("(") => {
                self.stream.take();
                let depth = self.depth + 1;
                let inner = self.stream.without_heads(|stream| stream.formula_at(depth))?;
                let end = self.stream.expect(")")?;
                Ok(Expr { span: start.to(end), ..inner })
            }
            TokenKind::Symbol("\\") => {
                self.stream.take();
                self.word(start)
            }
            TokenKind::Word(_) => self.word(start),
            TokenKind::Symbol(_) | TokenKind::End => Err(self.stream.unexpected("an expression")),
        }
    }

    fn word(&mut self, start: Span) -> Result<Expr> {
        let name = self.stream.name()?;
        let called = self.stream.is_symbol("(");
        match name.text.as_str() {
            "null" => Ok(expr(start, ExprKind::Null)),
            "this" => Ok(expr(start, ExprKind::This)),
            "true" => Ok(expr(start, ExprKind::Bool(true))),
            "false" => Ok(expr(start, ExprKind::Bool(false))),
            "result" if start != name.span => Ok(contract(start.to(name.span), ContractExpr::Result)),
            "old" if called => self.wrapped(start, ContractExpr::Old),
            "untouched" if called => self.wrapped(start, ContractExpr::Untouched),
            "exact" if called => self.wrapped(start, ContractExpr::Exact),
            "acc" if called => self.access(start),
            "Perm" if called => self.perm(start),
            word if called
                && foreign::call(word)
                    .is_some_and(|_| start != name.span || word.starts_with(char::is_uppercase)) =>
            {
                let message = format!("`{word}` is not known here");
                let problem = crate::java::error(self.stream.source, name.span, "foreign-word", message);
                Err(Box::new(problem.help(foreign::call(word).unwrap_or_default())))
            }
            "opening" | "unfolding" => self.opening(start),
            "using" => self.using(start),
            "dropping" => self.dropping(start),
            "let" => self.let_in(start),
            "forall" | "exists" => self.quantifier(start, name.text == "forall"),
            "seq" if self.starts_collection() => self.collection(start, Collection::Seq),
            "set" if self.starts_collection() => self.collection(start, Collection::Set),
            "multiset" if self.starts_collection() => self.collection(start, Collection::Multiset),
            "new" => Err(self.impure(start, "`new` creates an object; a contract must not change anything")),
            _ if called => {
                self.stream.take();
                self.call(start, Receiver::Implicit, name)
            }
            _ => Ok(expr(start, ExprKind::Name(name.text))),
        }
    }

    fn impure(&self, span: Span, message: &str) -> Box<Diagnostic> {
        crate::java::error(self.stream.source, span, "impure-contract", message)
    }

    fn starts_collection(&self) -> bool {
        self.stream.is_symbol("(") || self.stream.is_symbol("<")
    }

    fn wrapped(&mut self, start: Span, wrap: fn(Expr) -> ContractExpr) -> Result<Expr> {
        self.stream.expect("(")?;
        let depth = self.depth + 1;
        let inner = self.stream.without_heads(|stream| stream.formula_at(depth))?;
        let end = self.stream.expect(")")?;
        Ok(contract(start.to(end), wrap(inner)))
    }

    fn access(&mut self, start: Span) -> Result<Expr> {
        self.stream.expect("(")?;
        let location = self.nested()?;
        let amount = if self.stream.accept(",") { Some(self.nested()?) } else { None };
        let end = self.stream.expect(")")?;
        Ok(contract(start.to(end), ContractExpr::Acc(location, amount)))
    }

    /// VerCors' `Perm(x.f, p)`, where `p` may be `write` or `1\\2`.
    fn perm(&mut self, start: Span) -> Result<Expr> {
        self.stream.expect("(")?;
        let location = self.nested()?;
        self.stream.expect(",")?;
        let amount = if self.stream.accept_word("write") {
            None
        } else if self.stream.is_word("read") {
            let problem = self.stream.error_here("foreign-word", "`read` is not known here");
            return Err(Box::new(problem.help("write an amount, such as `1/2`")));
        } else {
            let whole = self.nested()?;
            Some(match self.stream.accept("\\") {
                true => binary(BinOp::Div, whole, self.nested()?),
                false => whole,
            })
        };
        let end = self.stream.expect(")")?;
        Ok(contract(start.to(end), ContractExpr::Acc(location, amount)))
    }

    /// The head of a binder, up to and including `in`.
    fn head(&mut self) -> Result<Expr> {
        self.stream.heads_open += 1;
        let head = self.nested();
        self.stream.heads_open -= 1;
        let head = head?;
        self.stream.expect_word("in")?;
        Ok(head)
    }

    fn opening(&mut self, start: Span) -> Result<Expr> {
        let predicate = self.head()?;
        let body = self.nested()?;
        Ok(contract(start.to(body.span), ContractExpr::Opening { predicate, body }))
    }

    fn using(&mut self, start: Span) -> Result<Expr> {
        let call = self.head()?;
        let body = self.nested()?;
        Ok(contract(start.to(body.span), ContractExpr::Using { call, body }))
    }

    fn dropping(&mut self, start: Span) -> Result<Expr> {
        let field = self.head()?;
        let body = self.nested()?;
        Ok(contract(start.to(body.span), ContractExpr::Dropping { field, body }))
    }

    fn let_in(&mut self, start: Span) -> Result<Expr> {
        let name = self.stream.name()?;
        if !self.stream.accept(":=") {
            self.stream.expect("=")?;
        }
        let value = self.head()?;
        let body = self.nested()?;
        Ok(contract(start.to(body.span), ContractExpr::Let { name, value, body }))
    }

    /// `forall T x, U y; [{trigger, …}] body`, in brackets also `(forall T x; range; body)`
    fn quantifier(&mut self, start: Span, is_forall: bool) -> Result<Expr> {
        // VerCors marks a quantifier over permissions with a star; what it is over says that already.
        if is_forall {
            self.stream.accept("*");
        }
        let ty = self.stream.type_ref()?;
        let mut vars = vec![Param { name: self.stream.name()?, ty }];
        while self.stream.accept(",") {
            let same_type = matches!(self.stream.look(1), TokenKind::Symbol("," | ";" | "::"));
            let ty = if same_type { vars[vars.len() - 1].ty.clone() } else { self.stream.type_ref()? };
            vars.push(Param { name: self.stream.name()?, ty });
        }
        if !self.stream.accept("::") {
            self.stream.expect(";")?;
        }
        let mut triggers = Vec::new();
        while self.stream.accept("{") {
            triggers.push(self.closed_list("}")?);
        }
        let mut body = self.nested()?;
        if self.stream.brackets > 0 && self.stream.accept(";") {
            let op = if is_forall { BinOp::Implies } else { BinOp::And };
            body = binary(op, body, self.nested()?);
        }
        let span = start.to(body.span);
        Ok(contract(span, ContractExpr::Quantifier { is_forall, vars, triggers, body }))
    }

    fn collection(&mut self, start: Span, kind: Collection) -> Result<Expr> {
        let element = if self.stream.accept("<") {
            let mut types = self.stream.list(">", Stream::type_ref)?;
            types.pop()
        } else {
            None
        };
        self.stream.expect("(")?;
        let items = self.closed_list(")")?;
        let span = start.to(self.stream.last_span());
        Ok(contract(span, ContractExpr::Collection { kind, element, items }))
    }
}
