//! Names of values: where in which followed call a value came about.

use std::cell::RefCell;

use program::MethodId;
use program::code::Pc;
use rustc_hash::FxHashMap;

use crate::value::Name;

/// A followed call: the way of calls that leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Context(u32);

impl Context {
    pub const ROOT: Self = Self(0);
}

/// What of a place a name is for: its result, a part of a joined state, something found out there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    Result,
    Length,
    /// Of a parameter, counted from zero.
    Entry(u32),
    Joined(u32),
    /// Of a field that a stream sets here.
    Streamed(u32),
}

#[derive(Default)]
pub struct Names {
    names: RefCell<FxHashMap<(Context, Pc, Part), Name>>,
    places: RefCell<Vec<(Context, Pc, Part)>>,
    contexts: RefCell<FxHashMap<(Context, Pc, MethodId), Context>>,
}

impl Names {
    pub fn of(&self, context: Context, pc: Pc, part: Part) -> Name {
        let mut places = self.places.borrow_mut();
        *self.names.borrow_mut().entry((context, pc, part)).or_insert_with(|| {
            places.push((context, pc, part));
            Name(places.len() as u32)
        })
    }

    /// Whether a name came about where states are joined at this place.
    pub fn is_joined_at(&self, name: Name, context: Context, pc: Pc) -> bool {
        let places = self.places.borrow();
        let place = (name.0 as usize).checked_sub(1).and_then(|index| places.get(index));
        place.is_some_and(|&(of, at, part)| of == context && at == pc && matches!(part, Part::Joined(_)))
    }

    pub fn call(&self, from: Context, pc: Pc, method: MethodId) -> Context {
        let mut contexts = self.contexts.borrow_mut();
        let next = Context(contexts.len() as u32 + 1);
        *contexts.entry((from, pc, method)).or_insert(next)
    }
}
