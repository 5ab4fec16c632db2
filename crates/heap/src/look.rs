//! What some strategies keep beside locations, for people to look at.

use term::Term;

use crate::{Field, Heap, Loc, Sym, Value};

/// An update `[t1 := t2]f` of the `term` strategy's heap [VTU, Sect. 8.1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Update {
    pub field: Field,
    /// When it takes place.
    pub when: Term,
    pub object: Term,
    pub value: Value,
}

impl Heap {
    /// The history of updates of input objects that have no location, field by field, oldest first.
    pub fn updates(&self) -> Vec<Update> {
        let mut out = Vec::new();
        for (&field, map) in &self.maps {
            for write in &map.writes {
                let (Some(object), None) = (write.key.object, write.key.index) else { continue };
                out.push(Update { field, when: write.when, object, value: write.value });
            }
        }
        out
    }

    /// The set of states one configuration of the `implicit` strategy carries: what symbols are in each.
    pub fn carried_states(&self) -> Vec<Vec<(Sym, Loc)>> {
        let worlds = self.own.worlds().into_iter().flat_map(|worlds| worlds.iter());
        worlds.map(|world| world.to_vec()).collect()
    }
}
