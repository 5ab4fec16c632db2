//! What matters from the start: the seeds at the ends of the method, writes somebody outside can see, effects outside the program.

use graph::state::Role;
use graph::{Fact, NodeId, NodeKind, Ref};
use program::class::Origin;
use program::code::Inst;
use rustc_hash::FxHashSet;

use super::{Marker, Reason, op_of};
use crate::effect::Effect;
use crate::exhaustion::Exhaustion;
use crate::fresh::fresh;
use crate::overwritten;
use crate::place::{Mark, Place};
use crate::seeds::Seeds;

/// Outcomes as a chain's last step names them.
const RESULT: &str = "the returned value";
const EXCEPTION: &str = "whether and how an exception leaves the method";
const HEAP: &str = "what is left in the heap";
const OUTSIDE: &str = "an effect outside the program";
const LINE: &str = "the line asked for";

impl Marker<'_> {
    /// **InitialTrack** [Otto15, Sect. 4.3.1].
    pub(super) fn seed(&mut self, seeds: &Seeds) {
        let fresh = fresh(self.program, self.graph);
        let exhaustion = Exhaustion::of(self.program, self.graph);
        for (id, node) in self.graph.nodes.iter_enumerated() {
            let ends =
                self.graph.successors(id).any(|edge| self.graph.nodes[edge.target].kind == NodeKind::End);
            match node.state.exception {
                None if ends && seeds.result => self.seed_result(id),
                Some(exception) if ends && seeds.exceptions && !exhaustion.is_at(&node.state) => {
                    self.seed_exception(id, exception);
                }
                None | Some(_) => {}
            }
            if seeds.heap && !self.is_in_library_initializer(id) {
                self.seed_effects(id, &fresh[id]);
            }
            if self.modelled(id).is_some_and(|call| call.effect == Effect::Outside) {
                self.put(Mark::Relevant(id), Reason::Seed(OUTSIDE));
            }
            self.seed_lines(id, &seeds.lines);
        }
        let start = self.state(self.graph.start).top().map(|frame| frame.method);
        if let Some(start) = start.filter(|_| seeds.exceptions) {
            self.put(Mark::Exit(start), Reason::Seed(EXCEPTION));
        }
    }

    fn seed_result(&mut self, node: NodeId) {
        self.put(Mark::Relevant(node), Reason::Seed(RESULT));
        if let (Some(Inst::ReturnValue { src }), Some(top)) = (self.inst(node), self.state(node).top())
            && let Some(r) = top.reg(src)
        {
            self.seed_deep(node, r, RESULT);
        }
    }

    /// Which exception it is, and what it tells.
    fn seed_exception(&mut self, node: NodeId, exception: Ref) {
        self.put(Mark::Need(node, Place::Exception), Reason::Seed(EXCEPTION));
        self.seed_deep(node, exception, EXCEPTION);
    }

    /// Writes that somebody outside can see.
    fn seed_effects(&mut self, node: NodeId, fresh: &FxHashSet<Ref>) {
        for edge in self.graph.successors(node) {
            for fact in &edge.facts {
                let (object, value, is_overwritten) = match *fact {
                    Fact::Write { object, value, field } => {
                        (object, value, overwritten::field(self.program, self.graph, edge, object, field))
                    }
                    Fact::WriteCell { array, value, .. } => (array, value, false),
                    _ => continue,
                };
                if !fresh.contains(&object) && !is_overwritten {
                    self.seed_write(node);
                    self.seed_deep(node, value, HEAP);
                }
            }
        }
        if let (Some(Inst::PutStatic { src, field }), None) = (self.inst(node), self.state(node).exception)
            && !overwritten::static_field(self.program, self.graph, node, field)
        {
            self.seed_write(node);
            if let Some(r) = self.state(node).top().and_then(|top| top.reg(src)) {
                self.seed_deep(node, r, HEAP);
            }
        }
        let changed = self.modelled(node).and_then(|call| call.changed);
        if changed.is_some_and(|object| !fresh.contains(&object)) {
            self.seed_write(node);
        }
    }

    fn seed_write(&mut self, node: NodeId) {
        self.valued.extend(op_of(self.graph, node));
        self.put(Mark::Relevant(node), Reason::Seed(HEAP));
    }

    /// A library class sets itself up the same way whoever uses it first: nobody can see who it was.
    fn is_in_library_initializer(&self, node: NodeId) -> bool {
        self.state(node).frames.iter().any(|frame| match frame.role {
            Role::Initializer(class) => self.program.class(class).origin == Origin::Jdk,
            Role::Call | Role::Entry(_) | Role::Callback => false,
        })
    }

    fn seed_deep(&mut self, node: NodeId, r: Ref, outcome: &'static str) {
        if let Some(place) = self.deep(node, r) {
            self.put(Mark::Need(node, place), Reason::Seed(outcome));
        }
    }

    fn seed_lines(&mut self, node: NodeId, lines: &[u32]) {
        let Some(top) = self.state(node).top() else { return };
        let start_class =
            self.state(self.graph.start).top().map(|frame| self.program.method(frame.method).class);
        if lines.is_empty() || Some(self.program.method(top.method).class) != start_class {
            return;
        }
        let line = self.program.body(top.method).ok().and_then(|body| body.line(top.pc));
        if line.is_some_and(|line| lines.contains(&line)) && self.state(node).exception.is_none() {
            self.valued.extend(op_of(self.graph, node));
            self.put(Mark::Relevant(node), Reason::Seed(LINE));
        }
    }
}
