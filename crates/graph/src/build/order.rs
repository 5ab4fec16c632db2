//! In which order pending states are looked at: loops are stable before what lies behind them is begun.
//!
//! The instructions of a method are numbered in topological order, those of an outermost loop all alike. A pending state goes by the
//! numbers of its frames, callers first, so that a call is through before the caller goes on, and a loop is through before what follows.
//! Otherwise every version of a loop's head that is not the last would be followed to the end of the method, and each of those
//! through every version of the next loop. Within a loop the last to come goes first: each path runs until it repeats.
//!
//! What was abstracted from its callers goes first: they cannot go on before it returned.

use std::cmp::Ordering;

use base::components::components;
use program::code::{Body, Pc};

use crate::graph::NodeId;

/// Where a method's instructions stand.
#[derive(Debug)]
pub struct Positions(Vec<u32>);

impl Positions {
    pub fn of(body: &Body) -> Self {
        let size = body.insts.len();
        let mut successors = vec![Vec::new(); size];
        for pc in body.pcs() {
            body.successors(pc, |next| successors[pc.index()].push(next.index()));
            successors[pc.index()].extend(body.handlers_at(pc).map(|handler| handler.target.index()));
        }
        // A component has a greater number than those it leads to.
        let numbers = components(&successors);
        let greatest = numbers.iter().copied().max().unwrap_or_default();
        Self(numbers.into_iter().map(|number| (greatest - number) as u32).collect())
    }

    pub fn at(&self, pc: Pc) -> u32 {
        self.0[pc.index()]
    }
}

/// A state that waits to be looked at; the greatest is the next.
#[derive(Debug, PartialEq, Eq)]
pub struct Pending {
    /// Whether it belongs to an activation whose callers were forgotten.
    pub is_abstracted: bool,
    /// The numbers of its frames' instructions, callers first.
    pub place: Vec<u32>,
    /// Of states at one place, the last to come is the next.
    pub age: usize,
    pub node: NodeId,
}

impl Ord for Pending {
    fn cmp(&self, other: &Self) -> Ordering {
        let earlier = other.place.cmp(&self.place);
        self.is_abstracted.cmp(&other.is_abstracted).then(earlier).then(self.age.cmp(&other.age))
    }
}

impl PartialOrd for Pending {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
