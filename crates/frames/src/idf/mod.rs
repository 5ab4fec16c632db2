//! The paper's own language [IDF12, Fig. 1], for its constructs one by one.
//!
//! ```text
//! program ::= {class} s̄
//! class   ::= class C { {C f;} {method} }
//! method  ::= void m(C x, …) requires φ; ensures φ; { s̄ }
//!           | pure C p(C x, …) requires φ; { return e; }
//!           | predicate q(C x, …) { return φ; }
//! ```
//!
//! The text becomes the same tree as a Java file and takes the same way from there. Departures from the figure:
//! 1. clauses may be left out (`requires true`) and repeated (joined by `*`);
//! 2. conditions of `if` and `assert` may be any pure expression, not only equalities;
//! 3. a class may be used before its declaration.

use std::sync::Arc;

use base::Source;

use crate::java::Result;
use crate::java::ast::{Class, Contract, Unit};
use crate::java::lower::{self, Language, Overflow, Translated};
use crate::java::parse::declare::Member;
use crate::java::parse::{Dialect, Stream};

/// Translates a file; if it cannot be parsed, there is only a problem.
pub fn translate(source: &Arc<Source>) -> Translated {
    let unit = parse(source).unwrap_or_else(|problem| Unit { problems: vec![*problem], ..Unit::default() });
    lower::program(&[(source.clone(), unit)], Language::Paper, Overflow::Wrap)
}

/// Parses a whole file; the first problem ends it.
pub fn parse(source: &Arc<Source>) -> Result<Unit> {
    let whole = 0..source.text.len();
    let mut stream = Stream::new(source, std::slice::from_ref(&whole), Dialect::Paper)?;
    let mut unit = Unit::default();
    while stream.is_word("class") {
        unit.classes.push(class(&mut stream)?);
    }
    let mut main = Vec::new();
    while !stream.is_done() {
        main.push(stream.ghost_statement()?);
    }
    unit.main = (!main.is_empty()).then_some(main);
    Ok(unit)
}

fn class(stream: &mut Stream) -> Result<Class> {
    stream.expect_word("class")?;
    let mut class = Class::named(stream.name()?);
    stream.expect("{")?;
    while !stream.accept("}") {
        match stream.member(Contract::default())? {
            Member::Field(field) => class.fields.push(field),
            Member::Method(method) => class.methods.push(*method),
            Member::Predicate(predicate) => class.predicates.push(predicate),
        }
    }
    Ok(class)
}
