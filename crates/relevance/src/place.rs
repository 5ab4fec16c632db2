//! Places of a state whose content may matter.

use graph::{NodeId, Ref};
use program::FieldId;
use program::MethodId;
use program::code::{Pc, Reg};

/// An instruction of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Op {
    pub method: MethodId,
    pub pc: Pc,
}

/// Something of a state that has a content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A register; frames are counted from the bottom of the stack.
    Local {
        frame: usize,
        reg: Reg,
    },
    Static(FieldId),
    /// The exception in flight.
    Exception,
    /// Everything reachable from the object.
    Deep(Ref),
    /// One field, or the elements, of one object.
    Cell(Ref, Part),
    /// That part of any object reachable from the reference, itself included.
    Region(Ref, Part),
}

/// A part of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    Field(FieldId),
    Elements,
}

/// A node of the reachability problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The content of the place just before the node's step matters.
    Need(NodeId, Place),
    /// The step taken from the node matters.
    Relevant(NodeId),
    /// The instruction matters.
    RelevantOp(Op),
    /// Which way the instruction goes on matters.
    Choice(Op),
    /// How the method ends matters: normally or by an exception.
    Exit(MethodId),
}
