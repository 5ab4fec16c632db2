//! `lazy`: generalized symbolic execution with lazy initialization [EHS16, Figs. 6–7; VTU, "hyperactive enumeration"].
//!
//! Every reference is one location. Reading an uninitialised input reference forks over null, each input object met
//! before, and a new one. Departs from [EHS16] in that parameters are initialised on first use, not in the initial state.

use super::{Strategy, enumerate};
use crate::{Cx, Heap, Ref, Stuck, Sym};

pub struct Lazy;

impl Strategy for Lazy {
    fn name(&self) -> &'static str {
        "lazy"
    }

    /// **Initialize** [EHS16, Fig. 6]. *Initialize (end)* is the case that the symbol has a value.
    fn introduce(&self, cx: Cx<'_>, heap: &mut Heap, sym: Sym) -> Result<Ref, Stuck> {
        if let Some(value) = heap.symbol(sym).value {
            return Ok(value);
        }
        cx.applied("Initialize", || heap.symbol(sym).name.to_string());
        enumerate(cx, heap, sym)
    }
}
