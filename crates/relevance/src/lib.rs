//! Code that does not matter [Otto15, Ch. 4]: which instructions cannot influence what the user cares about.
//!
//! Works backwards on the symbolic execution graph. What is relevant at the ends of the method (*seeds*) needs the contents of
//! places; an instruction that gave a place its content is relevant and needs its own operands; so on to a fixpoint, which is plain
//! reachability. The rest of the code that runs is irrelevant.
//!
//! | file | what |
//! |---|---|
//! | `seeds` | what the user cares about |
//! | `place` | places of a state whose content may matter |
//! | `back` | places of an edge's target, found again in its source |
//! | `control` | which branch decides whether an instruction runs |
//! | `fresh` | objects nobody outside can see yet |
//! | `mark` | the fixpoint, with the reason for each mark |
//! | `part` | parts of lines that do not matter |
//! | `reason` | why nothing depends on a line |
//! | `classify` | instructions and lines, as a programmer wants to see them |
//!
//! Departures from the thesis: (1) location reachability instead of formulas, the same minimal model; (2) control dependence instead of
//! the reachability rule for branches, which is unsound in loops (E-C1); (3) field-sensitive tracking; (4) register code has no operand
//! stack, so what the thesis says of slots holds of registers; (5) an incomplete graph gives no answer at all.

mod back;
pub mod classify;
mod control;
mod fresh;
mod mark;
mod part;
mod place;
mod reason;
pub mod seeds;

pub use classify::{Chain, LineReport, LineVerdict, Relevance, Step, is_invented};
pub use part::{Part, PartKind};
pub use seeds::Seeds;

use graph::{Graph, NodeKind};
use program::Program;

/// Which code of the methods in `graph` matters for `seeds`, or why nobody can tell.
pub fn analyse(program: &Program, graph: &Graph, seeds: &Seeds) -> Result<Relevance, Vec<String>> {
    let cuts: Vec<String> = graph
        .nodes
        .iter()
        .filter_map(|node| match &node.kind {
            NodeKind::Cut(reason) => Some(reason.clone()),
            NodeKind::Inner | NodeKind::Call | NodeKind::Entry | NodeKind::Return | NodeKind::End => None,
        })
        .collect();
    if !cuts.is_empty() {
        let mut reasons = cuts;
        reasons.sort();
        reasons.dedup();
        return Err(reasons);
    }
    let control = control::Control::of(program, graph, seeds.exceptions);
    let marks = mark::mark(program, graph, &control, seeds);
    Ok(classify::classify(program, graph, &control, &marks))
}
