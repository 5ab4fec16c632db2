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
//! | `effect` | what library calls change |
//! | `exhaustion` | running out of memory, which is no outcome |
//! | `fresh` | objects nobody outside can see yet |
//! | `alone` | what a method's code tells on its own, without a graph |
//! | `private` | builders and collections that never leave the method |
//! | `mark` | the fixpoint, with the reason for each mark |
//! | `overwritten` | writes to objects that are written again before anybody could look |
//! | `part` | parts of lines that do not matter |
//! | `reason` | why nothing depends on a line |
//! | `companions` | what has to go together with a line that does not matter |
//! | `reliance` | what code of other methods relies on it for |
//! | `classify` | instructions and lines, as a programmer wants to see them |
//!
//! Departures from the thesis: (1) location reachability instead of formulas, the same minimal model; (2) control dependence instead of
//! the reachability rule for branches, which is unsound in loops (E-C1); (3) field-sensitive tracking; (4) register code has no operand
//! stack, so what the thesis says of slots holds of registers; (5) an incomplete graph is not looked at: a slice of
//! the method's own code says less, but always something.

mod alone;
mod back;
pub mod classify;
mod companions;
mod control;
mod effect;
mod exhaustion;
mod fresh;
mod mark;
mod overwritten;
mod part;
mod place;
mod private;
mod reason;
mod reliance;
pub mod seeds;

pub use classify::{Chain, LineReport, LineVerdict, Relevance, Step, is_invented};
pub use part::{Part, PartKind};
pub use reliance::Fate;
pub use seeds::Seeds;

use std::collections::BTreeSet;

use graph::{Graph, NodeKind};
use program::{MethodId, Program};

/// What is known about the code of a method and of what it calls.
pub struct Answer {
    pub relevance: Relevance,
    /// Why the graph was not complete. Then only the method's own code was looked at, and what is called relevant may not be.
    pub gaps: Vec<String>,
}

/// Which code matters for `seeds`: of the methods in the graph of `method`, or of `method` alone if there is no complete graph.
pub fn analyse(
    program: &Program,
    method: MethodId,
    graph: Result<&Graph, String>,
    seeds: &Seeds,
) -> Result<Answer, Vec<String>> {
    let alone = alone::slice(program, method, seeds);
    match graph.map_err(|failure| vec![failure]).and_then(|graph| complete(program, graph)) {
        Ok(graph) => {
            let control = control::Control::of(program, graph, seeds.exceptions);
            let mut marks = mark::mark(program, graph, &control, seeds);
            if let Some((_, own)) = &alone {
                marks = marks.and(own, method);
            }
            let relevance = classify::classify(program, Some(graph), &control, &marks);
            Ok(Answer { relevance, gaps: Vec::new() })
        }
        Err(gaps) => {
            let (control, marks) = alone.ok_or_else(|| gaps.clone())?;
            Ok(Answer { relevance: classify::classify(program, None, &control, &marks), gaps })
        }
    }
}

/// The graph if nothing is cut off; otherwise the reasons.
fn complete<'g>(program: &Program, graph: &'g Graph) -> Result<&'g Graph, Vec<String>> {
    let cuts = graph.nodes.iter().filter_map(|node| match &node.kind {
        NodeKind::Cut(reason) => Some(reason.clone()),
        NodeKind::Inner | NodeKind::Call | NodeKind::Entry | NodeKind::Return | NodeKind::End => None,
    });
    let handled = graph::failures::handled(program, graph).into_iter().map(|(_, reason)| reason);
    let cuts: BTreeSet<String> = cuts.chain(handled).collect();
    if cuts.is_empty() { Ok(graph) } else { Err(cuts.into_iter().collect()) }
}
