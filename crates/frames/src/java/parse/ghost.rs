//! Statements in contract comments, and the statements of the paper's language [IDF12, Fig. 1].
//!
//! ```text
//! s ::= open e.q(ē);  | close e.q(ē); | use e.p(ē);  | assert φ;  | if (φ) {s̄} [else {s̄}]
//!     | ghost T x [= e]; | x = e; | e.f = e; | e.m(ē);                       in comments
//!     | C x; | x := e; | e.f := e; | x := new C; | e.m(ē);                   in the paper's language
//! ```

use super::lexer::TokenKind;
use super::stream::{Dialect, Stream};
use crate::java::Result;
use crate::java::ast::{Block, Expr, ExprKind, LoopSpec, Name, Stmt, StmtKind};

/// How an invariant of a loop begins; `maintaining` is JML's word for it, `loop_invariant` VerCors'.
const INVARIANT: [&str; 3] = ["invariant", "loop_invariant", "maintaining"];

/// How a measure of a loop begins.
const DECREASES: [&str; 3] = ["decreases", "decreasing", "loop_decreases"];

impl Stream<'_> {
    pub fn starts_loop_clause(&self) -> bool {
        INVARIANT.iter().chain(&DECREASES).any(|word| self.is_word(word))
    }

    /// Statements up to the closing brace, which is taken.
    pub fn ghost_block(&mut self) -> Result<Block> {
        self.expect("{")?;
        let mut out = Vec::new();
        while !self.accept("}") {
            out.push(self.ghost_statement()?);
        }
        Ok(out)
    }

    /// A statement in a comment.
    pub fn ghost_statement(&mut self) -> Result<Stmt> {
        let start = self.span();
        let kind = match self.peek() {
            TokenKind::Word(word) => match word.as_str() {
                "open" | "unfold" => self.formula_statement(StmtKind::Open)?,
                "close" | "fold" => self.formula_statement(StmtKind::Close)?,
                "use" => self.formula_statement(StmtKind::Use)?,
                "assert" => self.formula_statement(StmtKind::Assert)?,
                "if" => self.ghost_if()?,
                "ghost" => {
                    self.take();
                    self.ghost_local()?
                }
                "return" if !matches!(self.look(1), TokenKind::Symbol(".")) => self.ghost_return()?,
                _ if self.starts_local() => self.ghost_local()?,
                _ => self.ghost_assignment()?,
            },
            TokenKind::Symbol("{") => StmtKind::Block(self.ghost_block()?),
            TokenKind::Int(..) | TokenKind::Str(_) | TokenKind::Symbol(_) | TokenKind::End => {
                self.ghost_assignment()?
            }
        };
        Ok(Stmt { span: start.to(self.last_span()), kind })
    }

    fn formula_statement(&mut self, make: fn(Expr) -> StmtKind) -> Result<StmtKind> {
        self.take();
        let formula = self.formula()?;
        self.expect(";")?;
        Ok(make(formula))
    }

    fn ghost_if(&mut self) -> Result<StmtKind> {
        self.take();
        self.expect("(")?;
        let condition = self.formula()?;
        self.expect(")")?;
        let then = Box::new(self.ghost_statement()?);
        let otherwise = if self.accept_word("else") { Some(Box::new(self.ghost_statement()?)) } else { None };
        Ok(StmtKind::If { condition, then, otherwise })
    }

    fn ghost_return(&mut self) -> Result<StmtKind> {
        self.take();
        let value = if self.is_symbol(";") { None } else { Some(self.formula()?) };
        self.expect(";")?;
        Ok(StmtKind::Return(value))
    }

    /// `T x` with nothing between: a declaration.
    fn starts_local(&self) -> bool {
        match self.look(1) {
            TokenKind::Word(word) => word != "in" && word != "instanceof",
            TokenKind::Symbol("<") => {
                matches!(self.peek(), TokenKind::Word(word) if word == "seq" || word == "set" || word == "multiset")
            }
            TokenKind::Symbol("[") => *self.look(2) == TokenKind::Symbol("]"),
            TokenKind::Int(..) | TokenKind::Str(_) | TokenKind::Symbol(_) | TokenKind::End => false,
        }
    }

    fn ghost_local(&mut self) -> Result<StmtKind> {
        let ty = self.type_ref()?;
        let name = self.name()?;
        let mut init = if self.accept(":=") || self.accept("=") { Some(self.formula()?) } else { None };
        self.expect(";")?;
        if init.is_none() && self.dialect == Dialect::Paper {
            init = Some(Expr { span: name.span, kind: Box::new(ExprKind::Null) });
        }
        Ok(StmtKind::Local { ty, name, init, is_final: false })
    }

    /// An assignment or a call.
    fn ghost_assignment(&mut self) -> Result<StmtKind> {
        let target = self.formula()?;
        let assigns = self.accept(":=") || (self.dialect == Dialect::Java && self.accept("="));
        if !assigns {
            self.expect(";")?;
            return Ok(StmtKind::Expr(target));
        }
        let value = if self.is_word("new") { self.new_object()? } else { self.formula()? };
        self.expect(";")?;
        let span = target.span.to(value.span);
        let assign = Expr { span, kind: Box::new(ExprKind::Assign { target, op: None, value }) };
        Ok(StmtKind::Expr(assign))
    }

    /// `new C` in the paper's language, also written `new C()`.
    fn new_object(&mut self) -> Result<Expr> {
        let start = self.expect_word("new")?;
        let class = self.type_ref()?;
        let args = if self.accept("(") { self.list(")", Self::formula)? } else { Vec::new() };
        let span = start.to(self.last_span());
        Ok(Expr { span, kind: Box::new(ExprKind::New { class, args, given: Vec::new() }) })
    }

    /// `invariant φ;` and `decreases e, …;` of a loop, until something else follows.
    pub fn loop_clauses(&mut self, spec: &mut LoopSpec) -> Result<()> {
        loop {
            if INVARIANT.iter().any(|word| self.accept_word(word)) {
                spec.invariants.push(self.formula()?);
                self.expect(";")?;
            } else if DECREASES.iter().any(|word| self.accept_word(word)) {
                spec.decreases = Some(self.measures()?);
            } else {
                return Ok(());
            }
        }
    }

    /// `e, …;` after `decreases`.
    pub fn measures(&mut self) -> Result<Vec<Expr>> {
        let mut measures = vec![self.formula()?];
        while self.accept(",") {
            measures.push(self.formula()?);
        }
        self.expect(";")?;
        Ok(measures)
    }

    /// `with x = e, …`: values for the ghost parameters of the call just written.
    pub fn given_arguments(&mut self) -> Result<Vec<(Name, Expr)>> {
        let mut out = Vec::new();
        self.expect_word("with")?;
        loop {
            let name = self.name()?;
            self.expect("=")?;
            out.push((name, self.formula()?));
            if !self.accept(",") {
                break;
            }
        }
        self.accept(";");
        Ok(out)
    }
}
