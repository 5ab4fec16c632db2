//! Native methods, and the few JDK methods worth a shortcut: one table, in files by area of the JDK.
//!
//! An intrinsic is generic in the domain like an instruction handler, and keeps the same rule: decide first, then
//! act. It gets its arguments, receiver first, and answers with a value, with nothing, or by having pushed a frame
//! whose result is its own.

pub mod boxing;

use rustc_hash::FxHashMap;

use crate::{Cx, Domain, State, Stop};

pub type Intrinsic<D> =
    fn(&mut Cx<'_, D>, &mut State<D>, &[<D as Domain>::Value]) -> Result<Reply<D>, Stop<D>>;

/// What an intrinsic answers.
pub enum Reply<D: Domain> {
    Value(D::Value),
    Void,
    /// A frame was pushed; what it returns is the answer.
    Entered,
}

/// Class, name and descriptor of a method, and its intrinsic.
pub type Entry<D> = (&'static str, &'static str, &'static str, Intrinsic<D>);

pub(crate) struct Intrinsics<D: Domain> {
    table: FxHashMap<(&'static str, &'static str, &'static str), Intrinsic<D>>,
}

impl<D: Domain> Intrinsics<D> {
    pub fn new() -> Self {
        let areas: [&[Entry<D>]; 0] = [];
        let entries = areas.into_iter().flatten();
        Self {
            table: entries.map(|&(class, name, descriptor, run)| ((class, name, descriptor), run)).collect(),
        }
    }

    pub fn find(&self, class: &str, name: &str, descriptor: &str) -> Option<Intrinsic<D>> {
        self.table.get(&(class, name, descriptor)).copied()
    }
}
