//! Contract clauses and the members declared inside contract comments; the members of the paper's language.
//!
//! ```text
//! clause    ::= requires φ; | ensures φ; | signals (E e) φ; | decreases e, …; | given T x; | pure; | trusted;
//! member    ::= predicate | ghost field | function | lemma
//! predicate ::= [static] [abstract] predicate q(T x, …) (= φ; | { return φ; } | ;)
//! field     ::= ghost T f [= e];
//! function  ::= {clause} pure [static] T p(T x, …) {clause} (= e; | { return e; } | ;)
//! lemma     ::= {clause} ghost [static] void m(T x, …) {clause} { s̄ }
//! ```

use super::foreign;
use super::lexer::TokenKind;
use super::stream::{Dialect, Stream};
use crate::java::Result;
use crate::java::ast::{
    Body, Contract, Expr, ExprKind, Field, Method, Modifiers, Param, Predicate, Signals, Span, Stmt, StmtKind,
};

/// A member declared in a comment or in the paper's language.
pub enum Member {
    Field(Field),
    Method(Box<Method>),
    Predicate(Predicate),
}

impl Stream<'_> {
    /// Takes one contract clause, if one is next.
    pub fn clause(&mut self, contract: &mut Contract) -> Result<bool> {
        let TokenKind::Word(word) = self.peek() else { return Ok(false) };
        match word.as_str() {
            "requires" => {
                self.take();
                contract.requires.push(self.formula()?);
                self.expect(";")?;
            }
            "ensures" => {
                self.take();
                contract.ensures.push(self.formula()?);
                self.expect(";")?;
            }
            // VerCors: what is required and ensured alike.
            "context" if !matches!(self.look(1), TokenKind::Symbol("(" | "." | "=")) => {
                self.take();
                let both = self.formula()?;
                contract.requires.push(both.clone());
                contract.ensures.push(both);
                self.expect(";")?;
            }
            "signals" => {
                self.take();
                let signals = self.signals()?;
                contract.signals.push(signals);
            }
            "decreases" => {
                self.take();
                contract.decreases = Some(self.measures()?);
            }
            "given" => {
                self.take();
                contract.given.push(self.param()?);
                while self.accept(",") {
                    let ty = contract.given[contract.given.len() - 1].ty.clone();
                    contract.given.push(Param { name: self.name()?, ty });
                }
                self.expect(";")?;
            }
            "pure" if !self.pure_declares() => {
                self.take();
                self.accept(";");
                contract.is_pure = true;
            }
            "trusted" => {
                self.take();
                self.accept(";");
                contract.is_trusted = true;
            }
            word => {
                let starts_clause = !matches!(self.look(1), TokenKind::Symbol("(" | "." | "=" | "["));
                return match foreign::clause(word) {
                    Some(advice) if starts_clause => {
                        let message = format!("`{word}` is not known here");
                        Err(Box::new(self.error_here("foreign-word", message).help(advice)))
                    }
                    _ => Ok(false),
                };
            }
        }
        Ok(true)
    }

    /// `pure` starts a function declaration when a type follows, not another clause.
    fn pure_declares(&self) -> bool {
        const CLAUSES: [&str; 8] =
            ["requires", "ensures", "context", "signals", "decreases", "given", "trusted", "pure"];
        matches!(self.look(1), TokenKind::Word(word) if !CLAUSES.contains(&word.as_str()))
    }

    fn signals(&mut self) -> Result<Signals> {
        self.expect("(")?;
        let exception = self.type_ref()?;
        let binder = if self.is_symbol(")") { None } else { Some(self.name()?) };
        let end = self.expect(")")?;
        let condition = if self.is_symbol(";") {
            Expr { span: end, kind: Box::new(ExprKind::Bool(true)) }
        } else {
            self.formula()?
        };
        self.expect(";")?;
        Ok(Signals { exception, binder, condition })
    }

    /// A parameter.
    pub fn param(&mut self) -> Result<Param> {
        let ty = self.type_ref()?;
        Ok(Param { name: self.name()?, ty })
    }

    /// One member; clauses read before it are in `contract`.
    pub fn member(&mut self, mut contract: Contract) -> Result<Member> {
        let start = self.span();
        let mut modifiers = Modifiers::default();
        let mut is_ghost = false;
        loop {
            if self.accept_word("static") {
                modifiers.is_static = true;
            } else if self.accept_word("abstract") {
                modifiers.is_abstract = true;
            } else if self.accept_word("final") {
                modifiers.is_final = true;
            } else if self.accept_word("ghost") {
                is_ghost = true;
            } else if self.accept_word("pure") {
                contract.is_pure = true;
                is_ghost |= self.dialect == Dialect::Java;
            } else {
                break;
            }
        }
        if self.accept_word("predicate") {
            return Ok(Member::Predicate(self.predicate(start, modifiers)?));
        }
        let in_comment = self.dialect == Dialect::Java;
        if in_comment && !is_ghost {
            return Err(self.unexpected("a contract clause, `predicate`, `ghost` or `pure`"));
        }
        let ty = self.type_ref()?;
        let name = self.name()?;
        if !self.accept("(") {
            let init = if self.accept("=") { Some(self.formula()?) } else { None };
            self.expect(";")?;
            return Ok(Member::Field(Field { name, ty, modifiers, init, is_ghost: in_comment }));
        }
        let params = self.list(")", Self::param)?;
        while self.clause(&mut contract)? {}
        let body = if contract.is_pure { self.function_body()? } else { self.lemma_body()? };
        let span = start.to(self.last_span());
        let result = Some(ty);
        Ok(Member::Method(Box::new(Method {
            name,
            result,
            params,
            modifiers,
            is_ghost: in_comment,
            contract,
            body,
            span,
        })))
    }

    fn predicate(&mut self, start: Span, modifiers: Modifiers) -> Result<Predicate> {
        let name = self.name()?;
        self.expect("(")?;
        let params = self.list(")", Self::param)?;
        let body = self.defined_as()?;
        let span = start.to(self.last_span());
        Ok(Predicate { name, params, is_static: modifiers.is_static, body, span })
    }

    /// `= φ;`, `{ return φ; }`, or `;` for nothing.
    fn defined_as(&mut self) -> Result<Option<Expr>> {
        if self.accept(";") {
            return Ok(None);
        }
        if self.accept("{") {
            self.expect_word("return")?;
            let body = self.formula()?;
            self.expect(";")?;
            self.expect("}")?;
            return Ok(Some(body));
        }
        self.expect("=")?;
        let body = self.formula()?;
        self.expect(";")?;
        Ok(Some(body))
    }

    fn function_body(&mut self) -> Result<Body> {
        if self.is_symbol("{") && !matches!(self.look(1), TokenKind::Word(word) if word == "return") {
            return Ok(Body::Block(self.ghost_block()?));
        }
        Ok(match self.defined_as()? {
            None => Body::Absent,
            Some(value) => Body::Block(vec![Stmt { span: value.span, kind: StmtKind::Return(Some(value)) }]),
        })
    }

    fn lemma_body(&mut self) -> Result<Body> {
        if self.accept(";") {
            return Ok(Body::Absent);
        }
        Ok(Body::Block(self.ghost_block()?))
    }
}
