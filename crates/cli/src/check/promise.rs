//! Which methods are worth looking at first: those in which much can go wrong for their length.

use program::code::{Body, Inst, Pc, Reg, Touches};
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
    let effect = body.inst(pc).effect();
    let is_loop = effect.flow.target().is_some_and(|target| target <= pc);
    let divides = matches!(body.inst(pc), Inst::Binary { op, .. } if op.divides());
    let is_foreign = || effect.uses.first(&body.operands) != this;
    let (is_array, on_object) = match effect.touches {
        Touches::ReadElement | Touches::WriteElement | Touches::Array(_) => (true, false),
        Touches::ReadField(_) | Touches::WriteField(_) => (false, is_foreign()),
        Touches::Length => (false, true),
        Touches::Type(_) => (false, effect.def.is_none()),
        Touches::Nothing => (false, effect.dereferences),
        Touches::ReadStatic(_)
        | Touches::WriteStatic(_)
        | Touches::Object(_)
        | Touches::Monitor
        | Touches::Call(..)
        | Touches::Anything => (false, false),
    };
    4 * usize::from(is_loop) + 3 * usize::from(is_array || divides) + 2 * usize::from(on_object)
}
