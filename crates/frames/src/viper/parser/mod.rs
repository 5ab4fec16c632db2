//! Recursive descent over Viper's tokens: members here, statements and expressions in their own files.
//!
//! A text that does not parse is one [`Diagnostic`] at the offending token. Nesting is limited, so hostile input
//! cannot exhaust the stack.

mod exp;
mod statement;

use std::sync::Arc;

use base::{Diagnostic, Place, Source};

use super::lexer::{Lexeme, Positions, Token, tokens};
use super::syntax::{Adt, Constructor, Derived, Domain, DomainFunction, Exp, File, Function, Import, Macro};
use super::syntax::{MacroBody, Measure, MeasureKind, Method, Name, Predicate, TypeName, Variable};

/// Reads a file.
pub fn parse(source: &Arc<Source>) -> Result<File, Diagnostic> {
    let parser = &mut Parser {
        tokens: tokens(source)?,
        at: 0,
        positions: Positions::new(source),
        depth: 0,
        height: 0,
    };
    let mut file = File::default();
    while parser.peek() != Token::End {
        parser.member(&mut file)?;
    }
    Ok(file)
}

/// How deep expressions and blocks may nest.
const MAX_DEPTH: u32 = 300;

pub(super) struct Parser<'s> {
    tokens: Vec<Lexeme<'s>>,
    at: usize,
    positions: Positions,
    depth: u32,
    /// How high the trees of the expressions read last are.
    height: u32,
}

type Parsed<T> = Result<T, Diagnostic>;

/// Annotations before a member or expression that change what it means.
#[derive(Clone, Copy, Default)]
struct Annotations {
    opaque: bool,
    reveal: bool,
}

/// The clauses between a head and its body.
#[derive(Default)]
struct Clauses {
    requires: Vec<Exp>,
    ensures: Vec<Exp>,
    invariants: Vec<Exp>,
    decreases: Vec<Measure>,
}

impl<'s> Parser<'s> {
    fn member(&mut self, file: &mut File) -> Parsed<()> {
        let annotations = self.annotations()?;
        match self.peek() {
            Token::Word("field") => self.fields(&mut file.fields)?,
            Token::Word("method") => file.methods.push(self.method()?),
            Token::Word("function") => file.functions.push(self.function(annotations)?),
            Token::Word("predicate") => file.predicates.push(self.predicate()?),
            Token::Word("domain") => file.domains.push(self.domain()?),
            Token::Word("define") => file.macros.push(self.define()?),
            Token::Word("import") => file.imports.push(self.import()?),
            Token::Word("adt") => file.adts.push(self.adt()?),
            Token::Symbol(";") => self.advance(),
            _ => return Err(self.unexpected("a member such as `method` or `field`")),
        }
        Ok(())
    }

    fn import(&mut self) -> Parsed<Import> {
        let start = self.start();
        self.expect_word("import")?;
        if let Token::Text(path) = self.peek() {
            self.advance();
            return Ok(Import { path: path.to_owned(), standard: false, place: self.since(start) });
        }
        self.expect("<")?;
        let mut path = String::new();
        while !self.accept(">") {
            match self.peek() {
                Token::Word(part) | Token::Number(part) => path.push_str(part),
                Token::Symbol(part @ ("/" | "." | "-")) => path.push_str(part),
                _ => return Err(self.unexpected("a path")),
            }
            self.advance();
        }
        Ok(Import { path, standard: true, place: self.since(start) })
    }

    fn adt(&mut self) -> Parsed<Adt> {
        self.expect_word("adt")?;
        let name = self.name()?;
        let params = if self.accept("[") { self.list("]", Self::name)? } else { Vec::new() };
        self.expect("{")?;
        let mut constructors = Vec::new();
        while !self.accept("}") {
            if !self.accept(";") {
                let name = self.name()?;
                constructors.push(Constructor { name, params: self.params()? });
            }
        }
        let derives = if self.accept_word("derives") { self.derived()? } else { Vec::new() };
        Ok(Adt { name, params, constructors, derives })
    }

    /// `{ contains[T] without a, b … }`
    fn derived(&mut self) -> Parsed<Vec<Derived>> {
        self.expect("{")?;
        let mut out = Vec::new();
        while !self.accept("}") {
            if self.accept(";") {
                continue;
            }
            let name = self.name()?;
            let argument = if self.accept("[") { Some(self.type_name()?) } else { None };
            if argument.is_some() {
                self.expect("]")?;
            }
            let mut without = Vec::new();
            if self.accept_word("without") {
                without.push(self.name()?);
                while self.accept(",") {
                    without.push(self.name()?);
                }
            }
            out.push(Derived { name, argument, without });
        }
        Ok(out)
    }

    fn fields(&mut self, out: &mut Vec<Variable>) -> Parsed<()> {
        self.expect_word("field")?;
        out.push(self.variable()?);
        while self.accept(",") {
            out.push(self.variable()?);
        }
        self.accept(";");
        Ok(())
    }

    fn method(&mut self) -> Parsed<Method> {
        self.expect_word("method")?;
        let name = self.name()?;
        let params = self.params()?;
        let returns = if self.accept_word("returns") { self.params()? } else { Vec::new() };
        let Clauses { requires, ensures, decreases, .. } = self.clauses()?;
        let body = if self.peek() == Token::Symbol("{") { Some(self.block()?) } else { None };
        Ok(Method { name, params, returns, requires, ensures, body, decreases })
    }

    fn function(&mut self, annotations: Annotations) -> Parsed<Function> {
        self.expect_word("function")?;
        let name = self.name()?;
        let params = self.params()?;
        self.expect(":")?;
        let result = self.type_name()?;
        let Clauses { requires, ensures, decreases, .. } = self.clauses()?;
        let body = self.braced_exp()?;
        Ok(Function { name, params, result, requires, ensures, body, opaque: annotations.opaque, decreases })
    }

    fn predicate(&mut self) -> Parsed<Predicate> {
        self.expect_word("predicate")?;
        Ok(Predicate { name: self.name()?, params: self.params()?, body: self.braced_exp()? })
    }

    fn braced_exp(&mut self) -> Parsed<Option<Exp>> {
        if !self.accept("{") {
            return Ok(None);
        }
        let exp = self.exp()?;
        self.expect("}")?;
        Ok(Some(exp))
    }

    pub(super) fn define(&mut self) -> Parsed<Macro> {
        self.expect_word("define")?;
        let name = self.name()?;
        let params = if self.starts_names() {
            self.advance();
            self.list(")", Self::name)?
        } else {
            Vec::new()
        };
        let body = match self.peek() {
            Token::Symbol("{") => MacroBody::Block(self.block()?),
            _ => MacroBody::Exp(self.exp()?),
        };
        Ok(Macro { name, params, body })
    }

    /// Whether names in parentheses come next, rather than an expression in parentheses.
    fn starts_names(&self) -> bool {
        let mut at = 1;
        if self.peek() != Token::Symbol("(") {
            return false;
        }
        loop {
            match (self.peek_at(at), self.peek_at(at + 1)) {
                (Token::Symbol(")"), _) => return at == 1,
                (Token::Word(_), Token::Symbol(")")) => return true,
                (Token::Word(_), Token::Symbol(",")) => at += 2,
                _ => return false,
            }
        }
    }

    fn domain(&mut self) -> Parsed<Domain> {
        self.expect_word("domain")?;
        let name = self.name()?;
        let params = if self.accept("[") { self.list("]", Self::name)? } else { Vec::new() };
        let mut domain =
            Domain { name, params, functions: Vec::new(), axioms: Vec::new(), interpretation: None };
        if self.peek() == Token::Word("interpretation") {
            domain.interpretation = Some(self.here());
            while self.peek() != Token::Symbol("{") && self.peek() != Token::End {
                self.advance();
            }
        }
        self.expect("{")?;
        while !self.accept("}") {
            self.domain_member(&mut domain)?;
        }
        Ok(domain)
    }

    fn domain_member(&mut self, domain: &mut Domain) -> Parsed<()> {
        self.annotations()?;
        match self.peek() {
            Token::Symbol(";") => self.advance(),
            Token::Word("unique" | "function") => {
                let function = self.domain_function(domain)?;
                domain.functions.push(function);
            }
            Token::Word("axiom") => {
                self.advance();
                let name = if self.peek() == Token::Symbol("{") { None } else { Some(self.name()?) };
                self.expect("{")?;
                let body = self.exp()?;
                self.expect("}")?;
                domain.axioms.push((name, body));
            }
            _ => return Err(self.unexpected("`function` or `axiom`")),
        }
        Ok(())
    }

    fn domain_function(&mut self, domain: &mut Domain) -> Parsed<DomainFunction> {
        let unique = self.accept_word("unique");
        self.expect_word("function")?;
        let name = self.name()?;
        self.expect("(")?;
        let mut params = Vec::new();
        let mut names: Vec<Name> = Vec::new();
        for (name, ty) in self.list(")", Self::unnamed_param)? {
            params.push(ty);
            if let Some(name) = name {
                if names.iter().any(|known| known.text == name.text) {
                    let message = format!("`{}` is declared twice", name.text);
                    return Err(Diagnostic::error("duplicate-name", message).at(name.place));
                }
                names.push(name);
            }
        }
        self.expect(":")?;
        let result = self.type_name()?;
        if self.peek() == Token::Word("interpretation") {
            domain.interpretation = Some(self.here());
            self.advance();
            self.advance();
        }
        Ok(DomainFunction { name, params, result, unique })
    }

    /// `name: Type` or just `Type`.
    fn unnamed_param(&mut self) -> Parsed<(Option<Name>, TypeName)> {
        let mut name = None;
        if self.peek_at(1) == Token::Symbol(":") {
            name = Some(self.name()?);
            self.advance();
        }
        Ok((name, self.type_name()?))
    }

    fn clauses(&mut self) -> Parsed<Clauses> {
        let mut clauses = Clauses::default();
        loop {
            match self.peek() {
                Token::Word("requires") => {
                    self.advance();
                    clauses.requires.push(self.exp()?);
                }
                Token::Word("ensures") => {
                    self.advance();
                    clauses.ensures.push(self.exp()?);
                }
                Token::Word("invariant") => {
                    self.advance();
                    clauses.invariants.push(self.exp()?);
                }
                Token::Word("decreases") => clauses.decreases.push(self.decreases()?),
                Token::Symbol(";") => self.advance(),
                _ => return Ok(clauses),
            }
        }
    }

    /// `decreases e, …`, `decreases *`, `decreases _`, each perhaps with `if condition`.
    fn decreases(&mut self) -> Parsed<Measure> {
        let start = self.start();
        self.advance();
        let kind = if self.accept("*") {
            MeasureKind::Star
        } else if self.accept_word("_") {
            MeasureKind::Wildcard
        } else {
            let mut parts = Vec::new();
            if self.starts_exp() {
                parts.push(self.exp()?);
                while self.accept(",") {
                    parts.push(self.exp()?);
                }
            }
            MeasureKind::Tuple(parts)
        };
        let condition = if self.accept_word("if") { Some(self.exp()?) } else { None };
        Ok(Measure { kind, condition, place: self.since(start) })
    }

    fn params(&mut self) -> Parsed<Vec<Variable>> {
        self.expect("(")?;
        self.list(")", Self::variable)
    }

    pub(super) fn variable(&mut self) -> Parsed<Variable> {
        self.annotations()?;
        let name = self.name()?;
        self.expect(":")?;
        Ok(Variable { name, ty: self.type_name()? })
    }

    pub(super) fn type_name(&mut self) -> Parsed<TypeName> {
        self.deeper(|parser| {
            let name = parser.name()?;
            // `forperm x: Ref [x.f]`: types without parts have no brackets of their own.
            let is_plain = matches!(name.text.as_str(), "Int" | "Bool" | "Ref" | "Perm" | "Rational");
            if parser.peek() == Token::Symbol("[") && parser.peek_at(1) == Token::Symbol("]") {
                parser.advance();
                return Err(parser.unexpected("a type"));
            }
            let arguments =
                if !is_plain && parser.accept("[") { parser.list("]", Self::type_name)? } else { Vec::new() };
            Ok(TypeName { name, arguments })
        })
    }

    /// `@name(..)` before a node; only `@opaque` and `@reveal` mean something to us.
    fn annotations(&mut self) -> Parsed<Annotations> {
        let mut out = Annotations::default();
        while self.accept("@") {
            let mut name = self.name()?.text;
            while self.accept(".") {
                name = self.name()?.text;
            }
            out.opaque |= name == "opaque";
            out.reveal |= name == "reveal";
            self.expect("(")?;
            self.list(")", |parser| match parser.peek() {
                Token::Text(_) => {
                    parser.advance();
                    Ok(())
                }
                _ => Err(parser.unexpected("a text")),
            })?;
        }
        Ok(out)
    }

    /// Items separated by commas up to `close`, whose opener is already read.
    fn list<T>(&mut self, close: &'static str, item: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut out = Vec::new();
        if self.accept(close) {
            return Ok(out);
        }
        loop {
            out.push(item(self)?);
            if self.accept(close) {
                return Ok(out);
            }
            self.expect(",")?;
        }
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let message = format!("nested more than {MAX_DEPTH} levels deep");
            return Err(Diagnostic::error("nested-too-deep", message).at(self.here()));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn peek(&self) -> Token<'s> {
        self.tokens[self.at].token
    }

    fn peek_at(&self, ahead: usize) -> Token<'s> {
        self.tokens.get(self.at + ahead).map_or(Token::End, |lexeme| lexeme.token)
    }

    fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn accept(&mut self, symbol: &'static str) -> bool {
        let found = self.peek() == Token::Symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    fn accept_word(&mut self, word: &'static str) -> bool {
        let found = self.peek() == Token::Word(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, symbol: &'static str) -> Parsed<()> {
        if self.accept(symbol) { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    fn expect_word(&mut self, word: &'static str) -> Parsed<()> {
        if self.accept_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    fn name(&mut self) -> Parsed<Name> {
        match self.peek() {
            Token::Word(text) => {
                let place = self.here();
                self.advance();
                Ok(Name { text: text.to_owned(), place })
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    /// The place of the next token.
    fn here(&self) -> Place {
        let Lexeme { start, end, .. } = self.tokens[self.at];
        self.positions.place(start, end)
    }

    /// Where the next token starts.
    fn start(&self) -> usize {
        self.tokens[self.at].start
    }

    /// The place from `start` to the end of the last token read.
    fn since(&self, start: usize) -> Place {
        self.positions.place(start, self.end().max(start))
    }

    /// Where the last token read ends.
    fn end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |last| self.tokens[last].end)
    }

    fn unexpected(&self, wanted: &str) -> Diagnostic {
        let found = match self.peek() {
            Token::Word(text) | Token::Number(text) => format!("`{text}`"),
            Token::Text(text) => format!("`\"{text}\"`"),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::End => "the end of the file".to_owned(),
        };
        Diagnostic::error("syntax-error", format!("expected {wanted}, found {found}")).at(self.here())
    }

    fn unsupported(&self, what: &str) -> Diagnostic {
        Diagnostic::error("not-supported", format!("{what} is not supported")).at(self.here())
    }
}
