//! Which methods are worth looking at first: those in which much can go wrong for their length.

use program::code::{Body, Inst, Pc, Reg};
use program::{MethodId, Program};

/// The methods, the most promising first; ties keep their order.
pub fn order(program: &Program, methods: &mut [MethodId]) {
    methods.sort_by_cached_key(|&method| {
        let promise = program.body(method).map_or(0, |body| promise(program, method, body));
        std::cmp::Reverse(promise)
    });
}

/// Places where something can go wrong, in thousandths of the length.
fn promise(program: &Program, method: MethodId, body: &Body) -> usize {
    let this = (!program.method(method).is_static()).then_some(Reg(0));
    let risks: usize = body.pcs().map(|pc| risk(body, this, pc)).sum();
    // What is very short is rarely wrong, what is very long is rarely decided.
    risks * 1000 / (body.insts.len() + 12)
}

/// How likely an instruction is to be where a finding lies.
fn risk(body: &Body, this: Option<Reg>, pc: Pc) -> usize {
    let inst = *body.inst(pc);
    let is_loop = inst.target().is_some_and(|target| target <= pc);
    let is_array = matches!(inst, Inst::ArrayLoad { .. } | Inst::ArrayStore { .. } | Inst::NewArray { .. });
    let divides = matches!(inst, Inst::Binary { op, .. } if op.divides());
    let on_object = match inst {
        Inst::GetField { object, .. } | Inst::PutField { object, .. } => Some(object) != this,
        inst => matches!(inst, Inst::ArrayLength { .. } | Inst::CheckCast { .. } | Inst::Throw { .. }),
    };
    4 * usize::from(is_loop) + 3 * usize::from(is_array || divides) + 2 * usize::from(on_object)
}
