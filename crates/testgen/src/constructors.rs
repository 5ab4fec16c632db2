//! Which constructor comes closest to a wanted object: each is run, on the concrete machine, with wanted values as arguments.

use explore::Entry;
use library::names;
use program::class::Origin;
use program::{ClassId, Flags, MethodId, TypeId};

use crate::access::class_of;
use crate::build::{Builder, Wanted, Way, default};
use crate::cook::box_of;
use crate::recipe::Expr;

/// Values tried for one parameter.
const MAX_OPTIONS: usize = 5;
/// Argument lists tried for one constructor.
const MAX_TRIALS: usize = 48;

/// Costs: lower ones read better in a test.
const BY_NAME: u32 = 1;
const BY_SETTER: u32 = 2;
const BY_REFLECTION: u32 = 10;
const HIDDEN_CONSTRUCTOR: u32 = 12;
const NO_CONSTRUCTOR: u32 = 30;
const IMPOSSIBLE: u32 = 100;

pub(crate) struct Candidate {
    pub constructor: MethodId,
    pub args: Vec<Expr>,
    cost: u32,
}

/// The constructor call after which least has to be set; `None` if it is better to do without.
pub(crate) fn best(
    builder: &mut Builder<'_, '_, '_>,
    class: ClassId,
    wanted: &[Wanted],
) -> Option<Candidate> {
    let program = builder.program();
    let is_own = program.class(class).origin == Origin::ClassPath;
    let usable = |method: &MethodId| {
        let info = program.method(*method);
        info.is_constructor() && !info.flags.is(Flags::SYNTHETIC) && (is_own || info.flags.is(Flags::PUBLIC))
    };
    let constructors: Vec<MethodId> = program.class(class).methods().filter(usable).collect();
    let mut best: Option<Candidate> = None;
    for constructor in constructors {
        let named = builder.access.method(constructor);
        let base = if named { BY_NAME } else { HIDDEN_CONSTRUCTOR };
        for args in trials(builder, class, constructor, wanted) {
            let Some(rest) = try_out(builder, class, constructor, &args, wanted) else { continue };
            let defaults = args.iter().filter(|arg| matches!(arg, Expr::New(_))).count() as u32;
            let cost = base + rest + defaults;
            if best.as_ref().is_none_or(|best| cost < best.cost) {
                best = Some(Candidate { constructor, args, cost });
            }
        }
    }
    let without = match is_own && !builder.is_record(class) {
        true => NO_CONSTRUCTOR + wanted.iter().map(|wanted| cost(builder, class, wanted)).sum::<u32>(),
        false => u32::MAX,
    };
    best.filter(|best| best.cost < without)
}

/// Runs a constructor; what it costs to set the rest.
fn try_out(
    builder: &mut Builder<'_, '_, '_>,
    class: ClassId,
    constructor: MethodId,
    args: &[Expr],
    wanted: &[Wanted],
) -> Option<u32> {
    let object = builder.cook.construct(constructor, args).ok()?;
    let mut rest = 0;
    for wanted in wanted {
        let holds = wanted.value.as_ref().is_some_and(|value| builder.holds(object, wanted.field, value));
        if !holds {
            rest += cost(builder, class, wanted);
        }
    }
    Some(rest)
}

fn cost(builder: &Builder<'_, '_, '_>, class: ClassId, wanted: &Wanted) -> u32 {
    match builder.way(builder.program().class(class).ty, wanted.field) {
        Some(Way::Assign) => BY_NAME,
        Some(Way::Setter(_)) => BY_SETTER,
        Some(Way::Reflection) => BY_REFLECTION,
        None => IMPOSSIBLE,
    }
}

/// The argument lists worth trying, the likeliest first.
fn trials(
    builder: &Builder<'_, '_, '_>,
    class: ClassId,
    constructor: MethodId,
    wanted: &[Wanted],
) -> Vec<Vec<Expr>> {
    let entry = Entry::new(builder.program(), constructor);
    let mut lists: Vec<Vec<Expr>> = vec![Vec::new()];
    for (index, param) in entry.params.iter().enumerate() {
        let is_outer = index == 0 && builder.access.is_inner(class);
        let mut options = options(builder, &param.name, param.ty, wanted);
        if is_outer {
            options.retain(|option| *option != Expr::Null);
        }
        let longer = lists.iter().flat_map(|list| {
            options.iter().map(move |option| list.iter().cloned().chain([option.clone()]).collect())
        });
        lists = longer.take(MAX_TRIALS).collect();
    }
    lists
}

/// What a parameter may be given: the field of its name, fields of its type, nothing much.
fn options(builder: &Builder<'_, '_, '_>, name: &str, ty: TypeId, wanted: &[Wanted]) -> Vec<Expr> {
    let program = builder.program();
    let fitting = |wanted: &&Wanted| {
        wanted.value.as_ref().is_some_and(|value| fits(builder, value, program.field(wanted.field).ty, ty))
    };
    let is_namesake = |wanted: &&Wanted| &*program.field(wanted.field).name == name;
    let (namesakes, others): (Vec<&Wanted>, Vec<&Wanted>) =
        wanted.iter().filter(fitting).partition(is_namesake);
    let mut out: Vec<Expr> = Vec::new();
    let values = namesakes.into_iter().chain(others).filter_map(|wanted| wanted.value.clone());
    for value in values.chain(defaults(builder, ty)) {
        if !out.contains(&value) && out.len() < MAX_OPTIONS {
            out.push(value);
        }
    }
    out
}

fn defaults(builder: &Builder<'_, '_, '_>, ty: TypeId) -> Vec<Expr> {
    let program = builder.program();
    let mut out = vec![default(program, ty)];
    if ty.is_primitive() {
        return out;
    }
    if ty == program.class_type(names::STRING) {
        out.push(Expr::Text("".into()));
    } else if let Some(class) = class_of(program, ty)
        && !program.class(class).flags.is(Flags::ABSTRACT)
        && let Some(constructor) = program.declared_method(class, "<init>", "()V")
        && builder.access.method(constructor)
    {
        out.push(Expr::New(constructor));
    }
    out
}

/// Whether a value of a field of type `from` may be passed as `to`.
fn fits(builder: &Builder<'_, '_, '_>, value: &Expr, from: TypeId, to: TypeId) -> bool {
    let program = builder.program();
    let dynamic = match value {
        Expr::Number(_) | Expr::Null => return from == to,
        Expr::Var(var) => builder.out.vars[var.0].ty,
        Expr::Text(_) => program.class_type(names::STRING),
        Expr::Boxed(ty, _) => match box_of(program, *ty) {
            Some((class, _)) => program.class_type(class),
            None => return false,
        },
        Expr::Constant(field) => program.field(*field).ty,
        Expr::New(constructor) => program.class(program.method(*constructor).class).ty,
    };
    !to.is_primitive() && program.is_subtype(dynamic, to).unwrap_or(false)
}
