//! What constants hold: objects that the program's class initialisers made, and that other code may have changed since. A path
//! starts with them as initialisation left them; where it reads what may be another thing by then, it proves nothing.
//!
//! What may have changed:
//! 1. fields of the program that callers can write (public or protected ones), or that code of the class path writes, constructors of
//!    the object itself aside;
//! 2. elements of arrays, unless nobody can hold them but one field (see `leaks`): those are no constants here;
//! 3. whatever objects of the JDK hold, those of lasting classes aside.
//!
//! An input that may be a constant holds anything, as other objects of its class do; but once the two are compared, it counts as the
//! constant.

use std::rc::Rc;

use heap::{Field, Loc, Ref, Target};
use machine::{Cx, State};
use program::class::{Class, Method, Origin};
use program::code::{Body, Inst, Reg};
use program::{FieldId, Flags, MethodId, Program};
use rustc_hash::FxHashSet;

use super::{Symbolic, before, statics};

/// What is said where such a thing is read.
const CHANGED: &str = "what a constant holds may have changed before the call";

/// What code of the class path writes, class initialisers aside.
#[derive(Default)]
pub(super) struct Written {
    fields: FxHashSet<FieldId>,
}

/// Objects that initialisers of the program's classes made.
#[derive(Clone, Default)]
pub(crate) struct Constants {
    /// Ascending.
    made: Rc<Vec<Loc>>,
    /// Those of them that an input was compared with.
    compared: Rc<Vec<Loc>>,
    /// What may be a constant or another object, and was read.
    read: Rc<Vec<Target>>,
}

impl Constants {
    fn contains(&self, loc: Loc) -> bool {
        self.made.binary_search(&loc).is_ok()
    }
}

/// An object has been allocated while some class is initialised. What `javac` makes for enums and switches nobody can change.
pub(super) fn allocated<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>, loc: Loc) {
    let maker = state.frames.last().map(|frame| cx.program.method(frame.method));
    let is_invented = |method: &Method| {
        cx.program.class(method.class).flags.is(Flags::SYNTHETIC) || &*method.name == "$values"
    };
    if maker.is_some_and(is_invented) {
        return;
    }
    let mut methods = state.frames.iter().rev().map(|frame| cx.program.method(frame.method));
    let innermost = methods.find(|method| &*method.name == "<clinit>");
    if innermost.is_some_and(|method| cx.program.class(method.class).origin == Origin::ClassPath) {
        Rc::make_mut(&mut state.heap.constants.made).push(loc);
    }
}

/// The object is found to stay as it is.
pub(super) fn lasts(state: &mut State<Symbolic<'_>>, loc: Loc) {
    if let Ok(at) = state.heap.constants.made.binary_search(&loc) {
        Rc::make_mut(&mut state.heap.constants.made).remove(at);
    }
}

/// A field is read.
pub(super) fn field_read<'p>(
    cx: &Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    object: Ref,
    field: Field,
) {
    if state.heap.constants.made.is_empty() || !can_change(cx, FieldId(field.0)) {
        return;
    }
    read(cx, state, object);
}

/// An element is read.
pub(super) fn element_read<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>, array: Ref) {
    if state.heap.constants.made.is_empty() || cx.domain.changeable.is_none() {
        return;
    }
    let reader = state.frames.last().map(|frame| cx.program.class(cx.program.method(frame.method).class));
    let is_of_lasting = |class: &Class| class.origin != Origin::ClassPath && library::lasts(&class.name);
    if !reader.is_some_and(is_of_lasting) {
        read(cx, state, array);
    }
}

/// What a text under construction holds is read without a look at its fields.
pub(super) fn builder_read<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>, builder: Loc) {
    if cx.domain.changeable.is_some() {
        read(cx, state, Ref::loc(builder));
    }
}

/// Two references are compared: what is found to be a constant holds what the constant holds.
pub(super) fn compared<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>, lhs: Ref, rhs: Ref) {
    if state.heap.constants.made.is_empty() || statics::is_initialising(cx, state) {
        return;
    }
    for side in [lhs, rhs] {
        for target in before::targets(cx, state, side) {
            let Target::Loc(loc) = target else { continue };
            if !state.heap.constants.contains(loc) || state.heap.constants.compared.contains(&loc) {
                continue;
            }
            Rc::make_mut(&mut state.heap.constants.compared).push(loc);
            if state.heap.constants.read.iter().any(|read| before::may_be(cx, state, *read, loc)) {
                note(cx, state);
            }
        }
    }
}

/// Something that can change is read: of constants for certain, or of what may be one.
fn read<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>, object: Ref) {
    if statics::is_initialising(cx, state) {
        return;
    }
    let constants = &state.heap.constants;
    let mut targets = before::targets(cx, state, object);
    targets.retain(|target| match *target {
        Target::Loc(loc) => state.heap.heap.location(loc).creator.is_some() || constants.contains(loc),
        Target::Sym(_) => true,
    });
    let is_one = |target: &Target| matches!(target, Target::Loc(loc) if constants.contains(*loc));
    let was_compared =
        |target: &Target| constants.compared.iter().any(|loc| before::may_be(cx, state, *target, *loc));
    if !targets.is_empty() && targets.iter().all(is_one) || targets.iter().any(was_compared) {
        note(cx, state);
        return;
    }
    let known = &constants.read;
    let new: Vec<Target> = targets.into_iter().filter(|target| !known.contains(target)).collect();
    if !new.is_empty() {
        Rc::make_mut(&mut state.heap.constants.read).extend(new);
    }
}

/// Whether a field of an object may be another thing than class initialisation left there.
fn can_change(cx: &Cx<'_, Symbolic<'_>>, field: FieldId) -> bool {
    let Some(changeable) = &cx.domain.changeable else { return false };
    let info = cx.program.field(field);
    let class = cx.program.class(info.class);
    let is_open = info.flags.is(Flags::PUBLIC) || info.flags.is(Flags::PROTECTED);
    let can_change = match class.origin {
        Origin::ClassPath => is_open || changeable.contents().fields.contains(&field),
        Origin::Jdk | Origin::Synthetic { .. } => !library::lasts(&class.name),
    };
    can_change && !info.flags.is(Flags::FINAL)
}

fn note<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>) {
    if !state.heap.doubts.contains(&CHANGED) && !statics::is_initialising(cx, state) {
        state.heap.doubts.push(CHANGED);
    }
}

impl Written {
    /// Looks through the code of the program.
    pub fn find(program: &Program) -> Self {
        let mut out = Self::default();
        for class in program.class_path_names().iter().filter_map(|name| program.class_named(name).ok()) {
            for method in program.class(class).methods() {
                if let Ok(body) = program.body(method)
                    && &*program.method(method).name != "<clinit>"
                {
                    out.add(program, method, body);
                }
            }
        }
        out
    }

    fn add(&mut self, program: &Program, method: MethodId, body: &Body) {
        let is_constructor = program.method(method).is_constructor();
        for inst in &body.insts {
            if let Inst::PutField { object, field, .. } = *inst
                && !(is_constructor && is_this(body, object))
                && let Ok(field) = program.resolve_field(field)
            {
                self.fields.insert(field);
            }
        }
    }
}

/// Whether nothing but the object of the method gets into a register.
fn is_this(body: &Body, reg: Reg) -> bool {
    let mut seen = vec![reg];
    let mut next = 0;
    while let Some(&reg) = seen.get(next) {
        next += 1;
        if reg.0 != 0 && reg.0 < body.params {
            return false;
        }
        for inst in body.insts.iter().filter(|inst| inst.def() == Some(reg)) {
            let Inst::Move { src, .. } = *inst else { return false };
            if !seen.contains(&src) {
                seen.push(src);
            }
        }
    }
    true
}
