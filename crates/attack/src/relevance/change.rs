//! Statements by their numbers, in the order in which they stand in the text, and methods without some of them.

use std::collections::BTreeSet;

use crate::tree::{Method, Statement};

/// The number of a statement.
pub type Id = usize;

/// The method with every statement's number in a comment on its line.
pub fn numbered(method: &Method) -> Method {
    let mut next = 0;
    Method { body: number(&method.body, &mut next), ..method.clone() }
}

/// The number in a line's comment.
pub fn id(line: &str) -> Option<Id> {
    line.split_once("/*#")?.1.split_once('*')?.0.parse().ok()
}

fn number(statements: &[Statement], next: &mut Id) -> Vec<Statement> {
    let mut out = Vec::new();
    for statement in statements {
        let mark = format!("/*#{next}*/");
        *next += 1;
        out.push(match statement {
            Statement::Line(text) => Statement::Line(format!("{text} {mark}")),
            Statement::Block { head, body, other } => Statement::Block {
                head: format!("{head} {mark}"),
                body: number(body, next),
                other: other.as_ref().map(|(tail, body)| (tail.clone(), number(body, next))),
            },
        });
    }
    out
}

/// The method without these statements; a block goes if all that is in it goes.
pub fn without(method: &Method, gone: &BTreeSet<Id>) -> Method {
    change(method, &mut |id, statement| match statement {
        Statement::Line(_) if gone.contains(&id) => None,
        Statement::Block { body, other, .. }
            if gone.contains(&id)
                && body.is_empty()
                && other.as_ref().is_none_or(|(_, body)| body.is_empty()) =>
        {
            None
        }
        Statement::Line(_) | Statement::Block { .. } => Some(statement),
    })
}

/// The method with another value assigned by this statement, if it assigns a number to a variable.
pub fn replaced(method: &Method, which: Id) -> Option<Method> {
    let mut found = false;
    let out = change(method, &mut |id, statement| match statement {
        Statement::Line(text) if id == which && text.starts_with("i = ") => {
            found = true;
            Some(Statement::Line("i = 12345;".to_owned()))
        }
        Statement::Line(_) | Statement::Block { .. } => Some(statement),
    });
    found.then_some(out)
}

/// The method with this statement throwing.
pub fn throwing(method: &Method, which: Id) -> Option<Method> {
    let mut found = false;
    let out = change(method, &mut |id, statement| match statement {
        Statement::Line(_) if id == which => {
            found = true;
            Some(Statement::Line("if (World.EMPTY.length == 0) throw new AssertionError();".to_owned()))
        }
        Statement::Line(_) | Statement::Block { .. } => Some(statement),
    });
    found.then_some(out)
}

/// The method with every statement changed or removed, those inside others first.
fn change(method: &Method, how: &mut dyn FnMut(Id, Statement) -> Option<Statement>) -> Method {
    let mut next = 0;
    Method { body: change_all(&method.body, &mut next, how), ..method.clone() }
}

fn change_all(
    statements: &[Statement],
    next: &mut Id,
    how: &mut dyn FnMut(Id, Statement) -> Option<Statement>,
) -> Vec<Statement> {
    let mut out = Vec::new();
    for statement in statements {
        let id = *next;
        *next += 1;
        let inner = match statement {
            Statement::Line(_) => statement.clone(),
            Statement::Block { head, body, other } => Statement::Block {
                head: head.clone(),
                body: change_all(body, next, how),
                other: other.as_ref().map(|(tail, body)| (tail.clone(), change_all(body, next, how))),
            },
        };
        out.extend(how(id, inner));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_go_with_what_is_in_them() {
        let line = |text: &str| Statement::Line(text.to_owned());
        let block = Statement::Block { head: "if (b)".into(), body: vec![line("i = 1;")], other: None };
        let method = Method {
            head: "static int run(boolean b)".into(),
            locals: Vec::new(),
            body: vec![block, line("i = 2;")],
            last: "return i;".into(),
        };
        assert_eq!(without(&method, &BTreeSet::from([0])), method);
        assert_eq!(without(&method, &BTreeSet::from([0, 1])).body, [line("i = 2;")]);
        assert_eq!(id("    i = 2; /*#2*/"), Some(2));
        assert_eq!(replaced(&method, 2).map(|method| method.body[1].clone()), Some(line("i = 12345;")));
    }
}
