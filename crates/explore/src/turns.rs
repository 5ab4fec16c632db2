//! How a waiting state was reached: the forks on the way to it and what the solver said in between.
//!
//! A state belongs to the terms and the thread it was made with. Its turns do not: whoever takes the same turns from the
//! method's beginning, and is told the same things, arrives at the same state without asking a solver. Whoever arrives
//! compares the two routes: had anything on the way been asked in another order, the answers would not be worth anything.

use std::rc::Rc;

use program::MethodId;
use program::code::Pc;

/// What the solver said when it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Whether some conditions can hold together.
    Feasible(bool),
    /// A number some term can have; nothing if it gave up.
    Number(Option<i32>),
}

impl Said {
    pub fn as_feasible(self) -> Option<bool> {
        match self {
            Said::Feasible(feasible) => Some(feasible),
            Said::Number(_) => None,
        }
    }

    pub fn as_number(self) -> Option<Option<i32>> {
        match self {
            Said::Number(number) => Some(number),
            Said::Feasible(_) => None,
        }
    }
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    pub legs: Vec<Leg>,
    /// Where it ends.
    pub end: Mark,
}

/// From one fork to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    pub said: Vec<Said>,
    pub way: u32,
}

/// What a state looks like from far away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub place: (MethodId, Pc),
    pub frames: usize,
    /// Instructions executed so far.
    pub steps: u64,
    /// Conditions on the path.
    pub conditions: usize,
}

impl Default for Mark {
    fn default() -> Self {
        Self { place: (MethodId(0), Pc(0)), frames: 0, steps: 0, conditions: 0 }
    }
}

impl Turn {
    /// The ways of a fork, one after the other.
    pub fn ways(before: Option<Rc<Turn>>, said: Vec<Said>) -> impl Iterator<Item = Rc<Turn>> {
        let said: Rc<[Said]> = said.into();
        (0..).map(move |way| Rc::new(Turn { before: before.clone(), said: said.clone(), way }))
    }
}

impl Route {
    /// The way to the state whose last fork this is.
    pub fn new(last: Option<&Rc<Turn>>, end: Mark) -> Self {
        let mut legs = Vec::new();
        let mut next = last;
        while let Some(turn) = next {
            legs.push(Leg { said: turn.said.to_vec(), way: turn.way });
            next = turn.before.as_ref();
        }
        legs.reverse();
        Self { legs, end }
    }

    /// All that was said on the way.
    pub fn said(&self) -> impl Iterator<Item = Said> {
        self.legs.iter().flat_map(|leg| leg.said.iter().copied())
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
