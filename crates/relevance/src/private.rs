//! Builders and collections that never leave the method which makes them.
//!
//! Such an object is only ever the receiver of methods that change or tell nothing but itself and never throw. What is called on it
//! matters only if something is asked of it and the answer matters; then everything called on it does.

use library::{Argument, Class, Comparison, Condition, Effect, Number, Raise, Run, names};
use program::TypeId;
use program::class::Origin;
use program::code::{Inst, Pc, Reg, Touches};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::alone::Code;
use crate::effect::known;

/// The calls on private objects, each with all that are made on the same object.
#[derive(Default)]
pub struct Private {
    groups: Vec<Vec<Pc>>,
    group_of: FxHashMap<Pc, usize>,
}

impl Private {
    /// Whether an instruction is about an object that never leaves.
    pub fn covers(&self, pc: Pc) -> bool {
        self.group_of.contains_key(&pc)
    }

    /// The calls on the same object, and its allocation.
    pub fn with(&self, pc: Pc) -> &[Pc] {
        self.group_of.get(&pc).map_or(&[], |&group| &self.groups[group])
    }
}

/// The objects of a method that never leave it.
pub fn find(code: &Code<'_>) -> Private {
    let mut private = Private::default();
    for pc in code.body.pcs() {
        if let Inst::New { ty, .. } = *code.body.inst(pc)
            && let Some(class) = container(code, ty)
            && let Some(calls) = stays(code, pc, class)
        {
            let group = private.groups.len();
            private.group_of.extend(calls.iter().map(|&call| (call, group)));
            private.groups.push(calls);
        }
    }
    private
}

/// What the library says of a class whose objects tell what they hold only by methods that are told.
fn container(code: &Code<'_>, ty: TypeId) -> Option<&'static Class> {
    let class = code.program.class(code.program.resolve_class(ty).ok()?);
    if class.origin != Origin::Jdk {
        return None;
    }
    library::class(&class.name).filter(|class| class.is_builder || class.is_collection)
}

/// The calls on the object made at `pc`, if there is nothing else it is used for.
fn stays(code: &Code<'_>, made: Pc, class: &Class) -> Option<Vec<Pc>> {
    let body = code.body;
    let mut names = FxHashSet::from_iter([made]);
    let mut calls = vec![made];
    loop {
        let known = names.len();
        calls.truncate(1);
        for pc in body.pcs() {
            let mut used = Vec::new();
            body.inst(pc).uses(&body.operands, |reg| used.push(reg));
            let is_it: Vec<bool> =
                used.iter().map(|&reg| is_it(code, &names, pc, reg)).collect::<Option<_>>()?;
            if !is_it.contains(&true) {
                continue;
            }
            let inst = body.inst(pc);
            if matches!(inst, Inst::Move { .. }) {
                names.insert(pc);
                continue;
            }
            let on_it = is_it[0] && !is_it[1..].contains(&true);
            let Inst::Call { dst, .. } = *inst else { return None };
            if !on_it {
                return None;
            }
            let gives_itself = is_harmless(code, pc, class)?;
            calls.push(pc);
            if gives_itself && !dst.is_none() {
                names.insert(pc);
            }
        }
        if names.len() == known {
            return Some(calls);
        }
    }
}

/// Whether a register holds the object; `None` if it may or may not.
fn is_it(code: &Code<'_>, names: &FxHashSet<Pc>, pc: Pc, reg: Reg) -> Option<bool> {
    let definitions = code.definitions(pc, reg);
    let is_name = |at: &Option<Pc>| at.is_some_and(|at| names.contains(&at));
    let named = definitions.iter().filter(|at| is_name(at)).count();
    match named {
        0 => Some(false),
        _ if named == definitions.len() => Some(true),
        _ => None,
    }
}

/// Whether a call on the object is one of those that change or tell nothing else: `Some(true)` if it returns the object.
fn is_harmless(code: &Code<'_>, pc: Pc, class: &Class) -> Option<bool> {
    let &Inst::Call { method, args, .. } = code.body.inst(pc) else { return None };
    let method = code.program.resolve_method(method).ok()?;
    let line = known(code.program, method)?;
    let args = code.body.list(args);
    let argument = |argument: Argument| args.get(argument.position(false)).copied();
    let cannot = |raise: &Raise| match &raise.when {
        Some(Condition::Compare(Comparison::Less, Number::Of(size), Number::Literal(0))) => {
            argument(*size).is_some_and(|size| code.is_size(pc, size))
        }
        Some(_) | None => false,
    };
    let is_local =
        matches!(line.effect, Effect::None | Effect::Changes(Argument::This)) && line.asks.is_none();
    let is_quiet = line.raises.as_ref().is_some_and(|raises| raises.iter().all(cannot));
    // The object's class is known, so that is what its methods do.
    let is_plain_run = |run: &Run| match run.on {
        Argument::This => {
            class.methods.iter().any(|line| line.pattern.name() == run.method && line.is_quiet())
        }
        Argument::Parameter(_) => argument(run.on).is_some_and(|on| has_plain_hash(code, pc, on)),
    };
    let runs_plain = line.runs.iter().all(is_plain_run);
    // What a builder is given must not be another thing when the text is asked for.
    let mut params = code.program.method(method).params.iter();
    let keeps = !class.is_builder
        || params.all(|param| !param.is_reference() || is_plain(&code.program.type_name(*param)));
    (is_local && is_quiet && runs_plain && keeps).then_some(line.returns.same == Some(Argument::This))
}

/// Whether a key is a string or a box, whose hash code is nobody's own.
fn has_plain_hash(code: &Code<'_>, pc: Pc, key: Reg) -> bool {
    code.definitions(pc, key).into_iter().all(|at| {
        let Some(at) = at else { return false };
        let inst = code.body.inst(at);
        let Touches::Call(_, method) = inst.effect().touches else {
            return matches!(inst, Inst::ConstString { .. });
        };
        let method = code.program.resolve_method(method).ok().map(|method| code.program.method(method));
        method.is_some_and(|method| is_plain(&code.program.type_name(method.result)))
    })
}

fn is_plain(class: &str) -> bool {
    let name = class.replace('.', "/");
    library::unboxed(&name).is_some() || name == names::STRING
}
