//! Builders and collections that never leave the method which makes them.
//!
//! Such an object is only ever the receiver of methods that change or tell nothing but itself and never throw. What is called on it
//! matters only if something is asked of it and the answer matters; then everything called on it does.

use program::TypeId;
use program::class::Origin;
use program::code::{Inst, Pc, Reg, Touches};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::alone::Code;

/// The calls on private objects, each with all that are made on the same object.
#[derive(Default)]
pub struct Private {
    groups: Vec<Vec<Pc>>,
    group_of: FxHashMap<Pc, usize>,
}

impl Private {
    pub fn covers(&self, pc: Pc) -> bool {
        self.group_of.contains_key(&pc)
    }

    /// The calls on the same object, and its allocation.
    pub fn with(&self, pc: Pc) -> &[Pc] {
        self.group_of.get(&pc).map_or(&[], |&group| &self.groups[group])
    }
}

pub fn find(code: &Code<'_>) -> Private {
    let mut private = Private::default();
    for pc in code.body.pcs() {
        if let Inst::New { ty, .. } = *code.body.inst(pc)
            && let Some(kind) = kind(code, ty)
            && let Some(calls) = stays(code, pc, kind)
        {
            let group = private.groups.len();
            private.group_of.extend(calls.iter().map(|&call| (call, group)));
            private.groups.push(calls);
        }
    }
    private
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Builder,
    List,
    Hashed,
}

fn kind(code: &Code<'_>, ty: TypeId) -> Option<Kind> {
    let class = code.program.class(code.program.resolve_class(ty).ok()?);
    if class.origin != Origin::Jdk {
        return None;
    }
    match &*class.name {
        "java/lang/StringBuilder" | "java/lang/StringBuffer" => Some(Kind::Builder),
        "java/util/ArrayList" | "java/util/LinkedList" => Some(Kind::List),
        "java/util/HashMap" | "java/util/LinkedHashMap" | "java/util/HashSet" | "java/util/LinkedHashSet" => {
            Some(Kind::Hashed)
        }
        _ => None,
    }
}

/// The calls on the object made at `pc`, if there is nothing else it is used for.
fn stays(code: &Code<'_>, made: Pc, kind: Kind) -> Option<Vec<Pc>> {
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
            let gives_itself = is_harmless(code, pc, kind)?;
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
fn is_harmless(code: &Code<'_>, pc: Pc, kind: Kind) -> Option<bool> {
    let &Inst::Call { method, args, .. } = code.body.inst(pc) else { return None };
    let info = code.program.method(code.program.resolve_method(method).ok()?);
    let args = code.body.list(args);
    let (arguments, _) = info.descriptor.split_once(')')?;
    match (kind, &*info.name, arguments) {
        (_, "<init>", "(") => Some(false),
        (_, "<init>", "(I") => code.is_size(pc, *args.get(1)?).then_some(false),
        (Kind::Builder, "append", "(Ljava/lang/String;" | "(I" | "(J" | "(C" | "(Z" | "(F" | "(D") => {
            Some(true)
        }
        (Kind::Builder, "toString" | "length", "(") => Some(false),
        (Kind::Builder, "reverse", "(") => Some(true),
        (Kind::List, "add", "(Ljava/lang/Object;") => Some(false),
        (Kind::List | Kind::Hashed, "size" | "isEmpty" | "clear", "(") => Some(false),
        (Kind::Hashed, "put", "(Ljava/lang/Object;Ljava/lang/Object;")
        | (Kind::Hashed, "add", "(Ljava/lang/Object;") => {
            has_plain_hash(code, pc, *args.get(1)?).then_some(false)
        }
        _ => None,
    }
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
    let is_box = library::class(&class.replace('.', "/")).is_some_and(|class| class.box_of.is_some());
    is_box || class == "java.lang.String"
}
