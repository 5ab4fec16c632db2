//! The fixpoint: everything the seeds need, with the reason for each mark.
//!
//! [`Mark`]s are the nodes of a reachability problem whose edges are made on demand from the graph's edges, walked backwards. Each mark
//! remembers the one that caused it, so that the chain from a line to a seed can be shown. The first marks are made in `seed`; what a
//! step does to objects is in `heap`.

mod heap;
mod seed;

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;

use graph::state::{Frame, Role};
use graph::{Edge, EdgeKind, Graph, NodeId, Ref, State};
use program::code::{CallKind, Inst, Reg, Touches};
use program::{MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::back::{Origin, back};
use crate::control::Control;
use crate::effect::{Modelled, constructed, is_constant};
use crate::place::{Mark, Op, Part, Place};
use crate::seeds::Seeds;

/// What was marked, and because of what.
pub struct Marks {
    reasons: FxHashMap<Mark, Reason>,
    /// Instructions somebody needs the value of, not only what they do besides.
    valued: FxHashSet<Op>,
    /// Instructions marked that do not matter for another reason.
    excused: FxHashSet<Op>,
}

/// Because of what an instruction of a single method matters.
#[derive(Clone, Copy)]
pub enum Cause {
    Op(Op),
    /// The user cares about this outcome.
    Seed(&'static str),
}

/// Why a mark is there.
#[derive(Clone, Copy)]
enum Reason {
    /// The user cares about this outcome.
    Seed(&'static str),
    Mark(Mark),
}

impl Marks {
    /// Whether an instruction matters.
    pub fn is_relevant(&self, op: Op) -> bool {
        self.reasons.contains_key(&Mark::RelevantOp(op)) && !self.excused.contains(&op)
    }

    /// Marks of the instructions of a single method.
    pub fn of_code(causes: FxHashMap<Op, Cause>, valued: FxHashSet<Op>) -> Self {
        let reason = |cause| match cause {
            Cause::Op(op) => Reason::Mark(Mark::RelevantOp(op)),
            Cause::Seed(outcome) => Reason::Seed(outcome),
        };
        let reasons = causes.into_iter().map(|(op, cause)| (Mark::RelevantOp(op), reason(cause))).collect();
        Self { reasons, valued, excused: FxHashSet::default() }
    }

    /// Leaves out what does not matter by other marks of the same method.
    pub fn and(mut self, other: &Self, method: MethodId) -> Self {
        let ops = self.reasons.keys().filter_map(|mark| match *mark {
            Mark::RelevantOp(op) if op.method == method => Some(op),
            _ => None,
        });
        self.excused = ops.filter(|&op| !other.is_relevant(op)).collect();
        self.valued.retain(|&op| op.method != method || other.is_valued(op));
        self
    }

    /// Whether the value the instruction puts into its register matters.
    pub fn is_valued(&self, op: Op) -> bool {
        self.valued.contains(&op)
    }

    /// The instructions from `op` to the outcome it matters for, `op` first; and that outcome.
    pub fn chain(&self, graph: Option<&Graph>, op: Op) -> (Vec<Op>, &'static str) {
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
                Mark::Relevant(node) => graph.and_then(|graph| op_of(graph, node)),
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
    graph.nodes[node].state.top().map(op_at)
}

fn op_at(frame: &Frame) -> Op {
    Op { method: frame.method, pc: frame.pc }
}

/// What matters in a graph.
pub fn mark(program: &Program, graph: &Graph, control: &Control, seeds: &Seeds) -> Marks {
    let mut marker = Marker {
        program,
        graph,
        control,
        constructed: constructed(program, graph),
        reasons: FxHashMap::default(),
        valued: FxHashSet::default(),
        work: Vec::new(),
    };
    marker.seed(seeds);
    while let Some(mark) = marker.work.pop() {
        marker.spread(mark);
    }
    Marks { reasons: marker.reasons, valued: marker.valued, excused: FxHashSet::default() }
}

struct Marker<'a> {
    program: &'a Program,
    graph: &'a Graph,
    control: &'a Control,
    constructed: BTreeSet<String>,
    reasons: FxHashMap<Mark, Reason>,
    valued: FxHashSet<Op>,
    work: Vec<Mark>,
}

impl<'a> Marker<'a> {
    fn add(&mut self, mark: Mark, reason: Mark) {
        self.put(mark, Reason::Mark(reason));
    }

    /// What the step at `node` writes matters.
    fn written(&mut self, mark: Mark, node: NodeId) {
        self.valued.extend(op_of(self.graph, node));
        self.add(Mark::Relevant(node), mark);
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

    fn modelled(&self, node: NodeId) -> Option<Modelled> {
        Modelled::at(self.program, self.graph, node)
    }

    /// Everything below a reference of a node, unless there is nothing that could change.
    fn deep(&self, node: NodeId, r: Ref) -> Option<Place> {
        (!is_constant(self.graph, &self.constructed, self.state(node), r)).then_some(Place::Deep(r))
    }

    fn need_deep(&mut self, mark: Mark, node: NodeId, r: Ref) {
        if let Some(place) = self.deep(node, r) {
            self.add(Mark::Need(node, place), mark);
        }
    }

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
        self.calls_of(mark, node);
        let (Some(inst), Ok(body)) = (self.inst(node), self.program.body(op.method)) else { return };
        let frame = self.state(node).frames.len() - 1;
        let mut uses = Vec::new();
        inst.uses(&body.operands, |reg| uses.push(reg));
        for &reg in &uses {
            self.add(Mark::Need(node, Place::Local { frame, reg }), mark);
        }
        for place in self.reads(node, &inst) {
            self.add(Mark::Need(node, place), mark);
        }
    }

    /// Places an instruction reads besides its registers.
    fn reads(&self, node: NodeId, inst: &Inst) -> Vec<Place> {
        let top = self.state(node).top().expect("a node with an instruction has a frame");
        let effect = inst.effect();
        let object = || effect.uses.first(&[]).and_then(|reg| top.reg(reg));
        match effect.touches {
            Touches::ReadField(field) => {
                let field = self.program.resolve_field(field).ok();
                let cell = object().zip(field).map(|(r, field)| Place::Cell(r, Part::Field(field)));
                cell.into_iter().collect()
            }
            Touches::ReadElement => object().map(|r| Place::Cell(r, Part::Elements)).into_iter().collect(),
            Touches::ReadStatic(field) => {
                self.program.resolve_field(field).ok().map(Place::Static).into_iter().collect()
            }
            Touches::Call(..) => {
                let args = self.modelled(node).map(|call| call.args).unwrap_or_default();
                args.into_iter().filter_map(|r| self.deep(node, r)).collect()
            }
            // Nobody knows what it reads.
            Touches::Anything => {
                let objects = top.regs.iter().copied().flatten();
                objects.filter_map(|r| self.deep(node, r)).collect()
            }
            Touches::Nothing
            | Touches::WriteField(_)
            | Touches::WriteStatic(_)
            | Touches::WriteElement
            | Touches::Length
            | Touches::Object(_)
            | Touches::Array(_)
            | Touches::Type(_)
            | Touches::Monitor => Vec::new(),
        }
    }

    /// **Rel_op → its branches** [Otto15, Def. 4.10, with E-C1 and E-C2]. A call that matters needs the object it is made on, be it
    /// the only one there could be: the object is why the call goes where it goes.
    fn relevant_op(&mut self, mark: Mark, op: Op) {
        for &branch in self.control.deciders(op) {
            self.add(Mark::Choice(branch), mark);
        }
        if let Some(reg) = self.receiver(op) {
            for &node in self.control.states.get(&op).into_iter().flatten() {
                let frame = self.state(node).frames.len() - 1;
                self.add(Mark::Need(node, Place::Local { frame, reg }), mark);
            }
        }
    }

    /// The register of the object a call is made on.
    fn receiver(&self, op: Op) -> Option<Reg> {
        let body = self.program.body(op.method).ok()?;
        let effect = body.inst(op.pc).effect();
        let Touches::Call(CallKind::Virtual | CallKind::Interface, _) = effect.touches else { return None };
        effect.uses.first(&body.operands)
    }

    /// **Rel_op → its call** [Otto15, Def. 4.10], of the calls this state is in: those on its stack, and any that may have
    /// started its last frame.
    fn calls_of(&mut self, mark: Mark, node: NodeId) {
        let frames = &self.state(node).frames;
        let Some(last) = frames.first() else { return };
        let calls = |call: Op, callee: MethodId| {
            self.control.callees.get(&call).is_some_and(|callees| callees.contains(&callee))
        };
        let stacked = frames.windows(2).map(|pair| (op_at(&pair[0]), pair[1].method));
        let stacked = stacked.filter(|(call, callee)| calls(*call, *callee)).map(|(call, _)| call);
        let abstracted = self.control.callers.get(&last.method).into_iter().flatten().copied();
        let calls: Vec<Op> = stacked.chain(abstracted).collect();
        for call in calls {
            self.add(Mark::RelevantOp(call), mark);
            if self.control.callees.get(&call).is_some_and(|callees| callees.len() > 1) {
                self.add(Mark::Choice(call), mark);
            }
        }
    }

    /// A branch that matters needs its operands in every state it is taken from, decided or not (E-C2). If it goes on in a handler,
    /// the exception says in which.
    fn choice(&mut self, mark: Mark, op: Op) {
        if !self.control.states.contains_key(&op) {
            // It would run if something did not throw: that is what decides.
            for &branch in self.control.deciders(op) {
                self.add(Mark::Choice(branch), mark);
            }
        }
        for &node in self.control.pending.get(&op).into_iter().flatten() {
            self.add(Mark::Need(node, Place::Exception), mark);
        }
        for &node in self.control.states.get(&op).into_iter().flatten() {
            match self.inst(node) {
                Some(Inst::Call { args, .. }) if self.modelled(node).is_none() => {
                    self.add(Mark::RelevantOp(op), mark);
                    self.calls_of(mark, node);
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
                match written {
                    true => self.written(mark, edge.source),
                    false => self.add(Mark::Need(edge.source, place), mark),
                }
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
                Some(dst) if dst == reg => {
                    self.valued.extend(before.frames.get(frame).map(op_at));
                    Mark::Relevant(edge.source)
                }
                _ => stays,
            }
        } else {
            let writes = new_depth == depth
                && frame + 1 == depth
                && after.exception.is_none()
                && self.inst(edge.source).and_then(|inst| inst.def()) == Some(reg);
            if writes {
                self.valued.extend(before.top().map(op_at));
                Mark::Relevant(edge.source)
            } else {
                stays
            }
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
            Role::Call | Role::Entry(_) => {
                if let Some(&reg) = args.get(reg.index()) {
                    self.add(Mark::Need(edge.source, Place::Local { frame, reg }), mark);
                }
            }
            Role::Callback => {
                for &reg in args {
                    self.add(Mark::Need(edge.source, Place::Local { frame, reg }), mark);
                    if let Some(r) = top.reg(reg) {
                        self.need_deep(mark, edge.source, r);
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
}
