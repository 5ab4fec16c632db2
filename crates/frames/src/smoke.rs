//! Smoke detection: finds code and contracts that prove anything because they cannot be reached or cannot hold.
//!
//! A `refute false` after every assumption and at the end of every block and method fails where nothing reaches it. What
//! follows `unreachable` in a block is meant to be unreachable and is left alone.

use base::Place;

use crate::core::{Assertion, Block, Expr, Program, Stmt, StmtKind};

/// Puts the checks into every method.
pub fn instrument(program: &mut Program) {
    let methods: Vec<_> = program.methods.ids().collect();
    for id in methods {
        let method = &mut program.methods[id];
        if let Some(body) = &mut method.body {
            let mut checked = instrumented(std::mem::take(body));
            if checked.is_live {
                checked.block.push(check(&method.place));
            }
            *body = checked.block;
        }
    }
}

struct Instrumented {
    block: Block,
    /// Its end is meant to be reached.
    is_live: bool,
}

fn instrumented(block: Block) -> Instrumented {
    let mut out = Instrumented { block: Vec::new(), is_live: true };
    for mut statement in block {
        let place = statement.place.clone();
        out.is_live &= !is_unreachable(&statement);
        if out.is_live {
            statement.kind = inside(statement.kind, &place);
        }
        let assumes = matches!(statement.kind, StmtKind::Inhale(_) | StmtKind::Assume(_));
        out.block.push(statement);
        if assumes && out.is_live {
            out.block.push(check(&place));
        }
    }
    out
}

/// Instruments the blocks inside a statement, whose ends are reported at the statement.
fn inside(kind: StmtKind, place: &Place) -> StmtKind {
    match kind {
        StmtKind::If { condition, then, otherwise } => {
            // Two checks at one statement are told apart by how much of it they cover.
            let shorter = Place { end: place.start, ..place.clone() };
            let (then, otherwise) = (with_check(then, place), with_check(otherwise, &shorter));
            StmtKind::If { condition, then, otherwise }
        }
        StmtKind::While { condition, invariants, body } => {
            StmtKind::While { condition, invariants, body: with_check(body, place) }
        }
        other => other,
    }
}

fn with_check(block: Block, place: &Place) -> Block {
    let leaves = matches!(block.last(), Some(Stmt { kind: StmtKind::Goto(_), .. }));
    let mut checked = instrumented(block);
    if checked.is_live && !leaves {
        checked.block.push(check(place));
    }
    checked.block
}

fn check(place: &Place) -> Stmt {
    Stmt::new(StmtKind::Refute(Assertion::pure(Expr::bool(false, place))), place)
}

/// `unreachable` is lowered to `assert false`.
fn is_unreachable(statement: &Stmt) -> bool {
    matches!(statement.kind, StmtKind::Assert(..)) && statement.place.text() == "unreachable"
}
