//! Which exceptions may leave the method: read off a finished graph, each with the place where it is made.
//!
//! A graph covers every run, so that what is not listed here is not thrown, unless the graph has cuts. What graphs themselves do
//! not follow is added: a recursion may overflow the stack; an array from outside may be of a more special class than it is
//! declared, and refuse an element; a class whose initialiser failed may have failed before. That there is memory, and
//! stack for calls that are no recursion, is assumed.
//!
//! An exception's way is followed back from where it leaves to where it is made, by the edges' reference maps.

use std::collections::{BTreeSet, HashSet};

use library::names;
use program::class::Origin;
use program::code::{Elem, Inst, Pc};
use program::{ClassId, FieldId, Flags, MethodId, Program, Type, TypeId};

use crate::eval::{Model, find_line};
use crate::graph::{Edge, EdgeKind, Fact, Graph, NodeId, NodeKind};
use crate::state::{Frame, InitStatus, Ref, State};
use crate::world::WorldType;

/// An exception that may leave the method.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Uncaught {
    /// None if it may be of a class nobody knows.
    pub class: Option<TypeId>,
    /// Where it is made: method and instruction, innermost first. A method without an instruction is modelled.
    pub stack: Vec<(MethodId, Option<Pc>)>,
    pub cause: Cause,
}

/// How an exception comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// An instruction or a modelled method throws it, or code makes it.
    Plain,
    /// The argument with this number, the receiver being the first, has just turned out to be null.
    NullArgument(usize),
    /// This field of an object that was there before, and to which nothing is written, has just turned out to be null.
    NullField(FieldId),
    /// It may be, although no edge of the graph says so.
    Unfollowed,
    /// It was there before, or nobody knows where it was made; the stack says where it was thrown last.
    Elsewhere,
}

/// All exceptions that may leave the method, without repetition.
pub fn uncaught(program: &Program, graph: &Graph) -> Vec<Uncaught> {
    let cx = Cx { program, graph };
    let mut out = BTreeSet::new();
    for (id, node) in graph.nodes.iter_enumerated() {
        if let (NodeKind::End, Some(exception)) = (&node.kind, node.state.exception) {
            cx.leaves(id, exception, &mut out);
        }
        cx.unfollowed(id, &mut out);
    }
    out.into_iter().collect()
}

/// Where a reference of a state comes from.
enum Source<'a> {
    /// It was there when the method began.
    Start(Ref),
    /// It is new in the target of this edge.
    Step(&'a Edge, Ref),
}

struct Cx<'a> {
    program: &'a Program,
    graph: &'a Graph,
}

impl<'a> Cx<'a> {
    /// Every place where a reference may have come into being.
    fn sources(&self, node: NodeId, r: Ref) -> Vec<Source<'a>> {
        let graph = self.graph;
        let mut out = Vec::new();
        let mut seen = HashSet::from([(node, r)]);
        let mut work = vec![(node, r)];
        while let Some((node, r)) = work.pop() {
            if node == graph.start {
                out.push(Source::Start(r));
            }
            for &edge in &graph.nodes[node].into {
                let edge = &graph.edges[edge];
                let called = edge.summarizes().and_then(|(call, map)| Some((call, map.origin(r)?)));
                let before = edge.map.origin(r).map(|origin| (edge.source, origin));
                if before.is_none() && called.is_none() {
                    out.push(Source::Step(edge, r));
                }
                work.extend(before.into_iter().chain(called).filter(|place| seen.insert(*place)));
            }
        }
        out
    }

    fn state(&self, node: NodeId) -> &'a State {
        &self.graph.nodes[node].state
    }

    fn inst(&self, node: NodeId) -> Option<Inst> {
        let top = self.state(node).top()?;
        Some(*self.program.body(top.method).ok()?.inst(top.pc))
    }

    /// What is said of an exception that leaves the program at a node.
    fn leaves(&self, end: NodeId, exception: Ref, out: &mut BTreeSet<Uncaught>) {
        let left = self.state(end).types(exception);
        for source in self.sources(end, exception) {
            let (types, stack, cause) = match source {
                Source::Start(_) => (left, Vec::new(), Cause::Elsewhere),
                Source::Step(edge, r) => {
                    let made = self.state(edge.target).types(r);
                    let (stack, cause) = self.made(edge, r);
                    (self.graph.world.intersection(left, made), stack, cause)
                }
            };
            for ty in self.graph.world.members(types) {
                let class = self.graph.world.info(ty).ty;
                out.insert(Uncaught { class, stack: stack.clone(), cause });
            }
        }
    }

    /// Where and how the edge makes the exception.
    fn made(&self, edge: &Edge, r: Ref) -> (Vec<(MethodId, Option<Pc>)>, Cause) {
        let (before, after) = (self.state(edge.source), self.state(edge.target));
        if before.exception.is_some() {
            // An initialiser was left by an exception.
            return (stack(&after.frames), Cause::Elsewhere);
        }
        let inst = self.inst(edge.source);
        let mut stack = stack(&before.frames);
        match inst {
            Some(Inst::Call { .. }) if after.exception == Some(r) => {
                stack.splice(0..0, self.modelled(before).map(|method| (method, None)));
            }
            Some(Inst::New { .. }) => return (stack, Cause::Plain),
            _ if after.exception == Some(r) => {}
            _ => return (stack, Cause::Elsewhere),
        }
        (stack, self.what_was_null(edge.source).unwrap_or(Cause::Plain))
    }

    /// The modelled method that is called, unless its receiver is null.
    fn modelled(&self, state: &State) -> Option<MethodId> {
        let top = state.top()?;
        let body = self.program.body(top.method).ok()?;
        let Inst::Call { kind, method, args, .. } = *body.inst(top.pc) else { return None };
        let receiver = body.list(args).first().and_then(|&receiver| top.reg(receiver));
        let has_receiver = kind != program::code::CallKind::Static;
        if has_receiver && receiver == Some(Ref::NULL) {
            return None;
        }
        self.program.resolve_method(method).ok()
    }

    /// What the last decision before a node found to be null.
    fn what_was_null(&self, node: NodeId) -> Option<Cause> {
        let &[edge] = self.graph.nodes[node].into.as_slice() else { return None };
        let edge = &self.graph.edges[edge];
        let &[Fact::IsNull(null)] = edge.facts.as_slice() else { return None };
        if edge.kind != EdgeKind::Refine {
            return None;
        }
        let mut causes = self.sources(edge.source, null).into_iter().map(|source| match source {
            Source::Start(r) => self.argument(r).map(Cause::NullArgument),
            Source::Step(edge, r) => self.field(edge, r).map(Cause::NullField),
        });
        let first = causes.next()??;
        causes.all(|cause| cause == Some(first)).then_some(first)
    }

    /// The argument that is this reference of the start state.
    fn argument(&self, r: Ref) -> Option<usize> {
        let start = self.state(self.graph.start).frames.first()?;
        start.regs.iter().position(|reg| *reg == Some(r))
    }

    /// The field of an input that came into sight here.
    fn field(&self, edge: &Edge, r: Ref) -> Option<FieldId> {
        let field = edge.facts.iter().find_map(|fact| match *fact {
            Fact::Realize { field, result, .. } if result == r => Some(field),
            _ => None,
        })?;
        (!self.is_touched(field)).then_some(field)
    }

    /// Whether the field is written to, or there are new objects that have it.
    fn is_touched(&self, field: FieldId) -> bool {
        let program = self.program;
        let has = |class: ClassId| program.class(class).instance_fields.contains(&field);
        let start = self.state(self.graph.start).frames.first().map(|frame| program.method(frame.method));
        let constructs = start.is_none_or(|method| method.is_constructor() && has(method.class));
        constructs
            || self.graph.nodes.ids().any(|node| match self.inst(node) {
                Some(Inst::PutField { field: written, .. }) => {
                    program.resolve_field(written).is_ok_and(|written| written == field)
                }
                Some(Inst::New { ty, .. }) => program.resolve_class(ty).is_ok_and(has),
                _ => false,
            })
    }

    /// What may be thrown at a node although no edge says so.
    fn unfollowed(&self, id: NodeId, out: &mut BTreeSet<Uncaught>) {
        let node = &self.graph.nodes[id];
        let frames = || stack(&node.state.frames);
        let mut add = |class: &str, stack| {
            let class = Some(self.program.class_type(class));
            out.insert(Uncaught { class, stack, cause: Cause::Unfollowed });
        };
        if node.out.iter().any(|&edge| self.graph.edges[edge].kind == EdgeKind::Call) {
            // The frame on top is the one there is no room for.
            let calls = &node.state.frames[..node.state.frames.len() - 1];
            add(names::STACK_OVERFLOW, stack(calls));
        }
        if node.state.init.iter().any(|(_, status)| *status == InitStatus::Erroneous) {
            add(names::NO_CLASS_DEF, frames());
        }
        if self.may_be_refused(id) {
            add(names::ARRAY_STORE, frames());
        }
    }

    fn may_be_refused(&self, id: NodeId) -> bool {
        let state = self.state(id);
        if state.exception.is_some() {
            return false;
        }
        let (Some(top), Some(inst)) = (state.top(), self.inst(id)) else { return false };
        let target = if let Inst::ArrayStore { elem: Elem::Ref, array, src, .. } = inst
            && top.reg(src) != Some(Ref::NULL)
        {
            top.reg(array)
        } else if let Inst::Call { method, args, .. } = inst {
            let callee = self.program.resolve_method(method).ok();
            let model = callee.and_then(|callee| find_line(self.program, callee)?.model);
            let body = self.program.body(top.method).ok();
            let args = body.map_or(&[][..], |body| body.list(args));
            args.get(2).filter(|_| model == Some(Model::ArrayCopy)).and_then(|&reg| top.reg(reg))
        } else {
            None
        };
        let Some(target) = target.filter(|&target| target != Ref::NULL) else { return false };
        let has_special = |ty: WorldType| self.has_special(ty);
        let may_be_special = self.graph.world.members(state.types(target)).into_iter().any(has_special);
        may_be_special && !self.is_exact(id, target, &mut HashSet::new())
    }

    /// Whether there may be arrays whose class is below this type's.
    fn has_special(&self, ty: WorldType) -> bool {
        let Some(ty) = self.graph.world.info(ty).ty else { return true };
        let mut element = ty;
        while let Some(inner) = self.program.element_of(element) {
            element = inner;
        }
        match self.program.ty(element) {
            Type::Class(name) => {
                let class = self.program.class_named(name).map(|class| self.program.class(class).flags);
                element != ty && class.is_ok_and(|flags| !flags.is(Flags::FINAL))
            }
            _ => false,
        }
    }

    /// Whether an array is of just the class the graph says: it was made in the method, or the library keeps it.
    fn is_exact(&self, node: NodeId, array: Ref, seen: &mut HashSet<(NodeId, Ref)>) -> bool {
        if !seen.insert((node, array)) {
            return true;
        }
        self.sources(node, array).into_iter().all(|source| {
            let Source::Step(edge, r) = source else { return false };
            let is_new = edge.facts.contains(&Fact::New { result: r });
            match self.inst(edge.source) {
                Some(Inst::NewArray { .. } | Inst::NewMultiArray { .. }) => true,
                Some(Inst::GetField { .. }) => edge.facts.iter().any(|fact| match *fact {
                    Fact::Realize { field, result, .. } => result == r && self.is_kept_by_library(field),
                    _ => false,
                }),
                Some(Inst::Call { method, args, .. }) if is_new => {
                    // A copy is of the class of what is copied.
                    let top = self.state(edge.source).top();
                    let callee = self.program.resolve_method(method).ok();
                    let model = callee.and_then(|callee| find_line(self.program, callee)?.model);
                    let body = top.and_then(|top| self.program.body(top.method).ok());
                    let original = body.and_then(|body| body.list(args).first().copied());
                    let original = original.and_then(|reg| top?.reg(reg));
                    matches!(model, Some(Model::Clone | Model::CopyOf))
                        && original.is_some_and(|original| self.is_exact(edge.source, original, seen))
                }
                _ => false,
            }
        })
    }

    /// What the library keeps in its own fields it made itself.
    fn is_kept_by_library(&self, field: FieldId) -> bool {
        self.program.class(self.program.field(field).class).origin == Origin::Jdk
    }
}

/// What `throw` statements of the program may throw, caught or not.
pub fn thrown_in_own_code(program: &Program, graph: &Graph) -> Vec<Uncaught> {
    let cx = Cx { program, graph };
    let mut out = BTreeSet::new();
    for (id, node) in graph.nodes.iter_enumerated() {
        let (Some(top), Some(Inst::Throw { src }), None) =
            (node.state.top(), cx.inst(id), node.state.exception)
        else {
            continue;
        };
        if program.class(program.method(top.method).class).origin == Origin::Jdk {
            continue;
        }
        let types = top.reg(src).map(|thrown| node.state.types(thrown)).unwrap_or_default();
        for ty in graph.world.members(types) {
            let class = graph.world.info(ty).ty;
            out.insert(Uncaught { class, stack: stack(&node.state.frames), cause: Cause::Plain });
        }
    }
    out.into_iter().collect()
}

/// Whether the array that is stored into at a node may be of a more special class than the graph knows.
pub(crate) fn may_be_refused(program: &Program, graph: &Graph, node: NodeId) -> bool {
    Cx { program, graph }.may_be_refused(node)
}

/// Whether some code that may run catches exceptions of a class. What happens then is not followed for those that no edge throws.
pub fn is_handled(program: &Program, graph: &Graph, class: TypeId) -> bool {
    let catches =
        |catch: Option<TypeId>| catch.is_none_or(|catch| program.is_subtype(class, catch).unwrap_or(true));
    let mut frames = graph.nodes.iter().flat_map(|node| &node.state.frames);
    frames.any(|frame| match program.body(frame.method) {
        Ok(body) => body.handlers_at(frame.pc).any(|handler| catches(handler.catch)),
        Err(_) => true,
    })
}

fn stack(frames: &[Frame]) -> Vec<(MethodId, Option<Pc>)> {
    frames.iter().rev().map(|frame| (frame.method, Some(frame.pc))).collect()
}
