//! Reads the small imperative language: text to a resolved and type-checked [`Program`].
//!
//! ```text
//! program  ::= begin declaration… in command end
//! declaration ::= record R { f : T; … } | var x : T | proc p(x : T, …; r : T) (var y : T)… { command }
//! command  ::= simple (; simple)…          simple ::= x := E | E.f := E | new(x) | skip | stuck | { command }
//!            | if E then simple else simple | while E do simple | call p(E, …; x)
//! ```
//!
//! Records are declared before they are used by a variable or procedure, but may mention each other; procedures may call
//! themselves and those above them.

use std::sync::Arc;

use base::{Diagnostic, IdVec, Place, Source};

use super::lex::{Token, lex};
use super::syntax::{
    Cmd, CmdKind, CmdNode, Expr, ExprKind, ExprNode, Field, Proc, ProcId, Program, Record, RecordId, Type,
};

/// Reads a program.
pub fn parse(source: &Arc<Source>) -> Result<Program, Diagnostic> {
    let nothing = Arc::new(CmdNode { kind: CmdKind::Skip, place: source.place(0, 0) });
    let program = Program {
        records: IdVec::new(),
        fields: IdVec::new(),
        procs: IdVec::new(),
        variables: Vec::new(),
        body: nothing,
    };
    let mut parser = Parser { tokens: lex(source)?, at: 0, program, scope: Vec::new(), depth: 0 };
    parser.declare_records();
    parser.program()?;
    Ok(parser.program)
}

/// Words that name nothing.
const WORDS: [&str; 18] = [
    "begin", "in", "end", "record", "var", "proc", "new", "skip", "stuck", "if", "then", "else", "while",
    "do", "call", "true", "false", "nil",
];

/// How deep commands and expressions may nest.
const MAX_DEPTH: usize = 200;

/// How many commands may follow each other, and fields be chained: the tree leans to one side, and is still walked by recursion.
const MAX_CHAIN: usize = 5_000;

struct Parser {
    tokens: Vec<(Token, Place)>,
    at: usize,
    program: Program,
    /// Variables of the procedure (or of the program) being read.
    scope: Vec<(String, Type)>,
    depth: usize,
}

impl Parser {
    /// Names all records first, so that their fields may mention each other.
    fn declare_records(&mut self) {
        for pair in self.tokens.windows(2) {
            if let [(Token::Word(keyword), _), (Token::Word(name), _)] = pair
                && keyword == "record"
            {
                self.program.records.push(Record { name: name.clone(), fields: vec![] });
            }
        }
    }

    fn program(&mut self) -> Result<(), Diagnostic> {
        self.word("begin")?;
        while !self.is_word("in") {
            match self.peek().clone() {
                Token::Word(word) if word == "record" => self.record()?,
                Token::Word(word) if word == "var" => {
                    let variable = self.variable()?;
                    self.program.variables.push(variable);
                }
                Token::Word(word) if word == "proc" => self.proc()?,
                _ => return Err(self.error("`record`, `var`, `proc` or `in` belongs here")),
            }
            self.skip_sign(";");
        }
        self.word("in")?;
        self.scope = self.program.variables.clone();
        self.program.body = self.commands()?;
        self.word("end")?;
        match self.peek() {
            Token::End => Ok(()),
            _ => Err(self.error("the program ends here, but the file goes on")),
        }
    }

    fn record(&mut self) -> Result<(), Diagnostic> {
        self.word("record")?;
        let place = self.place();
        let name = self.name()?;
        let record = self.record_named(&name, &place)?;
        self.sign("{")?;
        while !self.is_sign("}") {
            let place = self.place();
            let name = self.name()?;
            self.sign(":")?;
            let ty = self.ty()?;
            if self.program.field_of(record, &name).is_some() {
                let message = format!("field `{name}` is declared twice");
                return Err(Diagnostic::error("duplicate-name", message).at(place));
            }
            let field = self.program.fields.push(Field { name, record, ty });
            self.program.records[record].fields.push(field);
            self.skip_sign(";");
        }
        self.sign("}")
    }

    fn variable(&mut self) -> Result<(String, Type), Diagnostic> {
        self.word("var")?;
        self.typed_name()
    }

    fn typed_name(&mut self) -> Result<(String, Type), Diagnostic> {
        let name = self.name()?;
        self.sign(":")?;
        Ok((name, self.ty()?))
    }

    fn proc(&mut self) -> Result<(), Diagnostic> {
        self.word("proc")?;
        let name = self.name()?;
        self.sign("(")?;
        let mut parameters = Vec::new();
        while !self.is_sign(";") {
            parameters.push(self.typed_name()?);
            self.skip_sign(",");
        }
        self.sign(";")?;
        let result = self.typed_name()?;
        self.sign(")")?;
        let mut locals = Vec::new();
        while self.is_word("var") {
            locals.push(self.variable()?);
            self.skip_sign(";");
        }
        self.scope = parameters.iter().chain([&result]).chain(&locals).cloned().collect();
        let nothing = Arc::new(CmdNode { kind: CmdKind::Skip, place: self.place() });
        let id = self.program.procs.push(Proc { name, parameters, result, locals, body: nothing });
        self.sign("{")?;
        self.program.procs[id].body = self.commands()?;
        self.sign("}")
    }

    /// `C;C`, right associated.
    fn commands(&mut self) -> Result<Cmd, Diagnostic> {
        let place = self.place();
        let mut parts = vec![self.command()?];
        while self.is_sign(";") {
            self.sign(";")?;
            if self.is_sign("}") || self.is_word("end") {
                break;
            }
            self.chain(parts.len(), "commands")?;
            parts.push(self.command()?);
        }
        let last = parts.pop().expect("one command was read");
        let seq = |rest, first| Arc::new(CmdNode { kind: CmdKind::Seq(first, rest), place: place.clone() });
        Ok(parts.into_iter().rev().fold(last, seq))
    }

    fn command(&mut self) -> Result<Cmd, Diagnostic> {
        self.deeper()?;
        let place = self.place();
        let kind = match self.peek().clone() {
            Token::Sign("{") => {
                self.sign("{")?;
                let inner = self.commands()?;
                self.sign("}")?;
                self.depth -= 1;
                return Ok(inner);
            }
            Token::Word(word) => match word.as_str() {
                "skip" => self.keyword(CmdKind::Skip),
                "stuck" => self.keyword(CmdKind::Stuck),
                "new" => self.allocation()?,
                "if" => self.conditional()?,
                "while" => self.repetition()?,
                "call" => self.call()?,
                _ => self.assignment()?,
            },
            Token::Int(_) | Token::Sign(_) | Token::End => return Err(self.error("a command belongs here")),
        };
        self.depth -= 1;
        Ok(Arc::new(CmdNode { kind, place }))
    }

    fn keyword(&mut self, kind: CmdKind) -> CmdKind {
        self.at += 1;
        kind
    }

    fn allocation(&mut self) -> Result<CmdKind, Diagnostic> {
        self.word("new")?;
        self.sign("(")?;
        let place = self.place();
        let name = self.name()?;
        let ty = self.variable_type(&name, &place)?;
        let record = self.record_of(ty, &place)?;
        self.sign(")")?;
        Ok(CmdKind::New(name, record))
    }

    fn conditional(&mut self) -> Result<CmdKind, Diagnostic> {
        self.word("if")?;
        let test = self.condition()?;
        self.word("then")?;
        let yes = self.command()?;
        self.word("else")?;
        let no = self.command()?;
        Ok(CmdKind::If(test, yes, no))
    }

    fn repetition(&mut self) -> Result<CmdKind, Diagnostic> {
        self.word("while")?;
        let test = self.condition()?;
        self.word("do")?;
        Ok(CmdKind::While(test, self.command()?))
    }

    fn call(&mut self) -> Result<CmdKind, Diagnostic> {
        self.word("call")?;
        let place = self.place();
        let name = self.name()?;
        let id = self.program.procs.iter_enumerated().find(|(_, proc)| proc.name == name).map(|(id, _)| id);
        let id: ProcId = id.ok_or_else(|| {
            Diagnostic::error("unknown-name", format!("no procedure is named `{name}`")).at(place.clone())
        })?;
        let wanted: Vec<Type> = self.program.procs[id].parameters.iter().map(|(_, ty)| *ty).collect();
        let result = self.program.procs[id].result.1;
        self.sign("(")?;
        let mut arguments = Vec::new();
        while !self.is_sign(";") {
            let place = self.place();
            let (argument, ty) = self.expr()?;
            if let Some(wanted) = wanted.get(arguments.len()) {
                self.expect(*wanted, ty, &place)?;
            }
            arguments.push(argument);
            self.skip_sign(",");
        }
        if arguments.len() != wanted.len() {
            let message = format!("`{name}` takes {} arguments, here are {}", wanted.len(), arguments.len());
            return Err(Diagnostic::error("type-error", message).at(place));
        }
        self.sign(";")?;
        let place = self.place();
        let variable = self.name()?;
        let ty = self.variable_type(&variable, &place)?;
        self.expect(ty, result, &place)?;
        self.sign(")")?;
        Ok(CmdKind::Call(id, arguments, variable))
    }

    /// `x := E` or `E.f := E`.
    fn assignment(&mut self) -> Result<CmdKind, Diagnostic> {
        let (target, target_type) = self.postfix()?;
        self.sign(":=")?;
        let place = self.place();
        let (value, ty) = self.expr()?;
        self.expect(target_type, ty, &place)?;
        match &target.kind {
            ExprKind::Var(name) => Ok(CmdKind::Assign(name.clone(), value)),
            ExprKind::Field(object, field) => Ok(CmdKind::Write(object.clone(), *field, value)),
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Nil
            | ExprKind::Equal(..)
            | ExprKind::NotEqual(..) => {
                let message = "only a variable or a field can be assigned";
                Err(Diagnostic::error("bad-syntax", message).at(target.place.clone()))
            }
        }
    }

    fn condition(&mut self) -> Result<Expr, Diagnostic> {
        let place = self.place();
        let (test, ty) = self.expr()?;
        self.expect(Type::Bool, ty, &place)?;
        Ok(test)
    }

    /// `E = E`, `E ≠ E`, or an operand.
    fn expr(&mut self) -> Result<(Expr, Type), Diagnostic> {
        let place = self.place();
        let (left, left_type) = self.postfix()?;
        let equal = self.is_sign("=");
        if !equal && !self.is_sign("!=") && !self.is_sign("≠") {
            return Ok((left, left_type));
        }
        self.at += 1;
        let right_place = self.place();
        let (right, right_type) = self.postfix()?;
        if left_type == Type::Nil {
            self.expect(right_type, left_type, &right_place)?;
        } else {
            self.expect(left_type, right_type, &right_place)?;
        }
        let kind = if equal { ExprKind::Equal(left, right) } else { ExprKind::NotEqual(left, right) };
        Ok((Arc::new(ExprNode { kind, place }), Type::Bool))
    }

    fn postfix(&mut self) -> Result<(Expr, Type), Diagnostic> {
        let place = self.place();
        let (mut expr, mut ty) = self.operand()?;
        let mut length = 0;
        while self.is_sign(".") {
            length += 1;
            self.chain(length, "fields")?;
            let record = self.record_of(ty, &place)?;
            self.sign(".")?;
            let name_place = self.place();
            let name = self.name()?;
            let field = self.program.field_of(record, &name).ok_or_else(|| {
                let message = format!("record `{}` has no field `{name}`", self.program.records[record].name);
                Diagnostic::error("unknown-name", message).at(name_place)
            })?;
            ty = self.program.fields[field].ty;
            expr = Arc::new(ExprNode { kind: ExprKind::Field(expr, field), place: place.clone() });
        }
        Ok((expr, ty))
    }

    fn operand(&mut self) -> Result<(Expr, Type), Diagnostic> {
        self.deeper()?;
        let place = self.place();
        let token = self.peek().clone();
        self.at += 1;
        let (kind, ty) = match token {
            Token::Int(number) => (ExprKind::Int(number), Type::Int),
            Token::Sign("-") => match self.peek().clone() {
                Token::Int(number) => {
                    self.at += 1;
                    (ExprKind::Int(-number), Type::Int)
                }
                Token::Word(_) | Token::Sign(_) | Token::End => {
                    return Err(self.error("a number belongs here"));
                }
            },
            Token::Sign("(") => {
                let inner = self.expr()?;
                self.sign(")")?;
                self.depth -= 1;
                return Ok(inner);
            }
            Token::Word(word) => match word.as_str() {
                "true" => (ExprKind::Bool(true), Type::Bool),
                "false" => (ExprKind::Bool(false), Type::Bool),
                "nil" => (ExprKind::Nil, Type::Nil),
                name if WORDS.contains(&name) => {
                    self.at -= 1;
                    return Err(self.error("an expression belongs here"));
                }
                name => {
                    let ty = self.variable_type(name, &place)?;
                    (ExprKind::Var(name.into()), ty)
                }
            },
            Token::Sign(_) | Token::End => {
                self.at -= 1;
                return Err(self.error("an expression belongs here"));
            }
        };
        self.depth -= 1;
        Ok((Arc::new(ExprNode { kind, place }), ty))
    }

    fn chain(&self, length: usize, of: &str) -> Result<(), Diagnostic> {
        if length < MAX_CHAIN {
            return Ok(());
        }
        let message = format!("more than {MAX_CHAIN} {of} in a row");
        Err(Diagnostic::error("too-large", message).at(self.place()))
    }

    fn variable_type(&self, name: &str, place: &Place) -> Result<Type, Diagnostic> {
        let found = self.scope.iter().rev().find(|(variable, _)| variable == name);
        found.map(|(_, ty)| *ty).ok_or_else(|| {
            Diagnostic::error("unknown-name", format!("no variable is named `{name}` here")).at(place.clone())
        })
    }

    fn record_of(&self, ty: Type, place: &Place) -> Result<RecordId, Diagnostic> {
        match ty {
            Type::Record(record) => Ok(record),
            Type::Int | Type::Bool | Type::Nil => {
                let message = format!("a record is needed here, not `{}`", self.program.type_name(ty));
                Err(Diagnostic::error("type-error", message).at(place.clone()))
            }
        }
    }

    fn expect(&self, wanted: Type, found: Type, place: &Place) -> Result<(), Diagnostic> {
        if wanted == found || (found == Type::Nil && matches!(wanted, Type::Record(_))) {
            return Ok(());
        }
        let (wanted, found) = (self.program.type_name(wanted), self.program.type_name(found));
        let message = format!("`{wanted}` is wanted here, this is `{found}`");
        Err(Diagnostic::error("type-error", message).at(place.clone()))
    }

    fn ty(&mut self) -> Result<Type, Diagnostic> {
        let place = self.place();
        match self.name()?.as_str() {
            "int" => Ok(Type::Int),
            "bool" => Ok(Type::Bool),
            name => self.record_named(name, &place).map(Type::Record),
        }
    }

    fn record_named(&self, name: &str, place: &Place) -> Result<RecordId, Diagnostic> {
        let mut found = self.program.records.iter_enumerated().filter(|(_, record)| record.name == name);
        match (found.next(), found.next()) {
            (Some((id, _)), None) => Ok(id),
            (Some(_), Some(_)) => {
                let message = format!("record `{name}` is declared twice");
                Err(Diagnostic::error("duplicate-name", message).at(place.clone()))
            }
            (None, _) => {
                let message = format!("no record type is named `{name}`");
                Err(Diagnostic::error("unknown-name", message).at(place.clone()))
            }
        }
    }

    fn name(&mut self) -> Result<String, Diagnostic> {
        match self.peek().clone() {
            Token::Word(word) if !WORDS.contains(&word.as_str()) => {
                self.at += 1;
                Ok(word)
            }
            Token::Word(_) | Token::Int(_) | Token::Sign(_) | Token::End => {
                Err(self.error("a name belongs here"))
            }
        }
    }

    fn word(&mut self, word: &str) -> Result<(), Diagnostic> {
        if self.is_word(word) {
            self.at += 1;
            return Ok(());
        }
        Err(self.error(&format!("`{word}` belongs here")))
    }

    fn sign(&mut self, sign: &str) -> Result<(), Diagnostic> {
        if self.is_sign(sign) {
            self.at += 1;
            return Ok(());
        }
        Err(self.error(&format!("`{sign}` belongs here")))
    }

    fn skip_sign(&mut self, sign: &str) {
        if self.is_sign(sign) {
            self.at += 1;
        }
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found == word)
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)].0
    }

    fn place(&self) -> Place {
        self.tokens[self.at.min(self.tokens.len() - 1)].1.clone()
    }

    fn deeper(&mut self) -> Result<(), Diagnostic> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("the program nests too deeply here"));
        }
        Ok(())
    }

    fn error(&self, message: &str) -> Diagnostic {
        Diagnostic::error("bad-syntax", message).at(self.place())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "begin record node { next : node; value : int }\nvar x : node var n : int\n";

    fn error(text: &str) -> (&'static str, u32, u32) {
        let error = parse(&Source::new("a.imp", text)).expect_err("the program is wrong");
        let place = error.place.expect("an error in a file has a place");
        (error.code, place.line, place.column)
    }

    #[test]
    fn a_program_with_every_command() {
        let text = format!(
            "{HEAD}proc last(l : node; r : node) var t : node {{ t := l; r := t }}
            in if x = nil then skip else {{ while x.next != nil do x := x.next; call last(x; x); new(x); x.value := -1; stuck }} end"
        );
        let program = parse(&Source::new("a.imp", text)).expect("well formed");
        assert_eq!((program.records.len(), program.fields.len(), program.procs.len()), (1, 2, 1));
    }

    #[test]
    fn wrong_programs_get_a_code_and_a_place() {
        let body = |body: &str| format!("{HEAD}in\n{body} end");
        assert_eq!(error(&body("y := 1")), ("unknown-name", 4, 1));
        assert_eq!(error(&body("x.prev := x")), ("unknown-name", 4, 3));
        assert_eq!(error(&body("x := 1")), ("type-error", 4, 6));
        assert_eq!(error(&body("n.value := 1")), ("type-error", 4, 1));
        assert_eq!(error(&body("if n then skip else skip")), ("type-error", 4, 4));
        assert_eq!(error(&body("call f(x; x)")), ("unknown-name", 4, 6));
        assert_eq!(error(&body("x :=")), ("bad-syntax", 4, 6));
        assert_eq!(error(&body("while x = nil skip")), ("bad-syntax", 4, 15));
        assert_eq!(error(&body("x := #")), ("bad-syntax", 4, 6));
        assert_eq!(error("begin var x : tree in skip end"), ("unknown-name", 1, 15));
        assert_eq!(error(&body(&"{".repeat(2_000))).0, "bad-syntax");
    }
}
