//! Arrays nobody else can hold: a static field that is not public keeps its array if no code that can see the field does more with
//! what it holds than to read elements, class initialisers aside, which may write them.

use program::code::{Body, Inst, Kind, Pc, Reg};
use program::{FieldId, FieldRef, Flags, MethodId, Program, Type};
use rustc_hash::FxHashSet;

use machine::Cx;

use super::Symbolic;

/// Whether the array in a static field never gets into other hands.
pub(super) fn is_kept(cx: &Cx<'_, Symbolic<'_>>, field: FieldId) -> bool {
    if let Some(known) = cx.domain.kept.borrow().get(&field) {
        return *known;
    }
    let kept = keeps(cx.program, field);
    cx.domain.kept.borrow_mut().insert(field, kept);
    kept
}

fn keeps(program: &Program, field: FieldId) -> bool {
    let info = program.field(field);
    let is_array = matches!(program.ty(info.ty), Type::Array(_));
    let is_open = info.flags.is(Flags::PUBLIC) || info.flags.is(Flags::PROTECTED);
    if !is_array || is_open || !info.flags.is(Flags::FINAL) {
        return false;
    }
    // Who can see a private field are the classes of its nest, otherwise those of its package.
    let is_private = info.flags.is(Flags::PRIVATE);
    let place = |name: &str| match is_private {
        true => name.split('$').next().unwrap_or(name).to_owned(),
        false => name.rsplit_once('/').map_or(String::new(), |(package, _)| package.to_owned()),
    };
    let home = place(&program.class(info.class).name);
    let names = program.class_path_names().into_iter().filter(|name| place(name) == home);
    let methods: Vec<MethodId> = names
        .filter_map(|name| program.class_named(&name).ok())
        .flat_map(|class| program.class(class).methods())
        .collect();
    methods.into_iter().all(|method| {
        let Ok(body) = program.body(method) else { return program.method(method).flags.is(Flags::ABSTRACT) };
        let is_initialiser = &*program.method(method).name == "<clinit>";
        let flow = Flow { program, body, field, is_initialiser };
        body.pcs().all(|pc| flow.keeps_from(pc))
    })
}

/// Where an array goes inside one method.
struct Flow<'a> {
    program: &'a Program,
    body: &'a Body,
    field: FieldId,
    is_initialiser: bool,
}

#[derive(Clone, Copy)]
struct Fate {
    /// Nothing was done with it that could give it to others.
    is_kept: bool,
    /// It got into the field.
    is_stored: bool,
}

impl Flow<'_> {
    /// Whether what an instruction gets out of the field, or makes for it, goes nowhere else; nothing else gets into it.
    fn keeps_from(&self, pc: Pc) -> bool {
        let inst = self.body.inst(pc);
        let Some(dst) = inst.def().filter(|dst| self.body.kind(*dst) == Kind::Ref) else { return true };
        if let Inst::Move { .. } = inst {
            return true;
        }
        let fate = self.follow(pc, dst);
        if matches!(inst, Inst::GetStatic { field, .. } if self.is_field(*field)) {
            return fate.is_kept;
        }
        !fate.is_stored || fate.is_kept && matches!(inst, Inst::NewArray { .. })
    }

    fn is_field(&self, field: FieldRef) -> bool {
        self.program.resolve_field(field).ok() == Some(self.field)
    }

    fn follow(&self, from: Pc, reg: Reg) -> Fate {
        let mut fate = Fate { is_kept: true, is_stored: false };
        self.walk(from, reg, |inst, reg| {
            let (kept, stored) = self.use_of(inst, reg);
            fate.is_kept &= kept;
            fate.is_stored |= stored;
        });
        fate
    }

    /// Visits every instruction that finds the array in a register, with the register.
    fn walk(&self, from: Pc, reg: Reg, mut visit: impl FnMut(&Inst, Reg)) {
        let mut seen: FxHashSet<(Pc, Reg)> = FxHashSet::default();
        let mut waiting: Vec<(Pc, Reg)> = Vec::new();
        self.go_on(from, reg, &mut waiting);
        while let Some((pc, reg)) = waiting.pop() {
            if pc.index() >= self.body.insts.len() || !seen.insert((pc, reg)) {
                continue;
            }
            let inst = self.body.inst(pc);
            visit(inst, reg);
            if let Inst::Move { dst, src } = *inst
                && src == reg
            {
                self.go_on(pc, dst, &mut waiting);
            }
            if inst.def() != Some(reg) {
                self.go_on(pc, reg, &mut waiting);
            }
        }
    }

    fn go_on(&self, pc: Pc, reg: Reg, waiting: &mut Vec<(Pc, Reg)>) {
        self.body.successors(pc, |next| waiting.push((next, reg)));
        waiting.extend(self.body.handlers_at(pc).map(|handler| (handler.target, reg)));
    }

    /// Whether an instruction gives nothing away, and whether it puts the array into the field.
    fn use_of(&self, inst: &Inst, reg: Reg) -> (bool, bool) {
        let mut is_used = false;
        inst.uses(&self.body.operands, |used| is_used |= used == reg);
        if !is_used {
            return (true, false);
        }
        let is_harmless = matches!(
            inst,
            Inst::ArrayLength { .. }
                | Inst::ArrayLoad { .. }
                | Inst::Move { .. }
                | Inst::IfNull { .. }
                | Inst::IfSame { .. }
                | Inst::CheckCast { .. }
        );
        let is_filled = self.is_initialiser && matches!(inst, Inst::ArrayStore { src, .. } if *src != reg);
        let is_home = matches!(inst, Inst::PutStatic { field, .. } if self.is_field(*field));
        (is_harmless || is_filled || is_home, is_home)
    }
}
