//! Register code: what a method does, without an operand stack.

mod body;
mod builder;
mod definitions;
mod effect;
mod inst;
mod liveness;
mod operand;
mod print;
mod validate;

pub use body::{Body, Handler, LocalVar, Switch};
pub use builder::{Builder, Forward};
pub use definitions::{Definitions, Source};
pub use effect::{Effect, Flow, Touches, Uses};
pub use inst::{Inst, Pc, RegList};
pub use liveness::Liveness;
pub use operand::{BinOp, CallKind, Cond, Convert, Elem, Kind, Reg, UnOp};
pub use print::{ClassHeader, InstText, MethodHeader, MethodText};
pub use validate::{Broken, validate};
