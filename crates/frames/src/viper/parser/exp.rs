//! Expressions by precedence climbing: one binding strength per operator, loosest first
//! `?:`, `<==>`, `==>` and `--*` (to the right), `||`, `&&`, equality, order and `in`, sums, products, unary, suffixes.

use base::Diagnostic;

use super::{Parsed, Parser};
use crate::viper::lexer::Token;
use crate::viper::syntax::{Exp, ExpKind, Operator, Value};

/// How high the tree of an expression may grow: a chain of operators or suffixes nests to the left.
const MAX_HEIGHT: u32 = 1000;

/// Longer runs of one associative operator become balanced trees, so that their length does not matter.
const LONG_RUN: usize = 32;

/// Binding strength of an operator and whether it groups to the right.
fn strength(operator: Operator) -> (u8, bool) {
    match operator {
        Operator::Iff => (1, false),
        Operator::Implies => (2, true),
        Operator::Wand => (3, true),
        Operator::Or => (4, false),
        Operator::And => (5, false),
        Operator::Eq | Operator::NotEq => (6, false),
        Operator::Less | Operator::LessEq | Operator::Greater | Operator::GreaterEq | Operator::In => {
            (7, false)
        }
        Operator::Add | Operator::Sub | Operator::Append => (8, false),
        Operator::Union | Operator::Intersection | Operator::Difference | Operator::Subset => (8, false),
        Operator::Mul | Operator::Div | Operator::Mod | Operator::Slash => (9, false),
    }
}

fn operator(token: Token<'_>) -> Option<Operator> {
    Some(match token {
        Token::Symbol("<==>") => Operator::Iff,
        Token::Symbol("==>") => Operator::Implies,
        Token::Symbol("--*") => Operator::Wand,
        Token::Symbol("||") => Operator::Or,
        Token::Symbol("&&") => Operator::And,
        Token::Symbol("==") => Operator::Eq,
        Token::Symbol("!=") => Operator::NotEq,
        Token::Symbol("<") => Operator::Less,
        Token::Symbol("<=") => Operator::LessEq,
        Token::Symbol(">") => Operator::Greater,
        Token::Symbol(">=") => Operator::GreaterEq,
        Token::Symbol("+") => Operator::Add,
        Token::Symbol("-") => Operator::Sub,
        Token::Symbol("++") => Operator::Append,
        Token::Symbol("*") => Operator::Mul,
        Token::Symbol("/") => Operator::Slash,
        Token::Symbol("\\") => Operator::Div,
        Token::Symbol("%") => Operator::Mod,
        Token::Word("in") => Operator::In,
        Token::Word("union") => Operator::Union,
        Token::Word("intersection") => Operator::Intersection,
        Token::Word("setminus") => Operator::Difference,
        Token::Word("subset") => Operator::Subset,
        _ => return None,
    })
}

fn is_comparison(operator: Operator) -> bool {
    matches!(operator, Operator::Less | Operator::LessEq | Operator::Greater | Operator::GreaterEq)
}

/// Whether `(a op b) op c` and `a op (b op c)` mean the same, read from left to right.
fn is_associative(operator: Operator) -> bool {
    matches!(operator, Operator::And | Operator::Or | Operator::Add | Operator::Append)
}

/// An expression with where it starts and ends and how high its tree is.
struct Operand {
    exp: Exp,
    /// The last operand of a comparison: what `b` is in `a < b`, which `< c` may follow.
    compared: Option<Exp>,
    start: usize,
    end: usize,
    height: u32,
}

impl Parser<'_> {
    /// An expression or assertion.
    pub(super) fn exp(&mut self) -> Parsed<Exp> {
        self.deeper(Self::conditional)
    }

    /// What may stand right of `:=`.
    pub(super) fn value(&mut self) -> Parsed<Value> {
        if self.peek() != Token::Word("new") {
            return Ok(Value::Exp(self.exp()?));
        }
        self.advance();
        self.expect("(")?;
        if self.accept("*") {
            self.expect(")")?;
            return Ok(Value::New(None));
        }
        Ok(Value::New(Some(self.list(")", Self::name)?)))
    }

    pub(super) fn starts_exp(&self) -> bool {
        match self.peek() {
            Token::Number(_) => true,
            Token::Symbol(symbol) => matches!(symbol, "(" | "!" | "-" | "|" | "["),
            Token::Word(word) => !matches!(
                word,
                "method"
                    | "function"
                    | "predicate"
                    | "domain"
                    | "field"
                    | "requires"
                    | "ensures"
                    | "invariant"
                    | "decreases"
                    | "if"
                    | "define"
                    | "import"
                    | "adt"
                    | "var"
                    | "while"
            ),
            Token::Text(_) | Token::End => false,
        }
    }

    fn conditional(&mut self) -> Parsed<Exp> {
        let start = self.start();
        let condition = self.binary(0)?;
        if !self.accept("?") {
            return Ok(condition);
        }
        let then = self.exp()?;
        self.expect(":")?;
        let otherwise = self.exp()?;
        let kind = ExpKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        Ok(Exp { kind, place: self.since(start) })
    }

    fn binary(&mut self, weakest: u8) -> Parsed<Exp> {
        let outside = std::mem::take(&mut self.height);
        let mut run = vec![self.operand(Self::unary)?];
        let mut repeated = None;
        while let Some(operator) = operator(self.peek()) {
            let (strength, to_the_right) = strength(operator);
            if strength < weakest {
                break;
            }
            if repeated != Some(operator) || !is_associative(operator) {
                run = vec![self.chain(repeated, run)?];
                repeated = Some(operator);
            }
            self.advance();
            let next = if to_the_right { strength } else { strength + 1 };
            run.push(self.operand(|parser| parser.deeper(|parser| parser.binary(next)))?);
        }
        let whole = self.chain(repeated, run)?;
        self.height = outside.max(whole.height);
        Ok(whole.exp)
    }

    fn operand(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<Exp>) -> Parsed<Operand> {
        let start = self.start();
        self.height = 0;
        let exp = parse(self)?;
        Ok(Operand { exp, compared: None, start, end: self.end(), height: self.height })
    }

    /// The operands of a run of one operator, put together.
    fn chain(&self, operator: Option<Operator>, run: Vec<Operand>) -> Parsed<Operand> {
        let balanced = run.len() > LONG_RUN;
        let mut parts = run;
        while parts.len() > 1 {
            let mut rest = parts.into_iter();
            let mut next = Vec::new();
            while let Some(lhs) = rest.next() {
                let Some((operator, rhs)) = operator.zip(rest.next()) else {
                    next.push(lhs);
                    break;
                };
                next.push(self.joined(operator, lhs, rhs)?);
                if !balanced {
                    next.extend(rest.by_ref());
                }
            }
            parts = next;
        }
        parts.pop().ok_or_else(|| self.unexpected("an operand"))
    }

    fn joined(&self, operator: Operator, lhs: Operand, rhs: Operand) -> Parsed<Operand> {
        let (start, end, height) = (lhs.start, rhs.end, lhs.height.max(rhs.height) + 1);
        self.check_height(height)?;
        let place = self.positions.place(start, end);
        let compared = is_comparison(operator).then(|| rhs.exp.clone());
        let kind = match lhs.compared {
            // `a < b <= c` is `a < b && b <= c`.
            Some(middle) if compared.is_some() => {
                let next = ExpKind::Binary(operator, Box::new(middle), Box::new(rhs.exp));
                let next = Exp { kind: next, place: place.clone() };
                ExpKind::Binary(Operator::And, Box::new(lhs.exp), Box::new(next))
            }
            _ => ExpKind::Binary(operator, Box::new(lhs.exp), Box::new(rhs.exp)),
        };
        Ok(Operand { exp: Exp { kind, place }, compared, start, end, height })
    }

    fn check_height(&self, height: u32) -> Parsed<()> {
        if height <= MAX_HEIGHT {
            return Ok(());
        }
        let message = format!("an expression of more than {MAX_HEIGHT} levels");
        Err(Diagnostic::error("nested-too-deep", message).at(self.here()))
    }

    fn unary(&mut self) -> Parsed<Exp> {
        let start = self.start();
        let annotations = self.annotations()?;
        let kind = match self.peek() {
            Token::Symbol("!") => {
                self.advance();
                ExpKind::Not(Box::new(self.deeper(Self::unary)?))
            }
            Token::Symbol("-") => {
                self.advance();
                ExpKind::Neg(Box::new(self.deeper(Self::unary)?))
            }
            Token::Symbol("+") => {
                self.advance();
                return self.deeper(Self::unary);
            }
            _ => {
                let mut exp = self.suffixed()?;
                if let (true, ExpKind::Call { reveal, .. }) = (annotations.reveal, &mut exp.kind) {
                    *reveal = true;
                }
                return Ok(exp);
            }
        };
        Ok(Exp { kind, place: self.since(start) })
    }

    fn suffixed(&mut self) -> Parsed<Exp> {
        let start = self.start();
        let mut exp = self.atom()?;
        loop {
            let kind = if self.accept(".") {
                ExpKind::Field(Box::new(exp), self.name()?)
            } else if self.peek() == Token::Symbol("[") {
                self.advance();
                self.bracket(exp)?
            } else {
                return Ok(exp);
            };
            self.height += 1;
            self.check_height(self.height)?;
            exp = Exp { kind, place: self.since(start) };
        }
    }

    /// `[i]`, `[i := v]`, `[lo..]`, `[..hi]`, `[lo..hi]` after a collection; `[` is read.
    fn bracket(&mut self, collection: Exp) -> Parsed<ExpKind> {
        let collection = Box::new(collection);
        let lo = if self.peek() == Token::Symbol("..") { None } else { Some(Box::new(self.exp()?)) };
        let kind = match lo {
            lo if self.accept("..") => {
                let open = self.peek() == Token::Symbol("]");
                let hi = if open { None } else { Some(Box::new(self.exp()?)) };
                ExpKind::Slice(collection, lo, hi)
            }
            Some(index) if self.accept(":=") => ExpKind::Update(collection, index, Box::new(self.exp()?)),
            Some(index) => ExpKind::Index(collection, index),
            None => return Err(self.unexpected("an index")),
        };
        self.expect("]")?;
        Ok(kind)
    }

    fn atom(&mut self) -> Parsed<Exp> {
        let start = self.start();
        let kind = match self.peek() {
            Token::Number(digits) => {
                let Some(value) = integer(digits) else { return Err(self.unexpected("a number")) };
                self.advance();
                ExpKind::Int(value)
            }
            Token::Symbol("(") => return self.parenthesis(),
            Token::Symbol("|") => {
                self.advance();
                let operand = self.exp()?;
                self.expect("|")?;
                ExpKind::Length(Box::new(operand))
            }
            Token::Symbol("[") => {
                self.advance();
                self.range_or_pair()?
            }
            Token::Word(word) => self.word(word)?,
            Token::Symbol(_) | Token::Text(_) | Token::End => return Err(self.unexpected("an expression")),
        };
        Ok(Exp { kind, place: self.since(start) })
    }

    /// `(e)` or a call with its type, `(f(x): T)`. The parentheses belong to the place.
    fn parenthesis(&mut self) -> Parsed<Exp> {
        let start = self.start();
        self.expect("(")?;
        let mut exp = self.exp()?;
        if self.accept(":") {
            let annotated = self.type_name()?;
            if let ExpKind::Call { ty, .. } = &mut exp.kind {
                *ty = Some(annotated);
            }
        }
        self.expect(")")?;
        Ok(Exp { place: self.since(start), ..exp })
    }

    /// `[lo..hi)` or `[inhaled, exhaled]`; `[` is read.
    fn range_or_pair(&mut self) -> Parsed<ExpKind> {
        let first = Box::new(self.exp()?);
        if self.accept("..") {
            let hi = Box::new(self.exp()?);
            self.expect(")")?;
            return Ok(ExpKind::Range(first, hi));
        }
        self.expect(",")?;
        let second = Box::new(self.exp()?);
        self.expect("]")?;
        Ok(ExpKind::InhaleExhale(first, second))
    }

    fn word(&mut self, word: &str) -> Parsed<ExpKind> {
        let constant = match word {
            "true" => Some(ExpKind::True),
            "false" => Some(ExpKind::False),
            "null" => Some(ExpKind::Null),
            "write" => Some(ExpKind::Write),
            "none" => Some(ExpKind::NoPerm),
            "wildcard" => Some(ExpKind::Wildcard),
            "result" => Some(ExpKind::Result),
            "epsilon" => Some(ExpKind::Unsupported("`epsilon`")),
            _ => None,
        };
        if let Some(constant) = constant {
            self.advance();
            return Ok(constant);
        }
        match word {
            "acc" => self.acc(),
            "old" => self.old(),
            "perm" => self.perm(),
            "unfolding" => self.unfolding(),
            "let" => self.let_in(),
            "forall" | "exists" => self.quantified(word == "exists"),
            "Seq" | "Set" | "Multiset" => self.literal(),
            "forperm" => self.for_perm(),
            "folding" => Err(self.unsupported("`folding`")),
            "packaging" => Err(self.unsupported("`packaging`")),
            "inhaling" => Err(self.unsupported("`inhaling`")),
            "asserting" | "applying" => self.ghost_step(word == "asserting"),
            "Map" => self.map(),
            "domain" | "range" if self.peek_at(1) == Token::Symbol("(") => {
                self.advance();
                self.expect("(")?;
                let map = Box::new(self.exp()?);
                self.expect(")")?;
                Ok(if word == "domain" { ExpKind::Keys(map) } else { ExpKind::Values(map) })
            }
            _ => self.name_or_call(),
        }
    }

    fn name_or_call(&mut self) -> Parsed<ExpKind> {
        let name = self.name()?;
        if !self.accept("(") {
            return Ok(ExpKind::Name(name.text));
        }
        let arguments = self.list(")", Self::exp)?;
        Ok(ExpKind::Call { name, arguments, ty: None, reveal: false })
    }

    fn acc(&mut self) -> Parsed<ExpKind> {
        self.advance();
        self.expect("(")?;
        let resource = Box::new(self.exp()?);
        let permission = if self.accept(",") { Some(Box::new(self.exp()?)) } else { None };
        self.expect(")")?;
        Ok(ExpKind::Acc(resource, permission))
    }

    fn perm(&mut self) -> Parsed<ExpKind> {
        self.advance();
        self.expect("(")?;
        let resource = Box::new(self.exp()?);
        self.expect(")")?;
        Ok(ExpKind::Perm(resource))
    }

    fn old(&mut self) -> Parsed<ExpKind> {
        self.advance();
        let label = if self.accept("[") {
            let label = self.name()?;
            self.expect("]")?;
            Some(label)
        } else {
            None
        };
        self.expect("(")?;
        let body = Box::new(self.exp()?);
        self.expect(")")?;
        Ok(ExpKind::Old(label, body))
    }

    fn unfolding(&mut self) -> Parsed<ExpKind> {
        self.advance();
        // A binary expression would take the `in` for membership.
        let resource = Box::new(self.suffixed()?);
        self.expect_word("in")?;
        Ok(ExpKind::Unfolding(resource, Box::new(self.exp()?)))
    }

    fn let_in(&mut self) -> Parsed<ExpKind> {
        self.advance();
        let name = self.name()?;
        self.expect("==")?;
        // Parenthesised, so that `in` is not taken for membership.
        let value = Box::new(self.suffixed()?);
        self.expect_word("in")?;
        Ok(ExpKind::Let(name, value, Box::new(self.exp()?)))
    }

    fn quantified(&mut self, existential: bool) -> Parsed<ExpKind> {
        self.advance();
        let mut bound = vec![self.variable()?];
        while self.accept(",") {
            bound.push(self.variable()?);
        }
        self.expect("::")?;
        let mut triggers = Vec::new();
        while self.accept("{") {
            triggers.push(self.list("}", Self::exp)?);
        }
        Ok(ExpKind::Quantified { existential, bound, triggers, body: Box::new(self.exp()?) })
    }

    /// `forperm x: T [resource] :: body`
    fn for_perm(&mut self) -> Parsed<ExpKind> {
        self.advance();
        let mut bound = vec![self.variable()?];
        while self.accept(",") {
            bound.push(self.variable()?);
        }
        self.expect("[")?;
        let resource = Box::new(self.exp()?);
        self.expect("]")?;
        self.expect("::")?;
        Ok(ExpKind::ForPerm { bound, resource, body: Box::new(self.exp()?) })
    }

    /// `asserting (A) in e`, `applying (A --* B) in e`
    fn ghost_step(&mut self, asserting: bool) -> Parsed<ExpKind> {
        self.advance();
        let step = Box::new(self.suffixed()?);
        self.expect_word("in")?;
        let body = Box::new(self.exp()?);
        Ok(if asserting { ExpKind::Asserting(step, body) } else { ExpKind::Applying(step, body) })
    }

    fn map(&mut self) -> Parsed<ExpKind> {
        self.advance();
        let types = if self.accept("[") {
            let key = self.type_name()?;
            self.expect(",")?;
            let value = self.type_name()?;
            self.expect("]")?;
            Some((key, value))
        } else {
            None
        };
        self.expect("(")?;
        let entries = self.list(")", |parser| {
            let key = parser.exp()?;
            parser.expect(":=")?;
            Ok((key, parser.exp()?))
        })?;
        Ok(ExpKind::Map { types, entries })
    }

    fn literal(&mut self) -> Parsed<ExpKind> {
        let collection = self.name()?;
        let element = if self.accept("[") {
            let element = self.type_name()?;
            self.expect("]")?;
            Some(element)
        } else {
            None
        };
        self.expect("(")?;
        Ok(ExpKind::Literal { collection, element, elements: self.list(")", Self::exp)? })
    }
}

fn integer(digits: &str) -> Option<num_bigint::BigInt> {
    match digits.strip_prefix("0x") {
        Some(hex) => num_bigint::BigInt::parse_bytes(hex.as_bytes(), 16),
        None => num_bigint::BigInt::parse_bytes(digits.as_bytes(), 10),
    }
}
