//! The fixpoint: everything the seeds need, with the reason for each mark.
//!
//! [`Mark`]s are the nodes of a reachability problem whose edges are made on demand from the graph's edges, walked backwards. Each mark
//! remembers the one that caused it, so that the chain from a line to a seed can be shown.

use std::collections::hash_map::Entry;

use graph::inputs::leads;
use graph::shape::Shape;
use graph::state::Role;
use graph::{Edge, EdgeKind, Fact, Graph, NodeId, NodeKind, Ref, State};
use program::code::{Inst, Reg};
use program::{MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::back::{Origin, back};
use crate::control::Control;
use crate::fresh::fresh;
use crate::place::{Mark, Op, Part, Place};
use crate::seeds::Seeds;

/// What was marked, and because of what.
pub struct Marks {
    reasons: FxHashMap<Mark, Reason>,
}

/// Why a mark is there.
#[derive(Clone, Copy)]
enum Reason {
    /// The user cares about this outcome.
    Seed(&'static str),
    Mark(Mark),
}

impl Marks {
    pub fn is_relevant(&self, op: Op) -> bool {
        self.reasons.contains_key(&Mark::RelevantOp(op))
    }

    /// The instructions from `op` to the outcome it matters for, `op` first; and that outcome.
    pub fn chain(&self, graph: &Graph, op: Op) -> (Vec<Op>, &'static str) {
        let mut chain = vec![op];
        let mut mark = Mark::RelevantOp(op);
        loop {
            match self.reasons.get(&mark) {
                Some(Reason::Mark(reason)) => mark = *reason,
                Some(Reason::Seed(outcome)) => return (chain, outcome),
                None => return (chain, "an outcome"),
            }
            let at = match mark {
                Mark::RelevantOp(op) | Mark::Choice(op) => Some(op),
                Mark::Relevant(node) => op_of(graph, node),
                Mark::Need(..) | Mark::Exit(_) => None,
            };
            if let Some(at) = at
                && chain.last() != Some(&at)
            {
                chain.push(at);
            }
        }
    }
}

/// The instruction a node is about to execute.
fn op_of(graph: &Graph, node: NodeId) -> Option<Op> {
    let top = graph.nodes[node].state.top()?;
    Some(Op { method: top.method, pc: top.pc })
}

/// Outcomes as a chain's last step names them.
const RESULT: &str = "the returned value";
const EXCEPTION: &str = "whether and how an exception leaves the method";
const HEAP: &str = "what is left in the heap";

pub fn mark(program: &Program, graph: &Graph, control: &Control, seeds: &Seeds) -> Marks {
    let mut marker = Marker { program, graph, control, reasons: FxHashMap::default(), work: Vec::new() };
    marker.seed(seeds);
    while let Some(mark) = marker.work.pop() {
        marker.spread(mark);
    }
    Marks { reasons: marker.reasons }
}

struct Marker<'a> {
    program: &'a Program,
    graph: &'a Graph,
    control: &'a Control,
    reasons: FxHashMap<Mark, Reason>,
    work: Vec<Mark>,
}

impl<'a> Marker<'a> {
    fn add(&mut self, mark: Mark, reason: Mark) {
        self.put(mark, Reason::Mark(reason));
    }

    fn put(&mut self, mark: Mark, reason: Reason) {
        if let Entry::Vacant(slot) = self.reasons.entry(mark) {
            slot.insert(reason);
            self.work.push(mark);
        }
    }

    fn state(&self, node: NodeId) -> &'a State {
        &self.graph.nodes[node].state
    }

    fn inst(&self, node: NodeId) -> Option<Inst> {
        let top = self.state(node).top()?;
        Some(*self.program.body(top.method).ok()?.inst(top.pc))
    }

    // ---- seeds -----------------------------------------------------------------------------------------------------

    /// **InitialTrack** [Otto15, Sect. 4.3.1].
    fn seed(&mut self, seeds: &Seeds) {
        let fresh = fresh(self.graph);
        for (id, node) in self.graph.nodes.iter_enumerated() {
            let ends = node.out.iter().any(|&edge| {
                let target = self.graph.edges[edge].target;
                self.graph.nodes[target].kind == NodeKind::End
            });
            if ends && node.state.exception.is_none() && seeds.result {
                self.seed_result(id);
            }
            if ends && node.state.exception.is_some() && seeds.exceptions {
                self.put(Mark::Need(id, Place::Exception), Reason::Seed(EXCEPTION));
            }
            if seeds.heap {
                self.seed_effects(id, &fresh[id]);
            }
            if self.is_sink(id) {
                self.put(Mark::Relevant(id), Reason::Seed("an effect outside the program"));
            }
            self.seed_lines(id, &seeds.lines);
        }
        if seeds.exceptions {
            let start = self.state(self.graph.start).top().map(|frame| frame.method);
            if let Some(start) = start {
                self.put(Mark::Exit(start), Reason::Seed(EXCEPTION));
            }
        }
    }

    fn seed_result(&mut self, node: NodeId) {
        self.put(Mark::Relevant(node), Reason::Seed(RESULT));
        if let (Some(Inst::ReturnValue { src }), Some(top)) = (self.inst(node), self.state(node).top())
            && let Some(r) = top.reg(src)
        {
            self.put(Mark::Need(node, Place::Deep(r)), Reason::Seed(RESULT));
        }
    }

    /// Writes that somebody outside can see.
    fn seed_effects(&mut self, node: NodeId, fresh: &FxHashSet<Ref>) {
        for &edge in &self.graph.nodes[node].out {
            for fact in &self.graph.edges[edge].facts {
                let (object, value) = match *fact {
                    Fact::Write { object, value, .. } => (object, value),
                    Fact::WriteCell { array, value, .. } => (array, value),
                    _ => continue,
                };
                if !fresh.contains(&object) {
                    self.put(Mark::Relevant(node), Reason::Seed(HEAP));
                    self.put(Mark::Need(node, Place::Deep(value)), Reason::Seed(HEAP));
                }
            }
        }
        if let (Some(Inst::PutStatic { src, .. }), None) = (self.inst(node), self.state(node).exception) {
            self.put(Mark::Relevant(node), Reason::Seed(HEAP));
            if let Some(r) = self.state(node).top().and_then(|top| top.reg(src)) {
                self.put(Mark::Need(node, Place::Deep(r)), Reason::Seed(HEAP));
            }
        }
    }

    /// A library call that is modelled, not followed, and gives nothing back: it must be there for its effect. The
    /// constructor every constructor ends in has none.
    fn is_sink(&self, node: NodeId) -> bool {
        let Some(Inst::Call { dst, method, .. }) = self.inst(node) else { return false };
        let is_root_constructor = self.program.resolve_method(method).is_ok_and(|method| {
            let method = self.program.method(method);
            method.is_constructor() && &*self.program.class(method.class).name == "java/lang/Object"
        });
        dst.is_none() && !is_root_constructor && self.is_modelled(node)
    }

    /// A call that evaluates in one step.
    fn is_modelled(&self, node: NodeId) -> bool {
        let depth = self.state(node).frames.len();
        matches!(self.inst(node), Some(Inst::Call { .. }))
            && self.state(node).exception.is_none()
            && self.graph.nodes[node].out.iter().any(|&edge| {
                let edge = &self.graph.edges[edge];
                edge.kind == EdgeKind::Eval
                    && self.state(edge.target).frames.len() == depth
                    && self.state(edge.target).exception.is_none()
            })
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
            self.put(Mark::Relevant(node), Reason::Seed("the line asked for"));
        }
    }

    // ---- the rules ---------------------------------------------------------------------------------------------------

    fn spread(&mut self, mark: Mark) {
        match mark {
            Mark::Need(node, place) => self.need(mark, node, place),
            Mark::Relevant(node) => self.relevant(mark, node),
            Mark::RelevantOp(op) => self.relevant_op(mark, op),
            Mark::Choice(op) => self.choice(mark, op),
            Mark::Exit(method) => self.exit(mark, method),
        }
    }

    /// **Rel_n → Rel_op, In, reads** [Otto15, Def. 4.4 and Fig. 4.5].
    fn relevant(&mut self, mark: Mark, node: NodeId) {
        let Some(op) = op_of(self.graph, node) else { return };
        self.add(Mark::RelevantOp(op), mark);
        let (Some(inst), Ok(body)) = (self.inst(node), self.program.body(op.method)) else { return };
        let frame = self.state(node).frames.len() - 1;
        let mut uses = Vec::new();
        inst.uses(&body.operands, |reg| uses.push(reg));
        for &reg in &uses {
            self.add(Mark::Need(node, Place::Local { frame, reg }), mark);
        }
        for place in self.reads(node, &inst, &uses) {
            self.add(Mark::Need(node, place), mark);
        }
    }

    /// Places an instruction reads besides its registers.
    fn reads(&self, node: NodeId, inst: &Inst, uses: &[Reg]) -> Vec<Place> {
        let top = self.state(node).top().expect("a node with an instruction has a frame");
        match *inst {
            Inst::GetField { object, field, .. } => {
                let field = self.program.resolve_field(field).ok();
                let cell = top.reg(object).zip(field).map(|(r, field)| Place::Cell(r, Part::Field(field)));
                cell.into_iter().collect()
            }
            Inst::ArrayLoad { array, .. } => {
                top.reg(array).map(|r| Place::Cell(r, Part::Elements)).into_iter().collect()
            }
            Inst::GetStatic { field, .. } => {
                self.program.resolve_field(field).ok().map(Place::Static).into_iter().collect()
            }
            Inst::Call { .. } if self.is_modelled(node) => {
                uses.iter().filter_map(|&reg| top.reg(reg)).map(Place::Deep).collect()
            }
            _ => Vec::new(),
        }
    }

    /// **Rel_op → its branches, its call** [Otto15, Def. 4.10, with E-C1 and E-C2].
    fn relevant_op(&mut self, mark: Mark, op: Op) {
        for &branch in self.control.deciders(op) {
            self.add(Mark::Choice(branch), mark);
        }
        for &call in self.control.callers.get(&op.method).into_iter().flatten() {
            self.add(Mark::RelevantOp(call), mark);
            if self.control.callees.get(&call).is_some_and(|callees| callees.len() > 1) {
                self.add(Mark::Choice(call), mark);
            }
        }
    }

    /// A branch that matters needs its operands in every state it is taken from, decided or not (E-C2).
    fn choice(&mut self, mark: Mark, op: Op) {
        for &node in self.control.states.get(&op).into_iter().flatten() {
            match self.inst(node) {
                Some(Inst::Call { args, .. }) => {
                    self.add(Mark::RelevantOp(op), mark);
                    let receiver =
                        self.program.body(op.method).ok().and_then(|body| body.list(args).first().copied());
                    if let Some(reg) = receiver {
                        let frame = self.state(node).frames.len() - 1;
                        self.add(Mark::Need(node, Place::Local { frame, reg }), mark);
                    }
                }
                _ => self.add(Mark::Relevant(node), mark),
            }
        }
        for &callee in self.control.callees.get(&op).into_iter().flatten() {
            self.add(Mark::Exit(callee), mark);
        }
    }

    fn exit(&mut self, mark: Mark, method: MethodId) {
        for &branch in self.control.exit_deciders(method) {
            self.add(Mark::Choice(branch), mark);
        }
    }

    /// What a place's content came from, over every edge into the node.
    fn need(&mut self, mark: Mark, node: NodeId, place: Place) {
        for &edge in &self.graph.nodes[node].into {
            let edge = &self.graph.edges[edge];
            match &edge.kind {
                EdgeKind::Eval | EdgeKind::End => self.over_evaluation(mark, edge, place),
                EdgeKind::Refine | EdgeKind::Instance | EdgeKind::Inputs => {
                    self.over_renaming(mark, edge, place)
                }
                EdgeKind::Call => self.over_call(mark, edge, place),
                EdgeKind::Return { .. } => self.over_return(mark, edge, place),
            }
        }
    }

    /// **REFINESPLITINSTANCE** [Otto15, Alg. 19].
    fn over_renaming(&mut self, mark: Mark, edge: &Edge, place: Place) {
        for place in self.renamed(edge, place) {
            self.add(Mark::Need(edge.source, place), mark);
        }
    }

    /// A place by its names in the source, as if the step changed nothing.
    fn renamed(&self, edge: &Edge, place: Place) -> Vec<Place> {
        let origins = |r| back(self.graph, edge, r);
        match place {
            Place::Local { .. } | Place::Static(_) | Place::Exception => vec![place],
            Place::Deep(r) => origins(r)
                .into_iter()
                .map(|origin| match origin {
                    Origin::Same(r) | Origin::Inside(r) => Place::Deep(r),
                })
                .collect(),
            Place::Cell(r, part) => origins(r)
                .into_iter()
                .map(|origin| match origin {
                    Origin::Same(r) => Place::Cell(r, part),
                    Origin::Inside(r) => Place::Region(r, part),
                })
                .collect(),
            Place::Region(r, part) => origins(r)
                .into_iter()
                .map(|origin| match origin {
                    Origin::Same(r) | Origin::Inside(r) => Place::Region(r, part),
                })
                .collect(),
        }
    }

    /// The callee's frame alone: its registers are those of the call state's top frame.
    fn over_call(&mut self, mark: Mark, edge: &Edge, place: Place) {
        let frame = self.state(edge.source).frames.len() - 1;
        match place {
            Place::Local { reg, .. } => self.add(Mark::Need(edge.source, Place::Local { frame, reg }), mark),
            Place::Static(_) | Place::Exception | Place::Deep(_) | Place::Cell(..) | Place::Region(..) => {
                self.over_renaming(mark, edge, place);
            }
        }
    }

    /// A return state on top of a call state's frames: the top frame, static fields and the exception come from the return
    /// state, lower frames from the call state, objects from both.
    fn over_return(&mut self, mark: Mark, edge: &Edge, place: Place) {
        let EdgeKind::Return { call, call_map } = &edge.kind else { return };
        let top = self.state(edge.target).frames.len() - 1;
        match place {
            Place::Local { frame, reg } if frame == top => {
                self.add(Mark::Need(edge.source, Place::Local { frame: 0, reg }), mark);
            }
            Place::Local { .. } => self.add(Mark::Need(*call, place), mark),
            Place::Static(_) | Place::Exception => self.add(Mark::Need(edge.source, place), mark),
            Place::Deep(r) | Place::Cell(r, _) | Place::Region(r, _) => {
                if let Some(origin) = edge.map.origin(r) {
                    self.add(Mark::Need(edge.source, Place::Deep(origin)), mark);
                }
                if let Some(origin) = call_map.origin(r) {
                    self.add(Mark::Need(*call, Place::Deep(origin)), mark);
                }
                // Writes inside the callee to what only the caller still names.
                let inputs = self.state(edge.source).frames.iter().flat_map(|frame| &frame.inputs);
                for input in inputs {
                    self.add(Mark::Need(edge.source, Place::Deep(input.r)), mark);
                }
            }
        }
    }

    /// **EVAL** [Otto15, Alg. 18].
    fn over_evaluation(&mut self, mark: Mark, edge: &Edge, place: Place) {
        match place {
            Place::Local { frame, reg } => self.local(mark, edge, frame, reg),
            Place::Static(field) => {
                let written = match self.inst(edge.source) {
                    Some(Inst::PutStatic { field: written, .. }) => {
                        self.program.resolve_field(written) == Ok(field)
                    }
                    _ => false,
                };
                let before =
                    if written { Mark::Relevant(edge.source) } else { Mark::Need(edge.source, place) };
                self.add(before, mark);
            }
            Place::Exception => {
                let before = match self.state(edge.source).exception {
                    Some(_) => Mark::Need(edge.source, Place::Exception),
                    None => Mark::Relevant(edge.source),
                };
                self.add(before, mark);
            }
            Place::Deep(_) | Place::Cell(..) | Place::Region(..) => self.heap(mark, edge, place),
        }
    }

    fn local(&mut self, mark: Mark, edge: &Edge, frame: usize, reg: Reg) {
        let (before, after) = (self.state(edge.source), self.state(edge.target));
        let (depth, new_depth) = (before.frames.len(), after.frames.len());
        let stays = Mark::Need(edge.source, Place::Local { frame, reg });
        if before.exception.is_some() {
            return self.local_of_handler(mark, edge, frame, reg);
        }
        if new_depth > depth && frame + 1 == new_depth {
            return self.parameter(mark, edge, reg);
        }
        let cause = if new_depth < depth && frame + 1 == new_depth {
            // The caller's destination is what the callee returned.
            match self.call_destination(before) {
                Some(dst) if dst == reg => Mark::Relevant(edge.source),
                _ => stays,
            }
        } else {
            let writes = new_depth == depth
                && frame + 1 == depth
                && after.exception.is_none()
                && self.inst(edge.source).and_then(|inst| inst.def()) == Some(reg);
            if writes { Mark::Relevant(edge.source) } else { stays }
        };
        self.add(cause, mark);
    }

    /// A handler's register is the exception in flight.
    fn local_of_handler(&mut self, mark: Mark, edge: &Edge, frame: usize, reg: Reg) {
        let (before, after) = (self.state(edge.source), self.state(edge.target));
        let caught = after.exception.is_none() && frame + 1 == after.frames.len();
        let is_handler = caught
            && before.top().zip(after.top()).is_some_and(|(was, is)| {
                let body = self.program.body(was.method).ok();
                let handlers = body.into_iter().flat_map(|body| body.handlers.iter());
                handlers.into_iter().any(|handler| handler.target == is.pc && handler.exception == reg)
            });
        let place = if is_handler { Place::Exception } else { Place::Local { frame, reg } };
        self.add(Mark::Need(edge.source, place), mark);
    }

    /// A parameter's content is the argument's; a callback gets it from whatever its library method was given.
    fn parameter(&mut self, mark: Mark, edge: &Edge, reg: Reg) {
        let (before, after) = (self.state(edge.source), self.state(edge.target));
        let Some((top, callee)) = before.top().zip(after.top()) else { return };
        let (Some(Inst::Call { args, .. }), Ok(body)) =
            (self.inst(edge.source), self.program.body(top.method))
        else {
            return;
        };
        let frame = before.frames.len() - 1;
        let args = body.list(args);
        match callee.role {
            Role::Initializer(_) => {}
            Role::Call | Role::Entry => {
                if let Some(&reg) = args.get(reg.index()) {
                    self.add(Mark::Need(edge.source, Place::Local { frame, reg }), mark);
                }
            }
            Role::Callback => {
                for &reg in args {
                    self.add(Mark::Need(edge.source, Place::Local { frame, reg }), mark);
                    if let Some(r) = top.reg(reg) {
                        self.add(Mark::Need(edge.source, Place::Deep(r)), mark);
                    }
                }
            }
        }
    }

    fn call_destination(&self, returning: &State) -> Option<Reg> {
        let [.., caller, callee] = &returning.frames[..] else { return None };
        match (callee.role, self.program.body(caller.method).ok()?.inst(caller.pc)) {
            (Role::Call, Inst::Call { dst, .. }) => Some(*dst),
            _ => None,
        }
    }

    /// Objects: renamed, and changed by the step's writes.
    fn heap(&mut self, mark: Mark, edge: &Edge, place: Place) {
        let state = self.state(edge.source);
        let writes: Vec<(Ref, Part, Ref)> = edge
            .facts
            .iter()
            .filter_map(|fact| match *fact {
                Fact::Write { object, field, value } => Some((object, Part::Field(field), value)),
                Fact::WriteCell { array, value, .. } => Some((array, Part::Elements, value)),
                _ => None,
            })
            .collect();
        let modelled = if self.is_modelled(edge.source) { self.arguments(edge.source) } else { Vec::new() };
        let shape = (!writes.is_empty() || !modelled.is_empty()).then(|| Shape::of(state, &self.graph.world));
        for before in self.renamed(edge, place) {
            let mut survives = true;
            if let Some(shape) = &shape {
                for &(target, part, value) in &writes {
                    survives &= self.write(mark, edge, shape, before, (target, part, value));
                }
                let touched = |r| modelled.iter().any(|&argument| leads_to(state, shape, argument, r));
                if root(before).is_some_and(touched) {
                    self.add(Mark::Relevant(edge.source), mark);
                }
            }
            if survives {
                self.add(Mark::Need(edge.source, before), mark);
            }
        }
    }

    /// What a write means for a place before it; false if it gave the place its whole content.
    fn write(
        &mut self,
        mark: Mark,
        edge: &Edge,
        shape: &Shape,
        place: Place,
        (target, part, value): (Ref, Part, Ref),
    ) -> bool {
        let state = self.state(edge.source);
        match place {
            Place::Deep(r) if leads_to(state, shape, r, target) => {
                self.add(Mark::Relevant(edge.source), mark);
                self.add(Mark::Need(edge.source, Place::Deep(value)), mark);
                true
            }
            Place::Cell(r, wanted) if wanted == part && r == target => {
                self.add(Mark::Relevant(edge.source), mark);
                part == Part::Elements
            }
            Place::Cell(r, wanted) if wanted == part && state.predicates.equal.contains(r, target) => {
                self.add(Mark::Relevant(edge.source), mark);
                true
            }
            Place::Region(r, wanted) if leads_to(state, shape, r, target) => {
                if wanted == part {
                    self.add(Mark::Relevant(edge.source), mark);
                }
                self.add(Mark::Need(edge.source, Place::Region(value, wanted)), mark);
                true
            }
            Place::Deep(_)
            | Place::Cell(..)
            | Place::Region(..)
            | Place::Local { .. }
            | Place::Static(_)
            | Place::Exception => true,
        }
    }

    /// The references a call is given.
    fn arguments(&self, node: NodeId) -> Vec<Ref> {
        let (Some(Inst::Call { args, .. }), Some(top)) = (self.inst(node), self.state(node).top()) else {
            return Vec::new();
        };
        let Ok(body) = self.program.body(top.method) else { return Vec::new() };
        body.list(args).iter().filter_map(|&reg| top.reg(reg)).collect()
    }
}

/// `a ⇝ b` [Otto15, Def. 1.42].
fn leads_to(state: &State, shape: &Shape, a: Ref, b: Ref) -> bool {
    leads(state, shape, a).contains(b)
}

/// The object a place of the heap is about.
fn root(place: Place) -> Option<Ref> {
    match place {
        Place::Deep(r) | Place::Cell(r, _) | Place::Region(r, _) => Some(r),
        Place::Local { .. } | Place::Static(_) | Place::Exception => None,
    }
}
