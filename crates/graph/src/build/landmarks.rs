//! Places where a run is compared with earlier ones: loop heads, joins of branches, handler entries.
//!
//! Every cycle of a method's control flow passes the target of a jump backwards, so testing for repetition there
//! suffices for non-recursive code.

use program::code::{Body, Pc};

#[derive(Debug, Default)]
pub struct Landmarks {
    loop_heads: Vec<bool>,
    joins: Vec<bool>,
}

impl Landmarks {
    pub fn of(body: &Body) -> Self {
        let size = body.insts.len();
        let mut loop_heads = vec![false; size];
        let mut arrivals = vec![0u32; size];
        for pc in body.pcs() {
            body.successors(pc, |next| {
                arrivals[next.index()] += 1;
                loop_heads[next.index()] |= next <= pc;
            });
        }
        for handler in &body.handlers {
            arrivals[handler.target.index()] += 2;
            loop_heads[handler.target.index()] |= handler.target < handler.end;
        }
        Self { loop_heads, joins: arrivals.into_iter().map(|count| count > 1).collect() }
    }

    /// The target of a jump backwards.
    pub fn is_loop_head(&self, pc: Pc) -> bool {
        self.loop_heads[pc.index()]
    }

    pub fn is_join(&self, pc: Pc) -> bool {
        self.joins[pc.index()]
    }
}
