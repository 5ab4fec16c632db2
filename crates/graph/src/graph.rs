//! Symbolic execution graphs [Otto15, Def. 1.51 and Ch. 3]: states and the steps between them.
//!
//! Every concrete run from an instance of the start state can be followed in the graph: each concrete step is matched
//! by refinement and instance edges and exactly one evaluation edge, unless it reaches a *cut* node, where the
//! analysis gave up and says why. Laws: a node has one evaluation successor, or only
//! refinement successors, or one instance successor; nodes without successors are ends or cuts; every cycle contains
//! an evaluation edge.
//!
//! For provers, every edge says where each reference of its target comes from ([`RefMap`]) and what it establishes
//! ([`Fact`]). Recursion: [`EdgeKind::Return`] edges pair a return state with a call state. A termination proof must
//! use the *summary* edge from the call state instead of the edge from the return state ([`Edge::summarizes`]).

use std::collections::BTreeSet;

use base::{Id, IdVec, define_id};
use program::code::{BinOp, Cond};
use program::{FieldId, Program};

use crate::domain::interval::Integers;
use crate::state::{Ref, State};
use crate::world::World;

define_id! {
    pub struct NodeId = "n";
}
define_id! {
    pub struct EdgeId = "e";
}

pub struct Graph {
    pub nodes: IdVec<NodeId, Node>,
    pub edges: IdVec<EdgeId, Edge>,
    pub start: NodeId,
    pub world: World,
    pub integers: Integers,
    /// Fields of whose facts use was made.
    pub given: BTreeSet<FieldId>,
}

pub struct Node {
    pub state: State,
    pub kind: NodeKind,
    /// Edges leaving, in order of construction.
    pub out: Vec<EdgeId>,
    /// Edges arriving.
    pub into: Vec<EdgeId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    Inner,
    /// A call about to be abstracted: has input arguments in its top frame.
    Call,
    /// The callee's frame alone.
    Entry,
    /// The last frame is about to return or to throw.
    Return,
    /// The program is over: no frames. With an exception if it ended by one.
    End,
    /// Not analysed further; why, in a sentence naming the culprit.
    Cut(String),
}

pub struct Edge {
    pub kind: EdgeKind,
    pub source: NodeId,
    pub target: NodeId,
    pub map: RefMap,
    pub facts: Vec<Fact>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// One instruction, or the search for an exception's handler.
    Eval,
    /// One case of a case distinction.
    Refine,
    /// The target is more general.
    Instance,
    /// Adds input arguments before a call is abstracted.
    Inputs,
    /// Forgets the callers.
    Call,
    /// Puts the return state on top of the frames of a call state; `map` of the edge tells what came from the return
    /// state, `call_map` what came from the call state.
    Return { call: NodeId, call_map: RefMap },
    /// The outermost frame returns.
    End,
}

/// For each reference of the target, the reference of the source it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefMap {
    origins: Vec<Option<Ref>>,
}

/// A reference of the edge's source state or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    Ref(Ref),
    Const(i128),
}

/// What an edge establishes. References are the source's unless called `result`, which is the target's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// `result = lhs op rhs`; in mathematical integers unless `wraps`, then modulo the word.
    Define {
        result: Ref,
        op: BinOp,
        lhs: Operand,
        rhs: Operand,
        wraps: bool,
    },
    /// The comparison holds between integers.
    Compare {
        cond: Cond,
        lhs: Operand,
        rhs: Operand,
    },
    /// A field was read: `result = object.field`.
    Read {
        object: Ref,
        field: FieldId,
        result: Ref,
    },
    /// A cell was read.
    ReadCell {
        array: Ref,
        index: Ref,
        result: Ref,
    },
    /// A hidden field became visible: `result` is inside `object`.
    Realize {
        object: Ref,
        field: FieldId,
        result: Ref,
    },
    /// A field was written; also of every reference that is or may reach `object`.
    Write {
        object: Ref,
        field: FieldId,
        value: Ref,
    },
    WriteCell {
        array: Ref,
        index: Ref,
        value: Ref,
    },
    /// `result` was allocated.
    New {
        result: Ref,
    },
    /// `result` is the length of an array or string.
    Length {
        array: Ref,
        result: Ref,
    },
    IsNull(Ref),
    Exists(Ref),
    /// Two references turned out to be one object.
    Same(Ref, Ref),
    Different(Ref, Ref),
    /// The reference's types were cut down to those of the target's.
    Typed(Ref),
}

impl RefMap {
    pub fn new(origins: Vec<Option<Ref>>) -> Self {
        Self { origins }
    }

    /// Every reference keeps its name.
    pub fn identity(refs: usize) -> Self {
        Self { origins: (0..refs).map(|r| Some(Ref::from_index(r))).collect() }
    }

    /// The source's reference that a target's reference was; none if it is new.
    pub fn origin(&self, target: Ref) -> Option<Ref> {
        self.origins.get(target.index()).copied().flatten()
    }

    /// Pairs of a target's and a source's reference.
    pub fn iter(&self) -> impl Iterator<Item = (Ref, Ref)> + '_ {
        let named = self.origins.iter().enumerate();
        named.filter_map(|(target, source)| Some((Ref::from_index(target), (*source)?)))
    }
}

impl Edge {
    /// Where a termination proof leaves from along the edge: what a return edge summarizes begins at its call state.
    pub fn leaves(&self) -> NodeId {
        self.summarizes().map_or(self.source, |(call, _)| call)
    }

    /// The call state a return edge summarizes: a termination proof treats the call as one step from there.
    pub fn summarizes(&self) -> Option<(NodeId, &RefMap)> {
        match &self.kind {
            EdgeKind::Return { call, call_map } => Some((*call, call_map)),
            EdgeKind::Eval
            | EdgeKind::Refine
            | EdgeKind::Instance
            | EdgeKind::Inputs
            | EdgeKind::Call
            | EdgeKind::End => None,
        }
    }
}

impl Graph {
    pub fn state(&self, node: NodeId) -> &State {
        &self.nodes[node].state
    }

    pub fn successors(&self, node: NodeId) -> impl Iterator<Item = &Edge> + '_ {
        self.nodes[node].out.iter().map(|&edge| &self.edges[edge])
    }

    /// Nodes where the analysis gave up, with reasons.
    pub fn cuts(&self) -> impl Iterator<Item = (NodeId, &str)> + '_ {
        self.nodes.iter_enumerated().filter_map(|(id, node)| match &node.kind {
            NodeKind::Cut(reason) => Some((id, reason.as_str())),
            NodeKind::Inner | NodeKind::Call | NodeKind::Entry | NodeKind::Return | NodeKind::End => None,
        })
    }

    /// Source line of the running frame, if known.
    pub fn line(&self, program: &Program, node: NodeId) -> Option<u32> {
        let frame = self.state(node).top()?;
        program.body(frame.method).ok()?.line(frame.pc)
    }

    /// Method, position and line of the running frame, as in `List.length@3 (line 7)`.
    pub fn point(&self, program: &Program, node: NodeId) -> String {
        let Some(frame) = self.state(node).top() else { return "end".into() };
        let method = program.method(frame.method);
        let class = program.class(method.class).java_name();
        let line = self.line(program, node).map_or(String::new(), |line| format!(" (line {line})"));
        format!("{class}.{}@{}{line}", method.name, frame.pc)
    }
}
