//! Statements. Semicolons between them are optional, so a statement ends where the next one's keyword begins.

use super::{Parsed, Parser};
use crate::viper::lexer::Token;
use crate::viper::syntax::{Exp, ExpKind, Operator, Statement, StatementKind, Variable};

impl Parser<'_> {
    pub(super) fn block(&mut self) -> Parsed<Vec<Statement>> {
        self.expect("{")?;
        self.deeper(|parser| {
            let mut out = Vec::new();
            while !parser.accept("}") {
                if !parser.accept(";") {
                    out.push(parser.statement()?);
                }
            }
            Ok(out)
        })
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let annotated = self.start();
        self.annotations()?;
        let start = if self.start() == annotated { annotated } else { self.start() };
        let kind = match self.peek() {
            Token::Word("var") => self.declaration()?,
            Token::Word("fold") => self.with_exp(StatementKind::Fold)?,
            Token::Word("unfold") => self.with_exp(StatementKind::Unfold)?,
            Token::Word("inhale") => self.with_exp(StatementKind::Inhale)?,
            Token::Word("exhale") => self.with_exp(StatementKind::Exhale)?,
            Token::Word("assert") => self.with_exp(StatementKind::Assert)?,
            Token::Word("assume") => self.with_exp(StatementKind::Assume)?,
            Token::Word("refute") => self.with_exp(StatementKind::Refute)?,
            Token::Word("if") => self.conditional_statement()?,
            Token::Word("while") => self.while_loop()?,
            Token::Word("label") => self.label()?,
            Token::Word("goto") => {
                self.advance();
                StatementKind::Goto(self.name()?)
            }
            Token::Symbol("{") => StatementKind::Block(self.block()?),
            Token::Word("define") => StatementKind::Define(Box::new(self.define()?)),
            Token::Word("package") => {
                self.advance();
                let wand = self.exp()?;
                let script = if self.peek() == Token::Symbol("{") { self.block()? } else { Vec::new() };
                StatementKind::Package(wand, script)
            }
            Token::Word("apply") => self.with_exp(StatementKind::Apply)?,
            Token::Word(word @ ("quasihavoc" | "quasihavocall")) => {
                self.quasi_havoc(word == "quasihavocall")?
            }
            Token::Word("unreachable") if self.peek_at(1) != Token::Symbol(":=") => {
                let place = self.here();
                self.advance();
                StatementKind::Assert(Exp { kind: ExpKind::False, place })
            }
            Token::Word("constraining" | "fresh") => return Err(self.unsupported("`constraining`")),
            _ => self.assignment_or_call()?,
        };
        Ok(Statement { kind, place: self.since(start) })
    }

    fn with_exp(&mut self, make: impl FnOnce(Exp) -> StatementKind) -> Parsed<StatementKind> {
        self.advance();
        Ok(make(self.exp()?))
    }

    /// `quasihavoc c ==> r` and `quasihavocall x: T :: c ==> r`, where the condition may be left out.
    fn quasi_havoc(&mut self, all: bool) -> Parsed<StatementKind> {
        self.advance();
        let mut bound = Vec::new();
        if all {
            bound.push(self.variable()?);
            while self.accept(",") {
                bound.push(self.variable()?);
            }
            self.expect("::")?;
        }
        let exp = self.exp()?;
        let (condition, resource) = match exp.kind {
            ExpKind::Binary(Operator::Implies, condition, resource) => (Some(*condition), *resource),
            kind => (None, Exp { kind, place: exp.place }),
        };
        Ok(StatementKind::QuasiHavoc { bound, condition, resource })
    }

    fn declaration(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let mut declare = vec![self.variable()?];
        while self.accept(",") {
            declare.push(self.variable()?);
        }
        if !self.accept(":=") {
            return Ok(StatementKind::Declare(declare));
        }
        let targets = declare.iter().map(Self::target).collect();
        Ok(StatementKind::Assign { declare, targets, value: self.value()? })
    }

    fn target(variable: &Variable) -> Exp {
        let kind = ExpKind::Name(variable.name.text.clone());
        Exp { kind, place: variable.name.place.clone() }
    }

    fn assignment_or_call(&mut self) -> Parsed<StatementKind> {
        let mut targets = vec![self.exp()?];
        while self.accept(",") {
            targets.push(self.exp()?);
        }
        if self.accept(":=") {
            return Ok(StatementKind::Assign { declare: Vec::new(), targets, value: self.value()? });
        }
        match (targets.pop(), targets.is_empty()) {
            (Some(call), true) if matches!(call.kind, ExpKind::Call { .. } | ExpKind::Name(_)) => {
                Ok(StatementKind::Call(call))
            }
            _ => Err(self.unexpected("`:=`")),
        }
    }

    fn conditional_statement(&mut self) -> Parsed<StatementKind> {
        self.advance();
        self.expect("(")?;
        let condition = self.exp()?;
        self.expect(")")?;
        let then = self.block()?;
        let otherwise = match self.peek() {
            Token::Word("elseif") => self.nested_if()?,
            Token::Word("else") if self.peek_at(1) == Token::Word("if") => {
                self.advance();
                self.nested_if()?
            }
            Token::Word("else") => {
                self.advance();
                self.block()?
            }
            _ => Vec::new(),
        };
        Ok(StatementKind::If { condition, then, otherwise })
    }

    fn nested_if(&mut self) -> Parsed<Vec<Statement>> {
        let start = self.start();
        let kind = self.deeper(Self::conditional_statement)?;
        Ok(vec![Statement { kind, place: self.since(start) }])
    }

    fn while_loop(&mut self) -> Parsed<StatementKind> {
        self.advance();
        self.expect("(")?;
        let condition = self.exp()?;
        self.expect(")")?;
        let super::Clauses { invariants, decreases, .. } = self.clauses()?;
        Ok(StatementKind::While { condition, invariants, decreases, body: self.block()? })
    }

    fn label(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let name = self.name()?;
        Ok(StatementKind::Label(name, self.clauses()?.invariants))
    }
}
