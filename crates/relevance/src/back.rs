//! References of an edge's target, found again in its source (RENAMETRACK [Otto15, Sect. 4.3], corrected as E-C9).

use graph::{Edge, Fact, Graph, Ref};
use smallvec::{SmallVec, smallvec};

/// Where a reference of the target was in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was this one.
    Same(Ref),
    /// It was hidden somewhere below this one.
    Inside(Ref),
}

/// What a target's reference was. Nothing for an object the step allocated; everything the step could see when nobody said.
pub fn back(graph: &Graph, edge: &Edge, r: Ref) -> SmallVec<[Origin; 2]> {
    if r == Ref::NULL {
        return SmallVec::new();
    }
    if let Some(origin) = edge.map.origin(r) {
        let mut origins = smallvec![Origin::Same(origin)];
        for fact in &edge.facts {
            match *fact {
                Fact::Same(a, b) if a == origin => origins.push(Origin::Same(b)),
                Fact::Same(a, b) if b == origin => origins.push(Origin::Same(a)),
                _ => {}
            }
        }
        return origins;
    }
    for fact in &edge.facts {
        match *fact {
            Fact::Realize { object, result, .. } if result == r => return smallvec![Origin::Inside(object)],
            Fact::Read { object, result, .. } if result == r => return smallvec![Origin::Inside(object)],
            Fact::ReadCell { array, result, .. } if result == r => return smallvec![Origin::Inside(array)],
            Fact::New { result } if result == r => return SmallVec::new(),
            _ => {}
        }
    }
    let source = &graph.nodes[edge.source].state;
    source.objects().map(Origin::Inside).collect()
}
