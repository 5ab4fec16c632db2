//! Java's small steps, written once, generic in a [`Domain`]; and the concrete domain.
//!
//! [`run`] executes instructions on a [`State`] until something happens that it cannot settle itself: the program
//! ends, the domain cannot decide ([`Stop::Split`]), or the observer calls a halt. [`step`] executes one instruction.
//! Instruction handlers live in [`steps`], one small function per kind of instruction; native methods and the few JDK
//! methods worth a shortcut in [`intrinsics`]. There is no recursion over Java calls: a state holds its whole stack.
//!
//! Nothing here knows search order, graphs, terms or printing.

mod asked;
mod cache;
pub mod concrete;
mod cx;
mod domain;
mod helpful;
mod host;
pub mod intrinsics;
mod jdk;
mod layout;
mod objects;
mod outside;
mod run;
mod state;
pub mod steps;
mod stop;
mod strings;
mod threads;

pub use asked::Asked;
pub use cx::{Cx, Link, link_error};
pub use domain::Domain;
pub use host::{Access, Found, Host, Limits, Recorder, Silent};
pub use intrinsics::{Reply, StackLine, intrinsic_names, stack_lines};
pub use layout::{ARRAY_HEADER, FieldSlot, OBJECT_HEADER, Shape, width};
pub use objects::clone_object;
pub use outside::{Codecs, Coded, Files, Stat};
pub use run::{End, Observer, call, initialise, run, settle, step};
pub use state::{Frame, Init, State, Then};
pub use stop::{Raise, Stop};
pub use strings::{intern, interned, known_bytes, known_text, new_bytes, new_string, text};
pub use threads::Wait;
