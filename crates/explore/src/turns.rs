//! How a waiting state was reached: the forks on the way to it and what the solver said in between.
//!
//! A state belongs to the terms and the thread it was made with. Its turns do not: whoever takes the same turns from the
//! method's beginning, and is told the same things, arrives at the same state without asking a solver.

use std::rc::Rc;

/// What the solver said when it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Whether some conditions can hold together.
    Feasible(bool),
    /// A number some term can have; nothing if it gave up.
    Number(Option<i32>),
}

/// The last fork on the way to a state.
pub struct Turn {
    before: Option<Rc<Turn>>,
    /// What was said between the fork before and this one.
    said: Rc<[Said]>,
    /// Which of the fork's ways was gone.
    way: u32,
}

/// The way to a state, from the beginning of its method.
#[derive(Clone, Debug, Default)]
pub struct Route {
    pub ways: Vec<u32>,
    pub said: Vec<Said>,
}

impl Turn {
    /// The ways of a fork, one after the other.
    pub fn ways(before: Option<Rc<Turn>>, said: Vec<Said>) -> impl Iterator<Item = Rc<Turn>> {
        let said: Rc<[Said]> = said.into();
        (0..).map(move |way| Rc::new(Turn { before: before.clone(), said: said.clone(), way }))
    }
}

impl Route {
    /// The way to the state whose last fork this is; nothing for the first state.
    pub fn to(last: Option<&Rc<Turn>>) -> Self {
        let mut turns: Vec<&Rc<Turn>> = Vec::new();
        let mut next = last;
        while let Some(turn) = next {
            turns.push(turn);
            next = turn.before.as_ref();
        }
        turns.reverse();
        Self {
            ways: turns.iter().map(|turn| turn.way).collect(),
            said: turns.iter().flat_map(|turn| turn.said.iter().copied()).collect(),
        }
    }
}

impl Drop for Turn {
    /// Long chains are freed one by one, not by recursion.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut turn) = next.and_then(Rc::into_inner) {
            next = turn.before.take();
        }
    }
}
