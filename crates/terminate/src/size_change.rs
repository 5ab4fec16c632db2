//! Components without one function that decreases: on every way around, some measure does.
//!
//! Each location has measures; each transition says which of them become which, at least not larger, or smaller while they are not
//! negative. These *size-change graphs* [Lee, Jones, Ben-Amram, POPL 2001] are composed along all ways through the component; if
//! every way that repeats itself makes some measure smaller that it leads back to itself, no run goes around forever. What
//! the composed graphs stand for is a disjunctively well-founded transition invariant [Podelski, Rybalchenko, LICS 2004], and
//! Ramsey's theorem is behind both. The last resort of the prover: `if (c) { y = x; x--; } else { t = y; y = x + 1; x = t - 2; }` needs it.
//!
//! [`search`] finds measures and arcs, [`graphs`] composes; the checker re-checks every arc and composes again.

pub mod graphs;
pub mod search;

use serde::{Deserialize, Serialize};

use crate::facts::Farkas;
use crate::its::{Its, LocationId};
use crate::linear::Linear;

/// A component no run goes around forever.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeChange {
    pub locations: Vec<LocationId>,
    /// By location.
    pub measures: Vec<Vec<Linear>>,
    /// What is known of each transition between the locations.
    pub changes: Vec<Change>,
}

/// What a transition does to measures.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    pub transition: usize,
    pub arcs: Vec<Arc>,
}

/// A measure of the source is at least a measure of the target, or larger.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arc {
    pub from: usize,
    pub to: usize,
    /// Why the target's measure is not larger; of a strict arc, why it is smaller by at least 1.
    pub decreases: Farkas,
    /// Of a strict arc: why the source's measure is not negative.
    pub bounded: Option<Farkas>,
}

impl SizeChange {
    /// The argument in a sentence.
    pub fn explain(&self, its: &Its) -> String {
        let describe = |(place, measures): (&LocationId, &Vec<Linear>)| {
            let names: Vec<String> =
                measures.iter().map(|measure| format!("`{}`", its.show_linear(*place, measure))).collect();
            format!("at {}: {}", its.locations[base::Id::index(*place)].name, names.join(", "))
        };
        let places: Vec<String> = self.locations.iter().zip(&self.measures).map(describe).collect();
        format!("every way around decreases one of these, bounded by 0: {}", places.join("; "))
    }
}
